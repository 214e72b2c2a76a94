//! The window.

pub mod text;
