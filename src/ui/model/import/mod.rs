//! The import screen: the dropped paths, the planned products, and the running import.

mod action;
mod arrangement;
mod base_plan;
mod bulk;
mod categories;
mod checks;
mod clipboard;
mod comparison;
mod draft_key;
mod finder;
mod findings;
mod grouping;
mod history;
mod known;
mod known_categories;
mod like_sent;
mod phase;
mod photo_changes;
mod photo_comparison;
mod photo_findings;
mod planned_from;
mod planning;
mod price_rules;
mod reading;
mod review;
mod review_sheet;
mod run;
mod saved_review;
mod sent_covers;
mod sheet;
mod template;
mod typed;
mod undo;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::domain::{CreateRules, Edit, Field, Problem};
use crate::import::plan::FolderPlan;
use crate::import::sheet::is_sheet;
use crate::import::{DraftId, Grouping, PlannedDraft, Row};
use crate::worker::{Command, ImportCommand, PictureKey, Progress, SavedReview, Settings, Unfinished};

pub use action::{ImportAction, PhotosOut, Unpriced, UnpricedQuestion};
pub use arrangement::PhotoAction;
pub use bulk::{bulk_fields, is_number};
pub use categories::attribute_texts;
pub use checks::{Checks, SALE_FIELDS};
pub use clipboard::{cells_as_text, cells_from_text};
pub use draft_key::DraftKey;
pub use finder::{ReviewArrangement, ReviewColumn, ReviewFilter, ReviewFinder};
pub use findings::PriceTypo;
pub use known_categories::Gap;
pub use phase::Phase;
pub use photo_findings::{PhotoFindings, count_photos};
pub use reading::Reading;
pub use review_sheet::{ReviewSheet, SheetAction};
pub use run::{BatchFix, FailureGroup, INTERVAL_SECONDS, RowFilter, Run, Throughput, WaitingAlike};
pub use template::{TemplatePreview, default_texts};

use arrangement::Arrangement;
use base_plan::BasePlan;
use draft_key::{DraftKeys, TypedTexts, key};
use history::{History, Step};
use known::KnownProducts;
use known_categories::KnownCategories;
use photo_comparison::PhotoComparison;
use planned_from::PlannedFrom;
use price_rules::PriceRules;
use sent_covers::SentCovers;

/// The state of the import screen.
#[derive(Debug, Default)]
pub struct Import {
    /// The stage.
    pub phase: Phase,
    /// How photos are grouped into products.
    pub grouping: Grouping,
    /// How the photos of single folders are grouped, as the person answered.
    answers: BTreeMap<PathBuf, Grouping>,
    /// How the photos of each folder were grouped, and why.
    folders: Vec<FolderPlan>,
    /// All paths dropped for the current plan.
    dropped: Vec<PathBuf>,
    /// Paths dropped while an import was running; they are planned when its results are cleared.
    pub queued: Vec<PathBuf>,
    sheet: ReviewSheet,
    base: BasePlan,
    /// What the person changed about which photos belong to which product.
    arrangement: Arrangement,
    /// The photo for which the system's dialog asks for another file, and its product.
    replacing: Option<(DraftKey, PathBuf)>,
    /// The planned products with the person's changes.
    drafts: Vec<PlannedDraft>,
    /// The files that cannot be used, and why.
    pub problems: Vec<Problem>,
    /// How many files are neither photos nor the sheet.
    pub ignored: usize,
    /// The first of them.
    pub ignored_files: Vec<PathBuf>,
    typed: TypedTexts,
    removed: DraftKeys,
    /// Keyed by photo, so that edits survive a change of grouping.
    edits: HashMap<PathBuf, Edit>,
    price_rules: PriceRules,
    categories: KnownCategories,
    /// The default values for all products, as typed.
    defaults: BTreeMap<Field, String>,
    /// The defaults of the previous import, offered but not used until the user accepts them.
    previous_defaults: BTreeMap<Field, String>,
    /// What is being read.
    pub reading: Reading,
    /// What the products on the screen were planned from.
    planned_from: PlannedFrom,
    /// How many plans were requested that the worker has not begun yet.
    awaited_plans: u32,
    /// A review of an earlier session that waits until the import on the screen has ended and is left.
    waiting_review: Option<SavedReview>,
    /// The photos that a product has twice, in the plan of this revision.
    copies: Option<(u64, PhotosOut)>,
    /// Increases when the worker has compared the photos of a plan.
    pub copies_revision: u64,
    /// The question that is open, if any.
    pub question: Option<UnpricedQuestion>,

    /// Whether products that an earlier import created are created again.
    pub again: bool,
    known: KnownProducts,

    history: History,
    /// Counts the plans taken over from the worker.
    plans: u64,
    photo_comparison: Option<PhotoComparison>,
    sent_covers: SentCovers,
    /// Increases when another photo turns out to look like a cover in the shop.
    pub covers_revision: u64,

    checks: Checks,
    /// Increases with each change of the planned products or photos, but not with typing.
    pub plan_revision: u64,

    /// What is running, or has ended.
    pub run: Run,
    /// The revision in which the review was last saved.
    saved_revision: Option<u64>,
    /// The revision in which what was dropped was last kept, while nobody was signed in.
    kept_revision: Option<u64>,
    /// Increases with each change of drafts or rows, so that derived values can be cached.
    pub revision: u64,
}

impl Import {
    /// The planned products.
    pub fn drafts(&self) -> &[PlannedDraft] {
        &self.drafts
    }

    /// What identifies a planned product, by index.
    pub fn draft_key(&self, index: usize) -> Option<DraftKey> {
        self.drafts.get(index).map(|draft| key(draft).owned())
    }

    /// The user's edit of a planned photo.
    pub fn edit(&self, photo: &Path) -> Edit {
        self.edits.get(photo).copied().unwrap_or_default()
    }

    /// A planned photo with its edit.
    pub fn picture(&self, photo: &Path) -> PictureKey {
        PictureKey::File(photo.to_path_buf()).edited(self.edit(photo))
    }

    /// Sets the edits of photos; an empty edit removes the entry.
    pub(super) fn set_edits(&mut self, edits: impl IntoIterator<Item = (PathBuf, Edit)>) {
        let step = self.replace_edits(edits.into_iter().map(|(photo, edit)| (photo, Some(edit))).collect());
        self.history.record(step, None);
        self.revision += 1;
    }

    /// Adds dropped paths to the plan. While an import is running they are queued.
    pub(super) fn dropped(&mut self, paths: Vec<PathBuf>) -> Vec<Command> {
        if paths.is_empty() {
            return Vec::new();
        }
        let fresh = match self.phase {
            Phase::Empty => true,
            Phase::Planning | Phase::Review => false,
            Phase::Ended if self.run.all_done() => true,
            Phase::Running | Phase::Ended => {
                self.queued.extend(paths);
                return Vec::new();
            }
        };
        if fresh {
            self.clear();
        }
        let mut known: HashSet<PathBuf> = self.dropped.iter().cloned().collect();
        let new: Vec<PathBuf> = paths.into_iter().filter(|path| known.insert(path.clone())).collect();
        if !self.dropped.is_empty() && new.iter().any(|path| is_sheet(path)) {
            let before = Step::Dropped { paths: self.dropped.clone(), choice: self.sheet.choice.clone() };
            self.history.record(before, None);
        }
        self.dropped.extend(new);
        self.plan()
    }

    /// Performs an action; returns the commands for the worker, and the settings if they change.
    pub(super) fn act(&mut self, action: ImportAction, rules: &CreateRules, settings: &Settings) -> (Vec<Command>, Option<Settings>) {
        let commands = match action {
            ImportAction::Undo => {
                let commands = self.undo();
                return self.with_remembered(commands, settings);
            }
            ImportAction::Redo => {
                let commands = self.redo();
                return self.with_remembered(commands, settings);
            }
            ImportAction::Grouping(grouping) => self.group_all(grouping),
            ImportAction::GroupFolders(answers) => self.group_folders(answers),
            ImportAction::CategoriseFolder { folder, category, products } => self.categorise_folder(&folder, category, &products),
            ImportAction::Sheet(action) => return self.act_on_sheet(action, settings),
            ImportAction::Start { .. } if self.asks_about_sheets() => Vec::new(),
            ImportAction::Start { again, unpriced } => return self.start(again, unpriced, rules, settings),
            ImportAction::Again(again) => {
                self.again = again;
                self.checks.touch_all();
                Vec::new()
            }
            ImportAction::CloseQuestion => {
                self.question = None;
                Vec::new()
            }
            ImportAction::Clear => self.clear_review(),
            ImportAction::Photos(action) => self.change_photos(&action),
            ImportAction::RemovePhotos(photos) => {
                self.remove_photos(photos);
                Vec::new()
            }
            ImportAction::Pause => vec![Command::Import(ImportCommand::Pause)],
            ImportAction::Continue => vec![Command::Import(ImportCommand::Continue)],
            ImportAction::Cancel => {
                self.run.cancelling = true;
                vec![Command::Import(ImportCommand::Cancel)]
            }
            ImportAction::Resume => {
                let only_failed = self.run.unfinished.is_some_and(|left| left.counts.waiting == 0);
                self.run.discard_rows();
                self.enter_run();
                vec![if only_failed {
                    Command::Import(ImportCommand::Reopen)
                } else {
                    Command::Import(ImportCommand::Resume { without_attributes: false })
                }]
            }
            ImportAction::Later => {
                self.run.unfinished = None;
                Vec::new()
            }
            ImportAction::Retry(drafts) => self.retry(&drafts, rules),
            edit => {
                self.change(edit, rules);
                Vec::new()
            }
        };
        (commands, None)
    }

    /// Takes the saved settings: the grouping, and the defaults of the previous import.
    pub(super) fn take_settings(&mut self, settings: &Settings) {
        if self.phase == Phase::Empty {
            self.grouping = settings.grouping;
        }
        self.previous_defaults = typed::as_typed(&settings.defaults);
    }

    /// A problem occurred. Before the first event about an import it means that the import was rejected, so the previous phase
    /// is restored.
    pub(super) fn handle_problem(&mut self) {
        if let Some(phase) = self.run.phase_before_start.take() {
            self.phase = phase;
        }
    }

    /// The account was left: another marketplace, or a sign-out by the user. The journal has everything that was started.
    pub(super) fn abandon(&mut self) {
        // A saved review belongs to the account; one that could not be saved stays.
        if matches!(self.phase, Phase::Running | Phase::Ended) || self.is_saved() {
            self.clear();
        }
        (self.run.unfinished, self.question) = (None, None);
    }

    /// Takes the unfinished imports of an earlier session. Their report means that none is running.
    pub(super) fn take_unfinished(&mut self, unfinished: Unfinished) {
        if self.phase == Phase::Running {
            let waiting = self.waiting_review.take();
            self.clear();
            self.waiting_review = waiting;
        }
        self.run.unfinished = Some(unfinished);
    }

    /// Takes rows that changed.
    pub(super) fn take_rows(&mut self, rows: Vec<Row>) {
        // Late rows of an import whose results were cleared.
        if !matches!(self.phase, Phase::Running | Phase::Ended) {
            return;
        }
        self.run.mark_accepted();
        self.run.rows.take(rows, |id| self.run.sent.contains_key(&id));
        self.revision += 1;
    }

    /// Takes the import's progress.
    pub(super) fn take_progress(&mut self, progress: Progress) {
        self.run.mark_accepted();
        self.run.progress = progress;
        // A decision after the end has resumed the import.
        if self.phase == Phase::Ended {
            self.phase = Phase::Running;
        }
    }

    /// The import has ended.
    pub(super) fn ended(&mut self, progress: Progress) {
        if !matches!(self.phase, Phase::Running | Phase::Ended) {
            return;
        }
        self.run.mark_accepted();
        self.run.progress = progress;
        self.run.cancelling = false;
        self.phase = Phase::Ended;
        self.revision += 1;
    }

    fn clear(&mut self) {
        self.take_sheet();
        *self = Self {
            sheet: std::mem::take(&mut self.sheet),
            grouping: self.grouping,
            previous_defaults: std::mem::take(&mut self.previous_defaults),
            categories: std::mem::take(&mut self.categories),
            revision: self.revision + 1,
            plan_revision: self.plan_revision + 1,
            plans: self.plans,
            awaited_plans: self.awaited_plans,
            covers_revision: self.covers_revision,
            run: self.run.cleared(),
            ..Self::default()
        };
    }

    /// Sends those of the products that have no errors.
    fn retry(&mut self, drafts: &[DraftId], rules: &CreateRules) -> Vec<Command> {
        let corrected = self.run.take_corrected(drafts, &self.categories.market_categories, rules);
        if corrected.is_empty() {
            return Vec::new();
        }
        self.run.phase_before_start = Some(self.phase);
        self.phase = Phase::Running;
        self.revision += 1;
        vec![Command::Import(ImportCommand::Retry(corrected))]
    }

    /// Enters the running phase, before the worker has accepted the start.
    fn enter_run(&mut self) {
        self.run.phase_before_start = Some(self.phase);
        self.phase = Phase::Running;
        self.run.progress = Progress::default();
        self.run.throughput = Throughput::default();
        self.run.skips_expected = 0;
        self.revision += 1;
    }
}

#[cfg(test)]
mod tests;
