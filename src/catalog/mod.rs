//! The shop's products as a list that is searched, filtered, sorted and counted, in the window and in the terminal. Nothing
//! here reads a disk or a network.

mod facets;
mod filter;
mod finder;
mod list;
mod overview;
mod packed;
mod query;

pub use facets::Facets;
pub use filter::Filter;
pub use finder::{Arrangement, Column, Finder};
pub use list::ProductList;
pub use overview::{Day, Overview, PriceRange};
pub use packed::Row;

#[cfg(test)]
pub mod tests {
    use super::ProductList;
    use crate::domain::{Product, ProductId};

    /// A product with a title and a price by its id.
    pub fn product(id: u64) -> Product {
        Product { title: format!("Rug {id}"), price: Some(1000 + id as i64), ..Product::with_id(ProductId::from(id)) }
    }

    /// A list of so many products.
    pub fn list(count: u64) -> ProductList {
        let mut list = ProductList::default();
        (0..count).for_each(|id| list.put(product(id)));
        list
    }
}
