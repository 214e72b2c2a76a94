//! The one tokio thread between the screens and everything that waits: takes [`Command`]s, sends [`Event`]s.
//!
//! [`start`] gives a [`Handle`] to send commands with and the channel events come out of. Inside, one
//! [`hub::Hub`] owns all state; whatever waits (a request, a photo being prepared) is a task that ends in a
//! message to the hub. So nothing is shared and nothing is locked but the pace.

mod accounts;
mod appearance;
mod browser;
mod check;
mod confirm;
mod dialogs;
mod form;
mod gate;
mod hub;
mod imports;
mod lanes;
mod left;
mod limits;
mod markets;
mod messages;
mod meter;
mod pending;
mod pictures;
mod practice;
mod products;
mod renewal;
mod report;
mod review;
mod run;
mod scan;
mod session;
mod settings;
mod sheet;
mod starting;

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
pub use messages::{
    AccountEntry, BrowserSignIn, ClientSecretState, Command, Event, FormPhotoId, FormPhotoState, Found, KeepToken, MarketChoice,
    MarketEntry, PasteTarget, PhotoSource, Picked, Picture, PictureKey, ProductsUpdate, Progress, Return, SaveTo, Session, Settings, Theme,
    Unfinished, Ways,
};
pub use review::{KeptProduct, KeptReview};

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
                    runtime.block_on(hub::Hub::new(options, instance, store, events, wake).run(inbox));
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
