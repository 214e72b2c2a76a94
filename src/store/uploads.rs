//! Photos that are at the marketplace already, so that the same bytes are not uploaded again.

use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use super::{Store, find_shop, invalid_id, shop};
use vitrine_domain::{AccountKey, FileId, Problem};
use vitrine_media::ContentHash;

/// What an uploaded file may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadUse {
    /// The cover of one product, which identifies it; it is never used for another product.
    Cover,
    /// A further photo, which any product may use.
    Album,
}

impl Store {
    /// The file id of an album photo with this content, uploaded for this account at most `max_age` ago.
    /// Never a cover.
    pub fn find_upload(
        &self,
        account: &AccountKey,
        hash: &ContentHash,
        now: Timestamp,
        max_age: Duration,
    ) -> Result<Option<FileId>, Problem> {
        let oldest = now.as_second().saturating_sub(i64::try_from(max_age.as_secs()).unwrap_or(i64::MAX));
        let sql = "SELECT file FROM upload WHERE shop = ?1 AND hash = ?2 AND NOT cover AND uploaded_at BETWEEN ?3 AND ?4
            ORDER BY uploaded_at DESC LIMIT 1";
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(None) };
            let file =
                |row: &rusqlite::Row<'_>| FileId::new(row.get_ref(0)?.as_str()?).ok_or_else(|| invalid_id(0));
            db.query_row(sql, params![shop, hash.as_bytes(), oldest, now.as_second()], file).optional()
        })
    }

    /// Saves an upload made outside of an import; uploads of imports are saved with their journal records.
    pub fn save_upload(
        &self,
        account: &AccountKey,
        hash: &ContentHash,
        file: &FileId,
        usage: UploadUse,
        now: Timestamp,
    ) -> Result<(), Problem> {
        self.write(|db| upsert_upload(db, shop(db, account)?, file, Some(hash), usage, now))
    }
}

/// Inserts or updates an upload. A file that was once used as a cover stays a cover.
pub(super) fn upsert_upload(
    db: &Transaction<'_>,
    shop: i64,
    file: &FileId,
    hash: Option<&ContentHash>,
    usage: UploadUse,
    at: Timestamp,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO upload (shop, file, hash, uploaded_at, cover) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT DO UPDATE SET hash = coalesce(hash, excluded.hash), cover = max(cover, excluded.cover)";
    let hash = hash.map(|hash| hash.as_bytes().as_slice());
    db.execute(sql, params![shop, file.as_str(), hash, at.as_second(), usage == UploadUse::Cover]).map(drop)
}
