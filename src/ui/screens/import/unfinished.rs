//! The notice about what earlier imports left.

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use crate::worker::{Command, ImportCommand, Unfinished};
use vitrine_core::import::report::ReportKind;
use vitrine_model::{Action, ImportAction};
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::theme::{self, space};
use vitrine_widgets::{Button, Notice};

/// The notice about an unfinished import: resume it or, if all the rest failed, correct it.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>, left: Unfinished, is_in_panel: bool) {
    let palette = theme::palette(ui);
    let failed = left.counts.waiting == 0;
    let (tone, icon, title, action) = if failed {
        let title = cx.format("import-last-failed-title", crate::args!["count" => left.counts.failed]);
        (palette.warn, Icon::Alert, title, Button::primary(cx.t("import-last-failed-show")))
    } else {
        let title = cx.format("import-unfinished-title", crate::args!["count" => left.counts.total()]);
        (palette.info, Icon::Clock, title, Button::primary(cx.t("import-resume")).with_icon(Icon::Play))
    };
    let notice = Notice::new(tone, icon, title).action(action);
    let notice = if is_in_panel { notice.stacked() } else { notice };
    let pressed = notice.show(ui, |ui| {
        let outcomes = cx.words.outcomes(left.counts).join(&cx.t("list-separator"));
        let counts = crate::args!["outcomes" => outcomes, "count" => left.to_check];
        let message = match () {
            () if failed => cx.t("import-last-failed-body").to_string().into(),
            () if left.to_check > 0 => cx.format("import-unfinished-check", counts),
            () => cx.format("import-unfinished-body", counts),
        };
        ui.add(Text::new(message).wrap());
        ui.add_space(space::XS);
        ui.horizontal_wrapped(|ui| {
            if ui.add(Button::secondary(cx.t("import-resume-later")).small()).clicked() {
                cx.act(Action::Import(ImportAction::Later));
            }
            if ui.add(Button::secondary(cx.t("report-save")).with_icon(Icon::File).small()).clicked() {
                cx.act(Action::Ask(Command::Import(ImportCommand::Report {
                    run: None,
                    kind: ReportKind::Whole,
                })));
            }
        });
    });
    if pressed {
        cx.act(Action::Import(ImportAction::Resume));
    }
}
