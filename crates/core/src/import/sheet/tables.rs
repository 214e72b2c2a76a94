//! Where the tables of a worksheet are: several may stand beside each other, and one may be turned on its
//! side.

use std::ops::Range;

use super::column_use::ColumnUse;
use super::columns::{ColumnMapping, compared};
use super::formats::sheet_cells::SheetCells;
use super::headings::{
    Headings, SEARCHED_ROWS, meaning, normalized, recognized, row_of_headings, use_of_contract,
};
use vitrine_domain::Field;

/// A table that stands beside others, in the cells of its worksheet.
pub struct Table {
    /// The cells of the worksheet without those of the other tables.
    pub cells: SheetCells,
    pub columns: Range<usize>,
}

impl Table {
    /// A choice of what the columns of all tables are used for, as one for this table alone.
    pub fn narrow(&self, mapping: &ColumnMapping, all: &[Self]) -> Option<ColumnMapping> {
        let is_of_first = all.first().is_some_and(|first| first.columns == self.columns);
        let within = |(at, text): (usize, &String)| {
            if self.columns.contains(&at) { text.clone() } else { String::new() }
        };
        let headings = compared(&mapping.headings.iter().enumerate().map(within).collect::<Vec<_>>());
        let columns: Vec<String> = mapping.columns.iter().enumerate().map(within).collect();
        let is_used = is_of_first || columns.iter().any(|name| !name.is_empty());
        is_used.then(|| ColumnMapping { headings, columns, ..mapping.clone() })
    }
}

/// The tables that stand beside each other: their headings begin with the same one, and each has names or
/// codes, and prices or a stock. One or none if they do not.
pub fn tables(cells: &SheetCells) -> Vec<Table> {
    let Some(row) = row_of_headings(&cells.rows) else { return Vec::new() };
    let headings = Headings::at(&cells.rows, row).texts;
    let said: Vec<String> = headings.iter().map(|heading| normalized(heading)).collect();
    let begins = |first: &str| -> Vec<usize> { (0..said.len()).filter(|at| said[*at] == first).collect() };
    let first = said.iter().find(|heading| !heading.is_empty());
    let named = headings.iter().position(|heading| is(heading, &[Field::Name])).map(|at| &said[at]);
    [first, named]
        .into_iter()
        .flatten()
        .map(|heading| begins(heading))
        .find_map(|begins| {
            let mut begins = begins;
            *begins.first_mut()? = 0;
            let ends = begins.iter().skip(1).copied().chain([usize::MAX]);
            let columns: Vec<Range<usize>> =
                begins.iter().copied().zip(ends).map(|(from, to)| from..to).collect();
            let are_tables = columns.len() > 1
                && columns.iter().all(|of| is_table(&headings[of.start..of.end.min(headings.len())]));
            are_tables.then(|| {
                columns.into_iter().map(|columns| Table { cells: within(cells, &columns), columns }).collect()
            })
        })
        .unwrap_or_default()
}

fn is(heading: &str, fields: &[Field]) -> bool {
    meaning(heading)
        .is_some_and(|meaning| matches!(meaning.used_for, ColumnUse::Field(field) if fields.contains(&field)))
}

fn is_table(headings: &[String]) -> bool {
    let has = |fields: &[Field]| headings.iter().any(|heading| is(heading, fields));
    has(&[Field::Name, Field::Sku]) && has(&[Field::PrimaryPrice, Field::Stock])
}

fn within(cells: &SheetCells, columns: &Range<usize>) -> SheetCells {
    let mut cells = cells.clone();
    for row in &mut cells.rows {
        row.iter_mut().enumerate().filter(|(at, _)| !columns.contains(at)).for_each(|(_, cell)| cell.clear());
    }
    cells
}

/// Whether a worksheet is a summary of another one: sums and counts below the labels of rows.
pub fn is_summary(cells: &SheetCells) -> bool {
    const LABELS: [&str; 6] =
        ["row labels", "column labels", "برچسب های سطر", "برچسب های ردیف", "برچسب سطرها", "برچسب های ستون"];
    const OF_FIELDS: [&str; 9] = [
        "sum of ",
        "count of ",
        "average of ",
        "max of ",
        "min of ",
        "جمع از ",
        "مجموع از ",
        "تعداد از ",
        "میانگین از ",
    ];
    let begins = |said: &str| OF_FIELDS.iter().any(|word| said.starts_with(word));
    cells.rows.iter().take(SEARCHED_ROWS).any(|row| {
        let said: Vec<String> =
            row.iter().map(|cell| normalized(cell)).filter(|cell| !cell.is_empty()).collect();
        let sums = said.iter().filter(|cell| begins(cell)).count();
        sums > 0 && said.iter().any(|cell| LABELS.contains(&cell.as_str()))
    })
}

/// Whether the fields of products stand below each other, and the products beside each other.
pub fn is_transposed(cells: &SheetCells) -> bool {
    let first = || cells.rows.iter().filter_map(|row| row.first()).filter(|cell| !cell.trim().is_empty());
    let all = first().count();
    let (mut below, mut unknown) = (Vec::new(), 0);
    for used_for in first().map(|cell| use_of_contract(cell)) {
        below.extend(used_for);
        unknown += usize::from(used_for.is_none());
        // The first cells of nearly all tables say something else.
        if 2 * unknown > all {
            return false;
        }
    }
    let has = |fields: [Field; 2]| fields.into_iter().any(|field| below.contains(&ColumnUse::Field(field)));
    let is_goods = has([Field::Name, Field::Sku]) && has([Field::PrimaryPrice, Field::Stock]);
    let is_wide = cells.rows.iter().any(|row| row.len() > 2);
    is_goods && is_wide && below.len() > recognized(&cells.rows)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::read::read;
    use super::super::rows::{Known, drafts};
    use super::*;
    use vitrine_domain::Price;

    fn cells(csv: &str) -> SheetCells {
        read(Path::new("sheet.csv"), csv.as_bytes()).unwrap()
    }

    const BESIDE: &str =
        "نام,قیمت,موجودی,,نام,قیمت\nگلیم,1200000,5,,کاسه,85000\nجاجیم,1300000,4,,پارچ,95000\nقالی,1,1,,,\n";

    #[test]
    fn tables_beside_each_other_are_read_both() {
        let sheet = drafts(&cells(BESIDE), &Known::default());
        let read: Vec<_> = sheet
            .drafts
            .iter()
            .map(|row| (row.row, row.draft.name.as_str(), row.draft.primary_price.map(Price::wire)))
            .collect();
        let all = [
            (2, "گلیم", 1_200_000),
            (2, "کاسه", 85_000),
            (3, "جاجیم", 1_300_000),
            (3, "پارچ", 95_000),
            (4, "قالی", 1),
        ];
        assert_eq!(read, all.map(|(row, name, price)| (row, name, Some(price))));
        assert_eq!((sheet.understood.tables, sheet.columns.len()), (2, 5));
        assert!(sheet.columns.iter().all(|column| column.used_for.is_some()));
    }

    #[test]
    fn a_choice_for_all_tables_holds_for_each() {
        let headings = compared(&cells(BESIDE).rows[0]);
        let columns = ["name", "primary_price", "", "", "name", "stock"].map(str::to_owned).to_vec();
        let chosen = [ColumnMapping { headings, columns, ..ColumnMapping::default() }];
        let sheet = drafts(&cells(BESIDE), &Known { chosen: &chosen, ..Known::default() });
        assert!(sheet.is_chosen);
        assert_eq!(
            (sheet.drafts[0].draft.primary_price, sheet.drafts[0].draft.stock),
            (Some(Price::on_wire(1_200_000)), None)
        );
        assert_eq!((sheet.drafts[1].draft.primary_price, sheet.drafts[1].draft.stock), (None, Some(85_000)));
    }

    #[test]
    fn headings_that_repeat_within_a_table_make_no_second_one() {
        for csv in
            ["نام,قیمت,قیمت\nگلیم,1,2\n", "نام,قیمت,عکس,عکس\nگلیم,1,a,b\n", "name,price,name\nRug,1,red\n"]
        {
            assert_eq!(tables(&cells(csv)).len(), 0, "{csv}");
        }
    }

    #[test]
    fn a_table_on_its_side_is_known() {
        assert!(is_transposed(&cells(
            "نام,گلیم,کاسه,پارچ\nقیمت,1200000,85000,95000\nموجودی,5,3,2\nکد,R1,B1,P1\n"
        )));
        assert!(!is_transposed(&cells("نام,قیمت,موجودی\nگلیم,1,2\nکاسه,1,2\n")));
        assert!(!is_transposed(&cells("نام,قیمت\nقیمت,1\nموجودی,2\n")));
    }
}
