//! The program's help, version, and usage errors. No marketplace is needed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::kit::shop::Ran;

const LANGUAGES: [&str; 2] = ["en", "fa"];

/// Runs in an empty folder, without a display.
fn told(language: &str, arguments: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    told_in(folder.path(), language, arguments)
}

fn told_in(folder: &Path, language: &str, arguments: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    command.args(["--language", language, "--data-dir"]).arg(folder.join("data")).args(arguments.split_whitespace());
    command.current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("NO_COLOR");
    Ran::from(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

fn is_persian(text: &str) -> bool {
    text.chars().any(|c| ('\u{600}'..='\u{6ff}').contains(&c))
}

/// The number of the first line that equals or begins with this text.
fn place(text: &str, beginning: &str) -> usize {
    let is_it = |line: &str| line == beginning || beginning.ends_with(' ') && line.starts_with(beginning);
    text.lines().position(|line| is_it(line.trim_start())).unwrap_or_else(|| panic!("no {beginning:?} in\n{text}"))
}

#[test]
fn the_examples_in_help_are_valid_commands() {
    for language in LANGUAGES {
        for command in ["", "login", "import", "report", "products", "webhook add", "sandbox", "completions"] {
            let help = told(language, &format!("{command} --help")).out;
            let examples = help.lines().filter_map(|line| line.strip_prefix("  vitrine "));
            // Commands with redirections are for the shell; commands that sign in or open a window would have effects.
            let read: Vec<&str> = examples.filter(|example| !example.contains(['<', '>'])).collect();
            assert!(!read.is_empty() || command == "completions" || command == "sandbox", "{command}: {help}");
            for example in read {
                // Help is printed before anything is done, but only for a valid command line.
                let ran = told(language, &format!("{example} --help"));
                assert_eq!(ran.status, 0, "{example}: {ran:?}");
            }
        }
    }
}

#[test]
fn commands_are_grouped_and_development_commands_hidden() {
    for (language, groups) in
        [("en", ["Get started", "Products", "Webhooks", "For developers"]), ("fa", ["شروع", "محصولات", "وب‌هوک‌ها", "برای توسعه‌دهندگان"])]
    {
        let help = told(language, "--help").out;
        let order = [groups[0], "demo ", "login ", "logout ", "whoami ", groups[1], "import ", "resume ", "report ", "products "];
        let order = order.into_iter().chain([groups[2], "webhook ", groups[3], "sandbox ", "completions "]);
        let places: Vec<usize> = order.map(|beginning| place(&help, beginning)).collect();
        assert!(places.is_sorted(), "{places:?}\n{help}");
        assert!(!help.contains("gallery") && !help.lines().any(|line| line.starts_with("  help ")), "{help}");
        assert_eq!(told(language, "gallery --help").status, 0, "hidden, not gone");
    }
}

#[test]
fn the_short_help_refers_to_the_long_help() {
    for language in LANGUAGES {
        let (short, long) = (told(language, "import -h").out, told(language, "import --help").out);
        assert!(short.contains("vitrine import --help") && !short.contains("--no-progress") && !short.contains("primary_price"), "{short}");
        assert!(long.contains("--no-progress") && long.contains("primary_price=250000") && (long.contains("Fields") || is_persian(&long)));
        assert!(short.lines().count() < long.lines().count() / 2, "{short}");
    }
}

#[test]
fn the_long_help_lists_environment_variables_and_exit_statuses() {
    for language in LANGUAGES {
        let help = told(language, "--help").out;
        for variable in
            ["VITRINE_DATA_DIR", "VITRINE_TOKEN", "VITRINE_CLIENT_SECRET", "VITRINE_SERVICE_TOKEN", "VITRINE_LOG", "NO_COLOR", "BROWSER"]
        {
            place(&help, &format!("{variable} "));
        }
        let statuses: Vec<usize> = (0..5).map(|status| place(&help, &format!("{status}  "))).collect();
        assert!(statuses.is_sorted() && help.contains("Ctrl+C"), "{help}");
        assert!(!help.contains("usage-"), "{help}");
    }
}

#[test]
fn help_lists_defaults_and_possible_values() {
    let help = told("en", "import -h").out;
    assert!(help.contains("[default: auto] [possible values: auto, file, folder, name]"), "{help}");
    assert!(told("en", "webhook listen -h").out.contains("[default: 8766]"));
    assert!(told("fa", "webhook listen -h").out.contains("پیش‌فرض: 8766"));
    let help = told("en", "webhook add -h").out;
    assert!(["--url <URL>", "--events <ID,…>"].iter().all(|part| help.contains(part)), "{help}");
}

#[test]
fn a_misspelt_command_is_reported_and_no_window_opens() {
    let folder = tempfile::tempdir().unwrap();
    for (language, unknown, neither) in
        [("en", "Unknown command “improt”. Did you mean “import”?", "neither a command"), ("fa", "منظورتان «import» بود؟", "نه دستور است")]
    {
        let ran = told_in(folder.path(), language, "improt photos");
        assert_eq!((ran.status, ran.err.contains(unknown)), (2, true), "{ran:?}");
        let ran = told_in(folder.path(), language, "Fotografien");
        assert_eq!((ran.status, ran.err.contains(neither)), (2, true), "{ran:?}");
    }
    // Existing files, and what can only be a path, are for the window. Without a display it does not open.
    if !cfg!(target_os = "linux") {
        return;
    }
    std::fs::create_dir(folder.path().join("improt")).unwrap();
    for path in ["improt", "./imprt", "-- imprt"] {
        let ran = told_in(folder.path(), "en", path);
        assert!(ran.status == 1 && !ran.err.contains("Unknown command") && !ran.err.contains("neither a command"), "{path}: {ran:?}");
    }
}

#[test]
fn a_usage_error_refers_to_the_help_of_its_command() {
    for (arguments, help) in [
        ("--market x import --dry-rum", "vitrine import --help"),
        ("-m x webhook add --url", "vitrine webhook add --help"),
        ("webhook ad", "vitrine webhook --help"),
        ("--colour", "vitrine --help"),
    ] {
        for language in LANGUAGES {
            let ran = told(language, arguments);
            assert_eq!(ran.status, 2, "{ran:?}");
            assert!(ran.err.lines().last().unwrap().contains(help), "{ran:?}");
        }
    }
}

#[test]
fn color_is_used_on_request_and_never_by_default_in_a_pipe() {
    for (arguments, colored) in [("--help", false), ("--color always --help", true), ("--color=never --help", false)] {
        assert_eq!(told("en", arguments).out.contains('\u{1b}'), colored, "{arguments}");
    }
    for (arguments, colored) in [("--dry-rum", false), ("--color always --dry-rum", true)] {
        assert_eq!(told("en", arguments).err.contains('\u{1b}'), colored, "{arguments}");
    }
    assert_eq!(told("en", "--color loud --help").status, 2);
}

#[test]
fn the_long_version_contains_what_a_bug_report_needs() {
    let short = told("en", "-V").out;
    assert_eq!(short.trim_end(), format!("vitrine {}", env!("CARGO_PKG_VERSION")));
    for language in LANGUAGES {
        let long = told(language, "--version").out;
        assert!(long.starts_with(&short) && long.contains(std::env::consts::ARCH) && long.contains(std::env::consts::OS), "{long}");
    }
}
