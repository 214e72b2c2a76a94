//! What a file says of its photo beside the pixels, and taking that out.

pub mod clean;
pub mod exif;
pub mod jpeg_segments;
pub mod numbers;
