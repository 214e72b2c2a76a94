//! How the covers of created products look, so that a photo like one of them is noticed in a later review.

use rusqlite::params;

use super::{Store, find_shop, shop};
use vitrine_core::import::DraftId;
use vitrine_core::import::dedup::SentCover;
use vitrine_domain::{AccountKey, Problem};
use vitrine_media::PerceptualHash;

impl Store {
    /// Saves how the cover of a draft looks that is about to be created.
    pub fn save_cover(&self, account: &AccountKey, draft: DraftId, cover: &SentCover) -> Result<(), Problem> {
        let sql = "INSERT INTO cover (shop, draft, name, look) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET name = excluded.name, look = excluded.look";
        self.write(|db| {
            db.execute(sql, params![shop(db, account)?, draft.0, cover.name, cover.look.to_bytes()]).map(drop)
        })
    }

    /// The covers of the products that imports of this account created.
    pub fn sent_covers(&self, account: &AccountKey) -> Result<Vec<SentCover>, Problem> {
        let sql = "SELECT name, look FROM cover JOIN draft_state USING (draft) WHERE shop = ?1 AND state = '\"created\"' ORDER BY draft";
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(Vec::new()) };
            let mut query = db.prepare(sql)?;
            let covers = query.query_map([shop], |row| {
                Ok((row.get(0)?, PerceptualHash::from_bytes(row.get_ref(1)?.as_blob()?)))
            })?;
            // A look that an older program wrote in another way is of no use.
            covers
                .filter_map(|cover| {
                    cover.map(|(name, look)| Some(SentCover { name, look: look? })).transpose()
                })
                .collect()
        })
    }
}
