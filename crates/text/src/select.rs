//! Selecting and copying displayed text; the copy is in logical order.

use std::ops::Range;
use std::sync::Arc;

use egui::{CursorIcon, Event, Id, Pos2, Response, Ui};

use super::edit::model::word_at;
use super::layout::map::Map;
use super::menu::{self, Entry, Menu};
use super::selection::{Caret, Selection};

/// The label that has the selection; only one can have it.
#[derive(Clone, Copy, Debug)]
struct Selected {
    label: Id,
    selection: Selection,
}

/// Handles the pointer and the copy command on a label. Returns the selected range of its text.
pub(super) fn select(ui: &Ui, response: &Response, origin: Pos2, map: &Arc<Map>, text: &str) -> Range<usize> {
    let key = Id::NULL.with("selected text");
    let mut held = ui
        .data(|data| data.get_temp::<Option<Selected>>(key))
        .flatten()
        .filter(|held| held.label == response.id);
    let had_it = held.is_some();
    if response.hovered() {
        ui.set_cursor_icon(CursorIcon::Text);
    }
    let pressed = ui.input(|input| input.pointer.any_pressed());
    let at = response
        .interact_pointer_pos()
        .filter(|_| !ui.input(|input| input.pointer.secondary_down() || input.pointer.secondary_released()));
    if pressed && !response.contains_pointer() && !menu::is_open(response) {
        held = None;
    } else if let Some(at) = at {
        let caret = map.hit((at - origin).to_pos2());
        held =
            Some(Selected { label: response.id, selection: dragged(response, held, pressed, caret, text) });
    }
    let mut copies = ui.input(|input| input.events.contains(&Event::Copy))
        && ui.memory(|memory| memory.focused().is_none());
    let chosen =
        Menu { response, requested_at: None, entries: &[(Entry::Copy, true), (Entry::SelectAll, true)] }
            .show(ui);
    if chosen == Some(Entry::SelectAll)
        || (chosen == Some(Entry::Copy) && held.is_none_or(|held| held.selection.is_empty()))
    {
        held = Some(Selected { label: response.id, selection: Selection::of(0..text.len()) });
    }
    copies |= chosen == Some(Entry::Copy);
    if had_it || held.is_some() {
        ui.data_mut(|data| data.insert_temp(key, held));
    }
    let range = held.map_or(0..0, |held| held.selection.range());
    let range = range.start.min(text.len())..range.end.min(text.len());
    if let Some(part) = text.get(range.clone()).filter(|part| copies && !part.is_empty()) {
        ui.copy_text(crate::layout::order::without_direction_marks(part).into_owned());
    }
    range
}

fn dragged(
    response: &Response,
    held: Option<Selected>,
    pressed: bool,
    caret: Caret,
    text: &str,
) -> Selection {
    match held {
        _ if response.triple_clicked() => Selection::of(0..text.len()),
        _ if response.double_clicked() => Selection::of(word_at(text, caret)),
        Some(held) if !pressed && response.dragged() => Selection { caret, ..held.selection },
        Some(held) if !pressed => held.selection,
        _ => Selection::at(caret),
    }
}
