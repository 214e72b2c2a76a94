//! QR codes and barcodes: drawn, and found in photos.

use std::collections::HashSet;

use rxing::common::HybridBinarizer;
use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, BinaryBitmap, DecodeHints, Luma8Source, MultiFormatReader, Reader, Writer};

use super::{Pixels, thumbnail};
use crate::domain::Problem;

/// The modules of a QR code, with the light margin around them that readers need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrCode {
    side: usize,
    dark: Vec<bool>,
}

impl QrCode {
    /// The QR code of a text; `None` if it is too long for one.
    pub fn of(text: &str) -> Option<Self> {
        let matrix = QRCodeWriter.encode(text, &BarcodeFormat::QR_CODE, 0, 0).ok()?;
        let (width, height) = (matrix.width(), matrix.height());
        let dark = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| matrix.get(x, y)).collect();
        Some(Self { side: usize::try_from(width).ok()?, dark })
    }

    /// The number of modules in a row or a column, with the margin.
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Whether a module is dark.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.side && self.dark.get(y * self.side + x).copied().unwrap_or_default()
    }
}

/// A code in a photo.
#[derive(Clone, Debug, PartialEq)]
pub enum FoundCode {
    /// The text of a QR code.
    Qr(String),
    /// The number of a barcode, and how much of the photo's shorter side it takes.
    Barcode { text: String, share: f32 },
}

/// The longer sides at which a photo is searched: fine enough for a card that takes a quarter of the photo; the smaller ones average
/// out noise, and the edges of a blurred code become steep.
const SIDES: [u32; 3] = [1000, 600, 360];

/// Looks for a code in a photo. Blocking.
///
/// # Errors
///
/// If the photo cannot be read. The problem names no file; the caller knows it.
pub fn find_code(photo: &[u8]) -> Result<Option<FoundCode>, Problem> {
    Ok(find_code_in(&thumbnail(photo, SIDES[0])?))
}

/// Looks for a code in a picture.
pub fn find_code_in(picture: &Pixels) -> Option<FoundCode> {
    let mut luma = Luma::of(picture);
    let formats = [BarcodeFormat::QR_CODE, BarcodeFormat::EAN_13, BarcodeFormat::CODE_128];
    let mut barcode = None;
    for side in SIDES {
        luma = luma.within(side);
        match luma.read(&formats) {
            Some(FoundCode::Qr(text)) => return Some(FoundCode::Qr(text)),
            found => barcode = barcode.or(found),
        }
    }
    barcode
}

/// A picture in shades of grey.
struct Luma {
    width: u32,
    height: u32,
    shades: Vec<u8>,
}

impl Luma {
    fn of(picture: &Pixels) -> Self {
        let shade = |pixel: &[u8]| ((u32::from(pixel[0]) * 77 + u32::from(pixel[1]) * 150 + u32::from(pixel[2]) * 29) >> 8) as u8;
        Self { width: picture.width, height: picture.height, shades: picture.rgba.chunks_exact(4).map(shade).collect() }
    }

    /// The picture with a longer side of at most `side`, each shade the mean of those that it takes the place of.
    fn within(self, side: u32) -> Self {
        let longer = self.width.max(self.height);
        if longer <= side || longer == 0 {
            return self;
        }
        let scaled = |length: u32| (u64::from(length) * u64::from(side) / u64::from(longer)).max(1) as u32;
        let (width, height) = (scaled(self.width), scaled(self.height));
        let span = |at: u32, from: u32, to: u32| {
            let edge = |at: u32| (u64::from(at) * u64::from(from) / u64::from(to)) as usize;
            edge(at)..edge(at + 1).max(edge(at) + 1)
        };
        let mut shades = Vec::with_capacity((width * height) as usize);
        for y in 0..height {
            for x in 0..width {
                let (columns, mut sum, mut count) = (span(x, self.width, width), 0_u32, 0_u32);
                for row in span(y, self.height, height) {
                    let from = row * self.width as usize;
                    for &shade in self.shades.get(from + columns.start..from + columns.end).unwrap_or_default() {
                        sum += u32::from(shade);
                        count += 1;
                    }
                }
                shades.push((sum / count.max(1)) as u8);
            }
        }
        Self { width, height, shades }
    }

    fn read(&self, formats: &[BarcodeFormat]) -> Option<FoundCode> {
        let source = Luma8Source::new_with_slice(&self.shades, self.width, self.height).ok()?;
        let possible: HashSet<BarcodeFormat> = formats.iter().copied().collect();
        let hints = DecodeHints { PossibleFormats: Some(possible), TryHarder: Some(true), ..DecodeHints::default() };
        let found = MultiFormatReader::default().decode_with_hints(&mut BinaryBitmap::new(HybridBinarizer::new(source)), &hints).ok()?;
        let text = found.getText().to_owned();
        if *found.getBarcodeFormat() == BarcodeFormat::QR_CODE {
            return Some(FoundCode::Qr(text));
        }
        let points = found.getPoints();
        let (first, last) = (points.first()?, points.last()?);
        let share = (first.x - last.x).hypot(first.y - last.y) / self.width.min(self.height).max(1) as f32;
        Some(FoundCode::Barcode { text, share })
    }
}
