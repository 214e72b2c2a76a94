//! How an editor shows a number: as the language writes it, or without separators while it is edited.

use egui::{Id, Ui};

use super::model::Model;
use super::state::State;
use crate::layout::order::Direction;

/// How a language writes numbers.
pub trait NumberFormat {
    /// A number as it is shown, such as with separators; any other text as it is.
    fn number_text(&self, text: &str) -> String;
    /// The same while it is edited: without separators, which would soon stand at the wrong places.
    fn editable_number(&self, text: &str) -> String;
}

/// The direction of what a field of numbers holds.
pub(super) fn direction(text: &str) -> Direction {
    if text.contains(char::is_alphabetic) { Direction::Auto } else { Direction::LeftToRight }
}

/// Replaces the text by what is shown of it. Returns the text as it was given, if it is a number.
pub(super) fn show(
    ui: &Ui,
    id: Id,
    words: Option<&dyn NumberFormat>,
    text: &mut String,
    state: &mut State,
) -> Option<String> {
    let words = words?;
    let given = text.clone();
    let is_edited = ui.memory(|memory| memory.has_focus(id));
    if !is_edited {
        state.typed_number = None;
        *text = words.number_text(&given);
    } else if state.typed_number.as_ref() != Some(&given) {
        *text = words.editable_number(&given);
        if !state.is_number_plain {
            keep_place(&mut state.model, &words.number_text(&given), text);
        }
    }
    state.is_number_plain = is_edited;
    Some(given)
}

/// Gives the caller its own text back, unless it was changed.
pub(super) fn keep(given: Option<String>, changed: bool, text: &mut String, state: &mut State) {
    let Some(given) = given else { return };
    if changed {
        state.typed_number = Some(text.clone());
    } else {
        *text = given;
    }
}

/// Keeps the selection at the same digits.
fn keep_place(model: &mut Model, before: &str, after: &str) {
    model.clamp_selection(before);
    let moved = |at: usize| {
        if at == before.len() {
            return after.len();
        }
        let digits = before[..at].chars().filter(|c| c.is_numeric()).count();
        after.char_indices().filter(|(_, c)| c.is_numeric()).nth(digits).map_or(after.len(), |(at, _)| at)
    };
    model.selection.anchor = if model.selection.anchor == 0 { 0 } else { moved(model.selection.anchor) };
    model.selection.caret.at =
        if model.selection.caret.at == 0 { 0 } else { moved(model.selection.caret.at) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::Selection;

    #[test]
    fn the_caret_stays_between_the_same_digits_when_the_separators_go() {
        // The caret in the grouped number, and without separators.
        for (before, after) in [(0, 0), (1, 1), (2, 1), (3, 2), (5, 4), (6, 4), (9, 7)] {
            let mut model = Model { selection: Selection::of(before..before), ..Model::default() };
            keep_place(&mut model, "1,250,000", "1250000");
            assert_eq!(model.selection.range(), after..after, "{before}");
        }
    }
}
