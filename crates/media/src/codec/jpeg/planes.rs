//! The separate planes of a JPEG: luma and chroma, the latter often at half the size.

use fast_image_resize::pixels::U8;
use image::metadata::Orientation;
use image::{DynamicImage, GrayImage, RgbImage};

use super::scan::Component;
use crate::Size;
use crate::transform::{color, scale};
use vitrine_domain::Problem;

/// The colour space of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    Grey,
    YCbCr,
    Rgb,
    /// Cyan, magenta, yellow and black, inverted as Adobe's programs store them.
    Cmyk,
    /// `Cmyk` with the first three channels stored as `YCbCr`.
    Ycck,
}

/// A picture read at a reduced size, not yet rotated upright.
pub struct Planes {
    /// The size of the original picture.
    pub size: Size,
    pub colors: Colors,
    /// The profile of the press for which CMYK values were made.
    cmyk_profile: Option<Vec<u8>>,
    planes: Vec<Plane>,
}

struct Plane {
    pixels: Vec<u8>,
    width: u32,
    height: u32,
    /// The part that belongs to the picture, in fractions of pixels: the last blocks may extend beyond it.
    exact: (f64, f64),
}

impl Planes {
    pub(super) fn new(
        size: Size,
        colors: Colors,
        cmyk_profile: Option<Vec<u8>>,
        max_sampling: (usize, usize),
        components: Vec<Component>,
    ) -> Self {
        let planes = components.into_iter().map(|component| {
            let exact = |length: u32, part: usize, whole: usize| {
                f64::from(length) * (part * component.side) as f64 / (8 * whole) as f64
            };
            let exact = (
                exact(size.width, component.h_sampling, max_sampling.0),
                exact(size.height, component.v_sampling, max_sampling.1),
            );
            let (width, height) = (exact.0.ceil() as usize, exact.1.ceil() as usize);
            let mut pixels = component.pixels;
            // Resampling filters reach beyond the edge and would mix in the padding of the last blocks.
            for row in 1..height {
                pixels.copy_within(row * component.stride..row * component.stride + width, row * width);
            }
            pixels.truncate(width * height);
            Plane { pixels, width: width as u32, height: height as u32, exact }
        });
        Self { size, colors, cmyk_profile, planes: planes.collect() }
    }

    /// Resizes to `to` pixels and converts to grey or RGB.
    pub fn image(&self, to: Size) -> Result<DynamicImage, Problem> {
        let planes = self.planes.iter().map(|plane| plane.resized(to)).collect::<Result<Vec<_>, _>>()?;
        if let [grey] = planes.as_slice() {
            return GrayImage::from_raw(to.width, to.height, grey.clone())
                .map(Into::into)
                .ok_or_else(scale::internal_error);
        }
        let mut pixels = Vec::with_capacity(3 * to.pixels() as usize);
        let black = planes.get(3).map_or(&[][..], Vec::as_slice);
        if let [first, second, third, ..] = planes.as_slice() {
            let colored = first.iter().zip(second).zip(third).map(|((&a, &b), &c)| [a, b, c]);
            match self.colors {
                Colors::Grey | Colors::Rgb => pixels.extend(colored.flatten()),
                Colors::YCbCr => pixels.extend(colored.flat_map(rgb)),
                Colors::Cmyk | Colors::Ycck => {
                    let stored = colored
                        .zip(black)
                        .map(|([first, second, third], &black)| [first, second, third, black]);
                    pixels = cmyk_to_rgb(stored, self.colors, self.cmyk_profile.as_deref());
                }
            }
        }
        RgbImage::from_raw(to.width, to.height, pixels).map(Into::into).ok_or_else(scale::internal_error)
    }

    /// Whether [`Self::subsampled`] supports this picture at `to` pixels.
    pub fn can_subsample(&self, to: Size) -> bool {
        let even = to.width.is_multiple_of(2) && to.height.is_multiple_of(2);
        self.colors == Colors::Grey || (self.colors == Colors::YCbCr && even)
    }

    /// The picture in `to` pixels, for a JPEG with 4:2:0 subsampling. With colours, both sides of `to` have
    /// to be even. `None`: the colour space is not supported.
    pub fn subsampled(&self, to: Size, orientation: Orientation) -> Option<Result<Subsampled420, Problem>> {
        let (luma, colors) = match self.planes.as_slice() {
            _ if !self.can_subsample(to) => return None,
            [luma, blue, red] => (luma, Some((blue, red))),
            planes => (planes.first()?, None),
        };
        let half = Size::new(to.width / 2, to.height / 2);
        let upright = |plane: &Plane, to| plane.resized(to).map(|pixels| rotated(pixels, to, orientation));
        let subsampled = || {
            Ok(Subsampled420 {
                size: scale::upright_size(to, orientation),
                luma: upright(luma, to)?,
                colors: colors
                    .map(|(blue, red)| Ok::<_, Problem>([upright(blue, half)?, upright(red, half)?]))
                    .transpose()?,
            })
        };
        Some(subsampled())
    }
}

/// Upright planes with 4:2:0 subsampling.
pub struct Subsampled420 {
    pub size: Size,
    /// Y, one byte per pixel, row by row.
    pub luma: Vec<u8>,
    /// Cb and Cr; `None` for grey pictures.
    pub colors: Option<[Vec<u8>; 2]>,
}

impl Plane {
    fn resized(&self, to: Size) -> Result<Vec<u8>, Problem> {
        let options = scale::lanczos().crop(0.0, 0.0, self.exact.0, self.exact.1);
        scale::resample::<U8>(&self.pixels, Size::new(self.width, self.height), to, &options)
    }
}

/// Converts stored CMYK samples to RGB: by the profile of their press, otherwise by multiplying ink
/// densities.
pub fn cmyk_to_rgb(
    stored: impl ExactSizeIterator<Item = [u8; 4]> + Clone,
    colors: Colors,
    cmyk_profile: Option<&[u8]>,
) -> Vec<u8> {
    let inverted = stored.map(|[first, second, third, black]| {
        let colored = [first, second, third];
        let [cyan, magenta, yellow] =
            if colors == Colors::Ycck { rgb(colored).map(|ink| 255 - ink) } else { colored };
        [cyan, magenta, yellow, black]
    });
    let by_profile = cmyk_profile.and_then(|cmyk_profile| {
        color::cmyk_to_srgb(cmyk_profile, inverted.clone().map(|cmyk| cmyk.map(|ink| 255 - ink)))
    });
    by_profile.unwrap_or_else(|| {
        inverted
            .flat_map(|[cyan, magenta, yellow, black]| {
                [cyan, magenta, yellow].map(|ink| multiply(ink, black))
            })
            .collect()
    })
}

/// Converts `YCbCr` to RGB as JFIF defines it.
fn rgb([y, cb, cr]: [u8; 3]) -> [u8; 3] {
    let (y, cb, cr) = (i32::from(y) << 16, i32::from(cb) - 128, i32::from(cr) - 128);
    [y + 91_881 * cr, y - 22_554 * cb - 46_802 * cr, y + 116_130 * cb]
        .map(|sum| ((sum + 32_768) >> 16).clamp(0, 255) as u8)
}

fn multiply(a: u8, b: u8) -> u8 {
    ((u32::from(a) * u32::from(b) + 127) / 255) as u8
}

/// Rotates a plane of `size` upright.
fn rotated(pixels: Vec<u8>, size: Size, orientation: Orientation) -> Vec<u8> {
    let (width, height) = (size.width as usize, size.height as usize);
    let (swap, flip_x, flip_y) = match orientation {
        Orientation::NoTransforms => return pixels,
        Orientation::FlipHorizontal => (false, true, false),
        Orientation::Rotate180 => (false, true, true),
        Orientation::FlipVertical => (false, false, true),
        Orientation::Rotate90FlipH => (true, false, false),
        Orientation::Rotate90 => (true, true, false),
        Orientation::Rotate270FlipH => (true, true, true),
        Orientation::Rotate270 => (true, false, true),
    };
    let mut out = if swap { transposed(&pixels, width, height) } else { pixels };
    let width = if swap { height } else { width };
    if flip_x {
        out.chunks_exact_mut(width.max(1)).for_each(<[u8]>::reverse);
    }
    if flip_y {
        let height = out.len() / width.max(1);
        for row in 0..height / 2 {
            let (upper, lower) = out.split_at_mut((height - 1 - row) * width);
            upper[row * width..(row + 1) * width].swap_with_slice(&mut lower[..width]);
        }
    }
    out
}

/// Transposes in squares small enough for the processor's cache.
fn transposed(pixels: &[u8], width: usize, height: usize) -> Vec<u8> {
    const SQUARE: usize = 32;
    let mut out = vec![0; pixels.len()];
    for top in (0..height).step_by(SQUARE) {
        for left in (0..width).step_by(SQUARE) {
            let rows = top..height.min(top + SQUARE);
            for x in left..width.min(left + SQUARE) {
                let to = &mut out[x * height + rows.start..x * height + rows.end];
                for (to, y) in to.iter_mut().zip(rows.clone()) {
                    *to = pixels[y * width + x];
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_are_rotated_like_whole_pictures() {
        let size = Size::new(70, 45);
        let pixels: Vec<u8> = (0..size.pixels()).map(|at| (at * 31 % 251) as u8).collect();
        for value in 1..=8 {
            let orientation = Orientation::from_exif(value).unwrap();
            let mut whole =
                DynamicImage::from(GrayImage::from_raw(size.width, size.height, pixels.clone()).unwrap());
            whole.apply_orientation(orientation);
            assert_eq!(rotated(pixels.clone(), size, orientation), whole.into_bytes(), "orientation {value}");
        }
    }
}
