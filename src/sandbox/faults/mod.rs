//! What the marketplace does otherwise than it should, and where the contract leaves it open.

mod behaviour;
mod rules;

pub use behaviour::{Behaviour, CreationAnswer, FileIds, PhotoIds, RefusalForm, Wrapper};
pub use rules::{DateIn, End, Faults, Judge, Moment, Paging, Plan, RetryAfter, Rule};
