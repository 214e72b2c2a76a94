//! The state of the marketplace.

pub mod access;
mod app;
pub mod deliveries;
mod lock;
pub mod log;
pub mod pictures;
pub mod store;

pub use app::{App, Clock};
pub use lock::lock;
