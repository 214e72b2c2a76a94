//! One run: its engine, and the performing of the engine's effects.
//!
//! The task owns everything that the run needs, and takes one input at a time: a command, an answer, the end of a write, the
//! time the engine asked for. It can be cancelled at any point, as by a crash: what may have been sent is on disk.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jiff::Timestamp;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::disk::{Disk, Written};
use super::meter::Meter;
use super::reading::{ids_per_reading, read_alone, read_listed};
use super::task_result::{RunEnd, TaskResult};
use crate::domain::{AccountKey, BatchItem, Code, Problem, Product, ProductChange, ProductId, ProductState};
use crate::edit::engine::{Config, Effect, Input};
use crate::edit::{EditCounts, EditRunId, Engine, StoredRow};
use crate::store::{Store, StorePath};
use crate::worker::messages::{EditEvent, EditProgress};
use crate::worker::photos::blocking;
use crate::worker::progress_interval::UPDATE_INTERVAL;
use crate::worker::session::AuthenticatedSession;
use crate::worker::tasks::Reporter;

/// The minimum interval between updates of the saved list.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// What a run's task is told.
pub enum RunCommand {
    Input(Input),
    /// There is a new token.
    Session(Box<AuthenticatedSession>),
    /// End as soon as no request is on its way.
    Stop,
}

/// What a run begins with.
pub enum Opening {
    Begin {
        rows: Vec<StoredRow>,
        undoes: Option<EditRunId>,
    },
    /// An earlier run, with what its engine is told first.
    Restore {
        run: EditRunId,
        inputs: Vec<Input>,
    },
}

/// What a run is opened with.
pub struct RunSources {
    pub session: AuthenticatedSession,
    pub account: AccountKey,
    pub store: StorePath,
    pub clock: fn() -> Timestamp,
    pub commands: mpsc::UnboundedReceiver<RunCommand>,
    pub reporter: Reporter,
}

/// What happened outside.
enum Done {
    Input(Input),
    Written(Written),
}

type Work = Pin<Box<dyn Future<Output = Done> + Send>>;

/// A run in progress.
struct Run {
    id: EditRunId,
    /// `None` once it is dropped.
    engine: Option<Engine>,
    session: AuthenticatedSession,
    reporter: Reporter,
    disk: Disk,
    work: FuturesUnordered<Work>,
    /// When the engine wants its next tick, on its clock.
    wake_at: Option<Duration>,
    /// Products of the last reading, by id.
    fresh: Vec<Product>,
    updated_at: Option<Instant>,
    saved_at: Instant,
    meter: Meter,
    is_paused: bool,
    is_stopping: bool,
    last: Option<EditProgress>,
}

impl Drop for Run {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            let gate = &self.session.gate;
            engine.abandon(gate.now(), &mut gate.pace());
            gate.wake_waiter();
        }
    }
}

/// Opens a run and performs it until it has ended, needs a sign-in, or is stopped.
pub async fn perform(mut opening: Opening, sources: RunSources) -> RunEnd {
    let inputs = if let Opening::Restore { inputs, .. } = &mut opening { std::mem::take(inputs) } else { Vec::new() };
    let RunSources { session, account, store, clock, mut commands, reporter } = sources;
    let account = Arc::new(account);
    let opened = open(opening, Arc::clone(&account), store.clone(), clock).await;
    let Opened { id, rows, undoes, store: connection } = match opened {
        Ok(opened) => opened,
        Err(problem) => return RunEnd::Failed(problem),
    };
    reporter.report(TaskResult::Update(EditEvent::Opened { run: id, rows: rows.clone(), undoes }));
    let mut run = Run {
        id,
        engine: Some(Engine::new(rows, config(&session))),
        disk: Disk::new(store, account, id, Some(connection)),
        work: FuturesUnordered::new(),
        wake_at: None,
        fresh: Vec::new(),
        updated_at: None,
        saved_at: Instant::now(),
        meter: Meter::default(),
        is_paused: false,
        is_stopping: false,
        last: None,
        session,
        reporter,
    };
    run.feed(Input::Start);
    inputs.into_iter().for_each(|input| run.feed(input));
    run.work(&mut commands).await
}

/// A run that was read or recorded.
struct Opened {
    id: EditRunId,
    rows: Vec<StoredRow>,
    undoes: Option<EditRunId>,
    store: Store,
}

/// Reads the rows of a run, or records a new one.
async fn open(opening: Opening, account: Arc<AccountKey>, store: StorePath, clock: fn() -> Timestamp) -> Result<Opened, Problem> {
    blocking(move || {
        let store = store.connect()?;
        match opening {
            Opening::Begin { rows, undoes } => {
                Ok(Opened { id: store.begin_edit_run(&account, &rows, undoes, clock())?, rows, undoes, store })
            }
            Opening::Restore { run, .. } => {
                let rows = store.edit_rows(&account, run)?.ok_or_else(|| Problem::new(Code::NoEditRun).with_subject(run.to_string()))?;
                Ok(Opened { id: run, rows, undoes: store.undone_by(run)?, store })
            }
        }
    })
    .await
}

fn config(session: &AuthenticatedSession) -> Config {
    let batch = session.client.profile().edit.as_ref().and_then(|edit| edit.batch.as_ref()).map(|batch| batch.items);
    Config { batch, read_items: ids_per_reading(&session.client) }
}

impl Run {
    async fn work(&mut self, commands: &mut mpsc::UnboundedReceiver<RunCommand>) -> RunEnd {
        loop {
            self.write();
            self.update(false);
            if self.engine.as_ref().is_some_and(|engine| engine.ended() || (engine.is_quiet() && self.must_end(engine))) {
                self.finish().await;
                match commands.try_recv() {
                    // It came while the last records were being written. A new token alone leaves nothing to wait for.
                    Ok(command) => {
                        self.handle_command(command);
                        continue;
                    }
                    Err(_) => return self.end(),
                }
            }
            let timer = self.next_timer();
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(command) => self.handle_command(command),
                    None => self.handle_command(RunCommand::Stop),
                },
                Some(done) = self.work.next(), if !self.work.is_empty() => self.on_done(done),
                () = tokio::time::sleep_until(timer.unwrap_or_else(Instant::now)), if timer.is_some() => self.tick(),
            }
        }
    }

    fn handle_command(&mut self, command: RunCommand) {
        match command {
            RunCommand::Input(input) => self.feed(input),
            RunCommand::Session(session) => self.session = *session,
            RunCommand::Stop => {
                self.is_stopping = true;
                self.feed(Input::Pause);
            }
        }
    }

    fn on_done(&mut self, done: Done) {
        match done {
            Done::Input(input) => {
                if let Input::Read { result: Err(problem), .. } | Input::Sent { result: Err(problem), .. } = &input
                    && problem.code == Code::Unauthorized
                {
                    self.reporter.report(TaskResult::Refused(problem.clone()));
                }
                self.feed(input);
            }
            Done::Written(written) => match self.disk.written(written) {
                Ok(Some(through)) => self.feed(Input::Recorded { through }),
                Ok(None) => {}
                Err(problem) => self.feed(Input::RecordFailed(problem)),
            },
        }
    }

    fn tick(&mut self) {
        if self.wake_at.is_some_and(|at| at <= self.session.gate.now()) {
            self.feed(Input::Tick);
        }
    }

    /// Hands the engine an input and performs what it asks for.
    fn feed(&mut self, input: Input) {
        match &input {
            Input::Pause => self.is_paused = true,
            Input::Continue => self.is_paused = false,
            _ => {}
        }
        let read = match &input {
            Input::Read { result: Ok(states), .. } => states.iter().map(|state| state.product.clone()).collect(),
            _ => Vec::new(),
        };
        let Some(engine) = &mut self.engine else { return };
        let gate = &self.session.gate;
        let effects = engine.handle(gate.now(), input, &mut gate.pace());
        gate.wake_waiter();
        self.wake_at = None;
        self.keep_settled(read);
        for effect in effects {
            match effect {
                Effect::Record { number, rows } => self.disk.record(number, rows),
                Effect::Read { read, ids, alone } => self.read(read, ids, alone),
                Effect::Send { request, changes, alone } => self.send(request, changes, alone),
                Effect::WakeAt(at) => self.wake_at = Some(at),
            }
        }
    }

    /// Of the products just read, those whose rows are final are news for the products table.
    fn keep_settled(&mut self, read: Vec<Product>) {
        let Some(engine) = &mut self.engine else { return };
        let changed = engine.take_changed();
        if !read.is_empty() {
            let settled: HashSet<&ProductId> =
                changed.iter().filter(|(_, row)| row.state.is_final()).map(|(_, row)| &row.product).collect();
            self.fresh.extend(read.into_iter().filter(|product| settled.contains(&product.id)));
        }
        self.meter.changed.extend(changed);
    }

    fn read(&self, read: u64, ids: Vec<ProductId>, alone: bool) {
        let session = self.session.clone();
        self.work.push(Box::pin(async move {
            let result = match ids.first() {
                Some(id) if alone => read_alone(&session, id).await.map(|state| vec![state]),
                _ => read_listed(&session, &ids).await,
            };
            Done::Input(Input::Read { read, result })
        }));
    }

    fn send(&self, request: u64, changes: Vec<ProductChange>, alone: bool) {
        let session = self.session.clone();
        self.work.push(Box::pin(async move {
            let result = match changes.first() {
                Some(change) if alone => session.client.patch_product(&session.token, change).await.map(|state| vec![item(change, state)]),
                _ => match session.vendor() {
                    Ok(vendor) => session.client.batch_update(&session.token, vendor, &changes).await,
                    Err(problem) => Err(problem),
                },
            };
            Done::Input(Input::Sent { request, result: session.check_token(result) })
        }));
    }

    fn write(&mut self) {
        if self.fresh.is_empty() || self.saved_at.elapsed() >= SAVE_INTERVAL {
            self.save_fresh();
        }
        if let Some(writing) = self.disk.write() {
            self.work.push(Box::pin(async move { Done::Written(writing.await) }));
        }
    }

    fn save_fresh(&mut self) {
        self.saved_at = Instant::now();
        if !self.fresh.is_empty() {
            let products = std::mem::take(&mut self.fresh);
            self.reporter.report(TaskResult::Products(products.clone()));
            self.disk.keep(products);
        }
    }

    /// Whether the task ends although there is more to do.
    const fn must_end(&self, engine: &Engine) -> bool {
        self.is_stopping || engine.needs_sign_in()
    }

    fn end(&mut self) -> RunEnd {
        let progress = self.progress(Instant::now());
        match &self.engine {
            Some(engine) if engine.ended() => RunEnd::Finished { run: self.id, progress },
            Some(engine) if engine.needs_sign_in() && !self.is_stopping => RunEnd::NeedsSignIn { run: self.id, paused: self.is_paused },
            _ => RunEnd::Stopped,
        }
    }

    /// Writes the rest, and tells the screens.
    async fn finish(&mut self) {
        self.save_fresh();
        while !self.disk.is_idle() {
            self.write();
            match self.work.next().await {
                Some(Done::Written(written)) => drop(self.disk.written(written)),
                Some(Done::Input(_)) => {}
                None => break,
            }
        }
        self.update(true);
    }

    fn next_timer(&self) -> Option<Instant> {
        let wake = self.wake_at.map(|at| self.session.gate.instant(at));
        let update = self.updated_at.zip(self.meter.next_update_after(self.last.as_ref())).map(|(at, wait)| at + wait);
        let save = (!self.fresh.is_empty()).then(|| self.saved_at + SAVE_INTERVAL);
        wake.into_iter().chain(update).chain(save).min()
    }

    /// Sends rows and progress to the screens, if that is due.
    fn update(&mut self, is_last: bool) {
        let now = Instant::now();
        if !is_last && self.updated_at.is_some_and(|at| now - at < UPDATE_INTERVAL) {
            return;
        }
        self.updated_at = Some(now);
        let run = self.id;
        let rows = self.meter.take_changed();
        if !rows.is_empty() {
            self.reporter.report(TaskResult::Update(EditEvent::Rows { run, rows }));
        }
        let progress = self.progress(now);
        if self.last.as_ref() != Some(&progress) {
            self.reporter.report(TaskResult::Update(EditEvent::Progress { run, progress: progress.clone() }));
            self.last = Some(progress);
        }
    }

    fn progress(&mut self, now: Instant) -> EditProgress {
        let Some(engine) = &self.engine else { return EditProgress::default() };
        let counts = EditCounts::of(engine.rows().map(|row| row.state));
        let gate = &self.session.gate;
        let waiting = engine.waiting(gate.now(), &gate.pace());
        EditProgress { counts, left: self.meter.left(now, counts), waiting }
    }
}

/// A marketplace that took the change of one product need not show it.
fn item(change: &ProductChange, state: Option<ProductState>) -> BatchItem {
    BatchItem { id: change.id.clone(), in_review: state.is_some_and(|state| state.in_review), problem: None }
}
