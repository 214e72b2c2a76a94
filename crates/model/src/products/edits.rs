//! Changing products of the shop: the preview, the run that goes on, and earlier runs.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::messages::{
    Command, EditCommand, EditEvent, EditProgress, EditReading, FollowedList, FollowedSheet, ListId, Wanted,
};
use vitrine_core::edit::plan::{LeftOut, Preview};
use vitrine_core::edit::{EditRun, EditRunId, RowState, StoredRow};
use vitrine_core::import::Waiting;
use vitrine_core::import::sheet::SheetOverview;
use vitrine_domain::{Problem, ProductId, ProductState};

/// What the user did to change products.
#[derive(Debug)]
pub enum ProductEditAction {
    /// Compares what is wanted with the shop. With the names of the statuses in the language of the window.
    Preview {
        wanted: Wanted,
        status_names: Vec<(String, i64)>,
    },
    /// Reads everything that the shop shows of a product, whose form is opened.
    Read(ProductId),
    /// The form of that product is closed.
    LeaveProduct,
    /// Gives up the preview.
    GiveUpPreview,
    /// Leaves these changes out of what is sent, or takes them in again. A change is the place of its row,
    /// and its own among the changes of the row.
    LeaveOut {
        changes: Vec<(usize, usize)>,
        out: bool,
    },
    /// Sends what the preview shows, without what was left out.
    Start,
    Pause,
    Continue,
    Cancel,
    /// Goes on with the unfinished run of an earlier session.
    Resume,
    /// Asks what bringing back the old values of a run would change.
    Undo(EditRunId),
    /// What becomes of rows that somebody else changed meanwhile: the new values replace those of the shop,
    /// or not.
    Decide {
        rows: Vec<usize>,
        overwrite: bool,
    },
    /// Shows an earlier run.
    Show(EditRunId),
    /// Takes the run that has ended off the screen.
    Close,
    /// Keeps the shop in step with a spreadsheet.
    Follow(FollowedSheet),
    StopFollowing(ListId),
}

/// The preview that was asked for.
#[derive(Debug, Default)]
pub enum PreviewState {
    #[default]
    None,
    /// So many products were read, of so many.
    Reading {
        read: usize,
        of: usize,
        /// Whether the marketplace does not answer, and is asked again.
        is_retried: bool,
    },
    Ready {
        preview: Arc<Preview>,
        left_out: LeftOut,
        /// Grows with each change of what is left out.
        revision: u64,
    },
    /// Somebody has to say what the columns of the spreadsheet are.
    Asks(Box<SheetOverview>),
    Failed(Problem),
}

/// The run on the screen.
#[derive(Debug)]
pub struct ProductEditRun {
    pub id: EditRunId,
    pub rows: Vec<StoredRow>,
    /// Whether it restores the old values of another run.
    pub is_undo: bool,
    pub progress: EditProgress,
    pub ended: bool,
    /// It was cancelled, and ends when nothing is on its way.
    pub cancelling: bool,
    /// The rows whose new values were to replace those of the shop, and those of them that changed there once
    /// more before that.
    overwritten: BTreeSet<usize>,
    pub moved_again: BTreeSet<usize>,
}

impl ProductEditRun {
    /// The places of the rows worth a line: those that wait for a decision, then those that failed, wait for
    /// a review, or have values that the marketplace wrote in its own way.
    pub fn rows_to_show(&self) -> Vec<usize> {
        let of = |state: RowState| {
            self.rows.iter().enumerate().filter(move |(_, row)| row.state == state).map(|(place, _)| place)
        };
        let spelled =
            self.rows.iter().enumerate().filter(|(_, row)| row.is_spelled()).map(|(place, _)| place);
        of(RowState::Moved).chain(of(RowState::Failed)).chain(of(RowState::InReview)).chain(spelled).collect()
    }

    /// Takes rows that changed.
    fn take_rows(&mut self, rows: Vec<(usize, StoredRow)>) {
        for (place, row) in rows {
            let moved = row.state == RowState::Moved;
            if !moved {
                self.moved_again.remove(&place);
            } else if self.overwritten.remove(&place) {
                self.moved_again.insert(place);
            }
            if let Some(old) = self.rows.get_mut(place) {
                *old = row;
            }
        }
    }

    /// The rows that wait for a decision.
    pub fn moved(&self) -> Vec<usize> {
        self.rows
            .iter()
            .enumerate()
            .filter(|(_, row)| row.state == RowState::Moved)
            .map(|(place, _)| place)
            .collect()
    }
}

/// The product whose form is open.
#[derive(Debug)]
pub struct ReadProduct {
    pub product: ProductId,
    /// Everything that the shop shows of it; `None` until it was read.
    pub read: Option<Result<Box<ProductState>, Problem>>,
    /// Whether the marketplace does not answer, and is asked again.
    pub is_retried: bool,
}

/// Changes of the shop's products.
#[derive(Debug, Default)]
pub struct ProductEdits {
    /// Whether the marketplace has operations for it.
    pub is_available: bool,
    pub preview: PreviewState,
    pub run: Option<ProductEditRun>,
    /// The account's runs, the latest first.
    pub runs: Vec<EditRun>,
    /// The spreadsheets with which the shop is kept in step.
    pub following: Vec<FollowedList>,
    /// A spreadsheet that was chosen, until its preview is asked for.
    pub sheet: Option<PathBuf>,
    /// A run that is to be undone, until its preview is asked for.
    pub to_undo: Option<EditRunId>,
    pub one: Option<ReadProduct>,
    /// Photos that were chosen or dropped for that product, and how often that happened.
    pub picked: (u64, Vec<PathBuf>),
    /// The number of the last preview, and whether it is of what was typed into the table.
    asked: u64,
    pub(crate) previews_cells: bool,
    /// The run that was asked for, to be shown although it has ended.
    wanted: Option<EditRunId>,
}

impl ProductEdits {
    /// Forgets what belongs to an account.
    pub(crate) fn forget(&mut self) {
        *self = Self { asked: self.asked, picked: (self.picked.0, Vec::new()), ..Self::default() };
    }

    /// The unfinished run of an earlier session, while no run is on the screen.
    pub fn unfinished(&self) -> Option<&EditRun> {
        self.runs.iter().find(|run| run.counts.waiting > 0).filter(|_| self.run.is_none())
    }

    /// A run of an earlier session with rows that wait for a decision, while no run is on the screen.
    pub fn undecided(&self) -> Option<&EditRun> {
        self.runs.iter().find(|run| run.counts.moved > 0).filter(|_| self.run.is_none())
    }

    /// Whether a run goes on that nobody has paused.
    pub fn goes_on(&self) -> bool {
        let is_paused = |run: &ProductEditRun| run.progress.waiting == Some(Waiting::Paused);
        self.run.as_ref().is_some_and(|run| !run.ended && !is_paused(run))
    }

    /// Whether a run has not ended.
    pub fn is_running(&self) -> bool {
        self.run.as_ref().is_some_and(|run| !run.ended)
    }

    /// The last run whose new values are still in the shop; none while a run goes on.
    pub fn undoable(&self) -> Option<EditRunId> {
        self.latest().find(|run| !self.brings_back(run) && !self.is_undone(run)).map(|run| run.id)
    }

    /// The last run, if it brought old values back that can be taken away again.
    pub fn redoable(&self) -> Option<EditRunId> {
        self.latest().next().filter(|run| self.brings_back(run) && !self.is_undone(run)).map(|run| run.id)
    }

    /// The runs that changed something, the latest first; none while a run goes on.
    fn latest(&self) -> impl Iterator<Item = &EditRun> {
        self.runs.iter().filter(|run| !self.is_running() && run.counts.changed > 0)
    }

    /// Whether a run brought old values back: it undid a change, and not the undoing of one.
    pub fn brings_back(&self, run: &EditRun) -> bool {
        let undone = run.undoes.map(|undone| self.runs.iter().find(|run| run.id == undone));
        undone.is_some_and(|undone| undone.is_none_or(|undone| !self.brings_back(undone)))
    }

    /// Whether later runs brought back the old values of everything that a run changed.
    pub fn is_undone(&self, run: &EditRun) -> bool {
        let undoing = self.runs.iter().filter(|later| later.undoes == Some(run.id) && !self.is_undone(later));
        let back: usize = undoing.map(|later| later.counts.changed + later.counts.equal).sum();
        back >= run.counts.changed
    }

    /// Of which lists it is news that they differ from the shop.
    pub(crate) fn differing_now<'a>(
        &self,
        lists: &'a [FollowedList],
    ) -> impl Iterator<Item = &'a FollowedList> {
        lists.iter().filter(|list| list.differing() > 0 && !self.following.contains(list))
    }

    /// Performs an action; returns the commands for the worker.
    pub(crate) fn act(&mut self, action: ProductEditAction) -> Vec<Command> {
        let command = match action {
            ProductEditAction::Preview { wanted, status_names } => {
                self.asked += 1;
                self.preview = PreviewState::Reading { read: 0, of: 0, is_retried: false };
                self.previews_cells = matches!(wanted, Wanted::Cells(_));
                (self.sheet, self.to_undo) = (None, None);
                EditCommand::Preview { preview: self.asked, wanted, status_names }
            }
            ProductEditAction::Read(product) => {
                self.one = Some(ReadProduct { product: product.clone(), read: None, is_retried: false });
                EditCommand::Read(product)
            }
            ProductEditAction::LeaveProduct => {
                self.one = None;
                return Vec::new();
            }
            ProductEditAction::GiveUpPreview => {
                self.preview = PreviewState::None;
                EditCommand::CancelPreview
            }
            ProductEditAction::LeaveOut { changes, out } => {
                self.leave_out(changes, out);
                return Vec::new();
            }
            ProductEditAction::Start => {
                let PreviewState::Ready { left_out, .. } = &mut self.preview else { return Vec::new() };
                let left_out = std::mem::take(left_out);
                (self.preview, self.one) = (PreviewState::None, None);
                EditCommand::Start { preview: self.asked, left_out }
            }
            ProductEditAction::Pause => EditCommand::Pause,
            ProductEditAction::Continue => EditCommand::Continue,
            ProductEditAction::Cancel => {
                self.run.iter_mut().for_each(|run| run.cancelling = true);
                EditCommand::Cancel
            }
            ProductEditAction::Resume => EditCommand::Resume,
            ProductEditAction::Undo(run) => {
                self.to_undo = Some(run);
                return Vec::new();
            }
            ProductEditAction::Decide { rows, overwrite } => {
                let Some(run) = &mut self.run else { return Vec::new() };
                if overwrite {
                    run.overwritten.extend(&rows);
                }
                EditCommand::Decide { run: run.id, rows, overwrite }
            }
            ProductEditAction::Show(run) => {
                self.wanted = Some(run);
                EditCommand::Show(run)
            }
            ProductEditAction::Close => {
                self.run.take_if(|run| run.ended);
                EditCommand::Runs
            }
            ProductEditAction::Follow(sheet) => EditCommand::Follow(sheet),
            ProductEditAction::StopFollowing(list) => EditCommand::StopFollowing(list),
        };
        vec![Command::Edit(command)]
    }

    fn leave_out(&mut self, changes: Vec<(usize, usize)>, out: bool) {
        let PreviewState::Ready { left_out, revision, .. } = &mut self.preview else { return };
        for change in changes {
            if out {
                left_out.insert(change);
            } else {
                left_out.remove(&change);
            }
        }
        *revision += 1;
    }

    /// Photos were chosen or dropped for the product whose form is open.
    pub(crate) fn pick(&mut self, photos: Vec<PathBuf>) {
        self.picked = (self.picked.0 + 1, photos);
    }

    /// Takes an update of the worker. Returns how many products change, if a preview is there now.
    pub(crate) fn on_event(&mut self, update: EditEvent) -> Option<usize> {
        let was_ready = matches!(self.preview, PreviewState::Ready { .. });
        self.apply(update);
        match &self.preview {
            PreviewState::Ready { preview, .. } if !was_ready => {
                Some(preview.counts.to_change + preview.counts.moved)
            }
            _ => None,
        }
    }

    fn apply(&mut self, update: EditEvent) {
        match update {
            EditEvent::Available(yes) => self.is_available = yes,
            EditEvent::Reading { preview, read, of } if preview == self.asked => {
                if let PreviewState::Reading { read: was, of: all, .. } = &mut self.preview {
                    (*was, *all) = (read, of);
                }
            }
            EditEvent::SheetAsks { preview, overview } if preview == self.asked => {
                if let PreviewState::Reading { .. } = self.preview {
                    self.preview = PreviewState::Asks(overview);
                }
            }
            EditEvent::Previewed { preview, result } if preview == self.asked => {
                if let PreviewState::Reading { .. } = self.preview {
                    self.preview = match result {
                        Ok(preview) => PreviewState::Ready { preview, left_out: LeftOut::new(), revision: 0 },
                        Err(problem) => PreviewState::Failed(problem),
                    };
                }
            }
            EditEvent::Read { product, result } => {
                if let Some(one) = self.one.as_mut().filter(|one| one.product == product) {
                    one.read = Some(result);
                }
            }
            EditEvent::Retried { reading: EditReading::Preview(preview), now } if preview == self.asked => {
                if let PreviewState::Reading { is_retried, .. } = &mut self.preview {
                    *is_retried = now;
                }
            }
            EditEvent::Retried { reading: EditReading::Product(product), now } => {
                self.one.iter_mut().filter(|one| one.product == product).for_each(|one| one.is_retried = now);
            }
            // Of a preview that was given up.
            EditEvent::Reading { .. }
            | EditEvent::Retried { .. }
            | EditEvent::SheetAsks { .. }
            | EditEvent::Previewed { .. } => {}
            EditEvent::Runs(runs) => self.runs = runs,
            EditEvent::Opened { run, rows, undoes } => {
                let shown = self.wanted.take() == Some(run);
                let ended = shown && rows.iter().all(|row| row.state.is_final());
                let counts = vitrine_core::edit::EditCounts::of(rows.iter().map(|row| row.state));
                let progress = EditProgress { counts, ..EditProgress::default() };
                let (overwritten, moved_again) = Default::default();
                let is_undo = undoes.is_some();
                self.run = Some(ProductEditRun {
                    id: run,
                    rows,
                    is_undo,
                    progress,
                    ended,
                    cancelling: false,
                    overwritten,
                    moved_again,
                });
            }
            EditEvent::Rows { run, rows } => {
                let Some(shown) = self.run.as_mut().filter(|shown| shown.id == run) else { return };
                shown.take_rows(rows);
            }
            EditEvent::Progress { run, progress } => self.progressed(run, progress, false),
            EditEvent::Ended { run, progress } => self.progressed(run, progress, true),
            EditEvent::Following(lists) => self.following = lists,
            // Those of the table.
            EditEvent::CellsRestored(_) => {}
        }
    }

    fn progressed(&mut self, run: EditRunId, progress: EditProgress, ended: bool) {
        if let Some(shown) = self.run.as_mut().filter(|shown| shown.id == run) {
            (shown.progress, shown.ended) = (progress, ended);
            shown.cancelling &= !ended;
        }
    }
}
