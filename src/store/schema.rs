//! The tables, and the migration of older files.

use std::sync::OnceLock;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::journal::{rebuild_draft_keys, rebuild_draft_products, rebuild_draft_states};

/// `PRAGMA application_id`: distinguishes our files from other SQLite files ("VTRN").
pub(super) const APPLICATION_ID: i32 = 0x5654_524E;

/// Migration `n` takes a file from version `n` to `n + 1`; a new file goes through all of them. Released
/// migrations never change.
pub(super) const MIGRATIONS: &[&str] =
    &[V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15, V16];

const V1: &str = "
CREATE TABLE setting (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE learned_limit (market TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (market, name)) STRICT, WITHOUT ROWID;

CREATE TABLE account (
    market TEXT NOT NULL, user TEXT NOT NULL,
    profile TEXT NOT NULL,          -- Account as JSON
    used_at INTEGER NOT NULL,       -- seconds since 1970, like every time here
    PRIMARY KEY (market, user)
) STRICT, WITHOUT ROWID;
CREATE TABLE current_account (market TEXT PRIMARY KEY, user TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- An AccountKey, numbered. `knowledge` is the journal entry that says what was learned of it last.
CREATE TABLE shop (
    id INTEGER PRIMARY KEY, market TEXT NOT NULL, user TEXT NOT NULL, vendor TEXT NOT NULL, knowledge INTEGER,
    UNIQUE (market, user, vendor)
) STRICT;

CREATE TABLE form (shop INTEGER NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (shop, key)) STRICT, WITHOUT ROWID;

CREATE TABLE upload (
    shop INTEGER NOT NULL, file TEXT NOT NULL,
    hash BLOB,                      -- of the photo as it lies on the disk; unknown for a cover met only in an intent
    uploaded_at INTEGER NOT NULL,
    cover INTEGER NOT NULL,         -- 1: it is some product's identity, and nobody else's photo
    PRIMARY KEY (shop, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX upload_by_hash ON upload (shop, hash);

CREATE TABLE product (
    shop INTEGER NOT NULL, position INTEGER NOT NULL,
    id TEXT NOT NULL, title TEXT NOT NULL, price INTEGER, inventory INTEGER, is_wholesale INTEGER, sku TEXT,
    status_name TEXT, status_value INTEGER, has_status INTEGER NOT NULL,
    photo TEXT, original TEXT, xs TEXT, sm TEXT, md TEXT, lg TEXT, has_photo INTEGER NOT NULL,
    PRIMARY KEY (shop, position)
) STRICT, WITHOUT ROWID;

-- Appended to, never changed.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL,
    run INTEGER, draft INTEGER,     -- those the record names
    json TEXT NOT NULL,
    sum INTEGER NOT NULL            -- of everything else in the row
) STRICT;
CREATE INDEX journal_by_run ON journal (run, draft) WHERE run IS NOT NULL;
CREATE INDEX journal_by_draft ON journal (draft) WHERE draft IS NOT NULL;

-- What the journal says of runs and drafts, where questions about all of them would mean reading all of it.
CREATE TABLE run (id INTEGER PRIMARY KEY, shop INTEGER NOT NULL, ended INTEGER NOT NULL) STRICT;
CREATE INDEX run_unfinished ON run (shop) WHERE NOT ended;
CREATE TABLE import_draft (
    id INTEGER PRIMARY KEY, shop INTEGER NOT NULL,
    run INTEGER NOT NULL,           -- the one it is in now
    source TEXT NOT NULL            -- its source name, folded
) STRICT;
CREATE INDEX import_draft_by_source ON import_draft (shop, source);
CREATE INDEX import_draft_by_run ON import_draft (run);

-- The last id given out of each kind.
CREATE TABLE counter (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counter VALUES ('run', 0), ('draft', 0);
";

/// `kept`: the keychain holds a token of the account. `file`: the path of the marketplace's file when it was
/// last used.
const V2: &str = "
ALTER TABLE account ADD COLUMN kept INTEGER NOT NULL DEFAULT 1;
CREATE TABLE market (name TEXT PRIMARY KEY, file TEXT NOT NULL) STRICT, WITHOUT ROWID;
";

/// Journal records may contain photo edits. No table changes; the version number alone keeps an older
/// program, which would send those photos unedited, from resuming them.
const V3: &str = "";

/// Started imports get rows of their own, and drafts their states ([`fill`]). The shop's products are no
/// longer stored.
const V4: &str = "
CREATE TABLE started (
    draft INTEGER PRIMARY KEY, market TEXT NOT NULL,
    shop INTEGER,                   -- NULL: nobody was signed in
    again INTEGER NOT NULL,
    source TEXT NOT NULL,           -- what the product is known by, as JSON
    json TEXT NOT NULL              -- PlannedDraft
) STRICT;
CREATE INDEX started_by_source ON started (market, source);
CREATE INDEX started_by_shop ON started (shop);
-- Where the journal leaves each draft, also those that were only skipped, for counting.
CREATE TABLE draft_state (
    draft INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,           -- the one it is in now
    state TEXT NOT NULL,            -- State as JSON
    attempts INTEGER NOT NULL
) STRICT;
CREATE INDEX draft_state_by_run ON draft_state (run, state);
ALTER TABLE run ADD COLUMN form INTEGER NOT NULL DEFAULT 0;     -- 1: it makes the product of the create form
DELETE FROM setting WHERE key = 'pending_imports';
DROP TABLE product;
";

/// Categories and their attributes are kept for times without a connection, and what a shop chose about them.
const V5: &str = "
CREATE TABLE market_cache (
    market TEXT NOT NULL, name TEXT NOT NULL, read_at INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (market, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE shop_choice (shop INTEGER NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (shop, key)) STRICT, WITHOUT ROWID;
";

/// Each shop's products as last read.
const V6: &str = "
CREATE TABLE catalog (
    id INTEGER PRIMARY KEY AUTOINCREMENT, shop INTEGER NOT NULL,
    read_at INTEGER,                -- NULL: the list was not read to its end
    is_complete INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX catalog_by_shop ON catalog (shop);
CREATE TABLE catalog_product (
    catalog INTEGER NOT NULL, position INTEGER NOT NULL,
    id TEXT NOT NULL, title TEXT NOT NULL, price INTEGER, inventory INTEGER, is_wholesale INTEGER, sku TEXT,
    has_status INTEGER NOT NULL, status_name TEXT, status_value INTEGER,
    has_photo INTEGER NOT NULL, photo TEXT, original TEXT, xs TEXT, sm TEXT, md TEXT, lg TEXT,
    PRIMARY KEY (catalog, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX catalog_product_by_id ON catalog_product (catalog, id);
";

/// How the covers of products look that were sent.
const V7: &str = "
CREATE TABLE cover (
    shop INTEGER NOT NULL, draft INTEGER NOT NULL,
    name TEXT NOT NULL,             -- as it was sent
    look BLOB NOT NULL,             -- PerceptualHash
    PRIMARY KEY (shop, draft)
) STRICT, WITHOUT ROWID;
";

/// Runs of changes, and the products of each.
const V8: &str = "
CREATE TABLE edit_run (
    id INTEGER PRIMARY KEY AUTOINCREMENT, shop INTEGER NOT NULL, started_at INTEGER NOT NULL,
    undoes INTEGER                  -- the run whose old values this one restores
) STRICT;
CREATE INDEX edit_run_by_shop ON edit_run (shop);
CREATE TABLE edit_row (
    run INTEGER NOT NULL, position INTEGER NOT NULL,
    product TEXT NOT NULL, name TEXT NOT NULL,
    fields TEXT NOT NULL,           -- their names and new values, as JSON; base and now have a value for each
    base TEXT NOT NULL,             -- what the shop had
    state TEXT NOT NULL,            -- RowState
    now TEXT NOT NULL,              -- what the shop has instead, of a row that moved
    problem TEXT,                   -- Problem as JSON
    PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX edit_row_by_state ON edit_row (run, state);
";

/// What lists tell of products beside the fields of the contract.
const V9: &str = "
ALTER TABLE catalog_product ADD COLUMN category INTEGER;
ALTER TABLE catalog_product ADD COLUMN created_at INTEGER;
ALTER TABLE catalog_product ADD COLUMN changed_at INTEGER;
ALTER TABLE catalog_product ADD COLUMN review TEXT;             -- Review as JSON
";

/// Which products of a run a request was sent for: what is there of it is ours, whatever the answer said.
const V10: &str = "
ALTER TABLE edit_row ADD COLUMN sent INTEGER NOT NULL DEFAULT 0;
";

/// A marketplace is known by its id: its name and its origins. `origins`: as JSON; NULL as long as only an
/// older version knew it. `older`: the name under which an older version saved its secrets, if nobody has
/// said yet whether they are for these origins.
const V11: &str = "
ALTER TABLE market ADD COLUMN origins TEXT;
ALTER TABLE market ADD COLUMN older TEXT;
";

/// To which draft each created product belongs, over all imports.
const V12: &str = "
CREATE TABLE draft_product (
    shop INTEGER NOT NULL, product TEXT NOT NULL, draft INTEGER NOT NULL,
    PRIMARY KEY (shop, product)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX draft_product_by_draft ON draft_product (draft);
";

/// The variants of a product; NULL where it has none.
const V13: &str = "
ALTER TABLE catalog_product ADD COLUMN variants TEXT;           -- a list of Variant as JSON
";

/// The discount that runs for a product, and the owner's price where buyers pay another one; NULL where the
/// list does not tell.
const V14: &str = "
ALTER TABLE catalog_product ADD COLUMN discount TEXT;           -- Discount as JSON
ALTER TABLE catalog_product ADD COLUMN primary_price INTEGER;
";

/// The day from which the old values of a run come back automatically; NULL where they do not, or have.
const V15: &str = "
ALTER TABLE edit_run ADD COLUMN back_on TEXT;                  -- a date, 2026-12-05
";

/// By what a later import recognizes a draft: its source name and its own name, as they are compared now, and
/// its SKU, folded.
const V16: &str = "
ALTER TABLE import_draft ADD COLUMN name TEXT;
ALTER TABLE import_draft ADD COLUMN sku TEXT;
CREATE INDEX import_draft_by_name ON import_draft (shop, name) WHERE name IS NOT NULL;
CREATE INDEX import_draft_by_sku ON import_draft (shop, sku) WHERE sku IS NOT NULL;
";

pub(super) fn version(db: &Connection) -> rusqlite::Result<usize> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Whether the file's tables are exactly those that the migrations to its version create.
pub(super) fn matches_migrations(db: &Connection, steps: &[&str]) -> rusqlite::Result<bool> {
    let steps = steps.get(..version(db)?).unwrap_or(steps);
    if steps != MIGRATIONS {
        return Ok(tables(db)? == made_by(steps)?);
    }
    // Those of this version are made once in a process: making them takes longer than all else in opening a
    // file.
    static CURRENT: OnceLock<Tables> = OnceLock::new();
    let current = match CURRENT.get() {
        Some(current) => current,
        None => {
            let made = made_by(MIGRATIONS)?;
            CURRENT.get_or_init(|| made)
        }
    };
    Ok(tables(db)? == *current)
}

/// The tables that these migrations create.
fn made_by(steps: &[&str]) -> rusqlite::Result<Tables> {
    let fresh = Connection::open_in_memory()?;
    migrate(&fresh, steps)?;
    tables(&fresh)
}

/// Every table and index by name, with its definition.
type Tables = Vec<(String, String)>;

fn tables(db: &Connection) -> rusqlite::Result<Tables> {
    let mut query =
        db.prepare("SELECT name, concat_ws(' ', type, tbl_name, sql) FROM sqlite_schema ORDER BY name")?;
    query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Runs the migrations that the file lacks. Each one is a transaction: a migration that fails or is
/// interrupted leaves no trace.
pub(super) fn migrate(db: &Connection, steps: &[&str]) -> rusqlite::Result<()> {
    for (from, step) in steps.iter().enumerate().skip(version(db)?) {
        let transaction = Transaction::new_unchecked(db, TransactionBehavior::Immediate)?;
        transaction.execute_batch(step)?;
        fill(&transaction, step)?;
        transaction.pragma_update(None, "user_version", from + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

/// The part of a migration that SQL cannot express.
fn fill(db: &Transaction<'_>, step: &str) -> rusqlite::Result<()> {
    match step {
        V4 => rebuild_draft_states(db),
        V12 => rebuild_draft_products(db),
        V16 => rebuild_draft_keys(db),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::import::PlannedDraft;
    use vitrine_core::import::journal::Record;
    use vitrine_media::ContentHash;

    fn at_version(steps: &[&str], version: usize) -> Connection {
        let db = Connection::open_in_memory().unwrap();
        migrate(&db, &steps[..version]).unwrap();
        db
    }

    /// Stands for future versions: the mechanism has to work before there is a second version to try it on.
    const FUTURE: &[&str] = &[
        V1,
        "ALTER TABLE setting ADD COLUMN changed_at INTEGER",
        "CREATE TABLE note (text TEXT NOT NULL) STRICT; INSERT INTO note SELECT key FROM setting",
    ];

    #[test]
    fn a_migrated_file_has_the_same_tables_as_a_new_one() {
        for steps in [MIGRATIONS, FUTURE] {
            let new = tables(&at_version(steps, steps.len())).unwrap();
            for version in 0..=steps.len() {
                let db = at_version(steps, version);
                migrate(&db, steps).unwrap();
                assert_eq!(tables(&db).unwrap(), new, "from version {version}");
                assert_eq!(super::version(&db).unwrap(), steps.len());
            }
        }
    }

    #[test]
    fn a_migration_keeps_the_data() {
        let db = at_version(FUTURE, 1);
        db.execute("INSERT INTO setting (key, json) VALUES ('language', '\"fa\"')", []).unwrap();
        migrate(&db, FUTURE).unwrap();
        let kept: (String, String) = db
            .query_row("SELECT json, text FROM setting, note", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        assert_eq!(kept, ("\"fa\"".to_owned(), "language".to_owned()));
    }

    #[test]
    fn a_draft_from_before_photo_edits_reads_back_without_edits() {
        let planned: PlannedDraft = serde_json::from_str(
            r#"{"draft":{"name":"Rug"},"source":"/p","source_name":"p","photos":["/p/1.jpg"]}"#,
        )
        .unwrap();
        assert!(planned.edit(0).is_identity());
        let uploaded = r#"{"kind":"photo_uploaded","draft":1,"index":0,"hash":"HASH","file":5}"#;
        let uploaded = uploaded.replace("HASH", &ContentHash::of(b"rug").to_string());
        let record: Record = serde_json::from_str(&uploaded).unwrap();
        assert!(matches!(&record, Record::PhotoUploaded { edit, .. } if edit.is_identity()));
        assert_eq!(
            serde_json::to_value(&record).unwrap(),
            serde_json::from_str::<serde_json::Value>(&uploaded).unwrap()
        );
        let json = serde_json::to_string(&planned).unwrap();
        assert!(!json.contains("edits"), "an unedited photo is written as before: {json}");
    }

    #[test]
    fn a_failed_migration_leaves_the_previous_version() {
        let broken = &[V1, "CREATE TABLE extra (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)"];
        let db = at_version(broken, 1);
        let before = tables(&db).unwrap();
        assert!(migrate(&db, broken).is_err());
        assert_eq!((version(&db).unwrap(), tables(&db).unwrap()), (1, before));
    }
}
