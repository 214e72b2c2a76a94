//! Starts the reader, hands it a file and takes what it answers within bounds.

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::{LIMIT, READER, ReadSheet};
use crate::domain::{Code, Finding, Problem};
use crate::import::sheet::{self, SheetCells};

/// Reads a sheet by this program.
pub const ISOLATED: ReadSheet = |name, bytes| Isolated { program: this_program(), limit: LIMIT }.read(name, bytes);

/// Which program reads, and how long it may take.
#[derive(Debug)]
pub struct Isolated {
    pub program: PathBuf,
    pub limit: Duration,
}

/// This program, also while its file is being replaced by a newer one.
fn this_program() -> PathBuf {
    if cfg!(target_os = "linux") { PathBuf::from("/proc/self/exe") } else { std::env::current_exe().unwrap_or_default() }
}

impl Isolated {
    /// Reads the worksheets of a file.
    ///
    /// # Errors
    /// `Sheet` when the reader refuses the file, cannot be started, ends, takes too long, or answers what it should not.
    pub fn read(&self, name: &Path, bytes: &[u8]) -> Result<Vec<SheetCells>, Problem> {
        let problem = || Problem::new(Code::Sheet).with_subject(name.display().to_string());
        let answer = self.answer(bytes).map_err(|finding| problem().with_diagnostic(finding))?;
        let sheets = sheet::unpack(&answer).unwrap_or_else(|| Err(problem().with_diagnostic(Finding::ReaderEnded)));
        sheets.map_err(|problem| problem.with_subject(name.display().to_string()))
    }

    fn answer(&self, bytes: &[u8]) -> Result<Vec<u8>, Finding> {
        let mut command = Command::new(&self.program);
        command.arg(READER).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt as _;
            /// No console window appears.
            const CREATE_NO_WINDOW: u32 = 0x0800_0000;
            command.creation_flags(CREATE_NO_WINDOW);
            // Windows' own libraries are found by it.
            command.envs(std::env::var_os("SystemRoot").map(|root| ("SystemRoot", root)));
        }
        let mut reader = command.spawn().map_err(|error| {
            tracing::warn!(%error, "the reader of spreadsheets does not start");
            Finding::ReaderNotStarted
        })?;
        let (Some(mut input), Some(output)) = (reader.stdin.take(), reader.stdout.take()) else { return Err(Finding::ReaderNotStarted) };
        let answer = thread::scope(|scope| {
            // What the reader does not take, it does not answer either.
            scope.spawn(move || drop(input.write_all(bytes)));
            let (sender, receiver) = mpsc::channel();
            scope.spawn(move || {
                let mut answer = Vec::new();
                let read = output.take(sheet::MAX_PACKED as u64 + 1).read_to_end(&mut answer);
                drop(sender.send(read.map(|_| answer)));
            });
            let answer = receiver.recv_timeout(self.limit);
            // It has said everything or too much; the other threads end with it.
            drop(reader.kill());
            answer
        });
        drop(reader.wait());
        match answer {
            Ok(Ok(answer)) if answer.len() <= sheet::MAX_PACKED => Ok(answer),
            Err(RecvTimeoutError::Timeout) => Err(Finding::ReaderTooSlow { seconds: self.limit.as_secs() }),
            _ => Err(Finding::ReaderEnded),
        }
    }
}
