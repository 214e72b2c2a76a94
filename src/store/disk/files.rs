//! Files of the data directory.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use vitrine_domain::{Problem, ProblemKind};
use vitrine_local::private;

pub(in crate::store) fn remove_if_exists(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
        .or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Creates a file with permissions for its owner alone. SQLite gives its companion files the same
/// permissions.
pub(in crate::store) fn create_private(path: &Path) -> io::Result<File> {
    private::open(path, File::options().write(true).create_new(true))
}

/// Flushes the directory of `path`, so that a rename survives power loss. Windows neither needs this nor
/// supports it.
pub(in crate::store) fn sync_dir(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(dir) = path.parent() {
        File::open(dir)?.sync_all()?;
    }
    let _ = path;
    Ok(())
}

pub(in crate::store) fn storage(path: &Path, error: &io::Error) -> Problem {
    Problem::new(ProblemKind::Storage)
        .with_subject(path.display().to_string())
        .with_quotation(error.to_string())
}
