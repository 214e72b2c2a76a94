//! One scan: the coded data of one or all components, block by block, into their planes.

use super::bits::{Bits, Coded};
use super::huffman::{Coefficients, Table, ended};
use super::inverse::{self, Block, Weights};

/// A component of the picture (brightness, a colour), at the size it is read.
pub struct Component {
    pub id: u8,
    /// How many blocks of it a unit of the picture holds, each way.
    pub across: usize,
    pub down: usize,
    pub quantizer: usize,
    /// Pixels a side that a block becomes: 1 to 4, or 8.
    pub side: usize,
    /// Blocks that hold picture, each way; whole units may hold more.
    pub blocks: (usize, usize),
    /// Rows of `stride` pixels, of whole units.
    pub pixels: Vec<u8>,
    pub stride: usize,
    /// First coefficients of a progressive picture, of which each scan adds a bit.
    pub firsts: Vec<i16>,
    /// Which bits of the first coefficients are still to come; `None`: all.
    pub missing_bits: Option<u8>,
}

/// What a scan needs to read one of its components.
pub struct Reading<'a> {
    pub component: &'a mut Component,
    pub first: &'a Table,
    pub others: &'a Coefficients,
    pub weights: Weights,
}

/// Reads a scan of a baseline picture. `units`: how many there are each way; `restart`: units between restart markers.
pub fn baseline(coded: &Coded, readings: &mut [Reading<'_>], units: (usize, usize), restart: usize) -> Option<()> {
    let alone = readings.len() == 1;
    let (wide, high) = if alone { readings.first()?.component.blocks } else { units };
    each_unit(coded, wide, high, restart, |bits, before, x, y| {
        for (reading, before) in readings.iter_mut().zip(before) {
            let (across, down) = if alone { (1, 1) } else { (reading.component.across, reading.component.down) };
            for row in 0..down {
                for column in 0..across {
                    block(bits, reading, before, x * across + column, y * down + row)?;
                }
            }
        }
        Some(())
    })
}

/// Goes through the units of a scan in their order; first coefficients start anew behind each restart.
pub fn each_unit(
    coded: &Coded,
    wide: usize,
    high: usize,
    restart: usize,
    mut unit: impl FnMut(&mut Bits<'_>, &mut [i32; 4], usize, usize) -> Option<()>,
) -> Option<()> {
    let total = wide * high;
    let each = if restart == 0 { total } else { restart };
    let pieces = coded.pieces();
    if pieces.len() != total.div_ceil(each.max(1)) {
        return None;
    }
    let (mut x, mut y) = (0, 0);
    for (piece, mut bits) in pieces.enumerate() {
        let mut before = [0; 4];
        for _ in piece * each..total.min((piece + 1) * each) {
            unit(&mut bits, &mut before, x, y)?;
            x += 1;
            if x == wide {
                (x, y) = (0, y + 1);
                // Zeros behind the end might go on as blocks for as long as the header says.
                if bits.overran() {
                    return None;
                }
            }
        }
        if !bits.at_end() {
            return None;
        }
    }
    Some(())
}

/// The first coefficient is coded as the difference to that of the block before.
#[inline(always)]
pub fn first(bits: &mut Bits<'_>, table: &Table, before: &mut i32) -> Option<i32> {
    bits.refill();
    let size = table.symbol(bits)?;
    if size > 15 {
        return None;
    }
    *before = before.wrapping_add(bits.number(size.into()));
    Some(*before)
}

#[inline(always)]
fn block(bits: &mut Bits<'_>, reading: &mut Reading<'_>, before: &mut i32, x: usize, y: usize) -> Option<()> {
    match reading.component.side {
        1 => {
            let mut ahead = *bits;
            let first = first(&mut ahead, reading.first, before)? as f32 * reading.weights.of[0].1;
            *reading.component.pixels.get_mut(y * reading.component.stride + x)? = inverse::one(first);
            reading.others.pass(&mut ahead, 1)?;
            *bits = ahead;
            Some(())
        }
        2 => lowest(bits, reading, before, (x, y), inverse::two),
        3 => lowest(bits, reading, before, (x, y), inverse::three),
        4 => lowest(bits, reading, before, (x, y), inverse::four),
        _ => lowest(bits, reading, before, (x, y), inverse::eight),
    }
}

/// A block as `N` × `N` pixels, from `M` = `N` × `N` + 1 places. Each size apart, so that each is compiled for its own.
#[inline(never)]
fn lowest<const N: usize, const M: usize>(
    bits: &mut Bits<'_>,
    reading: &mut Reading<'_>,
    before: &mut i32,
    (x, y): (usize, usize),
    inverse: impl Fn(&Block<M>) -> [[u8; N]; N],
) -> Option<()> {
    let Reading { component, first: table, others, weights } = reading;
    // A copy of its own, so that it stays in the processor's registers.
    let mut ahead = *bits;
    let first = first(&mut ahead, table, before)? as f32 * weights.of[0].1;
    let mut block = [0.0; M];
    block[0] = first;
    let mut index = 1;
    let mut flat = true;
    'block: while index < weights.read {
        ahead.refill();
        for _ in 0..3 {
            let (next, number) = others.next(&mut ahead, index)?;
            index = next;
            if index > 64 {
                ended(index)?;
                break 'block;
            }
            let (place, weight) = weights.of[index - 1];
            *block.get_mut(usize::from(place))? = number as f32 * weight;
            flat = false;
            if index >= weights.read {
                break 'block;
            }
        }
    }
    others.pass(&mut ahead, index)?;
    *bits = ahead;
    let Component { pixels, stride, .. } = &mut **component;
    let target = pixels.get_mut(y * N * *stride + x * N..)?;
    put(target, *stride, if flat { [[inverse::one(first); N]; N] } else { inverse(&block) });
    Some(())
}

#[inline(always)]
fn put<const N: usize>(target: &mut [u8], stride: usize, block: [[u8; N]; N]) {
    for (row, pixels) in target.chunks_mut(stride).zip(block) {
        row[..N].copy_from_slice(&pixels);
    }
}

/// Reads a scan of first coefficients of a progressive picture, down to bit `low`; `high` is the bit before, or 0.
pub fn progressive(
    coded: &Coded,
    components: &mut [(&mut Component, Option<&Table>)],
    units: (usize, usize),
    restart: usize,
    (high, low): (u8, u8),
) -> Option<()> {
    for (component, _) in components.iter_mut() {
        let expected = if high == 0 { None } else { Some(high) };
        if component.missing_bits != expected || low > 13 || (high != 0 && low + 1 != high) {
            return None;
        }
        component.missing_bits = Some(low);
    }
    let alone = components.len() == 1;
    let (wide, tall) = if alone { components.first()?.0.blocks } else { units };
    each_unit(coded, wide, tall, restart, |bits, before, x, y| {
        for ((component, table), before) in components.iter_mut().zip(before) {
            let (across, down) = if alone { (1, 1) } else { (component.across, component.down) };
            for row in 0..down {
                for column in 0..across {
                    let place = (y * down + row) * component.stride + x * across + column;
                    let value = component.firsts.get_mut(place)?;
                    if high == 0 {
                        *value = (first(bits, (*table)?, before)? << low) as i16;
                    } else {
                        bits.refill();
                        *value |= (bits.peek(1) as i16) << low;
                        bits.skip(1);
                    }
                }
            }
        }
        Some(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units_read(bytes: usize, wide: usize, high: usize, restart: usize) -> (Option<()>, usize) {
        let mut coded = Coded::default();
        coded.take(&[&vec![0x55; bytes][..], &[0xFF, 0xD9]].concat()).unwrap();
        let mut count = 0;
        let read = each_unit(&coded, wide, high, restart, |bits, _, _, _| {
            bits.refill();
            bits.skip(2);
            count += 1;
            Some(())
        });
        (read, count)
    }

    #[test]
    fn a_header_that_claims_more_than_there_is_costs_a_row_at_most() {
        assert_eq!(units_read(250, 100, 10, 0), (Some(()), 1000), "all is there");
        let (read, count) = units_read(250, 100, 1_000_000, 0);
        assert_eq!(read, None);
        assert!(count <= 1000 + 2 * 100, "{count} units read where 1000 are there");
        assert_eq!(units_read(250, 100, 1_000_000, 7), (None, 0), "restarts are counted before anything is read");
    }
}
