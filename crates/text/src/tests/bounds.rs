//! Counts how much is laid out in a frame. A time limit would depend on the machine; times are measured by
//! `cargo bench --bench text`.

use egui::{Context, Event, Key, Modifiers, RawInput, Rect, Ui, pos2};

use crate::layout::cache::layout_counts;
use crate::layout::cost;
use crate::{Text, button, install_fonts, line_edit, paragraph_edit};

#[path = "../../tests/bidi/extreme_texts.rs"]
mod extreme_texts;

struct Window {
    ctx: Context,
    time: f64,
}

impl Window {
    fn new() -> Self {
        let ctx = Context::default();
        install_fonts(&ctx);
        let mut window = Self { ctx, time: 0.0 };
        window.frame(Vec::new(), |_| {});
        window
    }

    /// Draws a frame; returns the number of texts and glyphs laid out for it.
    fn frame(&mut self, events: Vec<Event>, add: impl FnMut(&mut Ui)) -> (usize, usize) {
        self.time += 0.1;
        let screen = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 900.0));
        let input =
            RawInput { screen_rect: Some(screen), events, time: Some(self.time), ..RawInput::default() };
        let before = layout_counts(&self.ctx);
        self.ctx.run_ui(input, add).textures_delta.clear();
        let after = layout_counts(&self.ctx);
        (after.texts - before.texts, after.glyphs - before.glyphs)
    }
}

/// The rows of a table from `first` on.
fn rows(ui: &mut Ui, first: usize) {
    for row in first..first + 35 {
        ui.horizontal(|ui| {
            for cell in [
                format!("گلیم دستباف {row} (New)"),
                format!("{row}٬۲۵۰ تومان"),
                format!("Kilim {row}"),
                "منتشر شده".to_owned(),
            ] {
                ui.scope(|ui| {
                    ui.set_max_width(90.0);
                    ui.add(Text::new(cell).truncate());
                });
            }
        });
    }
}

#[test]
fn a_redraw_lays_out_nothing_and_scrolling_only_the_new_row() {
    let mut window = Window::new();
    let (texts, glyphs) = window.frame(Vec::new(), |ui| rows(ui, 0));
    assert!(
        texts == 35 * 3 + 1 && glyphs > 35 * 20,
        "each distinct text once, even if in 35 rows: {texts}, {glyphs}"
    );
    assert_eq!(window.frame(Vec::new(), |ui| rows(ui, 0)), (0, 0));
    assert_eq!(window.frame(Vec::new(), |ui| rows(ui, 1)).0, 3);
}

/// At most two glyphs per character, and some for the ellipsis.
const fn within(budget: usize) -> usize {
    2 * budget + 20
}

#[test]
fn no_text_exceeds_the_layout_budget_of_a_label_cell_or_button() {
    for (name, text) in extreme_texts::extreme_texts() {
        let check = |what: &str, budget: usize, add: fn(&mut Ui, &str)| {
            let (_, glyphs) = Window::new().frame(Vec::new(), |ui| add(ui, &text));
            assert!(glyphs <= within(budget), "{what}, {name}: {glyphs}");
        };
        check("label", cost::MAX_LABEL, |ui, text| drop(ui.add(Text::new(text).wrap())));
        check("button", cost::MAX_LABEL, |ui, text| drop(button(ui, text)));
        check("cell", cost::MAX_CELL, |ui, text| drop(ui.add(Text::new(text).truncate())));
    }
}

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// The maximum laid out in any frame while an editor is used in every way.
fn busiest(mut text: String, paste: &str, add: fn(&mut Ui, &mut String)) -> usize {
    const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
    let mut window = Window::new();
    let tab = vec![key(Key::Tab, Modifiers::NONE)];
    let mut busiest =
        window.frame(Vec::new(), |ui| add(ui, &mut text)).1.max(window.frame(tab, |ui| add(ui, &mut text)).1);
    let typed = Event::Text("ب".to_owned());
    let plain = |pressed| key(pressed, Modifiers::NONE);
    let events = [
        typed,
        key(Key::A, CTRL),
        plain(Key::ArrowLeft),
        Event::Paste(paste.to_owned()),
        plain(Key::Backspace),
        key(Key::Z, CTRL),
    ];
    for event in events {
        busiest = busiest.max(window.frame(vec![event], |ui| add(ui, &mut text)).1);
    }
    assert!(window.ctx.memory(|memory| memory.focused()).is_some(), "the editor did not lose the focus");
    busiest
}

#[test]
fn no_text_exceeds_the_layout_budget_of_an_editor() {
    let paste = "گلیم Kilim ۱۲ ".repeat(50_000);
    for (name, text) in extreme_texts::extreme_texts() {
        // The text before and after the frame's events. It may grow a little before the window is moved.
        let most = |budget: usize| 2 * within(budget + budget / 4);
        let line = busiest(text.clone(), &paste, |ui, text| drop(ui.add(line_edit("edited", text))));
        assert!(line <= most(cost::MAX_LINE), "line, {name}: {line}");
        let paragraphs =
            busiest(text.clone(), &paste, |ui, text| drop(ui.add(paragraph_edit("edited", text))));
        assert!(paragraphs <= most(cost::MAX_PARAGRAPHS), "paragraphs, {name}: {paragraphs}");
        let password =
            busiest(text, &paste, |ui, text| drop(ui.add(line_edit("edited", text).password(true))));
        assert!(password <= most(cost::MAX_LINE), "password, {name}: {password}");
    }
}
