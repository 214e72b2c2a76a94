//! The create form: its photos are uploaded as soon as they are added, and its product is created like an imported one.

mod messages;
mod service;
mod task_result;
mod upload;

pub use messages::{FormCommand, FormPhotoId, FormPhotoState, PhotoSource};
pub use service::ProductForm;
pub use task_result::TaskResult;
