//! Completes rows of the shop's list by what only other readings may tell: categories and times.

use std::collections::HashMap;

use crate::worker::session::AuthenticatedSession;
use vitrine_core::pace::Kind;
use vitrine_domain::{Problem, Product, ProductId};

/// How many products of one list are read by themselves, because the second list does not have them: hidden
/// ones, probably.
const READ_ALONE: usize = 100;

/// Completes the rows of one list, where the market file names a second one.
pub struct Details<'a> {
    session: &'a AuthenticatedSession,
    /// Whether the second list is still asked: one failure is enough, since nothing depends on it.
    asks_list: bool,
    /// How many products may still be read by themselves.
    alone: usize,
}

impl<'a> Details<'a> {
    /// For the list of this session's shop.
    pub fn new(session: &'a AuthenticatedSession) -> Self {
        let profile = session.profile();
        let asks_list = profile.list_details.is_some();
        let alone = if asks_list && profile.edit.is_some() { READ_ALONE } else { 0 };
        Self { session, asks_list, alone }
    }

    /// Completes the products of a page, as far as that is possible.
    pub async fn complete(&mut self, products: &mut [Product]) {
        let lacking = lacking(products);
        if lacking.is_empty() || !self.asks_list {
            return;
        }
        let session = self.session;
        match session.ask(Kind::Read, |client, token| client.list_details(token, &lacking)).await {
            Ok(told) => fill(products, told),
            Err(problem) => {
                self.asks_list = false;
                log(&problem);
            }
        }
        for product in products.iter_mut().filter(|product| lacks_details(product)) {
            if self.alone == 0 {
                return;
            }
            self.alone -= 1;
            match session.ask(Kind::Read, |client, token| client.read_product(token, &product.id)).await {
                Ok(read) => merge_details(product, read.product),
                Err(problem) => {
                    self.alone = 0;
                    log(&problem);
                }
            }
        }
    }
}

fn log(problem: &Problem) {
    tracing::info!(%problem, "categories and times of the shop's products are not read");
}

fn lacking(products: &[Product]) -> Vec<ProductId> {
    products.iter().filter(|product| lacks_details(product)).map(|product| product.id.clone()).collect()
}

const fn lacks_details(product: &Product) -> bool {
    product.category_id.is_none() && product.changed_at.is_none()
}

fn fill(products: &mut [Product], told: Vec<Product>) {
    let mut told: HashMap<ProductId, Product> =
        told.into_iter().map(|product| (product.id.clone(), product)).collect();
    for product in products {
        if let Some(told) = told.remove(&product.id) {
            merge_details(product, told);
        }
    }
}

/// Only what the list did not tell: its values are the newer ones.
fn merge_details(product: &mut Product, told: Product) {
    product.category_id = product.category_id.or(told.category_id);
    product.created_at = product.created_at.or(told.created_at);
    product.changed_at = product.changed_at.or(told.changed_at);
}
