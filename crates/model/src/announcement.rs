//! Results that the screens show only by what has changed, told to those who do not see them.

/// What has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    Undone,
    Redone,
    /// There is no change to undo or to make again.
    NothingToUndo,
    /// So many cells of the review were filled in, cleared or pasted over together.
    CellsChanged(usize),
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastAnnouncement {
    pub last: Option<Announcement>,
    /// How many there were, so that the same one is announced again.
    pub number: u64,
}

impl LastAnnouncement {
    /// Announces a result.
    pub const fn announce(&mut self, announcement: Announcement) {
        self.last = Some(announcement);
        self.number += 1;
    }
}
