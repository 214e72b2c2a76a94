//! One draft on its way to becoming a product.

use std::time::Duration;

use super::evidence::absence::UnconfirmedCreation;
use super::refusals::says_taken;
use crate::import::journal::DraftHistory;
use crate::import::limits::{PhotoLimits, SentPhoto};
use crate::import::state::{DraftId, PlannedDraft, State};
use crate::pace::Ticket;
use vitrine_domain::{Field, FileId, Problem, ProblemKind, ProductId};
use vitrine_media::ContentHash;

/// The engine's state of one draft. What its [`Progress`] is decides where it is queued ([`super::queues`]).
#[derive(Debug)]
pub(super) struct Item {
    pub id: DraftId,
    pub planned: PlannedDraft,
    pub photos: Vec<Photo>,
    /// The photos were refused: earlier uploads are not used again.
    pub fresh_photos: bool,
    pub attempts: Attempts,
    /// A person corrected or retried it: it goes before the others until it was sent.
    pub is_preferred: bool,
    pub equal_name: bool,
    /// The fields of which an earlier import created it with other values.
    pub other_values: Vec<Field>,
    progress: Progress,
}

/// How far a draft has come, with everything that is true only then.
#[derive(Debug)]
pub(super) enum Progress {
    /// In the queue, at this place.
    Waiting(i64),
    /// Its photos are being prepared and uploaded.
    Uploading,
    /// Its photos are uploaded. It is not sent before this time, if there is one.
    Ready {
        not_before: Option<Duration>,
    },
    /// Its creation has a permit. It is in flight once its intent, the record of this number, is durable.
    Creating {
        ticket: Ticket,
        intent: Option<u64>,
    },
    /// It is not known what became of its creation.
    Unconfirmed(Box<Unconfirmed>),
    Created {
        product: Option<ProductId>,
        sight: Sight,
    },
    /// An earlier import created it.
    Skipped {
        product: Option<ProductId>,
    },
    Failed(Box<Problem>),
    Cancelled,
}

/// A draft that may be in the shop.
#[derive(Debug)]
pub(super) struct Unconfirmed {
    pub open: UnconfirmedCreation,
    /// The id that its answer gave, although complete lists lack it.
    pub product: Option<ProductId>,
    /// What a person has to decide.
    pub question: Option<Problem>,
}

/// Whether a list has to show a created product.
#[derive(Debug)]
pub(super) enum Sight {
    /// One has shown it, or none needs to.
    Settled,
    /// None has shown it yet.
    Unlisted(Unlisted),
    /// They lack it, although later ones are in them.
    HeldBack,
}

/// What was sent of a draft, whatever became of it.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    /// Creations begun so far, which is also the number of the last one.
    pub count: u32,
    /// The cover of the last creation, or of the existing product of a skipped draft.
    pub cover: Option<FileId>,
    /// Other covers that it was sent with before.
    pub former_covers: Vec<FileId>,
    /// When the last creation was sent, in this process.
    pub sent_at: Option<Duration>,
    /// When the first one was sent, if that was in this process.
    pub first_sent_at: Option<Duration>,
    /// Its place among the creations of this process, for counting refusals in a row.
    pub creation_place: Option<u64>,
    /// As [`Self::creation_place`], among the products of which photos were sent.
    pub photo_place: Option<u64>,
    /// The last creation is older than the run's baseline.
    pub sent_before: bool,
    /// It was once not known what became of one of them.
    pub doubted: bool,
    /// When it was refused because its name or SKU is taken, if no list was read since that could show by
    /// what.
    pub taken_at: Option<Duration>,
    /// The shop was seen to have what was created twice.
    pub listed_twice: bool,
    /// Its import was cancelled while its creation may have happened: it is looked for, and never sent again,
    /// whatever is imported meanwhile.
    pub cancelled: bool,
    /// Creations that were never sent.
    pub deferrals: u32,
    /// Creations that got a 429, in a row.
    pub throttles: u32,
    /// Creations whose response was lost and that were found not to have happened.
    pub losses: u32,
}

/// The engine's state of one photo.
#[derive(Debug, Default)]
pub(super) struct Photo {
    pub hash: Option<ContentHash>,
    pub stage: Stage,
    /// Uploads that failed although the marketplace was reachable.
    pub tries: u32,
    /// The photo as it was last prepared.
    pub sent: Option<SentPhoto>,
    /// Limits that its own refusals revealed.
    pub limits: PhotoLimits,
    /// How often it was prepared again after a refusal.
    pub refits: u32,
}

/// How far a photo has come.
#[derive(Debug, Default)]
pub(super) enum Stage {
    #[default]
    Waiting,
    Preparing,
    /// In memory, with this many bytes. It is not sent before this time, if there is one.
    Prepared {
        bytes: u64,
        not_before: Option<Duration>,
    },
    Sending {
        bytes: u64,
        ticket: Ticket,
    },
    Up(FileId),
}

/// A created product that no listing has shown yet.
#[derive(Debug)]
pub(super) struct Unlisted {
    /// When the response to its creation arrived, on the engine's clock.
    pub answered_at: Duration,
    /// From when on it may have been in the shop: the same, unless it was found in another way.
    pub since: Duration,
    /// How long after the response a complete listing still lacked it.
    pub missed: Option<Duration>,
    /// A complete listing lacked it.
    pub is_lacking: bool,
}

impl Item {
    /// A draft that was just added.
    pub fn new(id: DraftId, planned: PlannedDraft) -> Self {
        Self {
            id,
            photos: planned.photos.iter().map(|_| Photo::default()).collect(),
            planned,
            fresh_photos: false,
            attempts: Attempts::default(),
            is_preferred: false,
            equal_name: false,
            other_values: Vec::new(),
            progress: Progress::Waiting(0),
        }
    }

    /// The draft as the journal leaves it, at `now`.
    pub fn from_history(known: &DraftHistory, now: Duration) -> Self {
        let mut item = Self::new(known.id, known.planned.clone());
        for (&index, upload) in
            known.uploads.iter().filter(|(_, upload)| !upload.stale || known.is_unconfirmed())
        {
            if let Some(photo) = item.photos.get_mut(index) {
                photo.hash = Some(upload.hash);
                photo.stage = Stage::Up(upload.file.clone());
            }
        }
        item.fresh_photos = known.fresh_photos;
        item.attempts = Attempts {
            count: known.attempts,
            cover: known.cover.clone(),
            former_covers: known.former_covers.clone(),
            sent_before: known.sent_before,
            doubted: known.doubted || known.is_unconfirmed(),
            taken_at: known.problem.as_ref().is_some_and(says_taken).then_some(now),
            listed_twice: known
                .problem
                .as_ref()
                .is_some_and(|problem| problem.kind == ProblemKind::ListedTwice),
            cancelled: known.cancelled,
            ..Attempts::default()
        };
        item.progress = Progress::from_history(known, now);
        item
    }

    pub const fn progress(&self) -> &Progress {
        &self.progress
    }

    pub fn advance(&mut self, progress: Progress) {
        self.progress = progress;
        self.is_preferred &= !self.state().is_final() && !self.state().is_unconfirmed();
    }

    /// It is not known what became of its creation.
    pub fn doubt(&mut self, unconfirmed: Unconfirmed) {
        self.attempts.doubted = true;
        self.advance(Progress::Unconfirmed(Box::new(unconfirmed)));
    }

    /// What lists say of the created product.
    pub fn set_sight(&mut self, now: Sight) {
        if let Progress::Created { sight, .. } = &mut self.progress {
            *sight = now;
        }
    }

    /// A person has to decide whether it is in the shop.
    pub fn ask(&mut self, question: Problem) {
        if let Progress::Unconfirmed(unconfirmed) = &mut self.progress {
            unconfirmed.question = Some(question);
        }
    }

    pub const fn state(&self) -> State {
        match &self.progress {
            Progress::Waiting(_) => State::Waiting,
            Progress::Uploading => State::Uploading,
            Progress::Ready { .. } => State::Ready,
            Progress::Creating { .. } => State::Creating,
            Progress::Unconfirmed(unconfirmed) if unconfirmed.question.is_some() => State::NeedsPerson,
            Progress::Unconfirmed(_) => State::Checking,
            Progress::Created { .. } => State::Created,
            Progress::Skipped { .. } => State::Skipped,
            Progress::Failed(_) => State::Failed,
            Progress::Cancelled => State::Cancelled,
        }
    }

    /// The creation of which it is not known what became.
    pub const fn open(&self) -> Option<&UnconfirmedCreation> {
        if let Progress::Unconfirmed(unconfirmed) = &self.progress { Some(&unconfirmed.open) } else { None }
    }

    pub const fn open_mut(&mut self) -> Option<&mut UnconfirmedCreation> {
        if let Progress::Unconfirmed(unconfirmed) = &mut self.progress {
            Some(&mut unconfirmed.open)
        } else {
            None
        }
    }

    pub const fn is_creating(&self) -> bool {
        matches!(self.progress, Progress::Creating { .. })
    }

    /// The id of its product.
    pub const fn product(&self) -> Option<&ProductId> {
        match &self.progress {
            Progress::Created { product, .. } | Progress::Skipped { product } => product.as_ref(),
            Progress::Unconfirmed(unconfirmed) => unconfirmed.product.as_ref(),
            _ => None,
        }
    }

    /// Whether it was created, and nothing told which product that is.
    pub const fn has_unknown_product(&self) -> bool {
        matches!(
            &self.progress,
            Progress::Created { product: None, .. } | Progress::Skipped { product: None }
        )
    }

    /// Why it failed, or what a person has to decide.
    pub const fn problem(&self) -> Option<&Problem> {
        match &self.progress {
            Progress::Failed(problem) => Some(problem),
            Progress::Unconfirmed(unconfirmed) => unconfirmed.question.as_ref(),
            _ => None,
        }
    }

    /// What is known of its product that no list has shown.
    pub const fn unlisted(&self) -> Option<&Unlisted> {
        if let Progress::Created { sight: Sight::Unlisted(unlisted), .. } = &self.progress {
            Some(unlisted)
        } else {
            None
        }
    }

    /// Whether the marketplace said that it has it, and lists lacked it for so long that a person was asked.
    pub fn is_held_back(&self) -> bool {
        self.state() == State::NeedsPerson && self.open().is_some_and(|open| open.accepted)
    }

    /// Whether it was created, and a complete list lacked it.
    pub const fn is_unseen(&self) -> bool {
        match &self.progress {
            Progress::Created { sight: Sight::Unlisted(unlisted), .. } => unlisted.is_lacking,
            Progress::Created { sight, .. } => matches!(sight, Sight::HeldBack),
            _ => false,
        }
    }

    /// When the answer came that it was created, or that its name is taken, if no list was read since that
    /// could show it.
    pub fn unshown_since(&self) -> Option<Duration> {
        let created =
            self.unlisted().filter(|unlisted| !unlisted.is_lacking).map(|unlisted| unlisted.answered_at);
        created.or(self.attempts.taken_at.filter(|_| self.state() == State::Failed))
    }

    /// Whether a list is to show its product, or the id of that.
    pub const fn awaits_sight(&self) -> bool {
        matches!(&self.progress, Progress::Created { product, sight } if product.is_none() || !matches!(sight, Sight::Settled))
    }

    /// Whether its product, if it was created in this run, is known by its id.
    pub fn is_accounted_for(&self) -> bool {
        match &self.progress {
            Progress::Creating { .. } => false,
            Progress::Unconfirmed(_) => self.attempts.sent_before,
            Progress::Created { product, .. } => self.attempts.sent_before || product.is_some(),
            _ => true,
        }
    }

    /// The upload that is, or will be, its cover.
    pub fn own_cover(&self) -> Option<&FileId> {
        let uploaded = self
            .photos
            .first()
            .and_then(|photo| if let Stage::Up(file) = &photo.stage { Some(file) } else { None });
        self.attempts.cover.as_ref().filter(|_| !self.state().is_unsent()).or(uploaded)
    }

    /// Every cover that it was sent with.
    pub fn sent_covers(&self) -> impl Iterator<Item = &FileId> {
        self.attempts.cover.iter().chain(&self.attempts.former_covers)
    }

    /// The number of uploaded photos.
    pub fn photos_uploaded(&self) -> usize {
        self.photos.iter().filter(|photo| matches!(photo.stage, Stage::Up(_))).count()
    }

    /// The hash of what is uploaded: of the photo with its edits.
    pub fn content(&self, photo: usize) -> Option<ContentHash> {
        self.photos[photo].hash.map(|hash| hash.edited(&self.planned.edit(photo)))
    }

    /// The ids for the creation, the cover first, without duplicates. `None` until every photo is uploaded.
    pub fn photo_ids(&self) -> Option<Vec<FileId>> {
        let mut ids: Vec<FileId> = Vec::with_capacity(self.photos.len());
        for photo in &self.photos {
            let Stage::Up(id) = &photo.stage else { return None };
            if !ids.contains(id) {
                ids.push(id.clone());
            }
        }
        Some(ids)
    }

    /// What there is to say of a product that the shop has twice.
    pub fn repetition(&self) -> Option<Problem> {
        (self.attempts.listed_twice && self.state() == State::Created)
            .then(|| Problem::new(ProblemKind::ListedTwice))
    }

    /// The state to show. What an earlier run sent and this one only found was in the shop already.
    pub fn shown_state(&self) -> State {
        if self.state() == State::Created && self.attempts.sent_before {
            State::Skipped
        } else {
            self.state()
        }
    }
}

impl Stage {
    /// How many bytes of it are in memory.
    pub const fn bytes(&self) -> u64 {
        match self {
            Self::Prepared { bytes, .. } | Self::Sending { bytes, .. } => *bytes,
            Self::Waiting | Self::Preparing | Self::Up(_) => 0,
        }
    }
}

impl Progress {
    fn from_history(known: &DraftHistory, now: Duration) -> Self {
        let product = known.product.clone();
        match known.state {
            State::Waiting | State::Uploading | State::Ready | State::Creating => Self::Waiting(0),
            State::Checking | State::NeedsPerson => {
                let code = if known.accepted { ProblemKind::NotListed } else { ProblemKind::Ambiguous };
                let question = (known.state == State::NeedsPerson).then(|| Problem::new(code));
                Self::Unconfirmed(Box::new(Unconfirmed {
                    open: UnconfirmedCreation::earlier(known, now),
                    product,
                    question,
                }))
            }
            State::Created => Self::Created { product, sight: Sight::Settled },
            State::Skipped => Self::Skipped { product },
            State::Failed => Self::Failed(Box::new(
                known.problem.clone().unwrap_or_else(|| Problem::new(ProblemKind::Internal)),
            )),
            State::Cancelled => Self::Cancelled,
        }
    }
}

impl Photo {
    /// Prepares the photo for another attempt. `upload`: it must be uploaded again. `whole`: limits that its
    /// refusals revealed are forgotten.
    pub fn reset_for_retry(&mut self, upload: bool, whole: bool) {
        (self.tries, self.refits) = (0, 0);
        // It was made smaller in vain.
        if whole {
            self.limits = PhotoLimits::default();
        }
        if upload && matches!(self.stage, Stage::Up(_)) {
            self.stage = Stage::Waiting;
        }
    }
}
