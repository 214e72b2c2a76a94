//! Going back from a plan that is being made.

use super::planned_from::PlannedFrom;
use super::{Import, Phase};
use crate::worker::{Command, ImportCommand};

impl Import {
    /// Notes what the products on the screen were planned from.
    pub(super) fn note_planned(&mut self) {
        self.planned_from = PlannedFrom {
            paths: self.dropped.clone(),
            grouping: self.grouping,
            sheet: self.sheet.choice.clone(),
            changes: self.history.changes,
        };
    }

    /// Leaves the products on the screen as they were before the last paths were dropped.
    pub(super) fn cancel_planning(&mut self) -> Vec<Command> {
        let PlannedFrom { paths, grouping, sheet, changes } = self.planned_from.clone();
        self.dropped = paths;
        self.grouping = grouping;
        self.replace_choice(sheet);
        self.history.give_up_after(changes);
        self.phase = Phase::Review;
        self.revision += 1;
        vec![Command::Import(ImportCommand::CancelPlan)]
    }
}
