//! Undo and redo in the review.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::draft_key::{DraftKeys, key};
use super::history::{CellText, Cleared, Step};
use super::{Consequence, Next, Review, Touched};
use crate::messages::{Command, ImportCommand, Settings};
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Edit, Field};

impl Review {
    /// Whether there is a change to undo.
    pub(in crate::import) const fn has_done(&self) -> bool {
        !self.history.done.is_empty()
    }

    /// Whether there is an undone change to make again.
    pub(in crate::import) const fn has_undone(&self) -> bool {
        !self.history.undone.is_empty()
    }

    /// How many changes were made to the review.
    pub const fn changes(&self) -> u64 {
        self.history.changes
    }

    /// Takes back the last change. Returns the settings if they change, too.
    pub(in crate::import) fn undo(&mut self, settings: &Settings) -> (Consequence, Option<Settings>) {
        let Some(step) = self.history.done.pop() else { return Default::default() };
        let (inverse, consequence) = self.apply_step(step);
        self.history.undone.push(inverse);
        self.history.typing = None;
        self.with_remembered(consequence, settings)
    }

    /// Makes the last undone change again. Returns the settings if they change, too.
    pub(in crate::import) fn redo(&mut self, settings: &Settings) -> (Consequence, Option<Settings>) {
        let Some(step) = self.history.undone.pop() else { return Default::default() };
        let (inverse, consequence) = self.apply_step(step);
        self.history.done.push(inverse);
        self.history.typing = None;
        self.with_remembered(consequence, settings)
    }

    fn apply_step(&mut self, step: Step) -> (Step, Consequence) {
        self.revisions.now += 1;
        match step {
            Step::Cells(cells) => (self.set_texts(cells), Consequence::default()),
            Step::FolderCategory(folder, category) => {
                let (before, commands) = self.map_folder(folder, category);
                (before, commands.into())
            }
            Step::Defaults(defaults) => (self.replace_defaults(defaults), Consequence::default()),
            Step::PutBack { plan, drafts } => self.put_back(plan, drafts),
            Step::Remove(keys) => {
                let indices = (0..self.derived.drafts.len()).filter(|&index| keys.contains(&key(&self.derived.drafts[index]))).collect();
                (self.take_out(&indices), Consequence::default())
            }
            Step::Photos(arrangement) => (self.replace_arrangement(arrangement), Consequence::default()),
            Step::Edits(edits) => (self.replace_edits(edits), Consequence::default()),
            Step::Grouping(grouping) => (Step::Grouping(self.set_grouping(grouping)), Consequence::PLAN),
            Step::Sheet(choice) => (Step::Sheet(self.replace_choice(choice)), Consequence::PLAN),
            Step::Columns { choice, headings, remembered, now } => {
                self.sheet.to_remember.push((headings.clone(), remembered.clone()));
                let choice = self.replace_choice(choice);
                (Step::Columns { choice, headings, remembered: now, now: remembered }, Consequence::PLAN)
            }
            Step::Dropped { paths, choice } => {
                let paths = self.change(|content, _| (std::mem::replace(&mut content.dropped, paths), Touched::NextPlan));
                let choice = self.replace_choice(choice);
                (Step::Dropped { paths, choice }, Consequence::PLAN)
            }
            Step::Folders(answers) => (self.set_answers(answers), Consequence::PLAN),
            Step::Several(steps) => {
                let (mut inverse, followed): (Vec<Step>, Vec<Consequence>) = steps.into_iter().map(|step| self.apply_step(step)).unzip();
                inverse.reverse();
                (Step::Several(inverse), Consequence::all(followed))
            }
            Step::Restore(cleared) => {
                self.restore_cleared(*cleared);
                let is_unread = self.plan.drafts.is_empty() && !self.content.dropped.is_empty();
                let next = if is_unread { Next::Plan } else { Next::Show };
                (Step::Clear, Consequence { next, ..Consequence::default() })
            }
            Step::Clear => {
                let cleared = self.take_review();
                let commands = vec![Command::Import(ImportCommand::SaveReview(None))];
                (Step::Restore(Box::new(cleared)), Consequence { commands, next: Next::Leave })
            }
        }
    }

    /// Sets what is typed into cells of planned products. Returns what takes it back. Each product is looked up once: its texts are
    /// all over the memory, and a change may be of ten thousand.
    pub(in crate::import) fn type_texts(&mut self, texts: impl IntoIterator<Item = (usize, Field, String)>) -> Step {
        self.change(|content, drafts| {
            let (mut cells, mut touched) = (Vec::new(), Vec::new());
            for (index, field, text) in texts {
                let Some(key) = drafts.get(index).map(key) else { continue };
                let (draft, text) = match content.typed.get_key_value_mut(&key) {
                    Some((known, typed)) => (known.clone(), typed.insert(field, text)),
                    None => {
                        let draft = key.owned();
                        content.typed.insert(draft.clone(), BTreeMap::from([(field, text)]));
                        (draft, None)
                    }
                };
                touched.push(index);
                cells.push(CellText { draft, index, field, text });
            }
            // Applied in the reverse order, the first text of a cell that was set twice wins.
            cells.reverse();
            (Step::Cells(cells), Touched::Values(touched))
        })
    }

    /// Sets what is typed into cells. Returns what takes it back.
    fn set_texts(&mut self, mut cells: Vec<CellText>) -> Step {
        self.change(|content, drafts| {
            let (mut touched, mut moved) = (Vec::new(), DraftKeys::default());
            for CellText { draft, index, field, text } in &mut cells {
                match drafts.get(*index) {
                    Some(planned) if key(planned) == draft.borrowed() => touched.push(*index),
                    _ => drop(moved.insert(draft.clone())),
                }
                let typed = match content.typed.get_mut(draft) {
                    Some(typed) => typed,
                    None => content.typed.entry(draft.clone()).or_default(),
                };
                *text = match text.take() {
                    Some(text) => typed.insert(*field, text),
                    None => typed.remove(field),
                };
            }
            if !moved.is_empty() {
                touched.extend((0..drafts.len()).filter(|&index| moved.contains(&key(&drafts[index]))));
            }
            cells.reverse();
            (Step::Cells(cells), Touched::Values(touched))
        })
    }

    /// Takes products out of the plan. Returns what puts them back.
    pub(in crate::import) fn take_out(&mut self, indices: &BTreeSet<usize>) -> Step {
        let plan = self.revisions.plans;
        self.change(|content, drafts| {
            let out: Vec<_> = indices.iter().filter_map(|&index| Some((index, drafts.get(index)?.clone()))).collect();
            content.removed.extend(out.iter().map(|(_, draft)| key(draft).owned()));
            (Step::PutBack { plan, drafts: out }, Touched::Out(indices.clone()))
        })
    }

    fn put_back(&mut self, plan: u64, drafts: Vec<(usize, PlannedDraft)>) -> (Step, Consequence) {
        let keys: DraftKeys = drafts.iter().map(|(_, draft)| key(draft).owned()).collect();
        // The files may have been planned again since: the indices are others now.
        let is_current = plan == self.revisions.plans;
        self.change(|content, _| {
            content.removed.retain(|removed| !keys.contains(removed));
            ((), if is_current { Touched::Back(drafts) } else { Touched::NextPlan })
        });
        (Step::Remove(keys), if is_current { Consequence::default() } else { Consequence::PLAN })
    }

    /// Sets the edits of photos; `None`: not edited. Returns what takes it back.
    pub(in crate::import) fn replace_edits(&mut self, edits: Vec<(PathBuf, Option<Edit>)>) -> Step {
        self.change(|content, _| {
            let replace = |(photo, edit): (PathBuf, Option<Edit>)| {
                let before = match edit.filter(|edit| !edit.is_identity()) {
                    Some(edit) => content.edits.insert(photo.clone(), edit),
                    None => content.edits.remove(&photo),
                };
                (photo, before)
            };
            (Step::Edits(edits.into_iter().map(replace).collect()), Touched::Edits)
        })
    }

    /// Clears the review, which undo brings back.
    pub(in crate::import) fn clear_and_record(&mut self) {
        let cleared = self.take_review();
        self.history.record(Step::Restore(Box::new(cleared)), None);
    }

    /// Clears the review. Returns it, to be brought back.
    fn take_review(&mut self) -> Cleared {
        let cleared = Cleared { plan: std::mem::take(&mut self.plan), sheet: self.take_sheet(), content: self.take_content() };
        let history = std::mem::take(&mut self.history);
        self.clear();
        self.history = history;
        cleared
    }

    fn restore_cleared(&mut self, cleared: Cleared) {
        let Cleared { plan, sheet, content } = cleared;
        (self.plan, self.sheet) = (plan, sheet);
        self.change(|now, _| {
            *now = content;
            ((), Touched::Products)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::tests::{act, in_review as review};
    use crate::import::{Import, ImportAction, Phase, ReviewAction, Unpriced};

    fn names(import: &Import) -> Vec<&str> {
        import.review.drafts().iter().map(|draft| draft.draft.name.as_str()).collect()
    }

    #[test]
    fn keystrokes_into_one_cell_are_undone_together_and_made_again() {
        let mut import = review(&["Rug", "Bowl"]);
        for text in ["1", "12", "120"] {
            act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::PrimaryPrice, text.to_owned())));
        }
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::PrimaryPrice, "7".to_owned())));
        act(&mut import, ImportAction::Undo);
        assert_eq!((import.review.typed(0, Field::PrimaryPrice), import.review.typed(1, Field::PrimaryPrice)), (Some("120"), None));
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.review.typed(0, Field::PrimaryPrice), None);
        assert!(!import.can_undo());
        act(&mut import, ImportAction::Redo);
        act(&mut import, ImportAction::Redo);
        assert_eq!((import.review.typed(0, Field::PrimaryPrice), import.review.typed(1, Field::PrimaryPrice)), (Some("120"), Some("7")));
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::Stock, "1".to_owned())));
        assert!(!import.can_redo(), "a new change discards the undone ones");
    }

    #[test]
    fn removed_products_come_back_to_their_places_with_what_was_typed() {
        let mut import = review(&["Rug", "Bowl", "Vase"]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::Stock, "4".to_owned())));
        act(&mut import, ImportAction::Review(ReviewAction::Remove(1)));
        assert_eq!(names(&import), ["Rug", "Vase"]);
        act(&mut import, ImportAction::Undo);
        assert_eq!((names(&import), import.review.typed(1, Field::Stock)), (vec!["Rug", "Bowl", "Vase"], Some("4")));
        act(&mut import, ImportAction::Redo);
        assert_eq!(names(&import), ["Rug", "Vase"]);
    }

    #[test]
    fn several_cells_that_were_set_together_are_undone_together() {
        let mut import = review(&["Rug", "Bowl"]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::Stock, "1".to_owned())));
        let cells = vec![(0, Field::Stock, "5".to_owned()), (1, Field::Stock, "6".to_owned())];
        act(&mut import, ImportAction::Review(ReviewAction::SetCells(cells)));
        assert_eq!((import.review.typed(0, Field::Stock), import.review.typed(1, Field::Stock)), (Some("5"), Some("6")));
        act(&mut import, ImportAction::Undo);
        assert_eq!((import.review.typed(0, Field::Stock), import.review.typed(1, Field::Stock)), (Some("1"), None));
    }

    #[test]
    fn a_cleared_review_is_brought_back_whole() {
        let mut import = review(&["Rug", "Bowl"]);
        act(&mut import, ImportAction::Review(ReviewAction::TypeDefault(Field::Stock, "3".to_owned())));
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::PrimaryPrice, "9".to_owned())));
        act(&mut import, ImportAction::Clear);
        assert_eq!((import.phase, names(&import)), (Phase::Empty, vec![]));
        act(&mut import, ImportAction::Undo);
        assert_eq!((import.phase, names(&import)), (Phase::Review, vec!["Rug", "Bowl"]));
        assert_eq!((import.review.typed(0, Field::PrimaryPrice), import.review.default_text(Field::Stock)), (Some("9"), "3"));
        assert!(import.save_command().is_some(), "it is saved again");
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.review.typed(0, Field::PrimaryPrice), None);
    }

    #[test]
    fn nothing_is_undone_behind_a_run() {
        let mut import = review(&["Rug"]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::PrimaryPrice, "100".to_owned())));
        act(&mut import, ImportAction::Start { again: false, unpriced: Unpriced::Create });
        assert!(!import.can_undo());
    }

    #[test]
    fn the_last_200_changes_can_be_undone() {
        let mut import = review(&["Rug", "Bowl"]);
        for number in 0..250 {
            act(&mut import, ImportAction::Review(ReviewAction::Type(number % 2, Field::Stock, number.to_string())));
        }
        let mut undone = 0;
        while import.can_undo() {
            act(&mut import, ImportAction::Undo);
            undone += 1;
        }
        assert_eq!((undone, import.review.typed(0, Field::Stock)), (200, Some("48")));
    }
}
