//! Columns that say in which unit each row has its price or its weight.

use super::columns::Columns;
use super::headings::{kilograms, normalized};
use vitrine_domain::text::folded;
use vitrine_domain::{Field, FieldError, PriceUnit, Signs, parse_whole, words_of};

const OF_PRICES: [&str; 17] = [
    "currency",
    "currency code",
    "price currency",
    "currency symbol",
    "price unit",
    "واحد پول",
    "واحد قیمت",
    "واحد پولی",
    "ارز",
    "واحد ارز",
    "نوع ارز",
    "پول",
    "curr",
    "curr.",
    "cur",
    "cur.",
    "ccy",
];
const OF_WEIGHTS: [&str; 7] = [
    "weight unit",
    "weight unit of measure",
    "variant weight unit",
    "weight uom",
    "unit of weight",
    "واحد وزن",
    "یکای وزن",
];

/// What a stock is counted in. What a good is sold in, which is its price's unit as well, has other headings.
const OF_STOCKS: [&str; 7] = [
    "واحد موجودی",
    "واحد شمارش موجودی",
    "واحد انبار",
    "stock unit",
    "inventory unit",
    "unit of stock",
    "stock uom",
];

/// The columns with the units, by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitColumns {
    price: Option<usize>,
    weight: Option<usize>,
    stock: Option<usize>,
}

impl UnitColumns {
    /// By the headings; a column that has nothing but currencies says the unit of prices without one.
    pub fn of(columns: &Columns, rows: &[(usize, &[String])]) -> Self {
        let headings = &columns.headings;
        let place = |words: &[&str]| {
            headings.iter().position(|heading| words.contains(&normalized(heading).as_str()))
        };
        let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or_default();
        let is_free = |place: &usize| columns.uses.get(*place).copied().flatten().is_none();
        let price = place(&OF_PRICES);
        let of_currencies = || (0..width).filter(is_free).find(|place| has_currencies(rows, *place));
        Self { price: price.or_else(of_currencies), weight: place(&OF_WEIGHTS), stock: place(&OF_STOCKS) }
    }

    /// The unit of a row's price; `None` where none is named.
    ///
    /// # Errors
    /// `OtherUnit` for one that is not converted, such as dollars.
    pub fn price(self, row: &[String]) -> Result<Option<PriceUnit>, FieldError> {
        named(self.price, row).map(|name| PriceUnit::from_word(name).ok_or(FieldError::OtherUnit)).transpose()
    }

    /// Whether a row's stock is counted in something else than pieces.
    pub fn counts_others(self, row: &[String]) -> bool {
        let is_pieces = |unit: &str| {
            matches!(&*folded(unit), "each" | "ea" | "عددی")
                || parse_whole(&format!("1 {unit}"), words_of(Field::Stock), Signs::default()).is_ok()
        };
        named(self.stock, row).is_some_and(|unit| !is_pieces(unit))
    }

    /// What a row's weight is multiplied by to be in grams; `None` where no unit is named.
    ///
    /// # Errors
    /// `OtherUnit` for one that is not converted, such as pounds.
    pub fn weight(self, row: &[String]) -> Result<Option<i64>, FieldError> {
        let factor = |name: &str| kilograms(name).map(|is_kilograms| if is_kilograms { 1000 } else { 1 });
        named(self.weight, row).map(|name| factor(name).ok_or(FieldError::OtherUnit)).transpose()
    }
}

/// Whether a column has nothing but names or signs of currencies.
fn has_currencies(rows: &[(usize, &[String])], column: usize) -> bool {
    let is_one = |cell: &str| {
        PriceUnit::is_other_currency(cell)
            || (PriceUnit::from_word(cell).is_some() && cell.chars().count() > 1)
    };
    let mut cells = rows.iter().filter_map(|(_, row)| named(Some(column), row)).peekable();
    cells.peek().is_some() && cells.all(is_one)
}

fn named(column: Option<usize>, row: &[String]) -> Option<&str> {
    column.and_then(|column| row.get(column)).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())
}
