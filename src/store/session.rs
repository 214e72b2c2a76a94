//! One session with the data file, shared by all connections to it: how the one before ended, and how this one may.
//!
//! The last connection that is closed leaves a mark beside the file, which tells the next start that nothing was cut short and
//! the file is the one that was closed. The mark is taken away before anything is written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::UNIX_EPOCH;

use super::files::{create_private, remove_if_there, sync_dir};
use crate::domain::Problem;

const MARK: &str = "vitrine.clean";

#[derive(Debug)]
pub(super) struct Session {
    file: PathBuf,
    log: PathBuf,
    /// The file is as it was closed cleanly, or was checked whole, and nothing wrong was met since.
    sound: AtomicBool,
    damage: OnceLock<Problem>,
}

impl Session {
    pub(super) fn new(file: PathBuf, log: PathBuf) -> Self {
        Self { file, log, sound: AtomicBool::new(false), damage: OnceLock::new() }
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Whether the last session left its mark, and the file as it was then.
    pub(super) fn ended_cleanly(&self) -> bool {
        let left = std::fs::read_to_string(self.mark()).ok();
        left.is_some() && left == self.stamp().ok() && !self.log_is_there()
    }

    /// From here on only a clean end makes the file one to be trusted.
    pub(super) fn begin(&self, trusted: bool) -> io::Result<()> {
        let mark = self.mark();
        if mark.try_exists()? {
            remove_if_there(&mark)?;
            sync_dir(&mark)?;
        }
        self.sound.store(trusted, Ordering::Release);
        Ok(())
    }

    pub(super) fn is_sound(&self) -> bool {
        self.sound.load(Ordering::Acquire)
    }

    pub(super) fn mark_sound(&self) {
        self.sound.store(true, Ordering::Release);
    }

    /// Something was read that was not written so. The next start looks at all of the file.
    pub(super) fn mark_unsound(&self) {
        self.sound.store(false, Ordering::Release);
    }

    pub(super) fn refuse_writes(&self, problem: Problem) {
        self.mark_unsound();
        let _ = self.damage.set(problem);
    }

    /// Why nothing may be written any more.
    pub(super) fn damage(&self) -> Option<&Problem> {
        self.damage.get()
    }

    fn mark(&self) -> PathBuf {
        self.file.with_file_name(MARK)
    }

    fn log_is_there(&self) -> bool {
        self.log.try_exists().unwrap_or(true)
    }

    /// Tells this file from one that was put in its place.
    fn stamp(&self) -> io::Result<String> {
        let found = std::fs::metadata(&self.file)?;
        let changed = found.modified()?.duration_since(UNIX_EPOCH).map_err(io::Error::other)?;
        Ok(format!("{} {}", found.len(), changed.as_nanos()))
    }

    fn leave_mark(&self) -> io::Result<()> {
        let stamp = self.stamp()?;
        remove_if_there(&self.mark())?;
        let mut mark = create_private(&self.mark())?;
        mark.write_all(stamp.as_bytes())?;
        mark.sync_all()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A log that is still there was not folded in: some connection did not come to its end.
        if self.is_sound()
            && !std::thread::panicking()
            && !self.log_is_there()
            && let Err(error) = self.leave_mark()
        {
            tracing::warn!(%error, "the next start will check the whole data file");
        }
    }
}
