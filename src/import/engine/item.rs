//! One draft on its way to becoming a product.

use std::time::Duration;

use super::evidence::absence::UnconfirmedCreation;
use crate::domain::{Code, FileId, Problem, ProductId};
use crate::import::journal::DraftHistory;
use crate::import::limits::{PhotoLimits, SentPhoto};
use crate::import::state::{DraftId, PlannedDraft, State};
use crate::media::ContentHash;
use crate::pace::Ticket;

/// The engine's state of one draft.
#[derive(Debug)]
pub(super) struct Item {
    pub id: DraftId,
    pub planned: PlannedDraft,
    pub state: State,
    pub photos: Vec<Photo>,
    /// Creations begun so far, which is also the number of the last one.
    pub attempts: u32,
    /// The cover of the last creation, or of the existing product of a skipped draft.
    pub cover: Option<FileId>,
    /// The creation in flight.
    pub creating: Option<Creating>,
    /// The creation whose response was lost.
    pub unconfirmed: Option<UnconfirmedCreation>,
    /// When the last creation was sent, in this process.
    pub sent_at: Option<Duration>,
    /// When the first one was sent, if that was in this process.
    pub first_sent_at: Option<Duration>,
    /// Its place among the creations of this process, for counting refusals in a row.
    pub creation_place: Option<u64>,
    /// As [`Self::creation_place`], among the products of which photos were sent.
    pub photo_place: Option<u64>,
    /// Set while the product is created but not yet seen in the shop's list.
    pub unlisted: Option<Unlisted>,
    pub product: Option<ProductId>,
    pub problem: Option<Problem>,
    /// The photos were refused: earlier uploads are not used again.
    pub fresh_photos: bool,
    /// The last creation is older than the run's baseline.
    pub sent_before: bool,
    pub equal_name: bool,
    /// It was once not known what became of one of its creations.
    pub doubted: bool,
    /// Its import was cancelled while its creation may have happened: it is looked for, and never sent again, whatever is imported
    /// meanwhile.
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
    /// In memory, with this many bytes.
    Prepared(u64),
    Sending(u64, Ticket),
    Up(FileId),
}

/// A creation in flight.
#[derive(Debug)]
pub(super) struct Creating {
    pub ticket: Ticket,
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
}

impl Item {
    /// A draft that was just added.
    pub fn new(id: DraftId, planned: PlannedDraft) -> Self {
        let photos = planned.photos.iter().map(|_| Photo::default()).collect();
        Self {
            id,
            planned,
            state: State::Waiting,
            photos,
            attempts: 0,
            cover: None,
            creating: None,
            unconfirmed: None,
            sent_at: None,
            first_sent_at: None,
            creation_place: None,
            photo_place: None,
            unlisted: None,
            product: None,
            problem: None,
            fresh_photos: false,
            sent_before: false,
            equal_name: false,
            doubted: false,
            cancelled: false,
            deferrals: 0,
            throttles: 0,
            losses: 0,
        }
    }

    /// The draft as the journal leaves it, at `now`.
    pub fn from_history(known: &DraftHistory, now: Duration) -> Self {
        let mut item = Self::new(known.id, known.planned.clone());
        for (&index, upload) in known.uploads.iter().filter(|(_, upload)| !upload.stale || known.is_unconfirmed()) {
            if let Some(photo) = item.photos.get_mut(index) {
                photo.hash = Some(upload.hash);
                photo.stage = Stage::Up(upload.file.clone());
            }
        }
        item.state = known.state;
        item.attempts = known.attempts;
        item.cover = known.cover.clone();
        item.product = known.product.clone();
        item.problem = known.problem.clone();
        item.fresh_photos = known.fresh_photos;
        item.sent_before = known.sent_before;
        item.cancelled = known.cancelled;
        item.doubted = known.doubted || known.is_unconfirmed();
        if known.state == State::NeedsPerson && item.problem.is_none() {
            item.problem = Some(Problem::new(if known.accepted { Code::NotListed } else { Code::Ambiguous }));
        }
        if known.is_unconfirmed() {
            item.unconfirmed = Some(UnconfirmedCreation::earlier(known, now));
        }
        item
    }

    /// Whether its product, if it was created in this run, is known by its id.
    pub fn is_accounted_for(&self) -> bool {
        let created_here = self.state == State::Created && !self.sent_before;
        self.creating.is_none() && (self.unconfirmed.is_none() || self.sent_before) && (!created_here || self.product.is_some())
    }

    /// The upload that is, or will be, its cover.
    pub fn own_cover(&self) -> Option<&FileId> {
        let uploaded = self.photos.first().and_then(|photo| if let Stage::Up(file) = &photo.stage { Some(file) } else { None });
        self.cover.as_ref().filter(|_| !self.state.is_unsent()).or(uploaded)
    }

    /// The number of uploaded photos.
    pub fn photos_uploaded(&self) -> usize {
        self.photos.iter().filter(|photo| matches!(photo.stage, Stage::Up(_))).count()
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

    /// The state to show. What an earlier run sent and this one only found was in the shop already.
    pub fn shown_state(&self) -> State {
        if self.state == State::Created && self.sent_before { State::Skipped } else { self.state }
    }
}

impl Photo {
    /// Prepares the photo for another attempt. `upload`: it must be uploaded again. `whole`: limits that its refusals
    /// revealed are forgotten.
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
