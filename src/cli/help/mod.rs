//! Help texts and usage errors, in the user's language.

pub mod man;
mod pages;
mod usage_error;

use std::ffi::OsString;

use clap::{ColorChoice, FromArgMatches};

use super::args::Arguments;
use super::printing::{error_prefix, print_error_line, print_help};
use crate::args;
use crate::i18n::{Language, Messages};
use vitrine_domain::Exit;

pub use pages::command;

/// The language from `--language`, read before the rest of the command line, whose help is in that language.
pub fn language(given: &[OsString]) -> Option<Language> {
    last_value(given, "--language", Language::from_tag)
}

/// The value of `--color`, also read first. Without one, the terminal and `NO_COLOR` decide.
pub fn color(given: &[OsString]) -> ColorChoice {
    last_value(given, "--color", |value| value.parse().ok()).unwrap_or(ColorChoice::Auto)
}

/// The value of the last occurrence of `option`.
fn last_value<T>(given: &[OsString], option: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let given: Vec<&str> = given
        .iter()
        .skip(1)
        .take_while(|argument| *argument != "--")
        .filter_map(|argument| argument.to_str())
        .collect();
    let value = |(at, argument): (usize, &&str)| match argument.strip_prefix(option)? {
        "" => given.get(at + 1).copied().and_then(&read),
        rest => read(rest.strip_prefix('=')?),
    };
    given.iter().enumerate().filter_map(value).next_back()
}

/// Parses the command line. Prints help, the version or a usage error itself, and then returns the exit
/// status as the error.
pub fn read(messages: &Messages, given: Vec<OsString>) -> Result<Arguments, Exit> {
    let mut command = command(messages);
    let (command_path, escaped) =
        (pages::named_command(&command, &given), given.iter().any(|argument| argument == "--"));
    let report_problem = |what: String| {
        let see = messages.format("usage-see", args!["command" => command_path]);
        print_error_line(&format!("{} {what}\n  {see}", error_prefix()));
        Exit::Input
    };
    if let Some(name) = usage_error::file_like_option(&given, |name| name.symlink_metadata().is_ok()) {
        return Err(report_problem(
            messages.format("usage-file-like-option", args!["value" => name]).into_owned(),
        ));
    }
    let matches = command.try_get_matches_from_mut(given);
    match matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches)) {
        Ok(arguments) if arguments.command.is_none() && !escaped => {
            match usage_error::unknown_argument(messages, &command, &arguments.paths) {
                Some(what) => Err(report_problem(what)),
                None => Ok(arguments),
            }
        }
        Ok(arguments) => Ok(arguments),
        Err(error) if error.use_stderr() => Err(report_problem(usage_error::usage_error(messages, &error))),
        Err(error) => {
            print_help(&error);
            Err(Exit::AllDone)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::usage_error::usage_error;
    use super::*;

    fn given(arguments: &str) -> Vec<OsString> {
        std::iter::once("vitrine").chain(arguments.split(' ')).map(OsString::from).collect()
    }

    fn output(language: Language, arguments: &str) -> String {
        let messages = Messages::for_terminal(language);
        let error = command(&messages).try_get_matches_from(given(arguments)).unwrap_err();
        if error.use_stderr() { usage_error(&messages, &error) } else { error.render().to_string() }
    }

    #[test]
    fn every_command_and_option_is_explained_in_both_languages() {
        fn walk(command: &clap::Command, language: Language) {
            let path = command.get_name();
            let about = command.get_about().unwrap_or_else(|| panic!("{path} says nothing")).to_string();
            assert!(!about.starts_with("usage-"), "{about}");
            for argument in command.get_arguments() {
                let help = argument
                    .get_help()
                    .unwrap_or_else(|| panic!("{path} {} says nothing", argument.get_id()))
                    .to_string();
                assert!(!help.starts_with("usage-"), "{help}");
                if language == Language::Persian {
                    assert!(help.chars().any(|c| ('\u{600}'..='\u{6ff}').contains(&c)), "{help}");
                }
            }
            command.get_subcommands().for_each(|below| walk(below, language));
        }
        for language in [Language::English, Language::Persian] {
            walk(&command(&Messages::for_terminal(language)), language);
        }
    }

    #[test]
    fn help_is_in_the_requested_language() {
        for (arguments, language) in [
            ("--language fa import --help", Some(Language::Persian)),
            ("import --language=fa-IR --help", Some(Language::Persian)),
            ("--language en", Some(Language::English)),
            ("--language en login --language fa", Some(Language::Persian)),
            ("import photos", None),
            ("import -- --language fa", None),
            ("--language", None),
            ("--language xx", None),
        ] {
            assert_eq!(super::language(&given(arguments)), language, "{arguments}");
        }
        let help = output(Language::Persian, "import --help");
        assert!(
            help.contains("گزینه‌ها")
                && help.contains("--dry-run")
                && !help.contains("Options")
                && !help.contains("Usage"),
            "{help}"
        );
        assert!(output(Language::English, "--help").contains("Usage: vitrine"));
    }

    #[test]
    fn usage_errors_name_the_argument_and_a_suggestion() {
        for (arguments, parts) in [
            ("import --dry-rum x", ["--dry-rum", "--dry-run"]),
            ("webhook ad", ["ad", "add"]),
            ("import --group box x", ["box", "folder"]),
            ("import --set cup x", ["cup", "FIELD=VALUE"]),
            ("import --set colour=red x", ["colour", "primary_price"]),
            ("import", ["PATH", ""]),
            ("report --output a.txt", ["a.txt", "xlsx"]),
            ("products --json --csv", ["--json", "--csv"]),
            ("webhook add --url shop --events 5", ["shop", "https://"]),
            ("webhook add --url https://shop.example --events 10", ["10", "--events"]),
            ("login --browser --token-stdin", ["--browser", "--token-stdin"]),
            ("--language xx", ["xx", "fa"]),
            ("sandbox --port", ["--port", ""]),
        ] {
            for language in [Language::English, Language::Persian] {
                let output = output(language, arguments);
                assert!(
                    parts.iter().all(|part| output.contains(part)) && !output.contains("usage-"),
                    "{arguments}: {output}"
                );
            }
        }
    }
}
