//! The threads on which photos are made ready: few, and always the same.
//!
//! A thread holds on to some of the memory it had (60 MB of a large photo, with glibc), and tokio lets the next photo run
//! on any of its idle ones. Here what is held on to is used again by the next photo.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, mpsc};

use tokio::sync::oneshot;

use crate::domain::{Code, Problem};

type Work = Box<dyn FnOnce() + Send>;

/// Photos made ready at a time, in the whole program.
const LANES: usize = 2;

static QUEUE: LazyLock<mpsc::Sender<Work>> = LazyLock::new(|| {
    let (queue, work) = mpsc::channel::<Work>();
    let work = Arc::new(Mutex::new(work));
    for _ in 0..LANES {
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

/// Runs `work` once a lane is free, in the order of the calls.
pub async fn in_lane<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
    #[cfg(test)]
    if super::simulated::is_on() {
        return super::simulated::blocking(work).await;
    }
    let (told, answer) = oneshot::channel();
    let lost = || Problem::new(Code::Internal).saying("no thread for photos");
    QUEUE.send(Box::new(move || drop(told.send(work())))).map_err(|_| lost())?;
    answer.await.unwrap_or_else(|_| Err(lost()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_told_and_the_lanes_go_on() {
        for _ in 0..2 * LANES {
            let failed = in_lane(|| -> Result<(), Problem> { panic!("as a reader may") }).await;
            assert_eq!(failed.unwrap_err().code, Code::Internal);
        }
        assert_eq!(in_lane(|| Ok(7)).await.unwrap(), 7);
    }
}
