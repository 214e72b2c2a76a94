//! A form field: label, input, help, and error.

use std::borrow::Cow;

use eframe::egui::accesskit::Invalid;
use eframe::egui::{Response, Ui};

use crate::ui::focus;
use crate::ui::icons::Icon;
use crate::ui::layout::column;
use crate::ui::theme::{self, size, space};
use vitrine_text::Text;

/// A form field.
#[derive(Default)]
#[must_use = "show it in a ui"]
pub struct FormField<'a> {
    label: Cow<'a, str>,
    required: Option<Cow<'a, str>>,
    /// A derived value, shown below the input.
    note: Option<Cow<'a, str>>,
    help: Option<Cow<'a, str>>,
    error: Option<Cow<'a, str>>,
}

/// Draws what is wrong with an input that stands above.
pub fn field_error(ui: &mut Ui, error: &str) {
    let p = theme::palette(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        Icon::Alert.show(ui, 16.0, p.bad.ink);
        ui.add(Text::new(error).small().color(p.bad.ink).wrap().announced(true));
    });
}

impl<'a> FormField<'a> {
    /// A field with a label.
    pub fn new(label: impl Into<Cow<'a, str>>) -> Self {
        Self { label: label.into(), ..Self::default() }
    }

    /// Marks it as required, with the word for that.
    pub fn required(mut self, word: Option<Cow<'a, str>>) -> Self {
        self.required = word;
        self
    }

    /// A sentence of help.
    pub fn help(mut self, help: impl Into<Cow<'a, str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A value derived from the input, updated while typing.
    pub fn note(mut self, note: Option<Cow<'a, str>>) -> Self {
        self.note = note;
        self
    }

    /// An error, shown instead of the help.
    pub fn error(mut self, error: Option<Cow<'a, str>>) -> Self {
        self.error = error;
        self
    }

    /// Draws the field. `input` gets whether there is an error and returns the widget that the label names.
    pub fn show(self, ui: &mut Ui, input: impl FnOnce(&mut Ui, bool) -> Response) -> Response {
        let p = theme::palette(ui);
        let (is_required, has_error) = (self.required.is_some(), self.error.is_some());
        // The AT-SPI adapter does not report that a value is invalid, so the description begins with the error.
        let parts = [self.error.as_deref(), self.required.as_deref(), self.note.as_deref(), self.help.as_deref()];
        let description = parts.into_iter().flatten().collect::<Vec<_>>().join(". ");
        let shown = column(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            let label = ui.horizontal(|ui| {
                // The input below is as wide as the field, not as its label.
                let label = ui.add(Text::new(self.label.as_ref()).strong().size(size::BODY).truncate());
                vitrine_text::tooltip(label.clone(), self.label);
                if let Some(word) = self.required {
                    ui.add(Text::new(word).small().color(p.ink_soft));
                }
                label
            });
            let response = input(ui, self.error.is_some()).labelled_by(label.inner.id);
            if let Some(note) = self.note {
                ui.add(Text::new(note).color(p.ink).wrap());
            }
            match (self.error, self.help) {
                (Some(error), _) => field_error(ui, &error),
                (None, Some(help)) => {
                    ui.add(Text::new(help).small().color(p.ink_soft).wrap());
                }
                (None, None) => {}
            }
            (response, ui.min_rect())
        });
        let (response, whole) = shown;
        if !description.is_empty() {
            vitrine_text::describe(&response, &description);
        }
        ui.ctx().accesskit_node_builder(response.id, |node| {
            if is_required {
                node.set_required();
            }
            if has_error {
                node.set_invalid(Invalid::True);
            }
        });
        if focus::is_new(&response) {
            ui.scroll_to_rect(whole.expand(6.0), None);
        }
        response
    }
}
