//! What is asked about marketplaces and accounts, and who is signed in.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use secrecy::SecretString;

use crate::auth::ClosingPage;
use crate::domain::{Account, CreateRules, Currency, Problem, Scope, UserId};
use crate::market::MarketDraft;

/// Choosing and setting up marketplaces, signing in and out.
#[derive(Debug)]
pub enum AccountCommand {
    /// Makes this the marketplace to work with, and signs in with a kept token when there is one.
    UseMarket(MarketChoice),
    /// No marketplace is chosen any more.
    LeaveMarket,
    /// Checks the token with whoami and users/me, then keeps it.
    SignIn {
        token: SecretString,
        refresh: Option<SecretString>,
        keep: KeepToken,
    },
    /// Opens the marketplace's consent page in the browser and waits for it to come back.
    SignInBrowser(BrowserSignIn),
    /// The address the browser ended up at, for when it could not come back by itself.
    SignInPasted(SecretString),
    /// Gives up waiting for the browser.
    SignInCancel,
    /// Signs the program itself in, for no person, with the client secret of the options.
    SignInClientCredentials {
        keep: KeepToken,
    },
    /// Keeps what a sign-in with [`KeepToken::Ask`] brought, and goes on as that account.
    SignInConfirm {
        keep: KeepToken,
    },
    /// Shows the consent page in the browser once more.
    SignInOpenAgain,
    /// What this program proves itself with at the marketplace now chosen. Rests in the keychain.
    SaveClientSecret(SecretString),
    /// The keychain did not take it: it is used until the program ends.
    ClientSecretThisSession,
    ForgetClientSecret,
    /// Signs the current account out and keeps what waits of it.
    SignOut,
    /// Takes an account's token out of the keychain. With `drop`, what waits of its imports and forms is given up, too.
    SignOutOf {
        market: String,
        user: UserId,
        drop: bool,
    },
    /// Goes on as an account that signed in before. A product on its way is waited for.
    SwitchAccount {
        market: String,
        user: UserId,
    },
    /// Asks for one more account at the marketplace now chosen. The one signed in stays in the list.
    AddAccount,
    /// Reads a market file to be changed.
    MarketOpen(PathBuf),
    /// Tries each address; sends no credentials.
    MarketTest(Box<MarketDraft>),
    /// Writes a market file into the data directory and makes it the marketplace to work with. `file` is what it was read from.
    MarketSave {
        draft: Box<MarketDraft>,
        file: Option<PathBuf>,
    },
    /// Takes a marketplace off the list, its accounts' tokens out of the keychain, and its file out of the data directory.
    MarketRemove(PathBuf),
    /// Asks the marketplace whose token this is.
    WhoAmI,
}

impl AccountCommand {
    /// Whether whoever is signed in is left by it.
    pub const fn leaves_account(&self) -> bool {
        matches!(
            self,
            Self::UseMarket(_)
                | Self::SwitchAccount { .. }
                | Self::AddAccount
                | Self::LeaveMarket
                | Self::SignOut
                | Self::SignOutOf { .. }
                | Self::MarketSave { .. }
                | Self::MarketRemove(_)
        )
    }
}

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
    /// Nowhere yet: [`SignInFound`](crate::worker::Event::SignInFound) says whose it is, and [`AccountCommand::SignInConfirm`] where to keep it.
    Ask,
}

/// Who a sign-in found, before anything is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAccount {
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
pub struct SignInMethods {
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
    pub redirect: RedirectMode,
    /// What the browser shows in the end.
    pub page: ClosingPage,
}

/// How the consent comes back from the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectMode {
    /// By itself, where the registered address is on this computer; pasting its address serves too.
    Listen,
    /// Only by pasting its address: another program holds the port, or the browser is on another computer.
    Paste,
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
