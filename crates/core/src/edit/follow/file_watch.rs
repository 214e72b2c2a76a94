//! When a file was saved: whole, and not being written any more.
//!
//! Programs save in many ways: into the file itself, piece by piece; into another file that then takes its
//! name, so that it is missing for a moment; twice in a row. All that counts is how the file looks from one
//! look to the next, which works on network shares, too.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// For how long a file has to look the same before it is read.
const QUIET: Duration = Duration::from_secs(2);
/// For how long a file that cannot be read is tried again before that is said: it may be half written, or
/// held by the program that writes it.
const PATIENCE: Duration = Duration::from_secs(20);
/// For how long a file is missing before that is said.
const ABSENCE: Duration = Duration::from_secs(5);

/// How a file looks from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileState {
    pub bytes: u64,
    /// When it was last changed, if its folder tells.
    pub changed: Option<Timestamp>,
}

/// What a look has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// Nothing new, or not yet.
    Nothing,
    /// It is whole as far as can be seen, and other than what was read last: it is to be read.
    Saved(FileState),
    /// It is away.
    Missing,
    /// It is there again.
    Back,
}

/// What is known of a file from one look to the next.
#[derive(Clone, Debug, Default)]
pub struct FileWatch {
    /// The file as it was read last.
    read: Option<FileState>,
    /// The file as it was seen last, and since when it looks so.
    seen: Option<(FileState, Timestamp)>,
    /// Since when it is away, and whether that was said.
    away: Option<(Timestamp, bool)>,
    /// The file that could not be read, and since when it is tried.
    unread: Option<(FileState, Timestamp)>,
}

impl FileWatch {
    /// Takes a look: how the file looks now, or `None` if it is not there.
    pub fn look(&mut self, found: Option<FileState>, now: Timestamp) -> Sighting {
        // A file is empty while another program begins to write it.
        let Some(state) = found.filter(|state| state.bytes > 0) else { return self.is_away(now) };
        if let Some((_, true)) = self.away.take() {
            self.seen = Some((state, now));
            return Sighting::Back;
        }
        let since = match self.seen {
            Some((seen, since)) if seen == state && since <= now => since,
            _ => now,
        };
        self.seen = Some((state, since));
        let is_news = self.read != Some(state);
        if is_news && passed(since, now) >= QUIET { Sighting::Saved(state) } else { Sighting::Nothing }
    }

    fn is_away(&mut self, now: Timestamp) -> Sighting {
        self.seen = None;
        let (since, was_said) = self.away.filter(|(since, _)| *since <= now).unwrap_or((now, false));
        let is_said = was_said || passed(since, now) >= ABSENCE;
        self.away = Some((since, is_said));
        if is_said && !was_said { Sighting::Missing } else { Sighting::Nothing }
    }

    /// The file was read as it looked then.
    pub fn was_read(&mut self, state: FileState) {
        (self.read, self.unread) = (Some(state), None);
    }

    /// The file could not be read as it looked then. Returns whether to say so: it is not tried again until
    /// it looks otherwise.
    pub fn was_not_read(&mut self, state: FileState, now: Timestamp) -> bool {
        let since = match self.unread {
            Some((unread, since)) if unread == state && since <= now => since,
            _ => now,
        };
        (self.unread, self.seen) = (Some((state, since)), None);
        let is_final = passed(since, now) >= PATIENCE;
        if is_final {
            self.was_read(state);
        }
        is_final
    }
}

fn passed(since: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(now.duration_since(since)).unwrap_or_default()
}
