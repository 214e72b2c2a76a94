//! The session: who is signed in where, and what every request needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use secrecy::SecretString;

use super::gate::Gate;
use super::refusal;
use super::token_store::{RenewalTime, TokenStore, is_same_secret};
use crate::client::Client;
use vitrine_core::market::Profile;
use vitrine_core::pace::Kind;
use vitrine_domain::{Account, AccountKey, Problem, ProblemKind, VendorId};

/// The current marketplace, whether or not somebody is signed in.
#[derive(Clone)]
pub struct Market {
    pub client: Client,
    /// See [`Profile::id`](vitrine_core::market::Profile::id); of the practice shop, its name.
    pub id: String,
    pub practice: bool,
    pub gate: Gate,
}

impl Market {
    /// A marketplace at which nothing was requested yet.
    pub fn new(client: Client, id: String, practice: bool, gate: Gate) -> Self {
        Self { client, id, practice, gate }
    }
}

/// Who is signed in where: the one way by which a request gets a token. Cheap to clone into a task.
#[derive(Clone)]
pub struct AuthenticatedSession {
    pub market: Market,
    /// Leaves this file in requests to its own marketplace only.
    token: SecretString,
    pub account: Arc<Account>,
    /// Where the refresh token is stored together with the token.
    pub token_store: Option<Arc<TokenStore>>,
    /// When to renew the token.
    pub due: Option<RenewalTime>,
    /// Whether the marketplace has refused this token.
    refused: Arc<AtomicBool>,
}

impl AuthenticatedSession {
    /// A session with this token.
    pub fn new(
        market: Market,
        token: SecretString,
        account: Arc<Account>,
        token_store: Option<Arc<TokenStore>>,
        due: Option<RenewalTime>,
    ) -> Self {
        Self { market, token, account, token_store, due, refused: Arc::default() }
    }

    /// Sends a request with the token, once the limiter permits it.
    pub async fn ask<'a, T, F: Future<Output = Result<T, Problem>>>(
        &'a self,
        kind: Kind,
        request: impl FnOnce(&'a Client, &'a SecretString) -> F,
    ) -> Result<T, Problem> {
        self.market.gate.pass(kind, self.ask_at_once(request)).await
    }

    /// Sends a request whose pace an engine keeps. If the token is refused, the accounts are told, whatever
    /// was requested, once the result of the task was handled. It is remembered, so that it is not attributed
    /// to the next token.
    pub async fn ask_at_once<'a, T, F: Future<Output = Result<T, Problem>>>(
        &'a self,
        request: impl FnOnce(&'a Client, &'a SecretString) -> F,
    ) -> Result<T, Problem> {
        let result = request(&self.market.client, &self.token).await;
        if let Err(problem) = &result
            && problem.kind == ProblemKind::Unauthorized
        {
            self.refused.store(true, Ordering::Relaxed);
            refusal::note(problem);
        }
        result
    }

    /// The market file.
    pub fn profile(&self) -> &Arc<Profile> {
        self.market.client.profile()
    }

    /// Whether its requests carry this token.
    pub fn has_token(&self, token: &SecretString) -> bool {
        is_same_secret(&self.token, token)
    }

    /// Whether a request with this token got a 401.
    pub fn token_was_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// The same session with a new token.
    pub fn with_token(self, token: SecretString, due: Option<RenewalTime>) -> Self {
        Self { token, due, refused: Arc::default(), ..self }
    }

    /// The shop. An account without one cannot list or create products.
    pub fn vendor(&self) -> Result<&VendorId, Problem> {
        self.account
            .vendor
            .as_ref()
            .map(|vendor| &vendor.id)
            .ok_or_else(|| Problem::new(ProblemKind::NoVendor))
    }

    /// The key of the account's shop.
    pub fn key(&self) -> Result<AccountKey, Problem> {
        self.account.key(&self.market.id).ok_or_else(|| Problem::new(ProblemKind::NoVendor))
    }
}

/// The marketplace with the token of whoever is signed in, for what it answers without a token as well.
pub enum Visitor {
    SignedIn(AuthenticatedSession),
    Anybody(Market),
}

impl Visitor {
    /// Sends a request, once the limiter permits it.
    pub async fn ask<'a, T, F: Future<Output = Result<T, Problem>>>(
        &'a self,
        kind: Kind,
        request: impl FnOnce(&'a Client, Option<&'a SecretString>) -> F,
    ) -> Result<T, Problem> {
        match self {
            Self::SignedIn(session) => session.ask(kind, |client, token| request(client, Some(token))).await,
            Self::Anybody(market) => market.gate.pass(kind, request(&market.client, None)).await,
        }
    }
}

/// The current marketplace and who is signed in there. Every service reads it; only the accounts service
/// changes it.
#[derive(Default)]
pub struct ActiveSession {
    pub(in crate::worker) market: Option<Market>,
    pub(in crate::worker) authenticated: Option<AuthenticatedSession>,
    /// Whose imports the screens show: signed in, or about to be again.
    pub(in crate::worker) shown: Option<AccountKey>,
    /// Whether a refused token is being renewed.
    pub(in crate::worker) renewing: bool,
    /// The refusal of a token that the accounts were not told of yet.
    pub(in crate::worker) refusal: Option<Problem>,
}

impl ActiveSession {
    /// The current marketplace.
    pub const fn market(&self) -> Option<&Market> {
        self.market.as_ref()
    }

    /// A person asked for something again: see [`Gate::try_now`].
    pub fn try_now(&self) {
        let of_session = self.authenticated.as_ref().map(|session| &session.market);
        self.market.iter().chain(of_session).for_each(|market| market.gate.try_now());
    }

    /// `None` after a refused token, until someone is signed in again.
    pub const fn authenticated(&self) -> Option<&AuthenticatedSession> {
        self.authenticated.as_ref()
    }

    /// For requests that need no token.
    pub fn visitor(&self) -> Option<Visitor> {
        let signed_in = self.authenticated.clone().map(Visitor::SignedIn);
        signed_in.or_else(|| self.market.clone().map(Visitor::Anybody))
    }

    /// Nobody is signed in any more. What was refused of the account concerns nobody.
    pub fn leave(&mut self) {
        self.authenticated = None;
        self.refusal = None;
    }

    /// The account whose imports the screens show.
    pub const fn shown(&self) -> Option<&AccountKey> {
        self.shown.as_ref()
    }

    /// The refusal of a token since the last call.
    pub const fn take_refusal(&mut self) -> Option<Problem> {
        self.refusal.take()
    }

    /// Whether a refused token is being renewed.
    pub const fn is_renewing(&self) -> bool {
        self.renewing
    }
}
