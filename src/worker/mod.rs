//! The one tokio thread between the screens and everything that waits: takes [`Command`]s, sends [`Event`]s.
//!
//! [`start`] gives a [`Handle`] to send commands with and the channel events come out of. Inside, the [`bus`] hands each command
//! to the service that owns what it is about: a folder each, with its own commands, results and state. Whatever waits (a request,
//! a photo being prepared) is one of [`tasks`], which ends in a result for its service, unless its account was left or a newer
//! task has taken its place. Services hear of each other by [`notice`]s alone. So nothing is shared and nothing is locked but the
//! pace.

mod accounts;
mod bus;
mod catalog;
mod context;
mod done;
mod gate;
mod guard;
mod imports;
mod kept_settings;
mod lanes;
mod messages;
mod notice;
mod photos;
mod platform;
mod product_form;
#[cfg(test)]
mod sim;
mod tasks;
mod thumbnails;
mod webhooks;

use std::path::PathBuf;
use std::sync::mpsc as std_mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;
use tokio::sync::mpsc;

use crate::auth;
use crate::domain::{Code, Problem};
use crate::market::Timeouts;
use crate::pace;
use crate::store::{Acquired, Instance, Store};

pub use crate::import::Waiting;
pub use accounts::{
    AccountCommand, AccountEntry, BrowserSignIn, ClientSecretState, Found, KeepToken, MarketChoice, MarketEntry, Return, Session, Ways,
};
pub use catalog::{CatalogCommand, ProductsUpdate};
pub use imports::{ImportCommand, KeptProduct, KeptReview, Progress, SaveTo, Unfinished};
pub use messages::{Command, Event};
pub use platform::{PasteTarget, Picked, PlatformCommand, Settings, Theme};
pub use product_form::{FormCommand, FormPhotoId, FormPhotoState, PhotoSource};
pub use thumbnails::{Picture, PictureKey, ThumbnailCommand};
pub use webhooks::WebhookCommand;

/// A closing program waits this long for requests under way; after that they are dropped, and settled at the next start.
pub const SHUTDOWN_LIMIT: Duration = Duration::from_secs(2);

pub struct Options {
    pub data_dir: PathBuf,
    /// Signs in with this instead of what the keychain holds (`VITRINE_TOKEN`).
    pub token: Option<SecretString>,
    /// What the program proves with that it is itself, where no server of the seller's does (`VITRINE_CLIENT_SECRET`).
    pub client_secret: Option<SecretString>,
    /// How a page is shown to the person: the system's browser. May block.
    pub open_page: fn(&str) -> Result<(), String>,
    /// How long the person may take on the marketplace's pages.
    pub sign_in_limit: Duration,
    /// Where processes that share the keychain take turns at renewing a token. `None`: they do not.
    pub turns: Option<PathBuf>,
    /// The clock on the wall.
    pub clock: fn() -> Timestamp,
    /// Ctrl-C and a polite kill stop the worker as [`Command::Shutdown`] does.
    pub stop_on_signal: bool,
    /// How many requests at a time, and the like. What the market file says goes before it.
    pub pace: pace::Limits,
    /// How long each request may take.
    pub timeouts: Timeouts,
}

impl Options {
    pub fn new(data_dir: PathBuf) -> Self {
        Self {
            data_dir,
            token: None,
            client_secret: None,
            open_page: auth::browser::open,
            sign_in_limit: Duration::from_secs(10 * 60),
            turns: directories::ProjectDirs::from("", "", "Vitrine").map(|dirs| dirs.data_local_dir().join("turns")),
            clock: Timestamp::now,
            stop_on_signal: false,
            pace: pace::Limits::default(),
            timeouts: Timeouts::default(),
        }
    }
}

pub struct Handle {
    commands: mpsc::UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
}

/// Opens the store and starts the thread. `wake` is called after events were sent, to draw a frame.
///
/// # Errors
/// When the data directory or the journal in it cannot be used, or another instance holds it.
pub fn start(options: Options, wake: impl Fn() + Send + 'static) -> Result<(Handle, std_mpsc::Receiver<Event>), Problem> {
    let instance = match Instance::acquire(&options.data_dir)? {
        Acquired::Mine(instance) => instance,
        Acquired::Held(held) => return Err(held.problem()),
    };
    let store = Store::open(&options.data_dir)?;
    let (commands, inbox) = mpsc::unbounded_channel();
    let (events, outbox) = std_mpsc::channel();
    let thread = std::thread::Builder::new()
        .name("worker".to_owned())
        .spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => {
                    runtime.block_on(bus::Bus::new(options, instance, store, events, wake).run(inbox));
                    runtime.shutdown_timeout(Duration::from_millis(200));
                }
                Err(error) => {
                    let _ = events.send(Event::Problem(Problem::new(Code::Internal).saying(error.to_string())));
                    let _ = events.send(Event::Stopped);
                }
            }
        })
        .map_err(|error| Problem::new(Code::Internal).saying(error.to_string()))?;
    Ok((Handle { commands, thread: Some(thread) }, outbox))
}

impl Handle {
    /// Never blocks. After the worker has stopped, commands go nowhere.
    pub fn send(&self, command: Command) {
        let _ = self.commands.send(command);
    }

    /// For whoever sends commands but does not end the worker.
    pub fn sender(&self) -> impl Fn(Command) + use<> {
        let commands = self.commands.clone();
        move |command| drop(commands.send(command))
    }

    /// Asks the worker to stop and waits for it, [`SHUTDOWN_LIMIT`] at the most.
    pub fn stop(mut self) {
        self.send(Command::Shutdown);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
