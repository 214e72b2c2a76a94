//! The system's keychain, the only place where secrets are stored.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use keyring_core::{CredentialStore, Entry, Error};
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use vitrine_domain::{Finding, Problem, ProblemKind, Scope, UserId};

/// The service name of entries in the keychain.
const SERVICE: &str = "vitrine";

/// A keychain that does not answer within this time counts as missing: a person is waiting.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The result of a sign-in: the token response (contract 2.1) with an absolute expiry time.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub access: SecretString,
    pub refresh: Option<SecretString>,
    /// `None` if the marketplace did not say.
    pub expires_at: Option<Timestamp>,
    pub scopes: Vec<Scope>,
    /// Whether they are the app's own, by its client credentials: then they are renewed by asking for them
    /// again.
    pub of_app: bool,
}

/// Stores secrets.
///
/// The system's keychain is opened for each request, on a thread of its own: it may appear later than this
/// program, it may hang, and its libraries may block. There is no file as a fallback. Clones share their
/// entries.
#[derive(Clone)]
pub enum Keychain {
    /// Secret Service on Linux, Keychain on macOS, Credential Manager on Windows.
    System { limit: Duration },
    /// In memory, for "this session only".
    Session(Arc<SessionKeychain>),
}

/// Entries in memory.
#[derive(Default)]
pub struct SessionKeychain {
    entries: Mutex<HashMap<String, Secrets>>,
    /// How long each request takes, and whether it is refused then.
    #[cfg(test)]
    trouble: Mutex<(Duration, bool)>,
}

impl SessionKeychain {
    fn entries(&self) -> MutexGuard<'_, HashMap<String, Secrets>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes each request take `delay`, and refuses it if `refuses`.
    #[cfg(test)]
    pub fn set_trouble(&self, delay: Duration, refuses: bool) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = (delay, refuses);
    }

    /// Whether requests fail or take long.
    #[cfg(test)]
    pub fn is_in_trouble(&self) -> bool {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) != (Duration::ZERO, false)
    }

    /// What is stored under this name.
    #[cfg(test)]
    pub fn entry(&self, name: &str) -> Option<Secrets> {
        self.entries().get(name).cloned()
    }

    #[cfg(test)]
    async fn answer(&self) -> Result<(), Problem> {
        let (delay, refuses) = *self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        if !delay.is_zero() {
            tokio::time::sleep(delay).await;
        }
        if refuses { Err(Problem::new(ProblemKind::NoKeychain)) } else { Ok(()) }
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_async, reason = "only tests make it wait or fail")]
    async fn answer(&self) -> Result<(), Problem> {
        Ok(())
    }
}

/// The entry name for one person at one marketplace; keychain managers show it.
pub fn entry_name(market: &str, user: &UserId) -> String {
    format!("{user}@{market}")
}

impl Keychain {
    /// The system's keychain.
    pub const fn system() -> Self {
        Self::System { limit: TIMEOUT }
    }

    /// A keychain in memory.
    pub fn session() -> Self {
        Self::Session(Arc::default())
    }

    /// Loads the secrets of an entry; `None` if there is no such entry. For `name` see [`entry_name`].
    ///
    /// # Errors
    ///
    /// [`ProblemKind::NoKeychain`] if no keychain answers, [`ProblemKind::Keychain`] if it refuses.
    pub async fn load(&self, name: &str) -> Result<Option<Secrets>, Problem> {
        match self {
            Self::System { limit } => with_entry(*limit, name, read).await,
            Self::Session(stored) => {
                stored.answer().await?;
                Ok(stored.entries().get(name).cloned())
            }
        }
    }

    /// Creates or replaces an entry.
    ///
    /// # Errors
    ///
    /// As for [`Keychain::load`].
    pub async fn save(&self, name: &str, secrets: &Secrets) -> Result<(), Problem> {
        match self {
            Self::System { limit } => {
                let bytes = secrets.to_bytes()?;
                with_entry(*limit, name, move |entry| entry.set_secret(&bytes).map_err(|e| refused(&e))).await
            }
            Self::Session(stored) => {
                stored.answer().await?;
                stored.entries().insert(name.to_owned(), secrets.clone());
                Ok(())
            }
        }
    }

    /// Deletes an entry; a missing entry is not an error.
    ///
    /// # Errors
    ///
    /// As for [`Keychain::load`].
    pub async fn delete(&self, name: &str) -> Result<(), Problem> {
        match self {
            Self::System { limit } => with_entry(*limit, name, remove).await,
            Self::Session(stored) => {
                stored.answer().await?;
                stored.entries().remove(name);
                Ok(())
            }
        }
    }
}

impl Default for Keychain {
    fn default() -> Self {
        Self::system()
    }
}

impl fmt::Debug for Keychain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::System { .. } => "Keychain::System",
            Self::Session(_) => "Keychain::Session",
        })
    }
}

/// Runs `work` with the entry on a new thread and waits up to `limit`.
///
/// A hanging thread is abandoned; when the keychain answers too late, the thread notices that nobody waits
/// any more and changes nothing.
async fn with_entry<T, F>(limit: Duration, name: &str, work: F) -> Result<T, Problem>
where
    T: Send + 'static,
    F: FnOnce(&Entry) -> Result<T, Problem> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    let name = name.to_owned();
    let job = move || {
        let entry = system_store().and_then(|store| store.build(SERVICE, &name, None));
        if !reply.is_closed() {
            let _ = reply.send(entry.map_err(|e| no_keychain(&e)).and_then(|entry| work(&entry)));
        }
    };
    std::thread::Builder::new().name("keychain".to_owned()).spawn(job).map_err(|error| {
        tracing::warn!(%error, "no thread for the keychain");
        Problem::new(ProblemKind::NoKeychain)
    })?;
    match tokio::time::timeout(limit, answer).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Problem::new(ProblemKind::NoKeychain)),
        Err(_) => Err(Problem::new(ProblemKind::NoKeychain)
            .with_diagnostic(Finding::NoAnswer { seconds: limit.as_secs() })),
    }
}

fn read(entry: &Entry) -> Result<Option<Secrets>, Problem> {
    match entry.get_secret() {
        Ok(bytes) => Secrets::from_bytes(&Zeroizing::new(bytes)).map(Some),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(refused(&error)),
    }
}

fn remove(entry: &Entry) -> Result<(), Problem> {
    match entry.delete_credential() {
        Ok(()) | Err(Error::NoEntry) => Ok(()),
        Err(error) => Err(refused(&error)),
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    zbus_secret_service_keyring_store::Store::new().map(|store| store as Arc<CredentialStore>)
}

#[cfg(target_os = "macos")]
fn system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    apple_native_keyring_store::keychain::Store::new().map(|store| store as Arc<CredentialStore>)
}

#[cfg(windows)]
fn system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    windows_native_keyring_store::Store::new().map(|store| store as Arc<CredentialStore>)
}

fn no_keychain(error: &Error) -> Problem {
    with_reason(Problem::new(ProblemKind::NoKeychain), error)
}

fn refused(error: &Error) -> Problem {
    with_reason(Problem::new(ProblemKind::Keychain), error)
}

/// Adds what users can act on. The platform's own text, such as "Platform failure: zbus error", is only
/// logged: the cause of the two problems says it in plain words. Errors that contain the stored bytes are not
/// even logged.
fn with_reason(problem: Problem, error: &Error) -> Problem {
    match error {
        Error::BadEncoding(_) | Error::BadDataFormat(..) => {
            problem.with_diagnostic(Finding::KeychainEntryDamaged)
        }
        Error::Ambiguous(_) => problem.with_diagnostic(Finding::KeychainEntryAmbiguous),
        other => {
            tracing::warn!(error = %other, "the keychain failed");
            problem
        }
    }
}

/// The content of an entry. It borrows, so that no further copy of a secret is made.
#[derive(Serialize, Deserialize)]
struct StoredSecrets<'a> {
    #[serde(borrow)]
    access: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    refresh: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scopes: Vec<Scope>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    of_app: bool,
}

impl Secrets {
    /// Whether they can be exchanged for new ones.
    pub const fn is_renewable(&self) -> bool {
        self.refresh.is_some() || self.of_app
    }

    fn to_bytes(&self) -> Result<Zeroizing<Vec<u8>>, Problem> {
        let stored = StoredSecrets {
            access: self.access.expose_secret().into(),
            refresh: self.refresh.as_ref().map(|secret| secret.expose_secret().into()),
            expires_at: self.expires_at.map(Timestamp::as_second),
            scopes: self.scopes.clone(),
            of_app: self.of_app,
        };
        serde_json::to_vec(&stored).map(Zeroizing::new).map_err(|_| Problem::new(ProblemKind::Internal))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Problem> {
        // The parser's message would quote the entry.
        let malformed =
            |_| Problem::new(ProblemKind::Keychain).with_diagnostic(Finding::KeychainEntryDamaged);
        let stored: StoredSecrets<'_> = serde_json::from_slice(bytes).map_err(malformed)?;
        Ok(Self {
            access: SecretString::from(stored.access.into_owned()),
            refresh: stored.refresh.map(|text| SecretString::from(text.into_owned())),
            expires_at: stored.expires_at.and_then(|second| Timestamp::from_second(second).ok()),
            scopes: stored.scopes,
            of_app: stored.of_app,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets() -> Secrets {
        Secrets {
            access: SecretString::from("open-sesame"),
            refresh: Some(SecretString::from("again-sesame")),
            expires_at: Timestamp::from_second(1_800_000_000).ok(),
            scopes: vec![Scope(Scope::PRODUCT_READ.to_owned())],
            of_app: false,
        }
    }

    #[test]
    fn an_entry_reads_back_the_same() {
        let read = Secrets::from_bytes(&secrets().to_bytes().unwrap()).unwrap();
        assert_eq!(read.access.expose_secret(), "open-sesame");
        assert_eq!(read.refresh.as_ref().map(ExposeSecret::expose_secret), Some("again-sesame"));
        assert_eq!((read.expires_at, read.scopes), (secrets().expires_at, secrets().scopes));
    }

    #[test]
    fn the_platforms_own_words_are_logged_and_not_shown() {
        let platform =
            || Error::PlatformFailure("zbus error: org.freedesktop.DBus.Error.ServiceUnknown".into());
        for problem in [no_keychain(&platform()), refused(&platform())] {
            assert_eq!(problem.quotation, None);
        }
    }

    #[test]
    fn a_malformed_entry_is_refused_without_quoting_it() {
        for entry in ["", "sesame", r#"{"access":5,"refresh":"sesame"}"#, r#"{"refresh":"sesame"}"#] {
            let problem = Secrets::from_bytes(entry.as_bytes()).unwrap_err();
            assert_eq!(problem.kind, ProblemKind::Keychain);
            assert!(!format!("{problem} {problem:?}").contains("sesame"));
        }
    }

    #[test]
    fn secrets_are_not_in_debug_output() {
        assert!(!format!("{:?}", secrets()).contains("sesame"));
    }

    #[tokio::test]
    async fn a_session_keychain_remembers_until_deletion() {
        let keychain = Keychain::session();
        let [shop_1, shop_2] = [1, 2].map(|user| entry_name("Example market", &UserId::from(user)));
        keychain.save(&shop_1, &secrets()).await.unwrap();
        assert_eq!(keychain.load(&shop_1).await.unwrap().unwrap().access.expose_secret(), "open-sesame");
        assert!(keychain.load(&shop_2).await.unwrap().is_none());
        keychain.delete(&shop_1).await.unwrap();
        assert!(keychain.load(&shop_1).await.unwrap().is_none());
    }
}
