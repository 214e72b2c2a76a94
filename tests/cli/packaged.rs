//! The generated files under `packaging/linux` match the program.

use std::process::Command;

const UPDATE: &str = "VITRINE_TEST_UPDATE";

/// Compares a file of `packaging/linux` with the program's output, or updates it on request.
fn assert_generated_by(file: &str, arguments: &[&str]) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/linux").join(file);
    let output = Command::new(env!("CARGO_BIN_EXE_vitrine")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &output.stdout).unwrap();
    }
    let saved = std::fs::read(&path).unwrap_or_default();
    let is_same = saved == output.stdout;
    assert!(
        is_same,
        "{} differs from the output of the program; to update it: {UPDATE}=1 cargo test --test cli packaged::",
        path.display()
    );
}

#[test]
fn the_manual_pages_match_the_messages() {
    assert_generated_by("vitrine.1", &["--language", "en", "man"]);
    assert_generated_by("vitrine.fa.1", &["--language", "fa", "man"]);
}

#[test]
fn the_completions_contain_every_option() {
    assert_generated_by("completions/vitrine.bash", &["--language", "en", "completions", "bash"]);
    assert_generated_by("completions/_vitrine", &["--language", "en", "completions", "zsh"]);
    assert_generated_by("completions/vitrine.fish", &["--language", "en", "completions", "fish"]);
}

#[test]
fn the_packages_install_the_generated_files() {
    let staged = include_str!("../../packaging/linux/stage");
    for file in [
        "vitrine.1",
        "vitrine.fa.1",
        "completions/vitrine.bash",
        "completions/_vitrine",
        "completions/vitrine.fish",
    ] {
        assert!(staged.contains(&format!("put packaging/linux/{file} ")), "{file}");
    }
}

#[test]
fn the_licenses_of_all_parts_are_printed() {
    let output = Command::new(env!("CARGO_BIN_EXE_vitrine")).arg("licenses").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    for part in
        ["Vazirmatn-Regular.ttf: OFL-1.1", "\negui ", "SIL OPEN FONT LICENSE", "Permission is hereby granted"]
    {
        assert!(printed.contains(part), "{part}");
    }
}

#[test]
fn completions_exist_for_shells_without_a_package() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_vitrine")).args(["completions", "powershell"]).output().unwrap();
    assert!(output.status.success() && String::from_utf8(output.stdout).unwrap().contains("--dry-run"));
}
