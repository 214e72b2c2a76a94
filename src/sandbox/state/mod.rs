//! What the marketplace holds and knows.

pub mod access;
mod app;
pub mod ledger;
pub mod log;
pub mod pictures;

pub use app::{App, Clock, lock};
