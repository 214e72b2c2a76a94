//! Labels and buttons: their accessible names, their size, and the selection of their text.

use egui::accesskit::Role;
use egui::{Event, OutputCommand, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use vitrine_text::Text;

fn show<'a>(width: f32, add: impl FnMut(&mut egui::Ui) + 'a) -> Harness<'a> {
    Harness::builder()
        .with_size([width, 200.0])
        .with_step_dt(0.01)
        .with_context_setup(vitrine_text::install_fonts)
        .build_ui(add)
}

fn copied(harness: &mut Harness<'_>) -> Option<String> {
    harness.event(Event::Copy);
    harness.step();
    harness.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}

#[test]
fn a_label_is_found_by_its_logical_text_without_marks() {
    let harness = show(400.0, |ui| {
        vitrine_text::label(ui, "\u{2068}mug.jpg\u{2069} (\u{2068}3 kB\u{2069})");
        vitrine_text::button(ui, "ذخیره (۱۲)");
    });
    harness.get_by_label("mug.jpg (3 kB)");
    harness.get_by_role_and_label(Role::Button, "ذخیره (۱۲)");
}

#[test]
fn a_narrow_cell_stays_on_one_line_and_reveals_the_rest() {
    let name = "گلیم دستباف قشقایی ۲×۳ متر (New)";
    let harness = show(120.0, |ui| drop(ui.add(Text::new(name).truncate())));
    let rect = harness.get_by_label(name).rect();
    assert!(rect.width() <= 120.0 && rect.height() < 30.0, "{rect:?}");
}

#[test]
fn a_paragraph_wraps_to_its_width() {
    let text = "گلیم دستباف قشقایی ".repeat(6);
    let harness = show(200.0, |ui| drop(vitrine_text::label(ui, text.trim())));
    let rect = harness.get_by_label(text.trim()).rect();
    assert!(rect.width() <= 200.0 && rect.height() > 50.0, "{rect:?}");
}

#[test]
fn selected_text_is_copied_in_its_logical_order() {
    let line = "کفش Nike سایز 42";
    let mut harness = show(400.0, |ui| drop(ui.add(Text::new(line).selectable())));
    let rect = harness.get_by_label(line).rect();
    harness.drag_at(rect.right_center() - Vec2::new(1.0, 0.0));
    harness.run();
    // A little past the left edge, where a Persian line ends.
    harness.hover_at(rect.left_center() - Vec2::new(4.0, 0.0));
    harness.run();
    harness.drop_at(rect.left_center() - Vec2::new(4.0, 0.0));
    harness.run();
    assert_eq!(copied(&mut harness).as_deref(), Some(line));
}

#[test]
fn a_double_click_selects_a_word_and_a_click_elsewhere_deselects() {
    let mut harness = show(400.0, |ui| drop(ui.add(Text::new("Nike Air").selectable())));
    let rect = harness.get_by_label("Nike Air").rect();
    let on_first_word = rect.left_center() + Vec2::new(6.0, 0.0);
    for _ in 0..2 {
        harness.drag_at(on_first_word);
        harness.run();
        harness.drop_at(on_first_word);
        harness.run();
    }
    assert_eq!(copied(&mut harness).as_deref(), Some("Nike"));
    let elsewhere = rect.right_bottom() + Vec2::new(60.0, 60.0);
    harness.drag_at(elsewhere);
    harness.run();
    harness.drop_at(elsewhere);
    harness.run();
    assert_eq!(copied(&mut harness), None);
}
