//! What the tasks of the accounts service end with.

use std::sync::Arc;

use jiff::Timestamp;

use super::credentials::check::SignedIn;
use crate::auth::{Closing, Secrets};
use crate::worker::session::{Market, TokenStore};
use vitrine_core::market::{AddressCheck, TokenIdentity};
use vitrine_domain::{Account, AccountKey, Problem, UserId};
use vitrine_model::messages::{ClientSecretState, FoundAccount};

/// A successful sign-in whose tokens are not saved yet.
#[derive(Clone)]
pub struct UnsavedSignIn {
    pub market: Market,
    pub account: Account,
    pub secrets: Secrets,
}

impl UnsavedSignIn {
    /// The event that asks where to save the tokens. `problem`: why saving failed.
    pub fn to_event(&self, problem: Option<Problem>) -> FoundAccount {
        FoundAccount {
            market: self.market.id.clone(),
            account: Arc::new(self.account.clone()),
            expires_at: self.secrets.expires_at,
            renewable: self.secrets.is_renewable(),
            problem,
        }
    }
}

/// An account whose tokens are in memory only.
pub struct InMemoryAccount {
    pub market: String,
    pub account: Account,
    pub secrets: Secrets,
    /// Where the tokens were renewed since, if they can be.
    pub token_store: Option<Arc<TokenStore>>,
    /// When it was signed in last.
    pub used_at: Timestamp,
}

/// The result of a sign-out.
pub struct SignedOut {
    pub market: String,
    pub user: Option<UserId>,
    /// The shop whose imports are given up with the account.
    pub shop: Option<AccountKey>,
    pub drop: bool,
    /// The account, if its tokens were in memory only.
    pub unsaved: Option<InMemoryAccount>,
    pub result: Result<(), Problem>,
}

/// The result of a task of the accounts service.
pub enum AccountTaskResult {
    SignedIn(Result<SignedIn, Problem>),
    /// A token that was about to expire was renewed, or could not be.
    Renewed {
        of: Arc<TokenStore>,
        result: Result<Secrets, Problem>,
    },
    /// Saving renewed tokens that the keychain had not accepted was tried again.
    TokensSaved,
    RedirectReceived(Closing),
    ConsentPageReady {
        address: String,
        /// Whether the page is to be opened on this computer.
        opens: bool,
    },
    PageOpened(bool),
    SignedOut(SignedOut),
    /// The tokens were saved, or could not be.
    Kept(Result<SignedIn, Problem>),
    ClientSecret {
        market: String,
        state: ClientSecretState,
    },
    MarketTested(Result<Vec<AddressCheck>, Problem>),
    /// A token was deleted from the keychain, or could not be.
    TokenDropped(Result<(), Problem>),
    WhoAmI(Result<TokenIdentity, Problem>),
    /// The secrets of a marketplace that moved were copied: those of these entries.
    SecretsMoved {
        market: String,
        copied: Vec<String>,
    },
}
