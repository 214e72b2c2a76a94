//! The state of the imports service.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::earlier::comparison::Compared;
use super::earlier::photo_hashes::PhotoHashes;
use super::journal_writer::{JournalWriter, Written};
use super::reading::scan::KnownPhotos;
use super::reading::walk::Dropped;
use super::restored::Drafts;
use super::running::run::{Purpose, Run, RunInput};
use super::running::update_schedule::UpdateSchedule;
use crate::store::Store;
use crate::worker::options::Options;
use vitrine_core::import::report::{ReportKind, ReportRow};
use vitrine_core::import::sheet::SheetResults;
use vitrine_core::import::{ImportRun, RunId, plan};
use vitrine_domain::{AccountKey, Problem};
use vitrine_model::messages::{ImportCommand, ImportEvent, PhotoPlaces, PlanComparison};

/// The service that owns the imports of the current account.
///
/// It is large because an import passes through all of its subjects, each in a folder of its own, and only
/// one place may know how far it is.
pub struct Imports {
    pub(super) runs: Vec<Run>,
    /// Runs being read from the journal.
    pub(super) restorations: Vec<(RunId, Purpose)>,
    /// The pending imports that continue after that.
    pub(super) resumption: Option<Resumption>,
    /// Pending imports that wait for what is known of categories.
    pub(super) awaited_categories: Option<AwaitedCategories>,
    /// Why products of this account keep waiting, until that was told.
    pub(super) unreported_wait: Option<(AccountKey, Problem)>,
    /// Work that waits until it is known which run has which drafts.
    pub(super) deferred: VecDeque<DeferredWork>,
    pub(super) inputs: VecDeque<RunInput>,
    pub(super) journal: JournalWriter,
    pub(super) updates: UpdateSchedule,
    /// The account whose running imports were paused because it is being left.
    pub(super) interrupted_account: Option<AccountKey>,
    /// The number of comparisons so far, which distinguishes them.
    pub(super) comparison_count: u64,
    /// How often drafts were handed to an engine: an earlier comparison does not know about them.
    pub(super) handover_count: u64,
    /// The photos that were read to compare the review with earlier imports.
    pub(super) photo_hashes: PhotoHashes,
    pub(super) looks: KnownPhotos,
    /// What was dropped in this session. Photos that lead out of it by now are not sent.
    pub(super) dropped: Arc<Dropped>,
}

/// Which pending imports continue, and how.
#[derive(Clone)]
pub struct Resumption {
    pub account: AccountKey,
    /// Create products although the attributes of their category cannot be read.
    pub without_attributes: bool,
}

/// What is being read for pending imports.
pub struct AwaitedCategories {
    pub resumption: Resumption,
    /// Whether the tree is being read.
    pub tree: bool,
    /// The categories whose attributes are being read, and those for which that failed.
    pub open: BTreeSet<i64>,
    pub unread: BTreeSet<i64>,
    pub failed: Option<Problem>,
}

/// Work that needs to know which run has which drafts.
pub enum DeferredWork {
    Command(ImportCommand),
    Compared { run: RunId, comparison: u64, compared: Result<Compared, Problem> },
}

/// The result of a task of the imports service.
pub enum ImportTaskResult {
    /// For the screens: how far the reading of a plan is, or what was looked up for one.
    Update(ImportEvent),
    Planned(plan::ImportPlan, Dropped),
    PlanCompared {
        plan: u64,
        compared: Result<PlanComparison, Problem>,
        copies: PhotoPlaces,
    },
    /// Started drafts were saved, or could not be.
    Saved {
        run: RunId,
        comparison: u64,
        result: Result<(), Problem>,
    },
    Compared {
        run: RunId,
        comparison: u64,
        compared: Result<Compared, Problem>,
    },
    Restored {
        run: RunId,
        restored: Result<Box<(Run, Drafts, Dropped)>, Problem>,
    },
    Written(Written),
    Run(RunInput),
    /// The rows of a report, and the name of its marketplace.
    Reported {
        kind: ReportKind,
        read: Result<(Vec<ReportRow>, String), Problem>,
    },
    Runs(Result<Vec<ImportRun>, Problem>),
    SheetResults(Result<Box<SheetResults>, Problem>),
    /// `None`: the user cancelled the dialog.
    TableSaved(Result<Option<std::path::PathBuf>, Problem>),
}

impl Imports {
    /// A service without runs.
    pub fn new(store: &Store, options: &Options) -> Self {
        Self {
            runs: Vec::new(),
            restorations: Vec::new(),
            resumption: None,
            awaited_categories: None,
            unreported_wait: None,
            deferred: VecDeque::new(),
            inputs: VecDeque::new(),
            journal: JournalWriter::new(store.path(), options.clock),
            updates: UpdateSchedule::default(),
            interrupted_account: None,
            comparison_count: 0,
            handover_count: 0,
            photo_hashes: PhotoHashes::default(),
            looks: KnownPhotos::default(),
            dropped: Arc::default(),
        }
    }

    /// Creations in flight, whose responses are worth waiting for.
    pub fn creations_under_way(&self) -> usize {
        self.runs.iter().map(|run| run.creating).sum()
    }

    pub(super) fn runs_of(&self, purpose: Purpose) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.purpose == purpose)
    }

    pub(super) fn run(&mut self, id: RunId) -> Option<&mut Run> {
        self.runs.iter_mut().find(|run| run.id == id)
    }

    pub(super) fn knows(&self, id: RunId) -> bool {
        self.runs.iter().any(|run| run.id == id) || self.restorations.iter().any(|(run, _)| *run == id)
    }

    /// Whether every requested run is restored and has the drafts it was handed; so no draft gets into two
    /// runs.
    pub(super) fn is_idle(&self) -> bool {
        self.restorations.is_empty() && self.inputs.is_empty()
    }
}
