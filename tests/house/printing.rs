//! Everything that is printed goes through two files, whose functions let no text act on the terminal. Lints
//! refuse other ways; this keeps the exceptions from the lints few.

use std::fs;
use std::path::Path;

/// Before the tests at the end of a file.
fn program(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

#[test]
fn only_the_printing_of_the_terminal_writes_to_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ways = [
        "io::stdout()",
        "io::stderr()",
        "anstream::stdout",
        "anstream::stderr",
        "Term::stdout",
        ".set_message(",
        ".set_prefix(",
    ];
    let mut found: Vec<String> = Vec::new();
    for path in crate::source_folders().iter().flat_map(|folder| crate::rust_files(folder)) {
        let text = fs::read_to_string(&path).unwrap();
        let allows = ["disallowed_macros", "print_stdout", "print_stderr"]
            .iter()
            .any(|lint| program(&text).contains(lint));
        if allows || ways.iter().any(|way| program(&text).contains(way)) {
            found.push(path.strip_prefix(root).unwrap().display().to_string().replace('\\', "/"));
        }
    }
    found.sort();
    // Each lib.rs sets the lints.
    found.retain(|file| !file.ends_with("lib.rs"));
    assert_eq!(found, ["src/cli/printing.rs", "src/cli/progress.rs"]);
}

#[test]
fn the_lints_name_each_way_of_printing() {
    let lints = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("clippy.toml")).unwrap();
    for way in [
        "std::io::stdout",
        "std::io::stderr",
        "anstream::println",
        "anstream::eprintln",
        "indicatif::ProgressBar::set_message",
    ] {
        assert!(lints.contains(&format!("\"{way}\"")), "{way}");
    }
}
