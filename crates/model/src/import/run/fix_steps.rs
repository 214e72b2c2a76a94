//! What was typed into failed products, step by step, to take it back.

use std::collections::{BTreeMap, HashMap};

use vitrine_core::import::DraftId;
use vitrine_domain::Field;

/// What was typed into failed products, by field.
pub(super) type Fixes = HashMap<DraftId, BTreeMap<Field, String>>;

/// How many changes can be taken back.
const MAX_STEPS: usize = 100;

/// What the last changes have replaced, the oldest first.
#[derive(Debug, Default)]
pub(super) struct FixSteps(Vec<FixStep>);

/// What a change has replaced in a field; `None`: what was sent.
#[derive(Debug)]
struct FixStep {
    field: Field,
    before: Vec<(DraftId, Option<String>)>,
}

impl FixSteps {
    /// Something is typed. Letter by letter into one place, it is one change.
    pub(super) fn type_into(&mut self, ids: &[DraftId], field: Field, fixes: &Fixes) {
        let is_of = |step: &FixStep| step.field == field && step.before.iter().map(|(id, _)| id).eq(ids);
        if !self.0.last().is_some_and(is_of) {
            self.record(ids, field, fixes);
        }
    }

    /// A change is made to a field of these products.
    pub(super) fn record(&mut self, ids: &[DraftId], field: Field, fixes: &Fixes) {
        let text = |id: &DraftId| fixes.get(id).and_then(|texts| texts.get(&field)).cloned();
        self.0.push(FixStep { field, before: ids.iter().map(|id| (*id, text(id))).collect() });
        let over = self.0.len().saturating_sub(MAX_STEPS);
        self.0.drain(..over);
    }

    /// Whether the last change was made to some of these products.
    pub(super) fn can_undo(&self, of: &[DraftId]) -> bool {
        self.0.last().is_some_and(|step| step.before.iter().any(|(id, _)| of.contains(id)))
    }

    /// Takes the last change back.
    pub(super) fn undo(&mut self, fixes: &mut Fixes) {
        let Some(FixStep { field, before }) = self.0.pop() else { return };
        for (id, text) in before {
            let texts = fixes.entry(id).or_default();
            match text {
                Some(text) => drop(texts.insert(field, text)),
                None => drop(texts.remove(&field)),
            }
        }
    }
}
