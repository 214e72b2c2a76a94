//! How the photos are grouped into products: the choice for all, and the answers for single folders.

use std::path::PathBuf;

use super::Import;
use super::history::Step;
use crate::domain::Field;
use crate::import::naming::says_nothing;
use crate::import::plan::FolderPlan;
use crate::import::{Grouping, GroupingChoice};
use crate::worker::Command;

impl Import {
    /// How the photos of each folder were grouped, if that is chosen automatically.
    pub fn folders(&self) -> &[FolderPlan] {
        &self.folders
    }

    /// The number of the current plan. It is another one after every grouping and drop, but not after a change of products.
    pub const fn plan_number(&self) -> u64 {
        self.plans
    }

    /// Whether a planned product's name came from its files and says nothing about it.
    pub(super) fn is_nameless(&self, index: usize) -> bool {
        let Some(planned) = self.drafts.get(index) else { return false };
        let name = &planned.draft.name;
        *name == planned.source_name && self.typed(index, Field::Name).is_none() && says_nothing(name)
    }

    pub(super) fn grouping_choice(&self) -> GroupingChoice {
        GroupingChoice { all: self.grouping, folders: self.answers.clone() }
    }

    pub(super) fn group_all(&mut self, grouping: Grouping) -> Vec<Command> {
        let before = std::mem::replace(&mut self.grouping, grouping);
        if self.dropped.is_empty() {
            return Vec::new();
        }
        if before != grouping {
            self.history.record(Step::Grouping(before), None);
        }
        self.plan()
    }

    pub(super) fn group_folders(&mut self, answers: Vec<(PathBuf, Option<Grouping>)>) -> Vec<Command> {
        let before = self.set_answers(answers);
        self.history.record(before, None);
        self.plan()
    }

    /// Sets the answers for folders; `None`: it is chosen automatically. Returns what takes it back.
    pub(super) fn set_answers(&mut self, answers: Vec<(PathBuf, Option<Grouping>)>) -> Step {
        let set = |(folder, answer): (PathBuf, Option<Grouping>)| {
            let before = match answer {
                Some(grouping) => self.answers.insert(folder.clone(), grouping),
                None => self.answers.remove(&folder),
            };
            (folder, before)
        };
        Step::Folders(answers.into_iter().map(set).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act, in_review};
    use super::*;
    use crate::ui::model::ImportAction;
    use crate::worker::ImportCommand;

    #[test]
    fn answers_are_saved_with_the_review_and_part_of_every_later_plan() {
        let mut import = in_review(&["Rug"]);
        let answer = (PathBuf::from("/goods"), Grouping::File);
        act(&mut import, ImportAction::GroupFolders(vec![(answer.0.clone(), Some(answer.1))]));
        let Some(Command::Import(ImportCommand::SaveReview(Some(saved)))) = import.save_command() else { panic!() };
        assert_eq!(saved.folders, std::slice::from_ref(&answer));
        let mut restored = Import::default();
        restored.restore_saved(*saved);
        let commands = restored.dropped(vec![PathBuf::from("/more")]);
        let [Command::Import(ImportCommand::Plan { grouping, .. })] = commands.as_slice() else { panic!("{commands:?}") };
        assert_eq!(grouping.folders, [answer].into());
    }

    #[test]
    fn answers_come_back_with_a_cleared_review() {
        let mut import = in_review(&["Rug"]);
        act(&mut import, ImportAction::GroupFolders(vec![(PathBuf::from("/goods"), Some(Grouping::File))]));
        import.planned(import.drafts.clone(), Vec::new(), 0, Vec::new());
        act(&mut import, ImportAction::Clear);
        assert_eq!(import.answers.len(), 0);
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.answers.len(), 1);
    }
}
