//! Leaving an account: switching to another, adding one, signing out.

use super::question::entry_of;
use super::sign_in::send_signed_out;
use super::state::Accounts;
use super::task_result::{AccountTaskResult, InMemoryAccount, SignedOut};
use crate::auth::entry_name;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::tasks::Lifetime;
use crate::worker::{market_files, unfinished};
use vitrine_domain::origins::market_name;
use vitrine_domain::{AccountKey, Problem, ProblemKind, UserId};
use vitrine_model::messages::{AccountCommand, Event, MarketChoice, Session};

/// The one place where an account is left: its tasks are cancelled, nobody is signed in, and every service is
/// notified.
fn leave(cx: &mut Context) {
    cx.tasks.end_account();
    cx.awake_for.clear();
    cx.session.leave();
    cx.notify(Notice::AccountLeft);
}

/// Whether the command leaves the account that is shown, unless it fails.
pub fn leaves_account(command: &AccountCommand, cx: &Context) -> bool {
    match command {
        AccountCommand::UseMarket(_)
        | AccountCommand::SwitchAccount { .. }
        | AccountCommand::AddAccount
        | AccountCommand::LeaveMarket
        | AccountCommand::SignOut
        | AccountCommand::MarketSave { .. } => true,
        AccountCommand::SignOutOf { market, user, .. } => is_current(market, user, cx),
        AccountCommand::MarketRemove(file) => market_files::is_current(file, cx),
        _ => false,
    }
}

/// Whether this account is signed in, or about to be again because its token is being renewed.
fn is_current(market: &str, user: &UserId, cx: &Context) -> bool {
    match cx.authenticated() {
        Some(session) => session.market.id == market && session.account.id == *user,
        None => cx.session.shown().is_some_and(|shown| shown.market == market && shown.user == *user),
    }
}

impl Accounts {
    /// Clears the account from the screens; its imports wait in the journal.
    pub(super) fn leave_account(&mut self, cx: &mut Context) {
        let _ = self.note_account(cx);
        leave(cx);
        self.unsaved_sign_in = None;
        cx.session.shown = None;
        self.abandon_attempt(cx);
        cx.send(Event::Left);
    }

    pub(super) fn leave_market(&mut self, cx: &mut Context) {
        let _ = self.note_account(cx);
        leave(cx);
        self.unsaved_sign_in = None;
        self.question = None;
        self.abandon_attempt(cx);
        if cx.session.market.take().is_some() {
            cx.session.shown = None;
            cx.send(Event::Left);
        }
    }

    /// Ensures that an import of one account is never shown to another, let alone continued.
    pub(super) fn leave_other_account(&mut self, account: Option<AccountKey>, cx: &mut Context) {
        if cx.session.shown.is_some() && cx.session.shown != account {
            let _ = self.note_account(cx);
            leave(cx);
            cx.send(Event::Left);
        }
        cx.session.shown = account;
    }

    pub(super) fn switch_account(&mut self, market: &str, user: &UserId, cx: &mut Context) {
        let gone = self.try_switch_account(market, user, cx);
        cx.report_error(gone);
    }

    fn try_switch_account(&mut self, market: &str, user: &UserId, cx: &mut Context) -> Result<(), Problem> {
        if cx.session.market().is_some_and(|known| known.id == market && !known.practice) {
            self.leave_account(cx);
        } else {
            let file =
                cx.store.market_files()?.into_iter().find(|(name, _)| name == market).map(|(_, file)| file);
            let file =
                file.ok_or_else(|| Problem::new(ProblemKind::NoMarket).with_subject(market_name(market)))?;
            self.enter_market(MarketChoice::File(file), cx)?;
            // The file now describes another marketplace, which must not receive this account's token.
            if cx.session.market().is_none_or(|found| found.id != market) {
                let problem = self.question.as_ref().map(|question| question.problem.clone());
                send_signed_out(problem, cx);
                return Err(Problem::new(ProblemKind::NoMarket).with_subject(market_name(market)));
            }
        }
        if let Some(kept) = self.this_session.get(&entry_name(market, user)) {
            let (account, secrets, token_store) =
                (kept.account.clone(), kept.secrets.clone(), kept.token_store.clone());
            self.check_this_session(account, secrets, token_store, cx);
            return Ok(());
        }
        cx.store.choose_account(market, user)?;
        cx.send(Event::Session(Session::Checking { market: market.to_owned() }));
        self.check_saved_token_or_ask(cx);
        Ok(())
    }

    pub(super) fn add_account(&mut self, cx: &mut Context) {
        self.leave_account(cx);
        self.send_accounts(cx);
        send_signed_out(None, cx);
    }

    pub(super) fn leave_without_market(&mut self, cx: &mut Context) {
        let kept = cx.settings.set_practice(false, &cx.store);
        cx.report_error(kept);
        self.leave_market(cx);
        self.send_accounts(cx);
        cx.send(Event::Session(Session::Nobody));
    }

    /// Signs out the current account, else the last one.
    pub(super) fn sign_out(&mut self, cx: &mut Context) {
        let Some(market) = cx.session.market().map(|market| market.id.clone()) else {
            return cx.send(Event::Session(Session::Nobody));
        };
        // A token that is being checked or renewed signs nobody in any more.
        self.abandon_attempt(cx);
        let kept = cx.settings.set_practice(false, &cx.store);
        cx.report_error(kept);
        let user = match (cx.authenticated(), cx.session.shown()) {
            (Some(session), _) => Ok(Some(session.account.id.clone())),
            (None, Some(shown)) if shown.market == market => Ok(Some(shown.user.clone())),
            (None, _) => cx.store.current_account(&market).map(|known| known.map(|account| account.id)),
        };
        match user {
            Ok(Some(user)) => self.sign_out_of(market, user, false, cx),
            Ok(None) => self.signed_out(
                SignedOut { market, user: None, shop: None, drop: false, unsaved: None, result: Ok(()) },
                cx,
            ),
            Err(problem) => send_signed_out(Some(problem), cx),
        }
    }

    pub(super) fn sign_out_of(&mut self, market: String, user: UserId, drop: bool, cx: &mut Context) {
        let name = entry_name(&market, &user);
        let saved = entry_of(&market, &user, cx);
        let known = self.entries(cx).unwrap_or_default();
        let known = known.into_iter().find(|entry| entry.market == market && entry.account.id == user);
        let shop = known.and_then(|entry| entry.account.key(&market));
        self.unnoted.take_if(|(of, account)| *of == market && account.id == user);
        if is_current(&market, &user, cx) {
            self.leave_account(cx);
        }
        let unsaved = self.this_session.remove(&name);
        let entry = self.token_saving.stores(cx).release(&saved);
        // Only a token that was saved is deleted: the keychain may not exist at all.
        let kept = cx
            .store
            .accounts()
            .map(|known| known.iter().any(|k| k.has_token && k.market == market && k.account.id == user));
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let result = match kept {
                Ok(true) => entry.delete().await,
                Ok(false) => Ok(()),
                Err(problem) => Err(problem),
            };
            AccountTaskResult::SignedOut(SignedOut { market, user: Some(user), shop, drop, unsaved, result })
        });
    }

    pub(super) fn signed_out(&mut self, out: SignedOut, cx: &mut Context) {
        let SignedOut { market, user, shop, drop, unsaved, result } = out;
        let noted = match (&result, &user) {
            // The token is still in the keychain, so the account stays listed as signed in and can be signed
            // out again.
            (Err(_), _) | (Ok(()), None) => cx.store.clear_current_account(&market),
            (Ok(()), Some(user)) if drop => forget(&market, user, shop.as_ref(), cx),
            (Ok(()), Some(user)) => {
                let listed = unsaved.map_or(Ok(()), |account| remember_if_waiting(&account, cx));
                listed.and_then(|()| cx.store.mark_signed_out(&market, user))
            }
        };
        let problem = result.and(noted).err();
        self.send_accounts(cx);
        self.send_markets(cx);
        if cx.authenticated().is_some() || cx.session.market().is_none_or(|chosen| chosen.id != market) {
            cx.report_error(problem.map_or(Ok(()), Err));
        } else {
            send_signed_out(problem, cx);
        }
    }

    /// Lists the accounts whose tokens are in memory only, and of which products wait, for the next start;
    /// and one that could not be noted.
    pub fn remember_waiting(&mut self, cx: &mut Context) {
        let noted = self.note_account(cx);
        cx.report_error(noted);
        for account in self.this_session.values() {
            let listed = remember_if_waiting(account, cx);
            cx.report_error(listed);
        }
    }

    /// Signs out every account of a marketplace. They stay in the list.
    pub(super) fn drop_tokens_of(&mut self, market: &str, cx: &mut Context) -> Result<(), Problem> {
        self.this_session.retain(|_, kept| kept.market != market);
        for known in
            cx.store.accounts()?.into_iter().filter(|known| known.market == market && known.has_token)
        {
            cx.store.mark_signed_out(market, &known.account.id)?;
            let entry = self.token_saving.stores(cx).release(&entry_of(market, &known.account.id, cx));
            cx.tasks.spawn(Lifetime::Program, None, async move {
                AccountTaskResult::TokenDropped(entry.delete().await)
            });
        }
        Ok(())
    }
}

/// An account that is not saved is listed nevertheless while products of it wait.
fn remember_if_waiting(
    InMemoryAccount { market, account, used_at, .. }: &InMemoryAccount,
    cx: &Context,
) -> Result<(), Problem> {
    let Some(shop) = account.key(market) else { return Ok(()) };
    let waits = unfinished::unfinished(&shop, cx)?.is_some();
    if waits { cx.store.remember_account(market, account, *used_at) } else { Ok(()) }
}

fn forget(market: &str, user: &UserId, shop: Option<&AccountKey>, cx: &Context) -> Result<(), Problem> {
    shop.map_or(Ok(()), |shop| unfinished::give_up(shop, cx))?;
    cx.store.forget_account(market, user)
}
