//! The buttons, options and fields of the page as it was last drawn, so that the list of actions can press
//! each of them, too.

use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::{Context, Event, Id, Order, Ui};

use super::focus;

/// A button or a field of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnScreen {
    /// Its text, or its accessible name if it has an icon only, without direction marks.
    pub name: String,
    pub id: Id,
}

#[derive(Clone, Debug, Default)]
struct Page {
    pass: u64,
    buttons: Vec<OnScreen>,
    /// How many table rows are being drawn: a row's own buttons need the row.
    in_rows: usize,
    /// The button to press, and in how many passes it has to have the focus.
    pending: Option<(Id, u8)>,
}

const PAGE: &str = "the buttons on screen";
/// The dialog in which the button was chosen has to close first.
const PASSES_TO_FOCUS: u8 = 6;

fn with<R>(ctx: &Context, act: impl FnOnce(&mut Page) -> R) -> R {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let page = data.get_temp_mut_or_default::<Page>(Id::unique(PAGE));
        if page.pass != pass {
            (page.pass, page.in_rows) = (pass, 0);
            page.buttons.clear();
        }
        act(page)
    })
}

/// Reports a button that can be pressed now, or a field that can be filled in. Those of dialogs, menus, and
/// table rows do not count.
pub fn report(ui: &Ui, name: &str, id: Id) {
    if ui.layer_id().order != Order::Background {
        return;
    }
    with(ui.ctx(), |page| {
        if page.in_rows == 0 {
            page.buttons.push(OnScreen { name: name.to_owned(), id });
        }
    });
}

/// What is drawn between these two belongs to a row of a table.
pub fn begin_row(ctx: &Context) {
    with(ctx, |page| page.in_rows += 1);
}

pub fn end_row(ctx: &Context) {
    with(ctx, |page| page.in_rows = page.in_rows.saturating_sub(1));
}

/// Whether what is drawn now belongs to a row of a table.
pub fn is_in_row(ctx: &Context) -> bool {
    with(ctx, |page| page.in_rows > 0)
}

/// The buttons that were drawn in this pass so far, in reading order.
pub fn buttons(ctx: &Context) -> Vec<OnScreen> {
    with(ctx, |page| page.buttons.clone())
}

/// Presses a button as soon as it has the focus, which it gets.
pub fn press(ctx: &Context, id: Id) {
    with(ctx, |page| page.pending = Some((id, PASSES_TO_FOCUS)));
    focus::return_to(ctx, focus::holder(ctx, id), None);
}

/// Call it at the start of each frame.
pub fn begin_frame(ctx: &Context) {
    let focused = ctx.memory(|memory| memory.focused());
    let pressed = with(ctx, |page| {
        let (id, left) = page.pending.take()?;
        if focused != Some(id) && left > 0 {
            page.pending = Some((id, left - 1));
            return None;
        }
        Some(id)
    });
    if let Some(id) = pressed {
        let request = ActionRequest {
            action: Action::Click,
            target_tree: TreeId::ROOT,
            target_node: id.accesskit_id(),
            data: None,
        };
        ctx.input_mut(|input| input.events.push(Event::AccessKitActionRequest(request)));
    }
    if with(ctx, |page| page.pending.is_some()) {
        ctx.request_repaint();
    }
}
