//! Between finding out whose a token is and keeping it: the person is shown who and which shop, and says where.

use std::sync::Arc;

use super::check::{self, Keep, SignedIn};
use super::messages::{KeepToken, Session};
use super::renewer::Renewer;
use super::session::Market;
use super::state::{Accounts, Confirming, TaskResult, ThisSession};
use super::token_store::TokenStore;
use crate::auth::{Secrets, entry_name};
use crate::domain::{Account, Problem};
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::tasks::{Lifetime, Slot};

impl Accounts {
    pub(super) fn ask_where_to_keep(&mut self, market: Market, account: Account, secrets: Secrets, cx: &mut Context) {
        let confirming = Confirming { market, account, secrets };
        cx.send(Event::SignInFound(confirming.found(None)));
        self.confirming = Some(confirming);
    }

    pub(super) fn sign_in_confirm(&mut self, keep: KeepToken, cx: &mut Context) {
        let Some(Confirming { market, account, secrets }) = self.confirming.clone() else { return };
        self.abandon_attempt(cx);
        let keep = Keep { token: keep, lock_dir: cx.options.lock_dir.clone() };
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            let signed_in = SignedIn::of(account, secrets.access.clone());
            TaskResult::Kept(check::kept(&market, signed_in, &secrets, &keep).await)
        });
    }

    pub(super) fn confirmed(&mut self, result: Result<SignedIn, Problem>, cx: &mut Context) {
        let Some(confirming) = self.confirming.take() else { return };
        match result {
            Ok(signed_in) => {
                let Confirming { market, account, secrets } = confirming;
                let name = entry_name(&market.name, &account.id);
                if signed_in.kept {
                    self.this_session.remove(&name);
                } else {
                    let token_store = signed_in.token_store.clone();
                    let this = ThisSession { market: market.name, account, secrets, token_store, used_at: cx.now() };
                    self.this_session.insert(name, this);
                }
                self.signed_in(Ok(signed_in), cx);
            }
            // Nothing is lost: the person may say "this session only" instead.
            Err(problem) => {
                cx.send(Event::SignInFound(confirming.found(Some(problem))));
                self.confirming = Some(confirming);
            }
        }
    }

    /// Goes on with a token that is kept in memory.
    pub(super) fn check_this_session(
        &mut self,
        account: Account,
        secrets: Secrets,
        token_store: Option<Arc<TokenStore>>,
        cx: &mut Context,
    ) {
        let Some(market) = cx.session.market().cloned() else { return };
        cx.send(Event::Session(Session::Checking { market: market.name.clone() }));
        self.abandon_attempt(cx);
        let (client_secret, clock) = (self.given_client_secret(cx), cx.options.clock);
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            let result = async {
                let token_store = match token_store {
                    Some(token_store) => token_store,
                    None => Arc::new(TokenStore::this_session(entry_name(&market.name, &account.id), &secrets).await?),
                };
                Renewer { market, token_store, client_secret, clock }.sign_in(account).await
            };
            TaskResult::SignedIn(result.await)
        });
    }
}
