//! Turns a JPEG without loss: its blocks change places, and their coefficients are transposed or change
//! signs.
//!
//! It turns baseline pictures whose sides that come first afterwards consist of whole MCUs, as those of
//! cameras do. Everything else is left to decoding and encoding anew: `None` means only that.

use image::metadata::Orientation;

use super::bits::EntropyCodedData;
use super::forward::QuantizedBlock;
use super::huffman::{AcTable, HuffmanTable, check_block_end};
use super::huffman_encoder::HuffmanEncoder;
use super::inverse::ZIGZAG;
use super::scan::{decode_dc, for_each_mcu};
use super::tables::Tables;
use crate::Size;
use crate::metadata::jpeg_segments::{append_segment, marker, next_marker, segment_at};
use crate::metadata::numbers::be_u16;

/// The picture turned upright, with the segments that tell of its colours and nothing else.
pub fn turn(bytes: &[u8], orientation: Orientation) -> Option<Vec<u8>> {
    let picture = read(bytes)?;
    let turn = Turn::of(orientation);
    let size =
        if turn.transposes { Size::new(picture.size.height, picture.size.width) } else { picture.size };
    let (h_max, v_max) = picture.max_sampling;
    let (across, down) = if turn.transposes { (v_max, h_max) } else { (h_max, v_max) };
    let is_whole = |length: u32, sampling: usize| (length as usize).is_multiple_of(8 * sampling);
    if (turn.mirrors_across && !is_whole(size.width, across))
        || (turn.mirrors_down && !is_whole(size.height, down))
    {
        return None;
    }
    write(&picture, &turn, size)
}

/// What becomes of a picture: it is transposed first, then mirrored.
struct Turn {
    transposes: bool,
    mirrors_across: bool,
    mirrors_down: bool,
}

impl Turn {
    const fn of(orientation: Orientation) -> Self {
        let (transposes, mirrors_across, mirrors_down) = match orientation {
            Orientation::NoTransforms => (false, false, false),
            Orientation::FlipHorizontal => (false, true, false),
            Orientation::Rotate180 => (false, true, true),
            Orientation::FlipVertical => (false, false, true),
            Orientation::Rotate90FlipH => (true, false, false),
            Orientation::Rotate90 => (true, true, false),
            Orientation::Rotate270FlipH => (true, true, true),
            Orientation::Rotate270 => (true, false, true),
        };
        Self { transposes, mirrors_across, mirrors_down }
    }

    /// For each coefficient of a turned block, in zigzag order: its index before, and whether its sign
    /// changes.
    fn coefficients(&self) -> [(usize, bool); 64] {
        let mut in_zigzag = [0; 64];
        ZIGZAG.iter().enumerate().for_each(|(index, &place)| in_zigzag[usize::from(place)] = index);
        ZIGZAG.map(|place| {
            let (row, column) = (usize::from(place / 8), usize::from(place % 8));
            let before = if self.transposes { column * 8 + row } else { row * 8 + column };
            let negates = (self.mirrors_across && column % 2 == 1) != (self.mirrors_down && row % 2 == 1);
            (in_zigzag[before], negates)
        })
    }

    /// Where a block was that is at this place of a component of `wide` by `high` blocks now.
    const fn block(&self, x: usize, y: usize, wide: usize, high: usize) -> (usize, usize) {
        let x = if self.mirrors_across { wide - 1 - x } else { x };
        let y = if self.mirrors_down { high - 1 - y } else { y };
        if self.transposes { (y, x) } else { (x, y) }
    }
}

struct Picture<'a> {
    size: Size,
    tables: Tables,
    components: Vec<Component>,
    /// The largest sampling factors, across and down.
    max_sampling: (usize, usize),
    /// The number of MCUs across and down.
    mcus: (usize, usize),
    /// The segments that tell of the colours, with their markers.
    kept: Vec<(u8, &'a [u8])>,
}

struct Component {
    id: u8,
    sampling: (usize, usize),
    quantizer: u8,
    /// Blocks that hold picture data, across and down.
    blocks: (usize, usize),
    /// The blocks of a row, in whole MCUs.
    stride: usize,
    /// Coefficients in zigzag order, block by block.
    coefficients: Vec<[i16; 64]>,
    is_read: bool,
}

fn read(bytes: &[u8]) -> Option<Picture<'_>> {
    let mut picture = Picture {
        size: Size::new(0, 0),
        tables: Tables::default(),
        components: Vec::new(),
        max_sampling: (1, 1),
        mcus: (0, 0),
        kept: Vec::new(),
    };
    let (mut restart, mut coded, mut at) = (0, EntropyCodedData::default(), 2);
    loop {
        let (marker, start) = next_marker(bytes, at)?;
        if marker == marker::EOI {
            let is_complete = !picture.components.is_empty()
                && picture.components.iter().all(|component| component.is_read);
            return is_complete.then_some(picture);
        }
        let (payload, end) = segment_at(bytes, start)?;
        at = end;
        match marker {
            marker::DQT if picture.components.iter().any(|component| component.is_read) => return None,
            marker::DQT => picture.tables.read_quantizers(payload)?,
            marker::DHT => picture.tables.read_huffman(payload, false)?,
            marker::DRI => restart = be_u16(payload, 0)?.into(),
            marker::SOF0 | marker::SOF1 => picture.read_frame(payload)?,
            marker::SOS => at += picture.read_scan(payload, bytes.get(end..)?, restart, &mut coded)?,
            marker::SOF2..=marker::SOF15 | marker::DNL => return None,
            marker::APP0 | marker::APP2 | marker::APP14 => picture.kept.push((marker, payload)),
            marker::APP0..=marker::APP15 | marker::COM => {}
            _ => return None,
        }
    }
}

impl Picture<'_> {
    fn read_frame(&mut self, payload: &[u8]) -> Option<()> {
        self.size = Size::new(be_u16(payload, 3)?.into(), be_u16(payload, 1)?.into());
        let (&[precision, .., count], described) = payload.split_first_chunk::<6>()?;
        if !self.components.is_empty()
            || precision != 8
            || !matches!(count, 1 | 3)
            || described.len() != 3 * usize::from(count)
        {
            return None;
        }
        // The only component of a picture has no MCU of several blocks, whatever its factors say.
        let sampling =
            |of: &[u8]| if count == 1 { (1, 1) } else { (usize::from(of[1] >> 4), usize::from(of[1] & 15)) };
        let samplings: Vec<(usize, usize)> = described.chunks_exact(3).map(sampling).collect();
        let is_usual = samplings.iter().all(|(h, v)| (1..=4).contains(h) && (1..=4).contains(v));
        // More blocks than these may not be in one MCU (T.81 B.2.3).
        if !is_usual || samplings.iter().map(|(h, v)| h * v).sum::<usize>() > 10 || self.size.pixels() == 0 {
            return None;
        }
        self.max_sampling = (samplings.iter().map(|of| of.0).max()?, samplings.iter().map(|of| of.1).max()?);
        let (width, height) = (self.size.width as usize, self.size.height as usize);
        self.mcus = (width.div_ceil(8 * self.max_sampling.0), height.div_ceil(8 * self.max_sampling.1));
        for (of, sampling) in described.chunks_exact(3).zip(samplings) {
            let blocks =
                |length: usize, part: usize, whole: usize| (length * part).div_ceil(whole).div_ceil(8);
            let (wide, high) = (self.mcus.0 * sampling.0, self.mcus.1 * sampling.1);
            self.components.push(Component {
                id: of[0],
                sampling,
                quantizer: of[2],
                blocks: (
                    blocks(width, sampling.0, self.max_sampling.0),
                    blocks(height, sampling.1, self.max_sampling.1),
                ),
                stride: wide,
                coefficients: vec![[0; 64]; wide * high],
                is_read: false,
            });
        }
        Some(())
    }

    /// Reads a scan's data and returns their length.
    fn read_scan(
        &mut self,
        header: &[u8],
        data: &[u8],
        restart: usize,
        coded: &mut EntropyCodedData,
    ) -> Option<usize> {
        let (&count, rest) = header.split_first()?;
        let (selectors, rest) = rest.split_at_checked(2 * usize::from(count))?;
        if rest != [0, 63, 0] {
            return None;
        }
        let mut left = self.components.iter_mut();
        let mut parts = Vec::new();
        for selector in selectors.chunks_exact(2) {
            let component = left.by_ref().find(|component| component.id == selector[0])?;
            if std::mem::replace(&mut component.is_read, true) {
                return None;
            }
            // Without it nobody could show the picture, however well its coefficients can be turned.
            self.tables.quantizers.get(usize::from(component.quantizer))?.as_ref()?;
            let (dc, ac) = (
                self.tables.dc.get(usize::from(selector[1] >> 4))?,
                self.tables.ac.get(usize::from(selector[1] & 15))?,
            );
            parts.push((component, dc.as_ref()?, ac.as_ref()?));
        }
        let length = coded.load(data)?;
        let alone = parts.len() == 1;
        let (wide, high) = if alone { parts.first()?.0.blocks } else { self.mcus };
        for_each_mcu(coded, wide, high, restart, |bits, previous_dc, x, y| {
            for ((component, dc, ac), previous_dc) in parts.iter_mut().zip(previous_dc) {
                let (h, v) = if alone { (1, 1) } else { component.sampling };
                for (row, column) in (0..v).flat_map(|row| (0..h).map(move |column| (row, column))) {
                    let place = (y * v + row) * component.stride + x * h + column;
                    read_block(bits, dc, ac, previous_dc, component.coefficients.get_mut(place)?)?;
                }
            }
            Some(())
        })?;
        Some(length)
    }
}

fn read_block(
    bits: &mut super::bits::BitReader<'_>,
    dc: &HuffmanTable,
    ac: &AcTable,
    previous_dc: &mut i32,
    block: &mut [i16; 64],
) -> Option<()> {
    block[0] = i16::try_from(decode_dc(bits, dc, previous_dc)?).ok()?;
    let mut index = 1;
    while index < 64 {
        bits.refill();
        let (next, number) = ac.next_coefficient(bits, index)?;
        index = next;
        if index > 64 {
            return check_block_end(index);
        }
        // A run of sixteen zeros has none.
        *block.get_mut(index - 1)? = i16::try_from(number).ok()?;
    }
    Some(())
}

/// The largest values that the written codes can express, as baseline pictures have them.
const MAX_DC_STEP: i32 = 2047;
const MAX_AC: i16 = 1023;

fn write(picture: &Picture<'_>, turn: &Turn, size: Size) -> Option<Vec<u8>> {
    let mut encoder = HuffmanEncoder::default();
    let mut previous_dc = [0; 3];
    for_each_turned(picture, turn, |number, block| {
        let step = i32::from(block.coefficients[0]) - previous_dc[number];
        if step.abs() > MAX_DC_STEP
            || block.coefficients[1..].iter().any(|value| !(-MAX_AC..=MAX_AC).contains(value))
        {
            return None;
        }
        encoder.count(usize::from(number > 0), block, &mut previous_dc[number]);
        Some(())
    })?;
    encoder.build_tables();
    let colored = picture.components.len() > 1;
    let mut file = vec![0xFF, marker::SOI];
    picture.kept.iter().for_each(|(marker, payload)| append_segment(&mut file, *marker, &[payload]));
    write_header(&mut file, picture, turn, size)?;
    encoder.write_tables(&mut file, colored);
    let scanned: Vec<u8> = (0_u8..)
        .zip(&picture.components)
        .flat_map(|(number, of)| [of.id, if number > 0 { 0x11 } else { 0 }])
        .collect();
    append_segment(&mut file, marker::SOS, &[&[picture.components.len() as u8], &scanned, &[0, 63, 0]]);
    let mut writer = encoder.scan_writer(file);
    previous_dc = [0; 3];
    for_each_turned(picture, turn, |number, block| {
        writer.write_block(usize::from(number > 0), block, &mut previous_dc[number]);
        Some(())
    })?;
    Some(writer.finish())
}

/// Writes the quantization tables and the frame header.
fn write_header(file: &mut Vec<u8>, picture: &Picture<'_>, turn: &Turn, size: Size) -> Option<()> {
    let places = turn.coefficients();
    for (number, table) in (0_u8..).zip(&picture.tables.quantizers) {
        let Some(table) = table else { continue };
        let turned = places.map(|(before, _)| table[before]);
        if turned.iter().all(|step| *step <= 255) {
            append_segment(file, marker::DQT, &[&[number], &turned.map(|step| step as u8)]);
        } else {
            let wide: Vec<u8> = turned.iter().flat_map(|step| step.to_be_bytes()).collect();
            append_segment(file, marker::DQT, &[&[0x10 | number], &wide]);
        }
    }
    let [height, width] = [size.height, size.width].map(|side| u16::try_from(side).map(u16::to_be_bytes));
    let described: Vec<u8> =
        picture.components.iter().flat_map(|of| [of.id, sampling(of, turn), of.quantizer]).collect();
    append_segment(
        file,
        marker::SOF1,
        &[&[8], &height.ok()?, &width.ok()?, &[picture.components.len() as u8], &described],
    );
    Some(())
}

const fn sampling(component: &Component, turn: &Turn) -> u8 {
    let (h, v) = component.sampling;
    if turn.transposes { (v << 4 | h) as u8 } else { (h << 4 | v) as u8 }
}

/// Calls `each` for every block of the turned picture in file order, with the number of its component.
fn for_each_turned(
    picture: &Picture<'_>,
    turn: &Turn,
    mut each: impl FnMut(usize, &QuantizedBlock) -> Option<()>,
) -> Option<()> {
    let places = turn.coefficients();
    let swap = |(across, down): (usize, usize)| if turn.transposes { (down, across) } else { (across, down) };
    let (mcus_across, mcus_down) = swap(picture.mcus);
    let mut turned = QuantizedBlock::default();
    for (mcu_y, mcu_x) in (0..mcus_down).flat_map(|y| (0..mcus_across).map(move |x| (y, x))) {
        for (number, component) in picture.components.iter().enumerate() {
            let (h, v) = swap(component.sampling);
            for (row, column) in (0..v).flat_map(|row| (0..h).map(move |column| (row, column))) {
                let (x, y) = turn.block(mcu_x * h + column, mcu_y * v + row, mcus_across * h, mcus_down * v);
                let block = component.coefficients.get(y * component.stride + x)?;
                turned.nonzero = 0;
                for (index, (value, &(before, negates))) in
                    turned.coefficients.iter_mut().zip(&places).enumerate()
                {
                    *value = if negates { -block[before] } else { block[before] };
                    turned.nonzero |= u64::from(*value != 0) << index;
                }
                each(number, &turned)?;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

    use super::super::{Completeness, completeness};
    use super::*;

    fn scene(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| Rgb([(x * 5) as u8, (y * 7) as u8, (x * y / 9) as u8]))
    }

    fn jpeg(picture: &RgbImage, sampling: SamplingFactor, restart: bool) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, 90);
        encoder.set_sampling_factor(sampling);
        if restart {
            encoder.set_restart_interval(3);
        }
        encoder.encode(picture, picture.width() as u16, picture.height() as u16, ColorType::Rgb).unwrap();
        out
    }

    fn decoded(bytes: &[u8]) -> DynamicImage {
        image::load_from_memory_with_format(bytes, ImageFormat::Jpeg).unwrap()
    }

    #[test]
    fn a_picture_is_turned_in_every_way_and_turning_it_back_gives_its_coefficients() {
        let back = |orientation| match orientation {
            Orientation::Rotate90 => Orientation::Rotate270,
            Orientation::Rotate270 => Orientation::Rotate90,
            other => other,
        };
        for (sampling, restart) in [
            (SamplingFactor::R_4_2_0, false),
            (SamplingFactor::R_4_2_2, true),
            (SamplingFactor::R_4_4_4, false),
        ] {
            let bytes = jpeg(&scene(96, 64), sampling, restart);
            for value in 2..=8 {
                let orientation = Orientation::from_exif(value).unwrap();
                let turned = turn(&bytes, orientation).unwrap();
                assert_eq!(completeness(&turned), Completeness::Complete, "{orientation:?}");
                let mut wanted = decoded(&bytes);
                wanted.apply_orientation(orientation);
                let found = decoded(&turned);
                assert_eq!(
                    (found.width(), found.height()),
                    (wanted.width(), wanted.height()),
                    "{orientation:?}"
                );
                let most = found
                    .as_bytes()
                    .iter()
                    .zip(wanted.as_bytes())
                    .map(|(a, b)| a.abs_diff(*b))
                    .max()
                    .unwrap();
                // The colours of neighbouring pixels are interpolated from the other side.
                assert!(most <= 12, "{orientation:?}, {sampling:?}: {most}");
                let back_again = turn(&turned, back(orientation)).unwrap();
                let again = read(&back_again).unwrap();
                let first = read(&bytes).unwrap();
                for (one, other) in first.components.iter().zip(&again.components) {
                    assert!(
                        one.coefficients == other.coefficients,
                        "{orientation:?}, {sampling:?}: nothing is lost"
                    );
                }
            }
        }
    }

    #[test]
    fn a_picture_with_a_part_of_a_block_at_the_wrong_side_is_left_to_others() {
        let bytes = jpeg(&scene(90, 64), SamplingFactor::R_4_2_0, false);
        assert!(
            turn(&bytes, Orientation::FlipHorizontal).is_none()
                && turn(&bytes, Orientation::Rotate270).is_none()
        );
        assert!(
            turn(&bytes, Orientation::FlipVertical).is_some()
                && turn(&bytes, Orientation::Rotate90).is_some()
        );
    }

    #[test]
    fn grey_pictures_are_turned_too_and_damaged_ones_are_not() {
        let grey: DynamicImage = DynamicImage::from(scene(40, 24)).into_luma8().into();
        let mut bytes = std::io::Cursor::new(Vec::new());
        grey.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
        let bytes = bytes.into_inner();
        let turned = decoded(&turn(&bytes, Orientation::Rotate90).unwrap());
        assert_eq!((turned.width(), turned.height(), turned.color().has_color()), (24, 40, false));
        for cut in [bytes.len() / 2, bytes.len() - 40] {
            assert!(turn(&bytes[..cut], Orientation::Rotate90).is_none());
        }
    }
}
