//! Keeping the review across sessions and accounts.

use super::{Import, Phase};
use crate::messages::{Command, ImportCommand, SavedReview};

impl Import {
    /// The command that saves the review, if it changed since it was last saved. It belongs to the account
    /// signed in. While an import is on the screen, what waits behind it is saved, to be reviewed after the
    /// next start at the latest.
    pub(crate) fn save_command(&mut self) -> Option<Command> {
        let is_behind_import = matches!(self.phase, Phase::Running | Phase::Ended);
        let saved = match self.is_open_review() {
            true => self.review.take_unsaved()?,
            false if is_behind_import => self.reading.take_unsaved()?,
            false => return None,
        };
        Some(Command::Import(ImportCommand::SaveReview(Some(Box::new(saved)))))
    }

    /// The command that keeps what was dropped while nobody is signed in, if it changed since.
    pub(crate) fn keep_command(&mut self) -> Option<Command> {
        let kept = self.is_open_review().then(|| self.review.take_unkept()).flatten()?;
        Some(Command::Import(ImportCommand::KeepDropped(Box::new(kept))))
    }

    fn is_open_review(&self) -> bool {
        matches!(self.phase, Phase::Planning | Phase::Review) && !self.review.dropped().is_empty()
    }

    /// Restores the review of an earlier session, with what was dropped and typed in this one. It waits until
    /// an import on the screen is left.
    pub(crate) fn restore_saved(&mut self, review: SavedReview) -> Vec<Command> {
        if matches!(self.phase, Phase::Running | Phase::Ended) {
            self.reading.waiting_review = Some(review);
            return Vec::new();
        }
        if review.dropped.is_empty() {
            return Vec::new();
        }
        // It is the newest that was saved, and has what waited.
        self.reading.waiting_review = None;
        // Paths dropped in this session come after the saved ones.
        let paths = self.review.restore(review);
        self.phase = Phase::Planning;
        self.reading.is_restored = true;
        self.dropped(paths)
    }
}
