//! The shop: files, products, their photos, and webhooks (operations 6 to 9).

pub mod categories;
pub mod category_data;
pub mod changes;
mod contract_shapes;
pub mod discounts;
pub mod files;
mod filters;
pub mod photos;
pub mod products;
mod public_request;
mod public_shapes;
mod requirements;
mod shapes;
mod shown;
pub mod webhooks;
