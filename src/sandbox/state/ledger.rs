//! What the marketplace holds: files, products, webhooks. In memory, and in a directory when asked: one JSON line
//! for each thing made, so that writing costs the same however much there is, and a torn last line loses only itself.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use axum::body::Bytes;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A file that was uploaded (contract 2.3a).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UploadedFile {
    pub id: u64,
    pub owner: u64,
    pub file_name: String,
    pub mime_type: String,
    pub size: u64,
    pub created_at: Timestamp,
}

/// A product that was created: the payload of contract 2.4, checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CreatedProduct {
    pub id: u64,
    pub vendor: u64,
    pub created_at: Timestamp,
    pub fields: ProductFields,
}

/// What was sent. `None` was not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProductFields {
    pub name: String,
    /// The cover: also `photos[0]`.
    pub photo: u64,
    pub photos: Vec<u64>,
    pub brief: Option<String>,
    pub description: Option<String>,
    pub preparation_days: Option<i64>,
    pub weight: Option<i64>,
    pub package_weight: Option<i64>,
    pub primary_price: Option<i64>,
    pub stock: Option<i64>,
    pub sku: Option<String>,
    pub is_wholesale: Option<bool>,
    /// Fields the contract does not know, such as `category_id`.
    pub extra: Map<String, Value>,
}

/// A webhook that was created (contract 2.6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CreatedWebhook {
    pub id: u64,
    pub owner: u64,
    pub service_id: u64,
    pub event_ids: Vec<u32>,
    pub request_method: String,
    pub url: String,
    pub is_active: bool,
}

/// What webhooks are gathered under.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebhookService {
    pub id: u64,
    pub owner: u64,
    pub title: String,
    pub description: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    File(UploadedFile),
    Product(CreatedProduct),
    Webhook(CreatedWebhook),
    Service(WebhookService),
}

#[derive(Default)]
pub struct Ledger {
    pub files: BTreeMap<u64, UploadedFile>,
    /// In the order of creation, which is the order of ids.
    pub products: Vec<CreatedProduct>,
    /// The places in `products` of each shop's own, in the same order.
    shops: BTreeMap<u64, Vec<usize>>,
    pub webhooks: Vec<CreatedWebhook>,
    pub services: Vec<WebhookService>,
    /// The contents of the files, when there is no directory to hold them.
    contents: BTreeMap<u64, Bytes>,
    journal: Option<Journal>,
    last_file: u64,
}

struct Journal {
    directory: PathBuf,
    file: File,
}

/// First ids. Set apart, so that one kind of id taken for another is noticed.
const FILES_FROM: u64 = 70_000;
const PRODUCTS_FROM: u64 = 3_000;
const WEBHOOKS_FROM: u64 = 400;
const SERVICES_FROM: u64 = 90;

impl Ledger {
    pub fn in_memory() -> Self {
        Self { last_file: FILES_FROM, ..Self::default() }
    }

    pub const fn is_in_memory(&self) -> bool {
        self.journal.is_none()
    }

    /// Goes on with what `directory` holds; makes it when it is not there.
    pub fn in_directory(directory: PathBuf) -> io::Result<Self> {
        std::fs::create_dir_all(directory.join("files"))?;
        let path = directory.join("shop.jsonl");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let mut ledger = Self::in_memory();
        for line in text.lines().filter(|line| !line.is_empty()) {
            match serde_json::from_str(line) {
                Ok(entry) => ledger.enter(entry),
                Err(error) => tracing::warn!(%error, "the sandbox passes over a damaged line of its state"),
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        ledger.journal = Some(Journal { directory, file });
        Ok(ledger)
    }

    /// Keeps an uploaded file.
    pub fn keep_file(&mut self, bytes: Bytes, make: impl FnOnce(u64) -> UploadedFile) -> io::Result<UploadedFile> {
        // Never given twice, even when writing fails half-way.
        self.last_file += 1;
        let id = self.last_file;
        let file = make(id);
        match self.file_path(id) {
            Some(path) => std::fs::write(path, &bytes)?,
            None => {
                self.contents.insert(id, bytes);
            }
        }
        self.record(Entry::File(file.clone()))?;
        Ok(file)
    }

    pub fn keep_product(&mut self, vendor: u64, created_at: Timestamp, fields: ProductFields) -> io::Result<CreatedProduct> {
        let id = self.products.last().map_or(PRODUCTS_FROM, |last| last.id) + 1;
        let product = CreatedProduct { id, vendor, created_at, fields };
        self.record(Entry::Product(product.clone()))?;
        Ok(product)
    }

    /// Fills a shop with products from long ago. Their cover was never uploaded here.
    pub fn stock(&mut self, vendor: u64, products: usize) -> io::Result<()> {
        for number in 1..=products {
            let fields = ProductFields { name: format!("Old product {number}"), primary_price: Some(1000), ..ProductFields::default() };
            self.keep_product(vendor, Timestamp::UNIX_EPOCH, fields)?;
        }
        Ok(())
    }

    /// What `vendor`'s shop shows of products created no later than `newest`.
    pub fn shown(&self, vendor: u64, newest: Timestamp) -> Shown<'_> {
        let mut places = self.shops.get(&vendor).map_or(&[][..], Vec::as_slice);
        // Only what lags is passed over.
        while let Some((&last, before)) = places.split_last()
            && product(&self.products, last).created_at > newest
        {
            places = before;
        }
        Shown { products: &self.products, places }
    }

    pub fn keep_webhook(&mut self, make: impl FnOnce(u64) -> CreatedWebhook) -> io::Result<CreatedWebhook> {
        let webhook = make(self.webhooks.last().map_or(WEBHOOKS_FROM, |last| last.id) + 1);
        self.record(Entry::Webhook(webhook.clone()))?;
        Ok(webhook)
    }

    pub fn keep_service(&mut self, owner: u64, title: &str, description: &str) -> io::Result<WebhookService> {
        let id = self.services.last().map_or(SERVICES_FROM, |last| last.id) + 1;
        let service = WebhookService { id, owner, title: title.to_owned(), description: description.to_owned() };
        self.record(Entry::Service(service.clone()))?;
        Ok(service)
    }

    /// Where a file's content is: here, or at a path.
    pub fn content(&self, id: u64) -> Option<Content> {
        self.files.get(&id)?;
        match self.file_path(id) {
            Some(path) => Some(Content::At(path)),
            None => self.contents.get(&id).cloned().map(Content::Here),
        }
    }

    fn file_path(&self, id: u64) -> Option<PathBuf> {
        self.journal.as_ref().map(|journal| journal.directory.join("files").join(id.to_string()))
    }

    /// Written first: what was answered is never missing after a restart.
    fn record(&mut self, entry: Entry) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            let mut line = serde_json::to_vec(&entry)?;
            line.push(b'\n');
            journal.file.write_all(&line)?;
        }
        self.enter(entry);
        Ok(())
    }

    fn enter(&mut self, entry: Entry) {
        match entry {
            Entry::File(file) => {
                self.last_file = self.last_file.max(file.id);
                self.files.insert(file.id, file);
            }
            Entry::Product(product) => {
                self.shops.entry(product.vendor).or_default().push(self.products.len());
                self.products.push(product);
            }
            Entry::Webhook(webhook) => self.webhooks.push(webhook),
            Entry::Service(service) => self.services.push(service),
        }
    }
}

/// A shop's products that were created by a moment, newest first. Costs what is looked at, however large the shop is.
pub struct Shown<'a> {
    products: &'a [CreatedProduct],
    places: &'a [usize],
}

impl<'a> Shown<'a> {
    pub const fn count(&self) -> usize {
        self.places.len()
    }

    pub fn page(&self, skip: usize, take: usize) -> impl Iterator<Item = &'a CreatedProduct> + use<'a> {
        let (products, end) = (self.products, self.places.len().saturating_sub(skip));
        self.places[end.saturating_sub(take)..end].iter().rev().map(move |&place| product(products, place))
    }
}

/// The one way to a product by its place, so that a test can count.
fn product(products: &[CreatedProduct], place: usize) -> &CreatedProduct {
    #[cfg(test)]
    tests::LOOKED_AT.set(tests::LOOKED_AT.get() + 1);
    &products[place]
}

pub enum Content {
    Here(Bytes),
    At(PathBuf),
}

impl Content {
    pub async fn read(self) -> io::Result<Bytes> {
        match self {
            Self::Here(bytes) => Ok(bytes),
            Self::At(path) => tokio::fs::read(path).await.map(Bytes::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> ProductFields {
        ProductFields { name: name.to_owned(), photo: 1, photos: vec![1], ..ProductFields::default() }
    }

    thread_local! {
        /// Products looked at by this test.
        pub static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    #[test]
    fn a_page_of_a_large_shop_costs_no_more_than_one_of_a_small_shop() {
        let cost = |products: usize| {
            let mut ledger = Ledger::in_memory();
            ledger.stock(501, products).unwrap();
            ledger.stock(502, 3).unwrap();
            LOOKED_AT.set(0);
            let shown = ledger.shown(501, Timestamp::UNIX_EPOCH);
            let names: Vec<&str> = shown.page(10, 5).map(|product| product.fields.name.as_str()).collect();
            assert_eq!((shown.count(), names[0]), (products, format!("Old product {}", products - 10).as_str()));
            assert_eq!(names.len(), 5);
            LOOKED_AT.get()
        };
        assert_eq!(cost(20_000), cost(20));
    }

    #[test]
    fn a_shop_shows_its_own_products_and_none_that_lags() {
        let mut ledger = Ledger::in_memory();
        let at = |seconds| Timestamp::from_second(seconds).unwrap();
        for (vendor, seconds, name) in [(501, 1, "Rug"), (502, 2, "Mug"), (501, 3, "Bowl"), (501, 9, "Vase")] {
            ledger.keep_product(vendor, at(seconds), named(name)).unwrap();
        }
        let names = |vendor, newest, skip| -> Vec<String> {
            ledger.shown(vendor, at(newest)).page(skip, 10).map(|product| product.fields.name.clone()).collect()
        };
        assert_eq!(names(501, 8, 0), ["Bowl", "Rug"]);
        assert_eq!(names(501, 9, 1), ["Bowl", "Rug"]);
        assert_eq!(names(501, 9, 7), [""; 0]);
        assert_eq!(names(503, 9, 0), [""; 0]);
    }

    #[test]
    fn what_was_made_is_there_after_a_restart_but_for_a_torn_last_line() {
        let directory = tempfile::tempdir().unwrap();
        let open = || Ledger::in_directory(directory.path().to_owned()).unwrap();
        let mut ledger = open();
        let first = ledger.keep_product(501, Timestamp::UNIX_EPOCH, named("گلیم")).unwrap();
        drop(ledger);

        let mut torn = OpenOptions::new().append(true).open(directory.path().join("shop.jsonl")).unwrap();
        torn.write_all(b"{\"product\":{\"id\":30").unwrap();
        let mut ledger = open();
        assert_eq!(ledger.products, [first]);
        let second = ledger.keep_product(501, Timestamp::UNIX_EPOCH, named("Bowl")).unwrap();
        assert_eq!(open().products.last(), Some(&second), "the torn line does not swallow the next");
    }
}
