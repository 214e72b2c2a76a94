//! The shop: its files, products, their photos, and the events it tells (operations 6 to 9).

pub mod files;
pub mod photos;
pub mod products;
pub mod webhooks;
