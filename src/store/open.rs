//! Opening the data file: created atomically the first time, checked each time, refused rather than repaired.
//!
//! The checks at each start cost the same however large the file is. [`StorePath::check`] reads the whole
//! file; it is due when the last session did not end cleanly.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, ffi};

use super::disk::files::{create_private, remove_if_exists, storage, sync_dir};
use super::disk::session::Session;
use super::disk::wal;
use super::{Store, StorePath, code_of, schema};
use vitrine_domain::{Finding, Problem, ProblemKind};
use vitrine_local::{files, private};

const FILE: &str = "vitrine.db";
/// The setting with the first version of the program that can read the file.
const PROGRAM_VERSION: &str = "program_version";

/// How long another process may hold the file before a call fails.
const BUSY: Duration = Duration::from_secs(2);

/// The size to which the write-ahead log shrinks after a checkpoint.
const LOG_BYTES: u64 = 4 << 20;

/// The first bytes of every SQLite 3 file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

impl Store {
    /// Opens the data file of this directory. Directory and file are created if they do not exist, readable
    /// by their owner alone.
    ///
    /// The caller holds the directory's [`Instance`](super::Instance). Damage deep inside the file is not
    /// found here: if [`Store::needs_check`] says so, [`StorePath::check`] looks for it.
    ///
    /// # Errors
    /// [`ProblemKind::StorageDamaged`] for a file that is visibly damaged or not ours, and
    /// [`ProblemKind::StorageNewer`] for one of a newer version of this program; it is left byte for byte as
    /// it was. [`ProblemKind::Storage`] for what the system refuses (read-only, full).
    pub fn open(dir: &Path) -> Result<Self, Problem> {
        private::make_data_dir(dir).map_err(|e| storage(dir, &e))?;
        let path = dir.join(FILE);
        let log = dir.join(format!("{FILE}-wal"));
        private::close_database(&path).map_err(|e| storage(&path, &e))?;
        let new = !path.try_exists().map_err(|e| storage(&path, &e))?;
        if new {
            if log.try_exists().map_err(|e| storage(&log, &e))? {
                return Err(damaged(&path, "the file is gone, but its log is still there"));
            }
            create(&path)?;
        }
        check_file(&path, &log)
            .map_err(|e| storage(&path, &e))?
            .map_or(Ok(()), |reason| Err(damaged(&path, reason)))?;
        wal::check(&log)
            .map_err(|e| storage(&log, &e))?
            .map_or(Ok(()), |reason| Err(damaged(&log, reason)))?;
        // Before SQLite creates the log of this session.
        let session = Arc::new(Session::new(path, log));
        let trusted = new || session.ended_cleanly();
        let db = connect(session.file()).map_err(|error| sqlite(session.file(), &error))?;
        let store = Self { db, session };
        store.check_header_and_schema()?;
        // Tables that may be damaged are not migrated. This check is needed only once per new version of the
        // program.
        let trusted = trusted
            || (store.read(schema::version)? < schema::MIGRATIONS.len()
                && store.full_check().map(|()| true)?);
        store.session.begin(trusted).map_err(|e| storage(store.session.file(), &e))?;
        let is_older = store.read(schema::version)? < schema::MIGRATIONS.len();
        store.read(|db| schema::migrate(db, schema::MIGRATIONS))?;
        if is_older || store.program_version().is_none() {
            store.set_setting(PROGRAM_VERSION, &format!("{:?}", env!("CARGO_PKG_VERSION")))?;
        }
        Ok(store)
    }

    /// The version of the program that this file needs, if it says so.
    fn program_version(&self) -> Option<String> {
        let json = self.setting(PROGRAM_VERSION).ok().flatten()?;
        serde_json::from_str(&json).ok()
    }

    /// Refuses a file that cannot be trusted or written, without changing it.
    fn check_header_and_schema(&self) -> Result<(), Problem> {
        if self.read(|db| db.is_readonly(rusqlite::MAIN_DB))? {
            return Err(Problem::new(ProblemKind::Storage)
                .with_subject(self.file().display().to_string())
                .with_diagnostic(Finding::FileReadOnly));
        }
        let owner: i32 = self.read(|db| db.pragma_query_value(None, "application_id", |row| row.get(0)))?;
        if owner != schema::APPLICATION_ID {
            return Err(damaged(self.file(), "a database of another program"));
        }
        let (version, known) = (self.read(schema::version)?, schema::MIGRATIONS.len());
        if version > known {
            let newer =
                Problem::new(ProblemKind::StorageNewer).with_subject(self.file().display().to_string());
            return Err(Problem { expected: self.program_version(), ..newer });
        }
        if !self.read(|db| schema::matches_migrations(db, schema::MIGRATIONS))? {
            return Err(damaged(self.file(), "its tables are not as this program made them"));
        }
        // A directory that is not writable is reported now, not in the middle of an import.
        self.write(|_| Ok(()))
    }

    /// Reads every page of the file.
    fn full_check(&self) -> Result<(), Problem> {
        // `quick_check` would miss an index that no longer matches its table.
        let verdict: String =
            self.read(|db| db.pragma_query_value(None, "integrity_check", |row| row.get(0)))?;
        if verdict == "ok" { Ok(()) } else { Err(damaged(self.file(), verdict)) }
    }

    /// Whether the last session did not end cleanly, so that [`StorePath::check`] is due. Until that check
    /// succeeds the log is not checkpointed when the file is closed.
    pub fn needs_check(&self) -> bool {
        !self.session.is_sound()
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // A checkpoint into a file that was refused, or may be damaged, would change the file.
        if self.session.is_sound()
            && let Err(error) = self.db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
        {
            tracing::warn!(%error, "the log is not folded in");
        }
    }
}

impl StorePath {
    /// Opens another connection to the file, which was checked when it was opened.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn connect(&self) -> Result<Store, Problem> {
        let file = self.0.file();
        let db = connect(file).map_err(|error| sqlite(file, &error))?;
        Ok(Store { db, session: Arc::clone(&self.0) })
    }

    /// Reads the whole file on a connection of its own; the time grows with the file. If it is damaged, no
    /// connection of this session writes any more.
    ///
    /// # Errors
    /// [`ProblemKind::StorageDamaged`] when the file is damaged; [`ProblemKind::Storage`] when it cannot be
    /// read.
    pub fn check(&self) -> Result<(), Problem> {
        let checked = self.connect()?.full_check();
        match &checked {
            Ok(()) => self.0.mark_sound(),
            Err(problem) if problem.kind == ProblemKind::StorageDamaged => {
                self.0.refuse_writes(problem.clone());
            }
            Err(_) => {}
        }
        checked
    }
}

/// Closing this connection does not checkpoint the log, unless the file is known to be sound by then.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    db.busy_timeout(BUSY)?;
    // `synchronous=FULL`: a commit is on disk before it returns, even through power loss. macOS needs
    // `fullfsync` in addition.
    for (name, value) in [
        ("synchronous", "FULL"),
        ("fullfsync", "ON"),
        ("checkpoint_fullfsync", "ON"),
        ("cell_size_check", "ON"),
    ] {
        db.pragma_update(None, name, value)?;
    }
    // A large import grows the log; this shrinks it again afterwards.
    db.pragma_update_and_check(None, "journal_size_limit", LOG_BYTES, |_| Ok(()))?;
    Ok(db)
}

/// Creates the file under another name and renames it when it is complete, so that an empty or partial file
/// is never taken for a new one.
fn create(path: &Path) -> Result<(), Problem> {
    let unfinished = path.with_extension("db-new");
    for leftover in ["", "-journal", "-wal", "-shm"] {
        let leftover = path.with_extension(format!("db-new{leftover}"));
        remove_if_exists(&leftover).map_err(|e| storage(&leftover, &e))?;
    }
    create_private(&unfinished).map_err(|e| storage(&unfinished, &e))?;
    let fill = || {
        let db = connect(&unfinished)?;
        db.pragma_update(None, "application_id", schema::APPLICATION_ID)?;
        schema::migrate(&db, schema::MIGRATIONS)?;
        let mode: String = db.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
        if mode != "wal" {
            let reason = "no log can be kept beside the file in this directory".to_owned();
            return Err(rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CANTOPEN), Some(reason)));
        }
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        db.close().map_err(|(_, error)| error)
    };
    fill().map_err(|error| sqlite(&unfinished, &error))?;
    fs::rename(&unfinished, path).and_then(|()| sync_dir(path)).map_err(|e| storage(path, &e))
}

/// Checks the file before SQLite touches it. Returns what is wrong with it, if anything.
///
/// The layout is documented by SQLite (<https://sqlite.org/fileformat2.html#the_database_header>).
fn check_file(path: &Path, log: &Path) -> io::Result<Option<&'static str>> {
    let mut file = files::open(path)?;
    let length = file.metadata()?.len();
    let mut header = [0; 20];
    match file.read_exact(&mut header) {
        Ok(()) if header.starts_with(MAGIC) => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
        _ => return Ok(Some("not a database")),
    }
    // File format versions: read and written with a write-ahead log. With any other value SQLite would ignore
    // the log.
    if header[18..20] != [2, 2] {
        return Ok(Some("the file's header is damaged"));
    }
    // SQLite fills a truncated last page with zeros. Only an interrupted checkpoint explains a truncated
    // page.
    let page_size = match u64::from(u16::from_be_bytes([header[16], header[17]])) {
        1 => 65_536,
        size => size.max(1),
    };
    let cut = length % page_size != 0 && !log.try_exists()?;
    Ok(cut.then_some("the file is cut short"))
}

fn sqlite(path: &Path, error: &rusqlite::Error) -> Problem {
    Problem::new(code_of(error)).with_subject(path.display().to_string()).with_quotation(error.to_string())
}

fn damaged(path: &Path, reason: impl Into<String>) -> Problem {
    Problem::new(ProblemKind::StorageDamaged).with_subject(path.display().to_string()).with_quotation(reason)
}
