//! Columns that say in which unit each row has its price or its weight.

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::headings::{kilograms, normalized};
use vitrine_domain::category::Unit;
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

/// What a good is sold in, which is the unit of its price.
const OF_GOODS: [&str; 22] = [
    "unit",
    "units",
    "unit of measure",
    "uom",
    "u m",
    "um",
    "sales unit",
    "sale unit",
    "selling unit",
    "unit of sale",
    "sold by",
    "per",
    "واحد",
    "واحد فروش",
    "واحد شمارش",
    "واحد کالا",
    "واحد اصلی",
    "واحد سنجش",
    "واحد اندازه گیری",
    "واحد محصول",
    "یکا",
    "نوع واحد",
];

/// What a good is packed in, which is its price's unit only where it says so.
const OF_PACKAGES: [&str; 8] = [
    "packaging",
    "packing",
    "pack",
    "package type",
    "packing unit",
    "بسته بندی",
    "نوع بسته",
    "نوع بسته بندی",
];

/// Words for several pieces, wherever they stand.
const SEVERAL: [&str; 20] = [
    "جین",
    "جینی",
    "دوجین",
    "کارتن",
    "کارتنی",
    "پالت",
    "شل",
    "dozen",
    "dozens",
    "dz",
    "doz",
    "carton",
    "cartons",
    "ctn",
    "ctns",
    "case",
    "cases",
    "cs",
    "pallet",
    "gross",
];

/// Words for several pieces where they name the unit of a good.
const SEVERAL_AS_UNIT: [&str; 24] = [
    "بسته",
    "بستهای",
    "جعبه",
    "جعبهای",
    "جفت",
    "جفتی",
    "کیسه",
    "گونی",
    "box",
    "boxes",
    "bx",
    "pack",
    "packs",
    "packet",
    "pk",
    "pkt",
    "pair",
    "pairs",
    "pr",
    "bag",
    "bags",
    "bundle",
    "inner",
    "crate",
];

/// The columns with the units, by their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitColumns {
    price: Option<usize>,
    weight: Option<usize>,
    stock: Option<usize>,
    goods: Option<usize>,
    packages: Option<usize>,
    /// Whether the unit of a good is sent with it.
    is_sent: bool,
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
        let sent = columns.position(ColumnUse::Field(Field::UnitType));
        let is_free = |place: &usize| is_free(place);
        Self {
            price: price.or_else(of_currencies),
            weight: place(&OF_WEIGHTS),
            stock: place(&OF_STOCKS),
            goods: sent.or_else(|| place(&OF_GOODS).filter(is_free)),
            packages: place(&OF_PACKAGES).filter(is_free),
            is_sent: sent.is_some(),
        }
    }

    /// Whether a row's price is that of several pieces, while its product would be one of them.
    pub fn is_of_several(self, row: &[String]) -> bool {
        let is_sent = |unit: &str| self.is_sent && Unit::from_word(unit).is_some();
        named(self.goods, row).is_some_and(|unit| !is_sent(unit) && has_several(unit, &SEVERAL_AS_UNIT))
            || named(self.packages, row).is_some_and(|package| has_several(package, &[]))
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

/// Whether a unit has several pieces: a dozen, `PK6`, «۱۲ عددی».
fn has_several(unit: &str, more: &[&str]) -> bool {
    let said = folded(unit);
    let is_end = |c: char| !c.is_alphanumeric();
    let parts = || said.split(is_end).flat_map(|word| word.split(|c: char| c.is_ascii_digit()));
    let words = || parts().filter(|word| !word.is_empty());
    let numbers = said.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<u32>().ok());
    let is_measure = || words().any(|word| kilograms(word).is_some());
    words().any(|word| SEVERAL.contains(&word) || more.contains(&word))
        || (numbers.max().unwrap_or(1) > 1 && words().any(is_piece) && !is_measure())
}

/// Whether a word counts pieces behind their number.
fn is_piece(word: &str) -> bool {
    matches!(
        word,
        "عدد" | "عددی" | "تا" | "تایی" | "دانه" | "pk" | "pack" | "pcs" | "pc" | "pieces" | "x" | "per"
    )
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
