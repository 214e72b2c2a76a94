//! Huffman tables (T.81 C and F.2.2.3), laid out so that one look-up decodes a whole symbol, or passes over several.

use super::bits::Bits;

/// How many bits one look-up sees.
const SEEN: u32 = 13;
/// For values, which take more room each.
const SEEN_VALUES: u32 = 12;

/// Ends a block: more than any run of coefficients can reach.
const END_OF_BLOCK: usize = 128;
/// The same in an entry of `runs`.
const ENDS: u16 = 1 << 12;

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
        let mut entry = self.symbols[bits.peek(SEEN)];
        if entry == 0 {
            entry = self.long_symbol(bits.peek(16))?;
        }
        bits.skip(u32::from(entry >> 8));
        Some(entry as u8)
    }

    /// From the next 16 bits, as an entry of `symbols` would tell it.
    #[cold]
    fn long_symbol(&self, ahead: usize) -> Option<u16> {
        for length in SEEN + 1..=16 {
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

/// Codes of the coefficients behind the first of a block: a run of zeros and the size of a number each.
///
/// What an entry adds to the bits used stands lowest in it, so that it can be shifted by as it is.
pub struct Coefficients {
    table: Table,
    /// Per next [`SEEN`] bits, of as many coefficients as they hold: how many bits they take, numbers included (6 bits), how
    /// many they are (6 bits), and whether the block ends (1 bit). 0: the first code is longer.
    runs: Box<[u16; 1 << SEEN]>,
    /// Per next [`SEEN_VALUES`] bits: how many they take (8 bits), zeros before the number and itself (8; [`END_OF_BLOCK`]:
    /// none), the number (16). 0: they do not hold it.
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
                let entry = self.runs[bits.peek(SEEN)];
                let next = index + usize::from(entry >> 6 & 63);
                let ends = entry & ENDS != 0;
                if entry == 0 || next + usize::from(ends) > 64 {
                    index = self.next(bits, index)?.0;
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
        ended(index)
    }

    /// The next number that is not zero, or the sixteenth zero of a row: how many coefficients are known then, and the
    /// number. More than 64: the block ends, see [`ended`]. Behind a refill it may be asked three times.
    #[inline(always)]
    pub fn next(&self, bits: &mut Bits<'_>, index: usize) -> Option<(usize, i32)> {
        let mut entry = self.numbers[bits.peek(SEEN_VALUES)];
        if entry == 0 {
            bits.refill();
            entry = self.long(bits.peek(32))?;
        }
        // 12 bits at most go, or 31 of 56.
        bits.skip((entry & 63) as u32);
        Some((index + (entry >> 8 & 0xFF) as usize, entry >> 16))
    }

    /// What an entry of `numbers` would tell, from the next 32 bits.
    #[cold]
    fn long(&self, ahead: usize) -> Option<i32> {
        let coded = match self.table.symbols[ahead >> (32 - SEEN)] {
            0 => self.table.long_symbol(ahead >> 16)?,
            coded => coded,
        };
        number(coded, ahead, 32)
    }
}

/// Whether a block ended as it may, where so many coefficients are known. `None`: it has more than 64.
#[inline(always)]
pub const fn ended(known: usize) -> Option<()> {
    if known > 64 && known < END_OF_BLOCK { None } else { Some(()) }
}

fn runs(symbols: &[u16; 1 << SEEN]) -> Box<[u16; 1 << SEEN]> {
    let mut runs = Box::new([0; 1 << SEEN]);
    for (ahead, entry) in runs.iter_mut().enumerate() {
        let (mut used, mut known, mut ends) = (0, 0_u16, 0);
        while used < SEEN {
            let coded = symbols[ahead << used & ((1 << SEEN) - 1)];
            let length = u32::from(coded >> 8);
            let (run, size) = (coded >> 4 & 15, u32::from(coded & 15));
            if coded == 0 || used + length > SEEN {
                break;
            }
            if size == 0 && run == 0 {
                used += length;
                ends = ENDS;
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

fn numbers(symbols: &[u16; 1 << SEEN]) -> Box<[i32; 1 << SEEN_VALUES]> {
    let mut numbers = Box::new([0; 1 << SEEN_VALUES]);
    for (ahead, entry) in numbers.iter_mut().enumerate() {
        let coded = symbols[ahead << (SEEN - SEEN_VALUES)];
        if coded != 0 && u32::from(coded >> 8) + u32::from(coded & 15) <= SEEN_VALUES {
            *entry = number(coded, ahead, SEEN_VALUES).unwrap_or(0);
        }
    }
    numbers
}

/// An entry of `numbers`: of the next `seen` bits, which begin with the symbol `coded`. `None`: there is no such symbol.
fn number(coded: u16, ahead: usize, seen: u32) -> Option<i32> {
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
