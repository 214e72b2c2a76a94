//! Making a decoded photo fit: turned, in sRGB, shrunk, and encoded in as many bytes as are allowed.

use image::DynamicImage;
use image::metadata::Orientation;

use super::limits::Limits;
use super::prepared::Change;
use crate::domain::{Code, Problem};
use crate::media::codec::decode::{Decoded, Picture};
use crate::media::codec::encode::{self, Ready};
use crate::media::transform::{color, scale, transparency};
use crate::media::{Format, Size};

/// Best first. Below the last one, fewer pixels look better than the same number worse.
const QUALITIES: [u8; 6] = [85, 80, 75, 70, 65, 60];

/// A photo smaller than this on its longest side is no use in a shop: then the limit cannot be met.
const SMALLEST_SIDE: u32 = 64;

/// The longest side a JPEG can state, made even.
const LARGEST_SIDE: u32 = 65_534;

pub struct Fitted {
    pub bytes: Vec<u8>,
    pub format: Format,
    pub size: Size,
    pub changes: Vec<Change>,
}

pub fn fit(decoded: Decoded, orientation: Orientation, source: Format, limits: &Limits) -> Result<Fitted, Problem> {
    let Decoded { mut picture, mut icc } = decoded;
    let mut transparent = false;
    if let Picture::Whole(image) = &mut picture {
        transparent = transparency::is_in(image);
        if !transparent && image.color().has_alpha() {
            *image = std::mem::take(image).into_rgb8().into();
        }
    }
    let original = scale::upright_size(picture.size(), orientation);
    let mut side = limits.max_side.unwrap_or(LARGEST_SIDE).min(LARGEST_SIDE).min(original.longest_side());
    let smallest = SMALLEST_SIDE.min(side).max(1);
    let mut to_turn = orientation;
    // Where all of its pixels are wanted, they are made right in their own place: a copy may not fit beside them.
    let mut in_place = side == original.longest_side();
    while side >= smallest {
        let ready = match &mut picture {
            Picture::Whole(image) if in_place => {
                let whole = make_right(std::mem::take(image), icc.take().as_deref(), to_turn);
                to_turn = Orientation::NoTransforms;
                Ready::Image(whole)
            }
            _ => render(&picture, side, to_turn, icc.as_deref(), limits)?,
        };
        let size = ready.size();
        match encode(&ready, transparent, limits)? {
            Attempt::Fits { bytes, format, quality } => {
                let mut changes = Vec::new();
                if orientation != Orientation::NoTransforms {
                    changes.push(Change::Turned);
                }
                if size != original {
                    changes.push(Change::Shrunk { from: original, to: size });
                }
                changes.push(Change::Encoded { from: source, to: format, quality });
                return Ok(Fitted { bytes, format, size, changes });
            }
            Attempt::TooLong(by) => {
                side = smaller(side, by);
                if let (true, Picture::Whole(_), Ready::Image(image)) = (std::mem::take(&mut in_place), &picture, ready) {
                    picture = Picture::Whole(image);
                }
            }
        }
    }
    Err(Problem::new(Code::PhotoTooLarge).saying(original.to_string()))
}

/// The picture as it will be sent. Shrinking comes first: the rest then has fewer pixels to handle.
fn render(picture: &Picture, side: u32, orientation: Orientation, icc: Option<&[u8]>, limits: &Limits) -> Result<Ready, Problem> {
    let to = scale::size_within(picture.size(), side, 2);
    if let (Picture::Planes(planes), None, true) = (picture, icc, limits.formats.contains(&Format::Jpeg))
        && let Some(halved) = planes.halved(to, orientation)
    {
        return halved.map(Ready::Subsampled420);
    }
    Ok(Ready::Image(make_right(picture.shrunk(to)?, icc, orientation)))
}

fn make_right(image: DynamicImage, icc: Option<&[u8]>, orientation: Orientation) -> DynamicImage {
    let mut image = match icc {
        Some(icc) => color::to_srgb(image, icc),
        None => image,
    };
    image.apply_orientation(orientation);
    image
}

enum Attempt {
    Fits {
        bytes: Vec<u8>,
        format: Format,
        quality: Option<u8>,
    },
    /// At the lowest quality, as a multiple of what is allowed.
    TooLong(f64),
}

/// What is transparent stays so where that fits; photos become JPEG wherever the marketplace takes it.
fn encode(ready: &Ready, transparent: bool, limits: &Limits) -> Result<Attempt, Problem> {
    let allowed = limits.max_bytes.unwrap_or(u64::MAX);
    let takes = |format| limits.formats.contains(&format);
    let mut shortest = u64::MAX;
    if let (Ready::Image(image), true) = (ready, transparent || !takes(Format::Jpeg)) {
        for format in [Format::Png, Format::WebP].into_iter().filter(|&format| takes(format)) {
            let bytes = if format == Format::Png { encode::png(image)? } else { encode::webp(image)? };
            if bytes.len() as u64 <= allowed {
                return Ok(Attempt::Fits { bytes, format, quality: None });
            }
            shortest = shortest.min(bytes.len() as u64);
        }
    }
    if takes(Format::Jpeg) {
        match best_jpeg(ready, allowed)? {
            Ok((bytes, quality)) => return Ok(Attempt::Fits { bytes, format: Format::Jpeg, quality: Some(quality) }),
            Err(length) => shortest = length,
        }
    }
    if shortest == u64::MAX {
        return Err(Problem::new(Code::PhotoFormatUnsupported));
    }
    Ok(Attempt::TooLong(shortest as f64 / allowed.max(1) as f64))
}

/// The best quality that fits, or how long the worst one still is.
fn best_jpeg(ready: &Ready, allowed: u64) -> Result<Result<(Vec<u8>, u8), u64>, Problem> {
    let mut best = None;
    let mut shortest = u64::MAX;
    // Lengths fall with quality, so the first quality that fits is found by halving.
    let (mut from, mut to) = (0, QUALITIES.len());
    let mut at = 0;
    while from < to {
        let quality = QUALITIES[at];
        let bytes = encode::jpeg(ready, quality)?;
        if bytes.len() as u64 <= allowed {
            best = Some((bytes, quality));
            to = at;
        } else {
            shortest = shortest.min(bytes.len() as u64);
            from = at + 1;
        }
        at = (from + to) / 2;
    }
    Ok(best.ok_or(shortest))
}

/// Bytes go with the number of pixels: the square of the side. A little less, so that one more try does it.
fn smaller(side: u32, too_long_by: f64) -> u32 {
    let factor = (0.95 / too_long_by.max(1.0).sqrt()).clamp(0.1, 0.95);
    (f64::from(side) * factor) as u32
}
