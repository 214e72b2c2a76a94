//! What was delivered to this computer by webhooks: one table, in a file of its own, so that a burst of
//! deliveries neither waits for the journal nor makes its file grow, and so that the terminal can receive
//! while the window is open.
//!
//! A delivery is durable before it is accepted. Equal ones are one row with a count. Beyond a limit the
//! oldest rows are deleted that are dealt with; where all of an account wait for something, there is no room.

use std::fs::File;
use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};

use super::code_of;
use super::disk::files::storage;
use vitrine_domain::{Forwarding, Problem, StoredDelivery};
use vitrine_local::private;

/// The name of the file in the data directory.
pub const DELIVERIES_FILE: &str = "deliveries.sqlite";
/// How the deliveries of the terminal are named: nobody need be signed in. They wait to be printed.
pub const TERMINAL: &str = "terminal";
/// How many deliveries of an account are kept.
const MAX_ROWS: i64 = 20_000;
/// How much of them is kept, in bytes of bodies.
const MAX_BYTES: i64 = 128 << 20;
/// How much is read at a time of what nobody has seen, in bytes of bodies.
const PART_BYTES: usize = 16 << 20;
/// How many are deleted at once.
const PRUNED_ROWS: i64 = 1_000;

const TABLE: &str = "
CREATE TABLE IF NOT EXISTS delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, digest BLOB NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
    count INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, media_type TEXT NOT NULL, body BLOB NOT NULL,
    is_shown INTEGER NOT NULL, forwarding INTEGER NOT NULL, UNIQUE (account, digest)
) STRICT;
";

const COLUMNS: &str = "id, first_at, last_at, count, method, path, media_type, body, forwarding, is_shown";

/// A delivery as it arrived.
#[derive(Clone, Debug)]
pub struct NewDelivery {
    pub at: Timestamp,
    pub method: String,
    /// Without a query, which may have a secret.
    pub path: String,
    pub media_type: String,
    pub body: Vec<u8>,
}

impl NewDelivery {
    /// Equal deliveries have equal digests.
    fn digest(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        for part in [self.method.as_bytes(), self.path.as_bytes(), &self.body] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
        *hasher.finalize().as_bytes()
    }
}

/// The states, at their numbers in the file.
const FORWARDING: [Forwarding; 4] =
    [Forwarding::Off, Forwarding::Waiting, Forwarding::Done, Forwarding::Failed];

fn forwarding_of_number(number: i64) -> Forwarding {
    usize::try_from(number).ok().and_then(|number| FORWARDING.get(number)).copied().unwrap_or_default()
}

/// An open connection to the file. Calls block.
#[derive(Debug)]
pub struct Deliveries {
    db: Connection,
    /// The account whose deliveries these are.
    account: String,
}

impl Deliveries {
    /// Opens the file in the data directory.
    ///
    /// # Errors
    /// `Storage` or `StorageDamaged`, naming the file.
    pub fn open(data_dir: &Path, account: &str) -> Result<Self, Problem> {
        let file = data_dir.join(DELIVERIES_FILE);
        let make = || {
            private::make_data_dir(data_dir)?;
            // SQLite gives its companion files the same permissions. One that is there is not opened here:
            // closing it again would release the locks that other connections of this process have on it.
            match private::open(&file, File::options().create_new(true).write(true)) {
                Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
            private::close_database(&file)
        };
        make().map_err(|error| storage(&file, &error))?;
        let open = || {
            let db = Connection::open(&file)?;
            db.busy_timeout(std::time::Duration::from_secs(5))?;
            db.pragma_update(None, "journal_mode", "WAL")?;
            // An accepted delivery survives a power failure.
            db.pragma_update(None, "synchronous", "FULL")?;
            db.execute_batch(TABLE)?;
            Ok(db)
        };
        let db = open().map_err(|error| problem(&file, &error))?;
        Ok(Self { db, account: account.to_owned() })
    }

    /// Has the deliveries of one marketplace's accounts belong to another marketplace.
    ///
    /// # Errors
    /// `Storage` or `StorageDamaged`, naming the file.
    pub fn move_market(data_dir: &Path, from: &str, to: &str) -> Result<(), Problem> {
        if !data_dir.join(DELIVERIES_FILE).exists() {
            return Ok(());
        }
        // An account is named after its marketplace, user and shop.
        let sql = "UPDATE OR IGNORE delivery SET account = ?2 || substr(account, length(?1) + 1) WHERE substr(account, 1, length(?1)) = ?1";
        Self::open(data_dir, "")?
            .attempt(|db, _| db.execute(sql, (format!("{from}/"), format!("{to}/"))).map(drop))
    }

    /// Stores deliveries; they are durable when this returns. Returns their rows, with the counts of those
    /// that arrived before.
    ///
    /// # Errors
    /// `Storage`: then none was stored.
    pub fn add(
        &mut self,
        new: &[NewDelivery],
        forwarding: Forwarding,
    ) -> Result<Vec<StoredDelivery>, Problem> {
        let sql = format!(
            "INSERT INTO delivery (account, digest, first_at, last_at, count, method, path, media_type, body, is_shown, forwarding)
             VALUES (?1, ?2, ?3, ?3, 1, ?4, ?5, ?6, ?7, 0, ?8)
             ON CONFLICT (account, digest) DO UPDATE SET last_at = excluded.last_at, count = count + 1
             RETURNING {COLUMNS}"
        );
        self.attempt(|db, account| {
            let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut rows = Vec::with_capacity(new.len());
            {
                let mut insert = transaction.prepare(&sql)?;
                for delivery in new {
                    let NewDelivery { at, method, path, media_type, body } = delivery;
                    let values = (
                        account,
                        delivery.digest(),
                        at.as_millisecond(),
                        method,
                        path,
                        media_type,
                        body,
                        forwarding as i64,
                    );
                    rows.push(insert.query_row(values, stored)?);
                }
            }
            transaction.commit()?;
            Ok(rows)
        })
    }

    /// Deletes the account's oldest deliveries if there are too many, but none that waits to be printed or
    /// passed on. Returns whether there is room for more.
    ///
    /// # Errors
    /// `Storage`.
    pub fn prune(&mut self) -> Result<bool, Problem> {
        let is_full =
            "SELECT count(*) > ?2 OR coalesce(sum(length(body)), 0) > ?3 FROM delivery WHERE account = ?1";
        let delete = format!(
            "DELETE FROM delivery WHERE id IN (SELECT id FROM delivery
             WHERE account = ?1 AND forwarding <> {} AND (is_shown OR account <> '{TERMINAL}') ORDER BY id LIMIT ?2)",
            Forwarding::Waiting as i64
        );
        self.attempt(|db, account| {
            while db.query_row(is_full, (account, MAX_ROWS, MAX_BYTES), |row| row.get(0))? {
                if db.execute(&delete, (account, PRUNED_ROWS))? == 0 {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// The newest deliveries, newest first.
    ///
    /// # Errors
    /// `Storage`.
    pub fn newest(&mut self, limit: u32) -> Result<Vec<StoredDelivery>, Problem> {
        let sql = format!("SELECT {COLUMNS} FROM delivery WHERE account = ?1 ORDER BY id DESC LIMIT {limit}");
        self.attempt(|db, account| db.prepare(&sql)?.query_map((account,), stored)?.collect())
    }

    /// Some of the oldest deliveries that nobody has seen yet; none if all were seen. They were accepted just
    /// before the program was killed, or faster than they were read.
    ///
    /// # Errors
    /// `Storage`.
    pub fn unshown(&mut self, limit: u32) -> Result<Vec<StoredDelivery>, Problem> {
        let sql = format!(
            "SELECT {COLUMNS} FROM delivery WHERE account = ?1 AND NOT is_shown ORDER BY id LIMIT {limit}"
        );
        self.attempt(|db, account| {
            let mut statement = db.prepare(&sql)?;
            let (mut rows, mut bytes) = (Vec::new(), 0);
            for row in statement.query_map((account,), stored)? {
                rows.push(row?);
                bytes += rows.last().map_or(0, |row: &StoredDelivery| row.body.len());
                if bytes >= PART_BYTES {
                    break;
                }
            }
            Ok(rows)
        })
    }

    /// These deliveries were seen.
    ///
    /// # Errors
    /// `Storage`.
    pub fn set_shown(&mut self, seen: &[StoredDelivery]) -> Result<(), Problem> {
        self.attempt(|db, account| {
            let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            {
                let mut update = transaction.prepare(
                    "UPDATE delivery SET is_shown = 1 WHERE account = ?1 AND id = ?2 AND NOT is_shown",
                )?;
                for delivery in seen {
                    update.execute((account, delivery.id))?;
                }
            }
            transaction.commit()
        })
    }

    /// One delivery; `None` if it was deleted.
    ///
    /// # Errors
    /// `Storage`.
    pub fn get(&mut self, id: i64) -> Result<Option<StoredDelivery>, Problem> {
        let sql = format!("SELECT {COLUMNS} FROM delivery WHERE account = ?1 AND id = ?2");
        self.attempt(|db, account| db.query_row(&sql, (account, id), stored).optional())
    }

    /// The oldest delivery that waits to be passed on.
    ///
    /// # Errors
    /// `Storage`.
    pub fn to_forward(&mut self) -> Result<Option<StoredDelivery>, Problem> {
        let sql = format!(
            "SELECT {COLUMNS} FROM delivery WHERE account = ?1 AND forwarding = {} ORDER BY id LIMIT 1",
            Forwarding::Waiting as i64
        );
        self.attempt(|db, account| db.query_row(&sql, (account,), stored).optional())
    }

    /// Says what became of passing it on.
    ///
    /// # Errors
    /// `Storage`.
    pub fn set_forwarding(&mut self, id: i64, forwarding: Forwarding) -> Result<(), Problem> {
        let sql = "UPDATE delivery SET forwarding = ?3 WHERE account = ?1 AND id = ?2";
        self.attempt(|db, account| db.execute(sql, (account, id, forwarding as i64)).map(drop))
    }

    /// Deletes all deliveries of the account.
    ///
    /// # Errors
    /// `Storage`.
    pub fn clear(&mut self) -> Result<(), Problem> {
        self.attempt(|db, account| {
            db.execute("DELETE FROM delivery WHERE account = ?1", (account,)).map(drop)
        })
    }

    fn attempt<T>(
        &mut self,
        work: impl FnOnce(&mut Connection, &str) -> rusqlite::Result<T>,
    ) -> Result<T, Problem> {
        work(&mut self.db, &self.account).map_err(|error| problem(Path::new(DELIVERIES_FILE), &error))
    }
}

fn problem(file: &Path, error: &rusqlite::Error) -> Problem {
    Problem::new(code_of(error)).with_subject(file.display().to_string()).with_quotation(error.to_string())
}

fn stored(row: &Row<'_>) -> rusqlite::Result<StoredDelivery> {
    let time = |column: usize| {
        Ok::<_, rusqlite::Error>(Timestamp::from_millisecond(row.get(column)?).unwrap_or_default())
    };
    Ok(StoredDelivery {
        id: row.get(0)?,
        first_at: time(1)?,
        last_at: time(2)?,
        count: row.get(3)?,
        method: row.get(4)?,
        path: row.get(5)?,
        media_type: row.get(6)?,
        body: row.get(7)?,
        forwarding: forwarding_of_number(row.get(8)?),
        is_shown: row.get(9)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery(body: &str) -> NewDelivery {
        let (method, path, media_type) = ("POST".to_owned(), "/in".to_owned(), "application/json".to_owned());
        NewDelivery { at: Timestamp::UNIX_EPOCH, method, path, media_type, body: body.as_bytes().to_vec() }
    }

    #[test]
    fn equal_deliveries_are_one_with_a_count_and_only_of_the_same_account() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = Deliveries::open(folder.path(), "own").unwrap();
        let mut other = Deliveries::open(folder.path(), "other").unwrap();
        own.add(&[delivery("a"), delivery("b"), delivery("a")], Forwarding::Off).unwrap();
        other.add(&[delivery("a")], Forwarding::Off).unwrap();
        let counts: Vec<u64> = own.newest(10).unwrap().iter().map(|row| row.count).collect();
        assert_eq!(counts, [1, 2], "newest first");
        assert_eq!(other.newest(10).unwrap().len(), 1);
    }

    #[test]
    fn what_nobody_saw_is_there_after_a_restart_until_it_was_seen() {
        let folder = tempfile::tempdir().unwrap();
        Deliveries::open(folder.path(), "own")
            .unwrap()
            .add(&[delivery("a"), delivery("b")], Forwarding::Off)
            .unwrap();
        let mut again = Deliveries::open(folder.path(), "own").unwrap();
        let unshown = again.unshown(10).unwrap();
        assert_eq!(unshown.iter().map(|row| row.body.as_slice()).collect::<Vec<_>>(), [b"a", b"b"]);
        again.set_shown(&unshown[..1]).unwrap();
        assert_eq!(again.unshown(10).unwrap().len(), 1);
    }

    #[test]
    fn arriving_again_changes_only_the_count() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = Deliveries::open(folder.path(), "own").unwrap();
        let first = own.add(&[delivery("a"), delivery("b")], Forwarding::Off).unwrap();
        own.set_shown(&first[1..]).unwrap();
        let again = own.add(&[delivery("a"), delivery("b")], Forwarding::Waiting).unwrap();
        for (before, after) in first.iter().zip(&again) {
            let is_shown = before.id == first[1].id;
            assert_eq!(*after, StoredDelivery { count: 2, is_shown, ..before.clone() });
        }
        assert_eq!(own.unshown(10).unwrap(), again[..1], "nobody saw it yet, however often it came");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_what_was_delivered() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        std::fs::create_dir(&data).unwrap();
        std::fs::write(data.join(DELIVERIES_FILE), "").unwrap();
        std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::set_permissions(data.join(DELIVERIES_FILE), std::fs::Permissions::from_mode(0o644)).unwrap();
        let mut own = Deliveries::open(&data, "own").unwrap();
        own.add(&[delivery("a")], Forwarding::Off).unwrap();
        let made = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path());
        let paths: Vec<_> = made.chain([data.clone()]).collect();
        assert_eq!(paths.len(), 4, "the folder, the file, its log and its index: {paths:?}");
        for path in paths {
            assert_eq!(
                std::fs::metadata(&path).unwrap().permissions().mode() & 0o077,
                0,
                "{}",
                path.display()
            );
        }
    }

    #[test]
    fn the_oldest_are_deleted_when_there_are_too_many() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = Deliveries::open(folder.path(), "own").unwrap();
        let many: Vec<NewDelivery> = (0..=MAX_ROWS).map(|number| delivery(&number.to_string())).collect();
        own.add(&many, Forwarding::Off).unwrap();
        assert!(own.prune().unwrap());
        let kept = own.newest(u32::MAX).unwrap();
        assert_eq!(kept.len() as i64, MAX_ROWS + 1 - PRUNED_ROWS);
        assert_eq!(kept[0].body, MAX_ROWS.to_string().as_bytes(), "the newest is kept");
    }

    #[test]
    fn what_waits_to_be_printed_or_passed_on_is_never_deleted_and_there_is_no_room_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let large = |number: usize| delivery(&format!("{number}{}", "a".repeat(1 << 20)));
        let many: Vec<NewDelivery> = (0..130).map(large).collect();
        let waiting = [(TERMINAL, Forwarding::Off), ("own", Forwarding::Waiting)];
        for (account, forwarding) in waiting {
            let mut deliveries = Deliveries::open(folder.path(), account).unwrap();
            let stored = deliveries.add(&many, forwarding).unwrap();
            assert!(!deliveries.prune().unwrap(), "{account}");
            assert_eq!(deliveries.newest(u32::MAX).unwrap().len(), many.len(), "{account}");
            // Half of them are dealt with, and give room.
            let (done, left) = stored.split_at(many.len() / 2);
            deliveries.set_shown(done).unwrap();
            done.iter().for_each(|row| deliveries.set_forwarding(row.id, Forwarding::Done).unwrap());
            assert!(deliveries.prune().unwrap(), "{account}");
            let kept: Vec<i64> = deliveries.newest(u32::MAX).unwrap().iter().map(|row| row.id).collect();
            assert!(left.iter().all(|row| kept.contains(&row.id)), "{account}");
        }
    }

    #[test]
    fn of_large_deliveries_that_nobody_saw_only_some_are_read_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let mut own = Deliveries::open(folder.path(), TERMINAL).unwrap();
        let many: Vec<NewDelivery> =
            (0..40).map(|number| delivery(&format!("{number}{}", "a".repeat(1 << 20)))).collect();
        own.add(&many, Forwarding::Off).unwrap();
        let mut seen = 0;
        loop {
            let part = own.unshown(500).unwrap();
            assert!(part.iter().map(|row| row.body.len()).sum::<usize>() < PART_BYTES + (2 << 20));
            if part.is_empty() {
                break;
            }
            seen += part.len();
            own.set_shown(&part).unwrap();
        }
        assert_eq!(seen, many.len());
    }
}
