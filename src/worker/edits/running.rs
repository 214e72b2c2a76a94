//! The account's run: it is opened, fed, and ended here.

use std::sync::{Arc, Weak};

use tokio::time::Instant;

use super::run::{Done, NewRun, Opened, Run, RunEnd, Source, Task, config, open};
use super::service::send_runs;
use super::{Current, EditTaskResult, Edits, Opening};
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::platform::keep_awake;
use crate::worker::session::AuthenticatedSession;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::edit::EditRunId;
use vitrine_core::edit::engine::Input;
use vitrine_core::import::Waiting;
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{AwakeFor, CatalogEvent, EditEvent, Event};

impl Edits {
    /// Opens a run. `inputs`: what its engine is told first.
    pub(super) fn open(
        &mut self,
        source: Source,
        inputs: Vec<Input>,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        let session = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?;
        if session.profile().edit.is_none() {
            return Err(Problem::new(ProblemKind::NoEditing));
        }
        let account = Arc::new(session.key()?);
        let run = if let Source::Saved(run) = source { Some(run) } else { None };
        let knowledge = cx.store.knowledge(&account)?;
        let new = NewRun {
            account,
            config: config(session, &knowledge),
            discount_items: session.profile().discounts.as_ref().map(|discounts| discounts.items),
            gate: session.market.gate.clone(),
            store: cx.store.path(),
        };
        self.run = Some(Current::Opening(Opening { run, inputs, is_stopping: false }));
        let clock = cx.options.clock;
        cx.tasks.spawn(Lifetime::Account, Slot::EditOpening, async move {
            EditTaskResult::Opened(open(source, new, clock).await)
        });
        Ok(())
    }

    pub(super) fn on_opened(&mut self, opened: Result<Opened, Problem>, cx: &mut Context) {
        let Some(Current::Opening(opening)) = self.run.take() else { return };
        let opened = match opened {
            Ok(opened) => opened,
            Err(problem) => return cx.send(Event::Problem(problem)),
        };
        let (Opened { run, rows, undoes }, Opening { inputs, is_stopping, .. }) = (opened, opening);
        cx.send(Event::Edit(EditEvent::Opened { run: run.id, rows, undoes }));
        self.run = Some(Current::Open(run));
        self.feed(Input::Start, cx);
        inputs.into_iter().for_each(|input| self.feed(input, cx));
        if is_stopping {
            self.stop(cx);
        }
    }

    /// Hands the run an input, if one goes on.
    pub(super) fn feed(&mut self, input: Input, cx: &mut Context) {
        match &mut self.run {
            Some(Current::Opening(opening)) => opening.inputs.push(input),
            Some(Current::Open(run)) => {
                let tasks = run.feed(input, session_of(run, cx));
                spawn(tasks, cx);
            }
            None => {}
        }
    }

    pub(super) fn on_done(&mut self, done: Done, cx: &mut Context) {
        match (done, &mut self.run) {
            // An answer to an earlier run, which has given up waiting for it.
            (Done::Input(marker, _), run) if !is_of(run.as_ref(), &marker) => {}
            (Done::Input(_, input), _) => self.feed(input, cx),
            (Done::Written(written), Some(Current::Open(run))) => {
                if let Some(input) = run.written(written) {
                    self.feed(input, cx);
                }
            }
            (Done::Written(_), _) => {}
        }
    }

    /// Has the run end as soon as no request of it is on its way.
    pub fn stop(&mut self, cx: &mut Context) {
        match &mut self.run {
            Some(Current::Opening(opening)) => opening.is_stopping = true,
            Some(Current::Open(run)) => {
                let tasks = run.stop(session_of(run, cx));
                spawn(tasks, cx);
            }
            None => {}
        }
    }

    /// Whether a run goes on: its answers are worth waiting for.
    pub const fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// Does what is due: wakes the engine, writes, tells the screens, and ends the run.
    pub fn advance(&mut self, cx: &mut Context) {
        if let Some(Current::Open(run)) = &mut self.run
            && run.take_due()
        {
            self.feed(Input::Tick, cx);
        }
        let Some(Current::Open(run)) = &mut self.run else { return };
        let fresh = run.take_fresh();
        if !fresh.is_empty() {
            cx.send(Event::Catalog(CatalogEvent::Newest(fresh.clone())));
            cx.notify(Notice::ProductsRead(fresh));
        }
        spawn(run.write(), cx);
        let end = run.end();
        let updates = if end.is_some() { run.updates_now(Instant::now()) } else { run.updates() };
        updates.into_iter().for_each(|update| tell(update, cx));
        if let Some(end) = end {
            let run = run.id;
            self.on_ended(run, end, cx);
        }
    }

    /// When to run again even if nothing happens.
    pub fn next_timer(&self) -> Option<Instant> {
        if let Some(Current::Open(run)) = &self.run { run.next_timer() } else { None }
    }

    fn on_ended(&mut self, run: EditRunId, end: RunEnd, cx: &mut Context) {
        self.run = None;
        keep_awake(AwakeFor::Edits, false, cx);
        match end {
            RunEnd::NeedsSignIn { paused } => {
                self.waits_for_token = Some((run, paused));
                // There may be a newer token by now.
                self.continue_with_token(cx);
            }
            RunEnd::Finished(progress) => {
                cx.send(Event::Edit(EditEvent::Ended { run, progress }));
                send_runs(cx);
                self.compare_again(cx);
                self.bring_back(None, cx);
            }
            RunEnd::Stopped => {}
        }
    }

    /// Goes on with the run that waits for a token, if there is one.
    pub(super) fn continue_with_token(&mut self, cx: &mut Context) {
        if cx.authenticated().is_none_or(AuthenticatedSession::token_was_refused) {
            return;
        }
        if let Some((run, paused)) = self.waits_for_token.take() {
            let inputs = if paused { vec![Input::Pause] } else { Vec::new() };
            let opened = self.open(Source::Saved(run), inputs, cx);
            cx.report_error(opened);
        }
    }
}

/// Whether a task's marker is that of the run.
fn is_of(run: Option<&Current>, marker: &Weak<()>) -> bool {
    matches!(run, Some(Current::Open(run)) if std::ptr::eq(Arc::as_ptr(&run.marker), marker.as_ptr()))
}

/// The session with which a run sends: nothing is ever sent with another account's token.
fn session_of<'a>(run: &Run, cx: &'a Context) -> Option<&'a AuthenticatedSession> {
    cx.authenticated().filter(|session| session.key().is_ok_and(|account| account == *run.account))
}

fn spawn(tasks: impl IntoIterator<Item = Task>, cx: &mut Context) {
    for task in tasks {
        cx.tasks.spawn(Lifetime::Account, None, async move { EditTaskResult::Run(task.await) });
    }
}

/// Sends an event of the run to the screens. While products change, the computer stays awake.
fn tell(event: EditEvent, cx: &mut Context) {
    if let EditEvent::Progress { progress, .. } = &event {
        let works =
            progress.counts.waiting > 0 && !progress.waiting.as_ref().is_some_and(Waiting::is_for_person);
        keep_awake(AwakeFor::Edits, works, cx);
    }
    cx.send(Event::Edit(event));
}
