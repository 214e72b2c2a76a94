//! A number of pieces in a cell that is merged over several products: nobody knows how many each of them has.

use std::collections::{HashMap, HashSet};

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::formats::sheet_cells::{MergedCells, SheetCells};
use super::row_kinds::RowKind;
use super::sizes::Sizes;
use vitrine_domain::Field;

/// The rows, from 0, that share a number of pieces with another product, and the cell that says it.
pub fn shared_stocks(
    cells: &SheetCells,
    columns: &Columns,
    sizes: &Sizes,
    rows: &[(usize, &[String])],
    kept: &[RowKind],
) -> HashMap<usize, String> {
    let stock = columns.position(ColumnUse::Field(Field::Stock));
    let has_pieces =
        |column: usize| Some(column) == stock || (!sizes.have_prices && sizes.columns.contains(&column));
    // One product may take several rows of the sheet, which then say the same.
    let are_told_apart = kept.contains(&RowKind::Repeated);
    let said = columns.sayings();
    let mut pictures: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, picture) in cells.pictures.placed.iter().enumerate().filter(|(_, picture)| !picture.is_of_all) {
        pictures.entry(picture.row).or_default().push(at);
    }
    let mut shared = HashMap::new();
    for MergedCells { first, last } in
        cells.merged.iter().filter(|merged| merged.first.0 < merged.last.0 && has_pieces(merged.first.1))
    {
        let from = rows.partition_point(|(index, _)| *index < first.0);
        let to = rows.partition_point(|(index, _)| *index <= last.0);
        let of = &rows[from..to];
        let different: HashSet<(Vec<&str>, Option<&Vec<usize>>)> =
            of.iter().map(|(index, row)| (said(row), pictures.get(index))).collect();
        let products = if are_told_apart { of.len() } else { different.len() };
        let Some(text) = of.first().and_then(|(_, row)| row.get(first.1)).filter(|_| products > 1) else {
            continue;
        };
        shared.extend(of.iter().map(|(index, _)| (*index, text.trim().to_owned())));
    }
    shared
}
