//! The switch for the folder in which new photos are looked for.

use eframe::egui::Ui;

use crate::i18n::display_path;
use crate::ui::screens::context::Cx;
use vitrine_model::Action;
use vitrine_text::Text;
use vitrine_widgets::layout::sides;
use vitrine_widgets::theme::{self, height};
use vitrine_widgets::{Button, check};

/// Draws the switch and, while it is on, the folder with a button to choose another.
pub fn switch(ui: &mut Ui, cx: &mut Cx<'_>) {
    let folder = cx.model.watched_folder().map(display_path);
    if check(ui, folder.is_some(), cx.t("import-watch")).clicked() {
        cx.act(Action::WatchFolder(folder.is_none()));
    }
    let Some(folder) = folder else { return };
    let p = theme::palette(ui);
    let mut change = false;
    sides(
        ui,
        height::CONTROL,
        |ui| drop(ui.add(Text::new(folder).color(p.ink_soft).truncate())),
        |ui| change = ui.add(Button::secondary(cx.t("import-watch-change")).small()).clicked(),
    );
    if cx.model.watched.missing {
        ui.add(Text::new(cx.t("import-watch-missing")).color(p.warn.ink).wrap());
    }
    if change {
        cx.act(Action::WatchFolder(true));
    }
}
