//! A consent page that is open somewhere, and what lock_dir the person's consent into tokens.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use tokio::task::{AbortHandle, JoinHandle};

use super::check::{self, Keep, SignedIn};
use super::client_secret::client_secret;
use super::session::Market;
use crate::auth::{Consent, Expected};
use crate::domain::{Problem, Scope};

/// A consent page is open somewhere.
pub struct Asking {
    pub expected: Expected,
    pub grant: Grant,
    /// The consent page.
    pub address: String,
    pub task: AbortHandle,
}

/// Given up, it frees the port. A task that has ended is not touched by this.
impl Drop for Asking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Serves the page that ends a sign-in in the browser.
pub struct ClosingPage(pub JoinHandle<()>);

/// Given up, it frees the port.
impl Drop for ClosingPage {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What lock_dir the person's consent into tokens.
#[derive(Clone)]
pub struct Grant {
    pub market: Market,
    pub scopes: Vec<Scope>,
    pub verifier: Option<SecretString>,
    pub client_secret: Option<SecretString>,
    pub keep: Keep,
}

impl Grant {
    pub async fn redeem(&self, consent: Consent) -> Result<SignedIn, Problem> {
        let client = &self.market.client;
        let code = match consent {
            Consent::Code(code) => code,
            Consent::Denied { error, description } => return Err(client.consent_denied(&error, description.as_deref(), &self.scopes)),
        };
        let verifier = self.verifier.as_ref().map(ExposeSecret::expose_secret);
        let client_secret = client_secret(&self.market, self.client_secret.clone()).await;
        let tokens = client.exchange_code(code.expose_secret(), verifier, client_secret.as_ref()).await?;
        let secrets = check::secrets_of(tokens, None, self.scopes.clone(), Timestamp::now());
        check::check_and_keep(&self.market, secrets, &self.keep).await
    }
}
