//! Tells the program its commit and the commit's date, for `vitrine --version`.
//!
//! The packaging scripts set both (`VITRINE_COMMIT`, `SOURCE_DATE_EPOCH`); else they are read from the
//! repository. Debug builds do not look there, because each commit would build the program again; and a build
//! outside a repository names neither.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VITRINE_COMMIT");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let given = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let (mut commit, mut date) = (given("VITRINE_COMMIT"), given("SOURCE_DATE_EPOCH"));
    if commit.is_none() && env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        commit = git(&["rev-parse", "--short=12", "HEAD"]);
        if commit.is_some() {
            date = date.or_else(|| git(&["show", "--no-patch", "--format=%ct", "HEAD"]));
            // Grows with each commit and each checkout.
            let log = git(&["rev-parse", "--git-path", "logs/HEAD"]).unwrap_or_default();
            println!("cargo::rerun-if-changed={log}");
        }
    }
    println!("cargo::rustc-env=VITRINE_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=VITRINE_COMMIT_TIME={}", date.unwrap_or_default());
}

/// The output of git for this repository, if the source is in one of its own.
fn git(arguments: &[&str]) -> Option<String> {
    let run = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
        (output.status.success() && !text.is_empty()).then_some(text)
    };
    // An unpacked source archive inside another repository has no part in its commits.
    run(&["ls-files", "--error-unmatch", "build.rs"])?;
    run(arguments)
}
