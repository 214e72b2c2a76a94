//! What the columns of a sheet are used for: guessed from its headings, or chosen by a person.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::column_use::ColumnUse;
use super::export::Export;
use super::formats::sheet_cells::SheetCells;
use super::headings::{Headings, SEARCHED_ROWS, base, meaning, normalized, price_unit, row_of_headings};
use super::headless::{self, Headless};
use super::matching::key;
use super::prices::{SamePrices, may_be_price};
use crate::import::file_name::counter;
use vitrine_domain::{Field, FieldKind, FieldUnit, Point, PriceUnit, parse_integer};

/// A person's choice of what the columns are used for, in all sheets with the same headings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ColumnMapping {
    /// The headings in their order, as they are compared.
    pub headings: Vec<String>,
    /// The name of each column's use; empty for a column that is not used.
    pub columns: Vec<String>,
    /// The unit of the sheet's prices, as the person said.
    pub price_unit: Option<PriceUnit>,
    /// What a point before three digits is in the sheet's numbers, as the person said.
    pub point: Option<Point>,
    /// The unit of weights without one, as the person said.
    pub weight_unit: Option<WeightUnit>,
    /// Further columns that could have the stock, while the person has not said which does.
    pub other_stocks: Vec<usize>,
}

/// Columns of which the sheet does not say whether they are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnDoubts {
    /// A column whose values are those of photos, but could be numbers of something else: somebody has to
    /// say.
    pub may_name_photos: Option<usize>,
    /// Further columns that could have the prices, or the only ones where none is used for them.
    pub other_prices: Vec<usize>,
    /// The column with the same prices in another unit.
    pub same_prices: Option<SamePrices>,
    /// Further columns that could have the stock.
    pub other_stocks: Vec<usize>,
}

/// A unit of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightUnit {
    Grams,
    Kilograms,
}

impl ColumnMapping {
    /// Uses a column for something. Another column with that use is no longer used.
    pub fn assign(&mut self, index: usize, used_for: Option<ColumnUse>) {
        let name = used_for.map_or("", ColumnUse::name);
        if used_for.is_some_and(|used_for| !used_for.may_repeat()) {
            self.columns.iter_mut().filter(|other| *other == name).for_each(String::clear);
        }
        if used_for == Some(ColumnUse::Field(Field::Stock)) {
            self.other_stocks.clear();
        }
        if let Some(column) = self.columns.get_mut(index) {
            name.clone_into(column);
        }
    }
}

/// A column with a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetColumn {
    /// Its index in the sheet.
    pub index: usize,
    /// As written.
    pub heading: String,
    /// Its first values.
    pub examples: Vec<String>,
    /// `None`: not used.
    pub used_for: Option<ColumnUse>,
}

/// The columns of a sheet, and the row of their headings.
#[derive(Debug, Default)]
pub struct Columns {
    /// The row of the headings, from 0.
    pub header: usize,
    /// The first row below them.
    pub first_row: usize,
    /// The heading over each column.
    pub headings: Vec<String>,
    /// The use of each column by its index.
    pub uses: Vec<Option<ColumnUse>>,
    /// The shop system whose export it is.
    pub export: Option<Export>,
    pub doubts: ColumnDoubts,
    /// Whether there are no headings: what the columns are is guessed by their values, and has to be
    /// confirmed.
    pub is_headless: bool,
    /// The unit that the heading of the prices names.
    pub named_unit: Option<PriceUnit>,
    /// The unit of the prices that a person chose.
    pub price_unit: Option<PriceUnit>,
    /// What a point before three digits is, as a person chose.
    pub point: Option<Point>,
    /// The unit of weights without one, as a person chose.
    pub weight_unit: Option<WeightUnit>,
    /// Whether a person chose the uses.
    pub is_chosen: bool,
}

/// Headings that a list of orders has, and one of goods has not.
const ORDERS: [&str; 25] = [
    "customer",
    "customer name",
    "buyer",
    "buyer name",
    "order",
    "order id",
    "order number",
    "order no",
    "order date",
    "invoice",
    "invoice number",
    "invoice no",
    "ship to",
    "مشتری",
    "نام مشتری",
    "کد مشتری",
    "خریدار",
    "نام خریدار",
    "سفارش",
    "شماره سفارش",
    "کد سفارش",
    "تاریخ سفارش",
    "شماره فاکتور",
    "تاریخ فاکتور",
    "گیرنده",
];

/// Headings over what tells the variants of a product apart.
const PROPERTIES: [&str; 21] = [
    "size",
    "color",
    "colour",
    "option",
    "variant",
    "variation",
    "سایز",
    "اندازه",
    "سایزبندی",
    "رنگ",
    "طرح",
    "تنوع",
    "رنگ بندی",
    "رنگبندی",
    "beden",
    "renk",
    "ölçü",
    "المقاس",
    "مقاس",
    "اللون",
    "لون",
];

/// Values of a column that are shown to recognise it by.
const EXAMPLES: usize = 2;

impl Columns {
    /// Finds the headings and what the columns below them are used for: as a person chose for these headings,
    /// else as they say. `None` for an empty sheet.
    pub fn find(cells: &SheetCells, chosen: &[ColumnMapping]) -> Option<Self> {
        let rows = &cells.rows;
        let fits = |headings: &[String]| {
            let headings = compared(headings);
            chosen.iter().find(|mapping| !mapping.headings.is_empty() && mapping.headings == headings)
        };
        // Where no heading is known, a title of one cell is above the headings.
        let filled = |row: &[String]| row.iter().filter(|cell| !cell.trim().is_empty()).count();
        let several = || rows.iter().take(SEARCHED_ROWS).position(|row| filled(row) > 1);
        let is_headless =
            |first: usize| headless::begins_at(rows, first) || headless::is_of_texts(rows, first);
        if row_of_headings(rows).is_none()
            && let Some(first) =
                several().filter(|first| is_headless(*first)).or_else(|| headless::list(rows))
        {
            let Headless { headings, uses } = Headless::of(rows, first);
            let columns = Self {
                header: first,
                first_row: first,
                headings,
                uses,
                is_headless: true,
                ..Self::default()
            };
            return Some(match fits(&columns.headings) {
                Some(mapping) => Self { uses: uses_of(mapping), ..Self::of_choice(columns, mapping) },
                None => columns,
            });
        }
        let header =
            row_of_headings(rows).or_else(several).or_else(|| rows.iter().position(|row| filled(row) > 0))?;
        // What is above and below them is the same with a choice as without.
        let guessed = Headings::at(rows, header);
        if let Some(mapping) = fits(&guessed.texts) {
            return Some(Self::chosen(guessed, rows, mapping));
        }
        for at in 0..rows.len().min(SEARCHED_ROWS) {
            if let Some(mapping) = fits(&rows[at]) {
                return Some(Self::chosen(
                    Headings { row: at, below: at + 1, texts: rows[at].clone() },
                    rows,
                    mapping,
                ));
            }
            let several = Headings::at(rows, at);
            if let Some(mapping) = (several.texts != rows[at]).then(|| fits(&several.texts)).flatten() {
                return Some(Self::chosen(several, rows, mapping));
            }
        }
        Some(Self::guessed(guessed, rows, &cells.hidden_columns))
    }

    /// Whether a person chose what the columns below these headings are used for.
    pub fn are_chosen(cells: &SheetCells, chosen: &[ColumnMapping]) -> bool {
        Self::find(cells, chosen).is_some_and(|columns| columns.is_chosen)
    }

    /// Whether the columns hold what goods have: a price, a stock or photos. A list of suppliers has names
    /// and codes only, and one of orders has who bought how many.
    pub fn are_of_goods(cells: &SheetCells, chosen: &[ColumnMapping]) -> bool {
        let is_of_goods = |column: &ColumnUse| {
            matches!(
                column,
                ColumnUse::Field(Field::PrimaryPrice | Field::Stock | Field::Photo | Field::Photos)
                    | ColumnUse::PhotoName
            )
        };
        Self::find(cells, chosen).is_some_and(|columns| {
            columns.is_chosen || (columns.uses.iter().flatten().any(is_of_goods) && !columns.are_of_orders())
        })
    }

    /// Whether the columns say who bought how many, unless a person chose them.
    pub fn are_of_orders(&self) -> bool {
        let is_of_orders = |heading: &String| ORDERS.contains(&normalized(heading).as_str());
        !self.is_chosen && self.headings.iter().any(is_of_orders)
    }

    fn chosen(headings: Headings, rows: &[Vec<String>], mapping: &ColumnMapping) -> Self {
        let export = Export::find(&headings.texts, below(rows, &headings)).map(|(export, _)| export);
        Self { export, ..Self::of_choice(Self::with_uses(headings, uses_of(mapping)), mapping) }
    }

    fn of_choice(columns: Self, mapping: &ColumnMapping) -> Self {
        let ColumnMapping { price_unit, point, weight_unit, .. } = *mapping;
        let doubts = ColumnDoubts { other_stocks: mapping.other_stocks.clone(), ..columns.doubts };
        Self { price_unit, point, weight_unit, doubts, is_chosen: true, ..columns }
    }

    fn with_uses(headings: Headings, uses: Vec<Option<ColumnUse>>) -> Self {
        let named_unit = unit_over_prices(&headings.texts, &uses);
        Self {
            header: headings.row,
            first_row: headings.below,
            headings: headings.texts,
            uses,
            named_unit,
            ..Self::default()
        }
    }

    /// `hidden`: columns that their owner does not show. Nothing is read from them, unless a person chooses
    /// one.
    fn guessed(headings: Headings, rows: &[Vec<String>], hidden: &BTreeSet<usize>) -> Self {
        if let Some((export, uses)) = Export::find(&headings.texts, below(rows, &headings)) {
            let other_stocks = Self::other_stocks(&uses, &headings.texts);
            let doubts = ColumnDoubts { other_stocks, ..ColumnDoubts::default() };
            return Self { export: Some(export), doubts, ..Self::with_uses(headings, uses) };
        }
        let shown = |(at, heading): (usize, &String)| {
            if hidden.contains(&at) { String::new() } else { heading.clone() }
        };
        let row: Vec<String> = headings.texts.iter().enumerate().map(shown).collect();
        let mut uses: Vec<Option<ColumnUse>> = vec![None; row.len()];
        // A field's own name counts more than another heading with its meaning.
        for own_name in [true, false] {
            for (at, heading) in row.iter().enumerate() {
                let meaning = meaning(heading).map(|meaning| meaning.used_for);
                let is_own = meaning.is_some_and(|used_for| used_for.name() == heading.trim());
                let fits =
                    meaning.is_some_and(|used_for| used_for.may_repeat() || !uses.contains(&Some(used_for)));
                if uses[at].is_none() && is_own == own_name && fits {
                    uses[at] = meaning;
                }
            }
        }
        // A regular price counts more than that of a sale, wherever it stands.
        let is_sale = |place: usize| is_sale_price(&row[place]);
        if let Some(sale) = uses
            .iter()
            .position(|used_for| *used_for == Some(ColumnUse::Field(Field::PrimaryPrice)))
            .filter(|place| is_sale(*place))
        {
            let means_price = |heading: &String| {
                meaning(heading)
                    .is_some_and(|meaning| meaning.used_for == ColumnUse::Field(Field::PrimaryPrice))
            };
            if let Some(regular) =
                (0..row.len()).find(|place| *place != sale && means_price(&row[*place]) && !is_sale(*place))
            {
                uses.swap(sale, regular);
            }
        }
        prefer_own_code(&mut uses, &row);
        let may_be_price =
            |place: &usize| uses[*place].is_none() && may_be_price(&row[*place]) && !is_sale(*place);
        let other_prices = (0..row.len()).filter(may_be_price).collect();
        let other_stocks = Self::other_stocks(&uses, &row);
        let doubts = ColumnDoubts { other_prices, other_stocks, ..ColumnDoubts::default() };
        Self { doubts, ..Self::with_uses(headings, uses) }
    }

    /// The column that says whether the price of an option is added to that of its product.
    pub fn prefix(&self) -> Option<usize> {
        self.headings.iter().position(|heading| normalized(heading) == "price prefix")
    }

    /// What the numbers of a column are multiplied by.
    pub fn factor(&self, column: usize, field: Field) -> i64 {
        let of_heading = self
            .headings
            .get(column)
            .and_then(|heading| meaning(heading))
            .map_or(1, |meaning| meaning.factor);
        let is_chosen =
            self.weight_unit == Some(WeightUnit::Kilograms) && self.names_no_weight_unit(column, field);
        let of_heading = if is_chosen { 1000 } else { of_heading };
        of_heading.max(self.export.map_or(1, |export| export.factor(field)))
    }

    /// Uses the columns of sizes, colors and the like for what tells variants apart.
    pub fn find_properties(&mut self) {
        if self.is_chosen || self.export.is_some() {
            return;
        }
        for (used_for, heading) in self.uses.iter_mut().zip(&self.headings) {
            if used_for.is_none() && PROPERTIES.contains(&normalized(heading).as_str()) {
                *used_for = Some(ColumnUse::Property);
            }
        }
    }

    /// The columns of sizes, colors and the like that are used for nothing else.
    pub fn properties(&self) -> Vec<usize> {
        let is_one = |place: &usize| {
            matches!(self.uses.get(*place), None | Some(None | Some(ColumnUse::Property)))
                && PROPERTIES.contains(&normalized(&self.headings[*place]).as_str())
        };
        (0..self.headings.len()).filter(is_one).collect()
    }

    /// Accounts call the name of a good its description: where there are prices and no other name, a
    /// description is one.
    pub fn name_by_description(&mut self) {
        let [name, description, price] =
            [Field::Name, Field::Description, Field::PrimaryPrice].map(ColumnUse::Field);
        let may_be_price = self.position(price).is_some() || !self.doubts.other_prices.is_empty();
        if self.is_chosen || self.export.is_some() || self.position(name).is_some() || !may_be_price {
            return;
        }
        if let Some(at) = self.position(description)
            && ["شرح", "description", "item description"].contains(&normalized(&self.headings[at]).as_str())
        {
            self.uses[at] = Some(name);
        }
    }

    /// Where there are prices and no name, goods are called by their brand and model, or by what kind they
    /// are: each column with a part of that is one of the name.
    pub fn name_by_parts(&mut self) {
        const MODELS: [&str; 4] = ["model", "مدل", "نام مدل", "model name"];
        const BRANDS: [&str; 6] = ["brand", "برند", "مارک", "marka", "سازنده", "manufacturer"];
        const KINDS: [&str; 5] = ["type", "نوع", "نوع کالا", "نوع محصول", "product type"];
        const DESIGNS: [&str; 3] = ["طرح", "design", "نقشه"];
        let [name, price] = [Field::Name, Field::PrimaryPrice].map(ColumnUse::Field);
        let may_be_price = self.position(price).is_some() || !self.doubts.other_prices.is_empty();
        if self.is_chosen || self.export.is_some() || self.position(name).is_some() || !may_be_price {
            return;
        }
        let of = |parts: &[&str]| -> Vec<usize> {
            let is_one = |place: &usize| {
                matches!(self.uses.get(*place), Some(None | Some(ColumnUse::Property)))
                    && parts.contains(&normalized(&self.headings[*place]).as_str())
            };
            (0..self.headings.len()).filter(is_one).collect()
        };
        // Photos are called by the code, where there is one, and a kind is that of many.
        let has_code = self.position(ColumnUse::Field(Field::Sku)).is_some();
        let (models, kinds, designs) = (of(&MODELS), of(&KINDS), of(&DESIGNS));
        let parts = match () {
            () if !models.is_empty() => [of(&BRANDS), models].concat(),
            () if has_code => Vec::new(),
            () if !kinds.is_empty() => kinds,
            () => designs,
        };
        parts.into_iter().for_each(|place| self.uses[place] = Some(name));
    }

    /// Whether a column has weights, and neither its heading nor its program says in which unit. In a sheet
    /// of this program they are in grams: it has headings that nobody else writes.
    pub fn names_no_weight_unit(&self, column: usize, field: Field) -> bool {
        let is_own =
            |heading: &String| heading.contains('_') && ColumnUse::from_name(heading.trim()).is_some();
        let is_plain = |heading: &String| {
            base(heading) == normalized(heading)
                && (ColumnUse::from_name(heading.trim()).is_none() || !self.headings.iter().any(is_own))
        };
        field.spec().unit == Some(FieldUnit::Grams)
            && !self.export.is_some_and(Export::says_weight_unit)
            && self.headings.get(column).is_some_and(is_plain)
    }

    /// Uses a column for the names of photos if its heading says nothing, no other column names photos, and
    /// at least half of its values are among `names`, as [`key`] writes them. Numbers, and values that
    /// repeat, may count something else: somebody has to say.
    pub fn find_photo_names<'a>(
        &mut self,
        rows: impl Iterator<Item = &'a [String]> + Clone,
        names: &HashSet<String>,
    ) {
        self.leave_out_counts(rows.clone());
        let names_photos = |used_for: &ColumnUse| match used_for {
            ColumnUse::PhotoName | ColumnUse::Source => true,
            ColumnUse::Field(field) => matches!(field.kind(), FieldKind::Photos),
            _ => false,
        };
        if self.is_chosen
            || self.export.is_some()
            || names.is_empty()
            || self.uses.iter().flatten().any(names_photos)
        {
            return;
        }
        let mut values: Vec<Values> = self.uses.iter().map(|_| Values::default()).collect();
        for row in rows {
            for (place, cell) in
                row.iter().enumerate().take(values.len()).filter(|(_, cell)| !cell.trim().is_empty())
            {
                if self.uses[place].is_none() {
                    values[place].add(key(cell), names);
                }
            }
        }
        let fits = |index: &usize| {
            self.uses[*index].is_none()
                && values[*index].known > 0
                && 2 * values[*index].known >= values[*index].filled
        };
        let best = |sure: bool| {
            (0..values.len())
                .filter(fits)
                .filter(|index| values[*index].are_names() == sure)
                .max_by_key(|index| values[*index].known)
        };
        match best(true) {
            Some(best) => self.uses[best] = Some(ColumnUse::PhotoName),
            None => self.doubts.may_name_photos = best(false),
        }
    }

    /// A column of photos with small numbers alone may have their names or how many there are.
    fn leave_out_counts<'a>(&mut self, rows: impl Iterator<Item = &'a [String]> + Clone) {
        if self.is_chosen {
            return;
        }
        for place in 0..self.uses.len() {
            let Some(ColumnUse::Field(Field::Photo | Field::Photos)) = self.uses[place] else { continue };
            let mut cells = rows.clone().filter_map(|row| row.get(place)).map(|cell| cell.trim());
            let is_small = |cell: &str| cell.chars().count() < 3 && parse_integer(cell).is_ok();
            let is_filled = cells.clone().any(|cell| !cell.is_empty());
            if is_filled && cells.all(|cell| cell.is_empty() || is_small(cell)) {
                self.uses[place] = None;
            }
        }
    }

    /// What rows say, each without its own number and what became of it in an earlier import.
    pub fn sayings(&self) -> impl for<'r> Fn(&'r [String]) -> Vec<&'r str> + use<> {
        const NUMBERS: [&str; 7] = ["ردیف", "#", "no", "no.", "row", "شماره ردیف", "شماره"];
        // The ID, the status and the problem, side by side.
        const RESULTS: [[&str; 3]; 2] =
            [["product id", "status", "problem"], ["شناسهٔ محصول", "وضعیت", "مشکل"]];
        let headings: Vec<String> = self.headings.iter().map(|heading| normalized(heading)).collect();
        let mut is_of_row: Vec<bool> =
            headings.iter().map(|heading| NUMBERS.contains(&heading.as_str())).collect();
        let are_results = |of: &[String]| RESULTS.iter().any(|result| of.iter().eq(&result.map(normalized)));
        for (at, _) in headings.windows(3).enumerate().filter(|(_, of)| are_results(of)) {
            is_of_row[at..at + 3].fill(true);
        }
        move |row| {
            let said = row.iter().enumerate().filter(|(place, _)| is_of_row.get(*place) != Some(&true));
            said.map(|(_, cell)| cell.trim()).collect()
        }
    }

    /// The index of the column of this use.
    pub fn position(&self, used_for: ColumnUse) -> Option<usize> {
        self.uses.iter().position(|other| *other == Some(used_for))
    }

    /// All columns in their order, except that those of photos stand in the order of the numbers in their
    /// headings: `Image 3`, `Image 1`.
    pub fn in_order_of_photos(&self) -> Vec<usize> {
        let heading = |place: usize| self.headings.get(place).map_or("", |heading| heading.trim());
        let numbered: Vec<usize> = (0..self.uses.len())
            .filter(|&place| self.uses[place] == Some(ColumnUse::Field(Field::Photos)))
            .filter(|&place| counter(heading(place)) > 0)
            .collect();
        let mut sorted = numbered.clone();
        sorted.sort_by_key(|&place| counter(heading(place)));
        let mut order: Vec<usize> = (0..self.uses.len()).collect();
        numbered.iter().zip(sorted).for_each(|(place, column)| order[*place] = column);
        order
    }

    /// The columns to show: those with a heading or values.
    pub fn describe(&self, rows: &[(usize, &[String])]) -> Vec<SheetColumn> {
        let width = self.headings.len().max(self.uses.len());
        let column = |index: usize| {
            let values = rows
                .iter()
                .filter_map(|(_, row)| row.get(index))
                .map(|cell| cell.trim())
                .filter(|cell| !cell.is_empty());
            let heading = self.headings.get(index).map_or("", |heading| heading.trim());
            SheetColumn {
                index,
                heading: heading.to_owned(),
                examples: values.take(EXAMPLES).map(str::to_owned).collect(),
                used_for: self.uses.get(index).copied().flatten(),
            }
        };
        (0..width)
            .map(column)
            .filter(|column| !(column.heading.is_empty() && column.examples.is_empty()))
            .collect()
    }
}

/// What a column has in its rows.
#[derive(Default)]
struct Values {
    filled: usize,
    /// Those that are names of photos.
    known: usize,
    distinct: HashSet<String>,
    words: usize,
}

impl Values {
    fn add(&mut self, value: String, names: &HashSet<String>) {
        self.filled += 1;
        self.known += usize::from(names.contains(&value));
        // A long number is a code, which counts nothing.
        self.words += usize::from(value.len() > 4 || !value.chars().all(|c| c.is_ascii_digit()));
        self.distinct.insert(value);
    }

    /// Whether they can only be names.
    fn are_names(&self) -> bool {
        2 * self.words > self.filled && self.distinct.len() == self.filled
    }
}

/// Whether a heading over prices is that of a lower price for a time.
fn is_sale_price(heading: &str) -> bool {
    let said = format!(" {} ", normalized(heading));
    [" sale price ", " special price ", " discount", "فروش ویژه", "تخفیف", "حراج"]
        .iter()
        .any(|word| said.contains(word))
}

fn uses_of(mapping: &ColumnMapping) -> Vec<Option<ColumnUse>> {
    mapping.columns.iter().map(|name| ColumnUse::from_name(name)).collect()
}

fn unit_over_prices(row: &[String], uses: &[Option<ColumnUse>]) -> Option<PriceUnit> {
    let prices = uses.iter().position(|used_for| *used_for == Some(ColumnUse::Field(Field::PrimaryPrice)))?;
    price_unit(row.get(prices)?)
}

/// The rows below headings.
fn below<'r>(rows: &'r [Vec<String>], headings: &Headings) -> &'r [Vec<String>] {
    rows.get(headings.below..).unwrap_or_default()
}

/// The headings of a row as they are compared, without empty ones at the end.
pub fn compared(row: &[String]) -> Vec<String> {
    let mut headings: Vec<String> = row.iter().map(|heading| normalized(heading)).collect();
    while headings.last().is_some_and(String::is_empty) {
        headings.pop();
    }
    headings
}

/// Uses the shop's own code, where the one in use is the number of an offer on eBay.
fn prefer_own_code(uses: &mut [Option<ColumnUse>], headings: &[String]) {
    let code = Some(ColumnUse::Field(Field::Sku));
    let is_offer = |place: &usize| normalized(&headings[*place]) == "item number";
    let Some(offer) = uses.iter().position(|used_for| *used_for == code).filter(is_offer) else { return };
    let is_own = |place: &usize| {
        let said = normalized(&headings[*place]);
        uses[*place].is_none() && (said == "sku" || said.starts_with("custom label"))
    };
    if let Some(own) = (0..uses.len()).find(is_own) {
        uses.swap(offer, own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(rows: &[&[&str]]) -> SheetCells {
        let rows = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
        SheetCells { rows, ..SheetCells::default() }
    }

    fn uses(columns: &Columns) -> Vec<&str> {
        columns.uses.iter().map(|used_for| used_for.map_or("", ColumnUse::name)).collect()
    }

    #[test]
    fn of_two_headings_for_a_field_the_first_is_used_and_an_own_name_before_it() {
        let sheet = cells(&[&["Regular price", "Sale price", "نام", "name", "عکس ۱", "عکس ۲"]]);
        assert_eq!(
            uses(&Columns::find(&sheet, &[]).unwrap()),
            ["primary_price", "", "", "name", "photos", "photos"]
        );
    }

    #[test]
    fn a_description_is_the_name_where_there_is_no_other() {
        for (headings, expected) in [
            (["کد", "شرح", "فی"], ["sku", "name", "primary_price"]),
            (["sku", "description", "price"], ["sku", "name", "primary_price"]),
            (["نام", "شرح", "فی"], ["name", "description", "primary_price"]),
            (["sku", "description", "stock"], ["sku", "description", "stock"]),
        ] {
            let mut columns = Columns::find(&cells(&[&headings]), &[]).unwrap();
            columns.name_by_description();
            assert_eq!(uses(&columns), expected, "{headings:?}");
        }
    }

    #[test]
    fn a_hidden_column_has_no_prices() {
        let sheet = cells(&[&["نام", "قیمت", "قیمت"], &["گلیم", "800000", "1200000"]]);
        let shown = Columns::find(&sheet, &[]).unwrap();
        assert_eq!((uses(&shown), &shown.doubts.other_prices), (vec!["name", "primary_price", ""], &vec![2]));
        let hidden = SheetCells { hidden_columns: BTreeSet::from([1]), ..sheet };
        let found = Columns::find(&hidden, &[]).unwrap();
        assert_eq!((uses(&found), &found.doubts.other_prices), (vec!["name", "", "primary_price"], &vec![]));
    }

    #[test]
    fn a_choice_changes_nothing_about_what_is_above_and_below_the_headings() {
        let rows: &[&[&str]] =
            &[&["قیمت‌ها به تومان است"], &["نام کالا", "قیمت"], &["Name", "Price"], &["گلیم", "12"]];
        let guessed = Columns::find(&cells(rows), &[]).unwrap();
        let headings = compared(&guessed.headings);
        let chosen = ColumnMapping {
            headings,
            columns: vec!["name".to_owned(), "primary_price".to_owned()],
            ..ColumnMapping::default()
        };
        let found = Columns::find(&cells(rows), &[chosen]).unwrap();
        assert!(found.is_chosen);
        assert_eq!((found.header, found.first_row), (guessed.header, guessed.first_row));
        assert_eq!((found.header, found.first_row), (1, 3));
    }

    #[test]
    fn a_choice_is_remembered_for_the_same_headings_in_any_spelling() {
        let chosen = ColumnMapping {
            headings: compared(&["مدل".to_owned(), "مبلغ کل".to_owned()]),
            columns: vec!["name".to_owned(), "primary_price".to_owned()],
            price_unit: Some(PriceUnit::Toman),
            ..ColumnMapping::default()
        };
        let found =
            Columns::find(&cells(&[&["فهرست"], &["مدل:", "مبلغ\u{200c}كل", ""], &["گلیم", "12"]]), &[chosen])
                .unwrap();
        assert_eq!(
            (found.header, uses(&found), found.price_unit),
            (1, vec!["name", "primary_price"], Some(PriceUnit::Toman))
        );
    }

    #[test]
    fn unknown_headings_are_shown_with_their_first_values() {
        let sheet = cells(&[&["بهار ۱۴۰۵"], &["مدل", "رنگ", ""], &["گلیم", "", ""], &["جاجیم", "قرمز", ""]]);
        let columns = Columns::find(&sheet, &[]).unwrap();
        let below: Vec<(usize, &[String])> =
            sheet.rows.iter().map(Vec::as_slice).enumerate().skip(columns.first_row).collect();
        let shown = columns.describe(&below);
        assert_eq!((columns.header, shown.len()), (1, 2));
        assert_eq!(
            (shown[0].heading.as_str(), shown[0].examples.as_slice()),
            ("مدل", ["گلیم".to_owned(), "جاجیم".to_owned()].as_slice())
        );
    }
}
