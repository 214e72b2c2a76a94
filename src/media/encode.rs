//! From pixels to bytes.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, Rgb, RgbImage};
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, ImageBuffer, JpegColorType, QuantizationTableType, SamplingFactor};

use super::jpeg::{self, Halved};
use super::{Size, scale};
use crate::domain::{Code, Problem};

/// A picture as it will be sent, upright and in sRGB.
pub enum Ready {
    Image(DynamicImage),
    /// For a JPEG only.
    Halved(Halved),
}

impl Ready {
    pub fn size(&self) -> Size {
        match self {
            Self::Image(image) => scale::size_of(image),
            Self::Halved(halved) => halved.size,
        }
    }
}

/// Baseline JPEG without metadata, colours at half resolution as cameras store them. Transparency shows white.
pub fn jpeg(ready: &Ready, quality: u8) -> Result<Vec<u8>, Problem> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, quality);
    let [luma, colors] = [LUMA, COLORS].map(|steps| QuantizationTableType::Custom(Box::new(finer(steps, quality))));
    encoder.set_quantization_tables(luma, colors);
    encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
    if matches!(ready, Ready::Image(_)) {
        encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    }
    let size = ready.size();
    // The format holds sides of two bytes; a longer picture has to be shrunk before.
    let sides = u16::try_from(size.width).and_then(|width| Ok((width, u16::try_from(size.height)?)));
    let (width, height) = sides.map_err(|_| Problem::new(Code::PhotoTooLarge).saying(size.to_string()))?;
    match ready {
        Ready::Halved(halved) => encoder.encode_image(Rows { halved, width, height }),
        Ready::Image(DynamicImage::ImageLuma8(grey)) => encoder.encode(grey.as_raw(), width, height, ColorType::Luma),
        Ready::Image(DynamicImage::ImageRgb8(rgb)) => encoder.encode(rgb.as_raw(), width, height, ColorType::Rgb),
        Ready::Image(other) => encoder.encode(on_white(other).as_raw(), width, height, ColorType::Rgb),
    }
    .map_err(fault)?;
    // The encoder itself would find the best codes only for colours one after another, which is read slowly.
    Ok(jpeg::shorter(&out).unwrap_or(out))
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

/// A little finer than others make it at this `quality` (50 to 99), out of what [`jpeg::shorter`] saves.
fn finer(steps: [u16; 64], quality: u8) -> [u16; 64] {
    let permille = 1995 - 20 * u32::from(quality);
    steps.map(|step| (((u32::from(step) * permille + 500) / 1000) as u16).max(1))
}

/// The encoder asks for whole rows of colours and takes every other one of every other row: none is lost.
struct Rows<'a> {
    halved: &'a Halved,
    width: u16,
    height: u16,
}

impl ImageBuffer for Rows<'_> {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        JpegColorType::Ycbcr
    }

    fn width(&self) -> u16 {
        self.width
    }

    fn height(&self) -> u16 {
        self.height
    }

    fn fill_buffers(&self, y: u16, buffers: &mut [Vec<u8>; 4]) {
        fn row(plane: &[u8], y: u16, width: u16) -> &[u8] {
            let begin = usize::from(y) * usize::from(width);
            &plane[begin..begin + usize::from(width)]
        }
        buffers[0].extend_from_slice(row(&self.halved.luma, y, self.width));
        for (buffer, plane) in buffers[1..].iter_mut().zip([&self.halved.blue, &self.halved.red]) {
            buffer.extend(row(plane, y / 2, self.width / 2).iter().flat_map(|&color| [color; 2]));
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

pub fn has_transparency(image: &DynamicImage) -> bool {
    matches!(image, DynamicImage::ImageRgba8(rgba) if rgba.pixels().any(|pixel| pixel[3] < u8::MAX))
}

pub fn on_white(image: &DynamicImage) -> RgbImage {
    let rgba = image.to_rgba8();
    let mut out = RgbImage::new(rgba.width(), rgba.height());
    for (to, from) in out.pixels_mut().zip(rgba.pixels()) {
        let [r, g, b, alpha] = from.0;
        let blend = |channel: u8| {
            let sum = u32::from(channel) * u32::from(alpha) + 255 * (255 - u32::from(alpha));
            ((sum + 127) / 255) as u8
        };
        *to = Rgb([blend(r), blend(g), blend(b)]);
    }
    out
}

fn fault(error: impl std::fmt::Display) -> Problem {
    Problem::new(Code::Internal).saying(error.to_string())
}
