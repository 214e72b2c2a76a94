//! Reads the entropy-coded data of a scan as a stream of bits.

use crate::metadata::jpeg_segments::marker;

/// Zero bytes after each interval, so that reading ahead needs no bounds checks.
const PADDING: usize = 16;

/// The data of a scan without the zero bytes stuffed after each `FF`, split at the restart markers.
#[derive(Default)]
pub struct EntropyCodedData {
    bytes: Vec<u8>,
    /// Begin and end of each restart interval in `bytes`.
    intervals: Vec<(usize, usize)>,
}

impl EntropyCodedData {
    /// Loads the data up to the next marker other than a restart and returns its length. `None`: restart
    /// markers are out of order.
    pub fn load(&mut self, data: &[u8]) -> Option<usize> {
        self.bytes.clear();
        self.intervals.clear();
        self.bytes.reserve(data.len() + PADDING);
        let (mut at, mut begin) = (0, 0);
        loop {
            let rest = data.get(at..)?;
            let plain = memchr::memchr(0xFF, rest)?;
            let next = *rest.get(plain + 1)?;
            self.bytes.extend_from_slice(rest.get(..plain)?);
            match next {
                0 => {
                    self.bytes.push(0xFF);
                    at += plain + 2;
                }
                0xFF => at += plain + 1,
                _ => {
                    self.intervals.push((begin, self.bytes.len()));
                    self.bytes.extend_from_slice(&[0; PADDING]);
                    begin = self.bytes.len();
                    at += plain;
                    if !(marker::RST0..=marker::RST7).contains(&next) {
                        return Some(at);
                    }
                    if usize::from(next - marker::RST0) != (self.intervals.len() - 1) % 8 {
                        return None;
                    }
                    at += 2;
                }
            }
        }
    }

    /// A reader for each restart interval.
    pub fn intervals(&self) -> impl ExactSizeIterator<Item = BitReader<'_>> {
        self.intervals.iter().map(|&(begin, end)| BitReader {
            bytes: &self.bytes,
            at: begin,
            end,
            buffer: 0,
            available: 0,
        })
    }
}

/// Reads one restart interval, most significant bit first.
#[derive(Clone, Copy)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    /// The next bits, most significant first; bits below the `available` ones are correct or zero.
    buffer: u64,
    available: u32,
}

impl BitReader<'_> {
    /// Makes at least 56 bits available. After the end it supplies zeros.
    #[inline(always)]
    pub fn refill(&mut self) {
        if let Some(next) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk()) {
            self.buffer |= u64::from_be_bytes(*next) >> self.available;
        }
        self.at += (63 - self.available as usize) >> 3;
        self.available |= 56;
    }

    /// The next `count` bits (1 to 32) without consuming them.
    #[inline(always)]
    pub const fn peek(&self, count: u32) -> usize {
        (self.buffer >> (64 - count)) as usize
    }

    /// Consumes `count` bits; at most the available ones.
    #[inline(always)]
    pub const fn skip(&mut self, count: u32) {
        self.buffer <<= count;
        self.available -= count;
    }

    /// Reads a signed value of `size` bits (at most 15) as in T.81 F.2.2.1 EXTEND: values that begin with 0
    /// are negative.
    #[inline(always)]
    pub const fn signed_value(&mut self, size: u32) -> i32 {
        if size == 0 {
            return 0;
        }
        let value = self.peek(size) as i32;
        self.skip(size);
        if value < 1 << (size - 1) { value - (1 << size) + 1 } else { value }
    }

    /// Reads `size` bits (at most 15) as an unsigned value.
    #[inline(always)]
    pub const fn take_bits(&mut self, size: u8) -> u32 {
        // Shifted in two steps, so that a `size` of 0 works.
        let bits = (self.buffer >> 1 >> (63 - size)) as u32;
        self.skip(size as u32);
        bits
    }

    /// Whether more bits were read than the interval holds.
    pub const fn is_past_end(&self) -> bool {
        self.at * 8 - self.available as usize > self.end * 8
    }

    /// Whether everything but the padding of the last byte was read.
    pub const fn is_at_end(&self) -> bool {
        !self.is_past_end() && self.at * 8 - self.available as usize + 8 > self.end * 8
    }
}
