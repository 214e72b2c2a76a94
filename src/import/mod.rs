//! From dropped photos to products in the shop, each exactly once.
//!
//! [`plan`](mod@plan) turns files and sheets into drafts; [`engine`] turns drafts into products. Neither touches
//! the disk, the network or the clock: the worker does, and tells them what came of it.

mod state;

pub use state::{Counts, DraftId, Grouping, PlannedDraft, Row, State};
