//! Newer versions of the program: the card in Settings, and the release notes.

use eframe::egui::Ui;

use super::context::Cx;
use crate::build_info;
use crate::i18n::notes_in;
use crate::worker::{
    Command, PlatformCommand, Release, Settings, UpdateCheck, UpdateCommand, UpdateFailure, UpdateState,
};
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::sides;
use vitrine_widgets::theme::{self, height, space};
use vitrine_widgets::{Answer, Button, Dialog, Notice, check};

/// The card in Settings. Nothing where nobody can be asked.
pub fn card(ui: &mut Ui, cx: &mut Cx<'_>) {
    let model = cx.model;
    let Some(state) = &model.updates.state else { return };
    ui.add_space(space::M);
    theme::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let p = theme::palette(ui);
        vitrine_text::strong(ui, cx.t("updates-title"));
        let settings = &model.settings;
        if check(ui, settings.checks_for_updates, cx.t("updates-daily")).clicked() {
            cx.act(Action::Settings(Settings {
                checks_for_updates: !settings.checks_for_updates,
                ..settings.clone()
            }));
        }
        let help = cx.format("updates-help", crate::args!["host" => state.host.as_str()]);
        ui.add(Text::new(help).small().color(p.ink_soft).wrap());
        ui.add_space(space::S);
        status(ui, cx, state);
        if let Some(release) = &state.newer {
            let button = Button::secondary(cx.t("updates-show")).small();
            if Notice::new(p.info, Icon::Info, available(cx, release)).action(button).show(ui, |_| {}) {
                cx.act(Action::ShowReleaseNotes(true));
            }
        }
    });
}

/// What the last look found, with a button to look again.
fn status(ui: &mut Ui, cx: &mut Cx<'_>, state: &UpdateState) {
    let host = crate::args!["host" => state.host.as_str()];
    let words = match (state.check, state.checked_at) {
        (UpdateCheck::Running, _) => cx.t("updates-checking"),
        (UpdateCheck::Failed(UpdateFailure::NoAnswer), _) => cx.format("updates-no-answer", host),
        (UpdateCheck::Failed(UpdateFailure::UnexpectedAnswer), _) => {
            cx.format("updates-unexpected-answer", host)
        }
        (UpdateCheck::Idle, None) => cx.t("updates-never"),
        (UpdateCheck::Idle, Some(at)) => {
            let key = if state.newer.is_some() { "updates-checked" } else { "updates-current" };
            cx.format(key, crate::args!["at" => cx.recent_time(at)])
        }
    };
    let mut pressed = false;
    let button = Button::secondary(cx.t("updates-check"))
        .with_icon(Icon::Refresh)
        .enabled(state.check != UpdateCheck::Running);
    sides(
        ui,
        height::CONTROL,
        |ui| drop(ui.add(Text::new(words).wrap().announced(false))),
        |ui| pressed = ui.add(button).clicked(),
    );
    if pressed {
        cx.ask(Command::Update(UpdateCommand::CheckNow));
    }
}

/// The title of what is said about a newer version.
fn available(cx: &Cx<'_>, release: &Release) -> String {
    new_version(cx, &release.version)
}

/// That this version is available.
pub fn new_version(cx: &Cx<'_>, version: &str) -> String {
    cx.format("updates-available", crate::args!["version" => cx.words.digits(version)]).into_owned()
}

/// The release notes, while they are open.
pub fn notes(ui: &Ui, cx: &mut Cx<'_>) {
    let updates = &cx.model.updates;
    let Some(release) = updates.newer().filter(|_| updates.notes_open) else { return };
    let mut dialog = Dialog::new("release notes", available(cx, release), cx.t("close"));
    if release.page.is_some() {
        dialog = dialog.confirm(Button::primary(cx.t("updates-open-page")));
    }
    let own =
        cx.format("updates-own-version", crate::args!["version" => cx.words.digits(build_info::VERSION)]);
    let answer = dialog.show(ui, |ui| {
        let p = theme::palette(ui);
        ui.add(Text::new(own).color(p.ink_soft).wrap());
        let notes = notes_in(cx.words.language(), &release.notes);
        if notes.is_empty() {
            ui.add(Text::new(cx.t("updates-no-notes")).wrap());
        }
        paragraphs(ui, notes);
    });
    if answer.is_some() {
        cx.act(Action::ShowReleaseNotes(false));
    }
    if let (Some(Answer::Confirmed), Some(page)) = (answer, &release.page) {
        cx.ask(Command::Platform(PlatformCommand::OpenPage(page.clone())));
    }
}

/// Draws plain text of several paragraphs.
pub fn paragraphs(ui: &mut Ui, text: &str) {
    ui.spacing_mut().item_spacing.y = space::XS;
    for line in text.lines() {
        if line.is_empty() {
            ui.add_space(space::S);
        } else {
            vitrine_text::paragraph(ui, line);
        }
    }
}
