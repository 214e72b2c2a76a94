//! Looks through an old Excel file (`.xls`) before its cells are read: a chain of sectors that has no end,
//! the area of the cells of each worksheet, all of which the reader puts into memory, and what the reader
//! does not tell: formats, merged cells, hidden rows.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::bounds::{MAX_PLACES, too_many_cells};
use super::number_format::NumberFormat;
use super::old_texts::{Texts, text_at, texts, u16_at};
use super::sheet_cells::Place;
use vitrine_domain::{Finding, Problem, ProblemKind};

const END_OF_CHAIN: u32 = 0xffff_fffe;
/// Numbers from this one on are none of sectors.
const NO_SECTOR: u32 = 0xffff_fffc;
/// Shorter streams are in the stream of small sectors.
const SMALL: usize = 4096;

/// How the cells of a workbook look.
#[derive(Debug, Default)]
pub struct Layout {
    /// The number of each style's format.
    pub styles: Vec<u32>,
    /// The styles whose font is struck out.
    pub struck: HashSet<usize>,
    pub formats: HashMap<u32, NumberFormat>,
    pub is_from_1904: bool,
    pub sheets: Vec<SheetLayout>,
}

/// How the cells of a worksheet look.
#[derive(Debug, Default)]
pub struct SheetLayout {
    /// The styles of cells with numbers, and with a text of their own.
    pub styles: HashMap<Place, usize>,
    pub hidden_rows: BTreeSet<usize>,
    /// First and last, both included.
    pub hidden_columns: Vec<(usize, usize)>,
    pub merged: Vec<(Place, Place)>,
    /// How many pictures lie on the cells.
    pub pictures: usize,
    /// What is written beside the cells. Files of Excel 95 are not looked through for it.
    pub texts: Texts,
}

/// Checks the bounds of the file and reads how its cells look. What is damaged in another way is left to the
/// reader.
///
/// # Errors
/// `Sheet` when a chain of sectors is a circle, a worksheet has more cells than are read, or a password
/// protects the file.
pub fn layout(bytes: &[u8]) -> Result<Layout, Problem> {
    let Some(file) = Compound::open(bytes)? else { return Ok(Layout::default()) };
    for name in ["workbook", "book"] {
        if let Some(stream) = file.stream(name)? {
            return read_workbook(&stream, name == "book");
        }
    }
    // A new Excel file with a password is packed into an old one.
    if file.stream("EncryptedPackage")?.is_some() {
        return Err(protected());
    }
    Ok(Layout::default())
}

fn protected() -> Problem {
    Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::SheetProtected)
}

struct Compound<'a> {
    bytes: &'a [u8],
    sector: usize,
    next: Vec<u32>,
    directory: Vec<u8>,
    small_next: Vec<u32>,
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks_exact(4).filter_map(|number| u32_at(number, 0))
}

impl<'a> Compound<'a> {
    fn open(bytes: &'a [u8]) -> Result<Option<Self>, Problem> {
        let header =
            (u16_at(bytes, 30), u32_at(bytes, 48), u32_at(bytes, 60), u32_at(bytes, 68), bytes.get(76..512));
        let (Some(shift @ (9 | 12)), Some(directory), Some(small), Some(mut more), Some(first)) = header
        else {
            return Ok(None);
        };
        let mut file = Self {
            bytes,
            sector: 1 << shift,
            next: Vec::new(),
            directory: Vec::new(),
            small_next: Vec::new(),
        };
        let mut tables: Vec<u32> = numbers(first).collect();
        let mut seen = HashSet::new();
        while let Some(sector) = file.sector(more) {
            if !seen.insert(more) {
                return Err(Problem::new(ProblemKind::Sheet));
            }
            let (list, last) = sector.split_at(sector.len().saturating_sub(4));
            tables.extend(numbers(list));
            more = u32_at(last, 0).unwrap_or(END_OF_CHAIN);
        }
        let mut next = Vec::new();
        // A table that is listed twice, or is not in the file, would give the reader other chains than these.
        let mut listed = HashSet::new();
        for table in tables.into_iter().filter(|table| *table < NO_SECTOR) {
            let sector = file
                .sector(table)
                .filter(|_| listed.insert(table))
                .ok_or_else(|| Problem::new(ProblemKind::Sheet))?;
            next.extend(numbers(sector));
        }
        file.next = next;
        file.directory = file.chain(directory)?;
        file.small_next = numbers(&file.chain(small)?).collect();
        Ok(Some(file))
    }

    fn sector(&self, id: u32) -> Option<&'a [u8]> {
        let start = (id as usize).checked_add(1)?.checked_mul(self.sector)?;
        self.bytes
            .get(start..)
            .filter(|rest| !rest.is_empty())
            .map(|rest| &rest[..rest.len().min(self.sector)])
    }

    /// The sectors from `first` on.
    fn chain(&self, first: u32) -> Result<Vec<u8>, Problem> {
        let (mut chain, mut id, mut seen) = (Vec::new(), first, HashSet::new());
        while id < NO_SECTOR {
            // The reader goes on behind the end of a file that was cut off, and may come back from there for
            // ever.
            let sector = self
                .sector(id)
                .filter(|_| seen.insert(id))
                .ok_or_else(|| Problem::new(ProblemKind::Sheet))?;
            chain.extend_from_slice(sector);
            id = self.next.get(id as usize).copied().unwrap_or(END_OF_CHAIN);
        }
        Ok(chain)
    }

    fn stream(&self, name: &str) -> Result<Option<Vec<u8>>, Problem> {
        let mut entries = self.directory.chunks_exact(128);
        let Some(root) = entries.clone().next() else { return Ok(None) };
        let is_named = |entry: &&[u8]| {
            let units = entry[..64]
                .chunks_exact(2)
                .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
                .take_while(|unit| *unit != 0);
            String::from_utf16_lossy(&units.collect::<Vec<_>>()).eq_ignore_ascii_case(name)
        };
        let Some(entry) = entries.find(is_named) else { return Ok(None) };
        let (Some(first), Some(length)) = (u32_at(entry, 116), u32_at(entry, 120)) else { return Ok(None) };
        if length as usize >= SMALL {
            return self.chain(first).map(Some);
        }
        let small = self.chain(u32_at(root, 116).unwrap_or(END_OF_CHAIN))?;
        let (mut stream, mut id, mut seen) = (Vec::new(), first, HashSet::new());
        while let Some(sector) =
            (id as usize).checked_mul(64).and_then(|start| small.get(start..start.checked_add(64)?))
        {
            if !seen.insert(id) {
                return Err(Problem::new(ProblemKind::Sheet));
            }
            stream.extend_from_slice(sector);
            id = self.small_next.get(id as usize).copied().unwrap_or(END_OF_CHAIN);
        }
        Ok(Some(stream))
    }
}

/// The records of a stream from `at` on, each with its kind.
fn records(stream: &[u8], mut at: usize) -> impl Iterator<Item = (usize, &[u8])> {
    std::iter::from_fn(move || {
        let (kind, length) = (u16_at(stream, at)?, u16_at(stream, at + 2)?);
        let data = stream.get(at + 4..)?;
        at += 4 + length;
        Some((kind, &data[..length.min(data.len())]))
    })
}

const END: usize = 0x000a;
/// Something that lies on the cells. What it is stands behind its kind and its length.
const OBJECT: usize = 0x005d;
const PICTURE: usize = 8;
const DATE_MODE: usize = 0x0022;
const PASSWORD: usize = 0x002f;
const COLUMNS: usize = 0x007d;
const WORKSHEET: usize = 0x0085;
const MERGED: usize = 0x00e5;
const STYLE: usize = 0x00e0;
const DIMENSIONS: usize = 0x0200;
const ROW: usize = 0x0208;
const FONT: usize = 0x0031;
const FORMAT: usize = 0x041e;
const NUMBERS: usize = 0x00bd;
/// The records of cells: formulas, texts, numbers, truth values and rows of numbers. Each begins with row and
/// column.
const CELLS: [usize; 9] = [0x0006, NUMBERS, 0x00d6, 0x00fd, 0x0203, 0x0204, 0x0205, 0x0207, 0x027e];
/// Those of one number or text.
const STYLED_CELLS: [usize; 6] = [0x0006, 0x00d6, 0x00fd, 0x0203, 0x0204, 0x027e];

/// `is_older`: of Excel 95, whose texts are bytes.
fn read_workbook(stream: &[u8], is_older: bool) -> Result<Layout, Problem> {
    let (mut layout, mut described, mut starts) = (Layout::default(), Vec::new(), Vec::new());
    let mut is_struck: Vec<bool> = Vec::new();
    for (kind, data) in records(stream, 0).take_while(|(kind, _)| *kind != END) {
        match kind {
            PASSWORD => return Err(protected()),
            DATE_MODE => layout.is_from_1904 = u16_at(data, 0) == Some(1),
            FONT => {
                is_struck.push(u16_at(data, 2).is_some_and(|look| look & 0x8 != 0));
                // No font has the number 4.
                if is_struck.len() == 4 {
                    is_struck.push(false);
                }
            }
            STYLE => {
                if u16_at(data, 0).and_then(|font| is_struck.get(font)) == Some(&true) {
                    layout.struck.insert(layout.styles.len());
                }
                layout.styles.extend(u16_at(data, 2).and_then(|id| u32::try_from(id).ok()));
            }
            FORMAT => described.extend(
                u16_at(data, 0).and_then(|id| Some((u32::try_from(id).ok()?, format_text(data, is_older)?))),
            ),
            WORKSHEET => starts.extend(u32_at(data, 0)),
            _ => {}
        }
    }
    layout.formats = described.iter().map(|(id, code)| (*id, NumberFormat::parse(code))).collect();
    for id in &layout.styles {
        layout.formats.entry(*id).or_insert_with(|| NumberFormat::built_in(*id));
    }
    let mut places = 0_usize;
    for start in starts {
        // Each worksheet is in the file, so that reading one again and again is no honest one.
        places = places.saturating_add(area(stream, start as usize)).saturating_add(1);
        if places > MAX_PLACES {
            return Err(too_many_cells());
        }
        let mut sheet = sheet_layout(stream, start as usize);
        if !is_older {
            sheet.texts = texts(of_sheet(stream, start as usize));
        }
        layout.sheets.push(sheet);
    }
    Ok(layout)
}

fn format_text(data: &[u8], is_older: bool) -> Option<String> {
    if is_older {
        let length = usize::from(*data.get(2)?);
        return data.get(3..3 + length).map(|bytes| bytes.iter().map(|byte| char::from(*byte)).collect());
    }
    text_at(data, 2).map(|(text, _)| text)
}

fn sheet_layout(stream: &[u8], start: usize) -> SheetLayout {
    let mut sheet = SheetLayout::default();
    for (kind, data) in of_sheet(stream, start) {
        let number = |at| u16_at(data, at);
        match kind {
            ROW if data.get(12).is_some_and(|flags| flags & 0x20 != 0) => sheet.hidden_rows.extend(number(0)),
            COLUMNS if data.get(8).is_some_and(|flags| flags & 1 != 0) => {
                sheet.hidden_columns.extend(number(0).zip(number(2)));
            }
            OBJECT if number(4) == Some(PICTURE) => sheet.pictures += 1,
            MERGED => {
                sheet.merged.extend(data.get(2..).unwrap_or_default().chunks_exact(8).filter_map(|area| {
                    Some(((u16_at(area, 0)?, u16_at(area, 4)?), (u16_at(area, 2)?, u16_at(area, 6)?)))
                }));
            }
            NUMBERS => {
                let Some((row, first)) = number(0).zip(number(2)) else { continue };
                let styles =
                    data.get(4..).unwrap_or_default().chunks_exact(6).filter_map(|number| u16_at(number, 0));
                sheet.styles.extend(styles.enumerate().map(|(at, style)| ((row, first + at), style)));
            }
            kind if STYLED_CELLS.contains(&kind) => {
                sheet.styles.extend(number(0).zip(number(2)).zip(number(4)));
            }
            _ => {}
        }
    }
    sheet
}

/// The records of a worksheet. Embedded charts end earlier than it; what follows them counts, too.
fn of_sheet(stream: &[u8], start: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let mut depth = 0_usize;
    records(stream, start).take_while(move |(kind, _)| {
        match *kind {
            0x0809 => depth += 1,
            END if depth <= 1 => return false,
            END => depth -= 1,
            _ => {}
        }
        true
    })
}

/// The area of a worksheet's cells, or the one it states if that is larger.
fn area(stream: &[u8], start: usize) -> usize {
    let (mut top, mut left, mut bottom, mut right, mut stated) = (usize::MAX, usize::MAX, 0, 0, 0);
    for (kind, data) in of_sheet(stream, start) {
        match kind {
            DIMENSIONS => {
                let of = |from: Option<usize>, to: Option<usize>| to.zip(from);
                let wide = |at| u32_at(data, at).map(|number| number as usize);
                let (rows, columns) = match data.len() {
                    10 => (of(u16_at(data, 0), u16_at(data, 2)), of(u16_at(data, 4), u16_at(data, 6))),
                    _ => (of(wide(0), wide(4)), of(u16_at(data, 8), u16_at(data, 10))),
                };
                // Rows that end before they begin are as many as a number allows, for the reader; columns
                // begin at the first then.
                let rows =
                    rows.map_or(
                        0,
                        |(to, from)| if to == 0 { 1 } else { to.checked_sub(from).unwrap_or(MAX_PLACES + 1) },
                    );
                let columns =
                    columns.map_or(
                        0,
                        |(to, from)| if from > 0xff { to } else { to.checked_sub(from).unwrap_or(to) },
                    );
                stated = rows.saturating_mul(columns).max(stated);
            }
            kind if CELLS.contains(&kind) => {
                let (Some(row), Some(column)) = (u16_at(data, 0), u16_at(data, 2)) else { continue };
                let last = if kind == NUMBERS { column + data.len() / 6 } else { column };
                (top, left, bottom, right) =
                    (top.min(row), left.min(column), bottom.max(row), right.max(last));
            }
            _ => {}
        }
    }
    let filled = if top == usize::MAX { 0 } else { (bottom - top + 1).saturating_mul(right - left + 1) };
    filled.max(stated)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len()).unwrap();
        [&kind.to_le_bytes(), &length.to_le_bytes(), data].concat()
    }

    fn number(row: u16, column: u16) -> Vec<u8> {
        record(0x0203, &[&row.to_le_bytes()[..], &column.to_le_bytes(), &[0; 10]].concat())
    }

    fn workbook(of_sheet: &[u8]) -> Vec<u8> {
        let start = 12_u32 + 4;
        let globals =
            [record(0x0085, &[&start.to_le_bytes()[..], &[0; 4]].concat()), record(0x000a, b"")].concat();
        assert_eq!(globals.len(), start as usize);
        [globals, record(0x0809, b""), of_sheet.to_vec(), record(0x000a, b"")].concat()
    }

    #[test]
    fn cells_far_apart_and_a_stated_area_are_bounded() {
        assert!(read_workbook(&workbook(&[number(0, 0), number(5000, 30)].concat()), false).is_ok());
        assert!(
            read_workbook(&workbook(&[number(0, 0), number(u16::MAX, u16::MAX)].concat()), false).is_err()
        );
        let stated = record(0x0200, &[&[0_u8; 4][..], &[0xff; 4], &[0; 2], &[0xff; 2], &[0; 2]].concat());
        assert!(read_workbook(&workbook(&stated), false).is_err());
    }

    #[test]
    fn pictures_on_the_cells_are_counted() {
        let object = |kind: u8| record(0x005d, &[0x15, 0, 0x12, 0, kind, 0, 1, 0]);
        let sheet = [number(0, 0), object(8), object(6), object(8)].concat();
        assert_eq!(read_workbook(&workbook(&sheet), false).unwrap().sheets[0].pictures, 2);
    }

    #[test]
    fn a_circle_of_sectors_is_refused() {
        let mut bytes = vec![0xff_u8; 512 * 3];
        bytes[30..32].copy_from_slice(&9_u16.to_le_bytes());
        for (at, value) in [(48, 1_u32), (60, END_OF_CHAIN), (68, END_OF_CHAIN), (76, 0), (512 + 4, 1)] {
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        }
        assert!(layout(&bytes).is_err());
    }
}
