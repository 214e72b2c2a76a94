//! Widgets that show photos.

pub mod photo;
pub mod photo_tile;
