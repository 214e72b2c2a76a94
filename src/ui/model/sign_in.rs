//! A sign-in as far as it has come, and the accounts there are.

use crate::auth::ADDRESS_FIELD;
use crate::domain::{Problem, Scope, UserId};
use crate::worker::{AccountCommand, AccountEntry, ClientSecretState, Command, Event, FoundAccount, MarketEntry, SignInMethods};

/// Something that wants a word of the person first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Signing out: what becomes of what waits?
    SignOut(AccountEntry),
    /// Going over to this account (or to one more, or none) pauses the import.
    Leave(Leave),
    RemoveMarket(MarketEntry),
}

/// Where to, away from the account signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    Switch {
        market: String,
        user: UserId,
    },
    Add,
    /// To another marketplace, at first to none.
    Market,
    /// Out of the practice shop, which keeps no account.
    SignOut,
}

impl Leave {
    pub fn command(self) -> Command {
        match self {
            Self::Switch { market, user } => Command::Account(AccountCommand::SwitchAccount { market, user }),
            Self::Add => Command::Account(AccountCommand::AddAccount),
            Self::Market => Command::Account(AccountCommand::LeaveMarket),
            Self::SignOut => Command::Account(AccountCommand::SignOut),
        }
    }
}

/// Signing in once more while signed in, for a token that may do more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Again {
    /// What the token lacks.
    pub needed: Vec<Scope>,
    /// Why the last attempt came to nothing.
    pub problem: Option<Problem>,
}

#[derive(Debug, Default)]
pub struct SignIn {
    pub ways: SignInMethods,
    pub secret: ClientSecretState,
    /// The consent page that is open in the browser.
    pub address: Option<String>,
    /// No browser could be opened for it.
    pub no_browser: bool,
    /// Why the pasted address was not taken.
    pub address_problem: Option<Problem>,
    /// To be confirmed, and kept.
    pub found: Option<FoundAccount>,
    /// The marketplace is being asked, while somebody is signed in.
    pub checking: bool,
    pub again: Option<Again>,
    pub accounts: Vec<AccountEntry>,
    pub markets: Vec<MarketEntry>,
    pub question: Option<Question>,
    /// Products on their way are waited for, before the account is left.
    pub leaving: bool,
}

impl SignIn {
    /// What of the sign-in was told. A problem that comes back belongs to no screen.
    pub(super) fn apply(&mut self, event: Event) -> Option<Problem> {
        match event {
            Event::SignInMethods(ways) => {
                self.ways = ways;
                self.secret = ClientSecretState::None;
            }
            Event::ClientSecret(state) => self.secret = state,
            Event::Accounts(accounts) => self.accounts = accounts,
            Event::Markets(markets) => self.markets = markets,
            Event::SignInAddress(address) => {
                self.address = Some(address);
                (self.address_problem, self.no_browser) = (None, false);
            }
            Event::SignInPageOpened(opened) => self.no_browser = !opened,
            Event::SignInChecking => {
                self.checking = true;
                self.address = None;
            }
            Event::SignInFound(found) => {
                self.checking = false;
                self.address = None;
                self.found = Some(found);
            }
            Event::SignInEnded(problem) => {
                (self.checking, self.found, self.address) = (false, None, None);
                match &mut self.again {
                    Some(again) => again.problem = problem,
                    None => return problem,
                }
            }
            Event::Leaving => self.leaving = true,
            _ => {}
        }
        None
    }

    /// True when the problem is about the address that was pasted, and shown there.
    pub(super) fn takes(&mut self, problem: &Problem) -> bool {
        let mine = self.address.is_some() && problem.field.as_deref() == Some(ADDRESS_FIELD);
        if mine {
            self.address_problem = Some(problem.clone());
        }
        mine
    }

    /// The session changed: an attempt has come to its end, or a new one began.
    pub(super) fn session_changed(&mut self, signed_in: bool) {
        (self.address, self.address_problem, self.found, self.checking, self.leaving) = (None, None, None, false, false);
        if signed_in {
            self.again = None;
            self.question = None;
        }
    }

    /// The scopes to ask for: those of the market file, else reading and writing products, and what is lacking.
    pub fn proposed_scopes(&self) -> Vec<Scope> {
        let mut scopes = self.ways.scopes.clone();
        if scopes.is_empty() {
            scopes = [Scope::PRODUCT_READ, Scope::PRODUCT_WRITE].map(|name| Scope(name.to_owned())).to_vec();
        }
        let needed = self.again.iter().flat_map(|again| again.needed.iter());
        for scope in needed {
            if !scopes.contains(scope) {
                scopes.push(scope.clone());
            }
        }
        scopes
    }
}
