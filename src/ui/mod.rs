//! The window.
pub mod model;
