//! The window, with a worker behind it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::terminal::Exit;
use crate::domain::{Code, Problem};
use crate::i18n::Language;
use crate::store::{Instance, InstanceLock};
use crate::ui::{self, Link};
use crate::worker::{self, AccountCommand, Command, MarketChoice, PlatformCommand};

/// Opens the window; `paths` are treated as dropped on its import screen. If a window is open on this data directory
/// already, it gets the paths instead.
///
/// # Errors
/// `AlreadyRunning` when an import in a terminal uses the data directory, `NoDisplay` when no window can open.
pub fn run(options: worker::Options, market: MarketChoice, language: Option<Language>, paths: Vec<PathBuf>) -> Result<Exit, Problem> {
    if let InstanceLock::HeldElsewhere(held) = Instance::acquire(&options.data_dir)? {
        return held.hand_over(&paths).map(|()| Exit::AllDone);
    }
    let window: Arc<OnceLock<Box<dyn Fn() + Send + Sync>>> = Arc::default();
    let wake = Arc::clone(&window);
    let options = worker::Options { works_offline: true, ..options };
    let (worker, events) = worker::start(options, move || {
        if let Some(wake) = wake.get() {
            wake();
        }
    })?;
    worker.send(Command::Platform(PlatformCommand::FollowAppearance));
    worker.send(Command::Account(AccountCommand::UseMarket(market)));
    let send = Box::new(worker.sender());
    let result = ui::run(ui::Options { paths, language }, move |wake| {
        // Set once: events sent before this wait in the channel for the first frame.
        let _ = window.set(wake);
        Link { send, events }
    });
    worker.stop();
    exit_status(result.map_err(|error| error.to_string()))
}

/// Opens the gallery of widgets, without a shop, a worker or files.
///
/// # Errors
/// `NoDisplay` when no window can open.
pub fn gallery(language: Option<Language>) -> Result<Exit, Problem> {
    exit_status(ui::run_gallery(language).map_err(|error| error.to_string()))
}

fn exit_status(result: Result<(), String>) -> Result<Exit, Problem> {
    result.map(|()| Exit::AllDone).map_err(|error| Problem::new(Code::NoDisplay).with_quotation(error))
}
