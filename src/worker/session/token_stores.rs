//! Who may write which entry of the keychain: of several sign-ins of one account, the newest; after a
//! sign-out, nobody.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::entry_right::{EntryRight, KeychainEntry};
use super::token_store::TokenStore;
use crate::auth::{Keychain, Secrets};
use vitrine_domain::{Problem, ProblemKind};

/// The entries of this process and their present holders, by the names of the entries. Clones share them.
#[derive(Clone, Default)]
pub struct EntryHolders(Arc<Mutex<HashMap<String, Holder>>>);

struct Holder {
    entry: Arc<KeychainEntry>,
    store: Option<Arc<TokenStore>>,
}

/// The stores of tokens in the keychain. Cheap to clone into a task.
#[derive(Clone)]
pub struct TokenStores {
    holders: EntryHolders,
    keychain: Keychain,
    /// The directory of the lock files by which processes that share the keychain take turns.
    lock_dir: Option<PathBuf>,
    /// Whether the sign-in for which these are used was given up.
    abandoned: Arc<AtomicBool>,
}

impl TokenStores {
    /// The stores of these holders, for a sign-in that may be given up.
    pub const fn new(
        holders: EntryHolders,
        keychain: Keychain,
        lock_dir: Option<PathBuf>,
        abandoned: Arc<AtomicBool>,
    ) -> Self {
        Self { holders, keychain, lock_dir, abandoned }
    }

    /// Where the stores have their entries.
    pub const fn keychain(&self) -> &Keychain {
        &self.keychain
    }

    /// The store of the entry's present holder; the first one if there was none.
    pub fn current(&self, name: &str) -> Arc<TokenStore> {
        let mut holders = self.holders();
        let holder = holders.entry(name.to_owned()).or_insert_with(Holder::new);
        let present = holder.store.take().filter(|store| !store.is_retired());
        let store = present.unwrap_or_else(|| {
            Arc::new(TokenStore::of_entry(self.held(name, &holder.entry), self.lock_dir.clone()))
        });
        holder.store = Some(Arc::clone(&store));
        store
    }

    /// Saves the tokens of a new sign-in, whose store takes over the entry. If the keychain refuses them, the
    /// earlier holder keeps it.
    pub async fn replace(&self, name: &str, secrets: &Secrets) -> Result<Arc<TokenStore>, Problem> {
        let entry = Arc::clone(&self.holders().entry(name.to_owned()).or_insert_with(Holder::new).entry);
        // A renewal of the earlier holder that is being written is overwritten; a later one notices that it
        // is too late.
        let _writing = entry.writing.lock().await;
        self.check_wanted()?;
        self.keychain.save(name, secrets).await?;
        // Given up meanwhile, maybe by signing out: then the entry is still for its present holder to keep or
        // delete.
        self.check_wanted()?;
        let mut holders = self.holders();
        let holder = holders.entry(name.to_owned()).or_insert_with(Holder::new);
        entry.holder.fetch_add(1, Ordering::SeqCst);
        let store = Arc::new(TokenStore::of_entry(self.held(name, &entry), self.lock_dir.clone()));
        holder.store = Some(Arc::clone(&store));
        Ok(store)
    }

    fn check_wanted(&self) -> Result<(), Problem> {
        if self.abandoned.load(Ordering::SeqCst) {
            Err(Problem::new(ProblemKind::SignInNeeded))
        } else {
            Ok(())
        }
    }

    /// Takes the entry from its holder, so that it can be deleted.
    pub fn release(&self, name: &str) -> EntryRight {
        let mut holders = self.holders();
        let holder = holders.entry(name.to_owned()).or_insert_with(Holder::new);
        holder.store = None;
        holder.entry.holder.fetch_add(1, Ordering::SeqCst);
        self.held(name, &holder.entry)
    }

    fn held(&self, name: &str, entry: &Arc<KeychainEntry>) -> EntryRight {
        EntryRight::of(self.keychain.clone(), name, entry)
    }

    /// Waits for renewals under way, and saves what the keychain has not accepted.
    pub async fn save_all(&self) {
        for store in self.stores() {
            store.save_again().await;
        }
    }

    pub fn stores(&self) -> Vec<Arc<TokenStore>> {
        self.holders().values().filter_map(|holder| holder.store.clone()).collect()
    }

    fn holders(&self) -> MutexGuard<'_, HashMap<String, Holder>> {
        self.holders.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Holder {
    fn new() -> Self {
        Self { entry: Arc::default(), store: None }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use secrecy::{ExposeSecret, SecretString};

    use super::*;
    use crate::auth::SessionKeychain;

    const NAME: &str = "7@Shop";

    fn tokens(access: &str) -> Secrets {
        let refresh = Some(SecretString::from(format!("{access} refresh")));
        Secrets {
            access: SecretString::from(access),
            refresh,
            expires_at: None,
            scopes: Vec::new(),
            of_app: false,
        }
    }

    fn stores(stored: &Arc<SessionKeychain>) -> TokenStores {
        let keychain = Keychain::Session(Arc::clone(stored));
        TokenStores { holders: EntryHolders::default(), keychain, lock_dir: None, abandoned: Arc::default() }
    }

    fn access(secrets: Option<Secrets>) -> Option<String> {
        secrets.map(|secrets| secrets.access.expose_secret().to_owned())
    }

    #[tokio::test]
    async fn a_renewal_of_an_earlier_sign_in_does_not_replace_the_grant_of_the_later_one() {
        let stored = Arc::default();
        let stores = stores(&stored);
        let earlier = stores.replace(NAME, &tokens("narrow")).await.unwrap();
        let later = stores.replace(NAME, &tokens("wide")).await.unwrap();
        let written = earlier.save_renewed(&tokens("narrow, renewed"), &"narrow".into()).await;
        assert_eq!(written.unwrap_err().kind, ProblemKind::SignInNeeded);
        assert_eq!(access(stored.entry(NAME)).as_deref(), Some("wide"));
        later.save_renewed(&tokens("wide, renewed"), &"wide".into()).await.unwrap();
        assert_eq!(access(stored.entry(NAME)).as_deref(), Some("wide, renewed"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_sign_out_during_a_renewal_leaves_no_token_behind() {
        let stored = Arc::default();
        let stores = stores(&stored);
        let store = stores.replace(NAME, &tokens("first")).await.unwrap();
        stored.set_trouble(Duration::from_secs(1), false);
        let (renewed, first) = (tokens("second"), SecretString::from("first"));
        let renewal = store.save_renewed(&renewed, &first);
        let sign_out = async {
            tokio::time::sleep(Duration::from_millis(500)).await;
            stores.release(NAME).delete().await
        };
        let (_, deleted) = tokio::join!(renewal, sign_out);
        deleted.unwrap();
        assert_eq!(access(stored.entry(NAME)), None, "the entry was being written");
        assert!(store.save_renewed(&tokens("third"), &"second".into()).await.is_err());
        assert_eq!(access(stored.entry(NAME)), None, "it was to be written afterwards");
    }

    #[tokio::test]
    async fn a_sign_in_that_was_given_up_takes_nothing_over() {
        let stored = Arc::default();
        let stores = stores(&stored);
        let present = stores.replace(NAME, &tokens("first")).await.unwrap();
        let given_up = TokenStores { abandoned: Arc::new(AtomicBool::new(true)), ..stores.clone() };
        assert!(given_up.replace(NAME, &tokens("second")).await.is_err());
        assert!(!present.is_retired());
        assert_eq!(access(stored.entry(NAME)).as_deref(), Some("first"));
    }

    #[tokio::test]
    async fn a_sign_in_right_after_a_sign_out_is_not_deleted_with_it() {
        let stored = Arc::default();
        let stores = stores(&stored);
        stores.replace(NAME, &tokens("first")).await.unwrap();
        let signed_out = stores.release(NAME);
        stores.replace(NAME, &tokens("anew")).await.unwrap();
        signed_out.delete().await.unwrap();
        assert_eq!(access(stored.entry(NAME)).as_deref(), Some("anew"));
    }

    #[tokio::test]
    async fn a_renewed_token_that_the_keychain_refuses_is_used_and_saved_later() {
        let stored = Arc::default();
        let stores = stores(&stored);
        let store = stores.replace(NAME, &tokens("first")).await.unwrap();
        stored.set_trouble(Duration::ZERO, true);
        store.save_renewed(&tokens("second"), &"first".into()).await.unwrap();
        store.save_renewed(&tokens("third"), &"second".into()).await.unwrap();
        stores.save_all().await;
        assert_eq!(access(store.load().await.ok()).as_deref(), Some("third"));
        assert_eq!(access(stored.entry(NAME)).as_deref(), Some("first"));
        stored.set_trouble(Duration::ZERO, false);
        stores.save_all().await;
        assert_eq!(access(stored.entry(NAME)).as_deref(), Some("third"));
        assert!(!store.is_unsaved());
    }

    #[tokio::test]
    async fn what_another_process_saved_or_deleted_meanwhile_is_not_replaced() {
        for theirs in [Some(tokens("theirs")), None] {
            let stored = Arc::default();
            let stores = stores(&stored);
            let store = stores.replace(NAME, &tokens("first")).await.unwrap();
            stored.set_trouble(Duration::ZERO, true);
            store.save_renewed(&tokens("second"), &"first".into()).await.unwrap();
            stored.set_trouble(Duration::ZERO, false);
            match &theirs {
                Some(theirs) => stores.keychain.save(NAME, theirs).await.unwrap(),
                None => stores.keychain.delete(NAME).await.unwrap(),
            }
            stores.save_all().await;
            assert_eq!(access(stored.entry(NAME)), access(theirs));
            assert!(!store.is_unsaved());
        }
    }
}
