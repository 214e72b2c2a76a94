//! The token that deliveries to this computer carry, so that nothing else is taken for one.

use secrecy::{ExposeSecret, SecretString};

use super::browser::random;
use super::keychain::{Keychain, Secrets};
use crate::domain::Problem;

/// A service token, and where it is from.
#[derive(Clone, Debug)]
pub struct ServiceToken {
    pub token: SecretString,
    /// It was made just now, so nobody knows it yet.
    pub is_new: bool,
    /// The keychain has it. Otherwise it is valid until the program ends.
    pub is_saved: bool,
}

impl ServiceToken {
    /// The token of a keychain entry. Without a keychain there is none.
    pub async fn load(keychain: &Keychain, name: &str) -> Option<Self> {
        let saved = keychain.load(name).await.ok().flatten()?;
        Some(Self { token: saved.access, is_new: false, is_saved: true })
    }

    /// The token of a keychain entry; where there is none, the one that was `made` earlier and could not be saved, or a new one.
    ///
    /// # Errors
    /// `Internal` if the system has no random source.
    pub async fn load_or_make(keychain: &Keychain, name: &str, made: Option<SecretString>) -> Result<Self, Problem> {
        if let Some(saved) = Self::load(keychain, name).await {
            return Ok(saved);
        }
        let is_new = made.is_none();
        let token = made.map_or_else(random, Ok)?;
        let is_saved = Self::save(keychain, name, &token).await.is_ok();
        Ok(Self { token, is_new, is_saved })
    }

    /// Saves a token that was given.
    ///
    /// # Errors
    /// As [`Keychain::save`].
    pub async fn save(keychain: &Keychain, name: &str, token: &SecretString) -> Result<(), Problem> {
        let access = SecretString::from(token.expose_secret().trim());
        let secrets = Secrets { access, refresh: None, expires_at: None, scopes: Vec::new(), of_app: false };
        keychain.save(name, &secrets).await
    }
}
