//! Columns that have the pieces of one size or color each: `S`, `M`, `L`.

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::headings::normalized;
use super::prices::is_total;
use super::property_words::{Property, property_of};
use super::sheet_draft::{Row, SheetDraft};
use vitrine_domain::text::folded;
use vitrine_domain::{DraftVariant, Field, ONE, Price, PriceUnit, Signs, parse_amount, parse_whole};

/// The columns of sizes or colors, and what became of their pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    pub columns: Vec<usize>,
    pub property: Property,
    /// The rows, by number, whose own total is not the sum of these columns.
    pub other_totals: Vec<usize>,
    /// Whether each size is a variant; else the stock of a product is the sum.
    pub are_variants: bool,
    /// Whether the columns have the price of each size, and not its pieces.
    pub have_prices: bool,
    /// Further columns with the price of each size beside its pieces.
    pub prices: Vec<usize>,
}

/// What the heading of a column of prices names.
struct PriceOf {
    property: Property,
    /// The size or color, as it is written.
    value: String,
    /// Whether it says that it has prices.
    says_price: bool,
}

/// The size or color whose prices a heading names: `S`, `60×90`, `price 40x60 (toman)`, `۶ متری`.
fn price_of(heading: &str) -> Option<PriceOf> {
    let written = without_bracketed(heading);
    let written = written.trim();
    let words = ["قیمت", "price", "fiyat"];
    let begin = words.iter().find(|word| normalized(written).starts_with(**word));
    let rest = begin.map_or(written, |word| {
        let chars = word.chars().count();
        let at = written.char_indices().nth(chars).map_or(written.len(), |(at, _)| at);
        without_unit(written[at..].trim_start_matches([' ', ':', '-', '\u{200c}']))
    });
    let of_amount = || is_amount(rest).then(|| (Property::Size, rest.to_owned()));
    let (property, value) = value_of(rest).or_else(of_amount)?;
    Some(PriceOf { property, value, says_price: begin.is_some() })
}

/// Whether a text is a measure by which goods are sold: `60×90`, `۱۰۰ در ۱۵۰`, `6 متری`, `دو نفره`.
fn is_measure(text: &str) -> bool {
    let said = folded(text);
    let said = said.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ' || c == '.');
    let sides: Vec<&str> = said.split(['×', 'x', '*']).map(str::trim).collect();
    let is_number = |side: &&str| !side.is_empty() && side.chars().all(|c| c.is_ascii_digit() || c == '.');
    let folded = folded(text);
    let of_persons = ["نفره", "متری"].iter().any(|unit| {
        folded.strip_suffix(unit).is_some_and(|number| {
            let number = number.trim();
            let words = ["یک", "دو", "سه", "چهار", "شش", "هشت", "نه", "دوازده"];
            !number.is_empty() && (is_number(&number) || words.contains(&number))
        })
    });
    of_persons || ((2..4).contains(&sides.len()) && sides.iter().all(is_number))
}

/// A heading without what it says in brackets, such as a unit.
fn without_bracketed(heading: &str) -> String {
    let (mut out, mut depth) = (String::with_capacity(heading.len()), 0_usize);
    for c in heading.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is behind the unit in the heading of prices: `in toman S`, `به میلیون تومان ۶ متری`.
fn without_unit(heading: &str) -> &str {
    let mut rest = heading;
    while let Some((word, behind)) = rest.split_once(' ') {
        let said = folded(word);
        let is_unit = PriceUnit::from_word(&said).is_some()
            || matches!(said.as_str(), "به" | "in" | "هزار" | "میلیون" | "thousand" | "million" | "of");
        if !is_unit {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// Whether a text is a weight or a volume in which goods are sold: `250 گرم`, `1 کیلو`, `500ml`.
fn is_amount(text: &str) -> bool {
    const UNITS: [&str; 15] = [
        "گرم",
        "گرمی",
        "کیلو",
        "کیلویی",
        "کیلوگرم",
        "لیتر",
        "لیتری",
        "میل",
        "میلی لیتر",
        "g",
        "gr",
        "kg",
        "ml",
        "l",
        "cc",
    ];
    let said = folded(text);
    let unit = said.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    unit.len() < said.len() && UNITS.contains(&unit)
}

/// Larger numbers are prices.
const MAX_PIECES: i64 = 999;

/// So many pieces of each size are rarer than prices in thousands, where there are no other prices.
const MANY_PIECES: i128 = 100;

/// The size or color that a heading names, as it is written: `XL`, `سایز ۳۸`, `Size 38`, `قرمز`.
fn value_of(heading: &str) -> Option<(Property, String)> {
    let plain = normalized(heading);
    let of_measure = || is_measure(heading).then_some(Property::Size);
    let property = property_of(&plain).or_else(of_measure)?;
    let written = heading.trim();
    let begins = |word: &&str| plain.starts_with(*word);
    let value = match ["size ", "سایز ", "color ", "رنگ "].iter().find(|word| begins(word)) {
        Some(_) => written.split_once([' ', '\u{200c}', '_']).map_or(written, |(_, value)| value.trim()),
        None => written,
    };
    Some((property, value.to_owned()))
}

fn pieces(row: &[String], column: usize) -> Option<Option<i64>> {
    let cell = row.get(column).map_or("", |cell| cell.trim());
    if cell.is_empty() || cell.chars().all(|c| matches!(c, '-' | '–' | '—')) {
        return Some(None);
    }
    let count = parse_whole(cell, &[], Signs::default()).ok()?;
    (0..=MAX_PIECES).contains(&count).then_some(Some(count))
}

/// What a property is called: as the sheet's other headings are written.
fn name_of(property: Property, headings: &[String]) -> &'static str {
    let is_persian = headings.iter().any(|heading| heading.contains(|c| ('آ'..='ی').contains(&c)));
    match (property, is_persian) {
        (Property::Size, true) => "سایز",
        (Property::Size, false) => "Size",
        (Property::Color, true) => "رنگ",
        (Property::Color, false) => "Color",
    }
}

/// The variants in a cell that has the pieces of each size or color: `L:3, M:5`.
pub fn pieces_by_size(cell: &str, headings: &[String]) -> Option<Vec<DraftVariant>> {
    let parts = cell.split([',', '،', ';', '؛', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let variant = |part: &str| {
        let (of, count) = part.split_once([':', '='])?;
        let (property, value) = value_of(of)?;
        let count = pieces(&[count.to_owned()], 0)??;
        let properties = vec![(name_of(property, headings).to_owned(), value)];
        Some(DraftVariant { properties, stock: Some(count), ..DraftVariant::default() })
    };
    let variants: Vec<DraftVariant> = parts.map(variant).collect::<Option<_>>()?;
    (variants.len() > 1 && DraftVariant::check_all(&variants).is_ok()).then_some(variants)
}

impl Sizes {
    /// Finds at least two columns of sizes, or of colors, below which are pieces. Where the marketplace takes
    /// variants, they are used for what tells variants apart, unless a person chose the columns otherwise;
    /// elsewhere they count where no column has the stock.
    ///
    /// `are_prices`: they have prices, as a title says. Of other columns large numbers or their headings do.
    pub fn find(
        columns: &mut Columns,
        rows: &[(usize, &[String])],
        has_variants: bool,
        are_prices: bool,
    ) -> Self {
        if let Some(found) = Self::of_prices(columns, rows, has_variants, are_prices) {
            return found;
        }
        if are_prices {
            return Self::default();
        }
        let is_free = |place: usize| match columns.uses.get(place).copied().flatten() {
            None => !(has_variants && columns.is_chosen),
            Some(used_for) => used_for == ColumnUse::Property,
        };
        // Below measures such as `10x15` stand prices rather than pieces, where nothing else has prices.
        let has_price = columns.position(ColumnUse::Field(Field::PrimaryPrice)).is_some()
            || !columns.doubts.other_prices.is_empty();
        let has_pieces = |place: usize| {
            rows.iter().all(|(_, row)| pieces(row, place).is_some())
                && rows.iter().any(|(_, row)| pieces(row, place).flatten().is_some())
        };
        let of = |property: Property| -> Vec<usize> {
            let is_one = |place: &usize| {
                value_of(&columns.headings[*place]).is_some_and(|(of, _)| of == property)
                    && (has_price || property_of(&normalized(&columns.headings[*place])).is_some())
                    && is_free(*place)
                    && has_pieces(*place)
            };
            (0..columns.headings.len()).filter(is_one).collect()
        };
        let (sizes, colors) = (of(Property::Size), of(Property::Color));
        let (found, property) = if sizes.len() < 2 && colors.len() > 1 {
            (colors, Property::Color)
        } else {
            (sizes, Property::Size)
        };
        let has_stock = columns.position(ColumnUse::Field(Field::Stock)).is_some();
        if found.len() < 2 || columns.export.is_some() || (has_stock && !has_variants) {
            return Self::default();
        }
        columns.uses.resize(columns.headings.len(), None);
        let mut prices = Vec::new();
        if has_variants {
            prices = Self::prices_beside(columns, &found);
            found.iter().for_each(|place| columns.uses[*place] = Some(ColumnUse::Property));
        }
        let mut sizes =
            Self { columns: found, property, are_variants: has_variants, prices, ..Self::default() };
        sizes.other_totals = sizes.other_totals(columns, rows);
        sizes
    }

    /// Finds at least two columns of sizes or colors that have the prices of each, where no other column has
    /// the prices. Where the marketplace takes no variants, somebody has to say which of them counts.
    fn of_prices(
        columns: &mut Columns,
        rows: &[(usize, &[String])],
        has_variants: bool,
        are_prices: bool,
    ) -> Option<Self> {
        let price = ColumnUse::Field(Field::PrimaryPrice);
        let size = |place: usize| price_of(&columns.headings[place]);
        let is_free = |place: &usize| match columns.uses.get(*place).copied().flatten() {
            None => !columns.is_chosen,
            Some(used_for) => used_for == ColumnUse::Property || used_for == price,
        };
        let cells =
            |place: usize| rows.iter().filter_map(move |(_, row)| row.get(place)).map(|cell| cell.trim());
        let numbers = |place: usize| {
            // A size that is not made, or whose price is given on request.
            let is_none = |cell: &&str| !cell.contains(char::is_numeric);
            let filled = cells(place).filter(|cell| !is_none(cell));
            let number = |cell| parse_amount(PriceUnit::split(cell).0, &[], Signs::default()).ok();
            filled.map(number).collect::<Option<Vec<i128>>>().filter(|numbers| !numbers.is_empty())
        };
        let found: Vec<usize> = (0..columns.headings.len().min(columns.uses.len()))
            .filter(|place| size(*place).is_some() && is_free(place) && numbers(*place).is_some())
            .collect();
        let property = size(*found.first()?)?.property;
        let are_alike = found.iter().all(|place| size(*place).is_some_and(|of| of.property == property));
        let is_said = |place: &usize| size(*place).is_some_and(|of| of.says_price);
        let are_large = || {
            found
                .iter()
                .filter_map(|place| numbers(*place))
                .flatten()
                .all(|number| number > i128::from(MAX_PIECES) * ONE)
        };
        let has_others = columns.position(price).is_some_and(|place| !found.contains(&place))
            || columns.doubts.other_prices.iter().any(|place| !found.contains(place));
        // Who answered something about this table left its columns as they were.
        let are_chosen =
            || columns.is_chosen && columns.position(price).is_some_and(|place| found.contains(&place));
        let are_theirs = are_prices || found.iter().all(is_said) || are_large() || are_chosen();
        // So many pieces of each size may be prices in thousands: somebody has to say.
        let all = || found.iter().filter_map(|place| numbers(*place)).flatten();
        let may_be = columns.position(ColumnUse::Field(Field::Stock)).is_none()
            && all().all(|number| number >= MANY_PIECES * ONE)
            && all().count() > 2;
        let is_open = !are_theirs && may_be && !columns.is_chosen;
        if found.len() < 2 || !are_alike || has_others || columns.export.is_some() || !(are_theirs || is_open)
        {
            return None;
        }
        if !has_variants || is_open {
            if let Some(used) = columns.position(price).filter(|_| !columns.is_chosen) {
                columns.uses[used] = None;
            }
            if !columns.is_chosen {
                columns.doubts.other_prices = found;
            }
            return Some(Self::default());
        }
        columns.doubts.other_prices.clear();
        found.iter().for_each(|place| columns.uses[*place] = Some(ColumnUse::Property));
        // The unit of the prices is found by the column that has them.
        columns.uses[found[0]] = Some(price);
        Some(Self { columns: found, property, are_variants: true, have_prices: true, ..Self::default() })
    }

    /// Uses the columns with the prices of the same sizes, if each has one and nothing else has prices.
    fn prices_beside(columns: &mut Columns, sizes: &[usize]) -> Vec<usize> {
        let price = ColumnUse::Field(Field::PrimaryPrice);
        let candidates: Vec<usize> =
            columns.position(price).into_iter().chain(columns.doubts.other_prices.iter().copied()).collect();
        let value = |place: usize| price_of(&columns.headings[place]).map(|of| folded(&of.value));
        let is_of_size =
            |place: &usize| sizes.iter().any(|size| value(*size).is_some() && value(*size) == value(*place));
        if candidates.len() != sizes.len() || !candidates.iter().all(is_of_size) {
            return Vec::new();
        }
        candidates.iter().for_each(|place| columns.uses[*place] = Some(ColumnUse::Property));
        columns.uses[candidates[0]] = Some(price);
        columns.doubts.other_prices.clear();
        candidates
    }

    /// The columns that have the price of one size each.
    pub fn of_price(&self) -> &[usize] {
        if self.have_prices { &self.columns } else { &self.prices }
    }

    /// The rows that have a total of their own, which is another one.
    fn other_totals(&self, columns: &Columns, rows: &[(usize, &[String])]) -> Vec<usize> {
        let is_total = |place: &usize| {
            columns.uses.get(*place).copied().flatten().is_none() && is_total(&columns.headings[*place])
        };
        let Some(total) = (0..columns.headings.len()).find(is_total) else { return Vec::new() };
        let sum = |row: &[String]| self.columns.iter().filter_map(|place| pieces(row, *place)?).sum::<i64>();
        let differs = |(_, row): &&(usize, &[String])| {
            pieces(row, total).flatten().is_some_and(|total| total != sum(row))
        };
        rows.iter().filter(differs).map(|(index, _)| index + 1).collect()
    }

    /// Gives a product all its pieces.
    pub fn add_up(&self, draft: &mut SheetDraft, row: &[String]) {
        let counts: Vec<i64> = self.columns.iter().filter_map(|place| pieces(row, *place)?).collect();
        if !self.are_variants && !counts.is_empty() {
            draft.draft.stock = Some(counts.iter().sum());
        }
    }

    /// A row for each size of which there is a number; the row itself if there is none.
    pub fn split(&self, (draft, properties): Row, row: &[String], headings: &[String]) -> Vec<Row> {
        let name = name_of(self.property, headings);
        if self.have_prices {
            let stock = draft.draft.stock.filter(|stock| *stock != 0);
            let of_size = |(place, price): &(usize, Price)| {
                let (mut draft, mut properties) = (draft.clone(), properties.clone());
                draft.draft.primary_price = Some(*price);
                properties.push((name.to_owned(), price_of(&headings[*place])?.value));
                // The pieces of all sizes are those of none.
                if let Some(stock) = stock {
                    draft.refuse_shared(stock);
                }
                Some((draft, properties))
            };
            let split: Vec<Row> = draft.size_prices.iter().filter_map(of_size).collect();
            return if split.is_empty() { vec![(draft, properties)] } else { split };
        }
        let of_size = |place: &usize| {
            let (count, (_, size)) = (pieces(row, *place)??, value_of(&headings[*place])?);
            let (mut draft, mut properties) = (draft.clone(), properties.clone());
            draft.draft.stock = Some(count);
            let is_same = |(of, _): &&(usize, Price)| {
                price_of(&headings[*of]).is_some_and(|of| folded(&of.value) == folded(&size))
            };
            if !self.prices.is_empty() {
                draft.draft.primary_price = draft.size_prices.iter().find(is_same).map(|(_, price)| *price);
            }
            properties.push((name.to_owned(), size));
            Some((draft, properties))
        };
        let split: Vec<Row> = self.columns.iter().filter(|_| self.are_variants).filter_map(of_size).collect();
        if split.is_empty() { vec![(draft, properties)] } else { split }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_from_other_headings() {
        for (heading, size) in [
            ("S", Some("S")),
            (" xl ", Some("xl")),
            ("2XL", Some("2XL")),
            ("سایز M", Some("M")),
            ("سایز ۳۸", Some("۳۸")),
            ("Size 40", Some("40")),
            ("۴۲", Some("۴۲")),
            ("لارج", Some("لارج")),
            ("price", None),
            ("2026", None),
            ("7", None),
            ("size", None),
            ("رنگ قرمز", Some("قرمز")),
            ("قهوه‌ای", Some("قهوه‌ای")),
            ("رنگ", None),
            ("", None),
        ] {
            assert_eq!(value_of(heading).map(|(_, size)| size).as_deref(), size, "{heading}");
        }
    }
}
