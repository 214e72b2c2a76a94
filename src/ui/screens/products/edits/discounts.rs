//! Discounts: the dialog in which one is given to products or ended, and the list of those that run.

use eframe::egui::{Id, Ui};
use jiff::ToSpan as _;

use super::running_discounts::Group;
use super::state::{EditsView, Page};
use super::typed::DiscountPage;
use crate::ui::screens::Cx;
use crate::worker::Wanted;
use vitrine_domain::{Discount, DiscountRules, FieldError};
use vitrine_text::Text;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, Button, Dialog, FormField, group, named_segments};

/// The identities of the editors.
const PERCENT: &str = "percent of a discount";
const DAYS: &str = "days of a discount";

/// Draws the dialog in which a discount is given or ended.
pub fn give(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let Some(rules) = cx.model.rules().discounts else { return view.page = None };
    let Some(Page::Discount(page)) = &mut view.page else { return };
    let discount = page.discount(rules);
    let title = cx.format("discount-title", crate::args!["count" => page.products.len()]);
    let mut dialog = Dialog::new("discount", title, cx.t("cancel"))
        .confirm(Button::primary(cx.t("edits-preview")))
        .ready(discount.is_some())
        .enter_confirms();
    if !page.ends {
        dialog = dialog.focus_widget(vitrine_text::edit_id(PERCENT));
    }
    let answer = dialog.show(ui, |ui| {
        let ways = [(false, cx.t("discount-give"), None), (true, cx.t("discount-end"), None)];
        if let Some(ends) = named_segments(ui, &cx.t("field-discount"), page.ends, &ways) {
            page.ends = ends;
        }
        if page.ends {
            ui.add(Text::new(cx.t("discount-end-help")).wrap());
        } else {
            inputs(ui, page, rules, cx);
            ui.add(Text::new(cx.t("discount-help")).wrap());
        }
        if page.is_by_variants {
            ui.add(Text::new(cx.t("discount-all-variants")).wrap());
        }
    });
    match (answer, discount) {
        (Some(Answer::Confirmed), Some(discount)) => {
            let products = page.products.clone();
            view.ask(Wanted::Discount { products, discount }, cx);
        }
        (Some(_), _) => view.page = None,
        (None, _) => {}
    }
}

fn inputs(ui: &mut Ui, page: &mut DiscountPage, rules: DiscountRules, cx: &Cx<'_>) {
    let error = |error: Option<FieldError>| error.map(|error| cx.words.field_error(&error).into());
    let percent_error = page.percent(rules).and_then(Result::err);
    let days = page.days(rules);
    let ends = days.as_ref().and_then(|days| days.as_ref().ok()).map(|days| {
        let last = cx.model.now.checked_add(i64::from(*days).days());
        let date = last.map_or_else(|_| String::new(), |last| cx.words.date(last.date()));
        cx.format("discount-ends", crate::args!["date" => date])
    });
    let days_error = days.and_then(Result::err);
    for (key, identity, text, note, wrong) in [
        ("discount-percent", PERCENT, &mut page.percent, None, percent_error),
        ("discount-days", DAYS, &mut page.days, ends, days_error),
    ] {
        let field = FormField::new(cx.t(key)).note(note).error(error(wrong));
        field.show(ui, |ui, error| {
            let editor = vitrine_text::line_edit(identity, text).number(Some(cx.words));
            ui.add(editor.width(120.0).margin(theme::EDITOR).error(error))
        });
    }
}

/// Draws the list of discounts that run.
pub fn running(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    view.running.update(cx.model.products.list());
    let mut ended = None;
    let answer = Dialog::new("discounts", cx.t("discounts-title"), cx.t("close")).show(ui, |ui| {
        if view.running.groups.is_empty() {
            vitrine_text::weak(ui, cx.t("discounts-none"));
            ui.add(Text::new(cx.t("discounts-none-help")).wrap());
        }
        for group in &view.running.groups {
            let said = said(group, cx);
            let id = Id::unique(("end a discount", group.products.first()));
            self::group(ui, &said, |ui| {
                ui.add(Text::new(said.as_str()).wrap());
                if ui.add(Button::secondary(cx.t("discount-end-some")).small().id(id)).clicked() {
                    ended = Some(group.products.clone());
                }
                ui.add_space(space::S);
            });
        }
    });
    if let Some(products) = ended {
        view.page = Some(Page::EndDiscounts);
        view.ask(Wanted::Discount { products, discount: Discount::NONE }, cx);
    } else if answer.is_some() {
        view.page = None;
    }
}

/// What is said of a discount that runs: how much, until when, and for which products.
fn said(group: &Group, cx: &Cx<'_>) -> String {
    let mut names = group.names.join(&cx.t("list-separator"));
    if group.products.len() > group.names.len() {
        names.push('…');
    }
    let line = crate::args![
        "discount" => cx.words.discount(group.discount),
        "count" => group.products.len(),
        "names" => names,
    ];
    cx.format("discounts-line", line).into_owned()
}
