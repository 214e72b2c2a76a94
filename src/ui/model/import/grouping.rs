//! How the photos are grouped into products: the choice for all, and the answers for single folders.

use std::path::PathBuf;

use super::Import;
use super::history::Step;
use crate::import::plan::FolderPlan;
use crate::import::{Grouping, GroupingChoice};
use crate::worker::Command;

impl Import {
    /// How the photos of each folder were grouped, if that is chosen automatically.
    pub fn folders(&self) -> &[FolderPlan] {
        &self.folders
    }

    /// The folders for which it is unclear how their photos are grouped.
    pub fn unclear_folders(&self) -> impl Iterator<Item = &FolderPlan> {
        self.folders.iter().filter(|folder| folder.is_unclear)
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

    pub(super) fn group_folders(&mut self, answers: Vec<(PathBuf, Grouping)>) -> Vec<Command> {
        let before = self.set_answers(answers.into_iter().map(|(folder, grouping)| (folder, Some(grouping))).collect());
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
