//! Starts and stops the worker's thread, and sends it commands.

use std::sync::mpsc as std_mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::mpsc;

use super::bus::{Bus, stop_signal};
use super::options::Options;
use crate::store::{Instance, InstanceLock, Store};
use vitrine_domain::{Problem, ProblemKind};
use vitrine_model::messages::{Command, Event};

/// The connection to a running worker.
pub struct Handle {
    commands: mpsc::UnboundedSender<Command>,
    thread: Option<JoinHandle<()>>,
}

/// Opens the store and starts the worker's thread. `wake` is called after events were sent, so that a frame
/// is drawn.
///
/// # Errors
/// When the data directory or the data file cannot be used, or another process holds the directory.
pub fn start(
    options: Options,
    wake: impl Fn() + Send + 'static,
) -> Result<(Handle, std_mpsc::Receiver<Event>), Problem> {
    let instance = match Instance::acquire(&options.data_dir)? {
        InstanceLock::Acquired(instance) => instance,
        InstanceLock::HeldElsewhere(held) => return Err(held.problem()),
    };
    let store = Store::open(&options.data_dir)?;
    if options.stop_on_signal {
        end_at_the_second_signal();
    }
    let (commands, inbox) = mpsc::unbounded_channel();
    let (events, outbox) = std_mpsc::channel();
    let thread = std::thread::Builder::new()
        .name("worker".to_owned())
        .spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => {
                    runtime.block_on(Bus::new(options, instance, store, events, wake).run(inbox));
                    runtime.shutdown_timeout(Duration::from_millis(200));
                }
                Err(error) => {
                    let _ = events.send(Event::Problem(
                        Problem::new(ProblemKind::Internal).with_quotation(error.to_string()),
                    ));
                    let _ = events.send(Event::Stopped);
                }
            }
        })
        .map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string()))?;
    Ok((Handle { commands, thread: Some(thread) }, outbox))
}

/// At the first signal the worker stops, which may take a while; it may also be too busy to notice it, with
/// what a server sends without end. At the second one the program ends. Nothing is lost: whatever is done is
/// recorded before and after.
pub fn end_at_the_second_signal() {
    let listen = || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(stop_signal(true));
        runtime.block_on(stop_signal(true));
        #[expect(clippy::exit, reason = "whoever asks twice wants it to end, whatever it does")]
        std::process::exit(STOPPED);
    };
    if let Err(error) = std::thread::Builder::new().name("signals".to_owned()).spawn(listen) {
        tracing::warn!(%error, "a second Ctrl-C ends nothing");
    }
}

/// The exit status of what was stopped and can be resumed.
const STOPPED: i32 = 4;

impl Handle {
    /// Sends a command. Never blocks. After the worker has stopped, commands are dropped.
    pub fn send(&self, command: Command) {
        let _ = self.commands.send(command);
    }

    /// A sender of commands for code that does not own the worker.
    pub fn sender(&self) -> impl Fn(Command) + use<> {
        let commands = self.commands.clone();
        move |command| drop(commands.send(command))
    }

    /// Asks the worker to stop and waits for it, for at most [`SHUTDOWN_LIMIT`](super::SHUTDOWN_LIMIT).
    /// Returns whether it had not failed.
    pub fn stop(mut self) -> bool {
        self.send(Command::Shutdown);
        self.thread.take().is_none_or(|thread| thread.join().is_ok())
    }
}
