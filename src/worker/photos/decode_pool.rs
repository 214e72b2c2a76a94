//! A small, fixed pool of threads that prepare photos.
//!
//! A thread retains some of the memory it used (60 MB after a large photo, with glibc), and tokio would run
//! the next photo on any of its idle threads. In this pool the next photo reuses the retained memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};

use tokio::sync::oneshot;

use vitrine_domain::{Problem, ProblemKind};

type Work = Box<dyn FnOnce() + Send>;

/// Photos prepared at the same time, in the whole program.
const POOL_THREADS: usize = 2;

static QUEUE: LazyLock<mpsc::Sender<Work>> = LazyLock::new(|| {
    let (queue, work) = mpsc::channel::<Work>();
    let work = Arc::new(Mutex::new(work));
    for _ in 0..POOL_THREADS {
        let work = Arc::clone(&work);
        let lane = move || {
            while let Some(work) = next(&work) {
                drop(catch_unwind(AssertUnwindSafe(work)));
            }
        };
        if let Err(error) = std::thread::Builder::new().name("photos".to_owned()).spawn(lane) {
            tracing::error!(%error, "no thread for photos");
        }
    }
    queue
});

fn next(work: &Mutex<mpsc::Receiver<Work>>) -> Option<Work> {
    work.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Runs `work` on a pool thread, in the order of the calls.
///
/// # Errors
/// Those of `work`; [`ProblemKind::Internal`] if it panics.
pub async fn run_in_pool<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    #[cfg(test)]
    if crate::worker::sim_env::is_on() {
        return crate::worker::sim_env::blocking(work).await;
    }
    let (told, answer) = oneshot::channel();
    let lost = || Problem::new(ProblemKind::Internal).with_quotation("no thread for photos");
    QUEUE.send(Box::new(move || drop(told.send(work())))).map_err(|_| lost())?;
    answer.await.unwrap_or_else(|_| Err(lost()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_reported_and_the_pool_keeps_running() {
        for _ in 0..2 * POOL_THREADS {
            let failed = run_in_pool(|| -> Result<(), Problem> { panic!("as a reader may") }).await;
            assert_eq!(failed.unwrap_err().kind, ProblemKind::Internal);
        }
        assert_eq!(run_in_pool(|| Ok(7)).await.unwrap(), 7);
    }
}
