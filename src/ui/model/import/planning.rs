//! Going back from a plan that is being made.

use super::history::Step;
use super::planned_from::PlannedFrom;
use super::{Import, Phase};
use crate::worker::{Command, ImportCommand};

impl Import {
    /// The worker has begun a plan that was requested.
    pub(in crate::ui::model) const fn plan_begun(&mut self) {
        self.awaited_plans = self.awaited_plans.saturating_sub(1);
    }

    /// Whether what the worker tells is of the plan that was requested last. An answer may be on its way when another plan is
    /// requested, or when the plan is given up.
    pub(in crate::ui::model) fn is_plan_current(&self) -> bool {
        self.awaited_plans == 0 && self.phase == Phase::Planning
    }

    /// Clears the review, or gives up reading what was dropped.
    pub(super) fn clear_review(&mut self) -> Vec<Command> {
        if self.phase == Phase::Planning && !self.drafts.is_empty() && !self.reading.is_restored {
            return self.cancel_planning();
        }
        let planning = (self.phase == Phase::Planning).then_some(Command::Import(ImportCommand::CancelPlan));
        let (queued, waiting) = (std::mem::take(&mut self.queued), self.waiting_review.take());
        // A review of an earlier session that is still being read holds what was typed.
        if self.phase == Phase::Review && !self.drafts.is_empty() || self.phase == Phase::Planning && self.reading.is_restored {
            let cleared = self.take_review();
            self.history.record(Step::Restore(Box::new(cleared)), None);
        } else {
            self.clear();
        }
        let mut commands: Vec<Command> = planning.into_iter().collect();
        commands.push(Command::Import(ImportCommand::SaveReview(None)));
        commands.extend(waiting.map(|review| self.restore_saved(review)).unwrap_or_default());
        commands.extend(self.dropped(queued));
        commands
    }

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
