//! The products table: the whole shop, told page by page, and what is new in it.

mod done;
mod listing;
mod messages;
mod service;

pub use done::TaskResult;
pub use listing::list_all;
pub use messages::{CatalogCommand, ProductsUpdate};
pub use service::Catalog;
