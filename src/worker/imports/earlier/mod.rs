//! Comparison of what is imported with earlier imports of the account: by content, not by name.

pub mod comparison;
pub mod photo_copies;
pub mod photo_hashes;
