//! The default values for all products of the review.

use std::borrow::Cow;

use eframe::egui::{Id, Role, Ui, WidgetInfo, vec2};

use super::templates;
use crate::i18n::without_direction_marks;
use crate::ui::screens::Cx;
use crate::ui::screens::category::{Picked, Picker, status_name, value_text};
use crate::ui::screens::import::{card, categories};
use crate::worker::Settings;
use vitrine_core::import::text_pattern::{PATTERN_FIELDS, is_pattern};
use vitrine_domain::{CreateRules, Field};
use vitrine_model::{Action, ImportAction, ReviewAction, SALE_FIELDS};
use vitrine_text::Text;
use vitrine_widgets::layout::{is_rtl, sides, tile_width, tiles};
use vitrine_widgets::theme::{self, size, space};
use vitrine_widgets::{Button, FormField, check, labelled, options_below};

/// The state of this part.
#[derive(Default)]
pub struct DefaultsView {
    picker: Option<Picker>,
    /// Whether the fields of texts are shown, also those without a text.
    shows_texts: bool,
}

/// The narrowest fields, in points, and between a label and the word for what is required.
const NARROWEST: f32 = 112.0;
const GAP: f32 = 8.0;

fn is_offered(field: Field, rules: &CreateRules) -> bool {
    match field {
        Field::CategoryId => rules.categories.is_some(),
        Field::Status => rules.statuses.len() > 1,
        _ => true,
    }
}

/// Draws the values, and what is still empty.
pub fn values_card(
    ui: &mut Ui,
    view: &mut DefaultsView,
    templates: &mut templates::TemplatesView,
    cx: &mut Cx<'_>,
) {
    card::frame(ui, |ui| {
        let p = theme::palette(ui);
        let heading = |ui: &mut Ui| {
            drop(ui.add(Text::new(cx.t("review-defaults-title")).strong().color(p.ink).truncate()));
        };
        sides(ui, 30.0, heading, |ui| templates::button(ui, templates, cx));
        // What is still empty stands in the place of the help, which is longer: the fields below stay.
        let help = Text::new(cx.t("import-defaults-help")).small().color(p.ink_soft).wrap();
        let (top, width) = (ui.cursor().top(), ui.available_width());
        let bottom = top + help.galley(ui, width).size().y;
        if let Some(warning) = empty_fields_warning(cx) {
            let warning = ui.add(Text::new(warning).small().color(p.warn.ink).wrap());
            vitrine_text::tooltip(warning.clone(), cx.t("import-empty-fields-help"));
            ui.add_space((bottom - warning.rect.bottom()).max(0.0));
        } else {
            ui.add(help);
        }
        let rules = cx.model.rules();
        let fields = Field::offered()
            .into_iter()
            .filter(|field| field.spec().has_default && is_offered(*field, &rules))
            .filter(|field| !PATTERN_FIELDS.contains(field));
        // Those whose label would be cut have a line of their own; the order stays, so that the price comes
        // first.
        let tile = tile_width(ui, NARROWEST);
        let measured: Vec<(Field, bool)> =
            fields.map(|field| (field, label_width(ui, field, &rules, cx) > tile)).collect();
        for alike in measured.chunk_by(|one, next| one.1 == next.1) {
            let narrowest = if alike[0].1 { ui.available_width() / 2.0 } else { NARROWEST };
            tiles(ui, narrowest, alike.iter().map(|(field, _)| *field), |ui, field| match field {
                Field::CategoryId => category(ui, view, cx),
                Field::Status => status(ui, cx, &rules),
                field => number(ui, cx, field),
            });
        }
        generated_skus(ui, cx, &rules);
    });
}

/// The width of a field's label, with the word for what is required.
fn label_width(ui: &Ui, field: Field, rules: &CreateRules, cx: &Cx<'_>) -> f32 {
    let width = |text: Text<'_>| text.extend().galley(ui, f32::INFINITY).size().x;
    let word = if rules.required.contains(&field) {
        width(Text::new(cx.t("field-required")).small()) + GAP
    } else {
        0.0
    };
    width(Text::new(cx.label(field)).strong().size(size::BODY)) + word
}

/// Whether products without an SKU get one. The owner sees it in the shop.
fn generated_skus(ui: &mut Ui, cx: &mut Cx<'_>, rules: &CreateRules) {
    if !rules.sku_unique {
        return;
    }
    let settings = &cx.model.settings;
    let generate_skus = !settings.generate_skus;
    let box_ = check(ui, settings.generate_skus, cx.t("import-generate-skus"));
    if box_.clicked() {
        cx.act(Action::Settings(Settings { generate_skus, ..settings.clone() }));
    }
    vitrine_text::tooltip(box_, cx.t("import-generate-skus-help"));
}

/// What applies to all products; `None` if nothing does.
pub fn applied(cx: &Cx<'_>) -> Option<String> {
    let generated = (cx.model.settings.generate_skus && cx.model.rules().sku_unique)
        .then(|| cx.t("import-skus-generated").into_owned());
    let all: Vec<String> =
        values(cx, cx.model.import.review.defaults().filled()).into_iter().chain(generated).collect();
    (!all.is_empty()).then(|| all.join(&cx.t("list-separator")))
}

/// Offers the default values of the previous import, in a line.
pub fn previous_defaults(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(values) = values(cx, cx.model.import.review.previous_defaults_on_offer(&cx.model.rules()))
    else {
        return;
    };
    let offer = cx.format("import-defaults-last", crate::args!["values" => values]);
    if ui.add(Button::secondary(offer).small()).clicked() {
        cx.act(Action::Import(ImportAction::Review(ReviewAction::UseLastDefaults)));
    }
}

/// Formats default values as “Price 250,000, Stock 3”; `None` if there are none.
fn values<'a>(cx: &Cx<'_>, filled: impl Iterator<Item = (Field, &'a str)>) -> Option<String> {
    let value = |(field, text): (Field, &str)| {
        let value = value_text(cx, field, text);
        cx.format("import-default-value", crate::args!["field" => cx.words.field(field), "value" => value])
            .into_owned()
    };
    let values: Vec<_> = filled.map(value).collect();
    (!values.is_empty()).then(|| values.join(&cx.t("list-separator")))
}

/// A warning about fields that buyers decide by and that are still empty.
fn empty_fields_warning(cx: &Cx<'_>) -> Option<String> {
    let empty =
        SALE_FIELDS.into_iter().zip(cx.model.import.review.checks().empty()).filter(|(_, count)| *count > 0);
    let fields: Vec<_> = empty
        .map(|(field, count)| {
            cx.format("import-field-count", crate::args!["field" => cx.words.field(field), "count" => count])
                .into_owned()
        })
        .collect();
    (!fields.is_empty()).then(|| {
        cx.format("import-empty-fields", crate::args!["fields" => fields.join(&cx.t("list-separator"))])
            .into_owned()
    })
}

fn number(ui: &mut Ui, cx: &mut Cx<'_>, field: Field) {
    let kept = cx.model.import.review.defaults().text(field);
    let mut text = cx.typed(field, kept).into_owned();
    let error = (!text.trim().is_empty()).then(|| cx.model.import.review.defaults().error(field)).flatten();
    let in_line = error.as_ref().map(|error| cx.error_in_line(error));
    let note = cx.toman_equivalent(field, kept).or_else(|| packaging(cx, field));
    let required = cx.model.rules().required.contains(&field).then(|| cx.t("field-required"));
    let is_added = text.trim_start().starts_with('+');
    let response = FormField::new(cx.label(field))
        .required(required)
        .note(note.map(Into::into))
        .error(error.map(|error| cx.words.field_error(&error).into()))
        .error_in_line(in_line)
        .show(ui, |ui, error| {
            let width = ui.available_width();
            ui.add(
                vitrine_text::line_edit(("all products", field), &mut text)
                    // A sign before it is not a part of a number.
                    .number((!is_added).then_some(cx.words))
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        });
    if field == Field::PackageWeight {
        vitrine_text::tooltip(response.clone(), cx.t("import-packaging-help"));
    }
    if response.changed() {
        let kept = cx.kept(field, &text);
        cx.act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(field, kept))));
    }
}

/// Says that the weight with packaging is made from that of each product, if it is.
fn packaging(cx: &Cx<'_>, field: Field) -> Option<String> {
    let more =
        (field == Field::PackageWeight).then(|| cx.model.import.review.defaults().valid().packaging)??;
    Some(cx.format("import-packaging", crate::args!["count" => more]).into_owned())
}

/// The texts for all products, in which words in braces stand for what each product has.
pub fn texts(ui: &mut Ui, view: &mut DefaultsView, cx: &mut Cx<'_>) {
    let defaults = cx.model.import.review.defaults();
    view.shows_texts |= PATTERN_FIELDS.iter().any(|field| !defaults.text(*field).is_empty());
    if !view.shows_texts {
        view.shows_texts = ui.add(Button::quiet(cx.t("import-texts-open")).small()).clicked();
        return;
    }
    ui.add(Text::new(cx.t("import-texts-help")).small().color(theme::palette(ui).ink_soft).wrap());
    PATTERN_FIELDS.into_iter().for_each(|field| text(ui, cx, field));
}

/// The values for which a button puts the word into a text.
const IN_TEXTS: [Field; 4] = [Field::Name, Field::Weight, Field::PackagingDimensions, Field::Sku];

fn text(ui: &mut Ui, cx: &mut Cx<'_>, field: Field) {
    let mut text = cx.model.import.review.defaults().text(field).to_owned();
    let response = FormField::new(cx.label(field)).note(example(cx, field, &text).map(Into::into)).show(
        ui,
        |ui, error| {
            let width = ui.available_width();
            let editor = if field == Field::Description {
                vitrine_text::paragraph_edit(("all products", field), &mut text).rows(3)
            } else {
                vitrine_text::line_edit(("all products", field), &mut text)
            };
            ui.add(editor.width(width).margin(theme::EDITOR).error(error))
        },
    );
    let mut is_changed = response.changed();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::XS);
        for inserted in IN_TEXTS {
            let word = cx.words.field(inserted);
            let (of, into) = (word.as_ref(), cx.words.field(field));
            let name =
                cx.format("import-texts-add-name", crate::args!["value" => of, "field" => into.as_ref()]);
            let label = cx.format("import-texts-add", crate::args!["value" => of]);
            if ui.add(Button::quiet(label).small().named(name)).clicked() {
                let gap = if text.is_empty() || text.ends_with(char::is_whitespace) { "" } else { " " };
                text = format!("{text}{gap}{{{}}}", without_direction_marks(of));
                is_changed = true;
            }
        }
    });
    if is_changed {
        cx.act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(field, text))));
    }
}

/// Among so many products, one is looked for that shows what a text looks like.
const FIRST: usize = 500;

/// The text of the first product that gets one, where products differ.
fn example(cx: &Cx<'_>, field: Field, text: &str) -> Option<String> {
    if !is_pattern(text) {
        return None;
    }
    let review = &cx.model.import.review;
    let lacks = |index: &usize| !review.is_skipped(*index) && review.own_text(*index, field).is_empty();
    let first = (0..review.drafts().len()).take(FIRST).find(lacks)?;
    let made = review.with_defaults(first).text(field);
    let said = if made.is_empty() {
        cx.t("import-texts-nothing")
    } else {
        cx.format("import-naming-example", crate::args!["names" => made])
    };
    Some(said.into_owned())
}

/// The category of the products that have none and whose folder has none.
fn category(ui: &mut Ui, view: &mut DefaultsView, cx: &mut Cx<'_>) {
    let text = cx.model.import.review.defaults().text(Field::CategoryId);
    let shown = if text.is_empty() {
        cx.t("category-default-empty")
    } else {
        value_text(cx, Field::CategoryId, text).into()
    };
    let label = cx.words.field(Field::CategoryId);
    let name = cx
        .format("import-default-value", crate::args!["field" => label.as_ref(), "value" => shown.as_ref()])
        .into_owned();
    // The path is in the tooltip.
    let title = shown.rsplit(" / ").next().unwrap_or_default().to_owned();
    let button = labelled(ui, label, |ui| {
        categories::choice_button(ui, &title, &name, Id::unique("default category"), false)
    });
    if button.clicked() {
        view.picker = Some(Picker::default());
    }
}

/// Draws the dialog in which the category is chosen, while it is open.
pub fn dialog(ui: &Ui, view: &mut DefaultsView, cx: &mut Cx<'_>) {
    let Some(picker) = &mut view.picker else { return };
    let chosen = cx.model.import.review.defaults().text(Field::CategoryId).parse().ok();
    let (title, mut clears) = (cx.t("category-choose-default"), false);
    let picked = picker.show(ui, cx, &title, chosen, |ui, cx| {
        ui.add(Text::new(cx.t("category-default-help")).small().color(theme::palette(ui).ink_soft).wrap());
        clears = chosen.is_some() && ui.add(Button::quiet(cx.t("category-default-none")).small()).clicked();
    });
    let text = match picked {
        _ if clears => Some(String::new()),
        Some(Picked::Category(id)) => Some(id.to_string()),
        Some(Picked::Nothing) => None,
        None => return,
    };
    if clears {
        Picker::close(ui);
    }
    if let Some(text) = text {
        cx.act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(Field::CategoryId, text))));
    }
    view.picker = None;
}

/// Published or hidden.
fn status(ui: &mut Ui, cx: &mut Cx<'_>, rules: &CreateRules) {
    let chosen = rules
        .status(cx.model.import.review.defaults().text(Field::Status))
        .or(rules.statuses.first())
        .map(|status| status.id);
    let options: Vec<(Option<i64>, Cow<'_, str>)> =
        rules.statuses.iter().map(|status| (Some(status.id), status_name(cx, status))).collect();
    let shown = options.iter().find(|(id, _)| *id == chosen).map_or("", |(_, name)| name.as_ref());
    let label = cx.words.field(Field::Status);
    let name = without_direction_marks(&format!("{label}: {shown}")).into_owned();
    let picked = labelled(ui, label, |ui| {
        let button = categories::choice_button(ui, shown, &name, Id::unique("default status"), false);
        button.widget_info(|| WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), &name));
        options_below(&button, is_rtl(ui), chosen, &options)
    });
    if let Some(Some(status)) = picked {
        cx.act(Action::Import(ImportAction::Review(ReviewAction::TypeDefault(
            Field::Status,
            status.to_string(),
        ))));
    }
}
