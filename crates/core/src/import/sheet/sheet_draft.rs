//! The draft that a row of a sheet becomes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::column_use::PHOTO_EDITS;
use vitrine_domain::{
    Draft, Field, FieldError, Finding, PhotoEdit, Position, Price, Problem, ProblemKind, Signs, typed_part,
    why_no_number,
};

/// Names and values that tell a variant from the others.
pub type Properties = Vec<(String, String)>;

/// A row that may be a variant.
pub type Row = (SheetDraft, Properties);

/// A row's draft; its photos are file names as written in the sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetDraft {
    /// The row's number as a spreadsheet program shows it: the first row is 1.
    pub row: usize,
    pub draft: Draft,
    /// The cover first. Relative to the sheet's folder unless absolute.
    pub photos: Vec<PathBuf>,
    /// The pictures in its row, by their places among those of the sheet.
    pub pictures: Vec<usize>,
    /// The name of its folder of photos, or of its photos without their counter, if it is not the product's.
    pub photo_name: Option<String>,
    /// What else it says in words, such as its category, brand or group: the folder in which its own lies may
    /// be called so.
    pub beside: Vec<String>,
    /// Photo edits from an earlier import, by the names in `photos`.
    pub edits: BTreeMap<PathBuf, PhotoEdit>,
    /// What the product was planned from in an earlier import, if the sheet lists that import's failed
    /// products: it identifies the draft even if its name was corrected.
    pub origin: Option<Origin>,
    /// The prices of its sizes, each with its column.
    pub size_prices: Vec<(usize, Price)>,
    /// Whether its unit of sale was written as a word.
    pub has_unit_word: bool,
    /// The cells that cannot be used, with row and column. Without their values the product would be a
    /// different one.
    pub problems: Vec<Problem>,
}

/// [`PlannedDraft`](crate::import::PlannedDraft)'s `source` and `source_name`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub source: PathBuf,
    pub name: String,
}

impl SheetDraft {
    pub(super) fn set_or_refuse(&mut self, field: Field, text: &str, signs: Signs) {
        if let Err(error) = self.draft.set_from_column(field, text, signs) {
            let said = typed_part(text);
            let error = if error == FieldError::NotAWholeNumber { why_no_number(said) } else { error };
            self.refuse_text(field, said, error);
        }
    }

    pub(super) fn refuse_text(&mut self, field: Field, text: &str, error: FieldError) {
        self.refuse(field, Finding::CellValue { text: text.trim().to_owned() }, error);
    }

    pub(super) fn refuse(&mut self, field: Field, finding: Finding, error: FieldError) {
        // A number may have been set although it is wrong.
        drop(self.draft.set(field, ""));
        let cell = finding.at(Position::Row(self.row));
        let problem = Problem::new(ProblemKind::InvalidField).with_field(field.name()).with_diagnostic(cell);
        self.problems.push(Problem { detail: Some(error), ..problem });
    }

    /// Asks how many of these pieces, which several products have together, are of this one.
    pub(super) fn refuse_shared(&mut self, stock: i64) {
        self.refuse_text(Field::Stock, &stock.to_string(), FieldError::SharedStock);
    }

    /// Asks how many pieces each variant in a cell has, where only those of the product are there. What this
    /// program wrote was answered before.
    pub(super) fn refuse_pieces_of_variants(&mut self, is_written_here: bool) {
        let variants = &self.draft.variants;
        let lack_stock =
            variants.len() > 1 && variants.iter().any(|variant| variant.stock.is_none()) && !is_written_here;
        if let Some(stock) = self.draft.stock.filter(|stock| *stock > 0 && lack_stock) {
            self.refuse_shared(stock);
        }
    }

    /// What is wrong with the cell of a field.
    pub(super) fn problem(&self, field: Field) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.field.as_deref() == Some(field.name()))
    }

    pub(super) fn set_edits(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(edits) => self.edits = edits,
            Err(_) if text.trim().is_empty() => {}
            // Without its edits the product would have different photos.
            Err(error) => {
                let said = format!("row {}: {error}", self.row);
                self.problems.push(
                    Problem::new(ProblemKind::InvalidField).with_field(PHOTO_EDITS).with_quotation(said),
                );
            }
        }
    }

    /// The edits of each photo, in the photos' order.
    pub fn edits_in_order(&self) -> impl Iterator<Item = PhotoEdit> + '_ {
        self.photos.iter().map(|photo| self.edits.get(photo).copied().unwrap_or_default())
    }
}
