//! The dialog from which products are changed by a spreadsheet.

use eframe::egui::Ui;

use super::state::EditsView;
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use crate::worker::{Command, PickTarget, PlatformCommand};
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::space;
use vitrine_widgets::{Button, Dialog};

/// Draws the dialog.
pub fn show(ui: &Ui, view: &mut EditsView, cx: &mut Cx<'_>) {
    let answer = Dialog::new("changes from a sheet", cx.t("edits-title"), cx.t("close")).show(ui, |ui| {
        ui.add(Text::new(cx.t("edits-help")).wrap());
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::secondary(cx.t("edits-choose-sheet")).with_icon(Icon::File)).clicked() {
                cx.ask(Command::Platform(PlatformCommand::Pick(PickTarget::ProductSheet)));
            }
            if ui.add(UiCommand::ShowActivity.quiet(cx.words)).clicked() {
                cx.act(Action::ShowActivity(true));
            }
        });
        ui.add_space(space::S);
    });
    if answer.is_some() {
        view.page = None;
    }
}
