//! Thumbnails: of the shop's products by address, of dropped photos by path. Decoded here, so that the window only uploads pixels.
//!
//! A photo's way: what the cache on the disk has of it, else the small picture its camera put into it, which takes
//! milliseconds; then, after everything that can be had so quickly, the right one.

mod done;
mod make;
mod messages;
mod service;

pub use done::TaskResult;
pub use messages::{Picture, PictureKey, ThumbnailCommand};
pub use service::Thumbnails;
