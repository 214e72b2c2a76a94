//! What a person comes for: signing in, importing, stopping, changing products and taking that back, signing
//! out.

use std::time::Duration;

use eframe::egui::{Key, Modifiers};

use super::files;
use super::person::{Result, Walker};
use crate::worker::{AccountCommand, Command, KeepToken, MarketChoice, Session};
use vitrine_model::{Action, LeaveTarget, Phase};
use vitrine_sandbox::Person as Owner;

/// A folder is read, a preview is made, or a list is loaded in this time, if nothing is wrong.
const SOON: Duration = Duration::from_secs(4);

const fn page(key: Key) -> (Modifiers, Key) {
    (Modifiers::COMMAND, key)
}

impl Walker<'_> {
    fn is_signed_in(&mut self) -> bool {
        self.program().app().model().account().is_some()
    }

    async fn click_and_settle(&mut self, keys: &[&'static str]) -> Result<bool> {
        let clicked = self.click(0, keys);
        if clicked {
            self.settle().await?;
        }
        Ok(clicked)
    }

    async fn go_to(&mut self, key: Key) -> Result {
        self.press(page(key));
        self.settle().await
    }

    pub(super) async fn import(&mut self, folder: usize, sheet: Option<usize>) -> Result {
        if !self.is_signed_in() {
            let (market, person) = self.last;
            self.sign_in(market, person).await?;
        }
        self.go_to(Key::Num1).await?;
        if self.program().app().model().import.phase == Phase::Ended {
            self.click_and_settle(&["import-new", "import-rest-open"]).await?;
        }
        for file in [Some(folder), sheet].into_iter().flatten() {
            self.drop_file(file);
            self.wait(SOON).await?;
        }
        self.start_import().await
    }

    pub(super) async fn start_import(&mut self) -> Result {
        self.go_to(Key::Num1).await?;
        if !self.click_and_settle(&["import-start-in", "import-start-some-in"]).await? {
            // Nothing is ready, such as rows without photos: it is taken out, in the panel that this opens.
            self.press((Modifiers::COMMAND, Key::Enter));
            self.settle().await?;
            self.click_and_settle(&["import-incomplete-remove"]).await?;
            self.click_and_settle(&["import-remove-yes"]).await?;
            self.click_and_settle(&["import-start-in"]).await?;
        }
        if self.click(0, &["import-unpriced-create"]) {
            self.settle().await?;
        }
        Ok(())
    }

    pub(super) async fn stop_import(&mut self) -> Result {
        self.go_to(Key::Num1).await?;
        self.click_and_settle(&["import-cancel"]).await?;
        self.click_and_settle(&["import-cancel-yes"]).await?;
        Ok(())
    }

    pub(super) async fn change_products(&mut self, text: &str) -> Result {
        self.go_to(Key::Num3).await?;
        self.wait(SOON).await?;
        self.click_and_settle(&["review-select-all"]).await?;
        if self.click_and_settle(&["edits-change-selected"]).await? {
            self.type_text(0, text);
            self.settle().await?;
            self.click_and_settle(&["edits-preview"]).await?;
            self.wait(SOON).await?;
            self.click_and_settle(&["edits-send"]).await?;
        }
        Ok(())
    }

    pub(super) async fn undo_changes(&mut self) -> Result {
        self.go_to(Key::Num3).await?;
        if self.click_and_settle(&["edits-undo"]).await? {
            self.wait(SOON).await?;
            self.click_and_settle(&["edits-restore"]).await?;
        }
        Ok(())
    }

    pub(super) async fn sign_out(&mut self, number: usize) -> Result {
        self.go_to(Key::Num4).await?;
        self.click(number, &["account-sign-out"]);
        self.settle().await?;
        self.tally.sign_outs += usize::from(self.click_and_settle(&["sign-out", "sign-out-keep"]).await?);
        Ok(())
    }

    /// Signs in with a token, beside the account on the screen if there is one.
    pub(super) async fn sign_in(&mut self, market: usize, person: Owner) -> Result {
        let account = |command| Action::Ask(Command::Account(command));
        if matches!(self.program().app().model().session, Session::SignedIn { .. }) {
            self.program().app_mut().act(Action::Leave(LeaveTarget::Add));
            self.wait(Duration::from_secs(12)).await?;
            if self.is_signed_in() {
                return Ok(());
            }
        }
        let file = self.dir.path().join(["North.toml", "South.toml"][market]);
        self.program().app_mut().act(account(AccountCommand::UseMarket(MarketChoice::File(file))));
        self.wait(Duration::from_secs(2)).await?;
        if self.is_signed_in() {
            return Ok(());
        }
        let token = files::token(&self.markets[market], person);
        self.program().app_mut().act(account(AccountCommand::SignIn {
            token,
            refresh: None,
            keep: KeepToken::Ask,
        }));
        self.wait(Duration::from_secs(2)).await?;
        if self.program().app().model().sign_in.found.is_some() {
            let keep = if self.walk.kept { KeepToken::Keychain } else { KeepToken::ThisSession };
            self.program().app_mut().act(account(AccountCommand::SignInConfirm { keep }));
            self.wait(Duration::from_secs(1)).await?;
        }
        if self.is_signed_in() {
            self.tally.sign_ins += 1;
            self.last = (market, person);
        }
        Ok(())
    }
}
