//! A table without headings: what its columns are is guessed by their values, and asked.

use std::collections::HashSet;

use super::column_use::ColumnUse;
use super::headings::meaning;
use vitrine_domain::text::folded;
use vitrine_domain::{Field, PriceUnit, Signs, parse_whole};

/// Rows by which the columns are told.
const SAMPLE: usize = 200;

/// Whether the first row of several cells is a row of values: it has a number where the rows below have
/// numbers, and so they have no headings.
pub fn begins_at(rows: &[Vec<String>], first: usize) -> bool {
    let columns = Column::all(rows, first);
    let is_number = |(at, column): (usize, &Column)| {
        column.is_of_numbers() && number(rows[first].get(at).map_or("", String::as_str)).is_some()
    };
    columns.iter().enumerate().any(is_number) && columns.iter().any(|column| column.texts > 0)
}

/// The first row of a list of names: each row has one cell, in the same column, and none is a heading.
pub fn list(rows: &[Vec<String>]) -> Option<usize> {
    let mut filled = rows.iter().enumerate().flat_map(|(at, row)| {
        row.iter()
            .enumerate()
            .filter(|(_, cell)| !cell.trim().is_empty())
            .map(move |(column, cell)| (at, column, cell))
    });
    let (first, column, name) = filled.next()?;
    let has_letters = |cell: &str| cell.contains(char::is_alphabetic);
    let mut last = first;
    let mut is_name = |(at, of, cell): (usize, usize, &String)| {
        let is_alone = std::mem::replace(&mut last, at) != at;
        is_alone && of == column && has_letters(cell)
    };
    let mut further = filled.peekable();
    (has_letters(name) && further.peek().is_some() && further.all(&mut is_name)).then_some(first)
}

/// Whether a table has texts alone, in several columns and rows: nobody can tell whether its first row has
/// headings.
pub fn is_of_texts(rows: &[Vec<String>], first: usize) -> bool {
    let columns = Column::all(rows, first);
    let filled = |row: &Vec<String>| row.iter().filter(|cell| !cell.trim().is_empty()).count();
    let counts: Vec<usize> =
        rows.iter().skip(first).take(SAMPLE).map(filled).filter(|count| *count > 0).collect();
    let full = counts.iter().filter(|count| **count > 1).count();
    columns.iter().all(|column| column.numbers == 0)
        && columns.iter().filter(|column| column.texts > 1).count() > 1
        && full > 1
        && 10 * full >= 8 * counts.len()
}

/// The columns of a table without headings.
pub struct Headless {
    /// The columns as spreadsheet programs name them, with their value in the first row.
    pub headings: Vec<String>,
    /// What they seem to be used for.
    pub uses: Vec<Option<ColumnUse>>,
}

impl Headless {
    /// Of the table that begins with this row.
    pub fn of(rows: &[Vec<String>], first: usize) -> Self {
        let found = Column::all(rows, first);
        let name = |(at, cell): (usize, &String)| format!("{}: {}", letters(at), cell.trim());
        let headings = rows[first].iter().enumerate().map(name).collect();
        let mut uses: Vec<Option<ColumnUse>> = vec![None; found.len()];
        let best = |is: &dyn Fn(&Column) -> u64| {
            let (worth, at) =
                found.iter().enumerate().map(|(at, column)| (is(column), std::cmp::Reverse(at))).max()?;
            (worth > 0).then_some(at.0)
        };
        // Of texts alone, the first that tells the rows apart; a description behind it is longer.
        let names = found.iter().position(|column| column.tells_apart).filter(|_| is_of_texts(rows, first));
        let longest = || best(&|column| if column.is_of_numbers() { 0 } else { column.letters });
        if let Some(at) = names.or_else(longest) {
            uses[at] = Some(ColumnUse::Field(Field::Name));
        }
        let are_prices = |column: &Column| column.largest >= 1000 || 2 * column.priced > column.numbers;
        let prices =
            best(&|column| if column.is_of_numbers() && are_prices(column) { column.sum } else { 0 });
        if let Some(at) = prices {
            uses[at] = Some(ColumnUse::Field(Field::PrimaryPrice));
        }
        let may_be_stock = |(at, column): &(usize, &Column)| {
            uses[*at].is_none() && column.is_of_numbers() && !column.counts_rows && column.largest < 1000
        };
        let stock: Vec<usize> = found.iter().enumerate().filter(may_be_stock).map(|(at, _)| at).collect();
        if let [only] = stock.as_slice() {
            uses[*only] = Some(ColumnUse::Field(Field::Stock));
        }
        Self { headings, uses }
    }
}

/// The name of a column in spreadsheet programs: `A`, `AA`.
pub fn letters(column: usize) -> String {
    let letter = |at: usize| char::from(b'A' + u8::try_from(at % 26).unwrap_or_default());
    if column < 26 {
        letter(column).to_string()
    } else {
        format!("{}{}", letters(column / 26 - 1), letter(column))
    }
}

/// What the values of a column are.
#[derive(Default)]
struct Column {
    numbers: usize,
    /// Those with a unit of prices.
    priced: usize,
    texts: usize,
    /// Of all texts.
    letters: u64,
    largest: i64,
    sum: u64,
    /// Whether its numbers are 1, 2, 3.
    counts_rows: bool,
    /// Whether all its values are different ones.
    tells_apart: bool,
}

impl Column {
    fn all(rows: &[Vec<String>], first: usize) -> Vec<Self> {
        let width = rows.iter().skip(first).take(SAMPLE).map(Vec::len).max().unwrap_or(0);
        (0..width)
            .map(|at| {
                Self::of(
                    rows.iter().skip(first).take(SAMPLE).map(|row| row.get(at).map_or("", String::as_str)),
                )
            })
            .collect()
    }

    fn of<'a>(cells: impl Iterator<Item = &'a str>) -> Self {
        let mut column = Self { counts_rows: true, tells_apart: true, ..Self::default() };
        let mut seen = HashSet::new();
        for cell in cells.map(str::trim).filter(|cell| !cell.is_empty()) {
            column.tells_apart &= seen.insert(cell);
            match number(cell) {
                Some(value) => {
                    column.numbers += 1;
                    column.priced += usize::from(PriceUnit::split(cell).1.is_some());
                    column.counts_rows &= usize::try_from(value) == Ok(column.numbers);
                    column.largest = column.largest.max(value);
                    column.sum = column.sum.saturating_add(value.unsigned_abs());
                }
                None => {
                    column.texts += 1;
                    // A column of a few words that repeat is a group.
                    column.letters += if meaning(cell).is_some() {
                        0
                    } else {
                        folded(cell).chars().filter(|c| c.is_alphabetic()).count() as u64
                    };
                }
            }
        }
        column
    }

    const fn is_of_numbers(&self) -> bool {
        self.numbers > 0 && self.numbers >= 4 * self.texts
    }
}

/// A number as a price, a stock or a code has it.
fn number(cell: &str) -> Option<i64> {
    parse_whole(PriceUnit::split(cell).0, &[], Signs::default()).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::read::read;
    use super::super::rows::{Known, drafts};
    use super::*;
    use vitrine_domain::Price;

    #[test]
    fn the_first_row_of_values_is_a_product() {
        let sheet = drafts(
            &read(Path::new("x.csv"), "گلیم قرمز,1200000,5\nکاسه,85000,3\nپارچ,95000,2\n".as_bytes())
                .unwrap(),
            &Known::default(),
        );
        let read: Vec<_> = sheet
            .drafts
            .iter()
            .map(|row| {
                (row.row, row.draft.name.as_str(), row.draft.primary_price.map(Price::wire), row.draft.stock)
            })
            .collect();
        assert_eq!(
            read,
            [
                (1, "گلیم قرمز", Some(1_200_000), Some(5)),
                (2, "کاسه", Some(85_000), Some(3)),
                (3, "پارچ", Some(95_000), Some(2))
            ]
        );
        assert!(sheet.understood.is_headless && !sheet.is_chosen);
        assert_eq!(sheet.columns[0].heading, "A: گلیم قرمز");
    }

    #[test]
    fn headings_in_unknown_words_are_no_product() {
        let sheet = drafts(
            &read(Path::new("x.csv"), "مدل,رنگ,درجه\nگلیم,قرمز,1\nکاسه,آبی,2\n".as_bytes()).unwrap(),
            &Known::default(),
        );
        assert!(!sheet.understood.is_headless);
        assert_eq!(sheet.drafts.len(), 2);
    }

    #[test]
    fn columns_are_named_as_in_spreadsheet_programs() {
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
