//! What text asks of the window that it is in, and whether that runs from right to left. A window that knows
//! nothing of this gets egui's own behaviour.

use egui::{Context, Id, Rect, Response, Ui};

/// The window's own ways. All of them are called while it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Told of each widget that can have the keyboard focus, with what it is.
    pub focus_stop: fn(&Ui, &Response, Id),
    /// Whether the focus is shown: it is not while the mouse is used.
    pub is_focus_shown: fn(&Context) -> bool,
    /// Whether what is drawn belongs to a row of a table, whose tooltips stand above it.
    pub is_in_row: fn(&Context) -> bool,
    /// Draws the ground of a cell that is not being edited, and whether it is wrong.
    pub flat_cell: fn(&Ui, &Response, Rect, bool),
    /// Draws the ring around what has the focus, with this radius.
    pub focus_ring: fn(&Ui, &Response, Rect, u8),
}

impl Default for Host {
    fn default() -> Self {
        Self {
            focus_stop: |_, _, _| {},
            is_focus_shown: |_| true,
            is_in_row: |_| false,
            flat_cell: |_, _, _, _| {},
            focus_ring: |_, _, _, _| {},
        }
    }
}

/// The key under which egui's memory holds it.
const HOST_KEY: &str = "the window around the text";

/// Sets the ways of the window. Call it once, before the first frame.
pub fn set_host(ctx: &Context, host: Host) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(HOST_KEY), host));
}

pub(crate) fn host(ctx: &Context) -> Host {
    ctx.data(|data| data.get_temp(Id::unique(HOST_KEY))).unwrap_or_default()
}

/// Sets the window's direction.
pub fn set_rtl(ctx: &Context, rtl: bool) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(DIRECTION_KEY), rtl));
}

/// Whether the window runs from right to left. A `Ui`'s own layout does not say so: the trailing side of a
/// row is reversed.
pub fn is_rtl(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(Id::unique(DIRECTION_KEY))).unwrap_or(false)
}

/// The key under which egui's memory holds the direction.
const DIRECTION_KEY: &str = "the window runs from right to left";
