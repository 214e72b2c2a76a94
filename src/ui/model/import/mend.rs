//! Failed products: by cause, and mended one by one or all of a cause at once.

use std::collections::BTreeMap;

use super::Import;
use crate::domain::{CreateRules, Draft, Field, FieldError};
use crate::import::{DraftId, State};
use crate::ui::model::Phase;
use crate::worker::{Command, ImportCommand};

/// So many products are looked at in a frame: of a few thousand it takes some frames to know how they stand.
const AT_A_TIME: usize = 500;

/// How products stand that failed of one cause and are mended together. Made by walking over them once, for as long as
/// [`Together::revision`] stays the same.
#[derive(Debug, Default, PartialEq)]
pub struct Together {
    /// What it was made from.
    revision: Option<(u64, u64)>,
    /// Those that still are failed.
    pub failed: Vec<DraftId>,
    /// How they stand, as far as all were looked at.
    pub standing: Standing,
    /// The fields in which all were sent with the same.
    shared: Vec<Field>,
    /// How those before `looked_at` stand now.
    coming: Standing,
    looked_at: usize,
}

#[derive(Debug, Default, PartialEq)]
pub struct Standing {
    /// Those that were typed into and can be sent again as they stand now.
    pub ready: Vec<DraftId>,
    /// Whether anything was typed into any of them.
    pub typed: bool,
    /// What is wrong with a field, of the first product it is wrong of.
    pub errors: BTreeMap<Field, FieldError>,
}

impl Together {
    /// Nothing but which products it is about.
    pub fn of(failed: Vec<DraftId>) -> Self {
        Self { failed, ..Self::default() }
    }

    /// Whether [`Together::standing`] is how they stand now.
    pub const fn is_settled(&self) -> bool {
        self.looked_at == self.failed.len()
    }

    /// Whether all of them were sent with the same in a field.
    pub fn shares(&self, field: Field) -> bool {
        self.shared.contains(&field)
    }
}

impl Import {
    /// A failed product's field, with what was typed since. `write` writes its numbers.
    pub fn mended_text(&self, id: DraftId, field: Field, write: impl Fn(i64) -> String) -> String {
        if let Some(text) = self.mends.get(&id).and_then(|texts| texts.get(&field)) {
            return text.clone();
        }
        self.sent_text(id, field, write)
    }

    /// What a failed product was sent with in a field.
    pub fn sent_text(&self, id: DraftId, field: Field, write: impl Fn(i64) -> String) -> String {
        let Some(draft) = self.sent.get(&id) else { return String::new() };
        match (draft.integer(field), draft.is_wholesale) {
            (Some(number), _) => write(number),
            (None, Some(yes)) if field == Field::IsWholesale => yes.to_string(),
            (None, _) => draft.line(field).unwrap_or_default().to_owned(),
        }
    }

    /// Whether anything was typed into a failed product.
    fn typed_into(&self, id: DraftId) -> bool {
        self.mends.get(&id).is_some_and(|texts| !texts.is_empty())
    }

    /// How failed products stand; nothing is done where nothing changed. `fields` are those they are mended in. Many are looked at
    /// in several goes, until [`Together::is_settled`].
    pub fn bring_together(&self, together: &mut Together, fields: &[Field], rules: &CreateRules) {
        let revision = Some((self.mend_revision, self.rows.failure_moves()));
        if together.revision != revision {
            // Typing changes neither which of them are failed nor what they were sent with.
            if together.revision.map(|(_, moves)| moves) != Some(self.rows.failure_moves()) {
                let failed = &mut together.failed;
                failed.retain(|id| self.row(*id).is_some_and(|row| row.state == State::Failed));
                let same = |field: &Field| failed.windows(2).all(|pair| self.is_same(pair[0], pair[1], *field));
                together.shared = fields.iter().copied().filter(same).collect();
            }
            (together.revision, together.coming, together.looked_at) = (revision, Standing::default(), 0);
        } else if together.is_settled() {
            return;
        }
        let Together { failed, coming, looked_at, .. } = together;
        for &id in failed[*looked_at..].iter().take(AT_A_TIME) {
            *looked_at += 1;
            let (typed, errors) = (self.typed_into(id), self.mend_errors(id, rules));
            coming.typed |= typed;
            if typed && errors.is_empty() && self.can_mend(id) {
                coming.ready.push(id);
            }
            for (field, error) in errors {
                coming.errors.entry(field).or_insert(error);
            }
        }
        if together.is_settled() {
            together.standing = std::mem::take(&mut together.coming);
        }
    }

    /// Whether two products were sent with the same in a field.
    fn is_same(&self, one: DraftId, other: DraftId, field: Field) -> bool {
        match (self.sent.get(&one), self.sent.get(&other)) {
            (Some(one), Some(other)) if field == Field::IsWholesale => one.is_wholesale == other.is_wholesale,
            (Some(one), Some(other)) => {
                one.integer(field) == other.integer(field) && one.line(field).unwrap_or_default() == other.line(field).unwrap_or_default()
            }
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether the draft is here to be mended.
    pub fn can_mend(&self, id: DraftId) -> bool {
        self.sent.contains_key(&id)
    }

    /// What is wrong with a failed product's fields as they stand now.
    pub fn mend_errors(&self, id: DraftId, rules: &CreateRules) -> BTreeMap<Field, FieldError> {
        let Some((draft, mut errors)) = self.mended(id) else { return BTreeMap::new() };
        let photos = self.row(id).map_or(0, |row| row.photos);
        for problem in draft.check(photos, rules) {
            errors.entry(problem.field).or_insert(problem.error);
        }
        errors
    }

    pub(super) fn mend(&mut self, id: DraftId, field: Field, text: String) {
        self.mends.entry(id).or_default().insert(field, text);
        self.mend_revision += 1;
    }

    /// The same for all; nothing typed leaves each as it was sent.
    pub(super) fn mend_all(&mut self, ids: &[DraftId], field: Field, text: &str) {
        for &id in ids {
            let texts = self.mends.entry(id).or_default();
            if text.trim().is_empty() {
                texts.remove(&field);
            } else {
                texts.insert(field, text.to_owned());
            }
        }
        self.mend_revision += 1;
    }

    pub(super) fn retry(&mut self, drafts: &[DraftId]) -> Vec<Command> {
        let ready = |id: &DraftId| {
            let (draft, errors) = self.mended(*id)?;
            errors.is_empty().then_some((*id, draft))
        };
        let ready: Vec<(DraftId, Draft)> = drafts.iter().filter_map(ready).collect();
        if ready.is_empty() {
            return Vec::new();
        }
        for (id, draft) in &ready {
            self.sent.insert(*id, draft.clone());
            self.mends.remove(id);
        }
        self.mend_revision += 1;
        self.asked_from = Some(self.phase);
        self.phase = Phase::Running;
        self.revision += 1;
        vec![Command::Import(ImportCommand::Retry(ready))]
    }

    fn mended(&self, id: DraftId) -> Option<(Draft, BTreeMap<Field, FieldError>)> {
        let mut draft = self.sent.get(&id)?.clone();
        let mut errors = BTreeMap::new();
        for (&field, text) in self.mends.get(&id).into_iter().flatten() {
            if let Err(error) = draft.set(field, text) {
                errors.insert(field, error);
            }
        }
        Some((draft, errors))
    }
}
