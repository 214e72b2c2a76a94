//! Where a session's tokens are stored, and when its access token must be renewed.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::entry_right::EntryRight;
use crate::auth::{Keychain, ProcessLock, Secrets};
use vitrine_domain::{Problem, ProblemKind};

/// How long to wait for another process's renewal: a request plus the keychain's time limit.
const LOCK_TIMEOUT: Duration = Duration::from_secs(45);
/// How long before its expiry a token is renewed; a token that lives for less than five times that is renewed
/// after four fifths of its lifetime.
const RENEW_BEFORE_EXPIRY: Duration = Duration::from_secs(5 * 60);
/// A shorter remaining lifetime is not worth renewing ahead: such a marketplace counts in another unit, or
/// not at all.
const MIN_LIFETIME: Duration = Duration::from_secs(1);
/// Interval between checks of the wall clock, which may have been set, or have advanced while the computer
/// slept.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Storage of a session's tokens, including the refresh token.
///
/// A renewal may outlive its session: meanwhile somebody signs in anew or out. So each sign-in has a store of
/// its own, and an entry of the keychain is written by its newest holder only.
pub struct TokenStore {
    keychain: Keychain,
    /// The name of the entry.
    name: String,
    /// The entry of the keychain; `None` in memory.
    entry: Option<EntryRight>,
    /// Held while renewing: of two tasks that find the same token expired, the second one uses what the first
    /// was given.
    pub turn: Mutex<()>,
    /// The directory of the lock files by which processes take turns. `None` if no other process sees the
    /// tokens.
    lock_dir: Option<PathBuf>,
    /// Renewed tokens that the keychain has not accepted yet.
    unsaved: std::sync::Mutex<Option<Unsaved>>,
}

#[derive(Clone)]
struct Unsaved {
    secrets: Secrets,
    /// The token in the entry that they replace.
    replaced: SecretString,
}

impl TokenStore {
    /// In an entry of the keychain.
    pub fn of_entry(entry: EntryRight, lock_dir: Option<PathBuf>) -> Self {
        let (keychain, name) = (entry.keychain().clone(), entry.name().to_owned());
        Self {
            keychain,
            name,
            entry: Some(entry),
            turn: Mutex::default(),
            lock_dir,
            unsaved: std::sync::Mutex::default(),
        }
    }

    /// In memory only.
    pub async fn this_session(name: String, secrets: &Secrets) -> Result<Self, Problem> {
        let keychain = Keychain::session();
        keychain.save(&name, secrets).await?;
        Ok(Self {
            keychain,
            name,
            entry: None,
            turn: Mutex::default(),
            lock_dir: None,
            unsaved: std::sync::Mutex::default(),
        })
    }

    /// Saves the tokens, replacing earlier ones.
    ///
    /// # Errors
    /// [`ProblemKind::SignInNeeded`] if somebody signed in anew or out meanwhile; otherwise the problem of
    /// the keychain.
    pub async fn save(&self, secrets: &Secrets) -> Result<(), Problem> {
        match &self.entry {
            Some(entry) => entry.save(secrets).await,
            None => self.keychain.save(&self.name, secrets).await,
        }
    }

    /// Saves renewed tokens, which replace those with the token `replaced`. If the keychain fails, they stay
    /// in memory until [`save_again`](Self::save_again).
    pub async fn save_renewed(&self, secrets: &Secrets, replaced: &SecretString) -> Result<(), Problem> {
        // Before waiting for the keychain: the program may end meanwhile. What was not saved before has the
        // older entry still.
        let replaced = self.unsaved().take().map_or_else(|| replaced.clone(), |earlier| earlier.replaced);
        *self.unsaved() = Some(Unsaved { secrets: secrets.clone(), replaced });
        match self.save(secrets).await {
            Err(problem) if matches!(problem.kind, ProblemKind::Keychain | ProblemKind::NoKeychain) => {
                tracing::warn!(%problem, "a renewed token is saved later");
                Ok(())
            }
            other => {
                *self.unsaved() = None;
                other
            }
        }
    }

    /// Tries again to save what the keychain had not accepted. Tokens that another process saved meanwhile
    /// are newer, and where it deleted the entry, somebody signed out.
    pub async fn save_again(&self) {
        let _here = self.turn.lock().await;
        let Some(Unsaved { secrets, replaced }) = self.unsaved().clone() else { return };
        let _among_processes = match self.lock_among_processes().await {
            Ok(lock) => lock,
            Err(problem) => return tracing::warn!(%problem, "a renewed token is not saved yet"),
        };
        let stored = match self.keychain.load(&self.name).await {
            Ok(stored) => stored,
            Err(problem) => return tracing::warn!(%problem, "a renewed token is not saved yet"),
        };
        let is_ours = stored.is_some_and(|stored| is_same_secret(&stored.access, &replaced));
        if !is_ours || self.is_retired() || self.save(&secrets).await.is_ok() {
            *self.unsaved() = None;
        }
    }

    /// Waits for other processes that renew the same tokens. `None`: no other process sees them.
    ///
    /// # Errors
    /// Another process holds them for too long, or there is no place to take turns at.
    pub async fn lock_among_processes(&self) -> Result<Option<ProcessLock>, Problem> {
        match &self.lock_dir {
            Some(dir) => ProcessLock::acquire(dir, &self.name, LOCK_TIMEOUT).await.map(Some),
            None => Ok(None),
        }
    }

    /// Whether the keychain still has to accept renewed tokens.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved().is_some()
    }

    fn unsaved(&self) -> std::sync::MutexGuard<'_, Option<Unsaved>> {
        self.unsaved.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Loads the tokens.
    ///
    /// # Errors
    /// [`ProblemKind::SignInNeeded`] if there are none.
    pub async fn load(&self) -> Result<Secrets, Problem> {
        let renewed = self.unsaved().as_ref().map(|unsaved| unsaved.secrets.clone());
        match renewed {
            Some(renewed) => Ok(renewed),
            None => {
                self.keychain.load(&self.name).await?.ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))
            }
        }
    }

    /// Whether somebody signed in anew or out since these tokens were given.
    pub fn is_retired(&self) -> bool {
        self.entry.as_ref().is_some_and(|entry| !entry.is_current())
    }

    /// Whether it outlives the program.
    pub const fn is_persistent(&self) -> bool {
        self.entry.is_some()
    }
}

/// When a token is to be renewed, by a monotonic clock and by the wall clock, which advances while the
/// computer sleeps. Whichever comes first counts: renewing too early does no harm.
#[derive(Clone, Copy, Debug)]
pub struct RenewalTime {
    at: Instant,
    at_unix_time: Timestamp,
}

impl RenewalTime {
    /// When to renew a token that expires at `expires_at`; `None` if that is unknown, past or too soon.
    pub fn of(expires_at: Option<Timestamp>, now: Instant, wall: Timestamp) -> Option<Self> {
        let left =
            Duration::try_from(expires_at?.duration_since(wall)).ok().filter(|left| *left >= MIN_LIFETIME)?;
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

/// Compares two secrets.
pub fn is_same_secret(one: &SecretString, other: &SecretString) -> bool {
    one.expose_secret() == other.expose_secret()
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
        assert!(
            due.is_due(now + seconds(5), wall(9000)),
            "the clock was set forward, or the computer was asleep"
        );
        assert!(!due.is_due(now + seconds(5), wall(10)));
    }
}
