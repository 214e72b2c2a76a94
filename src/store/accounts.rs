//! The accounts that signed in at each marketplace. Their tokens are in the keychain, not here.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, Transaction};

use super::{Store, damaged};
use vitrine_domain::{Account, AccountKey, Problem, UserId, VendorId};

/// An account that has signed in on this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAccount {
    /// The marketplace's id.
    pub market: String,
    pub account: Account,
    /// When it last signed in.
    pub used_at: Timestamp,
    /// Whether the keychain holds a token of this account.
    pub has_token: bool,
}

impl Store {
    /// Saves the account that signed in, and makes it the marketplace's current one.
    pub fn set_current_account(
        &self,
        market: &str,
        account: &Account,
        now: Timestamp,
    ) -> Result<(), Problem> {
        let profile = self.json(account)?;
        let user = account.id.as_str();
        self.write(|db| {
            let sql = "INSERT INTO account (market, user, profile, used_at, kept) VALUES (?1, ?2, ?3, ?4, 1)
                ON CONFLICT DO UPDATE SET profile = excluded.profile, used_at = excluded.used_at, kept = 1";
            db.execute(sql, (market, user, &profile, now.as_second()))?;
            make_current(db, market, user)
        })
    }

    /// Lists an account whose token is about to be saved, so that no token is in the keychain of which this
    /// file does not know. Returns what was known before: `None`, or whether there was a token.
    pub fn list_account(
        &self,
        market: &str,
        account: &Account,
        now: Timestamp,
    ) -> Result<Option<bool>, Problem> {
        let (profile, user) = (self.json(account)?, account.id.as_str());
        self.write(|db| {
            let known = "SELECT kept FROM account WHERE market = ?1 AND user = ?2";
            let known = db.query_row(known, (market, user), |row| row.get(0)).optional()?;
            let sql = "INSERT INTO account (market, user, profile, used_at, kept) VALUES (?1, ?2, ?3, ?4, 1)
                ON CONFLICT DO UPDATE SET kept = 1";
            db.execute(sql, (market, user, &profile, now.as_second()))?;
            Ok(known)
        })
    }

    /// Takes [`list_account`](Self::list_account) back: the token was not saved.
    pub fn unlist_account(&self, market: &str, user: &UserId, known: Option<bool>) -> Result<(), Problem> {
        let sql = match known {
            Some(true) => return Ok(()),
            Some(false) => "UPDATE account SET kept = 0 WHERE market = ?1 AND user = ?2",
            None => "DELETE FROM account WHERE market = ?1 AND user = ?2",
        };
        self.write(|db| db.execute(sql, (market, user.as_str())).map(drop))
    }

    /// Lists an account without a token: products of it wait, so that somebody will want to sign in to it
    /// again.
    pub fn remember_account(
        &self,
        market: &str,
        account: &Account,
        used_at: Timestamp,
    ) -> Result<(), Problem> {
        let profile = self.json(account)?;
        let sql = "INSERT INTO account (market, user, profile, used_at, kept) VALUES (?1, ?2, ?3, ?4, 0) ON CONFLICT DO NOTHING";
        self.write(|db| {
            db.execute(sql, (market, account.id.as_str(), &profile, used_at.as_second())).map(drop)
        })
    }

    /// Makes an account that signed in before the marketplace's current one.
    pub fn choose_account(&self, market: &str, user: &UserId) -> Result<(), Problem> {
        self.write(|db| make_current(db, market, user.as_str()))
    }

    /// The account that signed in last and has not signed out.
    pub fn current_account(&self, market: &str) -> Result<Option<Account>, Problem> {
        let sql = "SELECT market, profile, used_at, kept FROM account JOIN current_account USING (market, user) WHERE market = ?1";
        self.read(|db| db.query_row(sql, [market], known_account).optional())
            .map(|known| known.map(|known| known.account))
    }

    /// Records that nobody is signed in at this marketplace. The account's data stays.
    pub fn clear_current_account(&self, market: &str) -> Result<(), Problem> {
        self.write(|db| db.execute("DELETE FROM current_account WHERE market = ?1", [market]).map(drop))
    }

    /// Records that the account's token is no longer in the keychain, and that it is not the current account.
    /// The account's data stays.
    pub fn mark_signed_out(&self, market: &str, user: &UserId) -> Result<(), Problem> {
        self.write(|db| {
            db.execute(
                "UPDATE account SET kept = 0 WHERE market = ?1 AND user = ?2",
                (market, user.as_str()),
            )?;
            db.execute("DELETE FROM current_account WHERE market = ?1 AND user = ?2", (market, user.as_str()))
                .map(drop)
        })
    }

    /// Every account at any marketplace, the most recently used first.
    pub fn accounts(&self) -> Result<Vec<KnownAccount>, Problem> {
        let sql = "SELECT market, profile, used_at, kept FROM account ORDER BY used_at DESC, market, user";
        self.read(|db| db.prepare(sql)?.query_map([], known_account)?.collect())
    }

    /// Deletes the account, its unsent forms and its list of products. The journal keeps what the account
    /// imported, so that importing again after signing in again creates no duplicates.
    pub fn forget_account(&self, market: &str, user: &UserId) -> Result<(), Problem> {
        self.write(|db| {
            let sql = "DELETE FROM catalog_product WHERE catalog IN
                (SELECT catalog.id FROM catalog JOIN shop ON shop.id = catalog.shop WHERE market = ?1 AND user = ?2)";
            db.execute(sql, (market, user.as_str()))?;
            for table in ["form", "shop_choice", "catalog"] {
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

fn make_current(db: &Transaction<'_>, market: &str, user: &str) -> rusqlite::Result<()> {
    let sql = "INSERT INTO current_account (market, user) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET user = excluded.user";
    db.execute(sql, (market, user)).map(drop)
}

/// The only shop of a marketplace into which was imported from here; `None` if there are several.
///
/// # Errors
/// `Storage` when the file cannot be read.
pub fn only_shop_of_imports(store: &Store, market: &str) -> Result<Option<AccountKey>, Problem> {
    let sql = "SELECT user, vendor FROM shop WHERE market = ?1
        AND EXISTS (SELECT 1 FROM import_draft WHERE import_draft.shop = shop.id) LIMIT 2";
    let shop = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
    let shops: Vec<(String, String)> =
        store.read(|db| db.prepare(sql)?.query_map([market], shop)?.collect())?;
    let [(user, vendor)] = shops.as_slice() else { return Ok(None) };
    Ok(UserId::new(user).zip(VendorId::new(vendor)).map(|(user, vendor)| AccountKey {
        market: market.to_owned(),
        user,
        vendor,
    }))
}

fn known_account(row: &Row<'_>) -> rusqlite::Result<KnownAccount> {
    let profile: String = row.get(1)?;
    Ok(KnownAccount {
        market: row.get(0)?,
        account: serde_json::from_str(&profile).map_err(|e| damaged(1, e))?,
        used_at: Timestamp::from_second(row.get(2)?).map_err(|e| damaged(2, e))?,
        has_token: row.get(3)?,
    })
}
