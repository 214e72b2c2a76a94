//! Renewal of tokens: shortly before they expire if that is known, else when they are refused.
//!
//! Nothing that waits is lost meanwhile: imports pause until somebody is signed in, and resume automatically.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::credentials::renewer::Renewer;
use super::sign_in::send_signed_out;
use super::state::Accounts;
use super::task_result::AccountTaskResult;
use crate::auth::Secrets;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::session::{AuthenticatedSession, Market, RenewalTime, TokenStore};
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_domain::{Account, Problem, ProblemKind};
use vitrine_model::messages::{Event, Session};

/// Wait after a failed renewal while the token is still valid.
const RETRY_INTERVAL: Duration = Duration::from_secs(30);

impl Accounts {
    /// If a request was refused because of its token, the token is renewed if it can be, otherwise the
    /// session ends.
    pub fn heed_refusal(&mut self, cx: &mut Context) {
        let Some(problem) = cx.session.take_refusal() else { return };
        let Some(session) = cx.session.authenticated.take() else {
            // While the token is being renewed, whatever waits keeps waiting.
            if !cx.session.renewing {
                cx.notify(Notice::SignedOut { problem, session: None });
            }
            return;
        };
        if !session.token_was_refused() {
            // The request carried the previous token: what waits for a token continues with the current one.
            cx.session.authenticated = Some(session);
            return cx.notify(Notice::SignedIn { fresh: false });
        }
        match (&session.token_store, cx.session.market()) {
            (Some(token_store), Some(market)) if self.renewals.allow_attempt(Instant::now()) => {
                let renewer = self.renewer(market, Arc::clone(token_store), cx);
                cx.send(Event::Session(Session::Checking { market: session.market.id.clone() }));
                self.abandon_attempt(cx);
                cx.session.renewing = true;
                let known = Account::clone(&session.account);
                cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
                    AccountTaskResult::SignedIn(renewer.sign_in_patiently(known).await)
                });
            }
            _ => send_signed_out(Some(problem), cx),
        }
    }

    pub(super) fn renewer(&self, market: &Market, token_store: Arc<TokenStore>, cx: &Context) -> Renewer {
        Renewer {
            market: market.clone(),
            token_store,
            client_secret: self.client_secrets.given(cx),
            keychain: cx.options.keychain.clone(),
            clock: cx.options.clock,
        }
    }

    /// Renews a token that is about to expire.
    pub(super) fn renew_if_due(&self, cx: &mut Context) {
        let (Some(session), Some(market)) = (cx.authenticated(), cx.session.market()) else { return };
        let is_due = session.due.is_some_and(|due| due.is_due(Instant::now(), cx.now()));
        let Some(token_store) =
            session.token_store.clone().filter(|_| is_due && !cx.tasks.is_running(&Slot::Renewal))
        else {
            return;
        };
        let (renewer, session) = (self.renewer(market, token_store, cx), session.clone());
        cx.tasks.spawn(Lifetime::Program, Slot::Renewal, async move {
            let result = match renewer.token_store.load().await {
                // Another process has renewed it.
                Ok(kept) if !session.has_token(&kept.access) => Ok(kept),
                Ok(kept) => renewer.renew(&kept).await,
                Err(problem) => Err(problem),
            };
            AccountTaskResult::Renewed { of: renewer.token_store, result }
        });
    }
}

/// A token of the session with these tokens was renewed, or could not be. Another session, also of the same
/// account, has its own.
pub fn renewed(of: &Arc<TokenStore>, result: Result<Secrets, Problem>, cx: &mut Context) {
    let (now, wall) = (Instant::now(), cx.now());
    let is_current = |session: &mut AuthenticatedSession| {
        session.token_store.as_ref().is_some_and(|current| Arc::ptr_eq(current, of))
    };
    let Some(mut session) = cx.session.authenticated.take_if(is_current) else { return };
    match result {
        // Requests in flight continue with the previous token.
        Ok(secrets) => {
            session = session.with_token(secrets.access, RenewalTime::of(secrets.expires_at, now, wall));
        }
        Err(problem) => {
            tracing::info!(%problem, "a token that is about to end was not renewed");
            let hopeless = matches!(
                problem.kind,
                ProblemKind::SignInNeeded | ProblemKind::InvalidClient | ProblemKind::InvalidGrant
            );
            // The token is valid until it is refused.
            session.due = (!hopeless).then(|| RenewalTime::after(RETRY_INTERVAL, now, wall)).flatten();
        }
    }
    cx.session.authenticated = Some(session);
}

pub fn next_renewal(cx: &Context) -> Option<Instant> {
    let session = cx
        .authenticated()
        .filter(|session| session.token_store.is_some() && !cx.tasks.is_running(&Slot::Renewal))?;
    session.due.map(|due| due.next_check(Instant::now()))
}
