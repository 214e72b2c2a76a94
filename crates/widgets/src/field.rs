//! A form field: label, input, help, and error.

use std::borrow::Cow;

use egui::accesskit::Invalid;
use egui::{Response, Ui, vec2};

use crate::focus;
use crate::icons::Icon;
use crate::layout::column;
use crate::theme::{self, size, space};
use vitrine_text::Text;
use vitrine_text::without_direction_marks;

/// A form field.
#[derive(Default)]
#[must_use = "show it in a ui"]
pub struct FormField<'a> {
    label: Cow<'a, str>,
    required: Option<Cow<'a, str>>,
    /// A derived value, shown below the input.
    note: Option<Cow<'a, str>>,
    /// Whether a note's line stays free while there is none, so that nothing below moves when it comes.
    keeps_line: bool,
    help: Option<Cow<'a, str>>,
    error: Option<Cow<'a, str>>,
}

/// Draws what is wrong with an input that stands above, which screen readers announce.
pub fn field_error(ui: &mut Ui, error: &str) {
    draw_error(ui, error, true);
}

/// How long nothing is typed until what is wrong is said, in seconds.
const PAUSE: f64 = 1.5;

/// What is wrong with an input, as it was said last, and when the input was changed.
#[derive(Clone, Default)]
struct Said {
    error: String,
    changed: Option<f64>,
}

/// Whether what is wrong with an input is said now. While it is typed, each letter may make it wrong in
/// another way; that is said after a pause, or when the input is left.
fn is_said(input: &Response, error: Option<&str>) -> bool {
    let ctx = &input.ctx;
    let (key, now) = (input.id.with("what is wrong, as it was said"), ctx.input(|input| input.time));
    let mut said: Said = ctx.data(|data| data.get_temp(key)).unwrap_or_default();
    if input.changed() {
        said.changed = Some(now);
    }
    let since = said.changed.filter(|_| input.has_focus()).map_or(PAUSE, |changed| now - changed);
    if since < PAUSE && error.is_some() {
        ctx.request_repaint_after(std::time::Duration::from_secs_f64(PAUSE - since));
    }
    let error = error.unwrap_or_default();
    if since >= PAUSE || error.is_empty() {
        said.error.clear();
        said.error.push_str(error);
    }
    let is_said = said.error == error;
    ctx.data_mut(|data| data.insert_temp(key, said));
    is_said
}

fn draw_error(ui: &mut Ui, error: &str, is_said: bool) {
    let p = theme::palette(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        Icon::Alert.show(ui, 16.0, p.bad.ink);
        let text = Text::new(error).small().color(p.bad.ink).wrap();
        ui.add(if is_said { text.announced(true) } else { text });
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

    /// Keeps the line of a note free while there is none.
    pub fn keep_line(mut self, keeps_line: bool) -> Self {
        self.keeps_line = keeps_line;
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
        // The AT-SPI adapter does not report that a value is invalid, so the description begins with the
        // error.
        let parts =
            [self.error.as_deref(), self.required.as_deref(), self.note.as_deref(), self.help.as_deref()];
        let description = parts.into_iter().flatten().collect::<Vec<_>>().join(". ");
        let shown = column(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            let label = ui.horizontal(|ui| {
                // The input below is as wide as the field, not as its label.
                let label = ui.add(Text::new(self.label.as_ref()).strong().size(size::BODY).truncate());
                vitrine_text::tooltip(label.clone(), self.label.clone());
                if let Some(word) = self.required {
                    ui.add(Text::new(word).small().color(p.ink_soft));
                }
                label
            });
            let response = input(ui, self.error.is_some()).labelled_by(label.inner.id);
            let is_said = is_said(&response, self.error.as_deref());
            if let Some(note) = self.note {
                ui.add(Text::new(note).color(p.ink).wrap());
            } else if self.keeps_line && self.error.is_none() {
                let high = Text::new(self.label.as_ref()).galley(ui, f32::INFINITY).size().y;
                ui.allocate_space(vec2(0.0, high));
            }
            match (self.error, self.help) {
                (Some(error), _) => draw_error(ui, &error, is_said),
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
        let name = without_direction_marks(&self.label).into_owned();
        ui.ctx().accesskit_node_builder(response.id, |node| {
            // Its own name: when the label of the field with the focus changes, only a change of this is
            // heard.
            node.set_label(name);
            if is_required {
                node.set_required();
            }
            if has_error {
                node.set_invalid(Invalid::True);
            }
        });
        // Under the mouse nothing moves: what was clicked is in sight.
        let by_mouse = ui.input(|input| input.pointer.any_down() || input.pointer.any_released());
        if focus::is_new(&response) && !by_mouse {
            ui.scroll_to_rect(whole.expand(6.0), None);
        }
        response
    }
}
