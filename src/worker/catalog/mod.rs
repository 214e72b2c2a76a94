//! The products table: the whole shop, page by page.

mod messages;

use std::sync::Arc;

use super::accounts::Live;
use super::context::Context;
use super::messages::Event;
use super::notice::Notice;
use super::tasks::{Life, Slot};
use crate::domain::{Code, Problem, Product};
use crate::market::Listing;
use crate::pace::Kind;

pub use messages::{CatalogCommand, ProductsUpdate};

/// What loading the shop's products came to: one page further, or the end.
pub enum Done {
    Loaded(ProductsUpdate),
}

#[derive(Default)]
pub struct Catalog {
    /// The table was refused the last token and waits for the next one.
    waits: bool,
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

impl Catalog {
    pub fn perform(command: &CatalogCommand, cx: &mut Context) {
        match command {
            CatalogCommand::Load => Self::load(cx),
        }
    }

    pub fn heard(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } if std::mem::take(&mut self.waits) => Self::load(cx),
            Notice::SignedOut { problem, .. } if std::mem::take(&mut self.waits) => {
                cx.tell(Event::Products(ProductsUpdate::Failed(problem.clone())));
            }
            Notice::AccountLeft => self.waits = false,
            _ => {}
        }
    }

    pub fn finished(&mut self, Done::Loaded(update): Done, cx: &mut Context) {
        match update {
            ProductsUpdate::Failed(problem) if problem.code == Code::Unauthorized => {
                self.waits = true;
                cx.notify(Notice::TokenRefused(problem));
            }
            update => cx.tell(Event::Products(update)),
        }
    }

    fn load(cx: &mut Context) {
        let Some(live) = cx.live().cloned() else {
            return cx.tell(Event::Products(ProductsUpdate::Failed(Problem::new(Code::SignInNeeded))));
        };
        cx.tell(Event::Products(ProductsUpdate::Started));
        cx.tasks.cancel(&Slot::Products);
        cx.tasks.spawn_reporting(Life::Account, Slot::Products, |reporter| async move {
            let mut told = 0;
            let result = list_all(&live, |listing| {
                let rows = listing.products();
                // All rows are copied each time: told of every page of a large shop, that would be the square of their number.
                if rows.len() < told + told / 8 {
                    return;
                }
                told = rows.len();
                let rows = Arc::new(rows.to_vec());
                reporter.report(Done::Loaded(ProductsUpdate::Loaded { rows, total: listing.total(), done: false }));
            })
            .await;
            Done::Loaded(match result {
                Ok(shop) => ProductsUpdate::Loaded { rows: Arc::new(shop.products), total: shop.total, done: true },
                Err(problem) => ProductsUpdate::Failed(problem),
            })
        });
    }
}
