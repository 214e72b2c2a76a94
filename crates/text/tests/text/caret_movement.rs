//! Properties of caret movement, clicks and typing that hold for any line, tested with random lines.

use egui::{Key, Pos2};
use proptest::prelude::*;

use crate::field::{CTRL, Field};

/// A line of words with one or mixed directions: ligatures, letters with marks, numbers, brackets, zero-width
/// non-joiners.
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

/// Presses the key until the caret stops moving. Returns every x position of the caret.
fn move_to_end(field: &mut Field, key: Key) -> Vec<f32> {
    let mut positions = vec![field.caret().left()];
    for _ in 0..200 {
        field.press(key);
        let x = field.caret().left();
        if (x - positions[positions.len() - 1]).abs() < 0.01 {
            return positions;
        }
        positions.push(x);
    }
    panic!("the caret never reached the end: {positions:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn arrows_visit_every_position_once_in_visual_order(line in line()) {
        let mut field = Field::line(&line);
        move_to_end(&mut field, Key::ArrowLeft);
        let forward = move_to_end(&mut field, Key::ArrowRight);
        prop_assert!(forward.windows(2).all(|pair| pair[0] < pair[1]), "{line}: {forward:?}");
        let mut back = move_to_end(&mut field, Key::ArrowLeft);
        back.reverse();
        prop_assert_eq!(back.len(), forward.len(), "{}", line);
        prop_assert!(back.iter().zip(&forward).all(|(a, b)| (a - b).abs() < 0.01), "{line}: {forward:?} {back:?}");
    }

    #[test]
    fn a_click_at_a_caret_position_moves_it_there_for_typing(line in line(), steps in 0..12_usize) {
        let mut field = Field::line(&line);
        move_to_end(&mut field, Key::ArrowLeft);
        field.repeat(steps, |f| {
            f.press(Key::ArrowRight);
        });
        let caret = field.caret();
        field.press_with(CTRL, Key::End);
        field.click(Pos2::new(caret.left(), caret.center().y));
        prop_assert!((field.caret().left() - caret.left()).abs() < 0.01, "{line}: {:?} and {caret:?}", field.caret());
        field.type_text("z");
        let typed = field.text().to_owned();
        let offsets = line.char_indices().map(|(at, _)| at).chain([line.len()]);
        let inserted: Vec<String> = offsets.map(|at| format!("{}z{}", &line[..at], &line[at..])).collect();
        prop_assert!(inserted.contains(&typed), "{typed:?} is not {line:?} with one letter inserted");
        field.press_with(CTRL, Key::Z);
        prop_assert_eq!(field.text(), line);
    }
}
