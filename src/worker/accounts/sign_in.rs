//! Signing in: with a saved token, with a pasted one, and the common end of every way to sign in.

use std::sync::Arc;

use secrecy::{ExposeSecret, SecretString};
use tokio::time::Instant;

use super::credentials::check::{self, SignedIn};
use super::state::Accounts;
use super::task_result::AccountTaskResult;
use crate::auth::{Secrets, entry_name, token};
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::session::{AuthenticatedSession, RenewalTime};
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::pace::Kind;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{AccountEvent, Event, KeepToken, Session};

/// Whether a request did not get as far as the marketplace.
const fn cannot_reach(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::Unreachable | ProblemKind::TimedOut | ProblemKind::ConnectionLost)
}

impl Accounts {
    pub(super) fn check_saved_token(&mut self, cx: &mut Context) {
        let Some(market) = cx.session.market().cloned() else { return };
        let known = cx.store.current_account(&market.id);
        let Ok(Some(account)) = known else { return send_signed_out(known.err(), cx) };
        self.abandon_attempt(cx);
        let token_store = self.token_saving.stores(cx).current(&entry_name(&market.id, &account.id));
        let renewer = self.renewer(&market, token_store, cx);
        let works_offline = cx.options.works_offline;
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            AccountTaskResult::SignedIn(match renewer.sign_in(account.clone()).await {
                // A token that is no longer valid is noticed by the next request that arrives.
                Err(problem) if works_offline && cannot_reach(&problem) => {
                    renewer.sign_in_offline(account).await
                }
                other => other,
            })
        });
    }

    pub(super) fn sign_in(
        &mut self,
        pasted: &SecretString,
        refresh: Option<SecretString>,
        keep: KeepToken,
        cx: &mut Context,
    ) {
        match token::clean(pasted.expose_secret()) {
            Ok(token) => {
                let refresh = refresh.and_then(|text| token::clean(text.expose_secret()).ok());
                self.sign_in_with(token, refresh, Some(keep), cx);
            }
            Err(problem) => self.sign_in_ended(Some(problem), cx),
        }
    }

    /// Checks a token; with `keep`, by `whoami` as well, and saves it.
    pub(super) fn sign_in_with(
        &mut self,
        access: SecretString,
        refresh: Option<SecretString>,
        keep: Option<KeepToken>,
        cx: &mut Context,
    ) {
        let Some(market) = cx.session.market().cloned() else {
            return cx
                .send(Event::Account(AccountEvent::SignInEnded(Some(Problem::new(ProblemKind::NoMarket)))));
        };
        send_checking(&market.id, cx);
        self.abandon_attempt(cx);
        let keep = keep.map(|keep| self.token_saving.options(keep, cx));
        cx.tasks.spawn(Lifetime::Program, Slot::SignIn, async move {
            AccountTaskResult::SignedIn(match keep {
                None => check::check(&market, access).await,
                Some(keep) => {
                    let secrets = Secrets {
                        expires_at: token::expiry(&access),
                        access,
                        refresh,
                        scopes: Vec::new(),
                        of_app: false,
                    };
                    check::check_and_keep(&market, secrets, &keep).await
                }
            })
        });
    }

    pub(super) fn signed_in(&mut self, result: Result<SignedIn, Problem>, cx: &mut Context) {
        let Some(market) = cx.session.market().cloned() else { return };
        self.pending_consent = None;
        match result {
            Ok(SignedIn { account, unsaved: Some(secrets), .. }) => {
                self.ask_where_to_save(market, account, secrets, cx);
            }
            Ok(SignedIn { account, token, kept, token_store, expires_at, scopes, .. }) => {
                self.signed_in_anew(&market.id, cx);
                let account = Arc::new(account);
                self.leave_other_account(account.key(&market.id), cx);
                let fresh = cx.authenticated().is_none_or(|session| session.account.id != account.id);
                if kept {
                    self.unnoted = Some((market.id.clone(), Arc::clone(&account)));
                    let noted = self.note_account(cx);
                    cx.report_error(noted);
                }
                let (name, practice, profile) =
                    (market.id.clone(), market.practice, Arc::clone(market.client.profile()));
                let due = RenewalTime::of(expires_at, Instant::now(), cx.now());
                cx.session.authenticated =
                    Some(AuthenticatedSession::new(market, token, Arc::clone(&account), token_store, due));
                cx.session.renewing = false;
                cx.send_photo_limits();
                let (rules, currency) = (Arc::new(profile.rules()), profile.currency.clone());
                cx.send(Event::Session(Session::SignedIn {
                    market: name,
                    practice,
                    account,
                    scopes,
                    rules,
                    currency,
                }));
                cx.notify(Notice::SignedIn { fresh });
                cx.notify(Notice::ListsChanged);
            }
            Err(problem) => self.sign_in_ended(Some(problem), cx),
        }
    }

    /// Notes that the account whose tokens were saved is the current one. Tried again when the disk may have
    /// room.
    pub(super) fn note_account(&mut self, cx: &Context) -> Result<(), Problem> {
        if let Some((market, account)) = &self.unnoted {
            cx.store.set_current_account(market, account, cx.now())?;
            self.unnoted = None;
        }
        Ok(())
    }

    /// A sign-in failed or was cancelled.
    pub(super) fn sign_in_ended(&mut self, problem: Option<Problem>, cx: &mut Context) {
        self.unsaved_sign_in = None;
        match cx.authenticated() {
            Some(_) => cx.send(Event::Account(AccountEvent::SignInEnded(problem))),
            None => send_signed_out(problem, cx),
        }
    }

    /// Results of earlier attempts no longer count, and one that waits for the browser is cancelled.
    pub(super) fn abandon_attempt(&mut self, cx: &mut Context) {
        self.pending_consent = None;
        self.token_saving.abandon_attempt();
        cx.tasks.disregard(&Slot::SignIn);
        cx.tasks.disregard(&Slot::Renewal);
    }
}

/// Reports that a sign-in is being checked. Whoever is signed in stays so until it has succeeded.
pub fn send_checking(market: &str, cx: &mut Context) {
    let event = match cx.authenticated() {
        Some(_) => Event::Account(AccountEvent::SignInChecking),
        None => Event::Session(Session::Checking { market: market.to_owned() }),
    };
    cx.send(event);
}

pub fn send_signed_out(problem: Option<Problem>, cx: &mut Context) {
    cx.session.renewing = false;
    let session = match cx.session.market() {
        Some(market) => Session::SignedOut {
            market: market.id.clone(),
            practice: market.practice,
            problem: problem.clone(),
        },
        None => Session::Nobody,
    };
    let problem = problem.unwrap_or_else(|| Problem::new(ProblemKind::SignInNeeded));
    cx.notify(Notice::SignedOut { problem, session: Some(session) });
}

pub fn who_am_i(cx: &mut Context) {
    let Some(session) = cx.authenticated().cloned() else {
        return cx.send(Event::Account(AccountEvent::WhoAmI(Err(Problem::new(ProblemKind::SignInNeeded)))));
    };
    // Whoever asked gets the answer even if the account was left meanwhile.
    cx.tasks.spawn(Lifetime::Program, None, async move {
        AccountTaskResult::WhoAmI(session.ask(Kind::Read, |client, token| client.whoami(token)).await)
    });
}
