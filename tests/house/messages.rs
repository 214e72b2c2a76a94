//! The message files of both languages match each other and the program, and keep to the glossary.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};

/// The placeables of each message and attribute (`key`, `key.attribute`).
pub type Messages = BTreeMap<String, BTreeSet<String>>;

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

/// The messages of each file of a language, by file name. Fails on syntax errors and duplicate keys.
pub fn language(tag: &str) -> BTreeMap<String, Messages> {
    let mut seen = BTreeSet::new();
    let mut found = BTreeMap::new();
    for path in files(&root().join("assets/messages").join(tag), "ftl") {
        let text = fs::read_to_string(&path).expect("a readable file");
        let resource = fluent_syntax::parser::parse(text.as_str())
            .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
        let mut messages = Messages::new();
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            assert!(
                seen.insert(message.id.name.to_owned()),
                "{}: duplicate message {}",
                path.display(),
                message.id.name
            );
            messages.insert(
                message.id.name.to_owned(),
                message.value.as_ref().map(placeables).unwrap_or_default(),
            );
            for attribute in &message.attributes {
                messages.insert(
                    format!("{}.{}", message.id.name, attribute.id.name),
                    placeables(&attribute.value),
                );
            }
        }
        found.insert(path.file_name().expect("a name").to_string_lossy().into_owned(), messages);
    }
    found
}

/// The name and content of each message file of a language.
pub fn message_files(tag: &str) -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("a readable file"))
    };
    files(&root().join("assets/messages").join(tag), "ftl").into_iter().map(read).collect()
}

fn placeables(pattern: &Pattern<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect_from_pattern(pattern, &mut found);
    found
}

fn collect_from_pattern(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            collect_from_expression(expression, found);
        }
    }
}

fn collect_from_expression(expression: &Expression<&str>, found: &mut BTreeSet<String>) {
    match expression {
        Expression::Inline(inline) => collect_from_inline(inline, found),
        Expression::Select { selector, variants } => {
            // A language without plural forms may lack the selector of the plural.
            if !matches!(selector, InlineExpression::VariableReference { .. }) {
                collect_from_inline(selector, found);
            }
            variants.iter().for_each(|variant| collect_from_pattern(&variant.value, found));
        }
    }
}

fn collect_from_inline(inline: &InlineExpression<&str>, found: &mut BTreeSet<String>) {
    match inline {
        // `$Market` is `$market` at the beginning of a sentence.
        InlineExpression::VariableReference { id } => {
            found.insert(format!("${}", id.name.to_lowercase()));
        }
        InlineExpression::MessageReference { id, .. } => {
            found.insert(id.name.to_owned());
        }
        InlineExpression::FunctionReference { arguments: CallArguments { positional, .. }, .. } => {
            positional.iter().for_each(|argument| collect_from_inline(argument, found));
        }
        InlineExpression::Placeable { expression } => collect_from_expression(expression, found),
        // Each language has its own terms.
        InlineExpression::TermReference { .. }
        | InlineExpression::StringLiteral { .. }
        | InlineExpression::NumberLiteral { .. } => {}
    }
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_placeables() {
    let (english, persian) = (language("en"), language("fa"));
    assert_eq!(
        english.keys().collect::<Vec<_>>(),
        persian.keys().collect::<Vec<_>>(),
        "both languages have the same files"
    );
    for (file, messages) in &english {
        let other = &persian[file];
        let missing: Vec<&String> = messages.keys().filter(|key| !other.contains_key(*key)).collect();
        let extra: Vec<&String> = other.keys().filter(|key| !messages.contains_key(*key)).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{file}: only English has {missing:?}, only Persian has {extra:?}"
        );
        for (key, placeables) in messages {
            assert_eq!(placeables, &other[key], "{file}: the placeables of {key}");
        }
    }
}

#[test]
fn every_message_file_is_loaded() {
    let source = fs::read_to_string(root().join("src/i18n/messages.rs")).expect("the list of files");
    for file in language("en").keys() {
        let name = format!("\"{}\"", file.trim_end_matches(".ftl"));
        assert_eq!(source.matches(&name).count(), 2, "{file} is loaded for both languages");
    }
}

#[test]
fn persian_messages_use_persian_letters_and_digits() {
    for path in files(&root().join("assets/messages/fa"), "ftl") {
        let text = fs::read_to_string(&path).expect("a readable file");
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let place = || format!("{}:{}: {line}", path.display(), number + 1);
            assert!(
                !line.contains(['ي', 'ك', 'ى', '٠', '١', '٢', '٣', '٤', '٥', '٦', '٧', '٨', '٩']),
                "Arabic forms in {}",
                place()
            );
            assert!(!line.contains(['?', ';']), "a Latin question mark or semicolon in {}", place());
        }
    }
}

/// The text without what is code: inserted values, isolated parts and words with Latin letters.
fn without_code(line: &str) -> String {
    let mut prose = String::new();
    let mut depth = 0_usize;
    for c in line.chars() {
        depth += usize::from(matches!(c, '{' | '\u{2066}'));
        if depth == 0 {
            prose.push(c);
        }
        depth = depth.saturating_sub(usize::from(matches!(c, '}' | '\u{2069}')));
    }
    prose
        .split_whitespace()
        .filter(|word| !word.contains(|c: char| c.is_ascii_alphabetic()))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a word is a date or an address.
fn is_code(word: &str) -> bool {
    word.contains(['.', '-', ':', '+', '/'])
        && word.contains(|c: char| c.is_ascii_digit())
        && !word.contains(|c: char| c.is_alphabetic() && !c.is_ascii())
}

#[test]
fn numbers_in_persian_text_have_persian_digits() {
    for (file, content) in message_files("fa") {
        let mut is_examples = false;
        for line in content.lines().filter(|line| !line.starts_with('#')) {
            is_examples = line.starts_with("usage-examples-") || is_examples && line.starts_with(' ');
            // The commands of an example; what explains them begins with #.
            if is_examples && !line.trim_start().starts_with('#') {
                continue;
            }
            let text = line.split_once(" =").map_or(line, |(_, text)| text);
            let text = text.trim_start().trim_start_matches('*');
            let text =
                text.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(text, |(_, text)| text);
            let prose = without_code(text);
            let wrong =
                prose.split(' ').find(|word| word.contains(|c: char| c.is_ascii_digit()) && !is_code(word));
            assert!(wrong.is_none(), "{file}: {line}");
        }
    }
}

/// Words that a native writer would not use here, or that mean something else to a shop owner, with
/// replacements.
pub const ENGLISH_WORDS: &[(&str, &str)] = &[
    ("mend", "fix"),
    ("mended", "fixed"),
    ("told", "shown, reported"),
    ("look over", "review"),
    ("by itself", "automatically"),
    ("by themselves", "automatically"),
    ("at once", "right away, together"),
    ("anew", "again"),
    ("this program", "Vitrine"),
    ("the program", "Vitrine"),
    ("refused", "rejected"),
    ("turned", "rotated"),
    ("goes on", "continues, resumes"),
    ("client id", "client ID"),
    ("user name", "username"),
    ("return address", "redirect URI"),
    ("consent page", "sign-in page"),
    ("market file", "marketplace file"),
    ("cannot", "can’t"),
    ("is not", "isn’t"),
    ("are not", "aren’t"),
    ("does not", "doesn’t"),
    ("do not", "don’t"),
    ("did not", "didn’t"),
    ("meanwhile", "in the meantime"),
    ("somebody", "someone"),
    ("contact data", "contact details"),
    ("refuse", "reject"),
    ("refuses", "rejects"),
    ("press Start", "the button’s own words"),
    ("colour", "color"),
    ("centimetres", "centimeters"),
    ("directory", "folder"),
    ("canceled", "stopped"),
    ("cancelled", "stopped"),
    ("waits", "is waiting"),
    ("five times", "5 times"),
    ("rials", "rial"),
    ("asks for", "requires"),
    ("films", "videos"),
    ("is intercepting", "interferes"),
    ("any more", "anymore"),
];

pub const PERSIAN_WORDS: &[(&str, &str)] = &[
    ("ساخته نشد", "ثبت نشد"),
    ("ساخته شد", "ثبت شد"),
    ("ساختن محصول", "ثبت محصول"),
    ("بازار", "{ -marketplace }"),
    ("بازارگاه", "{ -marketplace }"),
    ("نشانی", "آدرس"),
    ("درگاه", "پورت"),
    ("بارگیری", "دریافت"),
    ("تازه‌سازی", "به‌روزرسانی"),
    ("الان", "اکنون"),
    ("نزد", "در"),
    ("همین جا", "همین‌جا"),
    ("به جای", "به‌جای"),
    ("به طور", "به‌طور"),
    ("هر چه", "هرچه"),
    ("گفت‌وگو", "گفتگو"),
    ("محصول‌ها", "محصولات"),
    ("محصول‌های", "محصولات"),
    ("تغییرها", "تغییرات"),
    ("تغییرهای", "تغییرات"),
    ("جست‌وجو", "جستجو"),
    ("تازه", "جدید"),
    ("فایل تنظیمات", "فایل { -marketplace }"),
    ("فایل جدول", "فایل اکسل یا CSV"),
    ("خط فرمان", "ترمینال"),
    ("جهت‌دار", "جهت‌نما"),
    ("پیشین", "قبلی"),
    ("همه چیز", "همه‌چیز"),
    ("دسته‌بندی‌شده", "گروه‌بندی‌شده"),
    ("دسته‌کلید", "{ -keychain }"),
    ("محل امن رمزهای", "{ -keychain }"),
    ("دسته‌بندی‌ها", "دسته‌ها"),
    ("دست‌کم", "حداقل"),
    ("نتیجه‌ها", "نتایج"),
    ("دوباره امتحان", "دوباره تلاش"),
    ("در این میان", "در این فاصله"),
    ("کنونی", "فعلی"),
    ("واگرد", "برگرداندن"),
    ("نیازی به کاری نیست", "لازم نیست کاری انجام دهید"),
    ("لازم نیست کاری کنید", "لازم نیست کاری انجام دهید"),
    ("نخستین", "اولین"),
    ("بستن برنامه", "بستن ویترین"),
    ("پنجرهٔ برنامه", "پنجرهٔ ویترین"),
    ("داده‌های برنامه", "داده‌های ویترین"),
    ("کنار بگذار", "کنار گذاشتن"),
    ("شماره بگذار", "شماره‌گذاری"),
    ("به خاطر بسپار", "ذخیرهٔ ورود"),
    ("بعضی محصولات", "بعضی از محصولات"),
    ("قلم‌های", "فونت‌های"),
    ("جور دیگری", "شکل دیگری"),
    ("قابل‌استفاده", "قابل استفاده"),
    ("به کار ببرید", "استفاده کنید"),
    ("جواب", "پاسخ"),
    ("کالا", "محصول"),
    ("کامپیوتر", "رایانه"),
    ("آپلود", "ارسال"),
    ("اکانت", "حساب"),
    ("پسورد", "گذرواژه"),
];

/// The displayed lines of a language's files with their position, without keys and comments.
pub fn read_lines(tag: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in files(&root().join("assets/messages").join(tag), "ftl") {
        let text = fs::read_to_string(&path).expect("a readable file");
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let is_key =
                |key: &str| key.trim().chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
            let value = line.split_once(" =").filter(|(key, _)| is_key(key)).map_or(line, |(_, value)| value);
            found.push((format!("{}:{}", path.display(), number + 1), value.to_owned()));
        }
    }
    found
}

/// Whether the text contains this word or phrase as a whole.
pub fn contains_word(line: &str, word: &str) -> bool {
    let first: String = word.chars().take(1).flat_map(char::to_uppercase).collect();
    let capitalised = format!("{first}{}", &word[word.chars().next().map_or(0, char::len_utf8)..]);
    [word, capitalised.as_str()].into_iter().flat_map(|word| line.match_indices(word)).any(|(at, found)| {
        let before = line[..at].chars().next_back();
        let after = line[at + found.len()..].chars().next();
        [before, after].into_iter().flatten().all(|c| !c.is_alphabetic())
    })
}

#[test]
fn messages_use_the_words_of_the_glossary() {
    let mut found = Vec::new();
    for (tag, words) in [("en", ENGLISH_WORDS), ("fa", PERSIAN_WORDS)] {
        for (place, line) in read_lines(tag) {
            let defines_term =
                ["بازارگاه", "محل امن رمزهای سیستم", "محل امن رمزهای ویندوز (Credential Manager)"]
                    .contains(&line.trim());
            let wrong = words.iter().filter(|(word, _)| !defines_term && contains_word(&line, word));
            found.extend(
                wrong.map(|(word, better)| format!("{place}: “{word}”, better {better}: {}", line.trim())),
            );
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn apostrophes_are_curly_and_persian_has_no_english_sentence() {
    for (place, line) in read_lines("en") {
        let straight = line.as_bytes().windows(3).any(|three| {
            three[0].is_ascii_alphabetic() && three[1] == b'\'' && three[2].is_ascii_alphabetic()
        });
        assert!(!straight, "{place}: {line}");
    }
    for (place, line) in read_lines("fa") {
        // Names, options and examples in Latin letters have at most four words in a row, as in “SIL Open Font
        // License”.
        let quoted_out: String = line.split(['{', '}']).step_by(2).collect();
        let longest = quoted_out
            .split(|c: char| !(c.is_ascii_alphabetic() || c == ' '))
            .map(|run| run.split_whitespace().count())
            .max();
        assert!(longest.unwrap_or(0) <= 4, "{place}: {line}");
    }
}

/// The layers that display text.
const DISPLAYING_LAYERS: [&str; 5] =
    ["src/i18n", "src/ui", "src/cli", "src/worker/platform", "crates/widgets/src"];

/// The source of a file without comments and tests.
fn program_source(path: &Path) -> String {
    let source = fs::read_to_string(path).expect("a readable file");
    let (program, _tests) = source.split_once("#[cfg(test)]").unwrap_or((&source, ""));
    program.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The string literals of a program, each with the text before it on its line.
fn literals(program: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for line in program.lines() {
        let (mut from, mut start) = (0, None);
        for (at, c) in line.char_indices() {
            let escaped = line[..at].ends_with('\\') && !line[..at].ends_with("\\\\");
            let is_char = line[..at].ends_with('\'') && line[at..].starts_with("\"'");
            match start {
                None if c == '"' && !is_char => start = Some(at + 1),
                Some(start_at) if c == '"' && !escaped => {
                    found.push((&line[from..start_at - 1], &line[start_at..at]));
                    (from, start) = (at + 1, None);
                }
                _ => {}
            }
        }
    }
    found
}

pub fn programs() -> Vec<(PathBuf, String)> {
    let paths = DISPLAYING_LAYERS.iter().flat_map(|layer| files(&root().join(layer), "rs"));
    // Text in tests and the names of the demo photos are not messages of the program.
    let of_program = |path: &PathBuf| {
        !path.strip_prefix(root()).expect("under the root").to_string_lossy().contains("tests")
            && !path.ends_with("platform/sample_photos.rs")
    };
    paths.filter(of_program).map(|path| (path.clone(), program_source(&path))).collect()
}

/// The prefixes of keys built at run time: `problem-` of `format!("problem-{}", …)`.
fn key_prefixes<'a>(literals: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let prefixes = literals.iter().filter_map(|literal| literal.split_once('{')).map(|(prefix, _)| prefix);
    prefixes.filter(|prefix| prefix.len() > 1 && prefix.ends_with('-')).collect()
}

#[test]
fn every_message_used_by_the_program_exists() {
    let known: BTreeSet<String> = language("en").into_values().flat_map(Messages::into_keys).collect();
    let families: BTreeSet<&str> =
        known.iter().filter_map(|key| key.split_once('-')).map(|(family, _)| family).collect();
    let mut seen = 0;
    for (path, program) in programs() {
        for (before, literal) in literals(&program) {
            let is_key = literal
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'));
            let is_argument =
                [".text(", ".format(", ".attribute(", ".t("].iter().any(|call| before.ends_with(call));
            let has_known_prefix = literal
                .split_once('-')
                .is_some_and(|(family, rest)| families.contains(family) && !rest.is_empty());
            if is_key && !literal.is_empty() && (is_argument || has_known_prefix) {
                assert!(known.contains(literal), "{}: no message {literal:?}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 300, "only {seen} calls were found");
}

#[test]
fn every_message_is_used() {
    // The table of the fields has the keys of their labels.
    let fields = program_source(&root().join("crates/domain/src/field/table.rs"));
    let programs = programs();
    let programs = programs.iter().map(|(_, program)| program).chain([&fields]);
    let used: BTreeSet<&str> =
        programs.flat_map(|program| literals(program)).map(|(_, literal)| literal).collect();
    let keys: BTreeSet<String> = language("en").into_values().flat_map(Messages::into_keys).collect();
    let prefixes = key_prefixes(&used);
    let is_built = |key: &str| prefixes.iter().any(|prefix| key.starts_with(prefix));
    let is_used = |key: &String| match key.split_once('.') {
        Some((key, attribute)) => used.contains(attribute) && (used.contains(key) || is_built(key)),
        None => used.contains(key.as_str()) || is_built(key),
    };
    let unused: Vec<&String> = keys.iter().filter(|key| !is_used(key)).collect();
    assert!(unused.is_empty(), "unused messages: {unused:?}");
}

#[test]
fn all_displayed_text_comes_from_the_messages() {
    let display_calls = [
        "Text::new(",
        "text::strong(ui, ",
        "text::weak(ui, ",
        "Button::primary(",
        "Button::secondary(",
        "Button::quiet(",
        "Button::danger(",
        "Field::new(",
        "Pill::new(",
        ".hint(",
        ".help(",
        ".on_hover_text(",
        "println!(",
        "eprintln!(",
        "print!(",
        "eprint!(",
    ];
    for (path, program) in programs() {
        for (before, literal) in literals(&program) {
            let is_displayed = display_calls.iter().any(|call| before.trim_end().ends_with(call.trim_end()));
            let mut depth = 0;
            let words: String = literal
                .replace("\\n", " ")
                .chars()
                .filter(|&c| {
                    depth += i32::from(c == '{');
                    let outside = depth == 0;
                    depth -= i32::from(c == '}');
                    outside
                })
                .collect();
            assert!(
                !is_displayed || literal == "https://" || !words.chars().any(char::is_alphabetic),
                "{}: {literal:?} belongs in the messages",
                path.display()
            );
        }
    }
}

#[test]
fn persian_text_is_in_the_message_files_only() {
    for (path, program) in programs() {
        for (_, literal) in literals(&program)
            .into_iter()
            .filter(|(_, literal)| literal.chars().any(|c| c.is_alphabetic() && matches!(c, 'آ'..='ی')))
        {
            // The name of the language itself, for people who cannot read English.
            assert!(literal.contains("فارسی"), "{}: {literal:?} belongs in the messages", path.display());
        }
    }
}
