//! The language of what is printed.

use super::printing::{shows_errors, shows_results};
use crate::i18n::Language;

/// The first release of VTE, the terminal widget of GNOME, Xfce and others, that reorders: 0.58.
const FIRST_REORDERING_VTE: u32 = 5800;

/// The language of help, results and problems: the requested one, else the system's.
///
/// Most terminals draw the letters of a right-to-left text from left to right, which nobody can read. There
/// English is printed, unless `--language` asks for another language. Files and pipes get the system's
/// language.
pub fn of_output(requested: Option<Language>) -> Language {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    requested.unwrap_or_else(|| readable(Language::system(), shows_results() || shows_errors(), variable))
}

/// `language` if it can be read where it is printed, else English.
fn readable(language: Language, on_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Language {
    if language.is_rtl() && on_terminal && !reorders(variable) { Language::English } else { language }
}

/// Whether the terminal is known to apply the bidirectional algorithm.
fn reorders(variable: impl Fn(&str) -> Option<String>) -> bool {
    let vte = variable("VTE_VERSION")
        .and_then(|version| version.parse().ok())
        .is_some_and(|version: u32| version >= FIRST_REORDERING_VTE);
    let program = variable("TERM_PROGRAM")
        .is_some_and(|program| matches!(program.as_str(), "Apple_Terminal" | "mintty"));
    vte || program || variable("KONSOLE_VERSION").is_some() || variable("MLTERM").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(language: Language, on_terminal: bool, environment: &[(&str, &str)]) -> Language {
        let value = |name: &str| {
            environment.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        readable(language, on_terminal, value)
    }

    #[test]
    fn persian_is_printed_only_where_the_terminal_orders_it() {
        for (environment, expected) in [
            (&[("TERM", "xterm-256color")][..], Language::English),
            (&[("VTE_VERSION", "5202")], Language::English),
            (&[("VTE_VERSION", "7600")], Language::Persian),
            (&[("KONSOLE_VERSION", "230800")], Language::Persian),
            (&[("TERM_PROGRAM", "Apple_Terminal")], Language::Persian),
            (&[("TERM_PROGRAM", "vscode")], Language::English),
        ] {
            assert_eq!(printed(Language::Persian, true, environment), expected, "{environment:?}");
            assert_eq!(printed(Language::English, true, environment), Language::English);
        }
        assert_eq!(
            printed(Language::Persian, false, &[]),
            Language::Persian,
            "the output is a file or a pipe"
        );
    }
}
