//! The things that documents name exist: commands and options, test and bench programs, fuzz targets,
//! features, files, and environment variables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{DOCUMENTS, files, root};

#[test]
fn every_command_and_option_in_the_documents_exists() {
    let mut program = Program::default();
    let mut wrong = Vec::new();
    let mut seen = 0;
    for document in DOCUMENTS.iter() {
        for code in &document.code {
            let given: Vec<Vec<&str>> = match code.strip_prefix("--") {
                Some(_) => {
                    let option = option_of(code.split(' ').next().unwrap_or_default());
                    seen += 1;
                    if !program.has_option_anywhere(option) {
                        wrong.push(format!("{}: no command has {option}", document.name));
                    }
                    continue;
                }
                None => command_lines(code),
            };
            for words in given {
                seen += 1;
                wrong.extend(
                    program.error_in(&words).map(|error| format!("{}: {code}: {error}", document.name)),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "the program does not have these:\n{}", wrong.join("\n"));
    assert!(seen > 30, "only {seen} commands were found");
}

/// The words after each `vitrine` in a line of code.
fn command_lines(code: &str) -> Vec<Vec<&str>> {
    let line = code.split(" # ").next().unwrap_or_default();
    let mut found = Vec::new();
    let words: Vec<&str> = line.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let is_program = matches!(*word, "vitrine" | "target/debug/vitrine");
        let is_cargo_run = *word == "--" && words[..at].windows(2).any(|pair| pair == ["cargo", "run"]);
        let before = words[..at].iter().all(|word| *word == "$" || *word == "nice" || word.contains('='));
        if is_cargo_run || is_program && (at == 0 || before) {
            found.push(
                words[at + 1..]
                    .iter()
                    .copied()
                    .take_while(|word| !matches!(*word, ">" | "&" | "&&" | "<" | ";"))
                    .collect(),
            );
        }
    }
    found
}

fn option_of(word: &str) -> &str {
    let bare = word.trim_start_matches('[').trim_end_matches([']', ',', '.', '…', ')']);
    bare.split(['=', ']']).next().unwrap_or_default()
}

/// The commands and options of the built program.
#[derive(Default)]
struct Program {
    /// By command (`webhook add`; empty for the program itself). `None` if there is no such command.
    helps: BTreeMap<String, Option<Help>>,
}

/// The content of `vitrine help COMMAND`.
struct Help {
    options: BTreeSet<String>,
    subcommands: Vec<String>,
}

impl Program {
    fn help(&mut self, command: &str) -> Option<&Help> {
        let run = || {
            let words = command.split_whitespace();
            let output = Command::new(env!("CARGO_BIN_EXE_vitrine"))
                .args(["--language", "en", "help"])
                .args(words)
                .output();
            let output = output.expect("the program starts");
            output
                .status
                .success()
                .then(|| Help::read(&String::from_utf8(output.stdout).expect("help is UTF-8")))
        };
        self.helps.entry(command.to_owned()).or_insert_with(run).as_ref()
    }

    fn has_option_anywhere(&mut self, option: &str) -> bool {
        let mut commands = vec![String::new()];
        while let Some(command) = commands.pop() {
            let Some(help) = self.help(&command) else { continue };
            if help.options.contains(option) {
                return true;
            }
            commands.extend(
                help.subcommands.iter().map(|subcommand| format!("{command} {subcommand}").trim().to_owned()),
            );
        }
        false
    }

    /// The error in the words after `vitrine`, if any.
    fn error_in(&mut self, words: &[&str]) -> Option<String> {
        let is_word = |word: &&&str| {
            word.len() > 1
                && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                && !word.starts_with('-')
        };
        let mut command = String::new();
        for word in words.iter().filter(is_word) {
            let longer = format!("{command} {word}").trim().to_owned();
            if self.help(&longer).is_some() {
                command = longer;
            }
        }
        // The word after the program is a command, unless it could be a file.
        if command.is_empty() && words.first().filter(|first| is_word(first)).is_some() {
            return Some(format!("there is no command {}", words[0]));
        }
        let options = &self.help(&command).expect("a command").options;
        let given = words
            .iter()
            .flat_map(|word| word.split('|'))
            .map(option_of)
            .filter(|word| word.starts_with("--") && word.len() > 2);
        given.into_iter().find(|word| !options.contains(*word)).map(|word| format!("{command} has no {word}"))
    }
}

impl Help {
    fn read(text: &str) -> Self {
        let (mut options, mut subcommands) = (BTreeSet::new(), Vec::new());
        for line in text.lines().filter(|line| line.starts_with("  ")) {
            let mut words = line.split_whitespace().map(|word| word.trim_end_matches([',', '.']));
            if line.trim_start().starts_with('-') {
                options.extend(words.take_while(|word| word.starts_with('-')).map(str::to_owned));
            } else if let Some(word) =
                words.next().filter(|word| word.chars().all(|c| c.is_ascii_lowercase()) && *word != "help")
            {
                // A word on a separate line may be part of an explanation. `help` then fails for it.
                subcommands.push(word.to_owned());
            }
        }
        Self { options, subcommands }
    }
}

#[test]
fn every_test_bench_and_fuzz_target_in_the_documents_exists() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for document in DOCUMENTS.iter() {
        for code in document.code.iter().filter(|code| code.contains("cargo ")) {
            let words: Vec<&str> = code.split_whitespace().collect();
            let mut report =
                |what: &str| wrong.push(format!("{}: {code}: there is no {what}", document.name));
            for pair in words.windows(2) {
                let [option, name] = [pair[0], pair[1]];
                let is_there = match option {
                    "--test" => !sources_of("tests", name).is_empty(),
                    "--bench" => !sources_of("benches", name).is_empty(),
                    "--features" => manifest.lines().any(|line| line.starts_with(&format!("{name} = ["))),
                    "--profile" => manifest.contains(&format!("[profile.{name}]")),
                    _ => continue,
                };
                seen += 1;
                if !is_there {
                    report(name);
                }
            }
            if let Some(at) = words.windows(2).position(|pair| pair == ["fuzz", "run"]) {
                let target = words[at + 2..]
                    .iter()
                    .find(|word| word.len() > 1 && !word.starts_with('-') && **word != "none")
                    .expect("a target");
                if !root().join("fuzz/fuzz_targets").join(format!("{target}.rs")).exists() {
                    report(target);
                }
            }
            if let Some(filter) = words.iter().find(|word| word.contains("::")) {
                let tests = words.iter().position(|word| *word == "--test").map(|at| words[at + 1]);
                let places = tests.map_or_else(crate::source_folders, |name| sources_of("tests", name));
                seen += 1;
                if !places.iter().any(|place| has_module(place, filter)) {
                    report(filter);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these do not exist:\n{}", wrong.join("\n"));
    assert!(seen > 15, "only {seen} names were found");
}

/// The source folders or files of the test or bench programs of this name: of the program, and of its crates.
fn sources_of(folder: &str, name: &str) -> Vec<PathBuf> {
    let packages = crate::source_folders();
    let own =
        packages.iter().filter_map(|sources| sources.parent()).map(|package| package.join(folder).join(name));
    own.filter(|own| own.join("main.rs").is_file() || own.with_extension("rs").is_file()).collect()
}

/// Whether a test filter (`import::sim`, `done::`) matches a module or a test.
fn has_module(place: &Path, filter: &str) -> bool {
    let mut at = place.to_owned();
    for name in filter.split("::").filter(|name| !name.is_empty()) {
        let below = at.join(name);
        if !below.is_dir() && !below.with_extension("rs").is_file() {
            let source = [at.with_extension("rs"), at.join("mod.rs"), at.join("tests.rs")];
            return source
                .iter()
                .filter_map(|file| fs::read_to_string(file).ok())
                .any(|text| text.contains(&format!("fn {name}")));
        }
        at = below;
    }
    true
}

#[test]
fn every_file_in_the_documents_exists() {
    let folders = [
        "tests/",
        "src/",
        "crates/",
        "docs/",
        "benches/",
        "fuzz/",
        "assets/",
        "packaging/",
        "examples/",
        ".ci/",
    ];
    let mut wrong = Vec::new();
    let mut seen = 0;
    for document in DOCUMENTS.iter() {
        for word in document.code.iter().flat_map(|code| code.split_whitespace()) {
            let path = word.trim_end_matches([',', '.', ':', ')']);
            // `tests/PROGRAM/main.rs` stands for many files.
            let is_pattern = path.contains(['*', '…', '<'])
                || path.split('/').any(|part| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase()));
            if folders.iter().any(|folder| path.starts_with(folder)) && !is_pattern {
                seen += 1;
                if !root().join(path).exists() {
                    wrong.push(format!("{}: {path}", document.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these files do not exist:\n{}", wrong.join("\n"));
    assert!(seen > 20, "only {seen} files were found");
}

#[test]
fn every_environment_variable_in_the_documents_is_read() {
    // The scripts of the packages have no extension, except that of their format.
    let is_source = |path: &Path| {
        let is_code = path
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "py" || extension == "sh");
        is_code || path.extension().is_none() && path.starts_with(root().join("packaging"))
    };
    let mut known = BTreeSet::new();
    for path in files(root(), &is_source) {
        // A file that is not UTF-8 contains no source.
        let text = fs::read_to_string(&path).unwrap_or_default();
        known.extend(variables(&text).map(str::to_owned));
    }
    for document in DOCUMENTS.iter() {
        for name in document.code.iter().flat_map(|code| variables(code)) {
            assert!(known.contains(name), "{}: nothing reads {name}", document.name);
        }
    }
}

fn variables(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_uppercase() && c != '_').filter(|word| word.starts_with("VITRINE_"))
}
