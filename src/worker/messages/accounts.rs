//! What is said about marketplaces, signing in and who is signed in.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;

use crate::auth::ClosingPage;
use crate::domain::{Account, CreateRules, Currency, Problem, Scope};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarketChoice {
    /// The practice shop inside this program; needs no account.
    Practice,
    /// A market file, or the name of one in the data directory.
    File(PathBuf),
    /// The market file used last.
    LastUsed,
}

/// Where a token lives after sign-in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepToken {
    #[default]
    Keychain,
    /// In memory, until the program ends.
    ThisSession,
    /// Nowhere yet: [`Event::SignInFound`] says whose it is, and [`Command::SignInConfirm`] where to keep it.
    Ask,
}

/// Who a sign-in found, before anything is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub market: String,
    pub account: Arc<Account>,
    /// When the token ends, where that is known.
    pub expires_at: Option<Timestamp>,
    /// It can be renewed without asking anyone.
    pub renewable: bool,
    /// Why it could not be kept where it was to be.
    pub problem: Option<Problem>,
}

/// How the marketplace now chosen can be signed in to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    pub market: String,
    /// `None` for the practice shop.
    pub file: Option<PathBuf>,
    /// How this program is known there.
    pub client_id: Option<String>,
    /// Through the browser: client id, return address and consent page are known.
    pub browser: bool,
    /// The client secret is asked of the person; no server of theirs holds it.
    pub needs_secret: bool,
    /// Those of the market file.
    pub scopes: Vec<Scope>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ClientSecretState {
    /// Nobody gave one.
    #[default]
    None,
    /// In the keychain, or given from outside the window.
    Kept,
    ThisSession,
    /// It was given, and the keychain did not take it.
    NotKept(Problem),
}

/// An account in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountEntry {
    pub market: String,
    pub account: Account,
    pub used_at: Timestamp,
    /// A token of it is at hand.
    pub signed_in: bool,
    pub current: bool,
    /// Products of its imports that wait to be created.
    pub waiting: usize,
}

/// A marketplace in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketEntry {
    pub name: String,
    pub file: PathBuf,
    /// Accounts that signed in there.
    pub accounts: usize,
    /// Why its file cannot be used.
    pub problem: Option<Problem>,
}

#[derive(Clone, Debug)]
pub struct BrowserSignIn {
    /// Empty for those of the market file.
    pub scopes: Vec<Scope>,
    pub keep: KeepToken,
    pub back: Return,
    /// What the browser shows in the end.
    pub page: ClosingPage,
}

/// How the consent comes back from the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// By itself, where the registered address is on this computer; pasting its address serves too.
    Caught,
    /// Only by pasting its address: another program holds the port, or the browser is on another computer.
    Pasted,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Session {
    /// No marketplace chosen yet, or signed out. `problem` says why, when nobody asked for it.
    #[default]
    Nobody,
    Checking {
        market: String,
    },
    SignedOut {
        market: String,
        practice: bool,
        problem: Option<Problem>,
    },
    /// Without `account.vendor` there is no shop, and nothing can be listed or created.
    SignedIn {
        market: String,
        practice: bool,
        account: Arc<Account>,
        scopes: Vec<Scope>,
        /// What this marketplace asks of a product, from its market file.
        rules: Arc<CreateRules>,
        /// What its prices are counted in, likewise.
        currency: Currency,
    },
}
