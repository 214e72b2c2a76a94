//! The dialogs in which new values are typed: one field of several products, or the fields of one.

use crate::ui::outcome;
use std::borrow::Cow;

use super::photos;
use super::preview::{self, back_on, until};
use super::state::{EditsView, Page};
use super::typed::{OneProduct, Typed};
use crate::i18n::field_of_variant;
use crate::ui::screens::Cx;
use crate::ui::screens::bulk_change::{OPERAND, go_on_typing, inputs, operation_key, set_operation};
use crate::ui::screens::category::value_text;
use crate::ui::screens::changes::values::status_names;
use crate::worker::{AlbumPhoto, Wanted};
use eframe::egui::Ui;
use vitrine_core::edit::plan::{BulkRule, BulkRuleError};
use vitrine_core::import::bulk::{BulkChange, BulkError, BulkOperation};
use vitrine_domain::{
    Change, Draft, Field, FieldError, FieldKey, FieldKind, FieldValue, Problem, ProblemKind,
    ProductOrVariant, Variant,
};
use vitrine_model::{Action, ProductEditAction, is_number};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::tiles;
use vitrine_widgets::{Answer, Button, Dialog, FormField, check, named_segments, theme};

/// The fields that can be changed: the status only where the marketplace file names the statuses.
fn fields(cx: &Cx<'_>) -> Vec<Field> {
    let has_statuses = !cx.model.rules().statuses.is_empty();
    Field::offered()
        .into_iter()
        .filter(|field| field.changes(Change::Many) && (*field != Field::Status || has_statuses))
        .collect()
}

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let wanted = match &mut view.page {
        Some(Page::One(product)) => {
            let (number, photos) = &cx.model.product_edits.picked;
            if std::mem::replace(&mut view.photos_taken, *number) != *number
                && let Some(album) = &mut product.album
            {
                album.wanted.extend(photos.iter().cloned().map(AlbumPhoto::New));
            }
            single_product(ui, product, &mut view.asks_to_discard, cx)
        }
        Some(Page::Many(products)) => many(ui, products, &mut view.typed, cx),
        _ => return,
    };
    match wanted {
        Some(Some(wanted)) => view.ask(wanted, cx),
        Some(None) => view.page = None,
        None => {}
    }
}

/// The dialog for several products and variants. Returns what is wanted, `Some(None)` if it was cancelled.
fn many(
    ui: &Ui,
    products: &[ProductOrVariant],
    typed: &mut Typed,
    cx: &mut Cx<'_>,
) -> Option<Option<Wanted>> {
    let variants = products.iter().filter(|one| one.variant.is_some()).count();
    // A variant has these for itself.
    let is_offered = |field: &Field| variants == 0 || Variant::FIELDS.contains(field);
    let fields: Vec<Field> = fields(cx).into_iter().filter(is_offered).collect();
    if !fields.contains(&typed.field) {
        *typed = Typed::default();
    }
    let rule = rule(typed);
    let count = products.len() - variants;
    let title = if variants == 0 {
        cx.format("bulk-title", crate::args!["count" => count])
    } else {
        cx.format("bulk-title-variants", crate::args!["count" => count, "variants" => variants])
    };
    let days_off = typed.days_off();
    let is_ready = matches!(rule, Some(Ok(_))) && !matches!(days_off, Some(Err(_)));
    let dialog = Dialog::new("change products", title, cx.t("cancel"));
    let dialog = dialog.confirm(Button::primary(cx.t("edits-preview"))).ready(is_ready).enter_confirms();
    // The new value, which is typed at once; names and statuses begin with their first editor.
    let dialog = match typed.field {
        Field::Name | Field::Status => dialog.focus_contents(),
        _ => dialog.focus_widget(vitrine_text::edit_id(OPERAND)),
    };
    let answer = dialog.show(ui, |ui| {
        let options: Vec<_> = fields.iter().map(|field| (*field, cx.words.field(*field), None)).collect();
        let chosen = named_segments(ui, &cx.t("bulk-field"), typed.field, &options);
        if let Some(chosen) = chosen {
            typed.changes.choose(typed.field, chosen);
            typed.field = chosen;
        }
        match typed.field {
            Field::Name => name_inputs(ui, typed, cx),
            Field::Status => typed.status = status_input(ui, typed.status, cx),
            field => number_inputs(ui, field, typed, rule.as_ref().and_then(|rule| rule.as_ref().err()), cx),
        }
        if chosen.is_some_and(is_number) {
            go_on_typing(ui);
        }
        if typed.may_come_back() {
            back_input(ui, typed, days_off.as_ref(), cx);
        }
    });
    let (Answer::Confirmed, Some(Ok(rule))) = (answer?, rule) else { return Some(None) };
    let (products, rules) = (products.to_vec(), vec![rule]);
    Some(match days_off {
        None => Some(Wanted::Products { products, rules }),
        Some(days) => days.ok().and_then(|days| back_on(days, cx)).map(|back_on| Wanted::DaysOff {
            products,
            rules,
            back_on,
        }),
    })
}

/// After how many days the present values come back by themselves, and on which day that is.
fn back_input(ui: &mut Ui, typed: &mut Typed, days: Option<&Result<i64, FieldError>>, cx: &Cx<'_>) {
    let note = until(typed, cx).map(Into::into);
    let error = days.and_then(|days| Some(cx.words.field_error(days.as_ref().err()?).into()));
    let field = FormField::new(cx.t("edits-back-in")).help(cx.t("edits-back-help")).note(note).error(error);
    field.show(ui, |ui, error| {
        let editor = vitrine_text::line_edit("days off", &mut typed.back_in).number(Some(cx.words));
        ui.add(editor.width(120.0).margin(theme::EDITOR).error(error))
    });
}

/// The rule that was typed; `None` while nothing was.
fn rule(typed: &Typed) -> Option<Result<BulkRule, BulkRuleError>> {
    match typed.field {
        Field::Name => (!typed.find.is_empty()).then(|| Ok(BulkRule::replace(&typed.find, &typed.replace))),
        Field::Status => {
            let operand = typed.status?.to_string();
            Some(BulkRule::computed(Field::Status, &BulkChange { operand, ..BulkChange::default() }))
        }
        field => (!typed.changes.change.is_empty()).then(|| BulkRule::computed(field, &typed.changes.change)),
    }
}

fn number_inputs(ui: &mut Ui, field: Field, typed: &mut Typed, error: Option<&BulkRuleError>, cx: &Cx<'_>) {
    let operations: Vec<_> = BulkOperation::ALL
        .into_iter()
        .map(|operation| (operation, cx.t(operation_key(operation)), None))
        .collect();
    let chosen = named_segments(ui, &cx.t("bulk-operation"), typed.changes.change.operation, &operations);
    if let Some(operation) = chosen {
        set_operation(&mut typed.changes.change, typed.field, operation, cx);
    }
    let error = match error {
        Some(BulkRuleError::Value(_, error)) => Some(BulkError::Operand(error.clone())),
        Some(BulkRuleError::Rounding(error)) => Some(BulkError::Rounding(error.clone())),
        Some(BulkRuleError::Field(_)) | None => None,
    };
    inputs(ui, &mut typed.changes.change, field, error.as_ref(), cx);
    if chosen.is_some() {
        go_on_typing(ui);
    }
}

fn name_inputs(ui: &mut Ui, typed: &mut Typed, cx: &Cx<'_>) {
    for (key, identity, text) in [
        ("edits-find", "text to find in names", &mut typed.find),
        ("edits-replace", "text instead", &mut typed.replace),
    ] {
        FormField::new(cx.t(key)).show(ui, |ui, error| {
            let width = ui.available_width().min(320.0);
            ui.add(vitrine_text::line_edit(identity, text).width(width).margin(theme::EDITOR).error(error))
        });
    }
}

/// The statuses of the marketplace. Returns the one that is chosen now.
fn status_input(ui: &mut Ui, chosen: Option<i64>, cx: &Cx<'_>) -> Option<i64> {
    let options: Vec<_> =
        status_names(cx).into_iter().map(|(name, id)| (Some(id), name.into(), None)).collect();
    named_segments(ui, &cx.words.field(Field::Status), chosen, &options).unwrap_or(chosen)
}

/// The fields of one product in the order of the form, as far as the marketplace takes them.
fn fields_of_one(cx: &Cx<'_>) -> Vec<Field> {
    let rules = cx.model.rules();
    let mut order = vec![Field::Name];
    order.extend(fields(cx).into_iter().filter(|field| *field != Field::Name));
    order.extend(Field::ALL.into_iter().filter(|field| {
        field.changes(Change::One)
            && !field.changes(Change::Many)
            && *field != Field::Photos
            && rules.takes(*field)
    }));
    order
}

/// The least width of the editor of a number, in points.
const NUMBER: f32 = 200.0;
/// The identity of the dialog for one product.
const ONE: &str = "change a product";

/// The dialog for one product.
fn single_product(
    ui: &Ui,
    product: &mut OneProduct,
    asks_to_discard: &mut bool,
    cx: &mut Cx<'_>,
) -> Option<Option<Wanted>> {
    let fields = fields_of_one(cx);
    let edits = &cx.model.product_edits;
    let reading = edits.one.as_ref().filter(|one| one.product == product.id);
    if let Some(Ok(state)) = reading.and_then(|one| one.read.as_ref())
        && !product.is_read
    {
        product.fill_from(state);
    }
    let (values, album) = (product.changed(), product.changed_album());
    let base = product.base(&values, album.is_some());
    let is_wrong =
        |(key, text): &&(FieldKey, String)| key.field != Field::Status && error_of(key.field, text).is_some();
    let wrong: Vec<_> =
        values.iter().filter(is_wrong).map(|(key, _)| cx.words.field(key.field).into_owned()).collect();
    let title = cx.format("edits-one-title", crate::args!["name" => product.name.as_str()]);
    let is_changed = !(values.is_empty() && album.is_none());
    let hint = (!wrong.is_empty()).then(|| {
        cx.format("edits-check-fields", crate::args!["fields" => wrong.join(&cx.t("list-separator"))])
    });
    let dialog = Dialog::new(ONE, title, cx.t("cancel")).confirm(Button::primary(cx.t("edits-preview")));
    let dialog = dialog
        .ready(is_changed && wrong.is_empty())
        .hint(hint)
        .focus_contents()
        .asks_before_closing(is_changed);
    let answer = dialog.show(ui, |ui| {
        let shown: Vec<Field> =
            fields.into_iter().filter(|field| product.texts.contains_key(&(*field).into())).collect();
        // Numbers stand side by side, texts have the whole width.
        for alike in shown.chunk_by(|one, next| is_number(*one) && is_number(*next)) {
            let narrowest = if alike.len() > 1 { NUMBER } else { ui.available_width() };
            tiles(ui, narrowest, alike.iter().copied(), |ui, field| one_value(ui, product, field, cx));
        }
        variants(ui, product, cx);
        match reading.and_then(|one| one.read.as_ref()) {
            Some(Err(problem)) => {
                outcome::problem_notice(ui, &cx.words.product_problem(problem), None, |ui| {
                    if ui.add(Button::secondary(cx.t("retry")).small()).clicked() {
                        cx.act(Action::EditProducts(ProductEditAction::Read(product.id.clone())));
                    }
                });
            }
            None => {
                ui.add(Text::new(cx.t("edits-reading")).color(theme::palette(ui).ink_soft).wrap());
                if reading.is_some_and(|one| one.is_retried) {
                    preview::retried(ui, cx);
                }
            }
            Some(Ok(_)) if product.only.is_some() => {
                if product.variants.is_empty() {
                    let gone = Problem::new(ProblemKind::VariantGone).with_subject(&product.name);
                    outcome::problem_notice(ui, &cx.words.product_problem(&gone), None, |_| {});
                }
            }
            Some(Ok(_)) => match &mut product.album {
                Some(album) => photos::show(ui, album, cx),
                None => drop(ui.add(
                    Text::new(cx.t("edits-photos-unknown")).small().color(theme::palette(ui).ink_soft).wrap(),
                )),
            },
        }
    });
    let may_discard = *asks_to_discard && discard(ui, asks_to_discard, cx);
    match answer {
        Some(Answer::Confirmed) => {
            Some(Some(Wanted::Product { product: product.id.clone(), values, base, album }))
        }
        Some(Answer::Cancelled) if is_changed => {
            *asks_to_discard = true;
            None
        }
        None if !may_discard => None,
        Some(Answer::Cancelled) | None => {
            cx.act(Action::EditProducts(ProductEditAction::LeaveProduct));
            Some(None)
        }
    }
}

/// A value of one product.
fn one_value(ui: &mut Ui, product: &mut OneProduct, field: Field, cx: &Cx<'_>) {
    let Some((first, now)) = product.texts.get_mut(&field.into()) else { return };
    match field {
        Field::Status => {
            let chosen = status_input(ui, now.parse().ok(), cx);
            *now = chosen.map(|id| id.to_string()).unwrap_or_default();
        }
        Field::IsWholesale => {
            let yes = FieldValue::Flag(true).to_string() == *now;
            if check(ui, yes, cx.words.field(field)).clicked() {
                *now = FieldValue::Flag(!yes).to_string();
            }
        }
        field => text_input(ui, &field.into(), cx.label(field), (first.as_str(), now), cx),
    }
}

/// Price and stock of each variant.
fn variants(ui: &mut Ui, product: &mut OneProduct, cx: &Cx<'_>) {
    for variant in &product.variants {
        for field in Variant::FIELDS {
            let key = FieldKey { field, variant: Some(variant.id.clone()) };
            let Some((first, now)) = product.texts.get_mut(&key) else { continue };
            let label = field_of_variant(cx.words, &cx.label(field), variant.called()).into();
            text_input(ui, &key, label, (first.as_str(), now), cx);
        }
    }
}

fn error_of(field: Field, text: &str) -> Option<FieldError> {
    Draft::default().set(field, text).err()
}

/// Asks whether what was typed may be lost. Returns whether it may.
fn discard(ui: &Ui, asks: &mut bool, cx: &Cx<'_>) -> bool {
    let discard = Button::danger(cx.t("edits-discard")).with_icon(Icon::Trash);
    let dialog =
        Dialog::new("discard changes", cx.t("edits-discard-ask"), cx.t("edits-discard-no")).confirm(discard);
    let answer = dialog.show(ui, |ui| drop(ui.add(Text::new(cx.t("edits-discard-body")).wrap())));
    *asks = answer.is_none();
    let may = answer == Some(Answer::Confirmed);
    if may {
        Dialog::close(ui, ONE);
    }
    may
}

/// What stands below a field: a price in toman, or what becomes of a field that was emptied.
fn note(cx: &Cx<'_>, field: Field, first: &str, now: &str) -> Option<String> {
    if !now.trim().is_empty() || first.trim().is_empty() {
        return cx.toman_equivalent(field, now);
    }
    if field.is_clearable() {
        return Some(cx.t("edits-field-emptied").into_owned());
    }
    Some(cx.format("edits-field-stays", crate::args!["value" => value_text(cx, field, first)]).into_owned())
}

/// A value of a product that is typed, with what stands below it.
fn text_input(
    ui: &mut Ui,
    key: &FieldKey,
    label: Cow<'_, str>,
    (first, now): (&str, &mut String),
    cx: &Cx<'_>,
) {
    let field = key.field;
    let is_changed = first.trim() != now.trim() && !now.trim().is_empty();
    let error = error_of(field, now).filter(|_| is_changed);
    let mut shown = FormField::new(label)
        .note(note(cx, field, first, now).map(Into::into))
        .error(error.as_ref().map(|error| cx.words.field_error(error).into()))
        .error_in_line(error.as_ref().map(|error| cx.error_in_line(error)));
    if matches!(field, Field::Weight | Field::PackageWeight) {
        // Its label names no unit.
        shown = shown.help(cx.words.field_help(field));
    }
    let mut text = cx.typed(field, now).into_owned();
    let before = text.clone();
    shown.show(ui, |ui, error| {
        let width = ui.available_width();
        let id = ("field of a product", key);
        if field.kind() == FieldKind::Paragraph {
            let rows = if field == Field::Description { 4 } else { 2 };
            return ui.add(
                vitrine_text::paragraph_edit(id, &mut text)
                    .rows(rows)
                    .width(width)
                    .margin(theme::EDITOR)
                    .error(error),
            );
        }
        let edit = vitrine_text::line_edit(id, &mut text).number(is_number(field).then_some(cx.words));
        ui.add(edit.width(width).margin(theme::EDITOR).error(error))
    });
    if text != before {
        *now = cx.kept(field, &text);
    }
}
