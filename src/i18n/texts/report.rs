//! The tables of an import: the full report, and the sheet of failed products that can be corrected and
//! imported again.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::args;
use crate::i18n::{Messages, without_direction_marks};
use vitrine_core::import::report::{ReportKind, ReportRow};
use vitrine_core::import::sheet::{self, edits_cell, photos_cell};
use vitrine_core::import::table::{Cell, Column, Table};
use vitrine_domain::{Currency, Draft, Field, FieldKind, FieldValue, Price, PriceUnits, Problem};

/// The columns for fields, most important first. The name is the first column of the row; the photos have
/// columns of their own.
const FIELDS: [Field; 9] = [
    Field::PrimaryPrice,
    Field::Stock,
    Field::Sku,
    Field::Brief,
    Field::Description,
    Field::PreparationDays,
    Field::Weight,
    Field::PackageWeight,
    Field::IsWholesale,
];

impl Messages {
    /// The report's table, with times in the time zone `zone`.
    ///
    /// With a `currency` the full report has extra columns for the unit and the value in toman, so that the
    /// price column stays a plain number.
    pub fn report(
        &self,
        kind: ReportKind,
        rows: &[ReportRow],
        currency: &Currency,
        zone: &TimeZone,
    ) -> Table {
        let (columns, rows) = match kind {
            ReportKind::Whole => (
                self.full_columns(currency),
                rows.iter().map(|row| self.full_row(row, currency, zone)).collect(),
            ),
            ReportKind::Failed => {
                let more = market_fields(rows);
                let rows = rows.iter().map(|row| self.failed_row(row, &more, currency)).collect();
                (self.failed_columns(&more, currency), rows)
            }
        };
        Table { right_to_left: self.language().is_rtl(), columns, rows, ..Table::default() }
    }

    /// A file name for the report, without an extension.
    pub fn report_file_name(&self, kind: ReportKind) -> String {
        let key = match kind {
            ReportKind::Whole => "report-file-full",
            ReportKind::Failed => "report-file-failed",
        };
        self.text(key).into_owned()
    }

    fn full_columns(&self, currency: &Currency) -> Vec<Column> {
        let own = [
            ("report-source", 40),
            ("report-state", 18),
            ("report-product-id", 16),
            ("report-photo-ids", 24),
            ("report-photo-count", 16),
            ("report-problem", 30),
            ("report-cause", 50),
            ("report-remedy", 50),
            ("report-added", 20),
            ("report-finished", 20),
        ];
        let mut columns = vec![column(self.field(Field::Name), 30)];
        columns.extend(own.map(|(key, width)| column(self.text(key), width)));
        for field in FIELDS {
            columns.push(column(self.field(field), width(field)));
            if field == Field::PrimaryPrice {
                columns
                    .extend(self.currency_unit(currency).map(|_| column(self.text("report-currency"), 14)));
                columns
                    .extend(currency.has_toman_beside().then(|| column(self.text("report-toman-value"), 20)));
            }
        }
        columns
    }

    /// The columns of the failed products. Their headings are the names of fields, and where people use
    /// another unit than requests, that of prices says it: else nobody would know it when it is read.
    fn failed_columns(&self, more: &[Field], currency: &Currency) -> Vec<Column> {
        let heading = |field: Field| match self.currency_unit(currency) {
            Some(unit)
                if field == Field::PrimaryPrice && currency.units().is_some_and(PriceUnits::differ) =>
            {
                format!("{} ({unit})", field.name())
            }
            _ => field.name().to_owned(),
        };
        let mut columns = vec![column(Field::Name.name(), 30), column(sheet::PROBLEM, 60)];
        columns.extend(FIELDS.iter().chain(more).map(|&field| column(heading(field), width(field))));
        columns.extend([
            column(Field::Photos.name(), 60),
            column(sheet::SOURCE, 40),
            column(sheet::SOURCE_NAME, 30),
            column(sheet::PHOTO_EDITS, 30),
        ]);
        columns
    }

    fn full_row(&self, row: &ReportRow, currency: &Currency, zone: &TimeZone) -> Vec<Cell> {
        let known = &row.draft;
        let photo_ids: Vec<&str> = row.photo_ids().into_iter().map(|id| id.as_str()).collect();
        let words = known.problem.as_ref().map(|problem| self.creation_problem(problem));
        let [title, cause, remedy] =
            words.map(|words| [words.title, words.cause, words.remedy]).unwrap_or_default();
        let mut cells: Vec<Cell> = vec![
            known.planned.draft.name.as_str().into(),
            known.planned.source.display().to_string().into(),
            plain_cell(&self.state(known.state)),
            known.product.as_ref().map_or(Cell::Empty, |id| id.as_str().into()),
            photo_ids.join(" | ").into(),
            i64::try_from(known.planned.photos.len()).ok().into(),
            plain_cell(&title),
            plain_cell(&cause),
            plain_cell(&remedy),
            self.time(row.added_at, zone),
            row.finished_at.map_or(Cell::Empty, |at| self.time(at, zone)),
        ];
        // What was in the shop before has its own values there, and not those of the files.
        let nothing = Draft::default();
        let values =
            if known.state == vitrine_core::import::State::Skipped { &nothing } else { &known.planned.draft };
        for field in FIELDS {
            cells.push(self.field_cell(values, field, currency));
            if field == Field::PrimaryPrice {
                cells.extend(self.price_cells(values.primary_price, currency));
            }
        }
        cells
    }

    /// The cells for the unit and the value in toman.
    fn price_cells(&self, price: Option<Price>, currency: &Currency) -> impl Iterator<Item = Cell> {
        let unit = self
            .currency_unit(currency)
            .map(|unit| if price.is_some() { plain_cell(&unit) } else { Cell::Empty });
        let beside = price
            .and_then(|price| self.toman_equivalent(price, currency))
            .map_or(Cell::Empty, |beside| plain_cell(&beside));
        unit.into_iter().chain(currency.has_toman_beside().then_some(beside))
    }

    fn failed_row(&self, row: &ReportRow, more: &[Field], currency: &Currency) -> Vec<Cell> {
        let planned = &row.draft.planned;
        let mut cells: Vec<Cell> = vec![
            planned.draft.name.as_str().into(),
            row.draft.problem.as_ref().map_or(Cell::Empty, |problem| self.problem_cell(problem)),
        ];
        let said = |field| planned.unusable_cells().find(|(of, ..)| *of == field).map(|(_, text, _)| text);
        cells.extend(FIELDS.iter().chain(more).map(|&field| {
            match (self.field_cell(&planned.draft, field, currency), said(field)) {
                (Cell::Empty, Some(text)) => text.into(),
                (cell, _) => cell,
            }
        }));
        cells.push(photos_cell(&planned.photos).into());
        cells.push(planned.source.display().to_string().into());
        cells.push(planned.source_name.as_str().into());
        cells.push(edits_cell(planned).into());
        cells
    }

    fn problem_cell(&self, problem: &Problem) -> Cell {
        let words = self.creation_problem(problem);
        let line = args!["title" => words.title, "cause" => words.cause, "remedy" => words.remedy];
        plain_cell(&self.format("report-problem-full", line))
    }

    /// A field's value in a form that the sheet reader parses in either language.
    fn field_cell(&self, draft: &Draft, field: Field, currency: &Currency) -> Cell {
        match draft.value(field) {
            None => Cell::Empty,
            Some(FieldValue::Price(price)) => self.price_cell(Some(price), currency),
            Some(FieldValue::Number(number)) => Some(number).into(),
            Some(FieldValue::Flag(yes)) => plain_cell(&self.text(if yes { "yes" } else { "no" })),
            // The heading of the prices says the unit of these, too.
            Some(text) => currency.typed_in(field, &text.to_string()).as_ref().into(),
        }
    }

    /// A price in the unit of people, as a number; in the rare case that it is no whole one, as text.
    pub(super) fn price_cell(&self, price: Option<Price>, currency: &Currency) -> Cell {
        price.map_or(Cell::Empty, |price| {
            let written = currency.written(price);
            written.parse().map_or_else(|_| written.as_str().into(), Cell::Number)
        })
    }

    fn time(&self, at: i64, zone: &TimeZone) -> Cell {
        Timestamp::from_second(at)
            .map_or(Cell::Empty, |at| self.timestamp(at.to_zoned(zone.clone()).datetime()).into())
    }
}

/// The fields outside the contract that any of these products has.
fn market_fields(rows: &[ReportRow]) -> Vec<Field> {
    let has = |field: &Field| rows.iter().any(|row| row.draft.planned.draft.value(*field).is_some());
    Field::ALL.into_iter().filter(|field| !field.is_of_contract()).filter(has).collect()
}

pub(in crate::i18n) fn column(heading: impl AsRef<str>, width: u16) -> Column {
    Column { heading: without_direction_marks(heading.as_ref()).into_owned(), width }
}

const fn width(field: Field) -> u16 {
    match field.kind() {
        FieldKind::Paragraph => 40,
        _ => 14,
    }
}

/// A cell with one of Vitrine's own texts, without direction marks, which a spreadsheet might show.
pub(in crate::i18n) fn plain_cell(words: &str) -> Cell {
    without_direction_marks(words).into_owned().into()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use proptest::prelude::*;

    use super::*;
    use crate::i18n::Language;
    use vitrine_core::import::journal::DraftHistory;
    use vitrine_core::import::sheet::Origin;
    use vitrine_core::import::table::TableFormat;
    use vitrine_core::import::{DraftId, PlannedDraft, RunId, State};
    use vitrine_domain::{FileId, PhotoEdit, ProblemKind, ProductId, Quantity, RialPrices};

    fn row(draft: Draft, state: State) -> ReportRow {
        let planned = PlannedDraft {
            draft,
            source: PathBuf::from("/photos/Rug"),
            source_name: "Rug".to_owned(),
            photos: vec![PathBuf::from("/photos/Rug/1.jpg"), PathBuf::from("/photos/Rug/2;b.jpg")],
            ..PlannedDraft::default()
        };
        // 2026-11-21 10:35:09 UTC
        let added = 1_795_257_309;
        ReportRow {
            draft: DraftHistory { state, ..DraftHistory::new(DraftId(1), RunId(1), planned) },
            added_at: added,
            finished_at: Some(added + 60),
        }
    }

    fn rug() -> Draft {
        Draft {
            name: "Rug".to_owned(),
            primary_price: Some(Price::on_wire(250_000)),
            is_wholesale: Some(true),
            ..Draft::default()
        }
    }

    fn tehran() -> TimeZone {
        TimeZone::fixed(jiff::tz::offset(3).saturating_add(jiff::Span::new().minutes(30)))
    }

    fn cell<'a>(table: &'a Table, heading: &str) -> &'a Cell {
        let column = table
            .columns
            .iter()
            .position(|column| column.heading == heading)
            .unwrap_or_else(|| panic!("{heading}"));
        &table.rows[0][column]
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    #[test]
    fn the_row_of_a_created_product_has_its_ids_price_and_local_time() {
        let mut created = row(rug(), State::Created);
        created.draft.product = Some(ProductId::from(77));
        created.draft.cover = Some(FileId::from(5));
        let rial = Currency::Rial(RialPrices::TomanBeside);
        for (language, headings, [state, unit, toman, time]) in [
            (
                Language::English,
                [
                    "Status",
                    "Product ID",
                    "Photo IDs",
                    "Photo count",
                    "Price",
                    "Currency",
                    "Price (toman)",
                    "Added",
                ],
                ["Created", "rial", "25,000 toman", "2026-11-21 14:05:09"],
            ),
            (
                Language::Persian,
                [
                    "وضعیت",
                    "شناسهٔ محصول",
                    "شناسهٔ عکس‌ها",
                    "تعداد عکس‌ها",
                    "قیمت",
                    "واحد پول",
                    "قیمت (تومان)",
                    "زمان افزودن",
                ],
                ["ثبت شد", "ریال", "۲۵٬۰۰۰ تومان", "۱۴۰۵/۰۸/۳۰ ۱۴:۰۵:۰۹"],
            ),
        ] {
            let table = Messages::new(language).report(
                ReportKind::Whole,
                std::slice::from_ref(&created),
                &rial,
                &tehran(),
            );
            let cells = headings.map(|heading| cell(&table, heading).clone());
            let expected = [
                text(state),
                text("77"),
                text("5"),
                Cell::Number(2),
                Cell::Number(250_000),
                text(unit),
                text(toman),
                text(time),
            ];
            assert_eq!(cells, expected);
            assert_eq!(table.right_to_left, language == Language::Persian);
        }
    }

    #[test]
    fn a_failed_row_states_cause_and_remedy_without_direction_marks() {
        let mut failed = row(rug(), State::Failed);
        failed.draft.problem =
            Some(Problem::new(ProblemKind::PhotoDamaged).with_subject("/photos/Rug/1.jpg"));
        for kind in [ReportKind::Whole, ReportKind::Failed] {
            let words = Messages::new(Language::Persian);
            let table = words.report(kind, std::slice::from_ref(&failed), &Currency::Unnamed, &tehran());
            let text: String = table.rows[0]
                .iter()
                .filter_map(|cell| if let Cell::Text(text) = cell { Some(text.as_str()) } else { None })
                .collect();
            let expected = words.creation_problem(failed.draft.problem.as_ref().unwrap());
            for part in [expected.title, expected.cause, expected.remedy] {
                assert!(text.contains(&*without_direction_marks(&part)), "{kind:?} says {part}");
            }
            assert!(!text.contains(['\u{2068}', '\u{2069}']));
        }
    }

    #[test]
    fn the_prices_of_variants_are_in_the_unit_of_the_heading_and_read_back() {
        let mut shirt = Draft { name: "Shirt".to_owned(), ..Draft::default() };
        shirt.set(Field::Variants, "Size=L | 2500000 | 3; Size=M | 2400000 | 1").unwrap();
        for currency in [Currency::Rial(RialPrices::InToman), Currency::Rial(RialPrices::InRial)] {
            let failed = row(shirt.clone(), State::Failed);
            let table = Messages::new(Language::English).report(
                ReportKind::Failed,
                std::slice::from_ref(&failed),
                &currency,
                &TimeZone::UTC,
            );
            let cells = sheet::read(Path::new("failed"), &table.to_bytes(TableFormat::Csv).unwrap()).unwrap();
            let shop_units = currency.units();
            let known = sheet::Known { market_fields: &Field::ALL, shop_units, ..sheet::Known::default() };
            assert_eq!(
                sheet::drafts(&cells, &known).drafts[0].draft.variants,
                shirt.variants,
                "{currency:?}"
            );
        }
    }

    fn draft() -> impl Strategy<Value = Draft> {
        let line = || prop::option::of("['=+@-]{0,2}[a-zآ-ی0-9,;|\"]{1,9}");
        let number = || prop::option::of(1..i64::MAX);
        let texts = ("['=+@-]{0,2}[a-zآ-ی0-9,;|\"]{1,9}", line(), line(), line());
        let numbers = (number(), number(), number(), number(), number(), prop::option::of(any::<bool>()));
        (texts, numbers).prop_map(
            |(
                (name, brief, description, sku),
                (preparation_days, weight, package_weight, primary_price, stock, is_wholesale),
            )| Draft {
                name,
                brief,
                description,
                preparation_days,
                weight: weight.map(Quantity::from),
                package_weight,
                primary_price: primary_price.map(Price::on_wire),
                stock,
                sku,
                is_wholesale,
                ..Draft::default()
            },
        )
    }

    proptest! {
        #[test]
        fn the_sheet_of_failures_reads_back_as_the_same_drafts(draft in draft(), tilt in -150i16..150) {
            let in_toman = Currency::Rial(RialPrices::InToman);
            for (language, format, currency) in [(Language::English, TableFormat::Csv, &Currency::Toman), (Language::Persian, TableFormat::Xlsx, &in_toman), (Language::Persian, TableFormat::Csv, &in_toman)] {
                let mut failed = row(draft.clone(), State::Failed);
                failed.draft.planned.edits = vec![PhotoEdit::default(), PhotoEdit::default().with_tilt(tilt)];
                let table = Messages::new(language).report(ReportKind::Failed, std::slice::from_ref(&failed), currency, &TimeZone::UTC);
                let cells = sheet::read(Path::new("failed"), &table.to_bytes(format).unwrap()).unwrap();
                let read = sheet::drafts(&cells, &sheet::Known { market_fields: &Field::ALL, shop_units: currency.units(), ..sheet::Known::default() });
                let [again] = read.drafts.as_slice() else { panic!("{read:?}") };
                let planned = failed.draft.planned;
                prop_assert_eq!(&again.draft, &planned.draft);
                prop_assert_eq!(&again.photos, &planned.photos);
                prop_assert_eq!(&again.edits_in_order().collect::<Vec<_>>(), &planned.edits);
                prop_assert_eq!(&again.origin, &Some(Origin { source: planned.source, name: planned.source_name }));
                prop_assert_eq!(&again.problems, &[]);
                prop_assert!(read.columns.iter().all(|column| column.used_for.is_some()));
            }
        }
    }
}
