//! Photos refused for their size or format: prepared again to fit, and the limit applied to further photos.

use crate::import::engine::queues::ItemIndex;
use crate::import::engine::state::{Engine, StepContext};
use crate::import::engine::{Effect, PhotoRef};
use crate::import::limits::PhotoLimits;
use vitrine_domain::{PhotoLimit, Problem};

/// How often one photo is made smaller, so that a marketplace that accepts no size is not tried for ever.
const MAX_REFITS: u32 = 8;

impl Engine {
    /// The limits for preparing a photo, in addition to those of the market file.
    pub(in crate::import::engine) fn limits_for(&self, item_index: ItemIndex, index: usize) -> PhotoLimits {
        self.learned.limits.combined(&self.items[item_index].photos[index].limits)
    }

    /// Learns from a refusal. Returns whether the photo can be made to fit.
    pub(in crate::import::engine) fn learn_from_refusal(
        &mut self,
        item_index: ItemIndex,
        index: usize,
        problem: &Problem,
    ) -> bool {
        let this = &self.items[item_index].photos[index];
        let (Some(told), Some(sent)) = (problem.limit, this.sent) else { return false };
        if this.refits >= MAX_REFITS {
            return false;
        }
        // Other photos may have revealed meanwhile the limit that this one exceeded.
        let known = self.limits_for(item_index, index);
        let next = if known.allows(&sent) { known.tightened(told, sent) } else { Some(known) };
        let Some(next) = next else { return false };
        // A stated number is believed at once; a guess has to be proven by an accepted photo.
        let told = match told {
            PhotoLimit::Bytes(most) => most.is_some_and(|most| u64::from(most) < sent.bytes),
            PhotoLimit::Side(most) => most.is_some_and(|most| most < sent.side),
            PhotoLimit::Format => false,
        };
        if told {
            self.learned.limits = self.learned.limits.combined(&self.learned.relaxed(next.clone()));
        }
        self.items.change_photo((item_index, index), |this| {
            this.limits = next;
            this.refits += 1;
        });
        true
    }

    /// Prepares a refused photo again, with what was learned.
    pub(in crate::import::engine) fn refit(&mut self, step: &mut StepContext<'_>, photo: PhotoRef) {
        self.release_bytes(step, photo);
        self.refit_waiting(step);
    }

    /// A photo was accepted: the limits it was prepared for can be trusted.
    pub(in crate::import::engine) fn learn_from_success(
        &mut self,
        step: &mut StepContext<'_>,
        item_index: ItemIndex,
        index: usize,
    ) {
        let this = &self.items[item_index].photos[index];
        let (limits, Some(sent)) = (this.limits.clone(), this.sent) else { return };
        self.learned.learn(sent);
        let proven = self.learned.relaxed(self.learned.proven.combined(&limits));
        self.learned.limits = self.learned.relaxed(self.learned.limits.combined(&proven));
        if proven != self.learned.proven {
            self.learned.proven = proven.clone();
            step.effects.push(Effect::LimitsLearned(proven));
            self.refit_waiting(step);
        }
    }

    /// Prepares those photos again that are ready and would be refused; no others.
    fn refit_waiting(&mut self, step: &mut StepContext<'_>) {
        let offends = |&(item_index, index): &(ItemIndex, usize)| {
            let this = &self.items[item_index].photos[index];
            this.sent.is_some_and(|sent| !self.learned.limits.allows(&sent))
        };
        let offenders: Vec<_> = self.queues().to_upload.iter().copied().filter(offends).collect();
        for (item_index, index) in offenders {
            self.release_bytes(step, PhotoRef { draft: self.items[item_index].id, index });
        }
    }
}
