//! The products table: loads the whole shop page by page, and new products after creations.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::listing::list_while;
use super::messages::{CatalogCommand, ProductsUpdate};
use super::task_result::TaskResult;
use crate::domain::{Code, Problem, Product, ProductId};
use crate::market::Listing;
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;
use crate::worker::tasks::{Lifetime, Slot};

/// The service that reads the shop's list.
#[derive(Default)]
pub struct Catalog {
    /// The token was refused; the table is loaded again with the next one.
    waits_for_token: bool,
    /// The number of the last load.
    load: u64,
    /// The ids of the shop's products as last listed; `None` while they are not known.
    listed: Option<HashSet<ProductId>>,
}

/// Tracks which products of a listing have been reported.
struct Pages {
    reported: usize,
    /// The ids of all products listed now or before.
    known: HashSet<ProductId>,
}

impl Pages {
    /// The products of the last page, and how many of them are new.
    fn next(&mut self, listing: &Listing) -> (Vec<Product>, usize) {
        let products = listing.products()[self.reported..].to_vec();
        self.reported += products.len();
        let new = products.iter().filter(|product| self.known.insert(product.id.clone())).count();
        (products, new)
    }
}

impl Catalog {
    /// Performs a command.
    pub fn perform(&mut self, command: &CatalogCommand, cx: &mut Context) {
        match command {
            CatalogCommand::Load => self.load(cx),
            CatalogCommand::LoadNewest => self.load_newest(cx),
        }
    }

    /// Handles a notice of another service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } if std::mem::take(&mut self.waits_for_token) => self.load(cx),
            Notice::SignedOut { problem, .. } if std::mem::take(&mut self.waits_for_token) => {
                cx.send(Event::Products(ProductsUpdate::Failed(problem.clone())));
            }
            Notice::AccountLeft => *self = Self { load: self.load, ..Self::default() },
            _ => {}
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: TaskResult, cx: &mut Context) {
        let update = match done {
            TaskResult::Read(update) => Some(update),
            TaskResult::Over(update, listed) => {
                self.listed = listed;
                update
            }
        };
        match update {
            Some(ProductsUpdate::Failed(problem)) if problem.code == Code::Unauthorized => {
                self.waits_for_token = true;
                cx.notify(Notice::TokenRefused(problem));
            }
            Some(update) => cx.send(Event::Products(update)),
            None => {}
        }
    }

    fn load(&mut self, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else {
            return cx.send(Event::Products(ProductsUpdate::Failed(Problem::new(Code::SignInNeeded))));
        };
        self.load += 1;
        self.listed = None;
        let load = self.load;
        cx.send(Event::Products(ProductsUpdate::Started { load }));
        cx.tasks.cancel(&Slot::Products);
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::Products, |reporter| async move {
            let mut pages = Pages { reported: 0, known: HashSet::new() };
            let result = list_while(&session, |listing| {
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

    /// Many marketplaces list the newest products on the first pages. The whole shop is read only if its list is not
    /// known.
    fn load_newest(&mut self, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else { return };
        if cx.tasks.is_running(&Slot::Products) {
            return;
        }
        let Some(known) = self.listed.take() else { return self.load(cx) };
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::Products, |reporter| async move {
            let mut pages = Pages { reported: 0, known };
            let result = list_while(&session, |listing| {
                let (products, new) = pages.next(listing);
                reporter.report(TaskResult::Read(ProductsUpdate::Newest(products)));
                if new == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            // Nobody requested this, and the table already shows what was created: a failure is only logged.
            if let Err(problem) = result.await {
                tracing::info!(%problem, "the newest products are not read");
            }
            TaskResult::Over(None, Some(pages.known))
        });
    }
}
