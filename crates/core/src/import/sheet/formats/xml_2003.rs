//! The worksheets of an Excel file of 2003 that is one XML text, which other programs call `.xls` or `.xml`.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use quick_xml::events::{BytesStart, Event};

use super::bounds::{Budget, MAX_WORKSHEETS};
use super::dates::Epoch;
use super::number_format::{NumberFormat, Shown, general};
use super::sheet_cells::SheetCells;
use super::table::Table;
use super::xml::{RichText, Xml, attribute, flag, number};
use vitrine_domain::{Finding, Problem, ProblemKind};

/// Whether a text is such a file.
pub fn is_workbook(text: &str) -> bool {
    const NAMESPACE: &str = "urn:schemas-microsoft-com:office:spreadsheet";
    /// The namespace is in the first tag, behind a declaration and comments.
    const SEARCHED: usize = 4096;
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let searched: String = start.chars().take(SEARCHED).collect();
    start.starts_with('<') && searched.contains(NAMESPACE) && searched.contains("Workbook")
}

/// Reads the worksheets that are not empty.
///
/// # Errors
/// `Sheet` when the text is damaged, has no worksheet, or is larger than is read.
pub fn read(text: &str) -> Result<Vec<SheetCells>, Problem> {
    let mut xml =
        Xml::new(text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').as_bytes());
    let (mut budget, mut styles): (Budget, HashMap<String, Style>) = (Budget::default(), HashMap::new());
    let mut style = String::new();
    let (mut found, mut is_any) = (Vec::new(), false);
    loop {
        match xml.next()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "Style" => {
                    style = attribute(&tag, "ID").unwrap_or_default().into_owned();
                    budget.take_places(1)?;
                    budget.take_text(style.len())?;
                    let parent = attribute(&tag, "Parent").and_then(|parent| styles.get(&*parent).cloned());
                    styles.insert(style.clone(), parent.unwrap_or_default());
                }
                "NumberFormat" => {
                    let code = attribute(&tag, "Format").unwrap_or_default();
                    budget.take_text(code.len())?;
                    styles.entry(style.clone()).or_default().format =
                        Some(Rc::new(NumberFormat::parse(code_of(&code))));
                }
                "Font" if attribute(&tag, "StrikeThrough").is_some() => {
                    styles.entry(style.clone()).or_default().is_struck = flag(&tag, "StrikeThrough");
                }
                "Worksheet" => {
                    is_any = true;
                    let name = attribute(&tag, "Name").unwrap_or_default().into_owned();
                    let mut reader = SheetReader {
                        table: Table::new(&name, false, &mut budget),
                        styles: &styles,
                        row: 0,
                        column: 0,
                        row_style: String::new(),
                        column_styles: BTreeMap::new(),
                    };
                    let is_hidden = reader.read(&mut xml)?;
                    found.push(SheetCells { is_hidden, ..reader.table.finish() });
                }
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
        if found.len() == MAX_WORKSHEETS {
            break;
        }
    }
    found.retain(|sheet| !sheet.rows.is_empty());
    if is_any { Ok(found) } else { Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable)) }
}

/// The code of a format, of which some have names.
fn code_of(format: &str) -> &str {
    match format {
        "General Number" | "General" | "Scientific" | "On/Off" | "True/False" | "Yes/No" => "General",
        "Fixed" => "0.00",
        "Currency" | "Standard" | "Euro Currency" => "#,##0.00",
        "Percent" => "0.00%",
        "General Date" => "yyyy/mm/dd h:mm",
        "Long Date" | "Medium Date" | "Short Date" => "yyyy/mm/dd",
        "Long Time" | "Medium Time" => "h:mm:ss",
        "Short Time" => "h:mm",
        code => code,
    }
}

/// What a style says.
#[derive(Clone, Default)]
struct Style {
    format: Option<Rc<NumberFormat>>,
    is_struck: bool,
}

struct SheetReader<'a> {
    table: Table<'a>,
    styles: &'a HashMap<String, Style>,
    row: usize,
    column: usize,
    /// The styles of cells without one of their own: of the row, and of columns by their first one.
    row_style: String,
    column_styles: BTreeMap<usize, String>,
}

#[derive(Default)]
struct Cell {
    style: String,
    kind: String,
    text: RichText,
    has_formula: bool,
}

impl SheetReader<'_> {
    /// Returns whether the worksheet is hidden.
    fn read(&mut self, xml: &mut Xml<&[u8]>) -> Result<bool, Problem> {
        let (mut cell, mut columns, mut is_visible_tag, mut is_hidden) =
            (Cell::default(), 0_usize, false, false);
        // A comment on a cell has data of its own.
        let (mut is_data, mut is_comment) = (false, false);
        loop {
            let event = xml.next()?;
            match &event {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "Column" => {
                        let first = number(tag, "Index").map_or(columns, |index| index.saturating_sub(1));
                        columns = first.saturating_add(number(tag, "Span").unwrap_or(0)).saturating_add(1);
                        if flag(tag, "Hidden") {
                            self.table.hide_columns(first, columns - 1)?;
                        }
                        self.table.begin_row()?;
                        let style = attribute(tag, "StyleID").unwrap_or_default();
                        self.column_styles.insert(first, style.into_owned());
                        self.column_styles.insert(columns, String::new());
                    }
                    "Row" => {
                        self.row = number(tag, "Index").map_or(self.row, |index| index.saturating_sub(1));
                        self.column = 0;
                        self.row_style = attribute(tag, "StyleID").unwrap_or_default().into_owned();
                        if flag(tag, "Hidden") {
                            self.table.hide_row(self.row)?;
                        }
                    }
                    "Cell" => cell = self.begin_cell(tag)?,
                    "Comment" => is_comment = true,
                    "S" => cell.text.is_struck = true,
                    "Data" if !is_comment => {
                        cell.kind = attribute(tag, "Type").unwrap_or_default().into_owned();
                        is_data = true;
                    }
                    "Visible" => is_visible_tag = true,
                    _ => {}
                },
                Event::End(tag) => match tag.local_name().as_ref() {
                    "Data" => is_data = false,
                    "Comment" => is_comment = false,
                    "S" => cell.text.is_struck = false,
                    "Visible" => is_visible_tag = false,
                    "Cell" => self.end_cell(std::mem::take(&mut cell))?,
                    "Row" => self.row = self.row.saturating_add(1),
                    "Worksheet" => return Ok(is_hidden),
                    _ => {}
                },
                Event::Eof => return Ok(is_hidden),
                event if is_data => cell.text.add(event),
                // `SheetHidden` and `SheetVeryHidden`.
                Event::Text(text) if is_visible_tag => is_hidden = text.xml10_content().contains("Hidden"),
                _ => {}
            }
        }
    }

    fn begin_cell(&mut self, tag: &BytesStart<'_>) -> Result<Cell, Problem> {
        self.column = number(tag, "Index").map_or(self.column, |index| index.saturating_sub(1));
        let (right, down) = (number(tag, "MergeAcross").unwrap_or(0), number(tag, "MergeDown").unwrap_or(0));
        if right > 0 || down > 0 {
            self.table.merge(
                (self.row, self.column),
                (self.row.saturating_add(down), self.column.saturating_add(right)),
            )?;
        }
        let style = attribute(tag, "StyleID").unwrap_or_default().into_owned();
        Ok(Cell { style, has_formula: attribute(tag, "Formula").is_some(), ..Cell::default() })
    }

    /// The style of a cell: its own, else that of its row, else that of its column.
    fn style_of(&self, cell: &Cell, column: usize) -> Style {
        let of_column = || self.column_styles.range(..=column).next_back().map(|(_, style)| style);
        let own = [&cell.style, &self.row_style].into_iter().find(|style| !style.is_empty());
        let style = own.or_else(of_column).filter(|style| !style.is_empty());
        self.styles.get(style.map_or("Default", String::as_str)).cloned().unwrap_or_default()
    }

    fn end_cell(&mut self, cell: Cell) -> Result<(), Problem> {
        let place = (self.row, self.column);
        let Style { format, is_struck } = self.style_of(&cell, self.column);
        self.column = self.column.saturating_add(1);
        let is_struck = is_struck || cell.text.is_all_struck();
        let text = cell.text.shown();
        if text.is_empty() {
            return if cell.has_formula && cell.kind.is_empty() {
                self.table.set_uncomputed(place)
            } else {
                Ok(())
            };
        }
        if is_struck {
            self.table.strike(place)?;
        }
        match cell.kind.as_str() {
            "Error" => self.table.set_error(place, &text),
            "Number" => match text.trim().parse::<f64>().ok().filter(|number| number.is_finite()) {
                Some(number) => {
                    let shown =
                        format.map_or_else(|| general(number), |format| format.show(number, Epoch::Y1900));
                    self.table.set_shown(place, shown)
                }
                None => self.table.set_text(place, text),
            },
            "DateTime" => {
                let plain = text.trim().split(".000").next().unwrap_or_default();
                let plain = plain.strip_suffix("T00:00:00").unwrap_or(plain).to_owned();
                self.table.set_shown(
                    place,
                    Shown { whole: plain.clone(), plain, is_date: true, ..Shown::default() },
                )
            }
            "Boolean" => {
                self.table.set_text(place, if text.trim() == "1" { "true" } else { "false" }.to_owned())
            }
            _ => self.table.set_formatted(place, text, format.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worksheets_of_2003_are_read_with_what_their_formats_show() {
        let text = r##"<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
            <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
            <Styles><Style ss:ID="s1"><NumberFormat ss:Format="#,##0&quot; تومان&quot;"/></Style></Styles>
            <Worksheet ss:Name="Rugs"><Table><Row><Cell><Data ss:Type="String">name</Data></Cell><Cell><Data ss:Type="String">price</Data></Cell></Row>
            <Row ss:Index="3"><Cell><Data ss:Type="String">Rug &amp; co</Data></Cell><Cell ss:StyleID="s1"><Data ss:Type="Number">25000</Data></Cell></Row>
            <Row ss:Hidden="1"><Cell ss:Index="2" ss:Formula="=1+1"/></Row><Row><Cell><Data ss:Type="Error">#N/A</Data></Cell></Row></Table></Worksheet></Workbook>"##;
        assert!(is_workbook(text));
        let sheet = read(text).unwrap().remove(0);
        assert_eq!(
            (sheet.rows[2][0].as_str(), sheet.rows[2][1].as_str(), sheet.rows.len()),
            ("Rug & co", "25000 تومان", 5)
        );
        assert!(
            sheet.hidden_rows.contains(&3)
                && sheet.unseen.contains_key(&(3, 1))
                && sheet.errors.contains_key(&(4, 0))
        );
    }
}
