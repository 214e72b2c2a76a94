//! The dialogs about templates: using one in the review, with a preview, and saving the default values as
//! one.

use eframe::egui::Ui;

use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::bulk_change::{inputs, operation_key, set_operation};
use crate::ui::screens::category::value_text;
use vitrine_core::import::DefaultValues;
use vitrine_core::import::Template;
use vitrine_core::import::bulk::{BulkChange, BulkOperation};
use vitrine_domain::{Field, FieldError, Price, typed_part};
use vitrine_model::{Action, TemplateAction, TemplatePreview};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, Button, Dialog, FormField, labelled, named_segments, segments};

/// The part of the screen's own state about templates.
#[derive(Default)]
pub struct TemplatesView {
    page: Option<Page>,
    /// The template that was deleted last, while the dialog is open.
    deleted: Option<Template>,
}

/// The open dialog.
enum Page {
    Use {
        /// The name of the template that is shown; `None`: the first one.
        chosen: Option<String>,
        /// The new name while it is being typed.
        renaming: Option<String>,
        preview: Option<Box<CachedPreview>>,
    },
    Save(Form),
}

/// A preview with what it was computed for.
struct CachedPreview {
    /// The revision of the review.
    revision: u64,
    template: Template,
    preview: TemplatePreview,
}

/// A template that is being made.
#[derive(Default)]
struct Form {
    name: String,
    /// What its rule does to prices; `None`: nothing.
    operation: Option<BulkOperation>,
    rule: BulkChange,
}

/// The length of a name in characters: it has to fit on a button.
const MAX_NAME: usize = 40;
/// How many changed prices the preview shows.
const PREVIEW: usize = 4;

/// A button that opens the dialog.
pub fn button(ui: &mut Ui, view: &mut TemplatesView, cx: &Cx<'_>) {
    if ui.add(Button::secondary(cx.t("templates-open")).small()).clicked() {
        view.page = Some(Page::Use { chosen: None, renaming: None, preview: None });
    }
}

/// Draws the dialog while one is open.
pub fn show(ui: &Ui, view: &mut TemplatesView, cx: &mut Cx<'_>) {
    match view.page.take() {
        None => view.deleted = None,
        Some(Page::Save(form)) => view.page = save(ui, form, cx),
        Some(Page::Use { chosen, renaming, preview }) => {
            view.page = choose(ui, &mut view.deleted, (chosen, renaming, preview), cx);
        }
    }
}

fn act(cx: &mut Cx<'_>, action: TemplateAction) {
    cx.act(Action::Template(action));
}

/// The dialog that uses a template. Returns the dialog that is open afterwards.
fn choose(
    ui: &Ui,
    deleted: &mut Option<Template>,
    (mut chosen, mut renaming, preview): (Option<String>, Option<String>, Option<Box<CachedPreview>>),
    cx: &mut Cx<'_>,
) -> Option<Page> {
    let model = cx.model;
    let names: Vec<&str> = model.templates().map(|template| template.name.as_str()).collect();
    let template =
        chosen.as_deref().and_then(|name| model.template(name)).or_else(|| model.templates().next());
    let revision = model.import.review.revision();
    let preview = template.map(|template| match preview {
        Some(cached) if cached.revision == revision && cached.template == *template => cached,
        _ => Box::new(CachedPreview {
            revision,
            template: template.clone(),
            preview: model.import.review.preview_template(template),
        }),
    });
    let title = match cx.shop() {
        Some(shop) => cx.format("templates-title", crate::args!["shop" => shop]),
        None => cx.t("templates-open"),
    };
    let changes = preview.as_ref().is_some_and(|cached| !cached.preview.is_empty());
    let mut dialog = Dialog::new("templates", title, cx.t("close")).ready(changes);
    if let Some(template) = template {
        dialog = dialog.confirm(Button::primary(
            cx.format("templates-use", crate::args!["name" => template.name.as_str()]),
        ));
    }
    let mut saves = false;
    let answer = dialog.show(ui, |ui| {
        if names.is_empty() {
            ui.add(Text::new(cx.t("templates-none")).wrap());
        }
        let options: Vec<_> = names.iter().map(|name| (*name, (*name).into(), None)).collect();
        if let Some(name) = named_segments(
            ui,
            &cx.t("templates-list"),
            template.map_or("", |template| &template.name),
            &options,
        ) {
            (chosen, renaming) = (Some(name.to_owned()), None);
        }
        if let Some(cached) = &preview {
            let CachedPreview { template, preview, .. } = &**cached;
            summary(ui, template, preview, cx);
            change_name(ui, template, &mut renaming, &mut chosen, cx);
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(template) = template.filter(|_| renaming.is_none()) {
                if ui.add(Button::quiet(cx.t("templates-rename")).with_icon(Icon::Edit).small()).clicked() {
                    renaming = Some(template.name.clone());
                }
                if ui.add(Button::quiet(cx.t("templates-delete")).with_icon(Icon::Trash).small()).clicked() {
                    *deleted = Some(template.clone());
                    act(cx, TemplateAction::Delete(template.name.clone()));
                }
            }
            saves = ui.add(Button::secondary(cx.t("templates-save-as")).small()).clicked();
        });
        undo_deleting(ui, deleted, cx);
    });
    match (answer, template) {
        (Some(Answer::Confirmed), Some(template)) => {
            act(cx, TemplateAction::Use(template.name.clone()));
            None
        }
        (Some(_), _) => None,
        (None, _) if saves => Some(Page::Save(Form::default())),
        (None, _) => Some(Page::Use { chosen, renaming, preview }),
    }
}

/// What the template is, and what it changes in the review.
fn summary(ui: &mut Ui, template: &Template, preview: &TemplatePreview, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let values: Vec<_> = template.defaults.texts().map(|(field, text)| value(cx, field, &text)).collect();
    if !values.is_empty() {
        ui.add(Text::new(values.join(&cx.t("list-separator"))).color(p.ink).wrap());
    }
    if let Some(rule) = template.price_rule.as_ref().and_then(|rule| rule_text(cx, rule)) {
        ui.add(Text::new(rule).color(p.ink).wrap());
    }
    ui.add_space(space::XS);
    // A value that was typed is replaced: that has to be seen.
    for (field, old, new) in preview.defaults.iter().filter(|(_, old, _)| !old.is_empty()) {
        let (old, new) = (value_text(cx, *field, old), value_text(cx, *field, new));
        let line = crate::args!["name" => cx.words.field(*field), "old" => old, "new" => new];
        ui.add(Text::new(cx.format("bulk-change", line)).color(p.warn.ink).wrap());
    }
    let price = |price: Price| cx.words.money(price, cx.model.currency());
    for (product, old, new) in preview.prices.iter().take(PREVIEW) {
        let name = cx.model.import.review.with_defaults(*product).name;
        let line = crate::args!["name" => name, "old" => price(*old), "new" => price(*new)];
        ui.add(Text::new(cx.format("bulk-change", line)).color(p.ink).truncate());
    }
    let more = preview.prices.len().saturating_sub(PREVIEW);
    for (key, count) in [("templates-more-prices", more), ("templates-invalid", preview.invalid)] {
        if count > 0 {
            ui.add(
                Text::new(cx.format(key, crate::args!["count" => count])).small().color(p.ink_soft).wrap(),
            );
        }
    }
    if preview.is_empty() {
        ui.add(Text::new(cx.t("templates-nothing")).small().color(p.ink_soft).wrap());
    }
}

fn value(cx: &Cx<'_>, field: Field, text: &str) -> String {
    cx.format(
        "import-default-value",
        crate::args!["field" => cx.words.field(field), "value" => value_text(cx, field, text)],
    )
    .into_owned()
}

/// The rule in words; `None` if there is nothing to say.
fn rule_text(cx: &Cx<'_>, rule: &BulkChange) -> Option<String> {
    let key = match rule.operation {
        BulkOperation::Set => return None,
        BulkOperation::Increase => "templates-rule-increase",
        BulkOperation::Decrease => "templates-rule-decrease",
        BulkOperation::IncreasePercent => "templates-rule-increase-percent",
        BulkOperation::DecreasePercent => "templates-rule-decrease-percent",
    };
    let amount = |kept: &str| cx.words.number_text(&cx.typed(Field::PrimaryPrice, kept));
    let by = match rule.operation {
        BulkOperation::Increase | BulkOperation::Decrease => amount(rule.operand.trim()),
        _ => cx.words.number_text(typed_part(&rule.operand).trim().trim_end_matches(['%', '٪']).trim_end()),
    };
    let said = cx.format(key, crate::args!["by" => by]).into_owned();
    let rounding = rule.rounding.trim();
    if rounding.is_empty() {
        return Some(said);
    }
    Some(
        cx.format("templates-rule-rounded", crate::args!["rule" => said, "to" => amount(rounding)])
            .into_owned(),
    )
}

/// The editor of a new name.
fn change_name(
    ui: &mut Ui,
    template: &Template,
    renaming: &mut Option<String>,
    chosen: &mut Option<String>,
    cx: &mut Cx<'_>,
) {
    let Some(name) = renaming else { return };
    let new = name.trim().to_owned();
    let is_taken = new != template.name && cx.model.template(&new).is_some();
    let error =
        if is_taken { Some(cx.t("templates-name-taken")) } else { name_error(cx, &new).map(Into::into) };
    let is_valid = error.is_none() && !new.is_empty();
    FormField::new(cx.t("templates-name")).error(error).show(ui, |ui, error| {
        let width = ui.available_width().min(320.0);
        ui.add(vitrine_text::line_edit("template name", name).width(width).margin(theme::EDITOR).error(error))
    });
    let mut done = false;
    ui.horizontal(|ui| {
        if ui.add_enabled(is_valid, Button::secondary(cx.t("templates-rename-apply")).small()).clicked() {
            act(cx, TemplateAction::Rename { from: template.name.clone(), to: new.clone() });
            *chosen = Some(new.clone());
            done = true;
        }
        done |= ui.add(Button::quiet(cx.t("cancel")).small()).clicked();
    });
    if done {
        *renaming = None;
    }
}

fn name_error(cx: &Cx<'_>, name: &str) -> Option<String> {
    let length = name.chars().count();
    (length > MAX_NAME).then(|| cx.words.field_error(&FieldError::TooLong { limit: MAX_NAME, length }))
}

fn undo_deleting(ui: &mut Ui, deleted: &mut Option<Template>, cx: &mut Cx<'_>) {
    let Some(template) = deleted else { return };
    let mut restores = false;
    ui.horizontal_wrapped(|ui| {
        ui.add(
            Text::new(cx.format("templates-deleted", crate::args!["name" => template.name.as_str()]))
                .small()
                .extend(),
        );
        restores = ui.add(UiCommand::Undo.quiet(cx.words).small()).clicked();
    });
    if restores {
        let Template { name, defaults, price_rule, .. } = template.clone();
        act(cx, TemplateAction::Save { name, defaults: Box::new(defaults), price_rule });
        *deleted = None;
    }
}

/// The dialog that saves the default values as a template. Returns the dialog that is open afterwards.
fn save(ui: &Ui, mut form: Form, cx: &mut Cx<'_>) -> Option<Page> {
    let defaults = cx.model.import.review.defaults().valid();
    let name = form.name.trim().to_owned();
    let rule = form.operation.map(|operation| BulkChange { operation, ..form.rule.clone() });
    // An operand that was not typed yet is no error.
    let parsed =
        rule.as_ref().filter(|rule| !rule.is_empty()).map(|rule| rule.parse(Field::PrimaryPrice).map(drop));
    let has_contents = defaults != DefaultValues::default() || rule.is_some();
    let is_rule_ready = rule.is_none() || matches!(parsed, Some(Ok(())));
    let too_long = name_error(cx, &name);
    let is_ready = !name.is_empty() && too_long.is_none() && has_contents && is_rule_ready;
    let replaces = cx.model.template(&name).is_some();
    let confirm = Button::primary(cx.t(if replaces { "templates-replace" } else { "templates-save" }));
    let dialog = Dialog::new("save template", cx.t("templates-save-title"), cx.t("cancel")).confirm(confirm);
    let answer = dialog.ready(is_ready).enter_confirms().focus_contents().show(ui, |ui| {
        let note = replaces.then(|| cx.t("templates-name-taken"));
        FormField::new(cx.t("templates-name")).error(too_long.map(Into::into)).note(note).show(
            ui,
            |ui, error| {
                let width = ui.available_width().min(320.0);
                ui.add(
                    vitrine_text::line_edit("template name", &mut form.name)
                        .width(width)
                        .margin(theme::EDITOR)
                        .error(error),
                )
            },
        );
        let values: Vec<_> = defaults.texts().map(|(field, text)| value(cx, field, &text)).collect();
        let said = match values.as_slice() {
            [] => cx.t("templates-save-no-values"),
            values => cx.format(
                "templates-save-values",
                crate::args!["values" => values.join(&cx.t("list-separator"))],
            ),
        };
        ui.add(Text::new(said).wrap());
        let mut operations = vec![(None, cx.t("templates-rule-none"), None)];
        let rules = BulkOperation::ALL.into_iter().filter(|operation| *operation != BulkOperation::Set);
        operations.extend(rules.map(|operation| (Some(operation), cx.t(operation_key(operation)), None)));
        if let Some(operation) =
            labelled(ui, cx.t("templates-rule"), |ui| segments(ui, form.operation, &operations))
        {
            form.operation = operation;
        }
        if let Some(operation) = form.operation {
            set_operation(&mut form.rule, Field::PrimaryPrice, operation, cx);
            let error = parsed.as_ref().and_then(|parsed| parsed.as_ref().err());
            inputs(ui, &mut form.rule, Field::PrimaryPrice, error, cx);
            ui.add(Text::new(cx.t("templates-rule-help")).small().color(theme::palette(ui).ink_soft).wrap());
        }
    });
    match answer {
        Some(Answer::Confirmed) => {
            act(
                cx,
                TemplateAction::Save { name: name.clone(), defaults: Box::new(defaults), price_rule: rule },
            );
            Some(Page::Use { chosen: Some(name), renaming: None, preview: None })
        }
        Some(Answer::Cancelled) => None,
        None => Some(Page::Save(form)),
    }
}
