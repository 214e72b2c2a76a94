//! The products table: the whole shop, told page by page, and what is new in it.

mod messages;

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::accounts::Live;
use super::context::Context;
use super::messages::Event;
use super::notice::Notice;
use super::tasks::{Life, Slot};
use crate::domain::{Code, Problem, Product, ProductId};
use crate::market::Listing;
use crate::pace::Kind;

pub use messages::{CatalogCommand, ProductsUpdate};

/// What reading the shop's products came to: one page further, or the end.
pub enum Done {
    Read(ProductsUpdate),
    /// With every product the shop is known to list, as far as that is known.
    Over(Option<ProductsUpdate>, Option<HashSet<ProductId>>),
}

#[derive(Default)]
pub struct Catalog {
    /// The table was refused the last token and waits for the next one.
    waits: bool,
    /// The number of the last load.
    load: u64,
    /// The shop's products as last listed; `None` while that is not known.
    listed: Option<HashSet<ProductId>>,
}

/// Every product of the shop, and whether that is proven to be all of them.
pub struct WholeShop {
    pub complete: bool,
    pub products: Vec<Product>,
}

/// Lists all pages, telling `on_page` of each that has come. A page that does not come is asked for again; the gate
/// makes it wait, besides, as long as the marketplace asks for or is down.
///
/// # Errors
/// What is the matter with a page that will not come: then nothing is known of the shop as a whole.
pub async fn list_all(live: &Live, mut on_page: impl FnMut(&Listing)) -> Result<WholeShop, Problem> {
    let listing = list_while(live, |listing| {
        on_page(listing);
        ControlFlow::Continue(())
    });
    let listing = listing.await?;
    Ok(WholeShop { complete: listing.is_complete(), products: listing.into_products() })
}

/// Lists pages until there are no more or `on_page` has seen enough.
async fn list_while(live: &Live, mut on_page: impl FnMut(&Listing) -> ControlFlow<()>) -> Result<Listing, Problem> {
    let vendor = live.vendor()?;
    let mut listing = Listing::new(&live.client.profile().list);
    while let Some(request) = listing.next() {
        match live.asked(live.gate.pass(Kind::Read, live.client.list_products(&live.token, vendor, &request)).await) {
            Ok(page) => {
                listing.accept(page);
                if on_page(&listing).is_break() {
                    break;
                }
            }
            Err(problem) => tokio::time::sleep(listing.fail(problem)?).await,
        }
    }
    Ok(listing)
}

/// What a listing has brought since it was last asked.
struct Pages {
    told: usize,
    /// The ids of all that was listed, now or before.
    known: HashSet<ProductId>,
}

impl Pages {
    /// The products of the last page, and how many of them were not known.
    fn next(&mut self, listing: &Listing) -> (Vec<Product>, usize) {
        let products = listing.products()[self.told..].to_vec();
        self.told += products.len();
        let new = products.iter().filter(|product| self.known.insert(product.id.clone())).count();
        (products, new)
    }
}

impl Catalog {
    pub fn perform(&mut self, command: &CatalogCommand, cx: &mut Context) {
        match command {
            CatalogCommand::Load => self.load(cx),
            CatalogCommand::LoadNewest => self.load_newest(cx),
        }
    }

    pub fn heard(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } if std::mem::take(&mut self.waits) => self.load(cx),
            Notice::SignedOut { problem, .. } if std::mem::take(&mut self.waits) => {
                cx.tell(Event::Products(ProductsUpdate::Failed(problem.clone())));
            }
            Notice::AccountLeft => *self = Self { load: self.load, ..Self::default() },
            _ => {}
        }
    }

    pub fn finished(&mut self, done: Done, cx: &mut Context) {
        let update = match done {
            Done::Read(update) => Some(update),
            Done::Over(update, listed) => {
                self.listed = listed;
                update
            }
        };
        match update {
            Some(ProductsUpdate::Failed(problem)) if problem.code == Code::Unauthorized => {
                self.waits = true;
                cx.notify(Notice::TokenRefused(problem));
            }
            Some(update) => cx.tell(Event::Products(update)),
            None => {}
        }
    }

    fn load(&mut self, cx: &mut Context) {
        let Some(live) = cx.live().cloned() else {
            return cx.tell(Event::Products(ProductsUpdate::Failed(Problem::new(Code::SignInNeeded))));
        };
        self.load += 1;
        self.listed = None;
        let load = self.load;
        cx.tell(Event::Products(ProductsUpdate::Started { load }));
        cx.tasks.cancel(&Slot::Products);
        cx.tasks.spawn_reporting(Life::Account, Slot::Products, |reporter| async move {
            let mut pages = Pages { told: 0, known: HashSet::new() };
            let result = list_while(&live, |listing| {
                let (products, _) = pages.next(listing);
                reporter.report(Done::Read(ProductsUpdate::Page { load, products, total: listing.total(), done: false }));
                ControlFlow::Continue(())
            });
            match result.await {
                Ok(listing) => {
                    let end = ProductsUpdate::Page { load, products: Vec::new(), total: listing.total(), done: true };
                    Done::Over(Some(end), Some(pages.known))
                }
                Err(problem) => Done::Over(Some(ProductsUpdate::Failed(problem)), None),
            }
        });
    }

    /// What was created lately stands on the first pages of many marketplaces. The shop is not read anew as a whole, unless
    /// nothing is known of it.
    fn load_newest(&mut self, cx: &mut Context) {
        let Some(live) = cx.live().cloned() else { return };
        if cx.tasks.is_running(&Slot::Products) {
            return;
        }
        let Some(known) = self.listed.take() else { return self.load(cx) };
        cx.tasks.spawn_reporting(Life::Account, Slot::Products, |reporter| async move {
            let mut pages = Pages { told: 0, known };
            let result = list_while(&live, |listing| {
                let (products, new) = pages.next(listing);
                reporter.report(Done::Read(ProductsUpdate::Newest(products)));
                if new == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // Nobody asked for it, and the table holds what was created: that it cannot be read now is no news.
            if let Err(problem) = result.await {
                tracing::info!(%problem, "the newest products are not read");
            }
            Done::Over(None, Some(pages.known))
        });
    }
}
