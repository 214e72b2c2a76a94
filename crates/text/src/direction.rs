//! Whether the window runs from right to left.

use egui::{Context, Id, Ui};

/// Sets the window's direction.
pub fn set_rtl(ctx: &Context, rtl: bool) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(DIRECTION_KEY), rtl));
}

/// Whether the window runs from right to left. A `Ui`'s own layout does not say so: the trailing side of a row is reversed.
pub fn is_rtl(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(Id::unique(DIRECTION_KEY))).unwrap_or(false)
}

/// The key under which egui's memory holds the direction.
const DIRECTION_KEY: &str = "the window runs from right to left";
