//! What lies in front of what.

use egui::{InnerResponse, Response};

/// Keeps a menu in front of the dialog in which it opened. egui orders them by when each was shown for the first time, so that a dialog
/// that opens again would cover the menus of its first time. Returns what the menu's contents returned.
pub fn keep_in_front<R>(opener: &Response, menu: Option<InnerResponse<R>>) -> Option<R> {
    let InnerResponse { inner, response } = menu?;
    let (below, above) = (opener.layer_id, response.layer_id);
    if below.order == above.order && below != above {
        opener.ctx.set_sublayer(below, above);
    }
    Some(inner)
}
