//! The state of the marketplace.

pub mod access;
mod app;
pub mod deliveries;
pub mod log;
pub mod pictures;
pub mod store;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use app::{App, Clock};

/// Locks even after a panic: a panic in one request must not disable the marketplace.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
