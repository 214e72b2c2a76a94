//! The imports service: commands, task results, and the feeding of the engines.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::earlier::comparison::StartedReview;
use super::journal_writer::Written;
use super::reading::slow_sheets::SlowSheets;
use super::running::run::{EffectContext, EffectResult, Purpose, RunEvent, RunInput, create, list};
use super::start;
use super::state::{DeferredWork, ImportTaskResult, Imports};
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::import::dedup::SentCover;
use vitrine_core::import::engine::{Effect, Input};
use vitrine_core::import::journal::UPLOAD_LIFETIME_SECONDS;
use vitrine_core::import::limits::SentPhoto;
use vitrine_core::import::plan::ImportPlan;
use vitrine_core::import::{DraftId, RunId};
use vitrine_model::messages::{Event, ImportCommand, ImportEvent, PhotoEvent};

/// After this time in one step the other services get their turn.
const MAX_STEP_TIME: Duration = Duration::from_millis(4);

impl Imports {
    /// Performs a command, or defers it.
    pub fn perform(&mut self, command: ImportCommand, cx: &mut Context) {
        if command.concerns_runs() {
            self.deferred.push_back(DeferredWork::Command(command));
            return self.perform_deferred(cx);
        }
        self.perform_now(command, cx);
    }

    /// Performs what had to wait until it is known which run has which drafts.
    pub(super) fn perform_deferred(&mut self, cx: &mut Context) {
        while self.is_idle() {
            match self.deferred.pop_front() {
                Some(DeferredWork::Command(command)) => self.perform_now(command, cx),
                Some(DeferredWork::Compared { run, comparison, compared }) => {
                    self.on_compared(run, comparison, compared, cx);
                }
                None => return,
            }
        }
    }

    fn perform_now(&mut self, command: ImportCommand, cx: &mut Context) {
        match command {
            ImportCommand::Plan { paths, grouping, sheet } => self.plan(paths, grouping, sheet, cx),
            ImportCommand::ComparePhotos { folder, photos } => self.compare_photos(folder, photos, cx),
            ImportCommand::CancelPlan => Self::cancel_plan(cx),
            ImportCommand::ComparePlan { plan, drafts, account } => {
                self.compare_plan(plan, drafts, account, cx);
            }
            ImportCommand::SaveReview(review) => self.save_review(review, cx),
            ImportCommand::KeepDropped(review) => Self::keep_dropped(&review, cx),
            ImportCommand::Start { mut drafts, allow_duplicates, generate_skus, from_review, rest } => {
                if generate_skus {
                    cx.report_error(start::add_skus(&mut drafts, allow_duplicates));
                }
                self.start(
                    drafts,
                    allow_duplicates,
                    from_review.then_some(StartedReview { rest, is_newer: false }),
                    cx,
                );
            }
            ImportCommand::Pause => self.each_import(|| Input::Pause),
            ImportCommand::Continue => self.each_import(|| Input::Continue),
            ImportCommand::Cancel => self.cancel(cx),
            ImportCommand::Retry(drafts) => {
                let retried = self.retry(drafts, cx);
                cx.report_error(retried);
            }
            ImportCommand::Resume { without_attributes } => self.resume(without_attributes, cx),
            ImportCommand::Reopen(run) => self.reopen(run, cx),
            ImportCommand::Decide { draft, exists } => {
                self.updates.begin();
                self.each_import(|| Input::Decide { draft, exists });
            }
            ImportCommand::Runs => self.send_runs(cx),
            ImportCommand::Report { run, kind } => self.report(run, kind, cx),
            ImportCommand::KeepSheet(sheet) => Self::keep_sheet(sheet.as_deref(), cx),
            ImportCommand::SheetResults(sheet) => self.sheet_results(*sheet, cx),
            ImportCommand::SaveCards { sheet, to } => Self::save_cards(sheet, to, cx),
            ImportCommand::SaveTable { table, to } => Self::save_table(table, to, cx),
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: ImportTaskResult, cx: &mut Context) {
        match done {
            ImportTaskResult::Update(event) => cx.send(Event::Import(event)),
            ImportTaskResult::PlanCompared { plan, compared, copies } => {
                Self::on_plan_compared(plan, compared, copies, cx);
            }
            ImportTaskResult::Planned(
                ImportPlan {
                    drafts,
                    problems,
                    ignored,
                    ignored_files,
                    sheets,
                    other_sheets,
                    folders,
                    originals: _,
                },
                dropped,
            ) => {
                Arc::make_mut(&mut self.dropped).extend(dropped);
                let noted = SlowSheets::note(&problems, &cx.store);
                cx.report_error(noted);
                cx.send(Event::Import(ImportEvent::SheetPlanned { sheets, others: other_sheets }));
                cx.send(Event::Import(ImportEvent::FilesIgnored(ignored_files)));
                cx.send(Event::Import(ImportEvent::Planned { drafts, problems, ignored, folders }));
            }
            ImportTaskResult::Saved { run, comparison, result } => self.on_saved(run, comparison, result, cx),
            ImportTaskResult::Compared { run, comparison, compared } => {
                self.deferred.push_back(DeferredWork::Compared { run, comparison, compared });
                self.perform_deferred(cx);
            }
            ImportTaskResult::Restored { run, restored } => self.on_restored(run, restored, cx),
            ImportTaskResult::Written(written) => self.on_written(written, cx),
            ImportTaskResult::Run(input) => self.inputs.push_back(input),
            ImportTaskResult::Runs(read) => {
                cx.send(read.map_or_else(Event::Problem, |runs| Event::Import(ImportEvent::Runs(runs))));
            }
            ImportTaskResult::Reported { kind, read } => Self::on_reported(kind, read, cx),
            ImportTaskResult::SheetResults(Ok(results)) => {
                cx.send(Event::Import(ImportEvent::SheetResults(results)));
            }
            ImportTaskResult::SheetResults(Err(problem)) => cx.send(Event::Problem(problem)),
            ImportTaskResult::TableSaved(Ok(path)) => {
                path.into_iter().for_each(|path| cx.send(Event::Import(ImportEvent::TableSaved(path))));
            }
            ImportTaskResult::TableSaved(Err(problem)) => cx.send(Event::Problem(problem)),
        }
    }

    /// Handles a notice of another service.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::AccountLeft => self.leave(cx),
            Notice::SignedIn { fresh } => {
                self.signed_in(cx);
                if *fresh {
                    self.send_saved_review(cx);
                }
            }
            Notice::FormSent { planned, photos } => self.start_form(planned, photos, cx),
            Notice::CategoriesAnswered { problem } => self.on_categories(problem.as_ref(), cx),
            Notice::AttributesAnswered { category, problem } => {
                self.on_attributes(*category, problem.as_ref(), cx);
            }
            _ => {}
        }
    }

    /// Sends nothing new; requests in flight are completed.
    pub fn pause(&mut self) {
        self.note_interrupted();
        self.each_import(|| Input::Pause);
    }

    /// Drops the runs: they wait in the journal for the account they belong to.
    fn leave(&mut self, cx: &mut Context) {
        self.note_interrupted();
        self.keep_interrupted(cx);
        self.save_all(cx);
        self.runs.clear();
        self.restorations.clear();
        self.resumption = None;
        self.awaited_categories = None;
        self.unreported_wait = None;
        self.deferred.clear();
        self.inputs.clear();
        self.updates.ended = true;
    }

    /// Saves everything that was started or recorded, as far as the disk accepts it, before returning.
    fn save_all(&mut self, cx: &mut Context) {
        self.flush_inputs(cx);
        let mut reviews = Vec::new();
        for run in &mut self.runs {
            for comparison in run.comparisons.iter_mut().filter(|comparison| !comparison.saved) {
                comparison.saved = true;
                let kept = cx.store.save_pending_import(
                    &run.account.market,
                    Some(&run.account),
                    &comparison.started,
                );
                if kept.is_ok() {
                    reviews.push((run.account.clone(), comparison.review.take()));
                }
                cx.report_error(kept);
            }
        }
        reviews.into_iter().for_each(|(account, review)| self.replace_review(&account, review));
        self.drain(cx);
    }

    /// Passes all waiting commands to the engines, which send nothing more. Runs still being read from the
    /// journal are left there.
    fn flush_inputs(&mut self, cx: &mut Context) {
        for run in &self.runs {
            self.inputs.push_front(RunInput { run: run.id, event: RunEvent::Input(Input::Pause) });
        }
        while !self.inputs.is_empty() || (self.restorations.is_empty() && !self.deferred.is_empty()) {
            match self.inputs.pop_front() {
                Some(RunInput { run, event }) => self.feed(run, event, cx),
                None => self.perform_deferred(cx),
            }
        }
    }

    /// Passes everything that waits to the engines at once.
    pub(super) fn feed_all(&mut self, cx: &mut Context) {
        while let Some(RunInput { run, event }) = self.inputs.pop_front() {
            self.feed(run, event, cx);
        }
    }

    /// Feeds the engines until they request nothing more at once, and has their records written.
    pub fn advance(&mut self, cx: &mut Context) {
        for run in &mut self.runs {
            if run.engine.take_due() {
                self.inputs.push_back(RunInput { run: run.id, event: RunEvent::Input(Input::Tick) });
            }
        }
        let began = std::time::Instant::now();
        while let Some(RunInput { run, event }) = self.inputs.pop_front() {
            self.feed(run, event, cx);
            if began.elapsed() > MAX_STEP_TIME {
                break;
            }
        }
        // A slot may have become free. The form's single product goes before the many of an import.
        for purpose in [Purpose::Form, Purpose::Import] {
            let waiting: Vec<RunId> =
                self.runs_of(purpose).filter(|run| run.engine.waits_for_slot()).map(|run| run.id).collect();
            waiting.into_iter().for_each(|run| self.feed(run, RunEvent::Input(Input::Tick), cx));
        }
        self.perform_deferred(cx);
        self.report_unread(cx);
        self.delete_recorded_pending(cx);
        self.send_form_result(cx);
        if !cx.tasks.is_running(&Slot::Journal)
            && let Some(writing) = self.journal.write()
        {
            cx.tasks.spawn(Lifetime::Program, Slot::Journal, async move {
                ImportTaskResult::Written(writing.await)
            });
        }
    }

    fn feed(&mut self, run: RunId, event: RunEvent, cx: &mut Context) {
        let Some(index) = self.runs.iter().position(|known| known.id == run) else { return };
        let input = self.input_of(index, event, cx);
        let is_import = self.runs[index].purpose == Purpose::Import;
        let form_waits = is_import && self.runs_of(Purpose::Form).any(|form| form.engine.waits_for_slot());
        let effects = self.runs[index].engine.feed(input, form_waits);
        self.perform_all(index, effects, cx);
    }

    /// Converts the event into an input of the engine.
    fn input_of(&mut self, index: usize, event: RunEvent, cx: &mut Context) -> Input {
        let run = &mut self.runs[index];
        match event {
            RunEvent::Input(input) => {
                if let Input::Created { .. } = input {
                    run.creating = run.creating.saturating_sub(1);
                }
                input
            }
            RunEvent::Photo { photo, prepared, reuse, look } => {
                run.looks.extend(look.map(|look| (photo.draft, look)));
                let edit = run.photo(photo).map(|photo| photo.edit).unwrap_or_default();
                if let Some(photo) = run.photo(photo) {
                    cx.send(Event::Photo(PhotoEvent::Prepared {
                        key: photo.key(),
                        changes: (&prepared).into(),
                    }));
                }
                let hash = prepared.source_hash;
                let (content, lifetime) =
                    (hash.edited(&edit), Duration::from_secs(UPLOAD_LIFETIME_SECONDS.unsigned_abs()));
                let just_now = || run.uploaded.get(&content).cloned();
                let earlier =
                    || cx.store.find_upload(&run.account, &content, cx.now(), lifetime).unwrap_or_default();
                let known = reuse.then(|| just_now().or_else(earlier));
                let (known, sent) = (known.flatten(), SentPhoto::from(&prepared));
                if known.is_none() {
                    run.keep(photo, prepared);
                }
                Input::Prepared { photo, hash, sent, known }
            }
        }
    }

    fn perform_all(&mut self, index: usize, effects: Vec<Effect>, cx: &mut Context) {
        let run = self.runs[index].id;
        let limits = cx.photo_limits();
        for effect in effects {
            // Nothing is ever sent with another account's token.
            let session = cx
                .authenticated()
                .filter(|session| session.key().is_ok_and(|account| account == self.runs[index].account));
            if let Effect::Create { draft, fields, .. } = &effect
                && let Some(look) = self.runs[index].looks.remove(draft)
            {
                self.journal.cover(
                    self.runs[index].account.clone(),
                    *draft,
                    SentCover { name: fields.name.clone(), look },
                );
            }
            let context = EffectContext {
                session,
                limits: &limits,
                budget: &cx.budget,
                meter: &self.updates.meter,
                dropped: &self.dropped,
            };
            match self.runs[index].perform(effect, &context) {
                EffectResult::Nothing => {}
                EffectResult::Answer(input) => self.push(run, input),
                EffectResult::Report(problem) => cx.send(Event::Problem(problem)),
                EffectResult::LimitsLearned(limits) => cx.learn_limits(&limits),
                EffectResult::Record { number, record } => self.journal.record(run, number, record),
                EffectResult::List(session, reach) => {
                    cx.tasks.spawn_reporting(Lifetime::Account, None, |reporter| async move {
                        let report = |input| {
                            reporter.report(ImportTaskResult::Run(RunInput {
                                run,
                                event: RunEvent::Input(input),
                            }));
                        };
                        let event = list(&session, reach, report).await;
                        ImportTaskResult::Run(RunInput { run, event })
                    });
                }
                EffectResult::Create(creating) => {
                    cx.tasks.spawn_reporting(Lifetime::Account, None, |reporter| async move {
                        let report = |input| {
                            reporter.report(ImportTaskResult::Run(RunInput {
                                run,
                                event: RunEvent::Input(input),
                            }));
                        };
                        let event = create(*creating, report).await;
                        ImportTaskResult::Run(RunInput { run, event })
                    });
                }
                EffectResult::Task(task) => {
                    cx.tasks.spawn(Lifetime::Account, None, async move {
                        ImportTaskResult::Run(RunInput { run, event: task.await })
                    });
                }
            }
        }
    }

    pub(super) fn push(&mut self, run: RunId, input: Input) {
        self.inputs.push_back(RunInput { run, event: RunEvent::Input(input) });
    }

    pub(super) fn each_import(&mut self, input: impl Fn() -> Input) {
        let runs: Vec<RunId> = self.runs_of(Purpose::Import).map(|run| run.id).collect();
        runs.into_iter().for_each(|run| self.push(run, input()));
    }

    fn on_written(&mut self, Written { through, records, unsaved }: Written, cx: &mut Context) {
        let reported = match records {
            Ok(()) => {
                through.into_iter().for_each(|(run, through)| self.push(run, Input::Recorded { through }));
                false
            }
            Err(problem) => {
                cx.notify(Notice::StorageFailed);
                self.journal.forget(&through);
                through.into_iter().for_each(|(run, _)| self.push(run, Input::RecordFailed(problem.clone())));
                true
            }
        };
        if let Some((problem, reviews)) = unsaved {
            self.journal.save_later(reviews);
            // A run whose records failed says the same of itself.
            if !reported {
                cx.send(Event::Problem(problem));
            }
        }
    }

    /// Makes everything durable that was requested, as far as the disk accepts it, before returning.
    pub(super) fn drain(&mut self, cx: &mut Context) {
        if let Some(written) = self.journal.drain() {
            self.on_written(written, cx);
        }
    }

    /// Deletes pending imports that the journal has by now.
    fn delete_recorded_pending(&mut self, cx: &Context) {
        if !self.inputs.is_empty() {
            return;
        }
        let recorded = self.runs.iter_mut().filter(|run| run.engine.is_recorded());
        let recorded: Vec<DraftId> = recorded.flat_map(|run| std::mem::take(&mut run.handed_over)).collect();
        // One that stays by mistake is recognized by its draft numbers when it is resumed.
        if !recorded.is_empty()
            && let Err(problem) = cx.store.delete_pending(recorded)
        {
            tracing::warn!(%problem, "a begun import is still kept as started");
        }
    }

    /// Whether every engine knows what has happened.
    pub fn has_caught_up(&self) -> bool {
        self.inputs.is_empty()
    }

    /// When to run again even if nothing happens.
    pub fn next_timer(&self) -> Option<Instant> {
        let more = (!self.inputs.is_empty()).then(Instant::now);
        let wake = self.runs.iter().filter_map(|run| run.engine.due_at());
        more.into_iter().chain(wake).chain(self.next_update()).min()
    }

    /// Saves everything and reports the final progress.
    pub fn shut_down(&mut self, cx: &mut Context) {
        self.save_all(cx);
        self.send_progress_now(Instant::now(), cx);
    }
}
