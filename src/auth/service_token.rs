//! The token that deliveries to this computer carry, so that nothing else is taken for one.

use secrecy::{ExposeSecret, SecretString};

use super::browser::random;
use super::keychain::{Keychain, Secrets};
use vitrine_domain::{Problem, Scope};

/// How the keychain names the token of the terminal. It is for the marketplace to which it was given first.
const TERMINAL: &str = "service token of the terminal";

/// How the keychain names the terminal's token for one more marketplace.
pub fn terminal_entry(market: &str) -> String {
    format!("{TERMINAL}@{market}")
}

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

    /// The token of a keychain entry; where there is none, the one that was `made` earlier and could not be
    /// saved, or a new one.
    ///
    /// # Errors
    /// `Internal` if the system has no random source.
    pub async fn load_or_make(
        keychain: &Keychain,
        name: &str,
        made: Option<SecretString>,
    ) -> Result<Self, Problem> {
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
        keychain.save(name, &secrets(token, None)).await
    }

    /// The terminal's token for the marketplace with this id; `None`: for the one to which it was given
    /// first. A marketplace never gets what another one was given, or it could send events in its name. With
    /// it comes whether it is for a further marketplace.
    ///
    /// # Errors
    /// `Internal` if the system has no random source.
    pub async fn of_terminal(keychain: &Keychain, market: Option<&str>) -> Result<(Self, bool), Problem> {
        let Some(market) = market else {
            return Ok((Self::load_or_make(keychain, TERMINAL, None).await?, false));
        };
        let given_to =
            keychain.load(TERMINAL).await.ok().flatten().and_then(|first| first.scopes.into_iter().next());
        if given_to.as_ref().is_some_and(|first| first.0 != market) {
            return Ok((Self::load_or_make(keychain, &terminal_entry(market), None).await?, true));
        }
        let token = Self::load_or_make(keychain, TERMINAL, None).await?;
        if given_to.is_none() && token.is_saved {
            keychain.save(TERMINAL, &secrets(&token.token, Some(market))).await?;
        }
        Ok((token, false))
    }

    /// The marketplace moved, and has another id.
    ///
    /// # Errors
    /// As [`Keychain::load`].
    pub async fn terminal_moves(keychain: &Keychain, from: &str, to: &str) -> Result<(), Problem> {
        match keychain.load(TERMINAL).await? {
            Some(first) if first.scopes.iter().any(|market| market.0 == from) => {
                keychain.save(TERMINAL, &secrets(&first.access, Some(to))).await
            }
            _ => Ok(()),
        }
    }
}

/// A service token as the keychain has it. Its scope is the marketplace that it is for, if that is known.
fn secrets(token: &SecretString, market: Option<&str>) -> Secrets {
    let access = SecretString::from(token.expose_secret().trim());
    let scopes = market.map(|market| Scope(market.to_owned())).into_iter().collect();
    Secrets { access, refresh: None, expires_at: None, scopes, of_app: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn token(keychain: &Keychain, market: Option<&str>) -> String {
        ServiceToken::of_terminal(keychain, market).await.unwrap().0.token.expose_secret().to_owned()
    }

    #[tokio::test]
    async fn no_marketplace_gets_the_token_of_another() {
        let keychain = Keychain::session();
        let first = token(&keychain, None).await;
        assert_eq!(
            token(&keychain, Some("Bazaar [x]")).await,
            first,
            "the receiver may be started before a webhook is added"
        );
        let other = token(&keychain, Some("Bazaar [evil]")).await;
        assert_ne!(other, first);
        assert_eq!(token(&keychain, Some("Bazaar [evil]")).await, other);
        assert_eq!(token(&keychain, Some("Bazaar [x]")).await, first);
        assert_eq!(token(&keychain, None).await, first, "events of the first marketplace still arrive");
    }

    #[tokio::test]
    async fn a_marketplace_that_moved_keeps_its_token() {
        let keychain = Keychain::session();
        let first = token(&keychain, Some("Bazaar [x]")).await;
        ServiceToken::terminal_moves(&keychain, "Bazaar [other]", "Bazaar [y]").await.unwrap();
        assert_ne!(token(&keychain, Some("Bazaar [y]")).await, first);
        ServiceToken::terminal_moves(&keychain, "Bazaar [x]", "Bazaar [z]").await.unwrap();
        assert_eq!(token(&keychain, Some("Bazaar [z]")).await, first);
        assert_ne!(token(&keychain, Some("Bazaar [x]")).await, first);
    }
}
