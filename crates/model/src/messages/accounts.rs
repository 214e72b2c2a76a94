//! Commands and events about marketplaces and accounts.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use secrecy::SecretString;

use vitrine_core::market::{AddressCheck, MarketDraft, TokenIdentity};
use vitrine_domain::{Account, CreateRules, Currency, Problem, Scope, UserId};

/// The field name of a rejected pasted address ([`Problem::field`]).
pub const ADDRESS_FIELD: &str = "address";

/// The content of the page that the browser finally shows, in the person's language.
#[derive(Clone, Debug)]
pub struct ClosingPage {
    /// The language tag.
    pub language: &'static str,
    pub right_to_left: bool,
    pub title: String,
    pub body: String,
}

/// Commands for choosing and setting up marketplaces, and for signing in and out.
#[derive(Debug)]
pub enum AccountCommand {
    /// Makes this the current marketplace, and signs in with a saved token if there is one.
    UseMarket(MarketChoice),
    /// Leaves the current marketplace without choosing another.
    LeaveMarket,
    /// Checks the token with `whoami` and `users/me`, then saves it.
    SignIn { token: SecretString, refresh: Option<SecretString>, keep: KeepToken },
    /// Opens the marketplace's consent page in the browser and waits for the redirect.
    SignInBrowser(BrowserSignIn),
    /// The address at which the browser ended up, for when the redirect did not arrive.
    SignInPasted(SecretString),
    /// Stops waiting for the browser.
    SignInCancel,
    /// Signs in as the program itself, with the client secret (OAuth client credentials grant).
    SignInClientCredentials { keep: KeepToken },
    /// Saves the tokens of a sign-in with [`KeepToken::Ask`], and continues as that account.
    SignInConfirm { keep: KeepToken },
    /// Opens the consent page in the browser again.
    SignInOpenAgain,
    /// Saves the program's client secret for the current marketplace in the keychain.
    SaveClientSecret(SecretString),
    /// Uses the client secret until the program ends, after the keychain refused it.
    ClientSecretThisSession,
    /// Deletes the saved client secret.
    ForgetClientSecret,
    /// Signs out the current account and keeps its unfinished imports.
    SignOut,
    /// Deletes an account's token from the keychain. With `drop`, its unfinished imports and forms are given
    /// up as well.
    SignOutOf { market: String, user: UserId, drop: bool },
    /// Switches to an account that signed in before, after creations in flight have ended.
    SwitchAccount { market: String, user: UserId },
    /// Signs in another account at the current marketplace. The current one stays in the list.
    AddAccount,
    /// Reads a market file for editing.
    MarketOpen(PathBuf),
    /// Tests each address without sending credentials.
    MarketTest(Box<MarketDraft>),
    /// Writes a market file into the data directory and makes it the current marketplace. `file` is the file
    /// that was edited.
    MarketSave { draft: Box<MarketDraft>, file: Option<PathBuf> },
    /// Removes a marketplace from the list, its accounts' tokens from the keychain, and its file from the
    /// data directory.
    MarketRemove(PathBuf),
    /// The chosen marketplace's file was asked about
    /// ([`ProblemKind::MarketMoved`](vitrine_domain::ProblemKind::MarketMoved)), and a person says that the
    /// marketplace moved: what is saved of it is for the addresses in the file.
    TrustMarket,
    /// Asks the marketplace whose token this is.
    WhoAmI,
}

impl AccountCommand {
    /// The secrets that it carries, which are not printed with it.
    pub fn secrets(&self) -> Vec<&SecretString> {
        match self {
            Self::SignIn { token, refresh, .. } => [token].into_iter().chain(refresh).collect(),
            Self::SignInPasted(secret) | Self::SaveClientSecret(secret) => vec![secret],
            _ => Vec::new(),
        }
    }
}

/// Events about signing in, the accounts and the marketplaces of this computer.
#[derive(Clone, Debug)]
pub enum AccountEvent {
    /// How one can sign in to the chosen marketplace.
    SignInMethods(SignInMethods),
    /// Every account that signed in on this computer, the most recent one first.
    Accounts(Vec<AccountEntry>),
    /// The marketplaces of the data directory and those used before, by name.
    Markets(Vec<MarketEntry>),
    ClientSecret(ClientSecretState),
    /// A sign-in succeeded; the user still has to say whether and where to save the token.
    SignInFound(FoundAccount),
    /// Another sign-in is being checked, while somebody is signed in.
    SignInChecking,
    /// That sign-in failed or was cancelled; the earlier session continues.
    SignInEnded(Option<Problem>),
    /// The address of the consent page, which opens in the browser; shown in case no browser opens.
    SignInAddress(String),
    /// Whether a browser accepted the page.
    SignInPageOpened(bool),
    /// Another account or marketplace was requested; the worker first waits for creations in flight.
    Leaving,
    /// After [`AccountEvent::Leaving`]: the account was not left, because what was requested failed. Its
    /// import goes on.
    Stayed,
    /// The marketplace asked to wait until then: what is requested is sent after that, by itself.
    AskedToWait(Timestamp),
    /// The owner of the token, as the marketplace reports it.
    WhoAmI(Result<TokenIdentity, Problem>),
}

/// Events about editing a market file.
#[derive(Clone, Debug)]
pub enum MarketFileEvent {
    /// It was read, to be edited.
    Opened { draft: Box<MarketDraft>, file: PathBuf },
    /// The result of testing each of its addresses.
    Tested(Result<Vec<AddressCheck>, Problem>),
    /// It could not be read, written or removed.
    Failed(Problem),
}

/// A marketplace to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarketChoice {
    /// The practice shop inside this program; it needs no account.
    Practice,
    /// A market file, or the name of one in the data directory.
    File(PathBuf),
    /// As `File`, named at the start of the program: a window that was at the practice shop is there again at
    /// the next start.
    Given(PathBuf),
    /// The market file that was used last.
    LastUsed,
    /// What was used last in the window: the practice shop, or that file.
    LastInWindow,
}

/// Where a token is saved after signing in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepToken {
    #[default]
    Keychain,
    /// In memory, until the program ends.
    ThisSession,
    /// Not yet: [`SignInFound`](crate::messages::AccountEvent::SignInFound) says whose it is, and
    /// [`AccountCommand::SignInConfirm`] where to save it.
    Ask,
}

/// The account of a successful sign-in, before its tokens are saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundAccount {
    pub market: String,
    pub account: Arc<Account>,
    /// When the token expires, if known.
    pub expires_at: Option<Timestamp>,
    /// Whether it can be renewed without asking the user.
    pub renewable: bool,
    /// Why it could not be saved where the user wanted.
    pub problem: Option<Problem>,
}

/// How one can sign in at the current marketplace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignInMethods {
    pub market: String,
    /// `None` for the practice shop.
    pub file: Option<PathBuf>,
    /// The OAuth client id of this program.
    pub client_id: Option<String>,
    /// Through the browser: client id, redirect address and consent page are known.
    pub browser: bool,
    /// The user has to provide the client secret; no server of theirs holds it.
    pub needs_secret: bool,
    /// The scopes of the market file.
    pub scopes: Vec<Scope>,
    /// The page where people get a token, and its host.
    pub help: Option<HelpPage>,
}

/// A page of the marketplace that helps people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpPage {
    pub address: String,
    /// Named on the button that opens it.
    pub host: String,
}

/// Whether a client secret is available.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ClientSecretState {
    /// No secret was given.
    #[default]
    None,
    /// In the keychain, or given by the environment.
    Kept,
    /// In memory until the program ends.
    ThisSession,
    /// It was given, and the keychain did not accept it.
    NotKept(Problem),
}

/// An account in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountEntry {
    pub market: String,
    pub account: Account,
    /// When it was signed in last.
    pub used_at: Timestamp,
    /// Whether a token of it is available.
    pub signed_in: bool,
    pub current: bool,
    /// Products of its imports that wait to be created.
    pub waiting: usize,
    /// Products that its runs of changes have not changed yet, or leave to a decision.
    pub changes: usize,
}

/// A marketplace in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketEntry {
    /// What its accounts belong to; none if its file cannot be used.
    pub id: Option<String>,
    pub name: String,
    pub file: PathBuf,
    /// The number of accounts that signed in there.
    pub accounts: usize,
    /// Why its file cannot be used.
    pub problem: Option<Problem>,
    /// Whether it only is on offer: its file comes with the program and was not used yet. `file` is what to
    /// choose it by.
    pub is_offered: bool,
}

/// A sign-in through the browser.
#[derive(Clone, Debug)]
pub struct BrowserSignIn {
    /// Empty for the scopes of the market file.
    pub scopes: Vec<Scope>,
    pub keep: KeepToken,
    pub redirect: RedirectMode,
    /// The page that the browser shows at the end.
    pub page: ClosingPage,
}

/// How the consent returns from the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedirectMode {
    /// The redirect is received if the registered address is on this computer; its address may be pasted as
    /// well.
    Listen,
    /// Only by pasting the redirect's address: another program holds the port, or the browser is on another
    /// computer.
    Paste,
}

/// Who is signed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Session {
    /// No marketplace is chosen, or nobody is signed in.
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
        /// What this marketplace requires of a product, from its market file.
        rules: Arc<CreateRules>,
        /// The currency of its prices, from its market file.
        currency: Currency,
    },
}
