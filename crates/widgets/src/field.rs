//! A form field: label, input, help, and error.

use std::borrow::Cow;

use egui::accesskit::{Invalid, Live};
use egui::{Response, Role, Ui, UiBuilder, WidgetInfo, vec2};

use crate::focus;
use crate::icons::Icon;
use crate::layout::{column, is_rtl, row_layout};
use crate::on_screen;
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
    /// The error for a single line, the longest first. It stands in the note's place.
    in_line: Option<[String; 2]>,
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

/// The height of a note's line, in points.
fn line_height(ui: &Ui) -> f32 {
    Text::new("0").galley(ui, f32::INFINITY).size().y
}

/// What is wrong in a single line: the first of the sentences that has room. The tooltip has the error.
fn draw_error_in_line(ui: &mut Ui, error: &str, sentences: &[String; 2], is_said: bool) {
    let p = theme::palette(ui);
    let (_, room) = ui.allocate_space(vec2(ui.available_width(), line_height(ui)));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(room).layout(row_layout(is_rtl(ui))));
    ui.spacing_mut().item_spacing.x = 6.0;
    Icon::Alert.show(&mut ui, 16.0, p.bad.ink);
    let wide = ui.available_width();
    let fits = |text: &&String| {
        Text::new(text.as_str()).small().extend().galley(&ui, f32::INFINITY).size().x <= wide
    };
    let shown = sentences.iter().find(fits).unwrap_or(&sentences[1]);
    let line = ui.add(Text::new(shown.as_str()).small().color(p.bad.ink).truncate());
    // Heard is all of it.
    let whole = without_direction_marks(error);
    line.widget_info(|| WidgetInfo::labeled(Role::Label, true, &whole));
    if is_said {
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_live(Live::Assertive));
    }
    vitrine_text::tooltip(line, error);
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

    /// Gives the field one line for its note and for what is wrong with it, so that nothing below moves: the
    /// first of these sentences that has room.
    pub fn error_in_line(mut self, sentences: Option<[String; 2]>) -> Self {
        self.keeps_line = true;
        self.in_line = sentences;
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
            let in_line = self.error.as_deref().zip(self.in_line.as_ref());
            if let Some((error, sentences)) = in_line {
                draw_error_in_line(ui, error, sentences, is_said);
            } else if let Some(note) = self.note {
                ui.add(Text::new(note).color(p.ink).wrap());
            } else if self.keeps_line && self.error.is_none() {
                ui.allocate_space(vec2(0.0, line_height(ui)));
            }
            let below = if in_line.is_some() { None } else { self.error.as_deref() };
            match (below, self.help) {
                (Some(error), _) => draw_error(ui, error, is_said),
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
        if ui.is_enabled() {
            on_screen::report(ui, &name, response.id);
        }
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
