//! Changing products that are in the shop: many at once, and nothing that somebody else changed meanwhile.
//!
//! [`plan`] turns a spreadsheet or rules into a preview of old and new values; [`engine`] brings the new
//! values into the shop and proves each by reading it back. Neither accesses the disk, the network or the
//! clock: the worker does.

mod change;
pub mod engine;
pub mod plan;
mod run;
#[cfg(test)]
mod sim;

pub use change::{ChangedVariant, FieldChange, RowState, StoredRow};
pub use engine::Engine;
pub use run::{EditCounts, EditRun, EditRunId};
