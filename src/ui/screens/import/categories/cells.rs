//! The cells of the review's table that are chosen rather than typed: category, properties, status and unit.

use std::borrow::Cow;

use eframe::egui::{Align2, CornerRadius, CursorIcon, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::super::grid::Grid;
use super::super::row::{Row, below_editor, in_editor_line, line_below};
use super::{View, title};
use crate::domain::category::{UNITS, Unit};
use crate::domain::{Field as Wire, FieldError};
use crate::i18n::without_direction_marks;
use crate::import::PlannedDraft;
use crate::ui::focus;
use crate::ui::icons::Icon;
use crate::ui::layout::{is_rtl, split_leading};
use crate::ui::model::{Action, Import, ImportAction};
use crate::ui::screens::Cx;
use crate::ui::screens::category::{status_name, unit_name};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, round, space};
use crate::ui::widgets::select;

/// The height of the buttons, in points: that of an editor.
const HEIGHT: f32 = 34.0;

/// Whether a field is chosen from a short list, whose keys are its own.
pub const fn is_list(field: Wire) -> bool {
    matches!(field, Wire::Status | Wire::UnitType)
}

/// The category, with the categories above it, what it lacks, or a suggestion below. `targets` are the products that get what is
/// chosen.
pub fn category(ui: &mut Ui, cx: &mut Cx<'_>, row: &Row, targets: &[usize], view: &mut View, grid: &mut Grid) {
    let import = &cx.model.import;
    let Some(planned) = import.drafts().get(row.index) else { return };
    let chosen = row.draft.category_id;
    // What means no category is shown as it was typed.
    let typed = || row.draft.category.clone().or_else(|| chosen.map(|id| id.to_string()));
    let shown = chosen.and_then(|id| title(cx, id)).or_else(typed);
    let path = row.draft.category.clone().or_else(|| shown.clone());
    let error = row.errors.get(&Wire::CategoryId);
    let named = path.as_deref().map_or_else(|| cx.t("category-cell-none"), Cow::Borrowed);
    let name = cx.format("category-cell", crate::args!["row" => row.index + 1, "path" => named.as_ref()]).into_owned();
    let label = shown.map_or_else(|| cx.t("category-cell-none"), Cow::Owned);
    let button = choice_button(&mut in_editor_line(ui), &label, &name, id(planned, Wire::CategoryId), error.is_some());
    grid.draws_choice(ui, Wire::CategoryId, &button, row.index, import);
    if button.clicked() {
        view.choose(targets.to_vec(), false, import);
    }
    let p = theme::palette(ui);
    let suggestion = if error == Some(&FieldError::Missing) { view.suggestions.of(cx, &row.draft.name) } else { None };
    let attribute = row.errors.get(&Wire::ProductAttribute);
    let suggestion = suggestion.and_then(|suggestion| Some((title(cx, suggestion.category)?, suggestion)));
    if let Some((title, suggestion)) = suggestion {
        let named = crate::args!["name" => suggestion.because_of.as_str(), "title" => title];
        let line = text::small_link(&mut below_editor(ui, button.rect), cx.format("category-suggestion-short", named));
        grid.draws_button(&line, row.index);
        let path = cx.model.categories.catalogue.tree.as_ref().and_then(|tree| tree.path(suggestion.category)).unwrap_or_default();
        let because = cx.format("category-suggested", crate::args!["path" => path, "name" => suggestion.because_of.as_str()]);
        if text::tooltip(line, because).clicked() {
            cx.act(Action::Import(Import::categorise(&[row.index], Some(suggestion.category))));
        }
    } else if let Some(error) = error {
        // The words of the rule are too long here.
        let rule = if *error == FieldError::Missing { cx.t("field-required").into_owned() } else { cx.words.field_rule(error) };
        line_below(ui, button.rect, (rule, cx.words.field_error(error)), p.bad.ink, button.has_focus());
    } else if let Some(error) = attribute {
        let words = match error {
            FieldError::MissingAttribute { title } => cx.format("category-cell-missing", crate::args!["attribute" => title.as_ref()]),
            error => cx.words.field_rule(error).into(),
        };
        let line = text::small_link(&mut below_editor(ui, button.rect), words);
        grid.draws_button(&line, row.index);
        if text::tooltip(line, cx.words.field_error(error)).clicked() {
            view.details(vec![row.index], &cx.model.import);
        }
    } else if let Some(above) = chosen.and_then(|id| Some(cx.model.categories.catalogue.tree.as_ref()?.path_above(id))) {
        line_below(ui, button.rect, (above, path.unwrap_or_default()), p.ink_soft, false);
    }
}

/// The values for the attributes of the category.
pub fn properties(ui: &mut Ui, cx: &Cx<'_>, row: &Row, targets: &[usize], view: &mut View, grid: &mut Grid) {
    let Some(planned) = cx.model.import.drafts().get(row.index) else { return };
    let values: Vec<String> = row.draft.product_attribute.iter().map(|value| format!("{}: {}", value.name, value.text)).collect();
    let shown = if values.is_empty() { cx.t("category-properties-none") } else { values.join(&cx.t("list-separator")).into() };
    let error = row.errors.get(&Wire::ProductAttribute);
    let name = cx.format("category-properties-cell", crate::args!["row" => row.index + 1, "text" => shown.as_ref()]).into_owned();
    let button = choice_button(&mut in_editor_line(ui), &shown, &name, id(planned, Wire::ProductAttribute), error.is_some());
    grid.draws_choice(ui, Wire::ProductAttribute, &button, row.index, &cx.model.import);
    if button.clicked() {
        view.details(targets.to_vec(), &cx.model.import);
    }
    if let Some(error) = error {
        let p = theme::palette(ui);
        line_below(ui, button.rect, (cx.words.field_rule(error), cx.words.field_error(error)), p.bad.ink, false);
    }
}

/// The status, or the unit.
pub fn status(ui: &mut Ui, cx: &mut Cx<'_>, field: Wire, row: &Row, targets: &[usize]) {
    let rules = cx.model.rules();
    let name = cx.format("import-field-of", crate::args!["field" => cx.words.field(field), "row" => row.index + 1]);
    let name = without_direction_marks(&name).into_owned();
    let options: Vec<(Option<i64>, Cow<'_, str>)> = if field == Wire::Status {
        rules.statuses.iter().map(|status| (Some(status.id), status_name(cx, status))).collect()
    } else {
        let usual = row.draft.category_id.and_then(|id| cx.model.categories.catalogue.tree.as_ref()?.get(id)?.unit);
        let usual = rules.categories.as_ref().and_then(|rules| rules.unit(usual)).and_then(Unit::from_id);
        let usual = usual.map_or_else(|| cx.t("unit-none"), |unit| unit_name(cx, &unit));
        std::iter::once((None, usual)).chain(UNITS.iter().map(|unit| (Some(unit.id), unit_name(cx, unit)))).collect()
    };
    let chosen = match field {
        Wire::Status => row.draft.status.or(rules.statuses.first().map(|status| status.id)),
        _ => row.draft.unit_type,
    };
    if let Some(picked) = select(&mut in_editor_line(ui), &name, chosen, &options) {
        let text = picked.map(|id| id.to_string()).unwrap_or_default();
        cx.act(Action::Import(ImportAction::SetCells(targets.iter().map(|&product| (product, field, text.clone())).collect())));
    }
}

/// The widget id of a product's button, so that the focus stays with the product.
fn id(planned: &PlannedDraft, field: Wire) -> Id {
    Id::unique(("choice of a planned product", &planned.source, &planned.source_name, field))
}

/// A button that looks like an editor with a list. `name` is read out and shown as its tooltip.
pub fn choice_button(ui: &mut Ui, label: &str, name: &str, id: Id, has_error: bool) -> Response {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::empty());
    let response = ui.interact(rect, id, Sense::click());
    let plain = without_direction_marks(name).into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &plain));
    focus::stop(ui, &response, response.id);
    if ui.is_rect_visible(rect) {
        let hot = theme::is_highlighted(ui, &response);
        let edge = match (has_error, hot) {
            (true, _) => p.bad.ink,
            (false, true) => p.accent,
            (false, false) => p.line,
        };
        ui.painter().rect(rect, CornerRadius::same(round::CONTROL), p.input, Stroke::new(1.0, edge), StrokeKind::Inside);
        theme::focus_ring(ui, &response, rect, round::CONTROL);
        let (words, mark) = split_leading(rect.shrink2(vec2(space::S, 0.0)), rect.width() - 2.0 * space::S - 18.0, rtl);
        let galley = Text::new(label).truncate().galley(ui, words.width());
        let lead = if rtl { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        ui.painter().galley(lead.align_size_within_rect(galley.size(), words).min, galley, p.ink);
        Icon::Down.paint(ui.painter(), Rect::from_center_size(mark.center(), vec2(14.0, 14.0)), p.ink_soft, rtl);
    }
    text::tooltip(response.clone(), name);
    response.on_hover_cursor(CursorIcon::PointingHand)
}
