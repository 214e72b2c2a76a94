//! The sheet of the review, as planned and as the user chose it.

use std::path::PathBuf;

use crate::import::sheet::{ColumnMapping, PriceUnit, SheetOverview};
use crate::worker::{SheetRequest, SheetSource};

/// What the user did about the sheet.
#[derive(Debug)]
pub enum SheetAction {
    /// Uses this sheet.
    Use(PathBuf),
    /// Uses none of those found in the dropped folders.
    UseNone,
    /// Chooses what the columns are used for, now and in sheets with the same headings.
    SetColumns(ColumnMapping),
    /// Says in which unit the sheet's prices are.
    SetPriceUnit(PriceUnit),
    /// Closes the question about the unit without an answer.
    CloseQuestion,
}

/// The sheet of the review.
#[derive(Debug)]
pub struct ReviewSheet {
    /// What the user chose.
    pub(super) choice: SheetRequest,
    /// The sheet that was merged into the plan.
    pub(super) overview: Option<Box<SheetOverview>>,
    /// Sheets in the dropped folders that are not used.
    pub(super) others: Vec<PathBuf>,
    /// Whether Start has to wait for the unit of the prices.
    pub(super) asks_unit: bool,
}

impl Default for ReviewSheet {
    fn default() -> Self {
        let choice = SheetRequest { source: SheetSource::Folder, ..SheetRequest::default() };
        Self { choice, overview: None, others: Vec::new(), asks_unit: false }
    }
}

impl ReviewSheet {
    /// The sheet that was merged into the plan.
    pub fn overview(&self) -> Option<&SheetOverview> {
        self.overview.as_deref()
    }

    /// Sheets in the dropped folders that are not used.
    pub fn others(&self) -> &[PathBuf] {
        &self.others
    }

    /// The unit that the sheet names for its prices, while it is not known whether they are to be converted.
    pub fn open_unit_question(&self) -> Option<PriceUnit> {
        self.overview()?.open_unit_question(self.choice.shop_unit)
    }

    /// The unit that the sheet names, and the marketplace's, while Start waits for an answer.
    pub fn unit_question(&self) -> Option<(PriceUnit, PriceUnit)> {
        let named = self.open_unit_question().filter(|_| self.asks_unit)?;
        Some((named, self.choice.shop_unit?))
    }

    /// The unit of the marketplace's prices, if it is known.
    pub const fn shop_unit(&self) -> Option<PriceUnit> {
        self.choice.shop_unit
    }
}
