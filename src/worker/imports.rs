//! The imports under way: feeds their engines, writes down what they ask for, and tells the screens.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use super::form::Uploaded;
use super::gate::Gate;
use super::hub::{Done, Hub};
use super::meter::Meter;
use super::run::{Came, Performed, Photo, Purpose, Run, RunInput, Surroundings};
use super::session::Live;
use super::starting::Starting;
use super::{Event, Progress};
use crate::domain::{AccountKey, Code, Draft, Problem};
use crate::import::again::Added;
use crate::import::engine::{Config, Engine, Input};
use crate::import::journal::{Record, UPLOAD_LIFE};
use crate::import::limits::Sent;
use crate::import::{Counts, DraftId, PlannedDraft, Row, RunId, State, Waiting};
use crate::media::Budget;

/// Everything this program decodes at one time, in bytes; with what waits to be sent it keeps to 300 MB.
const DECODING_BUDGET: u64 = 260 << 20;

/// A pause shorter than this is not told.
const WORTH_TELLING: Duration = Duration::from_secs(2);
/// A wait is counted down in seconds.
const COUNT_DOWN_EVERY: Duration = Duration::from_secs(1);

pub struct Imports {
    pub(super) runs: Vec<Run>,
    pub(super) inputs: VecDeque<RunInput>,
    budget: Budget,
    meter: Meter,
    last_told: Option<Instant>,
    last_progress: Option<Progress>,
    /// The end of the import has been told.
    pub(super) ended: bool,
    /// Started, and compared with earlier imports before they begin.
    pub(super) starting: Vec<Starting>,
    /// How many were started, to tell them apart.
    pub(super) starts: u64,
    /// Handed to a run's engine, and pending until the journal has them.
    begun: Vec<(RunId, BTreeSet<DraftId>)>,
}

impl Default for Imports {
    fn default() -> Self {
        Self {
            runs: Vec::new(),
            inputs: VecDeque::new(),
            budget: Budget::new(DECODING_BUDGET),
            meter: Meter::default(),
            last_told: None,
            last_progress: None,
            ended: true,
            starting: Vec::new(),
            starts: 0,
            begun: Vec::new(),
        }
    }
}

impl Imports {
    pub fn creations_under_way(&self) -> usize {
        self.runs.iter().map(|run| run.creating).sum()
    }

    /// Those on the screen, under way or ended, oldest first.
    pub fn shown_runs(&self) -> Vec<RunId> {
        let mut runs: Vec<RunId> = self.of(Purpose::Import).map(|run| run.id).collect();
        runs.sort_unstable();
        runs
    }

    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    fn of(&self, purpose: Purpose) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.purpose == purpose)
    }

    /// When the hub has to look in again although nothing came.
    pub fn next_timer(&self, gate: Option<&Gate>, tell_every: Duration) -> Option<Instant> {
        let wake = gate.and_then(|gate| self.runs.iter().filter_map(|run| run.wake_at).min().map(|at| gate.instant(at)));
        let changed = self.of(Purpose::Import).any(|run| !run.changed.is_empty());
        let every = match self.last_progress.as_ref().and_then(|progress| progress.waiting.as_ref()) {
            _ if changed => Some(tell_every),
            None | Some(Waiting::Canary) => Some(tell_every),
            Some(Waiting::Pace { .. } | Waiting::Checking { .. } | Waiting::Network { .. }) => Some(COUNT_DOWN_EVERY),
            // Nothing moves until someone does something.
            Some(Waiting::Paused | Waiting::SignIn | Waiting::Refusals(_) | Waiting::Person | Waiting::Storage(_)) => None,
        };
        let tell = self.last_told.filter(|_| !self.ended).zip(every).map(|(told, every)| told + every);
        wake.into_iter().chain(tell).min()
    }
}

impl Hub {
    /// The drafts join the account's import under way, or begin one. `pending` are the numbers they were pending under.
    pub(super) fn begin_import(
        &mut self,
        account: &AccountKey,
        added: Vec<Added>,
        pending: Vec<DraftId>,
        paused: bool,
    ) -> Result<(), Problem> {
        let under_way = self.imports.of(Purpose::Import).find(|run| !run.engine.ended()).map(|run| run.id);
        let run = match under_way {
            Some(run) => run,
            None => {
                self.imports.runs.retain(|run| run.purpose != Purpose::Import);
                let run = self.store.new_run()?;
                let knowledge = self.store.knowledge(account)?;
                self.imports.runs.push(Run::new(
                    run,
                    Purpose::Import,
                    Engine::new(run, account.clone(), knowledge, Config::default()),
                    HashMap::new(),
                ));
                self.imports.inputs.push_back(RunInput { run, came: Came::Input(Input::Start) });
                run
            }
        };
        let drafts = added.iter().map(|added| (added.id(), added.planned().clone())).collect();
        if let Some(run) = self.imports.runs.iter_mut().find(|known| known.id == run) {
            run.photos.extend(added.iter().map(|added| (added.id(), Photo::of(added.planned()))));
        }
        self.imports.ended = false;
        self.tell(Event::ImportDrafts(drafts));
        if paused {
            self.imports.inputs.push_back(RunInput { run, came: Came::Input(Input::Pause) });
        }
        self.imports.inputs.push_back(RunInput { run, came: Came::Input(Input::Add(added)) });
        self.imports.begun.push((run, pending.into_iter().collect()));
        Ok(())
    }

    pub(super) fn import_pause(&mut self) {
        self.imports.starting.iter_mut().for_each(|start| start.paused = true);
        self.each_import(|| Input::Pause);
    }

    pub(super) fn import_continue(&mut self) {
        self.imports.starting.iter_mut().for_each(|start| start.paused = false);
        self.each_import(|| Input::Continue);
    }

    pub(super) fn import_cancel(&mut self) {
        self.cancel_starting();
        self.each_import(|| Input::Cancel);
    }

    pub(super) fn import_retry(&mut self, drafts: Vec<(DraftId, Draft)>) {
        self.imports.ended = false;
        self.each_import(|| Input::Retry(drafts.clone()));
    }

    pub(super) fn import_decide(&mut self, draft: DraftId, exists: bool) {
        self.imports.ended = false;
        self.each_import(|| Input::Decide { draft, exists });
    }

    fn each_import(&mut self, input: impl Fn() -> Input) {
        let runs: Vec<RunId> = self.imports.of(Purpose::Import).map(|run| run.id).collect();
        for run in runs {
            self.imports.inputs.push_back(RunInput { run, came: Came::Input(input()) });
        }
    }

    /// The form's product: a run of one draft whose photos are up already.
    pub(super) fn start_form_run(&mut self, planned: PlannedDraft, uploaded: Vec<Uploaded>) {
        if let Err(problem) = self.begin_form_run(planned, uploaded) {
            self.tell(Event::FormResult(Err(problem)));
        }
    }

    fn begin_form_run(&mut self, planned: PlannedDraft, uploaded: Vec<Uploaded>) -> Result<(), Problem> {
        let live = self.live.as_ref().ok_or_else(|| Problem::new(Code::SignInNeeded))?;
        if let Some(problem) = planned.draft.check(planned.photos.len(), &live.client.profile().rules()).into_iter().next() {
            return Err(problem.into());
        }
        let account = live.key()?;
        let (run, draft) = (self.store.new_run()?, self.store.new_drafts(1)?[0]);
        let mut records = vec![
            Record::RunStarted { run, account: account.clone() },
            Record::FromForm { run },
            Record::DraftAdded { draft, run, planned },
        ];
        let photos = uploaded.into_iter().enumerate();
        records.extend(photos.map(|(index, photo)| Record::PhotoUploaded {
            draft,
            index,
            hash: photo.hash,
            edit: photo.edit,
            file: photo.file,
        }));
        self.store.append(&records, Timestamp::now())?;
        let knowledge = self.store.knowledge(&account)?;
        self.restore(run, Purpose::Form, knowledge)
    }

    pub(super) fn run_input(&mut self, input: RunInput) {
        self.imports.inputs.push_back(input);
    }

    pub(super) fn drop_imports(&mut self) {
        let runs = std::mem::take(&mut self.imports.runs);
        if let Some(gate) = self.market.as_ref().map(|market| &market.gate) {
            runs.into_iter().for_each(|run| run.engine.abandon(gate.now(), &mut gate.pace()));
            gate.freed();
        }
        self.imports.inputs.clear();
        // What had not begun stays pending, for the account it was started in.
        self.imports.starting.clear();
        self.imports.begun.clear();
        self.imports.ended = true;
    }

    /// Feeds the engines until they have nothing more to ask at once.
    pub(super) fn run_imports(&mut self) {
        let Some(gate) = self.market.as_ref().map(|market| market.gate.clone()) else { return };
        let now = gate.now();
        for run in &mut self.imports.runs {
            if run.wake_at.is_some_and(|at| at <= now) {
                run.wake_at = None;
                self.imports.inputs.push_back(RunInput { run: run.id, came: Came::Input(Input::Tick) });
            }
        }
        while let Some(RunInput { run, came }) = self.imports.inputs.pop_front() {
            let Some(index) = self.imports.runs.iter().position(|known| known.id == run) else { continue };
            let Some(input) = self.arrived(index, came) else { continue };
            self.note_problem_of(problem_of(&input).cloned().as_ref());
            let effects = self.imports.runs[index].engine.handle(gate.now(), input, &mut gate.pace());
            gate.freed();
            self.perform_all(index, effects);
        }
        self.drop_recorded_pending();
        self.tell_form();
    }

    fn drop_recorded_pending(&mut self) {
        let runs = &self.imports.runs;
        let recorded = |(run, _): &mut (RunId, BTreeSet<DraftId>)| runs.iter().any(|known| known.id == *run && known.engine.is_recorded());
        let recorded: BTreeSet<DraftId> = self.imports.begun.extract_if(.., recorded).flat_map(|(_, drafts)| drafts).collect();
        // What stays pending by mistake is known by its numbers when it is resumed.
        if !recorded.is_empty()
            && let Err(problem) = self.drop_pending(&recorded)
        {
            tracing::warn!(%problem, "a begun import is still kept as pending");
        }
    }

    /// What came, as the engine hears of it.
    fn arrived(&mut self, index: usize, came: Came) -> Option<Input> {
        let run = &mut self.imports.runs[index];
        match came {
            Came::Input(input) => {
                if let Input::Created { .. } = input {
                    run.creating = run.creating.saturating_sub(1);
                }
                Some(input)
            }
            Came::Photo { photo, prepared, reuse } => {
                let edit = run.photo(photo).map(|photo| photo.edit).unwrap_or_default();
                let done = run.photo(photo).map(|photo| Event::PhotoDone { key: photo.key(), treatment: (&prepared).into() });
                let hash = prepared.source_hash;
                let known = match self.live.as_ref().map(Live::key) {
                    Some(Ok(account)) if reuse => self
                        .store
                        .known_upload(&account, &hash.edited(&edit), Timestamp::now(), Duration::from_secs(UPLOAD_LIFE.unsigned_abs()))
                        .unwrap_or_default(),
                    _ => None,
                };
                let sent = Sent::from(&prepared);
                if known.is_none() {
                    run.keep(photo, prepared);
                }
                done.into_iter().for_each(|done| self.tell(done));
                Some(Input::Prepared { photo, hash, sent, known })
            }
        }
    }

    fn perform_all(&mut self, index: usize, effects: Vec<crate::import::engine::Effect>) {
        let run = self.imports.runs[index].id;
        let (mut records, mut through) = (Vec::new(), None);
        let limits = self.photo_limits();
        for effect in effects {
            let around =
                Surroundings { live: self.live.as_ref(), limits: &limits, budget: &self.imports.budget, meter: &self.imports.meter };
            match self.imports.runs[index].perform(effect, &around) {
                Performed::Done => {}
                Performed::Answer(input) => self.imports.inputs.push_back(RunInput { run, came: Came::Input(input) }),
                Performed::Tell(problem) => self.tell(Event::Problem(problem)),
                Performed::Learned(limits) => self.learn_limits(&limits),
                Performed::Record { number, record } => {
                    records.push(record);
                    through = Some(number);
                }
                Performed::Task(task) => drop(self.spawn(async move { Done::Run(RunInput { run, came: task.await }) })),
            }
        }
        if let Some(through) = through {
            let input = match self.store.append(&records, Timestamp::now()) {
                Ok(()) => Input::Recorded { through },
                Err(problem) => Input::RecordFailed(problem),
            };
            self.imports.inputs.push_back(RunInput { run, came: Came::Input(input) });
        }
    }

    /// Tells the screens what changed, not more often than they can show it.
    pub(super) fn tell_imports(&mut self, now: Instant, tell_every: Duration) {
        if self.imports.ended || self.imports.last_told.is_some_and(|told| now - told < tell_every) {
            return;
        }
        self.tell_imports_now(now);
    }

    pub(super) fn tell_imports_now(&mut self, now: Instant) {
        let Some(gate) = self.market.as_ref().map(|market| market.gate.clone()) else { return };
        self.imports.last_told = Some(now);
        let mut rows: Vec<Row> = Vec::new();
        for run in self.imports.runs.iter_mut().filter(|run| run.purpose == Purpose::Import) {
            rows.extend(std::mem::take(&mut run.changed).into_iter().filter_map(|draft| run.engine.row(draft)));
        }
        if !rows.is_empty() {
            self.tell(Event::ImportRows(rows));
        }
        let progress = self.progress(now, gate.now(), &gate.pace());
        let ended = self.imports.inputs.is_empty()
            && self.imports.starting.is_empty()
            && self.imports.of(Purpose::Import).all(|run| run.engine.ended());
        self.imports.ended = ended;
        if ended {
            self.tell(Event::ImportEnded(progress.clone()));
        } else if self.imports.last_progress.as_ref() != Some(&progress) {
            self.tell(Event::ImportProgress(progress.clone()));
        }
        self.imports.last_progress = Some(progress);
    }

    fn progress(&mut self, at: Instant, now: Duration, pace: &crate::pace::Pace) -> Progress {
        let mut progress = Progress::default();
        for run in self.imports.of(Purpose::Import) {
            let Counts { created, skipped, failed, cancelled, waiting, needs_person } = run.engine.counts();
            let counts = &mut progress.counts;
            counts.created += created;
            counts.skipped += skipped;
            counts.failed += failed;
            counts.cancelled += cancelled;
            counts.waiting += waiting;
            counts.needs_person += needs_person;
            let (up, photos) = run.engine.photos();
            progress.photos_up += up;
            progress.photos += photos;
            progress.uploads += run.engine.uploads();
            progress.waiting = progress.waiting.take().or_else(|| run.engine.waiting(now, pace));
        }
        for start in &self.imports.starting {
            progress.counts.waiting += start.count();
            let signed_out = self.live.is_none().then_some(Waiting::SignIn);
            progress.waiting = progress.waiting.take().or(signed_out).or_else(|| start.paused.then_some(Waiting::Paused));
        }
        // A moment's pause between two requests is no news; the end of a longer one is.
        let told = matches!(self.imports.last_progress, Some(Progress { waiting: Some(Waiting::Pace { .. }), .. }));
        progress.waiting = progress.waiting.filter(|waiting| told || !matches!(waiting, Waiting::Pace { for_ } if *for_ < WORTH_TELLING));
        let counts = progress.counts;
        let speed = self.imports.meter.measure(at, counts.created + counts.failed);
        progress.bytes_per_second = speed.bytes_per_second;
        progress.products_per_minute = speed.finished_per_second * 60.0;
        // The speed of before tells nothing of when the network will be back, or somebody does what is asked.
        let moving = matches!(progress.waiting, None | Some(Waiting::Canary | Waiting::Pace { .. } | Waiting::Checking { .. }));
        progress.left = speed.time_for(counts.waiting).filter(|_| moving);
        progress
    }

    fn tell_form(&mut self) {
        let mut told = Vec::new();
        for run in self.imports.runs.iter_mut().filter(|run| run.purpose == Purpose::Form) {
            let changed = std::mem::take(&mut run.changed);
            let Some(row) = run.engine.rows().next() else { continue };
            match row.state {
                State::Created => told.push((Some(run.id), Event::FormResult(Ok(row.product_id)))),
                State::NeedsPerson => told.push((Some(run.id), Event::FormResult(Err(Problem::new(Code::Ambiguous))))),
                State::Failed | State::Cancelled | State::Skipped => {
                    told.push((Some(run.id), Event::FormResult(Err(row.problem.unwrap_or_else(|| Problem::new(Code::Cancelled))))));
                }
                State::Checking if !changed.is_empty() => told.push((None, Event::FormChecking)),
                _ => {}
            }
        }
        for (run, event) in told {
            self.imports.runs.retain(|known| Some(known.id) != run);
            self.tell(event);
        }
    }
}

/// The time now, in seconds since 1970.
pub(super) fn wall() -> i64 {
    Timestamp::now().as_second()
}

fn problem_of(input: &Input) -> Option<&Problem> {
    match input {
        Input::Uploaded { result: Err(problem), .. } | Input::Created { result: Err(problem), .. } | Input::Listed(Err(problem)) => {
            Some(problem)
        }
        _ => None,
    }
}
