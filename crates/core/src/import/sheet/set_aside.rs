//! Worksheets whose name says that their rows are no goods of today: discontinued ones, an archive, examples.

use super::formats::sheet_cells::SheetCells;
use vitrine_domain::text::folded;

/// Words for what is no longer sold, and for examples.
#[rustfmt::skip]
const PAST: [&str; 26] = [
    "discontinued", "archive", "archived", "old", "obsolete", "outdated", "deleted", "backup", "sample", "samples",
    "example", "examples", "قدیمی", "قدیم", "بایگانی", "آرشیو", "ارشیو", "منسوخ", "حذفی", "نمونه", "توقف تولید",
    "متوقف شده", "حذف شده", "حذف شده ها", "ناموجود دائمی", "پشتیبان",
];

/// Words for a form that is filled in elsewhere, where there is another worksheet.
const FORMS: [&str; 5] = ["template", "templates", "قالب", "الگو", "فرم خام"];

/// Words that may stand beside one of those.
#[rustfmt::skip]
const BESIDE: [&str; 22] = [
    "products", "product", "items", "item", "list", "prices", "price", "goods", "sheet", "copy", "of", "data", "rows",
    "row", "محصولات", "محصول", "کالاها", "کالا", "لیست", "فهرست", "قیمت", "های",
];

/// Which of the worksheets of goods are set aside: those whose name says nothing but that, while another one
/// is there.
pub fn are_set_aside<'a>(worksheets: impl Iterator<Item = &'a SheetCells> + Clone) -> Vec<bool> {
    let names = |words: &[&str]| -> Vec<bool> {
        let is = |cells: &SheetCells| cells.worksheet.as_deref().is_some_and(|name| says(name, words));
        worksheets.clone().map(is).collect()
    };
    let (past, forms) = (names(&PAST), names(&FORMS));
    let has_others = past.iter().zip(&forms).any(|(is_past, is_form)| !is_past && !is_form);
    let has_present = past.iter().any(|is_past| !is_past);
    let is_aside = |(is_past, is_form): (&bool, &bool)| (*is_past && has_present) || (*is_form && has_others);
    past.iter().zip(&forms).map(is_aside).collect()
}

/// Whether a name consists of these words, and of numbers and others that say nothing of it.
fn says(name: &str, words: &[&str]) -> bool {
    let said = folded(&name.replace(['_', '-', '(', ')', '.', '/', '\u{200c}'], " "));
    let mut rest = format!(" {said} ").replace(" ها ", " ");
    let mut is_said = false;
    for word in words {
        let (shorter, word) = (rest.len(), format!(" {word} "));
        while rest.contains(&word) {
            rest = rest.replacen(&word, "  ", 1);
        }
        is_said |= rest.len() < shorter;
    }
    let is_neutral = |word: &str| BESIDE.contains(&word) || word.chars().all(|c| c.is_ascii_digit());
    is_said && rest.split_whitespace().all(is_neutral)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worksheet_of_old_goods_is_told_from_goods_that_are_old() {
        for name in
            ["Old", "old prices 2023", "توقف تولید", "آرشیو ۱۴۰۲", "Archive", "نمونه", "قدیمی\u{200c}ها"]
        {
            assert!(says(name, &PAST), "{name}");
        }
        for name in ["فرش قدیمی", "Old coins", "Samples of wool", "Gold", "محصولات"] {
            assert!(!says(name, &PAST), "{name}");
        }
    }
}
