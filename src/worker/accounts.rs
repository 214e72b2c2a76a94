//! Several accounts side by side: the list of them, going over to another, signing out.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;
use tokio::time::Instant;

use super::confirm::Confirming;
use super::hub::{Done, Hub};
use super::imports::wall;
use super::renewal::Place;
use super::session::Live;
use super::{AccountEntry, Command, Event, MarketChoice, Session};
use crate::auth::{Keychain, Secrets, entry_name};
use crate::domain::{Account, AccountKey, Code, Problem, UserId};
use crate::import::State;
use crate::import::journal::{Ledger, Record};

/// Products on their way are waited for so long before an account is left. What is not answered by then is looked for in the
/// shop when the account goes on.
const LEAVE_LIMIT: Duration = Duration::from_secs(10);

/// What the hub knows of accounts beside the one signed in.
#[derive(Default)]
pub struct Accounts {
    /// Found, and not yet said where to keep.
    pub confirming: Option<Confirming>,
    /// Tokens kept for this session only, by their name in a keychain.
    pub session: HashMap<String, ThisSession>,
    /// Client secrets kept for this session only, or not yet in the keychain, by marketplace.
    pub client_secrets: HashMap<String, SecretString>,
    /// What was asked for while products were on their way, and until when they are waited for.
    leaving: Option<(Command, Instant)>,
    /// Whose imports are on the screen.
    pub shown: Option<AccountKey>,
}

pub struct ThisSession {
    pub market: String,
    pub account: Account,
    pub secrets: Secrets,
    /// Where they were renewed since, if they can be.
    pub place: Option<Arc<Place>>,
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

impl Accounts {
    pub fn next_timer(&self) -> Option<Instant> {
        self.leaving.as_ref().map(|(_, until)| *until)
    }
}

impl Hub {
    /// Whether the command has to wait for products on their way. It is then done by [`Hub::leave_when_settled`].
    pub(super) fn leaves_first(&mut self, command: Command) -> Option<Command> {
        let leaves = matches!(
            command,
            Command::UseMarket(_)
                | Command::SwitchAccount { .. }
                | Command::AddAccount
                | Command::LeaveMarket
                | Command::SignOut
                | Command::SignOutOf { .. }
                | Command::MarketSave { .. }
                | Command::MarketRemove(_)
        );
        if !leaves || self.imports.creations_under_way() == 0 {
            return Some(command);
        }
        self.import_pause();
        self.accounts.leaving = Some((command, Instant::now() + LEAVE_LIMIT));
        self.tell(Event::Leaving);
        None
    }

    pub(super) fn leave_when_settled(&mut self) {
        let settled = self.imports.creations_under_way() == 0;
        if let Some((command, _)) = self.accounts.leaving.take_if(|(_, until)| settled || *until <= Instant::now()) {
            self.perform(command);
        }
    }

    /// Nothing of the account is on the screens any more; its imports wait in the journal.
    pub(super) fn leave_account(&mut self) {
        self.drop_imports();
        self.drop_waiting();
        self.live = None;
        self.accounts.confirming = None;
        self.accounts.shown = None;
        self.next_attempt();
        self.tell(Event::Left);
    }

    /// An import of one account is never shown to another, let alone continued.
    pub(super) fn leave_other_account(&mut self, account: Option<AccountKey>) {
        if self.accounts.shown.is_some() && self.accounts.shown != account {
            self.drop_imports();
            self.drop_waiting();
            self.tell(Event::Left);
        }
        self.accounts.shown = account;
    }

    pub(super) fn tell_accounts(&mut self) {
        match self.account_entries() {
            Ok(entries) => self.tell(Event::Accounts(entries)),
            Err(problem) => self.tell(Event::Problem(problem)),
        }
    }

    fn account_entries(&self) -> Result<Vec<AccountEntry>, Problem> {
        let current = |market: &str, account: &Account| {
            self.live.as_ref().is_some_and(|live: &Live| live.market == market && live.account.id == account.id)
        };
        let mut entries = Vec::new();
        for (name, kept) in &self.accounts.session {
            let ThisSession { market, account, used_at, .. } = kept;
            debug_assert_eq!(*name, entry_name(market, &account.id));
            entries.push((market.clone(), account.clone(), *used_at, true));
        }
        for known in self.store.accounts()? {
            let listed = entries.iter().any(|(market, account, ..)| *market == known.market && account.id == known.account.id);
            if !listed {
                entries.push((known.market, known.account, known.used_at, known.kept));
            }
        }
        entries.sort_by_key(|(_, _, used_at, _)| std::cmp::Reverse(*used_at));
        let entry = |(market, account, used_at, signed_in): (String, Account, Timestamp, bool)| {
            let waiting = match account.key(&market) {
                Some(key) => self.unfinished(&key)?.map_or(0, |unfinished| unfinished.counts.waiting),
                None => 0,
            };
            Ok(AccountEntry { current: current(&market, &account), market, account, used_at, signed_in, waiting })
        };
        entries.into_iter().map(entry).collect()
    }

    pub(super) fn switch_account(&mut self, market: &str, user: &UserId) {
        if let Err(problem) = self.go_over_to(market, user) {
            self.tell(Event::Problem(problem));
        }
    }

    fn go_over_to(&mut self, market: &str, user: &UserId) -> Result<(), Problem> {
        if self.market.as_ref().is_some_and(|known| known.name == market && !known.practice) {
            self.leave_account();
        } else {
            let files = self.store.market_files()?;
            let file = files.into_iter().find(|(name, _)| name == market).map(|(_, file)| file);
            let file = file.ok_or_else(|| Problem::new(Code::NoMarket).about(market))?;
            self.enter_market(MarketChoice::File(file))?;
            // Another file lies there now. Its marketplace must not be shown this account's token.
            if self.market.as_ref().is_none_or(|found| found.name != market) {
                self.tell_signed_out(None);
                return Err(Problem::new(Code::NoMarket).about(market));
            }
        }
        if let Some(kept) = self.accounts.session.get(&entry_name(market, user)) {
            let (account, secrets, place) = (kept.account.clone(), kept.secrets.clone(), kept.place.clone());
            self.check_this_session(account, secrets, place);
            return Ok(());
        }
        self.store.choose_account(market, user)?;
        self.tell(Event::Session(Session::Checking { market: market.to_owned() }));
        self.check_kept_token();
        Ok(())
    }

    pub(super) fn add_account(&mut self) {
        self.leave_account();
        self.tell_accounts();
        self.tell_signed_out(None);
    }

    pub(super) fn leave_for_no_market(&mut self) {
        self.leave_market();
        self.tell_accounts();
        self.tell(Event::Session(Session::Nobody));
    }

    /// The account signed in, else the one that was last.
    pub(super) fn sign_out(&mut self) {
        let Some(market) = self.market.as_ref().map(|market| market.name.clone()) else {
            return self.tell(Event::Session(Session::Nobody));
        };
        let user = match &self.live {
            Some(live) => Ok(Some(live.account.id.clone())),
            None => self.store.current_account(&market).map(|known| known.map(|account| account.id)),
        };
        match user {
            Ok(Some(user)) => self.sign_out_of(market, user, false),
            Ok(None) => self.signed_out(SignedOut { market, user: None, shop: None, drop: false, result: Ok(()) }),
            Err(problem) => self.tell_signed_out(Some(problem)),
        }
    }

    pub(super) fn sign_out_of(&mut self, market: String, user: UserId, drop: bool) {
        let name = entry_name(&market, &user);
        let known = self.account_entries().unwrap_or_default().into_iter().find(|entry| entry.market == market && entry.account.id == user);
        let shop = known.and_then(|entry| entry.account.key(&market));
        if self.live.as_ref().is_some_and(|live| live.market == market && live.account.id == user) {
            self.leave_account();
        }
        self.accounts.session.remove(&name);
        // Only a token that was kept there is taken out: the keychain may be missing altogether.
        let kept = self.store.accounts().map(|known| known.iter().any(|k| k.kept && k.market == market && k.account.id == user));
        self.spawn(async move {
            let result = match kept {
                Ok(true) => Keychain::system().delete(&name).await,
                Ok(false) => Ok(()),
                Err(problem) => Err(problem),
            };
            Done::SignedOut(SignedOut { market, user: Some(user), shop, drop, result })
        });
    }

    pub(super) fn signed_out(&mut self, out: SignedOut) {
        let SignedOut { market, user, shop, drop, result } = out;
        let noted = match (&result, &user) {
            // The token is in the keychain still, so the account stays in the list as signed in, to be tried again.
            (Err(_), _) | (Ok(()), None) => self.store.clear_current_account(&market),
            (Ok(()), Some(user)) if drop => self.forget(&market, user, shop.as_ref()),
            (Ok(()), Some(user)) => self.store.note_signed_out(&market, user),
        };
        let problem = result.and(noted).err();
        self.tell_accounts();
        self.tell_markets();
        if self.live.is_some() || self.market.as_ref().is_none_or(|chosen| chosen.name != market) {
            problem.into_iter().for_each(|problem| self.tell(Event::Problem(problem)));
        } else {
            self.tell_signed_out(problem);
        }
    }

    fn forget(&self, market: &str, user: &UserId, shop: Option<&AccountKey>) -> Result<(), Problem> {
        shop.map_or(Ok(()), |shop| self.give_up_imports(shop))?;
        self.store.forget_account(market, user)
    }

    /// What was never sent is cancelled. What was sent and not answered stays to be looked for: it may be in the shop.
    fn give_up_imports(&self, account: &AccountKey) -> Result<(), Problem> {
        for run in self.store.unfinished_runs(account)? {
            let drafts = Ledger::read(&self.store.run_entries(run)?, wall()).into_drafts();
            let open: Vec<_> = drafts.iter().filter(|known| known.run == run && !known.state.is_final()).collect();
            let (sent, never_sent): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|known| matches!(known.state, State::Checking | State::NeedsPerson));
            let mut records = vec![Record::RunCancelled { run }];
            records.extend(never_sent.into_iter().map(|known| Record::Cancelled { draft: known.id }));
            if sent.is_empty() {
                records.push(Record::RunEnded { run });
            }
            self.store.append(&records, Timestamp::now())?;
        }
        self.drop_pending_of(account)
    }
}
