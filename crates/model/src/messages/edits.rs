//! Commands and events of changing products.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use vitrine_core::edit::follow::{FollowRules, Hold};
use vitrine_core::edit::plan::{BulkRule, LeftOut, Preview, PreviewCounts};
use vitrine_core::edit::{EditCounts, EditRun, EditRunId, StoredRow};
use vitrine_core::import::Waiting;
use vitrine_core::import::sheet::{NamedColumn, SheetOverview};
use vitrine_domain::{
    Discount, FieldKey, FieldValue, FileId, PriceUnit, PriceUnits, Problem, ProductId, ProductOrVariant,
    ProductState, VariantId,
};

/// Commands for changing products that are in the shop.
#[derive(Debug)]
pub enum EditCommand {
    /// Compares what is wanted with the shop as it is now; [`EditEvent::Previewed`] answers. A later preview
    /// replaces this one.
    Preview {
        /// Repeated in the answer.
        preview: u64,
        wanted: Wanted,
        /// What the screens call the statuses, beside the names that the marketplace file gives them.
        status_names: Vec<(String, i64)>,
    },
    /// Requests everything that the shop shows of a product; [`EditEvent::Read`] answers.
    Read(ProductId),
    /// Gives up the preview that is being made, and forgets the last one.
    CancelPreview,
    /// Sends what the last preview shows, if it has this number, without what was left out of it. Only one
    /// run of an account goes on at a time.
    Start { preview: u64, left_out: LeftOut },
    /// Sends nothing new; requests in flight are completed, and proven.
    Pause,
    /// Continues after a pause or after refusals.
    Continue,
    /// Gives up what was not sent yet. What was sent is still proven.
    Cancel,
    /// What a person decided about rows that moved: whether the new values replace those of the shop. The
    /// rows are counted from 0.
    Decide { run: EditRunId, rows: Vec<usize>, overwrite: bool },
    /// Goes on with the unfinished run of an earlier session.
    Resume,
    /// Requests the account's runs; [`EditEvent::Runs`] answers.
    Runs,
    /// Requests the rows of a run; [`EditEvent::Opened`] answers. Nothing is sent.
    Show(EditRunId),
    /// Keeps the shop in step with a list, from now on; [`EditEvent::Following`] says how that goes. A list
    /// that was followed before goes on from its last step.
    Follow(FollowedSheet),
    /// Follows a list no more.
    StopFollowing(ListId),
    /// Saves what was typed into the table for the current account, or deletes it.
    SaveCells(Option<Box<SavedCells>>),
}

/// A list that is followed, by its number in the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ListId(pub u64);

/// A spreadsheet with which the shop is kept in step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FollowedSheet {
    pub path: PathBuf,
    /// What the user says of some columns.
    pub columns: Vec<NamedColumn>,
    pub price_unit: Option<PriceUnit>,
    pub options: FollowOptions,
    /// Whether it is followed again at the next start.
    pub is_remembered: bool,
}

/// How a list is followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowOptions {
    pub rules: FollowRules,
    /// Whether stocks are sent without a person, where it is clear what the list means.
    pub sends_stock: bool,
}

/// A list that is followed, as the screens show it.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowedList {
    pub id: ListId,
    pub path: PathBuf,
    pub options: FollowOptions,
    pub state: ListState,
}

/// What is known of a list that is followed.
#[derive(Clone, Debug, PartialEq)]
pub enum ListState {
    /// It was not read yet.
    Waiting,
    /// It was saved, and is compared with the shop.
    Comparing,
    /// It was compared with the shop.
    Compared {
        counts: PreviewCounts,
        /// How many products wait for a decision about what was sent before.
        undecided: usize,
        /// When the list was saved.
        saved_at: Option<Timestamp>,
        /// Why its stocks wait for a person, although they should not.
        hold: Option<Hold>,
    },
    /// The file is away; it is looked for.
    Missing,
    /// The file cannot be read, or the shop cannot.
    Failed(Problem),
}

impl FollowedList {
    /// How many products differ from the shop in what can be sent, or asked about.
    pub const fn differing(&self) -> usize {
        match &self.state {
            ListState::Compared { counts, .. } => counts.to_change + counts.moved,
            _ => 0,
        }
    }
}

/// What is to be changed.
#[derive(Debug)]
pub enum Wanted {
    /// The same rules for each of these products and variants. Rules for prices and stocks of a product are
    /// for all of its variants.
    Products { products: Vec<ProductOrVariant>, rules: Vec<BulkRule> },
    /// Rules as for [`Wanted::Products`], until a day: from then on the old values come back automatically,
    /// at the next start.
    DaysOff { products: Vec<ProductOrVariant>, rules: Vec<BulkRule>, back_on: Date },
    /// What a spreadsheet says, which names the products by id or SKU. Rules apply to all of them.
    Sheet {
        path: PathBuf,
        rules: Vec<BulkRule>,
        /// What the user says of some columns.
        columns: Vec<NamedColumn>,
        /// The unit of its prices. Needed only where the sheet names another one than the marketplace's.
        price_unit: Option<PriceUnit>,
        /// The units of the marketplace's prices, if they are known.
        shop_units: Option<PriceUnits>,
    },
    /// New texts for the fields of one product and its variants. Equal ones change nothing; an empty one
    /// leaves its field as it is, unless it is one that can be emptied ([`Field::is_clearable`]). `base`: the
    /// values that the user saw before typing; where the shop has another one by now, the user decides.
    /// `album`: all photos that it is to have, the cover first; `None` leaves its photos alone.
    Product {
        product: ProductId,
        values: Vec<(FieldKey, String)>,
        base: Vec<(FieldKey, FieldValue)>,
        album: Option<Vec<AlbumPhoto>>,
    },
    /// A discount for these products, or [`Discount::NONE`] to end those that run.
    Discount { products: Vec<ProductId>, discount: Discount },
    /// New texts for prices and stocks of products and variants, as they were typed into a table. The base of
    /// a product's price is what the list showed, which is what buyers pay.
    Cells(Vec<WantedCells>),
    /// The values that the products had before this run.
    Undo(EditRunId),
    /// What a list that is followed says, as it was read last.
    Followed(ListId),
}

/// What was typed into the cells of a product and of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedCells {
    pub product: ProductId,
    pub values: Vec<(FieldKey, String)>,
    /// The values that were shown there.
    pub base: Vec<(FieldKey, FieldValue)>,
}

/// Prices and stocks that were typed and are not sent yet, as they are saved.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedCells {
    pub cells: Vec<SavedCell>,
}

/// A cell that was typed into. Fields are named as in the contract.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedCell {
    pub product: ProductId,
    pub variant: Option<VariantId>,
    pub field: String,
    pub text: String,
    /// The value that was shown there.
    pub seen: Option<FieldValue>,
}

/// A photo that a product is to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AlbumPhoto {
    /// It is in the shop.
    InShop(FileId),
    /// It is uploaded for the preview.
    New(PathBuf),
}

/// What is being read for changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditReading {
    /// The products of the preview with this number.
    Preview(u64),
    /// Everything that the shop shows of a product.
    Product(ProductId),
}

/// Events of changing products.
#[derive(Clone, Debug)]
pub enum EditEvent {
    /// After a sign-in: whether this marketplace has operations for changing products.
    Available(bool),
    /// Everything that the shop shows of a product, or why it cannot be read.
    Read {
        product: ProductId,
        result: Result<Box<ProductState>, Problem>,
    },
    /// So many products of a preview were read, of so many.
    Reading {
        preview: u64,
        read: usize,
        of: usize,
    },
    /// The marketplace does not answer, and is asked again; or it answers again.
    Retried {
        reading: EditReading,
        now: bool,
    },
    /// Somebody has to say what the columns of the preview's spreadsheet are. [`Previewed`](Self::Previewed)
    /// follows with the problem.
    SheetAsks {
        preview: u64,
        overview: Box<SheetOverview>,
    },
    /// A preview is ready, or cannot be made.
    Previewed {
        preview: u64,
        result: Result<Arc<Preview>, Problem>,
    },
    /// The account's runs, the latest first. Also sent after a sign-in if one of them is unfinished or waits
    /// for a decision.
    Runs(Vec<EditRun>),
    /// A run with all its rows: it begins, goes on, or is shown.
    Opened {
        run: EditRunId,
        rows: Vec<StoredRow>,
        /// The run whose old values this one restores.
        undoes: Option<EditRunId>,
    },
    /// Rows that changed, with their places from 0; the latest version of a row counts.
    Rows {
        run: EditRunId,
        rows: Vec<(usize, StoredRow)>,
    },
    Progress {
        run: EditRunId,
        progress: EditProgress,
    },
    /// Nothing is left to do automatically. Rows may have failed, or wait for a decision.
    Ended {
        run: EditRunId,
        progress: EditProgress,
    },
    /// The lists that are followed, whenever something about them has changed.
    Following(Vec<FollowedList>),
    /// What an earlier session of this account typed into the table.
    CellsRestored(Box<SavedCells>),
}

/// The progress of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EditProgress {
    pub counts: EditCounts,
    /// The estimated time left; `None` until there is enough data.
    pub left: Option<Duration>,
    /// Why nothing goes on.
    pub waiting: Option<Waiting>,
}
