//! The cells of the review's table that are chosen rather than typed: category, properties, status and unit.

use std::borrow::Cow;

use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};

use super::{CategoriesView, title};
use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use crate::ui::screens::category::{list_choice, list_options};
use crate::ui::screens::grid::Grid;
use crate::ui::screens::grid::cell::{below_editor, error_below, in_editor_line, line_below, rule_that_fits};
use crate::ui::screens::import::row::Row;
use crate::ui::screens::rows::has_second_line;
use vitrine_core::import::PlannedDraft;
use vitrine_domain::{Field, FieldError};
use vitrine_model::{Action, ImportAction, ReviewAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{is_rtl, split_leading};
use vitrine_widgets::theme::{self, height, round, space};
use vitrine_widgets::{focus, options_below};

/// The category, with the categories above it, what it lacks, or a suggestion below. `targets` are the
/// products that get what is chosen.
pub fn category(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    row: &Row,
    targets: &[usize],
    view: &mut CategoriesView,
    grid: &mut Grid,
) {
    let import = &cx.model.import;
    let Some(planned) = import.review.drafts().get(row.index) else { return };
    let chosen = row.draft.category_id;
    // What means no category is shown as it was typed.
    let typed = || row.draft.category.clone().or_else(|| chosen.map(|id| id.to_string()));
    let shown = chosen.and_then(|id| title(cx, id)).or_else(typed);
    let path = row.draft.category.clone().or_else(|| shown.clone());
    let error = row.errors.get(&Field::CategoryId);
    let named = path.as_deref().map_or_else(|| cx.t("category-cell-none"), Cow::Borrowed);
    let product = row.called(cx, Field::CategoryId);
    let name = cx
        .format("category-cell", crate::args!["product" => product.as_str(), "path" => named.as_ref()])
        .into_owned();
    let label = shown.map_or_else(|| cx.t("category-cell-none"), Cow::Owned);
    let label = (Text::new(label).truncate(), theme::palette(ui).ink);
    let button =
        choice_cell(&mut in_editor_line(ui), label, &name, id(planned, Field::CategoryId), error.is_some());
    row.describe_cell(cx, &button, Field::CategoryId);
    let own = || import.review.own_text(row.index, Field::CategoryId);
    grid.draws_choice(ui, Field::CategoryId, &button, row.index, own);
    if button.clicked() && !targets.is_empty() {
        view.choose(targets.to_vec(), false, import);
    }
    let suggestion =
        if error == Some(&FieldError::Missing) { view.suggestions.of(cx, &row.draft.name) } else { None };
    let attribute = row.errors.get(&Field::ProductAttribute);
    let suggestion = suggestion.and_then(|suggestion| Some((title(cx, suggestion.category)?, suggestion)));
    if let Some((title, suggestion)) = suggestion.filter(|_| has_second_line(ui)) {
        let named = crate::args!["name" => suggestion.because_of.as_str(), "title" => title];
        let line = vitrine_text::small_link(
            &mut below_editor(ui, button.rect),
            cx.format("category-suggestion-short", named),
        );
        grid.draws_button(&line, row.index);
        let path = cx
            .model
            .categories
            .market_categories
            .tree
            .as_ref()
            .and_then(|tree| tree.path(suggestion.category))
            .unwrap_or_default();
        let because = cx.format(
            "category-suggested",
            crate::args!["path" => path, "name" => suggestion.because_of.as_str()],
        );
        if vitrine_text::tooltip(line, because).clicked() {
            cx.act(Action::Import(ImportAction::Review(ReviewAction::categorise(
                &[row.index],
                Some(suggestion.category),
            ))));
        }
    } else if let Some(error) = error {
        error_below(ui, &button, cx, error);
    } else if let Some(error) = attribute {
        let words = match error {
            FieldError::MissingAttribute { title } => {
                cx.format("category-cell-missing", crate::args!["attribute" => title.as_ref()])
            }
            error => rule_that_fits(ui, cx, error, button.rect.width()).0.into(),
        };
        if !has_second_line(ui) {
            vitrine_text::describe(&button, &cx.words.field_error(error));
            vitrine_text::tooltip(button, cx.words.field_error(error));
            return;
        }
        let line = vitrine_text::small_link(&mut below_editor(ui, button.rect), words);
        grid.draws_button(&line, row.index);
        if vitrine_text::tooltip(line, cx.words.field_error(error)).clicked() {
            view.details(vec![row.index], &cx.model.import);
        }
    } else if let Some(above) =
        chosen.and_then(|id| Some(cx.model.categories.market_categories.tree.as_ref()?.path_above(id)))
    {
        line_below(ui, &button, (above, path.unwrap_or_default()), theme::palette(ui).ink_soft, false);
    }
}

/// The values for the attributes of the category.
pub fn properties(
    ui: &mut Ui,
    cx: &Cx<'_>,
    row: &Row,
    targets: &[usize],
    view: &mut CategoriesView,
    grid: &mut Grid,
) {
    let Some(planned) = cx.model.import.review.drafts().get(row.index) else { return };
    let values: Vec<String> =
        row.draft.product_attribute.iter().map(|value| format!("{}: {}", value.name, value.text)).collect();
    let shown = if values.is_empty() {
        cx.t("category-properties-none")
    } else {
        values.join(&cx.t("list-separator")).into()
    };
    let error = row.errors.get(&Field::ProductAttribute);
    let product = row.called(cx, Field::ProductAttribute);
    let name = cx
        .format(
            "category-properties-cell",
            crate::args!["product" => product.as_str(), "text" => shown.as_ref()],
        )
        .into_owned();
    let label = (Text::new(shown).truncate(), theme::palette(ui).ink);
    let button = choice_cell(
        &mut in_editor_line(ui),
        label,
        &name,
        id(planned, Field::ProductAttribute),
        error.is_some(),
    );
    row.describe_cell(cx, &button, Field::ProductAttribute);
    let own = || cx.model.import.review.own_text(row.index, Field::ProductAttribute);
    grid.draws_choice(ui, Field::ProductAttribute, &button, row.index, own);
    if button.clicked() && !targets.is_empty() {
        view.details(targets.to_vec(), &cx.model.import);
    }
    if let Some(error) = error {
        error_below(ui, &button, cx, error);
    }
}

/// The status, or the unit. `targets` are the products that get what is chosen.
pub fn choice_of_list(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    field: Field,
    row: &Row,
    targets: &[usize],
    grid: &mut Grid,
) {
    let Some(planned) = cx.model.import.review.drafts().get(row.index) else { return };
    let rules = cx.model.rules();
    let named = row.cell_name(cx, field);
    let options = list_options(cx, field, &rules, row.draft.category_id);
    let chosen = list_choice(field, &row.draft, &rules);
    let error = row.errors.get(&field);
    let shown = options.iter().find(|(id, _)| *id == chosen).map(|(_, name)| name.clone().into_owned());
    let typed =
        || cx.model.import.review.typed(row.index, field).filter(|_| error.is_some()).map(str::to_owned);
    let shown = typed().or(shown).unwrap_or_default();
    let name = format!("{named}: {shown}");
    let label = (Text::new(shown).truncate(), theme::palette(ui).ink);
    let button = choice_cell(&mut in_editor_line(ui), label, &name, id(planned, field), error.is_some());
    let plain = without_direction_marks(&name).into_owned();
    button.widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), &plain));
    row.describe_cell(cx, &button, field);
    let own = || cx.model.import.review.own_text(row.index, field);
    grid.draws_choice(ui, field, &button, row.index, own);
    if let Some(error) = error {
        error_below(ui, &button, cx, error);
    }
    if targets.is_empty() {
        return;
    }
    if let Some(picked) =
        options_below(&button, is_rtl(ui), if error.is_some() { Some(i64::MIN) } else { chosen }, &options)
    {
        let text = picked.map(|id| id.to_string()).unwrap_or_default();
        cx.act(Action::Import(ImportAction::Review(ReviewAction::SetCells(
            targets.iter().map(|&product| (product, field, text.clone())).collect(),
        ))));
    }
}

/// The widget id of a product's button, so that the focus stays with the product.
fn id(planned: &PlannedDraft, field: Field) -> Id {
    Id::unique(("choice of a planned product", &planned.source, &planned.source_name, field))
}

/// A button that looks like an editor with a list. `name` is read out and shown as its tooltip.
pub fn choice_button(ui: &mut Ui, label: &str, name: &str, id: Id, has_error: bool) -> Response {
    let ink = theme::palette(ui).ink;
    choice(ui, (Text::new(label).truncate(), ink), name, (id, height::EDITOR), |ui, response, rect| {
        let p = theme::palette(ui);
        let hot = theme::is_highlighted(ui, response);
        let edge = match (has_error, hot) {
            (true, _) => p.bad.ink,
            (false, true) => p.accent,
            (false, false) => p.edge,
        };
        ui.painter().rect(
            rect,
            CornerRadius::same(round::CONTROL),
            p.input,
            Stroke::new(1.0, edge),
            StrokeKind::Inside,
        );
        theme::focus_ring(ui, response, rect, round::CONTROL);
    })
}

/// As [`choice_button`], for the cell of a table: without a frame, unless it is pointed at or used, and as
/// high as its label.
pub fn choice_cell(ui: &mut Ui, label: (Text<'_>, Color32), name: &str, id: Id, has_error: bool) -> Response {
    choice(ui, label, name, (id, CELL_HEIGHT), |ui, response, rect| {
        theme::flat_cell(ui, response, rect, has_error);
    })
}

/// The width of the words of a button in this width, beside its mark, in points.
const fn words_width(width: f32, pad: f32) -> f32 {
    width - 2.0 * pad - 18.0
}

/// The height of a cell's button, in points: as that of an editor in a cell.
const CELL_HEIGHT: f32 = 28.0;

fn choice(
    ui: &mut Ui,
    (label, ink): (Text<'_>, Color32),
    name: &str,
    (id, high): (Id, f32),
    frame: impl FnOnce(&Ui, &Response, Rect),
) -> Response {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let pad = if high < height::EDITOR { space::XS + 2.0 } else { space::S };
    let galley = label.galley(ui, words_width(ui.available_width(), pad));
    let (rect, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), high.max(galley.size().y)), Sense::empty());
    let response = ui.interact(rect, id, Sense::click());
    let plain = without_direction_marks(name).into_owned();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &plain));
    focus::stop(ui, &response, response.id);
    if ui.is_rect_visible(rect) {
        frame(ui, &response, rect);
        let (words, mark) = split_leading(rect.shrink2(vec2(pad, 0.0)), words_width(rect.width(), pad), rtl);
        let lead = if rtl { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        ui.painter().galley(lead.align_size_within_rect(galley.size(), words).min, galley, ink);
        Icon::Down.paint(
            ui.painter(),
            Rect::from_center_size(mark.center(), vec2(14.0, 14.0)),
            p.ink_soft,
            rtl,
        );
    }
    vitrine_text::tooltip(response.clone(), name);
    response.on_hover_cursor(CursorIcon::PointingHand)
}
