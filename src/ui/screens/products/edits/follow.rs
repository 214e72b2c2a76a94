//! Spreadsheets with which the shop is kept in step: the dialog in which that begins, and what is said of
//! each.

use crate::ui::outcome;
use std::path::Path;

use eframe::egui::{Id, Ui};

use super::state::{EditsView, Page, SheetPage};
use crate::i18n::hold_words;
use crate::ui::screens::Cx;
use crate::worker::{FollowOptions, FollowedList, FollowedSheet, ListId, ListState};
use vitrine_core::edit::follow::{FollowRules, ListedSales};
use vitrine_domain::{Draft, Field, FieldError, Problem, ProblemKind};
use vitrine_model::{Action, ProductEditAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Answer, Button, Dialog, FormField, Notice, check, named_segments};

/// The identity of the editor of the reserve.
const RESERVE: &str = "pieces kept back";

/// Draws the dialog in which it is said how a spreadsheet is followed.
pub fn dialog(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let Some(Page::Follow(page)) = &mut view.page else { return };
    let reserve = reserve(&page.reserve);
    let title = cx.format("follow-title", crate::args!["name" => name(&page.sheet.path)]);
    let dialog = Dialog::new("follow a spreadsheet", title, cx.t("cancel"))
        .confirm(Button::primary(cx.t("follow-begin")))
        .ready(reserve.is_ok())
        .enter_confirms()
        .focus_widget(vitrine_text::edit_id(RESERVE));
    let answer = dialog.show(ui, |ui| {
        ui.add(Text::new(cx.t("follow-help")).wrap());
        ui.add_space(space::S);
        let error = reserve.as_ref().err().map(|error| cx.words.field_error(error).into());
        let field = FormField::new(cx.t("follow-reserve")).help(cx.t("follow-reserve-help")).error(error);
        field.show(ui, |ui, error| {
            let editor = vitrine_text::line_edit(RESERVE, &mut page.reserve).number(Some(cx.words));
            ui.add(editor.width(120.0).margin(theme::EDITOR).error(error))
        });
        ui.add_space(space::S);
        let sales = [
            (ListedSales::Unknown, "follow-sales-unknown"),
            (ListedSales::Counted, "follow-sales-counted"),
            (ListedSales::NotCounted, "follow-sales-not-counted"),
        ]
        .map(|(sales, key)| (sales, cx.t(key), None));
        ui.add(Text::new(cx.t("follow-sales")).wrap());
        if let Some(chosen) = named_segments(ui, &cx.t("follow-sales"), page.sales, &sales) {
            page.sales = chosen;
        }
        ui.add_space(space::S);
        if check(ui, page.sends_stock, cx.t("follow-sends-stock")).clicked() {
            page.sends_stock = !page.sends_stock;
        }
        vitrine_text::weak(ui, cx.t("follow-sends-stock-help"));
    });
    match (answer, reserve) {
        (Some(Answer::Confirmed), Ok(reserve)) => {
            let sheet = FollowedSheet {
                path: page.sheet.path.clone(),
                columns: page.sheet.columns.clone(),
                price_unit: page.sheet.price_unit,
                options: FollowOptions {
                    rules: FollowRules { reserve, sales: page.sales },
                    sends_stock: page.sends_stock,
                },
                is_remembered: true,
            };
            view.page = None;
            cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
            cx.act(Action::EditProducts(ProductEditAction::Follow(sheet)));
        }
        (Some(_), _) => {
            view.page = None;
            cx.act(Action::EditProducts(ProductEditAction::GiveUpPreview));
        }
        (None, _) => {}
    }
}

/// The pieces that are kept back; none where nothing is typed.
fn reserve(typed: &str) -> Result<i64, FieldError> {
    if typed.trim().is_empty() {
        return Ok(0);
    }
    let mut draft = Draft::default();
    draft.set(Field::Stock, typed)?;
    Ok(draft.stock.unwrap_or_default())
}

/// The name of a file.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The notices about the spreadsheets that are followed.
pub fn notices(ui: &mut Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let lists: &[FollowedList] = &cx.model.product_edits.following;
    for list in lists {
        notice(ui, view, list, cx);
    }
}

fn notice(ui: &mut Ui, view: &mut EditsView, list: &FollowedList, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let name = name(&list.path);
    let named = |key: &str| cx.format(key, crate::args!["name" => name.as_str()]).into_owned();
    let differing = list.differing();
    let unclear = match &list.state {
        ListState::Compared { counts, .. } => counts.refused + counts.not_found,
        _ => 0,
    };
    let (tone, icon, title) = match &list.state {
        ListState::Waiting => (p.info, Icon::File, named("follow-waiting")),
        ListState::Comparing => (p.info, Icon::File, named("follow-comparing")),
        ListState::Compared { .. } if differing > 0 => {
            let line = crate::args!["name" => name.as_str(), "count" => differing];
            (p.warn, Icon::File, cx.format("follow-differs", line).into_owned())
        }
        ListState::Compared { undecided, .. } if *undecided > 0 => {
            let line = crate::args!["name" => name.as_str(), "count" => *undecided];
            (p.warn, Icon::Question, cx.format("follow-undecided", line).into_owned())
        }
        ListState::Compared { .. } if unclear > 0 => {
            let line = crate::args!["name" => name.as_str(), "count" => unclear];
            (p.warn, Icon::Alert, cx.format("follow-rows-unclear", line).into_owned())
        }
        ListState::Compared { .. } => (p.good, Icon::Check, named("follow-in-step")),
        ListState::Missing => (p.warn, Icon::Alert, named("follow-missing")),
        ListState::Failed(_) => (p.bad, Icon::Alert, named("follow-waiting")),
    };
    let (mut shows, mut answers) = (false, false);
    let stop = Button::quiet(cx.t("follow-stop")).small().id(Id::unique(("stop following", list.id)));
    let stops = Notice::new(tone, icon, title).action(stop).show(ui, |ui| {
        match &list.state {
            ListState::Compared { saved_at, hold, .. } => {
                if let Some(hold) = hold {
                    ui.add(Text::new(hold_words(cx.words, *hold)).color(p.ink).wrap());
                }
                if differing > 0 && unclear > 0 {
                    let line = cx.format("follow-unclear", crate::args!["count" => unclear]);
                    ui.add(Text::new(line).color(p.ink).wrap());
                }
                if let Some(at) = saved_at {
                    let at = cx.date_time(*at);
                    vitrine_text::weak(ui, cx.format("follow-saved-at", crate::args!["at" => at]));
                }
            }
            ListState::Missing => drop(ui.add(Text::new(cx.t("follow-missing-help")).color(p.ink).wrap())),
            // Its remedy is that of the terminal; the preview of the file asks.
            ListState::Failed(problem) if is_question(problem) => {
                let problem = problem.clone().with_subject(name.as_str());
                ui.add(Text::new(cx.words.problem(&problem).title).color(p.ink).wrap());
                let answer = Button::primary(cx.t("follow-answer")).small();
                answers = ui.add(answer.id(Id::unique(("answer about", list.id)))).clicked();
            }
            ListState::Failed(problem) => drop(outcome::problem(ui, cx.words, problem, None, |_| {})),
            ListState::Waiting | ListState::Comparing => {}
        }
        if differing + unclear > 0 {
            let show = if differing > 0 {
                Button::primary(cx.format("follow-show", crate::args!["count" => differing]))
            } else {
                Button::secondary(cx.t("follow-show-rows"))
            };
            shows = ui.add(show.small().id(Id::unique(("show what differs", list.id)))).clicked();
        }
    });
    if shows {
        view.open_list(list.id, name, cx);
    }
    if answers {
        view.open_sheet(SheetPage { path: list.path.clone(), ..SheetPage::default() }, cx);
    }
    if stops {
        cx.act(Action::EditProducts(ProductEditAction::StopFollowing(list.id)));
    }
}

/// Whether somebody has to say what a spreadsheet means.
const fn is_question(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::PriceUnit | ProblemKind::SheetColumns)
}

/// Whether a spreadsheet is followed.
pub fn is_followed(path: &Path, cx: &Cx<'_>) -> Option<ListId> {
    cx.model.product_edits.following.iter().find(|list| list.path == path).map(|list| list.id)
}
