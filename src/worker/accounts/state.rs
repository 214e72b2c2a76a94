//! What the accounts know beside the one signed in.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use secrecy::SecretString;

use super::check::SignedIn;
use super::grant::{Asking, ClosingPage};
use super::messages::{ClientSecretState, FoundAccount};
use super::practice::Practice;
use super::renewer::Renewals;
use super::session::Market;
use super::token_store::TokenStore;
use crate::auth::Secrets;
use crate::domain::{Account, AccountKey, Problem, UserId};
use crate::market::{AddressCheck, TokenIdentity};

#[derive(Default)]
pub struct Accounts {
    /// A consent page is open somewhere.
    pub(super) asking: Option<Asking>,
    pub(super) closing_page: Option<ClosingPage>,
    /// FoundAccount, and not yet said where to keep.
    pub(super) confirming: Option<Confirming>,
    /// Tokens kept for this session only, by their name in a keychain.
    pub(super) this_session: HashMap<String, ThisSession>,
    /// Client secrets kept for this session only, or not yet in the keychain, by marketplace.
    pub(super) client_secrets: HashMap<String, SecretString>,
    pub(super) renewals: Renewals,
    pub(super) practice: Option<Practice>,
}

/// FoundAccount, and not yet kept.
#[derive(Clone)]
pub struct Confirming {
    pub market: Market,
    pub account: Account,
    pub secrets: Secrets,
}

impl Confirming {
    pub fn found(&self, problem: Option<Problem>) -> FoundAccount {
        FoundAccount {
            market: self.market.name.clone(),
            account: Arc::new(self.account.clone()),
            expires_at: self.secrets.expires_at,
            renewable: self.secrets.refresh.is_some(),
            problem,
        }
    }
}

pub struct ThisSession {
    pub market: String,
    pub account: Account,
    pub secrets: Secrets,
    /// Where they were renewed since, if they can be.
    pub token_store: Option<Arc<TokenStore>>,
    pub used_at: Timestamp,
}

/// What a sign-out that was asked for came to.
pub struct SignedOut {
    pub market: String,
    pub user: Option<UserId>,
    /// The shop whose imports are given up with the account.
    pub shop: Option<AccountKey>,
    pub drop: bool,
    pub result: Result<(), Problem>,
}

/// What a task of the accounts came to.
pub enum TaskResult {
    SignedIn(Result<SignedIn, Problem>),
    /// A token that was about to end was renewed, or could not be.
    Renewed(Result<Secrets, Problem>),
    SignInCaught(ClosingPage),
    SignInAsked {
        address: String,
        /// The page is to be opened here, too.
        opens: bool,
    },
    PageOpened(bool),
    SignedOut(SignedOut),
    /// What was found is in the keychain, or is not.
    Kept(Result<SignedIn, Problem>),
    ClientSecret {
        market: String,
        state: ClientSecretState,
    },
    MarketTested(Result<Vec<AddressCheck>, Problem>),
    /// A token was taken out of the keychain, or was not.
    TokenDropped(Result<(), Problem>),
    WhoAmI(Result<TokenIdentity, Problem>),
}
