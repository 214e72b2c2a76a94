//! Prepares a photo for upload, and forecasts the changes.

mod fit;
mod info;
mod photo;

pub use fit::{Change, Limits};
pub use info::{Length, PhotoChanges, PhotoInfo};
pub use photo::{Prepared, prepare, prepare_edited, strip_metadata};
