//! The fields of the form that only some marketplaces have: category, attributes, status, unit and others.

use std::collections::BTreeMap;

use eframe::egui::{Response, Ui};

use super::fields::{FormContents, field_error, fields_of, text_field};
use super::variants;
use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use crate::ui::screens::category::{
    Picked, Picker, Suggestions, editors, list_options, missing_attributes, status_name,
};
use vitrine_domain::{CreateRules, Field, FieldError, FormPart};
use vitrine_model::{Action, FormAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::tiles;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, FormField, segments, select};

/// The state of this part.
#[derive(Default)]
pub struct MarketFieldsView {
    picker: Option<Picker>,
    /// Whether attributes that are not required are shown.
    unfolded: bool,
    suggestions: Suggestions,
    variants: variants::VariantsView,
}

/// Whether [`others`] has any field at this marketplace.
pub fn has_others(rules: &CreateRules) -> bool {
    fields_of(|part| matches!(part, FormPart::Unit(_) | FormPart::Others(_)))
        .into_iter()
        .any(|field| rules.takes(field))
}

/// Draws the category with its attributes.
pub fn category(ui: &mut Ui, view: &mut MarketFieldsView, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    vitrine_text::strong(ui, cx.t("create-section-category"));
    let chosen = part.form.category();
    let path = chosen.and_then(|id| cx.model.categories.market_categories.tree.as_ref()?.path(id));
    let error = match part.errors.get(&Field::CategoryId) {
        Some(FieldError::Missing) | None => field_error(cx, part.form, part.errors, Field::CategoryId),
        Some(error) => Some(cx.words.field_error(error)),
    };
    let required = part.rules.required.contains(&Field::CategoryId).then(|| cx.t("field-required"));
    let mut opens = false;
    let response = FormField::new(cx.words.field(Field::CategoryId))
        .required(required)
        .error(error.map(Into::into))
        .show(ui, |ui, _| {
            let key = if chosen.is_some() { "category-change" } else { "category-choose" };
            let row = ui.horizontal(|ui| {
                let button =
                    ui.add(Button::secondary(cx.t(key)).with_icon(Icon::Search).identity("choose category"));
                opens = button.clicked();
                let shown = path.clone().or_else(|| chosen.map(|id| id.to_string()));
                if let Some(shown) = shown {
                    let line = ui.add(Text::new(shown.as_str()).color(theme::palette(ui).ink).truncate());
                    vitrine_text::tooltip(line, shown);
                }
                button
            });
            row.inner
        });
    if let Some(path) = &path {
        vitrine_text::describe(&response, path);
    }
    reveal(part, Field::CategoryId, &response);
    if opens {
        view.picker = Some(Picker::default());
    }
    suggestion(ui, view, cx, part);
    attributes(ui, view, cx, part);
    picker(ui, view, cx, chosen);
}

fn picker(ui: &Ui, view: &mut MarketFieldsView, cx: &mut Cx<'_>, chosen: Option<i64>) {
    let Some(picker) = &mut view.picker else { return };
    let title = cx.t("category-choose-title");
    let Some(picked) = picker.show(ui, cx, &title, chosen, |_, _| {}) else { return };
    view.picker = None;
    if let Picked::Category(id) = picked {
        cx.act(Action::Form(FormAction::Type(Field::CategoryId, id.to_string())));
    }
}

/// The category of an earlier product with a similar name, while none is chosen.
fn suggestion(ui: &mut Ui, view: &mut MarketFieldsView, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    if part.form.category().is_some() {
        return;
    }
    let Some(suggestion) = view.suggestions.of(cx, part.form.text(Field::Name)) else { return };
    let Some(path) =
        cx.model.categories.market_categories.tree.as_ref().and_then(|tree| tree.path(suggestion.category))
    else {
        return;
    };
    let p = theme::palette(ui);
    ui.horizontal_wrapped(|ui| {
        let because = cx.format(
            "category-suggested",
            crate::args!["path" => path, "name" => suggestion.because_of.as_str()],
        );
        ui.add(Text::new(because).small().color(p.ink).wrap());
        if ui.add(Button::secondary(cx.t("category-use-suggestion")).small()).clicked() {
            cx.act(Action::Form(FormAction::Type(Field::CategoryId, suggestion.category.to_string())));
        }
    });
}

/// The attributes of the chosen category, or why they are not there.
fn attributes(ui: &mut Ui, view: &mut MarketFieldsView, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    let Some(category) = part.form.category() else { return };
    let known = &cx.model.categories;
    if !part.rules.categories.as_ref().is_some_and(|rules| rules.has_attributes) {
        return;
    }
    let Some(groups) = known.market_categories.attributes.get(&category) else {
        return missing_attributes(ui, cx, category);
    };
    let attributes = groups.iter().flat_map(|group| &group.attributes);
    let texts: BTreeMap<i64, String> =
        attributes.map(|attribute| (attribute.id, part.form.attribute(attribute.id).to_owned())).collect();
    // A rejection names no attribute.
    if let Some(error) = field_error(cx, part.form, part.errors, Field::ProductAttribute)
        .filter(|_| part.form.rejected_field().is_some())
    {
        ui.horizontal(|ui| {
            Icon::Alert.show(ui, 16.0, theme::palette(ui).bad.ink);
            ui.add(Text::new(error).small().color(theme::palette(ui).bad.ink).wrap().announced(true));
        });
    }
    let change = editors(ui, cx, "new product attribute", groups, &texts, &[], &mut view.unfolded);
    if let Some((id, text)) = change {
        cx.act(Action::Form(FormAction::Attribute(id, text)));
    }
}

/// Published or hidden.
pub fn status(ui: &mut Ui, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    let statuses = &part.rules.statuses;
    let Some(first) = statuses.first() else { return };
    let chosen = part.form.text(Field::Status).parse().unwrap_or(first.id);
    let options: Vec<_> = statuses.iter().map(|status| (status.id, status_name(cx, status), None)).collect();
    let mut picked = None;
    let error = field_error(cx, part.form, part.errors, Field::Status);
    let shown = FormField::new(cx.words.field(Field::Status))
        .help(cx.words.field_help(Field::Status))
        .error(error.map(Into::into));
    let response = shown.show(ui, |ui, _| ui.scope(|ui| picked = segments(ui, chosen, &options)).response);
    reveal(part, Field::Status, &response);
    if let Some(status) = picked {
        cx.act(Action::Form(FormAction::Type(Field::Status, status.to_string())));
    }
}

/// The other fields that this marketplace takes.
pub fn others(ui: &mut Ui, view: &mut MarketFieldsView, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    let takes = |field: &Field| part.rules.takes(*field);
    vitrine_text::strong(ui, cx.t("create-section-others"));
    if takes(&Field::UnitType) {
        tiles(
            ui,
            230.0,
            fields_of(|part| matches!(part, FormPart::Unit(_))).into_iter().filter(takes),
            |ui, field| match field {
                Field::UnitType => unit(ui, cx, part),
                field => text_field(ui, cx, part, field),
            },
        );
    }
    let in_line = fields_of(|part| matches!(part, FormPart::Others(_))).into_iter().filter(takes);
    tiles(ui, 300.0, in_line.filter(|field| *field != Field::Variants), |ui, field| {
        text_field(ui, cx, part, field);
    });
    if takes(&Field::Variants) {
        variants::show(ui, &mut view.variants, cx, part);
    }
}

/// The unit: that of the category, unless another is chosen.
fn unit(ui: &mut Ui, cx: &mut Cx<'_>, part: &FormContents<'_>) {
    let options = list_options(cx, Field::UnitType, part.rules, part.form.category());
    let chosen = part.form.text(Field::UnitType).parse().ok();
    let mut picked = None;
    let error = field_error(cx, part.form, part.errors, Field::UnitType);
    let name = without_direction_marks(&cx.words.field(Field::UnitType)).into_owned();
    let shown = FormField::new(cx.words.field(Field::UnitType))
        .help(cx.words.field_help(Field::UnitType))
        .error(error.map(Into::into));
    let response =
        shown.show(ui, |ui, _| ui.scope(|ui| picked = select(ui, &name, chosen, &options)).response);
    reveal(part, Field::UnitType, &response);
    if let Some(unit) = picked {
        let text = unit.map(|id| id.to_string()).unwrap_or_default();
        cx.act(Action::Form(FormAction::Type(Field::UnitType, text)));
    }
    ui.add_space(space::XS);
}

/// Scrolls to a field that was just rejected.
fn reveal(part: &FormContents<'_>, field: Field, response: &Response) {
    if part.scroll_to == Some(field) {
        response.scroll_to_me(Some(eframe::egui::Align::Center));
    }
}
