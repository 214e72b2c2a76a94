//! A worker for a test, as the window has one.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use vitrine::worker::{self, AccountCommand, Command, Event, Handle, MarketChoice, Options, Session};

use super::patience::{LONG_PATIENCE, PATIENCE};

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

    /// Opens a market file, regardless of the session.
    pub fn at_market(options: Options, market: PathBuf) -> Self {
        let worker = Self::start(options);
        worker.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market))));
        worker
    }

    /// Signs in to a marketplace with the token of the options.
    pub fn signed_in(options: Options, market: PathBuf) -> Self {
        let worker = Self::at_market(options, market);
        worker.until(|event| matches!(event, Event::Session(Session::SignedIn { .. })).then_some(()));
        worker
    }

    pub fn send(&self, command: Command) {
        self.handle.as_ref().expect("dropped last").send(command);
    }

    /// The next event; fails after a time limit.
    pub fn next(&self) -> Event {
        self.events.recv_timeout(PATIENCE).expect("the worker says something, or has stopped")
    }

    /// Skips events until one is wanted; on failure the last events are shown.
    pub fn until<T>(&self, mut wanted: impl FnMut(&Event) -> Option<T>) -> T {
        let begun = Instant::now();
        let mut last = None;
        loop {
            let left = LONG_PATIENCE.saturating_sub(begun.elapsed()).min(PATIENCE);
            let event = match self.events.recv_timeout(left) {
                Ok(event) => event,
                Err(RecvTimeoutError::Timeout) => panic!("not told within {:?}; the last word was {last:?}", begun.elapsed()),
                Err(RecvTimeoutError::Disconnected) => panic!("the worker has stopped; its last word was {last:?}"),
            };
            if let Some(found) = wanted(&event) {
                return found;
            }
            last = Some(event);
        }
    }

    /// The first session that is not being changed.
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
