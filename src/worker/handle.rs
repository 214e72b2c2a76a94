//! Starts and stops the worker's thread, and sends it commands.

use std::sync::mpsc as std_mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::mpsc;

use super::bus::Bus;
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
