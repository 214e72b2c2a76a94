//! The tables of an OpenDocument file (`.ods`). Its cells carry the text that the owner sees beside their
//! value.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::BufRead;
use std::rc::Rc;

use quick_xml::events::{BytesStart, Event};

use super::archive::{Archive, Parts};
use super::bounds::{Budget, MAX_PLACES, MAX_WORKSHEETS, too_many_cells};
use super::document_texts;
use super::number_format::{Shown, general_text, in_thousands};
use super::open_document_pictures::{Frame, Frames, length};
use super::sheet_cells::SheetCells;
use super::table::Table;
use super::xml::{RichText, Xml, add_text, attribute, number};
use vitrine_domain::{Finding, Problem, ProblemKind, has_magnitude};

/// Reads all tables that are not empty.
///
/// # Errors
/// `Sheet` when the file is damaged or protected, has no table, or is larger than is read.
pub fn read(archive: &mut Archive<'_>, budget: &mut Budget) -> Result<Vec<SheetCells>, Problem> {
    if let Some(mut manifest) = archive.xml("META-INF/manifest.xml") {
        loop {
            match manifest.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "encryption-data" => {
                    return Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::SheetProtected));
                }
                Event::Eof => break,
                _ => {}
            }
        }
    }
    let said = document_texts::of_open_document(archive);
    let parts = archive.parts();
    let mut xml = archive
        .xml("content.xml")
        .ok_or_else(|| Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable))?;
    let (mut found, mut is_any) = (Vec::new(), false);
    let (mut style, mut styles) = (String::new(), Styles::default());
    // What is said to who fills cells, and the text of it that is being read.
    let (mut instructions, mut help): (Vec<String>, Option<String>) = (Vec::new(), None);
    loop {
        match xml.next()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "help-message" => help = Some(attribute(&tag, "title").unwrap_or_default().into_owned()),
                "p" => help.iter_mut().for_each(|help| help.push(' ')),
                "style" => style = attribute(&tag, "name").unwrap_or_default().into_owned(),
                "table-properties" if attribute(&tag, "display").as_deref() == Some("false") => {
                    budget.take_text(style.len())?;
                    styles.hidden.push(style.clone());
                }
                "table-row-properties" | "table-column-properties" => {
                    let size = ["row-height", "column-width"]
                        .into_iter()
                        .find_map(|name| length(&attribute(&tag, name)?));
                    budget.take_text(style.len())?;
                    styles.sizes.extend(size.map(|size| (style.clone(), size)));
                }
                "text-properties" => {
                    if strikes_out(&tag) {
                        budget.take_text(style.len())?;
                        styles.struck.insert(style.clone());
                    }
                    if attribute(&tag, "text-position").is_some_and(|position| is_raised(&position)) {
                        budget.take_text(style.len())?;
                        styles.raised.insert(style.clone());
                    }
                }
                "table" => {
                    is_any = true;
                    let name = attribute(&tag, "name").unwrap_or_default().into_owned();
                    let is_hidden = attribute(&tag, "style-name")
                        .is_some_and(|style| styles.hidden.contains(&style.into_owned()));
                    let table = Table::new(&name, is_hidden, budget);
                    let mut reader = TableReader {
                        table,
                        row: 0,
                        columns: 0,
                        styles: &styles,
                        row_style: String::new(),
                        column_styles: BTreeMap::new(),
                        parts: Rc::clone(&parts),
                    };
                    reader.read(&mut xml)?;
                    for text in &instructions {
                        reader.table.add_instruction(text.clone())?;
                    }
                    said.iter().try_for_each(|text| reader.table.add_remark(None, text.clone()))?;
                    found.push(reader.table.finish());
                }
                _ => {}
            },
            Event::End(tag) if tag.local_name().as_ref() == "help-message" => {
                if let Some(text) = help.take().filter(|_| instructions.len() < MAX_INSTRUCTIONS) {
                    budget.take_text(text.len())?;
                    instructions.push(text);
                }
            }
            Event::Eof => break,
            event => {
                if let Some(help) = help.as_mut().filter(|help| help.len() < MAX_REMARK) {
                    add_text(&event, help);
                }
            }
        }
        if found.len() == MAX_WORKSHEETS {
            break;
        }
    }
    found.retain(|sheet| !sheet.rows.is_empty());
    if is_any { Ok(found) } else { Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable)) }
}

/// More cells in a row are described by no program.
const MAX_COLUMNS: usize = 1 << 16;
/// So often a filled row or cell is read that the file has once and says to be repeated: somebody filled a
/// whole column. Nobody sells as many equal products, and a few hundred bytes would become millions of rows.
const MAX_REPEATED: usize = 1_000;

/// What the styles of a file say, by their names.
#[derive(Default)]
struct Styles {
    /// Those of tables that are not displayed.
    hidden: Vec<String>,
    /// The heights and widths of rows and columns.
    sizes: HashMap<String, u64>,
    /// Those of text that is struck out.
    struck: HashSet<String>,
    /// Those of text above the line.
    raised: HashSet<String>,
}

impl Styles {
    /// Whether the style of a tag strikes out its text.
    fn strike(&self, tag: &BytesStart<'_>) -> bool {
        attribute(tag, "style-name").is_some_and(|style| self.struck.contains(&*style))
    }

    /// Whether the style of a tag raises its text above the line.
    fn raise(&self, tag: &BytesStart<'_>) -> bool {
        attribute(tag, "style-name").is_some_and(|style| self.raised.contains(&*style))
    }
}

/// Whether a position of text is above the line: `super 58%`, `33% 58%`.
fn is_raised(position: &str) -> bool {
    let position = position.trim();
    position.starts_with("super")
        || position
            .split_once('%')
            .is_some_and(|(height, _)| height.trim().parse::<f64>().is_ok_and(|height| height > 0.0))
}

/// Whether these properties of text strike it out.
fn strikes_out(tag: &BytesStart<'_>) -> bool {
    let is_line = |name| attribute(tag, name).map(|line| line != "none");
    is_line("text-line-through-type").or_else(|| is_line("text-line-through-style")).unwrap_or(false)
}

struct TableReader<'a> {
    table: Table<'a>,
    row: usize,
    /// The columns that were described so far.
    columns: usize,
    styles: &'a Styles,
    /// The styles of cells without one of their own: of the row, and of columns by their first one.
    row_style: String,
    column_styles: BTreeMap<usize, String>,
    parts: Rc<Parts>,
}

/// A cell that is being read, and how often it is repeated.
#[derive(Clone, Default)]
struct Cell {
    repeated: usize,
    /// The name of its style; empty for that of its row or column.
    style: String,
    kind: String,
    value: String,
    text: String,
    has_formula: bool,
    rows: usize,
    columns: usize,
    /// Hidden by a merged one.
    is_covered: bool,
    /// Whether its whole text is struck out.
    is_struck: bool,
    /// Whether its text is there and empty, as the format of its number has it.
    has_empty_line: bool,
    pictures: Vec<Frame>,
    /// The comment on it.
    remark: String,
}

impl Cell {
    fn begin(tag: &BytesStart<'_>) -> Self {
        let text = |name| attribute(tag, name).unwrap_or_default().into_owned();
        let value = ["value", "date-value", "time-value", "boolean-value", "string-value"]
            .into_iter()
            .map(text)
            .find(|value| !value.is_empty());
        Self {
            repeated: number(tag, "number-columns-repeated").unwrap_or(1),
            kind: text("value-type"),
            value: value.unwrap_or_default(),
            has_formula: attribute(tag, "formula").is_some(),
            rows: number(tag, "number-rows-spanned").unwrap_or(1),
            columns: number(tag, "number-columns-spanned").unwrap_or(1),
            is_covered: tag.local_name().as_ref() == "covered-table-cell",
            style: text("style-name"),
            ..Self::default()
        }
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.value.is_empty() && !self.has_formula
    }

    fn shown(&self) -> Shown {
        let seen = self.text.trim();
        match self.kind.as_str() {
            "float" | "percentage" | "currency" => Shown {
                is_hidden: self.has_empty_line && self.value.parse().is_ok_and(|number: f64| number != 0.0),
                ..shown_number(seen, self.value.trim())
            },
            "date" | "time" => {
                let plain = if seen.is_empty() { &self.value } else { seen }.to_owned();
                Shown { whole: plain.clone(), plain, is_date: true, ..Shown::default() }
            }
            "boolean" => Shown { plain: self.value.clone(), whole: self.value.clone(), ..Shown::default() },
            _ => {
                let text = if self.text.is_empty() { &self.value } else { &self.text };
                Shown { plain: text.clone(), whole: text.clone(), ..Shown::default() }
            }
        }
    }
}

/// A number as it is seen, without grouped digits, however they are grouped: the value says where the
/// decimals begin.
fn shown_number(seen: &str, value: &str) -> Shown {
    let Ok(number) = value.parse::<f64>() else {
        let text = if seen.is_empty() { value } else { seen }.to_owned();
        return Shown { plain: text.clone(), whole: text, ..Shown::default() };
    };
    let plain = || {
        let plain = general_text(number);
        Shown { whole: plain.clone(), plain, ..Shown::default() }
    };
    let latin = vitrine_domain::text::with_latin_digits(seen);
    let is_digit = |c: char| c.is_ascii_digit();
    let (Some(first), Some(last)) = (latin.find(is_digit), latin.rfind(is_digit)) else {
        // A word in the place of the number.
        return if seen.is_empty() { plain() } else { Shown { whole: seen.to_owned(), ..plain() } };
    };
    let run = &latin[first..=last];
    let digits: String = run.chars().filter(char::is_ascii_digit).collect();
    let is_percent = latin.contains(['%', '٪']);
    let number = if is_percent { number * 100.0 } else { number }.abs();
    let fits = |decimals: &usize| {
        let scaled = number * 10_f64.powi(i32::try_from(*decimals).unwrap_or(0));
        digits.parse::<f64>().is_ok_and(|shown| (shown - scaled).abs() <= 0.500_001)
    };
    // The most decimals that fit, or `0` would fit `0.00`.
    let most = if run.len() == digits.len() { 1 } else { digits.len().min(15) };
    let decimals = (0..most).rev().find(fits).filter(|_| !run.contains(char::is_alphabetic));
    let around =
        |digits: &str| format!("{}{digits}{}", &latin[..first], &latin[last + 1..]).trim().to_owned();
    // How many thousands smaller the number is shown.
    let smaller = |power: &usize| {
        let scaled = number / 1000_f64.powi(i32::try_from(*power).unwrap_or(0));
        digits.parse::<f64>().is_ok_and(|shown| shown > 0.0 && (shown - scaled).abs() <= 0.500_001)
    };
    let Some(decimals) = decimals else {
        let Some(power) = (1..=3).find(smaller) else { return plain() };
        let scaled = number / 1000_f64.powi(i32::try_from(power).unwrap_or(0));
        let counted = if has_magnitude(&latin) { digits.clone() } else { in_thousands(scaled, power) };
        return Shown { plain: around(&counted), whole: around(&digits), ..Shown::default() };
    };
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let zero = fraction.bytes().all(|digit| digit == b'0');
    let full = if decimals == 0 { digits.clone() } else { format!("{whole}.{fraction}") };
    let plain = if zero { whole.to_owned() } else { full.clone() };
    Shown { plain: around(&plain), whole: around(&full), ..Shown::default() }
}

impl TableReader<'_> {
    fn read(&mut self, xml: &mut Xml<impl BufRead>) -> Result<(), Problem> {
        let (mut cells, mut repeated): (Vec<Cell>, usize) = (Vec::new(), 1);
        let (mut is_hidden, mut frames, parts) = (false, Frames::default(), Rc::clone(&self.parts));
        loop {
            let next = match xml.next()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "table-column" => {
                        let count = number(&tag, "number-columns-repeated").unwrap_or(1);
                        let is_hidden =
                            attribute(&tag, "visibility").is_some_and(|visibility| visibility != "visible");
                        let last = self.columns.saturating_add(count.saturating_sub(1));
                        if is_hidden && count > 0 {
                            self.table.hide_columns(self.columns, last)?;
                        }
                        let width = if is_hidden { Some(0) } else { self.size_of(&tag) };
                        width.map_or(Ok(()), |width| {
                            self.table.set_width(Some((self.columns, last)), width)
                        })?;
                        if !self.styles.struck.is_empty() {
                            let style = attribute(&tag, "default-cell-style-name").unwrap_or_default();
                            self.table.begin_row()?;
                            self.column_styles.insert(self.columns, style.into_owned());
                        }
                        self.columns = self.columns.saturating_add(count);
                        None
                    }
                    "table-row" => {
                        repeated = number(&tag, "number-rows-repeated").unwrap_or(1);
                        self.row_style =
                            attribute(&tag, "default-cell-style-name").unwrap_or_default().into_owned();
                        is_hidden =
                            attribute(&tag, "visibility").is_some_and(|visibility| visibility != "visible");
                        let last = self.row.saturating_add(repeated.saturating_sub(1));
                        let height = if is_hidden { Some(0) } else { self.size_of(&tag) };
                        height
                            .map_or(Ok(()), |height| self.table.set_height(Some((self.row, last)), height))?;
                        None
                    }
                    "table-cell" | "covered-table-cell" => Some(Cell::begin(&tag)),
                    _ => {
                        frames.begin(&tag, &parts);
                        None
                    }
                },
                Event::End(tag) => match tag.local_name().as_ref() {
                    "table-row" => {
                        self.end_row(std::mem::take(&mut cells), repeated, is_hidden)?;
                        None
                    }
                    "table" => {
                        self.table.add_grouped(frames.grouped);
                        return frames
                            .found
                            .iter()
                            .try_for_each(|frame| self.table.add_picture(frame.on_table()));
                    }
                    name => {
                        frames.end(name);
                        None
                    }
                },
                Event::Eof => return Ok(()),
                _ => None,
            };
            if let Some(mut cell) = next {
                let grouped = read_content(xml, &mut cell, self.styles, &parts)?;
                self.table.add_grouped(grouped);
                let remark = std::mem::take(&mut cell.remark);
                if !remark.is_empty() {
                    self.table.add_remark(Some(self.row), remark)?;
                }
                if cells.len() >= MAX_COLUMNS {
                    return Err(too_many_cells());
                }
                cells.push(cell);
            }
        }
    }

    /// The height or width of the style of a tag.
    fn size_of(&self, tag: &BytesStart<'_>) -> Option<u64> {
        self.styles.sizes.get(&*attribute(tag, "style-name")?).copied()
    }

    /// Puts a row into the table as often as it is repeated. Empty cells and rows cost nothing.
    fn end_row(&mut self, mut cells: Vec<Cell>, repeated: usize, is_hidden: bool) -> Result<(), Problem> {
        while cells.last().is_some_and(|cell| cell.is_empty() && cell.pictures.is_empty()) {
            cells.pop();
        }
        if cells.is_empty() {
            self.row = self.row.saturating_add(repeated);
            return Ok(());
        }
        let width = cells.iter().fold(0_usize, |width, cell| width.saturating_add(cell.repeated));
        if width.saturating_mul(repeated) > MAX_PLACES {
            return Err(too_many_cells());
        }
        // Once for all repetitions, of which there may be millions.
        let shown: Vec<Shown> = cells.iter().map(Cell::shown).collect();
        for _ in 0..repeated.min(MAX_REPEATED) {
            self.table.begin_row()?;
            if is_hidden {
                self.table.hide_row(self.row)?;
            }
            let mut column = 0_usize;
            for (cell, shown) in cells.iter().zip(&shown) {
                self.set(cell, shown, column)?;
                column = column.saturating_add(cell.repeated);
            }
            self.row = self.row.saturating_add(1);
        }
        self.row = self.row.saturating_add(repeated.saturating_sub(MAX_REPEATED));
        Ok(())
    }

    /// Whether the style of a cell strikes it out: its own, else that of its row, else that of its column.
    fn is_struck_by_style(&self, cell: &Cell, column: usize) -> bool {
        let of_column = || {
            let (_, style) = self.column_styles.range(..=column).next_back()?;
            Some(style.as_str())
        };
        let own = Some(cell.style.as_str()).filter(|style| !style.is_empty());
        let of_row = || Some(self.row_style.as_str()).filter(|style| !style.is_empty());
        own.or_else(of_row).or_else(of_column).is_some_and(|style| self.styles.struck.contains(style))
    }

    fn set(&mut self, cell: &Cell, shown: &Shown, first: usize) -> Result<(), Problem> {
        cell.pictures.iter().try_for_each(|frame| self.table.add_picture(frame.in_cell(self.row, first)))?;
        if cell.rows > 1 || cell.columns > 1 {
            let last = (
                self.row.saturating_add(cell.rows.max(1) - 1),
                first.saturating_add(cell.columns.max(1) - 1),
            );
            self.table.merge((self.row, first), last)?;
        }
        if cell.is_empty() || cell.is_covered {
            return Ok(());
        }
        for column in first..first.saturating_add(cell.repeated.min(MAX_REPEATED)) {
            let place = (self.row, column);
            if cell.has_formula && cell.value.is_empty() && cell.text.is_empty() {
                // A formula may have given an empty text.
                if cell.kind.is_empty() {
                    self.table.set_uncomputed(place)?;
                }
            } else {
                self.table.set_shown(place, shown.clone())?;
                if cell.is_struck || self.is_struck_by_style(cell, column) {
                    self.table.strike(place)?;
                }
            }
        }
        Ok(())
    }
}

/// Reads up to the end of a cell. Returns how many pictures are joined with others.
fn read_content(
    xml: &mut Xml<impl BufRead>,
    cell: &mut Cell,
    styles: &Styles,
    parts: &Parts,
) -> Result<usize, Problem> {
    let (mut frames, mut text, mut spans) = (Frames::default(), RichText::default(), Vec::new());
    let (mut paragraphs, mut is_paragraph, mut notes, mut depth) = (0, false, 0_usize, 0_usize);
    let mut is_remark = false;
    loop {
        let event = xml.next()?;
        match &event {
            Event::Start(tag) => match tag.local_name().as_ref() {
                // A comment on the cell.
                "annotation" => notes += 1,
                "p" if notes > 0 => is_remark = true,
                // A table in a cell is not read.
                "table-cell" | "covered-table-cell" => depth += 1,
                "p" if notes == 0 && depth == 0 => {
                    if paragraphs > 0 {
                        text.push("\n");
                    }
                    (paragraphs, is_paragraph) = (paragraphs + 1, true);
                    text.is_struck = styles.strike(tag);
                }
                "s" if is_paragraph => {
                    (0..number(tag, "c").unwrap_or(1).min(1000)).for_each(|_| text.push(" "));
                }
                "tab" if is_paragraph => text.push("\t"),
                "line-break" if is_paragraph => text.push("\n"),
                "span" if is_paragraph => {
                    spans.push((text.is_struck, text.is_raised));
                    text.is_struck |= styles.strike(tag);
                    text.is_raised |= styles.raise(tag);
                }
                _ if notes == 0 => frames.begin(tag, parts),
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "annotation" => notes = notes.saturating_sub(1),
                "p" if notes > 0 => is_remark = false,
                "table-cell" | "covered-table-cell" if depth == 0 => {
                    cell.is_struck = text.is_all_struck();
                    (cell.pictures, cell.text) = (frames.found, text.shown());
                    cell.has_empty_line = paragraphs > 0 && cell.text.trim().is_empty();
                    return Ok(frames.grouped);
                }
                "table-cell" | "covered-table-cell" => depth -= 1,
                "span" if is_paragraph => {
                    (text.is_struck, text.is_raised) = spans.pop().unwrap_or_default();
                }
                "p" if notes == 0 => {
                    (is_paragraph, text.is_struck, text.is_raised) = (false, false, false);
                }
                name if notes == 0 => frames.end(name),
                _ => {}
            },
            Event::Eof => return Ok(0),
            event if is_paragraph && notes == 0 => text.add(event),
            event if is_remark && cell.remark.len() < MAX_REMARK => add_text(event, &mut cell.remark),
            _ => {}
        }
    }
}

/// More that is said to who fills cells is not read.
const MAX_INSTRUCTIONS: usize = 100;

/// The bytes of a longer comment on a cell are not read.
const MAX_REMARK: usize = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_says_what_is_seen_however_its_digits_are_grouped() {
        for (seen, value, plain, whole) in [
            ("25,000 تومان", "25000", "25000 تومان", "25000 تومان"),
            ("۲۵٬۰۰۰ تومان", "25000", "25000 تومان", "25000 تومان"),
            ("1.250.000", "1250000", "1250000", "1250000"),
            ("00042", "42", "00042", "00042"),
            ("12.50", "12.5", "12.50", "12.50"),
            ("12,50", "12.5", "12.50", "12.50"),
            ("250,000.00", "250000", "250000", "250000.00"),
            ("15%", "0.15", "15%", "15%"),
            ("6.26E+12", "6260000000000", "6260000000000", "6260000000000"),
            ("", "12", "12", "12"),
            ("ناموجود", "0", "0", "ناموجود"),
            ("-5", "-5", "-5", "-5"),
            ("250", "250000", "250 K", "250"),
            ("1,235 تومان", "1234567", "1234.5670 K تومان", "1235 تومان"),
            ("250 هزار تومان", "250000", "250 هزار تومان", "250 هزار تومان"),
        ] {
            let shown = shown_number(seen, value);
            assert_eq!((shown.plain.as_str(), shown.whole.as_str()), (plain, whole), "{seen} of {value}");
        }
    }
}
