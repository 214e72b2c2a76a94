//! A worker of the test's own, as the window has one.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use vitrine::worker::{self, AccountCommand, Command, Event, Handle, MarketChoice, Options, Session};

use super::patience::{LONG_PATIENCE, PATIENCE};

/// A started worker and what it tells. It is stopped when this is dropped.
pub struct Worker {
    handle: Option<Handle>,
    pub events: Receiver<Event>,
}

impl Worker {
    pub fn start(options: Options) -> Self {
        let (handle, events) = worker::start(options, || {}).unwrap();
        Self { handle: Some(handle), events }
    }

    /// At a marketplace, whatever becomes of the session.
    pub fn at_market(options: Options, market: PathBuf) -> Self {
        let worker = Self::start(options);
        worker.send(Command::Account(AccountCommand::UseMarket(MarketChoice::File(market))));
        worker
    }

    /// Signed in to a marketplace with the options' token.
    pub fn signed_in(options: Options, market: PathBuf) -> Self {
        let worker = Self::at_market(options, market);
        worker.until(|event| matches!(event, Event::Session(Session::SignedIn { .. })).then_some(()));
        worker
    }

    pub fn send(&self, command: Command) {
        self.handle.as_ref().expect("dropped last").send(command);
    }

    /// The next thing the worker tells. That it tells nothing more is a failure, not a test that waits for ever.
    pub fn next(&self) -> Event {
        self.events.recv_timeout(PATIENCE).expect("the worker says something, or has stopped")
    }

    /// Passes over what is told until something is wanted. That it is not told is a failure, and what was told last is shown.
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

    /// The first session that is told and is not on its way to another.
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
