//! The state of the marketplace.

pub mod access;
mod app;
pub mod log;
pub mod pictures;
pub mod store;

pub use app::{App, Clock, lock};
