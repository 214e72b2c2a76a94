//! Thumbnails: of the shop's products by address, of dropped photos by path. Decoded here, so that the window only uploads pixels.
//!
//! A photo's way: what the cache on the disk has of it, else the small picture its camera put into it, which takes
//! milliseconds; then, after everything that can be had so quickly, the right one.

mod make;

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

use super::hub::{Done, Hub};
use super::{Event, PictureKey};
use crate::domain::{Code, Problem};
use crate::media::{CACHE_BYTES, Cache};
use make::{Look, Maker, Opened};
pub use make::{Made, Source};

/// Pictures being made at once, at each stage.
const AT_ONCE: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What can be had in milliseconds.
    First,
    Right,
}

struct Wanted {
    key: PictureKey,
    stage: Stage,
}

/// Wanted pictures, in the order they were asked for: the window takes back its wish for what has scrolled away, so
/// that those left are in view, from the top down.
pub struct Pictures {
    wanted: VecDeque<Wanted>,
    under_way: HashMap<PictureKey, (Stage, AbortHandle)>,
    /// Held while decoding, by threads that go on for a moment after their task was given up, too.
    decoding: Arc<Semaphore>,
    /// The photo a person edits, so that it is decoded once.
    opened: Arc<Opened>,
    /// The bytes the cache on the disk takes. `None` before it was looked at.
    kept: Option<u64>,
    tending: bool,
}

impl Default for Pictures {
    fn default() -> Self {
        let (wanted, under_way) = (VecDeque::new(), HashMap::new());
        Self { wanted, under_way, decoding: Arc::new(Semaphore::new(AT_ONCE)), opened: Arc::default(), kept: None, tending: false }
    }
}

impl Pictures {
    fn next(&mut self) -> Option<Wanted> {
        let free = |stage| self.under_way.values().filter(|(running, _)| *running == stage).count() < AT_ONCE;
        let place = [Stage::First, Stage::Right]
            .into_iter()
            .filter(|&stage| free(stage))
            .find_map(|stage| self.wanted.iter().position(|wanted| wanted.stage == stage))?;
        self.wanted.remove(place)
    }
}

impl Hub {
    pub(super) fn load_picture(&mut self, key: PictureKey) {
        if self.pictures.under_way.contains_key(&key) || self.pictures.wanted.iter().any(|wanted| wanted.key == key) {
            return;
        }
        // Of a picture at an address nothing can be had before all of it.
        let stage = if matches!(key, PictureKey::Url(_) | PictureKey::Preview(..)) { Stage::Right } else { Stage::First };
        self.pictures.wanted.push_back(Wanted { key, stage });
        self.next_pictures();
    }

    pub(super) fn forget_picture(&mut self, key: &PictureKey) {
        self.pictures.wanted.retain(|wanted| wanted.key != *key);
        if let Some((_, task)) = self.pictures.under_way.remove(key) {
            task.abort();
        }
        self.next_pictures();
    }

    pub(super) fn picture_done(&mut self, key: PictureKey, made: Made) {
        if self.pictures.under_way.remove(&key).is_some() {
            match made {
                Made::Nothing => self.pictures.wanted.push_back(Wanted { key, stage: Stage::Right }),
                Made::First(picture) => {
                    self.tell(Event::Picture { key: key.clone(), result: Ok(picture), better_follows: true });
                    self.pictures.wanted.push_back(Wanted { key, stage: Stage::Right });
                }
                Made::Right { result, facts, likeness, kept } => {
                    if let Some(facts) = facts {
                        self.tell(Event::PhotoFacts { key: key.clone(), facts });
                    }
                    if let Some(likeness) = likeness {
                        self.tell(Event::PhotoLikeness { key: key.clone(), likeness: *likeness });
                    }
                    self.tell(Event::Picture { key, result, better_follows: false });
                    self.picture_kept(kept);
                }
            }
        }
        self.next_pictures();
    }

    fn next_pictures(&mut self) {
        while let Some(Wanted { key, stage }) = self.pictures.next() {
            let maker = Maker {
                source: self.picture_source(key.photo()),
                look: Look::of(&key),
                opened: Arc::clone(&self.pictures.opened),
                cache: self.picture_cache(),
                now: (self.options.clock)().into(),
                decoding: Arc::clone(&self.pictures.decoding),
                budget: self.imports.budget().clone(),
            };
            let client = self.live.as_ref().map(|live| live.client.clone());
            let task_key = key.clone();
            let task = self.spawn(async move {
                let made = match stage {
                    Stage::First => maker.first().await,
                    Stage::Right => maker.right(client).await,
                };
                Done::Picture { key: task_key, made }
            });
            self.pictures.under_way.insert(key, (stage, task));
        }
    }

    fn picture_source(&self, key: &PictureKey) -> Source {
        match key {
            PictureKey::Url(url) => Source::Address(url.clone()),
            PictureKey::File(path) => Source::File(path.clone()),
            PictureKey::Form(id) => self.form_photo_source(*id),
            // Asked for by the photo alone.
            PictureKey::Edited(..) | PictureKey::Preview(..) => Source::Gone,
        }
    }

    fn picture_cache(&self) -> Cache {
        Cache::at(cache_folder(&self.options.data_dir))
    }

    fn picture_kept(&mut self, bytes: u64) {
        if bytes == 0 {
            return;
        }
        self.pictures.kept = self.pictures.kept.map(|kept| kept + bytes);
        if self.pictures.kept.is_none_or(|kept| kept > CACHE_BYTES) {
            self.measure_picture_cache();
        }
    }

    /// Looks how much the cache takes, and removes what is too much.
    pub(super) fn measure_picture_cache(&mut self) {
        if !std::mem::replace(&mut self.pictures.tending, true) {
            let cache = self.picture_cache();
            self.tend_picture_cache(move || cache.tidy(CACHE_BYTES));
        }
    }

    pub(super) fn clear_picture_cache(&mut self) {
        let cache = self.picture_cache();
        self.tend_picture_cache(move || cache.clear());
    }

    fn tend_picture_cache(&mut self, tend: impl FnOnce() -> u64 + Send + 'static) {
        self.spawn(async move {
            let tended = tokio::task::spawn_blocking(tend).await;
            Done::PictureCache(tended.map_err(|error| Problem::new(Code::Internal).saying(error.to_string())))
        });
    }

    pub(super) fn picture_cache_tended(&mut self, left: Result<u64, Problem>) {
        self.pictures.tending = false;
        match left {
            Ok(bytes) => {
                self.pictures.kept = Some(bytes);
                self.tell(Event::PictureCache { bytes });
            }
            Err(problem) => self.tell(Event::Problem(problem)),
        }
    }
}

impl Hub {
    /// Says beforehand what is done to photos: it depends on what the marketplace takes.
    pub(super) fn tell_photo_limits(&mut self) {
        if self.live.is_some() {
            self.tell(Event::PhotoLimits(self.photo_limits()));
        }
    }
}

fn cache_folder(data_dir: &std::path::Path) -> PathBuf {
    data_dir.join("thumbnails")
}
