//! The program's help, version, and usage errors. No marketplace is needed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::kit::shop::RunOutput;

const LANGUAGES: [&str; 2] = ["en", "fa"];

/// Runs the program in an empty folder, without a display.
fn run(language: &str, arguments: &str) -> RunOutput {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), language, arguments)
}

fn run_in(folder: &Path, language: &str, arguments: &str) -> RunOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vitrine"));
    command
        .args(["--language", language, "--data-dir"])
        .arg(folder.join("data"))
        .args(arguments.split_whitespace());
    command.current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("NO_COLOR");
    RunOutput::from(
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap(),
    )
}

fn is_persian(text: &str) -> bool {
    text.chars().any(|c| ('\u{600}'..='\u{6ff}').contains(&c))
}

/// The number of the first line that equals or begins with this text.
fn line_of(text: &str, beginning: &str) -> usize {
    let is_it = |line: &str| line == beginning || beginning.ends_with(' ') && line.starts_with(beginning);
    text.lines()
        .position(|line| is_it(line.trim_start()))
        .unwrap_or_else(|| panic!("no {beginning:?} in\n{text}"))
}

#[test]
fn the_examples_in_help_are_valid_commands() {
    for language in LANGUAGES {
        for command in ["", "login", "import", "report", "products", "webhook add", "sandbox", "completions"]
        {
            let help = run(language, &format!("{command} --help")).stdout;
            let examples = help.lines().filter_map(|line| line.strip_prefix("  vitrine "));
            // Commands with redirections are for the shell; commands that sign in or open a window would have
            // effects.
            let read: Vec<&str> = examples.filter(|example| !example.contains(['<', '>'])).collect();
            assert!(
                !read.is_empty() || command == "completions" || command == "sandbox",
                "{command}: {help}"
            );
            for example in read {
                // Help is printed before anything is done, but only for a valid command line.
                let output = run(language, &format!("{example} --help"));
                assert_eq!(output.status, 0, "{example}: {output:?}");
            }
        }
    }
}

#[test]
fn commands_are_grouped_and_development_commands_hidden() {
    for (language, groups) in [
        ("en", ["Get started", "Products", "Webhooks", "For developers"]),
        ("fa", ["شروع", "محصولات", "وب‌هوک‌ها", "برای توسعه‌دهندگان"]),
    ] {
        let help = run(language, "--help").stdout;
        let order = [
            groups[0],
            "demo ",
            "login ",
            "logout ",
            "whoami ",
            groups[1],
            "import ",
            "resume ",
            "report ",
            "products ",
        ];
        let order = order.into_iter().chain([
            groups[2],
            "webhook ",
            groups[3],
            "sandbox ",
            "completions ",
            "licenses ",
        ]);
        let lines: Vec<usize> = order.map(|beginning| line_of(&help, beginning)).collect();
        assert!(lines.is_sorted(), "{lines:?}\n{help}");
        assert!(
            !help.lines().any(|line| line.starts_with("  man ") || line.starts_with("  help ")),
            "{help}"
        );
        assert_eq!(run(language, "man --help").status, 0, "the command is hidden, but works");
    }
}

#[test]
fn the_short_help_refers_to_the_long_help() {
    for language in LANGUAGES {
        let (short, long) = (run(language, "import -h").stdout, run(language, "import --help").stdout);
        assert!(
            short.contains("vitrine import --help")
                && !short.contains("--no-progress")
                && !short.contains("primary_price"),
            "{short}"
        );
        assert!(
            long.contains("--no-progress")
                && long.contains("primary_price=250000")
                && (long.contains("Fields") || is_persian(&long))
        );
        assert!(short.lines().count() < long.lines().count() / 2, "{short}");
    }
}

#[test]
fn the_long_help_lists_environment_variables_and_exit_statuses() {
    for language in LANGUAGES {
        let help = run(language, "--help").stdout;
        for variable in [
            "VITRINE_DATA_DIR",
            "VITRINE_TOKEN",
            "VITRINE_CLIENT_SECRET",
            "VITRINE_SERVICE_TOKEN",
            "VITRINE_LOG",
            "NO_COLOR",
            "BROWSER",
        ] {
            line_of(&help, &format!("{variable} "));
        }
        let statuses: Vec<usize> = (0..5).map(|status| line_of(&help, &format!("{status}  "))).collect();
        assert!(statuses.is_sorted() && help.contains("Ctrl+C"), "{help}");
        assert!(!help.contains("usage-"), "{help}");
    }
}

#[test]
fn help_lists_defaults_and_possible_values() {
    let help = run("en", "import -h").stdout;
    assert!(
        help.contains("[default: auto] [possible values: auto, file, folder, name, time, likeness]"),
        "{help}"
    );
    assert!(run("en", "webhook listen -h").stdout.contains("[default: 8766]"));
    assert!(run("fa", "webhook listen -h").stdout.contains("پیش‌فرض: 8766"));
    let help = run("en", "webhook add -h").stdout;
    assert!(["--url <URL>", "--events <EVENT,…>"].iter().all(|part| help.contains(part)), "{help}");
}

#[test]
fn a_misspelt_command_is_reported_and_no_window_opens() {
    let folder = tempfile::tempdir().unwrap();
    for (language, unknown, neither) in [
        ("en", "Unknown command “improt”. Did you mean “import”?", "neither a command"),
        ("fa", "منظورتان «import» بود؟", "نه دستور است"),
    ] {
        let output = run_in(folder.path(), language, "improt photos");
        assert_eq!((output.status, output.stderr.contains(unknown)), (2, true), "{output:?}");
        let output = run_in(folder.path(), language, "Fotografien");
        assert_eq!((output.status, output.stderr.contains(neither)), (2, true), "{output:?}");
    }
    // Existing files, and what can only be a path, are for the window. Without a display it does not open.
    if !cfg!(target_os = "linux") {
        return;
    }
    std::fs::create_dir(folder.path().join("improt")).unwrap();
    for path in ["improt", "./imprt", "-- imprt"] {
        let output = run_in(folder.path(), "en", path);
        assert!(
            output.status == 1
                && !output.stderr.contains("Unknown command")
                && !output.stderr.contains("neither a command"),
            "{path}: {output:?}"
        );
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
            let output = run(language, arguments);
            assert_eq!(output.status, 2, "{output:?}");
            assert!(output.stderr.lines().last().unwrap().contains(help), "{output:?}");
        }
    }
}

#[test]
fn color_is_used_on_request_and_never_by_default_in_a_pipe() {
    for (arguments, colored) in
        [("--help", false), ("--color always --help", true), ("--color=never --help", false)]
    {
        assert_eq!(run("en", arguments).stdout.contains('\u{1b}'), colored, "{arguments}");
    }
    for (arguments, colored) in [("--dry-rum", false), ("--color always --dry-rum", true)] {
        assert_eq!(run("en", arguments).stderr.contains('\u{1b}'), colored, "{arguments}");
    }
    assert_eq!(run("en", "--color loud --help").status, 2);
}

#[test]
fn the_long_version_contains_what_a_bug_report_needs() {
    let short = run("en", "-V").stdout;
    assert_eq!(short.trim_end(), format!("vitrine {}", env!("CARGO_PKG_VERSION")));
    for language in LANGUAGES {
        let long = run(language, "--version").stdout;
        assert!(
            long.starts_with(&short)
                && long.contains(std::env::consts::ARCH)
                && long.contains(std::env::consts::OS),
            "{long}"
        );
        for known in [
            env!("VITRINE_COMMIT"),
            vitrine::build_info::date().map(|date| date.to_string()).unwrap_or_default().as_str(),
        ] {
            assert!(long.contains(known), "{long}");
        }
    }
}
