//! Columns that have the pieces of one size or color each: `S`, `M`, `L`.

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::headings::normalized;
use super::prices::is_total;
use super::property_words::{Property, property_of};
use super::sheet_draft::{Row, SheetDraft};
use vitrine_domain::{Field, Signs, parse_whole};

/// The columns of sizes or colors, and what became of their pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    pub columns: Vec<usize>,
    pub property: Property,
    /// The rows, by number, whose own total is not the sum of these columns.
    pub other_totals: Vec<usize>,
    /// Whether each size is a variant; else the stock of a product is the sum.
    pub are_variants: bool,
}

/// Larger numbers are prices.
const MAX_PIECES: i64 = 999;

/// The size or color that a heading names, as it is written: `XL`, `سایز ۳۸`, `Size 38`, `قرمز`.
fn value_of(heading: &str) -> Option<(Property, String)> {
    let plain = normalized(heading);
    let property = property_of(&plain)?;
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

impl Sizes {
    /// Finds at least two columns of sizes, or of colors, below which are pieces. Where the marketplace takes
    /// variants, they are used for what tells variants apart, unless a person chose the columns otherwise;
    /// elsewhere they count where no column has the stock.
    ///
    /// `are_others`: they have no pieces, as rows that change products do, or prices, as a title says.
    pub fn find(
        columns: &mut Columns,
        rows: &[(usize, &[String])],
        has_variants: bool,
        are_others: bool,
    ) -> Self {
        if are_others {
            return Self::default();
        }
        let is_free = |place: usize| match columns.uses.get(place).copied().flatten() {
            None => !(has_variants && columns.is_chosen),
            Some(used_for) => used_for == ColumnUse::Property,
        };
        let has_pieces = |place: usize| {
            rows.iter().all(|(_, row)| pieces(row, place).is_some())
                && rows.iter().any(|(_, row)| pieces(row, place).flatten().is_some())
        };
        let of = |property: Property| -> Vec<usize> {
            let is_one = |place: &usize| {
                value_of(&columns.headings[*place]).is_some_and(|(of, _)| of == property)
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
        if has_variants {
            found.iter().for_each(|place| columns.uses[*place] = Some(ColumnUse::Property));
        }
        let mut sizes = Self { columns: found, property, are_variants: has_variants, ..Self::default() };
        sizes.other_totals = sizes.other_totals(columns, rows);
        sizes
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
    pub(super) fn split(&self, (draft, properties): Row, row: &[String], headings: &[String]) -> Vec<Row> {
        // The property is called as the sheet's other headings are written.
        let is_persian = headings.iter().any(|heading| heading.contains(|c| ('آ'..='ی').contains(&c)));
        let name = match (self.property, is_persian) {
            (Property::Size, true) => "سایز",
            (Property::Size, false) => "Size",
            (Property::Color, true) => "رنگ",
            (Property::Color, false) => "Color",
        };
        let of_size = |place: &usize| {
            let (count, (_, size)) = (pieces(row, *place)??, value_of(&headings[*place])?);
            let (mut draft, mut properties) = (draft.clone(), properties.clone());
            draft.draft.stock = Some(count);
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
