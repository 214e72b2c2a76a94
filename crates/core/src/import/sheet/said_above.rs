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

/// Which prices are none of one piece in a known currency, as titles and notes say.
#[derive(Debug, Default)]
pub struct SaidOfPrices {
    are_all: bool,
    /// From which row, from 0, up to which.
    groups: Vec<(usize, usize)>,
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
        let is_in_other = || said.iter().any(|text| is_other(text)) || names.into_iter().any(is_other);
        let titles: Vec<&LeftOut> = of_kind(RowKind::Title).collect();
        let ends = titles.iter().skip(1).map(|row| row.row - 1).chain([usize::MAX]);
        let groups = titles
            .iter()
            .zip(ends)
            .filter(|(title, _)| is_other(&title.text) || are_of_several(&title.text))
            .map(|(title, end)| (title.row, end))
            .collect();
        let are_all = (!names_unit && is_in_other()) || said.iter().any(|text| are_of_several(text));
        Self { are_all, groups }
    }

    /// Whether the price of a row is one of these.
    pub fn holds(&self, row: usize) -> bool {
        self.are_all || self.groups.iter().any(|(from, until)| (*from..*until).contains(&row))
    }
}

/// Whether a sentence says that prices are those of several pieces.
fn are_of_several(sentence: &str) -> bool {
    let said = folded(sentence);
    let words = format!(" {} ", said.replace(|c: char| !c.is_alphanumeric(), " "));
    ["قیمت", "نرخ", "price"].iter().any(|word| said.contains(word))
        && OF_SEVERAL.iter().any(|several| words.contains(several))
}
