//! The values of an import that the window, the terminal and the journal share.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use vitrine_domain::{
    CreateRules, Draft, Field, FieldError, FieldProblem, FileId, MarketCategories, PhotoEdit, Problem,
    ProblemKind, ProductId, TypedProduct,
};

/// A draft's number in the journal, unique in the data directory for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DraftId(pub u64);

impl fmt::Display for DraftId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A run's number: one press of Start. Bound to one account for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunId(pub u64);

/// How dropped photos are grouped into products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouping {
    /// A folder that contains photos is one product; photos dropped directly are one product each.
    #[default]
    Auto,
    /// Every photo is a product.
    File,
    /// Every folder that contains photos is a product, including the dropped one.
    Folder,
    /// Photos whose names differ only in a trailing number (`mug-1`, `mug-2`, `mug (3)`) are one product.
    Name,
    /// Photos of one folder that were taken soon after each other are one product.
    Time,
    /// Photos of one folder that seem to show the same thing are one product.
    Likeness,
    /// A photo of a card begins a product of the photos that follow.
    Cards,
}

/// How dropped photos are grouped: in one way, or automatically with a person's answers for some folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupingChoice {
    pub all: Grouping,
    /// The answers by folder. They count where `all` is [`Grouping::Auto`].
    pub folders: BTreeMap<PathBuf, Grouping>,
}

impl From<Grouping> for GroupingChoice {
    fn from(all: Grouping) -> Self {
        Self { all, folders: BTreeMap::new() }
    }
}

/// How certain it is that a product begins where photos of a camera roll were divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boundary {
    /// By folders, names, cards, or a long pause.
    #[default]
    Certain,
    /// By a pause or by looks; so many seconds after the photo before, if that is known.
    Likely(Option<i64>),
    /// Hardly a pause, so that it may be one product.
    Unsure(Option<i64>),
}

/// A product as planned from disk, before Start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedDraft {
    pub draft: Draft,
    /// The folder or file that it was made from. Together with the photos' content it identifies the product
    /// in later imports.
    pub source: PathBuf,
    /// The name derived from the source, before anyone edited it.
    pub source_name: String,
    /// The paths of its photos, the cover first.
    pub photos: Vec<PathBuf>,
    /// The edits of the photos, in their order; photos beyond the end have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edits: Vec<PhotoEdit>,
    /// The cells of its sheet that mean nothing, each with its field, row and text, and those of its photos
    /// that lead out of what was dropped. While it has one, it is not sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unusable: Vec<Problem>,
    /// How certain it is that it begins with its first photo.
    #[serde(skip)]
    pub boundary: Boundary,
    /// Where its category comes from, if it was started before the categories of the marketplace were known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_category: Option<Box<OpenCategory>>,
    /// Whether its photos are those that the rows of a sheet left in a folder of which they took others: then
    /// its cover may be that of a product in the shop, whatever that is called.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_left_by_rows: bool,
}

/// Where the category of a product comes from that was started before the marketplace's categories were
/// known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenCategory {
    /// The dropped path that contains its photos.
    pub root: Option<PathBuf>,
    /// Folders that were given categories, and what was typed for these.
    pub folders: Vec<(String, String)>,
    /// The category of products whose folder has none.
    pub default: Option<i64>,
}

impl PlannedDraft {
    /// What its sheet said in a cell where that means nothing, and why.
    pub fn unusable_cells(&self) -> impl Iterator<Item = (Field, &str, Option<&FieldError>)> {
        self.unusable.iter().filter_map(|problem| {
            let text = problem.cell_text().unwrap_or_default();
            Some((Field::from_name(problem.field.as_deref()?)?, text, problem.detail.as_ref()))
        })
    }

    /// Its values, with what its sheet said and means nothing, and a photo that leads out of what was
    /// dropped, as errors.
    pub fn typed(&self) -> TypedProduct {
        let mut typed = TypedProduct::from(self.draft.clone());
        typed
            .errors
            .extend(self.unusable_cells().filter_map(|(field, _, error)| Some((field, error?.clone()))));
        if self.is_withheld() {
            typed.errors.insert(Field::Photos, FieldError::LeadsOut);
        }
        typed
    }

    /// Completes it for being sent at this marketplace. Returns for what it would certainly be refused there;
    /// that its attributes are not known is what whoever sends it decided about.
    pub fn evaluate(&mut self, rules: &CreateRules, categories: &MarketCategories) -> Option<FieldProblem> {
        let typed = TypedProduct::from(std::mem::take(&mut self.draft))
            .evaluate(self.photos.len(), rules, categories)
            .without_attributes();
        let problem = typed.problem();
        self.draft = typed.draft;
        problem
    }

    /// The first of its unusable cells for which nobody has given another value, or of its photos that lead
    /// out of what was dropped.
    pub fn open_cell(&self) -> Option<&Problem> {
        let is_open = |problem: &&Problem| match problem.kind {
            ProblemKind::OutsideDropped => self.has_photo_of(problem),
            _ => problem
                .field
                .as_deref()
                .and_then(Field::from_name)
                .is_none_or(|field| self.draft.value(field).is_none()),
        };
        self.unusable.iter().find(is_open)
    }

    /// Whether it has a photo that leads out of what was dropped.
    pub fn is_withheld(&self) -> bool {
        self.unusable
            .iter()
            .any(|problem| problem.kind == ProblemKind::OutsideDropped && self.has_photo_of(problem))
    }

    fn has_photo_of(&self, problem: &Problem) -> bool {
        self.photos
            .iter()
            .any(|photo| problem.subject.as_deref().is_some_and(|subject| photo.as_os_str() == subject))
    }

    /// The edits of the photo at this index.
    pub fn edit(&self, index: usize) -> PhotoEdit {
        self.edits.get(index).copied().unwrap_or_default()
    }

    /// Sets the edits of the photos, in their order.
    #[must_use]
    pub fn edited(mut self, edits: impl IntoIterator<Item = PhotoEdit>) -> Self {
        self.edits = edits.into_iter().collect();
        while self.edits.last().is_some_and(PhotoEdit::is_identity) {
            self.edits.pop();
        }
        self
    }
}

/// The state of a draft. The names are used as `state` in the JSON lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// In the queue.
    Waiting,
    /// Its photos are being prepared or uploaded.
    Uploading,
    /// Its photos are uploaded; the product is about to be created.
    Ready,
    /// The creation was recorded and is in flight.
    Creating,
    /// The response was lost: the shop is being checked.
    Checking,
    /// The shop's list does not tell whether the product exists; a person decides.
    NeedsPerson,
    Created,
    /// Created by an earlier import.
    Skipped,
    Failed,
    Cancelled,
}

impl State {
    /// Nothing more happens to it automatically.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Created | Self::Skipped | Self::Failed | Self::Cancelled)
    }

    /// Whether it waits to be sent, so that its fields may still be corrected.
    pub const fn is_unsent(self) -> bool {
        matches!(self, Self::Waiting | Self::Uploading | Self::Ready)
    }

    /// Whether a creation may have happened whose outcome is unknown.
    pub const fn is_unconfirmed(self) -> bool {
        matches!(self, Self::Checking | Self::NeedsPerson)
    }
}

/// One draft of a running or finished import, as displayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub id: DraftId,
    pub name: String,
    /// The folder or file from which it was planned.
    pub source: PathBuf,
    pub state: State,
    /// The number of its photos.
    pub photos: usize,
    /// The number of them that the marketplace has.
    pub photos_uploaded: usize,
    /// `None` if the product is not created, or the response lacked the id.
    pub product_id: Option<ProductId>,
    /// The cover's file id.
    pub photo_id: Option<FileId>,
    /// Why it failed, or what delays it.
    pub problem: Option<Problem>,
    /// The shop held a product of this name before the import: worth checking.
    pub equal_name: bool,
    /// The fields of which an earlier import created it with other values.
    pub other_values: Vec<Field>,
}

/// Why an unfinished import makes no progress.
#[derive(Clone, Debug, PartialEq)]
pub enum Waiting {
    Paused,
    /// The marketplace asked to wait, or is being spared after failures.
    Pace {
        for_: Duration,
    },
    /// The market file limits how many products are created a minute.
    OwnPace {
        for_: Duration,
    },
    /// The first product of a shop is created alone and looked for in the list.
    Canary,
    /// Only unconfirmed creations are left: the shop is listed again after this time, because its list may
    /// lag; now, if it is zero.
    Checking {
        next_check: Duration,
    },
    /// Everything has its answer: after this time, the shop is looked at for what was created.
    Confirming {
        next_check: Duration,
    },
    /// The network or the marketplace cannot be reached; it is retried automatically, now if `next_try` is
    /// zero.
    Network {
        problem: Problem,
        next_try: Duration,
    },
    /// The token is missing or expired; the queue is kept.
    SignIn,
    /// The same refusal several times in a row: the user may fix the cause or continue.
    Refusals(Problem),
    /// Only products whose existence a person has to decide are left.
    Person,
    /// The journal cannot be written (disk full, read-only).
    Storage(Problem),
}

impl Waiting {
    /// Whether it ends without anybody doing anything.
    pub const fn resumes_alone(&self) -> bool {
        matches!(
            self,
            Self::Pace { .. }
                | Self::OwnPace { .. }
                | Self::Canary
                | Self::Checking { .. }
                | Self::Confirming { .. }
        )
    }

    /// Whether nothing goes on until a person does something.
    pub const fn is_for_person(&self) -> bool {
        matches!(self, Self::Paused | Self::SignIn | Self::Refusals(_) | Self::Person | Self::Storage(_))
    }
}

/// An import in the list of imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportRun {
    pub id: RunId,
    pub started_at: Timestamp,
    pub counts: Counts,
}

/// The number of drafts by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub created: usize,
    /// Left out, because an earlier import created them.
    pub skipped: usize,
    pub failed: usize,
    pub cancelled: usize,
    /// In the queue, in progress, or being checked.
    pub waiting: usize,
    /// Of those waiting: how many were sent and may be in the shop.
    pub unknown: usize,
    /// Of those waiting: how many need a person's decision.
    pub needs_person: usize,
}

impl Counts {
    /// Those that are certainly not in the shop. Of others a person has to say whether they are.
    pub const fn missing(&self) -> usize {
        self.failed + self.cancelled + self.waiting.saturating_sub(self.needs_person)
    }

    /// The number of all drafts.
    pub const fn total(&self) -> usize {
        self.created + self.skipped + self.failed + self.cancelled + self.waiting
    }

    /// The number of drafts that reached the shop or were refused. Cancelled ones are not done.
    pub const fn done(&self) -> usize {
        self.created + self.skipped + self.failed
    }

    /// The number of drafts that are still to be sent.
    pub const fn left(&self) -> usize {
        self.waiting.saturating_sub(self.unknown)
    }

    /// Removes a draft in this state.
    pub fn remove(&mut self, state: State) {
        match state {
            State::Created => self.created -= 1,
            State::Skipped => self.skipped -= 1,
            State::Failed => self.failed -= 1,
            State::Cancelled => self.cancelled -= 1,
            State::Checking | State::NeedsPerson => {
                self.waiting -= 1;
                self.unknown -= 1;
                self.needs_person -= usize::from(state == State::NeedsPerson);
            }
            State::Waiting | State::Uploading | State::Ready | State::Creating => self.waiting -= 1,
        }
    }

    /// Adds a draft in this state.
    pub fn add(&mut self, state: State) {
        match state {
            State::Created => self.created += 1,
            State::Skipped => self.skipped += 1,
            State::Failed => self.failed += 1,
            State::Cancelled => self.cancelled += 1,
            State::Checking | State::NeedsPerson => {
                self.waiting += 1;
                self.unknown += 1;
                self.needs_person += usize::from(state == State::NeedsPerson);
            }
            State::Waiting | State::Uploading | State::Ready | State::Creating => self.waiting += 1,
        }
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        self.created += more.created;
        self.skipped += more.skipped;
        self.failed += more.failed;
        self.cancelled += more.cancelled;
        self.waiting += more.waiting;
        self.unknown += more.unknown;
        self.needs_person += more.needs_person;
    }
}
