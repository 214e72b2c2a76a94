//! `demo`: the practice shop and the sample photos, in the window, or in the terminal if there is no display.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::printing::print_line;
use super::terminal::{OutputOptions, Terminal};
use super::{args, data_dir, import, window};
use crate::i18n::{Language, Messages};
use crate::worker::{self, MarketChoice};
use vitrine_domain::{Exit, Field, Problem, ProblemKind};
use vitrine_sandbox::{Categories, ShopBehaviour};

/// Runs the demo in a temporary data directory, so that each demo starts with an empty shop.
///
/// # Errors
/// `Storage` when the temporary directory cannot be written; else the problem of the window or the import.
pub fn run(
    messages: &Arc<Messages>,
    output_options: OutputOptions,
    given_dir: Option<&Path>,
    language: Option<Language>,
) -> Result<Exit, Problem> {
    if has_display() {
        // Which renderer works is remembered for the window, too.
        return window::with_renderer(data_dir::choose(given_dir).ok().as_deref(), |attempt| {
            run_with(language, |options, paths| {
                window::run(attempt, options, MarketChoice::Practice, language, paths)
            })
        });
    }
    if !output_options.quiet {
        print_line(&messages.text("cli-demo-no-display"));
    }
    run_with(language, |options, paths| {
        let terminal = Terminal::start(
            Arc::clone(messages),
            output_options,
            worker::Options { stop_on_signal: true, ..options },
        )?;
        let import = args::Import { set: sample_values(), yes: true, ..args::Import::new(paths) };
        let result = import::import(&terminal, MarketChoice::Practice, &import);
        terminal.stop();
        result
    })
}

/// Runs `demo` with the options of a worker and the paths of the photos, both in a temporary directory.
fn run_with(
    language: Option<Language>,
    demo: impl FnOnce(worker::Options, Vec<PathBuf>) -> Result<Exit, Problem>,
) -> Result<Exit, Problem> {
    let failed = |error: std::io::Error| {
        Problem::new(ProblemKind::Storage).with_subject("demo").with_quotation(error.to_string())
    };
    let directory = tempfile::Builder::new().prefix("vitrine-demo-").tempdir().map_err(failed)?;
    let folder = directory.path().join("photos");
    let shown = language.unwrap_or_else(Language::system);
    let categories = if shown == Language::Persian { Categories::Persian } else { Categories::English };
    worker::write_sample_photos(&folder, categories).map_err(failed)?;
    let options = data_dir::worker_options(directory.path().join("data"));
    let practice = ShopBehaviour { categories, ..options.practice };
    demo(worker::Options { practice, ..options }, vec![folder])
}

fn sample_values() -> Vec<(Field, String)> {
    [(Field::PrimaryPrice, "250000"), (Field::Stock, "5")]
        .map(|(field, value)| (field, value.to_owned()))
        .to_vec()
}

/// Whether a window can open. Only systems with X11 or Wayland can be without a display.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
