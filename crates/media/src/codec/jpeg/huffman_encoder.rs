//! Writes Huffman-coded blocks, with tables optimised for the picture (T.81 K.2).

use super::forward::QuantizedBlock;
use crate::metadata::jpeg_segments::{append_segment, marker};

/// One table: how often each symbol occurs; then, by symbol, its code shifted left by the size of the value
/// that follows it, and the length of code and value together.
struct EncoderTable {
    counts: [u32; 256],
    codes: [(u32, u32); 256],
    lengths: [u8; 16],
    values: Vec<u8>,
}

/// The DC tables of luma and chroma, then their AC tables.
pub struct HuffmanEncoder([EncoderTable; 4]);

impl Default for HuffmanEncoder {
    fn default() -> Self {
        Self(std::array::from_fn(|_| EncoderTable {
            counts: [0; 256],
            codes: [(0, 0); 256],
            lengths: [0; 16],
            values: Vec::new(),
        }))
    }
}

/// The AC symbol for 16 zeros.
const ZRL: u8 = 0xF0;
/// The AC symbol for zeros to the end of the block.
const EOB: u8 = 0;

/// Calls `each` for every symbol of a block: whether it is the DC symbol, the symbol, and the value that
/// follows in as many bits as the symbol says.
#[inline(always)]
fn for_each_symbol(block: &QuantizedBlock, previous_dc: &mut i32, mut each: impl FnMut(bool, u8, u32)) {
    let first = i32::from(block.coefficients[0]);
    let (size, bits) = magnitude_bits(first - std::mem::replace(previous_dc, first));
    each(true, size, bits);
    let mut remaining = block.nonzero & !1;
    let mut next_index = 1;
    while remaining != 0 {
        let index = remaining.trailing_zeros();
        remaining &= remaining - 1;
        let mut zeros = index - next_index;
        while zeros > 15 {
            each(false, ZRL, 0);
            zeros -= 16;
        }
        let (size, bits) = magnitude_bits(block.coefficients[index as usize & 63].into());
        each(false, (zeros as u8) << 4 | size, bits);
        next_index = index + 1;
    }
    if next_index < 64 {
        each(false, EOB, 0);
    }
}

/// The size of a value in bits, and these bits (T.81 F.1.2.1): negative values begin with 0.
#[inline(always)]
const fn magnitude_bits(number: i32) -> (u8, u32) {
    let size = 32 - number.unsigned_abs().leading_zeros();
    let bits = if number < 0 { number - 1 } else { number } as u32;
    (size as u8, bits & ((1 << size) - 1))
}

impl HuffmanEncoder {
    /// Counts the symbols of a block. `kind`: 0 for luma, 1 for chroma.
    #[inline(always)]
    pub fn count(&mut self, kind: usize, block: &QuantizedBlock, previous_dc: &mut i32) {
        for_each_symbol(block, previous_dc, |first, symbol, _| {
            self.0[table(kind, first)].counts[usize::from(symbol)] += 1;
        });
    }

    /// Builds the tables. Symbols that were not counted get a code as well: the tables are built from a
    /// sample of the blocks.
    pub fn build_tables(&mut self) {
        for (number, table) in self.0.iter_mut().enumerate() {
            let possible = (0..=u8::MAX).filter(|&symbol| match (number < 2, symbol >> 4, symbol & 15) {
                (true, zeros, size) => zeros == 0 && size <= 11,
                (false, 0 | 15, 0) => true,
                (false, _, size) => (1..=10).contains(&size),
            });
            possible.for_each(|symbol| table.counts[usize::from(symbol)] += 1);
            (table.lengths, table.values) = optimal_lengths(&table.counts);
            assign_codes(&mut table.codes, &table.lengths, &table.values);
        }
    }

    /// Appends the DHT segments to the file.
    pub fn write_tables(&self, file: &mut Vec<u8>, colored: bool) {
        for (number, table) in (0_u8..).zip(&self.0).filter(|(number, _)| colored || number % 2 == 0) {
            append_segment(
                file,
                marker::DHT,
                &[&[number / 2 * 16 + number % 2], &table.lengths, &table.values],
            );
        }
    }

    /// Continues a file whose headers are written.
    pub const fn scan_writer(&self, file: Vec<u8>) -> ScanWriter<'_> {
        ScanWriter { codes: self, file, buffer: 0, pending_bits: 0 }
    }
}

const fn table(kind: usize, first: bool) -> usize {
    (kind & 1) + if first { 0 } else { 2 }
}

/// Writes the entropy-coded data of the scan.
pub struct ScanWriter<'a> {
    codes: &'a HuffmanEncoder,
    file: Vec<u8>,
    /// The lowest `pending_bits` bits are not written yet; fewer than 32.
    buffer: u64,
    pending_bits: u32,
}

impl ScanWriter<'_> {
    /// Writes one block.
    #[inline(always)]
    pub fn write_block(&mut self, kind: usize, block: &QuantizedBlock, previous_dc: &mut i32) {
        let Self { codes, file, .. } = self;
        let (mut buffer, mut pending_bits) = (self.buffer, self.pending_bits);
        for_each_symbol(block, previous_dc, |first, symbol, number| {
            let (code, length) = codes.0[table(kind, first)].codes[usize::from(symbol)];
            // The code and its value take at most 27 bits, with 31 pending.
            buffer = buffer << length | u64::from(code | number);
            pending_bits += length;
            if pending_bits >= 32 {
                pending_bits -= 32;
                push_bytes(file, ((buffer >> pending_bits) as u32).to_be_bytes());
            }
        });
        (self.buffer, self.pending_bits) = (buffer, pending_bits);
    }

    /// Pads the last byte, writes EOI and returns the file.
    pub fn finish(mut self) -> Vec<u8> {
        // The last byte is padded with ones.
        let (buffer, mut pending_bits) = (self.buffer << 7 | 0x7F, self.pending_bits + 7);
        while pending_bits >= 8 {
            pending_bits -= 8;
            push_stuffed(&mut self.file, (buffer >> pending_bits) as u8);
        }
        self.file.extend([0xFF, marker::EOI]);
        self.file
    }
}

#[inline(always)]
fn push_bytes(file: &mut Vec<u8>, bytes: [u8; 4]) {
    if bytes.contains(&0xFF) {
        bytes.into_iter().for_each(|byte| push_stuffed(file, byte));
    } else {
        file.extend_from_slice(&bytes);
    }
}

/// A zero byte after each `FF` distinguishes it from a marker.
fn push_stuffed(file: &mut Vec<u8>, byte: u8) {
    file.push(byte);
    if byte == 0xFF {
        file.push(0);
    }
}

/// Code lengths with the fewest bits in total: how many codes of each length up to 16, and the symbols
/// ordered by length.
fn optimal_lengths(counts: &[u32; 256]) -> ([u8; 16], Vec<u8>) {
    // A symbol that is never used takes the code of all ones, which T.81 forbids.
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
    // Shortens codes longer than 16 bits in pairs (T.81 K.3): one takes the place of both, the other splits a
    // shorter code.
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
    (
        std::array::from_fn(|index| of_length[index + 1] as u8),
        symbols.into_iter().map(|symbol| symbol as u8).collect(),
    )
}

/// Assigns canonical codes, shifted left by the size of the value that follows, with the length of both.
fn assign_codes(codes: &mut [(u32, u32); 256], lengths: &[u8; 16], values: &[u8]) {
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
    use super::*;

    #[test]
    fn uneven_counts_produce_no_code_longer_than_sixteen_bits() {
        let mut counts = [0; 256];
        let (mut previous_dc, mut count) = (1, 1);
        for slot in counts.iter_mut().take(40) {
            (*slot, previous_dc, count) = (count, count, previous_dc + count);
        }
        let (lengths, values) = optimal_lengths(&counts);
        assert_eq!(lengths.iter().map(|&count| usize::from(count)).sum::<usize>(), 40);
        assert!(
            super::super::huffman::HuffmanTable::new(&lengths, &values).is_some(),
            "the decoder accepts these lengths"
        );
        // The unused code space is one code, that of all ones.
        let room: u32 = (1..).zip(lengths).map(|(length, count)| u32::from(count) << (16 - length)).sum();
        assert!(room < 1 << 16, "{room}");
    }
}
