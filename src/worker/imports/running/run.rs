//! One run: its comparison with earlier imports, its engine, and the performing of the engine's effects.
//!
//! For a photo: `Prepare` → [`prepare`] → `Prepared` → `Upload` → `Uploaded`; for a product: `Create` →
//! `Created`. Each step goes through the engine, which decides; every record it requests is on disk before
//! the engine hears of it.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::meter::Meter;
use crate::store::PendingImport;
use crate::worker::catalog::{list_by_skus, list_shop};
use crate::worker::executor::Executor;
use crate::worker::imports::earlier::comparison::Comparison;
use crate::worker::imports::reading::walk::Dropped;
use crate::worker::photos::decode_pool::run_in_pool;
use crate::worker::photos::{Budget, file_to_send, prepare};
use crate::worker::session::AuthenticatedSession;
use crate::worker::session::gate::Gate;
use vitrine_core::import::engine::{Effect, Engine, Input, ListedProducts, PhotoRef};
use vitrine_core::import::journal::Record;
use vitrine_core::import::limits::PhotoLimits;
use vitrine_core::import::{DraftId, PlannedDraft, RunId};
use vitrine_core::market::{self, Reach};
use vitrine_domain::{AccountKey, Draft, FileId, PhotoEdit, Problem, ProblemKind, VendorId};
use vitrine_media::{ContentHash, Limits, PerceptualHash, Prepared};
use vitrine_model::messages::PictureKey;

/// What the run was started from, and so who is notified of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Import,
    Form,
}

/// An event for one run.
pub struct RunInput {
    pub run: RunId,
    pub event: RunEvent,
}

/// An engine's input, or a prepared photo on its way to becoming one.
pub enum RunEvent {
    Input(Input),
    /// A prepared photo. `reuse`: an earlier upload of it may be used.
    Photo {
        photo: PhotoRef,
        prepared: Prepared,
        reuse: bool,
        /// How it looks, of a cover.
        look: Option<PerceptualHash>,
    },
}

/// A run in progress or ended.
pub struct Run {
    pub id: RunId,
    /// The account whose shop the products go to.
    pub account: AccountKey,
    pub purpose: Purpose,
    /// Started drafts that are not handed to the engine yet.
    pub comparisons: Vec<Comparison>,
    /// Started drafts that wait for what is known of categories. They are on disk.
    pub pending_imports: Vec<PendingImport>,
    /// Drafts handed to the engine that are still saved as pending, until the journal has them.
    pub handed_over: BTreeSet<DraftId>,
    pub engine: Executor<Engine>,
    /// Each draft's photos, in order.
    pub photos: HashMap<DraftId, Vec<Photo>>,
    /// Uploaded album photos by content, including those whose records are not durable yet.
    pub uploaded: HashMap<ContentHash, FileId>,
    /// The bytes of prepared photos, until the engine releases them.
    ready: HashMap<PhotoRef, Arc<Prepared>>,
    /// How the covers look that were prepared, until their products are sent.
    pub looks: HashMap<DraftId, PerceptualHash>,
    /// Drafts whose rows changed since the window was told.
    pub changed: BTreeSet<DraftId>,
    /// Drafts cancelled before they were compared with earlier imports: they are compared before they are
    /// sent.
    pub uncompared: BTreeSet<DraftId>,
    /// The number of drafts that had an outcome before anything of this session was sent.
    pub finished_before: usize,
    /// The number of creations that are being sent.
    pub creating: usize,
}

/// The path of a photo and its edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    pub path: PathBuf,
    pub edit: PhotoEdit,
}

impl Photo {
    /// The photos of a draft, in order.
    pub fn all_of(planned: &PlannedDraft) -> Vec<Self> {
        planned
            .photos
            .iter()
            .enumerate()
            .map(|(index, path)| Self { path: path.clone(), edit: planned.edit(index) })
            .collect()
    }

    /// The key of its thumbnail.
    pub fn key(&self) -> PictureKey {
        PictureKey::File(self.path.clone()).edited(self.edit)
    }
}

/// What the run needs from outside to perform an effect.
pub struct EffectContext<'a> {
    /// `None` after a 401, until someone signs in.
    pub session: Option<&'a AuthenticatedSession>,
    /// The marketplace's photo limits, as far as they are known.
    pub limits: &'a Limits,
    pub budget: &'a Budget,
    pub meter: &'a Meter,
    /// What the photos were planned from.
    pub dropped: &'a Arc<Dropped>,
}

/// The result of performing an effect.
pub enum EffectResult {
    /// There is nothing to wait for.
    Nothing,
    Answer(Input),
    Record {
        number: u64,
        record: Record,
    },
    Report(Problem),
    LimitsLearned(PhotoLimits),
    /// List the shop with this session: [`list`].
    List(Box<AuthenticatedSession>, Reach),
    Task(std::pin::Pin<Box<dyn Future<Output = RunEvent> + Send>>),
    /// Create this product with this session: [`create`].
    Create(Box<Creating>),
}

/// A creation to be sent.
pub struct Creating {
    session: AuthenticatedSession,
    vendor: VendorId,
    draft: DraftId,
    fields: Draft,
    photos: Vec<FileId>,
}

impl Run {
    /// A run of this engine.
    pub fn new(id: RunId, account: AccountKey, gate: Gate, purpose: Purpose, engine: Engine) -> Self {
        Self {
            id,
            account,
            purpose,
            comparisons: Vec::new(),
            pending_imports: Vec::new(),
            handed_over: BTreeSet::new(),
            engine: Executor::new(engine, gate),
            photos: HashMap::new(),
            uploaded: HashMap::new(),
            ready: HashMap::new(),
            looks: HashMap::new(),
            changed: BTreeSet::new(),
            uncompared: BTreeSet::new(),
            finished_before: 0,
            creating: 0,
        }
    }

    /// Nothing is left to do automatically.
    pub fn ended(&self) -> bool {
        self.comparisons.is_empty() && self.engine.ended()
    }

    /// Whether products that are started now belong to it. A cancelled run only checks unconfirmed creations;
    /// joining it would restart everything in it.
    pub fn is_joinable(&self) -> bool {
        self.purpose == Purpose::Import && !self.ended() && !self.engine.is_cancelled()
    }

    /// Whether it has no product yet.
    pub fn is_empty(&self) -> bool {
        self.comparisons.is_empty() && self.pending_imports.is_empty() && self.engine.rows().next().is_none()
    }

    /// The number of drafts that were created or refused in this session.
    pub fn finished(&self) -> usize {
        let counts = self.engine.counts();
        (counts.created + counts.failed).saturating_sub(self.finished_before)
    }

    /// The number of started drafts that are not handed to the engine yet.
    pub fn not_begun(&self) -> usize {
        let comparing = self.comparisons.iter().map(|comparison| &comparison.started);
        comparing.chain(&self.pending_imports).map(|started| started.drafts.len()).sum()
    }

    /// The path and the edits of a photo.
    pub fn photo(&self, photo: PhotoRef) -> Option<&Photo> {
        self.photos.get(&photo.draft)?.get(photo.index)
    }

    /// Keeps a photo's bytes until the engine releases them.
    pub fn keep(&mut self, photo: PhotoRef, prepared: Prepared) {
        self.ready.insert(photo, Arc::new(prepared));
    }

    /// Performs an effect of the engine, as far as that is possible without waiting.
    pub fn perform(&mut self, effect: Effect, context: &EffectContext<'_>) -> EffectResult {
        match effect {
            Effect::Prepare { photo, reuse, limits } => {
                self.prepare(photo, reuse, limits.apply_to(context.limits.clone()), context)
            }
            Effect::Upload { photo } => self.upload(photo, context),
            Effect::Create { draft, fields, photos } => self.create(draft, fields, photos, context.session),
            Effect::List(reach) => match context.session {
                Some(session) => EffectResult::List(Box::new(session.clone()), reach),
                None => EffectResult::Answer(Input::Listed(Err(Problem::new(ProblemKind::SignInNeeded)))),
            },
            Effect::LookUp { skus } => look_up(skus, context.session),
            Effect::Record { number, record } => {
                // A cover is used for its own product only.
                if let Record::PhotoUploaded { index: 1.., hash, edit, file, .. } = &record {
                    self.uploaded.insert(hash.edited(edit), file.clone());
                }
                EffectResult::Record { number, record }
            }
            Effect::Report(problem) => EffectResult::Report(problem),
            Effect::LimitsLearned(limits) => EffectResult::LimitsLearned(limits),
            Effect::Release { photo } => {
                self.ready.remove(&photo);
                EffectResult::Nothing
            }
            Effect::WakeAt(at) => {
                self.engine.wake_at(at);
                EffectResult::Nothing
            }
            Effect::Changed(draft) => {
                self.changed.insert(draft);
                EffectResult::Nothing
            }
        }
    }

    fn prepare(
        &self,
        photo: PhotoRef,
        reuse: bool,
        limits: Limits,
        context: &EffectContext<'_>,
    ) -> EffectResult {
        let Some(Photo { path, edit }) = self.photo(photo).cloned() else {
            return EffectResult::Answer(Input::PrepareFailed {
                photo,
                problem: Problem::new(ProblemKind::Internal).with_quotation(format!("{photo:?}")),
            });
        };
        let (budget, dropped) = (context.budget.clone(), Arc::clone(context.dropped));
        EffectResult::Task(Box::pin(async move {
            let open = move |photo: &Path| dropped.open(photo);
            match prepare(path, open, edit, limits, &budget).await {
                Ok(prepared) if photo.index > 0 => RunEvent::Photo { photo, prepared, reuse, look: None },
                Ok(prepared) => {
                    let (prepared, look) = with_look(prepared, &budget).await;
                    RunEvent::Photo { photo, prepared, reuse, look }
                }
                Err(problem) => RunEvent::Input(Input::PrepareFailed { photo, problem }),
            }
        }))
    }

    fn upload(&self, photo: PhotoRef, context: &EffectContext<'_>) -> EffectResult {
        let answer = move |result| Input::Uploaded { photo, result };
        let (Some(prepared), Some(Photo { path, .. })) = (self.ready.get(&photo), self.photo(photo)) else {
            return EffectResult::Answer(answer(Err(
                Problem::new(ProblemKind::Internal).with_quotation(format!("{photo:?}"))
            )));
        };
        let Some(session) = context.session.cloned() else {
            return EffectResult::Answer(answer(Err(Problem::new(ProblemKind::SignInNeeded))));
        };
        let file = file_to_send(path, prepared);
        let on_sent = context.meter.counter();
        EffectResult::Task(Box::pin(async move {
            let result = session.ask_at_once(|client, token| client.upload(token, file, on_sent)).await;
            RunEvent::Input(answer(result.map(|uploaded| uploaded.id)))
        }))
    }

    fn create(
        &mut self,
        draft: DraftId,
        fields: Draft,
        photos: Vec<FileId>,
        session: Option<&AuthenticatedSession>,
    ) -> EffectResult {
        let answer = move |result| Input::created(draft, result);
        let session = match session
            .ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))
            .and_then(|session| Ok((session.clone(), session.vendor()?.clone())))
        {
            Ok(session) => session,
            Err(problem) => return EffectResult::Answer(answer(Err(problem))),
        };
        self.creating += 1;
        let (session, vendor) = session;
        EffectResult::Create(Box::new(Creating { session, vendor, draft, fields, photos }))
    }
}

/// Creates a product. An answer that is overdue is reported so, and still taken when it comes.
pub async fn create(creating: Creating, report: impl Fn(Input) + Sync) -> RunEvent {
    let Creating { session, vendor, draft, fields, photos } = creating;
    let answer = session.ask_at_once(|client, token| client.create_product(token, &vendor, &fields, &photos));
    tokio::pin!(answer);
    let result = match tokio::time::timeout(session.market.client.overdue_after(), &mut answer).await {
        Ok(result) => result,
        Err(_) => {
            report(Input::Overdue { draft });
            answer.await
        }
    };
    RunEvent::Input(Input::created(draft, result))
}

/// How a prepared photo looks; `None` if it has hardly any contrast.
async fn with_look(prepared: Prepared, budget: &Budget) -> (Prepared, Option<PerceptualHash>) {
    let admitted = budget.admit(vitrine_media::decoding_cost(&prepared.bytes)).await;
    let prepared = Arc::new(prepared);
    let shown = Arc::clone(&prepared);
    let look = run_in_pool(move || {
        let _admitted = admitted;
        Ok(PerceptualHash::of(&vitrine_media::thumbnail(&shown.bytes, LOOK_SIDE)?))
    })
    .await;
    (Arc::unwrap_or_clone(prepared), look.ok().flatten())
}

/// The longer side of the picture by which a cover is compared, in pixels.
const LOOK_SIDE: u32 = 64;

/// Lists the shop so far, and reports the pages that fail meanwhile.
pub async fn list(session: &AuthenticatedSession, reach: Reach, report: impl Fn(Input) + Sync) -> RunEvent {
    let (mut came, is_delayed) = (Vec::new(), AtomicBool::new(false));
    let on_page = |listing: &market::Listing| {
        came.resize(listing.products().len(), session.market.gate.now());
        if !listing.age().is_zero() {
            report(Input::ListingAged { age: listing.age() });
        }
        if is_delayed.swap(false, Ordering::Relaxed) {
            report(Input::ListingResumed);
        }
    };
    let on_delay = |problem: &Problem, wait| {
        is_delayed.store(true, Ordering::Relaxed);
        report(Input::ListingDelayed { problem: problem.clone(), until: session.market.gate.now() + wait });
    };
    let listing = list_shop(session, reach, on_page, on_delay).await;
    RunEvent::Input(Input::Listed(listing.map(|listing| ListedProducts::of(listing, came))))
}

/// Lists the products with these SKUs.
fn look_up(skus: Vec<String>, session: Option<&AuthenticatedSession>) -> EffectResult {
    let Some(session) = session.cloned() else {
        return EffectResult::Answer(Input::LookedUp(Err(Problem::new(ProblemKind::SignInNeeded))));
    };
    EffectResult::Task(Box::pin(async move {
        let found = list_by_skus(&session, skus).await;
        RunEvent::Input(Input::LookedUp(found.map(|products| {
            let came = vec![session.market.gate.now(); products.len()];
            ListedProducts::of_some(products, came)
        })))
    }))
}
