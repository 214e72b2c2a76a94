//! All that is printed goes through here: no text can make a terminal do anything but show it. clippy.toml
//! keeps every other way of printing out of the program.

#![expect(clippy::disallowed_methods, reason = "this is the one place that writes to the terminal")]

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::sync::OnceLock;

use clap::builder::Styles;
use serde::Serialize;

use vitrine_domain::foreign_text::{printable_json, printable_lines};
use vitrine_domain::{Problem, ProblemKind};

/// The styles of this program's own text, and of the code that a phone scans. No other sequence reaches a
/// terminal.
const STYLES: [&str; 5] = ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[4m", "\u{1b}[31m", "\u{1b}[97;40m"];

/// Why results could not be written, the first time.
static LOST: OnceLock<io::Error> = OnceLock::new();

fn keep(written: io::Result<()>) {
    written.unwrap_or_else(|error| drop(LOST.set(error)));
}

/// Whether all results that were printed have been written: the disk may be full, or the reader gone.
///
/// # Errors
/// `Storage`, with what the system says.
pub fn check_written() -> Result<(), Problem> {
    LOST.get().map_or(Ok(()), |error| Err(unwritten(error)))
}

/// As [`check_written`], where whoever closes a pipe has read enough.
///
/// # Errors
/// As [`check_written`].
pub fn check_written_for_a_reader() -> Result<(), Problem> {
    let lost = LOST.get().filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
    lost.map_or(Ok(()), |error| Err(unwritten(error)))
}

fn unwritten(error: &io::Error) -> Problem {
    Problem::new(ProblemKind::Storage).with_subject("stdout").with_quotation(error.to_string())
}

/// Prints a result.
pub fn print_line(text: &str) {
    let mut out = anstream::stdout().lock();
    keep(writeln!(out, "{}", shown(text)).and_then(|()| out.flush()));
}

/// Prints to standard error, where everything but results goes.
pub fn print_error_line(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", shown(text));
}

/// Prints a question, after which a line is read.
pub fn print_prompt(text: &str) {
    let mut err = anstream::stderr().lock();
    let _ = write!(err, "{} ", shown(text)).and_then(|()| err.flush());
}

/// Prints one object as one line.
pub fn print_json(object: &impl Serialize) {
    print_json_lines([object]);
}

/// Prints each object as one line, many of them with one write.
pub fn print_json_lines(objects: impl IntoIterator<Item: Serialize>) {
    print_written(objects.into_iter().map(|object| serde_json::to_string(&object).unwrap_or_default()));
}

/// As [`print_json`], of an object that is written already.
pub fn print_json_text(json: String) {
    print_written([json]);
}

fn print_written(objects: impl IntoIterator<Item = String>) {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let printed = objects.into_iter().try_for_each(|json| writeln!(out, "{}", printable_json(&json)));
    keep(printed.and_then(|()| out.flush()));
}

/// Prints a text that ends with a line break.
pub fn print_text(text: &str) {
    let mut out = io::stdout().lock();
    keep(out.write_all(printable_lines(text).as_bytes()).and_then(|()| out.flush()));
}

/// The standard output of a process that this program started for itself: a pipe, and no terminal.
pub fn pipe() -> impl Write {
    io::stdout().lock()
}

/// Prints the help or the version that was asked for.
pub fn print_help(help: &clap::Error) {
    let _ = help.print();
}

/// Whether results are shown on a terminal.
pub fn shows_results() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is shown on a terminal.
pub fn shows_errors() -> bool {
    io::stderr().is_terminal()
}

/// A writer to standard error, for the log.
pub fn errors() -> Printed<io::Stderr> {
    Printed(io::stderr())
}

/// What is written to it is cleaned, piece by piece. Each piece is whole characters.
pub struct Printed<W>(W);

impl<W: Write> Write for Printed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(printable_lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// What a panic says is printed like everything else: it may quote a name. Backtraces need `RUST_BACKTRACE`,
/// as usual.
pub fn print_panics() {
    std::panic::set_hook(Box::new(|failure| {
        print_error_line(&failure.to_string());
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            print_error_line(&trace.to_string());
        }
    }));
}

/// The prefix of an error, which distinguishes it from the output of other programs.
pub fn error_prefix() -> String {
    highlight_error("vitrine:")
}

/// Highlights text as an error.
pub fn highlight_error(text: &str) -> String {
    let style = *Styles::styled().get_error();
    format!("{style}{text}{style:#}")
}

/// Highlights the heading of a table.
pub fn highlight_heading(text: &str) -> String {
    let style = *Styles::styled().get_header();
    format!("{style}{text}{style:#}")
}

/// The text with this program's own styles, and nothing else that a terminal would obey.
fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{1b}') {
        return printable_lines(text);
    }
    let (mut rest, mut shown) = (text, String::with_capacity(text.len()));
    while let Some(at) = rest.find('\u{1b}') {
        shown.push_str(&printable_lines(&rest[..at]));
        let own = STYLES.into_iter().find(|style| rest[at..].starts_with(style));
        shown.push_str(own.unwrap_or(r"\x1b"));
        rest = &rest[at + own.map_or(1, str::len)..];
    }
    shown.push_str(&printable_lines(rest));
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_styles_of_the_program_reach_the_terminal() {
        let line = format!("{} no \u{1b}]0;x\u{7}\u{1b}[8mmug\u{1b}[2K", error_prefix());
        assert_eq!(shown(&line), format!("{} no \\x1b]0;x\\x07\\x1b[8mmug\\x1b[2K", error_prefix()));
        for own in [error_prefix(), highlight_heading("Name")] {
            assert_eq!(shown(&own), own, "every style is known");
        }
    }

    #[test]
    fn what_is_written_is_cleaned() {
        let mut written = Printed(Vec::new());
        written.write_all("a\u{1b}[2J,\u{9b}b\n".as_bytes()).unwrap();
        assert_eq!(String::from_utf8(written.0).unwrap(), "a\\x1b[2J,\\x9bb\n");
    }

    proptest! {
        #[test]
        fn no_other_sequence_gets_through(parts in prop::collection::vec("\u{1b}(\\[[0-9;]{0,4}[a-zA-Z])?|\\][0-9];|[a-z\u{7f}-\u{9f}\u{202e}]", 0..20)) {
            let text = parts.concat();
            let shown = shown(&text).into_owned();
            let rest = STYLES.iter().fold(shown, |rest, style| rest.replace(style, ""));
            prop_assert!(!rest.chars().any(|c| c.is_control() || c == '\u{202e}'), "{rest:?}");
        }
    }
}
