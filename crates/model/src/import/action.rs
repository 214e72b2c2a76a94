//! What a person does on the import screen.

use super::review::{ReviewAction, Unpriced};
use vitrine_core::import::{DraftId, RunId};
use vitrine_domain::Field;

/// What the user did on the import screen.
#[derive(Debug)]
pub enum ImportAction {
    /// Changes the review.
    Review(ReviewAction),
    /// Takes back the last change of the review.
    Undo,
    /// Makes the last undone change again.
    Redo,
    /// Discards the plan, or the results of the last import.
    Clear,
    /// Starts the import of the products that are ready. The others stay in the review.
    Start {
        /// Create products even if an earlier import created them.
        again: bool,
        unpriced: Unpriced,
    },
    /// Closes the question about prices without starting.
    CloseQuestion,
    /// Pauses the import.
    Pause,
    /// Continues a paused import.
    Continue,
    /// Cancels the products that were not sent yet.
    Cancel,
    /// Resumes the imports that an earlier session left unfinished.
    Resume,
    /// Shows an import that has ended again, so that what failed can be corrected.
    Reopen(RunId),
    /// Leaves them for the next session.
    Later,
    /// Types into a failed product.
    Fix(DraftId, Field, String),
    /// Types the same into several failed products; an empty text leaves each product's own value.
    FixAll(Vec<DraftId>, Field, String),
    /// Puts a text into a field of each of several failed products, as one change.
    FixEach(Vec<(DraftId, String)>, Field),
    /// Takes back the last change of failed products.
    UndoFix,
    /// Sends failed products again.
    Retry(Vec<DraftId>),
}
