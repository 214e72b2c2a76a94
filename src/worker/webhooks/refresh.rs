//! Products that were delivered as created or changed are read by themselves, one after the other.

use std::collections::VecDeque;

use super::WebhookTaskResult;
use crate::worker::catalog::update_saved;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::session::AuthenticatedSession;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::pace::Kind;
use vitrine_domain::{Problem, Product, ProductId, Verdict};
use vitrine_model::messages::{CatalogEvent, Event};

/// How many products may wait. In a larger burst the newest pages of the shop's list are read instead.
const MAX_WAITING: usize = 200;

/// The products to be read.
#[derive(Default)]
pub struct Refresh {
    waiting: VecDeque<ProductId>,
}

impl Refresh {
    /// These products were delivered as changed.
    pub fn add(&mut self, products: impl IntoIterator<Item = ProductId>, cx: &mut Context) {
        for product in products {
            if !self.waiting.contains(&product) {
                self.waiting.push_back(product);
            }
        }
        if self.waiting.len() > MAX_WAITING {
            self.waiting.clear();
            cx.notify(Notice::ShopChanged);
        }
        self.next(cx);
    }

    /// The account was left.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Reads the next product, if none is being read.
    pub fn next(&mut self, cx: &mut Context) {
        if cx.tasks.is_running(&Slot::DeliveredProduct) {
            return;
        }
        let Some(session) = cx.authenticated().cloned() else { return };
        let Some(product) = self.waiting.pop_front() else { return };
        if session.profile().edit.is_none() {
            // One product cannot be read here.
            self.waiting.clear();
            return cx.notify(Notice::ShopChanged);
        }
        let store = cx.store.path();
        cx.tasks.spawn(Lifetime::Account, Slot::DeliveredProduct, async move {
            let result = read(&session, &product).await;
            if let (Ok(read), Ok(account)) = (&result, session.key()) {
                update_saved(store, account, vec![read.clone()]).await;
            }
            WebhookTaskResult::Refreshed { product, result }
        });
    }

    /// A product was read. What cannot be read stays as it is shown.
    pub fn read(&mut self, product: ProductId, result: Result<Product, Problem>, cx: &mut Context) {
        match result {
            Ok(read) => {
                cx.send(Event::Catalog(CatalogEvent::Newest(vec![read.clone()])));
                cx.notify(Notice::ProductsRead(vec![read]));
            }
            Err(problem) if problem.verdict() == Verdict::SignIn => return self.waiting.push_front(product),
            Err(problem) => tracing::info!(%problem, "a delivered product is not read"),
        }
        self.next(cx);
    }
}

async fn read(session: &AuthenticatedSession, product: &ProductId) -> Result<Product, Problem> {
    session
        .ask(Kind::Read, |client, token| client.read_product(token, product))
        .await
        .map(|state| state.product)
}
