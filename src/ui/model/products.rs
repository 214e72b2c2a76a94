//! The shop's products as last loaded.

use std::sync::Arc;

use crate::domain::{Problem, Product, UserId};
use crate::worker::ProductsUpdate;

/// A load under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loading {
    pub loaded: usize,
    pub total: Option<u64>,
}

#[derive(Clone, Debug, Default)]
pub struct Products {
    /// In the shop's order.
    pub rows: Arc<Vec<Product>>,
    pub loading: Option<Loading>,
    /// Why the last load failed. The rows of the load before are still there.
    pub problem: Option<Problem>,
    /// A whole load has succeeded: no rows means an empty shop.
    pub complete: bool,
    /// Grows with each change of `rows`, so that what is derived from them can be kept.
    pub revision: u64,
    /// Whose shop this is.
    pub owner: Option<UserId>,
}

impl Products {
    pub(super) fn apply(&mut self, update: ProductsUpdate) {
        match update {
            ProductsUpdate::Started => {
                self.loading = Some(Loading::default());
                self.problem = None;
            }
            ProductsUpdate::Loaded { rows, total, done } => {
                self.loading = (!done).then_some(Loading { loaded: rows.len(), total });
                // A refresh shows the old rows until all new ones are in; a first load shows what there is.
                if done || !self.complete {
                    self.rows = rows;
                    self.revision += 1;
                }
                self.complete |= done;
            }
            ProductsUpdate::Failed(problem) => {
                self.loading = None;
                self.problem = Some(problem);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Code, ProductId};

    fn rows(n: u64) -> Arc<Vec<Product>> {
        let product = |id: u64| Product {
            id: ProductId::from(id),
            title: format!("Rug {id}"),
            price: None,
            photo: None,
            status: None,
            inventory: None,
            is_wholesale: None,
            sku: None,
        };
        Arc::new((0..n).map(product).collect())
    }

    fn loaded(n: u64, done: bool) -> ProductsUpdate {
        ProductsUpdate::Loaded { rows: rows(n), total: Some(30), done }
    }

    #[test]
    fn the_first_load_shows_rows_as_they_come() {
        let mut products = Products::default();
        products.apply(ProductsUpdate::Started);
        products.apply(loaded(10, false));
        assert_eq!(products.rows.len(), 10);
        assert_eq!(products.loading, Some(Loading { loaded: 10, total: Some(30) }));
    }

    #[test]
    fn a_refresh_keeps_the_old_rows_until_the_new_ones_are_all_in() {
        let mut products = Products::default();
        products.apply(loaded(30, true));
        products.apply(ProductsUpdate::Started);
        products.apply(loaded(10, false));
        assert_eq!(products.rows.len(), 30);
        products.apply(loaded(31, true));
        assert_eq!(products.rows.len(), 31);
        assert_eq!(products.loading, None);
    }

    #[test]
    fn a_failed_refresh_keeps_the_rows_and_tells_the_problem() {
        let mut products = Products::default();
        products.apply(loaded(30, true));
        products.apply(ProductsUpdate::Started);
        products.apply(ProductsUpdate::Failed(Problem::new(Code::TimedOut)));
        assert_eq!(products.rows.len(), 30);
        assert_eq!(products.problem, Some(Problem::new(Code::TimedOut)));
        assert_eq!(products.loading, None);
    }
}
