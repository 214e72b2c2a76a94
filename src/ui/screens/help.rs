//! Help (F1), which needs no internet: the guide, the keyboard shortcuts, and what is new.

use eframe::egui::{Ui, vec2};

use super::Cx;
use super::updates::paragraphs;
use crate::i18n::guide;
use crate::ui::commands::{self, CommandSpec, Section, UiCommand};
use vitrine_model::{Model, Phase, Screen};
use vitrine_text::Text;
use vitrine_widgets::layout::{is_rtl, row_layout, sides};
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{Dialog, segments, select};

const DIALOG: &str = "help";
/// The width of the column with the keys, in points.
const KEYS_WIDTH: f32 = 170.0;
/// The widest lines that are read easily, in points.
const WIDEST: f32 = 760.0;

/// The open help.
pub struct Help {
    page: Page,
    /// The part of the guide that is shown.
    part: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Page {
    Guide,
    Shortcuts,
    News,
}

impl Help {
    /// Begins with what the guide says of the page that is shown.
    pub const fn about(model: &Model) -> Self {
        let part = match (model.screen, model.import.phase) {
            (Screen::Import, Phase::Empty | Phase::Planning) => 1,
            (Screen::Import, Phase::Review) => 4,
            (Screen::Import, Phase::Running) => 5,
            (Screen::Import, Phase::Ended) => 6,
            (Screen::Create | Screen::Products | Screen::Webhooks, _) => 10,
            (Screen::Settings, _) => 12,
        };
        Self { page: Page::Guide, part }
    }

    /// Shows a part of the guide; the first one says how to sign in.
    pub const fn of(part: usize) -> Self {
        Self { page: Page::Guide, part }
    }

    /// Draws the help. Returns whether it stays open.
    pub fn show(&mut self, ui: &Ui, cx: &mut Cx<'_>) -> bool {
        let mut reports = false;
        let answer =
            Dialog::new(DIALOG, cx.t("guide-title"), cx.t("close")).large().up_to(WIDEST).show(ui, |ui| {
                let pages = [
                    (Page::Guide, "guide-guide"),
                    (Page::Shortcuts, "shortcuts-title"),
                    (Page::News, "guide-news"),
                ];
                let pages = pages.map(|(page, key)| (page, cx.t(key), None));
                let (now, report) = (self.page, UiCommand::ReportProblem.secondary(cx.words).small());
                sides(
                    ui,
                    height::CONTROL,
                    |ui| self.page = segments(ui, now, &pages).unwrap_or(now),
                    |ui| reports = ui.add(report).clicked(),
                );
                match self.page {
                    Page::Guide => self.guide(ui, cx),
                    Page::Shortcuts => shortcuts(ui, cx),
                    Page::News => news(ui, cx),
                }
            });
        if reports {
            Dialog::close(ui, DIALOG);
            cx.actions.extend(UiCommand::ReportProblem.action(cx.model, cx.words));
        }
        answer.is_none() && !reports
    }

    fn guide(&mut self, ui: &mut Ui, cx: &Cx<'_>) {
        let titles: Vec<_> = guide::titles(cx.words.language())
            .enumerate()
            .map(|(index, title)| (index, title.into()))
            .collect();
        self.part = select(ui, &cx.t("guide-part"), self.part, &titles).unwrap_or(self.part);
        paragraphs(ui, &guide::part(cx.words.language(), self.part));
    }
}

/// The version, what changed in it, and where its data are.
fn news(ui: &mut Ui, cx: &mut Cx<'_>) {
    let version =
        cx.format("settings-version", crate::args!["version" => cx.words.digits(env!("CARGO_PKG_VERSION"))]);
    let (folder, mut opens) = (UiCommand::OpenDataFolder.secondary(cx.words).small(), false);
    sides(
        ui,
        height::CONTROL,
        |ui| drop(vitrine_text::strong(ui, version)),
        |ui| opens = ui.add(folder).clicked(),
    );
    if opens {
        cx.actions.extend(UiCommand::OpenDataFolder.action(cx.model, cx.words));
    }
    paragraphs(ui, &guide::newest_changes(cx.words.language()));
}

fn shortcuts(ui: &mut Ui, cx: &Cx<'_>) {
    for section in Section::ALL {
        vitrine_text::strong(ui, cx.t(section.title()));
        for spec in
            UiCommand::ALL.into_iter().map(UiCommand::spec).filter(|spec| spec.section == Some(section))
        {
            line(ui, cx, spec);
        }
        ui.add_space(space::S);
    }
}

fn line(ui: &mut Ui, cx: &Cx<'_>, spec: &CommandSpec) {
    // Each runs from left to right, and their list as the window reads.
    let isolated = |keys| format!("\u{2066}{}\u{2069}", commands::written(keys));
    let keys = spec.keys.iter().copied().map(isolated).collect::<Vec<_>>().join("   ");
    ui.horizontal_top(|ui| {
        let layout = row_layout(is_rtl(ui));
        let keys = Text::new(keys).color(theme::palette(ui).ink_soft).wrap();
        ui.allocate_ui_with_layout(vec2(KEYS_WIDTH, 0.0), layout, |ui| {
            ui.set_width(KEYS_WIDTH);
            ui.add(keys);
        });
        ui.add(Text::new(cx.t(spec.name)).wrap());
    });
}
