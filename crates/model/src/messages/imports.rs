//! Commands and events of imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use super::PlanDigests;
use vitrine_core::import::cards::CardSheet;
use vitrine_core::import::dedup::SentCover;
use vitrine_core::import::plan::FolderPlan;
use vitrine_core::import::report::{ReportKind, ReportRow};
use vitrine_core::import::sheet::{
    ColumnMapping, ImportedSheet, Precedence, RowKind, SheetOverview, SheetResults,
};
use vitrine_core::import::table::Table;
use vitrine_core::import::{
    Counts, DraftId, Grouping, GroupingChoice, ImportRun, PlannedDraft, Row, RunId, Waiting,
};
use vitrine_domain::{
    AccountKey, Currency, Draft, Field, PhotoEdit, Price, PriceUnits, Problem, ProductId, StatusChoice,
};

/// Products by their places, each with the places of some of its photos.
pub type PhotoPlaces = Vec<(usize, BTreeSet<usize>)>;

/// Commands for planning, importing and reporting.
#[derive(Debug)]
pub enum ImportCommand {
    /// Plans an import of dropped files and folders; a spreadsheet adds names, prices and other fields.
    Plan { paths: Vec<PathBuf>, grouping: GroupingChoice, sheet: SheetRequest },
    /// Looks at the photos of a folder; [`ImportEvent::PhotosCompared`] answers. A later request replaces
    /// this one.
    ComparePhotos { folder: PathBuf, photos: Vec<PathBuf> },
    /// Gives up the plan that is being made.
    CancelPlan,
    /// Compares planned drafts with the earlier imports of an account; [`ImportEvent::PlanCompared`] answers.
    /// A later comparison replaces it.
    ComparePlan {
        /// Repeated in the answer.
        plan: u64,
        drafts: Vec<PlannedDraft>,
        /// `None`: the current one.
        account: Option<AccountKey>,
    },
    /// Saves the review of the current account, or deletes it.
    SaveReview(Option<Box<SavedReview>>),
    /// Saves what was dropped before anybody signed in. It is restored at each start, until it is saved as
    /// the review of an account.
    KeepDropped(Box<SavedReview>),
    /// Creates the products. They are on disk, for the current account, before anything else happens.
    Start {
        drafts: Vec<PlannedDraft>,
        /// Whether to create products that an earlier import created, too.
        allow_duplicates: bool,
        /// Whether products without an SKU get one.
        generate_skus: bool,
        /// Whether this is the account's saved review, which is deleted then.
        from_review: bool,
        /// The products that stay in the review, which take its place then.
        rest: Option<Box<SavedReview>>,
    },
    /// Sends nothing new; requests in flight are completed.
    Pause,
    /// Continues a paused or stopped import.
    Continue,
    /// Stops for good; requests in flight are still completed, created products stay.
    Cancel,
    /// Puts failed drafts back into the queue, with edited fields; those that wait to be sent stay there.
    Retry(Vec<(DraftId, Draft)>),
    /// Resumes the imports that an earlier session left unfinished. Products whose category asks for
    /// attributes that cannot be read keep waiting, unless they are to be created `without_attributes`.
    Resume { without_attributes: bool },
    /// Shows an import of the account that has ended again, the last one unless one is named.
    Reopen(Option<RunId>),
    /// The user has looked in the shop for a draft in `NeedsPerson`.
    Decide { draft: DraftId, exists: bool },
    /// Requests the account's imports; [`ImportEvent::Runs`] answers.
    Runs,
    /// Requests a report from the journal; nobody needs to be signed in. Without a run: the imports on the
    /// screen, else the last one.
    Report { run: Option<RunId>, kind: ReportKind },
    /// Keeps the sheet of the import that is started next, for [`ImportEvent::Sheet`] after a restart.
    /// `None`: it has none.
    KeepSheet(Option<Box<ImportedSheet>>),
    /// Requests what became of the rows of a sheet in the imports on the screen.
    SheetResults(Box<ImportedSheet>),
    /// Writes cards that were put into words, as a PDF file.
    SaveCards { sheet: CardSheet, to: SaveTo },
    /// Writes a report that was put into words.
    SaveTable { table: Table, to: SaveTo },
}

/// Events of planning, importing and reporting.
#[derive(Clone, Debug)]
pub enum ImportEvent {
    /// A plan was begun: each [`ImportCommand::Plan`] is answered with this, and what is told of plans from
    /// then on is of that one.
    PlanBegun,
    /// The sheets of the plan that follows, in the order in which they were merged, and those in the dropped
    /// folders that it does not use.
    SheetPlanned {
        sheets: Vec<SheetOverview>,
        others: Vec<PathBuf>,
    },
    /// How many files of a plan were read, of those found so far; at most ten times a second.
    Reading {
        read: usize,
        found: usize,
    },
    /// The first products of a plan, as they look while the rest is still read; at most once.
    FirstPlanned(Vec<PlannedDraft>),
    /// A plan: the drafts, files that could not be used, the number of other files that were ignored, and how
    /// the photos of each folder were grouped.
    Planned {
        drafts: Vec<PlannedDraft>,
        problems: Vec<Problem>,
        ignored: usize,
        folders: Vec<FolderPlan>,
    },
    /// The answer to [`ImportCommand::ComparePhotos`]: so many photos of a folder are so many products if
    /// those that look alike are together, and so many by the cards among them.
    PhotosCompared {
        folder: PathBuf,
        photos: usize,
        products: usize,
        by_cards: Option<usize>,
    },
    /// The files that the plan ignored, sent after it; of very many, the first ones.
    FilesIgnored(Vec<PathBuf>),
    /// The answer to [`ImportCommand::ComparePlan`]; `None` if nothing could be compared.
    PlanCompared {
        plan: u64,
        compared: Option<PlanComparison>,
    },
    /// Sent after [`ImportEvent::PlanCompared`]: the photos that a product has twice, all but the first one,
    /// by the places of product and photo.
    PhotoCopies {
        plan: u64,
        copies: PhotoPlaces,
    },
    /// The drafts of a started or resumed import, sent before their rows: what [`ImportCommand::Retry`]
    /// edits, and the photos to show.
    Drafts(Vec<(DraftId, PlannedDraft)>),
    /// Rows, at the start and after each change; the latest version of a row counts.
    Rows(Vec<Row>),
    Progress(Progress),
    /// Nothing is left to do automatically. Rows may still be failed or need the user.
    Ended(Progress),
    /// What earlier imports of the account have left to do.
    Unfinished(Unfinished),
    /// Imports of other accounts at this marketplace have so many products left.
    LeftOfOthers(usize),
    /// What this category asks for could not be read, and so many products of a resumed import have it.
    LacksAttributes {
        category: i64,
        products: usize,
    },
    /// A review that an earlier session of this account saved.
    ReviewRestored(Box<SavedReview>),
    /// The account's imports, the latest first.
    Runs(Vec<ImportRun>),
    /// The rows of a report. The receiver puts them into words and has them written with
    /// [`ImportCommand::SaveTable`].
    Report {
        kind: ReportKind,
        rows: Vec<ReportRow>,
        /// The currency of its prices, if the marketplace's file is available.
        currency: Currency,
    },
    /// The sheet of an import of an earlier session that is resumed or shown again.
    Sheet(Box<ImportedSheet>),
    /// A sheet with what became of its rows, to be put into words like a report.
    SheetResults(Box<SheetResults>),
    /// A table was written to this file.
    TableSaved(PathBuf),
}

impl ImportCommand {
    /// Whether the command concerns started imports, so that it waits until it is known which run has which
    /// drafts.
    pub const fn concerns_runs(&self) -> bool {
        matches!(
            self,
            Self::Pause
                | Self::Continue
                | Self::Cancel
                | Self::Retry(_)
                | Self::Decide { .. }
                | Self::Resume { .. }
                | Self::Reopen(_)
        )
    }
}

/// Which sheets a plan uses, and how. By default none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SheetRequest {
    pub source: SheetSource,
    /// The sheets that were dropped by themselves, in their order. Each adds to what is there.
    #[serde(skip)]
    pub dropped: Vec<PathBuf>,
    /// What the columns are used for, where the user chose that now; else an earlier choice for the same
    /// headings is used.
    #[serde(deserialize_with = "columns")]
    pub columns: Vec<ColumnMapping>,
    /// Whose values count where a sheet fills cells that an earlier one has filled differently, as the user
    /// said.
    pub precedence: Vec<(PathBuf, Precedence)>,
    /// Rows that the user wants as products although they look like something else.
    pub kept: Vec<(PathBuf, RowKind)>,
    /// The worksheets that the user left out.
    pub left_out: Vec<(PathBuf, String)>,
    /// The units of the marketplace's prices, if they are known.
    #[serde(skip)]
    pub shop_units: Option<PriceUnits>,
    /// Whether nothing is planned where the sheet cannot be read: nobody looks before the import starts.
    #[serde(skip)]
    pub is_required: bool,
    /// The fields outside the contract that the marketplace takes. The worker knows them while somebody is
    /// signed in.
    #[serde(skip)]
    pub market_fields: Vec<Field>,
    /// The statuses in which products can be created there, likewise.
    #[serde(skip)]
    pub statuses: Vec<StatusChoice>,
}

/// An earlier version saved at most one.
fn columns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ColumnMapping>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Columns {
        Several(Vec<ColumnMapping>),
        One(ColumnMapping),
    }
    Ok(match Option::deserialize(deserializer)? {
        Some(Columns::Several(columns)) => columns,
        Some(Columns::One(columns)) => vec![columns],
        None => Vec::new(),
    })
}

/// Where a plan's sheet is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SheetSource {
    /// No sheet is used; those in the dropped folders are reported.
    #[default]
    None,
    /// The only sheet in the dropped folders, if its headings are known.
    Folder,
    File(PathBuf),
}

/// What was dropped, and the user's changes to it, before Start. Fields are named as in the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedReview {
    pub dropped: Vec<PathBuf>,
    pub grouping: Grouping,
    /// Which sheet is used, and how.
    pub sheet: Option<SheetRequest>,
    /// The answers to how the photos of single folders are grouped.
    pub folders: Vec<(PathBuf, Grouping)>,
    /// Field values for all products, as typed.
    pub defaults: BTreeMap<String, String>,
    pub products: Vec<SavedProduct>,
    /// Photo edits by path.
    pub edits: Vec<(PathBuf, PhotoEdit)>,
    /// The products whose photos were arranged.
    pub arranged: Vec<ArrangedProduct>,
    /// Photos of these that were not dropped.
    pub added_photos: Vec<PathBuf>,
    /// What the files said when it was saved.
    pub planned: PlanDigests,
}

/// A product whose photos a person arranged: put in order, moved from other products, or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrangedProduct {
    /// The product with its photos in order. Where the plan has a product of this source, its other values
    /// are the plan's.
    pub product: PlannedDraft,
    /// Photos that were removed from the product, and so are in none.
    pub removed: Vec<PathBuf>,
}

/// A planned product that was changed, identified by its source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedProduct {
    pub source: PathBuf,
    pub source_name: String,
    pub typed: BTreeMap<String, String>,
    /// The price before and after the rule of a template.
    pub price_rule: Option<(Price, Price)>,
    /// Removed from the plan.
    pub removed: bool,
}

/// A planned draft that an earlier import of the account created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownProduct {
    /// The index of the draft among those compared.
    pub index: usize,
    /// The product; `None` if the marketplace did not return its id.
    pub product: Option<ProductId>,
    /// The fields of which the draft has other values than those with which it was created.
    pub other_values: Vec<Field>,
}

/// A planned draft that is new, although a photo of it belongs to a product that an earlier import created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharesPhoto {
    /// The index of the draft among those compared.
    pub index: usize,
    /// The name of the product in the shop.
    pub with: String,
}

/// What a comparison of planned drafts with earlier imports of the account found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanComparison {
    pub in_shop: Vec<KnownProduct>,
    pub sharing: Vec<SharesPhoto>,
    /// The covers of the products that earlier imports of the account created.
    pub covers: Vec<SentCover>,
    /// How many of the planned products an unfinished import has already.
    pub unfinished: usize,
    /// The indices of products that were created, and that the shop's list does not have, which was read to
    /// its end since then.
    pub gone: Vec<usize>,
}

/// The progress of the imports on the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    pub counts: Counts,
    /// The number of photos that the marketplace has, and of all photos of the drafts.
    pub photos_uploaded: usize,
    pub photos: usize,
    /// Successful uploads.
    pub uploads: usize,
    /// The recent upload speed.
    pub bytes_per_second: f64,
    /// The recent rate at which drafts reached a final state.
    pub products_per_minute: f64,
    /// The estimated time left; `None` until there is enough data.
    pub left: Option<Duration>,
    pub waiting: Option<Waiting>,
}

/// What earlier imports have left to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// If none are waiting, some failed and can be corrected.
    pub counts: Counts,
    /// How many of those waiting have an unconfirmed creation.
    pub to_check: usize,
    /// They wait only because the account was left while they were created, so that they continue by
    /// themselves.
    pub was_left: bool,
}

/// Where to write a table. The file extension determines the format. An existing file is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveTo {
    File(PathBuf),
    /// The first free name: `name.xlsx`, `name (2).xlsx`. Nothing is replaced.
    New(PathBuf),
    /// Asks with the system's dialog, proposing this name. Cancelling writes nothing.
    Ask(String),
}
