//! What the window knows of newer versions of the program.

use crate::messages::{Release, UpdateState};

/// What the worker says, and whether the release notes are open.
#[derive(Debug, Default)]
pub struct Updates {
    /// `None` where nobody can be asked; then there is nothing to set either.
    pub state: Option<UpdateState>,
    /// Whether the dialog with the release notes is open.
    pub notes_open: bool,
}

impl Updates {
    /// The latest release, if it is newer than this program.
    pub fn newer(&self) -> Option<&Release> {
        self.state.as_ref()?.newer.as_ref()
    }

    /// Takes what the worker says.
    pub fn on_state(&mut self, state: UpdateState) {
        self.notes_open &= state.newer.is_some();
        self.state = Some(state);
    }
}
