//! Going back from a plan that is being made.

use super::{Import, Phase};
use crate::worker::{Command, ImportCommand};

impl Import {
    /// Leaves the products on the screen as they were before the last paths were dropped.
    pub(super) fn cancel_planning(&mut self) -> Vec<Command> {
        let (paths, grouping) = self.planned_from;
        self.dropped.truncate(paths);
        self.grouping = grouping;
        self.phase = Phase::Review;
        self.revision += 1;
        vec![Command::Import(ImportCommand::CancelPlan)]
    }
}
