//! The names of code in documents exist in the source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use super::{DOCUMENTS, files, root};

/// Names of libraries, protocols, systems and other programs, which the source does not define.
const FOREIGN: [&str; 27] = [
    "unicode_bidi",
    "monochrome_emoji_fonts",
    "color_quant",
    "item_sku",
    "egui",
    "eframe",
    "std",
    "tokio",
    "axum",
    "reqwest",
    "proptest",
    "DroppedFile",
    "Context::text_edit_focused",
    "String",
    "Vec",
    "Option",
    "HashMap",
    "BTreeMap",
    "JPEG",
    "Authorization",
    "Host",
    "Origin",
    "Prefer",
    "Bearer",
    "Downloads",
    "Unreleased",
    "Path",
];

/// Where each name is defined: the folders and files to it, and the types beside it.
static DEFINED: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut defined: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add = |name: &str, homes: &BTreeSet<String>| {
        defined.entry(name.to_owned()).or_default().extend(homes.iter().cloned());
    };
    for folder in ["src", "crates", "tests", "benches", "examples"] {
        for path in
            files(&root().join(folder), &|path| path.extension().is_some_and(|extension| extension == "rs"))
        {
            let below = path.strip_prefix(root()).unwrap().with_extension("");
            let modules: Vec<String> = below.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            let text = fs::read_to_string(&path).unwrap();
            let mut homes: BTreeSet<String> = modules.iter().cloned().collect();
            homes.extend(text.lines().filter_map(type_of));
            let names: BTreeSet<&str> =
                text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(words).collect();
            names.into_iter().for_each(|name| add(name, &homes));
            modules.iter().for_each(|module| add(module, &homes));
        }
    }
    defined
});

/// The type that a line begins to define or to implement.
fn type_of(line: &str) -> Option<String> {
    let rest = line.trim_start().trim_start_matches("pub ").split_once(' ').filter(|(word, _)| {
        matches!(word.split('(').next(), Some("struct" | "enum" | "trait" | "impl" | "type"))
            || word.starts_with("pub(")
    })?;
    words(rest.1.trim_start_matches("struct ").trim_start_matches("enum "))
        .find(|word| word.starts_with(char::is_uppercase))
        .map(str::to_owned)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// Whether code in a document is a name of the source: a path, a type, or a name of several words.
fn is_name(code: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_type = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_uppercase()) && word.contains(|c: char| c.is_ascii_lowercase())
    };
    let is_long = |word: &str| word.contains('_') && word.contains(|c: char| c.is_ascii_lowercase());
    code.split("::").all(is_word) && (code.contains("::") || is_type(code) || is_long(code))
}

#[test]
fn every_name_of_code_in_the_documents_is_in_the_source() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for document in DOCUMENTS.iter() {
        for code in document.code.iter().map(|code| code.trim_end_matches("()")).filter(|code| is_name(code))
        {
            let parts: Vec<&str> = code.split("::").collect();
            if FOREIGN.contains(&code) || FOREIGN.contains(&parts[0]) {
                continue;
            }
            seen += 1;
            let known = |name: &str| DEFINED.get(name);
            let is_there = match parts[..] {
                [.., home, name] => {
                    known(name).is_some_and(|homes| homes.contains(home.trim_start_matches("vitrine_")))
                }
                [name] => known(name).is_some(),
                [] => false,
            };
            if !is_there {
                wrong.push(format!("{}: {code}", document.name));
            }
        }
    }
    assert!(wrong.is_empty(), "the source has none of these:\n{}", wrong.join("\n"));
    assert!(seen > 400, "only {seen} names were found");
}
