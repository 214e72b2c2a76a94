//! Drafts → products, each exactly once. A state machine without I/O, clock or randomness: inputs and the
//! time come in, effects go out. The worker performs them over HTTP; the simulator performs them too.

use std::time::Duration;

use super::again::Added;
use super::journal::{Entry, Knowledge, Record};
use super::pace::Pace;
use super::state::{Counts, DraftId, Row, RunId, Waiting};
use crate::domain::{AccountKey, Draft, FileId, Problem, ProductId};
use crate::media::ContentHash;

/// A photo of a draft: its place among the draft's photos, 0 the cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhotoRef {
    pub draft: DraftId,
    pub index: usize,
}

/// Asked of whoever runs the engine. Each is answered by an [`Input`] unless it says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Read the photo, hash it, make it fit, and keep the bytes until [`Effect::Forget`].
    /// → `Prepared` or `PrepareFailed`.
    Prepare {
        photo: PhotoRef,
        /// May an upload of the same content that an earlier draft made be answered as `known`?
        /// Never for a cover.
        reuse: bool,
    },
    /// Send the kept bytes (operation 6). The permit is taken. → `Uploaded`.
    Upload { photo: PhotoRef },
    /// Let go of the photo's bytes. No answer.
    Forget { photo: PhotoRef },
    /// Append to the journal, in order. Several may be made durable at once. → `Recorded` or `RecordFailed`.
    Record { number: u64, record: Record },
    /// Create the product (operation 7) with these photos; the cover is the first. The permit is taken. → `Created`.
    Create { draft: DraftId, fields: Draft, photos: Vec<FileId> },
    /// List the whole shop, page by page, with a permit of [`Kind::Read`](super::pace::Kind::Read) for each page. → `Listed`.
    List,
    /// Send [`Input::Tick`] at this time. Replaces any earlier one. No other answer.
    WakeAt(Duration),
    /// The draft's row reads differently. No answer.
    Changed(DraftId),
    /// Something to tell the person that belongs to no row. No answer.
    Tell(Problem),
}

#[derive(Clone, Debug)]
pub enum Input {
    /// Begin, or go on with what was restored.
    Start,
    Add(Vec<Added>),
    /// Nothing new is sent; what is under way comes to its end.
    Pause,
    /// After a pause, equal refusals, or a full disk.
    Continue,
    Cancel,
    /// Failed or cancelled drafts back into the queue, with the fields as edited.
    Retry(Vec<(DraftId, Draft)>),
    /// A person looked in the shop.
    Decide {
        draft: DraftId,
        exists: bool,
    },
    SignedIn(AccountKey),
    /// `bytes` are kept in memory until `Forget`. `known` is an earlier upload of the same content.
    Prepared {
        photo: PhotoRef,
        hash: ContentHash,
        bytes: u64,
        known: Option<FileId>,
    },
    PrepareFailed {
        photo: PhotoRef,
        problem: Problem,
    },
    Uploaded {
        photo: PhotoRef,
        result: Result<FileId, Problem>,
    },
    Created {
        draft: DraftId,
        result: Result<Option<ProductId>, Problem>,
    },
    /// Every record up to this number is durable.
    Recorded {
        through: u64,
    },
    /// Nothing after the last `Recorded` is durable; the engine asks for it again.
    RecordFailed(Problem),
    Listed(Result<Listing, Problem>),
    /// The time of a `WakeAt` came, or another user of the pace handed a ticket back.
    Tick,
}

/// The shop as listed, and whether that is proven to be all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    pub complete: bool,
    pub products: Vec<Seen>,
}

/// A listed product, as far as it tells whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub id: ProductId,
    pub title: String,
    pub price: Option<i64>,
    pub stock: Option<i64>,
    /// The photo's id.
    pub photo: Option<FileId>,
}

#[derive(Clone, Debug)]
pub struct Config {
    /// Photos prepared at the same time.
    pub preparing: usize,
    /// Photos kept in memory, being prepared or sent, at most.
    pub photos_ahead: usize,
    /// Bytes of prepared photos kept in memory; one photo more than that at most.
    pub bytes_ahead: u64,
    /// Uploaded photos older than this are sent again on restore. Seconds.
    pub upload_age: i64,
}

impl Default for Config {
    fn default() -> Self {
        Self { preparing: 4, photos_ahead: 64, bytes_ahead: 64 << 20, upload_age: 7 * 24 * 3600 }
    }
}

pub struct Engine {
    run: RunId,
    account: AccountKey,
    knowledge: Knowledge,
    config: Config,
}

impl Engine {
    pub fn new(run: RunId, account: AccountKey, knowledge: Knowledge, config: Config) -> Self {
        Self { run, account, knowledge, config }
    }

    /// Goes on with a run the journal holds: every record of the run and of every draft that was ever
    /// in it, in the order written. `wall` is the time now, in seconds since 1970.
    ///
    /// # Errors
    /// `StorageDamaged` when the records do not begin the run.
    pub fn restore(run: RunId, entries: &[Entry], knowledge: Knowledge, config: Config, wall: i64) -> Result<Self, Problem> {
        let _ = (entries, wall);
        let account = entries.iter().find_map(|entry| match &entry.record {
            Record::RunStarted { run: this, account } if *this == run => Some(account.clone()),
            _ => None,
        });
        let account = account.ok_or_else(|| Problem::new(crate::domain::Code::StorageDamaged))?;
        Ok(Self::new(run, account, knowledge, config))
    }

    /// Takes one input at `now` (any clock that never goes back) and says what to do about it.
    pub fn handle(&mut self, now: Duration, input: Input, pace: &mut Pace) -> Vec<Effect> {
        let _ = (now, input, pace, self.run, &self.account, self.knowledge, &self.config);
        Vec::new()
    }

    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        std::iter::empty()
    }

    pub fn row(&self, draft: DraftId) -> Option<Row> {
        let _ = draft;
        None
    }

    pub fn counts(&self) -> Counts {
        Counts::default()
    }

    /// Photos at the marketplace, and photos in all, of drafts that are not skipped or cancelled.
    pub fn photos(&self) -> (usize, usize) {
        (0, 0)
    }

    /// Requests that carried a photo and succeeded, in this process.
    pub fn uploads(&self) -> usize {
        0
    }

    /// `None` while requests are under way or may be sent, and after the end.
    pub fn waiting(&self, now: Duration, pace: &Pace) -> Option<Waiting> {
        let _ = (now, pace);
        None
    }

    /// Nothing is left to do by itself. Rows may be failed or need a person; adding, retrying or deciding begins it anew.
    pub fn ended(&self) -> bool {
        true
    }
}
