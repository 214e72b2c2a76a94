//! The import screen: what was dropped, what is planned from it, and how the run goes.

mod checks;
mod failures;
mod kept;
mod mend;
mod review;
mod rows;
mod typed;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::domain::{CreateRules, Draft, Edit, Field, Problem};
use crate::import::{DraftId, Grouping, PlannedDraft, Row};
use crate::worker::{Command, ImportCommand, PictureKey, Progress, Settings, Unfinished};

pub use checks::{Checks, SOLD_BY};
pub use failures::FailureGroup;
pub use mend::Together;
pub use rows::RowFilter;

use rows::Rows;

/// What stays the same for a planned product when the files are planned again.
pub type DraftKey = (PathBuf, String);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Nothing dropped yet.
    #[default]
    Empty,
    /// The files are being looked through.
    Planning,
    /// Products are planned; nothing is sent.
    Review,
    Running,
    Ended,
}

#[derive(Debug)]
pub enum ImportAction {
    Grouping(Grouping),
    /// Types into a planned product, by its place.
    Type(usize, Field, String),
    TypeDefault(Field, String),
    Remove(usize),
    /// Takes every product that cannot be sent yet out of the plan.
    RemoveIncomplete,
    /// Fills the fields for all products with what the last import had in them.
    UseLastDefaults,
    /// Forgets the plan, or the results of the last run.
    Clear,
    Start {
        again: bool,
        unpriced: Unpriced,
    },
    /// Back to the review, with nothing started.
    CloseQuestion,
    Pause,
    Continue,
    Cancel,
    /// Goes on with the import an earlier run of the program left.
    Resume,
    /// Leaves it for the next start.
    Later,
    /// Types into a failed product.
    Mend(DraftId, Field, String),
    /// Types the same into several of them; nothing typed leaves each its own.
    MendAll(Vec<DraftId>, Field, String),
    Retry(Vec<DraftId>),
}

/// What Start does about products without a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// Starts nothing, and asks the person.
    Ask,
    /// Takes them out of the plan.
    LeaveOut,
    /// Creates them without: the marketplace decides what they cost.
    Create,
}

/// Asked before products without a price are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpricedQuestion {
    /// What Start was pressed with.
    pub again: bool,
    pub without_price: usize,
    pub without_stock: usize,
}

#[derive(Debug, Default)]
pub struct Import {
    pub phase: Phase,
    pub grouping: Grouping,
    /// Everything dropped for the current plan.
    dropped: Vec<PathBuf>,
    /// Dropped while a run was under way; planned when its results are cleared.
    pub queued: Vec<PathBuf>,
    drafts: Vec<PlannedDraft>,
    /// Files that cannot be used, and why.
    pub problems: Vec<Problem>,
    /// Files that are neither photos nor the sheet.
    pub ignored: usize,
    typed: HashMap<DraftKey, BTreeMap<Field, String>>,
    removed: BTreeSet<DraftKey>,
    /// By photo, so that they outlast another grouping.
    edits: HashMap<PathBuf, Edit>,
    /// Typed for all products of this import.
    defaults: BTreeMap<Field, String>,
    /// What the last import had in them: offered, and not used before a person takes it.
    last_defaults: BTreeMap<Field, String>,
    pub question: Option<UnpricedQuestion>,

    checks: Checks,
    /// Grows with each change of which products and photos are planned, not of what is typed into them.
    pub plan_revision: u64,

    rows: Rows,
    sent: HashMap<DraftId, Draft>,
    covers: HashMap<DraftId, PictureKey>,
    mends: HashMap<DraftId, BTreeMap<Field, String>>,
    /// Grows with each change of `mends`.
    mend_revision: u64,
    pub progress: Progress,
    pub cancelling: bool,
    /// Asked to run and not heard of since: where to go back to when that is refused.
    asked_from: Option<Phase>,
    pub unfinished: Option<Unfinished>,
    /// The revision in which the review was last handed over to be kept.
    kept: Option<u64>,
    /// Grows with each change of drafts or rows, so that what is derived from them can be kept.
    pub revision: u64,
}

impl Import {
    pub fn drafts(&self) -> &[PlannedDraft] {
        &self.drafts
    }

    pub fn rows(&self) -> &[Row] {
        self.rows.all()
    }

    pub fn row(&self, id: DraftId) -> Option<&Row> {
        self.rows.get(id)
    }

    /// How many rows a filter passes.
    pub fn row_count(&self, filter: RowFilter) -> usize {
        self.rows.count(filter)
    }

    /// One of the rows that a filter passes, in their order.
    pub fn nth_row(&self, filter: RowFilter, index: usize) -> Option<&Row> {
        self.rows.nth(filter, index)
    }

    /// How many causes failed products have.
    pub fn causes(&self) -> usize {
        self.rows.causes()
    }

    /// Failed products with one cause, the commonest first.
    pub fn failures(&self, index: usize) -> Option<FailureGroup<'_>> {
        self.rows.failures(index)
    }

    /// A product of the run as it was sent.
    pub(super) fn sent(&self, id: DraftId) -> Option<&Draft> {
        self.sent.get(&id)
    }

    /// The photo a product is shown by.
    pub fn cover(&self, id: DraftId) -> Option<&PictureKey> {
        self.covers.get(&id)
    }

    /// What is to be changed about a planned photo.
    pub fn edit(&self, photo: &Path) -> Edit {
        self.edits.get(photo).copied().unwrap_or_default()
    }

    /// A planned photo as it will look.
    pub fn picture(&self, photo: &Path) -> PictureKey {
        PictureKey::File(photo.to_path_buf()).edited(self.edit(photo))
    }

    pub(super) fn set_edits(&mut self, edits: impl IntoIterator<Item = (PathBuf, Edit)>) {
        self.edits.extend(edits);
        self.edits.retain(|_, edit| !edit.is_identity());
        self.revision += 1;
        self.plan_revision += 1;
    }

    /// Whether the results of the last run may be cleared without losing sight of anything.
    pub const fn all_done(&self) -> bool {
        let counts = &self.progress.counts;
        counts.failed == 0 && counts.waiting == 0
    }

    pub(super) fn dropped(&mut self, paths: Vec<PathBuf>) -> Vec<Command> {
        if paths.is_empty() {
            return Vec::new();
        }
        let fresh = match self.phase {
            Phase::Empty => true,
            Phase::Planning | Phase::Review => false,
            Phase::Ended if self.all_done() => true,
            Phase::Running | Phase::Ended => {
                self.queued.extend(paths);
                return Vec::new();
            }
        };
        if fresh {
            self.clear();
        }
        let mut known: HashSet<PathBuf> = self.dropped.iter().cloned().collect();
        self.dropped.extend(paths.into_iter().filter(|path| known.insert(path.clone())));
        self.plan()
    }

    pub(super) fn act(&mut self, action: ImportAction, rules: &CreateRules, settings: &Settings) -> (Vec<Command>, Option<Settings>) {
        let commands = match action {
            ImportAction::Grouping(grouping) => {
                self.grouping = grouping;
                if self.dropped.is_empty() { Vec::new() } else { self.plan() }
            }
            ImportAction::Start { again, unpriced } => return self.start(again, unpriced, rules, settings),
            ImportAction::CloseQuestion => {
                self.question = None;
                Vec::new()
            }
            ImportAction::Clear => {
                let queued = std::mem::take(&mut self.queued);
                self.clear();
                let mut commands = vec![Command::Import(ImportCommand::SaveReview(None))];
                commands.extend(self.dropped(queued));
                commands
            }
            ImportAction::Pause => vec![Command::Import(ImportCommand::Pause)],
            ImportAction::Continue => vec![Command::Import(ImportCommand::Continue)],
            ImportAction::Cancel => {
                self.cancelling = true;
                vec![Command::Import(ImportCommand::Cancel)]
            }
            ImportAction::Resume => {
                let only_failed = self.unfinished.is_some_and(|left| left.counts.waiting == 0);
                self.forget_rows();
                self.run();
                vec![if only_failed { Command::Import(ImportCommand::Reopen) } else { Command::Import(ImportCommand::Resume) }]
            }
            ImportAction::Later => {
                self.unfinished = None;
                Vec::new()
            }
            ImportAction::Retry(drafts) => self.retry(&drafts),
            edit => {
                self.change(edit, rules);
                Vec::new()
            }
        };
        (commands, None)
    }

    pub(super) fn take_settings(&mut self, settings: &Settings) {
        if self.phase == Phase::Empty {
            self.grouping = settings.grouping;
        }
        self.last_defaults = typed::as_typed(&settings.defaults);
    }

    pub(super) fn take_drafts(&mut self, drafts: Vec<(DraftId, PlannedDraft)>) {
        self.heard();
        self.rows.now_fixable(drafts.iter().map(|(id, _)| *id));
        for (id, planned) in drafts {
            let edit = planned.edit(0);
            self.covers.extend(planned.photos.into_iter().next().map(|cover| (id, PictureKey::File(cover).edited(edit))));
            self.sent.insert(id, planned.draft);
        }
    }

    /// The import under way has said something: it was taken on.
    fn heard(&mut self) {
        if self.asked_from.take() == Some(Phase::Empty) {
            self.unfinished = None;
        }
    }

    /// Something went wrong. Before a run has said a word, that means it was not taken on: nothing is lost by going back.
    pub(super) fn problem_told(&mut self) {
        if let Some(phase) = self.asked_from.take() {
            self.phase = phase;
        }
    }

    /// Nobody works on the run any more: another marketplace, or signed out by choice. The journal keeps what began.
    pub(super) fn left_alone(&mut self) {
        // A review is kept for the account it was made in; one that could not be stays.
        if matches!(self.phase, Phase::Running | Phase::Ended) || self.is_kept() {
            self.clear();
        }
        self.unfinished = None;
    }

    /// What an earlier run of the program left. Nothing is under way then, whatever was shown.
    pub(super) fn take_unfinished(&mut self, unfinished: Unfinished) {
        if self.phase == Phase::Running {
            self.clear();
        }
        self.unfinished = Some(unfinished);
    }

    pub(super) fn take_rows(&mut self, rows: Vec<Row>) {
        // The last words of a run whose results were cleared.
        if !matches!(self.phase, Phase::Running | Phase::Ended) {
            return;
        }
        self.heard();
        self.rows.take(rows, |id| self.sent.contains_key(&id));
        self.revision += 1;
    }

    pub(super) fn take_progress(&mut self, progress: Progress) {
        self.heard();
        self.progress = progress;
        // A decision made after the end set things going again.
        if self.phase == Phase::Ended {
            self.phase = Phase::Running;
        }
    }

    pub(super) fn ended(&mut self, progress: Progress) {
        if !matches!(self.phase, Phase::Running | Phase::Ended) {
            return;
        }
        self.heard();
        self.progress = progress;
        self.cancelling = false;
        self.phase = Phase::Ended;
        self.revision += 1;
    }

    fn plan(&mut self) -> Vec<Command> {
        self.phase = Phase::Planning;
        self.revision += 1;
        // Of several sheets the last dropped counts.
        let sheet = self.dropped.iter().rfind(|path| is_sheet(path)).cloned();
        let paths = self.dropped.iter().filter(|path| Some(*path) != sheet.as_ref()).cloned().collect();
        vec![Command::Import(ImportCommand::Plan { paths, grouping: self.grouping, sheet })]
    }

    fn clear(&mut self) {
        *self = Self {
            grouping: self.grouping,
            last_defaults: std::mem::take(&mut self.last_defaults),
            unfinished: self.unfinished,
            revision: self.revision + 1,
            plan_revision: self.plan_revision + 1,
            mend_revision: self.mend_revision + 1,
            ..Self::default()
        };
    }

    /// What the last run told.
    fn forget_rows(&mut self) {
        self.rows = Rows::default();
        self.sent.clear();
        self.covers.clear();
        self.mends.clear();
        self.mend_revision += 1;
    }

    /// A run was asked for: what it tells replaces what the last one told.
    fn run(&mut self) {
        self.asked_from = Some(self.phase);
        self.phase = Phase::Running;
        self.progress = Progress::default();
        self.revision += 1;
    }
}

/// By its name: folders may be called anything, but nobody calls one so.
fn is_sheet(path: &Path) -> bool {
    const ENDINGS: [&str; 5] = ["csv", "tsv", "xlsx", "xls", "ods"];
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

fn key(draft: &PlannedDraft) -> DraftKey {
    (draft.source.clone(), draft.source_name.clone())
}

#[cfg(test)]
#[path = "import_tests.rs"]
mod tests;
