//! The worksheets of an Excel file (`.xlsx`), as other programs write it, too.

use std::collections::{HashMap, HashSet};
use std::io::BufRead;

use quick_xml::events::{BytesStart, Event};

use super::archive::Archive;
use super::bounds::{Budget, MAX_WORKSHEETS};
use super::dates::Epoch;
use super::document_texts;
use super::excel_pictures::{CellPictures, read_drawing};
use super::number_format::{NumberFormat, Shown, general};
use super::relations::relations;
use super::sheet_cells::{Place, SheetCells};
use super::table::Table;
use super::xml::{RichText, Xml, add_text, attribute, flag, number};
use vitrine_domain::{Finding, Problem, ProblemKind};

/// Reads all worksheets that are not empty.
///
/// # Errors
/// `Sheet` when the file is damaged, has no worksheet, or is larger than is read.
pub fn read(archive: &mut Archive<'_>, budget: &mut Budget) -> Result<Vec<SheetCells>, Problem> {
    let book = Book::read(archive, budget)?;
    let said = document_texts::of_excel(archive);
    let (mut found, mut is_any) = (Vec::new(), false);
    for sheet in book.sheets.iter().take(MAX_WORKSHEETS) {
        // A chart has a sheet of its own as well.
        if !sheet.part.to_ascii_lowercase().contains("worksheet") && book.sheets.len() > 1 {
            continue;
        }
        let Some(mut xml) = archive.xml(&sheet.part) else { continue };
        is_any = true;
        let mut reader = SheetReader {
            book: &book,
            table: Table::new(&sheet.name, sheet.is_hidden, budget),
            row: 0,
            column: 0,
            drawing: None,
            links: Vec::new(),
            has_comments: false,
        };
        reader.read(&mut xml)?;
        let SheetReader { mut table, drawing, links, has_comments, .. } = reader;
        drop(xml);
        if drawing.is_some() || !links.is_empty() || has_comments {
            let targets = relations(archive, &sheet.part).unwrap_or_default();
            for (place, target) in
                links.into_iter().filter_map(|(place, id)| Some((place, targets.get(&id)?)))
            {
                table.set_link(place, target.0.clone())?;
            }
            if let Some((drawing, _)) = drawing.and_then(|id| targets.get(&id)) {
                read_drawing(archive, drawing, &mut table)?;
                read_remarks(archive, drawing, &mut table)?;
            }
            for (comments, _) in targets.values().filter(|(_, kind)| kind.ends_with("/comments")) {
                read_remarks(archive, comments, &mut table)?;
            }
        }
        said.iter().try_for_each(|text| table.add_remark(None, text.clone()))?;
        found.push(table.finish());
    }
    found.retain(|sheet| !sheet.rows.is_empty());
    if is_any { Ok(found) } else { Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable)) }
}

/// Reads the texts of boxes in a drawing, or those of comments.
fn read_remarks(archive: &mut Archive<'_>, part: &str, table: &mut Table<'_>) -> Result<(), Problem> {
    let Some(mut xml) = archive.xml(part) else { return Ok(()) };
    let (mut row, mut text, mut is_text) = (None, String::new(), false);
    loop {
        let event = xml.next()?;
        match &event {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "sp" | "comment" => {
                    row = attribute(tag, "ref").as_deref().and_then(place).map(|(row, _)| row);
                    text.clear();
                }
                "t" => is_text = true,
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "sp" | "comment" => table.add_remark(row, std::mem::take(&mut text))?,
                "t" => is_text = false,
                "p" => text.push(' '),
                _ => {}
            },
            Event::Eof => return Ok(()),
            event if is_text => add_text(event, &mut text),
            _ => {}
        }
    }
}

#[derive(Default)]
struct Book {
    sheets: Vec<SheetEntry>,
    epoch: Epoch,
    /// Whether the program that opens it computes all formulas first: what is stored for them may be no
    /// result.
    is_uncomputed: bool,
    texts: Vec<String>,
    /// The format of each style.
    styles: Vec<u32>,
    /// The styles whose font is struck out.
    struck: HashSet<usize>,
    /// The texts that cells share and that are struck out as a whole.
    struck_texts: HashSet<usize>,
    formats: HashMap<u32, NumberFormat>,
    pictures: CellPictures,
}

struct SheetEntry {
    name: String,
    part: String,
    is_hidden: bool,
}

impl Book {
    fn read(archive: &mut Archive<'_>, budget: &mut Budget) -> Result<Self, Problem> {
        let roots = relations(archive, "")?;
        let main =
            roots.values().find(|(_, kind)| kind.ends_with("/officeDocument")).map(|(part, _)| part.clone());
        let main = main.filter(|part| archive.has(part)).unwrap_or_else(|| "xl/workbook.xml".to_owned());
        let relations = relations(archive, &main)?;
        let mut book = Self::default();
        let mut xml = archive
            .xml(&main)
            .ok_or_else(|| Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::NoTable))?;
        loop {
            match xml.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "workbookPr" && flag(&tag, "date1904") => {
                    book.epoch = Epoch::Y1904;
                }
                Event::Start(tag) if tag.local_name().as_ref() == "calcPr" => {
                    book.is_uncomputed = flag(&tag, "fullCalcOnLoad");
                }
                Event::Start(tag) if tag.local_name().as_ref() == "sheet" => {
                    let part = attribute(&tag, "id")
                        .and_then(|id| relations.get(&*id))
                        .map(|(part, _)| part.clone());
                    let is_hidden = attribute(&tag, "state").is_some_and(|state| state != "visible");
                    let name = attribute(&tag, "name").unwrap_or_default().into_owned();
                    budget.take_text(name.len())?;
                    book.sheets.extend(part.map(|part| SheetEntry { name, part, is_hidden }));
                }
                Event::Eof => break,
                _ => {}
            }
        }
        drop(xml);
        let of_kind = |kind: &str, usual: &str| {
            let found = relations.values().find(|(_, of)| of.ends_with(kind)).map(|(part, _)| part.clone());
            found.unwrap_or_else(|| usual.to_owned())
        };
        if let Some(mut xml) = archive.xml(&of_kind("/sharedStrings", "xl/sharedStrings.xml")) {
            book.read_texts(&mut xml)?;
        }
        if let Some(mut xml) = archive.xml(&of_kind("/styles", "xl/styles.xml")) {
            book.read_styles(&mut xml, budget)?;
        }
        book.pictures = CellPictures::read(archive, of_kind)?;
        Ok(book)
    }

    /// The texts that cells share. The part says how many there are, but that is not believed.
    fn read_texts(&mut self, xml: &mut Xml<impl BufRead>) -> Result<(), Problem> {
        let mut budget = Budget::default();
        let (mut text, mut is_text, mut is_reading) = (RichText::default(), false, false);
        loop {
            let event = xml.next()?;
            match &event {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "si" => text = RichText::default(),
                    "r" => (text.is_struck, text.is_raised) = (false, false),
                    "strike" => text.is_struck = is_on(tag),
                    "vertAlign" => text.is_raised = is_superscript(tag),
                    "t" => is_text = !is_reading,
                    // How the characters before are read aloud.
                    "rPh" => is_reading = true,
                    _ => {}
                },
                Event::End(tag) => match tag.local_name().as_ref() {
                    "si" => {
                        budget.take_places(1)?;
                        if text.is_all_struck() {
                            self.struck_texts.insert(self.texts.len());
                        }
                        let text = std::mem::take(&mut text).shown();
                        budget.take_text(text.len())?;
                        self.texts.push(unescaped(&text));
                    }
                    "t" => is_text = false,
                    "rPh" => is_reading = false,
                    _ => {}
                },
                Event::Eof => return Ok(()),
                event if is_text => text.add(event),
                _ => {}
            }
        }
    }

    fn read_styles(&mut self, xml: &mut Xml<impl BufRead>, budget: &mut Budget) -> Result<(), Problem> {
        let (mut is_of_cells, mut is_of_fonts) = (false, false);
        let (mut fonts, mut struck_fonts) = (0_usize, HashSet::new());
        loop {
            match xml.next()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "cellXfs" => is_of_cells = true,
                    "fonts" => is_of_fonts = true,
                    "font" if is_of_fonts => fonts += 1,
                    "strike" if is_of_fonts && is_on(&tag) => {
                        budget.take_places(1)?;
                        struck_fonts.insert(fonts);
                    }
                    "numFmt" => {
                        let (id, code) = (id_of(&tag), attribute(&tag, "formatCode").unwrap_or_default());
                        budget.take_places(1)?;
                        budget.take_text(code.len())?;
                        self.formats.insert(id, NumberFormat::parse(&code));
                    }
                    "xf" if is_of_cells => {
                        budget.take_places(1)?;
                        // Fonts are numbered from 0, and were counted from 1.
                        if number(&tag, "fontId")
                            .is_some_and(|font| struck_fonts.contains(&font.saturating_add(1)))
                        {
                            self.struck.insert(self.styles.len());
                        }
                        self.styles.push(id_of(&tag));
                    }
                    _ => {}
                },
                Event::End(tag) if tag.local_name().as_ref() == "fonts" => is_of_fonts = false,
                Event::End(tag) if tag.local_name().as_ref() == "cellXfs" => break,
                Event::Eof => break,
                _ => {}
            }
        }
        for id in &self.styles {
            self.formats.entry(*id).or_insert_with(|| NumberFormat::built_in(*id));
        }
        Ok(())
    }

    fn format(&self, style: usize) -> Option<&NumberFormat> {
        self.styles.get(style).filter(|id| **id != 0).and_then(|id| self.formats.get(id))
    }

    fn show(&self, number: f64, style: usize) -> Shown {
        self.format(style).map_or_else(|| general(number), |format| format.show(number, self.epoch))
    }
}

fn id_of(tag: &BytesStart<'_>) -> u32 {
    number(tag, "numFmtId").and_then(|id| u32::try_from(id).ok()).unwrap_or(0)
}

struct SheetReader<'a> {
    book: &'a Book,
    table: Table<'a>,
    /// The row that is being read, and the column of the next cell, from 0.
    row: usize,
    column: usize,
    /// The relation of the drawing over the cells.
    drawing: Option<String>,
    /// The relations of what cells lead to.
    links: Vec<(Place, String)>,
    has_comments: bool,
}

/// A cell that is being read.
#[derive(Default)]
struct Cell {
    kind: String,
    style: usize,
    text: RichText,
    has_value: bool,
    has_formula: bool,
    formula: String,
    /// The number of what it holds beside its value, such as a picture.
    rich: Option<usize>,
}

/// Whether a property of text is there and not turned off.
fn is_on(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "val").is_none_or(|value| !matches!(&*value, "0" | "false" | "off"))
}

fn is_superscript(tag: &BytesStart<'_>) -> bool {
    attribute(tag, "val").is_some_and(|value| value == "superscript")
}

impl SheetReader<'_> {
    fn read(&mut self, xml: &mut Xml<impl BufRead>) -> Result<(), Problem> {
        let mut next_row = 0;
        let mut cell: Option<Cell> = None;
        let (mut is_value, mut is_reading, mut is_formula) = (false, false, false);
        let mut printed: Option<String> = None;
        loop {
            let event = xml.next()?;
            match &event {
                Event::Start(tag) => match (tag.local_name().as_ref(), &mut cell) {
                    ("row", _) => {
                        self.row = number(tag, "r").map_or(next_row, |row| row.saturating_sub(1));
                        (next_row, self.column) = (self.row.saturating_add(1), 0);
                        self.begin_row(tag)?;
                    }
                    ("c", _) => cell = Some(self.begin_cell(tag)),
                    ("v", Some(cell)) => (is_value, cell.has_value) = (true, true),
                    ("t", Some(cell)) if !is_reading => (is_value, cell.has_value) = (true, true),
                    ("rPh", _) => is_reading = true,
                    ("r", Some(cell)) => (cell.text.is_struck, cell.text.is_raised) = (false, false),
                    ("strike", Some(cell)) => cell.text.is_struck = is_on(tag),
                    ("vertAlign", Some(cell)) => cell.text.is_raised = is_superscript(tag),
                    ("f", Some(cell)) => (is_formula, cell.has_formula) = (true, true),
                    ("sheetFormatPr", _) => {
                        measure(tag, "defaultRowHeight", POINT)
                            .map_or(Ok(()), |height| self.table.set_height(None, height))?;
                        measure(tag, "defaultColWidth", CHARACTER)
                            .map_or(Ok(()), |width| self.table.set_width(None, width))?;
                    }
                    ("col", _) => self.add_columns(tag)?,
                    ("mergeCell", _) => {
                        if let Some((first, last)) = attribute(tag, "ref").as_deref().and_then(area) {
                            self.table.merge(first, last)?;
                        }
                    }
                    ("hyperlink", _) => {
                        let of = attribute(tag, "ref").as_deref().and_then(place);
                        let link = of.zip(attribute(tag, "id")).map(|(of, id)| (of, id.into_owned()));
                        if link.is_some() {
                            self.table.begin_row()?;
                        }
                        self.links.extend(link);
                    }
                    ("oddHeader" | "oddFooter" | "firstHeader" | "firstFooter", _) => {
                        printed = Some(String::new());
                    }
                    ("dataValidation", _) => {
                        let said = ["promptTitle", "prompt"].map(|part| attribute(tag, part));
                        let said: Vec<_> = said.into_iter().flatten().collect();
                        if !said.is_empty() {
                            self.table.add_instruction(said.join(" "))?;
                        }
                    }
                    ("legacyDrawing", _) => self.has_comments = true,
                    ("drawing", _) => self.drawing = attribute(tag, "id").map(std::borrow::Cow::into_owned),
                    _ => {}
                },
                Event::End(tag) => match tag.local_name().as_ref() {
                    "c" => {
                        if let Some(cell) = cell.take() {
                            self.end_cell(cell)?;
                        }
                    }
                    "oddHeader" | "oddFooter" | "firstHeader" | "firstFooter" => {
                        if let Some(text) = printed.take() {
                            self.table.add_remark(None, text)?;
                        }
                    }
                    "v" | "t" => is_value = false,
                    "f" => is_formula = false,
                    "rPh" => is_reading = false,
                    _ => {}
                },
                Event::Eof => return Ok(()),
                event if printed.is_some() => {
                    printed.iter_mut().for_each(|text| add_text(event, text));
                }
                event if is_value => cell.iter_mut().for_each(|cell| cell.text.add(event)),
                // Only the function by which WPS keeps pictures is of interest.
                event if is_formula && self.book.pictures.has_names() => {
                    cell.iter_mut().for_each(|cell| add_text(event, &mut cell.formula));
                }
                _ => {}
            }
        }
    }

    fn begin_row(&mut self, tag: &BytesStart<'_>) -> Result<(), Problem> {
        let height = if flag(tag, "hidden") { Some(0) } else { measure(tag, "ht", POINT) };
        if height == Some(0) {
            self.table.hide_row(self.row)?;
        }
        height.map_or(Ok(()), |height| self.table.set_height(Some((self.row, self.row)), height))
    }

    fn add_columns(&mut self, tag: &BytesStart<'_>) -> Result<(), Problem> {
        let [first, last] = ["min", "max"].map(|name| number(tag, name).unwrap_or(1).saturating_sub(1));
        let width = if flag(tag, "hidden") { Some(0) } else { measure(tag, "width", CHARACTER) };
        if width == Some(0) {
            self.table.hide_columns(first, last)?;
        }
        width.map_or(Ok(()), |width| self.table.set_width(Some((first, last)), width))
    }

    fn begin_cell(&mut self, tag: &BytesStart<'_>) -> Cell {
        let mut cell = Cell::default();
        // Each cell is asked for its attributes once.
        for attribute in tag.attributes().with_checks(false).flatten() {
            match attribute.key.as_ref() {
                "r" => {
                    if let Some((row, column)) = place(&attribute.value) {
                        (self.row, self.column) = (row, column);
                    }
                }
                "s" => cell.style = attribute.value.parse().unwrap_or(0),
                "t" => cell.kind = attribute.value.clone().into_owned(),
                "vm" => cell.rich = attribute.value.parse().ok(),
                _ => {}
            }
        }
        cell
    }

    fn end_cell(&mut self, cell: Cell) -> Result<(), Problem> {
        let place = (self.row, self.column);
        self.column = self.column.saturating_add(1);
        let mut is_struck = self.book.struck.contains(&cell.style) || cell.text.is_all_struck();
        let text = cell.text.shown();
        if cell.kind == "s" {
            is_struck |= text.trim().parse().is_ok_and(|index| self.book.struck_texts.contains(&index));
        }
        if let Some(part) = self.book.pictures.of_cell(cell.rich, &cell.formula, &text) {
            return self.table.set_picture(place, part);
        }
        // Programs that compute nothing write 0 as the result of their formulas.
        let is_written = self.book.is_uncomputed && cell.has_formula && text.trim() == "0";
        if text.is_empty() || is_written {
            // A formula may have given an empty text.
            let is_computed = cell.kind == "str" && cell.has_value;
            return if cell.has_formula && !is_computed { self.table.set_uncomputed(place) } else { Ok(()) };
        }
        if is_struck {
            self.table.strike(place)?;
        }
        let format = self.book.format(cell.style);
        match cell.kind.as_str() {
            "e" => self.table.set_error(place, &text),
            "s" => {
                let shared = text.trim().parse().ok().and_then(|index: usize| self.book.texts.get(index));
                shared.map_or(Ok(()), |text| self.table.set_formatted(place, text.clone(), format))
            }
            "b" => self.table.set_text(place, if text.trim() == "1" { "true" } else { "false" }.to_owned()),
            "d" => {
                let plain = text
                    .trim()
                    .strip_suffix("T00:00:00")
                    .unwrap_or(text.trim())
                    .trim_end_matches('Z')
                    .to_owned();
                self.table.set_shown(
                    place,
                    Shown { whole: plain.clone(), plain, is_date: true, ..Shown::default() },
                )
            }
            "str" | "inlineStr" => self.table.set_formatted(place, unescaped(&text), format),
            _ => match text.trim().parse::<f64>().ok().filter(|number| number.is_finite()) {
                Some(number) => self.table.set_shown(place, self.book.show(number, cell.style)),
                None => self.table.set_text(place, text),
            },
        }
    }
}

/// A point, and the width of a digit, in EMU.
const POINT: f64 = 12_700.0;
const CHARACTER: f64 = 7.0 * 9525.0;

/// An attribute's length, in EMU.
fn measure(tag: &BytesStart<'_>, name: &str, unit: f64) -> Option<u64> {
    let units: f64 = attribute(tag, name)?.trim().parse().ok()?;
    // A row has up to 409 points and a column up to 255 characters.
    (0.0..10_000.0).contains(&units).then_some((units * unit) as u64)
}

/// `B3` as row and column from 0.
fn place(reference: &str) -> Option<Place> {
    let reference = reference.trim();
    let digits =
        reference.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '$').trim_start_matches('$');
    let letters = &reference[..reference.len() - digits.len()];
    let column = letters.bytes().filter(u8::is_ascii_alphabetic).try_fold(0_usize, |column, letter| {
        column.checked_mul(26)?.checked_add(usize::from(letter.to_ascii_uppercase() - b'A') + 1)
    })?;
    Some((digits.parse::<usize>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}

/// `A1:B3`.
fn area(reference: &str) -> Option<(Place, Place)> {
    let (first, last) = reference.split_once(':')?;
    Some((place(first)?, place(last)?))
}

/// A text in which characters that XML does not allow are written as `_x000D_`.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("_x") {
        plain.push_str(before);
        let code = after
            .get(..5)
            .and_then(|code| code.strip_suffix('_'))
            .and_then(|code| u32::from_str_radix(code, 16).ok());
        match code.and_then(char::from_u32) {
            Some(c) => {
                plain.extend((!c.is_control() || matches!(c, '\n' | '\t')).then_some(c));
                rest = &after[5..];
            }
            None => {
                plain.push_str("_x");
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_and_nonsense_is_none() {
        assert_eq!(
            (place("B3"), place("$AA$10"), area("A1:C2")),
            (Some((2, 1)), Some((9, 26)), Some(((0, 0), (1, 2))))
        );
        for wrong in ["", "A", "A0", "3", "A99999999999999999999999", "ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ1"] {
            assert_eq!(place(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn characters_that_xml_does_not_allow_are_unescaped() {
        assert_eq!(unescaped("one_x000D_\ntwo_x005F_x000D_ _xyz"), "one\ntwo_x000D_ _xyz");
    }
}
