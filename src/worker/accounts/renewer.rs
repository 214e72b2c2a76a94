//! New tokens for old ones: once for all the requests that were refused, and once for all processes that share the keychain.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use super::check::{SignedIn, check, knows_nobody, secrets_of};
use super::client_secret::client_secret;
use super::session::Market;
use super::token_store::TokenStore;
use crate::auth::{ProcessLock, Secrets};
use crate::domain::{Account, Code, Problem, Verdict};

/// Somebody else's renewal is waited for so long: a request and the keychain's limit.
const TURN_LIMIT: Duration = Duration::from_secs(45);
/// Refusals that are looked into, in [`REFUSALS_WITHIN`]: a marketplace may refuse its own good tokens.
const MAX_REFUSALS: usize = 5;
const REFUSALS_WITHIN: Duration = Duration::from_secs(60);
/// Waits between tries to find out about a refused token, when the way to the marketplace is broken as well.
const PATIENCE: [Duration; 4] = [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(8)];

/// The refusals that were looked into lately.
#[derive(Default)]
pub struct Renewals {
    refusals: VecDeque<Instant>,
}

impl Renewals {
    /// Whether one more refusal is worth looking into.
    pub fn look_into(&mut self, now: Instant) -> bool {
        while self.refusals.front().is_some_and(|at| now.duration_since(*at) > REFUSALS_WITHIN) {
            self.refusals.pop_front();
        }
        let worth = self.refusals.len() < MAX_REFUSALS;
        self.refusals.push_back(now);
        worth
    }
}

/// What renewing needs.
#[derive(Clone)]
pub struct Renewer {
    pub market: Market,
    pub token_store: Arc<TokenStore>,
    pub client_secret: Option<SecretString>,
    pub clock: fn() -> Timestamp,
}

impl Renewer {
    /// Signs in with what is kept. A token that has ended is renewed where it can be.
    pub async fn sign_in(&self, known: Account) -> Result<SignedIn, Problem> {
        let mut secrets = self.token_store.load().await?;
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
        let token_store = secrets.refresh.is_some().then(|| Arc::clone(&self.token_store));
        Ok(SignedIn {
            kept: self.token_store.is_persistent(),
            token_store,
            expires_at: secrets.expires_at,
            scopes: secrets.scopes,
            ..signed_in
        })
    }

    /// The same for a token that was refused in the middle of work: a broken connection is borne for a while.
    pub async fn sign_in_patiently(&self, known: Account) -> Result<SignedIn, Problem> {
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
        let _here = self.token_store.one_at_a_time.lock().await;
        let _among_processes = match &self.token_store.lock_dir {
            Some(lock_dir) => ProcessLock::acquire(lock_dir, &self.token_store.name, TURN_LIMIT).await,
            None => None,
        };
        // Somebody else was quicker.
        let newest = self.token_store.load().await?;
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
                self.token_store.save(&renewed).await?;
                Ok(renewed)
            }
            Err(problem) if problem.code == Code::InvalidGrant => {
                // Another process, which takes no lock_dir, was quicker.
                let kept = self.token_store.load().await?;
                let sign_in_needed = || Problem { said: problem.said, ..Problem::new(Code::SignInNeeded) };
                if same(&kept.access, &old.access) { Err(sign_in_needed()) } else { Ok(kept) }
            }
            Err(problem) => Err(problem),
        }
    }
}

pub fn same(one: &SecretString, other: &SecretString) -> bool {
    one.expose_secret() == other.expose_secret()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marketplace_that_refuses_its_own_tokens_is_given_up() {
        let (now, mut renewals) = (Instant::now(), Renewals::default());
        assert!((0..5).all(|_| renewals.look_into(now)));
        assert!(!renewals.look_into(now + Duration::from_secs(1)));
        assert!(renewals.look_into(now + Duration::from_secs(62)));
    }
}
