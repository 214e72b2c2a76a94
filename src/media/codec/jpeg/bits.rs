//! The coded data of a scan as a stream of bits.

use crate::media::metadata::jpeg_segments::marker;

/// Zeros behind each piece, so that reading ahead needs no care.
const PADDING: usize = 16;

/// A scan's data without the zeros stuffed behind each `FF`, in the pieces that restart markers part.
#[derive(Default)]
pub struct Coded {
    bytes: Vec<u8>,
    /// Where each piece begins and ends in `bytes`.
    pieces: Vec<(usize, usize)>,
}

impl Coded {
    /// Takes the data up to the next marker that is no restart, and says how long it is. `None`: restarts out of order.
    pub fn take(&mut self, data: &[u8]) -> Option<usize> {
        self.bytes.clear();
        self.pieces.clear();
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
                    self.pieces.push((begin, self.bytes.len()));
                    self.bytes.extend_from_slice(&[0; PADDING]);
                    begin = self.bytes.len();
                    at += plain;
                    if !(marker::RST0..=marker::RST7).contains(&next) {
                        return Some(at);
                    }
                    if usize::from(next - marker::RST0) != (self.pieces.len() - 1) % 8 {
                        return None;
                    }
                    at += 2;
                }
            }
        }
    }

    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Bits<'_>> {
        self.pieces.iter().map(|&(begin, end)| Bits { bytes: &self.bytes, at: begin, end, buffer: 0, left: 0 })
    }
}

/// Reads one piece, the highest bit of each byte first.
#[derive(Clone, Copy)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    /// The next bits, highest first; those below the `left` counted ones are true too, or zero.
    buffer: u64,
    left: u32,
}

impl Bits<'_> {
    /// Makes at least 56 bits ready. Behind the end come zeros.
    #[inline(always)]
    pub fn refill(&mut self) {
        if let Some(next) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk()) {
            self.buffer |= u64::from_be_bytes(*next) >> self.left;
        }
        self.at += (63 - self.left as usize) >> 3;
        self.left |= 56;
    }

    /// The next `count` bits (1 to 32), which stay.
    #[inline(always)]
    pub const fn peek(&self, count: u32) -> usize {
        (self.buffer >> (64 - count)) as usize
    }

    /// Passes over at most as many bits as are ready.
    #[inline(always)]
    pub const fn skip(&mut self, count: u32) {
        self.buffer <<= count;
        self.left -= count;
    }

    /// A number of `size` bits (at most 15) as T.81 F.2.2.1 codes it: those that begin with 0 are negative.
    #[inline(always)]
    pub const fn number(&mut self, size: u32) -> i32 {
        if size == 0 {
            return 0;
        }
        let value = self.peek(size) as i32;
        self.skip(size);
        if value < 1 << (size - 1) { value - (1 << size) + 1 } else { value }
    }

    /// The next `size` bits (at most 15), as they are.
    #[inline(always)]
    pub const fn taken(&mut self, size: u8) -> u32 {
        // In two steps, so that none at all may be asked for.
        let bits = (self.buffer >> 1 >> (63 - size)) as u32;
        self.skip(size as u32);
        bits
    }

    /// More was read than there is.
    pub const fn overran(&self) -> bool {
        self.at * 8 - self.left as usize > self.end * 8
    }

    /// Read to the end, but for the bits that fill the last byte.
    pub const fn at_end(&self) -> bool {
        !self.overran() && self.at * 8 - self.left as usize + 8 > self.end * 8
    }
}
