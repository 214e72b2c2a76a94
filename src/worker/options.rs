//! What a worker is started with.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;

use crate::auth;
use crate::market::Timeouts;
use crate::pace;

/// A closing program waits this long for requests under way; after that they are dropped, and settled at the next start.
pub const SHUTDOWN_LIMIT: Duration = Duration::from_secs(2);

pub struct Options {
    pub data_dir: PathBuf,
    /// Signs in with this instead of what the keychain holds (`VITRINE_TOKEN`).
    pub token: Option<SecretString>,
    /// What the program proves with that it is itself, where no server of the seller's does (`VITRINE_CLIENT_SECRET`).
    pub client_secret: Option<SecretString>,
    /// How a page is shown to the person: the system's browser. May block.
    pub open_page: fn(&str) -> Result<(), String>,
    /// How long the person may take on the marketplace's pages.
    pub sign_in_limit: Duration,
    /// Where processes that share the keychain take lock_dir at renewing a token. `None`: they do not.
    pub lock_dir: Option<PathBuf>,
    /// The clock on the wall.
    pub clock: fn() -> Timestamp,
    /// Ctrl-C and a polite kill stop the worker as [`Command::Shutdown`] does.
    pub stop_on_signal: bool,
    /// How many requests at a time, and the like. What the market file says goes before it.
    pub pace: pace::Limits,
    /// How long each request may take.
    pub timeouts: Timeouts,
}

impl Options {
    pub fn new(data_dir: PathBuf) -> Self {
        Self {
            data_dir,
            token: None,
            client_secret: None,
            open_page: auth::browser::open,
            sign_in_limit: Duration::from_secs(10 * 60),
            lock_dir: directories::ProjectDirs::from("", "", "Vitrine").map(|dirs| dirs.data_local_dir().join("turns")),
            clock: Timestamp::now,
            stop_on_signal: false,
            pace: pace::Limits::default(),
            timeouts: Timeouts::default(),
        }
    }
}
