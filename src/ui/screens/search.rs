//! The field that searches a table.

use std::borrow::Cow;

use eframe::egui::{FocusDirection, Key, Modifiers, Response, Ui};

use vitrine_widgets::{focus, theme};

/// Draws the field. Escape empties it; in an empty one it belongs to whatever lies around.
pub fn search(ui: &mut Ui, identity: &str, query: &mut String, hint: Cow<'_, str>, width: f32) -> Response {
    let has_focus = focus::is_held(ui.ctx(), vitrine_text::edit_id(identity));
    if has_focus
        && !query.is_empty()
        && ui.is_enabled()
        && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
    {
        query.clear();
    }
    ui.add(vitrine_text::line_edit(identity, query).hint(hint).width(width).margin(theme::EDITOR))
}

/// Whether Down or Enter was pressed in the field, which leads into the first row of what was found.
pub fn leaves_downwards(ui: &Ui, identity: &str) -> bool {
    if !focus::is_held(ui.ctx(), vitrine_text::edit_id(identity)) || !ui.is_enabled() {
        return false;
    }
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let leaves = pressed(Key::ArrowDown) || pressed(Key::Enter);
    if leaves {
        // egui has seen the key as well.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    leaves
}
