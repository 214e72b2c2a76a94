//! Where a session's secrets rest, and when its token has to be renewed.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::auth::{Keychain, Secrets};
use crate::domain::{Code, Problem};

/// So long before its end a token is renewed; one that lives for less than five times that, at four fifths of its life.
const RENEW_BEFORE_EXPIRY: Duration = Duration::from_secs(5 * 60);
/// What ends sooner is not worth renewing beforehand: a marketplace that says so counts in another unit, or not at all.
const MIN_LIFETIME: Duration = Duration::from_secs(1);
/// Between two looks at the clock on the wall, which may have been set, or have gone on while this computer slept.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Where a session's secrets rest, the refresh token among them.
pub struct TokenStore {
    keychain: Keychain,
    /// Under which the keychain keeps them.
    pub name: String,
    /// Held by whoever renews here: of two who find the same token wanting, the second takes what the first was given.
    pub one_at_a_time: Mutex<()>,
    /// The directory in which processes take lock_dir. `None` for what no other process sees.
    pub lock_dir: Option<PathBuf>,
}

impl TokenStore {
    /// In the system's keychain.
    pub fn system(name: String, lock_dir: Option<PathBuf>) -> Self {
        Self { keychain: Keychain::system(), name, one_at_a_time: Mutex::default(), lock_dir }
    }

    /// In memory only.
    pub async fn this_session(name: String, secrets: &Secrets) -> Result<Self, Problem> {
        let token_store = Self { keychain: Keychain::session(), name, one_at_a_time: Mutex::default(), lock_dir: None };
        token_store.save(secrets).await?;
        Ok(token_store)
    }

    pub async fn save(&self, secrets: &Secrets) -> Result<(), Problem> {
        self.keychain.save(&self.name, secrets).await
    }

    pub async fn load(&self) -> Result<Secrets, Problem> {
        self.keychain.load(&self.name).await?.ok_or_else(|| Problem::new(Code::SignInNeeded))
    }

    /// It outlives the program.
    pub const fn is_persistent(&self) -> bool {
        matches!(self.keychain, Keychain::System { .. })
    }
}

/// When a token is to be renewed, by a clock that cannot be set and by one that keeps going while the computer sleeps.
/// Whichever says so first: renewing too early does no harm.
#[derive(Clone, Copy, Debug)]
pub struct RenewalTime {
    at: Instant,
    at_unix_time: Timestamp,
}

impl RenewalTime {
    pub fn of(expires_at: Option<Timestamp>, now: Instant, wall: Timestamp) -> Option<Self> {
        let left = Duration::try_from(expires_at?.duration_since(wall)).ok().filter(|left| *left >= MIN_LIFETIME)?;
        let after = left.saturating_sub(RENEW_BEFORE_EXPIRY.min(left / 5));
        // What lies beyond the end of time is never due.
        Self::after(after, now, wall)
    }

    /// So long from now.
    pub fn after(wait: Duration, now: Instant, wall: Timestamp) -> Option<Self> {
        Some(Self { at: now.checked_add(wait)?, at_unix_time: wall.checked_add(wait).ok()? })
    }

    pub fn is_due(&self, now: Instant, wall: Timestamp) -> bool {
        now >= self.at || wall >= self.at_unix_time
    }

    pub fn next_check(&self, now: Instant) -> Instant {
        self.at.min(now + CLOCK_CHECK_INTERVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wall(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_token_is_renewed_before_its_end_and_a_short_lived_one_not_at_once() {
        let now = Instant::now();
        for (lifetime, due_after) in [(3600, 3300), (1500, 1200), (600, 480), (10, 8)] {
            let due = RenewalTime::of(Some(wall(1000 + lifetime)), now, wall(1000)).unwrap();
            let at = |after: u64| due.is_due(now + seconds(after), wall(1000 + after.cast_signed()));
            assert!(!at(due_after - 1) && at(due_after), "a life of {lifetime} s");
        }
    }

    #[test]
    fn an_end_unknown_past_or_absurd_is_never_awaited() {
        let now = Instant::now();
        assert!(RenewalTime::of(None, now, wall(1000)).is_none());
        for end in [0, 999, 1000] {
            assert!(RenewalTime::of(Some(wall(end)), now, wall(1000)).is_none(), "{end}");
        }
        let never = RenewalTime::of(Some(Timestamp::MAX), now, wall(1000));
        assert!(never.is_none_or(|due| !due.is_due(now + seconds(1_000_000), wall(1_001_000))));
    }

    #[test]
    fn a_clock_that_was_set_hides_no_end() {
        let now = Instant::now();
        let due = RenewalTime::of(Some(wall(4600)), now, wall(1000)).unwrap();
        assert!(due.is_due(now + seconds(3300), wall(10)), "set back");
        assert!(due.is_due(now + seconds(5), wall(9000)), "set forward, or asleep meanwhile");
        assert!(!due.is_due(now + seconds(5), wall(10)));
    }
}
