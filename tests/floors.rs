//! Holds the floors apart: a module of `src` uses only those listed before it in the map of `src/lib.rs`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn no_floor_reaches_up() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let floors = floors(&fs::read_to_string(src.join("lib.rs")).unwrap());
    let mut reaching = Vec::new();
    for file in rust_files(&src) {
        let path = file.strip_prefix(&src).unwrap();
        let Some(own) = floor_of(path, &floors) else { continue };
        for used in modules_used(&fs::read_to_string(&file).unwrap()) {
            if floors.iter().position(|floor| *floor == used).is_some_and(|level| level > own) {
                reaching.push(format!("src/{}: {} uses crate::{used}", path.display(), floors[own]));
            }
        }
    }
    assert!(reaching.is_empty(), "a floor reaches up:\n{}", reaching.join("\n"));
}

#[test]
fn every_module_has_its_floor_in_the_map() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let lib = fs::read_to_string(src.join("lib.rs")).unwrap();
    let declared: BTreeSet<_> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect();
    assert_eq!(declared, floors(&lib).into_iter().collect());
}

/// The names in the table of `src/lib.rs`, ground floor first.
fn floors(lib: &str) -> Vec<String> {
    lib.lines().filter_map(|line| Some(line.strip_prefix("//! | [`")?.split_once('`')?.0.to_owned())).collect()
}

fn floor_of(path: &Path, floors: &[String]) -> Option<usize> {
    let module = path.iter().next()?.to_str()?.trim_end_matches(".rs");
    floors.iter().position(|floor| floor == module)
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// The top-level modules that a file names: `crate::a::B`, `use crate::{a, b::C}`.
fn modules_used(source: &str) -> BTreeSet<String> {
    let code = without_comments_and_strings(source);
    let tokens = tokens(&code);
    let mut used = BTreeSet::new();
    for (at, _) in tokens.iter().enumerate().filter(|(_, token)| **token == "crate") {
        match tokens.get(at + 1..at + 3) {
            Some(["::", "{"]) => used.extend(first_names(&tokens[at + 3..])),
            Some(["::", name]) => {
                used.insert((*name).to_owned());
            }
            _ => {}
        }
    }
    used
}

/// Of what follows an opening brace: the first name of each path in it, up to the closing one.
fn first_names(tokens: &[&str]) -> Vec<String> {
    let (mut names, mut depth, mut path_starts) = (Vec::new(), 1, true);
    for &token in tokens {
        match token {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && path_starts && token != "," {
            names.push(token.to_owned());
        }
        path_starts = depth == 1 && token == ",";
    }
    names
}

/// Names, `::`, and everything else character by character; spaces are left out.
fn tokens(code: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = code.trim_start();
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let length = if is_name(first) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind.trim_start();
    }
    tokens
}

fn without_comments_and_strings(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = skipped_length(rest, code.chars().next_back());
        if skipped > 0 {
            code.push(' ');
            rest = &rest[skipped..];
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

/// The length of the comment, string or character that starts here; 0 for code.
fn skipped_length(rest: &str, before: Option<char>) -> usize {
    let until = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    let starts_a_word = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if rest.starts_with("//") {
        return until("\n", 0);
    }
    if rest.starts_with("/*") {
        return until("*/", 2);
    }
    let raw = rest.strip_prefix('b').unwrap_or(rest);
    if let Some(hashes) = raw.strip_prefix('r').filter(|_| starts_a_word)
        && hashes.trim_start_matches('#').starts_with('"')
    {
        let count = hashes.len() - hashes.trim_start_matches('#').len();
        let opening = rest.len() - hashes.len() + count + 1;
        return until(&format!("\"{}", "#".repeat(count)), opening);
    }
    if let Some(inner) = rest.strip_prefix('"') {
        return 1 + quoted_length(inner, '"');
    }
    // A quote is a character's when another follows it closely, else a lifetime's.
    if let Some(inner) = rest.strip_prefix('\'')
        && (inner.starts_with('\\') || inner.chars().nth(1) == Some('\''))
    {
        return 1 + quoted_length(inner, '\'');
    }
    0
}

fn quoted_length(text: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == end => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[test]
fn paths_are_found_however_they_are_written() {
    let used = |source| modules_used(source).into_iter().collect::<Vec<_>>();
    assert_eq!(used("use crate::domain::Draft;"), ["domain"]);
    assert_eq!(used("use crate::{market::{Client, ui}, store as s,\n worker};"), ["market", "store", "worker"]);
    assert_eq!(used("fn f() -> crate :: ui::App { crate::cli::run('\\'', 'x', b\"\") }"), ["cli", "ui"]);
    assert_eq!(used("impl<'a> A<'a> { fn f(x: &'a crate::ui::App) {} }"), ["ui"]);
}

#[test]
fn what_only_looks_like_a_path_is_passed_over() {
    for source in [
        "// crate::ui is above",
        "/* crate::ui */ /// [`crate::ui`]\n//! crate::ui",
        "let x = \"crate::ui \\\" crate::ui\";",
        "let x = r#\"crate::ui \" crate::ui\"#; let r = 1;",
        "let c = '\"'; // crate::ui",
        "pub(crate) fn ui() {}",
        "#[macro_export] macro_rules! m { () => { $crate }; }",
    ] {
        assert!(modules_used(source).is_empty(), "{source}");
    }
}
