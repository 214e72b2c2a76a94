//! What others wrote is opened by one function.

use std::fs;
use std::path::Path;

/// What only opens what this program wrote itself, in places of its own.
const OWN_FILES: &[&str] = &[
    "crates/local/src/files.rs",
    // The connections that the system lists.
    "src/auth/peer.rs",
    "crates/local/src/private.rs",
    "src/auth/process_lock.rs",
    "src/cli/log_file.rs",
    "src/cli/window/cause.rs",
    "crates/sandbox/src/state/store.rs",
    "src/store/",
    "src/worker/phone/inbox/mod.rs",
    "src/worker/phone/received.rs",
    "src/worker/phone/server.rs",
];

/// A pipe in the place of a file would be waited for, and a device read until the memory is full.
#[test]
fn files_of_others_are_opened_by_the_function_that_refuses_pipes_and_devices() {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut read = |path: &Path, source: &str| {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        let is_of_tests =
            name.contains("/tests") || name.ends_with("tests.rs") || name.ends_with("fuzz_corpus.rs");
        if is_of_tests || OWN_FILES.iter().any(|own| name.starts_with(own)) {
            return;
        }
        let program = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        for (number, line) in (1..).zip(program.lines()) {
            if ["File::open(", "fs::read(", "fs::read_to_string("].iter().any(|opens| line.contains(opens)) {
                found.push(format!("{name}:{number}: {}", line.trim()));
            }
        }
    };
    crate::source_folders().iter().for_each(|folder| search(folder, &mut read));
    assert!(found.is_empty(), "open these with `vitrine_local::files`:\n{}", found.join("\n"));
}

/// Windows flushes no file that was opened for reading only; the functions marked as Unix's flush folders.
#[test]
fn what_is_flushed_to_the_disk_was_opened_for_writing() {
    let mut found = Vec::new();
    let mut read = |path: &Path, source: &str| {
        for (number, line) in (1..).zip(source.lines()) {
            let flushes = line.contains(".sync_all(") || line.contains(".sync_data(");
            if flushes && line.contains("File::open(") && !line.contains("File::open(dir)") {
                found.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    };
    crate::source_folders().iter().for_each(|folder| search(folder, &mut read));
    assert!(found.is_empty(), "Windows refuses this:\n{}", found.join("\n"));
}

fn search(folder: &Path, each: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            search(&path, each);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}
