//! A table of plain cells, and its two file formats: CSV and Excel. It produces bytes, which the worker
//! writes. [`sheet`](super::sheet) reads both back unchanged.

use std::borrow::Cow;

use rust_xlsxwriter::{Format, FormatAlign, Workbook, Worksheet, XlsxError};

use super::sheet::tidy::{is_tidy, marked, may_be_formula, unmarked};

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Empty,
    /// Never a formula, whatever it begins with.
    Text(String),
    Number(i64),
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub heading: String,
    /// The width in characters.
    pub width: u16,
}

/// Rows below a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Whether the sheet is laid out from right to left.
    pub right_to_left: bool,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    /// What its worksheet is called, if it has a name.
    pub worksheet: Option<String>,
    /// Further worksheets. A CSV file has them below, each with its name above it.
    pub more: Vec<Self>,
}

/// The file formats of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    Csv,
    Xlsx,
}

/// Excel keeps 15 digits of a number; a longer number is written as text, which keeps all of them.
const MAX_NUMBER: u64 = 999_999_999_999_999;

impl From<String> for Cell {
    fn from(text: String) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<Option<i64>> for Cell {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Self::Empty, Self::Number)
    }
}

impl TableFormat {
    /// Both formats, the default one first.
    pub const ALL: [Self; 2] = [Self::Xlsx, Self::Csv];

    /// The file extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    /// The format with this file extension.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }
}

impl Table {
    /// The content of the file.
    ///
    /// # Errors
    /// What an Excel file cannot hold: more than 1,048,575 rows, or more than 32,767 characters in a cell.
    pub fn to_bytes(&self, format: TableFormat) -> Result<Vec<u8>, String> {
        match format {
            TableFormat::Csv => self.to_csv().map_err(|error| error.to_string()),
            TableFormat::Xlsx => self.to_xlsx().map_err(|error| error.to_string()),
        }
    }

    /// UTF-8 with a byte order mark, without which Excel would assume another encoding for Persian.
    fn to_csv(&self) -> csv::Result<Vec<u8>> {
        let mut writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(b"\xef\xbb\xbf".to_vec());
        let width = std::iter::once(self).chain(&self.more).map(|table| table.columns.len()).max();
        let mut write = |mut cells: Vec<String>| {
            cells.resize(width.unwrap_or_default(), String::new());
            writer.write_record(cells)
        };
        for (number, table) in std::iter::once(self).chain(&self.more).enumerate() {
            if number > 0 {
                write(Vec::new())?;
                write(table.worksheet.iter().map(|name| marked(name).into_owned()).collect())?;
            }
            write(table.columns.iter().map(|column| marked(&column.heading).into_owned()).collect())?;
            for row in &table.rows {
                let cell = |cell: &Cell| match cell {
                    Cell::Empty => String::new(),
                    Cell::Text(text) => marked(text).into_owned(),
                    Cell::Number(number) => number.to_string(),
                };
                write(row.iter().map(cell).collect())?;
            }
        }
        writer.into_inner().map_err(|error| error.into_error().into())
    }

    fn to_xlsx(&self) -> Result<Vec<u8>, XlsxError> {
        let mut book = Workbook::new();
        for table in std::iter::once(self).chain(&self.more) {
            table.write_to(book.add_worksheet())?;
        }
        book.save_to_buffer()
    }

    fn write_to(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        let top = Format::new().set_align(FormatAlign::Top);
        let header = top.clone().set_bold();
        let wrapped = top.clone().set_text_wrap();
        // What Excel does not take as a name stays unnamed.
        self.worksheet.iter().for_each(|name| drop(sheet.set_name(name)));
        sheet.set_right_to_left(self.right_to_left).set_freeze_panes(1, 0)?;
        for (index, column) in (0..).zip(&self.columns) {
            sheet.set_column_width(index, f64::from(column.width))?;
            sheet.write_string_with_format(0, index, &column.heading, &header)?;
        }
        for (number, row) in (1..).zip(&self.rows) {
            for (index, cell) in (0..).zip(row) {
                match cell {
                    Cell::Empty => {}
                    Cell::Number(value) if value.unsigned_abs() <= MAX_NUMBER => {
                        sheet.write_number_with_format(number, index, *value as f64, &top)?;
                    }
                    Cell::Number(value) => {
                        sheet.write_string_with_format(number, index, value.to_string(), &top)?;
                    }
                    // It is no formula in Excel, but reading would change it.
                    Cell::Text(text) if unmarked(text) != text || !is_tidy(text) => {
                        sheet.write_string_with_format(number, index, marked(text), &wrapped)?;
                    }
                    Cell::Text(text) => drop(sheet.write_string_with_format(number, index, text, &wrapped)?),
                }
            }
        }
        Ok(())
    }
}

/// Text that no spreadsheet program takes for a formula: if necessary with a leading apostrophe, which marks
/// text. A CSV file has no other way to say so, not even quotes.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    if may_be_formula(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Reverts [`escape_formula`].
pub fn unescape_formula(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) if may_be_formula(rest) => rest,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::import::sheet;

    fn table(cells: &[&str]) -> Table {
        let columns = vec![
            Column { heading: "name".to_owned(), width: 20 },
            Column { heading: "نام".to_owned(), width: 20 },
        ];
        let rows = cells.iter().map(|text| vec![Cell::Text((*text).to_owned()), Cell::Number(1)]).collect();
        Table { right_to_left: true, columns, rows, ..Table::default() }
    }

    fn read_back(table: &Table, format: TableFormat) -> Vec<Vec<String>> {
        sheet::read(Path::new("table"), &table.to_bytes(format).unwrap()).unwrap().rows
    }

    #[test]
    fn a_cell_that_looks_like_a_formula_is_escaped_in_csv() {
        let csv = table(&["=HYPERLINK(\"http://x\")", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "plain"])
            .to_bytes(TableFormat::Csv)
            .unwrap();
        let text = String::from_utf8(csv).unwrap();
        assert!(text.starts_with('\u{feff}'), "Excel recognises UTF-8 by the byte order mark");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let first: Vec<String> = reader.records().map(|record| record.unwrap()[0].to_owned()).collect();
        assert_eq!(first, ["'=HYPERLINK(\"http://x\")", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "' =1", "plain"]);
    }

    #[test]
    fn negative_numbers_stay_numbers_and_long_ones_keep_all_digits() {
        let numbers = [-5, i64::MAX, 250_000];
        let rows = numbers.map(|number| vec![Cell::Number(number)]).to_vec();
        let table =
            Table { columns: vec![Column { heading: "n".to_owned(), width: 9 }], rows, ..Table::default() };
        for format in TableFormat::ALL {
            let read: Vec<String> =
                read_back(&table, format).into_iter().skip(1).map(|row| row[0].clone()).collect();
            assert_eq!(read, ["-5", "9223372036854775807", "250000"], "{format:?}");
        }
    }

    #[test]
    fn text_too_long_for_excel_is_an_error_and_not_truncated() {
        let long = "x".repeat(40_000);
        assert!(table(&[&long]).to_bytes(TableFormat::Xlsx).is_err());
        assert_eq!(read_back(&table(&[&long]), TableFormat::Csv)[1][0], long);
    }

    proptest! {
        #[test]
        fn csv_reads_back_exactly(texts in prop::collection::vec("['=+@\\-,;|\" \n\t]{0,4}\\PC{0,8}", 1..6)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let read: Vec<String> = read_back(&table(&texts), TableFormat::Csv).into_iter().skip(1).map(|row| row[0].clone()).collect();
            prop_assert_eq!(read, texts);
        }

        #[test]
        fn excel_reads_back_exactly(texts in prop::collection::vec("['=+@\\-,;|\"]{0,4}[a-zآ-ی۰-۹]{1,8}", 1..6)) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let read: Vec<String> = read_back(&table(&texts), TableFormat::Xlsx).into_iter().skip(1).map(|row| row[0].clone()).collect();
            prop_assert_eq!(read, texts);
        }
    }
}
