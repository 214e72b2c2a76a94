//! Prepares a photo for upload, and forecasts the changes.

mod fit;
mod info;
mod limits;
mod photo;
mod prepared;

pub use info::{Length, PhotoChanges, PhotoInfo};
pub use limits::Limits;
pub use photo::{prepare, prepare_edited, strip_metadata};
pub use prepared::{Change, Prepared};
