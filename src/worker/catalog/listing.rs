//! Reads the shop's list page by page.

use std::collections::VecDeque;
use std::pin::Pin;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesOrdered;

use crate::worker::session::AuthenticatedSession;
use vitrine_core::market::{Listing, PageRequest, ProductPage, Reach};
use vitrine_core::pace::Kind;
use vitrine_domain::{Problem, Product};

/// Lists the shop so far and calls `on_page` after each page, and `on_delay` with the problem of a page that
/// is requested again after a while. Every page is requested after the one before it was answered, so that
/// what an answer shows is never older than that.
///
/// # Errors
/// The problem of a page that keeps failing: then nothing is known about the shop as a whole.
pub async fn list_shop(
    session: &AuthenticatedSession,
    reach: Reach,
    mut on_page: impl FnMut(&Listing),
    on_delay: impl FnMut(&Problem, Duration) + Send,
) -> Result<Listing, Problem> {
    let mut pages = PageReader::new(session, 0).on_delay(on_delay);
    pages.listing = pages.listing.within(reach);
    while pages.read().await? {
        on_page(pages.listing());
    }
    Ok(pages.listing)
}

type Answer<'a> = Pin<Box<dyn Future<Output = Result<ProductPage, Problem>> + Send + 'a>>;

/// Takes the problem of a page that is requested again, and after how long.
type OnDelay<'a> = Box<dyn FnMut(&Problem, Duration) + Send + 'a>;

/// Reads a shop's list. A page that fails is requested again; the gate delays that for as long as the
/// marketplace asks for or is down.
pub struct PageReader<'a> {
    session: &'a AuthenticatedSession,
    listing: Listing,
    /// How many pages may be requested before the answer to the page in turn.
    ahead: u64,
    /// The pages under way, in order, and their answers.
    requested: VecDeque<PageRequest>,
    answers: FuturesOrdered<Answer<'a>>,
    on_delay: OnDelay<'a>,
}

impl<'a> PageReader<'a> {
    /// A reader at the first page, with up to so many requests under way beside that of the page in turn.
    pub fn new(session: &'a AuthenticatedSession, ahead: u64) -> Self {
        let listing = Listing::new(&session.profile().list);
        Self {
            session,
            listing,
            ahead,
            requested: VecDeque::new(),
            answers: FuturesOrdered::new(),
            on_delay: Box::new(|_, _| {}),
        }
    }

    /// Calls this with the problem of each page that is requested again after a while.
    #[must_use]
    pub fn on_delay(self, on_delay: impl FnMut(&Problem, Duration) + Send + 'a) -> Self {
        Self { on_delay: Box::new(on_delay), ..self }
    }

    /// Moves out the products of the pages that were read since the last time.
    pub fn take_products(&mut self) -> Vec<Product> {
        self.listing.take_products()
    }

    /// What was read so far.
    pub const fn listing(&self) -> &Listing {
        &self.listing
    }

    /// Reads the next page. Returns false when there are no more.
    ///
    /// # Errors
    /// The problem of a page that keeps failing.
    pub async fn read(&mut self) -> Result<bool, Problem> {
        while let Some(next) = self.listing.next() {
            if self.requested.front().is_none_or(|first| *first != next) {
                self.requested.clear();
                self.answers = FuturesOrdered::new();
                let answer = self.answer(next.clone(), Duration::ZERO)?;
                self.requested.push_back(next);
                self.answers.push_back(answer);
            }
            while self.requested.len() as u64 <= self.ahead
                && let Some(page) = self.listing.ahead(self.requested.len() as u64)
            {
                let answer = self.answer(page.clone(), Duration::ZERO)?;
                self.requested.push_back(page);
                self.answers.push_back(answer);
            }
            self.requested.pop_front();
            match self.answers.next().await {
                Some(Ok(page)) => {
                    // Another request may wait for the permit that this one has returned.
                    tokio::task::yield_now().await;
                    self.listing.accept(page);
                    return Ok(true);
                }
                Some(Err(problem)) => {
                    let wait = self.listing.fail(problem.clone())?;
                    if !wait.is_zero() {
                        (self.on_delay)(&problem, wait);
                    }
                    if let Some(again) = self.listing.next() {
                        let answer = self.answer(again.clone(), wait)?;
                        self.requested.push_front(again);
                        self.answers.push_front(answer);
                    }
                }
                None => {}
            }
        }
        Ok(false)
    }

    /// Requests a page after a while.
    fn answer(&self, page: PageRequest, wait: Duration) -> Result<Answer<'a>, Problem> {
        let (session, vendor) = (self.session, self.session.vendor()?);
        Ok(Box::pin(async move {
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            session.ask(Kind::Read, |client, token| client.list_products(token, vendor, &page)).await
        }))
    }
}

/// The products with these SKUs, in one request. A marketplace that ignores the filter returns others.
///
/// # Errors
/// The problem of the request.
pub async fn list_by_skus(
    session: &AuthenticatedSession,
    skus: Vec<String>,
) -> Result<Vec<Product>, Problem> {
    let vendor = session.vendor()?;
    let Some(mut request) = Listing::new(&session.profile().list).next() else { return Ok(Vec::new()) };
    request.query.extend(skus.into_iter().map(|sku| ("skus".to_owned(), sku)));
    Ok(session.ask(Kind::Read, |client, token| client.list_products(token, vendor, &request)).await?.products)
}
