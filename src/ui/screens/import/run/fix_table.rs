//! The failed products with one cause as a table: the refused value first, to be corrected row by row, and
//! what was sent.

use eframe::egui::{Ui, vec2};

use super::fix_cells::{Cells, identity};
use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use crate::ui::screens::grid::cell::{CELL, error_below, in_editor_line};
use crate::ui::screens::rows::{photo_side, row_height};
use vitrine_core::import::DraftId;
use vitrine_domain::{Field, FieldKind};
use vitrine_model::{Action, ImportAction};
use vitrine_text::Text;
use vitrine_widgets::focus::{self, Region};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{self as widgets, Button, Column, PictureState, RowWords, Table, theme};

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FixColumn {
    Photo,
    /// The editor of the refused field, or the button that opens the product.
    Value,
    Name,
    /// What was sent.
    Sent,
}

const PARTS: [FixColumn; 4] = [FixColumn::Photo, FixColumn::Value, FixColumn::Name, FixColumn::Sent];
impl FixColumn {
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
fn parts(field: Option<Field>) -> Vec<FixColumn> {
    let is_shown = |part: &FixColumn| match part {
        FixColumn::Photo | FixColumn::Value => true,
        FixColumn::Name => field != Some(Field::Name),
        FixColumn::Sent => field.is_some(),
    };
    PARTS.into_iter().filter(is_shown).collect()
}

/// Draws the table in this height. `field` is the refused one; without it, each product is opened by a
/// button. Returns the one that was opened.
pub fn show(
    ui: &mut Ui,
    view: &mut Cells,
    failed: &[DraftId],
    field: Option<Field>,
    high: f32,
    cx: &mut Cx<'_>,
) -> Option<DraftId> {
    // Yes and no are chosen for all products above.
    if field.is_some_and(|field| field.kind() == FieldKind::Flag) {
        return None;
    }
    if let Some(field) = field {
        view.handle_keys(ui, failed, field, cx);
    }
    let (words, soft) = (cx.words, theme::palette(ui).ink_soft);
    let parts = parts(field);
    let widths: Vec<Column> = parts.iter().map(|part| part.width()).collect();
    let headings: Vec<_> = parts
        .iter()
        .map(|part| match part {
            FixColumn::Photo => words.text("column-photo"),
            FixColumn::Value => field.map_or("".into(), |field| cx.label(field)),
            FixColumn::Name => words.text("column-title"),
            FixColumn::Sent => words.text("import-fix-sent"),
        })
        .collect();
    let import = &cx.model.import;
    let row_words = |row: usize| {
        let name = failed.get(row).and_then(|id| import.run.row(*id)).map(|row| row.name.clone());
        RowWords { name: name.unwrap_or_default(), ..RowWords::default() }
    };
    let (also, range) = (view.row_to_draw(failed), view.range(failed));
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
                |ui, column| {
                    drop(ui.add(Text::new(headings[column].as_ref()).small().color(soft).truncate()));
                },
                |ui, row, column| {
                    let Some(&id) = failed.get(row) else { return };
                    let is_selected = range.as_ref().is_some_and(|range| range.contains(&row));
                    if cell(ui, view, (id, is_selected), (parts[column], field), cx) {
                        opened = Some(id);
                    }
                },
            );
        focus::enter(ui.ctx(), Region::Page);
        view.update(ui, failed);
    });
    opened
}

/// Draws a cell. Returns whether the product is to be opened.
fn cell(
    ui: &mut Ui,
    view: &mut Cells,
    (id, is_selected): (DraftId, bool),
    (part, field): (FixColumn, Option<Field>),
    cx: &mut Cx<'_>,
) -> bool {
    let import = &cx.model.import;
    let Some(row) = import.run.row(id) else { return false };
    match (part, field) {
        (FixColumn::Photo, _) => {
            let shown = import.run.cover(id).map_or(PictureState::Failed, |key| cx.pictures.get(key));
            let side = photo_side(ui);
            widgets::thumbnail(ui, &shown, side, &row.name);
        }
        (FixColumn::Value, None) => {
            let label = cx.format("import-fix-row", crate::args!["name" => row.name.as_str()]);
            return ui.add(Button::secondary(label).with_icon(Icon::Edit).small()).clicked();
        }
        (FixColumn::Value, Some(field)) => editor(ui, view, (id, is_selected), field, cx),
        (FixColumn::Name, _) => drop(in_editor_line(ui).add(Text::new(row.name.as_str()).truncate())),
        (FixColumn::Sent, Some(field)) => {
            let sent = import.run.sent_text(id, field, |value| cx.words.value(value));
            let soft = theme::palette(ui).ink_soft;
            vitrine_text::tooltip(
                in_editor_line(ui).add(Text::new(sent.as_str()).color(soft).truncate()),
                sent,
            );
        }
        (FixColumn::Sent, None) => {}
    }
    false
}

fn editor(ui: &mut Ui, view: &mut Cells, (id, is_selected): (DraftId, bool), field: Field, cx: &mut Cx<'_>) {
    if is_selected {
        let ground = ui.max_rect().expand2(vec2(theme::space::S, 0.0));
        ui.painter().rect_filled(ground, 0.0, theme::palette(ui).info.soft);
    }
    let import = &cx.model.import;
    let name = import.run.row(id).map_or("", |row| row.name.as_str());
    let kept = import.run.edited_text(id, field, |value| cx.value_kept(value));
    let mut text = cx.typed(field, &kept).into_owned();
    let error =
        import.run.fix_errors(id, &cx.model.categories.market_categories, &cx.model.rules()).remove(&field);
    let label = without_direction_marks(&cx.label(field)).into_owned();
    let label = cx.format("import-fix-field-of", crate::args!["field" => label, "name" => name]).into_owned();
    let edit = vitrine_text::line_edit(identity(id, field), &mut text)
        .number((field.kind() == FieldKind::Integer).then_some(cx.words))
        .width(ui.available_width())
        .margin(CELL)
        .cell()
        .flat()
        .in_range(is_selected)
        .error(error.is_some());
    let response = in_editor_line(ui).add(edit).accessible_name(without_direction_marks(&label));
    if let Some(error) = &error {
        error_below(ui, &response, cx, error);
    }
    view.draws(ui, id, &response);
    if response.changed() {
        let kept = cx.kept(field, &text);
        cx.act(Action::Import(ImportAction::Fix(id, field, kept)));
    }
}
