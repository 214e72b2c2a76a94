//! Undo and redo in the review.

use std::collections::BTreeSet;

use super::draft_key::{DraftKeys, key};
use super::history::{Cleared, History, Step};
use super::{FollowUp, NextPhase, Review, Touched};
use crate::messages::{Command, ImportCommand, Settings};
use vitrine_core::import::PlannedDraft;

impl Review {
    /// What was changed, and what was undone.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Takes back the last change. Returns the settings if they change, too.
    pub(in crate::import) fn undo(&mut self, settings: &Settings) -> (FollowUp, Option<Settings>) {
        let Some(step) = self.history.done.pop() else { return Default::default() };
        let (inverse, follow_up) = self.apply_step(step);
        self.history.undone.push(inverse);
        self.history.typing = None;
        self.sheet.with_remembered(follow_up, settings)
    }

    /// Makes the last undone change again. Returns the settings if they change, too.
    pub(in crate::import) fn redo(&mut self, settings: &Settings) -> (FollowUp, Option<Settings>) {
        let Some(step) = self.history.undone.pop() else { return Default::default() };
        let (inverse, follow_up) = self.apply_step(step);
        self.history.done.push(inverse);
        self.history.typing = None;
        self.sheet.with_remembered(follow_up, settings)
    }

    fn apply_step(&mut self, step: Step) -> (Step, FollowUp) {
        self.revisions.now += 1;
        match step {
            Step::Cells(cells) => {
                (self.change(|content, drafts| content.set_texts(drafts, cells)), FollowUp::default())
            }
            Step::FolderCategory(folder, category) => {
                let (before, commands) = self.map_folder(folder, category);
                (before, commands.into())
            }
            Step::Defaults(defaults) => {
                (self.change(|content, _| content.replace_defaults(defaults)), FollowUp::default())
            }
            Step::PutBack { plan, drafts } => self.put_back(plan, drafts),
            Step::Remove(keys) => {
                let indices = (0..self.derived.drafts.len())
                    .filter(|&index| keys.contains(&key(&self.derived.drafts[index])))
                    .collect();
                (self.take_out(&indices), FollowUp::default())
            }
            Step::Photos(arrangement) => {
                (self.change(|content, _| content.replace_arrangement(arrangement)), FollowUp::default())
            }
            Step::Edits(edits) => {
                (self.change(|content, _| content.replace_edits(edits)), FollowUp::default())
            }
            Step::Grouping(grouping) => (Step::Grouping(self.set_grouping(grouping)), FollowUp::PLAN),
            Step::Sheet(choice) => (Step::Sheet(self.sheet.replace_choice(choice)), FollowUp::PLAN),
            Step::Columns { choice, headings, remembered, now } => {
                self.sheet.to_remember.push((headings.clone(), remembered.clone()));
                let choice = self.sheet.replace_choice(choice);
                (Step::Columns { choice, headings, remembered: now, now: remembered }, FollowUp::PLAN)
            }
            Step::Dropped { out, back, choice } => {
                self.change(|content, _| {
                    content.dropped.retain(|path| !out.contains(path));
                    content.dropped.extend(back.iter().cloned());
                    ((), Touched::NextPlan)
                });
                let choice = self.sheet.replace_choice(choice);
                (Step::Dropped { out: back, back: out, choice }, FollowUp::PLAN)
            }
            Step::Folders(answers) => {
                (self.change(|content, _| content.set_answers(answers)), FollowUp::PLAN)
            }
            Step::Several(steps) => {
                let (mut inverse, followed): (Vec<Step>, Vec<FollowUp>) =
                    steps.into_iter().map(|step| self.apply_step(step)).unzip();
                inverse.reverse();
                (Step::Several(inverse), FollowUp::all(followed))
            }
            Step::Restore(cleared) => {
                self.restore_cleared(*cleared);
                let is_unread = self.plan.drafts.is_empty() && !self.content.dropped.is_empty();
                let next = if is_unread { NextPhase::Plan } else { NextPhase::Show };
                (Step::Clear, FollowUp { next, ..FollowUp::default() })
            }
            Step::Clear => {
                let cleared = self.take_review();
                let commands = vec![Command::Import(ImportCommand::SaveReview(None))];
                (Step::Restore(Box::new(cleared)), FollowUp { commands, next: NextPhase::Leave })
            }
        }
    }

    /// Takes products out of the plan. Returns what puts them back.
    pub(super) fn take_out(&mut self, indices: &BTreeSet<usize>) -> Step {
        let plan = self.revisions.plans;
        self.change(|content, drafts| content.take_out(drafts, indices, plan))
    }

    fn put_back(&mut self, plan: u64, drafts: Vec<(usize, PlannedDraft)>) -> (Step, FollowUp) {
        let keys: DraftKeys = drafts.iter().map(|(_, draft)| key(draft).owned()).collect();
        // The files may have been planned again since: the indices are others now.
        let is_current = plan == self.revisions.plans;
        self.change(|content, _| {
            content.removed.retain(|removed| !keys.contains(removed));
            ((), if is_current { Touched::Back(drafts) } else { Touched::NextPlan })
        });
        (Step::Remove(keys), if is_current { FollowUp::default() } else { FollowUp::PLAN })
    }

    /// Clears the review, which undo brings back.
    pub(in crate::import) fn clear_and_record(&mut self) {
        let cleared = self.take_review();
        self.history.record(Step::Restore(Box::new(cleared)), None);
    }

    /// Clears the review. Returns it, to be brought back.
    fn take_review(&mut self) -> Cleared {
        let cleared = Cleared {
            plan: std::mem::take(&mut self.plan),
            sheet: self.sheet.take(),
            content: self.take_content(),
        };
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
    use crate::import::tests::{act, in_review as review};
    use crate::import::{Import, ImportAction, Phase, ReviewAction, Unpriced};
    use vitrine_domain::Field;

    fn names(import: &Import) -> Vec<&str> {
        import.review.drafts().iter().map(|draft| draft.draft.name.as_str()).collect()
    }

    #[test]
    fn keystrokes_into_one_cell_are_undone_together_and_made_again() {
        let mut import = review(&["Rug", "Bowl"]);
        for text in ["1", "12", "120"] {
            act(
                &mut import,
                ImportAction::Review(ReviewAction::Type(0, Field::PrimaryPrice, text.to_owned())),
            );
        }
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::PrimaryPrice, "7".to_owned())));
        act(&mut import, ImportAction::Undo);
        assert_eq!(
            (import.review.typed(0, Field::PrimaryPrice), import.review.typed(1, Field::PrimaryPrice)),
            (Some("120"), None)
        );
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.review.typed(0, Field::PrimaryPrice), None);
        assert!(!import.can_undo());
        act(&mut import, ImportAction::Redo);
        act(&mut import, ImportAction::Redo);
        assert_eq!(
            (import.review.typed(0, Field::PrimaryPrice), import.review.typed(1, Field::PrimaryPrice)),
            (Some("120"), Some("7"))
        );
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::Stock, "1".to_owned())));
        assert!(!import.can_redo(), "a new change discards the undone ones");
    }

    #[test]
    fn what_was_removed_comes_back_also_after_reading_another_sheet_was_given_up() {
        let mut import = review(&["Rug", "Bowl"]);
        act(&mut import, ImportAction::Review(ReviewAction::Remove(1)));
        import.dropped(vec!["prices.csv".into()]);
        assert_eq!(import.phase, Phase::Planning);
        import.clear_review();
        assert_eq!((import.phase, names(&import)), (Phase::Review, vec!["Rug"]));
        act(&mut import, ImportAction::Undo);
        assert_eq!((names(&import), import.can_undo()), (vec!["Rug", "Bowl"], false));
    }

    #[test]
    fn undoing_a_dropped_sheet_keeps_the_photos_that_were_dropped_since() {
        let mut import = review(&["Rug"]);
        let before = import.review.dropped().to_vec();
        import.dropped(vec!["prices.csv".into()]);
        import.planned(Vec::new(), Vec::new(), 0, Vec::new());
        import.dropped(vec!["More photos".into()]);
        import.planned(Vec::new(), Vec::new(), 0, Vec::new());
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.review.dropped(), [before.clone(), vec!["More photos".into()]].concat());
        import.planned(Vec::new(), Vec::new(), 0, Vec::new());
        act(&mut import, ImportAction::Redo);
        assert_eq!(
            import.review.dropped(),
            [before, vec!["More photos".into(), "prices.csv".into()]].concat()
        );
    }

    #[test]
    fn removed_products_come_back_to_their_places_with_what_was_typed() {
        let mut import = review(&["Rug", "Bowl", "Vase"]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(1, Field::Stock, "4".to_owned())));
        act(&mut import, ImportAction::Review(ReviewAction::Remove(1)));
        assert_eq!(names(&import), ["Rug", "Vase"]);
        act(&mut import, ImportAction::Undo);
        assert_eq!(
            (names(&import), import.review.typed(1, Field::Stock)),
            (vec!["Rug", "Bowl", "Vase"], Some("4"))
        );
        act(&mut import, ImportAction::Redo);
        assert_eq!(names(&import), ["Rug", "Vase"]);
    }

    #[test]
    fn several_cells_that_were_set_together_are_undone_together() {
        let mut import = review(&["Rug", "Bowl"]);
        act(&mut import, ImportAction::Review(ReviewAction::Type(0, Field::Stock, "1".to_owned())));
        let cells = vec![(0, Field::Stock, "5".to_owned()), (1, Field::Stock, "6".to_owned())];
        act(&mut import, ImportAction::Review(ReviewAction::SetCells(cells)));
        assert_eq!(
            (import.review.typed(0, Field::Stock), import.review.typed(1, Field::Stock)),
            (Some("5"), Some("6"))
        );
        act(&mut import, ImportAction::Undo);
        assert_eq!(
            (import.review.typed(0, Field::Stock), import.review.typed(1, Field::Stock)),
            (Some("1"), None)
        );
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
        assert_eq!(
            (import.review.typed(0, Field::PrimaryPrice), import.review.defaults().text(Field::Stock)),
            (Some("9"), "3")
        );
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
            act(
                &mut import,
                ImportAction::Review(ReviewAction::Type(number % 2, Field::Stock, number.to_string())),
            );
        }
        let mut undone = 0;
        while import.can_undo() {
            act(&mut import, ImportAction::Undo);
            undone += 1;
        }
        assert_eq!((undone, import.review.typed(0, Field::Stock)), (200, Some("48")));
    }
}
