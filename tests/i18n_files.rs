//! The message files of the languages say the same things, and the program asks for nothing they do not have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};

/// For each message and attribute (`key`, `key.attribute`), the placeables in it.
type Messages = BTreeMap<String, BTreeSet<String>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a directory entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The messages of each file of a language, by file name. Fails on what cannot be parsed, and on a key twice.
fn language(tag: &str) -> BTreeMap<String, Messages> {
    let mut seen = BTreeSet::new();
    let mut found = BTreeMap::new();
    for path in files(&root().join("assets/messages").join(tag), "ftl") {
        let text = fs::read_to_string(&path).expect("a readable file");
        let resource = fluent_syntax::parser::parse(text.as_str()).unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        let mut messages = Messages::new();
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            assert!(seen.insert(message.id.name.to_owned()), "{}: {} is there twice", path.display(), message.id.name);
            messages.insert(message.id.name.to_owned(), message.value.as_ref().map(placeables).unwrap_or_default());
            for attribute in &message.attributes {
                messages.insert(format!("{}.{}", message.id.name, attribute.id.name), placeables(&attribute.value));
            }
        }
        found.insert(path.file_name().expect("a name").to_string_lossy().into_owned(), messages);
    }
    found
}

fn placeables(pattern: &Pattern<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    in_pattern(pattern, &mut found);
    found
}

fn in_pattern(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            in_expression(expression, found);
        }
    }
}

fn in_expression(expression: &Expression<&str>, found: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => in_inline(inline, found),
        Expression::Select { selector, variants } => {
            // What only chooses a plural need not be there in a language without one: it is shown in some variant.
            if !matches!(selector, InlineExpression::VariableReference { .. }) {
                in_inline(selector, found);
            }
            variants.iter().for_each(|variant| in_pattern(&variant.value, found));
        }
    }
}

fn in_inline(inline: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            found.insert(format!("${}", id.name));
        }
        InlineExpression::MessageReference { id, .. } | InlineExpression::TermReference { id, .. } => {
            found.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments: CallArguments { positional, .. }, .. } => {
            positional.iter().for_each(|argument| in_inline(argument, found));
        }
        InlineExpression::Placeable { expression } => in_expression(expression, found),
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
    }
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_placeables() {
    let (english, persian) = (language("en"), language("fa"));
    assert_eq!(english.keys().collect::<Vec<_>>(), persian.keys().collect::<Vec<_>>(), "the same files");
    for (file, messages) in &english {
        let other = &persian[file];
        let missing: Vec<&String> = messages.keys().filter(|key| !other.contains_key(*key)).collect();
        let extra: Vec<&String> = other.keys().filter(|key| !messages.contains_key(*key)).collect();
        assert!(missing.is_empty() && extra.is_empty(), "{file}: only English has {missing:?}, only Persian has {extra:?}");
        for (key, placeables) in messages {
            assert_eq!(placeables, &other[key], "{file}: the placeables of {key}");
        }
    }
}

#[test]
fn every_file_is_part_of_the_program() {
    let source = fs::read_to_string(root().join("src/i18n/messages.rs")).expect("the list of files");
    for file in language("en").keys() {
        let name = format!("\"{}\"", file.trim_end_matches(".ftl"));
        assert_eq!(source.matches(&name).count(), 2, "{file} is loaded for both languages");
    }
}

#[test]
fn persian_is_written_with_persian_letters_and_digits() {
    for path in files(&root().join("assets/messages/fa"), "ftl") {
        let text = fs::read_to_string(&path).expect("a readable file");
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let place = || format!("{}:{}: {line}", path.display(), number + 1);
            assert!(!line.contains(['ي', 'ك', 'ى', '٠', '١', '٢', '٣', '٤', '٥', '٦', '٧', '٨', '٩']), "Arabic forms in {}", place());
            assert!(!line.contains(['?', ';']), "a Latin question mark or semicolon in {}", place());
        }
    }
}

/// The keys the program asks for by name: the first string in `.text("…")`, `.format("…"`, `.attribute("…"`.
fn keys_asked_for() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    // The floors that speak to people; below, `.text(` is something else.
    let speaking = ["src/i18n", "src/ui", "src/cli"];
    for path in speaking.iter().flat_map(|floor| files(&root().join(floor), "rs")) {
        let source = fs::read_to_string(&path).expect("a readable file");
        let (program, _tests) = source.split_once("#[cfg(test)]").unwrap_or((&source, ""));
        let program: String = program.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for call in [".text(", ".format(", ".attribute("] {
            for (at, _) in program.match_indices(call) {
                let rest = program[at + call.len()..].trim_start();
                let Some((key, _)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else { continue };
                found.push((path.clone(), key.to_owned()));
            }
        }
    }
    found
}

#[test]
fn the_program_asks_for_no_message_that_is_not_there() {
    let known: BTreeSet<String> = language("en").into_values().flat_map(Messages::into_keys).collect();
    let asked = keys_asked_for();
    assert!(asked.len() > 10, "the program's calls are found: {}", asked.len());
    for (path, key) in asked {
        let is_key = key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'));
        assert!(!is_key || known.contains(&key), "{}: no message {key:?}", path.display());
    }
}
