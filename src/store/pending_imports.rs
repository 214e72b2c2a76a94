//! Products whose import was started and that the journal does not have yet: on disk from the moment Start is
//! pressed.

use std::path::Path;

use rusqlite::params;

use super::{Store, damaged, find_shop, shop};
use vitrine_core::import::{DraftId, PlannedDraft};
use vitrine_domain::{AccountKey, Problem};

/// Products that were started together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingImport {
    /// Create the products even if an earlier import created them.
    pub allow_duplicates: bool,
    /// The draft numbers tell, after a crash, which of the products are in the journal already.
    pub drafts: Vec<(DraftId, PlannedDraft)>,
}

impl Store {
    /// Saves an import that was just started, replacing earlier pending imports of the same products. Without
    /// an account it belongs to whoever resumes it at this marketplace.
    pub fn save_pending_import(
        &self,
        market: &str,
        account: Option<&AccountKey>,
        started: &PendingImport,
    ) -> Result<(), Problem> {
        let mut rows = Vec::new();
        for (draft, planned) in &started.drafts {
            rows.push((draft, self.json(&source(planned))?, self.json(planned)?));
        }
        self.write(|db| {
            let shop = account.map(|account| shop(db, account)).transpose()?;
            let mut replace = db.prepare("DELETE FROM started WHERE market = ?1 AND (shop IS NULL OR shop = ?2) AND source = ?3")?;
            // A draft that was cancelled meanwhile may be in the journal already.
            let sql = "INSERT OR REPLACE INTO started (draft, market, shop, again, source, json) SELECT ?1, ?2, ?3, ?4, ?5, ?6
                WHERE NOT EXISTS (SELECT 1 FROM journal WHERE draft = ?1)";
            let mut insert = db.prepare(sql)?;
            for (draft, source, json) in rows {
                replace.execute(params![market, shop, source])?;
                insert.execute(params![draft.0, market, shop, started.allow_duplicates, source, json])?;
            }
            Ok(())
        })
    }

    /// The pending imports of the account at this marketplace, including those that belong to no account yet.
    pub fn pending_imports(&self, market: &str, account: &AccountKey) -> Result<Vec<PendingImport>, Problem> {
        let sql = "SELECT draft, again, json FROM started WHERE market = ?1 AND (shop IS NULL OR shop = ?2) ORDER BY draft";
        self.read(|db| {
            let shop = find_shop(db, account)?;
            let mut all: Vec<PendingImport> = Vec::new();
            let mut query = db.prepare(sql)?;
            let mut rows = query.query(params![market, shop])?;
            while let Some(row) = rows.next()? {
                let (draft, allow_duplicates, json): (u64, bool, String) =
                    (row.get(0)?, row.get(1)?, row.get(2)?);
                let planned = serde_json::from_str(&json).map_err(|error| damaged(2, error))?;
                if all.last().is_none_or(|started| started.allow_duplicates != allow_duplicates) {
                    all.push(PendingImport { allow_duplicates, drafts: Vec::new() });
                }
                if let Some(started) = all.last_mut() {
                    started.drafts.push((DraftId(draft), planned));
                }
            }
            Ok(all)
        })
    }

    /// The number of pending products of all accounts at this marketplace.
    pub fn count_pending_at(&self, market: &str) -> Result<usize, Problem> {
        let sql = "SELECT count(*) FROM started WHERE market = ?1 AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.draft = started.draft)";
        self.read(|db| db.query_row(sql, [market], |row| row.get(0)))
    }

    /// The number of pending products of the account.
    pub fn count_pending_of(&self, account: &AccountKey) -> Result<usize, Problem> {
        let sql = "SELECT count(*) FROM started WHERE shop = ?1 AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.draft = started.draft)";
        self.read(|db| match find_shop(db, account)? {
            Some(shop) => db.query_row(sql, [shop], |row| row.get(0)),
            None => Ok(0),
        })
    }

    /// Deletes these drafts: the journal has them, or they were given up.
    pub fn delete_pending(&self, drafts: impl IntoIterator<Item = DraftId>) -> Result<(), Problem> {
        self.write(|db| {
            let mut delete = db.prepare("DELETE FROM started WHERE draft = ?1")?;
            drafts.into_iter().try_for_each(|draft| delete.execute([draft.0]).map(drop))
        })
    }

    /// Deletes the account's pending imports, which are given up.
    pub fn delete_pending_of(&self, account: &AccountKey) -> Result<(), Problem> {
        self.write(|db| match find_shop(db, account)? {
            Some(shop) => db.execute("DELETE FROM started WHERE shop = ?1", [shop]).map(drop),
            None => Ok(()),
        })
    }
}

/// What identifies a planned product across imports.
fn source(planned: &PlannedDraft) -> (&Path, &str) {
    (&planned.source, &planned.source_name)
}
