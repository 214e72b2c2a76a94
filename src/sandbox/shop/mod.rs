//! The shop: files, products, their photos, and webhooks (operations 6 to 9).

pub mod categories;
pub mod category_data;
pub mod changes;
pub mod files;
pub mod photos;
pub mod products;
mod requirements;
pub mod webhooks;
