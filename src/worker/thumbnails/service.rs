//! Thumbnails: of the shop's products by URL, of local photos by path. They are decoded here, so that the
//! window only uploads pixels.
//!
//! First comes what the disk cache has of a photo, else the thumbnail embedded by the camera, which takes
//! milliseconds; the final picture follows after all such quick ones.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::ThumbnailTaskResult;
use super::picture_job::{Made, PictureJob, PreviewCache, Rendition, Source};
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::options::Options;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_media::Cache;
use vitrine_model::messages::{Event, PhotoEvent, PhotoSource, PictureKey, ThumbnailCommand};

/// Pictures made at the same time, per stage.
const MAX_PARALLEL: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Takes milliseconds.
    Quick,
    Final,
}

struct Request {
    key: PictureKey,
    source: Source,
    stage: Stage,
}

/// Requested pictures, in the order of the requests. The window withdraws requests for what has scrolled
/// away, so those left are in view, from the top down.
pub struct Thumbnails {
    requested: VecDeque<Request>,
    under_way: HashMap<PictureKey, Stage>,
    /// Held while decoding, also by threads that run on for a moment after their task was cancelled.
    decoding: Arc<Semaphore>,
    /// The photo in the editor, so that it is decoded only once.
    preview_cache: Arc<PreviewCache>,
    /// The size of the cache on disk in bytes; `None` before it was measured.
    cached_bytes: Option<u64>,
    cache_busy: bool,
}

impl Default for Thumbnails {
    fn default() -> Self {
        let (requested, under_way) = (VecDeque::new(), HashMap::new());
        Self {
            requested,
            under_way,
            decoding: Arc::new(Semaphore::new(MAX_PARALLEL)),
            preview_cache: Arc::default(),
            cached_bytes: None,
            cache_busy: false,
        }
    }
}

impl Thumbnails {
    fn next(&mut self) -> Option<Request> {
        let free =
            |stage| self.under_way.values().filter(|running| **running == stage).count() < MAX_PARALLEL;
        let position = [Stage::Quick, Stage::Final]
            .into_iter()
            .filter(|&stage| free(stage))
            .find_map(|stage| self.requested.iter().position(|requested| requested.stage == stage))?;
        self.requested.remove(position)
    }
}

impl Thumbnails {
    /// `form_photo` finds a photo of the create form.
    pub fn perform(
        &mut self,
        command: ThumbnailCommand,
        form_photo: impl Fn(&PictureKey) -> Option<PhotoSource>,
        cx: &mut Context,
    ) {
        match command {
            ThumbnailCommand::Load { key } => self.load(key, form_photo, cx),
            ThumbnailCommand::Forget(key) => {
                self.requested.retain(|requested| requested.key != key);
                self.under_way.remove(&key);
                cx.tasks.cancel(&Slot::Picture(key));
                self.make_next(cx);
            }
            ThumbnailCommand::MeasureCache => self.measure_cache(cx),
            ThumbnailCommand::ClearCache => {
                let cache = thumbnail_cache(&cx.options);
                run_cache_task(move || cache.clear(), cx);
            }
        }
    }

    /// Handles a notice of another service: what could not be saved is worth more than thumbnails.
    pub fn on_notice(&mut self, notice: &Notice, cx: &mut Context) {
        if matches!(notice, Notice::StorageFailed) {
            self.measure_cache(cx);
        }
    }

    /// Handles the result of a task.
    pub fn on_result(&mut self, done: ThumbnailTaskResult, cx: &mut Context) {
        match done {
            ThumbnailTaskResult::Picture { key, source, made } => self.made(key, source, made, cx),
            ThumbnailTaskResult::CacheMeasured(left) => {
                self.cache_busy = false;
                match left {
                    Ok(bytes) => {
                        self.cached_bytes = Some(bytes);
                        cx.send(Event::Photo(PhotoEvent::CacheSize { bytes }));
                    }
                    Err(problem) => cx.send(Event::Problem(problem)),
                }
            }
        }
    }

    fn load(
        &mut self,
        key: PictureKey,
        form_photo: impl Fn(&PictureKey) -> Option<PhotoSource>,
        cx: &mut Context,
    ) {
        if self.under_way.contains_key(&key) || self.requested.iter().any(|requested| requested.key == key) {
            return;
        }
        // A remote picture is available only as a whole.
        let stage = if matches!(key, PictureKey::Url(_) | PictureKey::Preview(..)) {
            Stage::Final
        } else {
            Stage::Quick
        };
        let source = match key.photo() {
            PictureKey::Url(url) => Source::Url(url.clone()),
            PictureKey::File(path) => Source::File(path.clone()),
            photo @ PictureKey::Form(_) => match form_photo(photo) {
                Some(PhotoSource::File(path)) => Source::File(path),
                Some(PhotoSource::Bytes { bytes, .. }) => Source::Bytes(bytes),
                None => Source::Missing,
            },
            // Never occurs: the key of the plain photo was taken above.
            PictureKey::Edited(..) | PictureKey::Preview(..) => Source::Missing,
        };
        self.requested.push_back(Request { key, source, stage });
        self.make_next(cx);
    }

    fn made(&mut self, key: PictureKey, source: Source, made: Made, cx: &mut Context) {
        self.under_way.remove(&key);
        match made {
            Made::Nothing => self.requested.push_back(Request { key, source, stage: Stage::Final }),
            Made::Embedded(picture) => {
                cx.send(Event::Photo(PhotoEvent::Picture {
                    key: key.clone(),
                    result: Ok(picture),
                    is_provisional: true,
                }));
                self.requested.push_back(Request { key, source, stage: Stage::Final });
            }
            Made::Final { result, facts, fingerprint, cached_bytes } => {
                if let Some(facts) = facts {
                    cx.send(Event::Photo(PhotoEvent::Facts { key: key.clone(), facts }));
                }
                if let Some(fingerprint) = fingerprint {
                    cx.send(Event::Photo(PhotoEvent::Fingerprint {
                        key: key.clone(),
                        fingerprint: *fingerprint,
                    }));
                }
                cx.send(Event::Photo(PhotoEvent::Picture { key, result, is_provisional: false }));
                self.add_cached_bytes(cached_bytes, cx);
            }
        }
        self.make_next(cx);
    }

    fn make_next(&mut self, cx: &mut Context) {
        while let Some(Request { key, source, stage }) = self.next() {
            let job = PictureJob {
                source: source.clone(),
                look: Rendition::of(&key),
                preview_cache: Arc::clone(&self.preview_cache),
                cache: thumbnail_cache(&cx.options),
                now: cx.now().into(),
                decoding: Arc::clone(&self.decoding),
                budget: cx.budget.clone(),
            };
            let client = cx.authenticated().map(|session| session.market.client.clone());
            let task_key = key.clone();
            cx.tasks.spawn(Lifetime::Program, Slot::Picture(key.clone()), async move {
                let made = match stage {
                    Stage::Quick => job.quick().await,
                    Stage::Final => job.finish(client).await,
                };
                ThumbnailTaskResult::Picture { key: task_key, source, made }
            });
            self.under_way.insert(key, stage);
        }
    }

    fn add_cached_bytes(&mut self, bytes: u64, cx: &mut Context) {
        if bytes == 0 {
            return;
        }
        self.cached_bytes = self.cached_bytes.map(|cached_bytes| cached_bytes + bytes);
        let exceeds = |size: u64| size > thumbnail_cache(&cx.options).limit(size);
        if self.cached_bytes.is_none_or(exceeds) {
            self.measure_cache(cx);
        }
    }

    /// Measures the cache and removes what exceeds its limit.
    fn measure_cache(&mut self, cx: &mut Context) {
        if !std::mem::replace(&mut self.cache_busy, true) {
            let cache = thumbnail_cache(&cx.options);
            run_cache_task(move || cache.shrink(), cx);
        }
    }
}

fn run_cache_task(work: impl FnOnce() -> u64 + Send + 'static, cx: &mut Context) {
    cx.tasks.spawn(Lifetime::Program, None, async move {
        let tended = tokio::task::spawn_blocking(work).await;
        ThumbnailTaskResult::CacheMeasured(
            tended.map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string())),
        )
    });
}

/// The cache of a data directory.
pub fn thumbnail_cache(options: &Options) -> Cache {
    Cache::at(options.data_dir.join("thumbnails"), options.free_space)
}
