//! What is asked of the table of products, and what it tells.

use std::sync::Arc;

use crate::domain::{Problem, Product};

/// The shop's products.
#[derive(Debug)]
pub enum CatalogCommand {
    /// Loads the whole shop page by page, keeping what is shown until the new rows are in.
    Load,
}

#[derive(Clone, Debug)]
pub enum ProductsUpdate {
    /// A refresh began: keep showing the old rows.
    Started,
    /// Rows loaded so far, in the shop's order; `total` as the marketplace counts them.
    Loaded {
        rows: Arc<Vec<Product>>,
        total: Option<u64>,
        done: bool,
    },
    Failed(Problem),
}
