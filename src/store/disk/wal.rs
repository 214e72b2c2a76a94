//! Checks SQLite's write-ahead log before SQLite reads it.
//!
//! SQLite reads the log up to the first frame with a wrong checksum and silently drops the rest. That is
//! right for a write that power loss interrupted, but wrong for a log that was corrupted later: intents that
//! were recorded and acted upon would be gone, and products would be created twice. Commits are flushed one
//! by one, so a torn write costs at most one commit. A log that would lose more than that is damaged.
//!
//! The layout is documented by SQLite (<https://sqlite.org/fileformat2.html#the_write_ahead_log>).

use std::io::{self, BufReader, Read};
use std::path::Path;

use vitrine_local::files;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
const MAGIC: u32 = 0x377f_0682;

/// Returns what is wrong with the log; `None` for a sound log, one with a torn end, or no log at all.
pub(in crate::store) fn check(path: &Path) -> io::Result<Option<&'static str>> {
    match files::open(path) {
        Ok(file) => inspect(BufReader::with_capacity(1 << 16, file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn inspect(mut log: impl Read) -> io::Result<Option<&'static str>> {
    let mut header = [0; HEADER];
    if !fill(&mut log, &mut header)? {
        return Ok(None);
    }
    let word = |at: usize| u32_at(&header, at);
    // The lowest bit of the magic number gives the byte order of the checksums.
    let little_endian = word(0) & 1 == 0;
    let mut sum = Sum { words: (0, 0), little_endian };
    sum.add(&header[..24]);
    let page_size = word(8);
    if word(0) & !1 != MAGIC || (word(24), word(28)) != sum.words || !(512..=65_536).contains(&page_size) {
        return Ok(Some("the log's header is damaged").filter(|_| header.iter().any(|&byte| byte != 0)));
    }
    let salt = [word(16), word(20)];

    let mut frame = vec![0; FRAME_HEADER + page_size as usize];
    let (mut sound, mut lost_commits) = (true, 0);
    while fill(&mut log, &mut frame)? {
        // Frames left over from before the log was restarted differ in both salts; a corrupted frame differs
        // in one.
        let found = [u32_at(&frame, 8), u32_at(&frame, 12)];
        let ours = found[0] == salt[0] || found[1] == salt[1];
        if sound {
            sum.add(&frame[..8]);
            sum.add(&frame[FRAME_HEADER..]);
            sound = found == salt && (u32_at(&frame, 16), u32_at(&frame, 20)) == sum.words;
        }
        // The last frame of a commit carries the size of the database after the commit.
        if !sound && ours && u32_at(&frame, 4) != 0 {
            lost_commits += 1;
        }
    }
    Ok((lost_commits > 1).then_some("the log is damaged before its end"))
}

/// SQLite's running checksum over pairs of 32-bit words.
struct Sum {
    words: (u32, u32),
    little_endian: bool,
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for pair in bytes.chunks_exact(8) {
            let [first, second] = [0, 4]
                .map(|at| if self.little_endian { u32_at(pair, at).swap_bytes() } else { u32_at(pair, at) });
            self.words.0 = self.words.0.wrapping_add(first).wrapping_add(self.words.1);
            self.words.1 = self.words.1.wrapping_add(second).wrapping_add(self.words.0);
        }
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |word| u32::from_be_bytes(*word))
}

/// Fills `buffer`. Returns false at the end of the log, which may be torn.
fn fill(log: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match log.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
