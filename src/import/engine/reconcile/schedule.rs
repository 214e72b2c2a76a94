//! When the shop is listed, and what is kept of what it held before the import.

use std::collections::HashSet;
use std::time::Duration;

use crate::domain::ProductId;
use crate::domain::text::folded;

/// When a lost answer is first looked for: most are found at once.
pub const FIRST_LOOK: Duration = Duration::from_secs(2);
/// Listings that cannot tell before a person is asked.
pub const VAIN_LOOKS: u32 = 4;
/// While others can be created, products that were turned away for pace wait for one look together.
const DOUBTS_APART: Duration = Duration::from_secs(10);

/// The shop being listed, or when it may be next.
#[derive(Debug, Default)]
pub struct ListingSchedule {
    pub began: Option<Duration>,
    pub not_before: Duration,
    /// The same for looks that only creations turned away for pace ask for.
    pub doubts_not_before: Duration,
    /// When the next one is due, as far as something waits for it.
    pub due: Option<Duration>,
    pub failed: u32,
    /// A created product stayed out of the list, though later ones are in it: the marketplace holds some back.
    pub holds_back: bool,
    /// The shop was once listed whole.
    pub was_complete: bool,
    /// Looks at the end of the run, for ids that creations did not tell.
    pub final_looks: u32,
    /// Names the shop held before the import.
    pub titles: HashSet<String>,
    pub without_id: usize,
}

impl ListingSchedule {
    pub const fn under_way(&self) -> bool {
        self.began.is_some()
    }

    /// A listing that took so long has come: how long the next ones wait.
    pub fn came(&mut self, now: Duration, took: Duration, apart: Duration) {
        self.not_before = now + (took * 2).clamp(apart, Duration::from_secs(60));
        self.doubts_not_before = now + DOUBTS_APART.max(took * 10);
    }

    /// A creation was turned away for pace. What else is to be created goes before the look for it: asked for both at
    /// once, a marketplace that takes one request at a time would turn the creation away for ever.
    pub fn doubt(&mut self, wait_ends: Duration) {
        self.doubts_not_before = self.doubts_not_before.max(wait_ends + FIRST_LOOK);
    }

    pub fn has_title(&self, name: &str) -> bool {
        !self.titles.is_empty() && self.titles.contains(&folded(name))
    }
}

/// What the shop held before the run's first creation.
#[derive(Debug)]
pub enum Baseline {
    Wanted { tries: u32 },
    DraftHistory(HashSet<ProductId>),
    Impossible,
}

impl Default for Baseline {
    fn default() -> Self {
        Self::Wanted { tries: 0 }
    }
}
