//! The codes of a picture: chosen for what it holds (T.81 K.2), and written.

use super::forward::Quantized;
use super::segment;
use crate::media::metadata::jpeg_segments::marker;

/// Of one table: how often each symbol comes; then its code, moved up by the bits of the number behind it, and the length of both.
struct Table {
    counts: [u32; 256],
    codes: [(u32, u32); 256],
    lengths: [u8; 16],
    values: Vec<u8>,
}

/// First coefficients of brightness and colours, then the others of both.
pub struct Codes([Table; 4]);

impl Default for Codes {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Table { counts: [0; 256], codes: [(0, 0); 256], lengths: [0; 16], values: Vec::new() }))
    }
}

/// A symbol for 16 zeros, and one for zeros to the end of the block.
const SIXTEEN: u8 = 0xF0;
const END: u8 = 0;

/// What a block says: each symbol, with whether it is the first, and the number behind it in as many bits as the symbol tells.
#[inline(always)]
fn symbols(block: &Quantized, before: &mut i32, mut each: impl FnMut(bool, u8, u32)) {
    let first = i32::from(block.numbers[0]);
    let (size, bits) = sized(first - std::mem::replace(before, first));
    each(true, size, bits);
    let mut left = block.nonzero & !1;
    let mut known = 1;
    while left != 0 {
        let place = left.trailing_zeros();
        left &= left - 1;
        let mut zeros = place - known;
        while zeros > 15 {
            each(false, SIXTEEN, 0);
            zeros -= 16;
        }
        let (size, bits) = sized(block.numbers[place as usize & 63].into());
        each(false, (zeros as u8) << 4 | size, bits);
        known = place + 1;
    }
    if known < 64 {
        each(false, END, 0);
    }
}

/// How many bits a number takes, and these (T.81 F.1.2.1): negative ones begin with 0.
#[inline(always)]
const fn sized(number: i32) -> (u8, u32) {
    let size = 32 - number.unsigned_abs().leading_zeros();
    let bits = if number < 0 { number - 1 } else { number } as u32;
    (size as u8, bits & ((1 << size) - 1))
}

impl Codes {
    /// `kind`: 0 for brightness, 1 for colours.
    #[inline(always)]
    pub fn count(&mut self, kind: usize, block: &Quantized, before: &mut i32) {
        symbols(block, before, |first, symbol, _| {
            self.0[table(kind, first)].counts[usize::from(symbol)] += 1;
        });
    }

    /// Chooses the codes. What was not seen so far gets one, too: all blocks have to be written with them.
    pub fn choose(&mut self) {
        for (number, table) in self.0.iter_mut().enumerate() {
            let possible = (0..=u8::MAX).filter(|&symbol| match (number < 2, symbol >> 4, symbol & 15) {
                (true, zeros, size) => zeros == 0 && size <= 11,
                (false, 0 | 15, 0) => true,
                (false, _, size) => (1..=10).contains(&size),
            });
            possible.for_each(|symbol| table.counts[usize::from(symbol)] += 1);
            (table.lengths, table.values) = best_lengths(&table.counts);
            assign(&mut table.codes, &table.lengths, &table.values);
        }
    }

    /// Puts the tables into the head of the file.
    pub fn tables(&self, file: &mut Vec<u8>, colored: bool) {
        for (number, table) in (0_u8..).zip(&self.0).filter(|(number, _)| colored || number % 2 == 0) {
            segment::append(file, marker::DHT, &[&[number / 2 * 16 + number % 2], &table.lengths, &table.values]);
        }
    }

    /// Goes on with a file whose head is written.
    pub const fn writer(&self, file: Vec<u8>) -> Writer<'_> {
        Writer { codes: self, file, buffer: 0, held: 0 }
    }
}

const fn table(kind: usize, first: bool) -> usize {
    (kind & 1) + if first { 0 } else { 2 }
}

/// Writes the scan.
pub struct Writer<'a> {
    codes: &'a Codes,
    file: Vec<u8>,
    /// The lowest `held` bits are still to be written: fewer than 32.
    buffer: u64,
    held: u32,
}

impl Writer<'_> {
    #[inline(always)]
    pub fn block(&mut self, kind: usize, block: &Quantized, before: &mut i32) {
        let Self { codes, file, .. } = self;
        let (mut buffer, mut held) = (self.buffer, self.held);
        symbols(block, before, |first, symbol, number| {
            let (code, length) = codes.0[table(kind, first)].codes[usize::from(symbol)];
            // A code's own bits and the number's: 27 at most, with 31 held.
            buffer = buffer << length | u64::from(code | number);
            held += length;
            if held >= 32 {
                held -= 32;
                put(file, ((buffer >> held) as u32).to_be_bytes());
            }
        });
        (self.buffer, self.held) = (buffer, held);
    }

    /// The finished file.
    pub fn end(mut self) -> Vec<u8> {
        // The last byte is filled with ones.
        let (buffer, mut held) = (self.buffer << 7 | 0x7F, self.held + 7);
        while held >= 8 {
            held -= 8;
            stuffed(&mut self.file, (buffer >> held) as u8);
        }
        self.file.extend([0xFF, marker::EOI]);
        self.file
    }
}

#[inline(always)]
fn put(file: &mut Vec<u8>, bytes: [u8; 4]) {
    if bytes.contains(&0xFF) {
        bytes.into_iter().for_each(|byte| stuffed(file, byte));
    } else {
        file.extend_from_slice(&bytes);
    }
}

/// A zero behind each `FF` tells it from a marker.
fn stuffed(file: &mut Vec<u8>, byte: u8) {
    file.push(byte);
    if byte == 0xFF {
        file.push(0);
    }
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
    use super::*;

    #[test]
    fn very_uneven_counts_make_no_code_longer_than_sixteen_bits() {
        let mut counts = [0; 256];
        let (mut before, mut count) = (1, 1);
        for slot in counts.iter_mut().take(40) {
            (*slot, before, count) = (count, count, before + count);
        }
        let (lengths, values) = best_lengths(&counts);
        assert_eq!(lengths.iter().map(|&count| usize::from(count)).sum::<usize>(), 40);
        assert!(super::super::huffman::Table::new(&lengths, &values).is_some(), "such a set of codes exists");
        // The room that is left is one code, that of ones only.
        let room: u32 = (1..).zip(lengths).map(|(length, count)| u32::from(count) << (16 - length)).sum();
        assert!(room < 1 << 16, "{room}");
    }
}
