//! Photos refused for their size or format: made to fit and sent again, and the limit kept for those to come.

use crate::domain::{PhotoLimit, Problem};
use crate::import::engine::item::Stage;
use crate::import::engine::state::{Engine, ItemIndex, StepContext};
use crate::import::engine::{Effect, PhotoRef};
use crate::import::limits::PhotoLimits;

/// Times one photo is made smaller: a marketplace that takes none whatever its size is not asked for ever.
const MAX_REFITS: u32 = 8;

impl Engine {
    /// What a photo is to be prepared for, beside what the market file says.
    pub(in crate::import::engine) fn limits_for(&self, place: ItemIndex, index: usize) -> PhotoLimits {
        self.lessons.limits.with(&self.items[place].photos[index].limits)
    }

    /// What a refusal teaches of a photo; whether there is a way to make it fit.
    pub(in crate::import::engine) fn take_lesson(&mut self, place: ItemIndex, index: usize, problem: &Problem) -> bool {
        let this = &self.items[place].photos[index];
        let (Some(told), Some(sent)) = (problem.limit, this.sent) else { return false };
        if this.refits >= MAX_REFITS {
            return false;
        }
        // Others may have taught meanwhile what this one broke.
        let known = self.limits_for(place, index);
        let next = if known.admit(&sent) { known.after(told, sent) } else { Some(known) };
        let Some(next) = next else { return false };
        // A number is believed at once; a guess has to be proven by a photo that is taken.
        let told = match told {
            PhotoLimit::Bytes(most) => most.is_some_and(|most| u64::from(most) < sent.bytes),
            PhotoLimit::Side(most) => most.is_some_and(|most| most < sent.side),
            PhotoLimit::Format => false,
        };
        if told {
            self.lessons.limits = self.lessons.limits.with(&self.lessons.not_disproved(next.clone()));
        }
        let this = &mut self.items[place].photos[index];
        this.limits = next;
        this.refits += 1;
        true
    }

    /// Takes a refused photo up again, with what was learned.
    pub(in crate::import::engine) fn refit(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, photo: PhotoRef) {
        self.prepare_anew(turn, place, photo);
        self.refit_waiting(turn);
    }

    /// A photo got through: what it was made to fit is a limit that can be trusted.
    pub(in crate::import::engine) fn learn(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, index: usize) {
        let this = &self.items[place].photos[index];
        let (limits, Some(sent)) = (this.limits.clone(), this.sent) else { return };
        self.lessons.take(sent);
        let proven = self.lessons.not_disproved(self.lessons.proven.with(&limits));
        self.lessons.limits = self.lessons.not_disproved(self.lessons.limits.with(&proven));
        if proven != self.lessons.proven {
            self.lessons.proven = proven.clone();
            turn.effects.push(Effect::Learned(proven));
            self.refit_waiting(turn);
        }
    }

    /// Photos that are ready to be sent and would be refused are made ready again; no others.
    fn refit_waiting(&mut self, turn: &mut StepContext<'_>) {
        let offends = |&(place, index): &(ItemIndex, usize)| {
            let this = &self.items[place].photos[index];
            this.sent.is_some_and(|sent| !self.lessons.limits.admit(&sent))
        };
        let offenders: Vec<_> = self.to_upload.iter().copied().filter(offends).collect();
        for (place, index) in offenders {
            self.to_upload.remove(&(place, index));
            let photo = PhotoRef { draft: self.items[place].id, index };
            self.prepare_anew(turn, place, photo);
        }
    }

    fn prepare_anew(&mut self, turn: &mut StepContext<'_>, place: ItemIndex, photo: PhotoRef) {
        self.forget(turn, photo);
        if matches!(self.items[place].photos[photo.index].stage, Stage::Waiting) {
            self.to_prepare.insert((place, photo.index));
        }
    }
}
