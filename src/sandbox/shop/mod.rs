//! The shop: files, products, their photos, and webhooks (operations 6 to 9).

pub mod files;
pub mod photos;
pub mod products;
pub mod webhooks;
