//! What follows for the import from a change of its review.

use crate::messages::Command;

/// What the import has to do after a change of its review.
#[derive(Debug, Default)]
pub struct FollowUp {
    /// The commands for the worker, before those of `next`.
    pub commands: Vec<Command>,
    pub next: NextPhase,
}

/// The stage that follows a change of the review. Of several, the last one counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum NextPhase {
    /// The same.
    #[default]
    Stay,
    /// Nothing is under review any more.
    Leave,
    /// The products are shown.
    Show,
    /// What was dropped is planned again.
    Plan,
}

impl FollowUp {
    /// What was dropped is planned again.
    pub const PLAN: Self = Self { commands: Vec::new(), next: NextPhase::Plan };

    /// These follow one after the other.
    pub fn all(several: impl IntoIterator<Item = Self>) -> Self {
        several.into_iter().fold(Self::default(), |mut all, one| {
            all.commands.extend(one.commands);
            all.next = all.next.max(one.next);
            all
        })
    }
}

impl From<Vec<Command>> for FollowUp {
    fn from(commands: Vec<Command>) -> Self {
        Self { commands, next: NextPhase::Stay }
    }
}
