//! Which column has the stock, where several count pieces: what can be sold, what is on hand, what is in each
//! warehouse.

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::headings::{base, counts_cartons, meaning, normalized};
use super::stock_places::is_not_kept;
use vitrine_domain::text::folded;
use vitrine_domain::{Field, Signs, none_in_stock, parse_whole};

/// Headings over pieces, beside those that mean the stock by themselves.
const PIECES: [&str; 24] = [
    "available",
    "available stock",
    "available for sale",
    "free to use quantity",
    "free quantity",
    "free stock",
    "sellable",
    "sellable quantity",
    "quantity on hand",
    "qty available",
    "on hand quantity",
    "physical quantity",
    "physical stock",
    "total inventory",
    "total stock",
    "new stock",
    "new qty",
    "new quantity",
    "updated stock",
    "updated qty",
    "updated quantity",
    "قابل فروش",
    "تعداد قابل فروش",
    "مانده انبار",
];

/// How headings begin that go on with the name of a warehouse or a place.
const OF_PLACES: [&str; 4] = ["inventory available: ", "inventory on hand: ", "current quantity ", "موجودی "];

/// Words of a heading over pieces that are nobody's to sell, or that are no pieces.
const OTHERS: [&str; 40] = [
    "رزرو",
    "حداقل",
    "حداکثر",
    "هشدار",
    "وضعیت",
    "ناموجود",
    "اولیه",
    "ضایعات",
    "ارزش",
    "مبلغ",
    "قیمت",
    "تاریخ",
    "ریال",
    "تومان",
    "احتیاطی",
    "اطمینان",
    "سال قبل",
    "سال گذشته",
    "دوره قبل",
    "ماه قبل",
    "ماه گذشته",
    "قبلی",
    "اول دوره",
    "ابتدای دوره",
    "اول سال",
    "ابتدای سال",
    "افتتاحیه",
    "در راه",
    "در حال حمل",
    "امانی",
    "امانت",
    "سفارش",
    "تعهد",
    "ناقص",
    "معیوب",
    "خراب",
    "مرجوعی",
    "days",
    "opening",
    "transit",
];

/// Headings over words that say whether there are any pieces.
const AVAILABILITY: [&str; 6] =
    ["availability", "stock status", "stock availability", "وضعیت موجودی", "وضعیت انبار", "موجود / ناموجود"];

/// Whether the words below a heading say whether there are any pieces, and not how many.
pub fn says_available(heading: &str) -> bool {
    AVAILABILITY.iter().any(|known| normalized(known) == normalized(heading))
}

/// Whether a cell says that there are pieces, and not how many.
pub fn is_available(text: &str) -> bool {
    let said = folded(&text.replace(['_', '-'], " "));
    ["in stock", "instock", "available", "موجود", "موجود است", "preorder", "backorder"].contains(&&*said)
}

fn may_be_stock(heading: &str) -> bool {
    let (said, plain) = (normalized(heading), base(heading));
    let is_other = || OTHERS.iter().any(|word| said.contains(word));
    meaning(heading).is_some_and(|meaning| meaning.used_for == ColumnUse::Field(Field::Stock))
        || PIECES.contains(&plain.as_str())
        || (!counts_cartons(&said) && OF_PLACES.iter().any(|place| said.starts_with(place)) && !is_other())
}

/// What a column counts.
struct Count {
    column: usize,
    filled: usize,
    pieces: i64,
}

impl Count {
    /// Of a column in which nothing but numbers stands.
    fn of(rows: &[(usize, &[String])], column: usize) -> Option<Self> {
        let cells = rows.iter().filter_map(|(_, row)| row.get(column)).map(|cell| cell.trim());
        let filled: Vec<&str> = cells.filter(|cell| !cell.is_empty() && !is_not_kept(cell)).collect();
        let numbers: Option<Vec<i64>> =
            filled.iter().map(|cell| parse_whole(cell, &[], Signs::default()).ok()).collect();
        let pieces = numbers?.into_iter().fold(0, i64::saturating_add);
        Some(Self { column, filled: filled.len(), pieces }).filter(|count| count.filled > 0)
    }
}

impl Columns {
    /// The columns that are used for nothing and could have the stock. `headings` are those that are seen.
    pub fn other_stocks(uses: &[Option<ColumnUse>], headings: &[String]) -> Vec<usize> {
        // Shopify's list of stocks has the names of places as headings, behind the country of origin.
        let places = headings.iter().position(|heading| normalized(heading) == "coo");
        let is_place =
            |place: usize| places.is_some_and(|behind| place > behind) && !headings[place].trim().is_empty();
        let is_other =
            |place: &usize| uses[*place].is_none() && (may_be_stock(&headings[*place]) || is_place(*place));
        (0..headings.len().min(uses.len())).filter(is_other).collect()
    }

    /// Columns with the same numbers as that of the stock, or with none, leave no doubt about it. Of the
    /// others the one with the fewest pieces is used until somebody says which is meant: nothing is sold that
    /// is not there.
    pub fn settle_stocks(&mut self, rows: &[(usize, &[String])]) {
        let stock = ColumnUse::Field(Field::Stock);
        if !self.is_chosen {
            let candidates = self.position(stock).into_iter().chain(self.doubts.other_stocks.iter().copied());
            let counts: Vec<Count> = candidates.filter_map(|column| Count::of(rows, column)).collect();
            let most = counts.iter().map(|count| count.filled).max().unwrap_or(0);
            let is_full = |count: &&Count| 2 * count.filled >= most;
            let before = self.position(stock);
            let is_counted = before.is_none_or(|used| counts.iter().any(|count| count.column == used));
            if let Some(fewest) = counts.iter().filter(is_full).min_by_key(|count| count.pieces)
                && is_counted
                && before != Some(fewest.column)
            {
                before.into_iter().for_each(|column| self.uses[column] = None);
                self.uses[fewest.column] = Some(stock);
                self.doubts.other_stocks.retain(|column| *column != fewest.column);
                self.doubts.other_stocks.extend(before);
                self.doubts.other_stocks.sort_unstable();
            }
        }
        if !self.is_chosen && self.position(stock).is_some_and(|used| self.is_beside_cartons(used, rows)) {
            self.uses
                .iter_mut()
                .filter(|used_for| **used_for == Some(stock))
                .for_each(|used_for| *used_for = None);
        }
        let Some(used) = self.position(stock) else {
            self.doubts.other_stocks.clear();
            if !self.is_chosen {
                self.use_availability(rows);
            }
            return;
        };
        let number = |row: &[String], place: usize| {
            row.get(place).map(|cell| folded(cell)).filter(|cell| cell.chars().any(char::is_numeric))
        };
        self.doubts.other_stocks.retain(|place| {
            let differs = |(_, row): &(usize, &[String])| {
                number(row, *place).is_some_and(|other| number(row, used).as_ref() != Some(&other))
            };
            rows.iter().any(differs)
        });
    }

    /// Whether a column has the loose pieces alone, beside one of the cartons that are there.
    fn is_beside_cartons(&self, used: usize, rows: &[(usize, &[String])]) -> bool {
        const LOOSE: [&str; 5] = ["جزء", "جز", "خرده", "باز", "loose"];
        let said = |place: usize| normalized(&self.headings[place]);
        let is_loose = said(used).split(' ').any(|word| LOOSE.contains(&word));
        let has_some = |place: usize| {
            let cells = rows.iter().filter_map(|(_, row)| row.get(place));
            cells.filter_map(|cell| parse_whole(cell, &[], Signs::default()).ok()).any(|count| count > 0)
        };
        let are_cartons = |place: usize| {
            counts_cartons(&said(place))
                && said(place).contains("موجودی") | said(place).contains("stock")
                && has_some(place)
        };
        is_loose && (0..self.headings.len()).any(are_cartons)
    }

    /// Feeds say of each product whether there is any: what is sold out has no pieces.
    fn use_availability(&mut self, rows: &[(usize, &[String])]) {
        let says =
            |cell: &String| cell.trim().is_empty() || is_available(cell) || none_in_stock(cell).is_some();
        let is_one = |place: &usize| {
            self.uses[*place].is_none()
                && says_available(&self.headings[*place])
                && rows.iter().filter_map(|(_, row)| row.get(*place)).all(says)
        };
        if let Some(place) = (0..self.headings.len().min(self.uses.len())).find(is_one) {
            self.uses[place] = Some(ColumnUse::Field(Field::Stock));
        }
    }
}
