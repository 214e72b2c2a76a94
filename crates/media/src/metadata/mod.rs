//! Reads and removes metadata.

pub mod clean;
pub mod exif;
pub mod heif;
pub mod jpeg_segments;
pub mod numbers;
pub mod profile;
