//! Limits the memory used for decoding: large pictures wait for each other instead of adding up.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes per semaphore permit, so that a semaphore of `u32` permits can count gigabytes.
const PERMIT_BYTES: u64 = 64 << 10;

/// The memory that may be in use for decoding at any time. Clones share it.
#[derive(Clone, Debug)]
pub struct Budget {
    semaphore: Arc<Semaphore>,
    permits: u32,
}

/// A share of a [`Budget`], released when dropped.
#[derive(Debug)]
#[must_use = "dropping it gives the memory back"]
pub struct Admitted {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Budget {
    /// A budget of `bytes`, rounded down to whole permits.
    pub fn new(bytes: u64) -> Self {
        let permits = u32::try_from(bytes / PERMIT_BYTES)
            .unwrap_or(u32::MAX)
            .clamp(1, Semaphore::MAX_PERMITS.try_into().unwrap_or(u32::MAX));
        Self { semaphore: Arc::new(Semaphore::new(permits as usize)), permits }
    }

    /// Waits until `bytes` of memory are free. A request larger than the whole budget waits for all of it and
    /// runs alone.
    ///
    /// Requests are served in order: small pictures cannot starve a large one.
    pub async fn admit(&self, bytes: u64) -> Admitted {
        let permits = u32::try_from(bytes.div_ceil(PERMIT_BYTES)).unwrap_or(u32::MAX).min(self.permits);
        // The semaphore is never closed, so this does not fail.
        Admitted { _permit: Arc::clone(&self.semaphore).acquire_many_owned(permits).await.ok() }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn try_now(budget: &Budget, bytes: u64) -> Option<Admitted> {
        match pin!(budget.admit(bytes)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(admitted) => Some(admitted),
            Poll::Pending => None,
        }
    }

    #[test]
    fn pictures_exceeding_the_budget_together_wait_for_each_other() {
        let budget = Budget::new(300 << 20);
        let first = try_now(&budget, 200 << 20).unwrap();
        assert!(try_now(&budget, 200 << 20).is_none());
        assert!(try_now(&budget, 100 << 20).is_some());
        drop(first);
        assert!(try_now(&budget, 200 << 20).is_some());
    }

    #[test]
    fn a_picture_larger_than_the_budget_is_decoded_alone() {
        let budget = Budget::new(300 << 20);
        let huge = try_now(&budget, 1 << 40).unwrap();
        assert!(try_now(&budget, 1).is_none());
        drop(huge);
        assert!(try_now(&budget, 1).is_some());
    }
}
