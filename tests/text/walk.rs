//! What holds of every line whatever is in it: carets, clicks and typing, tried on lines made at random.

use eframe::egui::{Key, Pos2};
use proptest::prelude::*;

use crate::field::{CTRL, Field};

/// Words of one direction and of several, joined and marked letters, numbers, brackets, half spaces.
fn line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "گلیم",
        "لا",
        "می‌خواهم",
        "بَرّ",
        "Kilim",
        "fi",
        "42",
        "۱٬۲۵۰",
        "(نو)",
        "[x]",
        "۵٪",
        "-",
        "שלום",
        "a۱ب",
        "۵۰۰ml",
        "۲۴-pack",
        "٣[x]",
        "«ok»",
    ]);
    let parts = prop::collection::vec((words, prop::sample::select(vec![" ", "", "، ", ": "])), 1..6);
    parts.prop_map(|parts| parts.into_iter().map(|(word, gap)| format!("{word}{gap}")).collect())
}

/// Presses the key until the caret stays, and tells every place it passed.
fn walk(field: &mut Field, toward: Key) -> Vec<f32> {
    let mut passed = vec![field.caret().left()];
    for _ in 0..200 {
        field.press(toward);
        let x = field.caret().left();
        if (x - passed[passed.len() - 1]).abs() < 0.01 {
            return passed;
        }
        passed.push(x);
    }
    panic!("the caret never came to the end: {passed:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn arrows_visit_every_position_once_in_visual_order(line in line()) {
        let mut field = Field::line(&line);
        walk(&mut field, Key::ArrowLeft);
        let onward = walk(&mut field, Key::ArrowRight);
        prop_assert!(onward.windows(2).all(|pair| pair[0] < pair[1]), "{line}: {onward:?}");
        let mut back = walk(&mut field, Key::ArrowLeft);
        back.reverse();
        prop_assert_eq!(back.len(), onward.len(), "{}", line);
        prop_assert!(back.iter().zip(&onward).all(|(a, b)| (a - b).abs() < 0.01), "{line}: {onward:?} {back:?}");
    }

    #[test]
    fn a_click_at_a_caret_position_moves_it_there_for_typing(line in line(), steps in 0..12_usize) {
        let mut field = Field::line(&line);
        walk(&mut field, Key::ArrowLeft);
        field.times(steps, |f| {
            f.press(Key::ArrowRight);
        });
        let caret = field.caret();
        field.press_with(CTRL, Key::End);
        field.click(Pos2::new(caret.left(), caret.center().y));
        prop_assert!((field.caret().left() - caret.left()).abs() < 0.01, "{line}: {:?} and {caret:?}", field.caret());
        field.type_text("z");
        let typed = field.text().to_owned();
        let places = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        let inserted: Vec<String> = places.map(|at| format!("{}z{}", &line[..at], &line[at..])).collect();
        prop_assert!(inserted.contains(&typed), "{typed} is {line} with one letter more");
        field.press_with(CTRL, Key::Z);
        prop_assert_eq!(field.text(), line);
    }
}
