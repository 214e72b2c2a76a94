//! What a screen reader reads in an editor, queried in the way that the platform adapters of AccessKit query
//! it.

use egui::accesskit::{Action, ActionData, ActionRequest, TextSelection, TreeId};
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::field::{CTRL, Field};

/// The AccessKit node of the field.
macro_rules! node {
    ($field:expr) => {
        $field.harness.get_by_role($field.role).accesskit_node()
    };
}

fn set_selection(field: &mut Field, selection: TextSelection) {
    let (target_node, _) = node!(field).locate();
    let data = Some(ActionData::SetTextSelection(selection));
    field.event(Event::AccessKitActionRequest(ActionRequest {
        action: Action::SetTextSelection,
        target_tree: TreeId::ROOT,
        target_node,
        data,
    }));
}

#[test]
fn the_whole_text_is_read_in_its_logical_order() {
    for text in ["کفش Nike سایز 42", "۱٬۲۵۰٬۰۰۰", "plain", "", "می‌خواهم Ж بَ"] {
        let field = Field::line(text);
        assert_eq!(node!(field).document_range().text(), text);
    }
    let field = Field::paragraphs("یک\n\nthree (3)\n");
    assert_eq!(node!(field).document_range().text(), "یک\n\nthree (3)\n");
}

#[test]
fn the_caret_is_followed_character_by_character() {
    let text = "کفش Nike نو";
    let mut field = Field::line(text);
    field.press(Key::Home);
    let mut passed = Vec::new();
    for _ in text.chars() {
        passed.push(node!(field).text_selection_focus().expect("a caret").to_global_usv_index());
        field.press_with(Modifiers::SHIFT, Key::ArrowLeft);
    }
    // In visual order, the caret passes the Latin word from its end to its start.
    assert_eq!(passed, [0, 1, 2, 3, 4, 7, 6, 5, 4, 9, 10]);
    assert_eq!(node!(field).text_selection().expect("a selection").text(), text);
}

#[test]
fn words_and_lines_are_found() {
    let mut field = Field::paragraphs("گلیم دستباف\nKilim");
    field.press_with(CTRL, Key::Home);
    let node = node!(field);
    let start = node.text_selection_focus().expect("a caret");
    let mut word = start.to_degenerate_range();
    word.set_end(start.forward_to_word_start());
    assert_eq!(word.text(), "گلیم ");
    let mut line = start.to_degenerate_range();
    line.set_end(start.forward_to_line_end());
    assert_eq!(line.text(), "گلیم دستباف\n");
    field.press_with(CTRL, Key::End);
    let node = node!(field);
    let caret = node.text_selection_focus().expect("a caret");
    let mut last = caret.to_degenerate_range();
    last.set_start(caret.backward_to_line_start());
    assert_eq!(last.text(), "Kilim");
}

#[test]
fn the_selection_is_reported_where_it_is_drawn() {
    let mut field = Field::line("کفش Nike");
    field.press(Key::Home).repeat(3, |f| {
        f.press_with(Modifiers::SHIFT, Key::ArrowLeft);
    });
    let boxes = node!(field).text_selection().expect("a selection").bounding_boxes();
    assert_eq!(boxes.len(), 1);
    let (rect, caret) = (field.rect(), field.caret());
    assert!(
        (boxes[0].x0 - f64::from(caret.left())).abs() < 1.0,
        "the selection ends at the caret: {boxes:?}, {caret:?}"
    );
    assert!(
        f64::from(rect.right()) - boxes[0].x1 < 12.0,
        "the selection starts at the right edge: {boxes:?} in {rect:?}"
    );
}

#[test]
fn an_assistive_technology_can_select_text_to_replace() {
    let mut field = Field::line("کفش Nike سایز");
    let selection = {
        let node = node!(field);
        let start = node.document_range().start().forward_to_word_start();
        let mut word = start.to_degenerate_range();
        word.set_end(start.forward_to_word_start());
        assert_eq!(word.text(), "Nike ");
        word.to_text_selection()
    };
    set_selection(&mut field, selection);
    assert_eq!(field.copied().as_deref(), Some("Nike "));
    field.type_text("چرمی ");
    assert_eq!(field.text(), "کفش چرمی سایز");
}
