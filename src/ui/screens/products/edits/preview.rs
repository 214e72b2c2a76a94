//! The dialog that shows old and new values before anything is sent.

use std::borrow::Cow;

use eframe::egui::Ui;

use super::state::{Page, View};
use super::values;
use crate::domain::{Code, Problem};
use crate::edit::plan::{Preview, PreviewCounts, PreviewOutcome, PreviewRow};
use crate::i18n::without_direction_marks;
use crate::import::sheet::PriceUnit;
use crate::ui::layout::column;
use crate::ui::model::{Action, PreviewState, ProductEditAction};
use crate::ui::screens::Cx;
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, space};
use crate::ui::widgets::{self, Answer, Button, Dialog, VirtualList};

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut View, cx: &mut Cx<'_>) {
    view.asked = false;
    let model = cx.model;
    let state = &model.product_edits.preview;
    let to_send = match state {
        PreviewState::Ready { preview, .. } => preview.counts.to_change + preview.counts.moved,
        _ => 0,
    };
    let is_busy = model.product_edits.is_running();
    // Where there is no form to go back to, a word that sounds like bringing something back would be misread.
    let leave = if matches!(view.page, Some(Page::Sheet(_) | Page::Undo)) { "cancel" } else { "edits-back" };
    let mut dialog = Dialog::new("preview of changes", title(view, cx), cx.t(leave));
    if let PreviewState::Ready { .. } = state {
        let send = if to_send == 0 { cx.t("edits-nothing") } else { cx.format("edits-send", crate::args!["count" => to_send]) };
        dialog = dialog.confirm(Button::primary(send)).ready(to_send > 0 && !is_busy);
    }
    let mut unit = None;
    let answer = dialog.show(ui, |ui| match state {
        PreviewState::Reading { read, of, is_retried } => {
            text::label(ui, cx.t("edits-reading"));
            if *of > 0 {
                text::weak(ui, cx.format("edits-read", crate::args!["read" => *read, "count" => *of]));
            }
            if *is_retried {
                retried(ui, cx);
            }
        }
        PreviewState::Failed(problem) => unit = failed(ui, problem, matches!(view.page, Some(Page::Sheet(_))), cx),
        PreviewState::Ready { preview, lines } => {
            counts(ui, &preview.counts, matches!(view.page, Some(Page::Undo)), cx);
            if is_busy {
                ui.add(Text::new(cx.t("edits-busy")).color(theme::palette(ui).warn.ink).wrap());
            }
            rows(ui, &mut view.list, preview, lines, cx);
        }
        PreviewState::None => {}
    });
    if let (Some(unit), Some(Page::Sheet(path))) = (unit, &view.page) {
        return view.open_sheet(path.clone(), Some(unit), cx);
    }
    match answer {
        Some(Answer::Confirmed) => {
            cx.act(Action::EditProducts(ProductEditAction::Start));
            view.page = None;
        }
        Some(Answer::Cancelled) => {
            cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
            // What was typed is there again.
            view.page.take_if(|page| !matches!(page, Page::One(_) | Page::Many(_)));
        }
        None => {}
    }
}

fn title<'a>(view: &View, cx: &Cx<'a>) -> Cow<'a, str> {
    match &view.page {
        Some(Page::Sheet(path)) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            cx.format("edits-sheet-title", crate::args!["name" => name.into_owned()])
        }
        Some(Page::Undo) => cx.t("edits-undo-title"),
        _ => cx.t("edits-preview-title"),
    }
}

/// Why there is no preview. Returns the unit of the sheet's prices, if the user says it.
fn failed(ui: &mut Ui, problem: &Problem, of_sheet: bool, cx: &Cx<'_>) -> Option<PriceUnit> {
    let mut chosen = None;
    widgets::problem(ui, cx.words, problem, None, |ui| {
        if problem.code == Code::PriceUnit && of_sheet {
            ui.horizontal_wrapped(|ui| {
                text::label(ui, cx.t("sheet-price-unit"));
                for (unit, key) in [(PriceUnit::Toman, "unit-toman"), (PriceUnit::Rial, "unit-rial")] {
                    if ui.add(Button::secondary(cx.t(key)).small()).clicked() {
                        chosen = Some(unit);
                    }
                }
            });
        }
    });
    chosen
}

/// Says that the marketplace does not answer, and that it is asked again.
pub(super) fn retried(ui: &mut Ui, cx: &Cx<'_>) {
    ui.add(Text::new(cx.t("edits-retried")).color(theme::palette(ui).warn.ink).wrap().announced(false));
}

/// How many products change, and how many don't. Prices that are brought back had their values before, however unusual.
fn counts(ui: &mut Ui, counts: &PreviewCounts, brings_back: bool, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    let unusual = if brings_back { 0 } else { counts.unusual_prices };
    let lines = [
        ("edits-to-change", counts.to_change, p.ink),
        ("edits-unusual", unusual, p.warn.ink),
        ("edits-moved-meanwhile", counts.moved, p.warn.ink),
        ("edits-refused", counts.refused, p.bad.ink),
        ("edits-not-found", counts.not_found, p.bad.ink),
        ("edits-equal", counts.equal, p.ink_soft),
    ];
    for (key, count, ink) in lines {
        if count > 0 {
            ui.add(Text::new(cx.format(key, crate::args!["count" => count])).color(ink).wrap());
        }
    }
    ui.add_space(space::XS);
}

fn rows(ui: &mut Ui, list: &mut VirtualList, preview: &Preview, lines: &[usize], cx: &Cx<'_>) {
    list.show(ui, lines.len(), |ui, index| {
        if let Some(row) = lines.get(index).and_then(|place| preview.rows.get(*place)) {
            column(ui, |ui| product(ui, row, cx));
        }
    });
}

/// The name of a product, and below it each change, or why there is none.
fn product(ui: &mut Ui, row: &PreviewRow, cx: &Cx<'_>) {
    let p = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let name = if row.name.is_empty() { row.key.as_str() } else { row.name.as_str() };
    text::tooltip(ui.add(Text::new(name).strong().truncate()), name);
    match &row.outcome {
        PreviewOutcome::Change | PreviewOutcome::Moved | PreviewOutcome::Equal => {
            for change in &row.changes {
                ui.add(Text::new(values::change(cx, change)).color(p.ink).wrap());
            }
        }
        PreviewOutcome::Refused(problem) => {
            let words = cx.words.product_problem(problem);
            let (title, cause) = (without_direction_marks(&words.title), without_direction_marks(&words.cause));
            ui.add(Text::new(format!("{title} {cause}")).color(p.bad.ink).wrap());
        }
        PreviewOutcome::NotFound => {
            ui.add(Text::new(cx.t("edits-row-not-found")).color(p.bad.ink).wrap());
        }
    }
    ui.add_space(space::XS);
}
