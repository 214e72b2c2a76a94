//! What a person does on the import screen.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::arrangement::PhotoAction;
use super::review_sheet::SheetAction;
use crate::domain::{Edit, Field};
use crate::import::{DraftId, Grouping};

/// Products of the review by their places, each with the places of the photos to take out.
pub type PhotosOut = Vec<(usize, BTreeSet<usize>)>;

/// What the user did on the import screen.
#[derive(Debug)]
pub enum ImportAction {
    /// Chooses how photos are grouped into products.
    Grouping(Grouping),
    /// Chooses how the photos of single folders are grouped, where the choice is automatic; `None` asks again.
    GroupFolders(Vec<(PathBuf, Option<Grouping>)>),
    /// Types into a planned product, by index.
    Type(usize, Field, String),
    /// Types a default value for all products.
    TypeDefault(Field, String),
    /// Changes which sheet is used, or how.
    Sheet(SheetAction),
    /// Removes a planned product, by index.
    Remove(usize),
    /// Removes several planned products, by index, as one change.
    RemoveAll(Vec<usize>),
    /// Sets the edits of several photos as one change.
    EditPhotos(Vec<(PathBuf, Edit)>),
    /// Sets the texts of several planned products' fields, by their places, as one change.
    SetCells(Vec<(usize, Field, String)>),
    /// Gives a folder a category, now and in later imports: the folder's names with slashes between them, the category, and
    /// the products in it for which it was chosen.
    CategoriseFolder { folder: String, category: i64, products: Vec<usize> },
    /// Takes back the last change of the review.
    Undo,
    /// Makes the last undone change again.
    Redo,
    /// Changes which photos belong to a planned product, or their order.
    Photos(PhotoAction),
    /// Takes photos out of several planned products as one change.
    RemovePhotos(PhotosOut),
    /// Removes every product that cannot be sent yet.
    RemoveIncomplete,
    /// Sets the defaults to those of the previous import.
    UseLastDefaults,
    /// Discards the plan, or the results of the last import.
    Clear,
    /// Starts the import.
    Start {
        /// Create products even if an earlier import created them.
        again: bool,
        unpriced: Unpriced,
    },
    /// Chooses whether products that an earlier import created are created again.
    Again(bool),
    /// Closes the question about prices without starting.
    CloseQuestion,
    /// Pauses the import.
    Pause,
    /// Continues a paused import.
    Continue,
    /// Cancels the products that were not sent yet.
    Cancel,
    /// Resumes the imports that an earlier session left unfinished.
    Resume,
    /// Leaves them for the next session.
    Later,
    /// Types into a failed product.
    Fix(DraftId, Field, String),
    /// Types the same into several failed products; an empty text leaves each product's own value.
    FixAll(Vec<DraftId>, Field, String),
    /// Sends failed products again.
    Retry(Vec<DraftId>),
}

/// What to do about products without a price when the import starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// Start nothing and ask the user.
    Ask,
    /// Remove them from the plan.
    LeaveOut,
    /// Create them without a price; the marketplace decides what that means.
    Create,
}

/// The question before products without a price are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpricedQuestion {
    /// The `again` of the start that led to the question.
    pub again: bool,
    /// How many products have no price.
    pub without_price: usize,
    /// How many products have no stock.
    pub without_stock: usize,
}
