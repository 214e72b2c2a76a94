//! Encodes pixels as JPEG, PNG or WebP.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, GrayImage, RgbImage};

use super::jpeg::{self, McuRow, Subsampled420};
use crate::Size;
use crate::transform::{scale, transparency};
use vitrine_domain::{Problem, ProblemKind};

/// A picture input to be encoded: upright and in sRGB.
pub enum EncoderInput {
    Image(DynamicImage),
    /// Planes for a JPEG only.
    Subsampled420(Subsampled420),
}

impl EncoderInput {
    pub fn size(&self) -> Size {
        match self {
            Self::Image(image) => scale::size_of(image),
            Self::Subsampled420(subsampled) => subsampled.size,
        }
    }
}

/// Encodes a baseline JPEG without metadata, with 4:2:0 colours as cameras store them. Transparent pixels
/// become white.
pub fn jpeg(input: &EncoderInput, quality: u8) -> Result<Vec<u8>, Problem> {
    let size = input.size();
    // The JPEG format stores sides in two bytes; a larger picture has to be resized first.
    if size.pixels() == 0 || size.longest_side() > u16::MAX.into() {
        return Err(Problem::new(ProblemKind::PhotoTooLarge).with_quotation(size.to_string()));
    }
    let steps = [LUMA_QUANTIZATION, CHROMA_QUANTIZATION].map(|steps| scale_quantization(steps, quality));
    let colored = |rgb: &RgbImage| jpeg::write(size, true, &steps, |top, row| fill_from_rgb(rgb, top, row));
    Ok(match input {
        EncoderInput::Subsampled420(subsampled) => {
            jpeg::write(size, subsampled.colors.is_some(), &steps, |top, row| {
                fill_from_planes(subsampled, top, row);
            })
        }
        EncoderInput::Image(DynamicImage::ImageLuma8(grey)) => {
            jpeg::write(size, false, &steps, |top, row| fill_from_grey(grey, top, row))
        }
        EncoderInput::Image(DynamicImage::ImageRgb8(rgb)) => colored(rgb),
        EncoderInput::Image(other) => colored(&transparency::on_white(other)),
    })
}

/// The quantization table of quality 50 for brightness (T.81 table K.1), in row order.
#[rustfmt::skip]
const LUMA_QUANTIZATION: [u16; 64] = [
    16, 11, 10, 16,  24,  40,  51,  61,
    12, 12, 14, 19,  26,  58,  60,  55,
    14, 13, 16, 24,  40,  57,  69,  56,
    14, 17, 22, 29,  51,  87,  80,  62,
    18, 22, 37, 56,  68, 109, 103,  77,
    24, 35, 55, 64,  81, 104, 113,  92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103,  99,
];
/// The same for colours (T.81 table K.2).
#[rustfmt::skip]
const CHROMA_QUANTIZATION: [u16; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99,
    18, 21, 26, 66, 99, 99, 99, 99,
    24, 26, 56, 99, 99, 99, 99, 99,
    47, 66, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
];

/// Scales a table to `quality` (50 to 99), slightly finer than other encoders do: optimised Huffman codes
/// save the bytes for it.
fn scale_quantization(steps: [u16; 64], quality: u8) -> [u16; 64] {
    let permille = 1995 - 20 * u32::from(quality);
    steps.map(|step| (((u32::from(step) * permille + 500) / 1000) as u16).max(1))
}

/// Copies the rows of a plane from `top` on into rows of `stride` bytes.
fn copy_rows(plane: &[u8], width: u32, top: usize, to: &mut [u8], stride: usize) {
    let width = width as usize;
    for (to, from) in to.chunks_exact_mut(stride).zip(plane[top * width..].chunks_exact(width)) {
        to[..width].copy_from_slice(from);
    }
}

fn fill_from_grey(grey: &GrayImage, top: usize, row: &mut McuRow) {
    copy_rows(grey, grey.width(), top, &mut row.luma, row.widths.0);
}

fn fill_from_planes(subsampled: &Subsampled420, top: usize, row: &mut McuRow) {
    copy_rows(&subsampled.luma, subsampled.size.width, top, &mut row.luma, row.widths.0);
    for (from, to) in subsampled.colors.iter().flatten().zip(&mut row.colors) {
        copy_rows(from, subsampled.size.width.div_ceil(2), top / 2, to, row.widths.1);
    }
}

/// Converts RGB to `YCbCr` as JFIF defines it. One chroma sample averages four pixels, or as many as there
/// are at the edge.
fn fill_from_rgb(rgb: &RgbImage, top: usize, row: &mut McuRow) {
    let width = 3 * rgb.width() as usize;
    let pairs = rgb.as_raw()[top * width..].chunks(2 * width);
    let (stride, half) = row.widths;
    let [blue, red] = &mut row.colors;
    let lumas = row.luma.chunks_exact_mut(2 * stride);
    for ((pair, luma), (blue, red)) in
        pairs.zip(lumas).zip(blue.chunks_exact_mut(half).zip(red.chunks_exact_mut(half)))
    {
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
            let [r, g, b] = [0, 1, 2].map(|at| {
                [above[at], above[last + at], below[at], below[last + at]].map(i32::from).iter().sum::<i32>()
            });
            // 128, and one half for rounding, of 4 · 2¹⁶.
            let color = |sum: i32| ((sum + (128 << 18) + (1 << 17) - 1) >> 18) as u8;
            *blue = color(32_768 * b - 11_059 * r - 21_709 * g);
            *red = color(32_768 * r - 27_439 * g - 5_329 * b);
        }
    }
}

/// Encodes a PNG.
pub fn png(image: &DynamicImage) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    image
        .write_with_encoder(PngEncoder::new_with_quality(
            &mut out,
            CompressionType::Default,
            FilterType::Adaptive,
        ))
        .map_err(internal_error)?;
    Ok(out)
}

/// Encodes a lossless WebP.
pub fn webp(image: &DynamicImage) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    image.write_with_encoder(WebPEncoder::new_lossless(&mut out)).map_err(internal_error)?;
    Ok(out)
}

fn internal_error(error: impl std::fmt::Display) -> Problem {
    Problem::new(ProblemKind::Internal).with_quotation(error.to_string())
}
