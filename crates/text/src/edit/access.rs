//! What assistive technologies read of an editor (AccessKit): its text in runs of one direction, the position
//! of each character, and the selection, which they can also set.

use std::ops::Range;

use egui::accesskit::{self, ActionData, Node, Role, TextDirection, TextPosition, TextSelection};
use egui::{Id, Pos2, Rect, Ui, UiBuilder, pos2};
use unicode_segmentation::UnicodeSegmentation;

use super::model::is_word;
use crate::layout::map::{GraphemeBox, Map, MapLine};
use crate::selection::{Caret, Selection};

/// AccessKit stores word indices and character lengths as `u8`.
const MAX_COUNT: usize = u8::MAX as usize;

/// A part of one line in one direction, an AccessKit text run.
#[derive(Debug, PartialEq)]
pub(super) struct Run {
    line: usize,
    rtl: bool,
    /// Relative to the text's top left corner, in points.
    bounds: Rect,
    /// The byte index of its end in the text shown.
    end: usize,
    /// In logical order; their ranges are in the text shown.
    characters: Vec<Character>,
    /// Whether a paragraph ends here and another one follows.
    ends_paragraph: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Character {
    range: Range<usize>,
    /// The distance from the run's start, in its direction.
    position: f32,
    width: f32,
}

/// The runs of a text, in logical order. Each line has at least one.
pub(super) fn runs(map: &Map) -> Vec<Run> {
    let mut found = Vec::new();
    for (index, line) in map.lines.iter().enumerate() {
        let first = found.len();
        let mut boxes: Vec<&GraphemeBox> = line.boxes.iter().collect();
        boxes.sort_by_key(|grapheme| grapheme.range.start);
        for same in boxes.chunk_by(|a, b| a.rtl == b.rtl) {
            // One character less, for the line break.
            found.extend(same.chunks(MAX_COUNT - 1).map(|part| run(index, line, part)));
        }
        if found.len() == first {
            found.push(run(index, line, &[]));
        }
        if let Some(last) = found.last_mut() {
            last.ends_paragraph = !line.wraps && index + 1 < map.lines.len();
        }
    }
    found
}

fn run(index: usize, line: &MapLine, boxes: &[&GraphemeBox]) -> Run {
    let left = boxes.iter().map(|grapheme| grapheme.left).reduce(f32::min).unwrap_or(line.origin);
    let right = boxes.iter().map(|grapheme| grapheme.right).reduce(f32::max).unwrap_or(line.origin);
    let rtl = boxes.first().map_or(line.rtl, |grapheme| grapheme.rtl);
    let characters = boxes.iter().map(|grapheme| Character {
        range: grapheme.range.clone(),
        position: if rtl { right - grapheme.right } else { grapheme.left - left },
        width: grapheme.right - grapheme.left,
    });
    let bounds = Rect::from_min_max(pos2(left, line.top), pos2(right, line.bottom));
    let end = boxes.last().map_or(line.range.end, |grapheme| grapheme.range.end);
    Run { line: index, rtl, bounds, end, characters: characters.collect(), ends_paragraph: false }
}

/// The position of a caret: the index of the run, and of the character in it.
fn position(runs: &[Run], caret: Caret, line: usize) -> (usize, usize) {
    let of_line = || runs.iter().enumerate().filter(|(_, run)| run.line == line);
    let inside = of_line()
        .find_map(|(index, run)| Some((index, run.characters.iter().position(|c| caret.at < c.range.end)?)));
    inside
        .or_else(|| of_line().next_back().map(|(index, run)| (index, run.characters.len())))
        .unwrap_or_default()
}

/// Converts an AccessKit position to a byte index in the text shown.
fn byte_index(runs: &[Run], editor: Id, at: TextPosition) -> Option<usize> {
    let (_, run) =
        runs.iter().enumerate().find(|(index, _)| run_id(editor, *index).accesskit_id() == at.node)?;
    Some(run.characters.get(at.character_index).map_or(run.end, |c| c.range.start))
}

fn run_id(editor: Id, index: usize) -> Id {
    editor.with(("text run", index))
}

/// Publishes an editor's runs and selection. `origin` is the position of the text's top left corner on the
/// screen.
pub(super) fn publish(ui: &mut Ui, editor: Id, text: &str, map: &Map, origin: Pos2, selection: Selection) {
    // Without an assistive technology there is no tree.
    if ui.ctx().accesskit_node_builder(editor, |_| ()).is_none() {
        return;
    }
    let runs = runs(map);
    for (index, run) in runs.iter().enumerate() {
        let id = run_id(editor, index);
        // egui derives a node's parent from the `Ui` it belongs to.
        ui.new_child(
            UiBuilder::new().scope_id(id).accessibility_parent(editor).accessibility_role(Role::TextRun),
        );
        let same_line = |other: Option<&Run>| other.is_some_and(|other| other.line == run.line);
        ui.ctx().accesskit_node_builder(id, |node| {
            describe(node, run, text, origin);
            if same_line(index.checked_sub(1).and_then(|before| runs.get(before))) {
                node.set_previous_on_line(run_id(editor, index - 1).accesskit_id());
            }
            if same_line(runs.get(index + 1)) {
                node.set_next_on_line(run_id(editor, index + 1).accesskit_id());
            }
        });
    }
    let at = |caret| {
        let (index, character_index) = position(&runs, caret, map.line_of(caret));
        TextPosition { node: run_id(editor, index).accesskit_id(), character_index }
    };
    ui.ctx().accesskit_node_builder(editor, |node| {
        node.add_action(accesskit::Action::SetTextSelection);
        node.set_text_selection(TextSelection {
            anchor: at(Caret::after(selection.anchor)),
            focus: at(selection.caret),
        });
    });
}

fn describe(node: &mut Node, run: &Run, text: &str, origin: Pos2) {
    node.set_text_direction(if run.rtl { TextDirection::RightToLeft } else { TextDirection::LeftToRight });
    let bounds = run.bounds.translate(origin.to_vec2());
    node.set_bounds(accesskit::Rect {
        x0: bounds.left().into(),
        y0: bounds.top().into(),
        x1: bounds.right().into(),
        y1: bounds.bottom().into(),
    });
    let mut value = String::new();
    let (mut starts, mut lengths, mut positions, mut widths) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for character in &run.characters {
        // A cluster of thousands of combining marks is cut to what a `u8` can count.
        let start = character.range.start;
        let end = text.floor_char_boundary(character.range.end.min(start + MAX_COUNT));
        starts.push(value.len());
        value.push_str(&text[start..end]);
        lengths.push((end - start) as u8);
        positions.push(character.position);
        widths.push(character.width);
    }
    let words = value.split_word_bound_indices().filter(|(_, word)| is_word(word));
    let word_starts: Vec<u8> =
        words.filter_map(|(at, _)| starts.binary_search(&at).ok()).map(|index| index as u8).collect();
    if run.ends_paragraph {
        value.push('\n');
        lengths.push(1);
        positions.push(run.bounds.width());
        widths.push(0.0);
    }
    node.set_value(value);
    node.set_character_lengths(lengths);
    node.set_character_positions(positions);
    node.set_character_widths(widths);
    node.set_word_starts(word_starts);
}

/// The selection requested by an assistive technology in this frame, as byte indices in the text shown.
pub(super) fn requested_selection(ui: &Ui, editor: Id, map: &Map) -> Option<Selection> {
    let requested = ui.input(|input| {
        let requests = input.accesskit_action_requests(editor, accesskit::Action::SetTextSelection);
        requests
            .filter_map(|request| {
                if let Some(ActionData::SetTextSelection(selection)) = &request.data {
                    Some(*selection)
                } else {
                    None
                }
            })
            .last()
    })?;
    let runs = runs(map);
    let anchor = byte_index(&runs, editor, requested.anchor)?;
    let caret = byte_index(&runs, editor, requested.focus)?;
    Some(Selection { anchor, caret: Caret::before(caret) })
}
