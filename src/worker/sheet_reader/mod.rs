//! Spreadsheets are read by a process of its own: this program, started once more, with little memory and time, without the
//! environment, and with nothing open but two pipes. A file that ends it, or keeps it busy, costs one sentence.

mod limits;
mod process;

use std::io::{self, Read as _, Write};
use std::path::Path;
use std::time::Duration;

pub use process::{ISOLATED, Isolated};

use crate::domain::Problem;
use crate::import::sheet::{self, SheetCells};

/// A larger file is not a sheet that a person made.
pub const MAX_BYTES: u64 = 64 << 20;

/// How long the reader may take.
pub const LIMIT: Duration = Duration::from_secs(20);

/// The argument with which this program is the reader. No person gives it.
pub const READER: &str = "read-sheet-from-standard-input";

/// Reads the worksheets of a file, of which the path serves as a name only.
pub type ReadSheet = fn(&Path, &[u8]) -> Result<Vec<SheetCells>, Problem>;

/// The reader: standard input to what goes back through the pipe.
///
/// # Errors
/// Those of reading and writing the two.
pub fn serve(mut answer: impl Write) -> io::Result<()> {
    limits::set(LIMIT);
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    answer.write_all(&sheet::pack(sheet::open(&bytes)))?;
    answer.flush()
}
