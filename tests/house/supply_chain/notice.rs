//! `assets/licenses.txt` names all packages and fonts in the program, with the texts of their licences.
//!
//! `VITRINE_TEST_UPDATE=1 cargo test --test house supply_chain::` writes it anew, after `cargo fetch
//! --locked`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Extent, GRAPH, Package, root};

const NOTICE: &str = "assets/licenses.txt";
const UPDATE: &str = "VITRINE_TEST_UPDATE=1 cargo test --test house supply_chain::";

#[test]
fn the_notice_names_every_package_in_the_program() {
    let (graph, extent) = &*GRAPH;
    if *extent == Extent::Released {
        let packages: Vec<&Package> = graph.shipped().collect();
        let current = notice(&packages);
        if std::env::var_os("VITRINE_TEST_UPDATE").is_some() {
            fs::write(root().join(NOTICE), &current).unwrap();
        }
        let is_same = saved() == current;
        assert!(is_same, "{NOTICE} is out of date; to update it: {UPDATE}");
    }
    let saved = saved();
    let lines: BTreeSet<&str> = saved.lines().collect();
    let missing: Vec<String> =
        graph.shipped().map(heading).filter(|heading| !lines.contains(heading.as_str())).collect();
    assert!(missing.is_empty(), "not in {NOTICE} (to update it: {UPDATE}):\n{}", missing.join("\n"));
}

#[test]
fn the_notice_names_every_font() {
    let saved = saved();
    for font in fonts() {
        assert!(saved.contains(&font), "{font}");
    }
}

fn saved() -> String {
    fs::read_to_string(root().join(NOTICE)).unwrap_or_default()
}

/// The file names of the fonts in the program.
fn fonts() -> Vec<String> {
    let listed = fs::read_dir(root().join("assets/fonts")).unwrap();
    let mut names: Vec<String> =
        listed.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.ends_with(".ttf"));
    names.sort();
    names
}

/// The line of a package.
fn heading(package: &Package) -> String {
    let used = package.licences_used().unwrap_or_default().join(", ");
    let repository = package.repository.as_deref().unwrap_or("").trim_end_matches('/');
    format!("{} {}: {used} {repository}", package.name, package.version).trim_end().to_owned()
}

fn notice(packages: &[&Package]) -> String {
    let mut text = String::from(
        "Vitrine is licensed under MIT or Apache-2.0, at your choice.\n\
         It contains the fonts and packages below, under their own licenses, whose texts follow.\n",
    );
    section(&mut text, "Fonts");
    for font in fonts() {
        let _ = writeln!(text, "{font}: OFL-1.1");
    }
    section(&mut text, "Packages");
    for package in packages {
        let _ = writeln!(text, "{}", heading(package));
    }
    for (body, notices) in texts(packages) {
        section(&mut text, "License text");
        for (copyright, names) in notices {
            let _ = writeln!(text, "{}", wrapped(&names.into_iter().collect::<Vec<_>>().join(", ")));
            text.extend(copyright.iter().map(|line| format!("  {line}\n")));
        }
        let _ = write!(text, "\n{body}\n");
    }
    text
}

fn section(text: &mut String, title: &str) {
    let _ = write!(text, "\n{}\n{title}\n{0}\n\n", "=".repeat(80));
}

fn wrapped(words: &str) -> String {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        if lines.last().is_some_and(|line| line.len() + word.len() > 100) {
            lines.push(String::new());
        }
        let line = lines.last_mut().unwrap();
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.join("\n")
}

/// By copyright lines, the packages that have them.
type Notices = BTreeMap<Vec<String>, BTreeSet<String>>;

/// The texts, each once, without its copyright lines, and whose they are.
fn texts(packages: &[&Package]) -> BTreeMap<String, Notices> {
    let mut texts: BTreeMap<String, Notices> = BTreeMap::new();
    // Texts that differ in line breaks only are the same.
    let mut bodies: BTreeMap<String, String> = BTreeMap::new();
    let mut add = |name: &str, text: &str| {
        let (copyright, body) = split(text);
        let body = bodies.entry(words(&body)).or_insert(body).clone();
        texts.entry(body).or_default().entry(copyright).or_default().insert(name.to_owned());
    };
    add("The fonts", &fs::read_to_string(root().join("assets/fonts/OFL.txt")).unwrap());
    for package in packages {
        for text in texts_of(package) {
            add(&package.name, &text);
        }
    }
    texts
}

fn words(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Copyright lines before the text, and the text.
fn split(text: &str) -> (Vec<String>, String) {
    let is_copyright = |line: &str| {
        let line = line.trim().trim_start_matches(['#', '*', ' ']).to_lowercase();
        let names = [
            "copyright (",
            "copyright 1",
            "copyright 2",
            "copyright ©",
            "copyright:",
            "(c) 1",
            "(c) 2",
            "©",
            "copyright the",
            "copyright <",
        ];
        names.iter().any(|begin| line.starts_with(begin))
    };
    let mut copyright = Vec::new();
    let mut body = Vec::new();
    for line in text.lines().map(str::trim_end) {
        // The Apache licence ends with an example of such a line.
        if is_copyright(line) && body.len() < 40 {
            copyright.push(line.trim().to_owned());
        } else if !(line.is_empty() && body.last().is_none_or(|last: &String| last.is_empty())) {
            body.push(line.to_owned());
        }
    }
    (copyright, body.join("\n").trim_end().to_owned())
}

/// The texts of the licences that are used, from the files of the package; where it has none, the usual text.
fn texts_of(package: &Package) -> Vec<String> {
    let used = package.licences_used().unwrap_or_default();
    let files = licence_files(&package.folder);
    let read = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).replace('\u{feff}', "");
    let (own, nested): (Vec<PathBuf>, Vec<PathBuf>) =
        files.into_iter().partition(|path| path.parent() == Some(&package.folder));
    let mut texts = Vec::new();
    let named: Vec<&PathBuf> =
        own.iter().filter(|path| used.iter().any(|licence| is_named_for(path, licence))).collect();
    // Files that are named for no licence hold the only one, or all of them.
    let neutral: Vec<&PathBuf> = own
        .iter()
        .filter(|path| !LICENCE_NAMES.iter().any(|(_, part)| name_of(path).contains(part)))
        .collect();
    texts.extend(if named.is_empty() { neutral } else { named }.into_iter().map(read));
    if texts.is_empty() {
        texts.extend(used.iter().map(|licence| usual_text(licence, package)));
    }
    texts.extend(own.iter().filter(|path| name_of(path).contains("notice")).map(read));
    texts.extend(nested.iter().map(read));
    texts
}

/// By which part of a file name a licence is recognized.
const LICENCE_NAMES: [(&str, &str); 9] = [
    ("MIT", "mit"),
    ("Apache-2.0", "apache"),
    ("Apache-2.0", "asl"),
    ("Zlib", "zlib"),
    ("BSD-3-Clause", "bsd"),
    ("BSD-2-Clause", "bsd"),
    ("BSL-1.0", "boost"),
    ("CC0-1.0", "cc0"),
    ("", "notice"),
];

fn is_named_for(path: &Path, licence: &str) -> bool {
    LICENCE_NAMES.iter().any(|(name, part)| *name == licence && name_of(path).contains(part))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().to_lowercase()
}

fn licence_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = name_of(&path);
            let is_text = !matches!(
                path.extension().and_then(|it| it.to_str()),
                Some("rs" | "c" | "h" | "toml" | "json" | "py" | "sh" | "html")
            );
            if path.is_dir() {
                // Not part of the program.
                if !["tests", "test", "benches", "examples", "assets", "docs", "target", ".git"]
                    .contains(&name.as_str())
                {
                    folders.push(path);
                }
            } else if is_text
                && ["license", "licence", "copying", "ofl.", "ufl.", "notice", "unlicense", "copyright"]
                    .iter()
                    .any(|part| name.contains(part))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text of a licence with the package's authors.
fn usual_text(licence: &str, package: &Package) -> String {
    let id = spdx::license_id(licence.split(' ').next().unwrap_or_default())
        .unwrap_or_else(|| panic!("{}: {licence}", package.name));
    let authors: Vec<&str> =
        package.authors.iter().map(|author| author.split(" <").next().unwrap_or(author)).collect();
    let authors =
        if authors.is_empty() { format!("the authors of {}", package.name) } else { authors.join(", ") };
    let text = id
        .text()
        .lines()
        .filter(|line| !line.starts_with("Copyright (c) <year>"))
        .collect::<Vec<_>>()
        .join("\n");
    format!("Copyright (c) {authors}\n{text}")
}
