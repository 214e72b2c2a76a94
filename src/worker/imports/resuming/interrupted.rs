//! Imports that were running when their account was left: they continue when it is back, without being asked
//! about.

use crate::worker::context::Context;
use crate::worker::imports::running::run::Purpose;
use crate::worker::imports::state::Imports;
use vitrine_core::import::engine::Input;
use vitrine_domain::AccountKey;

/// The key under which the store holds the accounts.
const KEY: &str = "interrupted_imports";

impl Imports {
    /// Remembers whose import is running, before it is paused because the account is being left. One that the
    /// person paused stays paused.
    pub(in crate::worker::imports) fn note_interrupted(&mut self) {
        // A paused one may wait for something else as well, such as a token.
        let mut running = self
            .runs
            .iter()
            .filter(|run| run.purpose == Purpose::Import && !run.ended() && !run.engine.is_paused());
        let account = running.next().map(|run| run.account.clone());
        self.interrupted_account = account.or(self.interrupted_account.take());
    }

    /// The account is not left after all.
    pub fn continue_after_stay(&mut self) {
        if self.interrupted_account.take().is_some() {
            self.each_import(|| Input::Continue);
        }
    }

    /// Saves whose import was interrupted, so that a restart does not forget it.
    pub(in crate::worker::imports) fn keep_interrupted(&mut self, cx: &mut Context) {
        let Some(account) = self.interrupted_account.take() else { return };
        let mut accounts = read(cx);
        if !accounts.contains(&account) {
            accounts.push(account);
            write(&accounts, cx);
        }
    }
}

/// Whether the account's import was interrupted because the account was left; once.
pub fn take_interrupted(account: &AccountKey, cx: &mut Context) -> bool {
    let mut accounts = read(cx);
    let Some(place) = accounts.iter().position(|known| known == account) else { return false };
    accounts.remove(place);
    write(&accounts, cx);
    true
}

fn read(cx: &Context) -> Vec<AccountKey> {
    let json = cx.store.setting(KEY).unwrap_or_default();
    json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
}

fn write(accounts: &[AccountKey], cx: &mut Context) {
    let written = serde_json::to_string(accounts).map_or(Ok(()), |json| cx.store.set_setting(KEY, &json));
    cx.report_error(written);
}
