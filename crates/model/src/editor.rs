//! The photo editor's state. Edits take effect when they are applied.

use crate::messages::PictureKey;
use vitrine_domain::PhotoEdit;

/// The length of each photo's undo history.
const MAX_STEPS: usize = 200;

/// Which photos get the edit of the current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApplyTo {
    /// Each photo keeps the edit it got in the editor.
    #[default]
    Own,
    /// All photos of the product.
    Product,
    /// The cover of every product.
    Covers,
    /// Every photo of every product.
    All,
}

/// What the user did in the photo editor.
#[derive(Clone, Debug)]
pub enum EditorAction {
    /// Opens a product's photos (with their names), showing the one at index `at`.
    Open { photos: Vec<(PictureKey, String)>, at: usize },
    /// Shows the photo at this index.
    Go(usize),
    /// Sets the current photo's edit.
    Change(PhotoEdit),
    /// Sets the edit during a drag, which is undone as one step.
    Drag(PhotoEdit),
    /// Ends a drag.
    EndDrag,
    /// Undoes the last step of the current photo.
    Undo,
    /// Redoes a step.
    Redo,
    /// Removes all edits of the current photo.
    Reset,
    /// Chooses which photos get the edit.
    SetApplyTo(ApplyTo),
    /// Shows (or no longer shows) the current photo without edits.
    ShowOriginal(bool),
    /// Applies the edits and closes the editor.
    Apply,
    /// Closes the editor; if that would lose edits, asks first.
    Cancel,
    /// Answers that: discards the edits and closes the editor.
    Discard,
    /// Answers that: stays in the editor.
    Stay,
}

/// A photo in the editor, with its undo history.
#[derive(Clone, Debug)]
pub struct EditedPhoto {
    /// The photo without edits.
    pub photo: PictureKey,
    /// The photo's name.
    pub name: String,
    now: PhotoEdit,
    /// The edit when the editor was opened.
    original: PhotoEdit,
    undo: Vec<PhotoEdit>,
    redo: Vec<PhotoEdit>,
}

/// The open photo editor.
#[derive(Clone, Debug)]
pub struct Editor {
    photos: Vec<EditedPhoto>,
    at: usize,
    /// Which photos get the edit of the current one.
    pub apply_to: ApplyTo,
    /// Whether the photo is shown without edits.
    pub shows_original: bool,
    /// Whether a drag is in progress.
    dragging: bool,
    /// Whether the user is asked if the edits may be lost.
    pub asks_to_discard: bool,
}

impl EditedPhoto {
    /// The edit as it is now.
    pub const fn edit(&self) -> PhotoEdit {
        self.now
    }

    /// The edit without the drag in progress.
    fn without_drag(&self, dragging: bool) -> PhotoEdit {
        self.undo.last().copied().filter(|_| dragging).unwrap_or(self.now)
    }

    /// Sets the edit, as a step that can be undone.
    fn set(&mut self, edit: PhotoEdit) {
        if edit != self.now {
            self.undo.push(self.now);
            if self.undo.len() > MAX_STEPS {
                self.undo.remove(0);
            }
            self.redo.clear();
            self.now = edit;
        }
    }
}

impl Editor {
    /// Opens the editor; `None` if there is no photo at index `at`. `known` returns a photo's current edit.
    pub(super) fn open(
        photos: Vec<(PictureKey, String)>,
        at: usize,
        known: impl Fn(&PictureKey) -> PhotoEdit,
    ) -> Option<Self> {
        let sheet = |(photo, name): (PictureKey, String)| {
            let now = known(&photo);
            EditedPhoto { photo, name, now, original: now, undo: Vec::new(), redo: Vec::new() }
        };
        let photos: Vec<EditedPhoto> = photos.into_iter().map(sheet).collect();
        (at < photos.len()).then_some(Self {
            photos,
            at,
            apply_to: ApplyTo::Own,
            shows_original: false,
            dragging: false,
            asks_to_discard: false,
        })
    }

    /// The photos, in order.
    pub fn photos(&self) -> &[EditedPhoto] {
        &self.photos
    }

    /// The index of the current photo.
    pub const fn current_index(&self) -> usize {
        self.at
    }

    /// The current photo.
    pub fn current(&self) -> &EditedPhoto {
        &self.photos[self.at]
    }

    /// The current photo's edit.
    pub fn edit(&self) -> PhotoEdit {
        self.current().now
    }

    /// A photo for its small preview, which does not follow a drag; the large preview does.
    pub fn without_drag(&self, index: usize) -> Option<PictureKey> {
        let sheet = self.photos.get(index)?;
        Some(sheet.photo.clone().edited(sheet.without_drag(self.dragging && index == self.at)))
    }

    /// Whether the current photo has a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.current().undo.is_empty()
    }

    /// Whether the current photo has a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.current().redo.is_empty()
    }

    /// How many photos have another edit than before, not counting those reached by [`Reach`].
    pub fn changed_count(&self) -> usize {
        self.photos.iter().filter(|sheet| sheet.now != sheet.original).count()
    }

    /// Whether no photo but the current one was changed.
    pub fn only_this(&self) -> bool {
        self.photos.iter().enumerate().all(|(index, sheet)| index == self.at || sheet.now == sheet.original)
    }

    /// Whether applying would change anything.
    pub fn is_ready(&self) -> bool {
        self.apply_to != ApplyTo::Own || self.changed_count() > 0
    }

    /// Performs an action. [`EditorAction::Open`], `Apply` and `Discard` are the model's and are ignored
    /// here.
    pub(super) fn act(&mut self, action: EditorAction) {
        let continues = matches!(action, EditorAction::Drag(_));
        let dragging = std::mem::replace(&mut self.dragging, continues);
        let changes = !matches!(
            action,
            EditorAction::ShowOriginal(_)
                | EditorAction::EndDrag
                | EditorAction::SetApplyTo(_)
                | EditorAction::Cancel
                | EditorAction::Stay
        );
        if changes {
            self.shows_original = false;
        }
        let (at, count) = (self.at, self.photos.len());
        let sheet = &mut self.photos[at];
        match action {
            EditorAction::Go(to) if to < count => self.at = to,
            EditorAction::Drag(edit) if dragging => sheet.now = edit,
            EditorAction::Change(edit) | EditorAction::Drag(edit) => sheet.set(edit),
            EditorAction::Undo => {
                if let Some(edit) = sheet.undo.pop() {
                    sheet.redo.push(std::mem::replace(&mut sheet.now, edit));
                }
            }
            EditorAction::Redo => {
                if let Some(edit) = sheet.redo.pop() {
                    sheet.undo.push(std::mem::replace(&mut sheet.now, edit));
                }
            }
            EditorAction::Reset => sheet.set(PhotoEdit::default()),
            EditorAction::SetApplyTo(reach) => self.apply_to = reach,
            EditorAction::ShowOriginal(before) => self.shows_original = before,
            EditorAction::Cancel => self.asks_to_discard = true,
            EditorAction::Stay => self.asks_to_discard = false,
            EditorAction::Go(_)
            | EditorAction::EndDrag
            | EditorAction::Open { .. }
            | EditorAction::Apply
            | EditorAction::Discard => {}
        }
    }

    /// The edit of each photo once applied. `covers` and `all` are the covers and photos of every product.
    pub(super) fn result(
        self,
        covers: impl Iterator<Item = PictureKey>,
        all: impl Iterator<Item = PictureKey>,
    ) -> Vec<(PictureKey, PhotoEdit)> {
        let edit = self.edit();
        let own = self.photos.iter().map(|sheet| (sheet.photo.clone(), sheet.now));
        let mut result: Vec<(PictureKey, PhotoEdit)> = match self.apply_to {
            ApplyTo::Product => self.photos.iter().map(|sheet| (sheet.photo.clone(), edit)).collect(),
            _ => own.collect(),
        };
        match self.apply_to {
            ApplyTo::Own | ApplyTo::Product => {}
            ApplyTo::Covers => result.extend(covers.map(|photo| (photo, edit))),
            ApplyTo::All => result.extend(all.map(|photo| (photo, edit))),
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photo(n: usize) -> PictureKey {
        PictureKey::File(format!("{n}.jpg").into())
    }

    fn editor(count: usize) -> Editor {
        let photos = (0..count).map(|n| (photo(n), format!("{n}.jpg"))).collect();
        Editor::open(photos, 0, |_| PhotoEdit::default()).unwrap()
    }

    fn bright(brightness: i8) -> PhotoEdit {
        PhotoEdit::default().with_brightness(brightness)
    }

    #[test]
    fn a_drag_is_undone_as_one_step() {
        let mut editor = editor(1);
        editor.act(EditorAction::Change(PhotoEdit::default().rotated_right()));
        for brightness in 1..30 {
            editor.act(EditorAction::Drag(bright(brightness)));
        }
        editor.act(EditorAction::EndDrag);
        editor.act(EditorAction::Drag(bright(50)));
        editor.act(EditorAction::Undo);
        assert_eq!(editor.edit(), bright(29));
        editor.act(EditorAction::Undo);
        assert_eq!(editor.edit(), PhotoEdit::default().rotated_right());
        editor.act(EditorAction::Redo);
        assert_eq!((editor.edit(), editor.can_redo()), (bright(29), true));
        editor.act(EditorAction::Reset);
        assert!(editor.edit().is_identity() && editor.can_undo() && !editor.can_redo());
    }

    #[test]
    fn each_photo_has_its_own_undo_history() {
        let mut editor = editor(2);
        editor.act(EditorAction::Change(bright(10)));
        editor.act(EditorAction::Go(1));
        assert!(!editor.can_undo() && editor.edit().is_identity());
        editor.act(EditorAction::Change(bright(20)));
        let result = editor.result(std::iter::empty(), std::iter::empty());
        assert_eq!(result, [(photo(0), bright(10)), (photo(1), bright(20))]);
    }

    #[test]
    fn the_edit_is_applied_to_the_chosen_photos() {
        for (reach, edited_indices) in [
            (ApplyTo::Own, vec![0]),
            (ApplyTo::Product, vec![0, 1]),
            (ApplyTo::Covers, vec![0, 2]),
            (ApplyTo::All, vec![0, 1, 2, 3]),
        ] {
            let mut editor = editor(2);
            editor.act(EditorAction::Change(bright(10)));
            editor.act(EditorAction::SetApplyTo(reach));
            let result: std::collections::BTreeMap<_, _> =
                editor.result([0, 2].into_iter().map(photo), (0..4).map(photo)).into_iter().collect();
            let edited: Vec<_> =
                result.into_iter().filter(|(_, edit)| !edit.is_identity()).map(|(photo, _)| photo).collect();
            assert_eq!(edited, edited_indices.into_iter().map(photo).collect::<Vec<_>>(), "{reach:?}");
        }
    }

    #[test]
    fn a_change_ends_the_view_of_the_original() {
        let mut editor = editor(1);
        editor.act(EditorAction::ShowOriginal(true));
        editor.act(EditorAction::Change(bright(10)));
        assert!(!editor.shows_original);
    }
}
