//! What is written when the program fails, and offered to be copied at the next start. It stays on this
//! computer.

use std::fs;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::auth::redaction::{redact, without_paths};
use crate::build_info;
use vitrine_local::files;
use vitrine_local::private;

/// The name of the file in the data directory.
const FILE: &str = "crash.txt";
/// Its name once it was shown.
const SEEN: &str = "crash-shown.txt";
/// Enough for some failures, one after the other.
const MAX_BYTES: u64 = 64 << 10;

/// From now on, writes each failure of the program into a file of the data directory, in addition to what is
/// printed.
pub fn report_panics(data_dir: &Path) {
    let file = data_dir.join(FILE);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |failure| {
        append(&file, &described(failure));
        before(failure);
    }));
}

/// The report of an earlier start. It is returned once, and its file renamed.
pub fn take(data_dir: &Path) -> Option<String> {
    let [file, seen] = [FILE, SEEN].map(|name| data_dir.join(name));
    let report = files::read_text(&file, 2 * MAX_BYTES).ok()?;
    let _ = fs::remove_file(&seen);
    if let Err(error) = fs::rename(&file, &seen) {
        tracing::warn!(%error, "the crash report will be shown again");
    }
    Some(report)
}

/// Deletes the report: what failed was caught, and the program was closed in the usual way.
pub fn delete(data_dir: &Path) {
    if let Err(error) = fs::remove_file(data_dir.join(FILE))
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "the crash report stays");
    }
}

fn described(failure: &PanicHookInfo<'_>) -> String {
    let message = failure.payload_as_str().unwrap_or("no message");
    let place = failure.location().map(ToString::to_string).unwrap_or_default();
    let thread = std::thread::current();
    report(message, &place, thread.name().unwrap_or("unnamed"), Timestamp::now())
}

/// All that is in a report. A message may quote what was being worked on, so it is redacted.
fn report(message: &str, place: &str, thread: &str, at: Timestamp) -> String {
    format!("{}\n{at:.0}\nThread {thread}, {place}\n{}\n", build(), redact(&without_paths(message)))
}

/// The build, in a line.
pub fn build() -> String {
    let build = [
        Some(build_info::VERSION.to_owned()),
        build_info::commit().map(str::to_owned),
        Some(build_info::target()),
    ];
    format!("Vitrine {}", build.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// Errors are ignored: the program is failing.
fn append(file: &PathBuf, text: &str) {
    use std::io::Write as _;
    if fs::metadata(file).is_ok_and(|meta| meta.len() > MAX_BYTES) {
        return;
    }
    if let Ok(mut file) = private::open(file, fs::File::options().append(true).create(true)) {
        let _ = file.write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_the_build_and_the_place_and_no_secret_and_no_file() {
        let secret = "rfmJZ9pX5S0mkZMBzDAofbUWNXu1nFpFCckDBTg26U0";
        let at = Timestamp::from_second(1_790_000_000).unwrap();
        let message = format!("unexpected answer to {secret}, reading \"/srv/Grandmother/carpet.jpg\"");
        let report = report(&message, "src/a.rs:1:2", "worker", at);
        for part in [
            build_info::VERSION,
            &build_info::target(),
            "src/a.rs:1:2",
            "worker",
            "2026-09-21T",
            "unexpected answer",
        ] {
            assert!(report.contains(part), "{part} in {report}");
        }
        for private in [secret, "Grandmother", "carpet"] {
            assert!(!report.contains(private), "{report}");
        }
    }

    #[test]
    fn a_report_is_shown_once_unless_the_program_was_closed_as_usual() {
        let data = tempfile::tempdir().unwrap();
        assert_eq!(take(data.path()), None);
        append(&data.path().join(FILE), "first\n");
        append(&data.path().join(FILE), "second\n");
        assert_eq!(take(data.path()).unwrap(), "first\nsecond\n");
        assert_eq!(take(data.path()), None);
        append(&data.path().join(FILE), "third\n");
        delete(data.path());
        delete(data.path());
        assert_eq!(take(data.path()), None);
    }
}
