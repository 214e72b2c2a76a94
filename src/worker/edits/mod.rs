//! Changing products of the shop: previews, and the run that sends one.
//!
//! A [`preview`] reads the products that are meant ([`reading`], [`skus`]) and compares them with what is wanted. Starting it
//! makes it a [`run`], which owns the engine and performs its effects; [`running`] opens it, feeds it and ends it. Its records go through
//! [`disk`].

mod disk;
mod meter;
mod preview;
mod reading;
mod run;
mod running;
mod service;
mod skus;
mod state;
mod task_result;

pub use state::Edits;
pub use task_result::TaskResult;
