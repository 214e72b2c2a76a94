//! Small values stored under a name: settings, learned limits, and forms that were not sent yet.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Params};
use serde::Serialize;

use super::{Store, find_shop, shop};
use vitrine_domain::{AccountKey, Problem, ProblemKind};

impl Store {
    /// The JSON of a setting; `None` if it was never set.
    pub fn setting(&self, key: &str) -> Result<Option<String>, Problem> {
        self.read(|db| text(db, "SELECT json FROM setting WHERE key = ?1", [key]))
    }

    /// Sets a setting, replacing its earlier value.
    pub fn set_setting(&self, key: &str, json: &str) -> Result<(), Problem> {
        let sql =
            "INSERT INTO setting (key, json) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET json = excluded.json";
        self.write(|db| db.execute(sql, (key, json)).map(drop))
    }

    /// The limits that a marketplace's refusals revealed, by name (`photo_bytes`, `name_chars`, as in the
    /// market file).
    pub fn limits(&self, market: &str) -> Result<BTreeMap<String, u64>, Problem> {
        let sql = "SELECT name, value FROM learned_limit WHERE market = ?1";
        self.read(|db| db.prepare(sql)?.query_map([market], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
    }

    /// Saves a limit, replacing an earlier one of this name.
    pub fn learn_limit(&self, market: &str, name: &str, value: u64) -> Result<(), Problem> {
        let sql = "INSERT INTO learned_limit (market, name, value) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET value = excluded.value";
        self.write(|db| db.execute(sql, (market, name, value)).map(drop))
    }

    /// The JSON of what was typed into a screen (`key`) and not sent yet.
    pub fn form(&self, account: &AccountKey, key: &str) -> Result<Option<String>, Problem> {
        self.read(|db| match find_shop(db, account)? {
            Some(shop) => text(db, "SELECT json FROM form WHERE shop = ?1 AND key = ?2", (shop, key)),
            None => Ok(None),
        })
    }

    /// Saves what was typed into a screen, replacing what was saved before.
    pub fn save_form(&self, account: &AccountKey, key: &str, json: &str) -> Result<(), Problem> {
        let sql = "INSERT INTO form (shop, key, json) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET json = excluded.json";
        self.write(|db| db.execute(sql, (shop(db, account)?, key, json)).map(drop))
    }

    /// Deletes a saved form: it was sent or discarded.
    pub fn delete_form(&self, account: &AccountKey, key: &str) -> Result<(), Problem> {
        self.write(|db| {
            db.execute("DELETE FROM form WHERE shop = ?1 AND key = ?2", (shop(db, account)?, key)).map(drop)
        })
    }

    pub(super) fn json(&self, value: &impl Serialize) -> Result<String, Problem> {
        let unwritable = |error: serde_json::Error| {
            Problem::new(ProblemKind::Storage)
                .with_subject(self.file().display().to_string())
                .with_quotation(error.to_string())
        };
        serde_json::to_string(value).map_err(unwritable)
    }
}

fn text(db: &Connection, sql: &str, params: impl Params) -> rusqlite::Result<Option<String>> {
    db.query_row(sql, params, |row| row.get(0)).optional()
}
