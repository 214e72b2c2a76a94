//! What the command line says of itself, and of what it cannot read, in the person's language.

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, CommandFactory, FromArgMatches};

use super::args::{Arguments, Refusal, settable};
use super::terminal::Exit;
use crate::args;
use crate::domain::Field;
use crate::i18n::{Language, Messages};

/// The language asked for, before the rest of the command line is read: its help is in that language too. What is said
/// last counts.
pub fn language(given: &[OsString]) -> Option<Language> {
    let given: Vec<&str> = given.iter().skip(1).take_while(|argument| *argument != "--").filter_map(|argument| argument.to_str()).collect();
    let tag = |(at, argument): (usize, &&str)| match argument.strip_prefix("--language")? {
        "" => given.get(at + 1).copied().and_then(Language::from_tag),
        rest => Language::from_tag(rest.strip_prefix('=')?),
    };
    given.iter().enumerate().filter_map(tag).next_back()
}

/// Reads the command line. Help, the version, and what is wrong with it are told here, and end the program.
pub fn read(messages: &Messages, given: Vec<OsString>) -> Result<Arguments, Exit> {
    let matches = command(messages).try_get_matches_from(given);
    matches.and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches)).map_err(|error| {
        if error.use_stderr() {
            let _ = writeln!(std::io::stderr(), "vitrine: {}\n  {}", complaint(messages, &error), messages.text("usage-see"));
            return Exit::Input;
        }
        let _ = error.print();
        Exit::AllDone
    })
}

fn command(messages: &Messages) -> clap::Command {
    let mut command = Arguments::command();
    command.build();
    let about = format!("{}\n\n{}", messages.text("usage-about"), messages.text("usage-window"));
    described(command, messages).about(about)
}

/// A command with its words, and all below it.
fn described(command: clap::Command, messages: &Messages) -> clap::Command {
    let text = |key: &str| messages.text(key).into_owned();
    let about = text(&format!("usage-command-{}", command.get_name()));
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let template = format!("{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}", messages.text("usage-heading"));
    let command = command.about(about).help_template(template).subcommand_help_heading(text("usage-commands")).mut_args(|argument| {
        let heading = text(if argument.is_positional() { "usage-arguments" } else { "usage-options" });
        explained(argument, messages).help_heading(heading)
    });
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, |below| described(below, messages)))
}

/// Defaults and choices are told in its words, not beside them.
fn explained(argument: Arg, messages: &Messages) -> Arg {
    let key = format!("usage-option-{}", argument.get_id().as_str().replace('_', "-"));
    let fields = settable().map(Field::name).collect::<Vec<_>>().join(", ");
    let help = messages.format(&key, args!["fields" => fields]).into_owned();
    argument.help(help.clone()).long_help(help).hide_default_value(true).hide_possible_values(true).hide_env(true)
}

/// What is wrong with a command line.
fn complaint(messages: &Messages, error: &clap::Error) -> String {
    let given = |kind| error.get(kind).map(context).unwrap_or_default();
    let (option, value) = (given(ContextKind::InvalidArg), given(ContextKind::InvalidValue));
    let say = |key: &str| messages.format(key, args!["option" => option.as_str(), "value" => value.as_str()]).into_owned();
    let meant = |kind| {
        let suggested = given(kind);
        if suggested.is_empty() { String::new() } else { format!(" {}", messages.format("usage-meant", args!["suggested" => suggested])) }
    };
    match error.kind() {
        ErrorKind::UnknownArgument => say("usage-unknown-option") + &meant(ContextKind::SuggestedArg),
        ErrorKind::InvalidSubcommand => {
            let name = given(ContextKind::InvalidSubcommand);
            messages.format("usage-unknown-command", args!["value" => name]).into_owned() + &meant(ContextKind::SuggestedSubcommand)
        }
        ErrorKind::InvalidValue if value.is_empty() => say("usage-value-missing"),
        ErrorKind::InvalidValue => {
            let choices = given(ContextKind::ValidValue);
            let choices = messages.format("usage-choices", args!["choices" => choices]);
            format!("{} {choices}", say("usage-value-refused"))
        }
        ErrorKind::ValueValidation => {
            let refusal = std::error::Error::source(error).and_then(|source| source.downcast_ref::<Refusal>());
            let why = refusal.map(|refusal| format!(" {}", refused(messages, refusal))).unwrap_or_default();
            say("usage-value-refused") + &why
        }
        ErrorKind::MissingRequiredArgument => say("usage-missing"),
        ErrorKind::MissingSubcommand => messages.text("usage-command-missing").into_owned(),
        ErrorKind::ArgumentConflict => {
            let other = given(ContextKind::PriorArg);
            messages.format("usage-conflict", args!["option" => option.as_str(), "other" => other]).into_owned()
        }
        _ => messages.text("usage-unreadable").into_owned(),
    }
}

fn refused(messages: &Messages, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Language => messages.text("usage-refused-language").into_owned(),
        Refusal::Output => messages.text("usage-refused-output").into_owned(),
        Refusal::Delivery => messages.text("usage-refused-delivery").into_owned(),
        Refusal::Set => messages.text("usage-refused-set").into_owned(),
        Refusal::Field(name) => {
            let fields = settable().map(Field::name).collect::<Vec<_>>().join(", ");
            messages.format("usage-refused-field", args!["name" => name.as_str(), "fields" => fields]).into_owned()
        }
    }
}

fn context(value: &ContextValue) -> String {
    match value {
        ContextValue::String(one) => one.clone(),
        ContextValue::Strings(several) => several.join(", "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(arguments: &str) -> Vec<OsString> {
        std::iter::once("vitrine").chain(arguments.split(' ')).map(OsString::from).collect()
    }

    fn told(language: Language, arguments: &str) -> String {
        let messages = Messages::for_terminal(language);
        let error = command(&messages).try_get_matches_from(given(arguments)).unwrap_err();
        if error.use_stderr() { complaint(&messages, &error) } else { error.render().to_string() }
    }

    #[test]
    fn every_command_and_option_is_explained_in_both_languages() {
        fn walk(command: &clap::Command, language: Language) {
            let path = command.get_name();
            let about = command.get_about().unwrap_or_else(|| panic!("{path} says nothing")).to_string();
            assert!(!about.starts_with("usage-"), "{about}");
            for argument in command.get_arguments() {
                let help = argument.get_help().unwrap_or_else(|| panic!("{path} {} says nothing", argument.get_id())).to_string();
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
    fn help_speaks_the_language_asked_for() {
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
        let help = told(Language::Persian, "import --help");
        assert!(help.contains("گزینه‌ها") && help.contains("--dry-run") && !help.contains("Options") && !help.contains("Usage"), "{help}");
        assert!(told(Language::English, "--help").contains("Usage: vitrine"));
    }

    #[test]
    fn what_cannot_be_read_is_told_with_what_was_meant() {
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
                let told = told(language, arguments);
                assert!(parts.iter().all(|part| told.contains(part)) && !told.contains("usage-"), "{arguments}: {told}");
            }
        }
    }
}
