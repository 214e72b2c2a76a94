//! Makes a decoded photo fit the limits: rotates it upright, converts it to sRGB, resizes it, and encodes it
//! in the allowed number of bytes.

use image::DynamicImage;
use image::metadata::Orientation;

use crate::codec::decode::{Decoded, Picture};
use crate::codec::encode::{self, EncoderInput};
use crate::transform::{color, scale, transparency};
use crate::{Format, Size};
use vitrine_domain::{Problem, ProblemKind};

/// JPEG qualities, best first. Below the last one, fewer pixels look better than the same number at a lower
/// quality.
const QUALITIES: [u8; 6] = [85, 80, 75, 70, 65, 60];

/// Photos with a longest side below this are useless in a shop: the limit cannot be met.
const MIN_SIDE: u32 = 64;

/// The longest side a JPEG can state, rounded down to an even number.
const MAX_SIDE: u32 = 65_534;

/// An encoded photo that fits the limits.
pub struct Fitted {
    pub bytes: Vec<u8>,
    pub format: Format,
    pub size: Size,
    pub changes: Vec<Change>,
}

/// Encodes the photo at the best quality that fits `limits`, resizing it where necessary.
///
/// # Errors
///
/// `PhotoTooLarge` if it does not fit even at the smallest size, `PhotoFormatUnsupported` if no allowed
/// format can be written.
pub fn fit(
    decoded: Decoded,
    orientation: Orientation,
    source: Format,
    limits: &Limits,
) -> Result<Fitted, Problem> {
    let Decoded { mut picture, mut icc } = decoded;
    let mut transparent = false;
    if let Picture::Whole(image) = &mut picture {
        transparent = transparency::is_in(image);
        if !transparent && image.color().has_alpha() {
            *image = std::mem::take(image).into_rgb8().into();
        }
    }
    let original = scale::upright_size(picture.size(), orientation);
    let mut side = limits.max_side.unwrap_or(MAX_SIDE).min(MAX_SIDE).min(original.longest_side());
    let smallest = MIN_SIDE.min(side).max(1);
    let mut to_rotate = orientation;
    // At full size the picture is converted in place: memory may not suffice for a copy.
    let mut in_place = side == original.longest_side();
    while side >= smallest {
        let input = match &mut picture {
            Picture::Whole(image) if in_place => {
                let whole = to_upright_srgb(std::mem::take(image), icc.take().as_deref(), to_rotate);
                to_rotate = Orientation::NoTransforms;
                EncoderInput::Image(whole)
            }
            _ => render(&picture, side, to_rotate, icc.as_deref(), limits)?,
        };
        let size = input.size();
        match encode(&input, transparent, limits)? {
            Attempt::Fits { bytes, format, quality } => {
                let mut changes = Vec::new();
                if orientation != Orientation::NoTransforms {
                    changes.push(Change::Rotated);
                }
                if size != original {
                    changes.push(Change::Shrunk { from: original, to: size });
                }
                changes.push(Change::Encoded { from: source, to: format, quality });
                return Ok(Fitted { bytes, format, size, changes });
            }
            Attempt::TooLong(by) => {
                side = smaller(side, by);
                if let (true, Picture::Whole(_), EncoderInput::Image(image)) =
                    (std::mem::take(&mut in_place), &picture, input)
                {
                    picture = Picture::Whole(image);
                }
            }
        }
    }
    Err(Problem::new(ProblemKind::PhotoTooLarge).with_quotation(original.to_string()))
}

/// Renders the picture to be encoded. Shrinking comes first, so that the other steps handle fewer pixels.
fn render(
    picture: &Picture,
    side: u32,
    orientation: Orientation,
    icc: Option<&[u8]>,
    limits: &Limits,
) -> Result<EncoderInput, Problem> {
    let to = scale::size_within(picture.size(), side, 2);
    if let (Picture::Planes(planes), None, true) = (picture, icc, limits.formats.contains(&Format::Jpeg))
        && let Some(subsampled) = planes.subsampled(to, orientation)
    {
        return subsampled.map(EncoderInput::Subsampled420);
    }
    Ok(EncoderInput::Image(to_upright_srgb(picture.resized(to)?, icc, orientation)))
}

fn to_upright_srgb(image: DynamicImage, icc: Option<&[u8]>, orientation: Orientation) -> DynamicImage {
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
    /// How many times longer than allowed it is at the lowest quality.
    TooLong(f64),
}

/// Transparent pictures stay transparent where that fits; photos become JPEG wherever the marketplace accepts
/// it.
fn encode(input: &EncoderInput, transparent: bool, limits: &Limits) -> Result<Attempt, Problem> {
    let allowed = limits.max_bytes.unwrap_or(u64::MAX);
    let takes = |format| limits.formats.contains(&format);
    let mut shortest = u64::MAX;
    if let (EncoderInput::Image(image), true) = (input, transparent || !takes(Format::Jpeg)) {
        for format in [Format::Png, Format::WebP].into_iter().filter(|&format| takes(format)) {
            let bytes = if format == Format::Png { encode::png(image)? } else { encode::webp(image)? };
            if bytes.len() as u64 <= allowed {
                return Ok(Attempt::Fits { bytes, format, quality: None });
            }
            shortest = shortest.min(bytes.len() as u64);
        }
    }
    if takes(Format::Jpeg) {
        match best_jpeg(input, allowed)? {
            Ok((bytes, quality)) => {
                return Ok(Attempt::Fits { bytes, format: Format::Jpeg, quality: Some(quality) });
            }
            Err(length) => shortest = length,
        }
    }
    if shortest == u64::MAX {
        return Err(Problem::new(ProblemKind::PhotoFormatUnsupported));
    }
    Ok(Attempt::TooLong(shortest as f64 / allowed.max(1) as f64))
}

/// The best quality that fits, or the length at the lowest one.
fn best_jpeg(input: &EncoderInput, allowed: u64) -> Result<Result<(Vec<u8>, u8), u64>, Problem> {
    let mut best = None;
    let mut shortest = u64::MAX;
    // The length falls with the quality, so a binary search finds the best quality that fits.
    let (mut from, mut to) = (0, QUALITIES.len());
    let mut at = 0;
    while from < to {
        let quality = QUALITIES[at];
        let bytes = encode::jpeg(input, quality)?;
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

/// The next side to try: length is proportional to the square of the side. A little less, so that one retry
/// suffices.
fn smaller(side: u32, too_long_by: f64) -> u32 {
    let factor = (0.95 / too_long_by.max(1.0).sqrt()).clamp(0.1, 0.95);
    (f64::from(side) * factor) as u32
}

/// What a marketplace accepts: from the market file, or learned from its refusals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The length of the file.
    pub max_bytes: Option<u64>,
    /// The longest side, in pixels.
    pub max_side: Option<u32>,
    /// The accepted formats.
    pub formats: Vec<Format>,
}

impl Default for Limits {
    /// No limit except the formats that public clients of the marketplace list.
    fn default() -> Self {
        Self {
            max_bytes: None,
            max_side: None,
            formats: vec![Format::Jpeg, Format::Png, Format::WebP, Format::Gif, Format::Bmp],
        }
    }
}

/// Whether a file may be sent without re-encoding it.
pub fn fits(bytes: u64, format: Format, size: Size, limits: &Limits) -> bool {
    // Metadata are not removed from it, so it is always re-encoded.
    let never_sent = format == Format::Heic;
    !never_sent
        && limits.formats.contains(&format)
        && limits.max_bytes.is_none_or(|most| bytes <= most)
        && limits.max_side.is_none_or(|most| size.longest_side() <= most)
}

/// A change made to a photo before upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Camera, owner and, with `location`, the position were removed. No pixel changed.
    Cleaned { location: bool },
    /// A person's edits were applied: rotation, crop and so on.
    Edited,
    /// The photo was stored rotated or mirrored; its pixels are upright now.
    Rotated,
    /// It was resized, in pixels.
    Shrunk { from: Size, to: Size },
    /// It was re-encoded; `quality` out of 100, where the format has one.
    Encoded { from: Format, to: Format, quality: Option<u8> },
}
