//! A photo made fit to send, and what will be done to it told beforehand.

mod facts;
mod fit;
mod limits;
mod photo;
mod prepared;

pub use facts::{Facts, Length, PhotoChanges};
pub use limits::Limits;
pub use photo::{cleaned, prepare, prepare_edited};
pub use prepared::{Change, Prepared};
