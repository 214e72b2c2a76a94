//! Who has signed in at which marketplace. Their tokens are in the keychain, not here.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row};

use super::{Store, damaged};
use crate::domain::{Account, Problem, UserId};

/// An account that signed in here before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAccount {
    pub account: Account,
    pub used_at: Timestamp,
}

impl Store {
    /// Notes that `account` signed in, as it is now, and makes it the marketplace's current one.
    pub fn set_current_account(&self, market: &str, account: &Account, now: Timestamp) -> Result<(), Problem> {
        let profile = self.json(account)?;
        let user = account.id.as_str();
        self.write(|db| {
            let sql = "INSERT INTO account (market, user, profile, used_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET profile = excluded.profile, used_at = excluded.used_at";
            db.execute(sql, (market, user, &profile, now.as_second()))?;
            let sql = "INSERT INTO current_account (market, user) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET user = excluded.user";
            db.execute(sql, (market, user))?;
            Ok(())
        })
    }

    /// Who was signed in last and has not signed out.
    pub fn current_account(&self, market: &str) -> Result<Option<Account>, Problem> {
        let sql = "SELECT profile, used_at FROM account JOIN current_account USING (market, user) WHERE market = ?1";
        self.read(|db| db.query_row(sql, [market], known_account).optional()).map(|known| known.map(|known| known.account))
    }

    /// Nobody is signed in at this marketplace any more. What belongs to the account stays.
    pub fn clear_current_account(&self, market: &str) -> Result<(), Problem> {
        self.write(|db| db.execute("DELETE FROM current_account WHERE market = ?1", [market]).map(drop))
    }

    /// Everyone who signed in here, the last one first.
    pub fn accounts(&self, market: &str) -> Result<Vec<KnownAccount>, Problem> {
        let sql = "SELECT profile, used_at FROM account WHERE market = ?1 ORDER BY used_at DESC, user";
        self.read(|db| db.prepare(sql)?.query_map([market], known_account)?.collect())
    }

    /// Drops the account, its half-typed forms and the cached products of its shops. The journal keeps what it
    /// did, so that an import done again after signing in again still creates nothing twice.
    pub fn forget_account(&self, market: &str, user: &UserId) -> Result<(), Problem> {
        self.write(|db| {
            for table in ["form", "product"] {
                let sql = format!("DELETE FROM {table} WHERE shop IN (SELECT id FROM shop WHERE market = ?1 AND user = ?2)");
                db.execute(&sql, (market, user.as_str()))?;
            }
            for table in ["current_account", "account"] {
                db.execute(&format!("DELETE FROM {table} WHERE market = ?1 AND user = ?2"), (market, user.as_str()))?;
            }
            Ok(())
        })
    }
}

fn known_account(row: &Row<'_>) -> rusqlite::Result<KnownAccount> {
    let profile: String = row.get(0)?;
    Ok(KnownAccount {
        account: serde_json::from_str(&profile).map_err(|e| damaged(0, e))?,
        used_at: Timestamp::from_second(row.get(1)?).map_err(|e| damaged(1, e))?,
    })
}
