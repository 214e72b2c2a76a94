//! One run: its engine, and the performing of the engine's effects.
//!
//! The run owns everything that it needs. It can be dropped at any point, as by a crash: what may have been
//! sent is on disk.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use super::disk::{Disk, Written};
use super::meter::Meter;
use super::reading::{ids_per_reading, read_alone, read_listed};
use crate::store::{Store, StorePath};
use crate::worker::executor::Executor;
use crate::worker::photos::blocking;
use crate::worker::progress_interval::UPDATE_INTERVAL;
use crate::worker::session::AuthenticatedSession;
use crate::worker::session::gate::Gate;
use vitrine_core::edit::engine::{Config, Effect, Input, MAX_READING_AGE};
use vitrine_core::edit::{EditCounts, EditRunId, Engine, RunPurpose, StoredRow};
use vitrine_core::import::journal::Knowledge;
use vitrine_core::market::wire::variant_payloads;
use vitrine_domain::{
    AccountKey, BatchItem, Discount, Field, FieldValue, Problem, ProblemKind, Product, ProductChange,
    ProductId, ProductState, WriteVerdict,
};
use vitrine_model::messages::{EditEvent, EditProgress};

/// The minimum interval between updates of the saved list.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// What a run begins with.
pub enum Source {
    New {
        rows: Vec<StoredRow>,
        purpose: RunPurpose,
    },
    /// An earlier run.
    Saved(EditRunId),
}

/// A run that was read or recorded.
pub struct Opened {
    pub run: Box<Run>,
    pub rows: Vec<StoredRow>,
    pub undoes: Option<EditRunId>,
}

/// Reads a run, or records a new one. It waits for [`Input::Start`].
pub async fn open(source: Source, run: NewRun, clock: fn() -> Timestamp) -> Result<Opened, Problem> {
    blocking(move || {
        let store = run.store.connect()?;
        let (id, rows, undoes) = match source {
            Source::New { rows, purpose } => {
                (store.begin_edit_run(&run.account, &rows, purpose, clock())?, rows, purpose.undoes)
            }
            Source::Saved(id) => {
                let rows = store
                    .edit_rows(&run.account, id)?
                    .ok_or_else(|| Problem::new(ProblemKind::NoEditRun).with_subject(id.to_string()))?;
                (id, rows, store.undone_by(id)?)
            }
        };
        Ok(Opened { run: Box::new(run.with(id, rows.clone(), store)), rows, undoes })
    })
    .await
}

/// What a run has before its rows.
pub struct NewRun {
    pub account: Arc<AccountKey>,
    pub config: Config,
    /// The most products of one request that begins or ends a discount.
    pub discount_items: Option<usize>,
    pub gate: Gate,
    pub store: StorePath,
}

impl NewRun {
    fn with(self, id: EditRunId, rows: Vec<StoredRow>, connection: Store) -> Run {
        let Self { account, config, discount_items, gate, store } = self;
        let is_of_discounts =
            rows.iter().flat_map(|row| &row.changes).any(|change| change.field == Field::Discount);
        let batch = if is_of_discounts { discount_items } else { config.batch };
        let config = Config { batch, ..config };
        Run {
            id,
            engine: Executor::new(Engine::new(rows, config), gate),
            disk: Disk::new(store, Arc::clone(&account), id, Some(connection)),
            account,
            marker: Arc::default(),
            fresh: Vec::new(),
            updated_at: None,
            saved_at: Instant::now(),
            meter: Meter::default(),
            is_paused: false,
            is_stopping: false,
            last: None,
        }
    }
}

/// The result of a task of a run.
pub enum Done {
    /// An input for the run with this marker.
    Input(Weak<()>, Input),
    Written(Written),
}

/// A task of a run.
pub type Task = Pin<Box<dyn Future<Output = Done> + Send>>;

/// Why a run has ended.
pub enum RunEnd {
    /// Nothing is left to do automatically.
    Finished(EditProgress),
    /// It goes on with the next token. `paused`: but sends nothing by itself.
    NeedsSignIn { paused: bool },
    /// It was asked to stop, for the end of the program or another account.
    Stopped,
}

/// A run in progress.
pub struct Run {
    pub id: EditRunId,
    /// The account whose shop it changes.
    pub account: Arc<AccountKey>,
    /// What its tasks are told from those of an earlier run by: the answer to a reading that is no longer
    /// waited for may come much later.
    pub marker: Arc<()>,
    engine: Executor<Engine>,
    disk: Disk,
    /// Products of the last reading, by id.
    fresh: Vec<Product>,
    updated_at: Option<Instant>,
    saved_at: Instant,
    meter: Meter,
    is_paused: bool,
    is_stopping: bool,
    last: Option<EditProgress>,
}

impl Run {
    /// Has it end as soon as no request of it is on its way.
    pub fn stop(&mut self, session: Option<&AuthenticatedSession>) -> Vec<Task> {
        self.is_stopping = true;
        self.feed(Input::Pause, session)
    }

    /// Hands the engine an input and performs what it asks for. `session`: `None` after a 401, until someone
    /// signs in.
    pub fn feed(&mut self, input: Input, session: Option<&AuthenticatedSession>) -> Vec<Task> {
        match &input {
            Input::Pause => self.is_paused = true,
            Input::Continue => self.is_paused = false,
            _ => {}
        }
        let read = match &input {
            Input::Read { result: Ok(states), .. } => {
                states.iter().map(|state| state.product.clone()).collect()
            }
            _ => Vec::new(),
        };
        let effects = self.engine.feed(input, false);
        self.keep_settled(read);
        effects.into_iter().filter_map(|effect| self.perform(effect, session)).collect()
    }

    fn perform(&mut self, effect: Effect, session: Option<&AuthenticatedSession>) -> Option<Task> {
        let session = session.cloned().ok_or_else(|| Problem::new(ProblemKind::SignInNeeded));
        let marker = Arc::downgrade(&self.marker);
        match effect {
            Effect::Record { number, rows } => self.disk.record(number, rows),
            Effect::WakeAt(at) => self.engine.wake_at(at),
            Effect::Read { read, ids, alone } => {
                return Some(Box::pin(async move {
                    let result = match (session, ids.first()) {
                        (Ok(session), Some(id)) if alone => {
                            read_alone(&session, id).await.map(|state| vec![state])
                        }
                        (Ok(session), _) => read_listed(&session, &ids).await,
                        (Err(problem), _) => Err(problem),
                    };
                    Done::Input(marker, Input::Read { read, result })
                }));
            }
            Effect::Send { request, changes, alone } => {
                return Some(Box::pin(async move {
                    let result = match session {
                        Ok(session) => send(&session, &changes, alone).await,
                        Err(problem) => Err(problem),
                    };
                    Done::Input(marker, Input::Sent { request, result })
                }));
            }
        }
        None
    }

    /// What a write has led to, if it concerned records.
    pub fn written(&mut self, written: Written) -> Option<Input> {
        match self.disk.written(written) {
            Ok(through) => through.map(|through| Input::Recorded { through }),
            Err(problem) => Some(Input::RecordFailed(problem)),
        }
    }

    /// Whether the tick that the engine wanted is due.
    pub fn take_due(&mut self) -> bool {
        self.engine.take_due()
    }

    /// Of the products just read, those whose rows are final are news for the products table.
    fn keep_settled(&mut self, read: Vec<Product>) {
        let changed = self.engine.take_changed();
        if !read.is_empty() {
            let settled: HashSet<&ProductId> =
                changed.iter().filter(|(_, row)| row.state.is_final()).map(|(_, row)| &row.product).collect();
            self.fresh.extend(read.into_iter().filter(|product| settled.contains(&product.id)));
        }
        self.meter.changed.extend(changed);
    }

    /// Products whose rows are final since the last call. They are saved with the next write.
    pub fn take_fresh(&mut self) -> Vec<Product> {
        if self.fresh.is_empty() || (self.saved_at.elapsed() < SAVE_INTERVAL && !self.is_over()) {
            return Vec::new();
        }
        self.saved_at = Instant::now();
        self.disk.keep(self.fresh.clone());
        std::mem::take(&mut self.fresh)
    }

    /// Writes what waits for that, unless a write is under way.
    pub fn write(&mut self) -> Option<Task> {
        let writing = self.disk.write()?;
        Some(Box::pin(async move { Done::Written(writing.await) }))
    }

    /// Nothing more is sent, read or recorded.
    fn is_over(&self) -> bool {
        self.engine.ended() || (self.engine.is_quiet() && (self.is_stopping || self.engine.needs_sign_in()))
    }

    /// Why it has ended, once everything is written.
    pub fn end(&mut self) -> Option<RunEnd> {
        if !self.is_over() || !self.fresh.is_empty() || !self.disk.is_idle() {
            return None;
        }
        Some(if self.engine.ended() {
            RunEnd::Finished(self.progress(Instant::now()))
        } else if self.is_stopping {
            RunEnd::Stopped
        } else {
            RunEnd::NeedsSignIn { paused: self.is_paused }
        })
    }

    /// When there is something to do even if nothing happens.
    pub fn next_timer(&self) -> Option<Instant> {
        let update =
            self.updated_at.zip(self.meter.next_update_after(self.last.as_ref())).map(|(at, wait)| at + wait);
        let save = (!self.fresh.is_empty()).then(|| self.saved_at + SAVE_INTERVAL);
        self.engine.due_at().into_iter().chain(update).chain(save).min()
    }

    /// Rows and progress for the screens, if that is due.
    pub fn updates(&mut self) -> Vec<EditEvent> {
        let now = Instant::now();
        if self.updated_at.is_some_and(|at| now - at < UPDATE_INTERVAL) {
            return Vec::new();
        }
        self.updates_now(now)
    }

    /// Rows and progress for the screens.
    pub fn updates_now(&mut self, now: Instant) -> Vec<EditEvent> {
        self.updated_at = Some(now);
        let (run, rows, progress) = (self.id, self.meter.take_changed(), self.progress(now));
        let rows = (!rows.is_empty()).then_some(EditEvent::Rows { run, rows });
        let is_new = self.last.as_ref() != Some(&progress);
        let progress =
            is_new.then(|| EditEvent::Progress { run, progress: self.last.insert(progress).clone() });
        rows.into_iter().chain(progress).collect()
    }

    fn progress(&mut self, now: Instant) -> EditProgress {
        let counts = EditCounts::of(self.engine.rows().map(|row| row.state));
        let gate = self.engine.gate();
        let waiting = self.engine.waiting(gate.now(), &gate.pace());
        EditProgress { counts, left: self.meter.left(now, counts), waiting }
    }
}

/// A list that imports measured as often as this counts as known.
const MEASURED_OFTEN: u32 = 5;
/// A list that is at most so old shows sales soon enough.
const PROMPT: Duration = Duration::from_secs(1);

/// How this marketplace changes products. `knowledge`: what imports have learned of the shop.
pub fn config(session: &AuthenticatedSession, knowledge: &Knowledge) -> Config {
    let batch = session.profile().edit.as_ref().and_then(|edit| edit.batch.as_ref()).map(|batch| batch.items);
    let lists_promptly =
        knowledge.measured >= MEASURED_OFTEN && knowledge.lag.is_some_and(|lag| lag <= PROMPT);
    let batch_variants = !has_variant_path(session);
    Config { batch, batch_variants, read_items: ids_per_reading(session.profile()), lists_promptly }
}

/// Changes products: with one request, or one alone. A batch does not take everything, and variants are not
/// changed by a request of their product: one of which both change needs several requests.
async fn send(
    session: &AuthenticatedSession,
    changes: &[ProductChange],
    alone: bool,
) -> Result<Vec<BatchItem>, Problem> {
    if let Some(discount) = changes.first().and_then(discount_of) {
        let vendor = session.vendor()?;
        return session
            .ask_at_once(|client, token| client.set_discount(token, vendor, discount, changes))
            .await;
    }
    let Some(change) = changes.first().filter(|change| alone && needs_several(session, change)) else {
        return batch(session, changes).await;
    };
    let mut changed = item(change, None);
    if change.own().next().is_some() {
        let state = session.ask_at_once(|client, token| client.patch_product(token, change)).await?;
        changed = item(change, state);
    }
    let variants = change.variants_alone();
    if variants.values.is_empty() {
        return Ok(vec![changed]);
    }
    let is_part_done = change.own().next().is_some();
    if has_variant_path(session) {
        send_variants(session, &variants, is_part_done).await?;
        return Ok(vec![changed]);
    }
    let items = batch(session, &[variants]).await.map_err(|problem| in_part(problem, is_part_done))?;
    let in_review = |item: BatchItem| BatchItem { in_review: item.in_review || changed.in_review, ..item };
    Ok(items.into_iter().map(in_review).collect())
}

/// The discount that a product gets, where it gets one: the engine sends those with the same together.
fn discount_of(change: &ProductChange) -> Option<Discount> {
    change.own().find_map(|(_, new)| match new {
        FieldValue::Discount(discount) => Some(*discount),
        _ => None,
    })
}

fn has_variant_path(session: &AuthenticatedSession) -> bool {
    session.profile().edit.as_ref().is_some_and(|edit| edit.variant.is_some())
}

/// Whether a product that is changed alone is not changed by a batch of one.
fn needs_several(session: &AuthenticatedSession, change: &ProductChange) -> bool {
    change.own().next().is_some() || has_variant_path(session)
}

async fn batch(session: &AuthenticatedSession, changes: &[ProductChange]) -> Result<Vec<BatchItem>, Problem> {
    let vendor = session.vendor()?;
    session.ask_at_once(|client, token| client.batch_update(token, vendor, changes)).await
}

/// Changes variants one after the other, each by its id. What the product's reading is too old for by then is
/// left for the next one.
async fn send_variants(
    session: &AuthenticatedSession,
    change: &ProductChange,
    mut is_part_done: bool,
) -> Result<(), Problem> {
    let began = Instant::now();
    for variant in variant_payloads(change) {
        if is_part_done && began.elapsed() > MAX_READING_AGE {
            return Err(Problem::new(ProblemKind::ConnectionLost));
        }
        let sent = session.ask_at_once(|client, token| client.patch_variant(token, &change.id, variant));
        sent.await.map_err(|problem| in_part(problem, is_part_done))?;
        is_part_done = true;
    }
    Ok(())
}

/// What a request says that was not done, of a change of which a part may be done already.
fn in_part(problem: Problem, is_part_done: bool) -> Problem {
    if is_part_done && problem.write_verdict() == WriteVerdict::NotDone {
        return Problem { kind: ProblemKind::ConnectionLost, ..problem };
    }
    problem
}

/// A marketplace that took the change of one product need not show it.
fn item(change: &ProductChange, state: Option<ProductState>) -> BatchItem {
    BatchItem { id: change.id.clone(), in_review: state.is_some_and(|state| state.in_review), problem: None }
}
