//! Small upright pictures for the screen.

use std::io::Read;

use image::RgbaImage;
use image::metadata::Orientation;

use crate::domain::{Edit, Problem};
use crate::media::codec::decode::{self, Decoded};
use crate::media::metadata::{clean, exif, jpeg_segments};
use crate::media::transform::{color, edit, scale};
use crate::media::{Format, Pixels, Size, sniff};

/// How much of a file [`quick_thumbnail`] wants: cameras write preview and size within this.
pub const QUICK_THUMBNAIL_BYTES: usize = 128 << 10;

/// The whole photo within `side` × `side`; smaller photos stay as they are. Blocking.
///
/// Its problems name no file: the caller knows which it was.
pub fn thumbnail(bytes: &[u8], side: u32) -> Result<Pixels, Problem> {
    let (format, parts) = clean::open(bytes)?;
    show(decode::decode_to_show(format, bytes, side)?, parts.exif.orientation, side)
}

/// The photo as it is edited, within `side` × `side`. Blocking.
pub fn edited_thumbnail(bytes: &[u8], edit: &Edit, side: u32) -> Result<Pixels, Problem> {
    if edit.is_identity() {
        return thumbnail(bytes, side);
    }
    let (format, parts) = clean::open(bytes)?;
    let orientation = parts.exif.orientation;
    let enough = edit::side_for(scale::upright_size(decode::dimensions(format, bytes)?, orientation), edit, side);
    let whole = show(decode::decode_to_show(format, bytes, enough)?, orientation, enough)?;
    let edited = edit::edit_pixels(&whole, edit, true);
    let rgba = RgbaImage::from_raw(edited.width, edited.height, edited.rgba).ok_or_else(scale::internal)?;
    let small = scale::shrink(&rgba.into(), scale::size_within(Size::new(edited.width, edited.height), side.max(1), 1))?.into_rgba8();
    Ok(Pixels { width: small.width(), height: small.height(), rgba: small.into_raw() })
}

/// The preview a camera put into its JPEG, in milliseconds: reads no more of the file than it takes to find it,
/// and at most [`QUICK_THUMBNAIL_BYTES`].
///
/// `None` where [`quick_thumbnail`] gives none, and where the file cannot be read.
pub fn first_picture(file: impl Read, side: u32) -> Option<Pixels> {
    const STEP: u64 = 16 << 10;
    let mut head = Vec::with_capacity(STEP as usize);
    let mut file = file.take(QUICK_THUMBNAIL_BYTES as u64);
    // The preview comes before the header that says the photo's shape.
    while sniff(&head).is_none_or(|format| format == Format::Jpeg) && jpeg_segments::frame_of_head(&head).is_none() {
        if file.by_ref().take(STEP).read_to_end(&mut head).ok()? == 0 {
            return None;
        }
    }
    quick_thumbnail(&head, side)
}

/// The preview a camera put into its JPEG, from the first [`QUICK_THUMBNAIL_BYTES`] of the file.
///
/// `None` where there is none, or where it has another shape than the photo: some cameras put bars
/// around it, and some editors leave the preview of what was cropped away.
pub fn quick_thumbnail(head: &[u8], side: u32) -> Option<Pixels> {
    if sniff(head)? != Format::Jpeg {
        return None;
    }
    let photo = jpeg_segments::frame_of_head(head)?.size;
    let block = jpeg_segments::exif_of_head(head)?;
    let exif = exif::read(block);
    let preview = decode::decode(Format::Jpeg, block.get(exif.thumbnail?)?).ok()?;
    same_shape(photo, preview.picture.size()).then(|| show(preview, exif.orientation, side).ok()).flatten()
}

/// Within what rounding the preview's sides to whole pixels (and blocks of them) explains.
fn same_shape(photo: Size, preview: Size) -> bool {
    let ratio = |size: Size| f64::from(size.width) / f64::from(size.height.max(1));
    let difference = ratio(photo) / ratio(preview);
    photo.longest_side() >= preview.longest_side() && (0.98..=1.02).contains(&difference)
}

fn show(decoded: Decoded, orientation: Orientation, side: u32) -> Result<Pixels, Problem> {
    let Decoded { picture, icc } = decoded;
    let mut image = picture.shrunk(scale::size_within(picture.size(), side.max(1), 1))?;
    if let Some(icc) = icc {
        image = color::to_srgb(image, &icc);
    }
    image.apply_orientation(orientation);
    let rgba = image.into_rgba8();
    Ok(Pixels { width: rgba.width(), height: rgba.height(), rgba: rgba.into_raw() })
}
