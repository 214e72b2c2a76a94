//! What outlives the program: one SQLite file in the data directory, and the lock on that directory.
//!
//! The [journal](Store::append) is the part that must never be lost or rewritten: it says which creations may
//! have been sent, and so what may be sent now. Losing the rest (accounts, uploaded files, unsent forms,
//! settings) would be a nuisance. Everything is durable before a call returns; each write costs one flush of
//! the disk, so records that belong together are written together.
//!
//! A file that is found damaged when it is opened, or that is not ours, is refused with the reason and left
//! exactly as it is: silently starting over would create every product twice. After a session that did not
//! end cleanly the whole file is checked ([`StorePath::check`]) while the window is already open. No secret
//! is stored here; secrets are in the [keychain](crate::auth::Keychain).
//!
//! Calls block. Each thread that works on the file has a connection of its own ([`StorePath::connect`]);
//! SQLite allows one write at a time.

mod accounts;
mod cache;
mod catalog;
mod covers;
mod deliveries;
mod disk;
mod draft_states;
mod edits;
mod journal;
mod markets;
mod open;
mod origins;
mod pending_imports;
mod schema;
mod settings;
mod uploads;

use std::path::Path;
use std::sync::Arc;

use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior};

use disk::session::Session;

pub use accounts::{KnownAccount, only_shop_of_imports};
pub use catalog::CatalogId;
pub use deliveries::{Deliveries, NewDelivery, TERMINAL};
pub use disk::instance::{HandedOver, Instance, InstanceLock, OtherInstance};
pub use markets::Namesake;
pub use pending_imports::PendingImport;
pub use uploads::UploadUse;

use vitrine_domain::{AccountKey, Problem, ProblemKind};

/// An open connection to the data file.
///
/// It is large because it has a method for each question to the tables, which are in a file for each subject:
/// one connection serves all of them, so that what belongs together is written together.
#[derive(Debug)]
pub struct Store {
    // Declared first, so that the connection is closed before the session ends.
    db: Connection,
    session: Arc<Session>,
}

/// The location of the data file, to open connections from other threads.
#[derive(Clone, Debug)]
pub struct StorePath(Arc<Session>);

impl Store {
    /// The path of this file. The session lasts for as long as a path of it exists.
    pub fn path(&self) -> StorePath {
        StorePath(Arc::clone(&self.session))
    }

    fn file(&self) -> &Path {
        self.session.file()
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Problem> {
        work(&self.db).map_err(|error| self.problem(error))
    }

    /// Runs `work` in a transaction: all of it is durable when this returns, or none.
    fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, Problem> {
        let attempt = || {
            let transaction = Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        if let Some(damage) = self.session.damage() {
            return Err(damage.clone());
        }
        #[cfg(test)]
        if DISK_FULL.get() {
            return Err(self.problem(rusqlite::Error::SqliteFailure(
                rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_FULL),
                None,
            )));
        }
        let done = attempt().map_err(|error| self.problem(error));
        #[cfg(test)]
        ON_WRITE.with_borrow_mut(|on_write| on_write.iter_mut().for_each(|on_write| on_write()));
        done
    }

    fn problem(&self, error: rusqlite::Error) -> Problem {
        let code = code_of(&error);
        if code == ProblemKind::StorageDamaged {
            self.session.mark_unsound();
        }
        Problem::new(code).with_subject(self.file().display().to_string()).with_quotation(error.to_string())
    }
}

#[cfg(test)]
thread_local! {
    static ON_WRITE: std::cell::RefCell<Option<Box<dyn FnMut()>>> = const { std::cell::RefCell::new(None) };
    static DISK_FULL: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Sets a hook that is called on this thread after each write.
#[cfg(test)]
pub(crate) fn on_write(call: Option<Box<dyn FnMut()>>) {
    ON_WRITE.set(call);
}

/// From now on writes of this thread fail, or succeed again, as on a disk that is full.
#[cfg(test)]
pub(crate) fn set_disk_full(full: bool) {
    DISK_FULL.set(full);
}

/// A file that holds something other than this program wrote is damaged; every other error is the system's.
fn code_of(error: &rusqlite::Error) -> ProblemKind {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::TypeMismatch
            | ErrorCode::ConstraintViolation => ProblemKind::StorageDamaged,
            // The statements are fixed, so one that does not match the tables means that the tables are not
            // ours.
            ErrorCode::Unknown => ProblemKind::StorageDamaged,
            _ => ProblemKind::Storage,
        },
        rusqlite::Error::SqlInputError { .. }
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::QueryReturnedNoRows
        | rusqlite::Error::Utf8Error(..) => ProblemKind::StorageDamaged,
        _ => ProblemKind::Storage,
    }
}

/// The error for a column with a value that this program never writes.
fn damaged(column: usize, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
}

fn invalid_id(column: usize) -> rusqlite::Error {
    damaged(column, FromSqlError::InvalidType)
}

/// The row id of an account's shop, if anything was ever stored for it.
fn find_shop(db: &Connection, account: &AccountKey) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM shop WHERE market = ?1 AND user = ?2 AND vendor = ?3";
    db.query_row(sql, (&account.market, account.user.as_str(), account.vendor.as_str()), |row| row.get(0))
        .optional()
}

fn shop(db: &Transaction<'_>, account: &AccountKey) -> rusqlite::Result<i64> {
    let sql = "INSERT INTO shop (market, user, vendor) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    db.execute(sql, (&account.market, account.user.as_str(), account.vendor.as_str()))?;
    find_shop(db, account)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
}
