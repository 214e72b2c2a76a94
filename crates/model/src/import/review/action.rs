//! What a person changes in the review.

use std::path::PathBuf;

use super::arrangement::PhotoAction;
use super::review_sheet::SheetAction;
use crate::messages::PhotoPlaces;
use vitrine_core::import::Grouping;
use vitrine_domain::{Field, PhotoEdit};

/// What the user changed in the review.
#[derive(Debug)]
pub enum ReviewAction {
    /// Chooses how photos are grouped into products.
    Grouping(Grouping),
    /// Chooses how the photos of single folders are grouped, where the choice is automatic; `None` asks
    /// again.
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
    EditPhotos(Vec<(PathBuf, PhotoEdit)>),
    /// Sets the texts of several planned products' fields, by their places, as one change.
    SetCells(Vec<(usize, Field, String)>),
    /// Gives a folder a category, now and in later imports: the folder's names with slashes between them, the
    /// category, and the products in it for which it was chosen.
    CategoriseFolder { folder: String, category: i64, products: Vec<usize> },
    /// Changes which photos belong to a planned product, or their order.
    Photos(PhotoAction),
    /// Takes photos out of several planned products as one change.
    RemovePhotos(PhotoPlaces),
    /// Sets the defaults to those of the previous import.
    UseLastDefaults,
    /// Chooses whether products that an earlier import created are created again.
    Again(bool),
}

impl ReviewAction {
    /// Gives products a category.
    pub fn categorise(products: &[usize], category: Option<i64>) -> Self {
        let text = category.map(|id| id.to_string()).unwrap_or_default();
        Self::SetCells(products.iter().map(|&product| (product, Field::CategoryId, text.clone())).collect())
    }

    /// Whether it names photos by their places, which are others after planning.
    pub(in crate::import) const fn is_about_photos(&self) -> bool {
        matches!(self, Self::Photos(_) | Self::RemovePhotos(_))
    }
}

/// The question before products without a price are created, or, where all have one, those without a stock
/// beside others that have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpricedQuestion {
    /// The `again` of the start that led to the question.
    pub again: bool,
    /// The products that are ready and have no price.
    pub without_price: Vec<usize>,
    /// Those that are ready and have no stock.
    pub without_stock: Vec<usize>,
    /// How many have what the others lack, and would be created without them.
    pub complete: usize,
}

/// What to do about products without a price, or without a stock, when the import starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// Start nothing and ask the user.
    Ask,
    /// Create the others; these stay in the review.
    LeaveOut,
    /// Create them as they are; the marketplace decides what that means.
    Create,
}
