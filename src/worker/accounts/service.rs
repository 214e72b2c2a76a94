//! The accounts service, as the bus calls it.

use tokio::time::Instant;

use super::state::{Accounts, TaskResult};
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
            AccountCommand::SaveClientSecret(secret) => self.save_client_secret(&secret, cx),
            AccountCommand::ClientSecretThisSession => self.client_secret_this_session(cx),
            AccountCommand::ForgetClientSecret => self.forget_client_secret(cx),
            AccountCommand::SignOut => self.sign_out(cx),
            AccountCommand::SignOutOf { market, user, drop } => self.sign_out_of(market, user, drop, cx),
            AccountCommand::SwitchAccount { market, user } => self.switch_account(&market, &user, cx),
            AccountCommand::AddAccount => self.add_account(cx),
            AccountCommand::MarketOpen(file) => Self::market_open(file, cx),
            AccountCommand::MarketTest(draft) => self.market_test(&draft, cx),
            AccountCommand::MarketSave { draft, file } => self.market_save(&draft, file.as_deref(), cx),
            AccountCommand::MarketRemove(file) => self.market_remove(&file, cx),
            AccountCommand::WhoAmI => Self::who_am_i(cx),
            AccountCommand::TrustMarket => self.trust_market(cx),
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: TaskResult, cx: &mut Context) {
        match done {
            TaskResult::SignedIn(result) => self.signed_in(result, cx),
            TaskResult::Renewed { of, result } => Self::renewed(&of, result, cx),
            TaskResult::TokensSaved => {}
            TaskResult::RedirectReceived(page) => self.closing_page = Some(page),
            TaskResult::ConsentPageReady { address, opens } => self.consent_page_ready(address, opens, cx),
            TaskResult::PageOpened(opened) => cx.send(Event::Account(AccountEvent::SignInPageOpened(opened))),
            TaskResult::SignedOut(out) => self.signed_out(out, cx),
            TaskResult::Kept(result) => self.confirmed(result, cx),
            TaskResult::ClientSecret { market, state } => self.client_secret_done(&market, state, cx),
            TaskResult::MarketTested(tested) => cx.send(Event::MarketFile(MarketFileEvent::Tested(tested))),
            TaskResult::TokenDropped(result) => cx.report_error(result),
            TaskResult::SecretsMoved { market, copied } => self.secrets_moved(&market, copied, cx),
            TaskResult::WhoAmI(result) => cx.send(Event::Account(AccountEvent::WhoAmI(result))),
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
                let persian = Self::practice_speaks_persian(cx).unwrap_or(cx.options.practice.persian);
                self.practice.iter().for_each(|practice| practice.speak(persian));
            }
            _ => {}
        }
    }

    /// Does what is due.
    pub fn advance(&mut self, cx: &mut Context) {
        self.keep_asked_wait(cx);
        self.renew_if_due(cx);
        self.save_tokens_if_due(cx);
    }

    /// When [`Self::advance`] has something to do.
    pub fn next_timer(&self, cx: &Context) -> Option<Instant> {
        [Self::next_renewal(cx), self.save_tokens_at].into_iter().flatten().min()
    }

    /// Waits a moment for the closing page that a browser is about to request, and a little longer for renewed tokens that are not
    /// saved yet.
    pub async fn shut_down(&mut self, deadline: Instant, cx: &Context) {
        let stores = self.token_stores(cx);
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
