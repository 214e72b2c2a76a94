//! The foot of the review: what is to be settled or has just happened, and the button that starts the import,
//! which never moves.

use std::borrow::Cow;

use eframe::egui::{Id, Ui};

use super::questions::{self, OpenQuestion, Page};
use super::{drafts, named};
use crate::ui::commands::{self, UiCommand};
use crate::ui::screens::{Cx, notifications};
use vitrine_model::{Action, Announcement, ImportAction, Unpriced};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::{bar_text, sides};
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{Button, focus};

/// What the foot shares with the table and the panel above it.
#[derive(Default)]
pub struct StartBar {
    /// The button that gets the focus when Escape leaves the table.
    pub after_table: Option<Id>,
    /// The button that opens and closes the panel.
    pub questions: Option<Id>,
}

/// Draws the foot.
pub fn show(
    ui: &mut Ui,
    bar: &mut StartBar,
    parts: (&mut drafts::DraftsView, &mut questions::QuestionsView),
    questions: &[OpenQuestion],
    cx: &mut Cx<'_>,
) {
    let (table, panel) = parts;
    let review = &cx.model.import.review;
    let (again, checks) = (review.known().again, review.checks());
    let may_start = review.ready() > 0 && checks.are_complete();
    let shop = cx.shop().filter(|shop| has_room(ui, table, questions, shop, cx));
    let label = start_label(shop.as_deref(), review.ready(), cx);
    let width = widest(ui, shop.as_deref(), cx);
    let staying = crate::args!["names" => named::products(checks.incomplete(), cx), "count" => checks.incomplete().len()];
    // What stays in the review, or why nothing can be created yet.
    let why = if may_start {
        cx.format("import-start-some-help", staying)
    } else {
        incomplete(cx).unwrap_or_default().into()
    };
    let (mut start, mut after_table) = (false, None);
    sides(
        ui,
        height::CONTROL,
        |ui| free_part(ui, bar, (table, panel), questions, cx),
        |ui| {
            let button = ui.add(
                Button::primary(label)
                    .with_icon(Icon::Play)
                    .at_least(width)
                    .identity("start")
                    .enabled(may_start),
            );
            focus::inherits_nothing(&button);
            start = commands::is_pressed(&button, UiCommand::MainAction);
            if checks.incomplete().is_empty() {
                after_table = Some(button.id);
            } else {
                vitrine_text::tooltip(button, why);
            }
        },
    );
    if !may_start && commands::is_asked(ui.ctx(), UiCommand::MainAction) {
        cx.act(Action::Announce(match () {
            () if !checks.are_complete() => Announcement::StillChecking,
            () if !checks.incomplete().is_empty() => Announcement::StartBlocked(checks.incomplete().len()),
            () => Announcement::NothingToStart,
        }));
        if !checks.incomplete().is_empty() {
            panel.go_to_things();
        }
    }
    bar.after_table = after_table.or(bar.after_table);
    if start {
        cx.act(Action::Import(ImportAction::Start { again, unpriced: Unpriced::Ask }));
    }
}

/// What the start button says: how many products it creates, and of how many if some are not ready.
fn start_label<'a>(shop: Option<&str>, ready: usize, cx: &Cx<'a>) -> Cow<'a, str> {
    let count = cx.model.import.review.to_create();
    let known = cx.model.import.review.known();
    match shop {
        _ if count == 0 => cx.t("import-start-none"),
        _ if known.again && known.count_in_shop() > 0 => cx.format(
            "import-start-again",
            crate::args!["count" => ready, "again" => known.count_in_shop().min(ready)],
        ),
        Some(shop) if (1..count).contains(&ready) => cx
            .format("import-start-some-in", crate::args!["ready" => ready, "count" => count, "shop" => shop]),
        None if (1..count).contains(&ready) => {
            cx.format("import-start-some", crate::args!["ready" => ready, "count" => count])
        }
        Some(shop) => cx.format("import-start-in", crate::args!["count" => count, "shop" => shop]),
        None => cx.format("import-start-count", crate::args!["count" => count]),
    }
}

/// The width of the start button, whether all products are ready or not, so that it stays where it is.
fn widest(ui: &Ui, shop: Option<&str>, cx: &Cx<'_>) -> f32 {
    let count = cx.model.import.review.to_create();
    // As many digits as the count has, of the widest ones.
    let some = "8".repeat(count.to_string().len()).parse().unwrap_or(count).min(count.saturating_sub(1));
    let width = |ready| Button::primary(start_label(shop, ready, cx)).with_icon(Icon::Play).width(ui);
    width(count).max(width(some))
}

/// Whether the start button can name the shop beside the other buttons.
fn has_room(
    ui: &Ui,
    table: &drafts::DraftsView,
    questions: &[OpenQuestion],
    shop: &str,
    cx: &Cx<'_>,
) -> bool {
    let settle = Button::quiet(cx.format("settle-count", crate::args!["count" => questions.len()]))
        .expands(false)
        .small();
    let buttons = [
        widest(ui, Some(shop), cx),
        if questions.is_empty() { 0.0 } else { settle.width(ui) },
        if cx.model.import.review.checks().incomplete().is_empty() {
            0.0
        } else {
            show_label(table, cx).width(ui)
        },
    ];
    buttons.into_iter().sum::<f32>() + 3.0 * space::S <= ui.available_width()
}

fn show_label<'a>(table: &drafts::DraftsView, cx: &Cx<'a>) -> Button<'a> {
    let key = if table.shows_incomplete() { "import-incomplete-all" } else { "import-incomplete-show" };
    Button::secondary(cx.t(key)).identity("incomplete").small()
}

/// A sentence cut to less than this tells nothing, in points.
const SHORTEST: f32 = 40.0;

/// What has just happened, else what is to be said about the cell in use, else what is to be settled.
fn free_part(
    ui: &mut Ui,
    bar: &mut StartBar,
    parts: (&mut drafts::DraftsView, &mut questions::QuestionsView),
    questions: &[OpenQuestion],
    cx: &mut Cx<'_>,
) {
    let (table, panel) = parts;
    let p = theme::palette(ui);
    if notifications::line(ui, cx) {
        return;
    }
    if !questions.is_empty() || panel.shows(Page::Questions) {
        questions_button(ui, bar, panel, questions, cx);
    } else {
        bar.questions = None;
    }
    // Before the sentence, which changes with the cell in use: a button stays where it is while it is
    // pressed.
    if !cx.model.import.review.checks().incomplete().is_empty() {
        show_button(ui, bar, table, cx);
    }
    let said = table.said(cx).or_else(|| incomplete(cx).map(|why| (why, true)));
    let (said, is_wrong) = said.unwrap_or_else(|| (cx.t("review-kept").into_owned(), false));
    if ui.available_width() >= SHORTEST {
        let ink = if is_wrong { p.warn.ink } else { p.ink };
        let line = ui.add(bar_text(ui, Text::new(said.as_str()).small().color(ink)));
        vitrine_text::tooltip(line, said);
    }
}

/// The button that shows only the products that cannot be sent yet, or all.
fn show_button(ui: &mut Ui, bar: &mut StartBar, table: &mut drafts::DraftsView, cx: &mut Cx<'_>) {
    let show = ui.add(show_label(table, cx));
    let show = match incomplete(cx) {
        Some(why) => vitrine_text::tooltip(show, why),
        None => show,
    };
    bar.after_table = Some(show.id);
    if show.clicked() {
        table.show_incomplete(!table.shows_incomplete());
        let count = cx.model.import.review.checks().incomplete().len();
        let shown = if table.shows_incomplete() { count } else { cx.model.import.review.drafts().len() };
        cx.act(Action::Announce(Announcement::Shown(shown)));
    }
}

/// The button that opens and closes the panel, with how many things are to be settled and the most urgent
/// one.
fn questions_button(
    ui: &mut Ui,
    bar: &mut StartBar,
    panel: &mut questions::QuestionsView,
    questions: &[OpenQuestion],
    cx: &Cx<'_>,
) {
    let count = cx.format("settle-count", crate::args!["count" => questions.len()]);
    let is_open = panel.shows(Page::Questions);
    let button = |label| Button::quiet(label).expands(is_open).identity("things to settle").small();
    let whole = button(count.clone());
    // Where everything is enlarged, there is room for their number.
    let button = if whole.width(ui) <= ui.available_width() {
        whole
    } else {
        button(cx.words.integer(questions.len() as i64).into()).named(count)
    };
    let button = ui.add(button);
    bar.questions = Some(button.id);
    if button.clicked() {
        panel.toggle(Page::Questions, focus::is_visible(ui.ctx()));
    }
    if let Some(first) = questions.first() {
        vitrine_text::tooltip(button, cx.t(first.key()));
    }
}

/// Which products are not ready, and why.
fn incomplete(cx: &Cx<'_>) -> Option<String> {
    let checks = cx.model.import.review.checks();
    if checks.incomplete().is_empty() {
        return None;
    }
    let reasons = named::reasons(cx);
    let names = named::products(checks.incomplete(), cx);
    Some(cx.format("import-not-ready", crate::args!["names" => names, "reasons" => reasons]).into_owned())
}
