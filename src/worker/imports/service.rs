//! The imports, as the bus sees them: what is asked of them, and their turn.

use std::time::Duration;

use tokio::time::Instant;

use super::journal_writer::Written;
use super::messages::ImportCommand;
use super::run::{EffectContext, EffectResult, Purpose, RunEvent, RunInput};
use super::scan;
use super::state::{Held, Imports, TaskResult};
use crate::domain::{Code, Problem};
use crate::import::engine::{Effect, Input};
use crate::import::journal::UPLOAD_LIFETIME_SECONDS;
use crate::import::limits::SentPhoto;
use crate::import::plan::ImportPlan;
use crate::import::{DraftId, RunId};
use crate::worker::context::Context;
use crate::worker::guard::Guard;
use crate::worker::messages::Event;
use crate::worker::notice::Notice;
use crate::worker::photos::blocking;
use crate::worker::tasks::{Lifetime, Slot};

/// After so long in one turn the others get theirs.
const TURN: Duration = Duration::from_millis(4);

impl Imports {
    pub fn perform(&mut self, command: ImportCommand, cx: &mut Context) {
        if command.asks_runs() {
            self.held.push_back(Held::Command(command));
            return self.perform_held(cx);
        }
        self.perform_now(command, cx);
    }

    /// What needs to know which run has which drafts, once that is known.
    pub(super) fn perform_held(&mut self, cx: &mut Context) {
        while self.is_settled() {
            match self.held.pop_front() {
                Some(Held::Command(command)) => self.perform_now(command, cx),
                Some(Held::Compared { run, comparison, compared }) => self.compared(run, comparison, compared, cx),
                None => return,
            }
        }
    }

    fn perform_now(&mut self, command: ImportCommand, cx: &mut Context) {
        match command {
            ImportCommand::Plan { paths, grouping, sheet } => {
                cx.tasks.spawn(Lifetime::Program, Slot::Plan, async move {
                    let planned = blocking(move || Ok(scan::planned(&paths, grouping, sheet.as_deref()))).await;
                    TaskResult::Planned(planned.unwrap_or_default())
                });
            }
            ImportCommand::SaveReview(review) => self.keep_review(review, cx),
            ImportCommand::Start { drafts, allow_duplicates, from_review } => self.start(drafts, allow_duplicates, from_review, cx),
            ImportCommand::Pause => self.each_import(|| Input::Pause),
            ImportCommand::Continue => self.each_import(|| Input::Continue),
            ImportCommand::Cancel => self.cancel(cx),
            ImportCommand::Retry(drafts) => {
                let retried = self.retry(drafts, cx);
                cx.report_error(retried);
            }
            ImportCommand::Resume => self.resume(cx),
            ImportCommand::Reopen => self.reopen(cx),
            ImportCommand::Decide { draft, exists } => {
                self.updates.begin();
                self.each_import(|| Input::Decide { draft, exists });
            }
            ImportCommand::Report { run, kind } => self.report(run, kind, cx),
            ImportCommand::SaveTable { table, to } => Self::save_table(table, to, cx),
        }
    }

    pub fn on_result(&mut self, done: TaskResult, cx: &mut Context) {
        match done {
            TaskResult::Planned(ImportPlan { drafts, problems, ignored }) => cx.send(Event::Planned { drafts, problems, ignored }),
            TaskResult::Saved { run, comparison, result } => self.saved(run, comparison, result, cx),
            TaskResult::Compared { run, comparison, compared } => {
                self.held.push_back(Held::Compared { run, comparison, compared });
                self.perform_held(cx);
            }
            TaskResult::Restored { run, restored } => self.restored(run, restored, cx),
            TaskResult::Written(written) => self.written(written, cx),
            TaskResult::Run(input) => self.inputs.push_back(input),
            TaskResult::Reported { kind, read } => Self::reported(kind, read, cx),
            TaskResult::TableSaved(Ok(path)) => path.into_iter().for_each(|path| cx.send(Event::TableSaved(path))),
            TaskResult::TableSaved(Err(problem)) => cx.send(Event::Problem(problem)),
        }
    }

    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::AccountLeft => self.leave(cx),
            Notice::SignedIn { fresh } => {
                self.signed_in(cx);
                if *fresh {
                    self.tell_kept_review(cx);
                }
            }
            Notice::FormSent { planned, photos } => self.start_form(planned, photos, cx),
            Notice::TokenRefused(_) | Notice::SignedOut { .. } | Notice::ListsChanged => {}
        }
    }

    /// Nothing new is sent from here on; what is under way comes to its end.
    pub fn pause(&mut self) {
        self.each_import(|| Input::Pause);
    }

    /// What is under way waits in the journal, for the account it was started in.
    fn leave(&mut self, cx: &mut Context) {
        if !Guard::Account.holds() {
            return;
        }
        self.save_all(cx);
        for run in std::mem::take(&mut self.runs) {
            run.engine.abandon(run.gate.now(), &mut run.gate.pace());
            run.gate.wake_waiter();
        }
        self.restoring.clear();
        self.resuming = None;
        self.held.clear();
        self.inputs.clear();
        self.updates.ended = true;
    }

    /// Everything that was started and asked to be written down is on the disk when this returns, as far as the disk takes it.
    fn save_all(&mut self, cx: &mut Context) {
        self.settle(cx);
        for run in &mut self.runs {
            for comparison in run.comparing.iter_mut().filter(|comparison| !comparison.saved) {
                comparison.saved = true;
                let kept = cx.store.save_pending_import(&run.account.market, Some(&run.account), &comparison.started);
                if kept.is_ok() && comparison.from_review {
                    self.journal.review(run.account.clone(), None);
                }
                cx.report_error(kept);
            }
        }
        self.drain(cx);
    }

    /// What was asked for reaches the engines, which send nothing more. What is still being read from the journal stays there.
    fn settle(&mut self, cx: &mut Context) {
        for run in &self.runs {
            self.inputs.push_front(RunInput { run: run.id, came: RunEvent::Input(Input::Pause) });
        }
        while !self.inputs.is_empty() || (self.restoring.is_empty() && !self.held.is_empty()) {
            match self.inputs.pop_front() {
                Some(RunInput { run, came }) => self.feed(run, came, cx),
                None => self.perform_held(cx),
            }
        }
    }

    /// Feeds the engines until they have nothing more to ask at once, and writes down what they ask for.
    pub fn advance(&mut self, cx: &mut Context) {
        for run in &mut self.runs {
            if run.wake_at.take_if(|at| *at <= run.gate.now()).is_some() {
                self.inputs.push_back(RunInput { run: run.id, came: RunEvent::Input(Input::Tick) });
            }
        }
        let began = std::time::Instant::now();
        while let Some(RunInput { run, came }) = self.inputs.pop_front() {
            self.feed(run, came, cx);
            if began.elapsed() > TURN {
                break;
            }
        }
        // Whatever happened, a place may be free now. The one product of the form comes before a thousand of an import.
        for purpose in [Purpose::Form, Purpose::Import] {
            let waiting: Vec<RunId> = self.of(purpose).filter(|run| run.engine.waits_for_slot()).map(|run| run.id).collect();
            waiting.into_iter().for_each(|run| self.feed(run, RunEvent::Input(Input::Tick), cx));
        }
        self.perform_held(cx);
        self.drop_recorded(cx);
        self.tell_form(cx);
        if !cx.tasks.is_running(&Slot::Journal)
            && let Some(writing) = self.journal.write()
        {
            cx.tasks.spawn(Lifetime::Program, Slot::Journal, async move { TaskResult::Written(writing.await) });
        }
    }

    fn feed(&mut self, run: RunId, came: RunEvent, cx: &mut Context) {
        let Some(index) = self.runs.iter().position(|known| known.id == run) else { return };
        let input = self.arrived(index, came, cx);
        if let Some(problem) = problem_of(&input).filter(|problem| problem.code == Code::Unauthorized) {
            cx.notify(Notice::TokenRefused(problem.clone()));
        }
        let is_import = self.runs[index].purpose == Purpose::Import;
        let form_waits = is_import && self.of(Purpose::Form).any(|form| form.engine.waits_for_slot());
        let gate = self.runs[index].gate.clone();
        let effects = {
            let mut pace = gate.pace();
            pace.yield_slots(form_waits);
            let effects = self.runs[index].engine.handle(gate.now(), input, &mut pace);
            pace.yield_slots(false);
            effects
        };
        gate.wake_waiter();
        self.perform_all(index, effects, cx);
    }

    /// What came, as the engine hears of it.
    fn arrived(&mut self, index: usize, came: RunEvent, cx: &mut Context) -> Input {
        let run = &mut self.runs[index];
        match came {
            RunEvent::Input(input) => {
                if let Input::Created { .. } = input {
                    run.creating = run.creating.saturating_sub(1);
                }
                input
            }
            RunEvent::Photo { photo, prepared, reuse } => {
                let edit = run.photo(photo).map(|photo| photo.edit).unwrap_or_default();
                if let Some(photo) = run.photo(photo) {
                    cx.send(Event::PhotoPrepared { key: photo.key(), changes: (&prepared).into() });
                }
                let hash = prepared.source_hash;
                let (content, lifetime) = (hash.edited(&edit), Duration::from_secs(UPLOAD_LIFETIME_SECONDS.unsigned_abs()));
                let just_now = || run.uploaded.get(&content).cloned();
                let earlier = || cx.store.find_upload(&run.account, &content, cx.now(), lifetime).unwrap_or_default();
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
                .filter(|session| !Guard::Account.holds() || session.key().is_ok_and(|account| account == self.runs[index].account));
            let around = EffectContext { session, limits: &limits, budget: &cx.budget, meter: &self.updates.meter };
            match self.runs[index].perform(effect, &around) {
                EffectResult::TaskResult => {}
                EffectResult::Answer(input) => self.push(run, input),
                EffectResult::Tell(problem) => cx.send(Event::Problem(problem)),
                EffectResult::Learned(limits) => cx.learn_limits(&limits),
                EffectResult::Record { number, record } => self.journal.record(run, number, record),
                EffectResult::Task(task) => {
                    cx.tasks.spawn(Lifetime::Account, None, async move { TaskResult::Run(RunInput { run, came: task.await }) });
                }
            }
        }
    }

    fn written(&mut self, Written { through, result }: Written, cx: &mut Context) {
        match result {
            Ok(()) => through.into_iter().for_each(|(run, through)| self.push(run, Input::Recorded { through })),
            Err(problem) => {
                self.journal.forget(&through);
                if through.is_empty() {
                    cx.send(Event::Problem(problem.clone()));
                }
                through.into_iter().for_each(|(run, _)| self.push(run, Input::RecordFailed(problem.clone())));
            }
        }
    }

    /// Everything asked for is written down when this returns, as far as the disk takes it.
    pub(super) fn drain(&mut self, cx: &mut Context) {
        if let Some(written) = self.journal.drain() {
            self.written(written, cx);
        }
    }

    /// What the journal has is not kept as started any longer.
    fn drop_recorded(&mut self, cx: &Context) {
        if !self.inputs.is_empty() {
            return;
        }
        let recorded = self.runs.iter_mut().filter(|run| run.engine.is_recorded());
        let recorded: Vec<DraftId> = recorded.flat_map(|run| std::mem::take(&mut run.begun)).collect();
        // What stays by mistake is known by its numbers when it is resumed.
        if !recorded.is_empty()
            && let Err(problem) = cx.store.delete_pending(recorded)
        {
            tracing::warn!(%problem, "a begun import is still kept as started");
        }
    }

    /// When to look in again although nothing came.
    pub fn next_timer(&self) -> Option<Instant> {
        let more = (!self.inputs.is_empty()).then(Instant::now);
        let wake = self.runs.iter().filter_map(|run| run.wake_at.map(|at| run.gate.instant(at)));
        more.into_iter().chain(wake).chain(self.next_telling()).min()
    }

    pub fn tell_screens(&mut self, cx: &mut Context) {
        self.tell(Instant::now(), cx);
    }

    /// Writes down what is left to be, and says how far it came.
    pub fn shut_down(&mut self, cx: &mut Context) {
        self.save_all(cx);
        self.tell_now(Instant::now(), cx);
    }
}

fn problem_of(input: &Input) -> Option<&Problem> {
    match input {
        Input::Uploaded { result: Err(problem), .. } | Input::Created { result: Err(problem), .. } | Input::Listed(Err(problem)) => {
            Some(problem)
        }
        _ => None,
    }
}
