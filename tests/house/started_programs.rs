//! No other program gets the secrets that this one was given in its environment: they are taken out of it
//! before anything can be started.

use std::fs;
use std::path::{Path, PathBuf};

/// Before the tests at the end of a file.
fn program(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod ").next().unwrap_or_default()
}

/// The files of the program, without its tests, that contain one of these words.
fn with_one_of(words: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_one =
        |path: &PathBuf| words.iter().any(|word| program(&fs::read_to_string(path).unwrap()).contains(word));
    let folders = crate::source_folders();
    let found = folders.iter().flat_map(|folder| crate::rust_files(folder)).filter(has_one);
    let mut names: Vec<String> =
        found.map(|path| path.strip_prefix(root).unwrap().display().to_string().replace('\\', "/")).collect();
    names.sort();
    names
}

#[test]
fn the_secrets_are_taken_out_before_anything_else() {
    let main = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs")).unwrap();
    let body = main.split("fn main() {").nth(1).unwrap().trim_start();
    assert!(body.starts_with("environment::run_without_secrets(|| "), "{body}");
}

/// Each new place has to be looked at: what does the other program get, and who can see it?
#[test]
fn other_programs_are_started_in_few_places() {
    let ways = [
        "process::Command",
        "Command::new(&self.program)",
        "CommandExt",
        "webbrowser::",
        "rfd::",
        "open::that",
    ];
    let known = [
        "src/auth/browser.rs",
        "src/cli/window/mod.rs",
        "src/cli/window/start.rs",
        "src/worker/platform/dialogs.rs",
        "src/worker/sheet_reader/process.rs",
    ];
    assert_eq!(with_one_of(&ways), known);
}

#[test]
fn only_the_window_in_a_second_process_is_given_them() {
    // The first takes them out of what is logged.
    assert_eq!(
        with_one_of(&["environment::secrets()"]),
        ["src/auth/redaction.rs", "src/cli/window/start.rs"]
    );
    for name in ["VITRINE_TOKEN", "VITRINE_CLIENT_SECRET", "VITRINE_SERVICE_TOKEN"] {
        let sets = with_one_of(&[&format!(".env(\"{name}\""), &format!("set_var(\"{name}\"")]);
        assert!(sets.is_empty(), "{sets:?}");
    }
}
