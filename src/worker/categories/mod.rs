//! The categories of the marketplace and the attributes of a category: read, cached for times without a connection, and
//! what the shop chose about them.

mod cache;
mod preview;
mod service;
mod task_result;

pub use service::Categories;
pub use task_result::TaskResult;
