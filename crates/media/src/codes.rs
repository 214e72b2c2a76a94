//! QR codes and barcodes: drawn, and found in photos.

use std::collections::HashSet;

use rxing::common::HybridBinarizer;
use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, BinaryBitmap, DecodeHints, Luma8Source, MultiFormatReader, Reader, Writer};

use super::{Pixels, thumbnail};
use vitrine_domain::Problem;

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
        let dark = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| matrix.get(x, y))
            .collect();
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

/// The longer sides at which a photo is searched: fine enough for a card that takes a quarter of the photo;
/// the smaller ones average out noise, and the edges of a blurred code become steep.
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
    let whole = Luma::of(picture).within(SIDES[0]).enlarged(SIDES[0]);
    let formats = [BarcodeFormat::QR_CODE, BarcodeFormat::EAN_13, BarcodeFormat::CODE_128];
    let (mut barcode, mut luma) = (None, whole.clone());
    for side in SIDES {
        luma = luma.within(side);
        match luma.read(&formats) {
            Some(FoundCode::Qr(text)) => return Some(FoundCode::Qr(text)),
            found => barcode = barcode.or(found),
        }
    }
    // A small code on something with stripes is blurred into them.
    whole.sharpened().read(&[BarcodeFormat::QR_CODE]).or(barcode)
}

/// A picture in shades of grey.
#[derive(Clone)]
struct Luma {
    width: u32,
    height: u32,
    shades: Vec<u8>,
}

impl Luma {
    fn of(picture: &Pixels) -> Self {
        let shade = |pixel: &[u8]| {
            ((u32::from(pixel[0]) * 77 + u32::from(pixel[1]) * 150 + u32::from(pixel[2]) * 29) >> 8) as u8
        };
        Self {
            width: picture.width,
            height: picture.height,
            shades: picture.rgba.chunks_exact(4).map(shade).collect(),
        }
    }

    /// The picture with a longer side of at most `side`, each shade the mean of those that it takes the place
    /// of.
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
                    for &shade in
                        self.shades.get(from + columns.start..from + columns.end).unwrap_or_default()
                    {
                        sum += u32::from(shade);
                        count += 1;
                    }
                }
                shades.push((sum / count.max(1)) as u8);
            }
        }
        Self { width, height, shades }
    }

    /// A picture that is smaller, such as one that a chat has shrunk, at this longer side: a reader needs
    /// several pixels for each module. One of less than half the side has too few to be worth it.
    fn enlarged(self, side: u32) -> Self {
        let longer = self.width.max(self.height);
        if longer >= side || longer * 2 < side {
            return self;
        }
        let scaled = |length: u32| (u64::from(length) * u64::from(side) / u64::from(longer)) as u32;
        let (width, height) = (scaled(self.width), scaled(self.height));
        // Where a pixel lies between two of the old ones: the first, and how far, in 256ths.
        let place = |at: u32, from: u32, to: u32| {
            let at = ((u64::from(at) * 2 + 1) * u64::from(from) * 128 / u64::from(to)).saturating_sub(128);
            let first = ((at >> 8) as usize).min(from.saturating_sub(2) as usize);
            (first, (at - ((first as u64) << 8)).min(256) as u32)
        };
        let columns: Vec<_> = (0..width).map(|x| place(x, self.width, width)).collect();
        let wide = self.width as usize;
        let mut shades = Vec::with_capacity((width * height) as usize);
        for y in 0..height {
            let (row, below) = place(y, self.height, height);
            let upper = &self.shades[row * wide..];
            let lower = upper.get(wide..).unwrap_or(upper);
            for &(x, right) in &columns {
                let between = |row: &[u8]| {
                    let (left, next) = (u32::from(row[x]), row.get(x + 1).copied().map_or(0, u32::from));
                    left * (256 - right) + next * right
                };
                shades.push(((between(upper) * (256 - below) + between(lower) * below) >> 16) as u8);
            }
        }
        Self { width, height, shades }
    }

    /// The picture with steep edges: each shade differs four times as much from the mean of those around it.
    fn sharpened(&self) -> Self {
        let (wide, high) = (self.width as usize, self.height as usize);
        let radius = (wide.max(high) / 200).max(1);
        let around = |at: usize, length: usize| at.saturating_sub(radius)..(at + radius + 1).min(length);
        // The sums of the columns around the present row.
        let mut sums = vec![0_u32; wide];
        let add = |sums: &mut Vec<u32>, row: usize| {
            sums.iter_mut()
                .zip(&self.shades[row * wide..])
                .for_each(|(sum, &shade)| *sum += u32::from(shade));
        };
        around(0, high).for_each(|row| add(&mut sums, row));
        let mut shades = Vec::with_capacity(self.shades.len());
        for y in 0..high {
            let rows = around(y, high);
            let mut sum: u32 = sums[around(0, wide)].iter().sum();
            for x in 0..wide {
                let columns = around(x, wide);
                let mean = sum / (rows.len() * columns.len()) as u32;
                let shade = i32::from(self.shades[y * wide + x]);
                shades.push((shade * 4 - mean as i32 * 3).clamp(0, 255) as u8);
                if x + 1 < wide {
                    let next = around(x + 1, wide);
                    sum += sums[columns.end..next.end].iter().sum::<u32>();
                    sum -= sums[columns.start..next.start].iter().sum::<u32>();
                }
            }
            if y + 1 < high {
                let next = around(y + 1, high);
                (rows.end..next.end).for_each(|row| add(&mut sums, row));
                for row in rows.start..next.start {
                    sums.iter_mut()
                        .zip(&self.shades[row * wide..])
                        .for_each(|(sum, &shade)| *sum -= u32::from(shade));
                }
            }
        }
        Self { width: self.width, height: self.height, shades }
    }

    fn read(&self, formats: &[BarcodeFormat]) -> Option<FoundCode> {
        let source = Luma8Source::new_with_slice(&self.shades, self.width, self.height).ok()?;
        let possible: HashSet<BarcodeFormat> = formats.iter().copied().collect();
        let hints =
            DecodeHints { PossibleFormats: Some(possible), TryHarder: Some(true), ..DecodeHints::default() };
        let found = MultiFormatReader::default()
            .decode_with_hints(&mut BinaryBitmap::new(HybridBinarizer::new(source)), &hints)
            .ok()?;
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
