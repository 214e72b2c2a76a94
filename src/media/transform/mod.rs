//! From pixels to pixels: sizes, colours, and what a person does to a photo.

pub mod color;
pub mod edit;
pub mod scale;
pub mod transparency;
mod white;

pub use edit::edit_pixels;
