//! Commands and events about newer versions of the program.

use jiff::Timestamp;

use serde::{Deserialize, Serialize};

/// Commands about newer versions of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateCommand {
    /// Looks for a newer version now.
    CheckNow,
}

/// Events about newer versions of the program.
#[derive(Clone, Debug)]
pub enum UpdateEvent {
    /// What is known. Not sent where nobody could be asked.
    State(UpdateState),
    /// The daily look found this version, which it had not found before.
    NewVersion(String),
}

/// What is known of newer versions.
#[derive(Clone, Debug, PartialEq)]
pub struct UpdateState {
    /// The server that is asked.
    pub host: String,
    /// When it was asked last and answered.
    pub checked_at: Option<Timestamp>,
    /// The latest release, if it is newer than this program.
    pub newer: Option<Release>,
    /// What looking does.
    pub check: UpdateCheck,
}

/// The state of looking for a newer version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpdateCheck {
    #[default]
    Idle,
    Running,
    /// The person pressed the button, and there was no usable answer. A daily look that fails is not told.
    Failed(UpdateFailure),
}

/// A published release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    pub version: String,
    /// What is new, as plain text, maybe in both languages.
    pub notes: String,
    /// The page from which a person can download it.
    pub page: Option<String>,
}

/// Why a newer version could not be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateFailure {
    /// No server answered in time.
    NoAnswer,
    /// The answer does not describe a release.
    UnexpectedAnswer,
}
