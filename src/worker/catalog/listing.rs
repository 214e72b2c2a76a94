//! Reads the shop's list page by page.

use std::ops::ControlFlow;

use crate::domain::{Problem, Product};
use crate::market::Listing;
use crate::pace::Kind;
use crate::worker::accounts::AuthenticatedSession;

/// The products of the shop, and whether the list is proven to be complete.
pub struct WholeShop {
    pub complete: bool,
    pub products: Vec<Product>,
}

/// Lists all pages and calls `on_page` after each. A page that fails is requested again; the gate delays that for as
/// long as the marketplace asks for or is down.
///
/// # Errors
/// The problem of a page that keeps failing: then nothing is known about the shop as a whole.
pub async fn list_all(session: &AuthenticatedSession, mut on_page: impl FnMut(&Listing)) -> Result<WholeShop, Problem> {
    let listing = list_while(session, |listing| {
        on_page(listing);
        ControlFlow::Continue(())
    });
    let listing = listing.await?;
    Ok(WholeShop { complete: listing.is_complete(), products: listing.into_products() })
}

/// Lists pages until there are no more or `on_page` breaks.
///
/// # Errors
/// As [`list_all`].
pub async fn list_while(session: &AuthenticatedSession, mut on_page: impl FnMut(&Listing) -> ControlFlow<()>) -> Result<Listing, Problem> {
    let vendor = session.vendor()?;
    let mut listing = Listing::new(&session.client.profile().list);
    while let Some(request) = listing.next() {
        match session.check_token(session.gate.pass(Kind::Read, session.client.list_products(&session.token, vendor, &request)).await) {
            Ok(page) => {
                // Another request may wait for the permit that this one has returned.
                tokio::task::yield_now().await;
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

/// The products with these SKUs, in one request. A marketplace that ignores the filter returns others.
///
/// # Errors
/// The problem of the request.
pub async fn list_by_skus(session: &AuthenticatedSession, skus: Vec<String>) -> Result<Vec<Product>, Problem> {
    let vendor = session.vendor()?;
    let Some(mut request) = Listing::new(&session.client.profile().list).next() else { return Ok(Vec::new()) };
    request.query.extend(skus.into_iter().map(|sku| ("skus".to_owned(), sku)));
    let page = session.gate.pass(Kind::Read, session.client.list_products(&session.token, vendor, &request));
    Ok(session.check_token(page.await)?.products)
}
