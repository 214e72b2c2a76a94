//! The question before a product without a price is created.

use eframe::egui::Ui;

use crate::ui::screens::Cx;
use vitrine_model::{Action, Form, FormAction};
use vitrine_text::Text;
use vitrine_widgets::{Answer, Button, Dialog};

pub fn question(ui: &Ui, cx: &mut Cx<'_>, form: &Form) {
    if form.question.is_none() {
        return;
    }
    let title = cx.format("import-unpriced-title", crate::args!["count" => 1]);
    let create = Button::danger(cx.t("import-unpriced-create"));
    let dialog = Dialog::new("unpriced form", title, cx.t("create-unpriced-back")).confirm(create);
    let answer = dialog.show(ui, |ui| drop(ui.add(Text::new(cx.t("create-unpriced-body")).wrap())));
    match answer {
        None => {}
        Some(Answer::Confirmed) => cx.act(Action::Form(FormAction::SendUnpriced)),
        Some(Answer::Cancelled) => cx.act(Action::Form(FormAction::CloseQuestion)),
    }
}
