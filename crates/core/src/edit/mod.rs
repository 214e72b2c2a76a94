//! Changing products that are in the shop: many at once, and nothing that somebody else changed meanwhile.
//!
//! [`plan`] turns a spreadsheet or rules into a preview of old and new values; [`engine`] brings the new
//! values into the shop and proves each by reading it back. [`follow`] makes requests of each save of a list
//! that is kept in step. None of them accesses the disk, the network or the clock: the worker does.

mod change;
pub mod engine;
pub mod follow;
pub mod plan;
mod run;
#[cfg(test)]
mod sim;

pub use change::{ChangedVariant, FieldChange, RowState, StoredRow};
pub use engine::Engine;
pub use run::{EditCounts, EditRun, EditRunId, RunPurpose};
