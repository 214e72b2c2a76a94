//! The form's heading: it is emptied there, and what was taken out of it is put back.

use eframe::egui::Ui;

use super::super::frame;
use crate::ui::commands::UiCommand;
use crate::ui::screens::Cx;
use vitrine_model::{Action, Form, FormAction, Taken};
use vitrine_text::Text;
use vitrine_widgets::theme;

pub fn heading(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form) {
    frame::title(ui, cx.t("create-title"), |ui| {
        // It stays where it is, so that a second click meets nothing else.
        let can_clear = !form.is_empty() && !form.is_busy();
        if ui.add(UiCommand::ClearForm.quiet(cx.words).enabled(can_clear)).clicked() {
            cx.act(Action::Form(FormAction::Clear));
        }
        put_back(ui, cx, form);
    });
}

/// What was taken out of the form, and the button that puts it back. Its keys are those of a field while one
/// is typed into.
fn put_back(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form) {
    let Some(taken) = form.taken() else { return };
    let key = match taken {
        Taken::Photo { .. } => "create-photo-removed",
        Taken::Contents { .. } if form.is_empty() => "create-cleared",
        Taken::Contents { .. } => "create-replaced",
    };
    let what = cx.format(key, crate::args!["count" => taken.photos().len()]);
    let button = ui.add(UiCommand::Undo.secondary(cx.words));
    vitrine_text::describe(&button, &what);
    let are_keys_free = ui.is_enabled() && form.question.is_none() && !vitrine_text::is_typing(ui.ctx());
    if button.clicked() || are_keys_free && UiCommand::Undo.consume_keys(ui.ctx()) {
        cx.act(Action::Form(FormAction::PutBack));
    }
    ui.add(Text::new(what).color(theme::palette(ui).ink_soft).announced(false).truncate());
}
