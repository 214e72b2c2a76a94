//! The context menu of text, opened by the right mouse button, the Menu key, or Shift+F10.

use egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, ViewportCommand, ViewportId, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use vitrine_text::Text;

use crate::field::{CTRL, Field};

fn right_click<S>(harness: &mut Harness<'_, S>, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    for pressed in [true, false] {
        harness.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        harness.run();
    }
}

const PERSIAN: [&str; 6] = ["بریدن", "کپی", "چسباندن", "انتخاب همه", "برگرداندن", "انجام دوباره"];
const ENGLISH: [&str; 6] = ["Cut", "Copy", "Paste", "Select all", "Undo", "Redo"];

fn field(text: &str) -> Field {
    let mut field = Field::line(text);
    vitrine_text::set_menu_words(&field.harness.ctx, PERSIAN.map(str::to_owned));
    vitrine_text::set_rtl(&field.harness.ctx, true);
    field.harness.run();
    field
}

/// Clicks an entry of the menu and returns the text that it copied.
fn choose<S>(harness: &mut Harness<'_, S>, entry: &str) -> Option<String> {
    harness.get_by_label(entry).click();
    let mut copied = None;
    for _ in 0..4 {
        harness.step();
        let commands = &harness.output().platform_output.commands;
        copied = copied.or_else(|| {
            commands
                .iter()
                .find_map(|c| if let OutputCommand::CopyText(text) = c { Some(text.clone()) } else { None })
        });
    }
    copied
}

#[test]
fn the_selection_is_cut_and_typing_continues_there() {
    let mut field = field("گلیم Kilim");
    field.press_with(Modifiers::SHIFT | CTRL, Key::ArrowRight);
    let inside = field.caret().center() + vec2(4.0, 0.0);
    right_click(&mut field.harness, inside);
    assert_eq!(choose(&mut field.harness, "بریدن").as_deref(), Some("Kilim"));
    field.type_text("نو");
    assert_eq!(field.text(), "گلیم نو");
    assert!(field.harness.query_by_label("بریدن").is_none(), "the menu is closed");
}

#[test]
fn a_right_click_outside_the_selection_moves_the_caret() {
    let mut field = field("گلیم Kilim");
    field.press_with(CTRL, Key::A).press(Key::Home);
    let left = field.rect().left_center() + vec2(12.0, 0.0);
    right_click(&mut field.harness, left);
    field.press(Key::Escape).type_text("!");
    assert_eq!(field.text(), "گلیم Kilim!");
}

#[test]
fn paste_requests_the_clipboard() {
    let mut field = field("");
    let at = field.rect().center();
    right_click(&mut field.harness, at);
    field.harness.get_by_label("چسباندن").click();
    field.harness.step();
    let mut requested = false;
    for _ in 0..3 {
        requested |= field.harness.output().viewport_output[&ViewportId::ROOT]
            .commands
            .contains(&ViewportCommand::RequestPaste);
        field.harness.step();
    }
    assert!(requested, "the menu requests the text of the clipboard");
    field.event(Event::Paste("گلیم".to_owned()));
    assert_eq!(field.text(), "گلیم", "the field has the focus");
}

#[test]
fn the_keyboard_opens_navigates_and_closes_the_menu() {
    let mut field = field("گلیم");
    field.type_text("!");
    field.press(Key::Menu);
    assert!(field.harness.get_by_label("چسباندن").is_focused(), "the first enabled entry has the focus");
    field.press(Key::ArrowDown);
    assert!(field.harness.get_by_label("انتخاب همه").is_focused());
    field.press(Key::ArrowDown).press(Key::Enter);
    assert_eq!(field.text(), "گلیم", "the entry undoes the typing");
    field.press_with(Modifiers::SHIFT, Key::F10).press(Key::Escape);
    assert!(field.harness.query_by_label("چسباندن").is_none());
    field.type_text("؟");
    assert_eq!(field.text(), "گلیم؟", "the field has the focus again");
}

#[test]
fn selectable_text_is_copied_by_its_menu() {
    let mut harness = Harness::builder()
        .with_size([300.0, 200.0])
        .with_step_dt(0.01)
        .with_context_setup(vitrine_text::install_fonts)
        .build_ui(|ui| {
            vitrine_text::set_menu_words(ui.ctx(), ENGLISH.map(str::to_owned));
            ui.add(Text::new("کد Nike-42").selectable());
        });
    let rect = harness.get_by_label("کد Nike-42").rect();
    right_click(&mut harness, rect.center());
    assert_eq!(
        choose(&mut harness, "Copy").as_deref(),
        Some("کد Nike-42"),
        "without a selection, the whole text is copied"
    );
    // Enough time passes that the next click does not count as a double click.
    harness.run_steps(100);
    let word = rect.right_center() - vec2(5.0, 0.0);
    for _ in 0..2 {
        harness.drag_at(word);
        harness.run();
        harness.drop_at(word);
        harness.run();
    }
    right_click(&mut harness, rect.center());
    assert_eq!(choose(&mut harness, "Copy").as_deref(), Some("کد"));
}
