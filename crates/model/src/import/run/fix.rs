//! Correcting failed products, one by one or all of a cause together.

use std::collections::BTreeMap;

use super::Run;
use vitrine_core::import::{DraftId, State};
use vitrine_domain::{CreateRules, Draft, Field, FieldError, FieldValue, MarketCategories, TypedProduct};

/// How many products are examined in a frame; a few thousand take several frames.
const PRODUCTS_PER_FRAME: usize = 500;

/// Several failed products with the same cause, edited together. Computed in one pass over them, and again
/// when [`BatchFix::revision`] changes.
#[derive(Debug, Default, PartialEq)]
pub struct BatchFix {
    /// The revision of the data it was computed from.
    revision: Option<(u64, u64)>,
    /// The products that are still failed.
    pub failed: Vec<DraftId>,
    /// The combined state, once all products were examined.
    pub state: BatchState,
    /// The fields that had the same value in all products when they were sent.
    shared: Vec<Field>,
    /// The combined state of the products before `examined`.
    next_state: BatchState,
    examined: usize,
}

/// The combined state of several failed products.
#[derive(Debug, Default, PartialEq)]
pub struct BatchState {
    /// Products with changes that can be sent now.
    pub ready: Vec<DraftId>,
    /// Whether any of them has changes.
    pub typed: bool,
    /// For each wrong field, the error of the first product that has one.
    pub errors: BTreeMap<Field, FieldError>,
}

impl BatchFix {
    /// A batch of these products, not examined yet.
    pub fn of(failed: Vec<DraftId>) -> Self {
        Self { failed, ..Self::default() }
    }

    /// Whether all products were examined.
    pub const fn is_complete(&self) -> bool {
        self.examined == self.failed.len()
    }

    /// Whether all products were sent with the same value in a field.
    pub fn shares(&self, field: Field) -> bool {
        self.shared.contains(&field)
    }
}

impl Run {
    /// The current text of a failed product's field. `write` formats its value.
    pub fn edited_text(&self, id: DraftId, field: Field, write: impl Fn(&FieldValue) -> String) -> String {
        if let Some(text) = self.fixes.get(&id).and_then(|texts| texts.get(&field)) {
            return text.clone();
        }
        self.sent_text(id, field, write)
    }

    /// The text of a failed product's field as it was sent.
    pub fn sent_text(&self, id: DraftId, field: Field, write: impl Fn(&FieldValue) -> String) -> String {
        self.sent.get(&id).and_then(|draft| draft.value(field)).map(|value| write(&value)).unwrap_or_default()
    }

    /// Whether the user typed into a failed product.
    fn has_fixes(&self, id: DraftId) -> bool {
        self.fixes.get(&id).is_some_and(|texts| !texts.is_empty())
    }

    /// Updates a batch if anything changed; `fields` are the fields to edit. Large batches take several
    /// calls, until [`BatchFix::is_complete`].
    pub fn update_batch(
        &self,
        together: &mut BatchFix,
        fields: &[Field],
        categories: &MarketCategories,
        rules: &CreateRules,
    ) {
        let revision = Some((self.fix_revision, self.rows.failure_changes()));
        if together.revision != revision {
            // Typing changes neither which products are failed nor what was sent.
            if together.revision.map(|(_, changes)| changes) != Some(self.rows.failure_changes()) {
                let failed = &mut together.failed;
                failed.retain(|id| self.row(*id).is_some_and(|row| row.state == State::Failed));
                let same = |field: &Field| {
                    failed.windows(2).all(|pair| self.has_same_value(pair[0], pair[1], *field))
                };
                together.shared = fields.iter().copied().filter(same).collect();
            }
            (together.revision, together.next_state, together.examined) =
                (revision, BatchState::default(), 0);
        } else if together.is_complete() {
            return;
        }
        let BatchFix { failed, next_state, examined, .. } = together;
        for &id in failed[*examined..].iter().take(PRODUCTS_PER_FRAME) {
            *examined += 1;
            let (typed, errors) = (self.has_fixes(id), self.fix_errors(id, categories, rules));
            next_state.typed |= typed;
            if typed && errors.is_empty() && self.is_editable(id) {
                next_state.ready.push(id);
            }
            for (field, error) in errors {
                next_state.errors.entry(field).or_insert(error);
            }
        }
        if together.is_complete() {
            together.state = std::mem::take(&mut together.next_state);
        }
    }

    /// Whether two products were sent with the same value in a field.
    fn has_same_value(&self, one: DraftId, other: DraftId, field: Field) -> bool {
        let value = |id| self.sent.get(&id).map(|draft| draft.value(field));
        value(one) == value(other)
    }

    /// Whether the draft is available for editing.
    pub fn is_editable(&self, id: DraftId) -> bool {
        self.sent.contains_key(&id)
    }

    /// What is wrong with a failed product's fields now.
    pub fn fix_errors(
        &self,
        id: DraftId,
        categories: &MarketCategories,
        rules: &CreateRules,
    ) -> BTreeMap<Field, FieldError> {
        self.corrected(id, categories, rules).map(|corrected| corrected.errors).unwrap_or_default()
    }

    /// Types into a failed product.
    pub(in crate::import) fn set_fix(&mut self, id: DraftId, field: Field, text: String) {
        self.fix_steps.type_into(&[id], field, &self.fixes);
        self.fixes.entry(id).or_default().insert(field, text);
        self.fix_revision += 1;
    }

    /// Types the same into all; an empty text restores what was sent.
    pub(in crate::import) fn set_fix_all(&mut self, ids: &[DraftId], field: Field, text: &str) {
        self.fix_steps.type_into(ids, field, &self.fixes);
        for &id in ids {
            let texts = self.fixes.entry(id).or_default();
            if text.trim().is_empty() {
                texts.remove(&field);
            } else {
                texts.insert(field, text.to_owned());
            }
        }
        self.fix_revision += 1;
    }

    /// Puts a text into each.
    pub(in crate::import) fn set_fix_each(&mut self, texts: Vec<(DraftId, String)>, field: Field) {
        let ids: Vec<DraftId> = texts.iter().map(|(id, _)| *id).collect();
        self.fix_steps.record(&ids, field, &self.fixes);
        for (id, text) in texts {
            self.fixes.entry(id).or_default().insert(field, text);
        }
        self.fix_revision += 1;
    }

    /// Whether the last change can be taken back that was made to some of these products.
    pub fn can_undo_fix(&self, of: &[DraftId]) -> bool {
        self.fix_steps.can_undo(of)
    }

    /// Takes the last change back.
    pub(in crate::import) fn undo_fix(&mut self) {
        self.fix_steps.undo(&mut self.fixes);
        self.fix_revision += 1;
    }

    /// Takes those of the products that were not corrected, or have no errors any more, as they are sent
    /// again. Of those that wait, what is being sent already stays as it is.
    pub(in crate::import) fn take_corrected(
        &mut self,
        drafts: &[DraftId],
        categories: &MarketCategories,
        rules: &CreateRules,
    ) -> Vec<(DraftId, Draft)> {
        let ready = |id: &DraftId| {
            let state = self.row(*id)?.state;
            if !(state.is_unsent() || matches!(state, State::Failed | State::Cancelled)) {
                return None;
            }
            let TypedProduct { draft, errors } = self.corrected(*id, categories, rules)?;
            // What nobody corrected is sent again as it was: the marketplace decides anew.
            (errors.is_empty() || !self.has_fixes(*id)).then_some((*id, draft))
        };
        let ready: Vec<(DraftId, Draft)> = drafts.iter().filter_map(ready).collect();
        for (id, draft) in &ready {
            self.sent.insert(*id, draft.clone());
            self.fixes.remove(id);
        }
        self.fix_revision += u64::from(!ready.is_empty());
        ready
    }

    /// A failed product with the user's changes. Whether it is sent without attributes was decided when it
    /// was started.
    fn corrected(
        &self,
        id: DraftId,
        categories: &MarketCategories,
        rules: &CreateRules,
    ) -> Option<TypedProduct> {
        let mut typed = TypedProduct::from(self.sent.get(&id)?.clone());
        self.fixes.get(&id).into_iter().flatten().for_each(|(&field, text)| typed.set(field, text));
        let photos = self.row(id).map_or(0, |row| row.photos);
        Some(typed.evaluate(photos, rules, categories).without_attributes())
    }
}
