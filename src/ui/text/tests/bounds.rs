//! How much is laid out in a frame, counted: a clock would tell of the machine and what else it does. The time it takes
//! is in `cargo bench --bench text`.

use eframe::egui::{Context, Event, Key, Modifiers, RawInput, Rect, Ui, pos2};

use crate::ui::text::cache::done;
use crate::ui::text::{Text, button, cost, install_fonts, line_edit, paragraph_edit};

#[path = "../../../../tests/bidi/horrors.rs"]
mod horrors;

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

    /// Shows a frame, and returns how many texts and glyphs were laid out for it.
    fn frame(&mut self, events: Vec<Event>, add: impl FnMut(&mut Ui)) -> (usize, usize) {
        self.time += 0.1;
        let screen = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 900.0));
        let input = RawInput { screen_rect: Some(screen), events, time: Some(self.time), ..RawInput::default() };
        let before = done(&self.ctx);
        self.ctx.run_ui(input, add).textures_delta.clear();
        let after = done(&self.ctx);
        (after.texts - before.texts, after.glyphs - before.glyphs)
    }
}

/// Rows of a table from `first` on.
fn rows(ui: &mut Ui, first: usize) {
    for row in first..first + 35 {
        ui.horizontal(|ui| {
            for cell in [format!("گلیم دستباف {row} (New)"), format!("{row}٬۲۵۰ تومان"), format!("Kilim {row}"), "منتشر شده".to_owned()]
            {
                ui.scope(|ui| {
                    ui.set_max_width(90.0);
                    ui.add(Text::new(cell).truncate());
                });
            }
        });
    }
}

#[test]
fn a_table_redrawn_does_no_work_twice_and_scrolled_only_that_of_the_new_row() {
    let mut window = Window::new();
    let (texts, glyphs) = window.frame(Vec::new(), |ui| rows(ui, 0));
    assert!(texts == 35 * 3 + 1 && glyphs > 35 * 20, "each text once, the same one in 35 rows once for all: {texts}, {glyphs}");
    assert_eq!(window.frame(Vec::new(), |ui| rows(ui, 0)), (0, 0));
    assert_eq!(window.frame(Vec::new(), |ui| rows(ui, 1)).0, 3);
}

/// At most two glyphs for a character, and what stands for those left out.
const fn within(budget: usize) -> usize {
    2 * budget + 20
}

#[test]
fn no_text_makes_a_label_cell_or_button_lay_out_more_than_a_frame_can_bear() {
    for (name, text) in horrors::horrors() {
        let check = |what: &str, budget: usize, add: fn(&mut Ui, &str)| {
            let (_, glyphs) = Window::new().frame(Vec::new(), |ui| add(ui, &text));
            assert!(glyphs <= within(budget), "{what}, {name}: {glyphs}");
        };
        check("label", cost::LABEL, |ui, text| drop(ui.add(Text::new(text).wrap())));
        check("button", cost::LABEL, |ui, text| drop(button(ui, text)));
        check("cell", cost::CELL, |ui, text| drop(ui.add(Text::new(text).truncate())));
    }
}

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
}

/// The most that any frame lays out while a person does all there is to do in an editor.
fn busiest(mut text: String, paste: &str, add: fn(&mut Ui, &mut String)) -> usize {
    const CTRL: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };
    let mut window = Window::new();
    let tab = vec![key(Key::Tab, Modifiers::NONE)];
    let mut busiest = window.frame(Vec::new(), |ui| add(ui, &mut text)).1.max(window.frame(tab, |ui| add(ui, &mut text)).1);
    let typed = Event::Text("ب".to_owned());
    let plain = |pressed| key(pressed, Modifiers::NONE);
    let events =
        [typed, key(Key::A, CTRL), plain(Key::ArrowLeft), Event::Paste(paste.to_owned()), plain(Key::Backspace), key(Key::Z, CTRL)];
    for event in events {
        busiest = busiest.max(window.frame(vec![event], |ui| add(ui, &mut text)).1);
    }
    assert!(window.ctx.memory(|memory| memory.focused()).is_some(), "it had the keyboard all the while");
    busiest
}

#[test]
fn no_text_makes_an_editor_lay_out_more_than_a_frame_can_bear() {
    let paste = "گلیم Kilim ۱۲ ".repeat(50_000);
    for (name, text) in horrors::horrors() {
        // As it was when the frame began, and as it is now. It grows a little before what is laid out is chosen anew.
        let most = |budget: usize| 2 * within(budget + budget / 4);
        let line = busiest(text.clone(), &paste, |ui, text| drop(ui.add(line_edit("edited", text))));
        assert!(line <= most(cost::LINE), "line, {name}: {line}");
        let paragraphs = busiest(text.clone(), &paste, |ui, text| drop(ui.add(paragraph_edit("edited", text))));
        assert!(paragraphs <= most(cost::PARAGRAPHS), "paragraphs, {name}: {paragraphs}");
        let password = busiest(text, &paste, |ui, text| drop(ui.add(line_edit("edited", text).password(true))));
        assert!(password <= most(cost::LINE), "password, {name}: {password}");
    }
}
