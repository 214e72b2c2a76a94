//! Commands of the user: adding products, cancelling, retrying, and answering whether a product exists.

use std::time::Duration;

use super::Effect;
use super::item::{Item, Progress, Sight};
use super::state::{Engine, StepContext};
use crate::import::dedup::{AddedDraft, other_values};
use crate::import::journal::{DraftHistory, Record};
use crate::import::state::{DraftId, PlannedDraft, State};
use vitrine_domain::Draft;

impl Engine {
    pub(super) fn add(&mut self, step: &mut StepContext<'_>, added: AddedDraft) {
        let run = self.run;
        let mut item = match added {
            AddedDraft::New { id, planned } => {
                self.record(step, Record::DraftAdded { draft: id, run, planned: planned.clone() });
                Item::new(id, planned)
            }
            AddedDraft::Refused { id, planned, problem } => {
                self.record(step, Record::DraftAdded { draft: id, run, planned: planned.clone() });
                self.record(step, Record::Failed { draft: id, problem: problem.clone() });
                let mut known = DraftHistory::new(id, run, planned);
                (known.state, known.problem) = (State::Failed, Some(problem));
                Item::from_history(&known, step.now)
            }
            AddedDraft::Skipped { id, planned, earlier } => {
                let other_values = other_values(&planned, &earlier.planned);
                let DraftHistory { product, cover, .. } = *earlier;
                let (product_too, photo) = (product.clone(), cover.clone());
                self.record(
                    step,
                    Record::Skipped { draft: id, run, planned: planned.clone(), product: product_too, photo },
                );
                let skipped = DraftHistory::skipped(id, run, planned, product, cover);
                let mut item = Item::from_history(&skipped, step.now);
                item.other_values = other_values;
                item
            }
            AddedDraft::Adopted { planned, hashes, mut earlier } => {
                // What may be in the shop keeps the values it was sent with.
                let sent = Some(&earlier.planned).filter(|_| earlier.is_unconfirmed());
                let other_values = sent.map(|sent| other_values(&planned, sent)).unwrap_or_default();
                earlier.adopt(run, &planned, &hashes);
                let mut item = Item::from_history(&earlier, step.now);
                item.other_values = other_values;
                self.record(step, Record::Adopted { draft: earlier.id, run, planned, hashes });
                item
            }
        };
        step.effects.push(Effect::Changed(item.id));
        self.cancelled = false;
        self.end_recorded = false;
        if let Some(open) = item.open_mut().filter(|_| self.listings.began == Some(step.now)) {
            // A listing that began in the same moment began before.
            open.at += Duration::from_millis(1);
        }
        self.insert_item(item);
        self.record_losses(step);
    }

    pub(super) fn cancel(&mut self, step: &mut StepContext<'_>) {
        // What was sent is still confirmed, and no button would end the pause any more.
        self.paused = false;
        if std::mem::replace(&mut self.cancelled, true) {
            return;
        }
        self.record(step, Record::RunCancelled { run: self.run });
        self.cancel_waiting(step);
        for item_index in 0..self.items.len() {
            let is_on_its_way =
                self.items[item_index].open().is_some() || self.items[item_index].is_creating();
            self.items.change(item_index, |item| item.attempts.cancelled |= is_on_its_way);
        }
    }

    pub(super) fn cancel_waiting(&mut self, step: &mut StepContext<'_>) {
        for item_index in 0..self.items.len() {
            if self.items[item_index].state().is_unsent() {
                self.give_up(step, item_index, Progress::Cancelled);
            }
        }
    }

    pub(super) fn retry(&mut self, step: &mut StepContext<'_>, draft: DraftId, fields: Draft) {
        let Some(item_index) = self.items.find(draft) else { return };
        let item = &self.items[item_index];
        // What is being sent, or was, has the fields that it was sent with.
        let is_waiting = item.state().is_unsent();
        if !is_waiting && !matches!(item.state(), State::Failed | State::Cancelled) {
            return;
        }
        let corrected = PlannedDraft { draft: fields.clone(), ..item.planned.clone() };
        // Without the value that its sheet was meant to give, it would be another product.
        if corrected.open_cell().is_some() {
            return;
        }
        // The user has seen the refusals.
        self.refusals.resume();
        if is_waiting {
            // It keeps its place in the queue, and its photos.
            self.items.change(item_index, |item| item.planned = corrected);
            self.record(step, Record::Retried { draft, fields, fresh_photos: false });
            return step.effects.push(Effect::Changed(draft));
        }
        let problem = item.problem();
        let fresh_photos = problem
            .and_then(|problem| problem.field.as_deref())
            .is_some_and(|field| field.starts_with("photo"));
        let too_large = problem.is_some_and(|problem| problem.limit.is_some());
        self.items.change(item_index, |item| {
            item.planned = corrected;
            item.attempts.deferrals = 0;
            item.attempts.cancelled = false;
            item.fresh_photos |= fresh_photos;
            item.is_preferred = true;
            item.photos.iter_mut().for_each(|photo| photo.reset_for_retry(fresh_photos, too_large));
        });
        self.cancelled = false;
        self.record(step, Record::Retried { draft, fields, fresh_photos });
        self.enqueue_first(step, item_index);
        // A journal that came back from a copy may say of a created product that it failed.
        self.wants_sight |= self.restored && self.items[item_index].own_cover().is_some();
    }

    pub(super) fn decide(&mut self, step: &mut StepContext<'_>, draft: DraftId, exists: bool) {
        let Some(item_index) = self.items.find(draft) else { return };
        if self.items[item_index].state() != State::NeedsPerson {
            return;
        }
        if exists {
            self.mark_created(step, item_index, None, Sight::Settled);
        } else {
            self.mark_not_created(step, item_index);
        }
    }
}
