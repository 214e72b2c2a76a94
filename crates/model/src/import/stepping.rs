//! Undo and redo on the screen, and what a change of the review means for the stage.

use super::review::{Consequence, Next};
use super::{Import, ImportAction, Phase, ReviewAction};
use crate::announcement::Announcement;
use crate::messages::Command;

impl Import {
    /// Whether there is a change to undo.
    pub fn can_undo(&self) -> bool {
        self.is_reviewing() && self.review.has_done()
    }

    /// Whether there is an undone change to make again.
    pub fn can_redo(&self) -> bool {
        self.is_reviewing() && self.review.has_undone()
    }

    /// The number of the last change; `None` if it was undone.
    pub fn last_change(&self) -> Option<u64> {
        (self.can_undo() && !self.review.has_undone()).then_some(self.review.changes())
    }

    /// What screen readers are told if this action is performed.
    pub fn happens(&self, action: &ImportAction) -> Option<Announcement> {
        match action {
            ImportAction::Undo if self.can_undo() => Some(Announcement::Undone),
            ImportAction::Redo if self.can_redo() => Some(Announcement::Redone),
            ImportAction::Review(ReviewAction::SetCells(cells)) if cells.len() > 1 => Some(Announcement::CellsChanged(cells.len())),
            _ => None,
        }
    }

    /// A cleared review can be brought back until something else is dropped.
    const fn is_reviewing(&self) -> bool {
        matches!(self.phase, Phase::Review | Phase::Empty)
    }

    /// Enters the stage that follows a change of the review. Returns the commands for the worker.
    pub(super) fn follow(&mut self, consequence: Consequence) -> Vec<Command> {
        let Consequence { mut commands, next } = consequence;
        match next {
            Next::Stay => {}
            Next::Leave => self.leave(),
            Next::Show => self.phase = Phase::Review,
            Next::Plan => commands.extend(self.plan()),
        }
        commands
    }
}
