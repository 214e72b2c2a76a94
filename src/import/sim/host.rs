//! Plays the worker, the disk, the clock and the person, and watches that no rule is broken on the way.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use super::dice::Dice;
use super::line::{Listed, Origin};
use super::person::Person;
use super::shop::{Heard, Request, Shop};
use super::world::{Fate, Source, World};
use crate::domain::{AccountKey, Code, Draft, FileId, Problem, UserId, VendorId};
use crate::import::again::{Added, Judged, judge, needs_hashes};
use crate::import::engine::{Config, Effect, Input, PhotoRef, Rule};
use crate::import::journal::{Entry, Identity, Knowledge, Known, Ledger, Record};
use crate::import::limits::{PhotoLimits, Sent};
use crate::import::{DraftId, Engine, PlannedDraft, RunId};
use crate::media::{ContentHash, Format};
use crate::pace::{Limits, Pace};

const S: Duration = Duration::from_secs(1);
/// No import of the model takes longer than this, whatever befalls it.
const LONGEST: Duration = Duration::from_secs(24 * 3600);
const MOST_STEPS: u64 = 300_000;

/// What is switched off to see whether the simulator notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Nothing,
    Rule(Rule),
    /// The pace does not hear what wait it is asked for.
    DeafPace,
    /// An import done again is not recognised.
    Again,
}

#[derive(Debug)]
pub(super) enum Happening {
    /// Its answer, or the lack of it, is heard.
    Hear(u64, Heard, Origin),
    Input(u64, Input),
    /// What was written so far is on the disk.
    Flush(u64),
    Tick(u64, u64),
    TryPage(u64),
    PersonLooks,
}

pub(super) struct Host<'a> {
    pub world: &'a World,
    pub shop: Shop,
    pub engine: Engine,
    pub(super) broken: Broken,
    pub(super) dice: Dice,
    pub(super) now: Duration,
    steps: u64,
    pub step_total: u64,
    /// Tells every step, for a seed that is replayed.
    pub loud: bool,
    queue: BinaryHeap<Reverse<(Duration, u64)>>,
    happenings: HashMap<u64, Happening>,
    counter: u64,
    /// Raised by a crash: what an earlier process asked for comes to nothing.
    pub(super) epoch: u64,
    wake: u64,
    pub(super) pace: Pace,
    pub journal: Vec<Entry>,
    /// So many entries are on the disk.
    durable: usize,
    numbers: Vec<u64>,
    /// How far the clock on the wall is from the simulated time, in seconds.
    clock: i64,
    clock_jumps: std::slice::Iter<'a, i64>,
    pub(super) listed: Option<Listed>,
    pub(super) in_flight: usize,
    run: RunId,
    next_id: u64,
    pub(super) source_of: HashMap<DraftId, usize>,
    pub(super) person: Person,
    pub(super) watch: Watch,
}

/// What must never happen, as seen from outside.
#[derive(Default)]
pub(super) struct Watch {
    /// Nothing may leave before this time: a wait this process heard of.
    pub(super) wait_until: Duration,
    /// A request heard 401, and nobody signed in since.
    pub(super) signed_out: bool,
    pub(super) stranger: bool,
    pub(super) refused: HashSet<DraftId>,
    pub(super) equal_refusals: (Option<Problem>, u32),
    pub(super) stopped: bool,
    pub(super) cancelled: bool,
    in_memory: usize,
    /// Of each photo made ready, and what was refused as too large.
    pub(super) sizes: HashMap<PhotoRef, u64>,
    pub(super) too_large: HashMap<PhotoRef, u64>,
}

impl<'a> Host<'a> {
    pub fn new(world: &'a World, seed: u64, broken: Broken) -> Self {
        let knowledge = Knowledge { identity: if world.known_shop { Identity::Cover } else { Identity::Unproven }, ..Knowledge::default() };
        let engine = Engine::new(RunId(1), account(1), knowledge, config(world, broken));
        let mut host = Self {
            world,
            shop: Shop::new(world, seed),
            engine,
            broken,
            dice: Dice::new(seed.wrapping_mul(31).wrapping_add(5)),
            now: Duration::from_secs(10),
            steps: 0,
            step_total: 0,
            loud: false,
            queue: BinaryHeap::new(),
            happenings: HashMap::new(),
            counter: 0,
            epoch: 0,
            wake: 0,
            pace: pace(seed, broken),
            journal: Vec::new(),
            durable: 0,
            numbers: Vec::new(),
            clock: 1_800_000_000,
            clock_jumps: world.clock_jumps.iter(),
            listed: None,
            in_flight: 0,
            run: RunId(1),
            next_id: 1,
            source_of: HashMap::new(),
            person: Person::default(),
            watch: Watch::default(),
        };
        host.journal.push(Entry { at: host.wall(), record: Record::Knowledge { account: account(1), knowledge } });
        host.durable = 1;
        host.at(host.now + 20 * S, Happening::PersonLooks);
        host
    }

    /// What the clock on the wall says, in seconds.
    pub(super) fn wall(&self) -> i64 {
        self.clock + i64::try_from(self.now.as_secs()).unwrap_or_default()
    }

    pub(super) fn at(&mut self, time: Duration, happening: Happening) {
        self.counter += 1;
        self.happenings.insert(self.counter, happening);
        self.queue.push(Reverse((time, self.counter)));
    }

    /// Drops the whole folder and presses Start; on through crashes, until nothing is left to do.
    pub fn import(&mut self) -> Result<(), String> {
        self.give(Input::Start)?;
        let added = self.plan();
        self.give(Input::Add(added))?;
        self.go_on()
    }

    /// The same folder again, as a new run.
    pub fn import_again(&mut self) -> Result<(), String> {
        self.durable = self.journal.len();
        self.run = RunId(self.run.0 + 1);
        self.engine = Engine::new(self.run, account(1), self.knowledge(), config(self.world, self.broken));
        self.new_process();
        self.import()
    }

    fn new_process(&mut self) {
        self.epoch += 1;
        self.in_flight = 0;
        self.listed = None;
        self.numbers.clear();
        self.pace = pace(self.epoch, self.broken);
        self.person.paused = false;
        self.person.busy_since = None;
        self.watch = Watch { cancelled: self.watch.cancelled, ..Watch::default() };
    }

    fn plan(&mut self) -> Vec<Added> {
        let planned: Vec<PlannedDraft> = self.world.sources.iter().enumerate().map(|(n, source)| planned(n, source)).collect();
        let earlier: Vec<Known> = Ledger::read(&self.journal, self.wall()).into_drafts();
        let mut hashes = vec![Vec::new(); planned.len()];
        for index in needs_hashes(&planned, &earlier) {
            hashes[index] = self.world.sources[index].photos.iter().map(|&content| hash(content)).collect();
        }
        let judged = if self.broken == Broken::Again { vec![Judged::New; planned.len()] } else { judge(&planned, &hashes, &earlier) };
        let mut added = Vec::new();
        for (source, (planned, judged)) in planned.into_iter().zip(judged).enumerate() {
            let mut id = DraftId(self.next_id);
            self.next_id += 1;
            added.push(match judged {
                Judged::New => Added::New { id, planned },
                Judged::Skip(index) => Added::Skipped { id, planned, earlier: Box::new(earlier[index].clone()) },
                Judged::Adopt(index) => {
                    id = earlier[index].id;
                    self.watch.refused.remove(&id);
                    Added::Adopted { planned, hashes: std::mem::take(&mut hashes[source]), earlier: Box::new(earlier[index].clone()) }
                }
            });
            self.source_of.insert(id, source);
        }
        self.watch.cancelled = false;
        added
    }

    fn knowledge(&self) -> Knowledge {
        let last = self.journal.iter().rev().find_map(|entry| match &entry.record {
            Record::Knowledge { knowledge, .. } => Some(*knowledge),
            _ => None,
        });
        last.unwrap_or_default()
    }

    fn go_on(&mut self) -> Result<(), String> {
        let end = self.now + LONGEST;
        while let Some(Reverse((time, key))) = self.queue.pop() {
            self.now = self.now.max(time);
            let Some(happening) = self.happenings.remove(&key) else { continue };
            self.happen(happening)?;
            self.steps += 1;
            self.step_total += 1;
            if self.now > end || self.steps > MOST_STEPS {
                return Err(format!(
                    "no end after {:?} and {} steps: {:?}",
                    self.now,
                    self.steps,
                    self.engine.waiting(self.now, &self.pace)
                ));
            }
            if self.world.crashes.contains(&self.step_total) {
                self.crash()?;
            }
            for &(step, whim) in &self.world.whims {
                if step == self.step_total {
                    self.whim(whim)?;
                }
            }
            let over = self.engine.ended() && self.engine.counts().needs_person == 0;
            if over && self.in_flight == 0 && !self.person.paused && (self.person.retried || !self.retry_failed()?) {
                self.steps = 0;
                return Ok(());
            }
        }
        Err("nothing happens any more".to_owned())
    }

    fn happen(&mut self, happening: Happening) -> Result<(), String> {
        match happening {
            Happening::Hear(epoch, (_, result), origin) if epoch == self.epoch => {
                self.in_flight -= 1;
                self.hear(result, origin)
            }
            Happening::Input(epoch, input) if epoch == self.epoch => {
                self.in_flight -= 1;
                if matches!(input, Input::PrepareFailed { .. }) {
                    self.watch.in_memory -= 1;
                }
                self.give(input)
            }
            Happening::Flush(epoch) if epoch == self.epoch => self.flush(),
            Happening::Tick(epoch, wake) if epoch == self.epoch && wake == self.wake => self.give(Input::Tick),
            Happening::TryPage(epoch) if epoch == self.epoch => self.ask_page(),
            Happening::PersonLooks => {
                self.at(self.now + 20 * S, Happening::PersonLooks);
                self.person_looks()
            }
            _ => Ok(()),
        }
    }

    pub(super) fn give(&mut self, input: Input) -> Result<(), String> {
        self.tell(|| format!("{input:?}"));
        let effects = self.engine.handle(self.now, input, &mut self.pace);
        for effect in effects {
            self.tell(|| format!("    {effect:?}"));
            self.perform(effect)?;
        }
        if self.listed.as_ref().is_some_and(|listed| !listed.asking) {
            self.ask_page()?;
        }
        let waiting = self.engine.waiting(self.now, &self.pace);
        if self.in_flight == 0 && self.listed.is_none() && self.unflushed() == 0 && waiting.is_none() && !self.engine.ended() {
            return Err(format!("stands still without saying why: {:?}", self.engine.counts()));
        }
        Ok(())
    }

    pub(super) fn tell(&self, what: impl FnOnce() -> String) {
        if self.loud {
            println!("{:>10.3} {}", self.now.as_secs_f64(), what());
        }
    }

    fn unflushed(&self) -> usize {
        self.journal.len() - self.durable
    }

    fn perform(&mut self, effect: Effect) -> Result<(), String> {
        let soon = self.now + self.dice.millis(0..20);
        let epoch = self.epoch;
        match effect {
            Effect::Prepare { photo, reuse, limits } => {
                self.watch.in_memory += 1;
                if self.watch.in_memory > self.world.photos_ahead {
                    return Err(format!("{} photos in memory", self.watch.in_memory));
                }
                self.in_flight += 1;
                let input = self.prepare(photo, reuse, &limits);
                self.at(soon, Happening::Input(epoch, input));
            }
            Effect::Forget { .. } => self.watch.in_memory -= 1,
            Effect::Upload { photo } => {
                self.may_make("an upload")?;
                let source = self.source_of[&photo.draft];
                let content = self.world.sources[source].photos[photo.index];
                let bytes = self.watch.sizes[&photo];
                if self.watch.too_large.get(&photo).is_some_and(|&refused| bytes >= refused) {
                    return Err(format!("{photo:?} was too large, and is sent again as it was"));
                }
                return self.depart(Request::Upload { source, index: photo.index, content, bytes }, Origin::Photo(photo));
            }
            Effect::Create { draft, fields, photos } => {
                self.may_make("a creation")?;
                if self.watch.refused.contains(&draft) {
                    return Err(format!("draft {draft} was refused, and is sent again as it was"));
                }
                let source = self.source_of[&draft];
                return self.depart(Request::Create { source, fields, photos }, Origin::Draft(draft));
            }
            Effect::List => self.listed = Some(Listed::new(self.world)),
            Effect::Record { number, record } => {
                // A bare refusal that turned out to be one: the count of equal ones starts anew.
                if matches!(&record, Record::Failed { problem, .. } if !problem.has_body) {
                    self.watch.equal_refusals = (None, 0);
                }
                if self.unflushed() == 0 {
                    self.at(soon, Happening::Flush(epoch));
                }
                self.journal.push(Entry { at: self.wall(), record });
                self.numbers.push(number);
            }
            Effect::WakeAt(time) => {
                self.wake += 1;
                self.at(time.max(self.now), Happening::Tick(epoch, self.wake));
            }
            Effect::Changed(_) | Effect::Tell(_) | Effect::Learned(_) => {}
        }
        Ok(())
    }

    fn prepare(&mut self, photo: PhotoRef, reuse: bool, limits: &PhotoLimits) -> Input {
        let source = &self.world.sources[self.source_of[&photo.draft]];
        if source.fate == Fate::Unreadable && photo.index + 1 == source.photos.len() {
            return Input::PrepareFailed { photo, problem: Problem::new(Code::PhotoDamaged) };
        }
        let hash = hash(source.photos[photo.index]);
        let upload = |entry: &Entry| match &entry.record {
            Record::PhotoUploaded { hash: known, file, .. } if *known == hash => Some(file.clone()),
            _ => None,
        };
        let known = if reuse { self.journal[..self.durable].iter().find_map(upload) } else { None };
        let camera = if self.world.photo_bytes.is_some() { 1_000_000 * (1 + source.photos[photo.index] % 9) } else { 300_000 };
        let bytes = limits.bytes.map_or(camera, |most| most.min(camera));
        self.watch.sizes.insert(photo, bytes);
        Input::Prepared { photo, hash, sent: Sent { bytes, side: 1000, format: Format::Jpeg }, known }
    }

    fn flush(&mut self) -> Result<(), String> {
        if self.world.disk_full.as_ref().is_some_and(|full| full.contains(&self.now)) {
            self.journal.truncate(self.durable);
            self.numbers.clear();
            return self.give(Input::RecordFailed(Problem::new(Code::Storage)));
        }
        self.durable = self.journal.len();
        match std::mem::take(&mut self.numbers).last() {
            Some(&through) => self.give(Input::Recorded { through }),
            None => Ok(()),
        }
    }

    /// The program dies: what was not yet on the disk is there in part, or not at all.
    fn crash(&mut self) -> Result<(), String> {
        self.tell(|| "CRASH".to_owned());
        let kept = self.durable + usize::try_from(self.dice.below(self.unflushed() as u64 + 1)).unwrap_or(0);
        self.journal.truncate(kept);
        self.durable = kept;
        self.shop.hang_up(self.world, self.now);
        self.new_process();
        let away = if self.dice.per_mille(400) { 10..500 } else { 10..30_000 };
        self.now += self.dice.millis(away);
        self.clock += self.clock_jumps.next().copied().unwrap_or_default();
        let begun = self.journal.iter().any(|entry| matches!(&entry.record, Record::RunStarted { run, .. } if *run == self.run));
        let config = config(self.world, self.broken);
        // Drop the folder again, rather than resume?
        let again = begun && self.dice.per_mille(300);
        if again || !begun {
            self.run = RunId(self.run.0 + u64::from(again));
            self.engine = Engine::new(self.run, account(1), self.knowledge(), config);
            self.give(Input::Start)?;
            let added = self.plan();
            return self.give(Input::Add(added));
        }
        self.engine = Engine::restore(self.run, &self.journal, self.knowledge(), config, self.now, self.wall())
            .map_err(|problem| problem.to_string())?;
        self.watch.cancelled = Ledger::read(&self.journal, self.wall()).run(self.run).is_some_and(|run| run.cancelled);
        self.give(Input::Start)?;
        // Dropped files whose drafts never reached the disk are dropped once more.
        let known: HashSet<usize> = self.engine.rows().map(|row| self.source_of[&row.id]).collect();
        if known.len() < self.world.sources.len() && !self.watch.cancelled {
            let added = self.plan();
            let missing = added.into_iter().filter(|added| !known.contains(&source_number(added.planned())));
            let missing = missing.collect();
            return self.give(Input::Add(missing));
        }
        Ok(())
    }
}

pub(super) fn account(user: u64) -> AccountKey {
    AccountKey { market: "model".to_owned(), user: UserId::from(user), vendor: VendorId::from(user) }
}

fn config(world: &World, broken: Broken) -> Config {
    let rule = if let Broken::Rule(rule) = broken { Some(rule) } else { None };
    Config { preparing: 2, photos_ahead: world.photos_ahead, bytes_ahead: 10_000_000, broken: rule }
}

fn pace(seed: u64, broken: Broken) -> Pace {
    let mut pace = Pace::new(Limits { seed, ..Limits::default() });
    pace.deaf = broken == Broken::DeafPace;
    pace
}

fn hash(content: u64) -> ContentHash {
    ContentHash::of(&content.to_le_bytes())
}

pub(super) fn fields(source: &Source) -> Draft {
    Draft { name: source.name.clone(), primary_price: Some(source.price), stock: Some(1), ..Draft::default() }
}

fn planned(number: usize, source: &Source) -> PlannedDraft {
    let folder = PathBuf::from(format!("/photos/{number}"));
    PlannedDraft {
        draft: fields(source),
        photos: (0..source.photos.len()).map(|n| folder.join(format!("{n}.jpg"))).collect(),
        source: folder,
        source_name: source.name.clone(),
        edits: Vec::new(),
    }
}

fn source_number(planned: &PlannedDraft) -> usize {
    planned.source.file_name().and_then(|name| name.to_str()?.parse().ok()).unwrap_or(usize::MAX)
}

/// What a photo holds, for the checks.
pub(super) fn contents(host: &Host<'_>, photos: &[FileId]) -> Vec<u64> {
    photos.iter().filter_map(|id| host.shop.files.get(id).copied()).collect()
}

impl Host<'_> {
    pub fn source_of(&self, draft: DraftId) -> usize {
        self.source_of[&draft]
    }
}
