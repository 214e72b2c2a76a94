//! The create form: its photos go up as soon as they are dropped, and its product is created like any imported one.

mod done;
mod messages;
mod service;
mod upload;

pub use done::TaskResult;
pub use messages::{FormCommand, FormPhotoId, FormPhotoState, PhotoSource};
pub use service::ProductForm;
