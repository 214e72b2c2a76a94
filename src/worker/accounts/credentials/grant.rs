//! An open consent page, and the exchange of the user's consent for tokens.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::task::AbortHandle;

use super::check::{self, SaveOptions, SignedIn};
use super::client_secret::client_secret;
use crate::auth::{Consent, Expected, StartPage};
use crate::worker::session::Market;
use vitrine_domain::{Problem, Scope};

/// A sign-in that waits for the consent page in the browser.
pub struct PendingConsent {
    pub expected: Expected,
    pub grant: Grant,
    /// The address of the consent page.
    pub address: String,
    /// Where the browser was opened last.
    pub start_page: Option<StartPage>,
    pub task: AbortHandle,
}

/// Dropping it frees the port. A task that has ended is not affected.
impl Drop for PendingConsent {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What exchanging the user's consent for tokens needs.
#[derive(Clone)]
pub struct Grant {
    pub market: Market,
    pub scopes: Vec<Scope>,
    pub verifier: Option<SecretString>,
    pub client_secret: Option<SecretString>,
    pub keep: SaveOptions,
}

impl Grant {
    /// Exchanges the consent for tokens, checks them and saves them.
    ///
    /// # Errors
    /// The reason of a denied consent, or the problem of a request.
    pub async fn redeem(&self, consent: Consent) -> Result<SignedIn, Problem> {
        let client = &self.market.client;
        let code = match consent {
            Consent::Code(code) => code,
            Consent::Denied { error, description } => {
                return Err(client.consent_denied(&error, description.as_deref(), &self.scopes));
            }
        };
        let verifier = self.verifier.as_ref().map(ExposeSecret::expose_secret);
        let client_secret =
            client_secret(&self.market, self.client_secret.clone(), self.keep.stores.keychain()).await;
        let tokens = client.exchange_code(code.expose_secret(), verifier, client_secret.as_ref()).await?;
        let secrets = check::secrets_of(tokens, None, self.scopes.clone(), Timestamp::now());
        check::check_and_keep(&self.market, secrets, &self.keep).await
    }
}
