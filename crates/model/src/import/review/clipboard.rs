//! Cells as text, in the form in which spreadsheet programs put them on the clipboard: lines of cells with
//! tabs between them.
//!
//! They put a cell in quotation marks only if it has a line break or a tab, and then double those in it.
//! Every other cell is there as it is, so `24" frame` begins nothing. Text that they would take for a formula
//! gets an apostrophe, as when it is typed.

use std::borrow::Cow;

use vitrine_core::import::table::{escape_formula, unescape_formula};

/// Writes cells. Those that would be read as something else are quoted.
pub fn cells_as_text(rows: &[Vec<String>]) -> String {
    let quoted = |cell: &String| {
        let cell = if is_number(cell) { Cow::Borrowed(cell.as_str()) } else { escape_formula(cell) };
        let is_needed = cell.starts_with('"') || cell.contains(['\t', '\n', '\r']);
        if is_needed { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into_owned() }
    };
    let lines: Vec<String> =
        rows.iter().map(|row| row.iter().map(quoted).collect::<Vec<_>>().join("\t")).collect();
    let ends_empty = lines.last().is_some_and(String::is_empty);
    lines.join("\n") + if ends_empty { "\n" } else { "" }
}

/// Whether a cell with a sign is a number, such as a change of a price.
fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix(['-', '+']).unwrap_or(cell);
    !digits.is_empty()
        && digits.chars().all(|c| c.is_numeric() || matches!(c, '.' | ',' | '٬' | '٫' | '%' | '٪'))
}

/// Reads cells. A line break at the end begins no further row. Lines end with LF, CR LF, or, from old
/// programs of the Mac, CR.
pub fn cells_from_text(text: &str) -> Vec<Vec<String>> {
    // Some programs of Windows put the zero that ends their text on the clipboard, too.
    let text = text.trim_end_matches('\0').trim_start_matches('\u{feff}');
    let text = ["\r\n", "\n", "\r"].into_iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
    let mut rows = vec![Vec::new()];
    let mut rest = text;
    loop {
        let (cell, after) = first_cell(rest);
        rows.last_mut()
            .into_iter()
            .for_each(|row: &mut Vec<String>| row.push(unescape_formula(&cell).to_owned()));
        let Some(separator) = after.chars().next() else { return rows };
        rest = after.strip_prefix("\r\n").unwrap_or(&after[1..]);
        if separator != '\t' {
            rows.push(Vec::new());
        }
    }
}

/// The first cell, and what follows it: nothing, or a separator and the rest.
fn first_cell(text: &str) -> (Cow<'_, str>, &str) {
    if let Some(found) = quoted_cell(text) {
        return found;
    }
    let end = text.find(['\t', '\r', '\n']).unwrap_or(text.len());
    (Cow::Borrowed(&text[..end]), &text[end..])
}

/// A cell in quotation marks that need be there. A cell that only happens to begin with one is none.
fn quoted_cell(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut from = 0;
    let end = loop {
        let at = from + inner[from..].find('"')?;
        if !inner[at + 1..].starts_with('"') {
            break at;
        }
        from = at + 2;
    };
    let (content, after) = (&inner[..end], &inner[end + 1..]);
    let is_whole = after.is_empty() || after.starts_with(['\t', '\r', '\n']);
    let is_needed = content.contains(['\t', '\r', '\n', '"']);
    (is_whole && is_needed).then(|| (Cow::Owned(content.replace("\"\"", "\"").replace("\r\n", "\n")), after))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_column_from_a_spreadsheet_keeps_its_empty_cells() {
        assert_eq!(cells_from_text("250000\r\n\r\n۱۲۰۰۰\r\n"), [["250000"], [""], ["۱۲۰۰۰"]]);
        assert_eq!(cells_from_text("Rug\t100\nBowl\t200"), [["Rug", "100"], ["Bowl", "200"]]);
        assert_eq!(cells_from_text("\"two\nlines\"\t1"), [["two\nlines", "1"]]);
        assert_eq!(cells_from_text("7"), [["7"]]);
        assert_eq!(cells_from_text(""), [[""]]);
    }

    #[test]
    fn inches_swallow_nothing() {
        let names = ["Mirror 24\" frame", "Rug", "\"Best\" mug", "7\"", "\"Royal\"", "\"", "Bowl"];
        let column: Vec<[&str; 1]> = names.iter().map(|name| [*name]).collect();
        for end in ["\r\n", "\n", "\r"] {
            assert_eq!(cells_from_text(&(names.join(end) + end)), column, "{end:?}");
        }
        assert_eq!(
            cells_from_text("24\" frame\t250000\tM-1\r\n12\" frame\t130000\tM-2\r\n"),
            [["24\" frame", "250000", "M-1"], ["12\" frame", "130000", "M-2"]]
        );
    }

    #[test]
    fn each_form_of_spreadsheet_programs_is_read() {
        for (text, cells) in [
            // Excel and WPS: rows end with CR LF, lines in a cell with LF.
            ("\"two\nlines 24\"\" wide\"\t1\r\nRug\t2\r\n", [["two\nlines 24\" wide", "1"], ["Rug", "2"]]),
            // LibreOffice and Google Sheets: no line break at the end.
            ("\"two\nlines\"\t1\nRug\t2", [["two\nlines", "1"], ["Rug", "2"]]),
            ("Rug\t\"a\tb\"\nBowl\t\"c\"\"\td\"", [["Rug", "a\tb"], ["Bowl", "c\"\td"]]),
            // Numbers and old programs of the Mac.
            ("Rug\t1\rBowl\t2\r", [["Rug", "1"], ["Bowl", "2"]]),
            // Programs that quote as in CSV.
            ("\"24\"\" frame\"\t1\nRug\t2\n", [["24\" frame", "1"], ["Rug", "2"]]),
            ("\u{feff}Rug\t1\r\nBowl\t2\r\n\0", [["Rug", "1"], ["Bowl", "2"]]),
            ("\"two\r\nlines\"\t\r\n\t2\r\n", [["two\nlines", ""], ["", "2"]]),
        ] {
            assert_eq!(cells_from_text(text), cells, "{text:?}");
        }
    }

    #[test]
    fn no_name_becomes_a_formula_of_the_spreadsheet() {
        let row = ["=HYPERLINK(\"http://x\")", "@SUM(1)", "-5", "+5%", "-1+cmd|' /C calc'!A0"]
            .map(str::to_owned)
            .to_vec();
        let text = cells_as_text(std::slice::from_ref(&row));
        assert_eq!(text, "'=HYPERLINK(\"http://x\")\t'@SUM(1)\t-5\t+5%\t'-1+cmd|' /C calc'!A0");
        assert_eq!(cells_from_text(&text), [row]);
    }

    proptest! {
        #[test]
        fn what_is_copied_is_pasted_unchanged(rows in prop::collection::vec(prop::collection::vec("[a=+'\"\t\n ]{0,4}", 1..4), 1..5)) {
            prop_assert_eq!(cells_from_text(&cells_as_text(&rows)), rows);
        }

        #[test]
        fn as_excel_writes_cells_they_are_read(rows in prop::collection::vec(prop::collection::vec("([a-z ]|24\"){0,4}", 2), 1..5)) {
            let text: String = rows.iter().map(|row| row.join("\t") + "\r\n").collect();
            prop_assert_eq!(cells_from_text(&text), rows);
        }

        #[test]
        fn any_text_is_read(text in "[\"\t\r\na\0\u{feff}é]{0,20}") {
            let cells = cells_from_text(&text);
            prop_assert!(!cells.is_empty() && cells.iter().all(|row| !row.is_empty()));
        }
    }
}
