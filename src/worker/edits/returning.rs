//! Brings old values back automatically: what was changed for days off, at the first start from the day on
//! that was named. What somebody else changed meanwhile waits for a person, as in every undo.

use jiff::tz::TimeZone;

use super::preview::{Made, PreviewRequest, PreviewWatch, make};
use super::run::Source;
use super::service::{preview_sources, send_runs};
use super::{EditTaskResult, Edits};
use crate::worker::context::Context;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::edit::plan::{LeftOut, PreviewOutcome, PreviewRow};
use vitrine_core::edit::{EditRunId, RunPurpose};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::Wanted;

impl Edits {
    /// Looks for a run of the account whose old values are due, and asks what bringing them back would
    /// change: of the runs before one that cannot be brought back now, if there is one. In the terminal,
    /// nothing is sent that the command does not ask for.
    pub(super) fn bring_back(&mut self, before: Option<EditRunId>, cx: &mut Context) {
        if self.run.is_some() || cx.options.stop_on_signal {
            return;
        }
        let today = cx.now().to_zoned(TimeZone::system()).date();
        let due = cx.account().map_or(Ok(None), |account| cx.store.due_edit_run(&account, today, before));
        let run = match due {
            Ok(Some(run)) => run,
            Ok(None) => return,
            Err(problem) => return tracing::warn!(%problem, "values that are due cannot be looked for"),
        };
        let Ok(sources) = preview_sources(cx) else { return };
        let request = PreviewRequest { number: 0, wanted: Wanted::Undo(run), status_names: Vec::new() };
        cx.tasks.spawn(Lifetime::Account, Slot::EditReturn, async move {
            let watch = PreviewWatch { on_read: &|_, _| {}, on_retry: &|_| {}, on_question: &|_| {} };
            EditTaskResult::Returning { run, result: make(&request, &sources, &watch).await }
        });
    }

    /// Begins to bring the old values of a run back. What cannot be read is tried at the next start.
    pub(super) fn on_returning(&mut self, run: EditRunId, result: Result<Made, Problem>, cx: &mut Context) {
        let preview = match result {
            Ok(made) => made.preview,
            Err(problem) => {
                return tracing::warn!(%problem, %run, "values that are due were not brought back");
            }
        };
        // Another run began meanwhile; this one is looked for again when that has ended.
        if self.refuse_second(None, cx).is_err() {
            return;
        }
        let rows = preview.to_send(&LeftOut::new());
        if !rows.is_empty() {
            let purpose = RunPurpose::from(Some(run));
            let opened = self.open(Source::New { rows, purpose }, Vec::new(), cx);
            return cx.report_error(opened);
        }
        // Somebody has brought everything back, or nobody ever can: what was there before is not known.
        let is_open = |row: &PreviewRow| match &row.outcome {
            PreviewOutcome::Refused(problem) => problem.kind != ProblemKind::NoOldValue,
            _ => false,
        };
        if !preview.rows.iter().any(is_open) {
            let marked = cx.store.is_back(run);
            if marked.is_ok() {
                send_runs(cx);
            }
            cx.report_error(marked);
        }
        // What waits for the next start does not keep the others from coming back.
        self.bring_back(Some(run), cx);
    }
}
