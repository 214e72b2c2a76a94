//! One at a time, among all processes of this person.
//!
//! A refresh token is often good for a single use. Two programs with data directories of their own share the keychain,
//! so whoever renews takes its turn at a file that all of them see. The lock is the operating system's: it ends with
//! its holder, however that ends.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a turn that is somebody else's is asked for again.
const ASK_AGAIN: Duration = Duration::from_millis(50);

/// Held until dropped.
#[derive(Debug)]
pub struct ProcessLock {
    _lock: File,
}

impl ProcessLock {
    /// Waits for the turn at what `name` stands for, `limit` at the most. `None`: it goes on without, since a directory
    /// that cannot be written, or a holder that hangs, is no reason to sign a person out.
    pub async fn wait(dir: &Path, name: &str, limit: Duration) -> Option<Self> {
        let taking = async {
            loop {
                match take(dir, name) {
                    Ok(Some(turn)) => return Some(turn),
                    Ok(None) => tokio::time::sleep(ASK_AGAIN).await,
                    Err(error) => {
                        tracing::warn!(%error, "no file to take turns at");
                        return None;
                    }
                }
            }
        };
        tokio::time::timeout(limit, taking).await.unwrap_or_default()
    }
}

fn take(dir: &Path, name: &str) -> io::Result<Option<ProcessLock>> {
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

/// A name may hold anything; its hash is a file's name everywhere.
fn file(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{}.lock", &blake3::hash(name.as_bytes()).to_hex()[..32]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(120);

    #[tokio::test]
    async fn one_holds_it_until_it_lets_go() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("turns");
        let first = ProcessLock::wait(&place, "7@Shop", SOON).await.unwrap();
        assert!(ProcessLock::wait(&place, "7@Shop", SOON).await.is_none());
        assert!(ProcessLock::wait(&place, "8@Shop", SOON).await.is_some(), "another account's");
        drop(first);
        assert!(ProcessLock::wait(&place, "7@Shop", SOON).await.is_some());
    }

    #[tokio::test]
    async fn where_no_file_can_be_it_goes_on_without() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a file");
        std::fs::write(&file, "").unwrap();
        assert!(ProcessLock::wait(&file, "7@Shop", SOON).await.is_none());
    }
}
