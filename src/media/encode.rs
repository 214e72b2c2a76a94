//! From pixels to bytes.

use std::io::{self, Write};

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, Rgb, RgbImage};
use jpeg_encoder::{ChromaSubsamplingMethod, ColorType, Encoder, SamplingFactor};

use crate::domain::{Code, Problem};

/// Bytes up to a limit; what comes after is only counted. Of a large picture that misses the limit there is much.
pub struct Bounded {
    pub bytes: Vec<u8>,
    pub length: u64,
    most: u64,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.length += bytes.len() as u64;
        if self.length <= self.most {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.bytes = Vec::new();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Baseline JPEG without metadata, colours at half resolution as cameras store them. Transparency shows white.
pub fn jpeg(image: &DynamicImage, quality: u8, most: u64) -> Result<Bounded, Problem> {
    let mut out = Bounded { bytes: Vec::new(), length: 0, most };
    let mut encoder = Encoder::new(&mut out, quality);
    encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
    encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    let flattened;
    let (pixels, color) = match image {
        DynamicImage::ImageLuma8(grey) => (grey.as_raw(), ColorType::Luma),
        DynamicImage::ImageRgb8(rgb) => (rgb.as_raw(), ColorType::Rgb),
        other => {
            flattened = on_white(other);
            (flattened.as_raw(), ColorType::Rgb)
        }
    };
    // The format holds sides of two bytes; a longer picture has to be shrunk before.
    let sides = u16::try_from(image.width()).and_then(|width| Ok((width, u16::try_from(image.height())?)));
    let (width, height) = sides.map_err(|_| Problem::new(Code::PhotoTooLarge).saying(super::scale::size_of(image).to_string()))?;
    encoder.encode(pixels, width, height, color).map_err(fault)?;
    Ok(out)
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

fn on_white(image: &DynamicImage) -> RgbImage {
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
