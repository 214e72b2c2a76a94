//! What the person does with the photos of a product.

use std::collections::BTreeSet;
use std::path::PathBuf;

use eframe::egui::Ui;

use super::move_dialog::MoveDialog;
use super::photos::file_name;
use super::state::{Open, PhotoStripView, button_id};
use crate::ui::screens::Cx;
use crate::worker::PictureKey;
use vitrine_model::{Action, EditorAction, ImportAction, PhotoAction, ReviewAction};

/// What was pressed. Photos are named by their indices in the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhotoStripAction {
    /// Moves the focus. `extend` selects up to there, `keep` leaves the selection as it is.
    Go {
        to: usize,
        extend: bool,
        keep: bool,
    },
    Click {
        photo: usize,
        extend: bool,
        toggle: bool,
    },
    Toggle(usize),
    SelectAll,
    /// Moves photos to the position of another one.
    Reorder(BTreeSet<usize>, usize),
    MakeCover,
    Edit(usize),
    /// Asks for the product to which the selected photos go.
    AskMove,
    MoveTo(usize, BTreeSet<usize>),
    Split,
    /// Makes a new product of a photo and those after it.
    SplitFrom(usize),
    /// Makes one product of this one and the one above.
    MergeUp,
    Remove,
    RemoveOne(usize),
    Replace(usize),
    /// Looks once more at a file that could not be used.
    CheckAgain(usize),
    MergeInto(usize),
    /// Opens the context menu of a photo.
    Menu(usize),
    /// Gives up a selection of several photos, else closes the photos.
    Escape,
    Close,
}

/// Performs what was pressed.
pub fn perform(ui: &Ui, view: &mut PhotoStripView, cx: &mut Cx<'_>, did: PhotoStripAction) {
    let Some(open) = &mut view.open else { return };
    let product = open.index;
    ui.ctx().request_repaint();
    // The buttons may be disabled afterwards: the focus goes to the photos.
    open.had_focus |= !matches!(did, PhotoStripAction::AskMove);
    let change =
        |cx: &mut Cx<'_>, action| cx.act(Action::Import(ImportAction::Review(ReviewAction::Photos(action))));
    match did {
        PhotoStripAction::Go { to, extend, keep } => {
            if keep {
                open.current = to;
            } else {
                open.select(to, extend, false);
            }
            open.wants_focus = true;
        }
        PhotoStripAction::Click { photo, extend, toggle } => {
            open.select(photo, extend, toggle);
            open.wants_focus = true;
        }
        PhotoStripAction::Toggle(photo) => open.select(photo, false, true),
        PhotoStripAction::SelectAll => open.selected = (0..open.photos.len()).collect(),
        PhotoStripAction::Reorder(photos, to) => change(cx, PhotoAction::Reorder { product, photos, to }),
        PhotoStripAction::MakeCover => {
            change(cx, PhotoAction::Reorder { product, photos: open.targets(), to: 0 });
        }
        PhotoStripAction::Edit(at) => {
            let photos =
                open.photos.iter().map(|photo| (PictureKey::File(photo.clone()), file_name(photo))).collect();
            cx.act(Action::PhotoEditor(EditorAction::Open { photos, at }));
        }
        PhotoStripAction::AskMove => view.moving = Some(MoveDialog::new(product, open.targets())),
        PhotoStripAction::MoveTo(to, photos) => change(cx, PhotoAction::Move { product, photos, to }),
        PhotoStripAction::Split => change(cx, PhotoAction::Split { product, photos: open.targets() }),
        PhotoStripAction::SplitFrom(photo) => {
            change(cx, PhotoAction::Split { product, photos: (photo.max(1)..open.photos.len()).collect() });
        }
        PhotoStripAction::MergeUp => {
            if let Some(into) = view.neighbours[0] {
                change(cx, PhotoAction::Merge { product, into });
            }
        }
        PhotoStripAction::Remove => change(cx, PhotoAction::Remove { product, photos: open.targets() }),
        PhotoStripAction::RemoveOne(photo) => {
            change(cx, PhotoAction::Remove { product, photos: BTreeSet::from([photo]) });
        }
        PhotoStripAction::Replace(photo) => change(cx, PhotoAction::ChooseReplacement { product, photo }),
        PhotoStripAction::CheckAgain(photo) => {
            cx.pictures.look_again(open.photos.get(photo).map(PathBuf::as_path).into_iter());
        }
        PhotoStripAction::MergeInto(into) => change(cx, PhotoAction::Merge { product, into }),
        PhotoStripAction::Menu(photo) => {
            if !open.selected.contains(&photo) {
                open.select(photo, false, false);
            }
            open.menu_requested = true;
        }
        PhotoStripAction::Escape if open.selected.len() > 1 => open.select(open.current, false, false),
        PhotoStripAction::Escape | PhotoStripAction::Close => close(ui, view, cx),
    }
}

/// Closes the photos; the button that showed them gets the focus.
fn close(ui: &Ui, view: &mut PhotoStripView, cx: &Cx<'_>) {
    let draft = view
        .open
        .as_ref()
        .map(|open: &Open| open.index)
        .and_then(|index| cx.model.import.review.drafts().get(index));
    if let Some(draft) = draft {
        ui.memory_mut(|memory| memory.request_focus(button_id(draft)));
    }
    view.open = None;
}
