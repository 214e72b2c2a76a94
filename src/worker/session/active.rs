//! The session: who is signed in where, and what every request needs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use secrecy::SecretString;

use super::gate::Gate;
use super::token_store::{RenewalTime, TokenStore};
use crate::client::Client;
use vitrine_core::pace::Kind;
use vitrine_domain::{Account, AccountKey, Code, Problem, VendorId};

/// The current marketplace, whether or not somebody is signed in.
#[derive(Clone)]
pub struct Market {
    pub client: Client,
    /// See [`Profile::id`](vitrine_core::market::Profile::id); of the practice shop, its name.
    pub id: String,
    pub practice: bool,
    pub gate: Gate,
}

/// Who is signed in where. Cheap to clone into a task.
#[derive(Clone)]
pub struct AuthenticatedSession {
    pub client: Client,
    /// The marketplace's id.
    pub market: String,
    pub gate: Gate,
    pub token: SecretString,
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
        let Market { client, id, gate, .. } = market;
        Self { client, market: id, gate, token, account, token_store, due, refused: Arc::default() }
    }

    /// Sends a request with this token that no engine controls, once the limiter permits it.
    pub async fn pass<T>(&self, kind: Kind, request: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
        self.check_token(self.gate.pass(kind, request).await)
    }

    /// Passes on the result of a request with this token. The accounts are told of a refusal, whatever was requested, once the result was
    /// handled. It is remembered, so that it is not attributed to the next token.
    pub fn check_token<T>(&self, result: Result<T, Problem>) -> Result<T, Problem> {
        if let Err(problem) = &result
            && problem.code == Code::Unauthorized
        {
            self.refused.store(true, Ordering::Relaxed);
            self.gate.note_refusal(problem);
        }
        result
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
        self.account.vendor.as_ref().map(|vendor| &vendor.id).ok_or_else(|| Problem::new(Code::NoVendor))
    }

    /// The key of the account's shop.
    pub fn key(&self) -> Result<AccountKey, Problem> {
        self.account.key(&self.market).ok_or_else(|| Problem::new(Code::NoVendor))
    }
}

/// The current marketplace and who is signed in there. Every service reads it; only the accounts service changes it.
#[derive(Default)]
pub struct ActiveSession {
    pub(in crate::worker) market: Option<Market>,
    pub(in crate::worker) authenticated: Option<AuthenticatedSession>,
    /// Whose imports the screens show: signed in, or about to be again.
    pub(in crate::worker) shown: Option<AccountKey>,
    /// Whether a refused token is being renewed.
    pub(in crate::worker) renewing: bool,
}

impl ActiveSession {
    /// The current marketplace.
    pub const fn market(&self) -> Option<&Market> {
        self.market.as_ref()
    }

    /// A person asked for something again: see [`Gate::try_now`].
    pub fn try_now(&self) {
        let (market, authenticated) = (self.market.as_ref(), self.authenticated.as_ref());
        market.map(|market| &market.gate).into_iter().chain(authenticated.map(|session| &session.gate)).for_each(Gate::try_now);
    }

    /// `None` after a refused token, until someone is signed in again.
    pub const fn authenticated(&self) -> Option<&AuthenticatedSession> {
        self.authenticated.as_ref()
    }

    /// The account whose imports the screens show.
    pub const fn shown(&self) -> Option<&AccountKey> {
        self.shown.as_ref()
    }

    /// The refusal of a token since the last call.
    pub fn take_refusal(&self) -> Option<Problem> {
        self.market.as_ref()?.gate.take_refusal()
    }

    /// Whether a refused token is being renewed.
    pub const fn is_renewing(&self) -> bool {
        self.renewing
    }
}
