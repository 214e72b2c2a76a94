//! The question before products without a price are created: set a price, leave them in the review, or create
//! them as they are.

use std::collections::BTreeMap;

use eframe::egui::Ui;

use super::named;
use crate::ui::screens::Cx;
use vitrine_domain::{Draft, Field, FieldError};
use vitrine_model::{Action, ImportAction, ReviewAction, Unpriced, UnpricedQuestion};
use vitrine_text::Text;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, Button, Dialog, FormField};

/// The dialog's own state.
#[derive(Default)]
pub struct UnpricedView {
    /// The values typed for the products that have none.
    typed: BTreeMap<Field, String>,
}

/// Draws the dialog while the question is open.
pub fn show(ui: &Ui, view: &mut UnpricedView, cx: &mut Cx<'_>) {
    let Some(question) = &cx.model.import.review.question else {
        view.typed.clear();
        return;
    };
    let &UnpricedQuestion { again, ref without_price, ref without_stock, priced } = question;
    let title = cx.format("import-unpriced-title", crate::args!["count" => without_price.len()]);
    let names = named::products(without_price, cx);
    let body = if priced > 0 { "import-unpriced-body" } else { "import-unpriced-body-all" };
    let errors = errors(view);
    let has_price = view.typed.get(&Field::PrimaryPrice).is_some_and(|text| !text.trim().is_empty());
    let set = Button::primary(cx.t("import-unpriced-set"));
    let dialog = Dialog::new("unpriced", title, cx.t("import-unpriced-back"))
        .confirm(set)
        .ready(has_price && errors.is_empty())
        .focus_contents()
        .enter_confirms();
    let mut unpriced = None;
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(names).strong().wrap());
        ui.add(Text::new(cx.t(body)).wrap());
        ui.add_space(space::XS);
        field(ui, view, cx, Field::PrimaryPrice, &errors);
        if !without_stock.is_empty() {
            ui.add(
                Text::new(cx.format("import-unpriced-stock", crate::args!["count" => without_stock.len()]))
                    .wrap(),
            );
            field(ui, view, cx, Field::Stock, &errors);
        }
        ui.horizontal_wrapped(|ui| {
            let leave_out =
                Button::secondary(cx.format("import-unpriced-leave-out", crate::args!["count" => priced]))
                    .small();
            if priced > 0 {
                let leave_out = ui.add(leave_out);
                if leave_out.clicked() {
                    unpriced = Some(Unpriced::LeaveOut);
                }
                vitrine_text::tooltip(
                    leave_out,
                    cx.format("import-unpriced-leave-out-help", crate::args!["count" => without_price.len()]),
                );
            }
            if ui.add(Button::secondary(cx.t("import-unpriced-create")).small()).clicked() {
                unpriced = Some(Unpriced::Create);
            }
        });
    });
    match (answer, unpriced) {
        (_, Some(unpriced)) => cx.act(Action::Import(ImportAction::Start { again, unpriced })),
        (Some(Answer::Confirmed), None) => {
            // They are those of these products alone, and not offered to others.
            let mut typed = std::mem::take(&mut view.typed);
            typed.retain(|_, text| !text.trim().is_empty());
            let lacking = [(Field::PrimaryPrice, without_price), (Field::Stock, without_stock)];
            let cells = lacking.into_iter().flat_map(|(field, products)| {
                let text = typed.get(&field);
                products.iter().filter_map(move |&product| Some((product, field, text?.clone())))
            });
            let cells = cells.collect();
            cx.act(Action::Import(ImportAction::Review(ReviewAction::SetCells(cells))));
            cx.act(Action::Import(ImportAction::Start { again, unpriced: Unpriced::Create }));
        }
        (Some(Answer::Cancelled), None) => cx.act(Action::Import(ImportAction::CloseQuestion)),
        (None, None) => {}
    }
}

fn field(
    ui: &mut Ui,
    view: &mut UnpricedView,
    cx: &Cx<'_>,
    field: Field,
    errors: &BTreeMap<Field, FieldError>,
) {
    let kept = view.typed.entry(field).or_default();
    let mut text = cx.typed(field, kept).into_owned();
    let error = errors.get(&field);
    let note = cx.toman_equivalent(field, kept).map(Into::into);
    let shown = FormField::new(cx.label(field))
        .note(note)
        .error(error.map(|error| cx.words.field_error(error).into()))
        .error_in_line(error.map(|error| cx.error_in_line(error)));
    let before = text.clone();
    shown.show(ui, |ui, error| {
        let width = ui.available_width();
        ui.add(
            vitrine_text::line_edit(("unpriced products", field), &mut text)
                .number(Some(cx.words))
                .width(width)
                .margin(theme::EDITOR)
                .error(error),
        )
    });
    if text != before {
        *kept = cx.kept(field, &text);
    }
}

/// What is wrong with the typed values; empty ones are not wrong.
fn errors(view: &UnpricedView) -> BTreeMap<Field, FieldError> {
    let error = |(field, text): (&Field, &String)| Some((*field, Draft::default().set(*field, text).err()?));
    view.typed.iter().filter_map(error).collect()
}
