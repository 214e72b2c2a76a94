//! Text nobody should send: it is shown or elided, never a panic, and little enough is laid out that no frame hangs.

use std::time::{Duration, Instant};

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Ui};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use vitrine::ui::text::{self, Text};

#[path = "../bidi/horrors.rs"]
mod horrors;

use horrors::horrors;

/// Far above what a frame takes, since tests run unoptimised and beside others; far below a megabyte laid out whole.
/// How much may be laid out is counted in `ui::text::tests::bounds`, and timed in `cargo bench --bench text`.
const MAX_FRAME: Duration = Duration::from_millis(1000);

fn shown(what: &str, add: fn(&mut Ui, &str)) {
    for (name, horror) in horrors() {
        let mut harness = Harness::builder()
            .with_size([400.0, 200.0])
            .allow_missing_glyphs()
            .with_accessibility_check(false)
            .with_context_setup(text::install_fonts)
            .build_ui_state(move |ui, text: &mut String| add(ui, text), String::new());
        *harness.state_mut() = horror;
        step(&mut harness, &format!("{what}, {name}"));
    }
}

fn step(harness: &mut Harness<'_, String>, what: &str) {
    let start = Instant::now();
    harness.step();
    let took = start.elapsed();
    assert!(took < MAX_FRAME, "{what}: a frame took {took:?}");
}

#[test]
fn labels_handle_any_text() {
    shown("wrapped", |ui, text| drop(ui.add(Text::new(text).wrap())));
    shown("in one line", |ui, text| drop(ui.add(Text::new(text).extend())));
    shown("in a narrow place", |ui, text| {
        ui.set_max_width(3.0);
        ui.add(Text::new(text).wrap());
    });
}

#[test]
fn cells_and_buttons_handle_any_text() {
    shown("elided", |ui, text| drop(ui.add(Text::new(text).truncate().strong())));
    shown("elided to nothing", |ui, text| {
        ui.set_max_width(1.0);
        ui.add(Text::new(text).truncate());
    });
    shown("on a button", |ui, text| drop(text::button(ui, text.to_owned())));
}

fn edited(role: Role, edit: fn(&mut String) -> text::Edit<'_>) {
    for (name, horror) in horrors() {
        let mut harness = Harness::builder()
            .with_size([400.0, 200.0])
            .allow_missing_glyphs()
            .with_context_setup(text::install_fonts)
            .build_ui_state(move |ui, text: &mut String| drop(ui.add(edit(text)).accessible_name("x")), horror);
        harness.get_by_role(role).focus();
        harness.run_steps(2);
        let keys = [Key::Home, Key::ArrowLeft, Key::ArrowRight, Key::ArrowDown, Key::End, Key::Backspace, Key::Delete, Key::PageUp];
        for key in keys {
            harness.key_press(key);
            harness.run_steps(2);
        }
        for event in [Event::Text("ب".to_owned()), Event::Paste("x\u{2067}\n".to_owned())] {
            harness.event(event);
            step(&mut harness, name);
        }
        assert!(harness.state().contains('ب'), "{name}: what was typed is there");
    }
}

#[test]
fn editors_handle_any_text() {
    edited(Role::TextInput, |text| text::line_edit("x", text));
    edited(Role::MultilineTextInput, |text| text::paragraph_edit("x", text));
    edited(Role::PasswordInput, |text| text::line_edit("x", text).password(true));
}
