//! What is running, or has ended: the rows of the import, its progress, and the corrections of products that
//! failed.

mod failures;
mod fix;
mod fix_steps;
mod rows;
mod throughput;
mod waiting_alike;

use std::collections::HashMap;

use super::Phase;
use crate::messages::{PictureKey, Progress, Unfinished};
use vitrine_core::import::sheet::ImportedSheet;
use vitrine_core::import::{DraftId, PlannedDraft, Row};
use vitrine_domain::Draft;

pub use failures::FailureGroup;
pub use fix::BatchFix;
pub use rows::RowFilter;
pub use throughput::{INTERVAL_SECONDS, Throughput};
pub use waiting_alike::WaitingAlike;

use fix_steps::{FixSteps, Fixes};
use rows::Rows;

/// The running import, the one that has ended, and what earlier ones left.
#[derive(Debug, Default)]
pub struct Run {
    pub(super) rows: Rows,
    pub(super) sent: HashMap<DraftId, Draft>,
    covers: HashMap<DraftId, PictureKey>,
    fixes: Fixes,
    /// The last changes of `fixes`.
    fix_steps: FixSteps,
    /// Increases with each change of `fixes`.
    pub(super) fix_revision: u64,
    /// The worker's last report about the running import.
    pub progress: Progress,
    /// The products created over time by the running import.
    pub throughput: Throughput,
    /// How many products of the started plan are in the shop already, as far as the review knew.
    pub(super) skips_expected: usize,
    /// How many products of the review were not ready when it was started, and wait there.
    pub left_in_review: usize,
    /// The sheet of the running import, or of the one that has ended.
    pub sheet: Option<ImportedSheet>,
    /// Whether the user cancelled the import.
    pub cancelling: bool,
    /// The phase to return to if the worker rejects the start; cleared by the worker's first event about the
    /// import.
    pub(super) phase_before_start: Option<Phase>,
    /// Whether it is one that an earlier session left.
    pub(super) is_resumed: bool,
    /// Imports that an earlier session left unfinished.
    pub unfinished: Option<Unfinished>,
}

impl Run {
    /// The rows of the running import.
    pub fn rows(&self) -> &[Row] {
        self.rows.all()
    }

    /// The row of a draft.
    pub fn row(&self, id: DraftId) -> Option<&Row> {
        self.rows.get(id)
    }

    /// The number of rows that match a filter.
    pub fn row_count(&self, filter: RowFilter) -> usize {
        self.rows.count(filter)
    }

    /// The row at `index` among those that match a filter.
    pub fn nth_row(&self, filter: RowFilter, index: usize) -> Option<&Row> {
        self.rows.nth(filter, index)
    }

    /// The number of different causes of failure.
    pub fn causes(&self) -> usize {
        self.rows.causes()
    }

    /// The failed products with one cause; index 0 is the most frequent cause.
    pub fn failures(&self, index: usize) -> Option<FailureGroup<'_>> {
        self.rows.failures(index)
    }

    /// A product of the import as it was last sent.
    pub(crate) fn sent(&self, id: DraftId) -> Option<&Draft> {
        self.sent.get(&id)
    }

    /// The photo shown for a product.
    pub fn cover(&self, id: DraftId) -> Option<&PictureKey> {
        self.covers.get(&id)
    }

    /// Whether an import that has ended can take the place of what is on the screen in this stage: nothing is
    /// read or sent, and nothing is left to resume.
    pub fn may_give_way(&self, phase: Phase) -> bool {
        matches!(phase, Phase::Empty | Phase::Review | Phase::Ended)
            && self.unfinished.is_none_or(|left| left.counts.waiting == 0)
    }

    /// Whether the results can be cleared without losing unfinished or failed products.
    pub const fn all_done(&self) -> bool {
        let counts = &self.progress.counts;
        counts.failed == 0 && counts.waiting == 0
    }

    /// How many products the running import creates: all but those that are in the shop already.
    pub fn creating(&self) -> usize {
        let counts = &self.progress.counts;
        // Until the worker has compared them, the review's own count is the best there is.
        let skipped = if self.rows.count(RowFilter::All) == 0 { self.skips_expected } else { counts.skipped };
        counts.total().saturating_sub(skipped)
    }

    /// Takes the drafts of the running import.
    pub(crate) fn take_drafts(&mut self, drafts: Vec<(DraftId, PlannedDraft)>) {
        self.mark_accepted();
        self.rows.mark_fixable(drafts.iter().map(|(id, _)| *id));
        for (id, planned) in drafts {
            let edit = planned.edit(0);
            self.covers.extend(
                planned.photos.into_iter().next().map(|cover| (id, PictureKey::File(cover).edited(edit))),
            );
            self.sent.insert(id, planned.draft);
        }
    }

    /// Notes an event about the running import: the worker has accepted it.
    pub(super) fn mark_accepted(&mut self) {
        if self.phase_before_start.take().is_some() && std::mem::take(&mut self.is_resumed) {
            self.unfinished = None;
        }
    }

    /// Nothing, but for what earlier imports left.
    pub(super) fn cleared(&self) -> Self {
        Self { unfinished: self.unfinished, fix_revision: self.fix_revision + 1, ..Self::default() }
    }

    /// Discards the rows of the previous import.
    pub(super) fn discard_rows(&mut self) {
        self.rows = Rows::default();
        self.sent.clear();
        self.covers.clear();
        self.fixes.clear();
        self.fix_steps = FixSteps::default();
        self.fix_revision += 1;
    }
}
