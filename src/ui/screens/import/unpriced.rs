//! The question before products without a price, or without a stock beside others that have one, are created:
//! set it, leave them in the review, or create them as they are.

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

/// What is asked, about which products.
struct Words<'a> {
    lacking: &'a [usize],
    field: Field,
    title: &'static str,
    body: &'static str,
    set: &'static str,
    leave_out: &'static str,
    create: &'static str,
}

impl<'a> Words<'a> {
    fn of(without_price: &'a [usize], without_stock: &'a [usize], complete: usize) -> Self {
        if without_price.is_empty() {
            return Self {
                lacking: without_stock,
                field: Field::Stock,
                title: "import-unstocked-title",
                body: "import-unstocked-body",
                set: "import-unstocked-set",
                leave_out: "import-unstocked-leave-out",
                create: "import-unstocked-create",
            };
        }
        Self {
            lacking: without_price,
            field: Field::PrimaryPrice,
            title: "import-unpriced-title",
            body: if complete > 0 { "import-unpriced-body" } else { "import-unpriced-body-all" },
            set: "import-unpriced-set",
            leave_out: "import-unpriced-leave-out",
            create: "import-unpriced-create",
        }
    }
}

/// Draws the dialog while the question is open.
pub fn show(ui: &Ui, view: &mut UnpricedView, cx: &mut Cx<'_>) {
    let Some(question) = &cx.model.import.review.question else {
        view.typed.clear();
        return;
    };
    let &UnpricedQuestion { again, ref without_price, ref without_stock, complete } = question;
    let Words { lacking, field: asked, title, body, set, leave_out, create } =
        Words::of(without_price, without_stock, complete);
    let title = cx.format(title, crate::args!["count" => lacking.len()]);
    let names = named::products(lacking, cx);
    let errors = errors(view);
    let has_value = view.typed.get(&asked).is_some_and(|text| !text.trim().is_empty());
    let dialog = Dialog::new("unpriced", title, cx.t("import-unpriced-back"))
        .confirm(Button::primary(cx.t(set)))
        .ready(has_value && errors.is_empty())
        .focus_contents()
        .enter_confirms();
    let mut unpriced = None;
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(names).strong().wrap());
        ui.add(Text::new(cx.format(body, crate::args!["count" => lacking.len()])).wrap());
        ui.add_space(space::XS);
        field(ui, view, cx, asked, &errors);
        if asked == Field::PrimaryPrice && !without_stock.is_empty() {
            let said = cx.format("import-unpriced-stock", crate::args!["count" => without_stock.len()]);
            ui.add(Text::new(said).wrap());
            field(ui, view, cx, Field::Stock, &errors);
        }
        ui.horizontal_wrapped(|ui| {
            if complete > 0 {
                let leave_out = cx.format(leave_out, crate::args!["count" => complete]);
                let leave_out = ui.add(Button::secondary(leave_out).small());
                if leave_out.clicked() {
                    unpriced = Some(Unpriced::LeaveOut);
                }
                vitrine_text::tooltip(
                    leave_out,
                    cx.format("import-unpriced-leave-out-help", crate::args!["count" => lacking.len()]),
                );
            }
            if ui.add(Button::secondary(cx.t(create)).small()).clicked() {
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
