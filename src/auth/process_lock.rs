//! A lock across all processes of one person.
//!
//! A refresh token can often be used only once. Two programs with different data directories share the
//! keychain, so a refresh is guarded by a lock file that both see. It is a lock of the operating system,
//! which releases it when the process ends in any way.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use vitrine_domain::{Problem, ProblemKind};
use vitrine_local::private;

/// The polling interval while another process holds the lock.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A held lock, released when dropped.
#[derive(Debug)]
pub struct ProcessLock {
    _lock: File,
}

impl ProcessLock {
    /// Waits for the lock called `name`, up to `limit`.
    ///
    /// # Errors
    /// [`ProblemKind::TurnTaken`] while another process holds it; [`ProblemKind::Storage`] when the directory
    /// cannot be used. Nobody goes on without it: of two processes that use one refresh token, the second one
    /// signs the person out.
    pub async fn acquire(dir: &Path, name: &str, limit: Duration) -> Result<Self, Problem> {
        let acquiring = async {
            loop {
                match try_acquire(dir, name) {
                    Ok(Some(lock)) => return Ok(lock),
                    Ok(None) => tokio::time::sleep(POLL_INTERVAL).await,
                    Err(error) => {
                        let problem =
                            Problem::new(ProblemKind::Storage).with_subject(dir.display().to_string());
                        return Err(problem.with_quotation(error.to_string()));
                    }
                }
            }
        };
        tokio::time::timeout(limit, acquiring)
            .await
            .unwrap_or_else(|_| Err(Problem::new(ProblemKind::TurnTaken)))
    }
}

fn try_acquire(dir: &Path, name: &str) -> io::Result<Option<ProcessLock>> {
    private::make_dir(dir)?;
    let lock = private::open(&file(dir, name), File::options().create(true).truncate(false).write(true))?;
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
        let second = ProcessLock::acquire(&directory, "7@Shop", SHORT_WAIT).await;
        assert_eq!(second.map_err(|problem| problem.kind).err(), Some(ProblemKind::TurnTaken));
        assert!(
            ProcessLock::acquire(&directory, "8@Shop", SHORT_WAIT).await.is_ok(),
            "the lock of another account is independent"
        );
        drop(first);
        assert!(ProcessLock::acquire(&directory, "7@Shop", SHORT_WAIT).await.is_ok());
    }

    #[tokio::test]
    async fn an_unwritable_directory_yields_no_lock_and_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a file");
        std::fs::write(&file, "").unwrap();
        let problem = ProcessLock::acquire(&file, "7@Shop", SHORT_WAIT).await.err().unwrap();
        assert_eq!((problem.kind, problem.subject), (ProblemKind::Storage, Some(file.display().to_string())));
    }
}
