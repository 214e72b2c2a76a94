//! What is asked of the desktop, and the person's settings.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::domain::Draft;
use crate::import::Grouping;

/// The desktop's dialogs and clipboard, and the settings.
#[derive(Debug)]
pub enum PlatformCommand {
    /// Tells whether the desktop is light or dark, now and when it changes, where the window system does not.
    FollowAppearance,
    SaveSettings(Box<Settings>),
    /// Opens the system's file dialog.
    Pick(PickTarget),
    /// Reads files or a picture from the clipboard.
    Paste(PasteTarget),
}

/// What a file dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickTarget {
    FormPhotos,
    ImportPhotos,
    ImportFolder,
    MarketFile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasteTarget {
    Form,
    Import,
}

/// What the person chose; kept in the data directory. Holds no secret.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// A language tag (`en`, `fa`); `None` follows the system.
    pub language: Option<String>,
    pub theme: Theme,
    pub grouping: Grouping,
    /// Fields filled in for every product of an import, as typed.
    pub defaults: Draft,
    /// The market file used last.
    pub market: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}
