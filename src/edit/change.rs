//! What a run changes about each product, and how far that is.

use serde::{Deserialize, Serialize};

use crate::domain::{Field, FieldValue, Problem, ProductId};

/// A new value for one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    pub field: Field,
    /// The value on which the change is based: it is sent only while the shop has this value. `None` where no list shows the
    /// field; then the value that is read before sending becomes the base.
    pub base: Option<FieldValue>,
    pub new: FieldValue,
}

/// How far the change of a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    /// Nothing was sent, or what was sent is known not to have been done.
    Waiting,
    /// It may have been sent: the shop is read to see what it did.
    Sent,
    /// The shop shows the new values.
    Changed,
    /// The marketplace took the change; it shows the old values until it was reviewed.
    InReview,
    /// The shop had the new values already.
    Equal,
    /// Somebody else changed a value after the preview: a person decides.
    Moved,
    Failed,
    /// Given up before it was sent, or left as the shop has it.
    Cancelled,
}

impl RowState {
    /// Whether nothing more is done without a person.
    pub const fn is_final(self) -> bool {
        !matches!(self, Self::Waiting | Self::Sent)
    }
}

/// One product of a run, as it is stored and shown.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRow {
    pub product: ProductId,
    /// Its name when the change was planned.
    pub name: String,
    pub changes: Vec<FieldChange>,
    pub state: RowState,
    /// What the shop has instead, for each change of a row that [moved](RowState::Moved).
    pub now: Vec<Option<FieldValue>>,
    pub problem: Option<Problem>,
}
