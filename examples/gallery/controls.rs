//! Samples of buttons, choices, text fields and dialogs.

use eframe::egui::Ui;

use super::{Sample, section};
use vitrine::i18n::Messages;
use vitrine_text::Text;
use vitrine_widgets::icons::Icon;
use vitrine_widgets::layout::tiles;
use vitrine_widgets::theme::{self, ForcedState, force_state, space};
use vitrine_widgets::{Answer, Button, Dialog, FormField, check, segments, select};

/// The states shown for each widget, with the key of their names.
const STATES: [(Option<ForcedState>, &str); 3] = [
    (None, "gallery-at-rest"),
    (Some(ForcedState::Hovered), "gallery-hovered"),
    (Some(ForcedState::Focused), "gallery-focused"),
];

/// Draws `contents` in each state, and disabled.
fn in_each_state(ui: &mut Ui, words: &Messages, mut contents: impl FnMut(&mut Ui)) {
    for (look, key) in STATES {
        vitrine_text::small(ui, words.text(key));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            match look {
                Some(look) => force_state(ui, look, &mut contents),
                None => contents(ui),
            }
        });
    }
    vitrine_text::small(ui, words.text("gallery-disabled"));
    ui.add_enabled_ui(false, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::L;
            contents(ui);
        });
    });
}

/// Buttons of every kind and size.
pub fn buttons(ui: &mut Ui, words: &Messages) {
    let t = |key| words.text(key);
    section(ui, words, "gallery-buttons", |ui| {
        in_each_state(ui, words, |ui| {
            ui.add(Button::primary(t("gallery-primary")));
            ui.add(Button::secondary(t("retry")).with_icon(Icon::Refresh));
            ui.add(Button::quiet(t("cancel")));
            ui.add(Button::danger(t("gallery-danger")).with_icon(Icon::Trash));
            ui.add(Button::icon(Icon::Close, t("close")));
        });
        vitrine_text::small(ui, t("gallery-sizes"));
        ui.horizontal_wrapped(|ui| {
            ui.add(Button::primary(t("gallery-primary")).small());
            ui.add(Button::secondary(t("retry")).with_icon(Icon::Refresh).small());
            ui.add(Button::primary(t("gallery-primary")).large());
            ui.add(Button::secondary(t("retry")).with_icon(Icon::Refresh).large());
        });
        ui.add(Button::secondary(t("details")).wide());
    });
}

/// Checkboxes and segmented choices.
pub fn choices(ui: &mut Ui, words: &Messages, sample: &mut Sample) {
    section(ui, words, "gallery-choices", |ui| {
        in_each_state(ui, words, |ui| {
            if check(ui, sample.checked, words.text("webhooks-active")).clicked() {
                sample.checked = !sample.checked;
            }
            if check(ui, !sample.checked, words.text("import-again")).clicked() {
                sample.checked = !sample.checked;
            }
        });
        let options = [
            (0, words.text("import-filter-all"), Some(words.integer(40))),
            (1, words.text("import-count-created"), Some(words.integer(38))),
            (2, words.text("import-count-failed"), Some(words.integer(2))),
        ];
        in_each_state(ui, words, |ui| {
            sample.chosen = segments(ui, sample.chosen, &options).unwrap_or(sample.chosen);
        });
        let options = options.map(|(value, label, _)| (value, label));
        let name = words.text("import-filter-all");
        in_each_state(ui, words, |ui| {
            sample.chosen = select(ui, &name, sample.chosen, &options).unwrap_or(sample.chosen);
        });
    });
}

/// Text fields.
pub fn fields(ui: &mut Ui, words: &Messages, sample: &mut Sample) {
    let t = |key| words.text(key);
    section(ui, words, "gallery-fields", |ui| {
        tiles(ui, 260.0, 0..6, |ui, index| {
            let width = ui.available_width();
            let line = |ui: &mut Ui, text: &mut String, error| {
                ui.add(
                    vitrine_text::line_edit(("gallery line", index), text)
                        .hint(t("products-search-hint"))
                        .width(width)
                        .margin(theme::EDITOR)
                        .error(error),
                )
            };
            match index {
                0 => {
                    let field = FormField::new(t("column-title"))
                        .required(Some(t("field-required")))
                        .help(t("gallery-help"));
                    field.show(ui, |ui, error| line(ui, &mut sample.name, error))
                }
                1 => {
                    let field = FormField::new(t("column-price")).error(Some(t("gallery-error")));
                    field.show(ui, |ui, error| line(ui, &mut sample.price, error))
                }
                2 => FormField::new(t("gallery-empty"))
                    .show(ui, |ui, error| line(ui, &mut String::new(), error)),
                3 => FormField::new(t("gallery-focused")).show(ui, |ui, error| {
                    force_state(ui, ForcedState::Focused, |ui| line(ui, &mut sample.name, error))
                }),
                4 => FormField::new(t("gallery-disabled")).show(ui, |ui, error| {
                    ui.add_enabled_ui(false, |ui| line(ui, &mut sample.name, error)).inner
                }),
                _ => FormField::new(t("login-token")).show(ui, |ui, _| {
                    ui.add(
                        vitrine_text::line_edit("gallery token", &mut sample.token)
                            .password(true)
                            .width(width)
                            .margin(theme::EDITOR),
                    )
                }),
            };
        });
        let width = ui.available_width();
        FormField::new(t("gallery-paragraph")).show(ui, |ui, _| {
            ui.add(
                vitrine_text::paragraph_edit("gallery paragraph", &mut sample.about)
                    .rows(3)
                    .width(width)
                    .margin(theme::EDITOR),
            )
        });
    });
}

/// A button that opens a dialog.
pub fn dialog(ui: &mut Ui, words: &Messages, sample: &mut Sample) {
    section(ui, words, "gallery-dialog", |ui| {
        sample.dialog |= ui.add(Button::secondary(words.text("gallery-dialog-open"))).clicked();
    });
    if sample.dialog {
        let confirm = Button::danger(words.text("import-cancel-yes"));
        let dialog =
            Dialog::new("gallery dialog", words.text("import-cancel-ask"), words.text("import-cancel-no"))
                .confirm(confirm);
        let answer: Option<Answer> = dialog.show(ui, |ui| {
            ui.add(Text::new(words.text("import-cancel-body")).wrap());
        });
        sample.dialog = answer.is_none();
    }
}
