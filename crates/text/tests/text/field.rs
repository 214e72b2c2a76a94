//! A text field, and methods that act on it like a person.

use egui::accesskit::Role;
use egui::{Align, Event, Key, Layout, Modifiers, OutputCommand, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use vitrine_text::Editor;

pub const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
pub const WIDTH: f32 = 500.0;

/// An editor that has the focus, with its caret at the end of the text.
pub struct Field {
    pub harness: Harness<'static, String>,
    pub role: Role,
}

impl Field {
    /// A field of one line.
    pub fn line(text: &str) -> Self {
        Self::new(text, Role::TextInput, |text| vitrine_text::line_edit("field", text).width(WIDTH))
    }

    /// A field of several lines.
    pub fn paragraphs(text: &str) -> Self {
        Self::new(text, Role::MultilineTextInput, |text| {
            vitrine_text::paragraph_edit("field", text).width(WIDTH)
        })
    }

    pub fn new(text: &str, role: Role, edit: impl Fn(&mut String) -> Editor<'_> + 'static) -> Self {
        let harness = Harness::builder()
            .with_size([WIDTH + 40.0, 300.0])
            .with_step_dt(0.01)
            .with_context_setup(vitrine_text::install_fonts)
            .build_ui_state(
                move |ui, text: &mut String| {
                    ui.with_layout(Layout::top_down(Align::Min), |ui| {
                        ui.add(edit(text)).accessible_name("field");
                    });
                },
                text.to_owned(),
            );
        let mut field = Self { harness, role };
        field.harness.get_by_role(role).focus();
        field.harness.run();
        field
    }

    pub fn press(&mut self, key: Key) -> &mut Self {
        self.press_with(Modifiers::NONE, key)
    }

    pub fn press_with(&mut self, modifiers: Modifiers, key: Key) -> &mut Self {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
        self
    }

    pub fn repeat(&mut self, count: usize, press: impl Fn(&mut Self)) -> &mut Self {
        (0..count).for_each(|_| press(self));
        self
    }

    pub fn type_text(&mut self, text: &str) -> &mut Self {
        self.event(Event::Text(text.to_owned()))
    }

    pub fn event(&mut self, event: Event) -> &mut Self {
        self.harness.event(event);
        self.harness.run();
        self
    }

    /// Presses Copy and returns the copied text.
    pub fn copied(&mut self) -> Option<String> {
        self.harness.event(Event::Copy);
        self.harness.step();
        self.harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    }

    pub fn rect(&self) -> Rect {
        self.harness.get_by_role(self.role).rect()
    }

    pub fn caret(&self) -> Rect {
        self.harness.output().platform_output.ime.expect("a caret").cursor_rect
    }

    pub fn click(&mut self, at: Pos2) -> &mut Self {
        self.harness.drag_at(at);
        self.harness.run();
        self.harness.drop_at(at);
        self.harness.run();
        self
    }

    pub fn text(&self) -> &str {
        self.harness.state()
    }
}
