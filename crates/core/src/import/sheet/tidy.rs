//! Cells without what nobody sees: marks and joiners at their ends, spaces of other kinds, line breaks in a
//! line of text. And text that another program spoiled by reading UTF-8 as something else.

use std::borrow::Cow;
use std::collections::HashSet;

use super::formulas::text_of;
use encoding_rs::{Encoding, WINDOWS_1252, WINDOWS_1256};
use serde::{Deserialize, Serialize};
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

/// What was done to the cells of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tidied {
    /// Cells that had invisible characters, or spaces of another kind.
    pub cleaned: usize,
    /// The rows, from 1, whose text was spoiled and was restored.
    pub restored: Vec<usize>,
    /// The rows, from 1, with text that is spoiled and cannot be restored.
    pub garbled: Vec<usize>,
}

/// Tidies every cell, but for those that are `literal`, by their rows and columns.
pub fn tidy(rows: &mut [Vec<String>], literal: &HashSet<(usize, usize)>) -> Tidied {
    let mut done = Tidied::default();
    for (index, row) in rows.iter_mut().enumerate() {
        let (mut restored, mut garbled) = (false, false);
        for (column, cell) in row.iter_mut().enumerate() {
            if !literal.contains(&(index, column))
                && let Some(meant) = meant(cell)
            {
                *cell = meant.into_owned();
            }
            if cell.is_ascii() || literal.contains(&(index, column)) {
                continue;
            }
            if let Some(text) = restore(cell) {
                *cell = text;
                restored = true;
            }
            garbled |= is_garbled(cell);
            if let Cow::Owned(text) = clean(cell) {
                // Spaces at the ends are no news.
                done.cleaned += usize::from(text != cell.trim());
                *cell = text;
            }
        }
        garbled |= row.iter().any(|cell| is_question_marks(cell));
        done.restored.extend(restored.then_some(index + 1));
        done.garbled.extend(garbled.then_some(index + 1));
    }
    done
}

/// What a formula shows that is in a text file, and what programs write for a cell without a value.
fn meant(cell: &str) -> Option<Cow<'_, str>> {
    let cell = cell.trim();
    let is_none = matches!(cell, "nan" | "NaN" | "NULL" | "null" | "None" | "N/A" | "#N/A" | "<NA>");
    if is_none { Some(Cow::Borrowed("")) } else { text_of(cell) }
}

/// Whether tidying leaves a cell as it is.
pub fn is_tidy(cell: &str) -> bool {
    meant(cell).is_none() && (cell.is_ascii() || (restore(cell).is_none() && clean(cell) == cell))
}

/// Text that is read back as it is: with the apostrophe also where reading would tidy it.
pub fn marked(text: &str) -> Cow<'_, str> {
    if may_change(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// Reverts the marking of a cell. What had a mark is as it was written.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| may_change(rest)).unwrap_or(text)
}

fn may_change(text: &str) -> bool {
    let plain = text.trim_start_matches('\'');
    may_be_formula(text) || is_ditto(plain) || !is_tidy(plain)
}

/// Whether a cell has what people write in the place of the text above it.
pub fn is_ditto(cell: &str) -> bool {
    matches!(cell.trim(), "〃" | "\"" | "″" | "ایضا" | "ایضاً")
}

/// Leading apostrophes are ignored, so that a text with its own apostrophe gets another one and loses only
/// that.
pub fn may_be_formula(text: &str) -> bool {
    text.trim_start_matches(['\'', ' '])
        .starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// The cell in one line: for a name, a code, or whatever else has no paragraphs.
pub fn in_one_line(cell: &str) -> Cow<'_, str> {
    if cell.contains(|c: char| c.is_control()) {
        return Cow::Owned(
            cell.split(|c: char| c.is_control() || c == ' ')
                .filter(|part| !part.is_empty())
                .collect::<Vec<_>>()
                .join(" "),
        );
    }
    Cow::Borrowed(cell.trim())
}

/// Whether a cell consists of question marks, into which a program turned letters that it could not write.
pub fn is_question_marks(cell: &str) -> bool {
    let marks = cell.matches(['?', '\u{fffd}']).count();
    marks >= 3 && cell.chars().filter(|c| !c.is_whitespace()).count() == marks
}

/// Whether letters of the cell are lost, or were never those of a person.
pub fn is_garbled(cell: &str) -> bool {
    cell.contains('\u{fffd}') || is_question_marks(cell) || spoiled_pairs(cell) >= 2
}

/// The cell without invisible characters, and with its letters composed.
fn clean(cell: &str) -> Cow<'_, str> {
    // A half-space inside of a word stays.
    let is_edge = |c: char| c.is_whitespace() || is_mark(c) || matches!(c, '\u{200c}' | '\u{200d}');
    let trimmed = cell.trim_matches(is_edge);
    let is_form = |c: char| matches!(c, '\u{fb50}'..='\u{fdfb}' | '\u{fe70}'..='\u{fefc}');
    let is_clean = !trimmed.contains(|c| is_mark(c) || is_space(c) || is_form(c))
        && is_nfc_quick(trimmed.chars()) == IsNormalized::Yes;
    if is_clean {
        return if trimmed.len() == cell.len() {
            Cow::Borrowed(cell)
        } else {
            Cow::Owned(trimmed.to_owned())
        };
    }
    let plain = trimmed.chars().filter(|c| !is_mark(*c)).map(|c| if is_space(c) { ' ' } else { c });
    // The forms of letters on a printed page; words of one character, such as ﷼, stay.
    let plain: String =
        plain.flat_map(|c| if is_form(c) { c.nfkc().collect::<Vec<char>>() } else { vec![c] }).collect();
    Cow::Owned(plain.nfc().collect())
}

/// Marks of direction and characters without width, but for the joiners of Persian.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

const fn is_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// The text that another program read as Windows-1252 or Windows-1256 although it was UTF-8; `None` where
/// that is not certain.
fn restore(cell: &str) -> Option<String> {
    if !has_split_letter(cell) && !cell.starts_with("ï»¿") {
        return None;
    }
    let read_as = |encoding: &'static Encoding| {
        let mut bytes = Vec::with_capacity(cell.len());
        for c in cell.chars() {
            match u8::try_from(u32::from(c)) {
                // Programs keep bytes without a character as control characters.
                Ok(byte @ 0..=0x9f) => bytes.push(byte),
                _ => {
                    let mut letter = [0; 4];
                    let (encoded, _, lost) = encoding.encode(c.encode_utf8(&mut letter));
                    if lost {
                        return None;
                    }
                    bytes.extend_from_slice(&encoded);
                }
            }
        }
        String::from_utf8(bytes).ok()
    };
    let is_better = |text: &String| spoiled_pairs(text) == 0 && text.chars().count() < cell.chars().count();
    let as_arabic = || (spoiled_pairs(cell) > 0).then(|| read_as(WINDOWS_1256)).flatten();
    read_as(WINDOWS_1252).filter(is_better).or_else(|| as_arabic().filter(is_better))
}

/// The number of places that look like one letter of Arabic script whose two bytes were read as letters.
fn spoiled_pairs(text: &str) -> usize {
    let mut before = ' ';
    let mut count = 0;
    for c in text.chars() {
        // Letters that Persian writes inside of words are no signs.
        let is_letter = matches!(c, 'پ' | 'چ' | 'ژ' | 'گ' | 'ک' | '،' | '؛' | '؟' | '\u{200c}' | '\u{200d}');
        let is_pair = match before {
            'Ø' | 'Ù' | 'Ú' | 'Û' => is_continuation(c),
            'ط' | 'ظ' | 'ع' | 'غ' => is_continuation(c) && !is_letter,
            _ => false,
        };
        count += usize::from(is_pair);
        before = c;
    }
    count
}

/// Whether a text has a letter of any script whose bytes were read one by one: `Ã©`, `â€™`, `Ð¿`.
fn has_split_letter(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|c| {
        matches!(std::mem::replace(&mut before, c), '\u{c2}'..='\u{f4}' | 'ط' | 'ظ' | 'ع' | 'غ')
            && is_continuation(c)
    })
}

/// Whether a character is how the second byte of a letter in UTF-8 is read in Windows-1252 or Windows-1256.
fn is_continuation(c: char) -> bool {
    const OF_BOTH: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸٹپچژڈگکںڑھ،؛؟\u{200c}\u{200d}";
    matches!(c, '\u{80}'..='\u{bf}') || OF_BOTH.contains(c)
}

/// A name without the signs by which messengers make it bold: `*Rug*`, `_Rug_`.
pub fn without_marks(name: &str) -> &str {
    let within = |sign: char| name.trim().strip_prefix(sign)?.strip_suffix(sign);
    let inner = ['*', '_', '~'].into_iter().find_map(within).map(str::trim);
    inner.filter(|inner| inner.contains(char::is_alphanumeric) && !inner.contains(['*', '_'])).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tidied(cell: &str) -> (String, Tidied) {
        let mut rows = vec![vec![cell.to_owned()]];
        let done = tidy(&mut rows, &HashSet::new());
        (rows.remove(0).remove(0), done)
    }

    fn read_as(text: &str, encoding: &'static Encoding) -> String {
        encoding.decode_without_bom_handling(text.as_bytes()).0.into_owned()
    }

    #[test]
    fn what_nobody_sees_is_not_kept() {
        for (cell, clean) in [
            ("\u{feff}کاسه\u{200c}ها\u{200c}", "کاسه\u{200c}ها"),
            ("\u{200f}A-17\u{200b}", "A-17"),
            ("گلیم\u{a0}دستباف\u{a0}", "گلیم دستباف"),
            ("Cafe\u{301}", "Café"),
            ("ﮔﻠﯿﻢ", "گلیم"),
            ("۱۰۰ ﷼", "۱۰۰ ﷼"),
        ] {
            assert_eq!(tidied(cell).0, clean, "{cell:?}");
        }
        assert_eq!(in_one_line("گلیم\nدستباف\tقرمز"), "گلیم دستباف قرمز");
        assert_eq!((tidied("\u{200f}A-17").1.cleaned, tidied("گلیم دستباف").1.cleaned), (1, 0));
    }

    #[test]
    fn a_text_in_a_formula_is_the_text_and_what_stands_for_nothing_is_nothing() {
        for (cell, meant) in [
            ("=\"00123\"", "00123"),
            ("nan", ""),
            ("NULL", ""),
            ("=A1", "=A1"),
            ("Nan bread", "Nan bread"),
            ("none", "none"),
        ] {
            assert_eq!(tidied(cell).0, meant, "{cell}");
        }
    }

    #[test]
    fn text_that_is_whole_is_never_taken_for_spoiled() {
        for text in [
            "عطر طبیعی",
            "ظرف غذا",
            "غ‌ع‌ظ‌ط",
            "Übergröße ØÅ",
            "Smørrebrød",
            "گلیم ۲۵۰",
            "طپانچه عکس ظگ",
            "Ø 30 cm",
            "«café»",
            "à\u{a0}la",
        ] {
            let (read, done) = tidied(text);
            assert_eq!(
                (read.replace('\u{a0}', " "), done.restored, done.garbled),
                (text.replace('\u{a0}', " "), vec![], vec![]),
                "{text}"
            );
        }
    }

    #[test]
    fn what_cannot_be_restored_is_said() {
        assert_eq!(tidied("donâ€™t, CafÃ©").0, "don’t, Café");
        for text in ["????", "?? ????", "گل\u{fffd}م"] {
            assert_eq!(tidied(text).1.garbled, [1], "{text}");
        }
        assert_eq!(tidied("really??").1, Tidied::default());
    }

    proptest! {
        #[test]
        fn persian_text_that_was_read_as_something_else_is_restored(words in "[ابپتجچحخدذرزژسشصطعغفقکگلمنوهی۰-۹]{3,9}( [ابپتجچحخدذرزسشعغفکگلمنوهی\u{200c}]{2,9}){0,3}") {
            let words = words.trim_end_matches('\u{200c}').to_owned();
            // The bytes of these two are letters of Persian words in Windows-1256, too.
            prop_assume!(words.contains(|c| !matches!(c, 'ژ' | 'ف' | '\u{200c}' | ' ')));
            for encoding in [WINDOWS_1252, WINDOWS_1256] {
                let (text, done) = tidied(&read_as(&words, encoding));
                let whole = clean(&words).into_owned();
                prop_assert_eq!(&text, &whole);
                prop_assert_eq!(done.restored, vec![1]);
            }
        }

        #[test]
        fn persian_text_stays_as_it_is(words in "[ابپتجچحخدذرزژسشصطعغفقکگلمنوهی ۰-۹]{1,20}") {
            let (text, done) = tidied(&words);
            prop_assert_eq!(text.trim(), words.trim());
            prop_assert_eq!((done.restored.len(), done.garbled.len()), (0, 0));
        }
    }
}
