//! What shop owners read beside the window keeps to the glossary of its messages.

use super::DOCUMENTS;
use crate::messages::{ENGLISH_WORDS, PERSIAN_WORDS, contains_word};

const ENGLISH: [&str; 4] = ["README.md", "docs/guide.md", "docs/terminal.md", "CHANGELOG.md"];
const PERSIAN: [&str; 3] = ["README.fa.md", "docs/guide.fa.md", "CHANGELOG.fa.md"];

/// Words that only messages avoid: they name the marketplace and the keychain by a term, and say “at least”
/// beside numbers in one way.
const ONLY_IN_MESSAGES: [&str; 15] = [
    "بازار",
    "بازارگاه",
    "دسته‌کلید",
    "محل امن رمزهای",
    "دست‌کم",
    "the program",
    "by itself",
    "at once",
    "directory",
    "waits",
    "cancelled",
    "likeness",
    "goes on",
    "asks for",
    "turned",
];

#[test]
fn documents_use_the_words_of_the_glossary() {
    let mut found = Vec::new();
    for (names, words) in [(&ENGLISH[..], ENGLISH_WORDS), (&PERSIAN[..], PERSIAN_WORDS)] {
        for name in names {
            let document = DOCUMENTS.iter().find(|document| document.name == **name).expect("the document");
            // Documents may write “is not” in full.
            let kept = words
                .iter()
                .filter(|(word, better)| !ONLY_IN_MESSAGES.contains(word) && !better.contains('’'));
            for (word, better) in kept {
                let lines = document
                    .prose
                    .iter()
                    .flat_map(|prose| prose.lines())
                    .filter(|line| contains_word(line, word));
                found.extend(lines.map(|line| format!("{name}: “{word}”, better {better}: {line}")));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
