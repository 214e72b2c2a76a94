//! The cells of a planned product's row.

use eframe::egui::{Response, Ui, vec2};
use std::path::Path;

use super::columns::{DraftsColumn, toman_beside};
use super::state;
use crate::i18n::display_path;
use crate::ui::screens::category::is_list;
use crate::ui::screens::grid::cell::{CELL, below_editor, error_below, in_editor_line, line_below};
use crate::ui::screens::grid::{Cell, Grid};
use crate::ui::screens::import::row::Row;
use crate::ui::screens::import::{categories, findings, photo_strip};
use crate::ui::screens::rows::{has_second_line, photo_side};
use crate::ui::screens::{Cx, badge, editor as photo_editor};
use crate::worker::PictureKey;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Draft, Field, FieldKind, FieldValue};
use vitrine_model::{Action, EditorAction, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, Palette};
use vitrine_widgets::{self as widgets, Button, PictureState};

/// The parts of the table that cells change.
pub struct Parts<'a> {
    pub grid: &'a mut Grid,
    pub strip: &'a mut photo_strip::PhotoStripView,
    pub categories: &'a mut categories::CategoriesView,
    /// The selected products.
    pub selected: &'a [usize],
}

/// Draws a cell, and tells the grid which widget in it can have the keyboard focus.
pub fn cell(ui: &mut Ui, cx: &mut Cx<'_>, p: &Palette, part: DraftsColumn, row: &Row, parts: Parts<'_>) {
    let Parts { grid, strip, categories, selected } = parts;
    photo_strip::row_target(ui, cx, row.index);
    // What is chosen in a selected row is chosen for all selected rows.
    let targets = match row.is_locked {
        true => &[],
        false if selected.contains(&row.index) => selected,
        false => &[row.index],
    };
    let Some(planned) = cx.model.import.review.drafts().get(row.index) else { return };
    let column = grid.fields().iter().position(|shown| part == DraftsColumn::Field(*shown));
    let is_in_range = column.is_some_and(|column| row.selected.get(column) == Some(&true));
    if is_in_range || row.is_locked {
        let ground = ui.max_rect().expand2(vec2(theme::space::S, 0.0));
        ui.painter().rect_filled(ground, 0.0, if is_in_range { p.info.soft } else { p.sunken });
    }
    match part {
        DraftsColumn::Photo => {
            if let Some(button) = cover(ui, cx, planned, row) {
                grid.draws_button(&button, row.index);
            }
        }
        // Drawn by the table, which knows what is selected.
        DraftsColumn::Select => {}
        DraftsColumn::Field(Field::CategoryId) => {
            categories::category(ui, cx, row, targets, categories, grid);
        }
        DraftsColumn::Field(Field::ProductAttribute) => {
            categories::properties(ui, cx, row, targets, categories, grid);
        }
        DraftsColumn::Field(field) if is_list(field) => {
            categories::choice_of_list(ui, cx, field, row, targets, grid);
        }
        DraftsColumn::Field(field) => editor(ui, cx, row, field, grid),
        DraftsColumn::Photos => {
            let button = photo_strip::count_button(&mut in_editor_line(ui), cx, strip, row.index, planned);
            grid.draws_button(&button, row.index);
        }
        DraftsColumn::Source => source(ui, cx, p, row.index, planned),
        DraftsColumn::State => {
            if let Some(button) = state::show(ui, cx, row) {
                grid.draws_button(&button, row.index);
            }
        }
        DraftsColumn::Remove => {
            let name = cx.format("import-remove-row", crate::args!["name" => row.draft.name.as_str()]);
            let button = in_editor_line(ui).add(Button::icon(Icon::Close, name).small());
            if button.clicked() {
                cx.act(Action::Import(ImportAction::Review(ReviewAction::Remove(row.index))));
            }
            grid.draws_button(&button, row.index);
        }
    }
}

/// The cover, which opens the photo editor.
fn cover(ui: &mut Ui, cx: &mut Cx<'_>, planned: &PlannedDraft, row: &Row) -> Option<Response> {
    let side = photo_side(ui);
    let Some(cover) = planned.photos.first() else {
        widgets::thumbnail(ui, &PictureState::Failed, side, &planned.source_name);
        return None;
    };
    let key = cx.model.import.review.picture(cover);
    let shown = cx.pictures.get(&key);
    // What is to be said about the product is in its state. Photos of one that is in the shop are not sent.
    let photo = row.called(cx, Field::Photo);
    let is_sent = !cx.model.import.review.is_skipped(row.index);
    let named = if is_sent { badge::name_with_changes(cx, &photo, &key) } else { photo };
    let name = cx.format("editor-open", crate::args!["name" => named.as_str()]);
    let pressed = widgets::photo_button(ui, &shown, side, &crate::i18n::without_direction_marks(&name));
    if pressed.clicked() || photo_editor::is_open_requested(ui, &pressed) || photo_editor::menu(&pressed, cx)
    {
        cx.act(Action::PhotoEditor(EditorAction::Open { photos: named_photos(planned), at: 0 }));
    }
    vitrine_text::tooltip(pressed.clone(), name);
    Some(pressed)
}

/// The folder or file the product comes from, and what is done to its cover.
fn source(ui: &mut Ui, cx: &Cx<'_>, p: &Palette, index: usize, planned: &PlannedDraft) {
    let name = planned.source.file_name().unwrap_or(planned.source.as_os_str()).to_string_lossy();
    let line = in_editor_line(ui).add(Text::new(name).small().color(p.ink_soft).truncate());
    let at = line.rect;
    vitrine_text::tooltip(line, display_path(&planned.source));
    let is_sent = !cx.model.import.review.is_skipped(index);
    if let Some(cover) = planned.photos.first().filter(|_| is_sent && has_second_line(ui)) {
        badge::show_line(&mut below_editor(ui, at), cx, &cx.model.import.review.picture(cover));
    }
}

/// The product's photos with their names, for the editor.
fn named_photos(planned: &PlannedDraft) -> Vec<(PictureKey, String)> {
    let name = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    planned.photos.iter().map(|path| (PictureKey::File(path.clone()), name(path))).collect()
}

/// What the variants of a product have for themselves: their lowest price, and the pieces of all.
fn of_variants(cx: &Cx<'_>, draft: &Draft, field: Field) -> String {
    let variants = draft.variants.iter();
    let value = match field {
        Field::PrimaryPrice => {
            variants.filter_map(|variant| variant.primary_price).min().map(FieldValue::Price)
        }
        Field::Stock => {
            let stocks = variants.filter_map(|variant| variant.stock);
            stocks.reduce(i64::saturating_add).map(FieldValue::Number)
        }
        _ => None,
    };
    value.map(|value| cx.words.value(&value)).unwrap_or_default()
}

/// A text cell. A default value that applies is shown in grey until something is typed. The editor has the
/// same position whatever is shown below it.
fn editor(ui: &mut Ui, cx: &mut Cx<'_>, row: &Row, field: Field, grid: &mut Grid) {
    let Some(column) = grid.fields().iter().position(|shown| *shown == field) else { return };
    let Row { index, draft, errors, .. } = row;
    let index = *index;
    let cell = Cell { product: index, column };
    let import = &cx.model.import;
    let planned = import.review.drafts().get(index);
    let own = planned.map(|planned| &planned.draft);
    let write = |draft: &Draft| {
        let text = draft.value(field).map(|value| cx.words.value(&value)).unwrap_or_default();
        if field == Field::Variants { cx.typed(field, &text).into_owned() } else { text }
    };
    let mut text = match import.review.typed(index, field) {
        Some(typed) => cx.typed(field, typed).into_owned(),
        None => own.map(write).unwrap_or_default(),
    };
    let hint = match text.trim() {
        "" if draft.value(field).is_none() => of_variants(cx, draft, field),
        "" => write(draft),
        _ => String::new(),
    };
    let named = row.cell_name(cx, field);
    let error = errors.get(&field);
    let width = ui.available_width();
    let identity = ("planned product", planned.map(|planned| (&planned.source, &planned.source_name)), field);
    let edit = vitrine_text::line_edit(identity, &mut text)
        .number((field.kind() == FieldKind::Integer).then_some(cx.words))
        .at_right()
        .hint(hint)
        .width(width)
        .margin(CELL)
        .cell()
        .flat()
        .in_range(row.selected.get(cell.column) == Some(&true))
        .error(error.is_some());
    let beside = toman_beside(cx, field, draft);
    let response = in_editor_line(ui).add(edit).accessible_name(named);
    row.describe_cell(cx, &response, field);
    let slip = import
        .review
        .checks()
        .findings()
        .slip(index)
        .filter(|_| field == Field::PrimaryPrice && error.is_none());
    if let Some(slip) = slip.filter(|_| has_second_line(ui)) {
        let fix = findings::price_fix(&mut below_editor(ui, response.rect), cx, index, slip);
        grid.draws_button(&fix, index);
    } else if let Some(error) = error {
        error_below(ui, &response, cx, error);
    } else if let Some(note) = findings::stock_note(cx, index).filter(|_| field == Field::Stock) {
        let brief = cx.t("import-stock-like-price-brief").into_owned();
        let whole = format!("{note}\n{}", cx.t("import-stock-help"));
        line_below(ui, &response, (brief, whole), theme::palette(ui).warn.ink, true);
    } else if let Some(text) = beside {
        line_below(ui, &response, (text.clone(), text), theme::palette(ui).ink_soft, true);
    }
    grid.draws(ui, cell, &response, || import.review.own_text(index, field));
    if response.changed() {
        let kept = cx.kept(field, &text);
        cx.act(Action::Import(ImportAction::Review(ReviewAction::Type(index, field, kept))));
    }
}
