//! The create form: its photos are uploaded as soon as they are added, and its product is created like an imported one.

mod saved;
mod service;
mod task_result;
mod upload;

pub use saved::delete as delete_saved;
pub use service::ProductForm;
pub use task_result::TaskResult;
pub use upload::upload;
