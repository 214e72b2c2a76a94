//! What a reading says: whether a product may be sent, or whether it was changed.

use std::collections::HashMap;
use std::time::Duration;

use super::item::{Comparison, Doubt, Stage, Unread};
use super::state::{Engine, Step};
use crate::domain::{Code, Field, FieldValue, Problem, ProductId, ProductState, Verdict};
use crate::edit::change::RowState;

/// How often a product is sent before its change counts as failed.
const MAX_ATTEMPTS: u32 = 8;
/// How often an accepted change is sent that the shop never shows.
const MAX_ACCEPTED: u32 = 2;
/// After so many failed readings in a row a product counts as one that cannot be read, if others can meanwhile; if nothing can be
/// read, only after this time.
const MAX_UNREAD: u32 = 8;
const OUTAGE: Duration = Duration::from_secs(600);
/// After so many failed readings together products are read alone: one of them may be the reason. Sooner if others can be read.
const UNREAD_TOGETHER: u32 = 5;
const UNREAD_BESIDE_OTHERS: u32 = 2;
/// After a reading that failed, the next one waits this long.
const READ_RETRY: Duration = Duration::from_secs(1);

impl Engine {
    pub(super) fn on_read(&mut self, step: &mut Step<'_>, read: u64, result: Result<Vec<ProductState>, Problem>) {
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
                (Verdict::Refused, true) if problem.code == Code::NotFound => self.end_gone(step, row),
                (Verdict::Refused, true) => self.end_unread(step, row, &problem),
                (Verdict::Refused, false) => self.read_again(step, row, true),
                _ if is_unreadable => self.end_unread(step, row, &problem),
                _ => {
                    let alone = alone || self.may_be_spoilt(row);
                    self.read_again(step, row, alone);
                }
            }
        }
    }

    /// Ends a row whose product cannot be read. Of one that was sent, nothing but the shop can tell what became of it.
    pub(super) fn end_unread(&mut self, step: &mut Step<'_>, row: usize, problem: &Problem) {
        if self.items[row].proven {
            return self.end_proven(step, row);
        }
        let code = if self.items[row].may_be_applied { Code::ChangeUnconfirmed } else { problem.code };
        self.end(step, row, RowState::Failed, Some(Problem { code, ..problem.clone() }));
    }

    /// Counts a failed reading of a product. Returns whether it is its own fault rather than one of the connection.
    fn is_unreadable(&mut self, now: Duration, row: usize, alone: bool) -> bool {
        let Unread { count, since } = &mut self.items[row].unread;
        if *count == 0 {
            *since = now;
        }
        *count += 1;
        self.note_overdue(row);
        let unread = self.items[row].unread;
        let is_enough = unread.count >= MAX_UNREAD && (self.others_are_read(unread) || now - unread.since >= OUTAGE);
        // What was sent may take effect until its window is over.
        alone && is_enough && !self.items[row].is_in_doubt(now)
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
        let comparison = item.compare(state);
        // A list may show what buyers pay instead of the owner's price, and fewer fields.
        let unclear = match comparison {
            Comparison::Hidden => true,
            Comparison::Moved => item.changes(Field::PrimaryPrice) && state.primary_price.is_none(),
            Comparison::New | Comparison::Pending => false,
        };
        item.read_at = Some(step.now);
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
        item.row.now = item.values(state);
        if cancelled && comparison != Comparison::New {
            return self.give_up(step, row);
        }
        if state.has_variants && (item.changes(Field::PrimaryPrice) || item.changes(Field::Stock)) {
            return self.end(step, row, RowState::Failed, Some(Problem::new(Code::HasVariants)));
        }
        match comparison {
            // What was ever sent is ours.
            Comparison::New if item.may_be_applied => {
                let now = item.values(state);
                self.on_new(step, row, now);
            }
            Comparison::New => self.end(step, row, RowState::Equal, None),
            Comparison::Moved => self.end(step, row, RowState::Moved, None),
            _ => {
                // Before the first request, what is there is what an undo restores; afterwards a part of it may be ours.
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

    /// The shop shows the new values of a row, as `now` has them. It is changed once no other request of it can take effect: that would
    /// replace what the next run sets.
    fn on_new(&mut self, step: &mut Step<'_>, row: usize, now: Vec<Option<FieldValue>>) {
        let item = &mut self.items[row];
        let Some(until) = item.another_until(step.now) else { return self.end_changed(step, row, now) };
        (item.proven, item.row.now) = (true, now);
        let window = until.saturating_sub(step.now);
        self.doubt(until, row, Doubt { since: step.now, accepted: false, in_review: false, window, looks: 0 });
    }

    /// Ends a row whose new values the shop has shown.
    fn end_proven(&mut self, step: &mut Step<'_>, row: usize) {
        let now = std::mem::take(&mut self.items[row].row.now);
        self.end_changed(step, row, now);
    }

    /// The product after something was sent.
    fn on_proof(&mut self, step: &mut Step<'_>, row: usize, state: &ProductState, comparison: Comparison, mut doubt: Doubt) {
        doubt.looks += 1;
        let item = &self.items[row];
        // A review that waited before says nothing about this change, unless the answer did.
        let sent_earlier = self.cancelled || item.attempts == 0;
        let is_ours = !item.was_in_review || (sent_earlier && item.has_part(state));
        // A review that waits after a refusal is not told from ours: nothing is said to have failed that may be approved.
        let in_review = doubt.in_review || (state.in_review && (is_ours || item.refusal.is_some()));
        match comparison {
            _ if item.proven => self.end_proven(step, row),
            Comparison::New => {
                let now = item.values(state);
                self.on_new(step, row, now);
            }
            Comparison::Hidden if doubt.accepted => self.end_changed(step, row, Vec::new()),
            Comparison::Pending if in_review => self.end(step, row, RowState::InReview, None),
            // A part of it took effect: the refusal is not believed.
            _ if item.refusal.is_some() && !item.has_part(state) => self.on_refused(step, row, doubt),
            Comparison::Pending | Comparison::Hidden => self.on_unchanged(step, row, doubt),
            Comparison::Moved if doubt.is_over(step.now) => {
                self.items[row].row.now = self.items[row].values(state);
                self.end(step, row, RowState::Moved, None);
            }
            Comparison::Moved => self.doubt(doubt.next_look(step.now), row, doubt),
        }
    }

    /// The shop does not show what the marketplace refused. A request before may still take effect.
    fn on_refused(&mut self, step: &mut Step<'_>, row: usize, doubt: Doubt) {
        let item = &self.items[row];
        if item.is_in_doubt(step.now) {
            return self.doubt(doubt.next_look(step.now), row, doubt);
        }
        let gone = item.refusal.as_ref().is_some_and(|refusal| refusal.code == Code::NotFound);
        let problem = if gone { Some(self.not_in_shop(row)) } else { item.refusal.clone() };
        self.end(step, row, RowState::Failed, problem);
    }

    /// The shop still shows the base, at least of some field.
    fn on_unchanged(&mut self, step: &mut Step<'_>, row: usize, doubt: Doubt) {
        let item = &self.items[row];
        // A second request with the same value does no harm, unless the value moves by itself.
        let gives_up = self.cancelled;
        let waits = doubt.accepted || gives_up || item.changes(Field::Stock);
        if waits && !doubt.is_over(step.now) {
            return self.doubt(doubt.next_look(step.now), row, doubt);
        }
        // Somebody else may have set the values that are there.
        if gives_up {
            return self.end(step, row, RowState::Cancelled, None);
        }
        if item.attempts >= if doubt.accepted { MAX_ACCEPTED } else { MAX_ATTEMPTS } {
            // The last request may still take effect.
            if !doubt.is_over(step.now) || item.is_in_doubt(step.now) {
                return self.doubt(doubt.next_look(step.now), row, doubt);
            }
            let not_taken = || Problem::new(Code::NotApplied);
            let problem = self.items[row].lost.clone().filter(|_| !doubt.accepted).unwrap_or_else(not_taken);
            return self.end(step, row, RowState::Failed, Some(problem));
        }
        self.items[row].sends_alone |= doubt.accepted;
        self.queue(step, row);
    }
}
