//! Renews tokens: once for all requests that were refused, and once for all processes that share the
//! keychain.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;
use tokio::time::Instant;

use super::check::{SignedIn, check, has_no_user, secrets_of};
use super::client_secret::{client_secret, own_client_secret};
use crate::auth::{Keychain, Secrets};
use crate::worker::session::{Market, TokenStore, is_same_secret};
use vitrine_core::market::Tokens;
use vitrine_domain::{Account, Backoff, Problem, ProblemKind, Verdict};

/// How many refusals within [`REFUSALS_WITHIN`] are acted upon: a marketplace may refuse tokens that it has
/// just issued.
const MAX_REFUSALS: usize = 5;
const REFUSALS_WITHIN: Duration = Duration::from_secs(60);
/// How often, and after which waits, a refused token is checked again while the connection is broken as well.
const RETRIES: u32 = 4;
const BACKOFF: Backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(8));

/// The times of recent refusals that were acted upon.
#[derive(Default)]
pub struct Renewals {
    refusals: VecDeque<Instant>,
}

impl Renewals {
    /// Whether another refusal is worth acting upon.
    pub fn allow_attempt(&mut self, now: Instant) -> bool {
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
    /// Where the client secret is, if it is not given.
    pub keychain: Keychain,
    pub clock: fn() -> Timestamp,
}

impl Renewer {
    /// Signs in with the stored tokens. An expired token is renewed if possible.
    pub async fn sign_in(&self, known: Account) -> Result<SignedIn, Problem> {
        let mut secrets = self.token_store.load().await?;
        if secrets.is_renewable() && secrets.expires_at.is_some_and(|end| end <= (self.clock)()) {
            match self.renew(&secrets).await {
                Ok(renewed) => secrets = renewed,
                // The clock may be wrong, so the marketplace is asked about the token.
                Err(problem) => tracing::info!(%problem, "a token that has ended was not renewed"),
            }
        }
        // Another process may have renewed it meanwhile, and that token may have expired as well.
        for _ in 0..2 {
            match check(&self.market, secrets.access.clone()).await {
                Err(problem) if problem.verdict() == Verdict::SignIn && secrets.is_renewable() => {
                    secrets = self.renew(&secrets).await?;
                }
                checked => return self.signed_in(checked, known, secrets),
            }
        }
        let checked = check(&self.market, secrets.access.clone()).await;
        self.signed_in(checked, known, secrets)
    }

    fn signed_in(
        &self,
        checked: Result<SignedIn, Problem>,
        known: Account,
        secrets: Secrets,
    ) -> Result<SignedIn, Problem> {
        let signed_in = match checked {
            // The account of a system, which was not looked up.
            Err(problem) if has_no_user(&problem) && known.vendor.is_none() => {
                SignedIn::of(known, secrets.access.clone())
            }
            other => other?,
        };
        let token_store = secrets.is_renewable().then(|| Arc::clone(&self.token_store));
        Ok(SignedIn {
            kept: self.token_store.is_persistent(),
            token_store,
            expires_at: secrets.expires_at,
            scopes: secrets.scopes,
            ..signed_in
        })
    }

    /// Signs in to the account in which the stored token was last accepted, without asking the marketplace.
    pub async fn sign_in_offline(&self, known: Account) -> Result<SignedIn, Problem> {
        let secrets = self.token_store.load().await?;
        self.signed_in(Ok(SignedIn::of(known.clone(), secrets.access.clone())), known, secrets)
    }

    /// The same for a token that was refused during work: a broken connection is tolerated for a while.
    pub async fn sign_in_patiently(&self, known: Account) -> Result<SignedIn, Problem> {
        for failures in 1..=RETRIES {
            match self.sign_in(known.clone()).await {
                Err(problem)
                    if matches!(
                        problem.verdict(),
                        Verdict::NotDone | Verdict::Throttled | Verdict::Unknown
                    ) =>
                {
                    tokio::time::sleep(
                        problem.retry_after.unwrap_or_else(|| BACKOFF.after(failures)).min(REFUSALS_WITHIN),
                    )
                    .await;
                }
                other => return other,
            }
        }
        self.sign_in(known).await
    }

    /// By the refresh token; an app that acts for itself, which may have none, asks as at its sign-in.
    async fn new_tokens(&self, old: &Secrets) -> Result<Tokens, Problem> {
        let client = &self.market.client;
        let needed = || Problem::new(ProblemKind::SignInNeeded);
        if old.of_app {
            let client_id = client.profile().oauth.client_id.as_deref().ok_or_else(needed)?;
            let secret = own_client_secret(&self.market, self.client_secret.clone(), &self.keychain)
                .await
                .ok_or_else(needed)?;
            return client.client_credentials(client_id, &secret).await;
        }
        let refresh = old.refresh.as_ref().ok_or_else(needed)?;
        let client_secret = client_secret(&self.market, self.client_secret.clone(), &self.keychain).await;
        client.refresh(refresh, client_secret.as_ref()).await
    }

    /// Exchanges tokens for new ones. They are saved before they are used, because the old refresh token
    /// may have become invalid. A keychain that fails just then does not lose them: they are saved later.
    pub async fn renew(&self, old: &Secrets) -> Result<Secrets, Problem> {
        let _here = self.token_store.turn.lock().await;
        let _among_processes = self.token_store.lock_among_processes().await?;
        // Another task or process was faster.
        let newest = self.token_store.load().await?;
        if self.token_store.is_retired() {
            return Err(Problem::new(ProblemKind::SignInNeeded));
        }
        if !is_same_secret(&newest.access, &old.access) {
            return Ok(newest);
        }
        // The lifetime counts from before the request: an expiry that is too late would let the token be
        // refused first.
        let asked = (self.clock)();
        match self.new_tokens(&newest).await {
            Ok(tokens) => {
                let renewed = Secrets {
                    of_app: newest.of_app,
                    ..secrets_of(tokens, newest.refresh, newest.scopes, asked)
                };
                self.token_store.save_renewed(&renewed, &newest.access).await?;
                Ok(renewed)
            }
            Err(problem) if problem.kind == ProblemKind::InvalidGrant => {
                // Another process, which does not take the lock, was faster.
                let kept = self.token_store.load().await?;
                let sign_in_needed =
                    || Problem { quotation: problem.quotation, ..Problem::new(ProblemKind::SignInNeeded) };
                if is_same_secret(&kept.access, &old.access) { Err(sign_in_needed()) } else { Ok(kept) }
            }
            Err(problem) => Err(problem),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renewing_stops_if_the_marketplace_refuses_its_own_tokens() {
        let (now, mut renewals) = (Instant::now(), Renewals::default());
        assert!((0..5).all(|_| renewals.allow_attempt(now)));
        assert!(!renewals.allow_attempt(now + Duration::from_secs(1)));
        assert!(renewals.allow_attempt(now + Duration::from_secs(62)));
    }
}
