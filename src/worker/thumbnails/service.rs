//! Thumbnails: of the shop's products by address, of dropped photos by path. Decoded here, so that the window only uploads pixels.
//!
//! A photo's way: what the cache on the disk has of it, else the small picture its camera put into it, which takes
//! milliseconds; then, after everything that can be had so quickly, the right one.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::done::TaskResult;
use super::make::{Look, Made, Maker, Opened, Source};
use super::messages::{PictureKey, ThumbnailCommand};
use crate::domain::{Code, Problem};
use crate::media::{CACHE_BYTES, Cache};
use crate::worker::context::Context;
use crate::worker::messages::Event;
use crate::worker::product_form::PhotoSource;
use crate::worker::tasks::{Life, Slot};

/// Pictures being made at once, at each stage.
const AT_ONCE: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// What can be had in milliseconds.
    First,
    Right,
}

struct Wanted {
    key: PictureKey,
    source: Source,
    stage: Stage,
}

/// Wanted pictures, in the order they were asked for: the window takes back its wish for what has scrolled away, so
/// that those left are in view, from the top down.
pub struct Thumbnails {
    wanted: VecDeque<Wanted>,
    under_way: HashMap<PictureKey, Stage>,
    /// Held while decoding, by threads that go on for a moment after their task was given up, too.
    decoding: Arc<Semaphore>,
    /// The photo a person edits, so that it is decoded once.
    opened: Arc<Opened>,
    /// The bytes the cache on the disk takes. `None` before it was looked at.
    kept: Option<u64>,
    tending: bool,
}

impl Default for Thumbnails {
    fn default() -> Self {
        let (wanted, under_way) = (VecDeque::new(), HashMap::new());
        Self { wanted, under_way, decoding: Arc::new(Semaphore::new(AT_ONCE)), opened: Arc::default(), kept: None, tending: false }
    }
}

impl Thumbnails {
    fn next(&mut self) -> Option<Wanted> {
        let free = |stage| self.under_way.values().filter(|running| **running == stage).count() < AT_ONCE;
        let place = [Stage::First, Stage::Right]
            .into_iter()
            .filter(|&stage| free(stage))
            .find_map(|stage| self.wanted.iter().position(|wanted| wanted.stage == stage))?;
        self.wanted.remove(place)
    }
}

impl Thumbnails {
    /// `form_photo` finds a photo of the create form.
    pub fn perform(&mut self, command: ThumbnailCommand, form_photo: impl Fn(&PictureKey) -> Option<PhotoSource>, cx: &mut Context) {
        match command {
            ThumbnailCommand::Load { key } => self.load(key, form_photo, cx),
            ThumbnailCommand::Forget(key) => {
                self.wanted.retain(|wanted| wanted.key != key);
                self.under_way.remove(&key);
                cx.tasks.cancel(&Slot::Picture(key));
                self.make_next(cx);
            }
            ThumbnailCommand::MeasureCache => self.measure_cache(cx),
            ThumbnailCommand::ClearCache => {
                let cache = cache(cx);
                tend(move || cache.clear(), cx);
            }
        }
    }

    pub fn finished(&mut self, done: TaskResult, cx: &mut Context) {
        match done {
            TaskResult::Picture { key, source, made } => self.made(key, source, made, cx),
            TaskResult::CacheTended(left) => {
                self.tending = false;
                match left {
                    Ok(bytes) => {
                        self.kept = Some(bytes);
                        cx.tell(Event::PictureCache { bytes });
                    }
                    Err(problem) => cx.tell(Event::Problem(problem)),
                }
            }
        }
    }

    fn load(&mut self, key: PictureKey, form_photo: impl Fn(&PictureKey) -> Option<PhotoSource>, cx: &mut Context) {
        if self.under_way.contains_key(&key) || self.wanted.iter().any(|wanted| wanted.key == key) {
            return;
        }
        // Of a picture at an address nothing can be had before all of it.
        let stage = if matches!(key, PictureKey::Url(_) | PictureKey::Preview(..)) { Stage::Right } else { Stage::First };
        let source = match key.photo() {
            PictureKey::Url(url) => Source::Address(url.clone()),
            PictureKey::File(path) => Source::File(path.clone()),
            photo @ PictureKey::Form(_) => match form_photo(photo) {
                Some(PhotoSource::File(path)) => Source::File(path),
                Some(PhotoSource::Bytes { bytes, .. }) => Source::Bytes(bytes),
                None => Source::Gone,
            },
            // Asked for by the photo alone.
            PictureKey::Edited(..) | PictureKey::Preview(..) => Source::Gone,
        };
        self.wanted.push_back(Wanted { key, source, stage });
        self.make_next(cx);
    }

    fn made(&mut self, key: PictureKey, source: Source, made: Made, cx: &mut Context) {
        self.under_way.remove(&key);
        match made {
            Made::Nothing => self.wanted.push_back(Wanted { key, source, stage: Stage::Right }),
            Made::First(picture) => {
                cx.tell(Event::Picture { key: key.clone(), result: Ok(picture), is_provisional: true });
                self.wanted.push_back(Wanted { key, source, stage: Stage::Right });
            }
            Made::Right { result, facts, likeness, kept } => {
                if let Some(facts) = facts {
                    cx.tell(Event::PhotoFacts { key: key.clone(), facts });
                }
                if let Some(likeness) = likeness {
                    cx.tell(Event::PhotoFingerprint { key: key.clone(), fingerprint: *likeness });
                }
                cx.tell(Event::Picture { key, result, is_provisional: false });
                self.note_kept(kept, cx);
            }
        }
        self.make_next(cx);
    }

    fn make_next(&mut self, cx: &mut Context) {
        while let Some(Wanted { key, source, stage }) = self.next() {
            let maker = Maker {
                source: source.clone(),
                look: Look::of(&key),
                opened: Arc::clone(&self.opened),
                cache: cache(cx),
                now: cx.now().into(),
                decoding: Arc::clone(&self.decoding),
                budget: cx.budget.clone(),
            };
            let client = cx.live().map(|live| live.client.clone());
            let task_key = key.clone();
            cx.tasks.spawn(Life::Program, Slot::Picture(key.clone()), async move {
                let made = match stage {
                    Stage::First => maker.first().await,
                    Stage::Right => maker.right(client).await,
                };
                TaskResult::Picture { key: task_key, source, made }
            });
            self.under_way.insert(key, stage);
        }
    }

    fn note_kept(&mut self, bytes: u64, cx: &mut Context) {
        if bytes == 0 {
            return;
        }
        self.kept = self.kept.map(|kept| kept + bytes);
        if self.kept.is_none_or(|kept| kept > CACHE_BYTES) {
            self.measure_cache(cx);
        }
    }

    /// PerceptualHash how much the cache takes, and removes what is too much.
    fn measure_cache(&mut self, cx: &mut Context) {
        if !std::mem::replace(&mut self.tending, true) {
            let cache = cache(cx);
            tend(move || cache.evict(CACHE_BYTES), cx);
        }
    }
}

fn tend(work: impl FnOnce() -> u64 + Send + 'static, cx: &mut Context) {
    cx.tasks.spawn(Life::Program, None, async move {
        let tended = tokio::task::spawn_blocking(work).await;
        TaskResult::CacheTended(tended.map_err(|error| Problem::new(Code::Internal).saying(error.to_string())))
    });
}

fn cache(cx: &Context) -> Cache {
    Cache::at(cx.options.data_dir.join("thumbnails"))
}
