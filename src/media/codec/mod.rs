//! File bytes to pixels and back.

pub mod decode;
pub mod encode;
#[cfg(feature = "heif")]
mod heif;
mod jpeg;
