//! The window, with a worker behind it.

mod attempts;
mod cause;
#[cfg(any(test, all(unix, not(target_os = "macos"))))]
mod missing_library;
mod start;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::build_info;
use crate::i18n::Language;
use crate::store::{Instance, InstanceLock};
use crate::ui::{self, Link};
use crate::worker::{self, AccountCommand, Command, MarketChoice, PlatformCommand, crash_report};
pub use start::{Attempt, with_renderer};
use vitrine_domain::{Exit, Problem};

/// Opens the window; `paths` are treated as dropped on its import screen. If a window is open on this data
/// directory already, it gets the paths instead.
///
/// # Errors
/// `AlreadyRunning` when an import in a terminal uses the data directory, `NoDisplay` when no window can
/// open.
pub fn run(
    attempt: Attempt,
    options: worker::Options,
    market: MarketChoice,
    language: Option<Language>,
    paths: Vec<PathBuf>,
) -> Result<Exit, Problem> {
    if let InstanceLock::HeldElsewhere(held) = Instance::acquire(&options.data_dir)? {
        let named = if let MarketChoice::Given(file) = &market { Some(file.as_path()) } else { None };
        return held.hand_over(&paths, named).map(|()| Exit::AllDone);
    }
    let window: Arc<OnceLock<Box<dyn Fn() + Send + Sync>>> = Arc::default();
    let wake = Arc::clone(&window);
    let options = worker::Options { works_offline: true, update_address: update_address(), ..options };
    let data_dir = options.data_dir.clone();
    crash_report::report_panics(&data_dir);
    let (worker, events) = worker::start(options, move || {
        if let Some(wake) = wake.get() {
            wake();
        }
    })?;
    worker.send(Command::Platform(PlatformCommand::FollowAppearance));
    worker.send(Command::Platform(PlatformCommand::TakeCrashReport));
    let market = if matches!(market, MarketChoice::LastUsed) { MarketChoice::LastInWindow } else { market };
    worker.send(Command::Account(AccountCommand::UseMarket(market)));
    let send = Box::new(worker.sender());
    let result = attempt.open(|opening| {
        ui::run(opening, ui::Options { paths, language }, move |wake| {
            // Set once: events sent before this wait in the channel for the first frame.
            let _ = window.set(wake);
            Link { send, events }
        })
    });
    if worker.stop() && result.is_ok() {
        crash_report::delete(&data_dir);
    }
    result
}

/// Names the address of the latest release.
const UPDATE_ADDRESS: &str = "VITRINE_UPDATE_ADDRESS";

/// The address of the latest release: that of the environment, else that of the package. An empty one is
/// none.
fn update_address() -> Option<String> {
    let given = std::env::var(UPDATE_ADDRESS).ok();
    given
        .or_else(|| build_info::update_address().map(str::to_owned))
        .filter(|address| !address.trim().is_empty())
}

/// Shows a problem in a dialog where there is no terminal: whoever starts the program by a click sees no
/// standard error. In both languages, because the language chosen in the window is not known yet. Where no
/// dialog can be shown, standard error, which the caller writes to, has to do.
pub fn show_problem(problem: &Problem) {
    if super::printing::shows_errors() || !has_desktop() {
        return;
    }
    rfd::MessageDialog::new()
        .set_level(rfd::MessageLevel::Error)
        .set_title("Vitrine")
        .set_description(dialog_text(problem))
        .show();
}

/// Whether somebody sees a dialog.
#[cfg(all(unix, not(target_os = "macos")))]
fn has_desktop() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
const fn has_desktop() -> bool {
    true
}

/// What happened, why, and what to do, in both languages.
fn dialog_text(problem: &Problem) -> String {
    let texts = [Language::English, Language::Persian].map(|language| {
        let messages = crate::i18n::Messages::for_terminal(language);
        let text = messages.problem(problem);
        // The dialog lays out lines from left to right: an embedding (UAX #9) reverses those of Persian.
        let [begin, end] = if language.is_rtl() { ["\u{202b}", "\u{202c}"] } else { ["", ""] };
        let lines = [text.title, text.cause, text.remedy].into_iter().filter(|line| !line.is_empty());
        lines.map(|line| format!("{begin}{line}{end}")).collect::<Vec<_>>().join("\n")
    });
    texts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::ProblemKind;

    #[test]
    fn the_dialog_says_in_both_languages_what_happened_why_and_what_to_do() {
        for code in [
            ProblemKind::Storage,
            ProblemKind::StorageDamaged,
            ProblemKind::StorageNewer,
            ProblemKind::NoDisplay,
            ProblemKind::AlreadyRunning,
        ] {
            let text = dialog_text(&Problem::new(code));
            for language in [Language::English, Language::Persian] {
                let words = crate::i18n::Messages::for_terminal(language).problem(&Problem::new(code));
                for part in [words.title, words.cause, words.remedy] {
                    assert!(!part.is_empty() && text.contains(&part), "{code:?}: {part:?} in {text:?}");
                }
            }
        }
    }
}
