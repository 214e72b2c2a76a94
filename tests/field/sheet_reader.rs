//! The process that reads spreadsheets: whatever becomes of it costs one sentence.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use vitrine::worker::sheet_reader::Isolated;
use vitrine_domain::Finding;

use crate::kit::shop::READ_SHEET;

/// Reads a sheet by a script in the place of the program; what is told, if it is no sheet.
#[cfg(unix)]
fn told_by(script: &str, limit: Duration) -> Option<Finding> {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let program = dir.path().join("reader");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
    told(program, limit)
}

fn told(program: PathBuf, limit: Duration) -> Option<Finding> {
    let problem = Isolated { program, limit }.read(Path::new("prices.csv"), b"name,price\nRug,5\n").err()?;
    assert_eq!(problem.subject.as_deref(), Some("prices.csv"));
    problem.diagnostic.map(|diagnostic| diagnostic.finding)
}

#[test]
fn the_program_reads_sheets_for_itself() {
    let sheets = READ_SHEET(Path::new("prices.csv"), "name,price\nگلیم,5\n".as_bytes()).unwrap();
    assert_eq!(sheets[0].rows, [["name", "price"], ["گلیم", "5"]]);
    let refused = READ_SHEET(Path::new("prices.xlsx"), b"PK\x03\x04 nothing").unwrap_err();
    assert_eq!(refused.subject.as_deref(), Some("prices.xlsx"));
}

#[cfg(unix)]
#[test]
fn a_reader_that_ends_or_talks_rubbish_or_without_end_is_told_as_such() {
    let limit = Duration::from_secs(60);
    for script in [
        "exit 0",
        "kill -9 $$",
        "kill -ABRT $$",
        "echo rubbish",
        "printf '\\000\\000\\000\\000\\000\\000\\000\\000'",
        "exec cat /dev/zero",
    ] {
        assert_eq!(told_by(script, limit), Some(Finding::ReaderEnded), "{script}");
    }
    assert_eq!(told("/no/such/program".into(), limit), Some(Finding::ReaderNotStarted));
}

#[cfg(unix)]
#[test]
fn a_reader_that_hangs_is_ended_in_time() {
    let begun = Instant::now();
    assert_eq!(
        told_by("exec sleep 1000", Duration::from_secs(1)),
        Some(Finding::ReaderTooSlow { seconds: 1 })
    );
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[cfg(unix)]
#[test]
fn a_reader_gets_no_secrets() {
    let dir = tempfile::tempdir().unwrap();
    let written = dir.path().join("environment");
    told_by(&format!("env > '{}'", written.display()), Duration::from_secs(60));
    let environment = std::fs::read_to_string(written).unwrap();
    // What a shell sets for itself.
    let names: Vec<&str> = environment.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    assert!(names.iter().all(|name| ["PWD", "OLDPWD", "SHLVL", "_"].contains(name)), "{names:?}");
}
