//! What titles and notes say of all prices: another currency, or that they are those of a dozen.

use super::columns::Columns;
use super::formats::sheet_cells::SheetCells;
use super::row_kinds::{LeftOut, RowKind};
use vitrine_domain::PriceUnit;
use vitrine_domain::text::folded;

/// Words by which a sentence says that its prices are those of several pieces.
const OF_SEVERAL: [&str; 14] = [
    " کارتنی ",
    " جینی ",
    " هر کارتن ",
    " هر جین ",
    " هر بسته ",
    " per carton ",
    " per ctn ",
    " per dozen ",
    " per case ",
    " per box ",
    " per pack ",
    " by the dozen ",
    " a dozen ",
    " each dozen ",
];

/// Words of sentences that speak of tax or a discount.
#[rustfmt::skip]
const CHANGES: [&str; 16] = [
    "ارزش افزوده", "مالیات", "تخفیف", "عوارض", " vat ", " tax ", " taxes ", " discount ", " off ", " gst ", " kdv ",
    "indirim", "iskonto", "الضریبة", "ضریبة", "خصم",
];

/// More sentences are not said, and no more signs of one.
const MAX_SENTENCES: usize = 3;
const MAX_SENTENCE: usize = 160;

/// Which prices are none of one piece in a known currency, as titles and notes say.
#[derive(Debug, Default)]
pub struct SaidOfPrices {
    /// The title, note or name that says it of all prices.
    pub of_all: Option<String>,
    /// From which row, from 0, up to which.
    groups: Vec<(usize, usize)>,
    /// The sentences that speak of tax, a discount, or the colors of rows.
    pub changes: Vec<String>,
}

impl SaidOfPrices {
    /// By what stands above the headings, in the names of the worksheet and the file, and between the rows.
    /// `names_unit`: whether a place names a unit that is known, which then counts more than those.
    pub fn of(
        cells: &SheetCells,
        columns: &Columns,
        left_out: &[LeftOut],
        file_name: Option<&str>,
        names_unit: bool,
    ) -> Self {
        let above = cells.said_above(columns.header);
        let of_kind = |kind: RowKind| left_out.iter().filter(move |row| row.kind == kind);
        let notes = of_kind(RowKind::Note).map(|row| row.text.clone());
        let said: Vec<String> = above.chain(notes).collect();
        let names = cells.worksheet.as_deref().into_iter().chain(file_name);
        let is_other = |text: &str| PriceUnit::is_other_in_title(text);
        let says_unit = |text: &&str| !names_unit && is_other(text);
        let of_all = said.iter().map(String::as_str).find(|text| says_unit(text) || are_of_several(text));
        let of_all = of_all.or_else(|| names.into_iter().find(says_unit));
        let of_all = of_all.map(|text| text.trim().chars().take(MAX_SENTENCE).collect());
        let titles: Vec<&LeftOut> = of_kind(RowKind::Title).collect();
        let ends = titles.iter().skip(1).map(|row| row.row - 1).chain([usize::MAX]);
        let groups = titles
            .iter()
            .zip(ends)
            .filter(|(title, _)| is_other(&title.text) || are_of_several(&title.text))
            .map(|(title, end)| (title.row, end))
            .collect();
        let notes = of_kind(RowKind::Note).chain(of_kind(RowKind::Title)).map(|row| row.text.as_str());
        let above = cells.rows.iter().take(columns.header).flatten().map(String::as_str);
        let remarks =
            cells.pictures.remarks.iter().filter(|(row, _)| row.is_none_or(|row| row <= columns.header));
        let sentences = above.chain(remarks.map(|(_, text)| text.as_str())).chain(notes);
        let mut changes: Vec<String> = Vec::new();
        for sentence in sentences.map(str::trim).filter(|sentence| changes_prices(sentence)) {
            if changes.len() < MAX_SENTENCES && changes.iter().all(|known| known != sentence) {
                changes.push(sentence.chars().take(MAX_SENTENCE).collect());
            }
        }
        Self { of_all, groups, changes }
    }

    /// Whether the price of a row is one of these.
    pub fn holds(&self, row: usize) -> bool {
        self.of_all.is_some() || self.groups.iter().any(|(from, until)| (*from..*until).contains(&row))
    }
}

/// Whether a sentence says that prices are those of several pieces.
fn are_of_several(sentence: &str) -> bool {
    let said = folded(sentence);
    let words = format!(" {} ", said.replace(|c: char| !c.is_alphanumeric(), " "));
    ["قیمت", "نرخ", "price"].iter().any(|word| said.contains(word))
        && OF_SEVERAL.iter().any(|several| words.contains(several))
}

/// Whether a sentence says something of tax or a discount, or what the color of a row means.
fn changes_prices(sentence: &str) -> bool {
    let said = folded(sentence);
    let words = format!(" {} ", said.replace(|c: char| !c.is_alphanumeric(), " "));
    let is_of_colors =
        ["ردیف", "سطر", "خانه", " row", " line", " cell"].iter().any(|word| words.contains(word))
            && [
                "رنگ",
                "قرمز",
                "زرد",
                "سبز",
                "آبی",
                "خاکستری",
                " red ",
                " yellow ",
                " green ",
                " grey ",
                " gray ",
                "color",
                "highlight",
            ]
            .iter()
            .any(|word| words.contains(word));
    is_of_colors || CHANGES.iter().any(|word| words.contains(word))
}
