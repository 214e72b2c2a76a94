//! The imports of the account signed in.

use std::collections::VecDeque;

use super::comparison::Compared;
use super::journal_writer::{JournalWriter, Written};
use super::messages::ImportCommand;
use super::restored::Drafts;
use super::run::{Purpose, Run, RunEvent, RunInput};
use super::update_schedule::UpdateSchedule;
use crate::domain::{AccountKey, Problem};
use crate::import::engine::Input;
use crate::import::report::{ReportKind, ReportRow};
use crate::import::{RunId, plan};
use crate::store::Store;
use crate::worker::options::Options;

pub struct Imports {
    pub(super) runs: Vec<Run>,
    /// Being read from the journal.
    pub(super) restoring: Vec<(RunId, Purpose)>,
    /// The account whose started products are gone on with after that.
    pub(super) resuming: Option<AccountKey>,
    /// What waits until it is known which run has which drafts.
    pub(super) held: VecDeque<Held>,
    pub(super) inputs: VecDeque<RunInput>,
    pub(super) journal: JournalWriter,
    pub(super) updates: UpdateSchedule,
    /// How many comparisons there were, to tell them apart.
    pub(super) comparisons: u64,
    /// How often an engine was given drafts: what was compared before that does not know of them.
    pub(super) handovers: u64,
}

/// What needs to know which run has which drafts.
pub enum Held {
    Command(ImportCommand),
    Compared { run: RunId, comparison: u64, compared: Result<Compared, Problem> },
}

/// What a task of the imports came to.
pub enum TaskResult {
    Planned(plan::ImportPlan),
    /// What was started is on the disk, or cannot be.
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
        restored: Result<Box<(Run, Drafts)>, Problem>,
    },
    Written(Written),
    Run(RunInput),
    /// What imports did, and at which marketplace.
    Reported {
        kind: ReportKind,
        read: Result<(Vec<ReportRow>, String), Problem>,
    },
    /// `None`: the person closed the dialog.
    TableSaved(Result<Option<std::path::PathBuf>, Problem>),
}

impl Imports {
    pub fn new(store: &Store, options: &Options) -> Self {
        Self {
            runs: Vec::new(),
            restoring: Vec::new(),
            resuming: None,
            held: VecDeque::new(),
            inputs: VecDeque::new(),
            journal: JournalWriter::new(store.path(), options.clock),
            updates: UpdateSchedule::default(),
            comparisons: 0,
            handovers: 0,
        }
    }

    /// Products on their way, whose answers are worth waiting for.
    pub fn creations_under_way(&self) -> usize {
        self.runs.iter().map(|run| run.creating).sum()
    }

    pub(super) fn of(&self, purpose: Purpose) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.purpose == purpose)
    }

    pub(super) fn run(&mut self, id: RunId) -> Option<&mut Run> {
        self.runs.iter_mut().find(|run| run.id == id)
    }

    pub(super) fn knows(&self, id: RunId) -> bool {
        self.runs.iter().any(|run| run.id == id) || self.restoring.iter().any(|(run, _)| *run == id)
    }

    /// Every run that was asked for is there, and has the drafts it was handed; so no draft is taken up twice.
    pub(super) fn is_settled(&self) -> bool {
        self.restoring.is_empty() && self.inputs.is_empty()
    }

    pub(super) fn push(&mut self, run: RunId, input: Input) {
        self.inputs.push_back(RunInput { run, came: RunEvent::Input(input) });
    }

    pub(super) fn each_import(&mut self, input: impl Fn() -> Input) {
        let runs: Vec<RunId> = self.of(Purpose::Import).map(|run| run.id).collect();
        runs.into_iter().for_each(|run| self.push(run, input()));
    }
}
