//! What was typed into the products table and is not sent yet: kept for its account, so that closing the
//! window loses nothing.

use crate::worker::context::Context;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{EditEvent, Event, SavedCells};

/// The key under which the forms of an account hold it.
const CELLS: &str = "cells";

/// Saves it for the account on the screens, also while its token is being renewed.
pub(super) fn save(cells: Option<&SavedCells>, cx: &Context) -> Result<(), Problem> {
    let Some(account) = cx.session.shown() else { return Ok(()) };
    let Some(cells) = cells else { return cx.store.delete_form(account, CELLS) };
    let json = serde_json::to_string(cells)
        .map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string()))?;
    cx.store.save_form(account, CELLS, &json)
}

/// Sends what an earlier session of this account typed. What this version cannot read is ignored.
pub(super) fn send_saved(cx: &mut Context) {
    let Some(account) = cx.account() else { return };
    match cx.store.form(&account, CELLS) {
        Ok(json) => {
            if let Some(cells) = json.and_then(|json| serde_json::from_str(&json).ok()) {
                cx.send(Event::Edit(EditEvent::CellsRestored(Box::new(cells))));
            }
        }
        Err(problem) => cx.send(Event::Problem(problem)),
    }
}
