//! One session with the data file, shared by all connections to it: how the previous session ended, and how
//! this one may end.
//!
//! The last connection that is closed leaves a marker file. It tells the next start that the session ended
//! cleanly and that the data file is the one that was closed. The marker is removed before anything is
//! written.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::UNIX_EPOCH;

use super::files::{create_private, remove_if_exists, sync_dir};
use vitrine_domain::Problem;
use vitrine_local::files;

const MARKER: &str = "vitrine.clean";
/// Two numbers, in bytes.
const MOST_MARKED: u64 = 100;

#[derive(Debug)]
pub(in crate::store) struct Session {
    file: PathBuf,
    log: PathBuf,
    /// Whether the file was closed cleanly, or was checked completely, and nothing wrong was found since.
    sound: AtomicBool,
    damage: OnceLock<Problem>,
}

impl Session {
    pub(in crate::store) fn new(file: PathBuf, log: PathBuf) -> Self {
        Self { file, log, sound: AtomicBool::new(false), damage: OnceLock::new() }
    }

    pub(in crate::store) fn file(&self) -> &Path {
        &self.file
    }

    /// Whether the last session left its marker, and the file is unchanged since.
    pub(in crate::store) fn ended_cleanly(&self) -> bool {
        let left = files::read_text(&self.marker(), MOST_MARKED).ok();
        left.is_some() && left == self.fingerprint().ok() && !self.log_exists()
    }

    /// Begins the session: the marker is removed, so that a crash from here on makes the next start check the
    /// file.
    pub(in crate::store) fn begin(&self, trusted: bool) -> io::Result<()> {
        let marker = self.marker();
        if marker.try_exists()? {
            remove_if_exists(&marker)?;
            sync_dir(&marker)?;
        }
        self.sound.store(trusted, Ordering::Release);
        Ok(())
    }

    pub(in crate::store) fn is_sound(&self) -> bool {
        self.sound.load(Ordering::Acquire)
    }

    pub(in crate::store) fn mark_sound(&self) {
        self.sound.store(true, Ordering::Release);
    }

    /// Records that damaged data was read, so that the next start checks the whole file.
    pub(in crate::store) fn mark_unsound(&self) {
        self.sound.store(false, Ordering::Release);
    }

    pub(in crate::store) fn refuse_writes(&self, problem: Problem) {
        self.mark_unsound();
        let _ = self.damage.set(problem);
    }

    /// Why nothing may be written any more, if so.
    pub(in crate::store) fn damage(&self) -> Option<&Problem> {
        self.damage.get()
    }

    fn marker(&self) -> PathBuf {
        self.file.with_file_name(MARKER)
    }

    fn log_exists(&self) -> bool {
        self.log.try_exists().unwrap_or(true)
    }

    /// Length and time of modification, which distinguish this file from one that replaced it.
    fn fingerprint(&self) -> io::Result<String> {
        let found = std::fs::metadata(&self.file)?;
        let changed = found.modified()?.duration_since(UNIX_EPOCH).map_err(io::Error::other)?;
        Ok(format!("{} {}", found.len(), changed.as_nanos()))
    }

    fn write_marker(&self) -> io::Result<()> {
        let fingerprint = self.fingerprint()?;
        remove_if_exists(&self.marker())?;
        let mut marker = create_private(&self.marker())?;
        marker.write_all(fingerprint.as_bytes())?;
        marker.sync_all()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // If the log still exists it was not checkpointed: some connection did not end cleanly.
        if self.is_sound()
            && !std::thread::panicking()
            && !self.log_exists()
            && let Err(error) = self.write_marker()
        {
            tracing::warn!(%error, "the next start will check the whole data file");
        }
    }
}
