//! A lock across all processes of one person.
//!
//! A refresh token can often be used only once. Two programs with different data directories share the keychain, so a
//! refresh is guarded by a lock file that both see. It is a lock of the operating system, which releases it when the
//! process ends in any way.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The polling interval while another process holds the lock.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A held lock, released when dropped.
#[derive(Debug)]
pub struct ProcessLock {
    _lock: File,
}

impl ProcessLock {
    /// Waits for the lock called `name`, up to `limit`. With `None` the caller continues without it: an unwritable
    /// directory or a hanging process is no reason to sign a person out.
    pub async fn acquire(dir: &Path, name: &str, limit: Duration) -> Option<Self> {
        let acquiring = async {
            loop {
                match try_acquire(dir, name) {
                    Ok(Some(lock)) => return Some(lock),
                    Ok(None) => tokio::time::sleep(POLL_INTERVAL).await,
                    Err(error) => {
                        tracing::warn!(%error, "no file to take turns at");
                        return None;
                    }
                }
            }
        };
        tokio::time::timeout(limit, acquiring).await.unwrap_or_default()
    }
}

fn try_acquire(dir: &Path, name: &str) -> io::Result<Option<ProcessLock>> {
    let mut folder = DirBuilder::new();
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    folder.recursive(true).create(dir)?;
    let lock = options.open(file(dir, name))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(ProcessLock { _lock: lock })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// A name may contain anything; its hash is a valid file name everywhere.
fn file(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{}.lock", &blake3::hash(name.as_bytes()).to_hex()[..32]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT_WAIT: Duration = Duration::from_millis(120);

    #[tokio::test]
    async fn only_one_holder_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let directory = dir.path().join("turns");
        let first = ProcessLock::acquire(&directory, "7@Shop", SHORT_WAIT).await.unwrap();
        assert!(ProcessLock::acquire(&directory, "7@Shop", SHORT_WAIT).await.is_none());
        assert!(ProcessLock::acquire(&directory, "8@Shop", SHORT_WAIT).await.is_some(), "the lock of another account is independent");
        drop(first);
        assert!(ProcessLock::acquire(&directory, "7@Shop", SHORT_WAIT).await.is_some());
    }

    #[tokio::test]
    async fn an_unwritable_directory_yields_no_lock() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a file");
        std::fs::write(&file, "").unwrap();
        assert!(ProcessLock::acquire(&file, "7@Shop", SHORT_WAIT).await.is_none());
    }
}
