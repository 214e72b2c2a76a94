//! The options with which a worker is started.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;

use crate::auth::Keychain;
use crate::client::Timeouts;
use crate::worker::platform::file_manager;
use crate::worker::sheet_reader::{self, ReadSheet, TakePictures};
use vitrine_core::pace;
use vitrine_media::FreeSpace;
use vitrine_sandbox::ShopBehaviour;

/// How long a closing program waits for requests in flight. After that they are cancelled, and checked at the
/// next start.
pub const SHUTDOWN_LIMIT: Duration = Duration::from_secs(2);

/// How long a closing program waits besides for a token that is being renewed, or that the keychain has not
/// accepted yet. The refresh token before it is no longer valid, so that without it somebody would have to
/// sign in again.
pub const TOKEN_SAVE_LIMIT: Duration = Duration::from_secs(4);

/// The options of a worker.
///
/// It is large because it has a field for each thing that whoever starts a worker decides.
pub struct Options {
    pub data_dir: PathBuf,
    /// Signs in with this token instead of a saved one (`VITRINE_TOKEN`).
    pub token: Option<SecretString>,
    /// The OAuth client secret of this program, where no server of the seller holds it
    /// (`VITRINE_CLIENT_SECRET`).
    pub client_secret: Option<SecretString>,
    /// Opens a page in the system's browser, or a folder, by its path, in its file manager. May block.
    pub open_page: fn(&str) -> Result<(), String>,
    /// How long the user may take on the marketplace's sign-in pages.
    pub sign_in_limit: Duration,
    /// The directory of the lock files by which processes that share the keychain take turns at renewing a
    /// token. `None`: no locking.
    pub lock_dir: Option<PathBuf>,
    /// Where tokens are saved.
    pub keychain: Keychain,
    /// Reads the worksheets of files.
    pub read_sheet: ReadSheet,
    /// Takes the pictures out of them.
    pub take_pictures: TakePictures,
    /// The wall clock.
    pub clock: fn() -> Timestamp,
    /// Tells how much is free on a disk.
    pub free_space: FreeSpace,
    /// Whether a saved token is used unchecked while the marketplace cannot be reached, so that the shop can
    /// be looked at.
    pub works_offline: bool,
    /// Whether Ctrl-C and SIGTERM stop the worker as [`Command::Shutdown`] does.
    pub stop_on_signal: bool,
    /// Limits of concurrency and rate. The market file takes precedence.
    pub pace: pace::Limits,
    /// Time limits of requests.
    pub timeouts: Timeouts,
    /// The address of the latest release of the program, where there is one. It is requested only if the
    /// person wants that.
    pub update_address: Option<String>,
    /// Whether the practice shop's marketplace has categories, and which language it speaks.
    pub practice: ShopBehaviour,
}

impl Options {
    /// The default options with this data directory.
    pub fn new(data_dir: PathBuf) -> Self {
        Self {
            data_dir,
            token: None,
            client_secret: None,
            open_page: file_manager::open_page_or_folder,
            sign_in_limit: Duration::from_secs(10 * 60),
            lock_dir: directories::ProjectDirs::from("", "", "Vitrine")
                .map(|dirs| dirs.data_local_dir().join("turns")),
            keychain: Keychain::system(),
            read_sheet: sheet_reader::ISOLATED,
            take_pictures: sheet_reader::TAKE_ISOLATED,
            clock: Timestamp::now,
            free_space: vitrine_media::free_space,
            works_offline: false,
            stop_on_signal: false,
            pace: pace::Limits::default(),
            timeouts: Timeouts::default(),
            update_address: None,
            practice: ShopBehaviour { relaxed: true, discounts: true, ..ShopBehaviour::default() },
        }
    }
}
