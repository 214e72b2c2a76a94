//! The stored files, products and webhooks. In memory, and optionally in a directory: one JSON line per item,
//! so that writing costs the same at any size, and a torn last line loses only itself.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

use axum::body::Bytes;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use vitrine_local::private;

/// An uploaded file (contract 2.3a).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UploadedFile {
    pub id: u64,
    pub owner: u64,
    pub file_name: String,
    pub mime_type: String,
    pub size: u64,
    pub created_at: Timestamp,
}

/// A created product: the validated payload of contract 2.4.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CreatedProduct {
    pub id: u64,
    pub vendor: u64,
    pub created_at: Timestamp,
    /// When the seller changed it last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
    pub fields: ProductFields,
    /// Values that wait for their review, by the names of the request.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub proposed: Map<String, Value>,
    /// The discounts that were begun: of the product, by its own id, and of single variants.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub discounts: BTreeMap<u64, RunningDiscount>,
}

/// A discount.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunningDiscount {
    pub percent: i64,
    pub ends_at: Timestamp,
}

/// The fields of the request; `None` if absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProductFields {
    pub name: String,
    /// The cover, which is also `photos[0]`; 0 without photos.
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
    /// Fields outside the contract, such as `category_id`.
    pub extra: Map<String, Value>,
}

/// A created webhook (contract 2.6).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CreatedWebhook {
    pub id: u64,
    pub owner: u64,
    pub service_id: u64,
    pub event_ids: Vec<u32>,
    pub request_method: String,
    pub url: String,
    pub is_active: bool,
    /// What is sent along with each delivery, one `Name: value` a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_headers: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<Timestamp>,
}

/// A user who was added to a webhook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WebhookCustomer {
    pub id: u64,
    pub webhook: u64,
    pub user: u64,
    pub joined_at: Timestamp,
}

/// A group of webhooks.
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
    /// A product after a change.
    Changed(CreatedProduct),
    Webhook(CreatedWebhook),
    /// A webhook after a change.
    ChangedWebhook(CreatedWebhook),
    DeletedWebhook(u64),
    Service(WebhookService),
    Joined(WebhookCustomer),
    Left {
        webhook: u64,
        user: u64,
    },
}

/// The stored data.
#[derive(Default)]
pub struct ShopStore {
    pub files: BTreeMap<u64, UploadedFile>,
    /// In order of creation, which is the order of ids.
    pub products: Vec<CreatedProduct>,
    /// What products were before each of their changes since the start, and when those were made.
    earlier: BTreeMap<u64, Vec<(Timestamp, CreatedProduct)>>,
    /// By shop, the indices of its products, in the same order.
    shops: BTreeMap<u64, Vec<usize>>,
    pub webhooks: Vec<CreatedWebhook>,
    pub services: Vec<WebhookService>,
    pub customers: Vec<WebhookCustomer>,
    /// The last id, also of what was deleted since.
    last_webhook: u64,
    last_customer: u64,
    /// The contents of files, unless there is a directory.
    contents: BTreeMap<u64, Bytes>,
    journal: Option<Journal>,
    last_file: u64,
}

struct Journal {
    directory: PathBuf,
    file: File,
}

/// The first ids. They are far apart, so that mixed-up kinds of ids are noticed.
const FIRST_FILE_ID: u64 = 70_000;
const FIRST_PRODUCT_ID: u64 = 3_000;
const FIRST_WEBHOOK_ID: u64 = 400;
const FIRST_SERVICE_ID: u64 = 90;
const FIRST_CUSTOMER_ID: u64 = 600;

impl ShopStore {
    /// A ledger without a directory.
    pub fn in_memory() -> Self {
        Self {
            last_file: FIRST_FILE_ID,
            last_webhook: FIRST_WEBHOOK_ID,
            last_customer: FIRST_CUSTOMER_ID,
            ..Self::default()
        }
    }

    pub const fn is_in_memory(&self) -> bool {
        self.journal.is_none()
    }

    /// Opens or creates a ledger in a directory.
    pub fn in_directory(directory: PathBuf) -> io::Result<Self> {
        private::make_dir(&directory.join("files"))?;
        let path = directory.join("shop.jsonl");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let mut store = Self::in_memory();
        for line in text.lines().filter(|line| !line.is_empty()) {
            match serde_json::from_str(line) {
                Ok(entry) => store.insert(entry),
                Err(error) => tracing::warn!(%error, "the sandbox passes over a damaged line of its state"),
            }
        }
        let mut file = private::open(&path, OpenOptions::new().create(true).append(true))?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n")?;
        }
        store.journal = Some(Journal { directory, file });
        Ok(store)
    }

    /// Stores an uploaded file.
    pub fn store_file(
        &mut self,
        bytes: Bytes,
        make: impl FnOnce(u64) -> UploadedFile,
    ) -> io::Result<UploadedFile> {
        // Never reused, even if writing fails halfway.
        self.last_file += 1;
        let id = self.last_file;
        let file = make(id);
        match self.file_path(id) {
            Some(path) => private::write(&path, &bytes)?,
            None => {
                self.contents.insert(id, bytes);
            }
        }
        self.append(Entry::File(file.clone()))?;
        Ok(file)
    }

    /// Stores a created product.
    pub fn store_product(
        &mut self,
        vendor: u64,
        created_at: Timestamp,
        fields: ProductFields,
    ) -> io::Result<CreatedProduct> {
        let id = self.products.last().map_or(FIRST_PRODUCT_ID, |last| last.id) + 1;
        let product = CreatedProduct {
            id,
            vendor,
            created_at,
            changed_at: None,
            fields,
            proposed: Map::new(),
            discounts: BTreeMap::new(),
        };
        self.append(Entry::Product(product.clone()))?;
        Ok(product)
    }

    /// The product with this id, of any shop.
    pub fn product(&self, id: u64) -> Option<&CreatedProduct> {
        self.products.get(self.index(id)?)
    }

    /// A product as a list shows it that has no changes after this time.
    pub fn as_of<'a>(&'a self, product: &'a CreatedProduct, time: Timestamp) -> &'a CreatedProduct {
        let earlier = self.earlier.get(&product.id).into_iter().flatten();
        earlier.filter(|(at, _)| *at > time).map(|(_, before)| before).next().unwrap_or(product)
    }

    /// Stores a changed product in the place of the earlier one.
    pub fn change_product(&mut self, product: CreatedProduct) -> io::Result<()> {
        self.append(Entry::Changed(product))
    }

    /// Sells items of a product, or of its first variant that has so many. Returns whether there were enough.
    pub fn sell(&mut self, id: u64, items: i64) -> io::Result<bool> {
        let Some(mut product) = self.product(id).cloned() else { return Ok(false) };
        let variants =
            product.fields.extra.get_mut("variants").and_then(Value::as_array_mut).into_iter().flatten();
        let variant = variants
            .filter_map(|variant| variant.get_mut("stock"))
            .find(|stock| stock.as_i64() >= Some(items));
        match (variant, product.fields.stock) {
            (Some(stock), _) => *stock = json!(stock.as_i64().unwrap_or_default() - items),
            (None, Some(stock)) if stock >= items => product.fields.stock = Some(stock - items),
            _ => return Ok(false),
        }
        self.change_product(product).map(|()| true)
    }

    fn index(&self, id: u64) -> Option<usize> {
        self.products.binary_search_by_key(&id, |product| product.id).ok()
    }

    /// Fills a shop with old products, each with so many variants. Their cover was never uploaded.
    pub fn add_old_products(&mut self, vendor: u64, products: usize, variants: usize) -> io::Result<()> {
        for number in 1..=products {
            let name = format!("Old product {number}");
            // The id of a photo that nobody here uploaded.
            let mut fields = ProductFields {
                name,
                photo: number as u64,
                primary_price: Some(1000),
                ..ProductFields::default()
            };
            if variants > 0 {
                let variants = (1..=variants).map(|size| old_variant(number, size)).collect();
                fields.extra.insert("variants".to_owned(), variants);
            }
            self.store_product(vendor, Timestamp::UNIX_EPOCH, fields)?;
        }
        Ok(())
    }

    /// The products of a shop that were created no later than `newest`.
    pub fn visible_products(&self, vendor: u64, newest: Timestamp) -> VisibleProducts<'_> {
        let mut indices = self.shops.get(&vendor).map_or(&[][..], Vec::as_slice);
        // Visits only the products that lag.
        while let Some((&last, before)) = indices.split_last()
            && product(&self.products, last).created_at > newest
        {
            indices = before;
        }
        VisibleProducts { products: &self.products, indices }
    }

    /// Stores a webhook.
    pub fn store_webhook(&mut self, make: impl FnOnce(u64) -> CreatedWebhook) -> io::Result<CreatedWebhook> {
        let webhook = make(self.last_webhook + 1);
        self.append(Entry::Webhook(webhook.clone()))?;
        Ok(webhook)
    }

    /// Stores a changed webhook in the place of the earlier one.
    pub fn change_webhook(&mut self, webhook: CreatedWebhook) -> io::Result<()> {
        self.append(Entry::ChangedWebhook(webhook))
    }

    /// Deletes a webhook, and who was added to it.
    pub fn delete_webhook(&mut self, id: u64) -> io::Result<()> {
        self.append(Entry::DeletedWebhook(id))
    }

    /// Adds a user to a webhook, once.
    pub fn join_webhook(&mut self, webhook: u64, user: u64, now: Timestamp) -> io::Result<WebhookCustomer> {
        if let Some(known) =
            self.customers.iter().find(|customer| customer.webhook == webhook && customer.user == user)
        {
            return Ok(known.clone());
        }
        let customer = WebhookCustomer { id: self.last_customer + 1, webhook, user, joined_at: now };
        self.append(Entry::Joined(customer.clone()))?;
        Ok(customer)
    }

    /// Removes a user from a webhook.
    pub fn leave_webhook(&mut self, webhook: u64, user: u64) -> io::Result<()> {
        self.append(Entry::Left { webhook, user })
    }

    /// Stores a webhook service.
    pub fn store_service(
        &mut self,
        owner: u64,
        title: &str,
        description: &str,
    ) -> io::Result<WebhookService> {
        let id = self.services.last().map_or(FIRST_SERVICE_ID, |last| last.id) + 1;
        let service =
            WebhookService { id, owner, title: title.to_owned(), description: description.to_owned() };
        self.append(Entry::Service(service.clone()))?;
        Ok(service)
    }

    /// The content of a file: bytes, or a path.
    pub fn content(&self, id: u64) -> Option<Content> {
        self.files.get(&id)?;
        match self.file_path(id) {
            Some(path) => Some(Content::Disk(path)),
            None => self.contents.get(&id).cloned().map(Content::Memory),
        }
    }

    fn file_path(&self, id: u64) -> Option<PathBuf> {
        self.journal.as_ref().map(|journal| journal.directory.join("files").join(id.to_string()))
    }

    /// Written before the answer, so that no confirmed item is missing after a restart.
    fn append(&mut self, entry: Entry) -> io::Result<()> {
        if let Some(journal) = &mut self.journal {
            let mut line = serde_json::to_vec(&entry)?;
            line.push(b'\n');
            journal.file.write_all(&line)?;
        }
        self.insert(entry);
        Ok(())
    }

    fn insert(&mut self, entry: Entry) {
        match entry {
            Entry::File(file) => {
                self.last_file = self.last_file.max(file.id);
                self.files.insert(file.id, file);
            }
            Entry::Product(product) => {
                self.shops.entry(product.vendor).or_default().push(self.products.len());
                self.products.push(product);
            }
            Entry::Changed(product) => {
                if let Some(index) = self.index(product.id) {
                    let changed_at = product.changed_at;
                    let before = std::mem::replace(&mut self.products[index], product);
                    if let Some(at) = changed_at {
                        self.earlier.entry(before.id).or_default().push((at, before));
                    }
                }
            }
            Entry::Webhook(webhook) => {
                self.last_webhook = self.last_webhook.max(webhook.id);
                self.webhooks.push(webhook);
            }
            Entry::ChangedWebhook(changed) => {
                if let Some(webhook) = self.webhooks.iter_mut().find(|webhook| webhook.id == changed.id) {
                    *webhook = changed;
                }
            }
            Entry::DeletedWebhook(id) => {
                self.webhooks.retain(|webhook| webhook.id != id);
                self.customers.retain(|customer| customer.webhook != id);
            }
            Entry::Service(service) => self.services.push(service),
            Entry::Joined(customer) => {
                self.last_customer = self.last_customer.max(customer.id);
                self.customers.push(customer);
            }
            Entry::Left { webhook, user } => {
                self.customers.retain(|customer| customer.webhook != webhook || customer.user != user);
            }
        }
    }
}

/// The visible products of a shop, newest first. The cost is that of the visited products, at any size of the
/// shop.
pub struct VisibleProducts<'a> {
    products: &'a [CreatedProduct],
    indices: &'a [usize],
}

impl<'a> VisibleProducts<'a> {
    pub const fn count(&self) -> usize {
        self.indices.len()
    }

    pub fn page(&self, skip: usize, take: usize) -> impl Iterator<Item = &'a CreatedProduct> + use<'a> {
        let (products, end) = (self.products, self.indices.len().saturating_sub(skip));
        self.indices[end.saturating_sub(take)..end].iter().rev().map(move |&index| product(products, index))
    }
}

/// A size of an old product.
fn old_variant(product: usize, size: usize) -> Value {
    json!({
        "properties": [{ "property": "Size", "value": size.to_string() }],
        "primary_price": 1000 * size,
        "stock": size,
        "sku": format!("OLD-{product}-{size}"),
    })
}

/// All access to products by index goes through here, so that a test can count it.
fn product(products: &[CreatedProduct], index: usize) -> &CreatedProduct {
    #[cfg(test)]
    tests::VISITED.set(tests::VISITED.get() + 1);
    &products[index]
}

/// The content of a file.
pub enum Content {
    Memory(Bytes),
    Disk(PathBuf),
}

impl Content {
    pub async fn read(self) -> io::Result<Bytes> {
        match self {
            Self::Memory(bytes) => Ok(bytes),
            Self::Disk(path) => tokio::fs::read(path).await.map(Bytes::from),
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
        /// Products visited by this test.
        pub static VISITED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    #[test]
    fn a_page_of_a_large_shop_visits_no_more_products_than_one_of_a_small_shop() {
        let cost = |products: usize| {
            let mut store = ShopStore::in_memory();
            store.add_old_products(501, products, 0).unwrap();
            store.add_old_products(502, 3, 0).unwrap();
            VISITED.set(0);
            let visible = store.visible_products(501, Timestamp::UNIX_EPOCH);
            let names: Vec<&str> = visible.page(10, 5).map(|product| product.fields.name.as_str()).collect();
            assert_eq!(
                (visible.count(), names[0]),
                (products, format!("Old product {}", products - 10).as_str())
            );
            assert_eq!(names.len(), 5);
            VISITED.get()
        };
        assert_eq!(cost(20_000), cost(20));
    }

    #[test]
    fn a_shop_lists_its_own_products_except_lagging_ones() {
        let mut store = ShopStore::in_memory();
        let at = |seconds| Timestamp::from_second(seconds).unwrap();
        for (vendor, seconds, name) in [(501, 1, "Rug"), (502, 2, "Mug"), (501, 3, "Bowl"), (501, 9, "Vase")]
        {
            store.store_product(vendor, at(seconds), named(name)).unwrap();
        }
        let names = |vendor, newest, skip| -> Vec<String> {
            store
                .visible_products(vendor, at(newest))
                .page(skip, 10)
                .map(|product| product.fields.name.clone())
                .collect()
        };
        assert_eq!(names(501, 8, 0), ["Bowl", "Rug"]);
        assert_eq!(names(501, 9, 1), ["Bowl", "Rug"]);
        assert_eq!(names(501, 9, 7), [""; 0]);
        assert_eq!(names(503, 9, 0), [""; 0]);
    }

    #[test]
    fn all_data_survive_a_restart_except_a_torn_last_line() {
        let directory = tempfile::tempdir().unwrap();
        let open = || ShopStore::in_directory(directory.path().to_owned()).unwrap();
        let mut store = open();
        let first = store.store_product(501, Timestamp::UNIX_EPOCH, named("گلیم")).unwrap();
        let fields = ProductFields { primary_price: Some(5), ..first.fields };
        let first = CreatedProduct { fields, ..first };
        store.change_product(first.clone()).unwrap();
        drop(store);

        let mut torn = OpenOptions::new().append(true).open(directory.path().join("shop.jsonl")).unwrap();
        torn.write_all(b"{\"product\":{\"id\":30").unwrap();
        let mut store = open();
        assert_eq!(store.products, [first]);
        let second = store.store_product(501, Timestamp::UNIX_EPOCH, named("Bowl")).unwrap();
        assert_eq!(open().products.last(), Some(&second), "the torn line does not damage the next one");
    }
}
