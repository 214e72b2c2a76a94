//! What found no partner between spreadsheets and products.

use std::collections::{HashMap, HashSet};

use super::Review;
use super::draft_key::{self, KeyRef};
use vitrine_core::import::sheet::{SheetOverview, SheetRow};

/// What a sheet and the products that are in the review now do not share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SheetRest {
    /// The rows, by their places, whose products have no photos.
    pub rows: Vec<usize>,
    /// The products that no sheet describes.
    pub products: Vec<usize>,
}

impl SheetRest {
    /// Whether everything found its partner.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.products.is_empty()
    }

    /// What found no partner, for each sheet of the review.
    pub fn of_each(review: &Review) -> Vec<Self> {
        let described = described(review);
        let drafts = review.drafts();
        let is_alone = |index: &usize| !described.contains(&draft_key::key(&drafts[*index]));
        let alone: Vec<usize> = (0..drafts.len()).filter(is_alone).collect();
        let photos: HashMap<KeyRef<'_>, usize> =
            drafts.iter().map(|draft| (draft_key::key(draft), draft.photos.len())).collect();
        let is_bare = |row: &SheetRow| {
            let key = row.product.as_ref().map(|(source, name)| KeyRef::new(source, name));
            key.is_some_and(|key| photos.get(&key) == Some(&0))
        };
        let rest = |sheet: &SheetOverview| {
            let rows = sheet.rows.iter().enumerate().filter(|(_, row)| is_bare(row));
            let products = if sheet.without_row.is_empty() { Vec::new() } else { alone.clone() };
            Self { rows: rows.map(|(place, _)| place).collect(), products }
        };
        review.sheet().overviews().iter().map(rest).collect()
    }
}

/// The products that a row of a sheet describes.
pub(super) fn described(review: &Review) -> HashSet<KeyRef<'_>> {
    let products = review.sheet().overviews().iter().flat_map(SheetOverview::products);
    products.map(|(source, name)| KeyRef::new(source, name)).collect()
}
