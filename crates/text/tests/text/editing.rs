//! Editing with the keyboard and the pointer, in lines with one direction and with mixed directions.

use egui::accesskit::Role;
use egui::{Event, ImeEvent, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;

use crate::field::{CTRL, Field, WIDTH};

#[test]
fn a_latin_line_is_typed_and_corrected() {
    let mut field = Field::line("");
    field.type_text("Rug").type_text("s");
    field.press(Key::ArrowLeft).press(Key::Backspace);
    assert_eq!(field.text(), "Rus");
    field.press(Key::Home).press(Key::Delete).type_text("B");
    assert_eq!(field.text(), "Bus");
    field.press(Key::End).type_text("!");
    assert_eq!(field.text(), "Bus!");
}

#[test]
fn a_persian_line_grows_to_the_left_and_arrows_move_visually() {
    let mut field = Field::line("کفش چرمی");
    assert!(field.rect().right() - field.caret().right() > 40.0, "the caret is at the left end of the text");
    field.press(Key::ArrowRight).type_text("X");
    assert_eq!(field.text(), "کفش چرمXی");
    field.press_with(CTRL, Key::Z);
    field.press(Key::Home);
    assert!(field.rect().right() - field.caret().right() < 10.0, "Home moves the caret to the right edge");
    field.press(Key::ArrowLeft).type_text("ا");
    assert_eq!(field.text(), "کافش چرمی");
    field.press(Key::End).press(Key::Backspace);
    assert_eq!(field.text(), "کافش چرم");
}

#[test]
fn arrows_pass_a_latin_word_in_a_persian_line_in_visual_order() {
    let mut field = Field::line("کفش Nike سایز");
    field.press(Key::Home);
    let mut passed = vec![field.caret().left()];
    for _ in 0.."کفش Nike سایز".chars().count() {
        field.press(Key::ArrowLeft);
        passed.push(field.caret().left());
    }
    assert!(
        passed.windows(2).all(|pair| pair[1] < pair[0]),
        "each press moves the caret further to the left: {passed:?}"
    );
    field.type_text("!");
    assert_eq!(field.text(), "کفش Nike سایز!");
}

#[test]
fn typing_replaces_a_shift_selection() {
    let mut field = Field::line("کفش Nike سایز");
    field.press(Key::Home).repeat(3, |f| {
        f.press_with(Modifiers::SHIFT, Key::ArrowLeft);
    });
    assert_eq!(field.copied().as_deref(), Some("کفش"));
    field.type_text("پیراهن");
    assert_eq!(field.text(), "پیراهن Nike سایز");
}

#[test]
fn an_arrow_without_shift_collapses_the_selection_to_its_side() {
    let mut field = Field::line("سلام دنیا");
    field.press_with(CTRL, Key::A).press(Key::ArrowRight).type_text("*");
    assert_eq!(field.text(), "*سلام دنیا");
    field.press_with(CTRL, Key::A).press(Key::ArrowLeft).type_text("+");
    assert_eq!(field.text(), "*سلام دنیا+");
}

#[test]
fn ctrl_arrows_move_word_by_word_in_reading_order() {
    let mut field = Field::line("گلیم دستباف نو");
    field.press(Key::Home).press_with(CTRL, Key::ArrowLeft).type_text("،");
    assert_eq!(field.text(), "گلیم، دستباف نو");
    let mut latin = Field::line("one two");
    latin.press(Key::Home).press_with(CTRL, Key::ArrowRight).type_text(",");
    assert_eq!(latin.text(), "one, two");
    latin.press_with(CTRL, Key::Backspace);
    assert_eq!(latin.text(), " two");
}

#[test]
fn a_price_is_edited_digit_by_digit_from_the_left() {
    let mut field = Field::line("۱۲۵۰");
    field.press(Key::ArrowLeft).press(Key::ArrowLeft).type_text("۹");
    assert_eq!(field.text(), "۱۲۹۵۰");
    field.press(Key::End).press(Key::Backspace);
    assert_eq!(field.text(), "۱۲۹۵");
}

#[test]
fn a_click_places_the_caret_at_its_visual_position() {
    let mut field = Field::line("سلام abc");
    let rect = field.rect();
    field.click(rect.right_center() - Vec2::new(2.0, 0.0)).type_text("1");
    assert_eq!(field.text(), "1سلام abc", "the right edge of a Persian line is its start");
    field.click(rect.left_center() + Vec2::new(2.0, 0.0)).type_text("2");
    assert_eq!(field.text(), "1سلام abc2", "the left edge is its end");
}

#[test]
fn a_double_click_selects_a_word_and_a_drag_a_range() {
    let mut field = Field::line("کفش Nike سایز");
    field.press(Key::Home).repeat(6, |f| {
        f.press(Key::ArrowLeft);
    });
    let inside = field.caret().center();
    field.click(inside).click(inside);
    assert_eq!(field.copied().as_deref(), Some("Nike"));

    let (right, left) =
        (field.rect().right_center() - Vec2::new(3.0, 0.0), field.rect().left_center() + Vec2::new(3.0, 0.0));
    field.harness.drag_at(right);
    field.harness.run();
    field.harness.hover_at(left);
    field.harness.run();
    field.harness.drop_at(left);
    field.harness.run();
    assert_eq!(field.copied().as_deref(), Some("کفش Nike سایز"));
}

#[test]
fn undo_and_redo_work() {
    let mut field = Field::line("نام");
    field.type_text(" ").type_text("ن").type_text("و");
    assert_eq!(field.text(), "نام نو");
    field.press_with(CTRL, Key::Z);
    assert_eq!(field.text(), "نام ");
    field.press_with(CTRL, Key::Z);
    assert_eq!(field.text(), "نام");
    field.press_with(CTRL, Key::Y).press_with(CTRL | Modifiers::SHIFT, Key::Z);
    assert_eq!(field.text(), "نام نو");
}

#[test]
fn undo_removes_a_zero_width_joiner_without_its_letter() {
    let mut field = Field::line("می\u{200c}");
    field.press(Key::Backspace);
    assert_eq!(field.text(), "می");
}

#[test]
fn pasted_line_breaks_become_spaces_in_a_line_and_stay_in_paragraphs() {
    let mut line = Field::line("");
    line.event(Event::Paste("گلیم\r\nقشقایی\n".to_owned()));
    assert_eq!(line.text(), "گلیم قشقایی");
    let mut paragraphs = Field::paragraphs("");
    paragraphs.event(Event::Paste("گلیم\r\nقشقایی\n".to_owned()));
    assert_eq!(paragraphs.text(), "گلیم\nقشقایی\n");
}

#[test]
fn cut_removes_the_selection() {
    let mut field = Field::line("گلیم Kilim");
    field.press_with(Modifiers::SHIFT | CTRL, Key::ArrowRight);
    field.event(Event::Cut);
    assert_eq!(field.text(), "گلیم ");
}

#[test]
fn the_caret_moves_up_and_down_between_lines() {
    let mut field = Field::paragraphs("یک\ntwo\nسه");
    field.press(Key::ArrowUp);
    field.press(Key::Home).type_text(">");
    assert_eq!(field.text(), "یک\n>two\nسه");
    field.press(Key::ArrowUp).press(Key::End).type_text("!");
    assert_eq!(field.text(), "یک!\n>two\nسه");
    field.press(Key::Enter).type_text("x");
    assert_eq!(field.text(), "یک!\nx\n>two\nسه");
    field.press_with(CTRL, Key::End).type_text(".");
    assert_eq!(field.text(), "یک!\nx\n>two\nسه.");
}

#[test]
fn each_paragraph_starts_at_its_own_side() {
    let mut field = Field::paragraphs("یک\ntwo");
    field.press(Key::Home);
    assert!(field.caret().left() - field.rect().left() < 20.0, "Latin starts at the left");
    field.press(Key::ArrowUp).press(Key::Home);
    assert!(field.rect().right() - field.caret().right() < 20.0, "Persian starts at the right");
}

#[test]
fn a_long_paragraph_wraps_and_the_caret_crosses_the_break() {
    let words = "گلیم دستباف قشقایی ".repeat(8);
    let mut field = Field::paragraphs(&words);
    let last = field.caret().top();
    field.press_with(CTRL, Key::Home);
    assert!(field.caret().top() < last - 10.0, "the paragraph has several lines");
    field.press(Key::End);
    let end_of_first = field.caret();
    field.press(Key::ArrowLeft);
    assert!(field.caret().top() > end_of_first.top() + 5.0, "the caret moves to the next line");
    field.press(Key::ArrowRight);
    assert_eq!(field.caret(), end_of_first);
}

#[test]
fn composed_text_is_inserted_only_when_committed() {
    let mut field = Field::line("سلام ");
    field.event(Event::Ime(ImeEvent::Preedit { text: "né".to_owned(), active_range_chars: None }));
    assert_eq!(field.text(), "سلام ");
    field.event(Event::Ime(ImeEvent::Commit("né".to_owned())));
    assert_eq!(field.text(), "سلام né");
}

#[test]
fn a_password_shows_dots_and_is_not_copied() {
    let mut field = Field::new("secret", Role::PasswordInput, |text| {
        vitrine_text::line_edit("field", text).password(true).width(WIDTH)
    });
    field.press_with(CTRL, Key::A);
    assert_eq!(field.copied(), None);
    assert_eq!(field.harness.get_by_role(Role::PasswordInput).value().as_deref(), Some("••••••"));
    field.press(Key::End).type_text("ب");
    assert_eq!(field.text(), "secretب");
}

#[test]
fn enter_starts_a_new_line() {
    let mut field = Field::line("x");
    field.press(Key::Enter);
    assert!(!field.harness.get_by_role(Role::TextInput).is_focused());
    assert_eq!(field.text(), "x");
}

#[test]
fn text_beyond_the_limit_is_not_accepted() {
    let mut field = Field::new("", Role::TextInput, |text| vitrine_text::line_edit("field", text).limit(4));
    field.event(Event::Paste("قشقایی".to_owned()));
    assert_eq!(field.text(), "قشقا");
}

#[test]
fn an_assistive_technology_sets_the_whole_value() {
    let mut field = Field::line("پیش");
    field.harness.get_by_role(Role::TextInput).set_text_value_accesskit("پس");
    field.harness.run();
    assert_eq!(field.text(), "پس");
}

#[test]
fn a_line_longer_than_its_field_keeps_the_caret_visible() {
    let mut field = Field::line(&"گلیم دستباف Kilim ".repeat(20));
    for key in [Key::Home, Key::End, Key::Home] {
        field.press(key);
        let (caret, rect) = (field.caret(), field.rect());
        assert!(
            caret.left() >= rect.left() - 1.0 && caret.right() <= rect.right() + 1.0,
            "{key:?}: {caret:?} in {rect:?}"
        );
    }
}

#[test]
fn an_editor_reports_that_it_has_the_focus() {
    let mut field = Field::line("x");
    assert!(vitrine_text::is_typing(&field.harness.ctx), "keys and pasted text go to the editor");
    field.press(Key::Enter);
    assert!(!vitrine_text::is_typing(&field.harness.ctx));
}

#[test]
fn a_triple_click_selects_the_paragraph() {
    let mut field = Field::paragraphs("گلیم دستباف\nKilim");
    field.press_with(CTRL, Key::Home).press(Key::ArrowLeft);
    let inside = field.caret().center();
    field.click(inside).click(inside).click(inside);
    assert_eq!(field.copied().as_deref(), Some("گلیم دستباف"));
}

#[test]
fn backspace_and_delete_at_direction_boundaries_follow_the_reading_order() {
    let mut field = Field::line("کفش Nike سایز");
    field.press(Key::Home).repeat(4, |f| {
        f.press(Key::ArrowLeft);
    });
    field.press(Key::Delete);
    assert_eq!(
        field.text(),
        "کفش ike سایز",
        "Delete removes the first letter of the Latin word, which follows the space"
    );
    field.press(Key::Backspace);
    assert_eq!(field.text(), "کفشike سایز", "Backspace removes the space before it");
    let mut latin = Field::line("Price ۱۲۵۰ IRR");
    latin.press(Key::Home).repeat(6, |f| {
        f.press(Key::ArrowRight);
    });
    latin.press(Key::Delete).press(Key::Backspace);
    assert_eq!(latin.text(), "Price۲۵۰ IRR");
}

#[test]
fn ctrl_deletes_words_in_both_directions_of_a_mixed_line() {
    let mut field = Field::line("کفش Nike سایز");
    field.press_with(CTRL, Key::Backspace);
    assert_eq!(field.text(), "کفش Nike ");
    field.press_with(CTRL, Key::Backspace);
    assert_eq!(field.text(), "کفش ");
    field.press(Key::Home).press_with(CTRL, Key::Delete);
    assert_eq!(field.text(), " ");
    field.press_with(CTRL, Key::Z).press_with(CTRL, Key::Z).press_with(CTRL, Key::Z);
    assert_eq!(field.text(), "کفش Nike سایز", "each deletion is undone separately");
}

#[test]
fn shift_and_home_selects_back_to_the_start_of_a_persian_line() {
    let mut field = Field::line("کفش Nike");
    field.press_with(Modifiers::SHIFT, Key::Home);
    assert_eq!(field.copied().as_deref(), Some("کفش Nike"));
    field.press(Key::End).press_with(Modifiers::SHIFT | CTRL, Key::ArrowRight);
    assert_eq!(field.copied().as_deref(), Some("Nike"), "in a Persian line the word before is to the right");
}
