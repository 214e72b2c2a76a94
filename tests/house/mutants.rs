//! The mutants of `tests/mutants` fit the sources: what they change is there, once, and so is the test that
//! has to notice.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use toml::{Table, Value};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn mutants() -> Vec<Table> {
    let told: Table = read("tests/mutants/mutants.toml").parse().expect("TOML");
    let mutants = told["mutant"].as_array().expect("mutants").iter();
    mutants.map(|mutant| mutant.as_table().expect("a mutant").clone()).collect()
}

fn text<'a>(table: &'a Table, key: &str) -> &'a str {
    table.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{table} has no {key}"))
}

#[test]
fn each_mutant_changes_what_is_in_the_source() {
    for mutant in mutants() {
        for edit in mutant["edit"].as_array().expect("edits") {
            let edit = edit.as_table().expect("an edit");
            let places = read(text(edit, "file")).matches(text(edit, "original")).count();
            assert_eq!(
                places,
                1,
                "{}: {} has so many: {}",
                text(&mutant, "name"),
                text(edit, "file"),
                text(edit, "original")
            );
            assert!(
                text(edit, "changed").contains("MUTANT"),
                "{} changes the program for good",
                text(&mutant, "name")
            );
        }
    }
}

/// The file of a test is that of its module, or of the one around it.
#[test]
fn each_mutant_has_a_proof() {
    for mutant in mutants() {
        let proof = text(&mutant, "proof");
        let (module, test) = proof.rsplit_once("::").expect("a path");
        let around = module.strip_suffix("::tests").unwrap_or(module);
        let modules = [module, around].map(|module| module.replace("::", "/"));
        let files = modules.iter().flat_map(|module| [format!("{module}.rs"), format!("{module}/mod.rs")]);
        let mut paths =
            files.flat_map(|file| crate::source_folders().into_iter().map(move |folder| folder.join(&file)));
        let source = fs::read_to_string(
            paths.find(|path| path.is_file()).unwrap_or_else(|| panic!("{proof}: no such module")),
        )
        .unwrap();
        assert!(source.contains(&format!("fn {test}()")), "{proof}: no such test");
    }
}

#[test]
fn each_mutant_has_a_name_of_its_own() {
    let mutants = mutants();
    let names: BTreeSet<&str> = mutants.iter().map(|mutant| text(mutant, "name")).collect();
    assert_eq!(names.len(), mutants.len());
    assert!(mutants.iter().all(|mutant| text(mutant, "rule").ends_with('.')), "a rule is a sentence");
}
