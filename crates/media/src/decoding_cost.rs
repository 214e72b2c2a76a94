//! Estimates the memory that decoding a photo takes, so that large ones can wait for each other instead of
//! adding up.

use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use image::metadata::Orientation;

use super::codec::decode::{self, Layout, WORKING_BYTES};
use super::metadata::profile::MAX_PROFILE_BYTES;
use super::metadata::{exif, heif, jpeg_segments};
use super::{Format, MAX_FILE_BYTES, Size, sniff};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_local::files;

/// Bytes read to find a JPEG's size; some programs write large segments before the frame header.
const HEADER_BYTES: u64 = 512 << 10;

/// Estimates the memory in bytes that preparing this photo takes, including its file. Reads only the header.
///
/// A file that is not a readable photo costs only its own length: it is refused before decoding. Where the
/// header does not give the size, the estimate exceeds every budget.
pub fn cost_of_file(path: &Path) -> u64 {
    cost_of(path).unwrap_or(0)
}

/// The size of a photo in pixels as its file states it, not turned upright. Reads only the header.
pub fn read_size(path: &Path) -> Option<Size> {
    let mut file = files::open(path).ok()?;
    let mut head = Vec::new();
    file.by_ref().take(HEADER_BYTES).read_to_end(&mut head).ok()?;
    match sniff(&head)? {
        format @ (Format::Jpeg | Format::Heic) => decode::dimensions(format, &head).ok(),
        Format::Avif => None,
        format => {
            file.rewind().ok()?;
            decode::layout_in(format, BufReader::new(file)).ok().map(|layout| layout.size)
        }
    }
}

/// `None` for files that [`super::read_photo`] refuses.
fn cost_of(path: &Path) -> Option<u64> {
    let mut file = files::open(path).ok()?;
    let length = file.metadata().ok().filter(|meta| meta.len() <= MAX_FILE_BYTES)?.len();
    let mut head = Vec::new();
    file.by_ref().take(HEADER_BYTES).read_to_end(&mut head).ok()?;
    let Some(format) = sniff(&head) else { return Some(length) };
    if format != Format::Jpeg {
        file.rewind().ok()?;
    }
    let decoding = match format {
        Format::Jpeg => decoding_cost(&head),
        Format::Heic => heif::read_head(&mut file).map_or(0, |head| heic_decoding_cost(&head)),
        _ => decoding_cost_of_layout(format, decode::layout_in(format, BufReader::new(file))),
    };
    // A colour profile, as it is in the file and as it is used; the one of a PNG is packed.
    let profile = 2 * MAX_PROFILE_BYTES as u64;
    let profile = if format == Format::Png { profile } else { profile.min(length) };
    // The file and its copy without metadata.
    Some(decoding.saturating_add(2 * length).saturating_add(profile))
}

/// Estimates the memory in bytes that decoding this photo takes, without the file itself.
///
/// Reads only the header. Files that are not pictures, or too large, cost nothing: they are refused before
/// decoding.
pub fn decoding_cost(bytes: &[u8]) -> u64 {
    let Some(format) = sniff(bytes) else { return 0 };
    if format == Format::Heic {
        return heic_decoding_cost(bytes);
    }
    if format != Format::Jpeg {
        return decoding_cost_of_layout(format, decode::layout_in(format, io::Cursor::new(bytes)));
    }
    let size = match decode::dimensions(format, bytes) {
        Ok(size) => size,
        Err(problem) => return cost_of_unreadable(format, &problem),
    };
    let frame = jpeg_segments::parse_frame(bytes);
    let progressive = frame.is_some_and(|frame| frame.progressive);
    // The planes of CMYK and its samples are held next to the RGB made from them.
    let cmyk = if frame.is_some_and(|frame| frame.components == 4) { 8 } else { 0 };
    let rotated = jpeg_segments::find_exif(bytes).is_some_and(|block| {
        exif::read(block).orientation.is_some_and(|orientation| orientation != Orientation::NoTransforms)
    });
    // All coefficients are held to decode a progressive picture, and to turn one.
    let extra_planes = if progressive || rotated { 6 } else { 1 };
    size.pixels() * (3 + extra_planes + cmyk) + WORKING_BYTES
}

/// A photo that is too large costs nothing: it is refused before decoding.
fn heic_decoding_cost(bytes: &[u8]) -> u64 {
    let Ok(container) = heif::open(bytes) else { return 0 };
    let size =
        heif::size(&container, container.primary_id).and_then(|size| decode::check_size(Format::Heic, size));
    size.map_or(0, |_| heif::decoding_cost(&container).saturating_add(WORKING_BYTES))
}

/// For formats other than JPEG and HEIC.
fn decoding_cost_of_layout(format: Format, layout: Result<Layout, Problem>) -> u64 {
    let checked = layout.and_then(|layout| layout.checked().map(|_| layout));
    checked.map_or_else(|problem| cost_of_unreadable(format, &problem), Layout::decoding_cost)
}

/// For a photo whose header gives no size.
fn cost_of_unreadable(format: Format, problem: &Problem) -> u64 {
    // Once its metadata is removed, the size may become readable after all and be anything.
    let may_become_readable = matches!(format, Format::Jpeg | Format::Png | Format::WebP | Format::Gif);
    if problem.kind == ProblemKind::PhotoDamaged && may_become_readable { u64::MAX } else { 0 }
}
