//! The texts of buttons: short, no sentences, and named by reference where another text quotes them.

use std::collections::{BTreeMap, BTreeSet};

use vitrine::ui::commands::UiCommand;

use crate::messages::{Messages, language, message_files, programs, read_lines};

/// Characters on a button; a longer text is cut or makes the others move.
const MAX_BUTTON_LENGTH: usize = 28;

const BUTTONS: [&str; 4] = ["Button::primary(", "Button::secondary(", "Button::quiet(", "Button::danger("];

/// Files with buttons whose texts have to be looked for elsewhere, and the messages they show. Empty: names
/// of marketplaces or products.
const ELSEWHERE: &[(&str, &[&str])] = &[
    (
        "import/bars.rs",
        &[
            "import-grouping",
            "import-name-by-pattern",
            "review-sheet",
            "import-defaults",
            "review-grouping",
            "review-names",
            "review-defaults",
        ],
    ),
    (
        "import/unpriced.rs",
        &[
            "import-unpriced-set",
            "import-unpriced-leave-out",
            "import-unpriced-create",
            "import-unstocked-set",
            "import-unstocked-leave-out",
            "import-unstocked-create",
        ],
    ),
    ("import/findings.rs", &["import-slips-high-fix", "import-slips-low-fix"]),
    (
        "import/sheet.rs",
        &[
            "sheet-weight-grams",
            "sheet-weight-kilograms",
            "sheet-names-photos",
            "sheet-names-no-photos",
            "sheet-point-thousands",
            "sheet-point-decimal",
            "sheet-use",
            "sheet-prefer",
            "sheet-unit-keep",
            "sheet-unit-convert",
        ],
    ),
    ("screens/column_question.rs", &["sheet-use-columns", "sheet-price-of-one", "sheet-price-of-all"]),
    (
        "import/questions/grouping.rs",
        &[
            "import-group-as-one",
            "import-group-as-each",
            "import-group-by-name",
            "import-group-by-time",
            "import-group-by-likeness",
        ],
    ),
    ("import/known.rs", &["import-sharing-fix", "import-like-sent-fix"]),
    ("import/photo_strip/move_dialog.rs", &[]),
    ("import/run/notices.rs", &["import-fix-all", "import-retry-all", "import-retry-replaced"]),
    ("import/start_bar.rs", &["import-start-in", "import-start-some-in", "import-start-none"]),
    (
        "sign_in/accounts.rs",
        &["leave-stay", "leave-confirm", "leave-sign-out-confirm", "close-keep", "close-anyway"],
    ),
    (
        "products/edits/attention.rs",
        &["edits-keep", "edits-overwrite", "edits-keep-all", "edits-overwrite-all"],
    ),
    (
        "products/edits/preview.rs",
        &[
            "unit-rial",
            "unit-toman",
            "unit-thousand-rial",
            "unit-thousand-toman",
            "unit-million-rial",
            "unit-million-toman",
        ],
    ),
    ("sign_in/start.rs", &[]),
    ("webhooks/delivery.rs", &[]),
    ("widgets/src/dialog.rs", &["cancel", "close"]),
    ("widgets/src/choices/select.rs", &[]),
];

/// The text up to the closing bracket of an opened one.
fn up_to_closing(text: &str) -> &str {
    let mut depth = 1_usize;
    let end = text.char_indices().find(|(_, c)| {
        depth += usize::from(*c == '(');
        depth -= usize::from(*c == ')');
        depth == 0
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// The arguments of a call.
fn arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_i32, 0, Vec::new());
    for (at, c) in text.char_indices() {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        if c == ',' && depth == 0 {
            found.push(&text[start..at]);
            start = at + 1;
        }
    }
    found.push(&text[start..]);
    found
}

/// The keys of messages between quotes. Those of explanations and whole paragraphs, which stand beside a
/// button's, are left out.
fn keys_in(text: &str, known: &BTreeSet<String>) -> BTreeSet<String> {
    let quoted = text.split('"').skip(1).step_by(2).filter(|quoted| known.contains(*quoted));
    let is_beside = |key: &&str| {
        ["-help", "-body", "-title"].iter().any(|end| key.ends_with(end)) || *key == "products-filter-none"
    };
    quoted.filter(|key| !is_beside(key)).map(str::to_owned).collect()
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The variables in an expression.
fn variables(text: &str) -> Vec<&str> {
    let words = text
        .split(|c: char| !is_part_of_name(c))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    words
        .filter(|word| {
            ![
                "cx",
                "words",
                "t",
                "text",
                "format",
                "crate",
                "args",
                "as_ref",
                "into_owned",
                "if",
                "else",
                "match",
            ]
            .contains(word)
        })
        .collect()
}

/// The text up to the semicolon that ends the statement. `None` if it does not end there.
fn statement(text: &str) -> Option<&str> {
    let mut depth = 0_i32;
    let end = text.char_indices().find(|(_, c)| {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        *c == ';' && depth <= 0
    });
    Some(&text[..end?.0])
}

/// What the last `let` or `for` before a place gives a variable.
fn value_of<'a>(variable: &str, before: &'a str) -> Option<&'a str> {
    let names = |pattern: &str| pattern.split(|c: char| !is_part_of_name(c)).any(|word| word == variable);
    let of_let = before.match_indices("let ").filter_map(|(at, _)| {
        let (pattern, value) = before[at + 4..].split_once('=')?;
        let value = if before[..at].ends_with("if ") { value.split('{').next()? } else { statement(value)? };
        (names(pattern) && !pattern.contains(['{', ';'])).then_some((at, value))
    });
    let of_loop = before.match_indices("for ").filter_map(|(at, _)| {
        let (pattern, values) = before[at + 4..].split_once(" in ")?;
        (names(pattern) && !pattern.contains(['{', ';']))
            .then(|| (at, values.split('{').next().unwrap_or(values)))
    });
    of_let.chain(of_loop).max_by_key(|(at, _)| *at).map(|(_, value)| value)
}

/// The messages that a button shows: those in its text, or in what its variables were given.
fn messages_of(text: &str, before: &str, known: &BTreeSet<String>) -> BTreeSet<String> {
    let (mut open, mut seen) = (vec![text], BTreeSet::new());
    while let Some(text) = open.pop() {
        let keys = keys_in(text, known);
        if !keys.is_empty() {
            return keys;
        }
        open.extend(
            variables(text)
                .into_iter()
                .filter(|name| seen.insert((*name).to_owned()))
                .filter_map(|name| value_of(name, before)),
        );
    }
    BTreeSet::new()
}

/// The messages on the buttons of the window, those of commands among them, and the files with a button whose
/// text was not found.
fn messages_on_buttons() -> (BTreeSet<String>, BTreeSet<String>) {
    let known: BTreeSet<String> = language("en").into_values().flat_map(Messages::into_keys).collect();
    let commands = UiCommand::ALL
        .into_iter()
        .map(UiCommand::spec)
        .filter(|spec| spec.label.is_some() || spec.icon.is_some());
    let mut keys: BTreeSet<String> = commands.map(|spec| spec.button_message().to_owned()).collect();
    let mut unknown = BTreeSet::new();
    for (path, program) in programs().iter() {
        let calls = BUTTONS.iter().flat_map(|call| {
            program.match_indices(call).map(|(at, call)| (at, up_to_closing(&program[at + call.len()..])))
        });
        // The third argument of a dialog is on the button that closes it.
        let dialogs = program.match_indices(" Dialog::new(").filter_map(|(at, call)| {
            let arguments = arguments(up_to_closing(&program[at + call.len()..]));
            Some((at, *arguments.get(2)?))
        });
        for (at, text) in calls.chain(dialogs).filter(|(_, text)| !text.contains(".label(")) {
            let found = messages_of(text, &program[..at], &known);
            if found.is_empty() {
                unknown.insert(format!("{}: {text}", path.to_string_lossy().replace('\\', "/")));
            }
            keys.extend(found);
        }
    }
    (keys, unknown)
}

#[test]
fn the_messages_of_every_button_are_known() {
    let (_, unknown) = messages_on_buttons();
    let new: Vec<&String> =
        unknown.iter().filter(|path| !ELSEWHERE.iter().any(|(file, _)| path.contains(file))).collect();
    assert!(
        new.is_empty(),
        "the texts of buttons in these files are found nowhere; name them in ELSEWHERE: {new:#?}"
    );
    let gone: Vec<_> =
        ELSEWHERE.iter().filter(|(file, _)| !unknown.iter().any(|path| path.contains(file))).collect();
    assert!(gone.is_empty(), "these are not needed in ELSEWHERE: {gone:#?}");
}

/// The texts of a message: one, or one for each variant, with two characters for each inserted value.
fn variants(content: &str, key: &str) -> Vec<String> {
    let Some((_, rest)) = content.split_once(&format!("\n{key} = ")) else { return Vec::new() };
    let own = rest
        .lines()
        .enumerate()
        .take_while(|(number, line)| *number == 0 || line.starts_with(' '))
        .map(|(_, line)| line.trim());
    let texts = own
        .map(|line| line.split_once("] ").map_or(line, |(_, text)| text))
        .filter(|line| !line.ends_with("->") && *line != "}");
    texts
        .map(|line| {
            line.split('{')
                .map(|part| part.split_once('}').map_or(part.to_owned(), |(_, rest)| format!("12{rest}")))
                .collect()
        })
        .collect()
}

/// What is wrong with the text of a button.
fn fault_of(text: &str) -> Option<&'static str> {
    match text.chars().count() {
        0..=MAX_BUTTON_LENGTH if text.ends_with(['.', '؟', '?', '!']) => Some("a sentence"),
        0..=MAX_BUTTON_LENGTH => None,
        _ => Some("too long"),
    }
}

#[test]
fn buttons_are_short_and_are_no_sentences() {
    let keys = messages_on_buttons()
        .0
        .into_iter()
        .chain(ELSEWHERE.iter().flat_map(|(_, keys)| keys.iter().map(|key| (*key).to_owned())));
    let keys: BTreeSet<String> = keys.collect();
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (file, content) in ["en", "fa"].into_iter().flat_map(message_files) {
        for (key, text) in
            keys.iter().flat_map(|key| variants(&content, key).into_iter().map(move |text| (key, text)))
        {
            wrong.extend(fault_of(&text).map(|fault| format!("{file}: {key} is {fault}: {text}")));
            seen.insert(key);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen.len() > 200, "only {} buttons were found", seen.len());
}

#[test]
fn a_long_text_and_a_sentence_are_no_button() {
    assert_eq!(fault_of("Leave out 12 look-alikes"), None);
    assert_eq!(fault_of("Leave out 12 products that share photos"), Some("too long"));
    assert_eq!(fault_of("Products are left out."), Some("a sentence"));
    let program = "let (key, icon) = if paused { (\"resume\", 1) } else { (\"pause\", 2) };\n ui.add(Button::primary(cx.t(key)))";
    let known = ["resume", "pause"].map(str::to_owned).into();
    assert_eq!(messages_of("cx.t(key)", &program[..program.find("Button").unwrap()], &known), known);
}

/// The messages of one line without inserted values, by their text.
fn plain_messages(tag: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (_, content) in message_files(tag) {
        for (key, text) in content
            .lines()
            .filter(|line| !line.starts_with(['#', ' ']))
            .filter_map(|line| line.split_once(" = "))
        {
            if !text.contains('{') {
                found.insert(text.trim_end_matches('…').to_owned(), key.to_owned());
            }
        }
    }
    found
}

#[test]
fn a_text_that_quotes_a_button_refers_to_its_message() {
    let names_of_columns = ["field-sku", "report-product-id"];
    let mut found = Vec::new();
    for (tag, open, close) in [("en", '“', '”'), ("fa", '«', '»')] {
        let buttons = plain_messages(tag);
        for (place, line) in read_lines(tag) {
            for (quoted, _) in line.split(open).skip(1).filter_map(|rest| rest.split_once(close)) {
                let button = buttons
                    .get(quoted.trim_end_matches('…'))
                    .filter(|key| !names_of_columns.contains(&key.as_str()));
                found.extend(button.map(|key| format!("{place}: write {{ {key} }} instead of {quoted}")));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
