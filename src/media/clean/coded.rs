//! Whether a JPEG's coded data holds all the blocks its header promises (T.81 annex F).
//!
//! A file that broke off and was closed with an end marker decodes without complaint: the rest is one grey. So the
//! codes are counted. Only sequential files are looked at; in progressive ones each pass would have to be followed.

use super::jpeg::{marker, next_marker};
use super::{be_u16, damaged};
use crate::domain::Problem;

/// Symbol and length of the code that sixteen bits begin with; a length of 0 where there is none.
type Table = Vec<(u8, u8)>;

#[derive(Default)]
struct Walk {
    dc: [Table; 4],
    ac: [Table; 4],
    restart: usize,
    width: usize,
    height: usize,
    /// Id, and blocks across and down in each unit.
    components: Vec<(u8, usize, usize)>,
}

/// # Errors
/// `PhotoDamaged` when blocks are missing. What is not understood is left to the decoder.
pub fn check(bytes: &[u8]) -> Result<(), Problem> {
    let mut walk = Walk::default();
    let mut at = 2;
    while let Some((marker, start)) = next_marker(bytes, at) {
        let body = start + 2;
        let Some(length) = be_u16(bytes, body) else { return Ok(()) };
        let end = body + usize::from(length);
        let Some(payload) = bytes.get(body + 2..end) else { return Ok(()) };
        match marker {
            marker::DHT => walk.note_tables(payload),
            marker::DRI => walk.restart = be_u16(payload, 0).unwrap_or(0).into(),
            0xC0 | 0xC1 => walk.note_frame(payload),
            marker::SOF2..=marker::SOF15 if marker != marker::JPG && marker != marker::DAC => return Ok(()),
            marker::SOS => match walk.scan(payload, &bytes[end..]) {
                Some(true) => {}
                Some(false) => return Err(damaged()),
                None => return Ok(()),
            },
            marker::EOI => return Ok(()),
            _ => {}
        }
        at = end;
    }
    Ok(())
}

impl Walk {
    fn note_tables(&mut self, mut payload: &[u8]) {
        while let (Some(&head), Some(counts)) = (payload.first(), payload.get(1..17)) {
            let symbols: usize = counts.iter().map(|&count| usize::from(count)).sum();
            let Some(values) = payload.get(17..17 + symbols) else { return };
            let tables = if head >> 4 == 0 { &mut self.dc } else { &mut self.ac };
            if let Some(table) = tables.get_mut(usize::from(head & 15)) {
                *table = table_of(counts, values);
            }
            payload = &payload[17 + symbols..];
        }
    }

    fn note_frame(&mut self, payload: &[u8]) {
        self.height = be_u16(payload, 1).unwrap_or(0).into();
        self.width = be_u16(payload, 3).unwrap_or(0).into();
        let components = payload.get(6..).unwrap_or_default().chunks_exact(3);
        self.components = components.map(|part| (part[0], usize::from(part[1] >> 4), usize::from(part[1] & 15))).collect();
    }

    /// Are all blocks of the scan there? `None` where its header makes no sense.
    fn scan(&self, header: &[u8], data: &[u8]) -> Option<bool> {
        let count = usize::from(*header.first()?);
        let most = |side: fn(&(u8, usize, usize)) -> usize| self.components.iter().map(side).max().filter(|&most| most > 0);
        let (across, down) = (most(|part| part.1)?, most(|part| part.2)?);
        let mut blocks: Vec<(&Table, &Table)> = Vec::new();
        let mut units = self.width.div_ceil(8 * across) * self.height.div_ceil(8 * down);
        for part in header.get(1..=2 * count)?.chunks_exact(2) {
            let &(_, h, v) = self.components.iter().find(|component| component.0 == part[0])?;
            let tables = (self.dc.get(usize::from(part[1] >> 4))?, self.ac.get(usize::from(part[1] & 15))?);
            if tables.0.is_empty() || tables.1.is_empty() {
                return None;
            }
            // Alone in its scan a component has no units but its blocks.
            let times = if count == 1 { 1 } else { h * v };
            if count == 1 {
                units = (self.width * h).div_ceil(8 * across) * (self.height * v).div_ceil(8 * down);
            }
            blocks.extend(std::iter::repeat_n(tables, times));
        }
        let mut bits = Bits { data, at: 0, held: 0, count: 0 };
        for unit in 0..units {
            if self.restart > 0 && unit > 0 && unit.is_multiple_of(self.restart) && !bits.restart() {
                return Some(false);
            }
            if !blocks.iter().all(|(dc, ac)| bits.block(dc, ac)) {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn table_of(counts: &[u8], values: &[u8]) -> Table {
    let mut table = vec![(0, 0); 1 << 16];
    let (mut code, mut values) = (0usize, values.iter());
    for (length, &count) in (1u8..=16).zip(counts) {
        let span = 1usize << (16 - length);
        for &value in values.by_ref().take(count.into()) {
            if let Some(entries) = table.get_mut(code..code + span) {
                entries.fill((value, length));
            }
            code += span;
        }
    }
    table
}

/// The bits up to the next marker.
struct Bits<'a> {
    data: &'a [u8],
    at: usize,
    /// The next bits, the first at the top of `count`.
    held: u64,
    count: u32,
}

impl Bits<'_> {
    fn fill(&mut self) {
        while self.count <= 48 {
            let byte = match self.data.get(self.at..) {
                Some([0xFF, 0, ..]) => {
                    self.at += 2;
                    0xFF
                }
                None | Some([0xFF, ..] | []) => return,
                Some([byte, ..]) => {
                    self.at += 1;
                    *byte
                }
            };
            self.held = self.held << 8 | u64::from(byte);
            self.count += 8;
        }
    }

    /// The symbol the next code stands for, and past the bits that follow it; `None` at the end of the data.
    fn symbol(&mut self, table: &Table, extra: impl Fn(u8) -> u8) -> Option<u8> {
        self.fill();
        let ahead = if self.count >= 16 { self.held >> (self.count - 16) } else { self.held << (16 - self.count) };
        let (symbol, length) = table[(ahead & 0xFFFF) as usize];
        let used = u32::from(length) + u32::from(extra(symbol));
        if length == 0 || used > self.count {
            return None;
        }
        self.count -= used;
        Some(symbol)
    }

    fn block(&mut self, dc: &Table, ac: &Table) -> bool {
        if self.symbol(dc, |size| size & 15).is_none() {
            return false;
        }
        let mut at = 1;
        while at < 64 {
            match self.symbol(ac, |symbol| symbol & 15) {
                None => return false,
                Some(0) => return true,
                Some(symbol) => at += 1 + usize::from(symbol >> 4),
            }
        }
        true
    }

    /// Goes past the restart marker; false where the data ends instead.
    fn restart(&mut self) -> bool {
        (self.held, self.count) = (0, 0);
        while let Some(found) = self.data.get(self.at..).and_then(|rest| memchr::memchr(0xFF, rest)) {
            self.at += found;
            match self.data.get(self.at + 1) {
                Some(marker::RST0..=marker::RST7) => {
                    self.at += 2;
                    return true;
                }
                Some(0) => self.at += 2,
                Some(0xFF) => self.at += 1,
                _ => return false,
            }
        }
        false
    }
}
