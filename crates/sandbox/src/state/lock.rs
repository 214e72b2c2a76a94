//! Locks of the shared state.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks even after a panic: a panic in one request must not disable the marketplace.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
