//! How the photos are grouped into products: the choice for all, and the answers for single folders.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::history::Step;
use super::known::PhotoComparison;
use super::{BasePlan, FollowUp, Review};
use crate::messages::{Command, ImportCommand};
use vitrine_core::import::naming::says_nothing;
use vitrine_core::import::{Grouping, GroupingChoice, PlannedDraft};

impl Review {
    /// What the worker planned.
    pub const fn plan(&self) -> &BasePlan {
        &self.plan
    }

    /// The number of the current plan. It is another one after every grouping and drop, but not after a
    /// change of products.
    pub const fn plan_number(&self) -> u64 {
        self.revisions.plans
    }

    /// The photos that were taken out of the review, by their folders.
    pub fn taken_out(&self) -> HashMap<PathBuf, HashSet<PathBuf>> {
        let kept: HashSet<&PathBuf> = self.derived.drafts.iter().flat_map(|draft| &draft.photos).collect();
        let mut out: HashMap<PathBuf, HashSet<PathBuf>> = HashMap::new();
        for photo in
            self.plan.drafts.iter().flat_map(|draft| &draft.photos).filter(|photo| !kept.contains(photo))
        {
            out.entry(photo.parent().unwrap_or(Path::new("")).to_owned()).or_default().insert(photo.clone());
        }
        out
    }

    /// Whether the photos of the folder that is asked about are being compared.
    pub fn is_comparing_photos(&self) -> bool {
        self.plan.asked_folder().is_some_and(|asked| self.looks.is_comparing(&asked.folder))
    }

    /// The command that compares the photos of the folder that is asked about, if that may help and was not
    /// requested yet.
    pub(in crate::import) fn photo_comparison_command(&mut self) -> Option<Command> {
        let asked = self.plan.asked_folder().filter(|folder| folder.may_be_compared)?;
        let folder = asked.folder.clone();
        if self
            .looks
            .photo_comparison
            .as_ref()
            .is_some_and(|known| (known.plan, &known.folder) == (self.revisions.plans, &folder))
        {
            return None;
        }
        let photos = self.plan.drafts.iter().flat_map(|draft| &draft.photos);
        let photos: Vec<PathBuf> = photos.filter(|photo| photo.parent() == Some(&folder)).cloned().collect();
        self.looks.photo_comparison =
            Some(PhotoComparison { plan: self.revisions.plans, folder: folder.clone(), is_answered: false });
        Some(Command::Import(ImportCommand::ComparePhotos { folder, photos }))
    }

    /// Takes the comparison of a folder's photos: another way to group them, if it makes a difference.
    pub(crate) fn photos_compared(
        &mut self,
        folder: &Path,
        photos: usize,
        products: usize,
        by_cards: Option<usize>,
    ) {
        if let Some(compared) =
            self.looks.photo_comparison.as_mut().filter(|compared| compared.folder == folder)
        {
            compared.is_answered = true;
        }
        self.plan.photos_compared(folder, photos, products, by_cards);
    }

    /// Whether a planned product's name came from its files and says nothing about it.
    pub(in crate::import) fn planned_name_says_nothing(&self, index: usize) -> bool {
        let says_nothing = |planned: &PlannedDraft| {
            planned.draft.name == planned.source_name && says_nothing(&planned.source_name)
        };
        self.derived.drafts.get(index).is_some_and(says_nothing)
    }

    pub(in crate::import) fn grouping_choice(&self) -> GroupingChoice {
        GroupingChoice { all: self.content.grouping, folders: self.content.answers.clone() }
    }

    pub(in crate::import) fn group_all(&mut self, grouping: Grouping) -> FollowUp {
        let before = self.set_grouping(grouping);
        if self.content.dropped.is_empty() {
            return FollowUp::default();
        }
        if before != grouping {
            self.history.record(Step::Grouping(before), None);
        }
        FollowUp::PLAN
    }

    pub(in crate::import) fn group_folders(&mut self, answers: Vec<(PathBuf, Option<Grouping>)>) -> FollowUp {
        let before = self.change(|content, _| content.set_answers(answers));
        self.history.record(before, None);
        FollowUp::PLAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::tests::{act, in_review};
    use crate::import::{Import, ImportAction, ReviewAction};

    #[test]
    fn answers_are_saved_with_the_review_and_part_of_every_later_plan() {
        let mut import = in_review(&["Rug"]);
        let answer = (PathBuf::from("/goods"), Grouping::File);
        act(
            &mut import,
            ImportAction::Review(ReviewAction::GroupFolders(vec![(answer.0.clone(), Some(answer.1))])),
        );
        let Some(Command::Import(ImportCommand::SaveReview(Some(saved)))) = import.save_command() else {
            panic!()
        };
        assert_eq!(saved.folders, std::slice::from_ref(&answer));
        let mut restored = Import::default();
        restored.restore_saved(*saved);
        let commands = restored.dropped(vec![PathBuf::from("/more")]);
        let [Command::Import(ImportCommand::Plan { grouping, .. })] = commands.as_slice() else {
            panic!("{commands:?}")
        };
        assert_eq!(grouping.folders, [answer].into());
    }

    #[test]
    fn photos_that_were_taken_out_are_known_until_that_is_undone() {
        let mut import = in_review(&["Rug", "Bowl"]);
        let photo = import.review.drafts()[0].photos[0].clone();
        let folder = photo.parent().unwrap().to_owned();
        assert_eq!(import.review.taken_out(), HashMap::new());
        act(&mut import, ImportAction::Review(ReviewAction::Remove(0)));
        assert_eq!(import.review.taken_out(), HashMap::from([(folder, HashSet::from([photo]))]));
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.review.taken_out(), HashMap::new());
    }

    #[test]
    fn answers_come_back_with_a_cleared_review() {
        let mut import = in_review(&["Rug"]);
        act(
            &mut import,
            ImportAction::Review(ReviewAction::GroupFolders(vec![(
                PathBuf::from("/goods"),
                Some(Grouping::File),
            )])),
        );
        import.planned(import.review.drafts().to_vec(), Vec::new(), 0, Vec::new());
        act(&mut import, ImportAction::Clear);
        assert_eq!(import.review.content.answers.len(), 0);
        act(&mut import, ImportAction::Undo);
        assert_eq!(import.review.content.answers.len(), 1);
    }
}
