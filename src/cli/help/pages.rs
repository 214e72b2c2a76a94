//! The help pages, built from the message files. `-h` prints the short form, `--help` adds examples and
//! details.

use std::ffi::OsString;

use clap::builder::styling::Style;
use clap::{Arg, CommandFactory};

use super::super::args::{Arguments, settable_fields};
use crate::args;
use crate::build_info;
use crate::i18n::Messages;
use vitrine_domain::{Change, Field};

/// The command groups of the help, in the order a newcomer needs them: message key and command names.
pub const GROUPS: [(&str, &[&str]); 4] = [
    ("usage-group-start", &["demo", "login", "logout", "whoami"]),
    (
        "usage-group-products",
        &["import", "resume", "report", "sheet-template", "cards", "products", "edit", "discount"],
    ),
    ("usage-group-webhooks", &["webhook"]),
    ("usage-group-developers", &["sandbox", "completions", "licenses"]),
];

/// Environment variables the program reads, each with the key of the message that explains it.
pub const ENVIRONMENT: [(&str, &str); 9] = [
    ("VITRINE_DATA_DIR", "usage-env-data-dir"),
    ("VITRINE_TOKEN", "usage-env-token"),
    ("VITRINE_CLIENT_SECRET", "usage-env-client-secret"),
    ("VITRINE_SERVICE_TOKEN", "usage-env-service-token"),
    ("VITRINE_LOG", "usage-env-log"),
    ("VITRINE_RENDERER", "usage-env-renderer"),
    ("VITRINE_UPDATE_ADDRESS", "usage-env-update-address"),
    ("NO_COLOR", "usage-env-no-color"),
    ("BROWSER", "usage-env-browser"),
];

/// The exit statuses, each with the key of the message that explains it.
pub const EXIT_STATUSES: [(&str, &str); 5] = [
    ("0", "usage-exit-0"),
    ("1", "usage-exit-1"),
    ("2", "usage-exit-2"),
    ("3", "usage-exit-3"),
    ("4", "usage-exit-4"),
];

/// Global options that the short help of every command shows; the others appear only in the program's own
/// help.
const SHOWN_EVERYWHERE: [&str; 2] = ["market", "quiet"];

/// Internal commands, and `help`, which need not appear in every list.
const HIDDEN: [&str; 2] = ["man", "help"];

/// The display order of `--help` and `--version`: after a command's own options and the global ones.
const LAST_DISPLAY_ORDER: usize = 1000;

/// The complete command line with its help texts.
pub fn command(messages: &Messages) -> clap::Command {
    let mut command = with_long_help(Arguments::command());
    command.build();
    with_help_texts(command, messages, true).long_version(long_version(messages))
}

/// clap distinguishes `--help` from `-h` only if a long help exists when the command is built.
fn with_long_help(command: clap::Command) -> clap::Command {
    command.after_long_help(" ").mut_subcommands(with_long_help)
}

/// The output of `--version`: everything a bug report needs to name the build.
fn long_version(messages: &Messages) -> String {
    let mut lines = vec![build_info::VERSION.to_owned()];
    let commit = build_info::commit()
        .map(|commit| messages.format("usage-version-commit", args!["commit" => commit]).into_owned());
    let date = build_info::date()
        .map(|date| messages.format("usage-version-date", args!["date" => date.to_string()]).into_owned());
    lines.extend(commit.into_iter().chain(date));
    lines.push(messages.format("usage-version-target", args!["target" => build_info::target()]).into_owned());
    lines.join("\n")
}

/// Adds the help texts to a command and its subcommands.
fn with_help_texts(command: clap::Command, messages: &Messages, top: bool) -> clap::Command {
    let text = |key: &str| messages.text(key).into_owned();
    let name = command.get_name().to_owned();
    let path = command.get_bin_name().unwrap_or(&name).to_owned();
    let more = messages
        .format(if top { "usage-more-commands" } else { "usage-more" }, args!["command" => path])
        .into_owned();
    let (short, long) = help_footers(&command, messages, top, &more);
    let template = template(&command, messages, top);
    let command = if top {
        command.override_usage("vitrine [OPTIONS] [PATH]...\n       vitrine [OPTIONS] <COMMAND>")
    } else {
        command
    };
    let command = command
        .about(text(&format!("usage-command-{name}")))
        .help_template(template)
        .after_help(short)
        .after_long_help(long);
    let command = command.mut_args(|argument| {
        let common =
            !top && argument.is_global_set() && !SHOWN_EVERYWHERE.contains(&argument.get_id().as_str());
        let display_order = match argument.get_id().as_str() {
            "help" | "version" => LAST_DISPLAY_ORDER,
            _ if argument.is_global_set() => LAST_DISPLAY_ORDER - 1,
            _ => 0,
        };
        let argument = if display_order > 0 { argument.display_order(display_order) } else { argument };
        with_help(argument, messages).hide_short_help(common)
    });
    let command = command.hide(HIDDEN.contains(&name.as_str()));
    command.mut_subcommands(|below| with_help_texts(below, messages, false))
}

/// The help template of a command; clap fills in the parts in braces.
fn template(command: &clap::Command, messages: &Messages, top: bool) -> String {
    let styles = command.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let heading = |key: &str| format!("{header}{}{header:#}", messages.text(key));
    let usage = styles.get_usage();
    let mut template = format!("{{about}}\n\n{usage}{}{usage:#} {{usage}}", messages.text("usage-heading"));
    if top {
        template += &format!("\n\n{}", messages.text("usage-window"));
        template += &groups(command, messages, header, literal);
    } else if command.has_subcommands() {
        template += &format!("\n\n{}\n{{subcommands}}", heading("usage-commands"));
    }
    if command.get_positionals().next().is_some() {
        template += &format!("\n\n{}\n{{positionals}}", heading("usage-arguments"));
    }
    template += &format!("\n\n{}\n{{options}}{{after-help}}", heading("usage-options"));
    template
}

fn groups(command: &clap::Command, messages: &Messages, header: Style, literal: Style) -> String {
    let width = command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
        .map(|below| below.get_name().len())
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    for (title, names) in GROUPS {
        text += &format!("\n\n{header}{}{header:#}", messages.text(title));
        for name in names {
            let about = messages.text(&format!("usage-command-{name}")).into_owned();
            text += &format!("\n  {literal}{name:width$}{literal:#}  {about}");
        }
    }
    text
}

/// The text after the options, for the short and the long help.
fn help_footers(command: &clap::Command, messages: &Messages, top: bool, more: &str) -> (String, String) {
    let header = *command.get_styles().get_header();
    let section = |title: &str, lines: &[String]| {
        let lines: String = lines.iter().map(|line| format!("\n  {line}")).collect();
        format!("{header}{}{header:#}{lines}", messages.text(title))
    };
    let examples = examples(messages, command.get_name());
    let mut long: Vec<String> = Vec::new();
    if !examples.is_empty() {
        long.push(section("usage-examples", &examples));
    }
    if !top {
        return (more.to_owned(), long.join("\n\n"));
    }
    let short = format!("{}\n\n{more}", long.join("\n\n"));
    long.push(section("usage-environment", &two_columns(messages, &ENVIRONMENT)));
    long.push(section("usage-exit", &two_columns(messages, &EXIT_STATUSES)));
    (short, long.join("\n\n"))
}

/// The lines of a command's examples. A line that begins with `#` explains the next.
pub fn examples(messages: &Messages, name: &str) -> Vec<String> {
    let key = format!("usage-examples-{name}");
    let text = messages.text(&key);
    if text == key { Vec::new() } else { text.lines().map(str::to_owned).collect() }
}

fn two_columns(messages: &Messages, rows: &[(&str, &str)]) -> Vec<String> {
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    rows.iter().map(|(name, key)| format!("{name:width$}  {}", messages.text(key))).collect()
}

/// Adds the help of an argument. It states defaults, choices and variables itself, so clap must not append
/// them. The short help is its first line.
fn with_help(argument: Arg, messages: &Messages) -> Arg {
    let long = help_text(&argument, messages);
    let short = long.lines().next().unwrap_or_default().to_owned();
    argument.help(short).long_help(long).hide_default_value(true).hide_possible_values(true).hide_env(true)
}

/// The help text of an argument, in the user's language.
pub fn help_text(argument: &Arg, messages: &Messages) -> String {
    let key = format!("usage-option-{}", argument.get_id().as_str().replace('_', "-"));
    let fields = settable_fields().map(Field::name).collect::<Vec<_>>().join(", ");
    let default = argument
        .get_default_values()
        .first()
        .map(|value| value.to_string_lossy().into_owned())
        .unwrap_or_default();
    let changeable =
        Field::changeable(Change::Many).into_iter().map(Field::name).collect::<Vec<_>>().join(", ");
    messages
        .format(&key, args!["fields" => fields, "changeable" => changeable, "default" => default])
        .into_owned()
}

/// The command that a command line names, even if the rest of it is invalid: `vitrine webhook add`.
pub fn named_command(command: &clap::Command, given: &[OsString]) -> String {
    let (mut at, mut path) = (command, command.get_name().to_owned());
    let mut words = given.iter().skip(1).map(|word| word.to_string_lossy()).take_while(|word| word != "--");
    while let Some(word) = words.next() {
        if word.starts_with('-') {
            let takes_next = at.get_arguments().any(|argument| {
                let long = argument.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long));
                let short = argument
                    .get_short()
                    .is_some_and(|short| word.strip_prefix('-') == Some(short.to_string().as_str()));
                (long || short) && argument.get_action().takes_values()
            });
            if takes_next {
                words.next();
            }
            continue;
        }
        let Some(below) = at.find_subcommand(word.as_ref()) else { break };
        at = below;
        path = format!("{path} {}", below.get_name());
    }
    path
}
