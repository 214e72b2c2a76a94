//! Files and folders → drafts. Pure: the worker looks through the disk and tells what it found.

use std::path::PathBuf;

use super::state::{Grouping, PlannedDraft};
use crate::domain::Problem;

/// One thing the look through a dropped path came upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub path: PathBuf,
    pub kind: FoundKind,
    /// Which of the dropped paths it lies in (or is).
    pub root: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// A picture by its content, of a format that can be made fit to send.
    Photo,
    /// Named like a picture, but is none.
    NotAPhoto,
    /// A picture of a format this program cannot read.
    Unsupported,
    /// A picture's name and no bytes.
    Empty,
    /// The system's reason.
    Unreadable(String),
    /// A link back to a folder that holds it.
    FolderLoop,
    /// Some other file; passed over.
    Other,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planned {
    pub drafts: Vec<PlannedDraft>,
    /// Files that look as if they should have become products, and why they did not.
    pub problems: Vec<Problem>,
    /// Files passed over: neither pictures nor meant to be.
    pub ignored: usize,
}

/// Groups what was found below the dropped paths `roots` into drafts, in natural order.
pub fn plan(roots: &[PathBuf], found: &[Found], grouping: Grouping) -> Planned {
    let _ = (roots, found, grouping);
    Planned::default()
}
