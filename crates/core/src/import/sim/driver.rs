//! Plays the worker, the disk, the clock and the user, and checks that no rule is broken on the way.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use super::shop::Request;
use super::simulation::{Listed, Origin, SimEvent, Simulation, account, config};
use super::world::{Skus, Source, SourceFault};
use crate::import::dedup::{AddedDraft, classify, needs_hashes};
use crate::import::engine::{Effect, Input, PhotoRef};
use crate::import::journal::{DraftHistory, Entry, JournalReplay, Record};
use crate::import::limits::{PhotoLimits, SentPhoto};
use crate::import::{DraftId, Engine, PlannedDraft, RunId};
use vitrine_domain::{Draft, Problem, ProblemKind, ProductId};
use vitrine_media::{ContentHash, Format};

const S: Duration = Duration::from_secs(1);
/// No import takes longer than this, whatever happens.
const MAX_DURATION: Duration = Duration::from_secs(24 * 3600);
const MAX_STEPS: u64 = 300_000;

impl Simulation<'_> {
    /// Drops the whole folder and presses Start; continues through crashes until nothing is left to do.
    pub fn import(&mut self) -> Result<(), String> {
        self.feed(Input::Start)?;
        let added = self.plan();
        self.feed(Input::Add(added))?;
        self.run_to_end()
    }

    /// Imports the same folder again as a new run.
    pub fn import_again(&mut self) -> Result<(), String> {
        self.durable = self.journal.len();
        self.run = RunId(self.run.0 + 1);
        self.engine = Engine::new(self.run, account(1), self.knowledge(), config(self.world));
        self.new_process();
        self.tell_products_of_others();
        self.import()
    }

    fn plan(&mut self) -> Vec<AddedDraft> {
        let planned: Vec<PlannedDraft> = self
            .world
            .sources
            .iter()
            .enumerate()
            .map(|(n, source)| planned(n, source, self.world.skus))
            .collect();
        let earlier: Vec<DraftHistory> = JournalReplay::read(&self.journal, self.unix_now()).into_drafts();
        let mut hashes = vec![Vec::new(); planned.len()];
        for index in needs_hashes(&planned, &earlier) {
            hashes[index] = self.world.sources[index].photos.iter().map(|&content| hash(content)).collect();
        }
        let decisions = classify(&planned, &hashes, &earlier);
        let mut added = Vec::new();
        for (source, (planned, decision)) in planned.into_iter().zip(decisions).enumerate() {
            let one = AddedDraft::from_decision(
                decision,
                DraftId(self.next_id),
                planned,
                std::mem::take(&mut hashes[source]),
                &earlier,
            );
            self.next_id += 1;
            if matches!(one, AddedDraft::Adopted { .. }) {
                self.observed.refused.remove(&one.id());
                self.observed.corrected.remove(&one.id());
            }
            self.source_of.insert(one.id(), source);
            added.push(one);
        }
        self.observed.cancelled = false;
        added
    }

    fn run_to_end(&mut self) -> Result<(), String> {
        let end = self.now + MAX_DURATION;
        while let Some(Reverse((time, key))) = self.queue.pop() {
            self.now = self.now.max(time);
            let Some(event) = self.events.remove(&key) else { continue };
            self.handle(event)?;
            self.steps += 1;
            self.step_total += 1;
            if self.now > end || self.steps > MAX_STEPS {
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
            for &(step, user_action) in &self.world.user_actions {
                if step == self.step_total {
                    self.user_action(user_action)?;
                }
            }
            let over = self.engine.ended() && self.engine.counts().needs_person == 0;
            if over
                && self.in_flight == 0
                && !self.user.paused
                && (self.user.retried || !self.retry_failed()?)
            {
                self.steps = 0;
                return Ok(());
            }
        }
        Err("nothing happens any more".to_owned())
    }

    fn handle(&mut self, event: SimEvent) -> Result<(), String> {
        match event {
            SimEvent::Receive(epoch, delivery, origin) if epoch == self.epoch => {
                self.in_flight -= 1;
                self.receive(delivery, origin)
            }
            SimEvent::Input(epoch, input) if epoch == self.epoch => {
                self.in_flight -= 1;
                if matches!(input, Input::PrepareFailed { .. }) {
                    self.observed.in_memory -= 1;
                }
                self.feed(input)
            }
            SimEvent::Flush(epoch) if epoch == self.epoch => self.flush(),
            SimEvent::Tick(epoch, wake) if epoch == self.epoch && wake == self.wake => self.feed(Input::Tick),
            SimEvent::TryPage(epoch) if epoch == self.epoch => self.request_page(),
            SimEvent::TryLookUp(epoch) if epoch == self.epoch => self.try_lookup(),
            SimEvent::UserLooks => {
                self.at(self.now + 20 * S, SimEvent::UserLooks);
                self.look_at_screen()
            }
            _ => Ok(()),
        }
    }

    pub(super) fn feed(&mut self, input: Input) -> Result<(), String> {
        self.log(|| format!("{input:?}"));
        let effects = self.engine.handle(self.now, input, &mut self.pace);
        for effect in effects {
            self.log(|| format!("    {effect:?}"));
            self.perform(effect)?;
        }
        if self.listed.as_ref().is_some_and(|listed| !listed.asking) {
            self.request_page()?;
        }
        self.try_lookup()?;
        let waiting = self.engine.waiting(self.now, &self.pace);
        if self.in_flight == 0
            && self.listed.is_none()
            && self.looking_up.is_none()
            && self.unflushed() == 0
            && waiting.is_none()
            && !self.engine.ended()
        {
            return Err(format!("stands still without saying why: {:?}", self.engine.counts()));
        }
        Ok(())
    }

    fn perform(&mut self, effect: Effect) -> Result<(), String> {
        let soon = self.now + self.rng.millis(0..20);
        let epoch = self.epoch;
        match effect {
            Effect::Prepare { photo, reuse, limits } => {
                self.observed.in_memory += 1;
                if self.observed.in_memory > self.world.photos_ahead {
                    return Err(format!("{} photos in memory", self.observed.in_memory));
                }
                self.in_flight += 1;
                let input = self.prepare(photo, reuse, &limits);
                self.at(soon, SimEvent::Input(epoch, input));
            }
            Effect::Release { .. } => self.observed.in_memory -= 1,
            Effect::Upload { photo } => {
                self.check_may_progress("an upload")?;
                self.observed.photos.send(photo.draft, true);
                let source = self.source_of[&photo.draft];
                let content = self.world.sources[source].photos[photo.index];
                let bytes = self.observed.sizes[&photo];
                if self.observed.too_large.get(&photo).is_some_and(|&refused| bytes >= refused) {
                    return Err(format!("{photo:?} was too large, and is sent again as it was"));
                }
                return self.send_request(
                    Request::Upload { source, index: photo.index, content, bytes },
                    Origin::Photo(photo),
                );
            }
            Effect::Create { draft, fields, photos } => {
                self.check_may_progress("a creation")?;
                if self.observed.refused.contains(&draft) {
                    return Err(format!("draft {draft} was refused, and is sent again as it was"));
                }
                if self.observed.corrected.contains(&draft) && fields.brief.is_none() {
                    return Err(format!("draft {draft} was corrected, and is sent as it was"));
                }
                self.observed.creations.send(draft, false);
                // Whether the creation before it had happened is known.
                self.user.in_doubt.remove(&draft);
                let source = self.source_of[&draft];
                return self.send_request(Request::Create { source, fields, photos }, Origin::Draft(draft));
            }
            Effect::LookUp { skus } => {
                self.looking_up = Some(skus);
                return self.try_lookup();
            }
            Effect::List(reach) => self.listed = Some(Listed::new(self.world, reach, self.now)),
            Effect::Record { number, record } => {
                if self.unflushed() == 0 {
                    self.at(soon, SimEvent::Flush(epoch));
                }
                self.journal.push(Entry { at: self.unix_now(), record });
                self.numbers.push(number);
            }
            Effect::WakeAt(time) => {
                self.wake += 1;
                self.at(time.max(self.now), SimEvent::Tick(epoch, self.wake));
            }
            Effect::Report(problem) if problem.kind == ProblemKind::Internal => {
                return Err(format!("{problem:?}"));
            }
            Effect::Changed(draft) => {
                let row = self.engine.row(draft).filter(|row| {
                    row.problem.as_ref().is_some_and(|problem| problem.kind == ProblemKind::ListedTwice)
                });
                self.said_twice.extend(row.map(|row| row.name));
            }
            Effect::Report(_) | Effect::LimitsLearned(_) => {}
        }
        Ok(())
    }

    fn prepare(&mut self, photo: PhotoRef, reuse: bool, limits: &PhotoLimits) -> Input {
        let source = &self.world.sources[self.source_of[&photo.draft]];
        if source.fault == SourceFault::Unreadable && photo.index + 1 == source.photos.len() {
            return Input::PrepareFailed { photo, problem: Problem::new(ProblemKind::PhotoDamaged) };
        }
        let hash = hash(source.photos[photo.index]);
        let upload = |entry: &Entry| match &entry.record {
            Record::PhotoUploaded { hash: known, file, .. } if *known == hash => Some(file.clone()),
            _ => None,
        };
        let known = if reuse { self.journal[..self.durable].iter().find_map(upload) } else { None };
        let camera = if self.world.photo_bytes.is_some() {
            1_000_000 * (1 + source.photos[photo.index] % 9)
        } else {
            300_000
        };
        let bytes = limits.bytes.map_or(camera, |most| most.min(camera));
        self.observed.sizes.insert(photo, bytes);
        Input::Prepared { photo, hash, sent: SentPhoto { bytes, side: 1000, format: Format::Jpeg }, known }
    }

    fn flush(&mut self) -> Result<(), String> {
        if self.world.disk_full.as_ref().is_some_and(|full| full.contains(&self.now)) {
            self.journal.truncate(self.durable);
            self.numbers.clear();
            return self.feed(Input::RecordFailed(Problem::new(ProblemKind::Storage)));
        }
        self.durable = self.journal.len();
        match std::mem::take(&mut self.numbers).last() {
            Some(&through) => self.feed(Input::Recorded { through }),
            None => Ok(()),
        }
    }

    /// What the journal knows of the products of other drafts, as the worker tells it.
    fn tell_products_of_others(&mut self) {
        let cover = |asked: DraftId| {
            self.journal.iter().rev().find_map(|entry| match &entry.record {
                Record::Intent { draft, cover, .. } if *draft == asked => cover.clone(),
                _ => None,
            })
        };
        // As in the store: a product belongs to the first draft that is recorded with it, as long as that is
        // not in doubt.
        let mut created: Vec<(ProductId, DraftId)> = Vec::new();
        for entry in &self.journal {
            match &entry.record {
                Record::Created { draft, product: Some(product) }
                    if created.iter().all(|(known, owner)| known != product && owner != draft) =>
                {
                    created.push((product.clone(), *draft));
                }
                Record::Accepted { draft, .. } => created.retain(|(_, owner)| owner != draft),
                _ => {}
            }
        }
        let created: Vec<_> =
            created.into_iter().map(|(product, draft)| (product, draft, cover(draft))).collect();
        self.engine.add_products_of_others(created);
    }

    /// A copy of the journal from before some creations comes back: photos had been sent ahead of them.
    fn forget_creations(&mut self) {
        let since = usize::try_from(self.rng.below(self.journal.len() as u64 + 1)).unwrap_or_default();
        // Nobody fetches a copy while requests are still under way; who reads again that something failed
        // tries it again.
        self.now += 60 * S;
        self.user.retried = false;
        let mut index = 0;
        self.journal.retain(|entry| {
            index += 1;
            let is_of_photos = matches!(
                entry.record,
                Record::RunStarted { .. }
                    | Record::DraftAdded { .. }
                    | Record::PhotoUploaded { .. }
                    | Record::Knowledge { .. }
            );
            index <= since || is_of_photos
        });
    }

    /// The program crashes: of what was not durable yet, a part or nothing is on disk.
    fn crash(&mut self) -> Result<(), String> {
        self.log(|| "CRASH".to_owned());
        let kept = self.durable + usize::try_from(self.rng.below(self.unflushed() as u64 + 1)).unwrap_or(0);
        self.journal.truncate(kept);
        self.shop.disconnect(self.world, self.now);
        if self.world.oddities.old_journals {
            self.forget_creations();
        }
        self.durable = self.journal.len();
        self.new_process();
        let away = if self.rng.per_mille(400) { 10..500 } else { 10..30_000 };
        self.now += self.rng.millis(away);
        self.clock += self.clock_jumps.next().copied().unwrap_or_default();
        let begun = self
            .journal
            .iter()
            .any(|entry| matches!(&entry.record, Record::RunStarted { run, .. } if *run == self.run));
        let config = config(self.world);
        // Either drop the folder again, or resume.
        let again = begun && self.rng.per_mille(300);
        if again || !begun {
            self.run = RunId(self.run.0 + u64::from(again));
            self.engine = Engine::new(self.run, account(1), self.knowledge(), config);
            self.tell_products_of_others();
            self.feed(Input::Start)?;
            let added = self.plan();
            return self.feed(Input::Add(added));
        }
        self.engine =
            Engine::restore(self.run, &self.journal, self.knowledge(), config, self.now, self.unix_now())
                .map_err(|problem| problem.to_string())?;
        self.tell_products_of_others();
        self.observed.cancelled = JournalReplay::read(&self.journal, self.unix_now())
            .run(self.run)
            .is_some_and(|run| run.cancelled);
        self.feed(Input::Start)?;
        // Files whose drafts never became durable are dropped again.
        let known: HashSet<usize> = self.engine.rows().map(|row| self.source_of[&row.id]).collect();
        if known.len() < self.world.sources.len() && !self.observed.cancelled {
            let added = self.plan();
            let missing = added.into_iter().filter(|added| !known.contains(&source_number(added.planned())));
            let missing = missing.collect();
            return self.feed(Input::Add(missing));
        }
        Ok(())
    }
}

fn hash(content: u64) -> ContentHash {
    ContentHash::of(&content.to_le_bytes())
}

fn planned(number: usize, source: &Source, skus: Skus) -> PlannedDraft {
    let folder = PathBuf::from(format!("/photos/{number}"));
    let sku = match skus {
        Skus::None => None,
        Skus::Unique | Skus::FilterIgnored => Some(format!("sku {number}")),
        Skus::Shared => Some(format!("sku {}", number % 3)),
    };
    PlannedDraft {
        draft: Draft { sku, ..source.fields() },
        photos: (0..source.photos.len()).map(|n| folder.join(format!("{n}.jpg"))).collect(),
        source: folder,
        source_name: source.name.clone(),
        ..PlannedDraft::default()
    }
}

fn source_number(planned: &PlannedDraft) -> usize {
    planned.source.file_name().and_then(|name| name.to_str()?.parse().ok()).unwrap_or(usize::MAX)
}
