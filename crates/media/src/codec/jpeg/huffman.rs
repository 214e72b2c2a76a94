//! Huffman tables for decoding (T.81 C and F.2.2.3), laid out so that one lookup decodes a whole symbol or
//! skips several.

use super::bits::BitReader;

/// Bits used as the index of a lookup.
const LOOKUP_BITS: u32 = 13;
/// The same for the table of values, whose entries are larger.
const VALUE_LOOKUP_BITS: u32 = 12;

/// Marks the end of a block: more than any run of coefficients can reach.
const END_OF_BLOCK: usize = 128;
/// The same as a flag in an entry of `runs`.
const ENDS_BLOCK: u16 = 1 << 12;

/// A Huffman table for any kind of symbols.
pub struct HuffmanTable {
    /// Indexed by the next [`LOOKUP_BITS`] bits: length of the code (high byte) and symbol. 0: the code is
    /// longer.
    symbols: Box<[u16; 1 << LOOKUP_BITS]>,
    /// By length: the first code that is longer, and the offset from a code to its index in `values`.
    lengths: [(i32, i32); 17],
    values: Vec<u8>,
}

impl HuffmanTable {
    /// Builds a table from the number of codes of each length. `None`: the lengths are impossible, or a code
    /// is all ones.
    pub fn new(counts: &[u8; 16], values: &[u8]) -> Option<Self> {
        if values.len() > 256 {
            return None;
        }
        let mut symbols = Box::new([0; 1 << LOOKUP_BITS]);
        let mut lengths = [(0, 0); 17];
        let (mut code, mut place) = (0_u32, 0_usize);
        for (length, &count) in (1..).zip(counts) {
            lengths[length as usize].1 = place as i32 - code as i32;
            for &value in values.get(place..place + usize::from(count))? {
                if code + 1 >= 1 << length {
                    return None;
                }
                if length <= LOOKUP_BITS {
                    let first = (code << (LOOKUP_BITS - length)) as usize;
                    symbols
                        .get_mut(first..first + (1 << (LOOKUP_BITS - length)))?
                        .fill((length as u16) << 8 | u16::from(value));
                }
                code += 1;
            }
            place += usize::from(count);
            lengths[length as usize].0 = code as i32;
            code <<= 1;
        }
        Some(Self { symbols, lengths, values: values.to_vec() })
    }

    /// Decodes the next symbol. The caller has made at least 16 bits available.
    #[inline(always)]
    pub fn symbol(&self, bits: &mut BitReader<'_>) -> Option<u8> {
        let mut entry = self.symbols[bits.peek(LOOKUP_BITS)];
        if entry == 0 {
            entry = self.long_symbol(bits.peek(16))?;
        }
        bits.skip(u32::from(entry >> 8));
        Some(entry as u8)
    }

    /// Decodes a code longer than [`LOOKUP_BITS`] from the next 16 bits, in the format of `symbols`.
    #[cold]
    fn long_symbol(&self, ahead: usize) -> Option<u16> {
        for length in LOOKUP_BITS + 1..=16 {
            let code = (ahead >> (16 - length)) as i32;
            let (beyond, offset) = self.lengths[length as usize];
            if code < beyond {
                let value = *self.values.get(usize::try_from(code + offset).ok()?)?;
                return Some((length as u16) << 8 | u16::from(value));
            }
        }
        None
    }
}

/// A table for AC coefficients: each symbol is a run of zeros and the size of the value that follows.
///
/// The number of consumed bits is lowest in each entry, so that it can be used as a shift without masking.
pub struct AcTable {
    table: HuffmanTable,
    /// Indexed by the next [`LOOKUP_BITS`] bits, for as many coefficients as they hold: bits consumed
    /// including values (6 bits), number of coefficients (6 bits), end of block (1 bit). 0: the first code is
    /// longer.
    runs: Box<[u16; 1 << LOOKUP_BITS]>,
    /// Indexed by the next [`VALUE_LOOKUP_BITS`] bits: bits consumed (8 bits), coefficients advanced (8;
    /// [`END_OF_BLOCK`] at the end of the block), value (16). 0: code and value do not fit.
    numbers: Box<[i32; 1 << VALUE_LOOKUP_BITS]>,
}

impl AcTable {
    pub fn new(counts: &[u8; 16], values: &[u8]) -> Option<Self> {
        let table = HuffmanTable::new(counts, values)?;
        let runs = build_runs(&table.symbols);
        let numbers = build_numbers(&table.symbols);
        Some(Self { table, runs, numbers })
    }

    /// Skips the rest of a block of which `index` coefficients were read.
    #[inline(always)]
    pub fn skip_rest(&self, bits: &mut BitReader<'_>, mut index: usize) -> Option<()> {
        while index < 64 {
            bits.refill();
            // Each pass consumes at most 28 bits.
            for _ in 0..2 {
                let entry = self.runs[bits.peek(LOOKUP_BITS)];
                let next = index + usize::from(entry >> 6 & 63);
                let ends = entry & ENDS_BLOCK != 0;
                if entry == 0 || next + usize::from(ends) > 64 {
                    index = self.next_coefficient(bits, index)?.0;
                    break;
                }
                bits.skip(u32::from(entry & 63));
                index = next;
                if ends {
                    return Some(());
                }
                if index == 64 {
                    break;
                }
            }
        }
        check_block_end(index)
    }

    /// Reads the next nonzero value, or a run of 16 zeros: the index after it, and the value. An index above
    /// 64 means the end of the block, see [`check_block_end`]. May be called three times after a refill.
    #[inline(always)]
    pub fn next_coefficient(&self, bits: &mut BitReader<'_>, index: usize) -> Option<(usize, i32)> {
        let mut entry = self.numbers[bits.peek(VALUE_LOOKUP_BITS)];
        if entry == 0 {
            bits.refill();
            entry = self.long_entry(bits.peek(32))?;
        }
        // Consumes at most 12 bits, or 31 of 56.
        bits.skip((entry & 63) as u32);
        Some((index + (entry >> 8 & 0xFF) as usize, entry >> 16))
    }

    /// Decodes an entry of `numbers` from the next 32 bits.
    #[cold]
    fn long_entry(&self, ahead: usize) -> Option<i32> {
        let coded = match self.table.symbols[ahead >> (32 - LOOKUP_BITS)] {
            0 => self.table.long_symbol(ahead >> 16)?,
            coded => coded,
        };
        coefficient_entry(coded, ahead, 32)
    }
}

/// Checks the index after the last coefficient of a block. `None`: the block has more than 64.
#[inline(always)]
pub const fn check_block_end(known: usize) -> Option<()> {
    if known > 64 && known < END_OF_BLOCK { None } else { Some(()) }
}

fn build_runs(symbols: &[u16; 1 << LOOKUP_BITS]) -> Box<[u16; 1 << LOOKUP_BITS]> {
    let mut runs = Box::new([0; 1 << LOOKUP_BITS]);
    for (ahead, entry) in runs.iter_mut().enumerate() {
        let (mut used, mut known, mut ends) = (0, 0_u16, 0);
        while used < LOOKUP_BITS {
            let coded = symbols[ahead << used & ((1 << LOOKUP_BITS) - 1)];
            let length = u32::from(coded >> 8);
            let (run, size) = (coded >> 4 & 15, u32::from(coded & 15));
            if coded == 0 || used + length > LOOKUP_BITS {
                break;
            }
            if size == 0 && run == 0 {
                used += length;
                ends = ENDS_BLOCK;
                break;
            }
            if (size == 0 && run != 15) || known + run + 1 > 63 {
                break;
            }
            known += run + 1;
            used += length + size;
        }
        *entry = used as u16 | known << 6 | ends;
    }
    runs
}

fn build_numbers(symbols: &[u16; 1 << LOOKUP_BITS]) -> Box<[i32; 1 << VALUE_LOOKUP_BITS]> {
    let mut numbers = Box::new([0; 1 << VALUE_LOOKUP_BITS]);
    for (ahead, entry) in numbers.iter_mut().enumerate() {
        let coded = symbols[ahead << (LOOKUP_BITS - VALUE_LOOKUP_BITS)];
        if coded != 0 && u32::from(coded >> 8) + u32::from(coded & 15) <= VALUE_LOOKUP_BITS {
            *entry = coefficient_entry(coded, ahead, VALUE_LOOKUP_BITS).unwrap_or(0);
        }
    }
    numbers
}

/// Builds an entry of `numbers` from the next `seen` bits, which begin with `coded`. `None`: the symbol is
/// invalid.
fn coefficient_entry(coded: u16, ahead: usize, seen: u32) -> Option<i32> {
    let length = u32::from(coded >> 8);
    let (run, size) = (i32::from(coded >> 4 & 15), u32::from(coded & 15));
    if size == 0 {
        return match run {
            0 => Some((END_OF_BLOCK as i32) << 8 | length as i32),
            15 => Some(16 << 8 | length as i32),
            _ => None,
        };
    }
    let value = (ahead >> (seen - length - size)) as i32 & ((1 << size) - 1);
    let number = if value < 1 << (size - 1) { value - (1 << size) + 1 } else { value };
    Some(number << 16 | (run + 1) << 8 | (length + size) as i32)
}
