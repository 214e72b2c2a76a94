//! The state of the service that changes products.

use std::sync::Arc;

use super::preview::PreviewRequest;
use super::run::Run;
use vitrine_core::edit::EditRunId;
use vitrine_core::edit::engine::Input;
use vitrine_core::edit::plan::Preview;

/// The service of changes, for the current account.
#[derive(Default)]
pub struct Edits {
    /// The last preview, with the run that it would undo.
    pub(super) previewed: Option<(u64, Arc<Preview>, Option<EditRunId>)>,
    /// A preview whose token was refused; it is made again with the next one.
    pub(super) unanswered: Option<Arc<PreviewRequest>>,
    /// The run that goes on.
    pub(super) run: Option<Current>,
    /// The run that goes on with the next token, and whether it is paused.
    pub(super) waits_for_token: Option<(EditRunId, bool)>,
}

/// The run that goes on.
pub enum Current {
    Opening(Opening),
    Open(Box<Run>),
}

/// A run that is being read or recorded.
pub struct Opening {
    /// `None` until a new run is on disk.
    pub(super) run: Option<EditRunId>,
    /// What its engine is told first.
    pub(super) inputs: Vec<Input>,
    pub(super) is_stopping: bool,
}

impl Current {
    /// Its number; `None` until a new run is on disk.
    pub fn id(&self) -> Option<EditRunId> {
        match self {
            Self::Opening(opening) => opening.run,
            Self::Open(run) => Some(run.id),
        }
    }
}
