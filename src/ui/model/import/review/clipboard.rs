//! Cells as text, in the form in which spreadsheet programs put them on the clipboard: lines of cells with tabs between them.

/// Writes cells. Those that contain a tab, a line break or a quotation mark are quoted.
pub fn cells_as_text(rows: &[Vec<String>]) -> String {
    let mut writer = csv::WriterBuilder::new().delimiter(b'\t').flexible(true).from_writer(Vec::new());
    for row in rows {
        if writer.write_record(row).is_err() {
            return String::new();
        }
    }
    let text = writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    text.trim_end_matches('\n').to_owned()
}

/// Reads cells. A line break at the end begins no further row.
pub fn cells_from_text(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    // The reader would skip empty lines, which are empty cells of a column.
    let mut quoted = false;
    let mut start = 0;
    let text = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => {
                rows.push(row_from_text(&text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    rows.push(row_from_text(&text[start..]));
    rows
}

fn row_from_text(line: &str) -> Vec<String> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    if !line.contains('"') {
        return line.split('\t').map(str::to_owned).collect();
    }
    let mut reader = csv::ReaderBuilder::new().delimiter(b'\t').has_headers(false).flexible(true).from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok);
    record.map_or_else(|| vec![String::new()], |record| record.iter().map(str::to_owned).collect())
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
    }

    proptest! {
        #[test]
        fn what_is_copied_is_pasted_unchanged(rows in prop::collection::vec(prop::collection::vec("[a-z\"\t\n ]{0,4}[a-z]", 3), 1..5)) {
            prop_assert_eq!(cells_from_text(&cells_as_text(&rows)), rows);
        }
    }
}
