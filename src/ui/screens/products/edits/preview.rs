//! The dialog that shows old and new values before anything is sent.

use crate::ui::outcome;
use std::borrow::Cow;

use eframe::egui::Ui;
use jiff::ToSpan as _;
use jiff::civil::Date;

use super::follow;
use super::state::{EditsView, FollowPage, Page, SheetPage};
use super::typed::Typed;
use crate::ui::screens::changes::{self, LeaveOut, Products, Shown};
use crate::ui::screens::{Cx, column_question};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::{Answer, Button, Dialog, theme};

use vitrine_core::edit::plan::{Preview, PreviewCounts};
use vitrine_domain::{PriceUnit, Problem, ProblemKind};
use vitrine_model::{Action, PreviewPurpose, PreviewState, ProductEditAction, Screen};
use vitrine_text::Text;

/// The space for focus rings above and below the contents of a dialog, in points.
const FOCUS_RINGS: f32 = 10.0;

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    view.asked = false;
    let model = cx.model;
    let state = &model.product_edits.preview;
    let shown = match state {
        PreviewState::Ready { preview, left_out, revision } => {
            Some(Shown { preview, of: Products::Shop, left_out, revision: *revision, purpose: purpose(view) })
        }
        _ => None,
    };
    if let Some(shown) = shown {
        view.changes.update(shown);
    }
    let to_send = shown.map_or(0, |_| view.changes.to_send());
    let is_busy = model.product_edits.is_running();
    // Where there is no form to go back to, a word that sounds like bringing something back would be misread.
    let has_form = matches!(view.page, Some(Page::One(_) | Page::Many(_) | Page::Discount(_)));
    let goes_back = has_form || matches!(view.page, Some(Page::Cells));
    let leave = if goes_back { "edits-back" } else { "cancel" };
    let mut dialog = Dialog::new("preview of changes", title(view, cx), cx.t(leave));
    if shown.is_some() {
        let key = if matches!(view.page, Some(Page::Undo)) { "edits-restore" } else { "edits-send" };
        let send = if to_send == 0 {
            cx.t("edits-nothing")
        } else {
            cx.format(key, crate::args!["count" => to_send])
        };
        // Prices and stocks, which are added up, are never changed for a time.
        let comes_back = purpose(view) == PreviewPurpose::ForATime
            && shown.is_some_and(|shown| shown.preview.can_be_undone());
        let back_on = until(&view.typed, cx).filter(|_| comes_back);
        let said = back_on.or_else(|| view.changes.said(cx)).map(Cow::Owned);
        dialog = dialog.large().confirm(Button::primary(send)).ready(to_send > 0 && !is_busy).said(said);
        dialog = dialog.hint(is_busy.then(|| cx.t("edits-busy")));
    }
    let mut answered = None;
    let mut follows = false;
    let mut adds = false;
    let sheet = if let Some(Page::Sheet(sheet)) = &view.page { Some(sheet) } else { None };
    let answer = dialog.show(ui, |ui| match state {
        PreviewState::Reading { read, of, is_retried } => {
            vitrine_text::label(ui, cx.t("edits-reading"));
            reading(ui, (*read, *of), *is_retried, cx);
        }
        PreviewState::Failed(problem) => {
            answered = failed(ui, problem, sheet, cx);
            adds = sheet.is_some() && adds_products(ui, cx);
        }
        PreviewState::Asks(overview) => {
            let columns = column_question::show(ui, overview, cx);
            answered = columns.zip(sheet).map(|(columns, sheet)| SheetPage { columns, ..sheet.clone() });
            adds = adds_products(ui, cx);
        }
        PreviewState::Ready { .. } => {
            if let Some(shown) = shown {
                for said in
                    shown.preview.sheet.iter().flat_map(|sheet| cx.words.sheet_questions(sheet).of_changes())
                {
                    ui.add(Text::new(said).small().wrap());
                }
                if sheet.is_some() && names_none_of_the_shop(shown.preview) {
                    adds = adds_products(ui, cx);
                } else {
                    follows = above(ui, shown.preview, &view.page, cx);
                }
                let high = Dialog::room(ui) - FOCUS_RINGS;
                for LeaveOut { changes, out } in changes::show(ui, &mut view.changes, shown, high, cx) {
                    cx.act(Action::EditProducts(ProductEditAction::LeaveOut { changes, out }));
                }
            }
        }
        PreviewState::None => {}
    });
    if let Some(sheet) = answered {
        return view.open_sheet(sheet, cx);
    }
    if let (true, Some(Page::Sheet(sheet))) = (adds, &view.page) {
        cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
        cx.act(Action::Go(Screen::Import));
        cx.act(Action::Drop(vec![sheet.path.clone()]));
        return view.page = None;
    }
    if let (true, Some(Page::Sheet(sheet))) = (follows, &view.page) {
        view.page = Some(Page::Follow(FollowPage { sheet: sheet.clone(), ..FollowPage::default() }));
        return;
    }
    match answer {
        Some(Answer::Confirmed) => {
            cx.act(Action::EditProducts(ProductEditAction::Start));
            if matches!(view.page.take(), Some(Page::Many(_))) {
                view.typed = Typed::default();
            }
        }
        Some(Answer::Cancelled) => {
            cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
            // What was typed is there again.
            view.page.take_if(|_| !has_form);
        }
        None => {}
    }
}

/// How many products were read, of how many, and whether the marketplace answers.
fn reading(ui: &mut Ui, (read, of): (usize, usize), is_retried: bool, cx: &Cx<'_>) {
    if of > 0 {
        vitrine_text::weak(ui, cx.format("edits-read", crate::args!["read" => read, "count" => of]));
    }
    if is_retried {
        retried(ui, cx);
    }
}

/// The day that so many days from now is.
pub(super) fn back_on(days: i64, cx: &Cx<'_>) -> Option<Date> {
    cx.model.now.date().checked_add(days.days()).ok()
}

/// On which day the present values come back, in words.
pub(super) fn until(typed: &Typed, cx: &Cx<'_>) -> Option<String> {
    let day = back_on(typed.days_off()?.ok()?, cx)?;
    Some(cx.format("edits-back-on", crate::args!["date" => cx.words.date(day)]).into_owned())
}

fn purpose(view: &EditsView) -> PreviewPurpose {
    match &view.page {
        Some(Page::Undo) => PreviewPurpose::BringBack,
        Some(Page::Many(_)) if view.typed.days_off().is_some() => PreviewPurpose::ForATime,
        _ => PreviewPurpose::Change,
    }
}

/// What stands above the table: of a spreadsheet, a button to follow it; of one that is followed, the
/// question about what changed on both sides. Returns whether the button was pressed.
fn above(ui: &mut Ui, preview: &Preview, page: &Option<Page>, cx: &Cx<'_>) -> bool {
    match page {
        Some(Page::Sheet(sheet)) if follow::is_followed(&sheet.path, cx).is_none() => {
            ui.add(Button::quiet(cx.t("follow-open")).with_icon(Icon::Refresh).small()).clicked()
        }
        Some(Page::Followed(_)) if preview.counts.moved > 0 => {
            let asks = cx.format("follow-asks", crate::args!["count" => preview.counts.moved]);
            ui.add(Text::new(asks).color(theme::palette(ui).warn.ink).wrap());
            false
        }
        _ => false,
    }
}

/// Whether no row names a product of the shop, or none names any: the spreadsheet may be one of new products.
const fn names_none_of_the_shop(preview: &Preview) -> bool {
    let PreviewCounts { to_change, equal, refused, moved, .. } = preview.counts;
    to_change + equal + refused + moved == 0
}

/// A button that reviews the products of the spreadsheet as new ones. Returns whether it was pressed.
fn adds_products(ui: &mut Ui, cx: &Cx<'_>) -> bool {
    ui.add(Button::quiet(cx.t("edits-sheet-add")).with_icon(Icon::Create).small()).clicked()
}

fn title<'a>(view: &EditsView, cx: &Cx<'a>) -> Cow<'a, str> {
    match &view.page {
        Some(Page::Sheet(sheet)) => {
            let name = sheet.path.file_name().unwrap_or_default().to_string_lossy();
            cx.format("edits-sheet-title", crate::args!["name" => name.into_owned()])
        }
        Some(Page::Followed(name)) => cx.format("edits-sheet-title", crate::args!["name" => name.as_str()]),
        Some(Page::Discount(page)) if !page.ends => cx.t("discount-preview-title"),
        Some(Page::Discount(_) | Page::EndDiscounts) => cx.t("discount-end-title"),
        Some(Page::Undo) => cx.t("edits-undo-title"),
        _ => cx.t("edits-preview-title"),
    }
}

/// Why there is no preview. Returns the sheet with the unit of its prices, if the user says it.
fn failed(ui: &mut Ui, problem: &Problem, sheet: Option<&SheetPage>, cx: &Cx<'_>) -> Option<SheetPage> {
    let mut chosen = None;
    let mut words = cx.words.problem(problem);
    if problem.kind == ProblemKind::PriceUnit {
        // A terminal has options for what is chosen here.
        words.remedy = cx.t("sheet-price-unit-remedy").into_owned();
    }
    outcome::problem_notice(ui, &words, None, |ui| {
        let Some(sheet) = sheet.filter(|_| problem.kind == ProblemKind::PriceUnit) else { return };
        ui.horizontal_wrapped(|ui| {
            vitrine_text::label(ui, cx.t("sheet-price-unit"));
            for unit in PriceUnit::ALL {
                if ui.add(Button::secondary(cx.words.price_unit(unit)).small()).clicked() {
                    chosen = Some(SheetPage { price_unit: Some(unit), ..sheet.clone() });
                }
            }
        });
    });
    chosen
}

/// Says that the marketplace does not answer, and that it is asked again.
pub(super) fn retried(ui: &mut Ui, cx: &Cx<'_>) {
    ui.add(Text::new(cx.t("edits-retried")).color(theme::palette(ui).warn.ink).wrap().announced(false));
}
