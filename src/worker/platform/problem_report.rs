//! What a person can send to whoever helps: the build, the system, and the end of the log, without secrets
//! and names of files.

use std::path::Path;

use super::crash_report;
use crate::auth::redaction::{redact, without_paths};
use vitrine_local::files;

/// Twice what a log may have.
const MAX_BYTES: u64 = 2 << 20;
/// How many lines of the log say what happened last.
const LINES: usize = 60;

/// The report of what the program in this data directory did.
pub fn make(data_dir: &Path) -> String {
    let log = files::read_text(&data_dir.join("logs").join("vitrine.log"), MAX_BYTES).unwrap_or_default();
    let lines: Vec<&str> = log.lines().collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    format!("{}\n\n{}\n", crash_report::build(), redact(&without_paths(&last)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build_info;

    #[test]
    fn a_report_has_the_build_and_the_end_of_the_log_and_no_secret_and_no_file() {
        let data = tempfile::tempdir().unwrap();
        assert!(make(data.path()).contains(build_info::VERSION), "without a log, too");
        std::fs::create_dir(data.path().join("logs")).unwrap();
        let secret = "rfmJZ9pX5S0mkZMBzDAofbUWNXu1nFpFCckDBTg26U0";
        let many = "long ago\n".repeat(100);
        let log = format!("{many}reading \"/srv/Grandmother/carpet.jpg\"\nrefused {secret}\nthe last line\n");
        std::fs::write(data.path().join("logs/vitrine.log"), log).unwrap();
        let report = make(data.path());
        for part in [build_info::VERSION, &build_info::target(), "reading", "refused", "the last line"] {
            assert!(report.contains(part), "{part} in {report}");
        }
        assert!(
            [secret, "Grandmother", "carpet"].iter().all(|private| !report.contains(private)),
            "{report}"
        );
        assert!(report.lines().count() < LINES + 5);
    }
}
