//! The review: the products as they would be created, to be checked and corrected before anything is sent.

use eframe::egui::{Ui, UiBuilder, vec2};

use super::questions::{self, grouping};
use super::start_bar::{self, StartBar};
use super::summary::{self, Summary};
use super::{bars, drafts, photo_strip, unpriced, unusable};
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::ui::screens::frame::{BottomBar, page, title};
use vitrine_model::{Action, ImportAction};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{column_layout, is_rtl};
use vitrine_widgets::theme::space;
use vitrine_widgets::{self as widgets, Button};

/// The screen's own state.
#[derive(Default)]
pub struct ReviewView {
    problems: unusable::UnusableView,
    unpriced: unpriced::UnpricedView,
    drafts: drafts::DraftsView,
    panel: questions::QuestionsView,
    start_bar: StartBar,
    strip: photo_strip::PhotoStripView,
    summary: Summary,
}

/// Draws the screen: two bars, the table with the panel beside it, the photos of a product, and the foot.
/// Only the table scrolls, and nothing that appears moves anything else.
pub fn show(ui: &mut Ui, view: &mut ReviewView, cx: &mut Cx<'_>) {
    summary::update(ui, &mut view.summary, cx);
    if cx.model.import.review.drafts().is_empty() {
        view.panel = questions::QuestionsView::default();
        return no_products(ui, view, cx);
    }
    let import = &cx.model.import;
    view.drafts.update(import);
    grouping::update(&mut view.panel.grouping, import);
    let questions = questions::open_questions(&view.panel.grouping, &view.panel.naming, &view.summary, cx);
    let foot = BottomBar::reserve(ui);
    let strip = photo_strip::reserve(ui, &mut view.strip, cx);
    ui.spacing_mut().item_spacing.y = 0.0;
    bars::tools(ui, &mut view.drafts, view.summary.photos, cx);
    bars::parts(ui, &mut view.drafts, &mut view.panel, cx);
    let panel = questions::reserve(ui, &mut view.panel, &questions, cx);
    let room = UiBuilder::new()
        .id_salt("table of the review")
        .max_rect(panel.rest(ui))
        .layout(column_layout(is_rtl(ui)));
    let mut beside = ui.new_child(room);
    // With room for the focus ring around the first and the last widget.
    beside.shrink_clip_rect(panel.rest(ui).expand2(vec2(0.0, 6.0)));
    drafts::table(
        &mut beside,
        &mut view.drafts,
        &mut view.strip,
        &view.summary.covers,
        view.start_bar.after_table,
        cx,
    );
    strip.show(ui, &mut view.strip, cx);
    let opener = view.start_bar.questions;
    panel.show(ui, &mut view.panel, &mut view.drafts, &view.summary, opener, cx);
    foot.show(ui, |ui| {
        start_bar::show(ui, &mut view.start_bar, (&mut view.drafts, &mut view.panel), &questions, cx);
    });
    questions::remember(&mut view.panel, cx);
    unpriced::show(ui, &mut view.unpriced, cx);
    questions::dialogs(ui, &mut view.panel, cx);
    // After the table, which requests the visible pictures.
    summary::prefetch(ui, &mut view.summary, cx);
}

fn no_products(ui: &mut Ui, view: &mut ReviewView, cx: &mut Cx<'_>) {
    page(ui, "nothing", |ui| {
        title(ui, cx.t("import-title"), |_| {});
        view.problems.unfolded = true;
        unusable::show(ui, &mut view.problems, &view.summary.unusable, cx);
        ui.add_space(space::XL);
        if cx.model.import.review.is_emptied() {
            all_removed(ui, cx);
        } else {
            nothing_found(ui, cx);
        }
    });
}

fn nothing_found(ui: &mut Ui, cx: &mut Cx<'_>) {
    let mut body = cx.t("import-nothing-body").into_owned();
    if cx.model.import.review.plan().ignored > 0 {
        body.push(' ');
        body.push_str(
            &cx.format(
                "import-ignored-files",
                crate::args!["count" => cx.model.import.review.plan().ignored],
            ),
        );
        body.push('.');
    }
    let actions = vec![Button::primary(UiCommand::StartOver.label(cx.words))];
    if widgets::empty_state(ui, Icon::Folder, cx.t("import-nothing-title"), body.into(), actions).is_some() {
        cx.act(Action::Import(ImportAction::Clear));
    }
}

/// The person took every product out, which can be undone while the window is open.
fn all_removed(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (actions, answers) = if cx.model.import.can_undo() {
        let actions = vec![UiCommand::Undo.primary(cx.words), UiCommand::StartOver.secondary(cx.words)];
        (actions, vec![ImportAction::Undo, ImportAction::Clear])
    } else {
        (vec![UiCommand::StartOver.primary(cx.words)], vec![ImportAction::Clear])
    };
    let pressed = widgets::empty_state(
        ui,
        Icon::Folder,
        cx.t("import-emptied-title"),
        cx.t("import-emptied-body"),
        actions,
    );
    if let Some(answer) = pressed.and_then(|index| answers.into_iter().nth(index)) {
        cx.act(Action::Import(answer));
    }
}
