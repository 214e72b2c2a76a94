//! From dropped photos to products in the shop, each exactly once.
//!
//! [`plan`](mod@plan) and [`sheet`] turn files and sheets into drafts; [`again`] finds those an earlier import made;
//! [`engine`] turns drafts into products at the speed [`pace`](crate::pace) allows and writes down what [`journal`] says; [`report`]
//! tells what came of each, and [`table`] is the file a person gets. None touches the disk, the network or the clock:
//! the worker does, and tells them what came of it.

pub mod dedup;
pub mod engine;
pub mod journal;
pub mod limits;
mod order;
pub mod plan;
pub mod report;
pub mod sheet;
#[cfg(test)]
mod sim;
mod state;
pub mod table;

pub use engine::Engine;
pub use state::{Counts, DraftId, Grouping, PlannedDraft, Row, RunId, State, Waiting};
