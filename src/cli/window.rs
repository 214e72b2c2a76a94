//! The window, with a worker behind it.

use std::path::PathBuf;

use super::terminal::Exit;
use crate::domain::Problem;
use crate::store::{Acquired, Instance};
use crate::ui;
use crate::worker::{self, MarketChoice};

/// Opens the window; `paths` are dropped into its import screen.
pub fn run(options: worker::Options, market: MarketChoice, language: Option<String>, paths: Vec<PathBuf>) -> Result<Exit, Problem> {
    // Held by a window: it takes the paths and comes forward. Held by an import in a terminal: the problem says so.
    if let Acquired::Held(held) = Instance::acquire(&options.data_dir)? {
        return held.hand_over(&paths).map(|()| Exit::AllDone);
    }
    ui::run(ui::Options { worker: options, market, language, paths }).map(|()| Exit::AllDone)
}
