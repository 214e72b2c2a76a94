//! The shop's products as last loaded, and those created since.

pub mod cells;
pub mod edits;
pub mod preview_table;

use std::collections::HashMap;

use cells::{CellAction, TypedCells};

use crate::messages::{CatalogCommand, CatalogEvent, Command, Origin, PictureKey};
use vitrine_core::catalog::ProductList;
use vitrine_domain::{AccountKey, CatalogState, Draft, FileId, Problem, Product, ProductId, ProductPhoto};

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
    /// How many of them were read together; the others came since.
    read: usize,
    /// The products of a refresh under way; they replace `list` when it is complete.
    next: Option<ProductList>,
    /// The number of the latest load; pages of earlier ones are ignored.
    load: u64,
    /// The load under way, if any.
    pub loading: Option<Loading>,
    /// Why the last load failed. The products of the previous load stay.
    pub problem: Option<Problem>,
    /// Since when the rows are those of the whole shop, in this session or an earlier one. Without it, no
    /// rows say nothing.
    pub state: Option<CatalogState>,
    /// Products created since the load began, which it may have missed.
    created: Vec<Product>,
    /// The local photos of products created in this session.
    covers: HashMap<ProductId, PictureKey>,
    /// How the product came into the shop that was asked about last; the inner `None` until the answer has
    /// come.
    origin: Option<(ProductId, Option<Option<Box<Origin>>>)>,
    /// The shop whose products these are.
    pub owner: Option<AccountKey>,
    /// The product that is to be shown in the table, and how often one was asked for.
    wanted: Option<(u64, ProductId)>,
    /// What was typed into the table.
    pub cells: TypedCells,
}

impl Products {
    /// The products in the shop's order, followed by those created since.
    pub const fn list(&self) -> &ProductList {
        &self.list
    }

    /// A large picture of a product, if the shop has one; else as [`picture`](Self::picture).
    pub fn large_picture(&self, product: &Product) -> Option<PictureKey> {
        let url = product.photo.as_ref().and_then(|photo| photo.urls.for_details());
        let large = |url: &str| {
            PictureKey::Preview(
                Box::new(PictureKey::Url(url.to_owned())),
                vitrine_domain::PhotoEdit::default(),
            )
        };
        url.map(large).or_else(|| self.covers.get(&product.id).cloned())
    }

    /// The picture for a product: the shop's thumbnail, else the photo it was created with.
    pub fn picture(&self, product: &Product) -> Option<PictureKey> {
        let url = product.photo.as_ref().and_then(|photo| photo.urls.for_thumbnail());
        url.map(|url| PictureKey::Url(url.to_owned())).or_else(|| self.covers.get(&product.id).cloned())
    }

    /// Empties the table for another account or marketplace. Pages that arrive later are ignored.
    pub(super) fn forget(&mut self) {
        let cells = TypedCells::replacing(&self.cells);
        *self = Self { load: self.load, list: ProductList::replacing(&self.list), cells, ..Self::default() };
    }

    /// Whether it was asked how this product came into the shop, as the last one.
    pub fn has_asked_for_origin(&self, product: &ProductId) -> bool {
        self.origin.as_ref().is_some_and(|(asked, _)| asked == product)
    }

    /// How a product came into the shop from this computer; `None` if it did not, or if that is not known
    /// yet.
    pub fn origin(&self, product: &ProductId) -> Option<&Origin> {
        let (_, answer) = self.origin.as_ref().filter(|(asked, _)| asked == product)?;
        answer.as_ref()?.as_deref()
    }

    /// The product that is to be shown in the table, with the number of the request.
    pub const fn product_to_show(&self) -> Option<&(u64, ProductId)> {
        self.wanted.as_ref()
    }

    /// Asks the table to show a product.
    pub(super) fn look_for(&mut self, product: ProductId) {
        let number = self.wanted.take().map_or(1, |(number, _)| number + 1);
        self.wanted = Some((number, product));
    }

    /// It is being asked how a product came into the shop.
    pub(super) fn ask_for_origin(&mut self, product: ProductId) -> Command {
        self.origin = Some((product.clone(), None));
        Command::Catalog(CatalogCommand::FindOrigin(product))
    }

    /// Performs an action of the table's cells. Returns how many values it changed, other than by a
    /// keystroke.
    pub(super) fn act(&mut self, action: CellAction) -> usize {
        self.cells.act(action, &self.list)
    }

    /// Takes an update of the list from the worker.
    pub(super) fn apply(&mut self, update: CatalogEvent) {
        match update {
            CatalogEvent::Started { load } => self.begin(load),
            CatalogEvent::Saved { load, products, state } => {
                // What this session has read is newer.
                if self.accepts(load) && self.state.is_none_or(|shown| shown == state) {
                    self.state = Some(state);
                    products.into_iter().for_each(|product| self.list.put(product));
                    self.read = self.list.len();
                }
            }
            CatalogEvent::Page { load, products, total } => {
                if self.accepts(load) {
                    self.take_page(products, total);
                }
            }
            CatalogEvent::Ended { load, state } => {
                if self.accepts(load) {
                    self.take_end(state);
                    self.cells.settle(None, &self.list);
                }
            }
            CatalogEvent::Newest(products) => {
                if self.state.is_some() {
                    let read: Vec<ProductId> = products.iter().map(|product| product.id.clone()).collect();
                    products.into_iter().rev().for_each(|product| self.list.put(product));
                    self.cells.settle(Some(&read), &self.list);
                }
            }
            CatalogEvent::Current(state) => {
                // Before the whole list was loaded, its time says nothing.
                self.state = self.state.map(|_| state);
            }
            CatalogEvent::Origin { product, origin } => {
                if let Some((asked, answer)) = &mut self.origin
                    && *asked == product
                {
                    *answer = Some(origin);
                }
            }
            CatalogEvent::Failed(problem) => {
                self.loading = None;
                self.next = None;
                self.problem = Some(problem);
            }
        }
    }

    /// Whether this load is the one under way. A later one than is known begins here.
    fn accepts(&mut self, load: u64) -> bool {
        if load > self.load {
            self.begin(load);
        }
        load == self.load && self.loading.is_some()
    }

    fn begin(&mut self, load: u64) {
        self.load = load;
        self.loading = Some(Loading::default());
        self.problem = None;
        self.next = None;
        self.created.clear();
    }

    /// A refresh keeps the old rows until it is complete; a first load shows each page.
    fn take_page(&mut self, products: Vec<Product>, total: Option<u64>) {
        let loading = self.loading.get_or_insert_default();
        if loading.loaded == 0 && self.state.is_none() {
            self.list = ProductList::replacing(&self.list);
        }
        let is_refresh = self.state.is_some();
        let list = if is_refresh {
            self.next.get_or_insert_with(|| ProductList::replacing(&self.list))
        } else {
            &mut self.list
        };
        products.into_iter().for_each(|product| list.put(product));
        *loading = Loading { loaded: list.len(), total };
    }

    /// The table is opened: what came since the list was read stands first, and nothing moves from then on.
    pub(super) fn opened(&mut self) {
        if self.state.is_some() {
            self.list.place_first(self.read..self.list.len());
        }
    }

    fn take_end(&mut self, state: CatalogState) {
        self.loading = None;
        if self.state.replace(state).is_some() {
            self.list = self.next.take().unwrap_or_else(|| ProductList::replacing(&self.list));
        }
        self.read = self.list.len();
        for product in std::mem::take(&mut self.created) {
            self.list.put_if_new(product);
        }
    }

    /// Adds a product that was just created; the next load replaces it with the shop's data.
    pub(super) fn created(
        &mut self,
        id: ProductId,
        draft: &Draft,
        photo: Option<FileId>,
        cover: Option<PictureKey>,
    ) {
        // Before anything was loaded, a single product would look like the whole shop.
        if self.state.is_none() && self.loading.is_none() {
            return;
        }
        self.covers.extend(cover.map(|cover| (id.clone(), cover)));
        let product = Product {
            title: draft.name.clone(),
            price: draft.primary_price,
            photo: photo.map(|id| ProductPhoto { id: Some(id), urls: vitrine_domain::PhotoUrls::default() }),
            inventory: draft.stock,
            is_wholesale: draft.is_wholesale,
            sku: draft.sku.clone(),
            category_id: draft.category_id,
            ..Product::with_id(id)
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
    use vitrine_core::catalog::samples::product;
    use vitrine_core::catalog::{Arrangement, Finder};
    use vitrine_domain::{Price, ProblemKind};

    fn page(load: u64, ids: std::ops::Range<u64>) -> CatalogEvent {
        CatalogEvent::Page { load, products: ids.map(product).collect(), total: Some(30) }
    }

    /// What was read at this second.
    fn state(second: i64) -> CatalogState {
        CatalogState { read_at: jiff::Timestamp::from_second(second).unwrap(), is_complete: true }
    }

    fn saved(load: u64, ids: std::ops::Range<u64>) -> CatalogEvent {
        CatalogEvent::Saved { load, products: ids.map(product).collect(), state: state(0) }
    }

    fn end(load: u64) -> CatalogEvent {
        CatalogEvent::Ended { load, state: state(load as i64) }
    }

    fn loaded(count: u64) -> Products {
        let mut products = Products::default();
        products.apply(CatalogEvent::Started { load: 1 });
        products.apply(page(1, 0..count));
        products.apply(end(1));
        products
    }

    fn create(products: &mut Products, id: u64) {
        let draft =
            Draft { name: "Vase".to_owned(), primary_price: Some(Price::on_wire(5)), ..Draft::default() };
        products.created(ProductId::from(id), &draft, None, Some(PictureKey::File("/vase.jpg".into())));
    }

    #[test]
    fn the_time_of_the_list_is_that_of_its_last_whole_reading() {
        let mut products = Products::default();
        products.apply(CatalogEvent::Current(state(5)));
        assert_eq!(products.state, None, "nothing was loaded");
        products.apply(page(1, 0..10));
        products.apply(CatalogEvent::Ended { load: 1, state: state(10) });
        products.apply(CatalogEvent::Newest(vec![product(11)]));
        products.apply(CatalogEvent::Current(state(90)));
        assert_eq!((products.state, products.list().len()), (Some(state(90)), 11));
    }

    #[test]
    fn the_first_load_shows_each_page_as_it_arrives() {
        let mut products = Products::default();
        products.apply(CatalogEvent::Started { load: 1 });
        products.apply(page(1, 0..10));
        products.apply(page(1, 10..20));
        assert_eq!(products.list().len(), 20);
        assert_eq!(products.loading, Some(Loading { loaded: 20, total: Some(30) }));
    }

    #[test]
    fn a_refresh_keeps_the_old_rows_until_it_is_complete() {
        let mut products = loaded(30);
        products.apply(CatalogEvent::Started { load: 2 });
        products.apply(page(2, 0..10));
        assert_eq!(products.list().len(), 30);
        products.apply(page(2, 10..31));
        products.apply(end(2));
        assert_eq!(products.list().len(), 31);
        assert_eq!(products.loading, None);
    }

    #[test]
    fn what_was_created_stands_first_when_the_table_is_opened_and_where_the_shop_has_it_after_a_refresh() {
        let mut products = loaded(3);
        let shown = |products: &Products| -> Vec<ProductId> {
            let rows =
                Finder::rows_of(products.list(), &Arrangement::default(), |price| format!("{price:?}"));
            rows.into_iter().filter_map(|row| products.list().id(row)).collect()
        };
        create(&mut products, 77);
        products.opened();
        create(&mut products, 78);
        assert_eq!(
            shown(&products),
            [77, 0, 1, 2, 78].map(ProductId::from),
            "nothing moves while it is seen"
        );
        products.opened();
        assert_eq!(shown(&products), [78, 77, 0, 1, 2].map(ProductId::from));
        products.apply(CatalogEvent::Started { load: 2 });
        // The newest first, one gone, and one made elsewhere.
        for ids in [90..91, 78..79, 77..78, 0..1, 2..3] {
            products.apply(page(2, ids));
        }
        products.apply(end(2));
        assert_eq!(shown(&products), [90, 78, 77, 0, 2].map(ProductId::from));
    }

    #[test]
    fn a_failed_refresh_keeps_the_rows_and_reports_the_problem() {
        let mut products = loaded(30);
        products.apply(CatalogEvent::Started { load: 2 });
        products.apply(page(2, 0..10));
        products.apply(CatalogEvent::Failed(Problem::new(ProblemKind::TimedOut)));
        assert_eq!(products.list().len(), 30);
        assert_eq!(products.problem, Some(Problem::new(ProblemKind::TimedOut)));
        assert_eq!(products.loading, None);
        products.apply(CatalogEvent::Started { load: 3 });
        products.apply(page(3, 0..5));
        products.apply(end(3));
        assert_eq!(products.list().len(), 5, "nothing of the failed load is left over");
    }

    #[test]
    fn loading_100_000_products_by_page_processes_each_product_once() {
        let mut products = Products::default();
        products.apply(CatalogEvent::Started { load: 1 });
        for first in (0..100_000).step_by(100) {
            products.apply(page(1, first..first + 100));
        }
        products.apply(page(1, 0..0));
        products.apply(end(1));
        assert_eq!(products.list().len(), 100_000);
        assert_eq!(products.list().product(99_999), Some(product(99_999)));
    }

    #[test]
    fn pages_of_another_account_are_ignored() {
        let mut products = loaded(30);
        products.apply(CatalogEvent::Started { load: 2 });
        products.forget();
        products.apply(page(2, 0..10));
        products.apply(page(1, 0..10));
        products.apply(end(1));
        assert_eq!((products.list().len(), products.state), (0, None));
        products.apply(CatalogEvent::Started { load: 3 });
        products.apply(page(3, 0..10));
        assert_eq!(products.list().len(), 10);
    }

    #[test]
    fn a_created_product_is_added_with_its_own_photo_and_replaced_by_the_shops_data() {
        let mut products = loaded(3);
        create(&mut products, 77);
        let vase = products.list().product(3).unwrap();
        assert_eq!((vase.title.as_str(), vase.price), ("Vase", Some(Price::on_wire(5))));
        assert_eq!(products.picture(&vase), Some(PictureKey::File("/vase.jpg".into())));
        products.apply(CatalogEvent::Newest(vec![
            Product { title: "Listed vase".to_owned(), ..vase },
            product(0),
        ]));
        let titles: Vec<String> = products.list().products().map(|product| product.title).collect();
        assert_eq!(titles, ["Rug 0", "Rug 1", "Rug 2", "Listed vase"]);
        create(&mut products, 77);
        assert_eq!(
            products.list().product(3).unwrap().title,
            "Listed vase",
            "a creation that is reported again replaces nothing"
        );
    }

    #[test]
    fn a_product_created_during_a_load_is_still_there_after_it() {
        let mut products = loaded(3);
        products.apply(CatalogEvent::Started { load: 2 });
        create(&mut products, 77);
        products.apply(page(2, 0..3));
        products.apply(end(2));
        assert_eq!(products.list().len(), 4);
    }

    #[test]
    fn one_created_product_is_not_taken_for_the_whole_shop() {
        let mut products = Products::default();
        create(&mut products, 77);
        assert_eq!(products.list().len(), 0);
    }

    #[test]
    fn the_products_of_last_time_are_shown_until_the_list_was_read() {
        let mut products = Products::default();
        products.apply(CatalogEvent::Started { load: 1 });
        products.apply(saved(1, 0..20));
        products.apply(saved(1, 20..30));
        assert_eq!((products.list().len(), products.state), (30, Some(state(0))));
        products.apply(page(1, 0..10));
        assert_eq!(
            (products.list().len(), products.loading),
            (30, Some(Loading { loaded: 10, total: Some(30) }))
        );
        products.apply(end(1));
        assert_eq!((products.list().len(), products.state), (10, Some(state(1))));
    }

    #[test]
    fn without_a_connection_the_products_of_last_time_stay() {
        let mut products = Products::default();
        products.apply(CatalogEvent::Started { load: 1 });
        products.apply(saved(1, 0..20));
        products.apply(CatalogEvent::Failed(Problem::new(ProblemKind::TimedOut)));
        assert_eq!((products.list().len(), products.state), (20, Some(state(0))));
    }

    #[test]
    fn products_of_last_time_never_replace_what_was_read_in_this_session() {
        let mut products = loaded(30);
        products.apply(CatalogEvent::Started { load: 2 });
        products.apply(saved(2, 40..50));
        products.apply(CatalogEvent::Failed(Problem::new(ProblemKind::TimedOut)));
        assert_eq!((products.list().len(), products.state), (30, Some(state(1))));
    }
}
