//! Whether a JPEG holds all the coded data that its header announces.
//!
//! A decoder paints grey what a file cut short does not hold, and says nothing: where the data end, such a file is
//! closed like any other. So the codes are gone through here, one by one, without making pixels of them.

use super::bits::{Bits, Coded};
use super::huffman::Table;
use crate::media::Size;
use crate::media::metadata::jpeg_segments::{marker, next_marker, segment_at};
use crate::media::metadata::numbers::be_u16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wholeness {
    /// Every block is there, by the letter of the standard.
    Whole,
    /// Data end before their picture does, or hold what is no code, or a colour is missing.
    Broken,
    /// Not as it should be, in a way decoders bear differently.
    Unsure,
}

use Wholeness::{Broken, Unsure, Whole};

/// Goes through every scan. Takes about as long as decoding, so [`super::read`] is asked first where it can tell.
pub fn wholeness(bytes: &[u8]) -> Wholeness {
    Walk::default().through(bytes).unwrap_or_else(|found| found)
}

type Found<T> = Result<T, Wholeness>;

#[derive(Default)]
struct Walk {
    firsts: [Option<Table>; 4],
    others: [Option<Table>; 4],
    restart: usize,
    progressive: bool,
    units: (usize, usize),
    components: Vec<Component>,
    coded: Coded,
}

struct Component {
    id: u8,
    across: usize,
    down: usize,
    /// Blocks that hold picture, each way.
    blocks: (usize, usize),
    /// Blocks in a row of whole units.
    stride: usize,
    /// By coefficient, which bits are still to come; `None`: all.
    missing_bits: [Option<u8>; 64],
    /// By block of a progressive picture, a bit for each coefficient that is not zero so far.
    nonzero: Vec<u64>,
}

/// What a scan brings: coefficients `start` to `end`, their bits from `high` (0: the first time) down to `low`.
#[derive(Clone, Copy)]
struct Band {
    start: usize,
    end: usize,
    high: u8,
    low: u8,
}

/// A component in a scan.
struct Part {
    component: Component,
    first: usize,
    others: usize,
}

impl Walk {
    fn through(mut self, bytes: &[u8]) -> Found<Wholeness> {
        let mut at = 2;
        loop {
            let (marker, start) = next_marker(bytes, at).ok_or(Broken)?;
            if marker == marker::EOI {
                return self.all_seen();
            }
            let (payload, end) = segment_at(bytes, start).ok_or(Broken)?;
            at = end;
            match marker {
                marker::DHT => self.tables(payload)?,
                marker::DRI => self.restart = be_u16(payload, 0).ok_or(Unsure)?.into(),
                marker::SOF0..=marker::SOF2 => self.frame(marker == marker::SOF2, payload)?,
                marker::SOS => at += self.scan(payload, bytes.get(end..).unwrap_or_default())?,
                marker::SOF3..=marker::SOF15 | marker::DNL => return Err(Unsure),
                _ => {}
            }
        }
    }

    /// The standard asks for every first coefficient; the others may stay as coarse as they are.
    fn all_seen(&self) -> Found<Wholeness> {
        match self.components.as_slice() {
            [] => Err(Unsure),
            components if components.iter().any(|component| component.missing_bits[0].is_none()) => Err(Broken),
            _ => Ok(Whole),
        }
    }

    fn tables(&mut self, mut payload: &[u8]) -> Found<()> {
        while let Some((&kind, rest)) = payload.split_first() {
            let (counts, rest) = rest.split_first_chunk::<16>().ok_or(Unsure)?;
            let (values, rest) = rest.split_at_checked(counts.iter().map(|&count| usize::from(count)).sum()).ok_or(Unsure)?;
            let tables = match kind >> 4 {
                0 if values.iter().any(|&size| size > 15) => return Err(Unsure),
                0 => &mut self.firsts,
                1 => &mut self.others,
                _ => return Err(Unsure),
            };
            *tables.get_mut(usize::from(kind & 15)).ok_or(Unsure)? = Some(Table::new(counts, values).ok_or(Unsure)?);
            payload = rest;
        }
        Ok(())
    }

    fn frame(&mut self, progressive: bool, payload: &[u8]) -> Found<()> {
        let side = |at| be_u16(payload, at).map(u32::from).ok_or(Unsure);
        let size = Size::new(side(3)?, side(1)?);
        let described = payload.get(6..).ok_or(Unsure)?;
        if !self.components.is_empty() || size.pixels() == 0 || described.len() > 12 {
            return Err(Unsure);
        }
        let samplings = || described.chunks_exact(3).map(|of| (usize::from(of[1] >> 4), usize::from(of[1] & 15)));
        if !samplings().all(|(across, down)| (1..=4).contains(&across) && (1..=4).contains(&down)) {
            return Err(Unsure);
        }
        let largest = (samplings().map(|of| of.0).max().ok_or(Unsure)?, samplings().map(|of| of.1).max().ok_or(Unsure)?);
        let (width, height) = (size.width as usize, size.height as usize);
        self.progressive = progressive;
        self.units = (width.div_ceil(8 * largest.0), height.div_ceil(8 * largest.1));
        for (of, (across, down)) in described.chunks_exact(3).zip(samplings()) {
            let stride = self.units.0 * across;
            self.components.push(Component {
                id: of[0],
                across,
                down,
                blocks: ((width * across).div_ceil(8 * largest.0), (height * down).div_ceil(8 * largest.1)),
                stride,
                missing_bits: [None; 64],
                nonzero: vec![0; if progressive { stride * self.units.1 * down } else { 0 }],
            });
        }
        Ok(())
    }

    /// Goes through a scan's data and says how long it is.
    fn scan(&mut self, header: &[u8], data: &[u8]) -> Found<usize> {
        let (&count, rest) = header.split_first().ok_or(Unsure)?;
        let (selectors, rest) = rest.split_at_checked(2 * usize::from(count)).ok_or(Unsure)?;
        let &[start, end, bits] = rest else { return Err(Unsure) };
        let band = Band { start: start.into(), end: end.into(), high: bits >> 4, low: bits & 15 };
        let baseline = !self.progressive && (start, end, bits) == (0, 63, 0);
        let progressive = self.progressive && (if start == 0 { end == 0 } else { start <= end && end < 64 && count == 1 });
        if !(baseline || progressive) {
            return Err(Unsure);
        }
        let mut parts = Vec::new();
        for selector in selectors.chunks_exact(2) {
            let place = self.components.iter().position(|component| component.id == selector[0]).ok_or(Unsure)?;
            let component = self.components.remove(place);
            parts.push(Part { component, first: usize::from(selector[1] >> 4), others: usize::from(selector[1] & 15) });
        }
        parts.iter_mut().try_for_each(|part| part.component.expect(band))?;
        let length = self.coded.take(data).ok_or(Unsure)?;
        self.blocks(&mut parts, band)?;
        self.components.extend(parts.into_iter().map(|part| part.component));
        Ok(length)
    }

    fn blocks(&self, parts: &mut [Part], band: Band) -> Found<()> {
        let (wide, high) = match parts {
            [] => return Err(Unsure),
            [alone] => alone.component.blocks,
            _ => self.units,
        };
        let total = wide * high;
        let each = if self.restart == 0 { total } else { self.restart };
        let pieces = self.coded.pieces();
        if pieces.len() != total.div_ceil(each) {
            return Err(if pieces.len() < total.div_ceil(each) { Broken } else { Unsure });
        }
        let alone = parts.len() == 1;
        let mut places = (0..high).flat_map(|y| (0..wide).map(move |x| (x, y)));
        for mut bits in pieces {
            let mut run = 0;
            for (x, y) in places.by_ref().take(each) {
                for part in parts.iter_mut() {
                    let (across, down) = if alone { (1, 1) } else { (part.component.across, part.component.down) };
                    for place in (0..down).flat_map(|row| (0..across).map(move |column| (x * across + column, y * down + row))) {
                        let found = self.block(&mut bits, part, place, band, &mut run);
                        // Whatever was made of what is not there.
                        if bits.overran() {
                            return Err(Broken);
                        }
                        found?;
                    }
                }
            }
            if !bits.at_end() || run != 0 {
                return Err(Unsure);
            }
        }
        Ok(())
    }

    /// `run`: how many blocks from here on bring nothing new.
    fn block(&self, bits: &mut Bits<'_>, part: &mut Part, (x, y): (usize, usize), band: Band, run: &mut u32) -> Found<()> {
        if band.start == 0 {
            if band.high > 0 {
                bits.refill();
                bits.skip(1);
            } else {
                first(bits, self.firsts.get(part.first).and_then(Option::as_ref).ok_or(Unsure)?)?;
            }
        }
        if band.end == 0 {
            return Ok(());
        }
        let others = self.others.get(part.others).and_then(Option::as_ref).ok_or(Unsure)?;
        if !self.progressive {
            return rest(bits, others);
        }
        let component = &mut part.component;
        let nonzero = component.nonzero.get_mut(y * component.stride + x).ok_or(Unsure)?;
        if band.high == 0 { begun(bits, others, band, nonzero, run) } else { refined(bits, others, band, nonzero, run) }
    }
}

impl Component {
    /// Scans bring the bits of each coefficient from the highest down, each bit once.
    fn expect(&mut self, band: Band) -> Found<()> {
        let begun = self.missing_bits[0].is_some();
        if (band.start > 0 && !begun) || band.low > 13 || (band.high > 0 && band.low + 1 != band.high) {
            return Err(Unsure);
        }
        for missing in self.missing_bits.get_mut(band.start..=band.end).ok_or(Unsure)? {
            if *missing != (band.high > 0).then_some(band.high) {
                return Err(Unsure);
            }
            *missing = Some(band.low);
        }
        Ok(())
    }
}

/// The next symbol. What is no code is damage, and nothing behind it can be trusted.
fn symbol(bits: &mut Bits<'_>, table: &Table) -> Found<u8> {
    bits.refill();
    table.symbol(bits).ok_or(Broken)
}

fn first(bits: &mut Bits<'_>, table: &Table) -> Found<()> {
    let size = symbol(bits, table)?;
    bits.skip(size.into());
    Ok(())
}

/// The coefficients of a baseline block behind the first one.
fn rest(bits: &mut Bits<'_>, table: &Table) -> Found<()> {
    let mut index = 1;
    while index < 64 {
        let symbol = symbol(bits, table)?;
        match (symbol >> 4, symbol & 15) {
            (0, 0) => return Ok(()),
            (1..15, 0) => return Err(Unsure),
            (zeros, size) => {
                bits.skip(size.into());
                index += usize::from(zeros) + 1;
            }
        }
    }
    if index == 64 { Ok(()) } else { Err(Unsure) }
}

/// T.81 G.1.2.2: the highest bits of a band.
fn begun(bits: &mut Bits<'_>, table: &Table, band: Band, nonzero: &mut u64, run: &mut u32) -> Found<()> {
    if *run > 0 {
        *run -= 1;
        return Ok(());
    }
    let mut index = band.start;
    while index <= band.end {
        let symbol = symbol(bits, table)?;
        match (symbol >> 4, symbol & 15) {
            (15, 0) => index += 16,
            (zeros, 0) => {
                *run = (1 << zeros) - 1 + bits.taken(zeros);
                return Ok(());
            }
            (zeros, size) => {
                bits.skip(size.into());
                index += usize::from(zeros);
                if index > band.end {
                    return Err(Unsure);
                }
                *nonzero |= 1 << index;
                index += 1;
            }
        }
    }
    if index == band.end + 1 { Ok(()) } else { Err(Unsure) }
}

/// T.81 G.1.2.3: one more bit of a band, for coefficients that are not zero so far one each, in between those that begin now.
fn refined(bits: &mut Bits<'_>, table: &Table, band: Band, nonzero: &mut u64, run: &mut u32) -> Found<()> {
    let mut index = band.start;
    while *run == 0 && index <= band.end {
        let symbol = symbol(bits, table)?;
        let mut zeros = symbol >> 4;
        let begins = match symbol & 15 {
            0 if zeros < 15 => {
                *run = (1 << zeros) + bits.taken(zeros);
                break;
            }
            0 => false,
            1 => {
                bits.skip(1);
                true
            }
            _ => return Err(Unsure),
        };
        loop {
            if index > band.end {
                return Err(Unsure);
            }
            if *nonzero >> index & 1 == 1 {
                one_more(bits);
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
    if *run > 0 {
        (index..=band.end).filter(|index| *nonzero >> index & 1 == 1).for_each(|_| one_more(bits));
        *run -= 1;
    }
    Ok(())
}

fn one_more(bits: &mut Bits<'_>) {
    bits.refill();
    bits.skip(1);
}
