//! The right to write an entry of the keychain.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::auth::{Keychain, Secrets};
use vitrine_domain::{Problem, ProblemKind};

/// An entry of the keychain, as this process writes it.
#[derive(Default)]
pub struct KeychainEntry {
    /// Held while writing: a writer that is no longer the holder has finished, or notices it.
    pub writing: tokio::sync::Mutex<()>,
    /// The number of the present holder.
    pub holder: AtomicU64,
}

/// The right to write an entry, until another holder has it.
#[derive(Clone)]
pub struct EntryRight {
    keychain: Keychain,
    name: String,
    entry: Arc<KeychainEntry>,
    number: u64,
}

impl EntryRight {
    /// The right of the entry's present holder.
    pub fn of(keychain: Keychain, name: &str, entry: &Arc<KeychainEntry>) -> Self {
        let number = entry.holder.load(Ordering::SeqCst);
        Self { keychain, name: name.to_owned(), entry: Arc::clone(entry), number }
    }

    /// The keychain that has the entry.
    pub const fn keychain(&self) -> &Keychain {
        &self.keychain
    }

    /// The name of the entry.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether nobody took over the entry.
    pub fn is_current(&self) -> bool {
        self.number == self.entry.holder.load(Ordering::SeqCst)
    }

    /// Saves the secrets, unless another holder has the entry.
    pub async fn save(&self, secrets: &Secrets) -> Result<(), Problem> {
        let _writing = self.entry.writing.lock().await;
        if !self.is_current() {
            return Err(Problem::new(ProblemKind::SignInNeeded));
        }
        self.keychain.save(&self.name, secrets).await
    }

    /// Deletes the entry, unless somebody signed in anew since. Whoever read it meanwhile loses it.
    pub async fn delete(&self) -> Result<(), Problem> {
        let _writing = self.entry.writing.lock().await;
        if !self.is_current() {
            return Ok(());
        }
        self.keychain.delete(&self.name).await?;
        self.entry.holder.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}
