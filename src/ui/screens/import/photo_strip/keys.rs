//! The keys of a photo that has the focus.

use std::collections::BTreeSet;

use eframe::egui::{Event, FocusDirection, Key, Modifiers, Ui};

use super::actions::PhotoStripAction;
use super::state::Open;
use vitrine_widgets::layout::is_rtl;

/// Takes the keys that belong to the focused photo. Call it before the photos are drawn.
pub fn pressed_action(ui: &Ui, open: &mut Open) -> Option<PhotoStripAction> {
    let ids = open.ids();
    let focused = ui.memory(|memory| memory.focused());
    let at = ids.iter().position(|id| Some(*id) == focused);
    open.had_focus = at.is_some();
    // egui has taken the focus from the button already.
    if open.has_focused_button
        && focused.is_none()
        && ui.is_enabled()
        && ui.input(|input| input.key_pressed(Key::Escape))
    {
        return Some(PhotoStripAction::Close);
    }
    let at = at.filter(|_| ui.is_enabled() && !vitrine_text::is_menu_open(ui.ctx()))?;
    open.current = at;
    // Several selected photos are moved together.
    let moved = if open.selected.contains(&at) { open.selected.clone() } else { BTreeSet::from([at]) };
    let rtl = is_rtl(ui);
    let mut did = None;
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            // One change a frame: the next one needs the changed list.
            if did.is_some() {
                return true;
            }
            did = meaning(*key, *modifiers, at, &moved, ids.len(), rtl);
            did.is_none()
        });
    });
    if did.is_some() {
        // egui has seen the key as well.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    did
}

/// What a key does at the photo `at` of `count`. With Alt it moves the photos `moved`.
fn meaning(
    key: Key,
    modifiers: Modifiers,
    at: usize,
    moved: &BTreeSet<usize>,
    count: usize,
    rtl: bool,
) -> Option<PhotoStripAction> {
    let last = count.saturating_sub(1);
    let sideways = |right: bool| {
        let before = |photo: Option<&usize>| photo.map_or(0, |photo| photo.saturating_sub(1));
        let after = |photo: Option<&usize>| photo.map_or(last, |photo| (photo + 1).min(last));
        if modifiers.alt {
            return PhotoStripAction::Reorder(
                moved.clone(),
                if right == rtl { before(moved.first()) } else { after(moved.last()) },
            );
        }
        PhotoStripAction::Go {
            to: if right == rtl { before(Some(&at)) } else { after(Some(&at)) },
            extend: modifiers.shift,
            keep: modifiers.command,
        }
    };
    let go = |to| PhotoStripAction::Go { to, extend: modifiers.shift, keep: modifiers.command };
    match key {
        Key::ArrowLeft => Some(sideways(false)),
        Key::ArrowRight => Some(sideways(true)),
        Key::Home if modifiers.alt => Some(PhotoStripAction::Reorder(moved.clone(), 0)),
        Key::End if modifiers.alt => Some(PhotoStripAction::Reorder(moved.clone(), last)),
        Key::Home => Some(go(0)),
        Key::End => Some(go(last)),
        Key::Delete | Key::Backspace => Some(PhotoStripAction::Remove),
        Key::Enter if modifiers.is_none() => Some(PhotoStripAction::Edit(at)),
        Key::Space => Some(PhotoStripAction::Toggle(at)),
        Key::A if modifiers.command => Some(PhotoStripAction::SelectAll),
        Key::M if modifiers.command && modifiers.shift => Some(PhotoStripAction::SplitFrom(at)),
        Key::M if modifiers.command => Some(PhotoStripAction::MergeUp),
        Key::Escape => Some(PhotoStripAction::Escape),
        Key::F10 if modifiers.shift => Some(PhotoStripAction::Menu(at)),
        Key::Menu => Some(PhotoStripAction::Menu(at)),
        _ => None,
    }
}
