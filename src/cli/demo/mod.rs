//! `demo`: the practice shop and the sample photos, in the window, or in the terminal if there is no display.

mod photos;

use std::sync::Arc;

use super::terminal::{Exit, OutputOptions, Terminal};
use super::{args, import, window};
use crate::domain::{Code, Field, Problem};
use crate::i18n::{Language, Messages};
use crate::sandbox::Categories;
use crate::worker::{self, MarketChoice};

/// Runs the demo in a temporary data directory, so that each demo starts with an empty shop.
///
/// # Errors
/// `Storage` when the temporary directory cannot be written; else the problem of the window or the import.
pub fn run(messages: &Arc<Messages>, output_options: OutputOptions, language: Option<Language>) -> Result<Exit, Problem> {
    let failed = |error: std::io::Error| Problem::new(Code::Storage).with_subject("demo").with_quotation(error.to_string());
    let directory = tempfile::Builder::new().prefix("vitrine-demo-").tempdir().map_err(failed)?;
    let folder = directory.path().join("photos");
    let shown = language.unwrap_or_else(Language::system);
    let categories = if shown == Language::Persian { Categories::Persian } else { Categories::English };
    photos::write(&folder, categories).map_err(failed)?;
    let paths = vec![folder];
    let options = worker::Options { practice: categories, ..worker::Options::new(directory.path().join("data")) };
    if has_display() {
        return window::run(options, MarketChoice::Practice, language, paths);
    }
    if !output_options.quiet {
        println!("{}", messages.text("cli-demo-no-display"));
    }
    let terminal = Terminal::start(Arc::clone(messages), output_options, worker::Options { stop_on_signal: true, ..options })?;
    let result =
        import::import(&terminal, MarketChoice::Practice, &args::Import { set: sample_values(), yes: true, ..args::Import::new(paths) });
    terminal.stop();
    result
}

fn sample_values() -> Vec<(Field, String)> {
    [(Field::PrimaryPrice, "250000"), (Field::Stock, "5")].map(|(field, value)| (field, value.to_owned())).to_vec()
}

/// Whether a window can open. Only systems with X11 or Wayland can be without a display.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
