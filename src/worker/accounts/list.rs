//! The list of accounts that signed in on this computer.

use jiff::Timestamp;

use super::state::Accounts;
use super::task_result::InMemoryAccount;
use crate::auth::entry_name;
use crate::worker::context::Context;
use crate::worker::unfinished;
use vitrine_domain::{Account, Problem};
use vitrine_model::messages::{AccountEntry, AccountEvent, Event};

impl Accounts {
    pub(super) fn send_accounts(&mut self, cx: &mut Context) {
        // The disk may have room again. Why it had none was reported.
        let _ = self.note_account(cx);
        match self.entries(cx) {
            Ok(entries) => cx.send(Event::Account(AccountEvent::Accounts(entries))),
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }

    /// The accounts, the most recently used first.
    pub(super) fn entries(&self, cx: &Context) -> Result<Vec<AccountEntry>, Problem> {
        let mut entries = Vec::new();
        for (name, kept) in &self.this_session {
            let InMemoryAccount { market, account, used_at, .. } = kept;
            debug_assert_eq!(*name, entry_name(market, &account.id));
            entries.push((market.clone(), account.clone(), *used_at, true));
        }
        listed(entries, cx)
    }
}

/// These accounts and those in the store.
fn listed(
    mut entries: Vec<(String, Account, Timestamp, bool)>,
    cx: &Context,
) -> Result<Vec<AccountEntry>, Problem> {
    for known in cx.store.accounts()? {
        let listed = entries
            .iter()
            .any(|(market, account, ..)| *market == known.market && account.id == known.account.id);
        if !listed {
            entries.push((known.market, known.account, known.used_at, known.has_token));
        }
    }
    entries.sort_by_key(|(_, _, used_at, _)| std::cmp::Reverse(*used_at));
    let entry = |(market, account, used_at, signed_in): (String, Account, Timestamp, bool)| {
        let (waiting, changes) = match account.key(&market) {
            Some(key) => (
                unfinished::unfinished(&key, cx)?.map_or(0, |unfinished| unfinished.counts.waiting),
                cx.store.count_open_edits(&key)?,
            ),
            None => (0, 0),
        };
        let current = cx
            .authenticated()
            .is_some_and(|session| session.market.id == market && session.account.id == account.id);
        Ok(AccountEntry { current, market, account, used_at, signed_in, waiting, changes })
    };
    entries.into_iter().map(entry).collect()
}
