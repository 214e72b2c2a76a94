//! The rows of a sheet → drafts.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::cells::PHOTO_SEPARATOR;
use super::column_use::{ColumnUse, PHOTO_EDITS};
use super::columns::{ColumnMapping, Columns, SheetColumn};
use super::formats::html::plain_text;
use super::formats::sheet_cells::SheetCells;
use super::matching::photo_keys;
use super::price_unit::PriceUnit;
use crate::domain::{Code, Draft, Edit, Field, FieldError, FieldKind, Finding, Position, Problem};
use crate::import::PlannedDraft;
use crate::import::file_name::has_photo_name;

/// A row's draft; its photos are file names as written in the sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetDraft {
    /// The row's number as a spreadsheet program shows it: the first row is 1.
    pub row: usize,
    pub draft: Draft,
    /// The cover first. Relative to the sheet's folder unless absolute.
    pub photos: Vec<PathBuf>,
    /// The name of its folder of photos, or of its photos without their counter, if it is not the product's.
    pub photo_name: Option<String>,
    /// Photo edits from an earlier import, by the names in `photos`.
    pub edits: BTreeMap<PathBuf, Edit>,
    /// What the product was planned from in an earlier import, if the sheet lists that import's failed products: it
    /// identifies the draft even if its name was corrected.
    pub origin: Option<Origin>,
    /// The cells that cannot be used, with row and column. Without their values the product would be a different one.
    pub problems: Vec<Problem>,
}

/// [`PlannedDraft`](crate::import::PlannedDraft)'s `source` and `source_name`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub source: PathBuf,
    pub name: String,
}

/// The parsed sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    pub drafts: Vec<SheetDraft>,
    /// The row of the headings, from 0.
    pub header: usize,
    pub columns: Vec<SheetColumn>,
    /// The unit of the prices that the sheet names, in the heading or in the cells.
    pub named_unit: Option<PriceUnit>,
    /// The unit of the prices that a person chose.
    pub price_unit: Option<PriceUnit>,
    /// Whether a person chose what the columns are used for.
    pub is_chosen: bool,
    /// Whether the cells name another unit than a person once chose for these headings.
    pub is_unit_disputed: bool,
}

/// Turns each row below the headings into a draft. `chosen` are earlier choices of columns, by headings. A column whose
/// heading says nothing is recognised by the names of the `planned` photos in it.
///
/// Prices stay as they are written unless the person chose their unit and it is another one than `shop_unit`, the
/// marketplace's: then they are converted. `market_fields` are the fields outside the contract that the marketplace takes;
/// columns for others are not used.
pub fn drafts(
    cells: &SheetCells,
    chosen: &[ColumnMapping],
    shop_unit: Option<PriceUnit>,
    planned: &[PlannedDraft],
    market_fields: &[Field],
) -> Sheet {
    drafts_in(cells, chosen, None, shop_unit, planned, market_fields)
}

/// [`drafts`] with the unit of the prices that somebody says now. It counts more than the cells, and the cells count more than
/// what was once chosen for these headings.
pub fn drafts_in(
    cells: &SheetCells,
    chosen: &[ColumnMapping],
    stated: Option<PriceUnit>,
    shop_unit: Option<PriceUnit>,
    planned: &[PlannedDraft],
    market_fields: &[Field],
) -> Sheet {
    let Some(mut columns) = Columns::find(cells, chosen) else { return Sheet::default() };
    let is_taken = |used_for: &ColumnUse| match used_for {
        ColumnUse::Field(field) => field.is_of_contract() || market_fields.contains(field),
        _ => true,
    };
    columns.uses.iter_mut().for_each(|used_for| *used_for = used_for.take().filter(is_taken));
    let is_empty = |row: &[String]| row.iter().all(|cell| cell.trim().is_empty());
    let headings = &cells.rows[columns.header];
    let below = cells.rows.iter().enumerate().skip(columns.header + 1);
    // A long printed table repeats its headings.
    let rows: Vec<(usize, &Vec<String>)> = below.filter(|(_, row)| !is_empty(row) && *row != headings).collect();
    columns.find_photo_names(rows.iter().map(|(_, row)| row.as_slice()), &photo_keys(planned));
    let in_cells = unit_in_cells(&rows, &columns);
    let named_unit = columns.named_unit.or(in_cells);
    let is_disputed = |unit: &PriceUnit| stated.is_none() && in_cells.is_some_and(|cells| cells != *unit);
    let is_unit_disputed = columns.price_unit.as_ref().is_some_and(is_disputed);
    columns.price_unit = stated.or(columns.price_unit).filter(|_| !is_unit_disputed);
    let reader = RowReader { columns: &columns, cells, named_unit, shop_unit };
    Sheet {
        drafts: rows.into_iter().map(|(index, row)| reader.read(index, row)).collect(),
        header: columns.header,
        columns: columns.describe(&cells.rows),
        named_unit,
        price_unit: columns.price_unit,
        is_chosen: columns.is_chosen,
        is_unit_disputed,
    }
}

/// The unit of the first price with one.
fn unit_in_cells(rows: &[(usize, &Vec<String>)], columns: &Columns) -> Option<PriceUnit> {
    let prices = columns.position(ColumnUse::Field(Field::PrimaryPrice))?;
    rows.iter().filter_map(|(_, row)| row.get(prices)).find_map(|cell| PriceUnit::split(cell).1)
}

struct RowReader<'a> {
    columns: &'a Columns,
    cells: &'a SheetCells,
    named_unit: Option<PriceUnit>,
    shop_unit: Option<PriceUnit>,
}

impl RowReader<'_> {
    fn read(&self, index: usize, row: &[String]) -> SheetDraft {
        let mut draft = SheetDraft { row: index + 1, ..SheetDraft::default() };
        for (column, (used_for, text)) in self.columns.uses.iter().zip(row).enumerate() {
            match used_for {
                Some(ColumnUse::Field(field)) if self.cells.uncomputed.contains(&(index, column)) => {
                    draft.refuse(*field, Finding::FormulaWithoutValue, FieldError::NotComputed);
                }
                Some(ColumnUse::Field(field)) if self.cells.errors.contains_key(&(index, column)) => {
                    let text = self.cells.errors[&(index, column)].clone();
                    draft.refuse(*field, Finding::ErrorValue { text }, FieldError::ErrorValue);
                }
                Some(ColumnUse::Field(Field::PrimaryPrice)) => self.set_price(&mut draft, text),
                Some(ColumnUse::Field(field)) => draft.set(*field, text),
                Some(ColumnUse::Source) => draft.origin.get_or_insert_default().source = PathBuf::from(text),
                Some(ColumnUse::SourceName) => draft.origin.get_or_insert_default().name.clone_from(text),
                Some(ColumnUse::PhotoName) => draft.photo_name = Some(text.trim().to_owned()).filter(|name| !name.is_empty()),
                Some(ColumnUse::PhotoEdits) => draft.set_edits(text),
                Some(ColumnUse::Problem) | None => {}
            }
        }
        // An incomplete origin would identify another draft.
        draft.origin = draft.origin.filter(|origin| !origin.source.as_os_str().is_empty() && !origin.name.trim().is_empty());
        draft
    }

    fn set_price(&self, draft: &mut SheetDraft, text: &str) {
        let (number, unit) = PriceUnit::split(text);
        // A price in another unit than the others would be ten times too high or too low.
        if unit.is_some() && unit != self.named_unit {
            return draft.refuse_text(Field::PrimaryPrice, text, FieldError::NotAWholeNumber);
        }
        draft.set(Field::PrimaryPrice, number);
        if let (Some(price), Some(from), Some(to)) = (draft.draft.primary_price, self.columns.price_unit, self.shop_unit) {
            draft.draft.primary_price = from.convert(price, to);
            if draft.draft.primary_price.is_none() {
                draft.refuse_text(Field::PrimaryPrice, text, FieldError::NotAWholeNumber);
            }
        }
    }
}

impl SheetDraft {
    fn set(&mut self, field: Field, text: &str) {
        match field.kind() {
            FieldKind::Photos => add_photos(&mut self.photos, field, text),
            FieldKind::Paragraph => drop(self.draft.set(field, &plain_text(text))),
            _ => {
                if let Err(error) = self.draft.set(field, text) {
                    self.refuse_text(field, text, error);
                }
            }
        }
    }

    fn refuse_text(&mut self, field: Field, text: &str, error: FieldError) {
        self.refuse(field, Finding::CellValue { text: text.trim().to_owned() }, error);
    }

    fn refuse(&mut self, field: Field, finding: Finding, error: FieldError) {
        // A number may have been set although it is wrong.
        drop(self.draft.set(field, ""));
        let cell = finding.at(Position::Row(self.row));
        let problem = Problem::new(Code::InvalidField).with_field(field.name()).with_diagnostic(cell);
        self.problems.push(Problem { detail: Some(error), ..problem });
    }

    fn set_edits(&mut self, text: &str) {
        match serde_json::from_str(text) {
            Ok(edits) => self.edits = edits,
            Err(_) if text.trim().is_empty() => {}
            // Without its edits the product would have different photos.
            Err(error) => {
                let said = format!("row {}: {error}", self.row);
                self.problems.push(Problem::new(Code::InvalidField).with_field(PHOTO_EDITS).with_quotation(said));
            }
        }
    }

    /// The edits of each photo, in the photos' order.
    pub fn edits_in_order(&self) -> impl Iterator<Item = Edit> + '_ {
        self.photos.iter().map(|photo| self.edits.get(photo).copied().unwrap_or_default())
    }
}

/// A `photo` column names the cover, wherever it stands; a `photos` column names the rest, with or without the cover.
fn add_photos(photos: &mut Vec<PathBuf>, field: Field, text: &str) {
    let named = photo_names(text).into_iter().map(PathBuf::from);
    if field == Field::Photo {
        for photo in named {
            photos.retain(|known| *known != photo);
            photos.insert(0, photo);
        }
        return;
    }
    let mut known: HashSet<PathBuf> = photos.iter().cloned().collect();
    photos.extend(named.filter(|photo| known.insert(photo.clone())));
}

/// The photos that a cell names. A file name may contain a semicolon or a comma, so these separate photos only if the
/// usual separator is not used, and a comma only if each part is named like a photo.
fn photo_names(text: &str) -> Vec<&str> {
    let split = |text, separators: &[char]| {
        let parts: Vec<&str> = str::split(text, separators).map(str::trim).filter(|name| !name.is_empty()).collect();
        parts
    };
    if text.contains(PHOTO_SEPARATOR) {
        return split(text, &[PHOTO_SEPARATOR, '\n']);
    }
    let mut names = Vec::new();
    for part in split(text, &[';', '؛', '\n']) {
        let parts = split(part, &[',', '،']);
        if parts.iter().all(|name| has_photo_name(Path::new(name))) { names.extend(parts) } else { names.push(part) }
    }
    names
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::cells::photos_cell;
    use super::super::read::read;
    use super::*;

    fn sheet(text: &str) -> Sheet {
        drafts(&read(Path::new("sheet.csv"), text.as_bytes()).unwrap(), &[], None, &[], &[])
    }

    fn prices(sheet: &Sheet) -> Vec<Option<i64>> {
        sheet.drafts.iter().map(|row| row.draft.primary_price).collect()
    }

    #[test]
    fn all_common_csv_variants_are_read() {
        for text in
            ["name,price\nRug,12000\n", "\u{feff}name;price\r\nRug;۱۲٬۰۰۰\r\n", "Title\tPrice\nRug\t\"12,000\"\n", "نام,قیمت\nRug,12000"]
        {
            let sheet = sheet(text);
            assert_eq!(sheet.drafts.len(), 1, "{text}");
            assert_eq!((sheet.drafts[0].draft.name.as_str(), sheet.drafts[0].draft.primary_price), ("Rug", Some(12_000)), "{text}");
            assert_eq!(sheet.drafts[0].problems, [], "{text}");
            assert!(sheet.columns.iter().all(|column| column.used_for.is_some()), "{text}");
        }
    }

    #[test]
    fn titles_blank_rows_and_repeated_headings_are_no_products() {
        let sheet = sheet("فهرست قیمت بهار,,\n,,\nنام,قیمت,رنگ\nگلیم,12000,قرمز\n,,\nنام,قیمت,رنگ\nکاسه,5000,آبی\n");
        let rows: Vec<(usize, &str)> = sheet.drafts.iter().map(|row| (row.row, row.draft.name.as_str())).collect();
        assert_eq!(rows, [(4, "گلیم"), (7, "کاسه")]);
        let unused: Vec<&str> =
            sheet.columns.iter().filter(|column| column.used_for.is_none()).map(|column| column.heading.as_str()).collect();
        assert_eq!(unused, ["رنگ"]);
    }

    #[test]
    fn the_cover_is_the_first_photo() {
        let row = &sheet("name;photos;photo\nRug;a.jpg|b.jpg;b.jpg\n").drafts[0];
        assert_eq!(row.photos, [PathBuf::from("b.jpg"), PathBuf::from("a.jpg")]);
    }

    #[test]
    fn photos_in_several_columns_or_behind_commas_are_all_read() {
        let row = &sheet("name;عکس ۱;عکس ۲\nRug;a.jpg;b.jpg, c.png\n").drafts[0];
        assert_eq!(row.photos, ["a.jpg", "b.jpg", "c.png"].map(PathBuf::from));
        assert_eq!(sheet("name;photos\nRug;red, blue.jpg\n").drafts[0].photos, [PathBuf::from("red, blue.jpg")]);
    }

    #[test]
    fn an_unusable_cell_is_reported_with_row_and_column() {
        let sheet = sheet("name,price,colour\nRug,cheap,red\n\nBowl,5000,blue\n");
        let problem = &sheet.drafts[0].problems[0];
        assert_eq!((problem.field.as_deref(), problem.said.as_deref()), (Some("primary_price"), Some("row 2: cheap")));
        assert_eq!((sheet.drafts[1].row, sheet.drafts[1].problems.len()), (4, 0));
    }

    #[test]
    fn a_photo_name_may_contain_a_semicolon() {
        let row = &sheet("name,photos\nRug,/a;b.jpg|\nBowl,c.jpg;d.jpg\n");
        assert_eq!(row.drafts[0].photos, [PathBuf::from("/a;b.jpg")]);
        assert_eq!(photos_cell(&row.drafts[0].photos), "/a;b.jpg|");
        assert_eq!(row.drafts[1].photos, [PathBuf::from("c.jpg"), PathBuf::from("d.jpg")]);
    }

    #[test]
    fn a_row_of_a_failed_product_carries_its_origin_and_its_problem_is_ignored() {
        let sheet = sheet("name,problem,source,source_name\nMended,too long,/photos/Rug,Rug\nOther,,/photos/Bowl,\n");
        assert_eq!(sheet.drafts[0].origin, Some(Origin { source: PathBuf::from("/photos/Rug"), name: "Rug".to_owned() }));
        assert_eq!(sheet.drafts[1].origin, None, "a source without its name is none");
        assert!(sheet.columns.iter().all(|column| column.used_for.is_some()));
    }

    #[test]
    fn prices_are_converted_only_when_a_person_said_their_unit() {
        let cells = read(Path::new("x"), "نام,قیمت (تومان)\nگلیم,25000\n".as_bytes()).unwrap();
        let unasked = drafts(&cells, &[], Some(PriceUnit::Rial), &[], &[]);
        assert_eq!((prices(&unasked), unasked.named_unit), (vec![Some(25_000)], Some(PriceUnit::Toman)), "as written");
        let columns = vec!["name".to_owned(), "primary_price".to_owned()];
        let headings = super::super::columns::compared(&cells.rows[0]);
        for (unit, price) in [(PriceUnit::Toman, 250_000), (PriceUnit::Rial, 25_000)] {
            let chosen = ColumnMapping { headings: headings.clone(), columns: columns.clone(), price_unit: Some(unit) };
            assert_eq!(prices(&drafts(&cells, &[chosen], Some(PriceUnit::Rial), &[], &[])), [Some(price)], "{unit:?}");
        }
    }

    #[test]
    fn a_unit_in_the_cells_counts_as_one_in_the_heading_and_another_one_is_refused() {
        let sheet = sheet("name,price\nRug,\"25,000 تومان\"\nBowl,5000 ریال\nVase,700\n");
        assert_eq!(sheet.named_unit, Some(PriceUnit::Toman));
        let problems: Vec<bool> = sheet.drafts.iter().map(|row| !row.problems.is_empty()).collect();
        assert_eq!((problems, sheet.drafts[0].draft.primary_price), (vec![false, true, false], Some(25_000)));
    }

    #[test]
    fn a_formula_that_was_never_computed_is_reported() {
        let mut cells = read(Path::new("x"), b"name,price\nRug,\n").unwrap();
        cells.uncomputed.insert((1, 1));
        let problem = drafts(&cells, &[], None, &[], &[]).drafts.remove(0).problems.remove(0);
        assert_eq!((problem.field.as_deref(), problem.code), (Some("primary_price"), Code::InvalidField));
    }

    proptest! {
        #[test]
        fn prices_in_any_digits_and_separators_are_read(price in 1..1_000_000_000_i64, style in 0..4) {
            let grouped = |separator: &str| {
                let digits = price.to_string();
                let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
                groups.join(separator)
            };
            let in_script = |zero: char, text: String| {
                text.chars().map(|c| c.to_digit(10).and_then(|d| char::from_u32(zero as u32 + d)).unwrap_or(c)).collect::<String>()
            };
            let written = match style {
                0 => price.to_string(),
                1 => grouped(","),
                2 => in_script('۰', grouped("٬")),
                _ => in_script('٠', grouped("٬")),
            };
            prop_assert_eq!(prices(&sheet(&format!("نام;قیمت\nگلیم;{written}\n"))), [Some(price)]);
        }
    }
}
