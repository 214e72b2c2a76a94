//! The desktop: dialogs, clipboard, light or dark, second starts of the program, a watched folder; and the
//! settings.

mod appearance;
mod awake;
mod clipboard;
pub mod crash_report;
pub mod dialogs;
pub mod file_manager;
mod notifications;
mod problem_report;
pub mod sample_photos;
mod service;
mod unused_files;
mod watched_folder;

use std::path::PathBuf;

use crate::store::HandedOver;
use vitrine_domain::Problem;
use vitrine_model::messages::{PasteTarget, PhotoSource, PickTarget};

pub use awake::keep_awake;
pub use service::{on_result, perform, start};

/// The result of a task of the desktop.
pub enum PlatformTaskResult {
    /// Only where the desktop is asked by this program.
    #[cfg(all(unix, not(target_os = "macos")))]
    Appearance(vitrine_model::messages::Theme),
    Picked {
        what: PickTarget,
        picked: Result<Vec<PathBuf>, Problem>,
    },
    Pasted {
        target: PasteTarget,
        photos: Result<Vec<PhotoSource>, Problem>,
    },
    /// New photos, or folders of photos, in the watched folder.
    FoundInFolder(Vec<PathBuf>),
    /// Whether the watched folder cannot be read.
    FolderMissing(bool),
    /// What can be sent to whoever helps, and the data directory.
    ProblemReport(Result<(String, PathBuf), Problem>),
    /// No browser opened for the page at this address.
    PageNotOpened(String),
    /// A notification was shown, or the desktop shows none.
    Notified,
    /// Pictures that nothing refers to were deleted.
    UnusedFilesDeleted,
    /// A second start of the program hands over its paths.
    HandedOver(HandedOver),
}
