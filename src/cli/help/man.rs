//! The manual page, generated from the same messages as the help so that the two cannot disagree.

use clap::Command;
use roff::{Inline, Roff, bold, line_break, roman};

use super::pages::{ENVIRONMENT, EXIT_STATUSES, GROUPS, command, examples, help_text};
use crate::i18n::Messages;

/// The whole manual page as troff source in UTF-8.
pub fn page(messages: &Messages) -> String {
    let text = |key: &str| messages.text(key).into_owned();
    let command = command(messages);
    let mut page = Roff::new();
    let version = format!("Vitrine {}", env!("CARGO_PKG_VERSION"));
    // No date: the page is part of the source, and a test compares it.
    page.control("TH", ["VITRINE", "1", "\"\"", version.as_str(), text("usage-man-manual").as_str()]);
    page.control("SH", [text("usage-man-name").as_str()])
        .text([roman(format!("vitrine - {}", text("usage-man-purpose")))]);
    page.control("SH", [text("usage-man-synopsis").as_str()]).text(synopsis(&command));
    page.control("SH", [text("usage-man-description").as_str()]);
    page.text([roman(text("usage-about"))]).text([roman(text("usage-window"))]);
    page.control("SH", [text("usage-man-commands").as_str()]);
    for (title, names) in GROUPS {
        page.control("SS", [text(title).as_str()]);
        for below in names.iter().filter_map(|name| command.find_subcommand(name)) {
            command_section(&mut page, messages, below);
        }
    }
    page.control("SH", [text("usage-man-options").as_str()]);
    options(&mut page, messages, &command, true);
    for (title, rows) in [("usage-man-environment", &ENVIRONMENT[..]), ("usage-man-exit", &EXIT_STATUSES[..])]
    {
        page.control("SH", [text(title).as_str()]);
        for (name, key) in rows {
            page.control("TP", []).text([bold(*name)]).text([roman(text(key))]);
        }
    }
    page.control("SH", [text("usage-man-examples").as_str()]);
    literal_lines(&mut page, &examples(messages, "vitrine"));
    // Tells man programs the encoding, which they would otherwise guess.
    format!("'\\\" -*- coding: UTF-8 -*-\n{}", page.render())
}

/// The usage line of each command.
fn synopsis(command: &Command) -> Vec<Inline> {
    let mut usages = vec!["vitrine [OPTIONS] [PATH]...".to_owned()];
    for name in GROUPS.iter().flat_map(|(_, names)| names.iter()) {
        let Some(below) = command.find_subcommand(name) else { continue };
        let mut leaves: Vec<&Command> =
            below.get_subcommands().filter(|leaf| leaf.get_name() != "help").collect();
        if leaves.is_empty() {
            leaves.push(below);
        }
        usages.extend(leaves.into_iter().map(usage));
    }
    let mut lines = Vec::new();
    for usage in usages {
        if !lines.is_empty() {
            lines.push(line_break());
        }
        lines.push(roman(usage));
    }
    lines
}

fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned()
}

/// Writes a command with its options, examples and subcommands.
fn command_section(page: &mut Roff, messages: &Messages, command: &Command) {
    let path = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let about = messages.text(&format!("usage-command-{}", command.get_name())).into_owned();
    page.control("TP", []).text([bold(path)]).text([roman(about)]);
    let below: Vec<&Command> = command.get_subcommands().filter(|below| below.get_name() != "help").collect();
    page.control("RS", []);
    options(page, messages, command, false);
    if below.is_empty() {
        literal_lines(page, &examples(messages, command.get_name()));
    }
    page.control("RE", []);
    for below in below {
        command_section(page, messages, below);
    }
}

/// Writes options and arguments: all of them at the `top`, else only those that are the command's own.
fn options(page: &mut Roff, messages: &Messages, command: &Command, top: bool) {
    let own = |argument: &&clap::Arg| {
        top || !(argument.is_global_set() || matches!(argument.get_id().as_str(), "help" | "version"))
    };
    for argument in command.get_arguments().filter(own) {
        let short = argument.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
        page.control("TP", []).text([bold(format!("{short}{argument}"))]);
        for (at, line) in help_text(argument, messages).lines().enumerate() {
            if at > 0 {
                page.control("br", []);
            }
            page.text([roman(line)]);
        }
    }
}

/// Writes lines as they are typed, without filling.
fn literal_lines(page: &mut Roff, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    page.control("PP", []).control("nf", []);
    for line in lines {
        page.text([if line.starts_with('#') { roman(line.as_str()) } else { bold(line.as_str()) }]);
    }
    page.control("fi", []);
}
