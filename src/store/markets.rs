//! The marketplaces of this computer, by their ids, and what is known of the origins that each was used with.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension, Row};

use super::{Store, damaged};
use vitrine_domain::origins::market_name;
use vitrine_domain::{Origins, Problem};

/// Another marketplace with the same name, of which something is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Namesake {
    pub id: String,
    /// `None` if an older version stored it, which noted no origins.
    pub origins: Option<Origins>,
    /// The file that it was used with last.
    pub file: Option<PathBuf>,
}

impl Store {
    /// Saves the path of the marketplace's file, and its origins.
    pub fn set_market_file(&self, market: &str, file: &Path, origins: &Origins) -> Result<(), Problem> {
        let sql = "INSERT INTO market (name, file, origins) VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET file = excluded.file, origins = excluded.origins";
        let origins = self.json(origins)?;
        self.write(|db| db.execute(sql, (market, file.to_string_lossy(), origins)).map(drop))
    }

    /// Every marketplace used before, by id, with the path of its file.
    pub fn market_files(&self) -> Result<Vec<(String, PathBuf)>, Problem> {
        let row = |row: &Row<'_>| Ok((row.get(0)?, PathBuf::from(row.get::<_, String>(1)?)));
        self.read(|db| {
            db.prepare("SELECT name, file FROM market ORDER BY name")?.query_map([], row)?.collect()
        })
    }

    /// Removes the marketplace from the list. Its accounts stay.
    pub fn forget_market(&self, market: &str) -> Result<(), Problem> {
        self.write(|db| {
            db.execute("DELETE FROM market_cache WHERE market = ?1", [market])?;
            db.execute("DELETE FROM market WHERE name = ?1", [market]).map(drop)
        })
    }

    /// Whether the marketplace was used before, or anything is stored of its accounts.
    pub fn knows_market(&self, market: &str) -> Result<bool, Problem> {
        self.read(|db| {
            let sql = "SELECT 1 FROM market WHERE name = ?1 UNION ALL SELECT 1 FROM account WHERE market = ?1
                UNION ALL SELECT 1 FROM shop WHERE market = ?1 UNION ALL SELECT 1 FROM started WHERE market = ?1";
            db.prepare(sql)?.exists([market])
        })
    }

    /// The other marketplaces with this name of which something is stored, the one used last first.
    pub fn namesakes(&self, id: &str) -> Result<Vec<Namesake>, Problem> {
        let sql = "SELECT stored.market, origins, file FROM
            (SELECT market FROM account UNION SELECT market FROM shop UNION SELECT market FROM started) AS stored
            LEFT JOIN market ON name = stored.market
            ORDER BY (SELECT max(used_at) FROM account WHERE account.market = stored.market) DESC, stored.market";
        let namesake = |row: &Row<'_>| {
            let origins: Option<String> = row.get(1)?;
            let origins = origins
                .map(|json| serde_json::from_str(&json).map_err(|error| damaged(1, error)))
                .transpose()?;
            Ok(Namesake {
                id: row.get(0)?,
                origins,
                file: row.get::<_, Option<String>>(2)?.map(PathBuf::from),
            })
        };
        let all: Vec<Namesake> = self.read(|db| db.prepare(sql)?.query_map([], namesake)?.collect())?;
        Ok(all
            .into_iter()
            .filter(|other| other.id != id && market_name(&other.id) == market_name(id))
            .collect())
    }

    /// Has everything that is stored of one marketplace belong to another, of which nothing is stored yet.
    pub fn move_market(&self, from: &str, to: &str) -> Result<(), Problem> {
        let in_json = [from, to].map(|id| self.json(&id).map(|id| format!("\"market\":{id}")));
        let [json_from, json_to] = in_json;
        let (json_from, json_to) = (json_from?, json_to?);
        self.write(|db| {
            for table in ["account", "current_account", "shop", "started", "learned_limit", "market_cache"] {
                db.execute(
                    &format!("UPDATE OR REPLACE {table} SET market = ?2 WHERE market = ?1"),
                    (from, to),
                )?;
            }
            db.execute("DELETE FROM market WHERE name = ?1", [from])?;
            // Settings name accounts, too.
            db.execute(
                "UPDATE setting SET json = replace(json, ?1, ?2) WHERE instr(json, ?1)",
                (json_from, json_to),
            )
            .map(drop)
        })
    }

    /// Notes under which name an older version saved this marketplace's secrets; `None` when that is settled.
    pub fn set_older_name(&self, market: &str, name: Option<&str>) -> Result<(), Problem> {
        self.write(|db| db.execute("UPDATE market SET older = ?2 WHERE name = ?1", (market, name)).map(drop))
    }

    /// The name under which an older version saved this marketplace's secrets, as long as nobody has said
    /// that they are for it.
    pub fn older_name(&self, market: &str) -> Result<Option<String>, Problem> {
        let sql = "SELECT older FROM market WHERE name = ?1";
        self.read(|db| db.query_row(sql, [market], |row| row.get(0)).optional()).map(Option::flatten)
    }
}
