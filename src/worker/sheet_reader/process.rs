//! Starts the reader, hands it a file and takes what it answers within bounds.

use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::{LIMIT, PICTURE_READER, READER, ReadSheet, TakePictures, number};
use vitrine_core::import::sheet::{self, SheetCells};
use vitrine_domain::{Finding, Problem, ProblemKind};

/// Reads a sheet by this program.
pub const ISOLATED: ReadSheet =
    |name, bytes| Isolated { program: this_program(), limit: LIMIT }.read(name, bytes);

/// Takes the pictures of a sheet by this program.
pub const TAKE_ISOLATED: TakePictures =
    |bytes, parts, each| Isolated { program: this_program(), limit: LIMIT }.take(bytes, parts, each);

/// Which program reads, and how long it may take.
#[derive(Debug)]
pub struct Isolated {
    pub program: PathBuf,
    pub limit: Duration,
}

/// This program, also while its file is being replaced by a newer one.
fn this_program() -> PathBuf {
    if cfg!(target_os = "linux") {
        PathBuf::from("/proc/self/exe")
    } else {
        std::env::current_exe().unwrap_or_default()
    }
}

impl Isolated {
    /// Reads the worksheets of a file.
    ///
    /// # Errors
    /// `Sheet` when the reader refuses the file, cannot be started, ends, takes too long, or answers what it
    /// should not.
    pub fn read(&self, name: &Path, bytes: &[u8]) -> Result<Vec<SheetCells>, Problem> {
        let problem = || Problem::new(ProblemKind::Sheet).with_subject(name.display().to_string());
        let mut sheets = None;
        let packed = |mut output: ChildStdout, answers: &SyncSender<Vec<u8>>| {
            let mut answer = Vec::new();
            output.by_ref().take(sheet::MAX_PACKED as u64 + 1).read_to_end(&mut answer)?;
            drop(answers.send(answer));
            Ok(())
        };
        let asked = self.ask(READER, &[bytes], 1, packed, |answer| sheets = sheet::unpack(&answer));
        asked.map_err(|finding| problem().with_diagnostic(finding))?;
        let sheets = sheets.unwrap_or_else(|| Err(problem().with_diagnostic(Finding::ReaderEnded)));
        sheets.map_err(|problem| problem.with_subject(name.display().to_string()))
    }

    /// Takes pictures out of a file, by the numbers of their parts, and hands each over.
    ///
    /// # Errors
    /// Those of the reader. What it handed over before stays.
    pub fn take(
        &self,
        bytes: &[u8],
        parts: &[usize],
        each: &mut dyn FnMut(Option<Vec<u8>>),
    ) -> Result<(), Finding> {
        let parts = &parts[..parts.len().min(sheet::MAX_TAKEN)];
        let asked: Vec<u8> =
            [parts.len()].iter().chain(parts).flat_map(|number| (*number as u64).to_le_bytes()).collect();
        let count = parts.len();
        let pictures = move |mut output: ChildStdout, answers: &SyncSender<Vec<u8>>| {
            for _ in 0..count {
                let length = number(&mut output)?;
                let mut picture = Vec::new();
                output.by_ref().take(length.min(sheet::MAX_PICTURE)).read_to_end(&mut picture)?;
                if picture.len() as u64 != length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                if answers.send(picture).is_err() {
                    break;
                }
            }
            Ok(())
        };
        self.ask(PICTURE_READER, &[&asked, bytes], count, pictures, |picture| {
            each(Some(picture).filter(|picture| !picture.is_empty()));
        })
    }

    /// Starts the reader, hands it what it reads, and takes so many answers, which `receive` reads from it.
    fn ask(
        &self,
        argument: &str,
        input: &[&[u8]],
        count: usize,
        receive: impl FnOnce(ChildStdout, &SyncSender<Vec<u8>>) -> io::Result<()> + Send,
        mut each: impl FnMut(Vec<u8>),
    ) -> Result<(), Finding> {
        let mut command = Command::new(&self.program);
        command.arg(argument).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
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
        let (Some(mut pipe), Some(output)) = (reader.stdin.take(), reader.stdout.take()) else {
            return Err(Finding::ReaderNotStarted);
        };
        let answered = thread::scope(|scope| {
            // What the reader does not take, it does not answer either.
            scope.spawn(move || drop(input.iter().try_for_each(|part| pipe.write_all(part))));
            let (sender, receiver) = mpsc::sync_channel(1);
            scope.spawn(move || {
                if let Err(error) = receive(output, &sender) {
                    tracing::debug!(%error, "the reader of spreadsheets ends");
                }
            });
            let mut left = self.limit;
            let answered = (0..count).try_for_each(|_| {
                let waiting = Instant::now();
                let answer = receiver.recv_timeout(left)?;
                left = left.saturating_sub(waiting.elapsed());
                each(answer);
                Ok(())
            });
            // It has said everything or too much; the other threads end with it.
            drop(receiver);
            drop(reader.kill());
            answered
        });
        drop(reader.wait());
        answered.map_err(|error| match error {
            RecvTimeoutError::Timeout => Finding::ReaderTooSlow { seconds: self.limit.as_secs() },
            RecvTimeoutError::Disconnected => Finding::ReaderEnded,
        })
    }
}
