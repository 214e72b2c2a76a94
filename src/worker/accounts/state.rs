//! The state of the accounts service besides the session.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;
use tokio::time::Instant;

use super::credentials::check::SignedIn;
use super::credentials::grant::PendingConsent;
use super::credentials::renewer::Renewals;
use super::practice::Practice;
use crate::auth::{Closing, Secrets};
use crate::worker::session::{Holders, Market, TokenStore};
use vitrine_core::market::{AddressCheck, TokenIdentity};
use vitrine_domain::{Account, AccountKey, Origins, Problem, UserId};
use vitrine_model::messages::{ClientSecretState, FoundAccount};

/// The service that owns marketplaces, accounts and the session.
#[derive(Default)]
pub struct Accounts {
    /// The sign-in that waits for the consent page.
    pub(super) pending_consent: Option<PendingConsent>,
    pub(super) closing_page: Option<Closing>,
    /// The sign-in that waits for the user to say where to save its tokens.
    pub(super) unsaved_sign_in: Option<UnsavedSignIn>,
    /// Accounts whose tokens are in memory only, by the name of their keychain entry.
    pub(super) this_session: HashMap<String, InMemoryAccount>,
    /// Client secrets that are in memory only, or not yet in the keychain, by marketplace.
    pub(super) client_secrets: HashMap<String, SecretString>,
    pub(super) renewals: Renewals,
    /// Who may write which keychain entry.
    pub(super) holders: Holders,
    /// Whether the present attempt to sign in was given up; each has its own.
    pub(super) abandoned: Arc<AtomicBool>,
    /// When to try again to save renewed tokens that the keychain has not accepted.
    pub(super) save_tokens_at: Option<Instant>,
    /// Until when the marketplace asked to wait, as it was kept last, on the clock of its gate.
    pub(super) kept_wait: Option<Duration>,
    pub(super) practice: Option<Practice>,
    /// What nobody has said yet about the current marketplace's file.
    pub(super) question: Option<Question>,
    /// The account, by its marketplace, that signed in and could not be noted as the current one.
    pub(super) unnoted: Option<(String, Arc<Account>)>,
}

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
pub enum TaskResult {
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

/// What a person has not decided yet about the current marketplace.
pub struct Question {
    pub(super) file: PathBuf,
    pub(super) origins: Origins,
    /// Whose secrets the file would use, by the name or id under which they are saved.
    pub(super) from: Option<String>,
    /// Whether they may be used without being asked about: they are sent nowhere else.
    pub(super) is_safe: bool,
    pub(super) problem: Problem,
}
