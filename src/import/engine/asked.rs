//! What a person asks for: more products, giving up, another try, and an answer to what only a look in the shop tells.

use super::Effect;
use super::item::Item;
use super::state::{Engine, Refusals, StepContext};
use crate::domain::Draft;
use crate::import::dedup::AddedDraft;
use crate::import::journal::{DraftHistory, Record};
use crate::import::state::{DraftId, State};

impl Engine {
    pub(super) fn add(&mut self, turn: &mut StepContext<'_>, added: AddedDraft) {
        let run = self.run;
        let item = match added {
            AddedDraft::New { id, planned } => {
                self.record(turn, Record::DraftAdded { draft: id, run, planned: planned.clone() });
                Item::new(id, planned)
            }
            AddedDraft::Refused { id, planned, problem } => {
                self.record(turn, Record::DraftAdded { draft: id, run, planned: planned.clone() });
                self.record(turn, Record::Failed { draft: id, problem: problem.clone() });
                let mut known = DraftHistory::new(id, run, planned);
                (known.state, known.problem) = (State::Failed, Some(problem));
                Item::known(&known, turn.now)
            }
            AddedDraft::Skipped { id, planned, earlier } => {
                let DraftHistory { product, cover, .. } = *earlier;
                let (product_too, photo) = (product.clone(), cover.clone());
                self.record(turn, Record::Skipped { draft: id, run, planned: planned.clone(), product: product_too, photo });
                Item::known(&DraftHistory::skipped(id, run, planned, product, cover), turn.now)
            }
            AddedDraft::Adopted { planned, hashes, mut earlier } => {
                earlier.adopt(run, &planned, &hashes);
                let item = Item::known(&earlier, turn.now);
                self.record(turn, Record::Adopted { draft: earlier.id, run, planned, hashes });
                item
            }
        };
        turn.effects.push(Effect::Changed(item.id));
        self.cancelled = false;
        self.end_recorded = false;
        self.place(item);
        self.note_losses(turn);
    }

    pub(super) fn cancel(&mut self, turn: &mut StepContext<'_>) {
        if self.cancelled {
            return;
        }
        self.cancelled = true;
        self.record(turn, Record::RunCancelled { run: self.run });
        self.cancel_waiting(turn);
    }

    pub(super) fn cancel_waiting(&mut self, turn: &mut StepContext<'_>) {
        for place in 0..self.items.len() {
            if matches!(self.items[place].state, State::Waiting | State::Uploading | State::Ready) {
                self.give_up(turn, place, State::Cancelled);
            }
        }
        self.queue.clear();
    }

    pub(super) fn retry(&mut self, turn: &mut StepContext<'_>, draft: DraftId, fields: Draft) {
        let Some(&place) = self.places.get(&draft) else { return };
        let item = &mut self.items[place];
        if !matches!(item.state, State::Failed | State::Cancelled) {
            return;
        }
        let fresh_photos =
            item.problem.as_ref().and_then(|problem| problem.field.as_deref()).is_some_and(|field| field.starts_with("photo"));
        let too_large = item.problem.as_ref().is_some_and(|problem| problem.limit.is_some());
        item.planned.draft = fields.clone();
        item.problem = None;
        item.put_off = 0;
        item.fresh_photos |= fresh_photos;
        for photo in &mut item.photos {
            photo.begin_anew(fresh_photos, too_large);
        }
        self.cancelled = false;
        // Somebody has looked at the refusals.
        self.refusals = Refusals::default();
        self.record(turn, Record::Retried { draft, fields, fresh_photos });
        self.set_state(turn, place, State::Waiting);
        self.queue.push_back(place);
    }

    pub(super) fn decide(&mut self, turn: &mut StepContext<'_>, draft: DraftId, exists: bool) {
        let Some(&place) = self.places.get(&draft) else { return };
        if self.items[place].state != State::NeedsPerson {
            return;
        }
        if exists {
            self.is_created(turn, place, None);
        } else {
            self.is_undone(turn, place);
        }
    }
}
