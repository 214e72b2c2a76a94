//! The failed products with one cause as a table: the refused value first, to be corrected row by row, and what was sent.

use eframe::egui::{FocusDirection, Id, Key, Modifiers, Ui, vec2};

use super::row::{CELL, error_below, in_editor_line};
use crate::domain::{Field, FieldKind};
use crate::i18n::without_direction_marks;
use crate::import::DraftId;
use crate::ui::focus::{self, Region};
use crate::ui::icons::Icon;
use crate::ui::model::{Action, ImportAction};
use crate::ui::pictures::PictureState;
use crate::ui::screens::Cx;
use crate::ui::screens::rows::{photo_side, row_height};
use crate::ui::text::{self, Text};
use crate::ui::theme;
use crate::ui::widgets::{self, Button, Column, RowWords, Table};

/// What the table remembers from frame to frame.
#[derive(Default)]
pub struct View {
    /// The row whose editor has the focus.
    at: Option<usize>,
    /// The row whose editor gets it when it is drawn.
    wanted: Option<usize>,
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Photo,
    /// The editor of the refused field, or the button that opens the product.
    Value,
    Name,
    /// What was sent.
    Sent,
}

const PARTS: [Part; 4] = [Part::Photo, Part::Value, Part::Name, Part::Sent];
impl Part {
    const fn width(self) -> Column {
        match self {
            Self::Photo => Column::Exact(60.0),
            Self::Value => Column::Exact(280.0),
            Self::Name => Column::Free(160.0),
            Self::Sent => Column::Rest(1.0),
        }
    }
}

/// The columns: where the name was refused, it is what was sent.
fn parts(field: Option<Field>) -> Vec<Part> {
    let is_shown = |part: &Part| match part {
        Part::Photo | Part::Value => true,
        Part::Name => field != Some(Field::Name),
        Part::Sent => field.is_some(),
    };
    PARTS.into_iter().filter(is_shown).collect()
}

/// The number of rows that Page Up and Page Down go.
const PAGE: usize = 8;
/// Around an editor that is scrolled into view, in points.
const FOCUS_MARGIN: f32 = 18.0;

/// Draws the table in this height. `field` is the refused one; without it, each product is opened by a button. Returns the one that was
/// opened.
pub fn show(ui: &mut Ui, view: &mut View, failed: &[DraftId], field: Option<Field>, high: f32, cx: &mut Cx<'_>) -> Option<DraftId> {
    // Yes and no are chosen for all products above.
    if field.is_some_and(|field| field.kind() == FieldKind::Flag) {
        return None;
    }
    if let Some(field) = field {
        keys(ui, view, failed, field, cx);
    }
    let (words, soft) = (cx.words, theme::palette(ui).ink_soft);
    let parts = parts(field);
    let widths: Vec<Column> = parts.iter().map(|part| part.width()).collect();
    let headings: Vec<_> = parts
        .iter()
        .map(|part| match part {
            Part::Photo => words.text("column-photo"),
            Part::Value => field.map_or("".into(), |field| cx.label(field)),
            Part::Name => words.text("column-title"),
            Part::Sent => words.text("import-fix-sent"),
        })
        .collect();
    let import = &cx.model.import;
    let row_words = |row: usize| {
        let name = failed.get(row).and_then(|id| import.run.row(*id)).map(|row| row.name.clone());
        RowWords { name: name.unwrap_or_default(), ..RowWords::default() }
    };
    let also = view.wanted.or(view.at);
    let height = row_height(cx);
    let mut opened = None;
    ui.allocate_ui(vec2(ui.available_width(), high), |ui| {
        ui.set_max_height(high);
        focus::enter(ui.ctx(), Region::Table);
        Table::new("failed products", words.text("import-fix-table"), &widths, failed.len())
            .row_height(height)
            .flat()
            .also_drawn(also)
            .named_rows(&row_words)
            .show(
                ui,
                |ui, column| drop(ui.add(Text::new(headings[column].as_ref()).small().color(soft).truncate())),
                |ui, row, column| {
                    let Some(&id) = failed.get(row) else { return };
                    if cell(ui, view, (row, id), (parts[column], field), cx) {
                        opened = Some(id);
                    }
                },
            );
        focus::enter(ui.ctx(), Region::Page);
    });
    opened
}

/// Draws a cell. Returns whether the product is to be opened.
fn cell(ui: &mut Ui, view: &mut View, (at, id): (usize, DraftId), (part, field): (Part, Option<Field>), cx: &mut Cx<'_>) -> bool {
    let import = &cx.model.import;
    let Some(row) = import.run.row(id) else { return false };
    match (part, field) {
        (Part::Photo, _) => {
            let shown = import.run.cover(id).map_or(PictureState::Failed, |key| cx.pictures.get(key));
            let side = photo_side(ui);
            widgets::thumbnail(ui, &shown, side, &row.name);
        }
        (Part::Value, None) => {
            let label = cx.format("import-fix-row", crate::args!["name" => row.name.as_str()]);
            return ui.add(Button::secondary(label).with_icon(Icon::Edit).small()).clicked();
        }
        (Part::Value, Some(field)) => editor(ui, view, (at, id), field, cx),
        (Part::Name, _) => drop(in_editor_line(ui).add(Text::new(row.name.as_str()).truncate())),
        (Part::Sent, Some(field)) => {
            let sent = import.run.sent_text(id, field, |number| cx.words.integer(number));
            let soft = theme::palette(ui).ink_soft;
            text::tooltip(in_editor_line(ui).add(Text::new(sent.as_str()).color(soft).truncate()), sent);
        }
        (Part::Sent, None) => {}
    }
    false
}

/// The identity of a row's editor.
fn identity(id: DraftId, field: Field) -> (&'static str, Option<DraftId>, Field) {
    ("failed product", Some(id), field)
}

fn editor(ui: &mut Ui, view: &mut View, (at, id): (usize, DraftId), field: Field, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let name = import.run.row(id).map_or("", |row| row.name.as_str());
    let mut text = import.run.edited_text(id, field, |number| cx.words.integer(number));
    let error = import.run.fix_errors(id, &cx.model.categories.market_categories, &cx.model.rules()).remove(&field);
    let label = without_direction_marks(&cx.label(field)).into_owned();
    let label = cx.format("import-fix-field-of", crate::args!["field" => label, "name" => name]).into_owned();
    let edit = text::line_edit(identity(id, field), &mut text)
        .number((field.kind() == FieldKind::Integer).then_some(cx.words))
        .width(ui.available_width())
        .margin(CELL)
        .cell()
        .flat()
        .error(error.is_some());
    let response = in_editor_line(ui).add(edit).accessible_name(without_direction_marks(&label));
    if let Some(error) = &error {
        error_below(ui, &response, cx, error);
    }
    if response.has_focus() {
        view.at = Some(at);
    }
    if view.wanted == Some(at) {
        view.wanted = None;
        text::focus_and_select(ui.ctx(), response.id);
        ui.scroll_to_rect(response.rect.expand(FOCUS_MARGIN), None);
    }
    if response.changed() {
        cx.act(Action::Import(ImportAction::Fix(id, field, text)));
    }
}

/// Takes the keys of the review's table: to the rows above and below, to the ends, and filling down.
fn keys(ui: &Ui, view: &mut View, failed: &[DraftId], field: Field, cx: &mut Cx<'_>) {
    let id_of = |row: usize| failed.get(row).map(|id| text::edit_id(identity(*id, field)));
    let has_focus = |row: &usize| id_of(*row).is_some_and(|id: Id| focus::is_held(ui.ctx(), id));
    let Some(at) = view.at.filter(has_focus).filter(|_| ui.is_enabled()) else {
        view.at = None;
        return;
    };
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let (none, ctrl, last) = (Modifiers::NONE, Modifiers::COMMAND, failed.len() - 1);
    if pressed(ctrl, Key::D) {
        let text = cx.model.import.run.edited_text(failed[at], field, |number| cx.words.integer(number));
        cx.act(Action::Import(ImportAction::FixAll(failed[at + 1..].to_vec(), field, text)));
        return;
    }
    // An editor in a cell leaves the Tab key to its table.
    let tab = if pressed(Modifiers::SHIFT, Key::Tab) { Some(FocusDirection::Previous) } else { None };
    if let Some(direction) = tab.or_else(|| pressed(none, Key::Tab).then_some(FocusDirection::Next)) {
        let to = if direction == FocusDirection::Next { Some(at + 1).filter(|to| *to <= last) } else { at.checked_sub(1) };
        // From the first and the last row it leaves the table.
        ui.memory_mut(|memory| memory.move_focus(if to.is_some() { FocusDirection::None } else { direction }));
        view.wanted = to;
        return;
    }
    let moves = [
        (ctrl, Key::Home, 0),
        (ctrl, Key::End, last),
        (ctrl, Key::ArrowUp, 0),
        (ctrl, Key::ArrowDown, last),
        (Modifiers::SHIFT, Key::Enter, at.saturating_sub(1)),
        (none, Key::Enter, at + 1),
        (none, Key::ArrowUp, at.saturating_sub(1)),
        (none, Key::ArrowDown, at + 1),
        (none, Key::PageUp, at.saturating_sub(PAGE)),
        (none, Key::PageDown, at + PAGE),
    ];
    if let Some((.., to)) = moves.into_iter().find(|(modifiers, key, _)| pressed(*modifiers, *key)) {
        // egui has seen the key as well.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        view.wanted = Some(to.min(last));
    }
}
