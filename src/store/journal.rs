//! The journal on disk: [`Record`]s in the order of writing, never changed, each with a checksum.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, params};

use super::draft_states::update_draft_state;
use super::uploads::upsert_upload;
use super::{Store, UploadUse, damaged, find_shop, shop};
use vitrine_core::import::journal::{Entry, Knowledge, Record};
use vitrine_core::import::{DraftId, PlannedDraft, RunId};
use vitrine_domain::text::{folded, searchable};
use vitrine_domain::{AccountKey, Draft, FileId, Problem, ProductId};
use vitrine_media::ContentHash;

pub(super) const COLUMNS: &str = "id, at, run, draft, json, sum";

/// Selects every record of the run, and of every draft that was ever in it.
const OF_RUN: &str =
    "run = ?1 OR draft IN (SELECT draft FROM journal WHERE run = ?1 AND draft IS NOT NULL) ORDER BY id";

impl Store {
    /// Appends records in one transaction: all of them are durable when this returns, or none.
    ///
    /// Each call costs one flush of the disk, so records that are ready together should be appended together.
    ///
    /// # Errors
    /// [`ProblemKind::Storage`](vitrine_domain::ProblemKind::Storage) when the file cannot be written;
    /// [`ProblemKind::StorageDamaged`](vitrine_domain::ProblemKind::StorageDamaged) when it is damaged.
    pub fn append(&self, records: &[Record], now: Timestamp) -> Result<(), Problem> {
        let lines = records.iter().map(|record| self.json(record)).collect::<Result<Vec<_>, _>>()?;
        self.write(|db| {
            let mut id: i64 =
                db.query_row("SELECT coalesce(max(id), 0) FROM journal", [], |row| row.get(0))?;
            let mut insert = db.prepare(
                "INSERT INTO journal (id, at, run, draft, json, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            for (record, json) in records.iter().zip(lines) {
                id += 1;
                let line = Line {
                    id,
                    at: now.as_second(),
                    run: record.run().map(|run| run.0),
                    draft: record.draft().map(|draft| draft.0),
                    json,
                };
                insert.execute(params![line.id, line.at, line.run, line.draft, line.json, line.sum()])?;
                update_tables(db, id, record, now)?;
            }
            Ok(())
        })
    }

    /// The entries from which the run is restored: its records and those of every draft that was ever in it,
    /// in the order of writing.
    pub fn run_entries(&self, run: RunId) -> Result<Vec<Entry>, Problem> {
        self.read(|db| lines(db, OF_RUN, [run.0])?.into_iter().map(Line::entry).collect())
    }

    /// The account's runs that hold drafts and have not ended, oldest first.
    pub fn unfinished_runs(&self, account: &AccountKey) -> Result<Vec<RunId>, Problem> {
        let sql = "SELECT id FROM run WHERE shop = ?1 AND NOT ended
            AND EXISTS (SELECT 1 FROM import_draft WHERE import_draft.run = run.id) ORDER BY id";
        self.read(|db| match find_shop(db, account)? {
            Some(shop) => db.prepare(sql)?.query_map([shop], |row| row.get(0).map(RunId))?.collect(),
            None => Ok(Vec::new()),
        })
    }

    /// The newest run that holds drafts, of any account.
    pub fn last_run(&self) -> Result<Option<RunId>, Problem> {
        self.read(|db| {
            db.query_row("SELECT max(run) FROM import_draft", [], |row| {
                Ok(row.get::<_, Option<u64>>(0)?.map(RunId))
            })
        })
    }

    /// The account's newest run that holds drafts.
    pub fn last_run_of(&self, account: &AccountKey) -> Result<Option<RunId>, Problem> {
        let sql = "SELECT max(run) FROM import_draft WHERE shop = ?1";
        self.read(|db| match find_shop(db, account)? {
            Some(shop) => db.query_row(sql, [shop], |row| Ok(row.get::<_, Option<u64>>(0)?.map(RunId))),
            None => Ok(None),
        })
    }

    /// The records, in the order of writing, of every draft of this account whose source or which itself has
    /// one of these names (compared as in a [search](searchable)), that has one of these SKUs, or whose
    /// product has one of these photos as its cover.
    /// [`dedup`](vitrine_core::import::dedup) needs them to recognize earlier imports.
    pub fn earlier_entries<'a>(
        &self,
        account: &AccountKey,
        names: impl IntoIterator<Item = &'a str>,
        skus: impl IntoIterator<Item = &'a str>,
        covers: &[ContentHash],
    ) -> Result<Vec<Entry>, Problem> {
        let mut names: BTreeSet<String> = names.into_iter().map(searchable).collect();
        let skus: BTreeSet<String> = skus.into_iter().map(folded).collect();
        names.extend(sources_with_covers(self, account, covers)?);
        let found = self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(Vec::new()) };
            let mut found: Vec<Line> = Vec::new();
            for (column, keys) in [("source", &names), ("name", &names), ("sku", &skus)] {
                let sql = format!("SELECT {COLUMNS} FROM journal WHERE draft IN (SELECT id FROM import_draft WHERE shop = ?1 AND {column} = ?2)");
                let mut query = db.prepare(&sql)?;
                for key in keys {
                    for line in query.query_map(params![shop, key], Line::read)? {
                        found.push(line?);
                    }
                }
            }
            Ok(found)
        });
        let mut found = found?;
        found.sort_unstable_by_key(|line| line.id);
        found.dedup_by_key(|line| line.id);
        self.read(|_| found.into_iter().map(Line::entry).collect())
    }

    /// The drafts among these that are in the journal.
    pub fn begun_drafts(
        &self,
        drafts: impl IntoIterator<Item = DraftId>,
    ) -> Result<BTreeSet<DraftId>, Problem> {
        self.read(|db| {
            let mut query = db.prepare("SELECT 1 FROM journal WHERE draft = ?1 LIMIT 1")?;
            let mut begun = BTreeSet::new();
            for draft in drafts {
                if query.exists([draft.0])? {
                    begun.insert(draft);
                }
            }
            Ok(begun)
        })
    }

    /// What imports learned about the shop, as last recorded.
    pub fn knowledge(&self, account: &AccountKey) -> Result<Knowledge, Problem> {
        let newest = "id = (SELECT knowledge FROM shop WHERE id = ?1)";
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(Knowledge::default()) };
            match lines(db, newest, [shop])?.pop().map(Line::entry).transpose()? {
                Some(Entry { record: Record::Knowledge { knowledge, .. }, .. }) => Ok(knowledge),
                _ => Ok(Knowledge::default()),
            }
        })
    }

    /// The products that imports of this account created, each with its draft and the cover that this was
    /// last sent with.
    pub fn products_of_drafts(
        &self,
        account: &AccountKey,
    ) -> Result<Vec<(ProductId, DraftId, Option<FileId>)>, Problem> {
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(Vec::new()) };
            let intent =
                "SELECT json FROM journal WHERE journal.draft = draft_product.draft AND instr(json, '\"kind\":\"intent\"') ORDER BY id DESC LIMIT 1";
            let mut query = db.prepare(&format!("SELECT product, draft, ({intent}) FROM draft_product WHERE shop = ?1"))?;
            let rows = query.query_map([shop], |row| {
                let intent: Option<String> = row.get(2)?;
                Ok((row.get::<_, String>(0)?, DraftId(row.get(1)?), intent.and_then(|json| sent_cover(&json))))
            })?;
            let products = rows.map(|row| row.map(|(product, draft, cover)| Some((ProductId::new(product)?, draft, cover))));
            products.filter_map(Result::transpose).collect()
        })
    }

    /// A new run number, unique in this data directory for good.
    pub fn new_run(&self) -> Result<RunId, Problem> {
        self.write(|db| next_number(db, "run", 1)).map(RunId)
    }

    /// New draft numbers, unique in this data directory for good.
    pub fn new_drafts(&self, count: usize) -> Result<Vec<DraftId>, Problem> {
        let count = count as u64;
        let last = self.write(|db| next_number(db, "draft", count))?;
        Ok((last - count + 1..=last).map(DraftId).collect())
    }
}

/// The source names, as they are compared, of the account's drafts whose products have one of these photos as
/// their cover.
fn sources_with_covers(
    store: &Store,
    account: &AccountKey,
    photos: &[ContentHash],
) -> Result<Vec<String>, Problem> {
    let covers = store.read(|db| {
        let Some(shop) = find_shop(db, account)? else { return Ok(BTreeSet::new()) };
        let mut query = db.prepare("SELECT file FROM upload WHERE shop = ?1 AND hash = ?2 AND cover")?;
        let mut covers: BTreeSet<String> = BTreeSet::new();
        for photo in photos {
            for file in query.query_map(params![shop, photo.as_bytes().as_slice()], |row| row.get(0))? {
                covers.insert(file?);
            }
        }
        Ok(covers)
    })?;
    if covers.is_empty() {
        return Ok(Vec::new());
    }
    let of_cover = |cover: &Option<FileId>| cover.as_ref().is_some_and(|file| covers.contains(file.as_str()));
    let products = store.products_of_drafts(account)?;
    let drafts: Vec<DraftId> =
        products.into_iter().filter(|(.., cover)| of_cover(cover)).map(|(_, draft, _)| draft).collect();
    store.read(|db| {
        let mut query = db.prepare("SELECT source FROM import_draft WHERE id = ?1")?;
        drafts.iter().map(|draft| query.query_row([draft.0], |row| row.get(0))).collect()
    })
}

/// The cover that an intent names.
fn sent_cover(json: &str) -> Option<FileId> {
    if let Ok(Record::Intent { cover, .. }) = serde_json::from_str(json) { cover } else { None }
}

/// Updates the tables derived from the journal (runs, drafts, uploads, shops) in the transaction of the
/// record itself.
fn update_tables(db: &Transaction<'_>, id: i64, record: &Record, now: Timestamp) -> rusqlite::Result<()> {
    match record {
        Record::RunStarted { run, account } => {
            let sql = "INSERT INTO run (id, shop, ended) VALUES (?1, ?2, 0) ON CONFLICT DO NOTHING";
            db.execute(sql, params![run.0, shop(db, account)?])?;
        }
        Record::DraftAdded { draft, run, planned } => add_draft(db, *draft, *run, planned)?,
        Record::Adopted { draft, run, .. } => {
            db.execute("UPDATE import_draft SET run = ?2 WHERE id = ?1", params![draft.0, run.0])?;
            update_draft_keys(db, record)?;
        }
        Record::Retried { .. } => update_draft_keys(db, record)?,
        Record::PhotoUploaded { draft, index, hash, edit, file } => {
            let usage = if *index == 0 { UploadUse::Cover } else { UploadUse::Album };
            save_draft_upload(db, *draft, file, Some(&hash.edited(edit)), usage, now)?;
        }
        Record::Accepted { draft, .. } => add_skipped(db, *draft)?,
        Record::Intent { draft, cover: Some(cover), .. } => {
            save_draft_upload(db, *draft, cover, None, UploadUse::Cover, now)?;
        }
        Record::Knowledge { account, .. } => {
            db.execute("UPDATE shop SET knowledge = ?2 WHERE id = ?1", params![shop(db, account)?, id])?;
        }
        _ => {}
    }
    update_draft_state(db, record)?;
    update_draft_product(db, record)?;
    // A run has ended if that is the last record of the run and of the drafts in it.
    let ended = matches!(record, Record::RunEnded { .. });
    if let Some(run) = record.run() {
        db.execute("UPDATE run SET ended = ?2 WHERE id = ?1 AND ended <> ?2", params![run.0, ended])?;
    } else if let Some(draft) = record.draft() {
        let sql =
            "UPDATE run SET ended = 0 WHERE id = (SELECT run FROM import_draft WHERE id = ?1) AND ended";
        db.execute(sql, [draft.0])?;
    }
    Ok(())
}

fn add_draft(
    db: &Transaction<'_>,
    draft: DraftId,
    run: RunId,
    planned: &PlannedDraft,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO import_draft (id, shop, run, source, name, sku) SELECT ?1, shop, id, ?3, ?4, ?5 FROM run WHERE id = ?2 ON CONFLICT DO NOTHING";
    let (name, sku) = keys_of(&planned.draft);
    db.execute(sql, params![draft.0, run.0, searchable(&planned.source_name), name, sku]).map(drop)
}

/// By what a later import recognizes the draft of a record.
fn update_draft_keys(db: &Transaction<'_>, record: &Record) -> rusqlite::Result<()> {
    let (draft, fields) = match record {
        Record::DraftAdded { draft, planned, .. }
        | Record::Adopted { draft, planned, .. }
        | Record::Skipped { draft, planned, .. } => {
            let sql = "UPDATE import_draft SET source = ?2 WHERE id = ?1";
            db.execute(sql, params![draft.0, searchable(&planned.source_name)])?;
            (draft, &planned.draft)
        }
        Record::Retried { draft, fields, .. } => (draft, fields),
        _ => return Ok(()),
    };
    let (name, sku) = keys_of(fields);
    let sql = "UPDATE import_draft SET name = ?2, sku = ?3 WHERE id = ?1";
    db.execute(sql, params![draft.0, name, sku]).map(drop)
}

/// The name and the SKU of a draft, as they are compared.
fn keys_of(fields: &Draft) -> (Option<String>, Option<String>) {
    let name = Some(searchable(&fields.name)).filter(|name| !name.is_empty());
    (name, fields.sku.as_deref().map(folded))
}

/// Replays the journal, for a file from before drafts were recognized by their SKU.
pub(super) fn rebuild_draft_keys(db: &Transaction<'_>) -> rusqlite::Result<()> {
    let kinds =
        ["draft_added", "adopted", "retried", "skipped"].map(|kind| format!("instr(json, '\"{kind}\"')"));
    let mut query = db.prepare(&format!(
        "SELECT {COLUMNS} FROM journal WHERE draft IS NOT NULL AND ({}) ORDER BY id",
        kinds.join(" OR ")
    ))?;
    for line in query.query_map([], Line::read)? {
        update_draft_keys(db, &line?.entry()?.record)?;
    }
    Ok(())
}

/// A draft that was skipped is compared with no later import. One about whose product there is a doubt is,
/// like any that was added.
fn add_skipped(db: &Transaction<'_>, draft: DraftId) -> rusqlite::Result<()> {
    for line in lines(db, "draft = ?1 AND NOT EXISTS (SELECT 1 FROM import_draft WHERE id = ?1)", [draft.0])?
    {
        if let Record::Skipped { draft, run, planned, .. } = line.entry()?.record {
            add_draft(db, draft, run, &planned)?;
        }
    }
    Ok(())
}

/// A product belongs to the first draft that is recorded with it.
fn update_draft_product(db: &Transaction<'_>, record: &Record) -> rusqlite::Result<()> {
    match record {
        Record::Created { draft, product: Some(product) } => {
            let sql = "INSERT OR IGNORE INTO draft_product (shop, product, draft) SELECT shop, ?2, id FROM import_draft WHERE id = ?1";
            db.execute(sql, params![draft.0, product.as_str()]).map(drop)
        }
        Record::Accepted { draft, .. } => {
            db.execute("DELETE FROM draft_product WHERE draft = ?1", [draft.0]).map(drop)
        }
        _ => Ok(()),
    }
}

/// Replays the journal, for a file from before it was stored to which draft a product belongs.
pub(super) fn rebuild_draft_products(db: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut query = db.prepare(&format!(
        "SELECT {COLUMNS} FROM journal WHERE draft IS NOT NULL AND instr(json, '\"created\"') ORDER BY id"
    ))?;
    for line in query.query_map([], Line::read)? {
        update_draft_product(db, &line?.entry()?.record)?;
    }
    Ok(())
}

/// Replays the whole journal, for a file from before draft states were stored.
pub(super) fn rebuild_draft_states(db: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut query = db.prepare(&format!("SELECT {COLUMNS} FROM journal ORDER BY id"))?;
    for line in query.query_map([], Line::read)? {
        update_draft_state(db, &line?.entry()?.record)?;
    }
    Ok(())
}

fn save_draft_upload(
    db: &Transaction<'_>,
    draft: DraftId,
    file: &FileId,
    hash: Option<&ContentHash>,
    usage: UploadUse,
    at: Timestamp,
) -> rusqlite::Result<()> {
    let shop = db
        .query_row("SELECT shop FROM import_draft WHERE id = ?1", [draft.0], |row| row.get(0))
        .optional()?;
    shop.map_or(Ok(()), |shop| upsert_upload(db, shop, file, hash, usage, at))
}

fn next_number(db: &Transaction<'_>, name: &str, by: u64) -> rusqlite::Result<u64> {
    db.query_row(
        "UPDATE counter SET last = last + ?2 WHERE name = ?1 RETURNING last",
        params![name, by],
        |row| row.get(0),
    )
}

/// One row of the journal.
pub(super) struct Line {
    id: i64,
    at: i64,
    run: Option<u64>,
    draft: Option<u64>,
    json: String,
}

pub(super) fn lines(db: &Connection, condition: &str, params: impl Params) -> rusqlite::Result<Vec<Line>> {
    db.prepare(&format!("SELECT {COLUMNS} FROM journal WHERE {condition}"))?
        .query_map(params, Line::read)?
        .collect()
}

impl Line {
    /// Reads a row and verifies its checksum: SQLite itself does not notice a changed bit.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let line = Self {
            id: row.get(0)?,
            at: row.get(1)?,
            run: row.get(2)?,
            draft: row.get(3)?,
            json: row.get(4)?,
        };
        let sum: i64 = row.get(5)?;
        if sum == line.sum() {
            Ok(line)
        } else {
            Err(damaged(5, format!("journal entry {} is not as it was written", line.id)))
        }
    }

    fn sum(&self) -> i64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.id.to_le_bytes()).update(&self.at.to_le_bytes());
        for number in [self.run, self.draft] {
            hasher.update(&[u8::from(number.is_some())]).update(&number.unwrap_or_default().to_le_bytes());
        }
        let [a, b, c, d, e, f, g, h, ..] = *hasher.update(self.json.as_bytes()).finalize().as_bytes();
        i64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    pub(super) fn entry(self) -> rusqlite::Result<Entry> {
        let record = serde_json::from_str(&self.json)
            .map_err(|e| damaged(4, format!("journal entry {}: {e}", self.id)))?;
        Ok(Entry { at: self.at, record })
    }
}
