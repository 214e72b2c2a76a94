//! Memory shared by everything that decodes: large pictures wait their turn instead of adding up.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Format, clean, decode, sniff};

/// One permit stands for this many bytes, so that a semaphore can count gigabytes.
const UNIT: u64 = 64 << 10;

/// How much memory may be in use for decoding at a time.
#[derive(Clone, Debug)]
pub struct Budget {
    semaphore: Arc<Semaphore>,
    units: u32,
}

/// A share of a [`Budget`], given back when dropped.
#[derive(Debug)]
#[must_use = "dropping it gives the memory back"]
pub struct Admitted {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Budget {
    pub fn new(bytes: u64) -> Self {
        let units = u32::try_from(bytes / UNIT).unwrap_or(u32::MAX).clamp(1, Semaphore::MAX_PERMITS.try_into().unwrap_or(u32::MAX));
        Self { semaphore: Arc::new(Semaphore::new(units as usize)), units }
    }

    /// Waits until `bytes` of memory are free. Who asks for more than there is gets all of it, alone.
    ///
    /// First come, first served: a large picture is not overtaken for ever by small ones.
    pub async fn admit(&self, bytes: u64) -> Admitted {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX).min(self.units);
        // The semaphore is never closed, so this does not fail.
        Admitted { _permit: Arc::clone(&self.semaphore).acquire_many_owned(units).await.ok() }
    }
}

/// About how many bytes of memory preparing or showing this photo takes, beside the file itself.
///
/// Reads only the header. What is no readable picture costs nothing: it is refused before it is decoded.
pub fn decoding_cost(bytes: &[u8]) -> u64 {
    let Some(format) = sniff(bytes) else { return 0 };
    let Ok(size) = decode::dimensions(format, bytes) else { return 0 };
    let decoded = if format == Format::Jpeg { 3 } else { 4 };
    // The coefficients of a progressive JPEG, else a turned copy.
    let beside = if clean::frame_of_head(bytes).is_some_and(|frame| frame.progressive) { 6 } else { decoded };
    size.pixels() * (decoded + beside)
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
    fn pictures_that_do_not_fit_together_wait_for_each_other() {
        let budget = Budget::new(300 << 20);
        let first = try_now(&budget, 200 << 20).unwrap();
        assert!(try_now(&budget, 200 << 20).is_none());
        assert!(try_now(&budget, 100 << 20).is_some());
        drop(first);
        assert!(try_now(&budget, 200 << 20).is_some());
    }

    #[test]
    fn a_picture_larger_than_the_budget_is_let_in_alone() {
        let budget = Budget::new(300 << 20);
        let huge = try_now(&budget, 1 << 40).unwrap();
        assert!(try_now(&budget, 1).is_none());
        drop(huge);
        assert!(try_now(&budget, 1).is_some());
    }
}
