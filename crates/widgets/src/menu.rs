//! Menus that open at a button. A menu that the keyboard opened takes the focus, keeps it, and gives it back
//! to its button, as does one in which an entry was clicked.

use egui::accesskit::HasPopup;
use egui::{Context, FocusDirection, Id, Key, Modifiers, Popup, Response, Ui};

use crate::focus;
use vitrine_text::keep_in_front;

/// What happens to the focus while a menu is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Whether the first entry is still to get the focus.
    wants_focus: bool,
    /// Whether the keyboard is used in the menu.
    has_focus: bool,
}

/// Draws the menu of a button while it is open, `width` points wide. `contents` returns whether an entry was
/// chosen, which closes the menu.
pub fn menu(button: &Response, width: f32, contents: impl FnOnce(&mut Ui) -> bool) {
    let ctx = &button.ctx;
    let id = button.id.with("focus of the menu");
    let before: Option<Open> = ctx.data(|data| data.get_temp(id));
    let by_keys = button.clicked() && button.has_focus() && focus::is_visible(ctx);
    let step = before.filter(|open| open.has_focus).and_then(|_| take_step(ctx));
    let (mut layer, mut closes, mut is_measured) = (None, step == Some(Step::Leave), false);
    let shown = Popup::menu(button).width(width).show(|ui| {
        (layer, is_measured) = (Some(ui.layer_id()), !ui.is_sizing_pass());
        ui.set_width(width);
        closes |= contents(ui);
        if closes {
            ui.close();
        }
    });
    keep_in_front(button, shown);
    let is_open = Popup::is_id_open(ctx, Popup::default_response_id(button));
    ctx.accesskit_node_builder(button.id, |node| {
        node.set_expanded(is_open);
        if node.has_popup().is_none() {
            node.set_has_popup(HasPopup::Menu);
        }
    });
    let Some(layer) = layer.filter(|_| is_open && !closes) else {
        if closes || before.is_some_and(|open| open.has_focus) {
            // Before whatever opens next asks who had the focus.
            button.request_focus();
            ctx.request_repaint();
        }
        ctx.data_mut(|data| data.remove::<Open>(id));
        return;
    };
    // While it is measured, it is not seen, and most entries cannot have the focus.
    let entries = if is_measured { focus::widgets_on(ctx, layer) } else { Vec::new() };
    let mut open = Open { wants_focus: before.map_or(by_keys, |open| open.wants_focus), has_focus: false };
    let focused = ctx.memory(|memory| memory.focused());
    let at = entries.iter().position(|entry| Some(*entry) == focused);
    if let Some(entry) = target(&entries, at, step, open.wants_focus) {
        ctx.memory_mut(|memory| memory.request_focus(entry));
        open.wants_focus = false;
    }
    open.has_focus =
        open.wants_focus || ctx.memory(|memory| memory.focused()).is_some_and(|id| entries.contains(&id));
    if open.wants_focus {
        focus::suspend(ctx);
        ctx.request_repaint();
    }
    ctx.data_mut(|data| data.insert_temp(id, open));
}

/// A movement between the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Up,
    Down,
    First,
    Last,
    Leave,
}

/// Takes the keys of the menu out of the input.
fn take_step(ctx: &Context) -> Option<Step> {
    let keys = [
        (Key::ArrowUp, Step::Up),
        (Key::ArrowDown, Step::Down),
        (Key::Home, Step::First),
        (Key::End, Step::Last),
        (Key::Tab, Step::Leave),
    ];
    let step = ctx.input_mut(|input| {
        keys.into_iter().find(|(key, _)| input.consume_key(Modifiers::NONE, *key)).map(|(_, step)| step)
    });
    if step.is_some() {
        // egui has seen the key as well.
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    step
}

fn target(entries: &[Id], at: Option<usize>, step: Option<Step>, wants_focus: bool) -> Option<Id> {
    let last = entries.len().checked_sub(1)?;
    let to = match (step, at) {
        (Some(Step::Up), Some(at)) => at.checked_sub(1).unwrap_or(last),
        (Some(Step::Down), Some(at)) if at < last => at + 1,
        (Some(Step::Down | Step::First), _) => 0,
        (Some(Step::Up | Step::Last), _) => last,
        _ if wants_focus => 0,
        _ => return None,
    };
    entries.get(to).copied()
}
