//! What accounts have left to do of earlier imports and changes, read from the store.

use crate::worker::context::Context;
use vitrine_core::import::State;
use vitrine_core::import::journal::Record;
use vitrine_domain::{AccountKey, Problem};
use vitrine_model::messages::Unfinished;

/// What the account's imports have left to do; `None` if nothing.
pub fn unfinished(account: &AccountKey, cx: &Context) -> Result<Option<Unfinished>, Problem> {
    let mut unfinished = count_states(cx.store.unfinished_states(account)?);
    unfinished.counts.waiting += cx.store.count_pending_of(account)?;
    Ok((unfinished.counts.waiting > 0).then_some(unfinished))
}

/// What the account can resume: as [`unfinished`], with so many pending products, of which some may belong to
/// no account yet.
pub fn resumable(account: &AccountKey, pending: usize, cx: &Context) -> Result<Unfinished, Problem> {
    let mut unfinished = count_states(cx.store.unfinished_states(account)?);
    unfinished.counts.waiting += pending;
    Ok(unfinished)
}

/// What all accounts at this marketplace have left to do, including imports that belong to no account yet.
pub fn unfinished_at_market(cx: &Context) -> Result<Unfinished, Problem> {
    let Some(market) = cx.session.market() else { return Ok(Unfinished::default()) };
    let mut left = count_states(cx.store.unfinished_states_at(&market.id)?);
    left.counts.waiting += cx.store.count_pending_at(&market.id)?;
    Ok(left)
}

/// The account's last import, if products of it failed and nothing else is left to do. Failures of the create
/// form are corrected there.
pub fn last_failed_import(account: &AccountKey, cx: &Context) -> Result<Option<Unfinished>, Problem> {
    let Some(run) = cx.store.last_run_of(account)? else { return Ok(None) };
    let counts = count_states(cx.store.run_states(run)?).counts;
    let failed = counts.failed > 0 && counts.waiting == 0 && !cx.store.is_form_run(run)?;
    Ok(failed.then_some(Unfinished { counts, ..Unfinished::default() }))
}

fn count_states(states: Vec<(State, usize)>) -> Unfinished {
    let mut unfinished = Unfinished::default();
    for (state, count) in states {
        (0..count).for_each(|_| unfinished.counts.add(state));
        unfinished.to_check += if state == State::Checking { count } else { 0 };
    }
    unfinished
}

/// Gives up the imports and changes of an account that is not signed in. Products that were never sent are
/// cancelled; unconfirmed creations stay to be checked, because they may be in the shop.
pub fn give_up(account: &AccountKey, cx: &Context) -> Result<(), Problem> {
    for run in cx.store.unfinished_runs(account)? {
        let drafts = cx.store.drafts_of_run(run)?.into_iter().filter(|(_, state)| !state.is_final());
        let (sent, never_sent): (Vec<_>, Vec<_>) =
            drafts.partition(|(_, state)| matches!(state, State::Checking | State::NeedsPerson));
        let mut records = vec![Record::RunCancelled { run }];
        records.extend(never_sent.into_iter().map(|(draft, _)| Record::Cancelled { draft }));
        if sent.is_empty() {
            records.push(Record::RunEnded { run });
        }
        cx.store.append(&records, cx.now())?;
    }
    cx.store.delete_pending_of(account)?;
    cx.store.give_up_edits(account)
}
