//! Failed products: by cause, and mended one by one or all of a cause at once.

use std::collections::BTreeMap;

use super::Import;
use crate::domain::{CreateRules, Draft, Field, FieldError, Problem};
use crate::import::{DraftId, State};
use crate::ui::model::Phase;
use crate::worker::{Command, ImportCommand};

/// Failed products with one and the same cause.
#[derive(Clone, Debug, PartialEq)]
pub struct FailureGroup {
    pub problem: Problem,
    pub drafts: Vec<DraftId>,
}

impl Import {
    /// A failed product's field, with what was typed since. `write` writes its numbers.
    pub fn mended_text(&self, id: DraftId, field: Field, write: impl Fn(i64) -> String) -> String {
        if let Some(text) = self.mends.get(&id).and_then(|texts| texts.get(&field)) {
            return text.clone();
        }
        self.sent_text(id, field, write)
    }

    fn sent_text(&self, id: DraftId, field: Field, write: impl Fn(i64) -> String) -> String {
        let Some(draft) = self.sent.get(&id) else { return String::new() };
        match (draft.integer(field), draft.is_wholesale) {
            (Some(number), _) => write(number),
            (None, Some(yes)) if field == Field::IsWholesale => yes.to_string(),
            (None, _) => draft.line(field).unwrap_or_default().to_owned(),
        }
    }

    /// What failed products were sent with in a field, where that is the same for all; `None` where they differ.
    pub fn shared_text(&self, ids: &[DraftId], field: Field, write: impl Fn(i64) -> String) -> Option<String> {
        let mut texts = ids.iter().map(|id| self.sent_text(*id, field, &write));
        let first = texts.next().unwrap_or_default();
        texts.all(|text| text == first).then_some(first)
    }

    /// Whether anything was typed into any of these failed products.
    pub fn typed_into(&self, ids: &[DraftId]) -> bool {
        ids.iter().any(|id| self.mends.get(id).is_some_and(|texts| !texts.is_empty()))
    }

    /// Those of failed products that were typed into and can be sent again as they stand now.
    pub fn mended_ones(&self, ids: &[DraftId], rules: &CreateRules) -> Vec<DraftId> {
        let ready = |id: &DraftId| self.typed_into(&[*id]) && self.can_mend(*id) && self.mend_errors(*id, rules).is_empty();
        ids.iter().copied().filter(ready).collect()
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

    /// Failed products by cause, the commonest first.
    pub fn failures(&self) -> Vec<FailureGroup> {
        let mut groups: Vec<FailureGroup> = Vec::new();
        for row in self.rows.iter().filter(|row| row.state == State::Failed) {
            let Some(problem) = &row.problem else { continue };
            match groups.iter_mut().find(|group| same_cause(&group.problem, problem)) {
                Some(group) => group.drafts.push(row.id),
                None => groups.push(FailureGroup { problem: problem.clone(), drafts: vec![row.id] }),
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.drafts.len()));
        groups
    }

    pub(super) fn mend(&mut self, id: DraftId, field: Field, text: String) {
        self.mends.entry(id).or_default().insert(field, text);
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

/// A problem's file differs from row to row; its cause does not.
fn same_cause(a: &Problem, b: &Problem) -> bool {
    a.code == b.code && a.field == b.field && a.said == b.said && a.detail == b.detail
}
