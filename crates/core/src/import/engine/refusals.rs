//! Equal refusals in a row, which stop the run until the user lets it go on.
//!
//! A row counts in the order of sending. Answers overtake each other, and refusals come sooner than
//! successes: of many requests in flight, three refused ones may be answered in a row though the marketplace
//! takes those between them.

use std::collections::BTreeMap;

use vitrine_domain::Problem;
use vitrine_domain::text::folded;

/// This many products, sent one after the other and refused alike, stop the run.
const MAX_EQUAL_REFUSALS: u64 = 3;

/// Counts equal refusals in a row.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    creations: Sequence,
    photos: Sequence,
    /// The refusal that stopped the run.
    pub stopped: Option<Problem>,
    /// The refusal after which the run was continued, until a product is created: one is tried at a time.
    pub on_trial: Option<Problem>,
}

/// What a refusal refers to, with its place among everything of its kind that was sent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sent {
    Creation(Option<u64>),
    /// A photo; the place is that of its product.
    Photo(Option<u64>),
}

/// What was sent one after the other, and which of it was refused.
#[derive(Debug, Default)]
struct Sequence {
    next: u64,
    /// What was sent before this place was sent before the user let the run go on.
    resumed: u64,
    refused: BTreeMap<u64, Problem>,
}

impl Sequence {
    const fn next_place(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    fn is_current(&self, place: Option<u64>) -> Option<u64> {
        place.filter(|place| *place >= self.resumed)
    }

    /// Notes a refusal. Returns whether it completes a row of equal ones.
    fn refuse(&mut self, place: u64, problem: &Problem) -> bool {
        self.refused.insert(place, problem.clone());
        let is_equal =
            |place: u64| self.refused.get(&place).is_some_and(|refused| are_equal(refused, problem));
        let before =
            (0..place).rev().take_while(|place| is_equal(*place)).take(MAX_EQUAL_REFUSALS as usize).count()
                as u64;
        let after =
            (place + 1..).take_while(|place| is_equal(*place)).take(MAX_EQUAL_REFUSALS as usize).count()
                as u64;
        before + 1 + after >= MAX_EQUAL_REFUSALS
    }

    fn resume(&mut self) {
        self.resumed = self.next;
        self.refused.clear();
    }
}

fn are_equal(one: &Problem, other: &Problem) -> bool {
    (one.kind, &one.field, &one.quotation) == (other.kind, &other.field, &other.quotation)
}

impl Refusals {
    /// The place of a creation that is sent now.
    pub const fn place_creation(&mut self) -> u64 {
        self.creations.next_place()
    }

    /// The place of a product of which a photo is sent now. `earlier` is the one that it got for another of
    /// its photos.
    pub fn place_photo(&mut self, earlier: Option<u64>) -> u64 {
        self.photos.is_current(earlier).unwrap_or_else(|| self.photos.next_place())
    }

    /// Counts a refusal; enough equal ones stop the run.
    pub fn count(&mut self, sent: Sent, problem: &Problem) {
        let (sequence, place) = match sent {
            Sent::Creation(place) => (&mut self.creations, place),
            Sent::Photo(place) => (&mut self.photos, place),
        };
        // What was sent before the user let the run go on, perhaps with corrections, says nothing about what
        // is sent since.
        let Some(place) = sequence.is_current(place) else { return };
        let is_row = sequence.refuse(place, problem);
        // What was tried after a stop showed that its cause is still there.
        if is_row || self.on_trial.as_ref().is_some_and(|tried| are_equal(tried, problem)) {
            self.stopped = Some(problem.clone());
        }
    }

    /// A product was created.
    pub fn accept(&mut self, creation: Option<u64>) {
        if self.creations.is_current(creation).is_some() {
            self.on_trial = None;
        }
    }

    /// A person has seen the refusals, and lets the run go on.
    pub fn resume(&mut self) {
        self.on_trial = self.stopped.take().or_else(|| self.on_trial.take());
        self.creations.resume();
        self.photos.resume();
    }
}

/// Whether a refusal says that the name or SKU of a product belongs to one that is there.
pub(super) fn says_taken(problem: &Problem) -> bool {
    const WORDS: [&str; 9] =
        ["taken", "exist", "unique", "duplicate", "already", "تکراری", "موجود", "قبلا", "یکتا"];
    let said = || folded(problem.quotation.as_deref().unwrap_or_default());
    let is_of_key = || matches!(problem.field.as_deref(), Some("name" | "sku"));
    problem.status == Some(409) || (is_of_key() && WORDS.iter().any(|word| said().contains(word)))
}
