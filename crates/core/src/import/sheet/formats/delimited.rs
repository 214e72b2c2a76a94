//! Tables in text files: fields between commas, semicolons, bars or tabs.
//!
//! Programs and people quote in many ways, so the reader is lenient: a quotation mark that cannot open or
//! close a field is a character of it, and one that would swallow whole rows costs its own row only.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::bounds::Budget;
use vitrine_domain::Problem;

/// Lines that are looked at to find the separator.
const SAMPLE: usize = 200;

/// What separates fields. Of equally good ones the last is used: a comma is in prices and a bar between
/// photos, too.
const SEPARATORS: [char; 5] = ['|', ',', '؛', ';', '\t'];

/// A longer field is not one that a person wrote.
const MAX_FIELD: usize = 256 << 10;

/// A file with more stray quotation marks does not quote: each of them is a character.
const MAX_STRAYS: usize = 500;

/// The records of a text file.
#[derive(Debug, Default)]
pub struct Records {
    pub rows: Vec<Vec<String>>,
    /// The rows, from 0, with a quotation mark that nothing closes.
    pub stray_quotes: Vec<usize>,
}

/// Reads the records. Quoted fields may contain separators and line breaks.
///
/// # Errors
/// `Sheet` when there are more cells than are read.
pub fn records(text: &str) -> Result<Records, Problem> {
    let (stated, text) = stated_separator(text);
    let mut records = read(text, stated.unwrap_or_else(|| separator(text)))?;
    if let Some(lines) = whole_lines(&records.rows) {
        records = read(&lines, separator(&lines))?;
    }
    // The line is a row in other programs as well.
    if stated.is_some() {
        records.rows.insert(0, Vec::new());
        records.stray_quotes.iter_mut().for_each(|row| *row += 1);
    }
    Ok(records)
}

fn read(text: &str, separator: char) -> Result<Records, Problem> {
    let mut reader = Reader {
        text,
        at: 0,
        separator,
        width: width(text, separator),
        closed: None,
        stray: false,
        strays: 0,
    };
    let mut budget = Budget::default();
    let mut records = Records::default();
    while reader.at < text.len() {
        let row = reader.record();
        budget.take_places(1 + row.len())?;
        if std::mem::take(&mut reader.stray) {
            records.stray_quotes.push(records.rows.len());
        }
        records.rows.push(row);
    }
    Ok(records)
}

/// The number of fields that most rows have: a line of so many fields is a row by itself. A line in which a
/// quotation mark stays open may be a part of a row, and does not count.
fn width(text: &str, separator: char) -> usize {
    let is_whole = |line: &&str| line.matches('"').count().is_multiple_of(2);
    let mut widths: Vec<usize> = lines(text)
        .filter(is_whole)
        .take(SAMPLE)
        .map(|line| fields(line, separator))
        .filter(|width| *width > 1)
        .collect();
    widths.sort_unstable();
    widths.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0])).max().map_or(1, |(_, width)| width)
}

/// The number of fields of a line, without separators between quotation marks.
fn fields(line: &str, separator: char) -> usize {
    line.split('"').step_by(2).map(|outside| outside.matches(separator).count()).sum::<usize>() + 1
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty())
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    separator: char,
    width: usize,
    /// The place of a quotation mark that would have closed a field that is none.
    closed: Option<usize>,
    /// Whether the record that is read has a quotation mark that nothing closes.
    stray: bool,
    /// How many of them there are so far.
    strays: usize,
}

impl<'a> Reader<'a> {
    fn record(&mut self) -> Vec<String> {
        let mut row = Vec::with_capacity(self.width);
        loop {
            row.push(self.field().into_owned());
            let rest = self.rest();
            let Some(end) = rest.chars().next() else { break };
            self.at += if rest.starts_with("\r\n") { 2 } else { end.len_utf8() };
            if end != self.separator {
                break;
            }
        }
        if row.len() == 1 && row[0].is_empty() { Vec::new() } else { row }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The field at this place; the place is then that of what ends it.
    fn field(&mut self) -> Cow<'a, str> {
        let start = self.at;
        let open = self.rest().trim_start_matches([' ', '\u{feff}', '\u{200e}', '\u{200f}']);
        if open.starts_with('"') && self.strays < MAX_STRAYS {
            let content = self.text.len() - open.len() + 1;
            match self.quoted(content) {
                Some(Quoted { value, end, .. }) if !self.swallows_rows(start, end) => {
                    self.at = end;
                    return Cow::Owned(value);
                }
                // The mark belongs to no pair, or to one with rows between: without it the row is read as it
                // looks.
                swallowed => {
                    self.stray = true;
                    self.strays += 1;
                    self.closed = swallowed.map(|quoted| quoted.close).or(self.closed);
                    self.at = content;
                }
            }
        }
        self.plain()
    }

    /// A field up to the next separator or line break.
    fn plain(&mut self) -> Cow<'a, str> {
        let start = self.at;
        let rest = self.rest();
        let length = rest.find([self.separator, '\n', '\r']).unwrap_or(rest.len());
        self.at += length;
        let value = &rest[..length];
        match self.closed.filter(|place| (start..self.at).contains(place)) {
            Some(place) => {
                self.stray = true;
                Cow::Owned(format!("{}{}", &value[..place - start], &value[place - start + 1..]))
            }
            None => Cow::Borrowed(value),
        }
    }

    /// The field behind an opening quotation mark; `None` without one that closes it.
    fn quoted(&self, start: usize) -> Option<Quoted> {
        let mut value = String::new();
        let mut at = start;
        loop {
            let mark = at + memchr::memchr(b'"', &self.text.as_bytes()[at..])?;
            if mark > start + MAX_FIELD {
                return None;
            }
            let before = &self.text[at..mark];
            let after = &self.text[mark + 1..];
            let ends = |text: &str| {
                let behind = text.trim_start_matches([' ', '\u{200e}', '\u{200f}']);
                let is_end = behind.is_empty() || behind.starts_with([self.separator, '\n', '\r']);
                is_end.then_some(self.text.len() - behind.len())
            };
            // Some databases write `\"` for a mark in the text, also before the one that closes it.
            let is_escaped_end = before.len() > 1 && before.ends_with('\\') && after.starts_with('"');
            if is_escaped_end && let Some(end) = ends(&after[1..]) {
                value.push_str(&before[..before.len() - 1]);
                value.push('"');
                return Some(Quoted { value, end, close: mark + 1 });
            }
            if after.starts_with('"') {
                value.push_str(before);
                value.push('"');
                at = mark + 2;
                continue;
            }
            if let Some(plain) = before.strip_suffix('\\')
                && (ends(after).is_none() || !plain.is_empty() && self.is_escaped(after))
            {
                value.push_str(plain);
                value.push('"');
            } else if let Some(end) = ends(after) {
                value.push_str(before);
                return Some(Quoted { value, end, close: mark });
            } else {
                // A mark inside of the text, such as that of inches.
                value.push_str(before);
                value.push('"');
            }
            at = mark + 1;
        }
    }

    /// Whether the mark before this text, behind a backslash, cannot close the field, because another one
    /// does in the same line.
    fn is_escaped(&self, after: &str) -> bool {
        let line = after.split(['\n', '\r']).next().unwrap_or_default();
        let line = line.trim_start_matches(' ');
        let line = line.strip_prefix(self.separator).unwrap_or(line);
        let next = line.find(self.separator).map_or(line, |end| &line[..end]);
        next.ends_with('"') && !next.trim_start().starts_with('"') && next.matches('"').count() == 1
    }

    /// Whether a quoted field takes in rows: then its lines have the fields of rows each.
    fn swallows_rows(&self, start: usize, end: usize) -> bool {
        let taken = &self.text[start..end];
        if self.width < 3 || !taken.contains(['\n', '\r']) {
            return false;
        }
        let before = self.text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let line_end = self.text[end..].find(['\n', '\r']).map_or(self.text.len(), |at| end + at);
        let mut lines = lines(&self.text[before..line_end]);
        // A line whose marks are in pairs is a row with its quoted fields.
        let is_quoted = |line: &str| {
            line.matches('"').count().is_multiple_of(2) && fields(line, self.separator) == self.width
        };
        lines.all(|line| line.matches(self.separator).count() + 1 == self.width || is_quoted(line))
    }
}

struct Quoted {
    value: String,
    /// The place of what ends the field.
    end: usize,
    /// The place of the closing mark.
    close: usize,
}

/// The text of a file whose lines were quoted as a whole by another program: `"name,price"`.
fn whole_lines(rows: &[Vec<String>]) -> Option<String> {
    let filled: Vec<&Vec<String>> =
        rows.iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty())).collect();
    let is_alone = |row: &&&Vec<String>| {
        row.iter().skip(1).all(|cell| cell.trim().is_empty()) && row[0].contains(SEPARATORS)
    };
    let alone = filled.iter().filter(is_alone).count();
    if filled.len() < 2 || alone < filled.len() {
        return None;
    }
    let lines: Vec<&str> = rows.iter().map(|row| row.first().map_or("", String::as_str)).collect();
    let text = lines.join("\n");
    let widest = SEPARATORS.iter().map(|separator| width(&text, *separator)).max().unwrap_or(1);
    (widest > 1).then_some(text)
}

/// The separator of a first line `sep=;`, by which Excel knows it, and the rest of the text.
fn stated_separator(text: &str) -> (Option<char>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_end_matches('\r').trim_matches('"');
    let mut stated = first.strip_prefix("sep=").unwrap_or_default().chars();
    match (stated.next(), stated.next()) {
        (Some(separator), None)
            if (separator.is_ascii_punctuation() && separator != '"') || matches!(separator, '\t' | '؛') =>
        {
            (Some(separator), rest)
        }
        _ => (None, text),
    }
}

/// The separator by which most records have the same number of fields, more than one, and of equal ones that
/// which leaves the fewest quotation marks without a sense. A title above the headings, or a comma in some
/// descriptions, does not mislead that.
fn separator(text: &str) -> char {
    let end = text.match_indices(['\n', '\r']).nth(SAMPLE).map_or(text.len(), |(end, _)| end);
    let sample = &text[..end];
    let fit = |separator: char| {
        let records = read(sample, separator).unwrap_or_default();
        let mut widths: Vec<usize> = records.rows.iter().map(Vec::len).filter(|&width| width > 1).collect();
        widths.sort_unstable();
        let runs = widths.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0]));
        (runs.max().unwrap_or_default(), Reverse(records.stray_quotes.len()))
    };
    let used = SEPARATORS.into_iter().filter(|separator| sample.contains(*separator));
    used.max_by_key(|&separator| fit(separator)).unwrap_or(',')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        records(text).unwrap().rows
    }

    #[test]
    fn the_separator_is_found_behind_titles_prices_and_descriptions() {
        for (text, wanted) in [
            ("Prices, spring\n\nname;price\nRug;12,000\nBowl;5,000\n", ';'),
            ("name\tbrief\nRug\tred, blue, green\nBowl\tone; two\n", '\t'),
            ("name,photos\nRug,a.jpg;b.jpg\nBowl,c.jpg;d.jpg\n", ','),
            ("name;photos\nRug;a.jpg|b.jpg\nBowl;c.jpg|d.jpg\n", ';'),
            ("name|price\nRug|12,000\nBowl|5,000\n", '|'),
            ("نام؛قیمت\nگلیم؛۱۲,۰۰۰\nکاسه؛۵,۰۰۰\n", '؛'),
            ("name,brief\n\";\n;\",1\n", ','),
        ] {
            assert_eq!(separator(text), wanted, "{text}");
        }
        assert_eq!(rows("sep=;\r\nname;price, rial\r\n")[1], ["name", "price, rial"]);
    }

    #[test]
    fn rows_are_numbered_as_in_other_programs() {
        let rows = rows("name,brief\n\nRug,\"two\nlines\"\n\n\nBowl,one\n");
        let at = |name: &str| rows.iter().position(|row| row.first().is_some_and(|cell| cell == name));
        assert_eq!((at("Rug"), at("Bowl")), (Some(2), Some(5)));
        assert_eq!(rows[2][1], "two\nlines");
    }

    #[test]
    fn a_stray_quotation_mark_costs_its_own_row_only() {
        let head = "name,price,stock\n";
        for (text, strays) in [
            ("Rug,1,2\n\"Blue rug,2,3\nBowl,3,4\nLamp,4,5\n", vec![2]),
            ("Rug,1,2\n\"Blue rug,2,3\nBowl,3,4\nLamp\",4,5\n", vec![2, 4]),
        ] {
            let read = records(&format!("{head}{text}")).unwrap();
            let names: Vec<&str> = read.rows.iter().map(|row| row[0].as_str()).collect();
            assert_eq!(names[1..], ["Rug", "Blue rug", "Bowl", "Lamp"], "{text}");
            assert_eq!(read.stray_quotes, strays, "{text}");
        }
    }

    #[test]
    fn a_cell_of_two_lines_is_one_cell_wherever_it_stands_among_the_columns() {
        for columns in 3..10 {
            for place in 0..columns {
                let cell = |row: usize, column: usize| match column {
                    _ if column == place && row > 0 => format!("\"first {row},\nsecond\""),
                    _ => format!("{row}-{column}"),
                };
                let line =
                    |row: usize| (0..columns).map(|column| cell(row, column)).collect::<Vec<_>>().join(",");
                let text = (0..4).map(line).collect::<Vec<_>>().join("\n");
                let read = records(&text).unwrap();
                assert_eq!((read.rows.len(), read.stray_quotes), (4, vec![]), "{text}");
                assert_eq!(read.rows[2][place], "first 2,\nsecond", "{text}");
            }
        }
    }

    #[test]
    fn marks_inside_of_a_field_are_characters_however_they_are_written() {
        for (cell, value) in [
            ("\"24\" frame\"", "24\" frame"),
            ("24\" frame", "24\" frame"),
            ("\"24\"\" frame\"", "24\" frame"),
            ("\"24\\\" frame\"", "24\" frame"),
            ("\"C:\\photos\\\"", "C:\\photos\\"),
            ("\"frame 24\"\"\"", "frame 24\""),
            ("\"called \"\"the sea\"\"\"", "called \"the sea\""),
        ] {
            assert_eq!(
                rows(&format!("name,price,stock\n{cell},5,6\nBowl,7,8\n"))[1],
                [value, "5", "6"],
                "{cell}"
            );
        }
    }

    #[test]
    fn lines_that_were_quoted_as_a_whole_are_opened() {
        for ends in ["", ";;;"] {
            let text = ["name,price", "\"\"Rug, red\"\",5", "Bowl,6"]
                .map(|line| format!("\"{line}\"{ends}\r\n"))
                .concat();
            assert_eq!(rows(&text)[1..], [vec!["Rug, red", "5"], vec!["Bowl", "6"]], "{text}");
        }
    }

    proptest! {
        #[test]
        fn quoted_cells_are_read_back(
            rows in prop::collection::vec(prop::collection::vec("[a-zا-ی0-9,;\t \n]{1,8}", 3), 1..12),
            separator in prop::sample::select(vec![b',', b';', b'\t', b'|']),
        ) {
            let mut writer = csv::WriterBuilder::new().delimiter(separator).quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
            rows.iter().for_each(|row| writer.write_record(row).unwrap());
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let mut read = read(&text, char::from(separator)).unwrap();
            // Cells whose lines look like rows each are no text of a person.
            prop_assume!(read.stray_quotes.is_empty());
            read.rows.retain(|row| !row.is_empty());
            prop_assert_eq!(read.rows, rows);
        }

        #[test]
        fn marks_in_quoted_cells_are_read_back(rows in prop::collection::vec(prop::collection::vec("[a-zا-ی0-9\" ]{1,8}", 3), 1..12)) {
            let mut writer = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
            rows.iter().for_each(|row| writer.write_record(row).unwrap());
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            prop_assert_eq!(read(&text, ',').unwrap().rows, rows);
        }

        #[test]
        fn no_text_panics_or_is_read_for_ever(text in "[a\",;|\\\\\n\r\t ا؛]{0,60}") {
            let _ = records(&text);
        }
    }
}
