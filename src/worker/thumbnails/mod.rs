//! Thumbnails: of the shop's products by URL, of local photos by path. They are decoded here, so that the window only
//! uploads pixels.
//!
//! First comes what the disk cache has of a photo, else the thumbnail embedded by the camera, which takes milliseconds;
//! the final picture follows after all such quick ones.

mod picture_job;
mod service;
mod task_result;

pub use service::{Thumbnails, thumbnail_cache};
pub use task_result::TaskResult;
