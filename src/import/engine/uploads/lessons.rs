//! What refusals for size or format teach of the photos that a marketplace takes.

use crate::import::limits::{PhotoLimits, SentPhoto};

/// What the run's uploads taught.
#[derive(Debug, Default)]
pub struct Lessons {
    /// For photos to come.
    pub limits: PhotoLimits,
    /// A photo made to these was taken.
    pub proven: PhotoLimits,
    /// What was taken so far: the most bytes, the longest side.
    taken: Vec<SentPhoto>,
}

impl Lessons {
    pub fn not_disproved(&self, limits: PhotoLimits) -> PhotoLimits {
        self.taken.iter().fold(limits, PhotoLimits::unless_disproved)
    }

    /// Keeps for each measure the greatest.
    pub fn take(&mut self, sent: SentPhoto) {
        let covers = |one: &SentPhoto, other: &SentPhoto| one.format == other.format && one.bytes >= other.bytes && one.side >= other.side;
        if !self.taken.iter().any(|known| covers(known, &sent)) {
            self.taken.retain(|known| !covers(&sent, known));
            self.taken.push(sent);
        }
    }
}
