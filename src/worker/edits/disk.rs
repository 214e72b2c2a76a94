//! The records of a run on their way to the disk: one write at a time, in order; what is requested meanwhile
//! is written together with the next one.

use std::sync::Arc;

use crate::store::{Store, StorePath};
use crate::worker::photos::blocking;
use vitrine_core::edit::EditRunId;
use vitrine_core::edit::engine::RowUpdate;
use vitrine_domain::{AccountKey, Problem, Product};

/// Collects records and writes them in batches.
pub struct Disk {
    path: StorePath,
    account: Arc<AccountKey>,
    run: EditRunId,
    /// The connection; `None` while it is being written to.
    store: Option<Store>,
    gathered: Vec<(u64, Vec<RowUpdate>)>,
    /// Products for the saved list.
    products: Vec<Product>,
    is_writing: bool,
}

/// The result of writing a batch.
pub struct Written {
    store: Option<Store>,
    /// The last record in it; `None` if it had none.
    pub through: Option<u64>,
    pub result: Result<(), Problem>,
}

impl Disk {
    /// A writer with nothing to write.
    pub fn new(path: StorePath, account: Arc<AccountKey>, run: EditRunId, store: Option<Store>) -> Self {
        Self { path, account, run, store, gathered: Vec::new(), products: Vec::new(), is_writing: false }
    }

    /// Adds a record with its number.
    pub fn record(&mut self, number: u64, rows: Vec<RowUpdate>) {
        self.gathered.push((number, rows));
    }

    /// Updates these products in the saved list with the next write.
    pub fn keep(&mut self, products: Vec<Product>) {
        self.products.extend(products);
    }

    /// Whether nothing is written or waits for that.
    pub const fn is_idle(&self) -> bool {
        !self.is_writing && self.gathered.is_empty() && self.products.is_empty()
    }

    /// Writes what has accumulated, unless a write is under way.
    pub fn write(&mut self) -> Option<impl Future<Output = Written> + use<>> {
        if self.is_writing || (self.gathered.is_empty() && self.products.is_empty()) {
            return None;
        }
        self.is_writing = true;
        let (gathered, products) = (std::mem::take(&mut self.gathered), std::mem::take(&mut self.products));
        let (path, account, run, store) =
            (self.path.clone(), Arc::clone(&self.account), self.run, self.store.take());
        Some(async move {
            let through = gathered.last().map(|(number, _)| *number);
            let written = blocking(move || {
                let store = store.map_or_else(|| path.connect(), Ok)?;
                let rows = gathered.iter().flat_map(|(_, rows)| rows);
                let result = if through.is_some() { store.update_edit_rows(run, rows) } else { Ok(()) };
                if let Err(problem) = save(&store, &account, &products) {
                    tracing::warn!(%problem, "the saved list of products does not have the changes");
                }
                Ok((store, result))
            });
            match written.await {
                Ok((store, result)) => Written { store: Some(store), through, result },
                Err(problem) => Written { store: None, through, result: Err(problem) },
            }
        })
    }

    /// A write has ended. Returns the last record that is durable now.
    ///
    /// # Errors
    /// Why nothing was written. The engine requests all records again that are not durable, so those are
    /// dropped.
    pub fn written(&mut self, written: Written) -> Result<Option<u64>, Problem> {
        self.is_writing = false;
        self.store = written.store;
        if written.result.is_err() {
            self.gathered.clear();
        }
        written.result.map(|()| written.through)
    }
}

fn save(store: &Store, account: &AccountKey, products: &[Product]) -> Result<(), Problem> {
    match store.catalog(account)? {
        Some((catalog, _)) if !products.is_empty() => store.update_in_catalog(catalog, products),
        _ => Ok(()),
    }
}
