//! Checks whether a JPEG holds all the coded data that its header announces.
//!
//! A decoder silently paints the missing part of a truncated file grey, if the file still ends with an EOI
//! marker. This module therefore walks through all codes without making pixels of them.

use super::bits::{BitReader, EntropyCodedData};
use super::huffman::HuffmanTable;
use crate::Size;
use crate::metadata::jpeg_segments::{marker, next_marker, segment_at};
use crate::metadata::numbers::be_u16;

/// The result of checking a JPEG's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Every block is there, in accordance with T.81.
    Complete,
    /// Data end too early or contain invalid codes, or a component is missing.
    Broken,
    /// The file deviates from T.81 in a way that decoders handle differently.
    Uncertain,
}

use Completeness::{Broken, Complete, Uncertain};

/// Walks through every scan. Takes about as long as decoding, so [`super::read`] is used first where it
/// suffices.
pub fn check(bytes: &[u8]) -> Completeness {
    Checker::default().check(bytes).unwrap_or_else(|found| found)
}

type CheckResult<T> = Result<T, Completeness>;

#[derive(Default)]
struct Checker {
    dc_tables: [Option<HuffmanTable>; 4],
    ac_tables: [Option<HuffmanTable>; 4],
    restart: usize,
    progressive: bool,
    mcus: (usize, usize),
    components: Vec<Component>,
    coded: EntropyCodedData,
}

struct Component {
    id: u8,
    h_sampling: usize,
    v_sampling: usize,
    /// Blocks that hold picture data, in each direction.
    blocks: (usize, usize),
    /// Blocks per row, padded to whole MCUs.
    stride: usize,
    /// By coefficient: the lowest bit that was read so far; `None`: no scan contained it yet.
    missing_bits: [Option<u8>; 64],
    /// Of a progressive picture, by block: a bit for each coefficient that is nonzero so far.
    nonzero: Vec<u64>,
}

/// The coefficients of a scan, `start` to `end`, and their bits from `high` (0: first scan) down to `low`
/// (T.81 G.1.1.1).
#[derive(Clone, Copy)]
struct SpectralBand {
    start: usize,
    end: usize,
    high: u8,
    low: u8,
}

/// A component of a scan, with its table indices.
struct ScanPart {
    component: Component,
    dc_table: usize,
    ac_table: usize,
}

/// The file with the two bytes at its end, if all of the picture is there and only they are missing.
/// Panoramas of Samsung lack them before what the camera writes behind the picture, which is left out then.
pub fn with_end(mut bytes: Vec<u8>) -> Vec<u8> {
    const END: [u8; 2] = [0xFF, marker::EOI];
    if !bytes.starts_with(&[0xFF, 0xD8]) || bytes.ends_with(&END) || check(&bytes) == Complete {
        return bytes;
    }
    if let Some(end) = samsung_trailer(&bytes) {
        let picture = [&bytes[..end], &END].concat();
        if check(&picture) == Complete {
            return picture;
        }
    }
    let length = bytes.len();
    // The first of them may be there.
    bytes.extend_from_slice(if bytes.ends_with(&[0xFF]) { &END[1..] } else { &END });
    if check(&bytes) != Complete {
        bytes.truncate(length);
    }
    bytes
}

/// Where what Samsung's cameras write behind a picture begins, by the directory at its end.
fn samsung_trailer(bytes: &[u8]) -> Option<usize> {
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
    let directory = bytes.strip_suffix(b"SEFT")?.len().checked_sub(4)?;
    let directory = directory.checked_sub(number(directory)?)?;
    let count = bytes.get(directory..)?.starts_with(b"SEFH").then(|| number(directory + 8))??;
    // Each entry is 12 bytes long; its second number says how far before the directory its data begin.
    let entry = |index: usize| directory.checked_sub(number(directory + 16 + 12 * index)?);
    (0..count.min(1000)).map_while(entry).min()
}

impl Checker {
    fn check(mut self, bytes: &[u8]) -> CheckResult<Completeness> {
        let mut at = 2;
        loop {
            let (marker, start) = next_marker(bytes, at).ok_or(Broken)?;
            if marker == marker::EOI {
                return self.conclude();
            }
            let (payload, end) = segment_at(bytes, start).ok_or(Broken)?;
            at = end;
            match marker {
                marker::DHT => self.tables(payload)?,
                marker::DRI => self.restart = be_u16(payload, 0).ok_or(Uncertain)?.into(),
                marker::SOF0..=marker::SOF2 => self.frame(marker == marker::SOF2, payload)?,
                marker::SOS => at += self.scan(payload, bytes.get(end..).unwrap_or_default())?,
                marker::SOF3..=marker::SOF15 | marker::DNL => return Err(Uncertain),
                _ => {}
            }
        }
    }

    /// T.81 requires every DC coefficient; AC coefficients may remain unrefined.
    fn conclude(&self) -> CheckResult<Completeness> {
        match self.components.as_slice() {
            [] => Err(Uncertain),
            components if components.iter().any(|component| component.missing_bits[0].is_none()) => {
                Err(Broken)
            }
            _ => Ok(Complete),
        }
    }

    fn tables(&mut self, mut payload: &[u8]) -> CheckResult<()> {
        while let Some((&kind, rest)) = payload.split_first() {
            let (counts, rest) = rest.split_first_chunk::<16>().ok_or(Uncertain)?;
            let (values, rest) = rest
                .split_at_checked(counts.iter().map(|&count| usize::from(count)).sum())
                .ok_or(Uncertain)?;
            let tables = match kind >> 4 {
                0 if values.iter().any(|&size| size > 15) => return Err(Uncertain),
                0 => &mut self.dc_tables,
                1 => &mut self.ac_tables,
                _ => return Err(Uncertain),
            };
            *tables.get_mut(usize::from(kind & 15)).ok_or(Uncertain)? =
                Some(HuffmanTable::new(counts, values).ok_or(Uncertain)?);
            payload = rest;
        }
        Ok(())
    }

    fn frame(&mut self, progressive: bool, payload: &[u8]) -> CheckResult<()> {
        let side = |at| be_u16(payload, at).map(u32::from).ok_or(Uncertain);
        let size = Size::new(side(3)?, side(1)?);
        let described = payload.get(6..).ok_or(Uncertain)?;
        if !self.components.is_empty() || size.pixels() == 0 || described.len() > 12 {
            return Err(Uncertain);
        }
        let samplings =
            || described.chunks_exact(3).map(|of| (usize::from(of[1] >> 4), usize::from(of[1] & 15)));
        if !samplings()
            .all(|(h_sampling, v_sampling)| (1..=4).contains(&h_sampling) && (1..=4).contains(&v_sampling))
        {
            return Err(Uncertain);
        }
        let max_sampling = (
            samplings().map(|of| of.0).max().ok_or(Uncertain)?,
            samplings().map(|of| of.1).max().ok_or(Uncertain)?,
        );
        let (width, height) = (size.width as usize, size.height as usize);
        self.progressive = progressive;
        self.mcus = (width.div_ceil(8 * max_sampling.0), height.div_ceil(8 * max_sampling.1));
        for (of, (h_sampling, v_sampling)) in described.chunks_exact(3).zip(samplings()) {
            let stride = self.mcus.0 * h_sampling;
            self.components.push(Component {
                id: of[0],
                h_sampling,
                v_sampling,
                blocks: (
                    (width * h_sampling).div_ceil(8 * max_sampling.0),
                    (height * v_sampling).div_ceil(8 * max_sampling.1),
                ),
                stride,
                missing_bits: [None; 64],
                nonzero: vec![0; if progressive { stride * self.mcus.1 * v_sampling } else { 0 }],
            });
        }
        Ok(())
    }

    /// Walks through the data of a scan and returns their length.
    fn scan(&mut self, header: &[u8], data: &[u8]) -> CheckResult<usize> {
        let (&count, rest) = header.split_first().ok_or(Uncertain)?;
        let (selectors, rest) = rest.split_at_checked(2 * usize::from(count)).ok_or(Uncertain)?;
        let &[start, end, bits] = rest else { return Err(Uncertain) };
        let band = SpectralBand { start: start.into(), end: end.into(), high: bits >> 4, low: bits & 15 };
        let baseline = !self.progressive && (start, end, bits) == (0, 63, 0);
        let progressive =
            self.progressive && (if start == 0 { end == 0 } else { start <= end && end < 64 && count == 1 });
        if !(baseline || progressive) {
            return Err(Uncertain);
        }
        let mut parts = Vec::new();
        for selector in selectors.chunks_exact(2) {
            let place =
                self.components.iter().position(|component| component.id == selector[0]).ok_or(Uncertain)?;
            let component = self.components.remove(place);
            parts.push(ScanPart {
                component,
                dc_table: usize::from(selector[1] >> 4),
                ac_table: usize::from(selector[1] & 15),
            });
        }
        parts.iter_mut().try_for_each(|part| part.component.advance(band))?;
        let length = self.coded.load(data).ok_or(Uncertain)?;
        self.blocks(&mut parts, band)?;
        self.components.extend(parts.into_iter().map(|part| part.component));
        Ok(length)
    }

    fn blocks(&self, parts: &mut [ScanPart], band: SpectralBand) -> CheckResult<()> {
        let (wide, high) = match parts {
            [] => return Err(Uncertain),
            [alone] => alone.component.blocks,
            _ => self.mcus,
        };
        let total = wide * high;
        let each = if self.restart == 0 { total } else { self.restart };
        let intervals = self.coded.intervals();
        if intervals.len() != total.div_ceil(each) {
            return Err(if intervals.len() < total.div_ceil(each) { Broken } else { Uncertain });
        }
        let alone = parts.len() == 1;
        let mut places = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
        for mut bits in intervals {
            let mut eob_run = 0;
            for (x, y) in places.by_ref().take(each) {
                for part in parts.iter_mut() {
                    let (h_sampling, v_sampling) =
                        if alone { (1, 1) } else { (part.component.h_sampling, part.component.v_sampling) };
                    for place in (0..v_sampling).flat_map(|row| {
                        (0..h_sampling).map(move |column| (x * h_sampling + column, y * v_sampling + row))
                    }) {
                        let found = self.block(&mut bits, part, place, band, &mut eob_run);
                        // Reading beyond the end means truncation, whatever the result was.
                        if bits.is_past_end() {
                            return Err(Broken);
                        }
                        found?;
                    }
                }
            }
            if !bits.is_at_end() || eob_run != 0 {
                return Err(Uncertain);
            }
        }
        Ok(())
    }

    /// `eob_run` is the number of blocks from here on without new coefficients (end-of-band run).
    fn block(
        &self,
        bits: &mut BitReader<'_>,
        part: &mut ScanPart,
        (x, y): (usize, usize),
        band: SpectralBand,
        eob_run: &mut u32,
    ) -> CheckResult<()> {
        if band.start == 0 {
            if band.high > 0 {
                bits.refill();
                bits.skip(1);
            } else {
                skip_dc(bits, self.dc_tables.get(part.dc_table).and_then(Option::as_ref).ok_or(Uncertain)?)?;
            }
        }
        if band.end == 0 {
            return Ok(());
        }
        let others = self.ac_tables.get(part.ac_table).and_then(Option::as_ref).ok_or(Uncertain)?;
        if !self.progressive {
            return skip_ac(bits, others);
        }
        let component = &mut part.component;
        let nonzero = component.nonzero.get_mut(y * component.stride + x).ok_or(Uncertain)?;
        if band.high == 0 {
            first_scan(bits, others, band, nonzero, eob_run)
        } else {
            refinement_scan(bits, others, band, nonzero, eob_run)
        }
    }
}

impl Component {
    /// Checks that scans refine each coefficient from the highest bit down, each bit once.
    fn advance(&mut self, band: SpectralBand) -> CheckResult<()> {
        let has_dc = self.missing_bits[0].is_some();
        if (band.start > 0 && !has_dc) || band.low > 13 || (band.high > 0 && band.low + 1 != band.high) {
            return Err(Uncertain);
        }
        for missing in self.missing_bits.get_mut(band.start..=band.end).ok_or(Uncertain)? {
            if *missing != (band.high > 0).then_some(band.high) {
                return Err(Uncertain);
            }
            *missing = Some(band.low);
        }
        Ok(())
    }
}

/// Reads the next symbol. An invalid code is damage, and nothing after it can be trusted.
fn symbol(bits: &mut BitReader<'_>, table: &HuffmanTable) -> CheckResult<u8> {
    bits.refill();
    table.symbol(bits).ok_or(Broken)
}

fn skip_dc(bits: &mut BitReader<'_>, table: &HuffmanTable) -> CheckResult<()> {
    let size = symbol(bits, table)?;
    bits.skip(size.into());
    Ok(())
}

/// Skips the AC coefficients of a baseline block.
fn skip_ac(bits: &mut BitReader<'_>, table: &HuffmanTable) -> CheckResult<()> {
    let mut index = 1;
    while index < 64 {
        let symbol = symbol(bits, table)?;
        match (symbol >> 4, symbol & 15) {
            (0, 0) => return Ok(()),
            (1..15, 0) => return Err(Uncertain),
            (zeros, size) => {
                bits.skip(size.into());
                index += usize::from(zeros) + 1;
            }
        }
    }
    if index == 64 { Ok(()) } else { Err(Uncertain) }
}

/// The first scan of a spectral band (T.81 G.1.2.2).
fn first_scan(
    bits: &mut BitReader<'_>,
    table: &HuffmanTable,
    band: SpectralBand,
    nonzero: &mut u64,
    eob_run: &mut u32,
) -> CheckResult<()> {
    if *eob_run > 0 {
        *eob_run -= 1;
        return Ok(());
    }
    let mut index = band.start;
    while index <= band.end {
        let symbol = symbol(bits, table)?;
        match (symbol >> 4, symbol & 15) {
            (15, 0) => index += 16,
            (zeros, 0) => {
                *eob_run = (1 << zeros) - 1 + bits.take_bits(zeros);
                return Ok(());
            }
            (zeros, size) => {
                bits.skip(size.into());
                index += usize::from(zeros);
                if index > band.end {
                    return Err(Uncertain);
                }
                *nonzero |= 1 << index;
                index += 1;
            }
        }
    }
    if index == band.end + 1 { Ok(()) } else { Err(Uncertain) }
}

/// A refinement scan (T.81 G.1.2.3): one more bit for each coefficient that is already nonzero, between those
/// that become nonzero now.
fn refinement_scan(
    bits: &mut BitReader<'_>,
    table: &HuffmanTable,
    band: SpectralBand,
    nonzero: &mut u64,
    eob_run: &mut u32,
) -> CheckResult<()> {
    let mut index = band.start;
    while *eob_run == 0 && index <= band.end {
        let symbol = symbol(bits, table)?;
        let mut zeros = symbol >> 4;
        let begins = match symbol & 15 {
            0 if zeros < 15 => {
                *eob_run = (1 << zeros) + bits.take_bits(zeros);
                break;
            }
            0 => false,
            1 => {
                bits.skip(1);
                true
            }
            _ => return Err(Uncertain),
        };
        loop {
            if index > band.end {
                return Err(Uncertain);
            }
            if *nonzero >> index & 1 == 1 {
                skip_bit(bits);
            } else if zeros == 0 {
                break;
            } else {
                zeros -= 1;
            }
            index += 1;
        }
        *nonzero |= u64::from(begins) << index;
        index += 1;
    }
    if *eob_run > 0 {
        (index..=band.end).filter(|index| *nonzero >> index & 1 == 1).for_each(|_| skip_bit(bits));
        *eob_run -= 1;
    }
    Ok(())
}

fn skip_bit(bits: &mut BitReader<'_>) {
    bits.refill();
    bits.skip(1);
}
