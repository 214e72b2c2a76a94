//! The state of a product of the review, in words, with what is to be said about it.

use std::collections::HashMap;

use eframe::egui::{Color32, Id, Response, Ui, UiBuilder};

use crate::ui::screens::grid::cell::in_editor_line;
use crate::ui::screens::import::row::{Note, Row};
use crate::ui::screens::import::{categories, findings, known};
use crate::ui::screens::rows::has_second_line;
use crate::ui::screens::{Cx, badge};
use crate::worker::PictureKey;
use vitrine_core::import::Boundary;
use vitrine_core::import::file_name::file_name;
use vitrine_domain::{Field, FieldError};
use vitrine_media::Duplicate;
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{is_rtl, row_layout};
use vitrine_widgets::theme::{self, Palette};
use vitrine_widgets::{Button, menu};

/// The width of the open notes, in points.
const WIDTH: f32 = 300.0;

/// Beside the words in the button of the notes: its margins and its mark, in points.
const BESIDE: f32 = 30.0;

/// All notes about a product. `covers` holds the first product of each cover.
pub fn notes(cx: &Cx<'_>, covers: &HashMap<PictureKey, usize>, index: usize) -> Vec<Note> {
    let import = &cx.model.import;
    let note = |brief, whole| Note { brief: cx.t(brief).into_owned(), whole };
    let photos =
        import.review.drafts().get(index).map(|planned| planned.photos.as_slice()).unwrap_or_default();
    let refusal = photos.iter().enumerate().find_map(|(place, photo)| {
        let refusal = badge::refusal(cx, &import.review.picture(photo))?;
        // The cover is what the row shows.
        let of = crate::args!["name" => file_name(photo), "title" => refusal.as_str()];
        Some(if place == 0 { refusal } else { cx.format("import-file-problem", of).into_owned() })
    });
    let stock = findings::stock_note(cx, index);
    [
        refusal.map(|refusal| note("review-state-unusable", refusal)),
        known::note(cx, index),
        stock.map(|stock| note("review-state-stock", stock)),
        findings::name_note(cx, index).filter(|_| import.review.in_shop(index).is_none()),
        like_another(cx, covers, index),
        boundary(cx, index),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How certain it is that the product begins with its first photo, where photos of a camera roll were
/// divided.
fn boundary(cx: &Cx<'_>, index: usize) -> Option<Note> {
    let (key, brief, pause) = match cx.model.import.review.drafts().get(index)?.boundary {
        Boundary::Certain => return None,
        Boundary::Likely(pause) => ("boundary-likely", "review-state-likely", pause),
        Boundary::Unsure(pause) => ("boundary-unsure", "review-state-unsure", pause),
    };
    let known = if pause.is_some() { "yes" } else { "no" };
    let whole = cx.format(key, crate::args!["known" => known, "seconds" => pause.unwrap_or_default()]);
    Some(Note { brief: cx.t(brief).into_owned(), whole: whole.into_owned() })
}

/// A note that the product's photo looks like another product's. It is only a hint: products may share a
/// photo.
fn like_another(cx: &Cx<'_>, covers: &HashMap<PictureKey, usize>, index: usize) -> Option<Note> {
    let import = &cx.model.import;
    let cover = import.review.picture(import.review.drafts().get(index)?.photos.first()?);
    // Of several products with the same file, the first one is named.
    let same_file =
        covers.get(&cover).filter(|&&other| other != index).map(|&other| (other, Duplicate::Exact));
    let others = cx
        .model
        .photos
        .duplicates
        .duplicates_of(&cover)
        .iter()
        .filter_map(|(key, duplicate)| Some((*covers.get(key)?, *duplicate)));
    let (other, duplicate) = same_file.or_else(|| {
        others
            .filter(|(other, _)| *other != index)
            .min_by_key(|(other, duplicate)| (*duplicate == Duplicate::Similar, *other))
    })?;
    let (draft, _) = import.review.evaluated(other, &cx.model.rules());
    let (whole, brief) = match duplicate {
        Duplicate::Exact => ("photo-same", "review-state-same-photo"),
        Duplicate::Similar => ("photo-similar", "review-state-similar-photo"),
    };
    let whole = cx.format(whole, crate::args!["name" => draft.name.as_str()]).into_owned();
    Some(Note { brief: cx.t(brief).into_owned(), whole })
}

/// The state of a product in words: whether it is in the shop, what it needs, or what is to be said about it,
/// which its menu says whole. Returns the button of the menu.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>, row: &Row) -> Option<Response> {
    let (state, ink) = in_words(cx, theme::palette(ui), row);
    let planned = cx.model.import.review.drafts().get(row.index)?;
    if row.notes.is_empty() {
        let (mut ui, words) = in_two_lines(ui, &state, 0.0);
        let line = ui.add(words.color(ink));
        let errors = row
            .errors
            .iter()
            .map(|(field, error)| format!("{}: {}", cx.words.field(*field), cx.words.field_error(error)));
        let errors: Vec<_> = errors.collect();
        vitrine_text::tooltip(line, if errors.is_empty() { state } else { errors.join("\n") });
        return None;
    }
    let cell = cx.format(
        "review-cell",
        crate::args!["field" => cx.t("column-state"), "product" => row.draft.name.as_str()],
    );
    let is_repeated = row.notes.iter().any(|note| state == note.brief || state == note.whole);
    let said = (!is_repeated).then_some(state.as_str()).into_iter();
    let said = said.chain(row.notes.iter().map(|note| note.whole.as_str()));
    let name = format!("{cell}: {}", crate::i18n::said(cx.words, &said.collect::<Vec<_>>()));
    let id = Id::unique(("state of a planned product", &planned.source, &planned.source_name));
    let (mut place, words) = in_two_lines(ui, &state, BESIDE);
    let button = categories::choice_cell(&mut place, (words, ink), &name, id, false);
    let (there, mut shows) = (cx.model.import.review.in_shop(row.index).flatten(), false);
    menu(&button, WIDTH, |ui| {
        let p = theme::palette(ui);
        for note in &row.notes {
            ui.add(Text::new(note.whole.as_str()).color(p.ink).wrap());
        }
        if row.is_locked {
            ui.add(Text::new(cx.t("import-known-locked")).small().color(p.ink_soft).wrap());
            shows = there.is_some()
                && ui
                    .add(Button::quiet(cx.t("create-done-show")).with_icon(Icon::Products).small())
                    .clicked();
        }
        shows
    });
    if let (true, Some(product)) = (shows, there) {
        cx.act(Action::ShowProduct(product.clone()));
    }
    Some(button)
}

/// The words of a state, and their place: in line with the editors, or in two lines in the middle of the row,
/// where one is not enough and the row is high. `beside` is the width that the words do not have.
fn in_two_lines<'a>(ui: &mut Ui, state: &'a str, beside: f32) -> (Ui, Text<'a>) {
    let words = Text::new(state).small();
    let lines = words.clone().wrap().galley(ui, ui.available_width() - beside).rows.len();
    if lines == 2 && has_second_line(ui) {
        let middle = UiBuilder::new().max_rect(ui.max_rect()).layout(row_layout(is_rtl(ui)));
        return (ui.new_child(middle), words.wrap());
    }
    (in_editor_line(ui), words.truncate())
}

fn in_words(cx: &Cx<'_>, p: &Palette, row: &Row) -> (String, Color32) {
    if row.is_locked {
        return (cx.t("import-known-row").into_owned(), p.good.ink);
    }
    if row.errors.is_empty() {
        let note = row.notes.first().map(|note| (note.brief.clone(), p.warn.ink));
        return note.unwrap_or_else(|| (cx.t("review-state-new").into_owned(), p.ink_soft));
    }
    let unusable = row.errors.values().find_map(|error| match error {
        FieldError::UnusablePhoto { is_damaged: true } => Some("review-state-damaged"),
        FieldError::UnusablePhoto { is_damaged: false } => Some("review-state-unusable"),
        _ => None,
    });
    if let Some(key) = unusable {
        return (cx.t(key).into_owned(), p.bad.ink);
    }
    let is_empty =
        |error: &FieldError| matches!(error, FieldError::Missing | FieldError::MissingAttribute { .. });
    let key = if row.errors.values().all(is_empty) { "review-state-needs" } else { "review-state-check" };
    // What the usual columns show is corrected there, the rest for all products at once.
    let of_columns = [Field::CategoryId, Field::Name, Field::PrimaryPrice, Field::Stock, Field::Photo];
    let count = row.errors.len();
    let Some(first) = of_columns.into_iter().find(|field| row.errors.contains_key(field)) else {
        return (cx.format("review-state-values", crate::args!["count" => count]).into_owned(), p.bad.ink);
    };
    let said = cx.format(key, crate::args!["field" => cx.words.field(first)]);
    (
        if count == 1 {
            said.into_owned()
        } else {
            format!("{said} +{}", cx.words.integer(count as i64 - 1))
        },
        p.bad.ink,
    )
}
