//! The generated files under `packaging/linux` match the program.

use std::process::Command;

const UPDATE: &str = "VITRINE_TEST_UPDATE";

/// Compares a file of `packaging/linux` with the program's output, or updates it on request.
fn is_made_by(file: &str, arguments: &[&str]) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/linux").join(file);
    let made = Command::new(env!("CARGO_BIN_EXE_vitrine")).args(arguments).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made.stdout).unwrap();
    }
    let kept = std::fs::read(&path).unwrap_or_default();
    let is_same = kept == made.stdout;
    assert!(is_same, "{} is not what the program makes; to make it anew: {UPDATE}=1 cargo test --test cli packaged::", path.display());
}

#[test]
fn the_manual_pages_match_the_messages() {
    is_made_by("vitrine.1", &["--language", "en", "man"]);
    is_made_by("vitrine.fa.1", &["--language", "fa", "man"]);
}

#[test]
fn the_completions_contain_every_option() {
    is_made_by("completions/vitrine.bash", &["--language", "en", "completions", "bash"]);
    is_made_by("completions/_vitrine", &["--language", "en", "completions", "zsh"]);
    is_made_by("completions/vitrine.fish", &["--language", "en", "completions", "fish"]);
}

#[test]
fn the_package_installs_the_generated_files() {
    let manifest = include_str!("../../Cargo.toml");
    for file in ["vitrine.1", "vitrine.fa.1", "completions/vitrine.bash", "completions/_vitrine", "completions/vitrine.fish"] {
        assert!(manifest.contains(&format!("[\"packaging/linux/{file}\"")), "{file}");
    }
}

#[test]
fn completions_exist_for_shells_without_a_package() {
    let made = Command::new(env!("CARGO_BIN_EXE_vitrine")).args(["completions", "powershell"]).output().unwrap();
    assert!(made.status.success() && String::from_utf8(made.stdout).unwrap().contains("--dry-run"));
}
