//! The photo editor's state. Edits take effect when they are applied.

use crate::domain::Edit;
use crate::worker::PictureKey;

/// The length of each photo's undo history.
const MAX_STEPS: usize = 200;

/// Which photos get the edit of the current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
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
    Change(Edit),
    /// Sets the edit during a drag, which is undone as one step.
    Trace(Edit),
    /// Ends a drag.
    Settle,
    /// Undoes the last step of the current photo.
    Undo,
    /// Redoes a step.
    Redo,
    /// Removes all edits of the current photo.
    Reset,
    /// Chooses which photos get the edit.
    Reach(Reach),
    /// Shows (or no longer shows) the current photo without edits.
    Before(bool),
    /// Applies the edits and closes the editor.
    Apply,
    /// Discards the edits and closes the editor.
    Cancel,
}

/// A photo in the editor, with its undo history.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The photo without edits.
    pub photo: PictureKey,
    /// The photo's name.
    pub name: String,
    now: Edit,
    /// The edit when the editor was opened.
    was: Edit,
    undo: Vec<Edit>,
    redo: Vec<Edit>,
}

/// The open photo editor.
#[derive(Clone, Debug)]
pub struct Editor {
    sheets: Vec<Sheet>,
    at: usize,
    /// Which photos get the edit of the current one.
    pub reach: Reach,
    /// Whether the photo is shown without edits.
    pub before: bool,
    /// Whether a drag is in progress.
    tracing: bool,
}

impl Sheet {
    /// The edit as it is now.
    pub const fn edit(&self) -> Edit {
        self.now
    }

    /// The edit without the drag in progress.
    fn settled(&self, tracing: bool) -> Edit {
        self.undo.last().copied().filter(|_| tracing).unwrap_or(self.now)
    }

    /// Sets the edit, as a step that can be undone.
    fn to(&mut self, edit: Edit) {
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
    pub(super) fn open(photos: Vec<(PictureKey, String)>, at: usize, known: impl Fn(&PictureKey) -> Edit) -> Option<Self> {
        let sheet = |(photo, name): (PictureKey, String)| {
            let now = known(&photo);
            Sheet { photo, name, now, was: now, undo: Vec::new(), redo: Vec::new() }
        };
        let sheets: Vec<Sheet> = photos.into_iter().map(sheet).collect();
        (at < sheets.len()).then_some(Self { sheets, at, reach: Reach::Own, before: false, tracing: false })
    }

    /// The photos, in order.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    /// The index of the current photo.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The current photo.
    pub fn sheet(&self) -> &Sheet {
        &self.sheets[self.at]
    }

    /// The current photo's edit.
    pub fn edit(&self) -> Edit {
        self.sheet().now
    }

    /// A photo for its small preview, which does not follow a drag; the large preview does.
    pub fn settled(&self, place: usize) -> Option<PictureKey> {
        let sheet = self.sheets.get(place)?;
        Some(sheet.photo.clone().edited(sheet.settled(self.tracing && place == self.at)))
    }

    /// Whether the current photo has a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.sheet().undo.is_empty()
    }

    /// Whether the current photo has a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.sheet().redo.is_empty()
    }

    /// How many photos have another edit than before, not counting those reached by [`Reach`].
    pub fn changed(&self) -> usize {
        self.sheets.iter().filter(|sheet| sheet.now != sheet.was).count()
    }

    /// Whether no photo but the current one was changed.
    pub fn only_this(&self) -> bool {
        self.sheets.iter().enumerate().all(|(place, sheet)| place == self.at || sheet.now == sheet.was)
    }

    /// Whether applying would change anything.
    pub fn is_ready(&self) -> bool {
        self.reach != Reach::Own || self.changed() > 0
    }

    /// Performs an action. [`EditorAction::Open`], `Apply` and `Cancel` are the model's and are ignored here.
    pub(super) fn act(&mut self, action: EditorAction) {
        let goes_on = matches!(action, EditorAction::Trace(_));
        let tracing = std::mem::replace(&mut self.tracing, goes_on);
        if !matches!(action, EditorAction::Before(_) | EditorAction::Settle | EditorAction::Reach(_)) {
            self.before = false;
        }
        let (at, count) = (self.at, self.sheets.len());
        let sheet = &mut self.sheets[at];
        match action {
            EditorAction::Go(to) if to < count => self.at = to,
            EditorAction::Trace(edit) if tracing => sheet.now = edit,
            EditorAction::Change(edit) | EditorAction::Trace(edit) => sheet.to(edit),
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
            EditorAction::Reset => sheet.to(Edit::default()),
            EditorAction::Reach(reach) => self.reach = reach,
            EditorAction::Before(before) => self.before = before,
            EditorAction::Go(_) | EditorAction::Settle | EditorAction::Open { .. } | EditorAction::Apply | EditorAction::Cancel => {}
        }
    }

    /// The edit of each photo once applied. `covers` and `all` are the covers and photos of every product.
    pub(super) fn result(self, covers: impl Iterator<Item = PictureKey>, all: impl Iterator<Item = PictureKey>) -> Vec<(PictureKey, Edit)> {
        let edit = self.edit();
        let own = self.sheets.iter().map(|sheet| (sheet.photo.clone(), sheet.now));
        let mut result: Vec<(PictureKey, Edit)> = match self.reach {
            Reach::Product => self.sheets.iter().map(|sheet| (sheet.photo.clone(), edit)).collect(),
            _ => own.collect(),
        };
        match self.reach {
            Reach::Own | Reach::Product => {}
            Reach::Covers => result.extend(covers.map(|photo| (photo, edit))),
            Reach::All => result.extend(all.map(|photo| (photo, edit))),
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
        Editor::open(photos, 0, |_| Edit::default()).unwrap()
    }

    fn bright(brightness: i8) -> Edit {
        Edit::default().with_brightness(brightness)
    }

    #[test]
    fn a_drag_is_undone_as_one_step() {
        let mut editor = editor(1);
        editor.act(EditorAction::Change(Edit::default().rotated_right()));
        for brightness in 1..30 {
            editor.act(EditorAction::Trace(bright(brightness)));
        }
        editor.act(EditorAction::Settle);
        editor.act(EditorAction::Trace(bright(50)));
        editor.act(EditorAction::Undo);
        assert_eq!(editor.edit(), bright(29));
        editor.act(EditorAction::Undo);
        assert_eq!(editor.edit(), Edit::default().rotated_right());
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
        for (reach, reached) in
            [(Reach::Own, vec![0]), (Reach::Product, vec![0, 1]), (Reach::Covers, vec![0, 2]), (Reach::All, vec![0, 1, 2, 3])]
        {
            let mut editor = editor(2);
            editor.act(EditorAction::Change(bright(10)));
            editor.act(EditorAction::Reach(reach));
            let result: std::collections::BTreeMap<_, _> =
                editor.result([0, 2].into_iter().map(photo), (0..4).map(photo)).into_iter().collect();
            let edited: Vec<_> = result.into_iter().filter(|(_, edit)| !edit.is_identity()).map(|(photo, _)| photo).collect();
            assert_eq!(edited, reached.into_iter().map(photo).collect::<Vec<_>>(), "{reach:?}");
        }
    }

    #[test]
    fn a_change_ends_the_view_of_the_original() {
        let mut editor = editor(1);
        editor.act(EditorAction::Before(true));
        editor.act(EditorAction::Change(bright(10)));
        assert!(!editor.before);
    }
}
