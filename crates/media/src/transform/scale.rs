//! Resizes decoded pictures.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8, U8x3, U8x4};
use fast_image_resize::{FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer};
use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};

use crate::Size;
use vitrine_domain::{Problem, ProblemKind};

/// The size of a decoded picture.
pub fn size_of(image: &DynamicImage) -> Size {
    Size::new(image.width(), image.height())
}

/// The size of a picture after rotating it upright.
pub const fn upright_size(size: Size, orientation: Orientation) -> Size {
    match orientation {
        Orientation::Rotate90
        | Orientation::Rotate270
        | Orientation::Rotate90FlipH
        | Orientation::Rotate270FlipH => Size::new(size.height, size.width),
        _ => size,
    }
}

/// The size of the same shape whose longest side is `side`, in pixels; never larger than `size`.
///
/// A reduced size is a multiple of `step` in both directions: 2 for what is sent, so that the 4:2:0 planes of
/// a JPEG end at the picture's edge in every rotation.
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
    let from = size_of(image);
    if from == to {
        return Ok(image.clone());
    }
    let (pixels, options) = (image.as_bytes(), &lanczos());
    match image {
        DynamicImage::ImageLuma8(_) => {
            GrayImage::from_raw(to.width, to.height, resample::<U8>(pixels, from, to, options)?)
                .map(Into::into)
        }
        DynamicImage::ImageRgb8(_) => {
            RgbImage::from_raw(to.width, to.height, resample::<U8x3>(pixels, from, to, options)?)
                .map(Into::into)
        }
        _ => RgbaImage::from_raw(to.width, to.height, resample::<U8x4>(pixels, from, to, options)?)
            .map(Into::into),
    }
    .ok_or_else(internal_error)
}

pub fn lanczos() -> ResizeOptions {
    ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
}

/// Resizes pixels of one type. `Resizer::resize`, which is told the type at run time, would compile the
/// filters of all thirteen types into this crate: 2 MB, and a quarter of its build time.
pub fn resample<P: PixelTrait>(
    pixels: &[u8],
    from: Size,
    to: Size,
    options: &ResizeOptions,
) -> Result<Vec<u8>, Problem> {
    let source = TypedImageRef::<P>::from_buffer(from.width, from.height, pixels).map_err(resize_error)?;
    let mut resized = vec![0; to.pixels() as usize * P::size()];
    let mut target = TypedImage::<P>::from_buffer(to.width, to.height, &mut resized).map_err(resize_error)?;
    Resizer::new().resize_typed(&source, &mut target, options).map_err(resize_error)?;
    drop(target);
    Ok(resized)
}

/// The problem of inconsistent sizes: an error of this program.
pub fn internal_error() -> Problem {
    Problem::new(ProblemKind::Internal)
}

/// The problem of a failed resize or encoding: an error of this program.
pub fn resize_error(error: impl std::fmt::Display) -> Problem {
    Problem::new(ProblemKind::Internal).with_quotation(error.to_string())
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
