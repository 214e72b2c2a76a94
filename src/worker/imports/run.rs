//! One import: compared with earlier ones first, then its engine, and the performing of what the engine asks for.
//!
//! A photo's way: `Prepare` → [`prepared`] → `Prepared` → `Upload` → `Uploaded`; a product's: `Create` →
//! `Created`. Every arrow goes through the engine, which decides; every record it asks for is on the disk
//! before it is told so.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::comparison::Comparison;
use super::meter::Meter;
use crate::domain::{AccountKey, Code, Draft, Edit, FileId, Problem};
use crate::import::engine::{Effect, Engine, Input, Listing, PhotoRef};
use crate::import::journal::Record;
use crate::import::limits::PhotoLimits;
use crate::import::{DraftId, PlannedDraft, RunId};
use crate::media::{Budget, ContentHash, Limits, Prepared};
use crate::worker::accounts::AuthenticatedSession;
use crate::worker::catalog::list_all;
use crate::worker::gate::Gate;
use crate::worker::photos::{file_to_send, prepare};
use crate::worker::thumbnails::PictureKey;

/// What a run's end is told to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Import,
    Form,
}

/// An input for one run, with the bytes that came with it.
pub struct RunInput {
    pub run: RunId,
    pub came: RunEvent,
}

pub enum RunEvent {
    Input(Input),
    /// A photo is ready to be sent. `reuse`: an earlier upload of it will do.
    Photo {
        photo: PhotoRef,
        prepared: Prepared,
        reuse: bool,
    },
}

pub struct Run {
    pub id: RunId,
    /// Whose shop its products go to.
    pub account: AccountKey,
    /// The pace of its marketplace.
    pub gate: Gate,
    pub purpose: Purpose,
    /// Not yet handed to the engine.
    pub comparing: Vec<Comparison>,
    /// Handed to the engine, and kept as started until the journal has them.
    pub begun: BTreeSet<DraftId>,
    pub engine: Engine,
    /// Each draft's photos, in order.
    pub photos: HashMap<DraftId, Vec<Photo>>,
    /// Album photos that were uploaded, by content, as the journal is about to have them.
    pub uploaded: HashMap<ContentHash, FileId>,
    /// Photos ready to be sent, until the engine lets go of them.
    ready: HashMap<PhotoRef, Arc<Prepared>>,
    pub changed: BTreeSet<DraftId>,
    /// Cancelled before they were compared with earlier imports, as far as is known: that comes before they are sent.
    pub never_compared: BTreeSet<DraftId>,
    pub wake_at: Option<Duration>,
    pub creating: usize,
}

/// Where a photo lies, and what is to be changed about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    pub path: PathBuf,
    pub edit: Edit,
}

impl Photo {
    pub fn of(planned: &PlannedDraft) -> Vec<Self> {
        planned.photos.iter().enumerate().map(|(index, path)| Self { path: path.clone(), edit: planned.edit(index) }).collect()
    }

    pub fn key(&self) -> PictureKey {
        PictureKey::File(self.path.clone()).edited(self.edit)
    }
}

/// What the run needs of its surroundings to perform an effect.
pub struct EffectContext<'a> {
    /// `None` after a 401, until someone signs in.
    pub session: Option<&'a AuthenticatedSession>,
    /// What the marketplace takes, as far as it is known.
    pub limits: &'a Limits,
    pub budget: &'a Budget,
    pub meter: &'a Meter,
}

/// What performing an effect leads to.
pub enum EffectResult {
    /// Nothing to wait for.
    TaskResult,
    Answer(Input),
    Record {
        number: u64,
        record: Record,
    },
    Tell(Problem),
    Learned(PhotoLimits),
    Task(std::pin::Pin<Box<dyn Future<Output = RunEvent> + Send>>),
}

impl Run {
    pub fn new(id: RunId, account: AccountKey, gate: Gate, purpose: Purpose, engine: Engine) -> Self {
        Self {
            id,
            account,
            gate,
            purpose,
            comparing: Vec::new(),
            begun: BTreeSet::new(),
            engine,
            photos: HashMap::new(),
            uploaded: HashMap::new(),
            ready: HashMap::new(),
            changed: BTreeSet::new(),
            never_compared: BTreeSet::new(),
            wake_at: None,
            creating: 0,
        }
    }

    /// Nothing is left to do by itself.
    pub fn ended(&self) -> bool {
        self.comparing.is_empty() && self.engine.ended()
    }

    pub fn photo(&self, photo: PhotoRef) -> Option<&Photo> {
        self.photos.get(&photo.draft)?.get(photo.index)
    }

    /// Keeps a photo's bytes until the engine says `Forget`.
    pub fn keep(&mut self, photo: PhotoRef, prepared: Prepared) {
        self.ready.insert(photo, Arc::new(prepared));
    }

    pub fn perform(&mut self, effect: Effect, around: &EffectContext<'_>) -> EffectResult {
        match effect {
            Effect::Prepare { photo, reuse, limits } => self.prepare(photo, reuse, limits.apply_to(around.limits.clone()), around.budget),
            Effect::Upload { photo } => self.upload(photo, around),
            Effect::Create { draft, fields, photos } => self.create(draft, fields, photos, around.session),
            Effect::List => list(around.session),
            Effect::Record { number, record } => {
                // A cover is its product's own.
                if let Record::PhotoUploaded { index: 1.., hash, edit, file, .. } = &record {
                    self.uploaded.insert(hash.edited(edit), file.clone());
                }
                EffectResult::Record { number, record }
            }
            Effect::Report(problem) => EffectResult::Tell(problem),
            Effect::LimitsLearned(limits) => EffectResult::Learned(limits),
            Effect::Release { photo } => {
                self.ready.remove(&photo);
                EffectResult::TaskResult
            }
            Effect::WakeAt(at) => {
                self.wake_at = Some(at);
                EffectResult::TaskResult
            }
            Effect::Changed(draft) => {
                self.changed.insert(draft);
                EffectResult::TaskResult
            }
        }
    }

    fn prepare(&self, photo: PhotoRef, reuse: bool, limits: Limits, budget: &Budget) -> EffectResult {
        let Some(Photo { path, edit }) = self.photo(photo).cloned() else {
            return EffectResult::Answer(Input::PrepareFailed {
                photo,
                problem: Problem::new(Code::Internal).saying(format!("{photo:?}")),
            });
        };
        let budget = budget.clone();
        EffectResult::Task(Box::pin(async move {
            match prepare(path, edit, limits, &budget).await {
                Ok(prepared) => RunEvent::Photo { photo, prepared, reuse },
                Err(problem) => RunEvent::Input(Input::PrepareFailed { photo, problem }),
            }
        }))
    }

    fn upload(&self, photo: PhotoRef, around: &EffectContext<'_>) -> EffectResult {
        let answer = move |result| Input::Uploaded { photo, result };
        let (Some(prepared), Some(Photo { path, .. })) = (self.ready.get(&photo), self.photo(photo)) else {
            return EffectResult::Answer(answer(Err(Problem::new(Code::Internal).saying(format!("{photo:?}")))));
        };
        let Some(session) = around.session.cloned() else {
            return EffectResult::Answer(answer(Err(Problem::new(Code::SignInNeeded))));
        };
        let file = file_to_send(path, prepared);
        let on_sent = around.meter.counter();
        EffectResult::Task(Box::pin(async move {
            let result = session.check_token(session.client.upload(&session.token, file, on_sent).await);
            RunEvent::Input(answer(result.map(|uploaded| uploaded.id)))
        }))
    }

    fn create(&mut self, draft: DraftId, fields: Draft, photos: Vec<FileId>, session: Option<&AuthenticatedSession>) -> EffectResult {
        let answer = move |result| Input::created(draft, result);
        let session = match session
            .ok_or_else(|| Problem::new(Code::SignInNeeded))
            .and_then(|session| Ok((session.clone(), session.vendor()?.clone())))
        {
            Ok(session) => session,
            Err(problem) => return EffectResult::Answer(answer(Err(problem))),
        };
        self.creating += 1;
        EffectResult::Task(Box::pin(async move {
            let (session, vendor) = session;
            let result = session.check_token(session.client.create_product(&session.token, &vendor, &fields, &photos).await);
            RunEvent::Input(answer(result))
        }))
    }
}

fn list(session: Option<&AuthenticatedSession>) -> EffectResult {
    let Some(session) = session.cloned() else {
        return EffectResult::Answer(Input::Listed(Err(Problem::new(Code::SignInNeeded))));
    };
    EffectResult::Task(Box::pin(async move {
        let mut came = Vec::new();
        let shop = list_all(&session, |listing| came.resize(listing.products().len(), session.gate.now())).await;
        RunEvent::Input(Input::Listed(shop.map(|shop| Listing::new(shop.complete, shop.products, came))))
    }))
}
