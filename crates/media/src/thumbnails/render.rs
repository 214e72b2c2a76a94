//! Makes small upright pictures for the screen.

use std::io::Read;

use image::RgbaImage;
use image::metadata::Orientation;

use crate::codec::decode::{self, Decoded};
use crate::metadata::{clean, exif, jpeg_segments};
use crate::transform::{color, edit, scale};
use crate::{Format, Pixels, Size, sniff};
use vitrine_domain::{PhotoEdit, Problem};

/// The length of the head of a file that [`preview`] needs, in bytes: cameras write preview and size within
/// it.
pub const PREVIEW_HEAD_BYTES: usize = 128 << 10;

/// The longest side of a preview that a camera embeds, in pixels; in JPEG photos few have more than 320.
const MAX_EMBEDDED_SIDE: u32 = 1024;

/// The photo, resized to fit `side` × `side`; smaller photos keep their size. Blocking.
///
/// The problem names no file; the caller knows it.
pub fn thumbnail(bytes: &[u8], side: u32) -> Result<Pixels, Problem> {
    let (format, parts) = clean::open(bytes)?;
    show(decode::decode_for_display(format, bytes, side)?, parts.orientation(), side)
}

/// The photo with its edits applied, within `side` × `side`. Blocking.
pub fn edited_thumbnail(bytes: &[u8], edit: &PhotoEdit, side: u32) -> Result<Pixels, Problem> {
    if edit.is_identity() {
        return thumbnail(bytes, side);
    }
    let (format, parts) = clean::open(bytes)?;
    let orientation = parts.orientation();
    let enough =
        edit::side_for(scale::upright_size(decode::dimensions(format, bytes)?, orientation), edit, side);
    let whole = show(decode::decode_for_display(format, bytes, enough)?, orientation, enough)?;
    let edited = edit::edit_pixels(&whole, edit, true);
    let rgba =
        RgbaImage::from_raw(edited.width, edited.height, edited.rgba).ok_or_else(scale::internal_error)?;
    let small = scale::shrink(
        &rgba.into(),
        scale::size_within(Size::new(edited.width, edited.height), side.max(1), 1),
    )?
    .into_rgba8();
    Ok(Pixels { width: small.width(), height: small.height(), rgba: small.into_raw() })
}

/// Reads the preview that a camera embedded in its photo, within milliseconds: of a JPEG only as much as
/// necessary, and at most [`PREVIEW_HEAD_BYTES`]. In a HEIC photo it may lie anywhere.
///
/// `None` where [`preview`] finds none, and where the file cannot be read.
pub fn read_preview(file: impl Read, side: u32) -> Option<Pixels> {
    const STEP: u64 = 16 << 10;
    let mut head = Vec::with_capacity(STEP as usize);
    /// Phones write a tenth of it.
    const MAX_HEIC_BYTES: u64 = 32 << 20;
    let mut file = file.take(PREVIEW_HEAD_BYTES as u64);
    // The preview precedes the frame header, which holds the photo's size.
    while sniff(&head).is_none_or(|format| format == Format::Jpeg)
        && jpeg_segments::parse_frame(&head).is_none()
    {
        if file.by_ref().take(STEP).read_to_end(&mut head).ok()? == 0 {
            return None;
        }
    }
    if sniff(&head) == Some(Format::Heic) {
        file.set_limit(MAX_HEIC_BYTES);
        file.read_to_end(&mut head).ok()?;
    }
    preview(&head, side)
}

/// The preview that a camera embedded, from the first [`PREVIEW_HEAD_BYTES`] of a JPEG or a whole HEIC file.
///
/// `None` if there is none, or if its shape differs from the photo's: some cameras add bars around it, and
/// some editors leave the preview of the uncropped picture.
pub fn preview(head: &[u8], side: u32) -> Option<Pixels> {
    match sniff(head)? {
        Format::Jpeg => {}
        Format::Heic => {
            let photo = decode::dimensions(Format::Heic, head).ok()?;
            let preview = decode::decode_embedded_heic(head)
                .filter(|preview| same_shape(photo, preview.picture.size()))?;
            return show(preview, Orientation::NoTransforms, side).ok();
        }
        _ => return None,
    }
    let photo = jpeg_segments::parse_frame(head)?.size;
    let block = jpeg_segments::find_exif(head)?;
    let exif = exif::read(block);
    let embedded = block.get(exif.thumbnail?)?;
    // It may state any size, and no memory is set aside for it.
    decode::dimensions(Format::Jpeg, embedded)
        .ok()
        .filter(|size| size.longest_side() <= MAX_EMBEDDED_SIDE)?;
    let preview = decode::decode(Format::Jpeg, embedded).ok()?;
    same_shape(photo, preview.picture.size())
        .then(|| show(preview, exif.orientation.unwrap_or(Orientation::NoTransforms), side).ok())
        .flatten()
}

/// Whether the shapes agree up to rounding the preview's sides to whole pixels or blocks.
fn same_shape(photo: Size, preview: Size) -> bool {
    let ratio = |size: Size| f64::from(size.width) / f64::from(size.height.max(1));
    let difference = ratio(photo) / ratio(preview);
    photo.longest_side() >= preview.longest_side() && (0.98..=1.02).contains(&difference)
}

fn show(decoded: Decoded, orientation: Orientation, side: u32) -> Result<Pixels, Problem> {
    let Decoded { picture, icc } = decoded;
    let mut image = picture.resized(scale::size_within(picture.size(), side.max(1), 1))?;
    if let Some(icc) = icc {
        image = color::to_srgb(image, &icc);
    }
    image.apply_orientation(orientation);
    let rgba = image.into_rgba8();
    Ok(Pixels { width: rgba.width(), height: rgba.height(), rgba: rgba.into_raw() })
}
