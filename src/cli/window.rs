//! The window, with a worker behind it.

use std::path::PathBuf;

use super::terminal::Exit;
use crate::domain::Problem;
use crate::ui;
use crate::worker::{self, MarketChoice};

/// Opens the window; `paths` are dropped into its import screen.
pub fn run(options: worker::Options, market: MarketChoice, language: Option<String>, paths: Vec<PathBuf>) -> Result<Exit, Problem> {
    ui::run(ui::Options { worker: options, market, language, paths }).map(|()| Exit::AllDone)
}
