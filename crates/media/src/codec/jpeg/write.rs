//! A JPEG writer: baseline, 4:2:0, with optimised Huffman tables.
//!
//! The tables are built from every fourth row of MCUs, so that no coefficients have to be kept: each row of
//! MCUs is transformed and written at once, and a picture of any size takes the memory of one row.

use super::forward::{QuantizedBlock, Quantizer};
use super::huffman_encoder::HuffmanEncoder;
use crate::Size;
use crate::metadata::jpeg_segments::{append_segment, marker};

/// One row of MCUs, which the caller fills: 16 rows of luma (8 in a grey picture) and 8 rows of each chroma
/// plane.
pub struct McuRow {
    /// The length of a row of luma, and of a row of chroma.
    pub widths: (usize, usize),
    /// The number of luma rows, and of chroma rows.
    pub rows: (usize, usize),
    /// Y, one byte per pixel, row by row.
    pub luma: Vec<u8>,
    /// Cb and Cr, like `luma`.
    pub colors: [Vec<u8>; 2],
}

/// Quantization tables in row order for luma and chroma, with values from 1 to 255.
pub type Steps = [[u16; 64]; 2];

/// One row of MCUs in so many is sampled to build the Huffman tables.
const SAMPLE_EVERY: usize = 4;

/// Writes a picture of `size`. `fill` receives the top pixel row of each row of MCUs and may be called twice
/// for the same one.
///
/// Pixels beyond the edges need not be filled: the last row and the last pixel of each row are repeated.
pub fn write(size: Size, colored: bool, steps: &Steps, mut fill: impl FnMut(usize, &mut McuRow)) -> Vec<u8> {
    let mcu_side = if colored { 16 } else { 8 };
    let (width, height) = (size.width as usize, size.height as usize);
    let (wide, high) = (width.div_ceil(mcu_side), height.div_ceil(mcu_side));
    let mut mcu_row = McuRow::new(wide, mcu_side, colored);
    let quantizers = steps.each_ref().map(Quantizer::new);
    let mut encoder = HuffmanEncoder::default();
    let mut previous_dc = [0; 3];
    for row in (0..high).step_by(SAMPLE_EVERY) {
        mcu_row.fill(size, row * mcu_side, &mut fill);
        mcu_row.for_each_block(&quantizers, |plane, block| {
            encoder.count(usize::from(plane > 0), block, &mut previous_dc[plane]);
        });
    }
    encoder.build_tables();
    let mut file = Vec::with_capacity(width * height / 4 + 1024);
    write_header(&mut file, size, steps, colored);
    encoder.write_tables(&mut file, colored);
    write_scan_header(&mut file, colored);
    let mut writer = encoder.scan_writer(file);
    previous_dc = [0; 3];
    for row in 0..high {
        mcu_row.fill(size, row * mcu_side, &mut fill);
        mcu_row.for_each_block(&quantizers, |plane, block| {
            writer.write_block(usize::from(plane > 0), block, &mut previous_dc[plane]);
        });
    }
    writer.finish()
}

impl McuRow {
    fn new(wide: usize, mcu_side: usize, colored: bool) -> Self {
        let colors = || if colored { vec![0; wide * 64] } else { Vec::new() };
        Self {
            widths: (wide * mcu_side, wide * 8),
            rows: (mcu_side, 8),
            luma: vec![0; wide * mcu_side * mcu_side],
            colors: [colors(), colors()],
        }
    }

    /// Fills the padding by repeating the last row and column.
    fn fill(&mut self, size: Size, top: usize, fill: &mut impl FnMut(usize, &mut Self)) {
        fill(top, self);
        let colored = self.rows.0 == 16;
        let (width, rows) = (size.width as usize, (size.height as usize - top).min(self.rows.0));
        pad(&mut self.luma, self.widths.0, width, rows);
        if colored {
            self.colors
                .iter_mut()
                .for_each(|color| pad(color, self.widths.1, width.div_ceil(2), rows.div_ceil(2)));
        }
    }

    /// Calls `each` for every block in file order, with the number of its plane.
    fn for_each_block(&self, quantizers: &[Quantizer; 2], mut each: impl FnMut(usize, &QuantizedBlock)) {
        let (stride, half) = self.widths;
        let mut quantized = QuantizedBlock::default();
        for x in (0..stride).step_by(self.rows.0) {
            for (y, x) in
                (0..self.rows.0).step_by(8).flat_map(|y| (x..x + self.rows.0).step_by(8).map(move |x| (y, x)))
            {
                quantizers[0].quantize_block(&self.luma, stride, y * stride + x, &mut quantized);
                each(0, &quantized);
            }
            for (plane, color) in (1..).zip(&self.colors).filter(|(_, color)| !color.is_empty()) {
                quantizers[1].quantize_block(color, half, x / 2, &mut quantized);
                each(plane, &quantized);
            }
        }
    }
}

fn pad(plane: &mut [u8], stride: usize, width: usize, rows: usize) {
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

/// Writes the segments before the Huffman tables: JFIF without a density, quantization tables, frame header.
fn write_header(file: &mut Vec<u8>, size: Size, steps: &Steps, colored: bool) {
    file.extend([0xFF, marker::SOI]);
    append_segment(file, marker::APP0, &[b"JFIF\0", &[1, 2, 0, 0, 1, 0, 1, 0, 0]]);
    for (number, steps) in (0_u8..).zip(steps).take(if colored { 2 } else { 1 }) {
        let in_order = super::inverse::ZIGZAG.map(|index| steps[usize::from(index)] as u8);
        append_segment(file, marker::DQT, &[&[number], &in_order]);
    }
    let [height, width] = [size.height, size.width].map(|side| (side as u16).to_be_bytes());
    let components: &[u8] = if colored { &[3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1] } else { &[1, 1, 0x11, 0] };
    append_segment(file, marker::SOF0, &[&[8], &height, &width, components]);
}

fn write_scan_header(file: &mut Vec<u8>, colored: bool) {
    let components: &[u8] = if colored { &[3, 1, 0, 2, 0x11, 3, 0x11] } else { &[1, 1, 0] };
    append_segment(file, marker::SOS, &[components, &[0, 63, 0]]);
}

#[cfg(test)]
mod tests {
    use image::DynamicImage;

    use super::super::{Completeness, completeness};
    use super::*;

    fn written_picture(size: Size, colored: bool, pixel: impl Fn(usize, usize) -> u8) -> Vec<u8> {
        write(size, colored, &[[3; 64]; 2], |top, mcu_row| {
            assert!(top < size.height as usize);
            for (at, to) in mcu_row.luma.iter_mut().enumerate() {
                *to = pixel(at % mcu_row.widths.0, top + at / mcu_row.widths.0);
            }
            mcu_row.colors[..if colored { 2 } else { 0 }].iter_mut().for_each(|color| color.fill(128));
        })
    }

    fn decoded(bytes: &[u8]) -> DynamicImage {
        image::load_from_memory(bytes).expect("a picture")
    }

    #[test]
    fn pictures_of_all_sizes_are_complete_and_keep_their_appearance() {
        for (width, height) in [(1, 1), (8, 8), (16, 16), (17, 9), (40, 33), (64, 130)] {
            for colored in [false, true] {
                let pixel = |x: usize, y: usize| (40 + 5 * (x % 30) + 3 * (y % 20)) as u8;
                let bytes = written_picture(Size::new(width, height), colored, pixel);
                assert_eq!(completeness(&bytes), Completeness::Complete, "{width} × {height}");
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
    fn rows_between_the_sampled_ones_are_written_correctly() {
        // Flat where the tables are sampled, noisy in the rest.
        let wild = |x: usize, y: usize| {
            if (y / 16).is_multiple_of(SAMPLE_EVERY) { 90 } else { (x * x * 31 + y * y * 17 + x * y) as u8 }
        };
        let bytes = written_picture(Size::new(96, 128), true, wild);
        assert_eq!(completeness(&bytes), Completeness::Complete);
        let made = decoded(&bytes).into_luma8();
        let squares: u64 = made
            .enumerate_pixels()
            .map(|(x, y, of)| u64::from(of.0[0].abs_diff(wild(x as usize, y as usize))).pow(2))
            .sum();
        assert!(squares / made.len() as u64 <= 9, "{squares}");
    }

    #[test]
    fn sharp_edges_between_black_and_white_are_preserved() {
        let bytes =
            written_picture(Size::new(64, 64), false, |x, y| if (x / 3 + y / 5) % 2 == 0 { 0 } else { 255 });
        for (x, y, found) in decoded(&bytes).into_luma8().enumerate_pixels() {
            let wanted: u8 = if (x / 3 + y / 5) % 2 == 0 { 0 } else { 255 };
            assert!(found.0[0].abs_diff(wanted) <= 8, "{x}, {y}: {}", found.0[0]);
        }
    }
}
