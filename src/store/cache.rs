//! What is kept of a marketplace for some time, and what a shop chose.

use rusqlite::OptionalExtension;

use super::{Store, find_shop, shop};
use vitrine_domain::{AccountKey, Problem};

impl Store {
    /// A value of a marketplace as JSON, and when it was read, in seconds since 1970.
    pub fn cached(&self, market: &str, name: &str) -> Result<Option<(i64, String)>, Problem> {
        let sql = "SELECT read_at, json FROM market_cache WHERE market = ?1 AND name = ?2";
        self.read(|db| db.query_row(sql, (market, name), |row| Ok((row.get(0)?, row.get(1)?))).optional())
    }

    /// All values of a marketplace whose names begin so, as JSON, with the rest of their names.
    pub fn cached_below(&self, market: &str, start: &str) -> Result<Vec<(String, String)>, Problem> {
        let sql = "SELECT substr(name, length(?2) + 1), json FROM market_cache WHERE market = ?1 AND substr(name, 1, length(?2)) = ?2";
        self.read(|db| {
            db.prepare(sql)?.query_map((market, start), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    /// Keeps a value of a marketplace, replacing an earlier one of this name.
    pub fn set_cached(&self, market: &str, name: &str, read_at: i64, json: &str) -> Result<(), Problem> {
        let sql = "INSERT INTO market_cache (market, name, read_at, json) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET read_at = excluded.read_at, json = excluded.json";
        self.write(|db| db.execute(sql, (market, name, read_at, json)).map(drop))
    }

    /// The JSON of what a shop chose under this name.
    pub fn shop_choice(&self, account: &AccountKey, key: &str) -> Result<Option<String>, Problem> {
        self.read(|db| match find_shop(db, account)? {
            Some(shop) => db
                .query_row("SELECT json FROM shop_choice WHERE shop = ?1 AND key = ?2", (shop, key), |row| {
                    row.get(0)
                })
                .optional(),
            None => Ok(None),
        })
    }

    /// Saves what a shop chose, replacing an earlier choice of this name.
    pub fn set_shop_choice(&self, account: &AccountKey, key: &str, json: &str) -> Result<(), Problem> {
        let sql = "INSERT INTO shop_choice (shop, key, json) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET json = excluded.json";
        self.write(|db| db.execute(sql, (shop(db, account)?, key, json)).map(drop))
    }
}
