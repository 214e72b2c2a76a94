//! The service that changes products: makes previews, and owns the account's run.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::preview::{PreviewRequest, PreviewSources, PreviewWatch, make};
use super::reading::{read_alone, with_retries};
use super::run::{Opening, RunCommand, RunSources, perform};
use super::task_result::{RunEnd, TaskResult};
use crate::domain::{Code, Problem, ProductId};
use crate::edit::engine::Input;
use crate::edit::plan::{LeftOut, Preview};
use crate::edit::{EditRun, EditRunId};
use crate::import::Waiting;
use crate::worker::context::Context;
use crate::worker::messages::{AwakeFor, CatalogEvent, EditCommand, EditEvent, EditReading, Event, Wanted};
use crate::worker::notice::Notice;
use crate::worker::photos::blocking;
use crate::worker::platform::keep_awake;
use crate::worker::session::AuthenticatedSession;
use crate::worker::tasks::{Lifetime, Slot};

/// So many runs are listed.
const LISTED_RUNS: usize = 100;

/// The run that goes on.
struct Running {
    /// `None` until it is on disk.
    id: Option<EditRunId>,
    commands: mpsc::UnboundedSender<RunCommand>,
}

/// The service of changes, for the current account.
#[derive(Default)]
pub struct Edits {
    /// The last preview, with the run that it would undo.
    previewed: Option<(u64, Arc<Preview>, Option<EditRunId>)>,
    /// A preview whose token was refused; it is made again with the next one.
    unanswered: Option<Arc<PreviewRequest>>,
    run: Option<Running>,
    /// Commands for a run that had just ended.
    deferred: Vec<EditCommand>,
    /// The run that goes on with the next token, and whether it is paused.
    waits_for_token: Option<(EditRunId, bool)>,
}

impl Edits {
    /// Performs a command.
    pub fn perform(&mut self, command: EditCommand, cx: &mut Context) {
        let result = match command {
            EditCommand::Preview { preview, wanted, status_names } => {
                self.preview(Arc::new(PreviewRequest { number: preview, wanted, status_names }), cx);
                Ok(())
            }
            EditCommand::Read(product) => read(product, cx),
            EditCommand::CancelPreview => {
                cx.tasks.cancel(&Slot::EditPreview);
                (self.previewed, self.unanswered) = (None, None);
                Ok(())
            }
            EditCommand::Start { preview, left_out } => self.start(preview, &left_out, cx),
            EditCommand::Pause => {
                self.waits_for_token.iter_mut().for_each(|(_, paused)| *paused = true);
                self.send_to_run(RunCommand::Input(Input::Pause));
                Ok(())
            }
            EditCommand::Continue => {
                self.waits_for_token.iter_mut().for_each(|(_, paused)| *paused = false);
                self.send_to_run(RunCommand::Input(Input::Continue));
                Ok(())
            }
            EditCommand::Cancel => self.cancel(cx),
            EditCommand::Decide { run, rows, overwrite } => self.decide(run, rows, overwrite, cx),
            EditCommand::Resume => self.resume(cx),
            EditCommand::Runs => runs(cx).map(|runs| cx.send(Event::Edit(EditEvent::Runs(runs)))),
            EditCommand::Show(run) => show(run, cx),
        };
        cx.report_error(result);
    }
}

impl Edits {
    /// Handles a notice of another service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { fresh } => self.signed_in(*fresh, cx),
            Notice::SignedOut { problem, .. } => {
                if let Some(request) = self.unanswered.take() {
                    cx.send(Event::Edit(EditEvent::Previewed { preview: request.number, result: Err(problem.clone()) }));
                }
            }
            Notice::AccountLeft => *self = Self::default(),
            _ => {}
        }
    }

    fn signed_in(&mut self, fresh: bool, cx: &mut Context) {
        let Some(session) = cx.authenticated().cloned() else { return };
        if fresh {
            cx.send(Event::Edit(EditEvent::Available(session.client.profile().edit.is_some())));
            match runs(cx) {
                Ok(runs) if runs.iter().any(needs_attention) => cx.send(Event::Edit(EditEvent::Runs(runs))),
                Ok(_) => {}
                Err(problem) => tracing::warn!(%problem, "the runs of changes cannot be read"),
            }
        }
        if let Some(request) = self.unanswered.take() {
            self.preview(request, cx);
        }
        self.send_to_run(RunCommand::Session(Box::new(session)));
        self.continue_with_token(cx);
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: TaskResult, cx: &mut Context) {
        match done {
            TaskResult::Update(update) => {
                if let (EditEvent::Opened { run, .. }, Some(running)) = (&update, &mut self.run) {
                    running.id = Some(*run);
                }
                if let EditEvent::Progress { progress, .. } = &update {
                    let works = progress.counts.waiting > 0 && !progress.waiting.as_ref().is_some_and(Waiting::is_for_person);
                    keep_awake(AwakeFor::Edits, works, cx);
                }
                cx.send(Event::Edit(update));
            }
            TaskResult::Read { product, result } => {
                if let Err(problem) = result.as_ref()
                    && problem.code == Code::Unauthorized
                {
                    cx.notify(Notice::TokenRefused(problem.clone()));
                }
                cx.send(Event::Edit(EditEvent::Read { product, result }));
            }
            TaskResult::Previewed { request, result: Err(problem) } if problem.code == Code::Unauthorized => {
                self.unanswered = Some(request);
                cx.notify(Notice::TokenRefused(problem));
            }
            TaskResult::Previewed { request, result } => {
                let undoes = if let Wanted::Undo(run) = request.wanted { Some(run) } else { None };
                let result = result.map(Arc::new);
                self.previewed = result.as_ref().ok().map(|preview| (request.number, Arc::clone(preview), undoes));
                cx.send(Event::Edit(EditEvent::Previewed { preview: request.number, result }));
            }
            TaskResult::Products(products) => {
                cx.send(Event::Catalog(CatalogEvent::Newest(products.clone())));
                cx.notify(Notice::ProductsRead(products));
            }
            TaskResult::Refused(problem) => cx.notify(Notice::TokenRefused(problem)),
            TaskResult::Shown(shown) => match shown {
                Ok(update) => cx.send(Event::Edit(update)),
                Err(problem) => cx.send(Event::Problem(problem)),
            },
            TaskResult::Over(end) => self.run_ended(end, cx),
        }
    }

    fn run_ended(&mut self, end: RunEnd, cx: &mut Context) {
        self.run = None;
        keep_awake(AwakeFor::Edits, false, cx);
        match end {
            RunEnd::NeedsSignIn { run, paused } => {
                self.waits_for_token = Some((run, paused));
                // There may be a newer token by now.
                self.continue_with_token(cx);
            }
            RunEnd::Failed(problem) => cx.send(Event::Problem(problem)),
            RunEnd::Finished { run, progress } => cx.send(Event::Edit(EditEvent::Ended { run, progress })),
            RunEnd::Stopped => {}
        }
        std::mem::take(&mut self.deferred).into_iter().for_each(|command| self.perform(command, cx));
    }

    fn continue_with_token(&mut self, cx: &mut Context) {
        if cx.authenticated().is_none_or(AuthenticatedSession::token_was_refused) {
            return;
        }
        if let Some((run, paused)) = self.waits_for_token.take() {
            let inputs = if paused { vec![Input::Pause] } else { Vec::new() };
            let opened = self.open(Opening::Restore { run, inputs }, cx);
            cx.report_error(opened);
        }
    }

    fn preview(&mut self, request: Arc<PreviewRequest>, cx: &mut Context) {
        (self.previewed, self.unanswered) = (None, None);
        cx.tasks.cancel(&Slot::EditPreview);
        let sources = match preview_sources(cx) {
            Ok(sources) => sources,
            Err(problem) => return cx.send(Event::Edit(EditEvent::Previewed { preview: request.number, result: Err(problem) })),
        };
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::EditPreview, |reporter| async move {
            let on_read = |read, of| {
                reporter.report(TaskResult::Update(EditEvent::Reading { preview: request.number, read, of }));
            };
            let on_retry = |now| {
                let reading = EditReading::Preview(request.number);
                reporter.report(TaskResult::Update(EditEvent::Retried { reading, now }));
            };
            let result = make(&request, &sources, &PreviewWatch { on_read: &on_read, on_retry: &on_retry }).await;
            TaskResult::Previewed { request, result }
        });
    }

    fn start(&mut self, preview: u64, left_out: &LeftOut, cx: &mut Context) -> Result<(), Problem> {
        if self.previewed.as_ref().is_none_or(|(number, ..)| *number != preview) {
            return Ok(());
        }
        self.refuse_second(None, cx)?;
        let Some((_, preview, undoes)) = self.previewed.take() else { return Ok(()) };
        let rows = preview.to_send(left_out);
        if rows.is_empty() { Ok(()) } else { self.open(Opening::Begin { rows, undoes }, cx) }
    }

    fn resume(&mut self, cx: &mut Context) -> Result<(), Problem> {
        if self.run.is_some() {
            return Ok(());
        }
        self.restore_unfinished(Vec::new(), cx)
    }

    fn restore_unfinished(&mut self, inputs: Vec<Input>, cx: &mut Context) -> Result<(), Problem> {
        let account = cx.authenticated().ok_or_else(|| Problem::new(Code::SignInNeeded))?.key()?;
        let run = cx.store.unfinished_edit_run(&account)?.ok_or_else(|| Problem::new(Code::NoEditRun))?;
        self.open(Opening::Restore { run, inputs }, cx)
    }

    fn cancel(&mut self, cx: &mut Context) -> Result<(), Problem> {
        if self.run.is_none() {
            return self.restore_unfinished(vec![Input::Cancel], cx);
        }
        // A run that has just ended has nothing left to cancel.
        self.send_to_run(RunCommand::Input(Input::Cancel));
        Ok(())
    }

    fn decide(&mut self, run: EditRunId, rows: Vec<usize>, overwrite: bool, cx: &mut Context) -> Result<(), Problem> {
        let inputs = |rows: Vec<usize>| rows.into_iter().map(|row| Input::Decide { row, overwrite });
        if self.run.as_ref().is_some_and(|running| running.id == Some(run)) {
            if !inputs(rows.clone()).all(|input| self.send_to_run(RunCommand::Input(input))) {
                self.deferred.push(EditCommand::Decide { run, rows, overwrite });
            }
            return Ok(());
        }
        self.refuse_second(Some(run), cx)?;
        self.open(Opening::Restore { run, inputs: inputs(rows).collect() }, cx)
    }

    /// Two runs could change the same products, each by the values that it read; so only one goes on at a time.
    fn refuse_second(&self, wanted: Option<EditRunId>, cx: &Context) -> Result<(), Problem> {
        let account = cx.authenticated().ok_or_else(|| Problem::new(Code::SignInNeeded))?.key()?;
        let running = self.run.as_ref().and_then(|running| running.id).or(cx.store.unfinished_edit_run(&account)?);
        match running.filter(|running| Some(*running) != wanted) {
            Some(other) => Err(Problem::new(Code::EditUnfinished).with_subject(other.to_string())),
            None if self.run.is_some() => Err(Problem::new(Code::EditUnfinished)),
            None => Ok(()),
        }
    }

    fn open(&mut self, opening: Opening, cx: &mut Context) -> Result<(), Problem> {
        let session = cx.authenticated().cloned().ok_or_else(|| Problem::new(Code::SignInNeeded))?;
        if session.client.profile().edit.is_none() {
            return Err(Problem::new(Code::NoEditing));
        }
        let account = session.key()?;
        let (sender, commands) = mpsc::unbounded_channel();
        let (store, clock) = (cx.store.path(), cx.options.clock);
        self.run = Some(Running { id: None, commands: sender });
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::EditRun, |reporter| async move {
            TaskResult::Over(perform(opening, RunSources { session, account, store, clock, commands, reporter }).await)
        });
        Ok(())
    }

    /// Passes a command to the run that goes on. Returns false if there is none, or it has just ended.
    fn send_to_run(&self, command: RunCommand) -> bool {
        self.run.as_ref().is_some_and(|running| running.commands.send(command).is_ok())
    }

    /// Has the run end as soon as no request of it is on its way.
    pub fn stop(&self) {
        self.send_to_run(RunCommand::Stop);
    }

    /// Whether a run goes on: its answers are worth waiting for.
    pub fn is_running(cx: &Context) -> bool {
        cx.tasks.is_running(&Slot::EditRun)
    }
}

fn needs_attention(run: &EditRun) -> bool {
    run.counts.waiting + run.counts.moved > 0
}

fn preview_sources(cx: &Context) -> Result<PreviewSources, Problem> {
    let session = cx.authenticated().cloned().ok_or_else(|| Problem::new(Code::SignInNeeded))?;
    let account = session.key()?;
    Ok(PreviewSources {
        session,
        account,
        store: cx.store.path(),
        remembered: cx.settings.get().sheets.clone(),
        limits: cx.photo_limits(),
        budget: cx.budget.clone(),
        pasted_dir: cx.options.data_dir.join("pasted"),
    })
}

fn read(product: ProductId, cx: &mut Context) -> Result<(), Problem> {
    let session = cx.authenticated().cloned().ok_or_else(|| Problem::new(Code::SignInNeeded))?;
    cx.tasks.spawn_reporting(Lifetime::Account, Slot::EditReading, |reporter| async move {
        let on_retry = |now| {
            let reading = EditReading::Product(product.clone());
            reporter.report(TaskResult::Update(EditEvent::Retried { reading, now }));
        };
        let result = with_retries(|| read_alone(&session, &product), on_retry).await.map(Box::new);
        TaskResult::Read { product, result }
    });
    Ok(())
}

fn runs(cx: &Context) -> Result<Vec<EditRun>, Problem> {
    let account = cx.authenticated().ok_or_else(|| Problem::new(Code::SignInNeeded))?.key()?;
    cx.store.edit_runs(&account, LISTED_RUNS)
}

fn show(run: EditRunId, cx: &mut Context) -> Result<(), Problem> {
    let account = cx.authenticated().ok_or_else(|| Problem::new(Code::SignInNeeded))?.key()?;
    let store = cx.store.path();
    cx.tasks.spawn(Lifetime::Account, None, async move {
        let read = blocking(move || {
            let store = store.connect()?;
            Ok((store.edit_rows(&account, run)?, store.undone_by(run)?))
        });
        let read = read.await;
        let missing = || Problem::new(Code::NoEditRun).with_subject(run.to_string());
        TaskResult::Shown(read.and_then(|(rows, undoes)| Ok(EditEvent::Opened { run, rows: rows.ok_or_else(missing)?, undoes })))
    });
    Ok(())
}
