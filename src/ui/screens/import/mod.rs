//! The import screen: drop photos, review the products, press Start, and watch them being created.

mod bars;
pub mod card;
mod categories;
mod drafts;
mod findings;
mod ignored;
mod known;
mod named;
mod phone;
mod photo_strip;
mod planning;
mod questions;
mod removal;
mod review;
mod row;
mod run;
mod sheet;
mod start_bar;
mod summary;
mod unfinished;
mod unpriced;
mod unusable;
mod watched_folder;

use eframe::egui::{Rect, Ui, vec2};

use super::context::Cx;
use super::frame::{fixed_page, title};
use super::permission::{WRITE, scope_notice};
use crate::ui::commands::UiCommand;
use crate::worker::{Command, PasteTarget, PhoneCommand, PickTarget, PlatformCommand};
use vitrine_model::{Action, ImportAction, Phase};
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::space;
use vitrine_widgets::{self as widgets, Button};

/// The screen's own state.
#[derive(Default)]
pub struct ImportView {
    review: review::ReviewView,
    run: run::RunView,
}

/// Draws the screen.
pub fn show(ui: &mut Ui, view: &mut ImportView, cx: &mut Cx<'_>) {
    undo_keys(ui, cx);
    phone::show(ui, cx);
    // The next review begins with all products, and none selected.
    if matches!(cx.model.import.phase, Phase::Empty | Phase::Running | Phase::Ended) {
        view.review = review::ReviewView::default();
    }
    match cx.model.import.phase {
        Phase::Empty => empty(ui, cx),
        Phase::Planning => planning::show(ui, cx),
        // The next import shows all of its rows, whatever was looked at in the one before.
        Phase::Review => {
            view.run = run::RunView::default();
            review::show(ui, &mut view.review, cx);
        }
        Phase::Running | Phase::Ended => run::show(ui, &mut view.run, cx),
    }
}

/// Undo and redo belong to the whole review, whichever of its editors has the focus.
fn undo_keys(ui: &Ui, cx: &mut Cx<'_>) {
    let import = &cx.model.import;
    let covered = cx.model.editor.is_some() || import.review.question.is_some() || !ui.is_enabled();
    if covered || !matches!(import.phase, Phase::Review | Phase::Empty) {
        return;
    }
    // The one with more modifiers first: they are matched loosely.
    if UiCommand::Redo.consume_keys(ui.ctx()) {
        cx.act(Action::Import(ImportAction::Redo));
    } else if UiCommand::Undo.consume_keys(ui.ctx()) {
        cx.act(Action::Import(ImportAction::Undo));
    }
}

fn empty(ui: &mut Ui, cx: &mut Cx<'_>) {
    fixed_page(ui, "import empty", |ui, bottom| {
        title(ui, cx.t("import-title"), |_| {});
        scope_notice(ui, cx, WRITE);
        if let Some(left) = cx.model.import.run.unfinished {
            unfinished::show(ui, cx, left, false);
        }
        ui.add_space(space::XS);
        watched_folder::switch(ui, cx);
        ui.add_space(space::XS);
        bottom.fill_whole(ui, 280.0, |ui| drop_zone(ui, cx));
    });
}

/// The drop zone, which fills the rest of the screen. Its buttons are for users who do not drag files.
fn drop_zone(ui: &mut Ui, cx: &mut Cx<'_>) {
    let area = ui.available_rect_before_wrap();
    let zone = Rect::from_min_max(area.min, area.max - vec2(0.0, space::S));
    // The height of the contents, so that they are centred.
    widgets::drop_zone(ui, zone, cx.hovering, 270.0, |ui| {
        // While an import is unfinished, resuming it is the primary action.
        let folder = UiCommand::ChooseFolder;
        let folder = if cx.model.import.run.unfinished.is_some() {
            folder.secondary(cx.words)
        } else {
            folder.primary(cx.words)
        };
        let is_practice = cx.model.market().is_some_and(|(_, practice)| practice);
        let samples = is_practice.then(|| Button::primary(cx.t("import-samples")).with_icon(Icon::Photo));
        let folder = if is_practice { UiCommand::ChooseFolder.secondary(cx.words) } else { folder };
        let actions = [
            folder,
            UiCommand::ChoosePhotos.secondary(cx.words),
            Button::secondary(cx.t("phone-open")).with_icon(Icon::Phone),
            UiCommand::Paste.secondary(cx.words),
            Button::quiet(cx.t("sheet-template")).with_icon(Icon::File),
        ];
        let actions: Vec<_> = samples.into_iter().chain(actions).collect();
        let pressed = widgets::empty_state(
            ui,
            Icon::Import,
            cx.t("import-empty-title"),
            cx.t("import-empty-body"),
            actions,
        );
        match pressed.map(|button| button.checked_sub(usize::from(is_practice))) {
            Some(None) => cx.ask(Command::Platform(PlatformCommand::PickSamplePhotos)),
            Some(Some(0)) => cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::ImportFolder))),
            Some(Some(1)) => cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::ImportPhotos))),
            Some(Some(2)) => cx.act(Action::Phone(PhoneCommand::Open { network: None })),
            Some(Some(3)) => cx.ask(Command::Platform(PlatformCommand::Paste {
                target: PasteTarget::Import,
                name: cx.t("import-pasted-name").into_owned(),
            })),
            Some(Some(_)) => cx.act(sheet::template(cx)),
            None => {}
        }
    });
    ui.advance_cursor_after_rect(zone);
}
