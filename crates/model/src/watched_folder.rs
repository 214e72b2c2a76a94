//! What the window knows of the watched folder, beside the settings.

use std::path::PathBuf;

/// The folder in which the worker looks for new photos.
#[derive(Debug, Default)]
pub struct WatchedFolderState {
    /// The folder that the worker was told of.
    pub told: Option<PathBuf>,
    /// Whether it cannot be read at the moment.
    pub missing: bool,
    /// What came into it and is not in the review yet, because somebody types there.
    pub(super) arrived: Vec<PathBuf>,
    /// Whether it was said that something waits.
    pub(super) is_waiting_said: bool,
}
