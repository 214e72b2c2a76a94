//! Columns that have the pieces of one size each: `S`, `M`, `L`.

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::headings::normalized;
use super::sheet_draft::{Row, SheetDraft};
use vitrine_domain::{Field, Signs, parse_whole};

/// The columns of sizes, and what became of their pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    pub columns: Vec<usize>,
    /// Whether each size is a variant; else the stock of a product is the sum.
    pub are_variants: bool,
}

/// Larger numbers are prices.
const MAX_PIECES: i64 = 999;

/// Sizes of clothes by their letters; of some there is a number in front: `2xl`.
const LETTERS: [&str; 14] = [
    "xxs",
    "xs",
    "s",
    "m",
    "l",
    "xl",
    "xxl",
    "xxxl",
    "xxxxl",
    "اسمال",
    "مدیوم",
    "لارج",
    "ایکس لارج",
    "فری سایز",
];

/// Sizes of clothes and shoes by their numbers.
const NUMBERS: std::ops::RangeInclusive<i64> = 16..=60;

/// The size that a heading names, as it is written: `XL`, `سایز ۳۸`, `Size 38`.
fn size_of(heading: &str) -> Option<String> {
    let plain = normalized(heading);
    let word = ["size ", "سایز "].iter().find_map(|word| plain.strip_prefix(word)).unwrap_or(&plain);
    let is_large = word.strip_suffix("xl").is_some_and(|of| matches!(of, "2" | "3" | "4" | "5" | "6"));
    let is_number = || word.parse().is_ok_and(|number| NUMBERS.contains(&number));
    let written = || heading.trim().rsplit([' ', '\u{200c}', '_']).next().unwrap_or_default().to_owned();
    (LETTERS.contains(&word) || is_large || is_number()).then(written)
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
    /// Finds at least two columns of sizes below which are pieces. Where the marketplace takes variants, they
    /// are used for what tells variants apart, unless a person chose the columns otherwise; elsewhere they
    /// count where no column has the stock.
    pub fn find(columns: &mut Columns, rows: &[(usize, &[String])], has_variants: bool) -> Self {
        let is_free = |place: usize| match columns.uses.get(place).copied().flatten() {
            None => !(has_variants && columns.is_chosen),
            Some(used_for) => used_for == ColumnUse::Property,
        };
        let has_pieces = |place: usize| {
            rows.iter().all(|(_, row)| pieces(row, place).is_some())
                && rows.iter().any(|(_, row)| pieces(row, place).flatten().is_some())
        };
        let is_size = |place: &usize| {
            size_of(&columns.headings[*place]).is_some() && is_free(*place) && has_pieces(*place)
        };
        let found: Vec<usize> = (0..columns.headings.len()).filter(is_size).collect();
        let has_stock = columns.position(ColumnUse::Field(Field::Stock)).is_some();
        if found.len() < 2 || columns.export.is_some() || (has_stock && !has_variants) {
            return Self::default();
        }
        columns.uses.resize(columns.headings.len(), None);
        if has_variants {
            found.iter().for_each(|place| columns.uses[*place] = Some(ColumnUse::Property));
        }
        Self { columns: found, are_variants: has_variants }
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
        let name = if is_persian { "سایز" } else { "Size" };
        let of_size = |place: &usize| {
            let (count, size) = (pieces(row, *place)??, size_of(&headings[*place])?);
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
            ("", None),
        ] {
            assert_eq!(size_of(heading).as_deref(), size, "{heading}");
        }
    }
}
