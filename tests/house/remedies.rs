//! Every error that an owner meets ends with something to do, in both languages.

use std::collections::BTreeMap;

use crate::messages::message_files;

/// The texts of a language's messages and attributes (`key`, `key.attribute`), with their variants in one
/// line.
fn texts(tag: &str) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for (_, content) in message_files(tag) {
        let (mut message, mut key) = (String::new(), None);
        for line in content.lines() {
            let is_continued = line.starts_with([' ', '}']);
            let (name, text) = line.split_once(" =").unwrap_or((line, ""));
            let is_key = |name: &str| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
            };
            if !is_continued && is_key(name) {
                name.clone_into(&mut message);
                key = Some(message.clone());
                found.insert(message.clone(), text.trim().to_owned());
            } else if let Some(attribute) =
                name.trim_start().strip_prefix('.').filter(|name| is_continued && is_key(name))
            {
                key = Some(format!("{message}.{attribute}"));
                found.insert(format!("{message}.{attribute}"), text.trim().to_owned());
            } else if let Some(text) =
                key.as_ref().filter(|_| is_continued).and_then(|key| found.get_mut(key))
            {
                *text = format!("{text} {}", line.trim());
            } else {
                key = None;
            }
        }
    }
    found
}

/// What an English sentence that asks for something begins with.
const ENGLISH_REQUESTS: &[&str] = &[
    "Add",
    "Allow",
    "Change",
    "Check",
    "Choose",
    "Close",
    "Compare",
    "Copy",
    "Correct",
    "Drag",
    "Enter",
    "Fix",
    "Free up",
    "If",
    "Install",
    "Keep",
    "Leave",
    "Load",
    "Make",
    "No action needed",
    "Open",
    "Refresh",
    "Remove",
    "Restore",
    "Resume",
    "Save",
    "Set",
    "Shorten",
    "Sign in",
    "Start",
    "Stay",
    "Switch",
    "Try",
    "Turn",
    "Type",
    "Unlock",
    "Unpack",
    "Use",
    "Wait",
    "Write",
    "You can",
];

/// Persian words that end like a request and are none.
const NO_REQUESTS: &[&str] = &["باید", "شاید", "جدید", "خرید", "سفید", "تأیید", "کلید", "نباید"];

fn asks_for_something(tag: &str, text: &str) -> bool {
    if tag == "fa" {
        let mut words = text.split(|c: char| !c.is_alphabetic() && c != '\u{200c}');
        // “می‌آید” says what happens, “بیایید” asks for it.
        return words.any(|word| {
            word.ends_with("ید") && !word.starts_with("می\u{200c}") && !NO_REQUESTS.contains(&word)
        });
    }
    let sentences = text.split(['.', ':', ';', ']', '?']).map(str::trim_start);
    sentences.into_iter().any(|sentence| ENGLISH_REQUESTS.iter().any(|request| sentence.starts_with(request)))
}

/// What is shown of an error in the end: its remedy, or for a value's error, the rule and the remedy.
fn ends(texts: &BTreeMap<String, String>) -> Vec<(&String, String)> {
    let empty = String::new();
    let remedy = |key: &str| texts.get(&format!("{key}.remedy")).unwrap_or(&empty).clone();
    let is_error =
        |key: &String| key.starts_with("field-error-") || texts.contains_key(&format!("{key}.cause"));
    let errors = texts
        .keys()
        .filter(|key| !key.contains('.') && is_error(key) && *key != "problem-product-photo")
        .map(|key| match key {
            _ if key.starts_with("field-error-") => (key, format!("{} {}", texts[key], remedy(key))),
            _ => (key, remedy(key)),
        });
    let starts = ["test-no", "test-t", "test-web", "test-s"];
    let others = texts.iter().filter(|(key, _)| {
        let is_advice = key.ends_with(".fix") || key.ends_with("-remedy") && *key != "report-remedy";
        is_advice || starts.iter().any(|start| key.starts_with(start))
    });
    errors.chain(others.map(|(key, text)| (key, text.clone()))).collect()
}

#[test]
fn every_error_ends_with_something_to_do() {
    for tag in ["en", "fa"] {
        let texts = texts(tag);
        let ends = ends(&texts);
        let idle: Vec<_> = ends.iter().filter(|(_, text)| !asks_for_something(tag, text)).collect();
        assert!(idle.is_empty(), "{tag}: {idle:#?}");
        assert!(ends.len() > 110, "only {} errors were found", ends.len());
    }
}

#[test]
fn an_error_that_leaves_the_owner_alone_is_found() {
    assert!(asks_for_something("en", "The marketplace is busy. Wait a minute."));
    assert!(!asks_for_something("en", "The marketplace is busy."));
    assert!(asks_for_something("fa", "کمی صبر کنید."));
    assert!(!asks_for_something("fa", "شاید محصول جدید باشد."));
    assert!(!asks_for_something("fa", "گاهی پیش می‌آید."));
}

/// A failed connection has usual causes that a person can remove: a VPN that is on or off, the sign-in page
/// of a Wi-Fi network, and a wrong clock.
#[test]
fn failed_connections_name_what_usually_causes_them() {
    let causes = [
        ("problem-unreachable.remedy", [true, true, false]),
        ("problem-tls.remedy", [true, true, true]),
        ("problem-timed_out.remedy", [true, false, false]),
        ("problem-connection_lost.remedy", [true, false, false]),
        ("problem-unexpected_answer.remedy", [false, true, false]),
        ("problem-foreign_answer.remedy", [true, false, false]),
        ("test-tls", [true, false, true]),
    ];
    for (tag, words) in [("en", ["VPN", "Wi-Fi", "date and time"]), ("fa", ["فیلترشکن", "وای‌فای", "ساعت"])]
    {
        let texts = texts(tag);
        for (key, named) in causes {
            for (word, _) in words.into_iter().zip(named).filter(|(_, named)| *named) {
                assert!(texts[key].contains(word), "{tag}: {key} does not name {word}: {}", texts[key]);
            }
        }
    }
}
