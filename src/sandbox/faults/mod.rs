//! Configured faults, and behaviour that the contract leaves open.

mod behaviour;
mod rules;

pub use behaviour::{BatchAnswer, BatchError, Behaviour, Categories, CreationAnswer, FileIds, PhotoIds, RefusalForm, Wrapper};
pub use rules::{DateIn, End, FaultInjector, Faults, Moment, Paging, Plan, RetryAfter, Rule};
