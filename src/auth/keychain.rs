//! The system's keychain: the one place where a secret rests.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use keyring_core::{CredentialStore, Entry, Error};
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::domain::{Code, Problem, Scope, UserId};

/// What the entries are filed under in the keychain.
const SERVICE: &str = "vitrine";

/// A keychain that has not answered by then is treated as absent; a person is waiting.
const LIMIT: Duration = Duration::from_secs(3);

/// What signing in brought: the token response (contract 2.1) with its lifetime made absolute.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub access: SecretString,
    pub refresh: Option<SecretString>,
    /// `None` when the marketplace did not say.
    pub expires_at: Option<Timestamp>,
    pub scopes: Vec<Scope>,
}

/// Where secrets are kept.
///
/// The system's keychain is asked anew each time, on a thread of its own: it may appear later than this
/// program, it may hang, and none of its libraries promise not to block. There is no file to fall back to.
pub enum Keychain {
    /// Secret Service on Linux, Keychain on macOS, Credential Manager on Windows.
    System { limit: Duration },
    /// In memory, for those who chose "this session only".
    Session(Mutex<HashMap<String, Secrets>>),
}

/// The name under which the secrets of one person at one marketplace are kept; shown by keychain managers.
pub fn entry_name(market: &str, user: &UserId) -> String {
    format!("{user}@{market}")
}

impl Keychain {
    pub const fn system() -> Self {
        Self::System { limit: LIMIT }
    }

    pub fn session() -> Self {
        Self::Session(Mutex::default())
    }

    /// `None` when nothing was saved under this name; see [`entry_name`].
    ///
    /// # Errors
    /// [`Code::NoKeychain`] when none answers, [`Code::Keychain`] when one answers and refuses.
    pub async fn load(&self, name: &str) -> Result<Option<Secrets>, Problem> {
        match self {
            Self::System { limit } => ask(*limit, name, read).await,
            Self::Session(kept) => Ok(lock(kept).get(name).cloned()),
        }
    }

    /// Replaces what was saved under this name.
    ///
    /// # Errors
    /// As [`Keychain::load`].
    pub async fn save(&self, name: &str, secrets: &Secrets) -> Result<(), Problem> {
        match self {
            Self::System { limit } => {
                let bytes = secrets.to_bytes()?;
                ask(*limit, name, move |entry| entry.set_secret(&bytes).map_err(|e| refused(&e))).await
            }
            Self::Session(kept) => {
                lock(kept).insert(name.to_owned(), secrets.clone());
                Ok(())
            }
        }
    }

    /// Nothing saved under this name is nothing to do.
    ///
    /// # Errors
    /// As [`Keychain::load`].
    pub async fn delete(&self, name: &str) -> Result<(), Problem> {
        match self {
            Self::System { limit } => ask(*limit, name, remove).await,
            Self::Session(kept) => {
                lock(kept).remove(name);
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

fn lock(kept: &Mutex<HashMap<String, Secrets>>) -> std::sync::MutexGuard<'_, HashMap<String, Secrets>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does `work` with the entry on a fresh thread, and waits no longer than `limit`.
///
/// A thread that hangs is left behind rather than waited for; when the keychain answers it too late to
/// matter, it notices that nobody listens any more and changes nothing.
async fn ask<T, F>(limit: Duration, name: &str, work: F) -> Result<T, Problem>
where
    T: Send + 'static,
    F: FnOnce(&Entry) -> Result<T, Problem> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    let name = name.to_owned();
    let job = move || {
        let entry = system_store().and_then(|store| store.build(SERVICE, &name, None));
        if !reply.is_closed() {
            let _ = reply.send(entry.map_err(|e| absent(&e)).and_then(|entry| work(&entry)));
        }
    };
    std::thread::Builder::new().name("keychain".to_owned()).spawn(job).map_err(|e| Problem::new(Code::NoKeychain).saying(e.to_string()))?;
    match tokio::time::timeout(limit, answer).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(Problem::new(Code::NoKeychain)),
        Err(_) => Err(Problem::new(Code::NoKeychain).saying(format!("no answer within {} s", limit.as_secs_f32()))),
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

fn absent(error: &Error) -> Problem {
    Problem::new(Code::NoKeychain).saying(words(error))
}

fn refused(error: &Error) -> Problem {
    Problem::new(Code::Keychain).saying(words(error))
}

/// The reason in the keychain's words. Errors that hold the stored bytes are named, not shown.
fn words(error: &Error) -> String {
    match error {
        Error::BadEncoding(_) | Error::BadDataFormat(..) => "the entry is malformed".to_owned(),
        Error::Ambiguous(_) => "several entries have this name".to_owned(),
        other => other.to_string(),
    }
}

/// The entry's content in the keychain. Borrowed, so that no further copy of a secret is made.
#[derive(Serialize, Deserialize)]
struct Kept<'a> {
    #[serde(borrow)]
    access: Cow<'a, str>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    refresh: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scopes: Vec<Scope>,
}

impl Secrets {
    fn to_bytes(&self) -> Result<Zeroizing<Vec<u8>>, Problem> {
        let kept = Kept {
            access: self.access.expose_secret().into(),
            refresh: self.refresh.as_ref().map(|secret| secret.expose_secret().into()),
            expires_at: self.expires_at.map(Timestamp::as_second),
            scopes: self.scopes.clone(),
        };
        serde_json::to_vec(&kept).map(Zeroizing::new).map_err(|_| Problem::new(Code::Internal))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Problem> {
        // The parser's own message would quote the entry.
        let malformed = |_| Problem::new(Code::Keychain).saying("the entry is malformed");
        let kept: Kept<'_> = serde_json::from_slice(bytes).map_err(malformed)?;
        Ok(Self {
            access: SecretString::from(kept.access.into_owned()),
            refresh: kept.refresh.map(|text| SecretString::from(text.into_owned())),
            expires_at: kept.expires_at.and_then(|second| Timestamp::from_second(second).ok()),
            scopes: kept.scopes,
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
        }
    }

    #[test]
    fn an_entry_reads_back_as_it_was_written() {
        let read = Secrets::from_bytes(&secrets().to_bytes().unwrap()).unwrap();
        assert_eq!(read.access.expose_secret(), "open-sesame");
        assert_eq!(read.refresh.as_ref().map(ExposeSecret::expose_secret), Some("again-sesame"));
        assert_eq!((read.expires_at, read.scopes), (secrets().expires_at, secrets().scopes));
    }

    #[test]
    fn a_malformed_entry_is_refused_without_repeating_it() {
        for entry in ["", "sesame", r#"{"access":5,"refresh":"sesame"}"#, r#"{"refresh":"sesame"}"#] {
            let problem = Secrets::from_bytes(entry.as_bytes()).unwrap_err();
            assert_eq!(problem.code, Code::Keychain);
            assert!(!format!("{problem} {problem:?}").contains("sesame"));
        }
    }

    #[test]
    fn secrets_do_not_show_in_debug_output() {
        assert!(!format!("{:?}", secrets()).contains("sesame"));
    }

    #[tokio::test]
    async fn this_session_only_remembers_until_it_is_told_to_forget() {
        let keychain = Keychain::session();
        let [shop_1, shop_2] = [1, 2].map(|user| entry_name("Example market", &UserId::from(user)));
        keychain.save(&shop_1, &secrets()).await.unwrap();
        assert_eq!(keychain.load(&shop_1).await.unwrap().unwrap().access.expose_secret(), "open-sesame");
        assert!(keychain.load(&shop_2).await.unwrap().is_none());
        keychain.delete(&shop_1).await.unwrap();
        assert!(keychain.load(&shop_1).await.unwrap().is_none());
    }
}
