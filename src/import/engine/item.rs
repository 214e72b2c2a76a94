//! One draft on its way to being a product.

use std::time::Duration;

use super::reconcile::absence::UnconfirmedCreation;
use crate::domain::{FileId, Problem, ProductId};
use crate::import::journal::DraftHistory;
use crate::import::limits::{PhotoLimits, SentPhoto};
use crate::import::state::{DraftId, PlannedDraft, Row, State};
use crate::media::ContentHash;
use crate::pace::Ticket;

#[derive(Debug)]
pub(super) struct Item {
    pub id: DraftId,
    pub planned: PlannedDraft,
    pub state: State,
    pub photos: Vec<Photo>,
    /// Creations begun so far; also the number of the last.
    pub attempts: u32,
    /// The cover of the last creation, or of the product that stands for a skipped draft.
    pub cover: Option<FileId>,
    /// The creation that is on its way.
    pub creating: Option<Creating>,
    /// The creation whose answer was lost.
    pub lost: Option<UnconfirmedCreation>,
    /// When its last creation left, in this process.
    pub posted: Option<Duration>,
    /// Created, and not yet seen in the shop's list.
    pub unseen: Option<Unseen>,
    pub product: Option<ProductId>,
    pub problem: Option<Problem>,
    /// Its photos were refused: none is taken from an earlier upload.
    pub fresh_photos: bool,
    /// Its last creation is older than the run's baseline.
    pub sent_before: bool,
    pub equal_name: bool,
    /// Creations that never left.
    pub put_off: u32,
    /// Creations that were turned away for pace, one after the other.
    pub throttles: u32,
    /// Creations that were lost and found undone.
    pub losses: u32,
}

#[derive(Debug, Default)]
pub(super) struct Photo {
    pub hash: Option<ContentHash>,
    pub stage: Stage,
    /// Uploads that failed though the marketplace was there.
    pub tries: u32,
    /// As it was last made ready.
    pub sent: Option<SentPhoto>,
    /// What its own refusals taught.
    pub limits: PhotoLimits,
    /// Times it was made to fit after a refusal.
    pub refits: u32,
}

#[derive(Debug, Default)]
pub(super) enum Stage {
    #[default]
    Waiting,
    Preparing,
    /// In memory, so many bytes.
    Prepared(u64),
    Sending(u64, Ticket),
    Up(FileId),
}

#[derive(Debug)]
pub(super) struct Creating {
    pub ticket: Ticket,
}

#[derive(Debug)]
pub(super) struct Unseen {
    pub answered: Duration,
    /// How long after that a complete listing was still without it.
    pub missed: Option<Duration>,
}

impl Item {
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
            lost: None,
            posted: None,
            unseen: None,
            product: None,
            problem: None,
            fresh_photos: false,
            sent_before: false,
            equal_name: false,
            put_off: 0,
            throttles: 0,
            losses: 0,
        }
    }

    /// As the journal left it, at `now`.
    pub fn known(known: &DraftHistory, now: Duration) -> Self {
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
        if known.is_unconfirmed() {
            item.lost = Some(UnconfirmedCreation::earlier(known, now));
        }
        item
    }

    pub fn photos_uploaded(&self) -> usize {
        self.photos.iter().filter(|photo| matches!(photo.stage, Stage::Up(_))).count()
    }

    /// The ids for the creation, the cover first, none twice. `None` until every photo is up.
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

    pub fn row(&self) -> Row {
        let up = match self.photos.first().map(|photo| &photo.stage) {
            Some(Stage::Up(id)) => Some(id.clone()),
            _ => None,
        };
        Row {
            id: self.id,
            name: self.planned.draft.name.clone(),
            source: self.planned.source.clone(),
            state: self.state,
            photos: self.photos.len(),
            photos_uploaded: self.photos_uploaded(),
            product_id: self.product.clone(),
            photo_id: if self.state == State::Skipped { self.cover.clone() } else { up },
            problem: self.problem.clone(),
            equal_name: self.equal_name,
        }
    }
}

impl Photo {
    pub fn begin_anew(&mut self, upload: bool, whole: bool) {
        (self.tries, self.refits) = (0, 0);
        // It was made small in vain.
        if whole {
            self.limits = PhotoLimits::default();
        }
        if upload && matches!(self.stage, Stage::Up(_)) {
            self.stage = Stage::Waiting;
        }
    }
}
