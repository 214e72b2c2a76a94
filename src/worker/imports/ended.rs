//! Imports that have ended give way to the one that comes next.

use super::running::run::Purpose;
use super::state::Imports;
use crate::worker::context::Context;
use vitrine_core::import::RunId;

/// Drops the imports that have ended. Returns those with questions that nobody has answered.
pub(super) fn drop_ended(imports: &mut Imports, cx: &mut Context) -> Vec<RunId> {
    let ended = imports.runs_of(Purpose::Import).filter(|run| run.ended());
    let asking = ended.filter(|run| run.engine.counts().needs_person > 0).map(|run| run.id).collect();
    // Their records must be in the journal before.
    imports.drain(cx);
    imports.runs.retain(|run| run.purpose != Purpose::Import || !run.ended());
    asking
}
