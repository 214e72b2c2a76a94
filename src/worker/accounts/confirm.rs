//! Between a successful sign-in and saving its tokens: the user sees whose account it is and says where to
//! save them.

use std::sync::Arc;

use super::credentials::check::{self, SignedIn};
use super::credentials::renewer::Renewer;
use super::state::Accounts;
use super::task_result::{AccountTaskResult, InMemoryAccount, UnsavedSignIn};
use crate::auth::{Secrets, entry_name};
use crate::worker::context::Context;
use crate::worker::session::{Market, TokenStore};
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_domain::{Account, Problem};
use vitrine_model::messages::{AccountEvent, Event, KeepToken, Session};

impl Accounts {
    pub(super) fn ask_where_to_save(
        &mut self,
        market: Market,
        account: Account,
        secrets: Secrets,
        cx: &mut Context,
    ) {
        let unsaved_sign_in = UnsavedSignIn { market, account, secrets };
        cx.send(Event::Account(AccountEvent::SignInFound(unsaved_sign_in.to_event(None))));
        self.unsaved_sign_in = Some(unsaved_sign_in);
    }

    pub(super) fn sign_in_confirm(&mut self, keep: KeepToken, cx: &mut Context) {
        let Some(UnsavedSignIn { market, account, secrets }) = self.unsaved_sign_in.clone() else { return };
        self.abandon_attempt(cx);
        let keep = self.token_saving.options(keep, cx);
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            let signed_in = SignedIn::of(account, secrets.access.clone());
            AccountTaskResult::Kept(check::save_tokens(&market, signed_in, &secrets, &keep).await)
        });
    }

    pub(super) fn confirmed(&mut self, result: Result<SignedIn, Problem>, cx: &mut Context) {
        let Some(unsaved_sign_in) = self.unsaved_sign_in.take() else { return };
        match result {
            Ok(signed_in) => {
                let UnsavedSignIn { market, account, secrets } = unsaved_sign_in;
                let name = entry_name(&market.id, &account.id);
                if signed_in.kept {
                    self.this_session.remove(&name);
                } else {
                    let token_store = signed_in.token_store.clone();
                    let this = InMemoryAccount {
                        market: market.id,
                        account,
                        secrets,
                        token_store,
                        used_at: cx.now(),
                    };
                    self.this_session.insert(name, this);
                }
                self.signed_in(Ok(signed_in), cx);
            }
            // Nothing is lost: the user may choose "this session only" instead.
            Err(problem) => {
                cx.send(Event::Account(AccountEvent::SignInFound(unsaved_sign_in.to_event(Some(problem)))));
                self.unsaved_sign_in = Some(unsaved_sign_in);
            }
        }
    }

    /// Signs in again with a token that is kept in memory.
    pub(super) fn check_this_session(
        &mut self,
        account: Account,
        secrets: Secrets,
        token_store: Option<Arc<TokenStore>>,
        cx: &mut Context,
    ) {
        let Some(market) = cx.session.market().cloned() else { return };
        cx.send(Event::Session(Session::Checking { market: market.id.clone() }));
        self.abandon_attempt(cx);
        let (client_secret, keychain, clock) =
            (self.client_secrets.given(cx), cx.options.keychain.clone(), cx.options.clock);
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            let result = async {
                let token_store = match token_store {
                    Some(token_store) => token_store,
                    None => Arc::new(
                        TokenStore::this_session(entry_name(&market.id, &account.id), &secrets).await?,
                    ),
                };
                Renewer { market, token_store, client_secret, keychain, clock }.sign_in(account).await
            };
            AccountTaskResult::SignedIn(result.await)
        });
    }
}
