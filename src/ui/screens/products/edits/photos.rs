//! The photos of a product that is changed: their order, and which are added or removed.

use std::path::Path;

use eframe::egui::{Align, Id, Rect, Role, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

use super::typed::Album;
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::worker::{AlbumPhoto, Command, PickTarget, PictureKey, PlatformCommand};
use vitrine_domain::Field;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{is_rtl, row_layout};
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, PhotoTile, PictureState, Pill, focus};

/// The side of a photo's picture, in points.
const TILE_SIZE: f32 = 96.0;
/// The height of the buttons below it.
const CONTROLS_HEIGHT: f32 = 34.0;

/// What is done to the photo at a place.
enum Change {
    Move(usize, usize),
    Remove(usize),
}

/// Draws the photos, and the button that adds some.
pub fn show(ui: &mut Ui, album: &mut Album, cx: &mut Cx<'_>) {
    vitrine_text::strong(ui, cx.words.field(Field::Photos));
    let mut change = None;
    ui.with_layout(row_layout(is_rtl(ui)).with_main_wrap(true).with_cross_align(Align::Min), |ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::S);
        for place in 0..album.wanted.len() {
            change = tile(ui, album, place, cx).or(change.take());
        }
    });
    match change {
        Some(Change::Move(from, to)) => {
            let photo = album.wanted.remove(from);
            album.wanted.insert(to, photo);
        }
        Some(Change::Remove(place)) => {
            album.removed = Some((place, album.wanted.remove(place)));
            if let Some(last) = album.wanted.len().checked_sub(1) {
                focus::request(ui.ctx(), remove_id(album, place.min(last)));
            }
        }
        None => {}
    }
    ui.horizontal_wrapped(|ui| {
        if ui.add(Button::secondary(cx.t("create-photos-choose")).with_icon(Icon::Photo).small()).clicked() {
            cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::ProductPhotos)));
        }
        put_back(ui, album, cx);
    });
}

/// Puts back the photo that was removed last.
fn put_back(ui: &mut Ui, album: &mut Album, cx: &Cx<'_>) {
    let Some((place, photo)) = album.removed.take() else { return };
    let undo = ui.add(UiCommand::Undo.secondary(cx.words).small());
    vitrine_text::describe(&undo, &cx.t("create-photo-removed"));
    ui.add(
        Text::new(cx.t("create-photo-removed")).small().color(theme::palette(ui).ink_soft).announced(false),
    );
    if undo.clicked() {
        album.wanted.insert(place.min(album.wanted.len()), photo);
    } else {
        album.removed = Some((place, photo));
    }
}

/// The widget id of the button that removes the photo at a place. It is that of the photo: a second click is
/// not meant for the one that takes its place.
fn remove_id(album: &Album, place: usize) -> Id {
    let photo = &album.wanted[place];
    let equal = album.wanted[..place].iter().filter(|other| *other == photo).count();
    Id::unique(("remove a photo of a product", format!("{photo:?}"), equal))
}

fn tile(ui: &mut Ui, album: &Album, place: usize, cx: &mut Cx<'_>) -> Option<Change> {
    let photo = &album.wanted[place];
    let name = name(album, photo, cx);
    let (rect, _) = ui.allocate_exact_size(vec2(TILE_SIZE, TILE_SIZE + CONTROLS_HEIGHT), Sense::empty());
    let picture = Rect::from_min_size(rect.min, Vec2::splat(TILE_SIZE));
    // Only for the pointer: the keyboard uses the buttons below.
    let handle = ui.interact(
        picture,
        Id::unique(("photo of a product", place)),
        Sense::click_and_drag() - Sense::FOCUSABLE,
    );
    let shown = key(album, photo).map_or(PictureState::Failed, |key| cx.pictures.get(&key));
    let named = cx
        .format("create-photo-named", crate::args!["place" => place + 1, "name" => name.as_str()])
        .into_owned();
    let plain = crate::i18n::without_direction_marks(&named).into_owned();
    let p = theme::palette(ui);
    let cover = || {
        Pill::new(cx.t("create-photo-cover"), theme::Tone { ink: p.on_accent, soft: p.accent })
            .icon(Icon::Star)
    };
    let tile = PhotoTile {
        shown: &shown,
        name: &plain,
        role: Role::Image,
        badge: (place == 0).then(cover),
        failed: false,
        selected: None,
    };
    let dropped = tile.show(ui, &handle, || place, |dragged: &usize| *dragged != place);
    vitrine_text::tooltip(handle, name.clone());
    let below = Rect::from_min_max(pos2(rect.left(), picture.bottom() + 2.0), rect.max);
    let mut bar = ui.new_child(UiBuilder::new().max_rect(below).layout(row_layout(is_rtl(ui))));
    bar.spacing_mut().item_spacing.x = 2.0;
    let pressed = controls(&mut bar, album, place, &name, cx);
    pressed.or_else(|| dropped.map(|dragged| Change::Move(*dragged, place)))
}

fn controls(ui: &mut Ui, album: &Album, place: usize, name: &str, cx: &Cx<'_>) -> Option<Change> {
    let words = |key| cx.format(key, crate::args!["name" => name]);
    let mut change = None;
    if ui.add(Button::icon(Icon::Back, words("create-photo-earlier")).small().enabled(place > 0)).clicked() {
        change = Some(Change::Move(place, place - 1));
    }
    if ui
        .add(
            Button::icon(Icon::Forward, words("create-photo-later"))
                .small()
                .enabled(place + 1 < album.wanted.len()),
        )
        .clicked()
    {
        change = Some(Change::Move(place, place + 1));
    }
    if ui
        .add(Button::icon(Icon::Trash, words("create-photo-remove")).small().id(remove_id(album, place)))
        .clicked()
    {
        change = Some(Change::Remove(place));
    }
    change
}

/// What a photo is called: its file, or the number that it has in the shop.
fn name(album: &Album, photo: &AlbumPhoto, cx: &Cx<'_>) -> String {
    let place = |id| {
        album.in_shop.iter().position(|known| known.id.as_ref() == Some(id)).map_or(0, |place| place + 1)
    };
    match photo {
        AlbumPhoto::InShop(id) => cx
            .format("edits-photo", crate::args!["number" => cx.words.integer(place(id) as i64)])
            .into_owned(),
        AlbumPhoto::New(path) => file_name(path),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn key(album: &Album, photo: &AlbumPhoto) -> Option<PictureKey> {
    match photo {
        AlbumPhoto::New(path) => Some(PictureKey::File(path.clone())),
        AlbumPhoto::InShop(id) => {
            let shown = album.in_shop.iter().find(|known| known.id.as_ref() == Some(id))?;
            shown.urls.for_thumbnail().map(|url| PictureKey::Url(url.to_owned()))
        }
    }
}
