//! The state of a sign-in, and the list of accounts.

pub mod setup;

use jiff::Timestamp;

use crate::messages::ADDRESS_FIELD;
use crate::messages::{
    AccountCommand, AccountEntry, AccountEvent, ClientSecretState, Command, FoundAccount, MarketEntry,
    SignInMethods,
};
use vitrine_core::market::TokenIdentity;
use vitrine_domain::{Problem, Scope, UserId};

/// A question that is asked before an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Signing out: keep or cancel the products that wait?
    SignOut(AccountEntry),
    /// Leaving the account pauses the import or the changes that are running.
    Leave(LeaveTarget),
    /// Closing the window does so, too.
    Close,
    /// Removing a marketplace.
    RemoveMarket(MarketEntry),
}

/// Where to go when leaving the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeaveTarget {
    /// To another saved account.
    Switch { market: String, user: UserId },
    /// To an additional account.
    Add,
    /// To another marketplace, which is chosen next.
    Market,
    /// Sign out of the practice shop, which saves no account.
    SignOut,
}

impl LeaveTarget {
    /// The command that leaves the account.
    pub fn command(self) -> Command {
        match self {
            Self::Switch { market, user } => Command::Account(AccountCommand::SwitchAccount { market, user }),
            Self::Add => Command::Account(AccountCommand::AddAccount),
            Self::Market => Command::Account(AccountCommand::LeaveMarket),
            Self::SignOut => Command::Account(AccountCommand::SignOut),
        }
    }
}

/// Signing in again to get a token with more scopes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reauthorization {
    /// The scopes that the token lacks.
    pub needed: Vec<Scope>,
    /// Why the last attempt failed.
    pub problem: Option<Problem>,
}

/// The state of signing in.
#[derive(Debug, Default)]
pub struct SignIn {
    /// The sign-in methods of the marketplace.
    pub methods: SignInMethods,
    /// Whether a client secret is saved.
    pub secret: ClientSecretState,
    /// The address of the consent page that is open in the browser.
    pub address: Option<String>,
    /// Whether no browser could be opened.
    pub no_browser: bool,
    /// Why the pasted address was rejected.
    pub address_problem: Option<Problem>,
    /// The account found, which the user has to confirm.
    pub found: Option<FoundAccount>,
    /// Whether the marketplace is checking a new token while another account is signed in.
    pub checking: bool,
    /// Signing in again, while its page is open.
    pub reauthorization: Option<Reauthorization>,
    /// What the marketplace says of the token in use, once it was asked.
    pub identity: Option<TokenIdentity>,
    /// The saved accounts.
    pub accounts: Vec<AccountEntry>,
    /// The saved marketplaces.
    pub markets: Vec<MarketEntry>,
    /// The question that is open.
    pub question: Option<Question>,
    /// Whether creations under way are waited for before the account is left.
    pub leaving: bool,
    /// Until when the marketplace asked to wait.
    pub asked_to_wait: Option<Timestamp>,
}

impl SignIn {
    /// So many products of the current account wait, now that an import is on the screen.
    pub(super) fn set_waiting(&mut self, waiting: usize) {
        self.accounts.iter_mut().filter(|entry| entry.current).for_each(|entry| entry.waiting = waiting);
    }

    /// So many products of the account signed in are not changed yet, or wait for a decision.
    pub(super) fn set_changes(&mut self, changes: usize) {
        self.accounts.iter_mut().filter(|entry| entry.current).for_each(|entry| entry.changes = changes);
    }

    /// Applies an event of the sign-in. A returned problem has to be shown as a notification.
    pub(super) fn apply(&mut self, event: AccountEvent) -> Option<Problem> {
        match event {
            AccountEvent::SignInMethods(methods) => {
                self.methods = methods;
                self.secret = ClientSecretState::None;
            }
            // A marketplace may have no such operation.
            AccountEvent::WhoAmI(result) => self.identity = result.ok(),
            AccountEvent::ClientSecret(state) => self.secret = state,
            AccountEvent::Accounts(accounts) => self.accounts = accounts,
            AccountEvent::Markets(markets) => self.markets = markets,
            AccountEvent::SignInAddress(address) => {
                self.address = Some(address);
                (self.address_problem, self.no_browser) = (None, false);
            }
            AccountEvent::SignInPageOpened(opened) => self.no_browser = !opened,
            AccountEvent::SignInChecking => {
                self.checking = true;
                self.address = None;
            }
            AccountEvent::SignInFound(found) => {
                self.checking = false;
                self.address = None;
                self.found = Some(found);
            }
            AccountEvent::SignInEnded(problem) => {
                (self.checking, self.found, self.address) = (false, None, None);
                match &mut self.reauthorization {
                    Some(again) => again.problem = problem,
                    None => return problem,
                }
            }
            AccountEvent::Leaving => self.leaving = true,
            AccountEvent::Stayed => self.leaving = false,
            AccountEvent::AskedToWait(until) => self.asked_to_wait = Some(until),
        }
        None
    }

    /// Takes a problem with the pasted address; returns whether it was one.
    pub(super) fn take_problem(&mut self, problem: &Problem) -> bool {
        let mine = self.address.is_some() && problem.field.as_deref() == Some(ADDRESS_FIELD);
        if mine {
            self.address_problem = Some(problem.clone());
        }
        mine
    }

    /// The session changed, which ends the attempt.
    pub(super) fn session_changed(&mut self, signed_in: bool) {
        (self.address, self.address_problem, self.found, self.checking, self.leaving) =
            (None, None, None, false, false);
        self.identity = None;
        if signed_in {
            self.reauthorization = None;
            self.question = None;
        }
    }

    /// The scopes to request: those of the market file, else reading and writing products, and those that
    /// were lacking.
    pub fn proposed_scopes(&self) -> Vec<Scope> {
        let mut scopes = self.methods.scopes.clone();
        if scopes.is_empty() {
            scopes = [Scope::PRODUCT_READ, Scope::PRODUCT_WRITE].map(|name| Scope(name.to_owned())).to_vec();
        }
        let needed = self.reauthorization.iter().flat_map(|again| again.needed.iter());
        for scope in needed {
            if !scopes.contains(scope) {
                scopes.push(scope.clone());
            }
        }
        scopes
    }
}
