//! The products of each shop as they were last read, for times without a connection.
//!
//! A pass through the shop's list is a catalog of its own. It replaces the shop's previous one when it has
//! ended; until then, and if it never ends, the previous one stays as it is.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Statement, params};

use super::{Store, damaged, find_shop, invalid_id, shop};
use vitrine_domain::{
    AccountKey, CatalogState, FileId, PhotoUrls, Price, Problem, Product, ProductId, ProductPhoto, Status,
};

/// So many rows are deleted in a transaction, so that others can write in between.
const ROWS_PER_DELETION: i64 = 5_000;

/// A catalog in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogId(i64);

impl Store {
    /// The shop's catalog, if its list was ever read to the end.
    pub fn catalog(&self, account: &AccountKey) -> Result<Option<(CatalogId, CatalogState)>, Problem> {
        let sql = "SELECT id, read_at, is_complete FROM catalog WHERE shop = ?1 AND read_at IS NOT NULL ORDER BY id DESC LIMIT 1";
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(None) };
            let catalog = |row: &Row<'_>| {
                let read_at = Timestamp::from_second(row.get(1)?).map_err(|error| damaged(1, error))?;
                Ok((CatalogId(row.get(0)?), CatalogState { read_at, is_complete: row.get(2)? }))
            };
            db.query_row(sql, [shop], catalog).optional()
        })
    }

    /// Products of the account's list, at most `most`, if it was read to its end since then.
    pub fn listed_since(
        &self,
        account: &AccountKey,
        since: Timestamp,
        most: usize,
    ) -> Result<Vec<ProductId>, Problem> {
        let Some((catalog, state)) = self.catalog(account)? else { return Ok(Vec::new()) };
        if !state.is_complete || state.read_at < since {
            return Ok(Vec::new());
        }
        let id = |row: &Row<'_>| ProductId::new(row.get_ref(0)?.as_str()?).ok_or_else(|| invalid_id(0));
        let sql = "SELECT id FROM catalog_product WHERE catalog = ?1 ORDER BY position LIMIT ?2";
        self.read(|db| db.prepare(sql)?.query_map(params![catalog.0, most], id)?.collect())
    }

    /// The products of a catalog from this position on in the shop's order, at most `count`, and the position
    /// after them.
    pub fn catalog_products(
        &self,
        catalog: CatalogId,
        first: i64,
        count: usize,
    ) -> Result<(Vec<Product>, i64), Problem> {
        let sql = "SELECT id, title, price, inventory, is_wholesale, sku, has_status, status_name, status_value,
            has_photo, photo, original, xs, sm, md, lg, category, created_at, changed_at, review, variants, discount, primary_price, position
            FROM catalog_product WHERE catalog = ?1 AND position >= ?2 ORDER BY position LIMIT ?3";
        self.read(|db| {
            let mut next = first;
            let products = db
                .prepare(sql)?
                .query_map(params![catalog.0, first, count], |row| {
                    next = row.get::<_, i64>(23)? + 1;
                    product(row)
                })?
                .collect::<rusqlite::Result<_>>()?;
            Ok((products, next))
        })
    }

    /// The ids and names of a catalog's products.
    pub fn catalog_names(&self, catalog: CatalogId) -> Result<Vec<(ProductId, String)>, Problem> {
        let sql = "SELECT id, title FROM catalog_product WHERE catalog = ?1";
        self.read(|db| {
            db.prepare(sql)?.query_map([catalog.0], |row| Ok((product_id(row)?, row.get(1)?)))?.collect()
        })
    }

    /// Whether a catalog has a product.
    pub fn is_in_catalog(&self, catalog: CatalogId, product: &ProductId) -> Result<bool, Problem> {
        let sql = "SELECT 1 FROM catalog_product WHERE catalog = ?1 AND id = ?2";
        self.read(|db| db.prepare(sql)?.exists(params![catalog.0, product.as_str()]))
    }

    /// Begins a catalog of the shop, and deletes those that never ended.
    pub fn begin_catalog(&self, account: &AccountKey) -> Result<CatalogId, Problem> {
        let shop = self.write(|db| shop(db, account))?;
        self.delete_catalogs("shop = ?1 AND read_at IS NULL", shop)?;
        self.write(|db| {
            db.execute("INSERT INTO catalog (shop) VALUES (?1)", [shop])?;
            Ok(CatalogId(db.last_insert_rowid()))
        })
    }

    /// Adds products to a catalog, in the shop's order. One that is in it already is replaced in its place. A
    /// catalog that a later one has replaced takes nothing more.
    pub fn put_in_catalog(&self, catalog: CatalogId, products: &[Product]) -> Result<(), Problem> {
        self.write(|db| {
            if !db.prepare("SELECT 1 FROM catalog WHERE id = ?1")?.exists([catalog.0])? {
                return Ok(());
            }
            let mut insert = db.prepare(PUT)?;
            products.iter().try_for_each(|product| put(&mut insert, catalog, product))
        })
    }

    /// Replaces products in a catalog. Those that it does not have are left out.
    pub fn update_in_catalog(&self, catalog: CatalogId, products: &[Product]) -> Result<(), Problem> {
        self.write(|db| {
            let mut known = db.prepare("SELECT 1 FROM catalog_product WHERE catalog = ?1 AND id = ?2")?;
            let mut insert = db.prepare(PUT)?;
            for product in products {
                if known.exists(params![catalog.0, product.id.as_str()])? {
                    put(&mut insert, catalog, product)?;
                }
            }
            Ok(())
        })
    }

    /// The list was read to its end: the catalog replaces the shop's earlier ones.
    pub fn finish_catalog(&self, catalog: CatalogId, state: CatalogState) -> Result<(), Problem> {
        let shop = self.write(|db| {
            let sql = "UPDATE catalog SET read_at = ?2, is_complete = ?3 WHERE id = ?1 RETURNING shop";
            db.query_row(sql, params![catalog.0, state.read_at.as_second(), state.is_complete], |row| {
                row.get(0)
            })
            .optional()
        })?;
        let Some(shop) = shop else { return Ok(()) };
        self.delete_catalogs(
            "shop = ?1 AND id < (SELECT max(id) FROM catalog WHERE shop = ?1 AND read_at IS NOT NULL)",
            shop,
        )
    }

    fn delete_catalogs(&self, which: &str, shop: i64) -> Result<(), Problem> {
        let ids: Vec<i64> = self.read(|db| {
            let sql = format!("SELECT id FROM catalog WHERE {which}");
            db.prepare(&sql)?.query_map([shop], |row| row.get(0))?.collect()
        })?;
        for id in ids {
            let some = "DELETE FROM catalog_product WHERE catalog = ?1 AND position IN
                (SELECT position FROM catalog_product WHERE catalog = ?1 LIMIT ?2)";
            while self.write(|db| db.execute(some, [id, ROWS_PER_DELETION]))? > 0 {}
            self.write(|db| db.execute("DELETE FROM catalog WHERE id = ?1", [id]))?;
        }
        Ok(())
    }
}

const PUT: &str = "INSERT INTO catalog_product (catalog, position, id, title, price, inventory, is_wholesale, sku,
        has_status, status_name, status_value, has_photo, photo, original, xs, sm, md, lg, category, created_at, changed_at,
        review, variants, discount, primary_price)
    VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM catalog_product WHERE catalog = ?1),
        ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)
    ON CONFLICT (catalog, id) DO UPDATE SET title = excluded.title, price = excluded.price, inventory = excluded.inventory,
        is_wholesale = excluded.is_wholesale, sku = excluded.sku, has_status = excluded.has_status,
        status_name = excluded.status_name, status_value = excluded.status_value, has_photo = excluded.has_photo,
        photo = excluded.photo, original = excluded.original, xs = excluded.xs, sm = excluded.sm, md = excluded.md,
        lg = excluded.lg, category = excluded.category, created_at = excluded.created_at, changed_at = excluded.changed_at,
        review = excluded.review, variants = excluded.variants, discount = excluded.discount,
        primary_price = excluded.primary_price";

fn put(insert: &mut Statement<'_>, catalog: CatalogId, product: &Product) -> rusqlite::Result<()> {
    let status = product.status.as_ref();
    let photo = product.photo.as_ref();
    let urls = photo.map(|photo| &photo.urls);
    insert
        .execute(params![
            catalog.0,
            product.id.as_str(),
            product.title,
            product.price.map(Price::wire),
            product.inventory,
            product.is_wholesale,
            product.sku,
            status.is_some(),
            status.and_then(|status| status.name.as_deref()),
            status.and_then(|status| status.value),
            photo.is_some(),
            photo.and_then(|photo| photo.id.as_ref()).map(FileId::as_str),
            urls.and_then(|urls| urls.original.as_deref()),
            urls.and_then(|urls| urls.xs.as_deref()),
            urls.and_then(|urls| urls.sm.as_deref()),
            urls.and_then(|urls| urls.md.as_deref()),
            urls.and_then(|urls| urls.lg.as_deref()),
            product.category_id,
            product.created_at.map(Timestamp::as_second),
            product.changed_at.map(Timestamp::as_second),
            product.review.as_ref().and_then(|review| serde_json::to_string(review).ok()),
            Some(&product.variants)
                .filter(|variants| !variants.is_empty())
                .and_then(|variants| serde_json::to_string(variants).ok()),
            product.discount.as_ref().and_then(|discount| serde_json::to_string(discount).ok()),
            product.primary_price.map(Price::wire),
        ])
        .map(drop)
}

fn product_id(row: &Row<'_>) -> rusqlite::Result<ProductId> {
    ProductId::new(row.get_ref(0)?.as_str()?).ok_or_else(|| invalid_id(0))
}

fn product(row: &Row<'_>) -> rusqlite::Result<Product> {
    let file = row
        .get_ref(10)?
        .as_str_or_null()?
        .map(|file| FileId::new(file).ok_or_else(|| invalid_id(10)))
        .transpose()?;
    let urls = PhotoUrls {
        original: row.get(11)?,
        xs: row.get(12)?,
        sm: row.get(13)?,
        md: row.get(14)?,
        lg: row.get(15)?,
    };
    let has_photo: bool = row.get(9)?;
    let has_status: bool = row.get(6)?;
    let status = Status { name: row.get(7)?, value: row.get(8)? };
    Ok(Product {
        id: product_id(row)?,
        title: row.get(1)?,
        price: row.get::<_, Option<i64>>(2)?.map(Price::on_wire),
        primary_price: row.get::<_, Option<i64>>(22)?.map(Price::on_wire),
        inventory: row.get(3)?,
        is_wholesale: row.get(4)?,
        sku: row.get(5)?,
        variants: json(row, 20)?.unwrap_or_default(),
        discount: json(row, 21)?,
        status: has_status.then_some(status),
        photo: has_photo.then_some(ProductPhoto { id: file, urls }),
        category_id: row.get(16)?,
        created_at: time(row, 17)?,
        changed_at: time(row, 18)?,
        review: json(row, 19)?,
    })
}

fn json<T: serde::de::DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<T>> {
    let text = row.get_ref(column)?.as_str_or_null()?;
    text.map(serde_json::from_str).transpose().map_err(|error| damaged(column, error))
}

fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    let second: Option<i64> = row.get(column)?;
    second.map(|second| Timestamp::from_second(second).map_err(|error| damaged(column, error))).transpose()
}
