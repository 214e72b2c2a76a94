//! A token that ends is renewed: a little before its end where that is known, else when it is refused.
//!
//! Nothing that waits is lost meanwhile: imports stand still until somebody is signed in, and go on by themselves.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::messages::Session;
use super::renewer::{Renewer, same};
use super::session::Market;
use super::state::{Accounts, TaskResult};
use super::token_store::{RenewalTime, TokenStore};
use crate::auth::Secrets;
use crate::domain::{Account, Code, Problem};
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;
use crate::worker::tasks::{Lifetime, Slot};

/// After a renewal that failed while the token is still good.
const TRY_AGAIN: Duration = Duration::from_secs(30);

impl Accounts {
    /// Someone was refused for want of a good token. One that can be renewed is, else the session ends, wherever it was
    /// found out.
    pub(super) fn token_refused(&mut self, problem: Problem, cx: &mut Context) {
        let Some(session) = cx.session.authenticated.take() else {
            // While it is being looked into, whoever waits goes on waiting.
            if !cx.session.renewing {
                cx.notify(Notice::SignedOut { problem, session: None });
            }
            return;
        };
        if !session.token_was_refused() {
            // It was the token before this one: what stood still for it goes on with this one.
            cx.session.authenticated = Some(session);
            return cx.notify(Notice::SignedIn { fresh: false });
        }
        match (&session.token_store, cx.session.market()) {
            (Some(token_store), Some(market)) if self.renewals.look_into(Instant::now()) => {
                let renewer = self.renewer(market, Arc::clone(token_store), cx);
                cx.send(Event::Session(Session::Checking { market: session.market.clone() }));
                self.abandon_attempt(cx);
                cx.session.renewing = true;
                let known = Account::clone(&session.account);
                cx.tasks.spawn(
                    Lifetime::Program,
                    Slot::SignIn,
                    async move { TaskResult::SignedIn(renewer.sign_in_patiently(known).await) },
                );
            }
            _ => Self::tell_signed_out(Some(problem), cx),
        }
    }

    pub(super) fn renewer(&self, market: &Market, token_store: Arc<TokenStore>, cx: &Context) -> Renewer {
        Renewer { market: market.clone(), token_store, client_secret: self.given_client_secret(cx), clock: cx.options.clock }
    }

    /// Renews a token that is about to end.
    pub(super) fn renew_if_due(&self, cx: &mut Context) {
        let (Some(session), Some(market)) = (cx.authenticated(), cx.session.market()) else { return };
        let is_due = session.due.is_some_and(|due| due.is_due(Instant::now(), cx.now()));
        let Some(token_store) = session.token_store.clone().filter(|_| is_due && !cx.tasks.is_running(&Slot::Renewal)) else { return };
        let (renewer, token) = (self.renewer(market, token_store, cx), session.token.clone());
        cx.tasks.spawn(Lifetime::Program, Slot::Renewal, async move {
            TaskResult::Renewed(match renewer.token_store.load().await {
                // Renewed by another process a while ago.
                Ok(kept) if !same(&kept.access, &token) => Ok(kept),
                Ok(kept) => renewer.renew(&kept).await,
                Err(problem) => Err(problem),
            })
        });
    }

    pub(super) fn renewed(result: Result<Secrets, Problem>, cx: &mut Context) {
        let (now, wall) = (Instant::now(), cx.now());
        let Some(mut session) = cx.session.authenticated.take() else { return };
        match result {
            // Requests under way go on with the token before.
            Ok(secrets) => session = session.with_token(secrets.access, RenewalTime::of(secrets.expires_at, now, wall)),
            Err(problem) => {
                tracing::info!(%problem, "a token that is about to end was not renewed");
                let hopeless = matches!(problem.code, Code::SignInNeeded | Code::InvalidClient | Code::InvalidGrant);
                // Until it is refused, the token is good.
                session.due = (!hopeless).then(|| RenewalTime::after(TRY_AGAIN, now, wall)).flatten();
            }
        }
        cx.session.authenticated = Some(session);
    }

    pub(super) fn next_renewal(cx: &Context) -> Option<Instant> {
        let session = cx.authenticated().filter(|session| session.token_store.is_some() && !cx.tasks.is_running(&Slot::Renewal))?;
        session.due.map(|due| due.next_check(Instant::now()))
    }
}
