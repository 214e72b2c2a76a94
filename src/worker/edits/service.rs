//! The service that changes products: makes previews, and owns the account's run.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::cells;
use super::preview::{PreviewRequest, PreviewSources, PreviewWatch, make, make_of_list};
use super::reading::{read_alone, with_retries};
use super::run::Source;
use super::{Current, EditTaskResult, Edits, Previewed};
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::photos::blocking;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::edit::engine::Input;
use vitrine_core::edit::plan::LeftOut;
use vitrine_core::edit::{EditRun, EditRunId, RunPurpose};
use vitrine_domain::{Problem, ProblemKind, ProductId, Verdict};
use vitrine_model::messages::{EditCommand, EditEvent, EditReading, Event, Wanted};

/// So many runs are listed.
const LISTED_RUNS: usize = 1_000;
/// How long a list may show a product as it was before a change of ours.
const LONGEST_LAG: Duration = Duration::from_secs(3600);

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
                self.feed(Input::Pause, cx);
                Ok(())
            }
            EditCommand::Continue => {
                self.waits_for_token.iter_mut().for_each(|(_, paused)| *paused = false);
                self.feed(Input::Continue, cx);
                Ok(())
            }
            EditCommand::Cancel => self.cancel(cx),
            EditCommand::Decide { run, rows, overwrite } => self.decide(run, rows, overwrite, cx),
            EditCommand::Resume => self.resume(cx),
            EditCommand::Runs => runs(cx).map(|runs| cx.send(Event::Edit(EditEvent::Runs(runs)))),
            EditCommand::Show(run) => show(run, cx),
            EditCommand::Follow(sheet) => self.follow(sheet, cx),
            EditCommand::StopFollowing(list) => self.stop_following(list, cx),
            EditCommand::SaveCells(typed) => cells::save(typed.as_deref(), cx),
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
                    cx.send(Event::Edit(EditEvent::Previewed {
                        preview: request.number,
                        result: Err(problem.clone()),
                    }));
                }
            }
            Notice::AccountLeft => *self = Self::default(),
            _ => {}
        }
    }

    fn signed_in(&mut self, fresh: bool, cx: &mut Context) {
        let Some(session) = cx.authenticated() else { return };
        if fresh {
            let is_available = session.profile().edit.is_some();
            cx.send(Event::Edit(EditEvent::Available(is_available)));
            cells::send_saved(cx);
            send_runs(cx);
            self.follow_again(cx);
            self.bring_back(None, cx);
        }
        if let Some(request) = self.unanswered.take() {
            self.preview(request, cx);
        }
        self.continue_with_token(cx);
        if !fresh {
            self.compare_again(cx);
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: EditTaskResult, cx: &mut Context) {
        match done {
            EditTaskResult::Update(update) => cx.send(Event::Edit(update)),
            EditTaskResult::Read { product, result } => {
                cx.send(Event::Edit(EditEvent::Read { product, result }));
            }
            EditTaskResult::Previewed { request, result: Err(problem) }
                if problem.verdict() == Verdict::SignIn =>
            {
                self.unanswered = Some(request);
            }
            EditTaskResult::Previewed { request, result } => {
                let purpose = match request.wanted {
                    Wanted::Undo(run) => Some(run).into(),
                    Wanted::DaysOff { back_on, .. } => RunPurpose { undoes: None, back_on: Some(back_on) },
                    _ => RunPurpose::default(),
                };
                let number = request.number;
                let list = if let Wanted::Followed(list) = request.wanted { Some(list) } else { None };
                let result = result.map(|made| {
                    // Nothing is announced for a day on which nothing can come back.
                    let back_on = purpose.back_on.filter(|_| made.preview.can_be_undone());
                    let purpose = RunPurpose { back_on, ..purpose };
                    let (preview, of_list) = (Arc::new(made.preview), list.zip(made.step));
                    let previewed = Previewed { number, preview: Arc::clone(&preview), purpose, of_list };
                    self.previewed = Some(previewed);
                    preview
                });
                cx.send(Event::Edit(EditEvent::Previewed { preview: number, result }));
            }
            EditTaskResult::ListSeen { list, seen } => self.on_list_seen(list, seen, cx),
            EditTaskResult::Compared { list, result } => self.on_compared(list, result, cx),
            EditTaskResult::Shown(shown) => match shown {
                Ok(update) => cx.send(Event::Edit(update)),
                Err(problem) => cx.send(Event::Problem(problem)),
            },
            EditTaskResult::Returning { run, result } => self.on_returning(run, result, cx),
            EditTaskResult::Opened(opened) => self.on_opened(opened, cx),
            EditTaskResult::Run(done) => self.on_done(done, cx),
        }
    }

    fn preview(&mut self, request: Arc<PreviewRequest>, cx: &mut Context) {
        (self.previewed, self.unanswered) = (None, None);
        cx.tasks.cancel(&Slot::EditPreview);
        let list =
            if let Wanted::Followed(list) = request.wanted { self.following.rows_of(list) } else { None };
        let sources = match preview_sources(cx) {
            Ok(sources) => sources,
            Err(problem) => {
                return cx.send(Event::Edit(EditEvent::Previewed {
                    preview: request.number,
                    result: Err(problem),
                }));
            }
        };
        cx.tasks.spawn_reporting(Lifetime::Account, Slot::EditPreview, |reporter| async move {
            let on_read = |read, of| {
                reporter.report(EditTaskResult::Update(EditEvent::Reading {
                    preview: request.number,
                    read,
                    of,
                }));
            };
            let on_retry = |now| {
                let reading = EditReading::Preview(request.number);
                reporter.report(EditTaskResult::Update(EditEvent::Retried { reading, now }));
            };
            let on_question = |overview| {
                reporter.report(EditTaskResult::Update(EditEvent::SheetAsks {
                    preview: request.number,
                    overview,
                }));
            };
            let watch = PreviewWatch { on_read: &on_read, on_retry: &on_retry, on_question: &on_question };
            let result = match &list {
                Some(list) => make_of_list(list, &sources, &watch).await,
                None => make(&request, &sources, &watch).await,
            };
            EditTaskResult::Previewed { request, result }
        });
    }

    fn start(&mut self, preview: u64, left_out: &LeftOut, cx: &mut Context) -> Result<(), Problem> {
        if self.previewed.as_ref().is_none_or(|previewed| previewed.number != preview) {
            return Ok(());
        }
        self.refuse_second(None, cx)?;
        let Some(Previewed { preview, purpose, of_list, .. }) = self.previewed.take() else { return Ok(()) };
        let rows = preview.to_send(left_out);
        if rows.is_empty() {
            return Ok(());
        }
        if let Some((list, step)) = of_list {
            // Whatever held it back, somebody has looked at it.
            self.following.list(list).into_iter().for_each(|list| list.saved.held = None);
            self.following.will_send(list, &step, &rows, cx)?;
        }
        self.open(Source::New { rows, purpose }, Vec::new(), cx)
    }

    fn resume(&mut self, cx: &mut Context) -> Result<(), Problem> {
        if self.run.is_some() {
            return Ok(());
        }
        self.restore_unfinished(Vec::new(), cx)
    }

    fn restore_unfinished(&mut self, inputs: Vec<Input>, cx: &mut Context) -> Result<(), Problem> {
        let account = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?.key()?;
        let run =
            cx.store.unfinished_edit_run(&account)?.ok_or_else(|| Problem::new(ProblemKind::NoEditRun))?;
        self.open(Source::Saved(run), inputs, cx)
    }

    fn cancel(&mut self, cx: &mut Context) -> Result<(), Problem> {
        if self.run.is_none() {
            return self.restore_unfinished(vec![Input::Cancel], cx);
        }
        self.feed(Input::Cancel, cx);
        Ok(())
    }

    fn decide(
        &mut self,
        run: EditRunId,
        rows: Vec<usize>,
        overwrite: bool,
        cx: &mut Context,
    ) -> Result<(), Problem> {
        if !overwrite {
            self.following.keep_of_shop(run, &rows, cx)?;
        }
        let inputs = rows.into_iter().map(|row| Input::Decide { row, overwrite });
        if self.run.as_ref().is_some_and(|current| current.id() == Some(run)) {
            inputs.for_each(|input| self.feed(input, cx));
            return Ok(());
        }
        self.refuse_second(Some(run), cx)?;
        self.open(Source::Saved(run), inputs.collect(), cx)
    }

    /// Two runs could change the same products, each by the values that it read; so only one goes on at a
    /// time.
    pub(super) fn refuse_second(&self, wanted: Option<EditRunId>, cx: &Context) -> Result<(), Problem> {
        let account = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?.key()?;
        let running = self.run.as_ref().and_then(Current::id).or(cx.store.unfinished_edit_run(&account)?);
        match running.filter(|running| Some(*running) != wanted) {
            Some(other) => Err(Problem::new(ProblemKind::EditUnfinished).with_subject(other.to_string())),
            None if self.run.is_some() => Err(Problem::new(ProblemKind::EditUnfinished)),
            None => Ok(()),
        }
    }
}

/// What previews are made with.
///
/// # Errors
/// `SignInNeeded`.
pub(super) fn preview_sources(cx: &Context) -> Result<PreviewSources, Problem> {
    let session = cx.authenticated().cloned().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?;
    let account = session.key()?;
    Ok(PreviewSources {
        session,
        account,
        store: cx.store.path(),
        recent: cx.now().checked_sub(LONGEST_LAG).unwrap_or(Timestamp::MIN),
        remembered: cx.settings.get().sheets.clone(),
        read_sheet: cx.options.read_sheet,
        limits: cx.photo_limits(),
        budget: cx.budget.clone(),
        pasted_dir: cx.options.data_dir.join("pasted"),
    })
}

fn read(product: ProductId, cx: &mut Context) -> Result<(), Problem> {
    let session = cx.authenticated().cloned().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?;
    cx.tasks.spawn_reporting(Lifetime::Account, Slot::EditReading, |reporter| async move {
        let on_retry = |now| {
            let reading = EditReading::Product(product.clone());
            reporter.report(EditTaskResult::Update(EditEvent::Retried { reading, now }));
        };
        let result = with_retries(|| read_alone(&session, &product), on_retry).await.map(Box::new);
        EditTaskResult::Read { product, result }
    });
    Ok(())
}

/// Sends the account's runs, where it has any.
pub(super) fn send_runs(cx: &mut Context) {
    match runs(cx) {
        Ok(runs) if !runs.is_empty() => cx.send(Event::Edit(EditEvent::Runs(runs))),
        Ok(_) => {}
        Err(problem) => tracing::warn!(%problem, "the runs of changes cannot be read"),
    }
}

fn runs(cx: &Context) -> Result<Vec<EditRun>, Problem> {
    let account = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?.key()?;
    cx.store.edit_runs(&account, LISTED_RUNS)
}

fn show(run: EditRunId, cx: &mut Context) -> Result<(), Problem> {
    let account = cx.authenticated().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?.key()?;
    let store = cx.store.path();
    cx.tasks.spawn(Lifetime::Account, None, async move {
        let read = blocking(move || {
            let store = store.connect()?;
            Ok((store.edit_rows(&account, run)?, store.undone_by(run)?))
        });
        let read = read.await;
        let missing = || Problem::new(ProblemKind::NoEditRun).with_subject(run.to_string());
        EditTaskResult::Shown(read.and_then(|(rows, undoes)| {
            Ok(EditEvent::Opened { run, rows: rows.ok_or_else(missing)?, undoes })
        }))
    });
    Ok(())
}
