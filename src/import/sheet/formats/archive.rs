//! Looks through the archive of an Excel or OpenDocument file before it is read: how large it unpacks, and how many cells an
//! OpenDocument table describes by repetition.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use zip::ZipArchive;

use super::bounds::{Budget, MAX_PLACES, MAX_UNPACKED, too_many_cells, unpacks_too_large};
use crate::domain::Problem;

/// The part of an OpenDocument file with the tables.
const CONTENT: &str = "content.xml";

/// A longer tag, or text between two of them, is not a table that a person made.
const MAX_PIECE: u64 = 16 << 20;

/// Checks the bounds of an archive. What is damaged is left to the reader.
///
/// # Errors
/// `Sheet` when it unpacks to more, or describes more cells, than are read.
pub fn check(bytes: &[u8]) -> Result<(), Problem> {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return Ok(()) };
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let Ok(part) = archive.by_index(index) else { continue };
        let is_content = part.name().is_ok_and(|name| name == CONTENT);
        // One byte more shows that it is too large.
        let mut part = part.take(left + 1);
        if is_content {
            check_tables(&mut BufReader::new(&mut part))?;
        }
        let _ = io::copy(&mut part, &mut io::sink());
        left = part.limit().checked_sub(1).ok_or_else(unpacks_too_large)?;
    }
    Ok(())
}

/// The table that is being looked through.
#[derive(Default)]
struct Table {
    /// The rows so far, and those up to the last one with a filled cell.
    rows: usize,
    filled_rows: usize,
    /// The most columns up to a row's last filled cell.
    columns: usize,
    /// How often the row is repeated, its columns so far, and those up to its last filled cell.
    repeated: usize,
    column: usize,
    width: usize,
    /// How often the cell that is being read is repeated, if it is filled, and the bytes of it so far.
    filled: usize,
    bytes: usize,
}

/// Adds up what the rows and cells of each table make, with their repetitions. The reader puts all of that into memory.
fn check_tables(xml: &mut impl BufRead) -> Result<(), Problem> {
    let mut budget = Budget::default();
    let mut table = Table::default();
    let mut piece = Vec::new();
    while read_piece(xml, &mut piece)? {
        table.bytes = table.bytes.saturating_add(piece.len());
        let tag = piece.iter().rposition(|byte| *byte == b'<').map_or(&[][..], |at| &piece[at..]);
        match name(tag) {
            b"table:table" => table = Table::default(),
            b"table:table-row" => {
                (table.repeated, table.column, table.width) = (repeated(tag, b"table:number-rows-repeated"), 0, 0);
            }
            b"table:table-cell" | b"table:covered-table-cell" => {
                let count = repeated(tag, b"table:number-columns-repeated");
                table.column = table.column.saturating_add(count);
                let is_filled = contains(tag, b"office:") || contains(tag, b"formula") || contains(tag, b"value-type");
                (table.filled, table.bytes) = (if is_filled { count } else { 0 }, tag.len());
                if is_filled {
                    budget.take_places(table.column - table.width)?;
                    table.width = table.column;
                }
                if tag.ends_with(b"/>") {
                    table.end_cell(&mut budget)?;
                }
            }
            b"/table:table-cell" | b"/table:covered-table-cell" => table.end_cell(&mut budget)?,
            b"/table:table-row" => table.end_row()?,
            _ => {}
        }
    }
    Ok(())
}

impl Table {
    fn end_cell(&mut self, budget: &mut Budget) -> Result<(), Problem> {
        let copies = std::mem::take(&mut self.filled).saturating_mul(self.repeated.max(1));
        budget.take_text(self.bytes.saturating_mul(copies))
    }

    fn end_row(&mut self) -> Result<(), Problem> {
        self.rows = self.rows.saturating_add(self.repeated);
        if self.width > 0 {
            self.filled_rows = self.rows;
            self.columns = self.columns.max(self.width);
        }
        if self.filled_rows.saturating_mul(self.columns) > MAX_PLACES { Err(too_many_cells()) } else { Ok(()) }
    }
}

/// Reads up to the end of the next tag. A quoted value in it may contain `>`.
fn read_piece(xml: &mut impl BufRead, piece: &mut Vec<u8>) -> Result<bool, Problem> {
    piece.clear();
    let mut xml = xml.take(MAX_PIECE);
    loop {
        // What cannot be unpacked is left to the reader.
        if xml.read_until(b'>', piece).unwrap_or(0) == 0 {
            return if xml.limit() == 0 { Err(unpacks_too_large()) } else { Ok(!piece.is_empty()) };
        }
        let tag = piece.iter().rposition(|byte| *byte == b'<').map_or(&[][..], |at| &piece[at..]);
        if tag.starts_with(b"<!") || !ends_in_quotes(tag) {
            return Ok(true);
        }
    }
}

fn ends_in_quotes(tag: &[u8]) -> bool {
    let mut open = None;
    for &byte in tag {
        match open {
            Some(quote) if byte == quote => open = None,
            None if byte == b'"' || byte == b'\'' => open = Some(byte),
            _ => {}
        }
    }
    open.is_some()
}

fn name(tag: &[u8]) -> &[u8] {
    let tag = tag.strip_prefix(b"<").unwrap_or_default();
    let end = tag.iter().skip(1).position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
    end.map_or(tag, |end| &tag[..=end])
}

/// How often a row or cell is repeated. A number in a form that is not understood counts as too many.
fn repeated(tag: &[u8], attribute: &[u8]) -> usize {
    let Some(at) = memchr::memmem::find(tag, attribute) else { return 1 };
    let value = tag[at + attribute.len()..].trim_ascii_start().strip_prefix(b"=").map(<[u8]>::trim_ascii_start);
    let value = value.and_then(|value| value.get(1..)?.split(|byte| matches!(byte, b'"' | b'\'')).next());
    let number = value.and_then(|value| std::str::from_utf8(value).ok()).and_then(|value| value.trim().parse().ok());
    number.unwrap_or(usize::MAX)
}

fn contains(tag: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(tag, part).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(rows: &str) -> bool {
        check_tables(&mut format!("<office:body><table:table table:name='a'>{rows}</table:table>").as_bytes()).is_ok()
    }

    #[test]
    fn empty_cells_behind_the_last_one_and_rows_below_it_cost_nothing() {
        let cell = r#"<table:table-cell office:value-type="string"><text:p>Rug &gt; 1</text:p></table:table-cell>"#;
        let rest = r#"<table:table-cell table:number-columns-repeated="16383"/>"#;
        let below = r#"<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#;
        assert!(checked(&format!("{}{below}", format!("<table:table-row>{cell}{rest}</table:table-row>").repeat(1000))));
    }

    #[test]
    fn filled_cells_are_counted_with_their_repetitions() {
        let row = |repeated: &str, cells: &str| format!("<table:table-row {repeated}>{cells}</table:table-row>");
        let wide = r#"<table:table-cell table:formula="of:=1>0" office:value='1' table:number-columns-repeated="16384"/>"#;
        assert!(checked(&row("", wide)));
        assert!(!checked(&row("table:number-rows-repeated='1000'", wide)), "repeated rows");
        assert!(!checked(&row("", wide).repeat(1000)), "many rows");
        assert!(!checked(&row("table:number-rows-repeated='&#49;0000'", wide)), "a number in another form");
        let far = r#"<table:table-cell table:number-columns-repeated="16383"/><table:table-cell office:value="1"/>"#;
        let empty = row("table:number-rows-repeated='1048575'", "<table:table-cell/>");
        assert!(!checked(&(empty + &row("", far))), "one cell in the last corner");
        let text = format!(
            "<table:table-cell office:value-type='string' table:number-columns-repeated='16384'><text:p>{}</text:p></table:table-cell>",
            "x".repeat(100_000)
        );
        assert!(!checked(&row("", &text)), "a long text many times");
    }
}
