//! The same picture in fewer bytes: the codes an encoder chose for any picture, replaced by those best for this one.
//!
//! No coefficient changes. It takes away a thirtieth or so, and the scan stays one that every reader knows.

use super::super::clean::{be_u16, marker, next_marker, segment_at};
use super::bits::Coded;
use super::huffman::Table;

/// The file with its own Huffman tables (T.81 K.2). `None`: it is not what our encoder writes (baseline, one scan).
pub fn shorter(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut file = Vec::with_capacity(bytes.len());
    file.extend([0xFF, marker::SOI]);
    let mut tables: [Option<Table>; 8] = Default::default();
    let mut frame = None;
    let mut at = 2;
    loop {
        let (marker, start) = next_marker(bytes, at)?;
        let (payload, end) = segment_at(bytes, start)?;
        at = end;
        match marker {
            marker::DHT => read_tables(payload, &mut tables)?,
            marker::SOS => {
                let mut coded = Coded::default();
                let length = coded.take(bytes.get(end..)?)?;
                if bytes.get(end + length..)? != [0xFF, marker::EOI] {
                    return None;
                }
                let symbols = Symbols::read(&coded, frame?, payload, &tables)?;
                symbols.write(payload, &mut file);
                return Some(file);
            }
            marker::SOF0 => frame = Some(payload),
            marker::DRI | marker::SOF1..=marker::SOF15 => return None,
            _ => {}
        }
        if marker != marker::DHT {
            segment(&mut file, marker, &[payload]);
        }
    }
}

fn segment(file: &mut Vec<u8>, marker: u8, parts: &[&[u8]]) {
    let length = 2 + parts.iter().map(|part| part.len()).sum::<usize>();
    file.extend([0xFF, marker]);
    file.extend((length as u16).to_be_bytes());
    parts.iter().for_each(|part| file.extend_from_slice(part));
}

/// By their number in the file, those of first coefficients before those of the others.
fn read_tables(mut payload: &[u8], tables: &mut [Option<Table>; 8]) -> Option<()> {
    while let Some((&kind, rest)) = payload.split_first() {
        let (counts, rest) = rest.split_first_chunk::<16>()?;
        let (values, rest) = rest.split_at_checked(counts.iter().map(|&count| usize::from(count)).sum())?;
        *tables.get_mut(place(kind >> 4, kind & 15)?)? = Table::new(counts, values);
        payload = rest;
    }
    Some(())
}

fn place(class: u8, number: u8) -> Option<usize> {
    (class < 2 && number < 4).then(|| usize::from(class * 4 + number))
}

/// What a scan says, apart from the codes it says it in.
struct Symbols {
    /// In their order: table (8 bits), symbol (8 bits), and the bits of the number behind it (16 bits).
    all: Vec<u32>,
    /// Per table, how often each symbol comes.
    counts: [[u32; 256]; 8],
}

impl Symbols {
    fn read(coded: &Coded, frame: &[u8], scan: &[u8], tables: &[Option<Table>; 8]) -> Option<Self> {
        let (unit, units) = blocks_of_units(frame, scan)?;
        let mut found = Self { all: Vec::with_capacity(units * unit.len() * 16), counts: [[0; 256]; 8] };
        let unit = unit.into_iter().map(|(first, others)| Some((first, tables[first].as_ref()?, others, tables[others].as_ref()?)));
        let unit: Vec<_> = unit.collect::<Option<_>>()?;
        let mut pieces = coded.pieces();
        let (mut bits, None) = (pieces.next()?, pieces.next()) else { return None };
        for _ in 0..units {
            for &(first, first_table, others, others_table) in &unit {
                bits.refill();
                let size = first_table.symbol(&mut bits)?;
                found.add(first, size, bits.taken((size <= 15).then_some(size)?));
                let mut known = 1;
                while known < 64 {
                    bits.refill();
                    let symbol = others_table.symbol(&mut bits)?;
                    found.add(others, symbol, bits.taken(symbol & 15));
                    known += match symbol {
                        0 => 64,
                        _ => usize::from(symbol >> 4) + 1,
                    };
                }
            }
            if bits.overran() {
                return None;
            }
        }
        bits.at_end().then_some(found)
    }

    #[inline(always)]
    fn add(&mut self, table: usize, symbol: u8, number: u32) {
        self.all.push((table as u32) << 24 | u32::from(symbol) << 16 | number);
        self.counts[table & 7][usize::from(symbol)] += 1;
    }

    fn write(&self, scan: &[u8], file: &mut Vec<u8>) {
        let mut codes = [[(0, 0); 256]; 8];
        for (place, (counts, codes)) in (0_u8..).zip(self.counts.iter().zip(&mut codes)) {
            if counts.iter().any(|&count| count > 0) {
                let (lengths, values) = best_lengths(counts);
                segment(file, marker::DHT, &[&[place / 4 * 16 + place % 4], &lengths, &values]);
                assign(codes, &lengths, &values);
            }
        }
        segment(file, marker::SOS, &[scan]);
        let (mut buffer, mut held) = (0_u64, 0);
        for &entry in &self.all {
            let (table, symbol, number) = (entry >> 24, entry >> 16 & 0xFF, entry & 0xFFFF);
            let (code, length) = codes[table as usize & 7][symbol as usize];
            // A code's own bits and the number's: 31 at most, with 31 held.
            buffer = buffer << length | u64::from(code | number);
            held += length;
            if held >= 32 {
                held -= 32;
                put(file, ((buffer >> held) as u32).to_be_bytes());
            }
        }
        // The last byte is filled with ones.
        buffer = buffer << 7 | 0x7F;
        held += 7;
        while held >= 8 {
            held -= 8;
            let byte = (buffer >> held) as u8;
            file.push(byte);
            if byte == 0xFF {
                file.push(0);
            }
        }
        file.extend([0xFF, marker::EOI]);
    }
}

#[inline(always)]
fn put(file: &mut Vec<u8>, bytes: [u8; 4]) {
    if bytes.contains(&0xFF) {
        for byte in bytes {
            file.push(byte);
            if byte == 0xFF {
                file.push(0);
            }
        }
    } else {
        file.extend_from_slice(&bytes);
    }
}

/// Of each block of a unit the places of its two tables, and how many units there are.
fn blocks_of_units(frame: &[u8], scan: &[u8]) -> Option<(Vec<(usize, usize)>, usize)> {
    let (high, wide) = (usize::from(be_u16(frame, 1)?), usize::from(be_u16(frame, 3)?));
    let components: Vec<_> = frame.get(6..)?.chunks_exact(3).map(|of| (of[0], usize::from(of[1] >> 4), usize::from(of[1] & 15))).collect();
    let (&count, selectors) = scan.split_first()?;
    if usize::from(count) != components.len() || selectors.len() != 2 * components.len() + 3 {
        return None;
    }
    let alone = components.len() == 1;
    let side =
        |sides: fn(&(u8, usize, usize)) -> usize| if alone { Some(8) } else { components.iter().map(sides).max().map(|most| 8 * most) };
    let (across, down) = (side(|of| of.1)?, side(|of| of.2)?);
    let mut unit = Vec::new();
    for ((id, across, down), selector) in components.iter().zip(selectors.chunks_exact(2)) {
        if *id != selector[0] {
            return None;
        }
        let tables = (place(0, selector[1] >> 4)?, place(1, selector[1] & 15)?);
        unit.extend(std::iter::repeat_n(tables, if alone { 1 } else { across * down }));
    }
    (across > 0 && down > 0).then(|| (unit, wide.div_ceil(across) * high.div_ceil(down)))
}

/// How many codes of each length up to 16, and the symbols from the shortest to the longest, for the fewest bits in all.
fn best_lengths(counts: &[u32; 256]) -> ([u8; 16], Vec<u8>) {
    // One symbol that is never used takes the code of ones only, which must not be.
    let mut weights: Vec<u64> = counts.iter().map(|&count| u64::from(count)).chain([1]).collect();
    let mut lengths = [0_usize; 257];
    let mut groups: Vec<Vec<usize>> = (0..257).map(|symbol| vec![symbol]).collect();
    loop {
        let mut left: Vec<usize> = (0..257).rev().filter(|&group| weights[group] > 0).collect();
        left.sort_by_key(|&group| weights[group]);
        let &[lightest, next, ..] = left.as_slice() else { break };
        weights[next] += weights[lightest];
        weights[lightest] = 0;
        let joined = std::mem::take(&mut groups[lightest]);
        groups[next].extend(joined);
        groups[next].iter().for_each(|&symbol| lengths[symbol] += 1);
    }
    let mut of_length = [0_u32; 258];
    lengths.iter().filter(|&&length| length > 0).for_each(|&length| of_length[length] += 1);
    // Too long ones go in pairs: one takes their place, the other shares that of a shorter code (T.81 K.3).
    for length in (17..258).rev() {
        while of_length[length] > 0 {
            let shorter = (1..length - 1).rev().find(|&shorter| of_length[shorter] > 0).unwrap_or(1);
            of_length[length] -= 2;
            of_length[length - 1] += 1;
            of_length[shorter + 1] += 2;
            of_length[shorter] -= 1;
        }
    }
    if let Some(last) = (1..=16).rev().find(|&length| of_length[length] > 0) {
        of_length[last] -= 1;
    }
    let mut symbols: Vec<usize> = (0..256).filter(|&symbol| lengths[symbol] > 0).collect();
    symbols.sort_by_key(|&symbol| lengths[symbol]);
    (std::array::from_fn(|index| of_length[index + 1] as u8), symbols.into_iter().map(|symbol| symbol as u8).collect())
}

/// Codes moved up by the bits of the number behind them, and the length of both.
fn assign(codes: &mut [(u32, u32); 256], lengths: &[u8; 16], values: &[u8]) {
    let (mut code, mut values) = (0, values.iter());
    for (length, &count) in (1..).zip(lengths) {
        for &value in values.by_ref().take(count.into()) {
            let size = u32::from(value & 15);
            codes[usize::from(value)] = (code << size, length + size);
            code += 1;
        }
        code <<= 1;
    }
}

#[cfg(test)]
mod tests {
    use image::ImageFormat;
    use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

    use super::*;

    fn written(pixels: &[u8], width: u16, height: u16, color: ColorType) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, 85);
        encoder.set_sampling_factor(SamplingFactor::R_4_2_0);
        encoder.encode(pixels, width, height, color).unwrap();
        bytes
    }

    fn decoded(bytes: &[u8]) -> Vec<u8> {
        image::load_from_memory_with_format(bytes, ImageFormat::Jpeg).unwrap().into_bytes()
    }

    #[test]
    fn every_pixel_stays_and_bytes_go() {
        for (width, height) in [(1, 1), (8, 8), (17, 9), (200, 131), (333, 16)] {
            for (color, channels) in [(ColorType::Rgb, 3), (ColorType::Luma, 1)] {
                let count = usize::from(width) * usize::from(height) * channels;
                let pixels: Vec<u8> = (0..count).map(|at| (at * at * 7 % 251) as u8).collect();
                let before = written(&pixels, width, height, color);
                let after = shorter(&before).unwrap();
                assert!(after.len() < before.len(), "{width} × {height}: {} of {}", after.len(), before.len());
                assert_eq!(decoded(&after), decoded(&before), "{width} × {height}, {channels}");
                assert_eq!(super::super::wholeness(&after), super::super::Wholeness::Whole);
            }
        }
    }

    #[test]
    fn very_uneven_counts_make_no_code_longer_than_sixteen_bits() {
        let mut counts = [0; 256];
        let (mut before, mut count) = (1, 1);
        for slot in counts.iter_mut().take(40) {
            (*slot, before, count) = (count, count, before + count);
        }
        let (lengths, values) = best_lengths(&counts);
        assert_eq!(lengths.iter().map(|&count| usize::from(count)).sum::<usize>(), 40);
        assert!(Table::new(&lengths, &values).is_some(), "such a set of codes exists");
        // The room that is left is one code, that of ones only.
        let room: u32 = (1..).zip(lengths).map(|(length, count)| u32::from(count) << (16 - length)).sum();
        assert!(room < 1 << 16, "{room}");
    }

    #[test]
    fn what_is_damaged_is_left_as_it_is() {
        let whole = written(&[90; 64 * 64 * 3], 64, 64, ColorType::Rgb);
        for end in 0..whole.len() {
            assert!(shorter(&whole[..end]).is_none(), "{end} of {}", whole.len());
        }
    }
}
