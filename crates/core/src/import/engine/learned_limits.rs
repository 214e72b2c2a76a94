//! Limits of the marketplace's photos, learned from refusals for size or format.

use crate::import::limits::{PhotoLimits, SentPhoto};

/// What the run's uploads revealed.
#[derive(Debug, Default)]
pub struct LearnedLimits {
    /// The limits to apply to further photos.
    pub limits: PhotoLimits,
    /// Limits that are proven: a photo prepared for them was accepted.
    pub proven: PhotoLimits,
    /// The largest accepted photos: maximal in bytes or longest side.
    assigned: Vec<SentPhoto>,
}

impl LearnedLimits {
    /// These limits without those that an accepted photo disproves.
    pub fn relaxed(&self, limits: PhotoLimits) -> PhotoLimits {
        self.assigned.iter().fold(limits, PhotoLimits::relaxed_by)
    }

    /// Remembers an accepted photo, unless a larger one is remembered.
    pub fn learn(&mut self, sent: SentPhoto) {
        let covers = |one: &SentPhoto, other: &SentPhoto| {
            one.format == other.format && one.bytes >= other.bytes && one.side >= other.side
        };
        if !self.assigned.iter().any(|known| covers(known, &sent)) {
            self.assigned.retain(|known| !covers(&sent, known));
            self.assigned.push(sent);
        }
    }
}
