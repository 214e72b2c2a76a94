//! Changing products of the shop: previews, and the run that sends one.
//!
//! A [`preview`] reads the products that are meant ([`reading`], [`skus`]) and compares them with what is wanted. Starting it
//! makes it a [`run`]: a task that owns the engine and performs its effects. Its records go through [`disk`].

mod disk;
mod meter;
mod preview;
mod reading;
mod run;
mod service;
mod skus;
mod task_result;

pub use service::Edits;
pub use task_result::TaskResult;
