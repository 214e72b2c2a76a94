//! What the documents name on the screen is written there in these words: *in italics* in English, «in
//! quotes» in Persian.

use std::collections::BTreeSet;

use super::{DOCUMENTS, Document};
use crate::messages::message_files;

/// The texts of a language's messages, their variants and attributes, with … for each inserted value.
fn screen_texts(tag: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (_, content) in message_files(tag) {
        for line in content.lines().filter(|line| !line.starts_with('#')) {
            let line = line.trim();
            let variant = line
                .strip_prefix('*')
                .unwrap_or(line)
                .strip_prefix('[')
                .and_then(|rest| rest.split_once("] "));
            let text = variant.or_else(|| line.split_once(" = ")).map_or(line, |(_, text)| text);
            found.insert(without_values(text));
        }
    }
    found
}

fn without_values(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| format!("{text}…{}", part.split_once('}').map_or("", |(_, rest)| rest)))
}

/// The parts between two marks, with their lines joined.
fn between<'a>(document: &'a Document, open: &'a str, close: &'a str) -> impl Iterator<Item = String> + 'a {
    document.prose.iter().flat_map(move |prose| {
        let prose = if open == "*" { prose.replace("**", "") } else { prose.clone() };
        let parts: Vec<String> = if open == close {
            prose.split(open).skip(1).step_by(2).map(str::to_owned).collect()
        } else {
            prose
                .split(open)
                .skip(1)
                .filter_map(|rest| rest.split_once(close))
                .map(|(part, _)| part.to_owned())
                .collect()
        };
        parts.into_iter().map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
    })
}

#[test]
fn documents_name_buttons_by_the_words_on_them() {
    let documents = [
        ("docs/guide.md", "en", "*", "*", 15),
        ("docs/guide.fa.md", "fa", "«", "»", 15),
        ("README.md", "en", "*", "*", 1),
        ("README.fa.md", "fa", "«", "»", 1),
        ("CHANGELOG.md", "en", "*", "*", 0),
    ];
    for (name, tag, open, close, least) in documents {
        let texts = screen_texts(tag);
        let document = DOCUMENTS.iter().find(|document| document.name == name).expect("the document");
        // In the README, what ends with … is on the screen; Persian quotes other things, too.
        let is_named = |text: &String| name != "README.fa.md" || text.ends_with('…');
        let named: Vec<String> = between(document, open, close).filter(is_named).collect();
        let wrong: Vec<&String> = named.iter().filter(|text| !texts.contains(*text)).collect();
        assert!(wrong.is_empty(), "{name} names what no screen shows: {wrong:#?}");
        assert!(named.len() >= least, "{name}: only {} texts were found", named.len());
    }
}
