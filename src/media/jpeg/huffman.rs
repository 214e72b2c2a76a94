//! Huffman tables (T.81 C and F.2.2.3), laid out so that one look-up decodes a whole symbol, or passes over several.

use super::bits::Bits;

/// How many bits one look-up sees.
const SEEN: u32 = 13;
/// For values, which take more room each.
const SEEN_VALUES: u32 = 12;

/// Ends a block: more than any run of coefficients.
const END_OF_BLOCK: usize = 64;

/// Codes of whatever symbols.
pub struct Table {
    /// Per next [`SEEN`] bits: length of the code, symbol. 0: the code is longer.
    symbols: Box<[u16; 1 << SEEN]>,
    /// Per length: the first code that is longer, and what to add to a code for its place in `values`.
    lengths: [(i32, i32); 17],
    values: Vec<u8>,
}

impl Table {
    /// `counts`: how many codes of each length. `None`: no such set of codes exists, or one of them is all ones.
    pub fn new(counts: &[u8; 16], values: &[u8]) -> Option<Self> {
        if values.len() > 256 {
            return None;
        }
        let mut symbols = Box::new([0; 1 << SEEN]);
        let mut lengths = [(0, 0); 17];
        let (mut code, mut place) = (0_u32, 0_usize);
        for (length, &count) in (1..).zip(counts) {
            lengths[length as usize].1 = place as i32 - code as i32;
            for &value in values.get(place..place + usize::from(count))? {
                if code + 1 >= 1 << length {
                    return None;
                }
                if length <= SEEN {
                    let first = (code << (SEEN - length)) as usize;
                    symbols.get_mut(first..first + (1 << (SEEN - length)))?.fill((length as u16) << 8 | u16::from(value));
                }
                code += 1;
            }
            place += usize::from(count);
            lengths[length as usize].0 = code as i32;
            code <<= 1;
        }
        Some(Self { symbols, lengths, values: values.to_vec() })
    }

    /// The next symbol. At least 16 bits are ready.
    #[inline(always)]
    pub fn symbol(&self, bits: &mut Bits<'_>) -> Option<u8> {
        let entry = self.symbols[bits.peek(SEEN)];
        if entry == 0 {
            return self.long_symbol(bits);
        }
        bits.skip(u32::from(entry >> 8));
        Some(entry as u8)
    }

    #[cold]
    fn long_symbol(&self, bits: &mut Bits<'_>) -> Option<u8> {
        for length in SEEN + 1..=16 {
            let code = bits.peek(length) as i32;
            let (beyond, offset) = self.lengths[length as usize];
            if code < beyond {
                bits.skip(length);
                return self.values.get(usize::try_from(code + offset).ok()?).copied();
            }
        }
        None
    }
}

/// Codes of the coefficients behind the first of a block: a run of zeros and the size of a number each.
pub struct Coefficients {
    table: Table,
    /// Per next [`SEEN`] bits, of as many coefficients as they hold: how many (6 bits), whether the block ends
    /// (1 bit), and how many bits they take, numbers included. 0: the first code is longer.
    runs: Box<[u16; 1 << SEEN]>,
    /// Per next [`SEEN_VALUES`] bits: number (16 bits), bits (8), zeros before it and itself (8; [`END_OF_BLOCK`]: none). 0: they do not hold it.
    numbers: Box<[i32; 1 << SEEN_VALUES]>,
}

impl Coefficients {
    pub fn new(counts: &[u8; 16], values: &[u8]) -> Option<Self> {
        let table = Table::new(counts, values)?;
        let runs = runs(&table.symbols);
        let numbers = numbers(&table.symbols);
        Some(Self { table, runs, numbers })
    }

    /// Passes over what is left of a block of which `index` coefficients are known.
    #[inline(always)]
    pub fn pass(&self, bits: &mut Bits<'_>, mut index: usize) -> Option<()> {
        while index < 64 {
            bits.refill();
            // 28 bits at most go each time.
            for _ in 0..2 {
                let entry = self.runs[bits.peek(SEEN)] as usize;
                let next = index + (entry & 63);
                let ends = entry & END_OF_BLOCK != 0;
                if entry == 0 || next + usize::from(ends) > 64 {
                    index = self.pass_one(bits, index)?;
                    break;
                }
                bits.skip((entry >> 7) as u32);
                index = next;
                if ends {
                    return Some(());
                }
                if index == 64 {
                    break;
                }
            }
        }
        Some(())
    }

    /// Passes over one coefficient, and says how many are known then.
    #[cold]
    fn pass_one(&self, bits: &mut Bits<'_>, index: usize) -> Option<usize> {
        bits.refill();
        let (index, _) = self.any(bits, index)?;
        Some(index)
    }

    /// The next number that is not zero: how many coefficients are known then (64 when the block ends), and the number.
    /// At least 31 bits are ready.
    #[inline(always)]
    pub fn next(&self, bits: &mut Bits<'_>, index: usize) -> Option<(usize, i32)> {
        let entry = self.numbers[bits.peek(SEEN_VALUES)];
        let run = (entry & 0xFF) as usize;
        if entry == 0 || (index + run > 64 && run != END_OF_BLOCK) {
            return self.any(bits, index);
        }
        bits.skip((entry >> 8 & 0xFF) as u32);
        if run == END_OF_BLOCK {
            return Some((END_OF_BLOCK, 0));
        }
        Some((index + run, entry >> 16))
    }

    fn any(&self, bits: &mut Bits<'_>, index: usize) -> Option<(usize, i32)> {
        let symbol = self.table.symbol(bits)?;
        let (run, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
        match (run, size) {
            (0, 0) => Some((END_OF_BLOCK, 0)),
            (1..15, 0) => None,
            _ => {
                let number = bits.number(size);
                (index + run < 64).then_some((index + run + 1, number))
            }
        }
    }
}

fn runs(symbols: &[u16; 1 << SEEN]) -> Box<[u16; 1 << SEEN]> {
    let mut runs = Box::new([0; 1 << SEEN]);
    for (ahead, entry) in runs.iter_mut().enumerate() {
        let (mut used, mut known) = (0, 0_u16);
        while used < SEEN {
            let coded = symbols[ahead << used & ((1 << SEEN) - 1)];
            let length = u32::from(coded >> 8);
            let (run, size) = (coded >> 4 & 15, u32::from(coded & 15));
            if coded == 0 || used + length > SEEN {
                break;
            }
            if size == 0 && run == 0 {
                used += length;
                known |= END_OF_BLOCK as u16;
                break;
            }
            if (size == 0 && run != 15) || known + run + 1 > 63 {
                break;
            }
            known += run + 1;
            used += length + size;
        }
        *entry = known | (used as u16) << 7;
    }
    runs
}

fn numbers(symbols: &[u16; 1 << SEEN]) -> Box<[i32; 1 << SEEN_VALUES]> {
    let mut numbers = Box::new([0; 1 << SEEN_VALUES]);
    for (ahead, entry) in numbers.iter_mut().enumerate() {
        let coded = symbols[ahead << (SEEN - SEEN_VALUES)];
        let length = u32::from(coded >> 8);
        let (run, size) = (i32::from(coded >> 4 & 15), u32::from(coded & 15));
        if coded == 0 || length + size > SEEN_VALUES || (size == 0 && !matches!(run, 0 | 15)) {
            continue;
        }
        if size == 0 && run == 0 {
            *entry = (length as i32) << 8 | END_OF_BLOCK as i32;
            continue;
        }
        let number = if size == 0 {
            0
        } else {
            let value = (ahead >> (SEEN_VALUES - length - size)) as i32 & ((1 << size) - 1);
            if value < 1 << (size - 1) { value - (1 << size) + 1 } else { value }
        };
        *entry = number << 16 | ((length + size) as i32) << 8 | (run + 1);
    }
    numbers
}
