//! From the drop to the review: planning what was dropped, and going back from a plan that is being made.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::reading::Planned;
use super::{Import, Phase, Review};
use crate::messages::{Command, ImportCommand};
use crate::{NotAdded, Notification, OtherFiles};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::plan::FolderPlan;
use vitrine_core::import::sheet::{SheetOverview, is_sheet};
use vitrine_domain::{AccountKey, Draft, PriceUnits, Problem};

impl Import {
    /// Adds dropped paths to the plan. While an import is running they are queued.
    pub(crate) fn dropped(&mut self, paths: Vec<PathBuf>) -> Vec<Command> {
        if paths.is_empty() {
            return Vec::new();
        }
        let fresh = match self.phase {
            Phase::Empty => true,
            Phase::Planning | Phase::Review => false,
            Phase::Ended if self.run.all_done() => true,
            Phase::Running | Phase::Ended => {
                self.reading.queued.extend(paths);
                // It is saved: see [`Import::save_command`].
                self.review.mark_changed();
                return Vec::new();
            }
        };
        if fresh {
            let (mut queued, waiting) =
                (std::mem::take(&mut self.reading.queued), self.reading.waiting_review.take());
            self.clear();
            let restored = waiting.map(|review| self.restore_saved(review)).unwrap_or_default();
            queued.extend(paths);
            return restored.into_iter().chain(self.add(queued)).collect();
        }
        self.add(paths)
    }

    /// Adds paths to those that are read.
    fn add(&mut self, paths: Vec<PathBuf>) -> Vec<Command> {
        self.reading.last_dropped.clone_from(&paths);
        if self.phase == Phase::Review {
            let has_sheet = paths.iter().any(|path| is_sheet(path));
            self.reading.awaits_comparison = has_sheet;
            self.reading.dropped = (!has_sheet).then(|| (paths.clone(), self.contents()));
        }
        let mut known: HashSet<PathBuf> = self.review.dropped().iter().cloned().collect();
        let new: Vec<PathBuf> = paths.into_iter().filter(|path| known.insert(path.clone())).collect();
        if !self.review.dropped().is_empty() && new.iter().any(|path| is_sheet(path)) {
            self.review.record_dropped(new.clone());
        }
        self.review.add_dropped(new);
        self.plan()
    }

    fn contents(&self) -> Planned {
        let plan = self.review.plan();
        Planned {
            photos: plan.drafts.iter().map(|draft| draft.photos.len()).sum(),
            unreadable: plan.problems.len(),
            others: plan.ignored,
        }
    }

    /// Why the plan that is on the screen now has nothing new, if paths were dropped on the one before it.
    pub(crate) fn not_added(&mut self) -> Option<NotAdded> {
        let (paths, before) = self.reading.dropped.take()?;
        let now = self.contents();
        let others = now.others.saturating_sub(before.others);
        if (Planned { others: before.others, ..now }) != before {
            return None;
        }
        let is_dropped = |file: &Path| paths.iter().any(|path| file.starts_with(path));
        let new_values = std::mem::take(&mut self.reading.new_values);
        let plan = self.review.plan();
        let mut unreadable = plan.problems.iter().filter_map(|problem| problem.subject.as_deref());
        Some(match others {
            0 if new_values > 0 => NotAdded::NewValues(new_values),
            0 if plan.drafts.iter().flat_map(|draft| &draft.photos).any(|photo| is_dropped(photo))
                || unreadable.any(|file| is_dropped(Path::new(file))) =>
            {
                NotAdded::Known
            }
            0 => NotAdded::NoPhotos,
            others => {
                let ignored = plan.ignored_files.iter().map(PathBuf::as_path);
                NotAdded::OtherFiles(OtherFiles::new(ignored.filter(|file| is_dropped(file)), others))
            }
        })
    }

    /// Plans the dropped paths.
    pub(super) fn plan(&mut self) -> Vec<Command> {
        self.phase = Phase::Planning;
        self.reading.begin();
        self.review.mark_changed();
        let (sheet, paths) = self.review.sheet.request(self.review.dropped());
        vec![Command::Import(ImportCommand::Plan { paths, grouping: self.review.grouping_choice(), sheet })]
    }

    /// Whether what the worker tells is of the plan that was requested last. An answer may be on its way when
    /// another plan is requested, or when the plan is given up.
    pub(crate) fn is_plan_current(&self) -> bool {
        self.reading.is_current() && self.phase == Phase::Planning
    }

    /// Takes the sheets of the plan that follows.
    pub(crate) fn sheets_planned(&mut self, overviews: Vec<SheetOverview>, others: Vec<PathBuf>) {
        if matches!(self.phase, Phase::Planning | Phase::Review) {
            self.review.sheet.planned(overviews, others);
        }
    }

    /// Takes the worker's plan.
    pub(crate) fn planned(
        &mut self,
        drafts: Vec<PlannedDraft>,
        problems: Vec<Problem>,
        ignored: usize,
        folders: Vec<FolderPlan>,
    ) {
        if !matches!(self.phase, Phase::Planning | Phase::Review) {
            return;
        }
        if std::mem::take(&mut self.reading.is_restored) {
            self.review.plan.compare_with_saved(&drafts);
        }
        self.reading.planned_from = self.review.planned_from();
        self.reading.new_values = new_values(&self.review.plan().drafts, &drafts);
        self.review.take_plan(drafts, problems, ignored, folders);
        self.phase = Phase::Review;
    }

    /// The marketplace's prices have these units. Prices of a sheet are read again when it changes.
    pub(crate) fn set_shop_units(&mut self, units: Option<PriceUnits>) -> Vec<Command> {
        let changed = self.review.sheet.set_shop_units(units);
        let has_sheet = !self.review.sheet().overviews().is_empty();
        let is_open = self.phase == Phase::Planning || (self.phase == Phase::Review && has_sheet);
        if changed && is_open { self.plan() } else { Vec::new() }
    }

    /// The command that compares the photos of the folder that is asked about, if that may help and was not
    /// requested yet.
    pub(crate) fn photo_comparison_command(&mut self) -> Option<Command> {
        if self.phase == Phase::Review { self.review.photo_comparison_command() } else { None }
    }

    /// The command that compares the plan with earlier imports of the account, if that was not requested yet.
    /// What was known for another account is forgotten.
    pub(crate) fn comparison_command(&mut self, account: Option<AccountKey>) -> Option<Command> {
        self.review.comparison_command(account, self.phase == Phase::Review)
    }

    /// Puts the chosen file in the place of the photo for which it was asked, if that is still there.
    pub(crate) fn replacement_chosen(&mut self, file: &Path) {
        if self.phase == Phase::Review {
            self.review.replacement_chosen(file);
        }
    }

    /// Clears the review, or gives up reading what was dropped.
    pub(super) fn clear_review(&mut self) -> Vec<Command> {
        let is_empty = self.review.drafts().is_empty();
        if self.phase == Phase::Planning && !is_empty && !self.reading.is_restored {
            return self.cancel_planning();
        }
        let planning = (self.phase == Phase::Planning).then_some(Command::Import(ImportCommand::CancelPlan));
        let (queued, waiting) =
            (std::mem::take(&mut self.reading.queued), self.reading.waiting_review.take());
        // A review of an earlier session that is still being read holds what was typed.
        if self.phase == Phase::Review && !is_empty
            || self.phase == Phase::Planning && self.reading.is_restored
        {
            self.review.clear_and_record();
            self.leave();
        } else {
            self.clear();
        }
        let mut commands: Vec<Command> = planning.into_iter().collect();
        // What waits is saved already, and is not without a record until it is read.
        if waiting.is_none() {
            commands.push(Command::Import(ImportCommand::SaveReview(None)));
        }
        commands.extend(waiting.map(|review| self.restore_saved(review)).unwrap_or_default());
        commands.extend(self.dropped(queued));
        commands
    }

    /// Leaves the products on the screen as they were before the last paths were dropped.
    fn cancel_planning(&mut self) -> Vec<Command> {
        self.reading.dropped = None;
        self.review.go_back_to(self.reading.planned_from.clone());
        self.phase = Phase::Review;
        vec![Command::Import(ImportCommand::CancelPlan)]
    }
}

/// Of the files that were dropped last, each by itself, those that are left out of the plan that is shown.
pub(crate) fn left_out(import: &mut Import) -> Option<OtherFiles> {
    let dropped = std::mem::take(&mut import.reading.last_dropped);
    let ignored = import.review.plan().ignored_files.iter().map(PathBuf::as_path);
    let left_out: Vec<&Path> = ignored.filter(|file| dropped.iter().any(|dropped| dropped == file)).collect();
    (!left_out.is_empty()).then(|| OtherFiles::new(left_out.iter().copied(), left_out.len()))
}

/// Of how many products with the same photos a plan has other values than the one before it.
fn new_values(before: &[PlannedDraft], now: &[PlannedDraft]) -> usize {
    let before: HashMap<&[PathBuf], &Draft> =
        before.iter().map(|planned| (planned.photos.as_slice(), &planned.draft)).collect();
    let differs = |planned: &&PlannedDraft| {
        before.get(planned.photos.as_slice()).is_some_and(|draft| **draft != planned.draft)
    };
    now.iter().filter(differs).count()
}

/// The number of products to be created whose files have changed since the review was saved.
pub fn changed_since_saved(review: &Review) -> usize {
    let is_changed = |(index, draft): &(usize, &PlannedDraft)| {
        review.plan().is_changed_since_saved(draft) && !review.is_skipped(*index)
    };
    review.drafts().iter().enumerate().filter(is_changed).count()
}

/// That an import was interrupted, while a review is on the screen: it has its offer in the panel beside it,
/// which may be closed.
pub(crate) fn interrupted(import: &Import) -> Option<Notification> {
    let counts = import.run.unfinished?.counts;
    let is_beside_review = matches!(import.phase, Phase::Planning | Phase::Review);
    (counts.waiting > 0 && is_beside_review)
        .then(|| Notification::ImportUnfinished { total: counts.total(), waiting: counts.waiting })
}

/// What is to be told once the plan is compared with the shop: a spreadsheet that was dropped on the review
/// describes nothing new, or how many products of a review that came by itself are new.
pub(crate) fn comparison_news(import: &mut Import) -> Option<Notification> {
    let (is_news, has_sheet) =
        (std::mem::take(&mut import.reading.is_news), std::mem::take(&mut import.reading.awaits_comparison));
    let review = &import.review;
    let new = (0..review.drafts().len()).filter(|product| !review.is_skipped(*product)).count();
    let waiting = new.saturating_sub(review.known().unfinished);
    if is_news {
        let changed = changed_since_saved(review);
        (waiting > 0).then_some(Notification::ReviewWaits { count: waiting, changed })
    } else {
        (has_sheet && new == 0).then_some(Notification::NothingAdded(NotAdded::InShop))
    }
}
