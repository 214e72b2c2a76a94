//! How long to wait before something that failed is tried again.

use std::time::Duration;

/// Waits that double from one failure in a row to the next, up to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
}

impl Backoff {
    /// The wait after the first failure, and the longest one.
    pub const fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest }
    }

    /// The wait after this many failures in a row; none after no failure.
    pub fn after(self, failures: u32) -> Duration {
        let Some(doublings) = failures.checked_sub(1) else { return Duration::ZERO };
        self.first.saturating_mul(2_u32.saturating_pow(doublings)).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wait_is_twice_the_one_before_up_to_the_longest() {
        let backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));
        let waits = [0, 1, 2, 3, 6, 7, 8, u32::MAX].map(|failures| backoff.after(failures).as_secs());
        assert_eq!(waits, [0, 1, 2, 4, 32, 60, 60, 60]);
    }
}
