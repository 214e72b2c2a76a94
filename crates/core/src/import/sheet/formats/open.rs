//! A file of any of the formats, detected by its content → worksheets.

use super::encoding::decode;
use super::sheet_cells::SheetCells;
use super::{delimited, web_page, workbook, xml_2003};
use vitrine_domain::{Finding, Problem, ProblemKind};

/// Reads the worksheets of a file that are not empty.
///
/// # Errors
/// `Sheet` when it has none of the formats, is damaged, or is larger than is read.
pub fn worksheets(bytes: &[u8]) -> Result<Vec<SheetCells>, Problem> {
    if workbook::is_workbook(bytes) { workbook::worksheets(bytes) } else { read_text(bytes) }
}

fn read_text(bytes: &[u8]) -> Result<Vec<SheetCells>, Problem> {
    if bytes.starts_with(b"%PDF-") {
        return Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::Pdf));
    }
    let (text, encoding) = decode(bytes)?;
    if xml_2003::is_workbook(&text) {
        return xml_2003::read(&text);
    }
    if web_page::is_page(&text) {
        return web_page::read(&text);
    }
    if is_link(&text) {
        return Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::GoogleSheet));
    }
    if is_data(&text) {
        return Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::DataFile));
    }
    if text.starts_with("MIME-Version:") {
        return Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::WebArchive));
    }
    let delimited::Records { rows, stray_quotes } = delimited::records(&text)?;
    let stray_quotes = stray_quotes.into_iter().map(|row| row + 1).collect();
    Ok(vec![SheetCells { rows, encoding: Some(encoding), stray_quotes, ..SheetCells::default() }])
}

/// Whether a text is the file that Google Drive puts in the place of a spreadsheet.
fn is_link(text: &str) -> bool {
    const MAX_BYTES: usize = 4096;
    text.len() < MAX_BYTES
        && text.trim_start().starts_with('{')
        && (text.contains("\"doc_id\"") || text.contains("//docs.google.com/"))
}

/// Whether a text is JSON or XML.
fn is_data(text: &str) -> bool {
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    let first = [signs.next(), signs.next()];
    matches!(first, [Some('{'), Some('"')] | [Some('['), Some('{')]) || text.trim_start().starts_with("<?xml")
}
