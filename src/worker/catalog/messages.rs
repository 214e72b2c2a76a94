//! What is asked of the table of products, and what it tells.

use crate::domain::{Problem, Product};

/// The shop's products.
#[derive(Debug)]
pub enum CatalogCommand {
    /// Loads the whole shop page by page, keeping what is shown until the new rows are in.
    Load,
    /// Reads the first pages of the shop's list, up to one that brings nothing new: after a creation, where a marketplace lists
    /// the newest first.
    LoadNewest,
}

#[derive(Clone, Debug)]
pub enum ProductsUpdate {
    /// A load began: keep showing the old rows. Loads are numbered, growing.
    Started {
        load: u64,
    },
    /// What a further page brought, in the shop's order; `total` as the marketplace counts its products. With `done` they
    /// are all there.
    Page {
        load: u64,
        products: Vec<Product>,
        total: Option<u64>,
        done: bool,
    },
    /// A part of the shop, read again: known products as they are now, and new ones.
    Newest(Vec<Product>),
    Failed(Problem),
}
