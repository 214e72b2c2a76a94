//! References are complete: contract sections named in the source, and keys of a market file.

use std::fs;

use vitrine_core::market::Profile;

use super::{DOCUMENTS, Document, files, root};

fn document(name: &str) -> &'static Document {
    DOCUMENTS.iter().find(|document| document.name == name).unwrap_or_else(|| panic!("there is no {name}"))
}

#[test]
fn every_contract_section_named_in_the_source_exists() {
    let contract = document("docs/marketplace-api.md");
    let has = |number: &str| {
        contract.headings.iter().any(|heading| {
            heading.split([' ', '.']).next() == Some(number) || heading.split(' ').next() == Some(number)
        }) || contract.prose.iter().any(|prose| prose.contains(&format!("**{number}**")))
    };
    let mut seen = 0;
    for folder in ["src", "crates", "tests"] {
        for path in
            files(&root().join(folder), &|path| path.extension().is_some_and(|extension| extension == "rs"))
        {
            let text = fs::read_to_string(&path).expect("a readable file");
            for rest in text.split("contract").skip(1) {
                let rest = rest.trim_start_matches("'s").trim_start_matches(' ');
                let rest = rest.strip_prefix("section ").unwrap_or(rest);
                let end =
                    rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | 'a')).unwrap_or(rest.len());
                let number = rest[..end].trim_end_matches(['.', 'a'].as_slice());
                let number = if rest.starts_with("2.3a") { "2.3a" } else { number };
                if number.starts_with(|c: char| c.is_ascii_digit()) {
                    seen += 1;
                    assert!(has(number), "{}: the contract has no section {number}", path.display());
                }
            }
        }
    }
    assert!(seen > 20, "only {seen} references were found");
}

#[test]
fn every_key_of_a_market_file_is_documented() {
    let reference = document("docs/marketplace-file.md");
    let mut tables = vec![String::new()];
    let mut seen = 0;
    while let Some(table) = tables.pop() {
        for key in keys(&table) {
            let is_table = table.is_empty() && !keys(&key).is_empty();
            let is_explained = if is_table {
                reference.headings.iter().any(|heading| heading.contains(&format!("`[{key}]`")))
            } else {
                reference.code.contains(&key)
            };
            assert!(is_explained, "docs/marketplace-file.md does not explain {key} of [{table}]");
            seen += 1;
            tables.extend(is_table.then_some(key));
        }
    }
    assert!(seen > 25, "only {seen} keys were found");
}

/// The keys of a table, as the error for an unknown key lists them. Empty if it is not a table.
fn keys(table: &str) -> Vec<String> {
    let complete = "name = \"x\"\nlayout = \"base\"\nbase_url = \"https://x.example\"\n";
    let text = if table.is_empty() {
        format!("{complete}no_such_key = 1")
    } else {
        format!("{complete}[{table}]\nno_such_key = 1")
    };
    let Err(problem) = Profile::parse(&text, "x.toml") else { return Vec::new() };
    let said = problem.quotation.expect("a reason");
    let Some((_, allowed)) = said.split_once("unknown key `no_such_key`; allowed: ") else {
        return Vec::new();
    };
    allowed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
