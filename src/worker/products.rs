//! The products table: the whole shop, page by page.

use std::sync::Arc;

use super::hub::{Done, Hub};
use super::session::Live;
use super::{Event, ProductsUpdate};
use crate::domain::{Code, Problem, Product};
use crate::market::Listing;
use crate::pace::Kind;

/// One page further, or the end. A load that was overtaken by another is told apart by its number.
pub struct ProductsStep {
    pub load: u64,
    pub update: ProductsUpdate,
}

/// Every product of the shop, and whether that is proven to be all of them.
pub struct WholeShop {
    pub complete: bool,
    pub products: Vec<Product>,
    pub total: Option<u64>,
}

/// Lists all pages, telling `on_page` of each that has come. A page that does not come is asked for again; the gate
/// makes it wait, besides, as long as the marketplace asks for or is down.
///
/// # Errors
/// What is the matter with a page that will not come: then nothing is known of the shop as a whole.
pub async fn list_all(live: &Live, mut on_page: impl FnMut(&Listing)) -> Result<WholeShop, Problem> {
    let vendor = live.vendor()?;
    let mut listing = Listing::new(&live.client.profile().list);
    while let Some(request) = listing.next() {
        match live.asked(live.gate.pass(Kind::Read, live.client.list_products(&live.token, vendor, &request)).await) {
            Ok(page) => {
                listing.accept(page);
                on_page(&listing);
            }
            Err(problem) => tokio::time::sleep(listing.fail(problem)?).await,
        }
    }
    Ok(WholeShop { complete: listing.is_complete(), total: listing.total(), products: listing.into_products() })
}

impl Hub {
    pub(super) fn load_products(&mut self) {
        let Some(live) = self.live.clone() else {
            return self.tell(Event::Products(ProductsUpdate::Failed(Problem::new(Code::SignInNeeded))));
        };
        self.tell(Event::Products(ProductsUpdate::Started));
        self.product_load += 1;
        let load = self.product_load;
        let steps = self.done_sender();
        if let Some(earlier) = self.product_task.take() {
            earlier.abort();
        }
        let task = self.spawn(async move {
            let step = |update| Done::Products(ProductsStep { load, update });
            let mut told = 0;
            let result = list_all(&live, |listing| {
                let rows = listing.products();
                // All rows are copied each time: told of every page of a large shop, that would be the square of their number.
                if rows.len() < told + told / 8 {
                    return;
                }
                told = rows.len();
                let rows = Arc::new(rows.to_vec());
                let _ = steps.send(step(ProductsUpdate::Loaded { rows, total: listing.total(), done: false }));
            })
            .await;
            step(match result {
                Ok(shop) => ProductsUpdate::Loaded { rows: Arc::new(shop.products), total: shop.total, done: true },
                Err(problem) => ProductsUpdate::Failed(problem),
            })
        });
        self.product_task = Some(task);
    }

    pub(super) fn products_step(&mut self, step: ProductsStep) {
        if step.load != self.product_load {
            return;
        }
        let refused = match &step.update {
            ProductsUpdate::Failed(problem) if problem.code == Code::Unauthorized => Some(problem),
            _ => None,
        };
        self.note_problem_of(refused);
        match (refused, &self.live) {
            // It is asked for once more, with the next token.
            (Some(_), Some(_)) => self.load_products(),
            (Some(_), None) if self.renewals.is_looking() => self.renewals.products_wait = true,
            _ => self.tell(Event::Products(step.update)),
        }
    }
}
