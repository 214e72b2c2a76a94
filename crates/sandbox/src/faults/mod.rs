//! Configured faults, and behaviour that the contract leaves open.

mod behaviour;
mod rules;

pub use behaviour::{
    BatchAnswer, BatchError, Categories, CreationAnswer, FileIds, PhotoIds, RefusalForm, ShopBehaviour,
    Wrapper,
};
pub use rules::{DateIn, End, FaultForm, FaultInjector, FaultRule, Faults, Moment, Paging, Plan, RetryAfter};
