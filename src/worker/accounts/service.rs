//! The accounts service, as the bus calls it.

use tokio::time::Instant;

use super::markets::{market_open, practice_speaks_persian};
use super::renewal::{next_renewal, renewed};
use super::sign_in::who_am_i;
use super::state::Accounts;
use super::task_result::AccountTaskResult;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::options::TOKEN_SAVE_LIMIT;
use vitrine_model::messages::{AccountCommand, AccountEvent, Event, MarketFileEvent};

impl Accounts {
    /// Sends the lists of accounts and marketplaces.
    pub fn start(&mut self, cx: &mut Context) {
        self.send_accounts(cx);
        self.send_markets(cx);
    }

    /// Performs a command.
    pub fn perform(&mut self, command: AccountCommand, cx: &mut Context) {
        match command {
            AccountCommand::UseMarket(choice) => self.use_market(choice, cx),
            AccountCommand::LeaveMarket => self.leave_without_market(cx),
            AccountCommand::SignIn { token, refresh, keep } => self.sign_in(&token, refresh, keep, cx),
            AccountCommand::SignInBrowser(ask) => self.sign_in_browser(ask, cx),
            AccountCommand::SignInPasted(address) => self.sign_in_pasted(&address, cx),
            AccountCommand::SignInCancel => self.sign_in_cancel(cx),
            AccountCommand::SignInClientCredentials { keep } => self.sign_in_client_credentials(keep, cx),
            AccountCommand::SignInConfirm { keep } => self.sign_in_confirm(keep, cx),
            AccountCommand::SignInOpenAgain => self.sign_in_open_page(cx),
            AccountCommand::SaveClientSecret(secret) => self.client_secrets.save(&secret, cx),
            AccountCommand::ClientSecretThisSession => self.client_secrets.keep_for_session(cx),
            AccountCommand::ForgetClientSecret => self.client_secrets.forget(cx),
            AccountCommand::SignOut => self.sign_out(cx),
            AccountCommand::SignOutOf { market, user, drop } => self.sign_out_of(market, user, drop, cx),
            AccountCommand::SwitchAccount { market, user } => self.switch_account(&market, &user, cx),
            AccountCommand::AddAccount => self.add_account(cx),
            AccountCommand::MarketOpen(file) => market_open(file, cx),
            AccountCommand::MarketTest(draft) => self.market_test(&draft, cx),
            AccountCommand::MarketSave { draft, file } => self.market_save(&draft, file.as_deref(), cx),
            AccountCommand::MarketRemove(file) => self.market_remove(&file, cx),
            AccountCommand::WhoAmI => who_am_i(cx),
            AccountCommand::TrustMarket => self.trust_market(cx),
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: AccountTaskResult, cx: &mut Context) {
        match done {
            AccountTaskResult::SignedIn(result) => self.signed_in(result, cx),
            AccountTaskResult::Renewed { of, result } => renewed(&of, result, cx),
            AccountTaskResult::TokensSaved => {}
            AccountTaskResult::RedirectReceived(page) => self.closing_page = Some(page),
            AccountTaskResult::ConsentPageReady { address, opens } => {
                self.consent_page_ready(address, opens, cx);
            }
            AccountTaskResult::PageOpened(opened) => {
                cx.send(Event::Account(AccountEvent::SignInPageOpened(opened)));
            }
            AccountTaskResult::SignedOut(out) => self.signed_out(out, cx),
            AccountTaskResult::Kept(result) => self.confirmed(result, cx),
            AccountTaskResult::ClientSecret { market, state } => {
                self.client_secrets.on_state(&market, state, cx);
            }
            AccountTaskResult::MarketTested(tested) => {
                cx.send(Event::MarketFile(MarketFileEvent::Tested(tested)));
            }
            AccountTaskResult::TokenDropped(result) => cx.report_error(result),
            AccountTaskResult::SecretsMoved { market, copied } => self.secrets_moved(&market, copied, cx),
            AccountTaskResult::WhoAmI(result) => cx.send(Event::Account(AccountEvent::WhoAmI(result))),
        }
    }

    /// Handles a notice of a service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedOut { session: Some(session), .. } => cx.send(Event::Session(session.clone())),
            Notice::ListsChanged => {
                self.send_accounts(cx);
                self.send_markets(cx);
            }
            Notice::LanguageChanged => {
                let persian = practice_speaks_persian(cx).unwrap_or(cx.options.practice.persian);
                self.practice.iter().for_each(|practice| practice.speak(persian));
            }
            _ => {}
        }
    }

    /// Does what is due.
    pub fn advance(&mut self, cx: &mut Context) {
        self.kept_wait.keep(cx);
        self.renew_if_due(cx);
        self.token_saving.save_if_due(cx);
    }

    /// When [`Self::advance`] has something to do.
    pub fn next_timer(&self, cx: &Context) -> Option<Instant> {
        [next_renewal(cx), self.token_saving.next_try()].into_iter().flatten().min()
    }

    /// Waits a moment for the closing page that a browser is about to request, and a little longer for
    /// renewed tokens that are not saved yet.
    pub async fn shut_down(&mut self, deadline: Instant, cx: &Context) {
        let stores = self.token_saving.stores(cx);
        if tokio::time::timeout_at(deadline + TOKEN_SAVE_LIMIT, stores.save_all()).await.is_err() {
            tracing::warn!("a renewed token could not be saved");
        }
        if let Some(mut page) = self.closing_page.take() {
            let _ = tokio::time::timeout_at(deadline, page.seen()).await;
        }
    }

    /// Stops the practice shop, which saves its state.
    pub fn stop_practice(&mut self) {
        if let Some(practice) = self.practice.take() {
            practice.stop();
        }
    }
}
