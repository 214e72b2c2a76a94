//! The products table: the whole shop, told page by page, and what is new in it.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::done::TaskResult;
use super::listing::list_while;
use super::messages::{CatalogCommand, ProductsUpdate};
use crate::domain::{Code, Problem, Product, ProductId};
use crate::market::Listing;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;
use crate::worker::tasks::{Life, Slot};

#[derive(Default)]
pub struct Catalog {
    /// The table was refused the last token and waits for the next one.
    waits: bool,
    /// The number of the last load.
    load: u64,
    /// The shop's products as last listed; `None` while that is not known.
    listed: Option<HashSet<ProductId>>,
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

    pub fn finished(&mut self, done: TaskResult, cx: &mut Context) {
        let update = match done {
            TaskResult::Read(update) => Some(update),
            TaskResult::Over(update, listed) => {
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
                reporter.report(TaskResult::Read(ProductsUpdate::Page { load, products, total: listing.total(), done: false }));
                ControlFlow::Continue(())
            });
            match result.await {
                Ok(listing) => {
                    let end = ProductsUpdate::Page { load, products: Vec::new(), total: listing.total(), done: true };
                    TaskResult::Over(Some(end), Some(pages.known))
                }
                Err(problem) => TaskResult::Over(Some(ProductsUpdate::Failed(problem)), None),
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
                reporter.report(TaskResult::Read(ProductsUpdate::Newest(products)));
                if new == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // Nobody asked for it, and the table holds what was created: that it cannot be read now is no news.
            if let Err(problem) = result.await {
                tracing::info!(%problem, "the newest products are not read");
            }
            TaskResult::Over(None, Some(pages.known))
        });
    }
}
