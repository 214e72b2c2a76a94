//! Tables in text files: fields between commas, semicolons or tabs.

use super::bounds::Budget;
use crate::domain::{Code, Problem};

/// Records that are looked at to find the separator.
const SAMPLE: usize = 50;

/// Reads the records. Quoted fields may contain separators and line breaks.
///
/// # Errors
/// `Sheet` when there are more cells than are read.
pub fn records(text: &str) -> Result<Vec<Vec<String>>, Problem> {
    let (stated, text) = stated_separator(text);
    let mut records = read(text, stated.unwrap_or_else(|| separator(text)), usize::MAX)?;
    // The line is a row in other programs as well.
    if stated.is_some() {
        records.insert(0, Vec::new());
    }
    Ok(records)
}

fn read(text: &str, separator: u8, limit: usize) -> Result<Vec<Vec<String>>, Problem> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    let mut records: Vec<Vec<String>> = Vec::new();
    let mut budget = Budget::default();
    for record in reader.records().take(limit) {
        let record = record.map_err(|error| Problem::new(Code::Sheet).with_quotation(error.to_string()))?;
        // The reader skips empty lines, but people count them.
        let start = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(usize::MAX));
        let empty = empty_lines(text.as_bytes(), start);
        budget.take_places(empty + 1 + record.len())?;
        records.extend(std::iter::repeat_n(Vec::new(), empty));
        records.push(record.iter().map(str::to_owned).collect());
    }
    Ok(records)
}

/// The number of empty lines from `start` on, which is the end of a record.
fn empty_lines(text: &[u8], start: usize) -> usize {
    let mut rest = text.get(start..).unwrap_or_default();
    if start > 0 && text.get(start - 1) == Some(&b'\r') {
        rest = rest.strip_prefix(b"\n").unwrap_or(rest);
    }
    let mut count = 0;
    while let Some(next) = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).or_else(|| rest.strip_prefix(b"\r")) {
        (rest, count) = (next, count + 1);
    }
    count
}

/// The separator of a first line `sep=;`, by which Excel knows it, and the rest of the text.
fn stated_separator(text: &str) -> (Option<u8>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.trim_end().trim_matches('"').strip_prefix("sep=").map(str::as_bytes) {
        Some(&[separator]) if separator.is_ascii_punctuation() && separator != b'"' => (Some(separator), rest),
        _ if first.trim_end_matches('\r').trim_matches('"') == "sep=\t" => (Some(b'\t'), rest),
        _ => (None, text),
    }
}

/// The separator by which most records have the same number of fields, more than one. A title above the headings, or a
/// comma in some descriptions, does not mislead that.
fn separator(text: &str) -> u8 {
    let sample: String = text.split_inclusive('\n').take(4 * SAMPLE).collect();
    let fit = |separator: u8| {
        let records = read(&sample, separator, SAMPLE).unwrap_or_default();
        let mut widths: Vec<usize> = records.iter().map(Vec::len).filter(|&width| width > 1).collect();
        widths.sort_unstable();
        let runs = widths.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0]));
        runs.max().unwrap_or_default()
    };
    // Of equals the last one: a comma is in prices, too.
    [b',', b';', b'\t'].into_iter().max_by_key(|&separator| fit(separator)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_separator_is_found_behind_titles_prices_and_descriptions() {
        for (text, wanted) in [
            ("Prices, spring\n\nname;price\nRug;12,000\nBowl;5,000\n", b';'),
            ("name\tbrief\nRug\tred, blue, green\nBowl\tone; two\n", b'\t'),
            ("name,photos\nRug,a.jpg;b.jpg\nBowl,c.jpg;d.jpg\n", b','),
            ("name\nRug\n", b'\t'),
        ] {
            assert_eq!(char::from(separator(text)), char::from(wanted), "{text}");
        }
        assert_eq!(records("sep=;\r\nname;price, rial\r\n").unwrap()[1], ["name", "price, rial"]);
    }

    #[test]
    fn rows_are_numbered_as_in_other_programs() {
        let rows = records("name,brief\n\nRug,\"two\nlines\"\n\n\nBowl,one\n").unwrap();
        let at = |name: &str| rows.iter().position(|row| row.first().is_some_and(|cell| cell == name));
        assert_eq!((at("Rug"), at("Bowl")), (Some(2), Some(5)));
        assert_eq!(rows[2][1], "two\nlines");
    }

    proptest! {
        #[test]
        fn quoted_cells_are_read_back(
            rows in prop::collection::vec(prop::collection::vec("[a-zا-ی0-9,;\t\" \n]{1,8}", 3), 1..12),
            separator in prop::sample::select(vec![b',', b';', b'\t']),
        ) {
            let mut writer = csv::WriterBuilder::new().delimiter(separator).quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
            rows.iter().for_each(|row| writer.write_record(row).unwrap());
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(read(&text, separator, usize::MAX).unwrap(), rows);
        }
    }
}
