//! A token that ends is renewed: a little before its end where that is known, else when it is refused.
//!
//! Once for all the requests that were refused, and once for all processes that share the keychain. Nothing that waits
//! is lost meanwhile: imports stand still until somebody is signed in, and go on by themselves.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::check::{SignedIn, check, knows_nobody, secrets_of};
use super::confirm::client_secret;
use super::hub::{Done, Hub};
use super::session::Market;
use super::{Event, Session};
use crate::auth::{Keychain, Secrets, Turn, entry_name};
use crate::domain::{Account, Code, Problem, Verdict};
use crate::market::NewWebhook;

/// So long before its end a token is renewed; one that lives for less than five times that, at four fifths of its life.
const MARGIN: Duration = Duration::from_secs(5 * 60);
/// What ends sooner is not worth renewing beforehand: a marketplace that says so counts in another unit, or not at all.
const SHORTEST: Duration = Duration::from_secs(1);
/// Between two looks at the clock on the wall, which may have been set, or have gone on while this computer slept.
const LOOK_AT_CLOCK: Duration = Duration::from_secs(60);
/// After a renewal that failed while the token is still good.
const TRY_AGAIN: Duration = Duration::from_secs(30);
/// Somebody else's renewal is waited for so long: a request and the keychain's limit.
const TURN_LIMIT: Duration = Duration::from_secs(45);
/// Refusals that are looked into, in [`REFUSALS_WITHIN`]: a marketplace may refuse its own good tokens.
const MOST_REFUSALS: usize = 5;
const REFUSALS_WITHIN: Duration = Duration::from_secs(60);
/// Waits between tries to find out about a refused token, when the way to the marketplace is broken as well.
const PATIENCE: [Duration; 4] = [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(8)];

/// Where a session's secrets rest, the refresh token among them.
pub struct Place {
    keychain: Keychain,
    name: String,
    /// Held by whoever renews here: of two who find the same token wanting, the second takes what the first was given.
    one_at_a_time: Mutex<()>,
    /// The directory in which processes take turns. `None` for what no other process sees.
    turns: Option<PathBuf>,
}

impl Place {
    pub fn system(market: &Market, account: &Account, turns: Option<PathBuf>) -> Self {
        Self::new(Keychain::system(), market, account, turns)
    }

    fn new(keychain: Keychain, market: &Market, account: &Account, turns: Option<PathBuf>) -> Self {
        Self { keychain, name: entry_name(&market.name, &account.id), one_at_a_time: Mutex::default(), turns }
    }

    /// In memory only.
    pub async fn this_session(market: &Market, account: &Account, secrets: &Secrets) -> Result<Self, Problem> {
        let place = Self::new(Keychain::session(), market, account, None);
        place.save(secrets).await?;
        Ok(place)
    }

    pub async fn save(&self, secrets: &Secrets) -> Result<(), Problem> {
        self.keychain.save(&self.name, secrets).await
    }

    async fn load(&self) -> Result<Secrets, Problem> {
        self.keychain.load(&self.name).await?.ok_or_else(|| Problem::new(Code::SignInNeeded))
    }

    fn rests(&self) -> bool {
        matches!(self.keychain, Keychain::System { .. })
    }
}

/// When a token is to be renewed, by a clock that cannot be set and by one that keeps going while the computer sleeps.
/// Whichever says so first: renewing too early does no harm.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    at: Instant,
    by_wall: Timestamp,
}

impl Due {
    pub fn of(expires_at: Option<Timestamp>, now: Instant, wall: Timestamp) -> Option<Self> {
        let left = Duration::try_from(expires_at?.duration_since(wall)).ok().filter(|left| *left >= SHORTEST)?;
        let after = left.saturating_sub(MARGIN.min(left / 5));
        // What lies beyond the end of time is never due.
        Some(Self { at: now.checked_add(after)?, by_wall: wall.checked_add(after).ok()? })
    }

    fn is_due(&self, now: Instant, wall: Timestamp) -> bool {
        now >= self.at || wall >= self.by_wall
    }

    fn look_again(&self, now: Instant) -> Instant {
        self.at.min(now + LOOK_AT_CLOCK)
    }
}

/// What is going on about the token.
#[derive(Default)]
pub struct Renewals {
    under_way: bool,
    looking: bool,
    refusals: VecDeque<Instant>,
    /// The table of products waits for the next token.
    pub products_wait: bool,
    /// So does a subscription that was refused the last one.
    pub webhook_waits: Option<NewWebhook>,
}

impl Renewals {
    /// Whether a refused token is being looked into.
    pub const fn is_looking(&self) -> bool {
        self.looking
    }

    /// Whether one more refusal is worth looking into.
    fn look_into(&mut self, now: Instant) -> bool {
        while self.refusals.front().is_some_and(|at| now.duration_since(*at) > REFUSALS_WITHIN) {
            self.refusals.pop_front();
        }
        let worth = self.refusals.len() < MOST_REFUSALS;
        self.refusals.push_back(now);
        worth
    }
}

/// What renewing needs.
#[derive(Clone)]
pub struct Renewer {
    pub market: Market,
    pub place: Arc<Place>,
    pub client_secret: Option<SecretString>,
    pub clock: fn() -> Timestamp,
}

impl Renewer {
    /// Signs in with what is kept. A token that has ended is renewed where it can be.
    pub async fn sign_in(&self, known: Account) -> Result<SignedIn, Problem> {
        let mut secrets = self.place.load().await?;
        if secrets.refresh.is_some() && secrets.expires_at.is_some_and(|end| end <= (self.clock)()) {
            match self.renew(&secrets).await {
                Ok(renewed) => secrets = renewed,
                // The clock may be wrong: the marketplace is asked what it thinks of the token.
                Err(problem) => tracing::info!(%problem, "a token that has ended was not renewed"),
            }
        }
        // Another process may have renewed it meanwhile, and that token have ended as well.
        for _ in 0..2 {
            match check(&self.market, secrets.access.clone()).await {
                Err(problem) if problem.code == Code::Unauthorized && secrets.refresh.is_some() => secrets = self.renew(&secrets).await?,
                checked => return self.signed_in(checked, known, secrets),
            }
        }
        let checked = check(&self.market, secrets.access.clone()).await;
        self.signed_in(checked, known, secrets)
    }

    fn signed_in(&self, checked: Result<SignedIn, Problem>, known: Account, secrets: Secrets) -> Result<SignedIn, Problem> {
        let signed_in = match checked {
            // A system's account, which was never looked up.
            Err(problem) if knows_nobody(&problem) && known.vendor.is_none() => SignedIn::of(known, secrets.access.clone()),
            other => other?,
        };
        let place = secrets.refresh.is_some().then(|| Arc::clone(&self.place));
        Ok(SignedIn { kept: self.place.rests(), place, expires_at: secrets.expires_at, scopes: secrets.scopes, ..signed_in })
    }

    /// The same for a token that was refused in the middle of work: a broken connection is borne for a while.
    async fn sign_in_patiently(&self, known: Account) -> Result<SignedIn, Problem> {
        for wait in PATIENCE {
            match self.sign_in(known.clone()).await {
                Err(problem) if matches!(problem.verdict(), Verdict::NotDone | Verdict::Throttled | Verdict::Unknown) => {
                    tokio::time::sleep(problem.retry_after.unwrap_or(wait).min(REFUSALS_WITHIN)).await;
                }
                other => return other,
            }
        }
        self.sign_in(known).await
    }

    /// New tokens for the refresh token. Kept before they are used, since the old refresh token may be good no more.
    pub async fn renew(&self, old: &Secrets) -> Result<Secrets, Problem> {
        let _here = self.place.one_at_a_time.lock().await;
        let _among_processes = match &self.place.turns {
            Some(turns) => Turn::wait(turns, &self.place.name, TURN_LIMIT).await,
            None => None,
        };
        // Somebody else was quicker.
        let newest = self.place.load().await?;
        if !same(&newest.access, &old.access) {
            return Ok(newest);
        }
        let Some(refresh) = newest.refresh else { return Err(Problem::new(Code::SignInNeeded)) };
        let client_secret = client_secret(&self.market, self.client_secret.clone()).await;
        // A lifetime counts from before its answer: an end told too late would have the token refused first.
        let asked = (self.clock)();
        match self.market.client.refresh(&refresh, client_secret.as_ref()).await {
            Ok(tokens) => {
                let renewed = secrets_of(tokens, Some(refresh), newest.scopes, asked);
                self.place.save(&renewed).await?;
                Ok(renewed)
            }
            Err(problem) if problem.code == Code::InvalidGrant => {
                // Another process, which takes no turns, was quicker.
                let kept = self.place.load().await?;
                let sign_in_needed = || Problem { said: problem.said, ..Problem::new(Code::SignInNeeded) };
                if same(&kept.access, &old.access) { Err(sign_in_needed()) } else { Ok(kept) }
            }
            Err(problem) => Err(problem),
        }
    }
}

fn same(one: &SecretString, other: &SecretString) -> bool {
    one.expose_secret() == other.expose_secret()
}

impl Hub {
    pub(super) fn renewer(&self, market: &Market, place: Arc<Place>) -> Renewer {
        Renewer { market: market.clone(), place, client_secret: self.given_client_secret(), clock: self.options.clock }
    }

    /// Someone was refused for want of a good token. One that can be renewed is, else the session ends, wherever it was
    /// found out.
    pub(super) fn note_problem_of(&mut self, problem: Option<&Problem>) {
        let Some(problem) = problem.filter(|problem| problem.code == Code::Unauthorized) else { return };
        // Without anybody signed in it is being looked into.
        let Some(live) = self.live.take() else { return };
        if !live.was_refused() {
            // It was the token before this one: what stood still for it goes on with this one.
            self.live = Some(live);
            return self.imports_go_on();
        }
        match (&live.place, &self.market) {
            (Some(place), Some(market)) if self.renewals.look_into(Instant::now()) => {
                let renewer = self.renewer(market, Arc::clone(place));
                self.tell(Event::Session(Session::Checking { market: live.market.clone() }));
                self.renewals.looking = true;
                let attempt = self.next_attempt();
                let known = Account::clone(&live.account);
                self.spawn(async move { Done::SignedIn { attempt, result: renewer.sign_in_patiently(known).await } });
            }
            _ => self.tell_signed_out(Some(problem.clone())),
        }
    }

    /// Somebody is signed in: what waited for that is asked for again.
    pub(super) fn waiting_goes_on(&mut self) {
        self.renewals.looking = false;
        if std::mem::take(&mut self.renewals.products_wait) {
            self.load_products();
        }
        if let Some(webhook) = self.renewals.webhook_waits.take() {
            self.add_webhook(webhook);
        }
        self.form_photos_go_on();
    }

    pub(super) fn waiting_gives_up(&mut self, problem: Option<&Problem>) {
        self.renewals.looking = false;
        let problem = problem.cloned().unwrap_or_else(|| Problem::new(Code::SignInNeeded));
        if std::mem::take(&mut self.renewals.products_wait) {
            self.tell(Event::Products(super::ProductsUpdate::Failed(problem.clone())));
        }
        if self.renewals.webhook_waits.take().is_some() {
            self.tell(Event::WebhookAdded(Err(problem.clone())));
        }
        self.form_photos_give_up(&problem);
    }

    /// What waits for one account's token is never sent with another's.
    pub(super) fn drop_waiting(&mut self) {
        self.form.clear();
        self.renewals.webhook_waits = None;
    }

    /// Renews a token that is about to end.
    pub(super) fn renew_if_due(&mut self) {
        let (Some(live), Some(market)) = (&self.live, &self.market) else { return };
        let is_due = live.due.is_some_and(|due| due.is_due(Instant::now(), (self.options.clock)()));
        let Some(place) = live.place.clone().filter(|_| is_due && !self.renewals.under_way) else { return };
        let (renewer, token, attempt) = (self.renewer(market, place), live.token.clone(), self.sign_in_attempt);
        self.renewals.under_way = true;
        self.spawn(async move {
            let result = match renewer.place.load().await {
                // Renewed by another process a while ago.
                Ok(kept) if !same(&kept.access, &token) => Ok(kept),
                Ok(kept) => renewer.renew(&kept).await,
                Err(problem) => Err(problem),
            };
            Done::Renewed { attempt, result }
        });
    }

    pub(super) fn renewed(&mut self, attempt: u64, result: Result<Secrets, Problem>) {
        self.renewals.under_way = false;
        let Some(mut live) = self.live.take() else { return };
        if attempt != self.sign_in_attempt {
            self.live = Some(live);
            return;
        }
        let (now, wall) = (Instant::now(), (self.options.clock)());
        match result {
            // Requests under way go on with the token before.
            Ok(secrets) => live = live.with_token(secrets.access, Due::of(secrets.expires_at, now, wall)),
            Err(problem) => {
                tracing::info!(%problem, "a token that is about to end was not renewed");
                let hopeless = matches!(problem.code, Code::SignInNeeded | Code::InvalidClient | Code::InvalidGrant);
                let again = wall.checked_add(TRY_AGAIN).ok().filter(|_| !hopeless);
                // Until it is refused, the token is good.
                live.due = again.map(|by_wall| Due { at: now + TRY_AGAIN, by_wall });
            }
        }
        self.live = Some(live);
    }

    pub(super) fn next_renewal(&self) -> Option<Instant> {
        let live = self.live.as_ref().filter(|live| live.place.is_some() && !self.renewals.under_way)?;
        live.due.map(|due| due.look_again(Instant::now()))
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
        for (life, due_after) in [(3600, 3300), (1500, 1200), (600, 480), (10, 8)] {
            let due = Due::of(Some(wall(1000 + life)), now, wall(1000)).unwrap();
            let at = |after: u64| due.is_due(now + seconds(after), wall(1000 + after.cast_signed()));
            assert!(!at(due_after - 1) && at(due_after), "a life of {life} s");
        }
    }

    #[test]
    fn an_end_unknown_past_or_absurd_is_never_awaited() {
        let now = Instant::now();
        assert!(Due::of(None, now, wall(1000)).is_none());
        for end in [0, 999, 1000] {
            assert!(Due::of(Some(wall(end)), now, wall(1000)).is_none(), "{end}");
        }
        let never = Due::of(Some(Timestamp::MAX), now, wall(1000));
        assert!(never.is_none_or(|due| !due.is_due(now + seconds(1_000_000), wall(1_001_000))));
    }

    #[test]
    fn a_clock_that_was_set_hides_no_end() {
        let now = Instant::now();
        let due = Due::of(Some(wall(4600)), now, wall(1000)).unwrap();
        assert!(due.is_due(now + seconds(3300), wall(10)), "set back");
        assert!(due.is_due(now + seconds(5), wall(9000)), "set forward, or asleep meanwhile");
        assert!(!due.is_due(now + seconds(5), wall(10)));
    }

    #[test]
    fn a_marketplace_that_refuses_its_own_tokens_is_given_up() {
        let (now, mut renewals) = (Instant::now(), Renewals::default());
        assert!((0..5).all(|_| renewals.look_into(now)));
        assert!(!renewals.look_into(now + seconds(1)));
        assert!(renewals.look_into(now + seconds(62)));
    }
}
