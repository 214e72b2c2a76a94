//! Photo bytes made fit to send, and thumbnails.

mod hash;

pub use hash::ContentHash;
