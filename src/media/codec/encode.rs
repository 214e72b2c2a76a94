//! From pixels to bytes.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, GrayImage, RgbImage};

use super::jpeg::{self, Band, Subsampled420};
use crate::domain::{Code, Problem};
use crate::media::Size;
use crate::media::transform::{scale, transparency};

/// A picture as it will be sent, upright and in sRGB.
pub enum Ready {
    Image(DynamicImage),
    /// For a JPEG only.
    Subsampled420(Subsampled420),
}

impl Ready {
    pub fn size(&self) -> Size {
        match self {
            Self::Image(image) => scale::size_of(image),
            Self::Subsampled420(halved) => halved.size,
        }
    }
}

/// Baseline JPEG without metadata, colours at half resolution as cameras store them. Transparency shows white.
pub fn jpeg(ready: &Ready, quality: u8) -> Result<Vec<u8>, Problem> {
    let size = ready.size();
    // The format holds sides of two bytes; a longer picture has to be shrunk before.
    if size.pixels() == 0 || size.longest_side() > u16::MAX.into() {
        return Err(Problem::new(Code::PhotoTooLarge).saying(size.to_string()));
    }
    let steps = [LUMA, COLORS].map(|steps| finer(steps, quality));
    let colored = |rgb: &RgbImage| jpeg::write(size, true, &steps, |top, band| from_rgb(rgb, top, band));
    Ok(match ready {
        Ready::Subsampled420(halved) => jpeg::write(size, halved.colors.is_some(), &steps, |top, band| from_halved(halved, top, band)),
        Ready::Image(DynamicImage::ImageLuma8(grey)) => jpeg::write(size, false, &steps, |top, band| from_grey(grey, top, band)),
        Ready::Image(DynamicImage::ImageRgb8(rgb)) => colored(rgb),
        Ready::Image(other) => colored(&transparency::on_white(other)),
    })
}

/// The steps of quality 50 (T.81 K.1), in rows.
#[rustfmt::skip]
const LUMA: [u16; 64] = [
    16, 11, 10, 16,  24,  40,  51,  61,
    12, 12, 14, 19,  26,  58,  60,  55,
    14, 13, 16, 24,  40,  57,  69,  56,
    14, 17, 22, 29,  51,  87,  80,  62,
    18, 22, 37, 56,  68, 109, 103,  77,
    24, 35, 55, 64,  81, 104, 113,  92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103,  99,
];
#[rustfmt::skip]
const COLORS: [u16; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99,
    18, 21, 26, 66, 99, 99, 99, 99,
    24, 26, 56, 99, 99, 99, 99, 99,
    47, 66, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
];

/// A little finer than others make it at this `quality` (50 to 99), out of what the picture's own codes save.
fn finer(steps: [u16; 64], quality: u8) -> [u16; 64] {
    let permille = 1995 - 20 * u32::from(quality);
    steps.map(|step| (((u32::from(step) * permille + 500) / 1000) as u16).max(1))
}

/// Rows of a plane `width` wide, into rows of `stride`.
fn rows(plane: &[u8], width: u32, top: usize, to: &mut [u8], stride: usize) {
    let width = width as usize;
    for (to, from) in to.chunks_exact_mut(stride).zip(plane[top * width..].chunks_exact(width)) {
        to[..width].copy_from_slice(from);
    }
}

fn from_grey(grey: &GrayImage, top: usize, band: &mut Band) {
    rows(grey, grey.width(), top, &mut band.luma, band.widths.0);
}

fn from_halved(halved: &Subsampled420, top: usize, band: &mut Band) {
    rows(&halved.luma, halved.size.width, top, &mut band.luma, band.widths.0);
    for (from, to) in halved.colors.iter().flatten().zip(&mut band.colors) {
        rows(from, halved.size.width.div_ceil(2), top / 2, to, band.widths.1);
    }
}

/// As JFIF defines it; a colour is that of four pixels together, or as many as there are at the edge.
fn from_rgb(rgb: &RgbImage, top: usize, band: &mut Band) {
    let width = 3 * rgb.width() as usize;
    let pairs = rgb.as_raw()[top * width..].chunks(2 * width);
    let (stride, half) = band.widths;
    let [blue, red] = &mut band.colors;
    let lumas = band.luma.chunks_exact_mut(2 * stride);
    for ((pair, luma), (blue, red)) in pairs.zip(lumas).zip(blue.chunks_exact_mut(half).zip(red.chunks_exact_mut(half))) {
        let (upper, lower) = pair.split_at(width);
        let lower = if lower.is_empty() { upper } else { lower };
        let (upper_luma, lower_luma) = luma.split_at_mut(stride);
        for (luma, row) in [(upper_luma, upper), (lower_luma, lower)] {
            for (to, pixel) in luma.iter_mut().zip(row.as_chunks::<3>().0) {
                let [r, g, b] = pixel.map(u32::from);
                *to = ((19_595 * r + 38_470 * g + 7_471 * b + 32_768) >> 16) as u8;
            }
        }
        let colors = blue.iter_mut().zip(red);
        for ((blue, red), (above, below)) in colors.zip(upper.chunks(6).zip(lower.chunks(6))) {
            let last = above.len() - 3;
            let [r, g, b] =
                [0, 1, 2].map(|at| [above[at], above[last + at], below[at], below[last + at]].map(i32::from).iter().sum::<i32>());
            // 128, and a half to round by, of 4 · 2¹⁶.
            let color = |sum: i32| ((sum + (128 << 18) + (1 << 17) - 1) >> 18) as u8;
            *blue = color(32_768 * b - 11_059 * r - 21_709 * g);
            *red = color(32_768 * r - 27_439 * g - 5_329 * b);
        }
    }
}

pub fn png(image: &DynamicImage) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    image.write_with_encoder(PngEncoder::new_with_quality(&mut out, CompressionType::Default, FilterType::Adaptive)).map_err(fault)?;
    Ok(out)
}

pub fn webp(image: &DynamicImage) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    image.write_with_encoder(WebPEncoder::new_lossless(&mut out)).map_err(fault)?;
    Ok(out)
}

fn fault(error: impl std::fmt::Display) -> Problem {
    Problem::new(Code::Internal).saying(error.to_string())
}
