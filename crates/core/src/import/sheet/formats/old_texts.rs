//! What is written beside the cells of an old Excel file (`.xls`): comments, text boxes, what is printed on
//! each page, and what is said to who fills cells.

use std::collections::HashMap;

/// The texts beside the cells of a worksheet.
#[derive(Debug, Default)]
pub struct Texts {
    /// Each with the row of the cell on which it is a comment.
    pub remarks: Vec<(Option<usize>, String)>,
    pub instructions: Vec<String>,
}

const HEADER: usize = 0x0014;
const FOOTER: usize = 0x0015;
/// The place of a comment, and the number of the object with its text.
const COMMENT: usize = 0x001c;
const CONTINUED: usize = 0x003c;
const OBJECT: usize = 0x005d;
/// An object with a text, which stands in the record behind it.
const TEXT_BOX: usize = 0x01b6;
const VALIDATION: usize = 0x01be;

/// So many texts of each kind are kept.
const MAX_TEXTS: usize = 1_000;

/// Finds the texts among the records of a worksheet.
pub fn texts<'a>(records: impl Iterator<Item = (usize, &'a [u8])>) -> Texts {
    let mut found = Texts::default();
    let (mut boxes, mut rows): (Vec<(usize, String)>, HashMap<usize, usize>) = Default::default();
    let (mut object, mut length) = (0, None);
    for (kind, data) in records {
        let of_box = length.take();
        match kind {
            HEADER | FOOTER if found.remarks.len() < MAX_TEXTS => {
                found.remarks.extend(text_at(data, 0).map(|(text, _)| (None, text)));
            }
            OBJECT => object = u16_at(data, 6).unwrap_or_default(),
            TEXT_BOX => length = u16_at(data, 10),
            CONTINUED if boxes.len() < MAX_TEXTS => {
                let text = of_box.and_then(|length| letters(data, 0, length));
                boxes.extend(text.map(|(text, _)| (object, text)));
            }
            COMMENT if rows.len() < MAX_TEXTS => rows.extend(u16_at(data, 6).zip(u16_at(data, 0))),
            VALIDATION if found.instructions.len() < MAX_TEXTS => found.instructions.extend(prompt(data)),
            _ => {}
        }
    }
    found.remarks.extend(boxes.into_iter().map(|(object, text)| (rows.get(&object).copied(), text)));
    found
}

/// The title and the text that are shown beside a cell.
fn prompt(data: &[u8]) -> Option<String> {
    let (title, behind) = text_at(data, 4)?;
    // What is said of a wrong value has a title, too.
    let (_, behind) = text_at(data, behind)?;
    let (text, _) = text_at(data, behind)?;
    let said = format!("{title} {text}");
    let said = said.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    (!said.is_empty()).then(|| said.replace('\0', ""))
}

/// The text that begins with its length at this place, and the place behind it.
pub fn text_at(data: &[u8], at: usize) -> Option<(String, usize)> {
    letters(data, at + 2, u16_at(data, at)?)
}

/// So many letters behind the byte that says whether each takes one byte or two.
fn letters(data: &[u8], at: usize, length: usize) -> Option<(String, usize)> {
    let (is_wide, from) = (data.get(at)? & 1 == 1, at + 1);
    let to = from + if is_wide { 2 * length } else { length };
    let bytes = data.get(from..to)?;
    if !is_wide {
        return Some((bytes.iter().map(|byte| char::from(*byte)).collect(), to));
    }
    let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    Some((String::from_utf16_lossy(&units.collect::<Vec<_>>()), to))
}

/// The number of two bytes at this place.
pub fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)))
}
