//! Saves renewed tokens that the keychain had not accepted.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::credentials::check::SaveOptions;
use super::state::{Accounts, TaskResult};
use crate::worker::context::Context;
use crate::worker::session::TokenStores;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_model::messages::KeepToken;

/// How long after a failure the keychain is asked again to save a renewed token.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

impl Accounts {
    /// The stores of tokens in the keychain.
    pub(super) fn token_stores(&self, cx: &Context) -> TokenStores {
        let (keychain, lock_dir) = (cx.options.keychain.clone(), cx.options.lock_dir.clone());
        TokenStores::new(self.holders.clone(), keychain, lock_dir, Arc::clone(&self.abandoned))
    }

    /// Where the tokens of a sign-in are saved.
    pub(super) fn save_options(&self, token: KeepToken, cx: &Context) -> SaveOptions {
        SaveOptions { token, stores: self.token_stores(cx), list: cx.store.path(), clock: cx.options.clock }
    }

    /// Tries again to save renewed tokens that the keychain had not accepted.
    pub(super) fn save_tokens_if_due(&mut self, cx: &mut Context) {
        let stores = self.token_stores(cx);
        if !stores.stores().iter().any(|store| store.is_unsaved()) {
            self.save_tokens_at = None;
        } else if self.save_tokens_at.is_none_or(|at| at <= Instant::now())
            && !cx.tasks.is_running(&Slot::TokenSaving)
            && self.save_tokens_at.replace(Instant::now() + SAVE_INTERVAL).is_some()
        {
            cx.tasks.spawn(Lifetime::Program, Slot::TokenSaving, async move {
                stores.save_all().await;
                TaskResult::TokensSaved
            });
        }
    }
}
