//! The terminal's help says the same in both languages.

use std::collections::BTreeMap;

use crate::messages::message_files;

/// The messages of the help by their keys, each with all its lines.
fn help(tag: &str) -> BTreeMap<String, String> {
    let (_, content) = message_files(tag)
        .into_iter()
        .find(|(file, _)| file == "help.ftl")
        .expect("the messages of the help");
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut last = None;
    for line in content.lines().filter(|line| !line.starts_with('#')) {
        if let Some((key, text)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
            found.insert(key.to_owned(), text.trim().to_owned());
            last = Some(key.to_owned());
        } else if let Some(text) = last.as_ref().and_then(|key| found.get_mut(key)) {
            *text = format!("{text}\n{}", line.trim());
        }
    }
    found
}

/// The values that an English text lists: `en` and `fa` of `[possible values: en, fa]`.
fn possible_values(text: &str) -> Vec<&str> {
    let listed = text.split_once("[possible values: ").and_then(|(_, rest)| rest.split_once(']'));
    listed.map_or_else(Vec::new, |(values, _)| values.split(", ").collect())
}

/// The commands of an example, without the lines that explain them.
fn commands(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("vitrine ") || line.starts_with("VITRINE_")).collect()
}

#[test]
fn the_help_in_persian_has_the_values_and_the_commands_of_the_english_one() {
    let (english, persian) = (help("en"), help("fa"));
    let mut seen = 0;
    for (key, text) in &english {
        let other = &persian[key];
        let values = possible_values(text);
        // A line that explains a value does not list it.
        let is_list = |line: &&str| !values.iter().any(|value| line.starts_with(&format!("{value}:")));
        let list: Vec<&str> = other.lines().filter(is_list).collect();
        let list = list.join(" ");
        for &value in &values {
            let words: Vec<&str> = list.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
            assert!(words.contains(&value), "{key}: the Persian text does not list {value}: {other}");
            seen += 1;
        }
        assert_eq!(commands(text), commands(other), "{key}: the commands");
        seen += commands(text).len();
    }
    assert!(seen > 60, "only {seen} values and commands were found");
}

#[test]
fn no_text_is_cut_off() {
    for (tag, file, content) in ["en", "fa"]
        .iter()
        .flat_map(|tag| message_files(tag).into_iter().map(move |(file, text)| (tag, file, text)))
    {
        for (key, text) in content.lines().filter_map(|line| line.split_once(" = ")) {
            assert!(
                !text.starts_with('…') && !text.ends_with(": …"),
                "{tag}/{file}: {key} lacks a part: {text}"
            );
        }
    }
}
