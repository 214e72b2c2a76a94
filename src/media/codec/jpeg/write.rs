//! A JPEG writer: baseline, colours at half the size, with the codes that are best for the picture.
//!
//! The codes are chosen from a look at every fourth row of units, so that no coefficient has to be kept: each row of
//! units is transformed and written at once, and pictures of any size take the memory of one row.

use super::codes::Codes;
use super::forward::{Quantized, Quantizer};
use super::segment;
use crate::media::Size;
use crate::media::metadata::jpeg_segments::marker;

/// One row of units, which the caller fills: 16 rows of brightness (8 without colours) and 8 rows of each colour.
pub struct Band {
    /// Of a row of brightness, and of a row of a colour.
    pub widths: (usize, usize),
    /// How many rows of brightness, and how many of colours.
    pub rows: (usize, usize),
    pub luma: Vec<u8>,
    pub colors: [Vec<u8>; 2],
}

/// Steps in rows, for brightness and colours, 1 to 255.
pub type Steps = [[u16; 64]; 2];

/// Every how many rows of units are looked at to choose the codes.
const LOOKED_AT: usize = 4;

/// Writes a picture of `size`. `fill` is given the top row of each band, and may be asked for a band twice.
///
/// Rows beyond the picture's last one need not be filled: the last one is taken for them, as the last pixel of each row is.
pub fn write(size: Size, colored: bool, steps: &Steps, mut fill: impl FnMut(usize, &mut Band)) -> Vec<u8> {
    let unit = if colored { 16 } else { 8 };
    let (width, height) = (size.width as usize, size.height as usize);
    let (wide, high) = (width.div_ceil(unit), height.div_ceil(unit));
    let mut band = Band::new(wide, unit, colored);
    let quantizers = steps.each_ref().map(Quantizer::new);
    let mut codes = Codes::default();
    let mut before = [0; 3];
    for row in (0..high).step_by(LOOKED_AT) {
        band.read(size, row * unit, &mut fill);
        band.blocks(&quantizers, |plane, block| codes.count(usize::from(plane > 0), block, &mut before[plane]));
    }
    codes.choose();
    let mut file = Vec::with_capacity(width * height / 4 + 1024);
    head(&mut file, size, steps, colored);
    codes.tables(&mut file, colored);
    scan_header(&mut file, colored);
    let mut writer = codes.writer(file);
    before = [0; 3];
    for row in 0..high {
        band.read(size, row * unit, &mut fill);
        band.blocks(&quantizers, |plane, block| writer.block(usize::from(plane > 0), block, &mut before[plane]));
    }
    writer.end()
}

impl Band {
    fn new(wide: usize, unit: usize, colored: bool) -> Self {
        let colors = || if colored { vec![0; wide * 64] } else { Vec::new() };
        Self { widths: (wide * unit, wide * 8), rows: (unit, 8), luma: vec![0; wide * unit * unit], colors: [colors(), colors()] }
    }

    /// Fills what the picture does not reach with what it ends with.
    fn read(&mut self, size: Size, top: usize, fill: &mut impl FnMut(usize, &mut Self)) {
        fill(top, self);
        let colored = self.rows.0 == 16;
        let (width, rows) = (size.width as usize, (size.height as usize - top).min(self.rows.0));
        extend(&mut self.luma, self.widths.0, width, rows);
        if colored {
            self.colors.iter_mut().for_each(|color| extend(color, self.widths.1, width.div_ceil(2), rows.div_ceil(2)));
        }
    }

    /// Each block in the order of the file, with the number of its plane.
    fn blocks(&self, quantizers: &[Quantizer; 2], mut each: impl FnMut(usize, &Quantized)) {
        let (stride, half) = self.widths;
        let mut quantized = Quantized::default();
        for x in (0..stride).step_by(self.rows.0) {
            for (y, x) in (0..self.rows.0).step_by(8).flat_map(|y| (x..x + self.rows.0).step_by(8).map(move |x| (y, x))) {
                quantizers[0].block(&self.luma, stride, y * stride + x, &mut quantized);
                each(0, &quantized);
            }
            for (plane, color) in (1..).zip(&self.colors).filter(|(_, color)| !color.is_empty()) {
                quantizers[1].block(color, half, x / 2, &mut quantized);
                each(plane, &quantized);
            }
        }
    }
}

fn extend(plane: &mut [u8], stride: usize, width: usize, rows: usize) {
    if width < stride {
        for row in plane.chunks_exact_mut(stride).take(rows) {
            let last = row[width - 1];
            row[width..].fill(last);
        }
    }
    for row in rows..plane.len() / stride {
        plane.copy_within((rows - 1) * stride..rows * stride, row * stride);
    }
}

/// What comes before the codes: JFIF, no density; the steps; the frame.
fn head(file: &mut Vec<u8>, size: Size, steps: &Steps, colored: bool) {
    file.extend([0xFF, marker::SOI]);
    segment::append(file, marker::APP0, &[b"JFIF\0", &[1, 2, 0, 0, 1, 0, 1, 0, 0]]);
    for (number, steps) in (0_u8..).zip(steps).take(if colored { 2 } else { 1 }) {
        let in_order = super::inverse::ORDER.map(|place| steps[usize::from(place)] as u8);
        segment::append(file, marker::DQT, &[&[number], &in_order]);
    }
    let [height, width] = [size.height, size.width].map(|side| (side as u16).to_be_bytes());
    let components: &[u8] = if colored { &[3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1] } else { &[1, 1, 0x11, 0] };
    segment::append(file, marker::SOF0, &[&[8], &height, &width, components]);
}

fn scan_header(file: &mut Vec<u8>, colored: bool) {
    let components: &[u8] = if colored { &[3, 1, 0, 2, 0x11, 3, 0x11] } else { &[1, 1, 0] };
    segment::append(file, marker::SOS, &[components, &[0, 63, 0]]);
}

#[cfg(test)]
mod tests {
    use image::DynamicImage;

    use super::super::{Wholeness, wholeness};
    use super::*;

    fn pictured(size: Size, colored: bool, pixel: impl Fn(usize, usize) -> u8) -> Vec<u8> {
        write(size, colored, &[[3; 64]; 2], |top, band| {
            assert!(top < size.height as usize);
            for (at, to) in band.luma.iter_mut().enumerate() {
                *to = pixel(at % band.widths.0, top + at / band.widths.0);
            }
            band.colors[..if colored { 2 } else { 0 }].iter_mut().for_each(|color| color.fill(128));
        })
    }

    fn decoded(bytes: &[u8]) -> DynamicImage {
        image::load_from_memory(bytes).expect("a picture")
    }

    #[test]
    fn pictures_of_all_sizes_are_whole_and_look_as_they_did() {
        for (width, height) in [(1, 1), (8, 8), (16, 16), (17, 9), (40, 33), (64, 130)] {
            for colored in [false, true] {
                let pixel = |x: usize, y: usize| (40 + 5 * (x % 30) + 3 * (y % 20)) as u8;
                let bytes = pictured(Size::new(width, height), colored, pixel);
                assert_eq!(wholeness(&bytes), Wholeness::Whole, "{width} × {height}");
                let made = decoded(&bytes);
                assert_eq!((made.width(), made.height(), made.color().has_color()), (width, height, colored));
                for (x, y, found) in made.into_luma8().enumerate_pixels() {
                    let off = found.0[0].abs_diff(pixel(x as usize, y as usize));
                    assert!(off <= 6, "{width} × {height} at {x}, {y}: {off} off");
                }
            }
        }
    }

    #[test]
    fn what_lies_between_the_rows_that_are_looked_at_is_written_too() {
        // Flat where codes are chosen, and wild in the rest.
        let wild = |x: usize, y: usize| if (y / 16).is_multiple_of(LOOKED_AT) { 90 } else { (x * x * 31 + y * y * 17 + x * y) as u8 };
        let bytes = pictured(Size::new(96, 128), true, wild);
        assert_eq!(wholeness(&bytes), Wholeness::Whole);
        let made = decoded(&bytes).into_luma8();
        let squares: u64 = made.enumerate_pixels().map(|(x, y, of)| u64::from(of.0[0].abs_diff(wild(x as usize, y as usize))).pow(2)).sum();
        assert!(squares / made.len() as u64 <= 9, "{squares}");
    }

    #[test]
    fn black_beside_white_stays_so() {
        let bytes = pictured(Size::new(64, 64), false, |x, y| if (x / 3 + y / 5) % 2 == 0 { 0 } else { 255 });
        for (x, y, found) in decoded(&bytes).into_luma8().enumerate_pixels() {
            let wanted: u8 = if (x / 3 + y / 5) % 2 == 0 { 0 } else { 255 };
            assert!(found.0[0].abs_diff(wanted) <= 8, "{x}, {y}: {}", found.0[0]);
        }
    }
}
