//! What the desktop answers.

use std::path::PathBuf;

use super::messages::{PasteTarget, PickTarget, Theme};
use crate::domain::Problem;
use crate::worker::product_form::PhotoSource;

/// What a task of the desktop came to.
pub enum TaskResult {
    /// Only where the desktop is asked.
    #[cfg(all(unix, not(target_os = "macos")))]
    Appearance(Theme),
    Picked {
        what: PickTarget,
        picked: Result<Vec<PathBuf>, Problem>,
    },
    Pasted {
        target: PasteTarget,
        photos: Vec<PhotoSource>,
    },
    /// A second start of the program gives its paths to this one.
    HandedOver(Vec<PathBuf>),
}
