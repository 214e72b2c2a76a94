//! A worker under test, used in the way the window uses its own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use vitrine::worker::{self, AccountCommand, Command, Event, Handle, MarketChoice, Options, Session};

use super::timeout::{LONG_TIMEOUT, TIMEOUT};

/// A worker and its events. It is stopped when dropped.
pub struct Worker {
    handle: Option<Handle>,
    pub events: Receiver<Event>,
}

impl Worker {
    pub fn start(options: Options) -> Self {
        let (handle, events) = worker::start(options, || {}).unwrap();
        Self { handle: Some(handle), events }
    }

    /// Starts a worker and opens a market file. Does not wait for the session.
    pub fn at_market(options: Options, market: PathBuf) -> Self {
        let worker = Self::start(options);
        worker.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market))));
        worker
    }

    /// Starts a worker that signs in to a marketplace with the token in the options, and waits until it is
    /// signed in.
    pub fn signed_in(options: Options, market: PathBuf) -> Self {
        let worker = Self::at_market(options, market);
        worker.until(|event| matches!(event, Event::Session(Session::SignedIn { .. })).then_some(()));
        worker
    }

    pub fn send(&self, command: Command) {
        self.handle.as_ref().expect("only `drop` takes the handle").send(command);
    }

    /// The next event. Fails after a time limit.
    pub fn next(&self) -> Event {
        self.events.recv_timeout(TIMEOUT).expect("an event from the worker within the time limit")
    }

    /// Skips events until `wanted` returns a value. Fails after a time limit, showing the last event.
    pub fn until<T>(&self, mut wanted: impl FnMut(&Event) -> Option<T>) -> T {
        let begun = Instant::now();
        let mut last = None;
        loop {
            let left = LONG_TIMEOUT.saturating_sub(begun.elapsed()).min(TIMEOUT);
            let event = match self.events.recv_timeout(left) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => {
                    panic!(
                        "the expected event did not arrive within {:?}; the last event was {last:?}",
                        begun.elapsed()
                    )
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the worker has stopped; its last event was {last:?}")
                }
            };
            if let Some(found) = wanted(&event) {
                return found;
            }
            last = Some(event);
        }
    }

    /// The next session that is not still being checked.
    pub fn session(&self) -> Session {
        loop {
            match self.next() {
                Event::Session(Session::Checking { .. }) => {}
                Event::Session(session) => return session,
                Event::Problem(problem) => panic!("{problem}"),
                _ => {}
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            handle.stop();
        }
    }
}
