//! Old Excel files (`.xls`), as programs write them that have no other format.

/// A cell of such a file.
pub enum OldCell {
    Text(&'static str),
    StruckOut(&'static str),
    Number(f64),
}

fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len()).unwrap();
    [&kind.to_le_bytes(), &length.to_le_bytes(), data].concat()
}

fn words(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A text with its length in one or two bytes, in UTF-16.
fn text(text: &str, is_short: bool) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let length = u16::try_from(units.len()).unwrap().to_le_bytes();
    [&length[..if is_short { 1 } else { 2 }], &[1], &words(&units)].concat()
}

const SHEET: u16 = 0x10;

fn begin(kind: u16) -> Vec<u8> {
    record(0x0809, &words(&[0x0600, kind, 0x0dbb, 0x07cc, 0, 0, 6, 0]))
}

/// What is written beside the cells of a worksheet.
pub enum Beside {
    /// On the cell of this row and column.
    Comment(u16, u16, &'static str),
    /// On each printed page.
    Footer(&'static str),
    /// To who fills cells.
    Prompt(&'static str),
}

impl Beside {
    fn records(&self) -> Vec<u8> {
        match self {
            Self::Comment(row, column, said) => [
                record(0x005d, &words(&[0x15, 0x12, 0x19, 7, 0, 0, 0, 0, 0, 0, 0])),
                record(0x01b6, &words(&[0, 0, 0, 0, 0, u16::try_from(said.encode_utf16().count()).unwrap()])),
                record(0x003c, &text(said, false)[2..]),
                record(0x001c, &words(&[*row, *column, 0, 7])),
            ]
            .concat(),
            Self::Footer(said) => record(0x0015, &text(said, false)),
            Self::Prompt(said) => {
                let texts = ["قیمت", "\0", said, "\0"].map(|said| text(said, false)).concat();
                record(0x01be, &[vec![0; 4], texts].concat())
            }
        }
    }
}

/// A workbook with one worksheet. `merged`: the first and last row, and the column.
pub fn old_excel(rows: &[Vec<OldCell>], merged: &[(u16, u16, u16)], beside: &[Beside]) -> Vec<u8> {
    let mut texts: Vec<&str> = Vec::new();
    let mut cells = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let style = u16::from(matches!(cell, OldCell::StruckOut(_)));
            let place = words(&[u16::try_from(row).unwrap(), u16::try_from(column).unwrap(), style]);
            match cell {
                OldCell::Text(said) | OldCell::StruckOut(said) => {
                    let index = u32::try_from(texts.len()).unwrap();
                    texts.push(said);
                    cells.extend(record(0x00fd, &[&place[..], &index.to_le_bytes()].concat()));
                }
                OldCell::Number(number) => {
                    cells.extend(record(0x0203, &[&place[..], &number.to_le_bytes()].concat()));
                }
            }
        }
    }
    let areas: Vec<u16> =
        merged.iter().flat_map(|(first, last, column)| [*first, *last, *column, *column]).collect();
    let count = u16::try_from(merged.len()).unwrap();
    let (height, width) = (u32::try_from(rows.len()).unwrap(), u16::try_from(rows[0].len()).unwrap());
    let dimensions = [&0_u32.to_le_bytes()[..], &height.to_le_bytes(), &words(&[0, width, 0])].concat();
    let sheet = [
        begin(SHEET),
        record(0x0200, &dimensions),
        cells,
        record(0x00e5, &words(&[&[count][..], &areas].concat())),
        beside.iter().flat_map(Beside::records).collect(),
        record(0x000a, b""),
    ]
    .concat();

    // The fonts 0 to 3 and 5; the last one strikes out.
    let font =
        |look: u16| record(0x0031, &[words(&[200, look, 8, 400, 0, 0, 0]), text("Arial", true)].concat());
    let style = |font: u16| record(0x00e0, &words(&[font, 0, 1, 0, 0, 0, 0, 0, 0, 0]));
    let shared: Vec<u8> = texts.iter().flat_map(|said| text(said, false)).collect();
    let number = u32::try_from(texts.len()).unwrap().to_le_bytes();
    let before = [
        begin(0x05),
        record(0x0042, &words(&[1200])),
        [0, 0, 0, 0, 0x8].map(font).concat(),
        [0, 5].map(style).concat(),
    ]
    .concat();
    let behind = [record(0x00fc, &[&number[..], &number, &shared].concat()), record(0x000a, b"")].concat();
    let name = [&[0, 0][..], &text("a", true)].concat();
    let start = u32::try_from(before.len() + 4 + 4 + name.len() + behind.len()).unwrap();
    let entry = record(0x0085, &[&start.to_le_bytes()[..], &name].concat());
    compound(&[before, entry, behind, sheet].concat())
}

const SECTOR: usize = 512;
const END: u32 = 0xffff_fffe;
const FREE: u32 = 0xffff_ffff;

/// A compound file with one stream, which is the workbook.
fn compound(stream: &[u8]) -> Vec<u8> {
    let sectors = stream.len().max(4096).div_ceil(SECTOR);
    let mut stream = stream.to_vec();
    stream.resize(sectors * SECTOR, 0);
    let longs = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();

    let mut header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    header.extend([0; 16]);
    header.extend(words(&[0x3e, 3, 0xfffe, 9, 6, 0, 0, 0]));
    header.extend(longs(&[0, 1, 1, 0, 4096, END, 0, END, 0, 0]));
    header.resize(SECTOR, 0xff);

    // The table of sectors, the directory, the stream.
    let mut table = vec![0xffff_fffd, END];
    let last = u32::try_from(sectors + 1).unwrap();
    table.extend((2..=last).map(|sector| if sector == last { END } else { sector + 1 }));
    assert!(table.len() <= SECTOR / 4, "one sector describes all");
    table.resize(SECTOR / 4, FREE);

    let entry = |name: &str, kind: u8, child: u32, first: u32, length: usize| {
        let mut entry = words(&name.encode_utf16().collect::<Vec<_>>());
        let named = u16::try_from(entry.len() + 2).unwrap();
        entry.resize(64, 0);
        entry.extend(named.to_le_bytes());
        entry.extend([kind, 1]);
        entry.extend(longs(&[FREE, FREE, child]));
        entry.resize(116, 0);
        entry.extend(longs(&[first, u32::try_from(length).unwrap(), 0]));
        entry
    };
    let mut directory =
        [entry("Root Entry", 5, 1, END, 0), entry("Workbook", 2, FREE, 2, stream.len())].concat();
    directory.resize(SECTOR, 0);
    [header, longs(&table), directory, stream].concat()
}
