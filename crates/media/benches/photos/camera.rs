//! Photos as cameras make them: detail at every scale, edges, sensor noise, EXIF with a preview, stored
//! rotated.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

pub struct Photos {
    pub jpeg_12: PathBuf,
    pub jpeg_24: PathBuf,
    pub jpeg_5_mb: PathBuf,
    pub png_12: PathBuf,
    pub webp_12: PathBuf,
    /// The head of a 12-megapixel photo with its preview.
    pub head: Vec<u8>,
}

/// Creates the missing files.
pub fn photos(place: &Path) -> Photos {
    fs::create_dir_all(place).expect("a folder");
    let file = |name: &str| place.join(name);
    let photos = Photos {
        jpeg_12: file("12.jpg"),
        jpeg_24: file("24.jpg"),
        jpeg_5_mb: file("5mb.jpg"),
        png_12: file("12.png"),
        webp_12: file("12.webp"),
        head: Vec::new(),
    };
    if !photos.webp_12.exists() {
        let picture = scene(4000, 3000);
        fs::write(&photos.jpeg_12, jpeg(&picture, 92)).expect("a file");
        let larger = (92..=100).map(|quality| jpeg(&picture, quality)).find(|bytes| bytes.len() >= 5_000_000);
        fs::write(&photos.jpeg_5_mb, larger.expect("a photo of 5 MB")).expect("a file");
        picture.save_with_format(&photos.png_12, ImageFormat::Png).expect("a file");
        fs::write(&photos.jpeg_24, jpeg(&scene(6000, 4000), 92)).expect("a file");
        let mut webp = photos.webp_12.clone().into_os_string();
        webp.push("[Q=85]");
        let made = Command::new("vips").arg("copy").arg(&photos.png_12).arg(webp).status().expect("vips");
        assert!(made.success());
    }
    let mut head = fs::read(&photos.jpeg_12).expect("a photo");
    head.truncate(200_000);
    Photos { head, ..photos }
}

fn jpeg(picture: &RgbImage, quality: u8) -> Vec<u8> {
    let preview = DynamicImage::from(picture.clone()).thumbnail(160, 120).into_rgb8();
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, quality);
    encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
    encoder.add_exif_metadata(&exif(&encoded(&preview))).expect("EXIF that fits");
    encoder
        .encode(picture, picture.width() as u16, picture.height() as u16, ColorType::Rgb)
        .expect("a photo");
    out
}

fn encoded(picture: &RgbImage) -> Vec<u8> {
    let mut out = Vec::new();
    Encoder::new(&mut out, 85)
        .encode(picture, picture.width() as u16, picture.height() as u16, ColorType::Rgb)
        .expect("a preview");
    out
}

/// Orientation (a quarter turn), location, 20 kB of maker notes, and the preview.
fn exif(preview: &[u8]) -> Vec<u8> {
    const GPS: u32 = 64;
    const SECOND: u32 = 128;
    const PREVIEW: u32 = 20_000;
    let mut block = b"II\x2A\0\x08\0\0\0".to_vec();
    let directory = |block: &mut Vec<u8>, entries: &[(u16, u16, u32, u32)], next: u32| {
        block.extend((entries.len() as u16).to_le_bytes());
        for (tag, kind, count, value) in entries {
            block.extend(tag.to_le_bytes());
            block.extend(kind.to_le_bytes());
            block.extend(count.to_le_bytes());
            block.extend(value.to_le_bytes());
        }
        block.extend(next.to_le_bytes());
    };
    directory(&mut block, &[(0x0112, 3, 1, 6), (0x8825, 4, 1, GPS)], SECOND);
    block.resize(GPS as usize, 0);
    directory(&mut block, &[(1, 2, 2, u32::from(b'N'))], 0);
    block.resize(SECOND as usize, 0);
    directory(&mut block, &[(0x0201, 4, 1, PREVIEW), (0x0202, 4, 1, preview.len() as u32)], 0);
    block.resize(PREVIEW as usize, 0x5A);
    block.extend(preview);
    block
}

/// Uniform noise from a deterministic generator.
struct Noise(u32);

impl Noise {
    /// A value from -1 to 1.
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as f32 / 32_767.5 - 1.0
    }
}

/// As in nature: each smaller scale of detail is fainter.
fn scene(width: u32, height: u32) -> RgbImage {
    let mut noise = Noise(7);
    let mut sums = vec![[128.0_f32; 3]; (width * height) as usize];
    let (mut cell, mut strength) = (512, 60.0);
    while cell >= 2 {
        let across = width / cell + 2;
        let corners: Vec<[f32; 3]> = (0..across * (height / cell + 2))
            .map(|_| {
                let (light, color) = (noise.next(), 0.3 * noise.next());
                [light + color, light, light - color]
            })
            .collect();
        for (at, sum) in (0..).zip(&mut sums) {
            let (x, y) = (at % width, at / width);
            let corner = (y / cell * across + x / cell) as usize;
            let (right, down) = ((x % cell) as f32 / cell as f32, (y % cell) as f32 / cell as f32);
            let (above, below) = (corner, corner + across as usize);
            for (channel, sum) in sum.iter_mut().enumerate() {
                let between =
                    |row: usize| corners[row][channel] * (1.0 - right) + corners[row + 1][channel] * right;
                *sum += strength * (between(above) * (1.0 - down) + between(below) * down);
            }
        }
        cell /= 2;
        strength *= 0.62;
    }
    let mut picture = RgbImage::new(width, height);
    for (at, (pixel, sum)) in (0..).zip(picture.pixels_mut().zip(&sums)) {
        let (x, y) = (at % width, at / width);
        let edge = if (x / 97 + y / 131) % 5 == 0 { 40.0 } else { 0.0 };
        let sensor = 9.0 * (noise.next() + noise.next());
        *pixel = Rgb(sum.map(|channel| (channel + edge + sensor).clamp(0.0, 255.0) as u8));
    }
    picture
}
