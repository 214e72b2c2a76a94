//! The bar at the bottom of the review: what keeps the import from starting, or the button that starts it.

use eframe::egui::{Id, Ui};

use super::drafts;
use crate::ui::icons::Icon;
use crate::ui::layout::{is_rtl, row_layout, sides};
use crate::ui::model::{Action, Happened, ImportAction, Unpriced};
use crate::ui::screens::Cx;
use crate::ui::screens::frame::NARROW;
use crate::ui::shortcuts::{self, WindowShortcut};
use crate::ui::text::{self, Text};
use crate::ui::theme::{self, height, space};
use crate::ui::widgets::{Button, check};

/// What the bar shares with the table above it.
#[derive(Default)]
pub struct StartBar {
    /// The button that gets the focus when Escape leaves the table.
    pub after_table: Option<Id>,
}

/// The bar at the bottom: what keeps the import from starting, or whether to create known products again; and Start.
pub fn show(ui: &mut Ui, bar: &mut StartBar, table: &mut drafts::View, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let (ready, again, count) = (import.checks().incomplete().is_empty(), import.again, import.to_create());
    let may_start = ready && count > 0 && import.checks().are_complete();
    let label = match cx.shop() {
        _ if count == 0 => cx.t("import-start-none"),
        Some(shop) if ui.available_width() >= NARROW => cx.format("import-start-in", crate::args!["count" => count, "shop" => shop]),
        _ => cx.format("import-start-count", crate::args!["count" => count]),
    };
    let (mut start, mut after_table) = (false, None);
    sides(
        ui,
        height::CONTROL,
        |ui| {
            if !ready {
                incomplete(ui, bar, table, cx);
            } else {
                let chosen = check(ui, again, cx.t("import-again"));
                if chosen.clicked() {
                    cx.act(Action::Import(ImportAction::Again(!again)));
                }
                text::tooltip(chosen, cx.t("import-again-help"));
            }
        },
        |ui| {
            let button = ui.add(Button::primary(label).with_icon(Icon::Play).identity("start").enabled(may_start));
            start = shortcuts::is_pressed(&button, WindowShortcut::MainAction);
            if ready {
                after_table = Some(button.id);
            }
        },
    );
    if !may_start && shortcuts::is_asked(ui.ctx(), WindowShortcut::MainAction) {
        let checks = import.checks();
        cx.act(Action::Tell(match () {
            () if !ready => Happened::StartBlocked(checks.incomplete().len()),
            () if !checks.are_complete() => Happened::StillChecking,
            () => Happened::NothingToStart,
        }));
    }
    bar.after_table = after_table.or(bar.after_table);
    if start {
        cx.act(Action::Import(ImportAction::Start { again, unpriced: Unpriced::Ask }));
    }
}

/// A reason cut to less than this tells nothing, in points.
const SHORTEST_REASON: f32 = 40.0;

/// Why the import cannot start yet, with buttons to show or remove the incomplete products.
fn incomplete(ui: &mut Ui, bar: &mut StartBar, table: &mut drafts::View, cx: &mut Cx<'_>) {
    let p = theme::palette(ui);
    let rtl = is_rtl(ui);
    let checks = cx.model.import.checks();
    let reasons: Vec<_> = checks.reasons().map(|field| cx.words.field(field)).collect();
    let reasons = reasons.join(&cx.t("list-separator"));
    let why = cx.format("import-incomplete", crate::args!["count" => checks.incomplete().len(), "reasons" => reasons]).into_owned();
    let rest = ui.available_size();
    ui.allocate_ui_with_layout(rest, row_layout(rtl), |ui| {
        Icon::Alert.show(ui, 18.0, p.warn.ink);
        let show = cx.t(if table.shows_incomplete() { "import-incomplete-all" } else { "import-incomplete-show" });
        let show = Button::secondary(show).identity("incomplete").small();
        let remove = Button::quiet(cx.t("import-incomplete-remove")).small();
        // Where there is no room, something is left out rather than covered. The tooltip has the whole text.
        let room = ui.available_width() - show.width(ui) - 3.0 * space::S;
        let has_remove = room - remove.width(ui) >= SHORTEST_REASON;
        let room = if has_remove { room - remove.width(ui) } else { room };
        if room >= SHORTEST_REASON {
            ui.scope(|ui| {
                ui.set_max_width(room);
                ui.add(Text::new(why.as_str()).color(p.ink).truncate());
            });
        }
        let show = text::tooltip(ui.add(show), why.as_str());
        bar.after_table = Some(show.id);
        if show.clicked() {
            table.show_incomplete(!table.shows_incomplete());
            let shown = if table.shows_incomplete() { checks.incomplete().len() } else { cx.model.import.drafts().len() };
            cx.act(Action::Tell(Happened::Shown(shown)));
        }
        if has_remove && ui.add(remove).clicked() {
            cx.act(Action::Import(ImportAction::RemoveIncomplete));
        }
    });
}
