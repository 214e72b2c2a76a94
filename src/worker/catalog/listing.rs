//! Reading the shop's list, page by page.

use std::ops::ControlFlow;

use crate::domain::{Problem, Product};
use crate::market::Listing;
use crate::pace::Kind;
use crate::worker::accounts::AuthenticatedSession;

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
pub async fn list_all(live: &AuthenticatedSession, mut on_page: impl FnMut(&Listing)) -> Result<WholeShop, Problem> {
    let listing = list_while(live, |listing| {
        on_page(listing);
        ControlFlow::Continue(())
    });
    let listing = listing.await?;
    Ok(WholeShop { complete: listing.is_complete(), products: listing.into_products() })
}

/// Lists pages until there are no more or `on_page` has seen enough.
pub async fn list_while(live: &AuthenticatedSession, mut on_page: impl FnMut(&Listing) -> ControlFlow<()>) -> Result<Listing, Problem> {
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
