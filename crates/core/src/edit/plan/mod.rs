//! What is to be changed: from a spreadsheet or from rules for a selection, compared with what the shop has.
//!
//! [`requested_changes`] reads which products a spreadsheet names and what it wants of them; [`BulkRule`]s apply to all of them.
//! [`preview`] compares that with the products as they were just read. Nothing is sent that the preview did not show.

mod preview;
mod rule;
mod sheet;
mod status;
#[cfg(test)]
mod tests;

pub use preview::{LeftOut, Preview, PreviewCounts, PreviewOutcome, PreviewRow, Shop, preview, undo_preview};
pub use rule::{BulkRule, BulkRuleError};
pub use sheet::{RequestedChanges, requested_changes};
pub use status::StatusNames;

use vitrine_domain::{Field, FieldValue, FileId, Problem, ProductId};

/// Which product is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Id(ProductId),
    Sku(String),
}

/// What is wanted of one product.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestedChange {
    /// The row of the sheet as spreadsheet programs show it.
    pub row: Option<usize>,
    pub target: Target,
    /// The texts of its cells. An empty cell is not in here: it leaves its field alone.
    pub values: Vec<(Field, String)>,
    /// All photos that it is to have, the cover first; `None` leaves its photos alone.
    pub album: Option<Vec<FileId>>,
    /// The values on which the request is based, as somebody saw them; the shop's present ones for other fields.
    pub base: Vec<(Field, FieldValue)>,
    /// Cells that cannot be read.
    pub problems: Vec<Problem>,
}
