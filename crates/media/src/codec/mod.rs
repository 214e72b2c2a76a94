//! File bytes to pixels and back.

pub mod decode;
pub mod encode;
mod heic;
pub mod jpeg;
mod webp_frames;
