//! Where tokens are saved, and saving renewed ones that the keychain had not accepted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use super::credentials::check::SaveOptions;
use super::task_result::AccountTaskResult;
use crate::worker::context::Context;
use crate::worker::session::{EntryHolders, TokenStores};
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_model::messages::KeepToken;

/// How long after a failure the keychain is asked again to save a renewed token.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// Who saves tokens in the keychain, and when.
#[derive(Default)]
pub struct TokenSaving {
    /// Who may write which keychain entry.
    holders: EntryHolders,
    /// Whether the present attempt to sign in was given up; each has its own.
    abandoned: Arc<AtomicBool>,
    /// When to try again to save renewed tokens that the keychain has not accepted.
    next_try: Option<Instant>,
}

impl TokenSaving {
    /// The stores of tokens in the keychain.
    pub fn stores(&self, cx: &Context) -> TokenStores {
        let (keychain, lock_dir) = (cx.options.keychain.clone(), cx.options.lock_dir.clone());
        TokenStores::new(self.holders.clone(), keychain, lock_dir, Arc::clone(&self.abandoned))
    }

    /// Where the tokens of a sign-in are saved.
    pub fn options(&self, token: KeepToken, cx: &Context) -> SaveOptions {
        SaveOptions { token, stores: self.stores(cx), list: cx.store.path(), clock: cx.options.clock }
    }

    /// Tries again to save renewed tokens that the keychain had not accepted.
    pub fn save_if_due(&mut self, cx: &mut Context) {
        let stores = self.stores(cx);
        if !stores.stores().iter().any(|store| store.is_unsaved()) {
            self.next_try = None;
        } else if self.next_try.is_none_or(|at| at <= Instant::now())
            && !cx.tasks.is_running(&Slot::TokenSaving)
            && self.next_try.replace(Instant::now() + SAVE_INTERVAL).is_some()
        {
            cx.tasks.spawn(Lifetime::Program, Slot::TokenSaving, async move {
                stores.save_all().await;
                AccountTaskResult::TokensSaved
            });
        }
    }

    /// When saving is tried again.
    pub const fn next_try(&self) -> Option<Instant> {
        self.next_try
    }

    /// The present attempt to sign in is given up: it saves nothing any more.
    pub fn abandon_attempt(&mut self) {
        std::mem::take(&mut self.abandoned).store(true, Ordering::SeqCst);
    }
}
