//! What outlives the program: one SQLite file in the data directory, and the lock on that directory.
//!
//! The [journal](Store::append) is the part that must never be lost or rewritten: it says which creations may
//! have left, and so what may be sent. Everything else (who was signed in, uploaded files,
//! half-typed drafts, settings) would be a nuisance to lose. All of it is written durably before a call returns;
//! one write costs one flush of the disk, so records that belong together are written together.
//!
//! A file that is seen to be damaged when it is opened, or is not ours, is refused with the reason and left exactly as it is:
//! starting over in silence would make every product twice. After a session that did not end cleanly all of it is read
//! ([`StorePath::check`]), behind the window. No secret is kept here; those are in the
//! [keychain](crate::auth::Keychain).
//!
//! Calls block. Each thread that works on the file has a connection of its own ([`StorePath::connect`]); SQLite lets one write
//! at a time.

mod accounts;
mod draft_states;
mod files;
mod instance;
mod journal;
mod open;
mod pending_imports;
mod schema;
mod session;
mod settings;
mod uploads;
mod wal;

use std::path::Path;
use std::sync::Arc;

use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior};

use session::Session;

pub use accounts::KnownAccount;
pub use instance::{Instance, InstanceLock, OtherInstance};
pub use pending_imports::PendingImport;
pub use uploads::UploadUse;

use crate::domain::{AccountKey, Code, Problem};

/// The open data file.
#[derive(Debug)]
pub struct Store {
    // Closed before the session ends.
    db: Connection,
    session: Arc<Session>,
}

/// Where the data file lies, to work on it from another thread.
#[derive(Clone, Debug)]
pub struct StorePath(Arc<Session>);

impl Store {
    /// The session with the file lasts for as long as this is kept.
    pub fn path(&self) -> StorePath {
        StorePath(Arc::clone(&self.session))
    }

    fn file(&self) -> &Path {
        self.session.file()
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Problem> {
        work(&self.db).map_err(|error| self.problem(error))
    }

    /// All of `work` or none of it, on the disk when this returns.
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
        let done = attempt().map_err(|error| self.problem(error));
        #[cfg(test)]
        ON_WRITE.with_borrow_mut(|on_write| on_write.iter_mut().for_each(|on_write| on_write()));
        done
    }

    fn problem(&self, error: rusqlite::Error) -> Problem {
        let code = code_of(&error);
        if code == Code::StorageDamaged {
            self.session.mark_unsound();
        }
        Problem::new(code).about(self.file().display().to_string()).saying(error.to_string())
    }
}

#[cfg(test)]
thread_local! {
    static ON_WRITE: std::cell::RefCell<Option<Box<dyn FnMut()>>> = const { std::cell::RefCell::new(None) };
}

/// What is called on this thread after each write.
#[cfg(test)]
pub(crate) fn on_write(call: Option<Box<dyn FnMut()>>) {
    ON_WRITE.set(call);
}

/// A file that holds something else than this program wrote is damaged; everything else is the system's doing.
fn code_of(error: &rusqlite::Error) -> Code {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => match failure.code {
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase | ErrorCode::TypeMismatch | ErrorCode::ConstraintViolation => {
                Code::StorageDamaged
            }
            // The statements are fixed, so one that does not fit the tables means that the tables are not ours.
            ErrorCode::Unknown => Code::StorageDamaged,
            _ => Code::Storage,
        },
        rusqlite::Error::SqlInputError { .. }
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::QueryReturnedNoRows
        | rusqlite::Error::Utf8Error(..) => Code::StorageDamaged,
        _ => Code::Storage,
    }
}

/// A column that holds something else than was ever written to it.
fn damaged(column: usize, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
}

fn invalid_id(column: usize) -> rusqlite::Error {
    damaged(column, FromSqlError::InvalidType)
}

/// The number that stands for an account's shop in the other tables, if anything was ever kept for it.
fn find_shop(db: &Connection, account: &AccountKey) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM shop WHERE market = ?1 AND user = ?2 AND vendor = ?3";
    db.query_row(sql, (&account.market, account.user.as_str(), account.vendor.as_str()), |row| row.get(0)).optional()
}

fn shop(db: &Transaction<'_>, account: &AccountKey) -> rusqlite::Result<i64> {
    let sql = "INSERT INTO shop (market, user, vendor) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
    db.execute(sql, (&account.market, account.user.as_str(), account.vendor.as_str()))?;
    find_shop(db, account)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
}
