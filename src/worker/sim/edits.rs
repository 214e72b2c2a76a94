//! Changes of products: what the screen shows of them, and whether what is reported of them is true.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ledger::{Ledger, Shop};
use vitrine_core::edit::plan::Preview;
use vitrine_core::edit::{EditRun, EditRunId, FieldChange, RowState, StoredRow};
use vitrine_core::import::Waiting;
use vitrine_domain::ProblemKind;
use vitrine_model::messages::{EditEvent, EditProgress};

/// What the window shows of changes.
#[derive(Default)]
pub struct EditScreen {
    /// The last preview, if it is ready.
    pub preview: Option<(u64, Shop, Arc<Preview>)>,
    pub runs: Vec<EditRun>,
    pub rows: BTreeMap<EditRunId, Vec<StoredRow>>,
    /// The run that was opened last.
    pub open: Option<EditRunId>,
    pub waiting: Option<Waiting>,
    /// Whether its end was reported.
    pub ended: bool,
}

impl EditScreen {
    /// Takes an event about the shop on the screen.
    pub fn on_event(&mut self, update: EditEvent, shop: Option<Shop>) {
        match update {
            EditEvent::Available(_)
            | EditEvent::Read { .. }
            | EditEvent::Reading { .. }
            | EditEvent::Retried { .. }
            | EditEvent::SheetAsks { .. } => {}
            EditEvent::Previewed { preview, result } => {
                self.preview = shop.zip(result.ok()).map(|(shop, ready)| (preview, shop, ready));
            }
            EditEvent::Runs(runs) => self.runs = runs,
            EditEvent::Opened { run, rows, .. } => {
                self.rows.insert(run, rows);
                (self.open, self.ended) = (Some(run), false);
            }
            EditEvent::Rows { run, rows } => {
                let shown = self.rows.entry(run).or_default();
                rows.into_iter().for_each(|(place, row)| shown[place] = row);
            }
            EditEvent::Progress { progress: EditProgress { waiting, .. }, .. } => self.waiting = waiting,
            EditEvent::Ended { .. } => (self.ended, self.waiting) = (true, None),
            EditEvent::Following(_) | EditEvent::CellsRestored(_) => {}
        }
    }

    /// The run on the screen, and the places of its rows that wait for a decision.
    pub fn moved(&self) -> Option<(EditRunId, Vec<usize>)> {
        let run = self.open?;
        let rows = self.rows.get(&run)?.iter().enumerate();
        let moved: Vec<usize> =
            rows.filter(|(_, row)| row.state == RowState::Moved).map(|(place, _)| place).collect();
        (!moved.is_empty()).then_some((run, moved))
    }
}

/// What is reported of the runs of a shop is true.
pub fn check_reports(
    ledger: &Ledger,
    shop: Shop,
    runs: &BTreeMap<EditRunId, Vec<StoredRow>>,
) -> Result<(), String> {
    let all = || runs.values().flatten().flat_map(|row| row.changes.iter().map(move |change| (row, change)));
    for (row, change) in all() {
        let Some(value) = ledger.value(shop.0, &row.product, &change.key()) else { continue };
        let new = change.new.to_string();
        let is_there = |other: &StoredRow, of: &FieldChange| {
            (&other.product, of.key(), &of.new) == (&row.product, change.key(), &change.new)
                && matches!(other.state, RowState::Changed | RowState::Equal)
        };
        let is_unconfirmed =
            row.problem.as_ref().is_some_and(|problem| problem.kind == ProblemKind::ChangeUnconfirmed);
        match row.state {
            RowState::Waiting | RowState::Sent => return Err(format!("{row:?} is not settled")),
            RowState::Changed | RowState::Equal if !value.seen.contains(&new) => {
                return Err(format!(
                    "{} is told to be {:?}, and never had {new}: {value:?}",
                    row.product, row.state
                ));
            }
            // A person left it as the shop has it, with a part of it, at which an undo looks.
            RowState::Cancelled if row.sent && row.changes.len() > 1 => {}
            RowState::Failed | RowState::Cancelled
                if !is_unconfirmed
                    && value.now == new
                    && !all().any(|(row, change)| is_there(row, change))
                    && value.seen.len() > 1 =>
            {
                return Err(format!("{} is told to be {:?}, and has {new}: {row:?}", row.product, row.state));
            }
            _ => {}
        }
    }
    Ok(())
}
