//! The products table: loads the whole shop page by page, and new products after creations.

mod details;
mod listing;
mod saved;
mod service;
mod task_result;

pub use listing::{list_by_skus, list_shop};
pub use saved::update_saved;
pub use service::Catalog;
pub use task_result::TaskResult;
