//! What this computer knows of how a product came into the shop.

use jiff::Timestamp;
use rusqlite::params;

use super::journal::{COLUMNS, Line};
use super::{Store, find_shop};
use vitrine_core::import::PlannedDraft;
use vitrine_core::import::journal::{Entry, JournalReplay, Record};
use vitrine_domain::{AccountKey, Problem, ProductId};

impl Store {
    /// When a product of the shop was created by an import or the form on this computer, and from what;
    /// `None` if it was not.
    ///
    /// Searches the shop's whole journal, which takes a tenth of a second for a journal of 200,000 records.
    pub fn origin(
        &self,
        account: &AccountKey,
        product: &ProductId,
    ) -> Result<Option<(Timestamp, PlannedDraft)>, Problem> {
        let mention = format!("\"product\":{}", self.json(product)?);
        let sql = format!(
            "SELECT {COLUMNS} FROM journal WHERE draft IN (SELECT id FROM import_draft WHERE shop = ?1) AND instr(json, ?2) ORDER BY id"
        );
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(None) };
            let mentions = db
                .prepare(&sql)?
                .query_map(params![shop, mention], Line::read)?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            for line in mentions {
                let Entry { at, record: Record::Created { draft, product: Some(created) } } = line.entry()?
                else {
                    continue;
                };
                if created != *product {
                    continue;
                }
                let entries = super::journal::lines(db, "draft = ?1 ORDER BY id", [draft.0])?
                    .into_iter()
                    .map(Line::entry);
                let entries = entries.collect::<rusqlite::Result<Vec<_>>>()?;
                let history = JournalReplay::read(&entries, at)
                    .into_drafts()
                    .into_iter()
                    .find(|history| history.id == draft);
                let at = Timestamp::from_second(at).map_err(|error| super::damaged(1, error))?;
                return Ok(history.map(|history| (at, history.planned)));
            }
            Ok(None)
        })
    }
}

impl Store {
    /// Whether products were created from this computer at this time or later that the saved list of the shop
    /// does not have.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn lacks_created(
        &self,
        account: &AccountKey,
        since: Timestamp,
        has: impl Fn(&ProductId) -> Result<bool, Problem>,
    ) -> Result<bool, Problem> {
        let sql = format!(
            "SELECT {COLUMNS} FROM journal WHERE at >= ?2 AND draft IN (SELECT id FROM import_draft WHERE shop = ?1) AND instr(json, ?3)"
        );
        let created: Vec<Entry> = self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(Vec::new()) };
            let mut query = db.prepare(&sql)?;
            let lines =
                query.query_map(params![shop, since.as_second(), "\"kind\":\"created\""], Line::read)?;
            lines.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().map(Line::entry).collect()
        })?;
        for entry in created {
            match entry.record {
                Record::Created { product: Some(product), .. } if has(&product)? => {}
                Record::Created { .. } => return Ok(true),
                _ => {}
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::import::{DraftId, RunId};
    use vitrine_domain::{Draft, UserId, VendorId};

    fn account(user: u64) -> AccountKey {
        AccountKey { market: "m".to_owned(), user: UserId::from(user), vendor: VendorId::from(user) }
    }

    fn created(store: &Store, account: AccountKey, draft: u64, product: u64) {
        let (run, draft) = (RunId(draft), DraftId(draft));
        let planned = PlannedDraft {
            draft: Draft { name: format!("Rug {product}"), ..Draft::default() },
            source: format!("/photos/{product}").into(),
            source_name: product.to_string(),
            photos: vec![format!("/photos/{product}/1.jpg").into()],
            ..PlannedDraft::default()
        };
        let records = [
            Record::RunStarted { run, account },
            Record::DraftAdded { draft, run, planned },
            Record::Created { draft, product: Some(ProductId::from(product)) },
        ];
        store.append(&records, Timestamp::from_second(1_000 + product as i64).unwrap()).unwrap();
    }

    #[test]
    fn a_list_lacks_what_was_created_later_unless_it_was_added() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        created(&store, account(1), 1, 7);
        created(&store, account(1), 2, 70);
        let at = |second| Timestamp::from_second(second).unwrap();
        let lacks = |account, since, has: u64| {
            store.lacks_created(&account, at(since), |id| Ok(*id == ProductId::from(has))).unwrap()
        };
        assert!(lacks(account(1), 1_000, 7) && lacks(account(1), 1_070, 7));
        assert!(!lacks(account(1), 1_070, 70), "it is in the list");
        assert!(!lacks(account(1), 1_071, 7), "both are older than the list");
        assert!(!lacks(account(2), 0, 7), "another shop's");
    }

    #[test]
    fn a_product_is_found_by_its_whole_id_and_only_in_its_own_shop() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        created(&store, account(1), 1, 70);
        created(&store, account(1), 2, 7);
        created(&store, account(2), 3, 9);
        let (at, planned) = store.origin(&account(1), &ProductId::from(7)).unwrap().unwrap();
        assert_eq!((at.as_second(), planned.draft.name.as_str()), (1_007, "Rug 7"));
        assert_eq!(store.origin(&account(1), &ProductId::from(9)).unwrap(), None, "another shop's");
        assert_eq!(store.origin(&account(1), &ProductId::from(8)).unwrap(), None);
    }
}
