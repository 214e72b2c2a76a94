//! Saves the shop's products as they are read. Failures are only logged: the products can be read again.

use crate::store::{CatalogId, Store, StorePath};
use crate::worker::photos::blocking;
use vitrine_domain::{AccountKey, CatalogState, Problem, Product};

/// So many products are written at a time; each time costs one flush of the disk.
const WRITTEN_TOGETHER: usize = 1_000;
/// So many saved products are sent to the screens at a time.
const SENT_TOGETHER: usize = 1_000;

/// Passes on the products that the account's shop had when they were read last, in parts.
pub async fn send_saved(
    store: StorePath,
    account: AccountKey,
    send: impl Fn(Vec<Product>, CatalogState) + Send + 'static,
) {
    let read = blocking(move || {
        let store = store.connect()?;
        let Some((catalog, state)) = store.catalog(&account)? else { return Ok(()) };
        let mut first = 0;
        loop {
            let (products, next) = store.catalog_products(catalog, first, SENT_TOGETHER)?;
            if products.is_empty() && first > 0 {
                return Ok(());
            }
            let is_last = products.len() < SENT_TOGETHER;
            send(products, state);
            if is_last {
                return Ok(());
            }
            first = next;
        }
    });
    log(read.await);
}

/// What is known of the saved list; `None` if there is none, or if it lacks products that were created from
/// this computer.
pub async fn current_state(store: StorePath, account: AccountKey) -> Option<CatalogState> {
    let read = blocking(move || {
        let store = store.connect()?;
        let Some((catalog, state)) = store.catalog(&account)? else { return Ok(None) };
        let lacks =
            store.lacks_created(&account, state.read_at, |product| store.is_in_catalog(catalog, product))?;
        Ok((!lacks).then_some(state))
    });
    log(read.await).flatten()
}

/// Replaces products in the account's saved list, or adds them to it.
pub async fn update_saved(store: StorePath, account: AccountKey, products: Vec<Product>) {
    let written = blocking(move || {
        let store = store.connect()?;
        store.catalog(&account)?.map_or(Ok(()), |(catalog, _)| store.put_in_catalog(catalog, &products))
    });
    log(written.await);
}

/// All products of the account's saved list were read again.
pub async fn renew(store: StorePath, account: AccountKey, state: CatalogState) {
    let written = blocking(move || {
        let store = store.connect()?;
        store.catalog(&account)?.map_or(Ok(()), |(catalog, _)| store.finish_catalog(catalog, state))
    });
    log(written.await);
}

/// Saves a list while it is read. It replaces the saved one only when it is finished.
pub struct CatalogWriter {
    /// `None` after a failure.
    catalog: Option<(Store, CatalogId)>,
    unwritten: Vec<Product>,
}

impl CatalogWriter {
    /// Begins a list.
    pub async fn begin(store: StorePath, account: AccountKey) -> Self {
        let begun = blocking(move || {
            let store = store.connect()?;
            let catalog = store.begin_catalog(&account)?;
            Ok((store, catalog))
        });
        Self { catalog: log(begun.await), unwritten: Vec::new() }
    }

    /// Adds products, in the shop's order.
    pub async fn add(&mut self, products: &[Product]) {
        if self.catalog.is_some() {
            self.unwritten.extend_from_slice(products);
            if self.unwritten.len() >= WRITTEN_TOGETHER {
                self.write(None).await;
            }
        }
    }

    /// The list was read to its end.
    pub async fn finish(mut self, state: CatalogState) {
        self.write(Some(state)).await;
    }

    async fn write(&mut self, end: Option<CatalogState>) {
        let Some((store, catalog)) = self.catalog.take() else { return };
        let products = std::mem::take(&mut self.unwritten);
        let written = blocking(move || {
            store.put_in_catalog(catalog, &products)?;
            if let Some(state) = end {
                store.finish_catalog(catalog, state)?;
            }
            Ok((store, catalog))
        });
        self.catalog = log(written.await);
    }
}

fn log<T>(result: Result<T, Problem>) -> Option<T> {
    result
        .inspect_err(|problem| tracing::warn!(%problem, "the list of products cannot be saved or read"))
        .ok()
}
