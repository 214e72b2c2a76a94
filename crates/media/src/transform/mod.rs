//! Pixels to pixels: resizing, colours, transparency, and a person's edits.

pub mod color;
pub mod edit;
pub mod scale;
pub mod transparency;
mod white;

pub use edit::edit_pixels;
