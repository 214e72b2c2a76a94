//! Resizes decoded pictures.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};

use crate::domain::{Code, Problem};
use crate::media::Size;

/// The size of a decoded picture.
pub fn size_of(image: &DynamicImage) -> Size {
    Size::new(image.width(), image.height())
}

/// The size of a picture after rotating it upright.
pub const fn upright_size(size: Size, orientation: Orientation) -> Size {
    match orientation {
        Orientation::Rotate90 | Orientation::Rotate270 | Orientation::Rotate90FlipH | Orientation::Rotate270FlipH => {
            Size::new(size.height, size.width)
        }
        _ => size,
    }
}

/// The size of the same shape whose longest side is `side`, in pixels; never larger than `size`.
///
/// A reduced size is a multiple of `step` in both directions: 2 for what is sent, so that the 4:2:0 planes of a JPEG end at
/// the picture's edge in every rotation.
pub fn size_within(size: Size, side: u32, step: u32) -> Size {
    if size.longest_side() <= side {
        return size;
    }
    let (longest, step) = (u64::from(size.longest_side()), u64::from(step));
    let side = (u64::from(side) / step).max(1);
    let scaled = |length: u32| ((u64::from(length) * side + longest / 2) / longest).max(1) * step;
    let within = |length: u32| u32::try_from(scaled(length)).unwrap_or(length).min(length);
    Size::new(within(size.width), within(size.height))
}

/// Shrinks with a Lanczos filter. The picture has to be grey, RGB or RGBA with eight bits per channel.
pub fn shrink(image: &DynamicImage, to: Size) -> Result<DynamicImage, Problem> {
    let kind = match image {
        DynamicImage::ImageLuma8(_) => PixelType::U8,
        DynamicImage::ImageRgb8(_) => PixelType::U8x3,
        _ => PixelType::U8x4,
    };
    if size_of(image) == to {
        return Ok(image.clone());
    }
    let source = ImageRef::new(image.width(), image.height(), image.as_bytes(), kind).map_err(resize_error)?;
    let mut target = Image::new(to.width, to.height, kind);
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(fast_image_resize::FilterType::Lanczos3));
    Resizer::new().resize(&source, &mut target, &options).map_err(resize_error)?;
    let pixels = target.into_vec();
    match kind {
        PixelType::U8 => GrayImage::from_raw(to.width, to.height, pixels).map(DynamicImage::from),
        PixelType::U8x3 => RgbImage::from_raw(to.width, to.height, pixels).map(DynamicImage::from),
        _ => RgbaImage::from_raw(to.width, to.height, pixels).map(DynamicImage::from),
    }
    .ok_or_else(internal_error)
}

/// The problem of inconsistent sizes: an error of this program.
pub fn internal_error() -> Problem {
    Problem::new(Code::Internal)
}

/// The problem of a failed resize or encoding: an error of this program.
pub fn resize_error(error: impl std::fmt::Display) -> Problem {
    Problem::new(Code::Internal).saying(error.to_string())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_shrunk_picture_fits_keeps_its_shape_and_is_never_empty(
            width in 1u32..70_000, height in 1u32..70_000, side in 2u32..5000, step in 1u32..=2,
        ) {
            let size = Size::new(width, height);
            let within = size_within(size, side, step);
            prop_assert!(within.width >= 1 && within.height >= 1);
            prop_assert!(within.longest_side() <= side);
            if within != size {
                prop_assert_eq!(within.longest_side(), side - side % step);
                let scale = f64::from(within.longest_side()) / f64::from(size.longest_side());
                prop_assert!((f64::from(within.height) - f64::from(height) * scale).abs() <= f64::from(step));
                prop_assert!((f64::from(within.width) - f64::from(width) * scale).abs() <= f64::from(step));
            }
        }
    }
}
