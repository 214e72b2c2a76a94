//! HEIC and AVIF through the system's libheif; only in builds with the feature `heif`.

use image::{DynamicImage, RgbImage, RgbaImage};
use libheif_rs::{ColorSpace, HeifContext, HeifError, LibHeif, RgbChroma};

use crate::media::Size;

/// The size after libheif has applied the file's own rotation: decoded pictures are upright.
pub fn size(bytes: &[u8]) -> Result<Size, HeifError> {
    let context = HeifContext::read_from_bytes(bytes)?;
    let picture = context.primary_image_handle()?;
    Ok(Size::new(picture.width(), picture.height()))
}

/// The main picture and its colour profile. `None`: libheif returned another layout than requested.
pub fn decode(bytes: &[u8]) -> Result<Option<(DynamicImage, Option<Vec<u8>>)>, HeifError> {
    let context = HeifContext::read_from_bytes(bytes)?;
    let picture = context.primary_image_handle()?;
    let icc = picture.color_profile_raw().map(|profile| profile.data);
    let alpha = picture.has_alpha_channel();
    let (chroma, channels) = if alpha { (RgbChroma::Rgba, 4) } else { (RgbChroma::Rgb, 3) };
    let decoded = LibHeif::new().decode(&picture, ColorSpace::Rgb(chroma), None)?;
    let Some(plane) = decoded.planes().interleaved else { return Ok(None) };
    let row = plane.width as usize * channels;
    let rows = plane.data.chunks(plane.stride.max(1)).take(plane.height as usize);
    let pixels: Vec<u8> = rows.flat_map(|bytes| bytes.get(..row).unwrap_or_default()).copied().collect();
    let image = if alpha {
        RgbaImage::from_raw(plane.width, plane.height, pixels).map(DynamicImage::from)
    } else {
        RgbImage::from_raw(plane.width, plane.height, pixels).map(DynamicImage::from)
    };
    Ok(image.map(|image| (image, icc)))
}
