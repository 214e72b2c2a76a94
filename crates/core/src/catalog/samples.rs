//! Products and lists for tests.

use super::ProductList;
use vitrine_domain::{Price, Product, ProductId};

/// A product with a title and a price by its id.
pub fn product(id: u64) -> Product {
    Product {
        title: format!("Rug {id}"),
        price: Some(Price::on_wire(1000 + id as i64)),
        ..Product::with_id(ProductId::from(id))
    }
}

/// A list of so many products.
pub fn list(count: u64) -> ProductList {
    let mut list = ProductList::default();
    (0..count).for_each(|id| list.put(product(id)));
    list
}
