//! Plays the worker, the disk, the network, the clock and the person.

use std::collections::BTreeMap;
use std::time::Duration;

use super::shop::{Shop, id};
use super::world::{Peculiarity, ReadEnd, Wanted, World, seeded};
use crate::edit::change::{ChangedVariant, FieldChange, RowState, StoredRow};
use crate::edit::engine::{Config, Effect, Engine, Input, MAX_READING_AGE, MAX_RECORDING, RowUpdate};
use crate::import::Waiting;
use crate::pace::{Kind, Limits, Outcome, Pace, Permit, Ticket};
use crate::simulation::{Dice, refusal_after};
use vitrine_domain::{
    AnswerForm, BatchItem, FieldKey, FieldValue, Problem, ProblemKind, ProductChange, ProductId,
    ProductState, VariantId, WriteVerdict,
};

/// Requests that the limiter holds back ask it again and again.
const MAX_STEPS: u64 = 300_000;
/// A row is in doubt for at most this long: as long as what was accepted may take to show, a quarter of an
/// hour, and the readings before and after.
const IN_DOUBT: Duration = Duration::from_secs(60 + 15 * 60 + 120);
/// How long a request is waited for.
const TIME_OUT: Duration = Duration::from_secs(15);

enum Event {
    /// A reading is to be sent when the limiter permits.
    Read {
        read: u64,
        ids: Vec<ProductId>,
        alone: bool,
    },
    /// A reading arrives at the shop.
    Look {
        read: u64,
        ids: Vec<ProductId>,
        alone: bool,
        ticket: Ticket,
    },
    ReadAnswer {
        read: u64,
        result: Result<Vec<ProductState>, Problem>,
        looked: Duration,
        ids: Vec<ProductId>,
        ticket: Ticket,
    },
    /// A request arrives at the shop.
    Arrive {
        request: u64,
        changes: Vec<ProductChange>,
        alone: bool,
        snapshots: Vec<Duration>,
    },
    Answer {
        request: u64,
        alone: bool,
        result: Result<Vec<BatchItem>, Problem>,
    },
    Flush {
        number: u64,
        rows: Vec<RowUpdate>,
    },
    /// The engine's only timer, if it was not set anew.
    Tick(Duration),
    Move(usize),
    SignIn,
    Person,
    Cancel,
}

pub struct Simulation<'a> {
    pub world: &'a World,
    pub shop: Shop,
    engine: Engine,
    pace: Pace,
    dice: Dice,
    events: BTreeMap<(Duration, u64), (u64, Event)>,
    keys: u64,
    now: Duration,
    /// How often the program was started; events of earlier ones reach nobody.
    epoch: u64,
    /// The rows on the disk.
    pub durable: Vec<StoredRow>,
    /// When the last reading of each product that was answered was made, and when it was answered.
    read_at: Vec<Option<(Duration, Duration)>>,
    /// How often each product was sent, and when last.
    pub sends: Vec<u32>,
    sent_at: Vec<Duration>,
    /// When the program was started, and when nothing could be done that ends a doubt: nobody signed in, a
    /// full disk.
    excused_at: Duration,
    /// This process was told that the token is refused.
    signed_out: bool,
    sign_in_due: bool,
    /// Somebody signed in again.
    renewed: bool,
    /// The last refusal of a product that was sent alone, and how often it came in a row.
    refusals: (Option<Problem>, u32),
    continued: u32,
    wake: Option<Duration>,
    steps: u64,
    verbose: bool,
}

impl<'a> Simulation<'a> {
    pub fn new(world: &'a World, verbose: bool) -> Self {
        let rows: Vec<StoredRow> =
            world.products.iter().enumerate().map(|(place, (_, fields))| row(place, fields)).collect();
        let mut simulation = Self {
            world,
            shop: Shop::new(world),
            engine: Engine::new(Vec::new(), config(world)),
            pace: Pace::new(Limits::default()),
            dice: seeded(world.seed ^ 0xabcd),
            events: BTreeMap::new(),
            keys: 0,
            now: Duration::ZERO,
            epoch: 0,
            read_at: vec![None; rows.len()],
            sends: vec![0; rows.len()],
            sent_at: vec![Duration::ZERO; rows.len()],
            excused_at: Duration::ZERO,
            durable: rows,
            signed_out: false,
            sign_in_due: false,
            renewed: false,
            refusals: (None, 0),
            continued: 0,
            wake: None,
            steps: 0,
            verbose,
        };
        for (index, planned) in world.moves.iter().enumerate() {
            simulation.at(planned.at, Event::Move(index));
        }
        simulation.at(Duration::from_secs(20), Event::Person);
        if let Some(at) = world.cancel_at {
            simulation.at(at, Event::Cancel);
        }
        simulation
    }

    fn at(&mut self, at: Duration, event: Event) {
        self.keys += 1;
        self.events.insert((at, self.keys), (self.epoch, event));
    }

    /// Runs to the end, through crashes.
    pub fn run(&mut self) -> Result<(), String> {
        self.start()?;
        while !self.engine.ended() {
            let Some(((at, _), (epoch, event))) = self.events.pop_first() else {
                return Err("nothing happens any more".to_owned());
            };
            self.now = self.now.max(at);
            self.shop.advance(self.world, self.now)?;
            self.handle(epoch == self.epoch, event)?;
            self.steps += 1;
            if self.steps > MAX_STEPS || self.now > Duration::from_secs(8 * 3600) {
                return Err(format!(
                    "no end after {:?}: {:?}",
                    self.now,
                    self.engine.waiting(self.now, &self.pace)
                ));
            }
            self.check_doubts()?;
            if self.world.crashes.contains(&self.steps) {
                self.start()?;
            }
            if self.engine.needs_sign_in() && self.engine.is_quiet() && !self.sign_in_due {
                self.sign_in_due = true;
                self.at(self.now + Duration::from_secs(5), Event::SignIn);
            }
        }
        // What was accepted or lost may be applied later.
        self.shop.advance(self.world, self.now + Duration::from_secs(120))
    }

    /// Whether what was sent comes to an end.
    fn check_doubts(&mut self) -> Result<(), String> {
        let is_excused =
            self.signed_out || self.world.disk_full.as_ref().is_some_and(|full| full.contains(&self.now));
        if is_excused {
            self.excused_at = self.now;
        }
        let in_doubt = |(place, row): &(usize, &StoredRow)| {
            row.state == RowState::Sent
                && self.sends[*place] > 0
                && self.now > self.sent_at[*place].max(self.excused_at) + IN_DOUBT
        };
        let waits = self.engine.rows().enumerate().find(in_doubt);
        waits.map_or(Ok(()), |(place, _)| Err(format!("product {place} is still in doubt at {:?}", self.now)))
    }

    /// The program starts with what is on the disk.
    fn start(&mut self) -> Result<(), String> {
        self.excused_at = self.now;
        self.epoch += 1;
        (self.signed_out, self.sign_in_due, self.refusals) = (false, false, (None, 0));
        self.engine = Engine::new(self.durable.clone(), config(self.world));
        self.pace = Pace::new(Limits {
            products_per_minute: self.world.per_minute,
            seed: self.world.seed,
            ..Limits::default()
        });
        self.feed(Input::Start)
    }

    fn handle(&mut self, is_ours: bool, event: Event) -> Result<(), String> {
        match event {
            Event::Move(index) => {
                let planned = &self.world.moves[index];
                self.shop.move_value(planned.product, &planned.field, planned.value.clone(), self.now);
                self.log(|| format!("somebody sets {planned:?}"));
                Ok(())
            }
            Event::Person => {
                self.at(self.now + Duration::from_secs(20), Event::Person);
                self.person()
            }
            Event::Cancel => self.feed(Input::Cancel),
            // The shop gets what was sent, whether or not the sender lives.
            Event::Arrive { request, changes, alone, snapshots } => {
                self.arrive(is_ours, request, &changes, alone, &snapshots);
                Ok(())
            }
            _ if !is_ours => Ok(()),
            Event::SignIn => {
                self.renewed = true;
                self.start()
            }
            Event::Read { read, ids, alone } => {
                self.read(read, ids, alone);
                Ok(())
            }
            Event::Look { read, ids, alone, ticket } => {
                self.look(read, ids, alone, ticket);
                Ok(())
            }
            Event::ReadAnswer { read, result, looked, ids, ticket } => {
                self.pace.done(self.now, ticket, Outcome::of(&result));
                self.hear(result.as_ref().err());
                if result.is_ok() {
                    for id in ids {
                        self.read_at[place(&id)] = Some((looked, self.now));
                    }
                }
                self.feed(Input::Read { read, result })
            }
            Event::Answer { request, alone, result } => {
                self.hear(result.as_ref().err());
                self.count_refusals(alone, result.as_ref().err());
                self.feed(Input::Sent { request, result })
            }
            Event::Flush { number, rows } => self.flush(number, rows),
            Event::Tick(at) if self.wake == Some(at) => self.feed(Input::Tick),
            Event::Tick(_) => Ok(()),
        }
    }

    fn feed(&mut self, input: Input) -> Result<(), String> {
        self.log(|| format!("{input:?}"));
        self.wake = None;
        for effect in self.engine.handle(self.now, input, &mut self.pace) {
            self.log(|| format!("    {effect:?}"));
            match effect {
                Effect::WakeAt(at) => {
                    self.wake = Some(at);
                    self.at(at, Event::Tick(at));
                }
                Effect::Record { number, rows } => {
                    // What waited for long is in doubt from its next request on.
                    for update in rows.iter().filter(|update| update.state == RowState::Sent) {
                        self.sent_at[update.row] = self.now;
                    }
                    let wait = self.dice.millis(0..30);
                    // Writes do not overtake each other.
                    self.at(self.now.max(self.now + wait), Event::Flush { number, rows });
                }
                Effect::Read { .. } if self.signed_out => {
                    return Err("a reading with nobody signed in".to_owned());
                }
                Effect::Read { read, ids, alone } => self.read(read, ids, alone),
                Effect::Send { request, changes, alone } => self.send(request, changes, alone)?,
            }
        }
        Ok(())
    }

    /// Everything that was requested before is written, too, as one batch.
    fn flush(&mut self, number: u64, rows: Vec<RowUpdate>) -> Result<(), String> {
        let earlier: Vec<(Duration, u64)> = self
            .events
            .iter()
            .filter(|(_, (epoch, event))| {
                *epoch == self.epoch && matches!(event, Event::Flush { number: other, .. } if *other < number)
            })
            .map(|(key, _)| *key)
            .collect();
        let mut batch: Vec<(u64, Vec<RowUpdate>)> = vec![(number, rows)];
        for key in earlier {
            if let Some((_, Event::Flush { number, rows })) = self.events.remove(&key) {
                batch.push((number, rows));
            }
        }
        batch.sort_by_key(|(number, _)| *number);
        if self.world.disk_full.as_ref().is_some_and(|full| full.contains(&self.now)) {
            // Later records were not written either.
            let epoch = self.epoch;
            self.events.retain(|_, (of, event)| *of != epoch || !matches!(event, Event::Flush { .. }));
            return self.feed(Input::RecordFailed(Problem::new(ProblemKind::Storage)));
        }
        for update in batch.into_iter().flat_map(|(_, rows)| rows) {
            let row = &mut self.durable[update.row];
            (row.state, row.sent, row.problem, row.now) =
                (update.state, update.sent, update.problem, update.now);
            for (change, base) in row.changes.iter_mut().zip(update.bases) {
                change.base = base;
            }
        }
        self.feed(Input::Recorded { through: number })
    }

    fn read(&mut self, read: u64, ids: Vec<ProductId>, alone: bool) {
        match self.pace.permit(self.now, Kind::Read) {
            Permit::Go(ticket) => {
                let way = self.dice.millis(self.world.latency.clone()) / 2;
                self.at(self.now + way, Event::Look { read, ids, alone, ticket });
            }
            Permit::Wait(at) => self.at(at, Event::Read { read, ids, alone }),
            Permit::Full => self.at(self.now + Duration::from_millis(50), Event::Read { read, ids, alone }),
        }
    }

    fn look(&mut self, read: u64, ids: Vec<ProductId>, alone: bool, ticket: Ticket) {
        let not_found =
            || Problem { form: AnswerForm::Own, status: Some(404), ..Problem::new(ProblemKind::NotFound) };
        if let Some((_, end)) = self.world.reads_end.filter(|(from, _)| self.now >= *from) {
            let (problem, wait) = match end {
                ReadEnd::ServerError => {
                    (Problem { status: Some(500), ..Problem::new(ProblemKind::ServerError) }, TIME_OUT / 100)
                }
                ReadEnd::TooMany => (
                    Problem { status: Some(429), ..Problem::new(ProblemKind::TooManyRequests) },
                    TIME_OUT / 100,
                ),
                ReadEnd::Hangs => (Problem::new(ProblemKind::TimedOut), TIME_OUT),
            };
            return self.at(
                self.now + wait,
                Event::ReadAnswer { read, result: Err(problem), looked: self.now, ids, ticket },
            );
        }
        let result = match self.fault() {
            Some(problem) => Err(problem),
            None if self.is_spoilt(&ids, alone) => Err(Problem {
                status: Some(500),
                form: AnswerForm::Own,
                ..Problem::new(ProblemKind::ServerError)
            }),
            None if alone => self.shop.state(&ids[0], true).map(|state| vec![state]).ok_or_else(not_found),
            None if self.world.ignores_ids => Ok(self.shop.state(&id(0), false).into_iter().collect()),
            None => Ok(ids.iter().filter_map(|id| self.shop.state(id, false)).collect()),
        };
        let way = self.dice.millis(self.world.latency.clone()) / 2;
        self.at(self.now + way, Event::ReadAnswer { read, result, looked: self.now, ids, ticket });
    }

    /// Whether a product that cannot be read is among these.
    fn is_spoilt(&self, ids: &[ProductId], alone: bool) -> bool {
        let is_unreadable = |id: &ProductId| self.world.products[place(id)].0 == Peculiarity::Unreadable;
        (alone || self.world.spoils_readings)
            && self.now >= self.world.unreadable_from
            && ids.iter().any(is_unreadable)
    }

    /// A refused token, or a failure before anything was done.
    fn fault(&mut self) -> Option<Problem> {
        if self.world.token_end.is_some_and(|end| self.now >= end) && !self.renewed {
            return Some(Problem {
                status: Some(401),
                form: AnswerForm::Own,
                ..Problem::new(ProblemKind::Unauthorized)
            });
        }
        self.dice
            .hits(self.world.conditions.lost_requests / 4)
            .then(|| Problem::new(ProblemKind::ConnectionLost))
    }

    /// An answer to a request. `problem`: `None` if it was accepted.
    fn count_refusals(&mut self, alone: bool, problem: Option<&Problem>) {
        match problem {
            None => self.refusals = (None, 0),
            Some(problem) if alone && problem.write_verdict() == WriteVerdict::Refused => {
                let (last, in_a_row) = &self.refusals;
                let count = if last.as_ref() == Some(problem) { in_a_row + 1 } else { 1 };
                self.refusals = (Some(problem.clone()), count);
            }
            Some(_) => {}
        }
    }

    fn hear(&mut self, problem: Option<&Problem>) {
        self.signed_out |= problem.is_some_and(|problem| problem.kind == ProblemKind::Unauthorized);
    }

    fn send(&mut self, request: u64, changes: Vec<ProductChange>, alone: bool) -> Result<(), String> {
        if self.signed_out {
            return Err("a request with nobody signed in".to_owned());
        }
        if self.refusals.1 >= 3 {
            return Err("a request after three equal refusals".to_owned());
        }
        let has_variants = changes.iter().any(|change| change.of_variants().next().is_some());
        if has_variants && !self.world.batch_variants && (!alone || changes.len() > 1) {
            return Err("variants in a batch that does not take them".to_owned());
        }
        let mut snapshots = Vec::new();
        for change in &changes {
            let place = place(&change.id);
            self.sends[place] += 1;
            self.sent_at[place] = self.now;
            if self.durable[place].state != RowState::Sent {
                return Err(format!("product {place} is sent before its intent is durable"));
            }
            let Some((looked, answered)) = self.read_at[place] else {
                return Err(format!("product {place} was never read"));
            };
            if self.now - answered > MAX_READING_AGE + MAX_RECORDING {
                return Err(format!(
                    "product {place} is sent {:?} after its last reading",
                    self.now - answered
                ));
            }
            if self.shop.pending.iter().any(|write| write.product == place) {
                return Err(format!(
                    "product {place} is sent again while an earlier request may still take effect"
                ));
            }
            snapshots.push(looked);
        }
        let way = self.dice.millis(self.world.latency.clone()) / 2;
        self.at(self.now + way, Event::Arrive { request, changes, alone, snapshots });
        Ok(())
    }

    fn arrive(
        &mut self,
        is_ours: bool,
        request: u64,
        changes: &[ProductChange],
        alone: bool,
        snapshots: &[Duration],
    ) {
        let way = self.dice.millis(self.world.latency.clone()) / 2;
        if let Some(problem) = self.fault() {
            return self.at_if(
                is_ours,
                self.now + way,
                Event::Answer { request, alone, result: Err(problem) },
            );
        }
        let broken = |dice: &mut Dice| {
            if dice.per_mille(700) { ProblemKind::ConnectionLost } else { ProblemKind::TimedOut }
        };
        if self.dice.hits(self.world.conditions.lost_requests) {
            let code = broken(&mut self.dice);
            let wait = if code == ProblemKind::TimedOut { Duration::from_secs(15) } else { way };
            return self.at_if(
                is_ours,
                self.now + wait,
                Event::Answer { request, alone, result: Err(Problem::new(code)) },
            );
        }
        // Variants are changed one after the other, and the connection breaks in between.
        let part = changes.first().filter(|_| alone && !self.world.batch_variants).and_then(first_part);
        if let Some(part) = part
            && self.dice.per_mille(200)
        {
            let now = Duration::ZERO;
            let _ = self.shop.receive(self.world, &mut self.dice, &[part], snapshots, alone, now);
            let lost = Err(Problem::new(ProblemKind::ConnectionLost));
            return self.at_if(is_ours, self.now + way, Event::Answer { request, alone, result: lost });
        }
        if self.world.conditions.stuck > 0 && self.dice.hits(self.world.conditions.stuck) {
            // The sender gives up after 15 s, and the request takes effect afterwards.
            let late = TIME_OUT + self.dice.millis(0..14_000);
            let _ = self.shop.receive(self.world, &mut self.dice, changes, snapshots, alone, late);
            let timed_out =
                Event::Answer { request, alone, result: Err(Problem::new(ProblemKind::TimedOut)) };
            return self.at_if(is_ours, self.now + TIME_OUT, timed_out);
        }
        if self.dice.hits(self.world.conditions.throttled) {
            let is_done = self.dice.per_mille(100);
            if is_done {
                let _ =
                    self.shop.receive(self.world, &mut self.dice, changes, snapshots, alone, Duration::ZERO);
            }
            let problem = Problem {
                status: Some(429),
                form: AnswerForm::Own,
                ..Problem::new(ProblemKind::TooManyRequests)
            };
            return self.at_if(
                is_ours,
                self.now + way,
                Event::Answer { request, alone, result: Err(problem) },
            );
        }
        if self.dice.hits(self.world.conditions.deceptions.refused_after) {
            let problem = refusal_after(
                &mut self.dice,
                &[AnswerForm::Page, AnswerForm::Foreign, AnswerForm::Empty, AnswerForm::Own],
            );
            // Whoever refuses in the marketplace's own words has done by then what it does.
            let is_own = problem.write_verdict() == WriteVerdict::Refused;
            let late =
                if is_own { Duration::ZERO } else { self.dice.millis(self.world.effect_delay.clone()) };
            let _ = self.shop.receive(self.world, &mut self.dice, changes, snapshots, alone, late);
            return self.at_if(
                is_ours,
                self.now + way,
                Event::Answer { request, alone, result: Err(problem) },
            );
        }
        let late = self.dice.millis(self.world.effect_delay.clone());
        let result = self.shop.receive(self.world, &mut self.dice, changes, snapshots, alone, late);
        let lost = self.dice.hits(self.world.conditions.lost_responses);
        let result = if lost { Err(Problem::new(ProblemKind::ConnectionLost)) } else { result };
        self.at_if(is_ours, self.now + way, Event::Answer { request, alone, result });
    }

    fn at_if(&mut self, is_ours: bool, at: Duration, event: Event) {
        if is_ours {
            self.at(at, event);
        }
    }

    /// Somebody looks at the screen now and then.
    fn person(&mut self) -> Result<(), String> {
        match self.engine.waiting(self.now, &self.pace) {
            Some(Waiting::Refusals(_)) if self.continued < 2 => {
                self.continued += 1;
                self.refusals = (None, 0);
                self.feed(Input::Continue)
            }
            Some(Waiting::Refusals(_)) => self.feed(Input::Cancel),
            // Nothing can be read any more: what was not sent is given up.
            _ if self
                .world
                .reads_end
                .is_some_and(|(from, _)| self.now > from + Duration::from_secs(2_400)) =>
            {
                self.feed(Input::Cancel)
            }
            _ => Ok(()),
        }
    }

    fn log(&self, line: impl FnOnce() -> String) {
        if self.verbose {
            println!("{:>9.3} {}", self.now.as_secs_f64(), line());
        }
    }
}

fn place(id: &ProductId) -> usize {
    id.as_str().parse::<usize>().unwrap() - 1
}

fn config(world: &World) -> Config {
    let batch_variants = world.batch_variants;
    Config {
        batch: world.batch,
        batch_variants,
        read_items: world.read_items,
        lists_promptly: world.list_age.is_zero(),
    }
}

fn row(place: usize, wanted: &Wanted) -> StoredRow {
    let change = |(key, old, new): &(FieldKey, FieldValue, FieldValue)| FieldChange {
        field: key.field,
        variant: key.variant.clone().map(|id| ChangedVariant { name: format!("Size {id}"), id }),
        base: Some(old.clone()),
        new: new.clone(),
    };
    StoredRow {
        product: id(place),
        name: format!("Product {place}"),
        changes: wanted.iter().map(change).collect(),
        state: RowState::Waiting,
        sent: false,
        now: Vec::new(),
        problem: None,
    }
}

/// What changes of a product itself and of the first of its variants, if there are others.
fn first_part(change: &ProductChange) -> Option<ProductChange> {
    let (first, ..) = change.of_variants().next()?;
    let is_in = |variant: Option<&VariantId>| variant.is_none_or(|variant| variant == first);
    let values: Vec<_> =
        change.values.iter().filter(|(key, _)| is_in(key.variant.as_ref())).cloned().collect();
    (values.len() < change.values.len()).then(|| ProductChange { id: change.id.clone(), values })
}
