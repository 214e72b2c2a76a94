//! Usage errors in the user's language.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::super::args::{InvalidValue, settable_fields};
use crate::args;
use crate::i18n::Messages;
use vitrine_domain::{Change, EVENTS, Field};

/// Translates clap's error into a sentence in the user's language.
pub fn usage_error(messages: &Messages, error: &clap::Error) -> String {
    let given = |kind| error.get(kind).map(context_text).unwrap_or_default();
    let (option, value) = (given(ContextKind::InvalidArg), given(ContextKind::InvalidValue));
    let say = |key: &str| {
        messages.format(key, args!["option" => option.as_str(), "value" => value.as_str()]).into_owned()
    };
    let meant = |kind| {
        // clap lists the likeliest suggestion last.
        let suggested = match error.get(kind) {
            Some(ContextValue::Strings(several)) => several.last().cloned().unwrap_or_default(),
            _ => given(kind),
        };
        if suggested.is_empty() {
            String::new()
        } else {
            format!(" {}", messages.format("usage-did-you-mean", args!["suggested" => suggested]))
        }
    };
    match error.kind() {
        ErrorKind::UnknownArgument => say("usage-unknown-option") + &meant(ContextKind::SuggestedArg),
        ErrorKind::InvalidSubcommand => {
            let name = given(ContextKind::InvalidSubcommand);
            messages.format("usage-unknown-command", args!["value" => name]).into_owned()
                + &meant(ContextKind::SuggestedSubcommand)
        }
        ErrorKind::InvalidValue if value.is_empty() => say("usage-missing-value"),
        ErrorKind::InvalidValue => {
            let choices = given(ContextKind::ValidValue);
            let choices = messages.format("usage-choices", args!["choices" => choices]);
            format!("{} {choices}", say("usage-invalid-value"))
        }
        ErrorKind::ValueValidation => {
            let refusal =
                std::error::Error::source(error).and_then(|source| source.downcast_ref::<InvalidValue>());
            let why = refusal
                .map(|refusal| format!(" {}", rejection_reason(messages, refusal)))
                .unwrap_or_default();
            say("usage-invalid-value") + &why
        }
        ErrorKind::MissingRequiredArgument => say("usage-missing-argument"),
        ErrorKind::MissingSubcommand => messages.text("usage-command-missing").into_owned(),
        ErrorKind::ArgumentConflict => {
            let other = given(ContextKind::PriorArg);
            messages
                .format("usage-conflict", args!["option" => option.as_str(), "other" => other])
                .into_owned()
        }
        _ => messages.text("usage-error-other").into_owned(),
    }
}

/// The first argument that looks like an option and is the name of a file here, up to `--`: a shell has put
/// it in the place of `*`, and whoever made the folder would choose the options.
pub fn file_like_option(given: &[OsString], exists: impl Fn(&Path) -> bool) -> Option<String> {
    let mut options = given.iter().skip(1).take_while(|argument| *argument != "--");
    let found = options
        .find(|argument| argument.as_encoded_bytes().starts_with(b"-") && exists(Path::new(argument)))?;
    Some(found.to_string_lossy().into_owned())
}

fn rejection_reason(messages: &Messages, refusal: &InvalidValue) -> String {
    match refusal {
        InvalidValue::Language => messages.text("usage-invalid-language").into_owned(),
        InvalidValue::Time => messages.text("usage-invalid-time").into_owned(),
        InvalidValue::Number => messages.text("usage-invalid-number").into_owned(),
        InvalidValue::Output => messages.text("usage-invalid-output").into_owned(),
        InvalidValue::Delivery => messages.text("usage-invalid-url").into_owned(),
        InvalidValue::Forward => messages.text("usage-invalid-forward").into_owned(),
        InvalidValue::Event => {
            let names: Vec<String> =
                EVENTS.iter().map(|event| format!("{} {}", event.id, event.name)).collect();
            messages.format("usage-invalid-event", args!["events" => names.join(", ")]).into_owned()
        }
        InvalidValue::FolderCategory => messages.text("usage-invalid-folder-category").into_owned(),
        InvalidValue::Column => messages.text("usage-invalid-column").into_owned(),
        InvalidValue::ColumnUse(name) => unknown_field(messages, name, Field::ALL),
        InvalidValue::Set => messages.text("usage-invalid-set").into_owned(),
        InvalidValue::Field(name) => unknown_field(messages, name, settable_fields()),
        InvalidValue::Change(name) => unknown_field(messages, name, Field::changeable(Change::Many)),
    }
}

fn unknown_field(messages: &Messages, name: &str, fields: impl IntoIterator<Item = Field>) -> String {
    let fields = fields.into_iter().map(Field::name).collect::<Vec<_>>().join(", ");
    messages.format("usage-unknown-field", args!["name" => name, "fields" => fields]).into_owned()
}

fn context_text(value: &ContextValue) -> String {
    match value {
        // clap appends dots to an option that may be repeated.
        ContextValue::String(one) if one.starts_with("--") => one.trim_end_matches("...").to_owned(),
        ContextValue::String(one) => one.clone(),
        ContextValue::Strings(several) => several.join(", "),
        _ => String::new(),
    }
}

/// The error for a first argument that is neither a command nor an existing path, most likely a misspelt
/// command. Without this check the window would open and report a missing file.
pub fn unknown_argument(messages: &Messages, command: &clap::Command, paths: &[PathBuf]) -> Option<String> {
    let word = paths
        .first()
        .filter(|path| is_one_word(path) && path.symlink_metadata().is_err())?
        .to_string_lossy()
        .into_owned();
    let names = command.get_subcommands().filter(|below| !below.is_hide_set() || below.get_name() == "help");
    let names = names.map(|below| clap::Command::new(below.get_name().to_owned()));
    // With subcommands only, clap suggests the one that was probably meant.
    let commands = clap::Command::new("vitrine")
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommands(names);
    let meant = commands.try_get_matches_from(["vitrine", word.as_str()]).err();
    let meant = meant.filter(|error| {
        error.kind() == ErrorKind::InvalidSubcommand && error.get(ContextKind::SuggestedSubcommand).is_some()
    });
    Some(match meant {
        Some(error) => usage_error(messages, &error),
        None => messages.format("usage-no-such-path", args!["value" => word]).into_owned(),
    })
}

fn is_one_word(path: &Path) -> bool {
    let mut parts = path.components();
    let only = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
    only && path.to_str().is_some_and(|text| !text.contains(['/', '\\']))
}
