//! The fields of the form that are typed.

use std::collections::BTreeMap;

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use vitrine_domain::category::contact_data;
use vitrine_domain::{CreateRules, Field, FieldError, FieldKind, FormPart};
use vitrine_model::{Action, Form, FormAction};
use vitrine_widgets::{FormField, theme};

/// The fields of a part of the form, in their order.
pub fn fields_of(is_part: impl Fn(FormPart) -> bool) -> Vec<Field> {
    let mut fields: Vec<Field> = Field::ALL.into_iter().filter(|field| is_part(field.spec().form)).collect();
    fields.sort_by_key(|field| field.spec().form);
    fields
}

/// The data that each part of the form is drawn from.
#[derive(Clone, Copy)]
pub struct FormContents<'a> {
    pub form: &'a Form,
    pub rules: &'a CreateRules,
    pub errors: &'a Errors,
    /// A field that was just rejected, to be scrolled into view.
    pub scroll_to: Option<Field>,
}

/// What is wrong with each field.
pub type Errors = BTreeMap<Field, FieldError>;

/// A text field with its help or its error.
pub fn text_field(ui: &mut Ui, cx: &mut Cx<'_>, part: &FormContents<'_>, field: Field) {
    let FormContents { form, rules, errors, scroll_to } = *part;
    let kept = form.text(field);
    let mut text = cx.typed(field, kept).into_owned();
    let required = rules.required.contains(&field).then(|| cx.t("field-required"));
    let note = cx.toman_equivalent(field, kept).or_else(|| contact_note(cx, rules, field, &text));
    let note = note.or_else(|| if field == Field::Name { equal_name(cx, &text) } else { None });
    let mut shown = FormField::new(cx.label(field))
        .required(required)
        .note(note.map(Into::into))
        .help(cx.words.field_help_with_unit(field, cx.model.currency()))
        .error(field_error(cx, form, errors, field).map(Into::into));
    if field.kind() == FieldKind::Integer {
        let refused = || field_error(cx, form, errors, field).map(|said| [said.clone(), said]);
        let wrong = errors.get(&field).map(|error| cx.error_in_line(error));
        shown = shown.error_in_line(wrong.or_else(refused));
    }
    let response = shown.show(ui, |ui, error| {
        let width = ui.available_width();
        if field.kind() == FieldKind::Paragraph {
            let rows = if field == Field::Description { 5 } else { 2 };
            ui.add(
                vitrine_text::paragraph_edit(("new product", field), &mut text)
                    .rows(rows)
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        } else {
            ui.add(
                vitrine_text::line_edit(("new product", field), &mut text)
                    .number((field.kind() == FieldKind::Integer).then_some(cx.words))
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            )
        }
    });
    if scroll_to == Some(field) {
        response.scroll_to_me(Some(eframe::egui::Align::Center));
    }
    if response.changed() {
        cx.act(Action::Form(FormAction::Type(field, cx.kept(field, &text))));
    }
}

/// A warning about contact data in a text.
fn contact_note(cx: &Cx<'_>, rules: &CreateRules, field: Field, text: &str) -> Option<String> {
    let is_read =
        rules.checks.contact_warning && matches!(field, Field::Name | Field::Brief | Field::Description);
    let found = is_read.then(|| contact_data(text)).flatten()?;
    Some(
        cx.format(
            "contact-data-found",
            crate::args!["field" => cx.words.field(field), "text" => found.text()],
        )
        .into_owned(),
    )
}

/// Says that a product of the shop has this name, however it is spelled.
fn equal_name(cx: &Cx<'_>, name: &str) -> Option<String> {
    cx.model.products.list().has_title(name).then(|| cx.t("import-equal-name-in-shop").into_owned())
}

/// The error shown at a field: the marketplace's rejection, or what is wrong with the text. An empty field
/// shows none.
pub fn field_error(cx: &Cx<'_>, form: &Form, errors: &Errors, field: Field) -> Option<String> {
    if let (Some(refused), Some(problem)) = (form.rejected_field(), &form.problem)
        && refused == field
    {
        let words = cx.words.product_problem(problem);
        return Some(problem.quotation.clone().unwrap_or(words.title));
    }
    errors.get(&field).filter(|error| **error != FieldError::Missing).map(|error| cx.words.field_error(error))
}
