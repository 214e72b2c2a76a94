//! Spreadsheets are read by a process of its own: this program, started once more, with little memory and
//! time, without the environment, and with nothing open but two pipes. A file that ends it, or keeps it busy,
//! costs one sentence. Another such process takes the pictures out of a file.

mod limits;
mod process;

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

pub use process::{ISOLATED, Isolated, TAKE_ISOLATED};

use vitrine_core::import::sheet::{self, SheetCells};
use vitrine_domain::{Finding, Problem};

/// A larger file is not a sheet that a person made, pictures included.
pub const MAX_BYTES: u64 = 256 << 20;

/// The same for a file of text, in which there are no pictures.
pub const MAX_TEXT_BYTES: u64 = 64 << 20;

/// How long the reader may take.
pub const LIMIT: Duration = Duration::from_secs(20);

/// The argument with which this program is the reader. No person gives it.
pub const READER: &str = "read-sheet-from-standard-input";

/// The argument with which it is the one that takes pictures out of a sheet.
pub const PICTURE_READER: &str = "take-pictures-from-standard-input";

/// Reads the worksheets of a file, of which the path serves as a name only.
pub type ReadSheet = fn(&Path, &[u8]) -> Result<Vec<SheetCells>, Problem>;

/// Takes pictures out of a file, by the numbers of their parts, and hands each over; `None` for one that
/// cannot be had.
pub type TakePictures = fn(&[u8], &[usize], &mut dyn FnMut(Option<Vec<u8>>)) -> Result<(), Finding>;

/// The reader, if this program was started as such: standard input to what goes back through the pipe.
///
/// # Errors
/// Those of reading and writing the two.
pub fn serve(argument: &OsStr, mut answer: impl Write) -> Option<io::Result<()>> {
    let answered = match argument.to_str()? {
        READER => serve_cells(&mut answer),
        PICTURE_READER => serve_pictures(&mut answer),
        _ => return None,
    };
    Some(answered.and_then(|()| answer.flush()))
}

fn serve_cells(answer: &mut impl Write) -> io::Result<()> {
    limits::set(LIMIT);
    let bytes = file(io::stdin().lock())?;
    answer.write_all(&sheet::pack(sheet::open(&bytes)))
}

/// What is asked for: how many parts, the number of each, and the file. The answer is each picture behind its
/// length, which is 0 for one that cannot be had.
fn serve_pictures(answer: &mut impl Write) -> io::Result<()> {
    limits::set(LIMIT);
    let mut asked = io::stdin().lock();
    let count = usize::try_from(number(&mut asked)?).unwrap_or(usize::MAX).min(sheet::MAX_TAKEN);
    let parts = (0..count)
        .map(|_| Ok(usize::try_from(number(&mut asked)?).unwrap_or(usize::MAX)))
        .collect::<io::Result<Vec<_>>>()?;
    let bytes = file(asked)?;
    sheet::unpack_pictures(&bytes, &parts, |picture| {
        let picture = picture.unwrap_or_default();
        answer.write_all(&(picture.len() as u64).to_le_bytes())?;
        answer.write_all(&picture)
    })
}

fn file(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn number(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
