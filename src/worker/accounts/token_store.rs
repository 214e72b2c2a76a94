//! Where a session's tokens are stored, and when its access token must be renewed.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::auth::{Keychain, Secrets};
use crate::domain::{Code, Problem};

/// How long before its expiry a token is renewed; a token that lives for less than five times that is renewed after
/// four fifths of its lifetime.
const RENEW_BEFORE_EXPIRY: Duration = Duration::from_secs(5 * 60);
/// A shorter remaining lifetime is not worth renewing ahead: such a marketplace counts in another unit, or not at all.
const MIN_LIFETIME: Duration = Duration::from_secs(1);
/// Interval between checks of the wall clock, which may have been set, or have advanced while the computer slept.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Storage of a session's tokens, including the refresh token.
pub struct TokenStore {
    keychain: Keychain,
    /// The name of the entry.
    pub name: String,
    /// Held while renewing: of two tasks that find the same token expired, the second one uses what the first was
    /// given.
    pub one_at_a_time: Mutex<()>,
    /// The directory of the lock files by which processes take turns. `None` if no other process sees the tokens.
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

    /// Saves the tokens, replacing earlier ones.
    pub async fn save(&self, secrets: &Secrets) -> Result<(), Problem> {
        self.keychain.save(&self.name, secrets).await
    }

    /// Loads the tokens.
    ///
    /// # Errors
    /// [`Code::SignInNeeded`] if there are none.
    pub async fn load(&self) -> Result<Secrets, Problem> {
        self.keychain.load(&self.name).await?.ok_or_else(|| Problem::new(Code::SignInNeeded))
    }

    /// Whether it outlives the program.
    pub const fn is_persistent(&self) -> bool {
        matches!(self.keychain, Keychain::System { .. })
    }
}

/// When a token is to be renewed, by a monotonic clock and by the wall clock, which advances while the computer sleeps.
/// Whichever comes first counts: renewing too early does no harm.
#[derive(Clone, Copy, Debug)]
pub struct RenewalTime {
    at: Instant,
    at_unix_time: Timestamp,
}

impl RenewalTime {
    /// When to renew a token that expires at `expires_at`; `None` if that is unknown, past or too soon.
    pub fn of(expires_at: Option<Timestamp>, now: Instant, wall: Timestamp) -> Option<Self> {
        let left = Duration::try_from(expires_at?.duration_since(wall)).ok().filter(|left| *left >= MIN_LIFETIME)?;
        let after = left.saturating_sub(RENEW_BEFORE_EXPIRY.min(left / 5));
        // A time that cannot be represented is never due.
        Self::after(after, now, wall)
    }

    /// After this time from now.
    pub fn after(wait: Duration, now: Instant, wall: Timestamp) -> Option<Self> {
        Some(Self { at: now.checked_add(wait)?, at_unix_time: wall.checked_add(wait).ok()? })
    }

    /// Whether one of the clocks has reached the time.
    pub fn is_due(&self, now: Instant, wall: Timestamp) -> bool {
        now >= self.at || wall >= self.at_unix_time
    }

    /// When to check the clocks again.
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
    fn a_token_is_renewed_before_it_expires_and_a_short_lived_one_not_immediately() {
        let now = Instant::now();
        for (lifetime, due_after) in [(3600, 3300), (1500, 1200), (600, 480), (10, 8)] {
            let due = RenewalTime::of(Some(wall(1000 + lifetime)), now, wall(1000)).unwrap();
            let at = |after: u64| due.is_due(now + seconds(after), wall(1000 + after.cast_signed()));
            assert!(!at(due_after - 1) && at(due_after), "a lifetime of {lifetime} s");
        }
    }

    #[test]
    fn an_unknown_past_or_absurd_expiry_is_never_due() {
        let now = Instant::now();
        assert!(RenewalTime::of(None, now, wall(1000)).is_none());
        for end in [0, 999, 1000] {
            assert!(RenewalTime::of(Some(wall(end)), now, wall(1000)).is_none(), "{end}");
        }
        let never = RenewalTime::of(Some(Timestamp::MAX), now, wall(1000));
        assert!(never.is_none_or(|due| !due.is_due(now + seconds(1_000_000), wall(1_001_000))));
    }

    #[test]
    fn setting_the_clock_does_not_hide_an_expiry() {
        let now = Instant::now();
        let due = RenewalTime::of(Some(wall(4600)), now, wall(1000)).unwrap();
        assert!(due.is_due(now + seconds(3300), wall(10)), "the clock was set back");
        assert!(due.is_due(now + seconds(5), wall(9000)), "the clock was set forward, or the computer was asleep");
        assert!(!due.is_due(now + seconds(5), wall(10)));
    }
}
