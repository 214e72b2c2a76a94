//! The sheets of the review, as planned and as the user chose them.

use std::path::{Path, PathBuf};

use super::FollowUp;
use crate::messages::{Command, PlatformCommand, Settings, SheetRequest, SheetSource};
use vitrine_core::import::sheet::{ColumnMapping, Precedence, RowKind, SheetOverview, is_sheet};
use vitrine_domain::{PriceUnit, PriceUnits};

/// Choices of columns that are remembered.
const MAX_REMEMBERED: usize = 50;

/// What the user did about the sheets.
#[derive(Debug)]
pub enum SheetAction {
    /// Uses this sheet.
    Use(PathBuf),
    /// Uses none of those found in the dropped folders.
    UseNone,
    /// Chooses what the columns are used for, now and in sheets with the same headings.
    SetColumns(ColumnMapping),
    /// Forgets what was chosen earlier for the headings of the sheet at this index.
    ForgetColumns(usize),
    /// Says in which unit the prices of the sheet at this index are.
    SetPriceUnit(usize, PriceUnit),
    /// Says whose values count where the sheet at this index fills cells that an earlier one has filled
    /// differently.
    Prefer(usize, Precedence),
    /// Makes products of the rows of this kind in the sheet at this index.
    KeepRows(usize, RowKind),
    /// Leaves out again the rows that were kept in the sheet at this index.
    LeaveOutRows(usize),
    /// Leaves out the worksheet at this index.
    LeaveOut(usize),
    /// Reads again the worksheets of its file that were left out.
    ReadAll(usize),
    /// Closes the question about a sheet without an answer.
    CloseQuestion,
}

/// The sheets of the review.
#[derive(Debug)]
pub struct ReviewSheet {
    /// What the user chose.
    pub(super) choice: SheetRequest,
    /// The sheets that were merged into the plan, in their order.
    pub(super) overviews: Vec<SheetOverview>,
    /// Sheets in the dropped folders that are not used.
    pub(super) others: Vec<PathBuf>,
    /// Whether Start has to wait for an answer about a sheet.
    pub(super) asks: bool,
    /// The headings for which a step back changed what is remembered.
    pub(super) to_remember: Vec<(Vec<String>, Option<ColumnMapping>)>,
    /// The headings for which somebody chose in this review, each with the sheets that were there then.
    chosen_for: Vec<(Vec<String>, Vec<PathBuf>)>,
}

impl Default for ReviewSheet {
    fn default() -> Self {
        let choice = SheetRequest { source: SheetSource::Folder, ..SheetRequest::default() };
        Self {
            choice,
            overviews: Vec::new(),
            others: Vec::new(),
            asks: false,
            to_remember: Vec::new(),
            chosen_for: Vec::new(),
        }
    }
}

impl ReviewSheet {
    /// The sheets that were merged into the plan, in their order.
    pub fn overviews(&self) -> &[SheetOverview] {
        &self.overviews
    }

    /// Sheets in the dropped folders that are not used.
    pub fn others(&self) -> &[PathBuf] {
        &self.others
    }

    /// The unit that a sheet names for its prices, while it is not known whether they are to be converted.
    pub fn open_unit_question(&self, overview: &SheetOverview) -> Option<PriceUnit> {
        overview.open_unit_question(self.choice.shop_units)
    }

    /// The index of a sheet, the unit that it names, and the marketplace's, while Start waits for an answer.
    pub fn unit_question(&self) -> Option<(usize, PriceUnit, PriceUnit)> {
        let open = |(index, overview)| Some((index, self.open_unit_question(overview)?));
        let (index, named) = self
            .overviews
            .iter()
            .enumerate()
            .find_map(open)
            .filter(|_| self.asks && self.column_question().is_none())?;
        Some((index, named, self.choice.shop_units?.wire))
    }

    /// The index of a sheet of which nobody said what its columns are, while Start waits for an answer. The
    /// other questions follow from it.
    pub fn column_question(&self) -> Option<usize> {
        self.overviews.iter().position(SheetOverview::has_column_question).filter(|_| self.asks)
    }

    /// The index of a sheet with values that differ from those of an earlier one, while Start waits for an
    /// answer.
    pub fn conflict_question(&self) -> Option<usize> {
        let others = self.column_question().is_some() || self.unit_question().is_some();
        self.overviews.iter().position(SheetOverview::has_open_conflicts).filter(|_| self.asks && !others)
    }

    /// The index of a sheet with a column that may name photos, while Start waits for an answer.
    pub fn photo_question(&self) -> Option<usize> {
        let others = self.column_question().is_some()
            || self.unit_question().is_some()
            || self.conflict_question().is_some();
        self.overviews
            .iter()
            .position(|overview| overview.may_name_photos().is_some())
            .filter(|_| self.asks && !others)
    }

    /// Whether a sheet asks something that has no answer yet.
    pub fn is_asking(&self, overview: &SheetOverview) -> bool {
        let others = self.open_unit_question(overview).is_some() || overview.may_name_photos().is_some();
        overview.has_column_question() || overview.has_open_conflicts() || others
    }

    /// Whether a question about a sheet has no answer yet.
    pub(super) fn has_open_question(&self) -> bool {
        self.overviews.iter().any(|overview| self.is_asking(overview))
    }

    /// Whether rows of a sheet are products because the user said so.
    pub fn keeps_rows(&self, overview: &SheetOverview) -> bool {
        self.choice.kept.iter().any(|(path, _)| *path == overview.path)
    }

    /// Whether worksheets of a sheet's file are left out because the user said so.
    pub fn leaves_out(&self, overview: &SheetOverview) -> bool {
        self.choice.left_out.iter().any(|(path, _)| *path == overview.path)
    }

    /// Whether the columns of a sheet are used as a person chose for another one with the same headings: in
    /// an earlier review, or in this one before the sheet was added.
    pub fn uses_earlier_choice(&self, overview: &SheetOverview) -> bool {
        let headings = overview.mapping().headings;
        let of_now = self.chosen_for.iter().find(|(chosen, _)| *chosen == headings);
        overview.is_chosen && of_now.is_none_or(|(_, sheets)| !sheets.contains(&overview.path))
    }

    /// The units of the marketplace's prices, if they are known.
    pub const fn shop_units(&self) -> Option<PriceUnits> {
        self.choice.shop_units
    }

    /// The sheets to plan with, and the dropped paths without them. Each dropped sheet adds to what is there.
    pub(in crate::import) fn request(&self, dropped: &[PathBuf]) -> (SheetRequest, Vec<PathBuf>) {
        let is_chosen =
            |path: &Path| matches!(&self.choice.source, SheetSource::File(chosen) if chosen == path);
        let sheets: Vec<PathBuf> =
            dropped.iter().filter(|path| is_sheet(path) && !is_chosen(path)).cloned().collect();
        let paths = dropped.iter().filter(|path| !is_sheet(path)).cloned().collect();
        (SheetRequest { dropped: sheets, ..self.choice.clone() }, paths)
    }

    /// Takes the sheets of the plan that follows.
    pub(in crate::import) fn planned(&mut self, overviews: Vec<SheetOverview>, others: Vec<PathBuf>) {
        self.overviews = overviews;
        self.others = others;
        self.note_chosen();
        self.asks &= self.has_open_question();
    }

    /// Notes for which sheets a choice was made in this review: for those that were there in the plan that
    /// followed it.
    fn note_chosen(&mut self) {
        let columns = &self.choice.columns;
        self.chosen_for.retain(|(headings, _)| columns.iter().any(|chosen| chosen.headings == *headings));
        for ColumnMapping { headings, .. } in columns {
            if self.chosen_for.iter().all(|(known, _)| known != headings) {
                let alike = self.overviews.iter().filter(|sheet| sheet.mapping().headings == *headings);
                self.chosen_for.push((headings.clone(), alike.map(|sheet| sheet.path.clone()).collect()));
            }
        }
    }

    /// Takes the units of the marketplace's prices. Returns whether they are others. A sheet that says no
    /// unit was read in the one of before, and stays so.
    pub(in crate::import) fn set_shop_units(&mut self, units: Option<PriceUnits>) -> bool {
        let before = std::mem::replace(&mut self.choice.shop_units, units);
        let was_sure = before.filter(|before| !before.differ());
        if let Some(before) = was_sure.filter(|_| units.is_some_and(PriceUnits::differ)) {
            let is_silent =
                |overview: &&SheetOverview| overview.names_no_unit() && overview.price_unit.is_none();
            for overview in self.overviews.iter().filter(is_silent) {
                let mapping = ColumnMapping { price_unit: Some(before.people), ..overview.mapping() };
                self.choice.columns.retain(|known| known.headings != mapping.headings);
                self.choice.columns.push(mapping);
            }
        }
        before != units
    }

    /// Whether Start has to wait for an answer about a sheet: then the question is open.
    pub(in crate::import) fn ask(&mut self) -> bool {
        self.asks = self.has_open_question();
        self.asks
    }

    /// Adds what is to be remembered from now on about the columns below some headings.
    pub(in crate::import) fn with_remembered(
        &mut self,
        mut follow_up: FollowUp,
        settings: &Settings,
    ) -> (FollowUp, Option<Settings>) {
        let changes = std::mem::take(&mut self.to_remember);
        if changes.is_empty() {
            return (follow_up, None);
        }
        let mut settings = settings.clone();
        for (headings, mapping) in changes {
            settings.sheets.retain(|known| known.headings != headings);
            mapping.into_iter().for_each(|mapping| settings.sheets.insert(0, mapping));
        }
        settings.sheets.truncate(MAX_REMEMBERED);
        follow_up
            .commands
            .insert(0, Command::Platform(PlatformCommand::SaveSettings(Box::new(settings.clone()))));
        (follow_up, Some(settings))
    }

    /// Replaces the choice, for the marketplace of now. Returns the one before.
    pub(in crate::import) fn replace_choice(&mut self, choice: SheetRequest) -> SheetRequest {
        let shop_units = self.choice.shop_units;
        std::mem::replace(&mut self.choice, SheetRequest { shop_units, ..choice })
    }

    /// Clears the sheets. Returns them, to be brought back.
    pub(in crate::import) fn take(&mut self) -> Self {
        let shop_units = self.choice.shop_units;
        let taken = std::mem::take(self);
        self.choice.shop_units = shop_units;
        taken
    }
}
