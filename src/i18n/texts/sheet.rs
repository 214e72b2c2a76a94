//! Files made for spreadsheets: the template, and a sheet with its results.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::args;
use crate::i18n::{Language, Messages};
use vitrine_core::import::report::ReportRow;
use vitrine_core::import::sheet::{PictureCounts, SheetOverview, SheetResults};
use vitrine_core::import::table::{Cell, Column, Table};
use vitrine_domain::{Currency, Field, FieldKind, Price};

/// The fields in the order in which a person fills them in.
const FIELDS: [Field; 12] = [
    Field::Name,
    Field::Sku,
    Field::PrimaryPrice,
    Field::Stock,
    Field::PreparationDays,
    Field::Weight,
    Field::PackageWeight,
    Field::Brief,
    Field::Description,
    Field::Photo,
    Field::Photos,
    Field::IsWholesale,
];

/// Excel counts no more digits.
const MAX_DIGITS: usize = 15;

/// The headings of results: of which product, its ID, what became of it, and why.
const RESULTS: [&str; 4] = ["sheet-results-product", "report-product-id", "report-state", "report-problem"];

/// The cells of a sheet of which all are copied.
const MAX_CELLS: usize = 4_000_000;

impl Messages {
    /// An empty sheet with the headings of all fields and a row as an example.
    pub fn sheet_template(&self, currency: &Currency) -> Table {
        let heading = |field| match currency.units() {
            Some(_) => self.field_with_unit(field, currency),
            // Reading would not know the word.
            None => self.field(field),
        };
        let column = |field: Field| Column {
            heading: crate::i18n::without_direction_marks(&heading(field)).into_owned(),
            width: if matches!(field.kind(), FieldKind::Integer | FieldKind::Flag) { 16 } else { 30 },
        };
        let example = |field| match field {
            Field::Name => self.plain_text("sheet-example-name"),
            Field::Brief => self.plain_text("sheet-example-brief"),
            Field::Description => self.plain_text("sheet-example-description"),
            Field::Sku => "K-101".into(),
            Field::PrimaryPrice => self.price_cell(Some(Price::on_wire(2_500_000)), currency),
            Field::Stock => Cell::Number(3),
            Field::PreparationDays => Cell::Number(2),
            Field::Weight => Cell::Number(1_200),
            Field::PackageWeight => Cell::Number(1_400),
            Field::Photo => "kilim-1.jpg".into(),
            Field::Photos => "kilim-2.jpg | kilim-3.jpg".into(),
            Field::IsWholesale => self.plain_text("no"),
            // Only the fields above have a column.
            _ => Cell::Empty,
        };
        Table {
            right_to_left: self.language().is_rtl(),
            columns: FIELDS.map(column).to_vec(),
            rows: vec![FIELDS.map(example).to_vec()],
            ..Table::default()
        }
    }

    fn plain_text(&self, key: &str) -> Cell {
        crate::i18n::without_direction_marks(&self.text(key)).into_owned().into()
    }

    /// The rows and columns of a sheet, and beside each row its product's ID, state and problem.
    pub fn sheet_results(&self, results: &SheetResults) -> Table {
        let mut products: HashMap<usize, Vec<&ReportRow>> = HashMap::new();
        results.rows.iter().for_each(|(row, product)| products.entry(*row).or_default().push(product));
        // Of tables beside each other, a row has several products: each result says which one it is of.
        let beside = products.values().map(Vec::len).max().unwrap_or(1);
        let has_names = beside > 1;
        let mut of_sheet = results.cells.rows.as_slice();
        let of_results = results.cells.rows.get(results.header).map(|row| columns_of_results(row));
        let of_results = of_results.unwrap_or_default();
        let width_of = |rows: &[Vec<String>]| rows.iter().map(Vec::len).max().unwrap_or_default();
        if of_sheet.len().saturating_mul(width_of(of_sheet)) > MAX_CELLS {
            // A cell in a far corner is no part of the table.
            let last =
                results.rows.iter().map(|(row, _)| *row).max().unwrap_or_default().max(results.header + 1);
            of_sheet = of_sheet.get(..last).unwrap_or(of_sheet);
        }
        let width = width_of(of_sheet).saturating_sub(of_results.len());
        let headings: Vec<Cell> = RESULTS[usize::from(!has_names)..]
            .repeat(beside)
            .into_iter()
            .map(|key| self.plain_text(key))
            .collect();
        let mut rows = of_sheet.iter().enumerate().map(|(index, row)| {
            let is_kept = |(place, _): &(usize, &String)| !of_results.contains(place);
            let own = row.iter().enumerate().filter(is_kept);
            let mut cells: Vec<Cell> = own.map(|(_, text)| cell(text)).collect();
            cells.resize(width, Cell::Empty);
            if index == results.header {
                cells.extend(headings.clone());
            } else {
                for product in products.get(&(index + 1)).into_iter().flatten() {
                    cells.extend(has_names.then(|| Cell::from(product.draft.planned.draft.name.as_str())));
                    cells.extend(self.result_cells(product));
                }
                if results.repeated.contains(&(index + 1)) {
                    let said = self.plain_text("sheet-results-repeated");
                    cells.extend(has_names.then_some(Cell::Empty));
                    cells.extend([Cell::Empty, said]);
                }
            }
            // Rows above the headings, too: a CSV file needs equally many cells in each.
            cells.resize(width + headings.len(), Cell::Empty);
            cells
        });
        let first = rows.next().unwrap_or_default();
        let rows = rows.collect();
        let heading = |cell| match cell {
            Cell::Text(heading) => heading,
            Cell::Number(number) => number.to_string(),
            Cell::Empty => String::new(),
        };
        let columns = first.into_iter().map(|cell| Column { heading: heading(cell), width: 20 }).collect();
        let more = results.more.iter().map(|results| self.sheet_results(results)).collect();
        let worksheet = results.cells.worksheet.clone();
        Table { right_to_left: self.language().is_rtl(), columns, rows, worksheet, more }
    }

    /// A sheet's file, and the worksheet if it has several.
    pub fn sheet_name(&self, overview: &SheetOverview, file: &str) -> String {
        match &overview.worksheet {
            Some(worksheet) => self
                .format("sheet-worksheet", args!["file" => file, "worksheet" => worksheet.as_str()])
                .into_owned(),
            None => file.to_owned(),
        }
    }

    /// Which worksheets of the file are not read, if there are such.
    pub fn sheet_unread(&self, overview: &SheetOverview) -> Option<String> {
        let names = self.list(&overview.unread);
        (!names.is_empty()).then(|| self.format("sheet-unread", args!["names" => names]).into_owned())
    }

    /// What became of the pictures in the sheet itself, if it has some.
    pub fn sheet_pictures(&self, overview: &SheetOverview) -> Option<String> {
        let PictureCounts { taken, beside, spare, unusable, linked, grouped, repeated, unread, too_many } =
            overview.pictures;
        let reasons = [
            ("sheet-pictures-beside", beside),
            ("sheet-pictures-spare", spare),
            ("sheet-pictures-unusable", unusable),
            ("sheet-pictures-linked", linked),
            ("sheet-pictures-grouped", grouped),
            ("sheet-pictures-repeated", repeated),
            ("sheet-pictures-unread", unread),
            ("sheet-pictures-too-many", too_many),
        ];
        let reasons: Vec<String> = reasons
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(key, count)| self.format(key, args!["count" => count]).into_owned())
            .collect();
        let taken =
            (taken > 0).then(|| self.format("sheet-pictures-taken", args!["count" => taken]).into_owned());
        let left = (!reasons.is_empty()).then(|| {
            let reasons = reasons.join(&self.text("list-separator"));
            self.format("sheet-pictures-left", args!["reasons" => reasons]).into_owned()
        });
        let said: Vec<String> = taken.into_iter().chain(left).collect();
        (!said.is_empty()).then(|| said.join(" "))
    }

    /// The file for the results, beside the sheet.
    pub fn sheet_results_path(&self, sheet: &Path) -> PathBuf {
        let name = sheet.file_stem().unwrap_or_default().to_string_lossy();
        let name = self.format("sheet-results-name", args!["name" => name]);
        sheet.with_file_name(format!("{}.xlsx", crate::i18n::without_direction_marks(&name)))
    }

    fn result_cells(&self, product: &ReportRow) -> [Cell; 3] {
        let plain = |text: &str| Cell::from(crate::i18n::without_direction_marks(text).into_owned());
        let problem = product.draft.problem.as_ref().map_or(Cell::Empty, |problem| {
            let words = self.product_problem(problem);
            let line = args!["title" => words.title, "cause" => words.cause, "remedy" => words.remedy];
            plain(&self.format("report-problem-full", line))
        });
        let id = product.draft.product.as_ref().map_or(Cell::Empty, |id| id.as_str().into());
        [id, plain(&self.state(product.draft.state)), problem]
    }
}

/// The columns in which an earlier import wrote its results, in any language: those of this one replace
/// them.
fn columns_of_results(headings: &[String]) -> Vec<usize> {
    let of = |words: &Messages| {
        RESULTS.map(|key| crate::i18n::without_direction_marks(&words.text(key)).into_owned())
    };
    let known: Vec<[String; 4]> = Language::ALL.map(|language| of(&Messages::new(language))).to_vec();
    let mut found = Vec::new();
    for at in 0..headings.len() {
        let is_at = |at: usize, word: &str| headings.get(at).is_some_and(|heading| heading.trim() == word);
        let result = known.iter().find(|words| (1..4).all(|number| is_at(at + number - 1, &words[number])));
        if let Some(words) = result {
            found.extend(at.checked_sub(1).filter(|before| is_at(*before, &words[0])));
            found.extend(at..at + 3);
        }
    }
    found
}

/// A number where the text is one as it is; a code with a leading zero stays text.
fn cell(text: &str) -> Cell {
    let number =
        text.parse::<i64>().ok().filter(|number| number.to_string() == text && text.len() <= MAX_DIGITS);
    number.map_or_else(|| text.into(), Cell::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::import::journal::DraftHistory;
    use vitrine_core::import::sheet::{self, ColumnUse};
    use vitrine_core::import::table::TableFormat;
    use vitrine_core::import::{DraftId, PlannedDraft, RunId, State};
    use vitrine_domain::{ProductId, RialPrices};

    #[test]
    fn every_heading_of_the_template_is_read_as_its_field() {
        for language in Language::ALL {
            for currency in [
                Currency::Rial(RialPrices::TomanBeside),
                Currency::Rial(RialPrices::InToman),
                Currency::Toman,
                Currency::Unnamed,
                Currency::Other("€".to_owned()),
            ] {
                let table = Messages::new(language).sheet_template(&currency);
                let cells = sheet::read(Path::new("t"), &table.to_bytes(TableFormat::Xlsx).unwrap()).unwrap();
                let read = sheet::drafts(&cells, &sheet::Known::default());
                let uses: Vec<_> = read.columns.iter().map(|column| column.used_for).collect();
                assert_eq!(
                    uses,
                    FIELDS.map(|field| Some(ColumnUse::Field(field))),
                    "{language:?} {currency:?}"
                );
                assert_eq!((read.drafts[0].problems.len(), read.drafts[0].photos.len()), (0, 3));
                assert_eq!(read.named_unit, currency.units().map(|units| units.people));
            }
        }
    }

    #[test]
    fn a_file_with_results_is_known_by_its_name() {
        for language in Language::ALL {
            let results = Messages::new(language).sheet_results_path(Path::new("/p/قیمت‌ها.csv"));
            assert!(sheet::is_results(&results) && results.parent() == Some(Path::new("/p")), "{results:?}");
        }
        assert!(
            sheet::is_results(Path::new("/p/prices – results (2).xlsx"))
                && !sheet::is_results(Path::new("/p/results.xlsx"))
        );
    }

    #[test]
    fn results_stand_beside_the_rows_they_belong_to() {
        let cells = sheet::read(Path::new("t"), "Spring\n\nname,code\nRug,007\nBowl,8\n".as_bytes()).unwrap();
        let draft = PlannedDraft {
            draft: vitrine_domain::Draft { name: "Bowl".to_owned(), ..vitrine_domain::Draft::default() },
            source: PathBuf::from("/p/Bowl"),
            source_name: "Bowl".to_owned(),
            photos: Vec::new(),
            ..PlannedDraft::default()
        };
        let mut history =
            DraftHistory { state: State::Created, ..DraftHistory::new(DraftId(1), RunId(1), draft) };
        history.product = Some(ProductId::from(77));
        let row = ReportRow { draft: history, added_at: 0, finished_at: None };
        let results = SheetResults {
            path: PathBuf::from("/p/t.csv"),
            cells,
            header: 2,
            rows: vec![(5, row)],
            repeated: Vec::new(),
            more: Vec::new(),
        };
        let table = Messages::new(Language::English).sheet_results(&results);
        let read = sheet::read(Path::new("t"), &table.to_bytes(TableFormat::Xlsx).unwrap()).unwrap().rows;
        let rows: Vec<String> = read.iter().map(|row| row.join("|")).collect();
        let beside =
            SheetResults { rows: vec![results.rows[0].clone(), results.rows[0].clone()], ..results.clone() };
        let table = Messages::new(Language::English).sheet_results(&beside);
        let read = sheet::read(Path::new("t"), &table.to_bytes(TableFormat::Xlsx).unwrap()).unwrap().rows;
        assert_eq!(
            read[4].join("|"),
            "Bowl|8|Bowl|77|Created||Bowl|77|Created|",
            "a result for each product of the row"
        );
        assert_eq!(
            rows,
            ["Spring||||", "||||", "name|code|Product ID|Status|Problem", "Rug|007|||", "Bowl|8|77|Created|"]
        );
    }
}
