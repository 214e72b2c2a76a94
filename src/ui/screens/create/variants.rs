//! The variants of the new product as a grid: a row for each, with its size, color and the like, its price,
//! its stock and its code. What is typed is kept in the notation that the review and spreadsheets use.

use std::borrow::Cow;

use eframe::egui::{Event, Ui, vec2};

use super::fields::{FormContents, field_error, text_field};
use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use vitrine_domain::{Field, VariantGrid};
use vitrine_model::{Action, FormAction, cells_from_text};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{is_rtl, row_layout};
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{self as widgets, Button};

/// The cell that is typed into, with its text as it was typed: spaces at its end are not kept.
#[derive(Default)]
pub struct VariantsView {
    typed: Option<((usize, usize), String)>,
}

/// The width of the button that removes a variant, in points.
const REMOVE: f32 = 30.0;
/// The row of the names of the properties.
const NAMES: usize = usize::MAX;

/// What is to be done with the grid.
enum Act {
    Set((usize, usize), String),
    Paste((usize, usize), Vec<Vec<String>>),
    AddVariant,
    AddProperty,
    Combine,
    Remove(usize),
}

/// Draws the grid; or a line of text for what is none.
pub fn show(ui: &mut Ui, view: &mut VariantsView, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    let kept = part.form.text(Field::Variants);
    let Some(grid) = VariantGrid::read(&cx.typed(Field::Variants, kept)) else {
        return text_field(ui, cx, part, Field::Variants);
    };
    let p = theme::palette(ui);
    let label = ui.add(Text::new(cx.words.field(Field::Variants)).strong());
    if part.scroll_to == Some(Field::Variants) {
        label.scroll_to_me(Some(eframe::egui::Align::Center));
    }
    ui.add(Text::new(cx.t("variants-help")).small().color(p.ink_soft).wrap());
    let mut act = pasted(ui, &grid);
    if !grid.is_empty() {
        let width = (ui.available_width() - REMOVE - space::XS) / grid.columns() as f32 - space::XS;
        act = names(ui, view, cx, &grid, width).or(act);
        for row in 0..grid.len() {
            act = variant(ui, view, cx, &grid, (row, width)).or(act);
        }
    }
    act = buttons(ui, cx, &grid).or(act);
    if let Some(error) = field_error(cx, part.form, part.errors, Field::Variants) {
        widgets::field_error(ui, &error);
    }
    if let Some(act) = act {
        perform(view, cx, grid, act);
    }
}

fn perform(view: &mut VariantsView, cx: &mut Cx<'_>, mut grid: VariantGrid, act: Act) {
    view.typed = None;
    match act {
        Act::Set((NAMES, column), text) => {
            if let Some(name) = grid.names.get_mut(column) {
                text.clone_into(name);
            }
            view.typed = Some(((NAMES, column), text));
        }
        Act::Set((row, column), text) => {
            grid.set(row, column, &text);
            view.typed = Some(((row, column), text));
        }
        Act::Paste((row, column), cells) => grid.paste(row, column, &cells),
        Act::AddVariant => {
            if grid.names.is_empty() {
                grid.add_property(&cx.t("variants-size"));
            }
            grid.add_variant();
        }
        Act::AddProperty => grid.add_property(&cx.t("variants-color")),
        Act::Combine => grid.combine(),
        Act::Remove(row) => grid.remove_variant(row),
    }
    cx.act(Action::Form(FormAction::Type(Field::Variants, cx.kept(Field::Variants, &grid.write()))));
}

fn identity(row: usize, column: usize) -> (&'static str, usize, usize) {
    ("variant of the new product", row, column)
}

/// What is pasted from a spreadsheet into the cell that is typed into: several cells.
fn pasted(ui: &Ui, grid: &VariantGrid) -> Option<Act> {
    let focused = ui.memory(|memory| memory.focused())?;
    let mut places = (0..grid.len()).flat_map(|row| (0..grid.columns()).map(move |column| (row, column)));
    let place = places.find(|(row, column)| vitrine_text::edit_id(identity(*row, *column)) == focused)?;
    let mut found = None;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Paste(text) = event else { return true };
            let cells = cells_from_text(text);
            let is_table = cells.len() > 1 || cells.iter().any(|row| row.len() > 1);
            if is_table {
                found = Some(Act::Paste(place, cells));
            }
            !is_table
        });
    });
    found
}

/// What a column is called.
fn heading<'a>(cx: &'a Cx<'_>, grid: &'a VariantGrid, column: usize) -> Cow<'a, str> {
    match column.checked_sub(grid.names.len()) {
        None => grid.names[column].as_str().into(),
        Some(0) => cx.label(Field::PrimaryPrice),
        Some(1) => cx.words.field(Field::Stock),
        Some(_) => cx.words.field(Field::Sku),
    }
}

fn line(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let room = vec2(ui.available_width(), height::CONTROL);
    ui.allocate_ui_with_layout(room, row_layout(is_rtl(ui)), |ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        contents(ui);
    });
}

fn names(ui: &mut Ui, view: &VariantsView, cx: &Cx<'_>, grid: &VariantGrid, width: f32) -> Option<Act> {
    let mut act = None;
    let soft = theme::palette(ui).ink_soft;
    line(ui, |ui| {
        for column in 0..grid.columns() {
            if let Some(name) = grid.names.get(column) {
                let called = cx.format("variants-name-of", crate::args!["number" => column + 1]);
                act = cell(ui, view, ((NAMES, column), name), (width, called.into_owned())).or(act.take());
            } else {
                let text = Text::new(heading(cx, grid, column)).small().color(soft).truncate();
                ui.allocate_ui_with_layout(vec2(width, height::CONTROL), row_layout(is_rtl(ui)), |ui| {
                    ui.set_min_width(width);
                    ui.add(text);
                });
            }
        }
    });
    act
}

fn variant(
    ui: &mut Ui,
    view: &VariantsView,
    cx: &Cx<'_>,
    grid: &VariantGrid,
    (row, width): (usize, f32),
) -> Option<Act> {
    let mut act = None;
    line(ui, |ui| {
        for column in 0..grid.columns() {
            let column_name = heading(cx, grid, column);
            let args = crate::args!["column" => column_name.as_ref(), "row" => row + 1];
            let called = cx.format("variants-cell", args).into_owned();
            act = cell(ui, view, ((row, column), grid.cell(row, column)), (width, called)).or(act.take());
        }
        let remove = cx.format("variants-remove", crate::args!["row" => row + 1]);
        if ui.add(Button::icon(Icon::Trash, remove).small()).clicked() {
            act = Some(Act::Remove(row));
        }
    });
    act
}

/// A cell; returns what was typed into it.
fn cell(
    ui: &mut Ui,
    view: &VariantsView,
    ((row, column), shown): ((usize, usize), &str),
    (width, called): (f32, String),
) -> Option<Act> {
    let typed = view.typed.as_ref().filter(|(place, typed)| *place == (row, column) && typed.trim() == shown);
    let mut text = typed.map_or_else(|| shown.to_owned(), |(_, typed)| typed.clone());
    let edit = vitrine_text::line_edit(identity(row, column), &mut text).width(width).margin(theme::EDITOR);
    let called = without_direction_marks(&called).into_owned();
    let changed = ui.add(edit).accessible_name(called).changed();
    changed.then_some(Act::Set((row, column), text))
}

fn buttons(ui: &mut Ui, cx: &Cx<'_>, grid: &VariantGrid) -> Option<Act> {
    let mut act = None;
    ui.horizontal_wrapped(|ui| {
        if ui.add(Button::secondary(cx.t("variants-add")).small()).clicked() {
            act = Some(Act::AddVariant);
        }
        let may_have_more = !grid.is_empty() && grid.names.len() < VariantGrid::MAX_PROPERTIES;
        if may_have_more && ui.add(Button::quiet(cx.t("variants-add-property")).small()).clicked() {
            act = Some(Act::AddProperty);
        }
        if grid.has_combinations() && ui.add(Button::primary(cx.t("variants-combine")).small()).clicked() {
            act = Some(Act::Combine);
        }
    });
    act
}
