//! The import screen: the dropped paths, the planned products, and the running import.

mod action;
mod phase;
mod planning;
mod reading;
mod review;
mod run;
mod saving;
mod starting;

use crate::announcement::Announcement;
use crate::messages::{Command, ImportCommand, Progress, Settings, Unfinished};
use review::{FollowUp, NextPhase};
use vitrine_core::import::{Row, Waiting};
use vitrine_domain::{AccountKey, CreateRules};

pub use action::ImportAction;
pub use phase::Phase;
pub use planning::changed_since_saved;
pub(crate) use planning::{comparison_news, interrupted, left_out};
pub use reading::Reading;
pub use review::{
    Compared, DraftKey, Findings, Gap, PhotoAction, PhotoFindings, PriceTypo, Reason, Review, ReviewAction,
    ReviewArrangement, ReviewColumn, ReviewFilter, ReviewFinder, SALE_FIELDS, SheetAction, SheetRest,
    TemplatePreview, Unpriced, UnpricedQuestion, attribute_texts, bulk_fields, cells_as_text,
    cells_from_text, count_photos, is_number, named_by, to_name,
};
pub use run::{BatchFix, FailureGroup, INTERVAL_SECONDS, RowFilter, Run, Throughput, WaitingAlike};

/// The state of the import screen: what is read, what is under review, and what is running. Each of the three
/// has one owner; the import moves products from one to the next.
///
/// It is large because it is where each event and action of an import arrives; what they mean is decided by
/// the three.
#[derive(Debug, Default)]
pub struct Import {
    /// The stage.
    pub phase: Phase,
    /// What is being read.
    pub reading: Reading,
    /// What is under review.
    pub review: Review,
    /// What is running, or has ended.
    pub run: Run,
}

impl Import {
    /// Performs an action; returns the commands for the worker, and the settings if they change.
    pub(super) fn act(
        &mut self,
        action: ImportAction,
        rules: &CreateRules,
        settings: &Settings,
    ) -> (Vec<Command>, Option<Settings>) {
        let commands = match action {
            ImportAction::Review(action) if action.is_about_photos() && self.phase != Phase::Review => {
                Vec::new()
            }
            ImportAction::Review(action) => {
                let (follow_up, settings) = self.review.perform(action, rules, settings);
                return (self.follow_up(follow_up), settings);
            }
            ImportAction::Undo | ImportAction::Redo => {
                let (follow_up, settings) = match action {
                    ImportAction::Undo if self.can_undo() => self.review.undo(settings),
                    ImportAction::Redo if self.can_redo() => self.review.redo(settings),
                    _ => return (Vec::new(), None),
                };
                return (self.follow_up(follow_up), settings);
            }
            // Once it is answered, Create is pressed again: by somebody who has seen the prices.
            ImportAction::Start { .. } if self.review.sheet.ask() => Vec::new(),
            ImportAction::Start { again, unpriced } => return self.start(again, unpriced, rules, settings),
            ImportAction::CloseQuestion => {
                self.review.question = None;
                Vec::new()
            }
            ImportAction::Clear => self.clear_review(),
            ImportAction::Pause => vec![Command::Import(ImportCommand::Pause)],
            ImportAction::Continue => vec![Command::Import(ImportCommand::Continue)],
            ImportAction::Cancel => {
                self.run.cancelling = true;
                vec![Command::Import(ImportCommand::Cancel)]
            }
            ImportAction::Resume => self.enter_earlier(None),
            ImportAction::Reopen(run) => self.enter_earlier(Some(run)),
            ImportAction::Later => {
                self.run.unfinished = None;
                Vec::new()
            }
            ImportAction::Retry(drafts) => self.retry(&drafts, rules),
            ImportAction::Fix(id, field, text) => {
                self.run.set_fix(id, field, text);
                Vec::new()
            }
            ImportAction::FixEach(texts, field) => {
                self.run.set_fix_each(texts, field);
                Vec::new()
            }
            ImportAction::UndoFix => {
                self.run.undo_fix();
                Vec::new()
            }
            ImportAction::FixAll(ids, field, text) => {
                self.run.set_fix_all(&ids, field, &text);
                Vec::new()
            }
        };
        (commands, None)
    }

    /// Whether there is a change to undo.
    pub fn can_undo(&self) -> bool {
        self.is_reviewing() && self.review.history().has_done()
    }

    /// Whether there is an undone change to make again.
    pub fn can_redo(&self) -> bool {
        self.is_reviewing() && self.review.history().has_undone()
    }

    /// The number of the last change; `None` if it was undone.
    pub fn last_change(&self) -> Option<u64> {
        (self.can_undo() && !self.review.history().has_undone()).then_some(self.review.history().changes)
    }

    /// What screen readers are told if this action is performed.
    pub fn announcement(&self, action: &ImportAction) -> Option<Announcement> {
        match action {
            ImportAction::Undo if self.can_undo() => Some(Announcement::Undone),
            ImportAction::Redo if self.can_redo() => Some(Announcement::Redone),
            ImportAction::Review(ReviewAction::SetCells(cells)) if cells.len() > 1 => {
                Some(Announcement::CellsChanged(cells.len()))
            }
            ImportAction::Review(ReviewAction::EditPhotos(edits)) => {
                Some(Announcement::PhotosChanged(edits.len()))
            }
            _ => None,
        }
    }

    /// A cleared review can be brought back until something else is dropped.
    const fn is_reviewing(&self) -> bool {
        matches!(self.phase, Phase::Review | Phase::Empty)
    }

    /// Enters the stage that follows a change of the review. Returns the commands for the worker.
    fn follow_up(&mut self, follow_up: FollowUp) -> Vec<Command> {
        let FollowUp { mut commands, next } = follow_up;
        match next {
            NextPhase::Stay => {}
            NextPhase::Leave => self.leave(),
            NextPhase::Show => self.phase = Phase::Review,
            NextPhase::Plan => commands.extend(self.plan()),
        }
        commands
    }

    /// Whether an import goes on that nobody has paused.
    pub fn goes_on(&self) -> bool {
        self.phase == Phase::Running && self.run.progress.waiting != Some(Waiting::Paused)
    }

    /// Takes the saved settings: the grouping, and the defaults of the previous import of the shop.
    pub(super) fn take_settings(&mut self, settings: &Settings, shop: Option<AccountKey>) {
        if self.phase == Phase::Empty {
            self.review.set_grouping(settings.grouping);
        }
        self.review.offer_defaults(settings, shop);
    }

    /// A problem occurred. Before the first event about an import it means that the import was rejected, so
    /// the previous phase is restored.
    pub(super) fn handle_problem(&mut self) {
        if let Some(phase) = self.run.phase_before_start.take() {
            self.phase = phase;
            self.take_back_start();
        }
    }

    /// The account was left: another marketplace, or a sign-out by the user. The journal has everything that
    /// was started.
    pub(super) fn abandon(&mut self) {
        // A saved review belongs to the account; one that could not be saved stays.
        if matches!(self.phase, Phase::Running | Phase::Ended) || self.review.is_saved() {
            self.clear();
        }
        (self.run.unfinished, self.review.question) = (None, None);
    }

    /// Takes the unfinished imports of an earlier session. Their report means that none is running.
    pub(super) fn take_unfinished(&mut self, unfinished: Unfinished) {
        if self.phase == Phase::Running {
            // What waited behind the import was saved, and comes with the review.
            let waiting = self.reading.waiting_review.take();
            self.clear();
            self.reading.waiting_review = waiting;
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
        self.run.rows.update(rows, |id| self.run.sent.contains_key(&id));
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
    }

    /// Nothing is on the screen any more.
    fn clear(&mut self) {
        self.review.clear();
        self.leave();
    }

    /// Nothing is read, under review or running any more.
    fn leave(&mut self) {
        self.phase = Phase::Empty;
        self.reading.clear();
        self.run = self.run.cleared();
    }
}

#[cfg(test)]
mod tests;
