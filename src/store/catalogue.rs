//! The shop's products as last listed, to be shown before the marketplace answers. It can be fetched again.

use rusqlite::{Row, params};

use super::{Store, damaged, find_shop, invalid_id, shop};
use crate::domain::{AccountKey, FileId, PhotoUrls, Problem, Product, ProductId, ProductPhoto, Status};

const INSERT: &str = "INSERT INTO product (shop, position, id, title, price, inventory, is_wholesale, sku,
    has_status, status_name, status_value, has_photo, photo, original, xs, sm, md, lg)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";

const SELECT: &str = "SELECT id, title, price, inventory, is_wholesale, sku, has_status, status_name, status_value,
    has_photo, photo, original, xs, sm, md, lg FROM product WHERE shop = ?1 ORDER BY position";

impl Store {
    /// The products in the shop's order; none when the shop was never listed.
    pub fn catalogue(&self, account: &AccountKey) -> Result<Vec<Product>, Problem> {
        self.read(|db| match find_shop(db, account)? {
            Some(shop) => db.prepare(SELECT)?.query_map([shop], product)?.collect(),
            None => Ok(Vec::new()),
        })
    }

    /// Puts a whole new listing in the place of the old one.
    pub fn replace_catalogue(&self, account: &AccountKey, products: &[Product]) -> Result<(), Problem> {
        self.write(|db| {
            let shop = shop(db, account)?;
            db.execute("DELETE FROM product WHERE shop = ?1", [shop])?;
            let mut insert = db.prepare(INSERT)?;
            for (position, p) in products.iter().enumerate() {
                let (status, photo) = (p.status.as_ref(), p.photo.as_ref());
                let urls = photo.map(|photo| &photo.urls);
                insert.execute(params![
                    shop,
                    position,
                    p.id.as_str(),
                    p.title,
                    p.price,
                    p.inventory,
                    p.is_wholesale,
                    p.sku,
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
                ])?;
            }
            Ok(())
        })
    }
}

fn product(row: &Row<'_>) -> rusqlite::Result<Product> {
    Ok(Product {
        id: ProductId::new(row.get_ref(0)?.as_str()?).ok_or_else(|| invalid_id(0))?,
        title: row.get(1)?,
        price: row.get(2)?,
        inventory: row.get(3)?,
        is_wholesale: row.get(4)?,
        sku: row.get(5)?,
        status: if row.get(6)? { Some(Status { name: row.get(7)?, value: row.get(8)? }) } else { None },
        photo: if row.get(9)? { Some(photo(row)?) } else { None },
    })
}

fn photo(row: &Row<'_>) -> rusqlite::Result<ProductPhoto> {
    let id = row.get_ref(10)?.as_str_or_null().map_err(|e| damaged(10, e))?;
    Ok(ProductPhoto {
        id: id.and_then(FileId::new),
        urls: PhotoUrls { original: row.get(11)?, xs: row.get(12)?, sm: row.get(13)?, md: row.get(14)?, lg: row.get(15)? },
    })
}
