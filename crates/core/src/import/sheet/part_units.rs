//! Headings that are repeated further down with other units: each part of the table is in its own.

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::formats::sheet_cells::SheetCells;
use super::headings::{base, meaning, normalized, price_unit};
use super::row_kinds::{LeftOut, RowKind};
use vitrine_domain::{Field, FieldUnit, PriceUnit};

/// The units of the parts of a table, as the headings over each of them say.
#[derive(Debug, Default)]
pub struct PartUnits {
    /// The row, from 0, from which on prices are in this unit; empty if all headings say the same.
    prices: Vec<(usize, Option<PriceUnit>)>,
    /// The row from which on the weights of a column are multiplied by this to be in grams.
    weights: Vec<(usize, usize, i64)>,
}

impl PartUnits {
    /// By the headings that stand between the rows.
    pub fn of(cells: &SheetCells, columns: &Columns, left_out: &[LeftOut]) -> Self {
        let mut parts = Self::default();
        let price = columns.position(ColumnUse::Field(Field::PrimaryPrice));
        let mut unit = columns.named_unit;
        parts.prices.push((0, unit));
        let headings = left_out.iter().filter(|row| row.kind == RowKind::Headings).map(|row| row.row - 1);
        for (index, row) in headings.filter_map(|index| Some((index, cells.rows.get(index)?))) {
            unit = price.and_then(|at| row.get(at)).and_then(|heading| price_unit(heading)).or(unit);
            parts.prices.push((index, unit));
            for (at, used_for) in columns.uses.iter().enumerate() {
                let Some(heading) = row.get(at).filter(|_| is_weight(*used_for)) else { continue };
                let named = meaning(heading).filter(|_| base(heading) != normalized(heading));
                parts.weights.extend(named.map(|meaning| (index, at, meaning.factor)));
            }
        }
        if parts.prices.iter().all(|(_, of)| *of == columns.named_unit) {
            parts.prices.clear();
        }
        parts
    }

    /// Whether the prices of its parts are in different units.
    pub fn differ(&self) -> bool {
        !self.prices.is_empty()
    }

    /// The unit of the price in a row, if the parts differ.
    pub fn price(&self, row: usize) -> Option<PriceUnit> {
        self.prices.iter().rev().find(|(from, _)| *from <= row).and_then(|(_, unit)| *unit)
    }

    /// What the weight in a row is multiplied by, if headings above it in the table say so once more.
    pub fn weight(&self, row: usize, column: usize) -> Option<i64> {
        let is_over = |(from, of, _): &&(usize, usize, i64)| *from <= row && *of == column;
        self.weights.iter().rev().find(is_over).map(|(.., factor)| *factor)
    }
}

fn is_weight(used_for: Option<ColumnUse>) -> bool {
    matches!(used_for, Some(ColumnUse::Field(field)) if field.spec().unit == Some(FieldUnit::Grams))
}
