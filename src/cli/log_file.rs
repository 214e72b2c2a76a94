//! The log of the window: redacted, readable by its owner alone, and never more than two files of a megabyte.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

use crate::auth::redaction::redact;
use vitrine_local::private;

const MAX_BYTES: u64 = 1 << 20;

/// Writes into `vitrine.log`; when that is full, it becomes `vitrine.1.log`, and the one before is deleted.
pub struct LogFile {
    folder: PathBuf,
    /// The file and its length. Opened with the first line.
    open: Mutex<Option<(File, u64)>>,
}

impl LogFile {
    /// The log in a folder, which is created with the first line.
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder, open: Mutex::new(None) }
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let current = self.folder.join("vitrine.log");
        let (mut file, mut length) = match open.take() {
            Some(opened) => opened,
            None => open_private(&self.folder, &current)?,
        };
        if length > 0 && length + line.len() as u64 > MAX_BYTES {
            drop(file);
            // On Windows a file cannot be renamed onto another.
            let previous = self.folder.join("vitrine.1.log");
            let _ = fs::remove_file(&previous);
            fs::rename(&current, &previous)?;
            (file, length) = open_private(&self.folder, &current)?;
        }
        file.write_all(line.as_bytes())?;
        *open = Some((file, length + line.len() as u64));
        Ok(())
    }
}

fn open_private(folder: &Path, path: &Path) -> io::Result<(File, u64)> {
    private::make_dir(folder)?;
    let file = private::open(path, File::options().append(true).create(true))?;
    let length = file.metadata()?.len();
    Ok((file, length))
}

/// One record; written when it is complete.
pub struct Record<'a> {
    log: &'a LogFile,
    text: Vec<u8>,
}

impl<'a> MakeWriter<'a> for LogFile {
    type Writer = Record<'a>;

    fn make_writer(&'a self) -> Record<'a> {
        Record { log: self, text: Vec::new() }
    }
}

impl Write for Record<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        // A disk that takes no log must not stop the program.
        let _ = self.log.write_line(&redact(&String::from_utf8_lossy(&self.text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_begins_anew_and_keeps_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let log = LogFile::new(folder.path().join("logs"));
        let line = format!("{}\n", "x ".repeat(50_000));
        for _ in 0..25 {
            drop(log.make_writer().write(line.as_bytes()));
        }
        let mut sizes: Vec<(String, u64)> = fs::read_dir(folder.path().join("logs"))
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().len()))
            .collect();
        sizes.sort();
        assert_eq!(
            sizes.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["vitrine.1.log", "vitrine.log"]
        );
        assert!(sizes.iter().all(|(_, size)| *size > 0 && *size <= MAX_BYTES), "{sizes:?}");
    }

    #[test]
    fn a_token_does_not_reach_the_file_and_a_restart_appends() {
        let folder = tempfile::tempdir().unwrap();
        for text in ["first rfmJZ9pX5S0mkZMBzDAofbUWNXu1nFpFCckDBTg26U0\n", "second\n"] {
            LogFile::new(folder.path().to_owned()).make_writer().write_all(text.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(folder.path().join("vitrine.log")).unwrap(), "first •••\nsecond\n");
    }
}
