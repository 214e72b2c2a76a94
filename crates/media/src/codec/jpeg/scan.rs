//! Decodes one scan: the data of one or several components, block by block, into their planes.

use super::bits::{BitReader, EntropyCodedData};
use super::huffman::{AcTable, HuffmanTable, check_block_end};
use super::inverse::{self, Block, Dequantizer};

/// A component of the picture (luma, a chroma channel) at the size it is read.
pub struct Component {
    /// The component's identifier in the frame and scan headers.
    pub id: u8,
    /// Sampling factors: blocks of this component in one MCU, horizontally and vertically.
    pub h_sampling: usize,
    pub v_sampling: usize,
    /// The index of its quantization table, from 0 to 3.
    pub quantizer: usize,
    /// The size of a decoded block in pixels: 1 to 4, or 8.
    pub side: usize,
    /// Blocks that hold picture data, in each direction; whole MCUs may contain more.
    pub blocks: (usize, usize),
    /// Rows of `stride` pixels, padded to whole MCUs.
    pub pixels: Vec<u8>,
    /// The length of a row of `pixels`, in bytes.
    pub stride: usize,
    /// DC coefficients of a progressive picture, which each scan refines by a bit.
    pub dc: Vec<i16>,
    /// The lowest bit of the DC coefficients that was read so far; `None`: no scan was read yet.
    pub missing_bits: Option<u8>,
}

/// A component with the tables for part it in this scan.
pub struct ScanPart<'a> {
    pub component: &'a mut Component,
    pub dc_table: &'a HuffmanTable,
    pub ac_table: &'a AcTable,
    pub dequantizer: Dequantizer,
}

/// Decodes a baseline scan of `mcus` MCUs in each direction, with `restart` MCUs between restart markers (0:
/// none).
pub fn read_baseline(
    coded: &EntropyCodedData,
    parts: &mut [ScanPart<'_>],
    mcus: (usize, usize),
    restart: usize,
) -> Option<()> {
    let alone = parts.len() == 1;
    let (wide, high) = if alone { parts.first()?.component.blocks } else { mcus };
    for_each_mcu(coded, wide, high, restart, |bits, previous_dc, x, y| {
        for (part, previous_dc) in parts.iter_mut().zip(previous_dc) {
            let (h_sampling, v_sampling) =
                if alone { (1, 1) } else { (part.component.h_sampling, part.component.v_sampling) };
            for row in 0..v_sampling {
                for column in 0..h_sampling {
                    decode_block(bits, part, previous_dc, x * h_sampling + column, y * v_sampling + row)?;
                }
            }
        }
        Some(())
    })
}

/// Calls `mcu` for each MCU in order; the DC prediction is reset at each restart.
pub fn for_each_mcu(
    coded: &EntropyCodedData,
    wide: usize,
    high: usize,
    restart: usize,
    mut mcu: impl FnMut(&mut BitReader<'_>, &mut [i32; 4], usize, usize) -> Option<()>,
) -> Option<()> {
    let total = wide * high;
    let each = if restart == 0 { total } else { restart };
    let intervals = coded.intervals();
    if intervals.len() != total.div_ceil(each.max(1)) {
        return None;
    }
    let (mut x, mut y) = (0, 0);
    for (interval, mut bits) in intervals.enumerate() {
        let mut previous_dc = [0; 4];
        for _ in interval * each..total.min((interval + 1) * each) {
            mcu(&mut bits, &mut previous_dc, x, y)?;
            x += 1;
            if x == wide {
                (x, y) = (0, y + 1);
                // The zeros supplied after the end could decode as blocks for as long as the header claims.
                if bits.is_past_end() {
                    return None;
                }
            }
        }
        if !bits.is_at_end() {
            return None;
        }
    }
    Some(())
}

/// Decodes a DC coefficient, which is stored as the difference to the previous one.
#[inline(always)]
pub fn decode_dc(bits: &mut BitReader<'_>, table: &HuffmanTable, previous_dc: &mut i32) -> Option<i32> {
    bits.refill();
    let size = table.symbol(bits)?;
    if size > 15 {
        return None;
    }
    *previous_dc = previous_dc.wrapping_add(bits.signed_value(size.into()));
    Some(*previous_dc)
}

#[inline(always)]
fn decode_block(
    bits: &mut BitReader<'_>,
    part: &mut ScanPart<'_>,
    previous_dc: &mut i32,
    x: usize,
    y: usize,
) -> Option<()> {
    match part.component.side {
        1 => {
            let mut ahead = *bits;
            let first =
                decode_dc(&mut ahead, part.dc_table, previous_dc)? as f32 * part.dequantizer.factors[0].1;
            *part.component.pixels.get_mut(y * part.component.stride + x)? = inverse::idct_1(first);
            part.ac_table.skip_rest(&mut ahead, 1)?;
            *bits = ahead;
            Some(())
        }
        2 => reduced_block(bits, part, previous_dc, (x, y), inverse::idct_2),
        3 => reduced_block(bits, part, previous_dc, (x, y), inverse::idct_3),
        4 => reduced_block(bits, part, previous_dc, (x, y), inverse::idct_4),
        _ => reduced_block(bits, part, previous_dc, (x, y), inverse::idct_8),
    }
}

/// Decodes a block to `N` × `N` pixels with `M` = `N` × `N` + 1 elements. Not inlined, so that each size is
/// compiled separately.
#[inline(never)]
fn reduced_block<const N: usize, const M: usize>(
    bits: &mut BitReader<'_>,
    part: &mut ScanPart<'_>,
    previous_dc: &mut i32,
    (x, y): (usize, usize),
    inverse: impl Fn(&Block<M>) -> [[u8; N]; N],
) -> Option<()> {
    let ScanPart { component, dc_table, ac_table, dequantizer } = part;
    // A local copy stays in registers.
    let mut ahead = *bits;
    let first = decode_dc(&mut ahead, dc_table, previous_dc)? as f32 * dequantizer.factors[0].1;
    let mut block = [0.0; M];
    block[0] = first;
    let mut index = 1;
    let mut flat = true;
    'block: while index < dequantizer.count {
        ahead.refill();
        for _ in 0..3 {
            let (next, number) = ac_table.next_coefficient(&mut ahead, index)?;
            index = next;
            if index > 64 {
                check_block_end(index)?;
                break 'block;
            }
            let (position, weight) = dequantizer.factors[index - 1];
            *block.get_mut(usize::from(position))? = number as f32 * weight;
            flat = false;
            if index >= dequantizer.count {
                break 'block;
            }
        }
    }
    ac_table.skip_rest(&mut ahead, index)?;
    *bits = ahead;
    let Component { pixels, stride, .. } = &mut **component;
    let target = pixels.get_mut(y * N * *stride + x * N..)?;
    store_block(target, *stride, if flat { [[inverse::idct_1(first); N]; N] } else { inverse(&block) });
    Some(())
}

#[inline(always)]
fn store_block<const N: usize>(target: &mut [u8], stride: usize, block: [[u8; N]; N]) {
    for (row, pixels) in target.chunks_mut(stride).zip(block) {
        row[..N].copy_from_slice(&pixels);
    }
}

/// Decodes a DC scan of a progressive picture, down to bit `low`; `high` is the previous lowest bit, or 0 in
/// the first scan.
pub fn read_progressive_dc(
    coded: &EntropyCodedData,
    components: &mut [(&mut Component, Option<&HuffmanTable>)],
    mcus: (usize, usize),
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
    let (wide, tall) = if alone { components.first()?.0.blocks } else { mcus };
    for_each_mcu(coded, wide, tall, restart, |bits, previous_dc, x, y| {
        for ((component, table), previous_dc) in components.iter_mut().zip(previous_dc) {
            let (h_sampling, v_sampling) =
                if alone { (1, 1) } else { (component.h_sampling, component.v_sampling) };
            for row in 0..v_sampling {
                for column in 0..h_sampling {
                    let index = (y * v_sampling + row) * component.stride + x * h_sampling + column;
                    let value = component.dc.get_mut(index)?;
                    if high == 0 {
                        *value = (decode_dc(bits, (*table)?, previous_dc)? << low) as i16;
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

    fn mcus_read(bytes: usize, wide: usize, high: usize, restart: usize) -> (Option<()>, usize) {
        let mut coded = EntropyCodedData::default();
        coded.load(&[&vec![0x55; bytes][..], &[0xFF, 0xD9]].concat()).unwrap();
        let mut count = 0;
        let read = for_each_mcu(&coded, wide, high, restart, |bits, _, _, _| {
            bits.refill();
            bits.skip(2);
            count += 1;
            Some(())
        });
        (read, count)
    }

    #[test]
    fn decoding_stops_within_a_row_when_the_data_end_early() {
        assert_eq!(mcus_read(250, 100, 10, 0), (Some(()), 1000), "all MCUs are decoded");
        let (read, count) = mcus_read(250, 100, 1_000_000, 0);
        assert_eq!(read, None);
        assert!(count <= 1000 + 2 * 100, "{count} MCUs read, but 1000 exist");
        assert_eq!(
            mcus_read(250, 100, 1_000_000, 7),
            (None, 0),
            "restart intervals are counted before any MCU is read"
        );
    }
}
