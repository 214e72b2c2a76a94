//! The worksheets of a file as bytes: as the process that reads them hands them back. What comes back is not
//! believed.

use serde::{Deserialize, Serialize};

use super::formats::bounds::{MAX_PLACES, MAX_TEXT, MAX_WORKSHEETS};
use super::formats::sheet_cells::SheetCells;
use vitrine_domain::{Finding, Problem, ProblemKind};

/// All but the texts of the cells.
#[derive(Serialize, Deserialize)]
enum Head {
    Sheets(Vec<SheetCells>),
    Refused { finding: Option<Finding>, quotation: Option<String> },
}

/// The ends of a cell, of a row and of a worksheet: characters that stand in no cell.
const CELL_END: char = '\u{1f}';
const ROW_END: char = '\u{1e}';
const SHEET_END: char = '\u{1d}';

/// The most bytes of all but the texts.
const MAX_HEAD: usize = 32 << 20;
/// A row that is made as wide as the others has more cells than were read.
const MAX_CELLS: usize = 4 * MAX_PLACES;
/// The most bytes of worksheets.
pub const MAX_PACKED: usize = 8 + MAX_HEAD + MAX_TEXT + MAX_CELLS;
/// A reader's own words, which are quoted.
const MAX_QUOTATION: usize = 300;

/// Packs worksheets, or why there are none.
pub fn pack(read: Result<Vec<SheetCells>, Problem>) -> Vec<u8> {
    let mut texts = String::new();
    let head = match read {
        Ok(mut sheets) => {
            for row in sheets
                .iter_mut()
                .flat_map(|sheet| std::mem::take(&mut sheet.rows).into_iter().map(Some).chain([None]))
            {
                match row {
                    Some(cells) => {
                        for cell in cells {
                            texts.extend(cell.split([CELL_END, ROW_END, SHEET_END]));
                            texts.push(CELL_END);
                        }
                        texts.push(ROW_END);
                    }
                    None => texts.push(SHEET_END),
                }
            }
            Head::Sheets(sheets)
        }
        Err(problem) => Head::Refused {
            finding: problem.diagnostic.map(|diagnostic| diagnostic.finding),
            quotation: problem.quotation,
        },
    };
    let packed = |head: &Head| postcard::to_extend(head, Vec::new()).unwrap_or_default();
    let mut head = packed(&head);
    if head.len() > MAX_HEAD {
        texts.clear();
        head = packed(&Head::Refused {
            finding: Some(Finding::TooManyCells { limit: MAX_PLACES }),
            quotation: None,
        });
    }
    [&(head.len() as u64).to_le_bytes(), head.as_slice(), texts.as_bytes()].concat()
}

/// Unpacks them; `None` if they were not packed by [`pack`], or are more than it packs.
pub fn unpack(bytes: &[u8]) -> Option<Result<Vec<SheetCells>, Problem>> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok().filter(|length| *length <= MAX_HEAD)?;
    let (head, texts) = rest.split_at_checked(length)?;
    let (head, behind): (Head, &[u8]) = postcard::take_from_bytes(head).ok()?;
    if !behind.is_empty() || texts.len() > MAX_TEXT + MAX_CELLS {
        return None;
    }
    let texts = std::str::from_utf8(texts).ok()?;
    match head {
        Head::Refused { finding, quotation } if texts.is_empty() => {
            let problem = Problem::new(ProblemKind::Sheet);
            let problem = finding.into_iter().fold(problem, Problem::with_diagnostic);
            let quotation = quotation
                .map(|said| said.chars().filter(|c| !c.is_control()).take(MAX_QUOTATION).collect::<String>());
            Some(Err(quotation.into_iter().fold(problem, Problem::with_quotation)))
        }
        Head::Refused { .. } => None,
        Head::Sheets(sheets) => fill(sheets, texts).map(Ok),
    }
}

/// Puts the texts into the cells.
fn fill(mut sheets: Vec<SheetCells>, texts: &str) -> Option<Vec<SheetCells>> {
    let ends = |end: u8| texts.bytes().filter(|byte| *byte == end).count();
    if sheets.len() > MAX_WORKSHEETS || ends(0x1f) + ends(0x1e) > MAX_CELLS {
        return None;
    }
    let mut rest = texts;
    for sheet in &mut sheets {
        let (own, after) = rest.split_once(SHEET_END)?;
        rest = after;
        let rows = own.split_terminator(ROW_END);
        sheet.rows = rows.map(|row| row.split_terminator(CELL_END).map(str::to_owned).collect()).collect();
        sheet.bound();
    }
    rest.is_empty().then_some(sheets)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn worksheets_are_unpacked_as_they_were(
            rows in prop::collection::vec(prop::collection::vec("[a-zا-ی0-9 \n]{0,6}", 0..4), 0..6),
            count in 0_usize..3,
        ) {
            let sheet = SheetCells {
                worksheet: Some("Rugs".to_owned()),
                shown: rows.iter().find(|row| !row.is_empty()).map(|_| ((0, 0), "1.50".to_owned())).into_iter().collect(),
                hidden_rows: (0..rows.len()).take(1).collect(),
                rows,
                ..SheetCells::default()
            };
            let sheets = vec![sheet; count];
            prop_assert_eq!(unpack(&pack(Ok(sheets.clone()))), Some(Ok(sheets)));
        }

        #[test]
        fn rubbish_and_cut_or_changed_bytes_are_none_or_worksheets_but_no_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            at in any::<prop::sample::Index>(),
            changed in any::<u8>(),
        ) {
            let _ = unpack(&bytes);
            let sheet = SheetCells { rows: vec![vec!["Rug".to_owned()]], errors: [((0, 0), "#N/A".to_owned())].into(), ..SheetCells::default() };
            let mut packed = pack(Ok(vec![sheet]));
            let at = at.index(packed.len());
            prop_assert_eq!(unpack(&packed[..at]), None);
            packed[at] = changed;
            let _ = unpack(&packed);
        }
    }

    #[test]
    fn a_refusal_is_handed_back_with_what_is_wrong() {
        let refused = Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::SheetProtected);
        assert_eq!(unpack(&pack(Err(refused.clone()))), Some(Err(refused)));
    }
}
