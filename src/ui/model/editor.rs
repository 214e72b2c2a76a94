//! Photos being edited: what is tried out here comes to nothing until it is applied.

use crate::domain::Edit;
use crate::worker::PictureKey;

/// Steps that can be taken back, of each photo.
const MAX_STEPS: usize = 200;

/// Which photos get the edit of the one that is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Each photo stays as it was edited here.
    #[default]
    Own,
    Product,
    /// The cover of every product.
    Covers,
    All,
}

#[derive(Clone, Debug)]
pub enum EditorAction {
    /// The photos of a product, by what they are called, beginning with the one at this place.
    Open {
        photos: Vec<(PictureKey, String)>,
        at: usize,
    },
    /// Looks at another photo.
    Go(usize),
    Change(Edit),
    /// A change that is part of a longer movement, which is taken back as one.
    Trace(Edit),
    /// The movement has ended.
    Settle,
    Undo,
    Redo,
    /// Back to the photo as it lies on the disk.
    Reset,
    Reach(Reach),
    /// Shows the photo as it was.
    Before(bool),
    Apply,
    Cancel,
}

#[derive(Clone, Debug)]
pub struct Sheet {
    pub photo: PictureKey,
    pub name: String,
    now: Edit,
    /// As it was when this was opened.
    was: Edit,
    undo: Vec<Edit>,
    redo: Vec<Edit>,
}

#[derive(Clone, Debug)]
pub struct Editor {
    sheets: Vec<Sheet>,
    at: usize,
    pub reach: Reach,
    pub before: bool,
    /// A movement has begun and not ended.
    tracing: bool,
}

impl Sheet {
    pub const fn edit(&self) -> Edit {
        self.now
    }

    /// Without the movement that goes on.
    fn settled(&self, tracing: bool) -> Edit {
        self.undo.last().copied().filter(|_| tracing).unwrap_or(self.now)
    }

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
    /// `None` without photos. `known` is how a photo is edited so far.
    pub(super) fn open(photos: Vec<(PictureKey, String)>, at: usize, known: impl Fn(&PictureKey) -> Edit) -> Option<Self> {
        let sheet = |(photo, name): (PictureKey, String)| {
            let now = known(&photo);
            Sheet { photo, name, now, was: now, undo: Vec::new(), redo: Vec::new() }
        };
        let sheets: Vec<Sheet> = photos.into_iter().map(sheet).collect();
        (at < sheets.len()).then_some(Self { sheets, at, reach: Reach::Own, before: false, tracing: false })
    }

    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }

    pub const fn at(&self) -> usize {
        self.at
    }

    /// The photo that is looked at.
    pub fn sheet(&self) -> &Sheet {
        &self.sheets[self.at]
    }

    pub fn edit(&self) -> Edit {
        self.sheet().now
    }

    /// A photo as it is between two movements, for a small picture of it: the large one follows them.
    pub fn settled(&self, place: usize) -> Option<PictureKey> {
        let sheet = self.sheets.get(place)?;
        Some(sheet.photo.clone().edited(sheet.settled(self.tracing && place == self.at)))
    }

    pub fn can_undo(&self) -> bool {
        !self.sheet().undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.sheet().redo.is_empty()
    }

    /// Photos that would be another way than they were, counted without the reach.
    pub fn changed(&self) -> usize {
        self.sheets.iter().filter(|sheet| sheet.now != sheet.was).count()
    }

    /// Whether only the photo that is looked at was changed, if any.
    pub fn only_this(&self) -> bool {
        self.sheets.iter().enumerate().all(|(place, sheet)| place == self.at || sheet.now == sheet.was)
    }

    /// Applying would do something.
    pub fn is_ready(&self) -> bool {
        self.reach != Reach::Own || self.changed() > 0
    }

    /// Not for [`EditorAction::Open`], `Apply` and `Cancel`, which are not the editor's to do.
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

    /// What becomes of which photo. `covers` and `all` are those of every product.
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
    fn a_movement_is_taken_back_as_one() {
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
    fn each_photo_has_its_own_steps() {
        let mut editor = editor(2);
        editor.act(EditorAction::Change(bright(10)));
        editor.act(EditorAction::Go(1));
        assert!(!editor.can_undo() && editor.edit().is_identity());
        editor.act(EditorAction::Change(bright(20)));
        let result = editor.result(std::iter::empty(), std::iter::empty());
        assert_eq!(result, [(photo(0), bright(10)), (photo(1), bright(20))]);
    }

    #[test]
    fn the_edit_reaches_the_photos_it_is_applied_to() {
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
    fn a_change_ends_the_look_at_what_was_before() {
        let mut editor = editor(1);
        editor.act(EditorAction::Before(true));
        editor.act(EditorAction::Change(bright(10)));
        assert!(!editor.before);
    }
}
