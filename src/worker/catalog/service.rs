//! The products table: loads the whole shop page by page, and new products after creations.

use std::collections::HashSet;

use jiff::Timestamp;
use tokio::sync::mpsc;

use super::CatalogTaskResult;
use super::details::Details;
use super::listing::PageReader;
use super::saved::{self, CatalogWriter};
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::photos::blocking;
use crate::worker::session::AuthenticatedSession;
use crate::worker::tasks::{Lifetime, Reporter, Slot};
use vitrine_domain::{CatalogState, Problem, ProblemKind, Product, ProductId, Verdict};
use vitrine_model::messages::{CatalogCommand, CatalogEvent, Event, Origin};

/// The service that reads the shop's list.
#[derive(Default)]
pub struct Catalog {
    /// The token was refused; the table is loaded again with the next one.
    waits_for_token: bool,
    /// The number of the last load.
    load: u64,
    /// The ids of the shop's products as last listed; `None` while they are not known.
    listed: Option<HashSet<ProductId>>,
    /// Products that were read by themselves since the load began, which may have read them before.
    read_meanwhile: Vec<Product>,
}

/// How many pages may wait to be saved before no more are read.
const PAGES_UNSAVED: usize = 50;

/// Where a list is read from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sources {
    Shop,
    /// First as it was saved.
    SavedThenShop,
    /// As it was saved, if nothing is known to be missing there.
    SavedOrShop,
}

/// How many pages are requested at once, beside the one in turn. The gate may permit fewer.
const PAGES_AHEAD: u64 = 15;

impl Catalog {
    /// Performs a command.
    pub fn perform(&mut self, command: &CatalogCommand, cx: &mut Context) {
        match command {
            CatalogCommand::Open => self.load(Sources::SavedThenShop, cx),
            CatalogCommand::OpenSaved => self.load(Sources::SavedOrShop, cx),
            CatalogCommand::Load => {
                cx.session.try_now();
                self.load(Sources::Shop, cx);
            }
            CatalogCommand::LoadNewest => self.load_newest(cx),
            CatalogCommand::FindOrigin(product) => find_origin(product.clone(), cx),
        }
    }

    /// Handles a notice of another service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { .. } if std::mem::take(&mut self.waits_for_token) => {
                self.load(Sources::Shop, cx);
            }
            Notice::SignedOut { problem, .. } if std::mem::take(&mut self.waits_for_token) => {
                cx.send(Event::Catalog(CatalogEvent::Failed(problem.clone())));
            }
            Notice::ProductsRead(products) if cx.tasks.is_running(&Slot::Products) => {
                self.read_meanwhile.extend_from_slice(products);
            }
            Notice::ShopChanged => self.load_newest(cx),
            Notice::AccountLeft => *self = Self { load: self.load, ..Self::default() },
            _ => {}
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: CatalogTaskResult, cx: &mut Context) {
        let update = match done {
            CatalogTaskResult::Read(update) => Some(update),
            CatalogTaskResult::Delayed => None,
            CatalogTaskResult::Over(update, listed) => {
                self.listed = listed;
                update
            }
        };
        let has_ended = matches!(update, Some(CatalogEvent::Ended { .. }));
        match update {
            Some(CatalogEvent::Failed(problem)) if problem.verdict() == Verdict::SignIn => {
                self.waits_for_token = true;
            }
            Some(update) => cx.send(Event::Catalog(update)),
            None => {}
        }
        if has_ended {
            self.put_read_meanwhile(cx);
        }
    }

    /// A list that was just read may have old values of products that were changed meanwhile. Puts the newer
    /// ones into it.
    fn put_read_meanwhile(&mut self, cx: &mut Context) {
        let newer = std::mem::take(&mut self.read_meanwhile);
        let Some(Ok(account)) =
            cx.authenticated().map(AuthenticatedSession::key).filter(|_| !newer.is_empty())
        else {
            return;
        };
        let store = cx.store.path();
        cx.tasks.spawn(Lifetime::Account, None, async move {
            saved::update_saved(store, account, newer.clone()).await;
            CatalogTaskResult::Read(CatalogEvent::Newest(newer))
        });
    }

    fn load(&mut self, sources: Sources, cx: &mut Context) {
        let session = cx.authenticated().cloned().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded));
        let (session, account) =
            match session.and_then(|session| session.key().map(|account| (session, account))) {
                Ok(session) => session,
                Err(problem) => return cx.send(Event::Catalog(CatalogEvent::Failed(problem))),
            };
        self.load += 1;
        self.listed = None;
        self.read_meanwhile.clear();
        let load = self.load;
        cx.send(Event::Catalog(CatalogEvent::Started { load }));
        cx.tasks.cancel(&Slot::Products);
        let (store, clock) = (cx.store.path(), cx.options.clock);
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::Products, |reporter| async move {
            let current = match sources {
                Sources::SavedOrShop => saved::current_state(store.clone(), account.clone()).await,
                Sources::Shop | Sources::SavedThenShop => None,
            };
            if current.is_some() || sources == Sources::SavedThenShop {
                let reporter = reporter.clone();
                let send = move |products, state| {
                    reporter.report(CatalogTaskResult::Read(CatalogEvent::Saved { load, products, state }));
                };
                saved::send_saved(store.clone(), account.clone(), send).await;
            }
            if let Some(state) = current {
                return CatalogTaskResult::Over(Some(CatalogEvent::Ended { load, state }), None);
            }
            match read_shop(&session, load, CatalogWriter::begin(store, account).await, clock, &reporter)
                .await
            {
                Ok((state, known)) => {
                    CatalogTaskResult::Over(Some(CatalogEvent::Ended { load, state }), Some(known))
                }
                Err(problem) => CatalogTaskResult::Over(Some(CatalogEvent::Failed(problem)), None),
            }
        });
    }

    /// Many marketplaces list the newest products on the first pages. The whole shop is read only if its list
    /// is not known.
    fn load_newest(&mut self, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else { return };
        let Ok(account) = session.key() else { return };
        if cx.tasks.is_running(&Slot::Products) {
            return;
        }
        let Some(known) = self.listed.take() else { return self.load(Sources::Shop, cx) };
        let (store, clock) = (cx.store.path(), cx.options.clock);
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::Products, |reporter| async move {
            let mut known = known;
            let read = read_newest(&session, &mut known, |products| {
                reporter.report(CatalogTaskResult::Read(CatalogEvent::Newest(products.clone())));
                saved::update_saved(store.clone(), account.clone(), products)
            });
            let update = match read.await {
                Ok(Some(is_complete)) => {
                    let state = CatalogState { read_at: clock(), is_complete };
                    saved::renew(store, account, state).await;
                    Some(CatalogEvent::Current(state))
                }
                Ok(None) => None,
                // Nobody requested this, and the table already shows what was created: a failure is only
                // logged.
                Err(problem) => {
                    tracing::info!(%problem, "the newest products are not read");
                    None
                }
            };
            CatalogTaskResult::Over(update, Some(known))
        });
    }
}

/// Looks a product up in the journal. What cannot be read is as good as unknown.
fn find_origin(product: ProductId, cx: &mut Context) {
    let Some(Ok(account)) = cx.authenticated().map(AuthenticatedSession::key) else { return };
    let store = cx.store.path();
    cx.tasks.spawn(Lifetime::Account, Slot::ProductOrigin, async move {
        let id = product.clone();
        let found = blocking(move || store.connect()?.origin(&account, &id)).await;
        let found = found
            .inspect_err(|problem| tracing::warn!(%problem, "the journal cannot be searched"))
            .ok()
            .flatten();
        let origin = found.map(|(at, planned)| Box::new(Origin { at, planned }));
        CatalogTaskResult::Read(CatalogEvent::Origin { product, origin })
    });
}

/// Reads the whole list and saves it.
async fn read_shop(
    session: &AuthenticatedSession,
    load: u64,
    mut saved: CatalogWriter,
    clock: fn() -> Timestamp,
    reporter: &Reporter,
) -> Result<(CatalogState, HashSet<ProductId>), Problem> {
    let mut known = HashSet::new();
    let mut reader = PageReader::new(session, PAGES_AHEAD).on_delay(|_, _| {
        reporter.report(CatalogTaskResult::Delayed);
    });
    let mut details = Details::new(session);
    let (to_save, mut unsaved) = mpsc::channel::<Vec<Product>>(PAGES_UNSAVED);
    let reading = async {
        // Dropped at the end, so that saving ends as well.
        let to_save = to_save;
        while reader.read().await? {
            let mut products = reader.take_products();
            known.extend(products.iter().map(|product| product.id.clone()));
            details.complete(&mut products).await;
            let _ = to_save.send(products.clone()).await;
            reporter.report(CatalogTaskResult::Read(CatalogEvent::Page {
                load,
                products,
                total: reader.listing().total(),
            }));
        }
        Ok::<_, Problem>(CatalogState { read_at: clock(), is_complete: reader.listing().is_complete() })
    };
    // The next pages are read while the disk is busy.
    let saving = async {
        while let Some(products) = unsaved.recv().await {
            saved.add(&products).await;
        }
    };
    let (state, ()) = tokio::join!(reading, saving);
    let state = state?;
    saved.finish(state).await;
    Ok((state, known))
}

/// Reads pages up to one that has only products with `known` ids, and adds the ids of the others. If it came
/// to the end, so that all products shown were read now, it returns whether the list is complete.
async fn read_newest<F: Future<Output = ()>>(
    session: &AuthenticatedSession,
    known: &mut HashSet<ProductId>,
    mut on_products: impl FnMut(Vec<Product>) -> F,
) -> Result<Option<bool>, Problem> {
    let mut reader = PageReader::new(session, 0);
    let mut details = Details::new(session);
    while reader.read().await? {
        let mut products = reader.take_products();
        let before = known.len();
        known.extend(products.iter().map(|product| product.id.clone()));
        details.complete(&mut products).await;
        on_products(products).await;
        if known.len() == before {
            return Ok(None);
        }
    }
    // A product that is not listed any more is still shown.
    let is_whole = reader.listing().distinct() == known.len() as u64;
    Ok(is_whole.then(|| reader.listing().is_complete()))
}
