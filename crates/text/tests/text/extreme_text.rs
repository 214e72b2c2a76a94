//! Extreme text is shown or truncated without a panic, and so little of it is laid out that no frame hangs.

use std::time::{Duration, Instant};

use egui::accesskit::Role;
use egui::{Event, Key, Ui};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use vitrine_text::Text;

#[path = "../bidi/extreme_texts.rs"]
mod extreme_texts;

use extreme_texts::extreme_texts;

/// Far above the time of a frame, because tests run unoptimised and in parallel; far below the time to lay
/// out a megabyte. `tests::bounds` counts how much is laid out, and `cargo bench --bench text` measures the
/// time.
const MAX_FRAME: Duration = Duration::from_millis(1000);

fn test_label(what: &str, add: fn(&mut Ui, &str)) {
    for (name, extreme) in extreme_texts() {
        let mut harness = Harness::builder()
            .with_size([400.0, 200.0])
            .allow_missing_glyphs()
            .with_accessibility_check(false)
            .with_context_setup(vitrine_text::install_fonts)
            .build_ui_state(move |ui, text: &mut String| add(ui, text), String::new());
        *harness.state_mut() = extreme;
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
    test_label("wrapped", |ui, text| drop(ui.add(Text::new(text).wrap())));
    test_label("in one line", |ui, text| drop(ui.add(Text::new(text).extend())));
    test_label("in a narrow column", |ui, text| {
        ui.set_max_width(3.0);
        ui.add(Text::new(text).wrap());
    });
}

#[test]
fn cells_and_buttons_handle_any_text() {
    test_label("truncated", |ui, text| drop(ui.add(Text::new(text).truncate().strong())));
    test_label("truncated to nothing", |ui, text| {
        ui.set_max_width(1.0);
        ui.add(Text::new(text).truncate());
    });
    test_label("on a button", |ui, text| drop(vitrine_text::button(ui, text.to_owned())));
}

fn test_editor(role: Role, edit: fn(&mut String) -> vitrine_text::Editor<'_>) {
    for (name, extreme) in extreme_texts() {
        let mut harness = Harness::builder()
            .with_size([400.0, 200.0])
            .allow_missing_glyphs()
            .with_context_setup(vitrine_text::install_fonts)
            .build_ui_state(
                move |ui, text: &mut String| drop(ui.add(edit(text)).accessible_name("x")),
                extreme,
            );
        harness.get_by_role(role).focus();
        harness.run_steps(2);
        let keys = [
            Key::Home,
            Key::ArrowLeft,
            Key::ArrowRight,
            Key::ArrowDown,
            Key::End,
            Key::Backspace,
            Key::Delete,
            Key::PageUp,
        ];
        for key in keys {
            harness.key_press(key);
            harness.run_steps(2);
        }
        for event in [Event::Text("ب".to_owned()), Event::Paste("x\u{2067}\n".to_owned())] {
            harness.event(event);
            step(&mut harness, name);
        }
        assert!(harness.state().contains('ب'), "{name}: the typed letter is missing");
    }
}

#[test]
fn editors_handle_any_text() {
    test_editor(Role::TextInput, |text| vitrine_text::line_edit("x", text));
    test_editor(Role::MultilineTextInput, |text| vitrine_text::paragraph_edit("x", text));
    test_editor(Role::PasswordInput, |text| vitrine_text::line_edit("x", text).password(true));
}
