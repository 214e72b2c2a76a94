//! The shop's products as last loaded, and those created since.

mod finder;
mod list;

use std::collections::HashMap;

pub use finder::{Arrangement, Column, Finder};
pub use list::ProductList;

use crate::domain::{Draft, FileId, Problem, Product, ProductId, ProductPhoto, UserId};
use crate::worker::{PictureKey, ProductsUpdate};

/// The progress of a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loading {
    /// Products loaded so far.
    pub loaded: usize,
    /// Products in the shop, if the marketplace tells.
    pub total: Option<u64>,
}

/// The products table.
#[derive(Debug, Default)]
pub struct Products {
    list: ProductList,
    /// The products of a refresh under way; they replace `list` when it is complete.
    next: Option<ProductList>,
    /// The number of the latest load; pages of earlier ones are ignored.
    load: u64,
    /// The load under way, if any.
    pub loading: Option<Loading>,
    /// Why the last load failed. The products of the previous load stay.
    pub problem: Option<Problem>,
    /// Whether a load was completed: then no rows mean an empty shop.
    pub complete: bool,
    /// Products created since the load began, which it may have missed.
    created: Vec<Product>,
    /// The local photos of products created in this session.
    covers: HashMap<ProductId, PictureKey>,
    /// The account whose shop this is.
    pub owner: Option<UserId>,
}

impl Products {
    /// The products in the shop's order, followed by those created since.
    pub const fn list(&self) -> &ProductList {
        &self.list
    }

    /// The rows of [`Products::list`].
    pub fn rows(&self) -> &[Product] {
        self.list.rows()
    }

    /// The picture for a product: the shop's thumbnail, else the photo it was created with.
    pub fn picture(&self, product: &Product) -> Option<PictureKey> {
        let url = product.photo.as_ref().and_then(|photo| photo.urls.for_thumbnail());
        url.map(|url| PictureKey::Url(url.to_owned())).or_else(|| self.covers.get(&product.id).cloned())
    }

    /// Empties the table for another account or marketplace. Pages that arrive later are ignored.
    pub(super) fn forget(&mut self) {
        *self = Self { load: self.load, list: ProductList::replacing(&self.list), ..Self::default() };
    }

    /// Takes an update of the list from the worker.
    pub(super) fn apply(&mut self, update: ProductsUpdate) {
        match update {
            ProductsUpdate::Started { load } => self.begin(load),
            ProductsUpdate::Page { load, products, total, done } => {
                if load > self.load {
                    self.begin(load);
                }
                if load == self.load && self.loading.is_some() {
                    self.take_page(products, total, done);
                }
            }
            ProductsUpdate::Newest(products) if self.complete => products.into_iter().for_each(|product| self.list.put(product)),
            ProductsUpdate::Newest(_) => {}
            ProductsUpdate::Failed(problem) => {
                self.loading = None;
                self.next = None;
                self.problem = Some(problem);
            }
        }
    }

    fn begin(&mut self, load: u64) {
        self.load = load;
        self.loading = Some(Loading::default());
        self.problem = None;
        self.next = None;
        self.created.clear();
    }

    /// A refresh keeps the old rows until it is complete; a first load shows each page.
    fn take_page(&mut self, products: Vec<Product>, total: Option<u64>, done: bool) {
        let loading = self.loading.get_or_insert_default();
        if loading.loaded == 0 && !self.complete {
            self.list = ProductList::replacing(&self.list);
        }
        let list = if self.complete { self.next.get_or_insert_with(|| ProductList::replacing(&self.list)) } else { &mut self.list };
        products.into_iter().for_each(|product| list.put(product));
        *loading = Loading { loaded: list.rows().len(), total };
        if done {
            self.loading = None;
            self.complete = true;
            self.list = self.next.take().unwrap_or_else(|| std::mem::take(&mut self.list));
            for product in std::mem::take(&mut self.created) {
                self.list.put_if_new(product);
            }
        }
    }

    /// Adds a product that was just created; the next load replaces it with the shop's data.
    pub(super) fn created(&mut self, id: ProductId, draft: &Draft, photo: Option<FileId>, cover: Option<PictureKey>) {
        // Before anything was loaded, a single product would look like the whole shop.
        if !self.complete && self.loading.is_none() {
            return;
        }
        self.covers.extend(cover.map(|cover| (id.clone(), cover)));
        let product = Product {
            id,
            title: draft.name.clone(),
            price: draft.primary_price,
            photo: photo.map(|id| ProductPhoto { id: Some(id), urls: crate::domain::PhotoUrls::default() }),
            status: None,
            inventory: draft.stock,
            is_wholesale: draft.is_wholesale,
            sku: draft.sku.clone(),
        };
        if self.loading.is_some() {
            self.created.push(product.clone());
        }
        self.list.put_if_new(product);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Code;

    pub(super) fn product(id: u64) -> Product {
        Product {
            id: ProductId::from(id),
            title: format!("Rug {id}"),
            price: Some(1000 + id as i64),
            photo: None,
            status: None,
            inventory: None,
            is_wholesale: None,
            sku: None,
        }
    }

    fn page(load: u64, ids: std::ops::Range<u64>, done: bool) -> ProductsUpdate {
        ProductsUpdate::Page { load, products: ids.map(product).collect(), total: Some(30), done }
    }

    fn loaded(count: u64) -> Products {
        let mut products = Products::default();
        products.apply(ProductsUpdate::Started { load: 1 });
        products.apply(page(1, 0..count, true));
        products
    }

    fn create(products: &mut Products, id: u64) {
        let draft = Draft { name: "Vase".to_owned(), primary_price: Some(5), ..Draft::default() };
        products.created(ProductId::from(id), &draft, None, Some(PictureKey::File("/vase.jpg".into())));
    }

    #[test]
    fn the_first_load_shows_each_page_as_it_arrives() {
        let mut products = Products::default();
        products.apply(ProductsUpdate::Started { load: 1 });
        products.apply(page(1, 0..10, false));
        products.apply(page(1, 10..20, false));
        assert_eq!(products.rows().len(), 20);
        assert_eq!(products.loading, Some(Loading { loaded: 20, total: Some(30) }));
    }

    #[test]
    fn a_refresh_keeps_the_old_rows_until_it_is_complete() {
        let mut products = loaded(30);
        products.apply(ProductsUpdate::Started { load: 2 });
        products.apply(page(2, 0..10, false));
        assert_eq!(products.rows().len(), 30);
        products.apply(page(2, 10..31, true));
        assert_eq!(products.rows().len(), 31);
        assert_eq!(products.loading, None);
    }

    #[test]
    fn a_failed_refresh_keeps_the_rows_and_reports_the_problem() {
        let mut products = loaded(30);
        products.apply(ProductsUpdate::Started { load: 2 });
        products.apply(page(2, 0..10, false));
        products.apply(ProductsUpdate::Failed(Problem::new(Code::TimedOut)));
        assert_eq!(products.rows().len(), 30);
        assert_eq!(products.problem, Some(Problem::new(Code::TimedOut)));
        assert_eq!(products.loading, None);
        products.apply(ProductsUpdate::Started { load: 3 });
        products.apply(page(3, 0..5, true));
        assert_eq!(products.rows().len(), 5, "nothing of the failed load is left over");
    }

    #[test]
    fn loading_100_000_products_by_page_processes_each_product_once() {
        let mut products = Products::default();
        products.apply(ProductsUpdate::Started { load: 1 });
        for first in (0..100_000).step_by(100) {
            products.apply(page(1, first..first + 100, false));
        }
        products.apply(page(1, 0..0, true));
        assert_eq!((products.rows().len(), products.list.prepared()), (100_000, 100_000));
        assert_eq!(products.rows()[99_999], product(99_999));
    }

    #[test]
    fn pages_of_another_account_are_ignored() {
        let mut products = loaded(30);
        products.apply(ProductsUpdate::Started { load: 2 });
        products.forget();
        products.apply(page(2, 0..10, false));
        products.apply(page(1, 0..10, true));
        assert_eq!((products.rows().len(), products.complete), (0, false));
        products.apply(ProductsUpdate::Started { load: 3 });
        products.apply(page(3, 0..10, false));
        assert_eq!(products.rows().len(), 10);
    }

    #[test]
    fn a_created_product_is_added_with_its_own_photo_and_replaced_by_the_shops_data() {
        let mut products = loaded(3);
        create(&mut products, 77);
        let vase = products.rows()[3].clone();
        assert_eq!((vase.title.as_str(), vase.price), ("Vase", Some(5)));
        assert_eq!(products.picture(&vase), Some(PictureKey::File("/vase.jpg".into())));
        products.apply(ProductsUpdate::Newest(vec![Product { title: "Listed vase".to_owned(), ..vase }, product(0)]));
        let titles: Vec<&str> = products.rows().iter().map(|product| product.title.as_str()).collect();
        assert_eq!(titles, ["Rug 0", "Rug 1", "Rug 2", "Listed vase"]);
        create(&mut products, 77);
        assert_eq!(products.rows()[3].title, "Listed vase", "a creation that is reported again replaces nothing");
    }

    #[test]
    fn a_product_created_during_a_load_is_still_there_after_it() {
        let mut products = loaded(3);
        products.apply(ProductsUpdate::Started { load: 2 });
        create(&mut products, 77);
        products.apply(page(2, 0..3, true));
        assert_eq!(products.rows().len(), 4);
    }

    #[test]
    fn one_created_product_is_not_taken_for_the_whole_shop() {
        let mut products = Products::default();
        create(&mut products, 77);
        assert_eq!(products.rows().len(), 0);
    }
}
