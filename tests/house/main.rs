//! Checks of the source itself: layering, message files, documents, the packages it is built from, what the
//! packages for Windows contain, the workflows, and the mutants.

mod buttons;
mod documents;
mod help_texts;
mod isolation;
mod layers;
mod line_width;
mod messages;
mod metainfo;
mod mutants;
mod opened_files;
mod owners;
mod printing;
mod remedies;
mod started_programs;
mod supply_chain;
mod windows_packages;
mod workflows;

/// The folders of the program's sources: `src`, and that of each crate.
fn source_folders() -> Vec<std::path::PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates =
        std::fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let mut folders: Vec<_> = crates.chain([root.join("src")]).collect();
    folders.sort();
    folders
}

/// The Rust files below a folder.
fn rust_files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}
