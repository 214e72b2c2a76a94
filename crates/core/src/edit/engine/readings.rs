//! What a reading says: whether a product may be sent, or whether it was changed.

use std::collections::HashMap;
use std::time::Duration;

use super::item::{Comparison, Doubt, Stage, Unread};
use super::state::{Engine, Step};
use crate::edit::change::RowState;
use vitrine_domain::{Field, Problem, ProblemKind, ProductId, ProductState, Verdict};

/// How often a product is sent before its change counts as failed.
const MAX_ATTEMPTS: u32 = 8;
/// How often an accepted change is sent that the shop never shows.
const MAX_ACCEPTED: u32 = 2;
/// After so many failed readings of it alone, in a row, a product counts as one that cannot be read, if
/// others can meanwhile; if nothing can be read, only after this time.
const MAX_UNREAD: u32 = 8;
const OUTAGE: Duration = Duration::from_secs(600);
/// After so many failed readings together products are read alone: one of them may be the reason. Sooner if
/// others can be read.
const UNREAD_TOGETHER: u32 = 5;
const UNREAD_BESIDE_OTHERS: u32 = 2;
/// After a reading that failed, the next one waits this long.
const READ_RETRY: Duration = Duration::from_secs(1);

impl Engine {
    pub(super) fn on_read(
        &mut self,
        step: &mut Step<'_>,
        read: u64,
        result: Result<Vec<ProductState>, Problem>,
    ) {
        let Some((rows, alone)) = self.readings.remove(&read) else { return };
        match result {
            Ok(states) => {
                self.last_reading = Some(step.now);
                let mut shown: HashMap<ProductId, ProductState> =
                    states.into_iter().map(|state| (state.product.id.clone(), state)).collect();
                for row in rows {
                    // It was given to a person meanwhile.
                    if matches!(self.items[row].stage, Stage::Done) {
                        continue;
                    }
                    match shown.remove(&self.items[row].row.product) {
                        Some(state) => self.on_state(step, row, &state, alone),
                        None if alone => self.end_gone(step, row),
                        // The list may ignore ids, or show fewer than asked for.
                        None => self.read_again(step, row, true),
                    }
                }
            }
            Err(problem) => self.on_unread(step, &rows, alone, problem),
        }
    }

    fn on_unread(&mut self, step: &mut Step<'_>, rows: &[usize], alone: bool, problem: Problem) {
        let verdict = problem.verdict();
        self.signed_out |= verdict == Verdict::SignIn;
        self.last_failure = Some(problem.clone());
        if verdict != Verdict::Refused {
            self.read_retry = Some(step.now + READ_RETRY);
        }
        for &row in rows {
            if matches!(self.items[row].stage, Stage::Done) {
                continue;
            }
            let is_unreadable = verdict == Verdict::Unknown && self.is_unreadable(step.now, row, alone);
            match (verdict, alone) {
                (Verdict::Refused, true) if problem.kind == ProblemKind::NotFound => self.end_gone(step, row),
                (Verdict::Refused, true) => self.end_unseen(step, row, &problem),
                (Verdict::Refused, false) => self.read_again(step, row, true),
                _ if is_unreadable => self.end_unseen(step, row, &problem),
                _ => {
                    let is_spoilt = !alone && self.may_be_spoilt(row);
                    if is_spoilt {
                        // Another product may have been the reason.
                        self.items[row].unread = Unread::default();
                    }
                    self.read_again(step, row, alone || is_spoilt);
                }
            }
        }
    }

    /// Counts a failed reading of a product. Returns whether it is its own fault rather than one of the
    /// connection.
    fn is_unreadable(&mut self, now: Duration, row: usize, alone: bool) -> bool {
        let Unread { count, since } = &mut self.items[row].unread;
        if *count == 0 {
            *since = now;
        }
        *count += 1;
        let unread = self.items[row].unread;
        let is_enough =
            unread.count >= MAX_UNREAD && (self.others_are_read(unread) || now - unread.since >= OUTAGE);
        // What was sent may take effect until its window is over.
        alone && is_enough && self.items[row].in_doubt().is_none_or(|doubt| doubt.is_over(now))
    }

    fn others_are_read(&self, unread: Unread) -> bool {
        self.last_reading.is_some_and(|at| at > unread.since)
    }

    fn may_be_spoilt(&self, row: usize) -> bool {
        let unread = self.items[row].unread;
        let enough = if self.others_are_read(unread) { UNREAD_BESIDE_OTHERS } else { UNREAD_TOGETHER };
        unread.count >= enough
    }

    fn end_gone(&mut self, step: &mut Step<'_>, row: usize) {
        let problem = self.not_in_shop(row);
        self.end(step, row, RowState::Failed, Some(problem));
    }

    /// Reads a row once more, for what it was read for.
    fn read_again(&mut self, step: &mut Step<'_>, row: usize, alone: bool) {
        self.items[row].reads_alone |= alone;
        match self.items[row].stage {
            Stage::Proving(doubt) => self.doubt(step.now, row, doubt),
            // It was cancelled while it was being read.
            _ if self.cancelled => self.give_up(step, row),
            _ => {
                self.items[row].stage = Stage::Queued;
                self.to_check.insert(row);
            }
        }
    }

    fn on_state(&mut self, step: &mut Step<'_>, row: usize, state: &ProductState, alone: bool) {
        let item = &mut self.items[row];
        item.unread = Unread::default();
        let comparison = item.note(state, step.now);
        // A list may show what buyers pay instead of the owner's price, and fewer fields.
        let is_other_price = comparison == Comparison::Moved
            && item.changes(Field::PrimaryPrice)
            && state.primary_price.is_none();
        // Before anything was sent a list that lags behind an earlier change of ours shows a change of
        // somebody, or none to make.
        let may_lag = !matches!(item.stage, Stage::Proving(_))
            && matches!(comparison, Comparison::Moved | Comparison::New);
        let unclear = is_other_price || may_lag || item.is_hidden_in_part();
        match item.stage {
            _ if unclear && !alone => self.read_again(step, row, true),
            Stage::Proving(doubt) => self.on_proof(step, row, state, comparison, doubt),
            _ => self.on_check(step, row, state, comparison),
        }
    }

    /// The product as it is just before it is sent.
    fn on_check(&mut self, step: &mut Step<'_>, row: usize, state: &ProductState, comparison: Comparison) {
        let cancelled = self.cancelled;
        let item = &mut self.items[row];
        // What was sent before may be what waits for its review now.
        if !item.may_be_applied {
            item.was_in_review = state.in_review;
        }
        if cancelled && comparison != Comparison::New {
            return self.give_up(step, row);
        }
        if let Some(problem) = item.obstacle(state) {
            return self.end_without(step, row, RowState::Failed, Some(problem));
        }
        match comparison {
            // What was ever sent is ours.
            Comparison::New if item.may_be_applied => self.end_changed(step, row),
            Comparison::New => self.end(step, row, RowState::Equal, None),
            Comparison::Moved => self.end(step, row, RowState::Moved, None),
            _ => {
                // Before the first request, what is there is what an undo restores; afterwards a part of it
                // may be ours.
                let is_first = !item.may_be_applied;
                for (change, now) in item.row.changes.iter_mut().zip(&item.row.now) {
                    let base = change.base.take();
                    change.base = if is_first { now.clone().or(base) } else { base.or_else(|| now.clone()) };
                }
                item.stage = Stage::Ready { read_at: step.now };
                self.ready.push_back(row);
            }
        }
    }

    /// The product after something was sent.
    fn on_proof(
        &mut self,
        step: &mut Step<'_>,
        row: usize,
        state: &ProductState,
        comparison: Comparison,
        mut doubt: Doubt,
    ) {
        doubt.looks += 1;
        let item = &self.items[row];
        if let Some(problem) = item.obstacle(state) {
            // Of the other variants, what was sent may still take effect.
            return match doubt.is_over(step.now) {
                true => self.end_without(step, row, RowState::Failed, Some(problem)),
                false => self.doubt(doubt.next_look(step.now), row, doubt),
            };
        }
        // A review that waited before says nothing about this change, unless the answer did.
        let sent_earlier = self.cancelled || item.attempts == 0;
        let is_ours = !item.was_in_review || (sent_earlier && item.has_part());
        // A review that waits after a refusal is not told from ours: nothing is said to have failed that may
        // be approved.
        let in_review = doubt.in_review || (state.in_review && (is_ours || item.refusal.is_some()));
        match comparison {
            Comparison::New => self.end_changed(step, row),
            Comparison::Hidden if doubt.accepted => self.end_changed(step, row),
            _ if in_review && (comparison == Comparison::Pending || item.refusal.is_some()) => {
                self.end(step, row, RowState::InReview, None);
            }
            _ if item.refusal.is_some() => self.on_refused(step, row),
            // At most one request of a product may take effect at any time: what the next one or another run
            // sets is not replaced.
            _ if !doubt.is_over(step.now) => self.doubt(doubt.next_look(step.now), row, doubt),
            Comparison::Moved => self.end(step, row, RowState::Moved, None),
            Comparison::Pending | Comparison::Hidden => self.on_unchanged(step, row, doubt),
        }
    }

    /// The shop does not show what the marketplace refused.
    fn on_refused(&mut self, step: &mut Step<'_>, row: usize) {
        let refusal = self.items[row].refusal.clone();
        let gone = refusal.as_ref().is_some_and(|refusal| refusal.kind == ProblemKind::NotFound);
        let problem = if gone { Some(self.not_in_shop(row)) } else { refusal };
        self.end_without(step, row, RowState::Failed, problem);
    }

    /// The shop still shows the base, at least of some field, and what was sent can no longer take effect.
    fn on_unchanged(&mut self, step: &mut Step<'_>, row: usize, doubt: Doubt) {
        if self.cancelled {
            return self.end_without(step, row, RowState::Cancelled, None);
        }
        let is_prompt = self.config.lists_promptly;
        let item = &mut self.items[row];
        // One that was accepted may be waiting its turn there: a second one would begin anew.
        let max_accepted = if item.discount().is_some() { 1 } else { MAX_ACCEPTED };
        if item.attempts >= if doubt.accepted { max_accepted } else { MAX_ATTEMPTS } {
            let problem = item
                .lost
                .clone()
                .filter(|_| !doubt.accepted)
                .unwrap_or_else(|| Problem::new(ProblemKind::NotApplied));
            return self.end_without(step, row, RowState::Failed, Some(problem));
        }
        item.sends_alone |= doubt.accepted;
        item.reads_alone |= !is_prompt;
        self.queue(step, row);
    }
}
