//! Results that the screens show only by what has changed, told to those who do not see them.

use vitrine_domain::FieldError;

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    Undone,
    Redone,
    /// There is no change to undo or to make again.
    NothingToUndo,
    /// So many cells of the review were filled in, cleared or pasted over together.
    CellsChanged(usize),
    /// What was typed into a cell that is left is no value.
    Unusable(FieldError),
    /// So many photos of the review were edited together.
    PhotosChanged(usize),
    /// So many photos of the form are in the marketplace, and none is on its way.
    PhotosSent(usize),
    /// Receiving events on this computer has begun, or ended.
    Receiving(bool),
    /// So many cells of the review were copied together.
    CellsCopied(usize),
    /// So many products of the table are selected now.
    Selected(usize),
    /// So many products of the review are shown now.
    Shown(usize),
    /// The import was asked to start while so many products cannot be sent yet.
    StartBlocked(usize),
    /// The form was asked to send its product while so many fields are missing or wrong.
    FormBlocked(usize),
    /// The import was asked to start while there is nothing to create.
    NothingToStart,
    /// The import was asked to start while its products are still being checked.
    StillChecking,
    /// The preview is there, and so many products change.
    PreviewReady(usize),
}

/// The last result, for screen readers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastAnnouncement {
    pub last: Option<Announcement>,
    /// How many there were, so that the same one is announced again.
    pub number: u64,
}

impl LastAnnouncement {
    /// Announces a result.
    pub fn announce(&mut self, announcement: Announcement) {
        self.last = Some(announcement);
        self.number += 1;
    }
}
