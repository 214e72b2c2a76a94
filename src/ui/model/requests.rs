//! Recognises requests that a second Enter or a double click repeats before the worker has answered.

use jiff::Zoned;

use crate::worker::Command;

/// The request that was sent last.
#[derive(Debug, Default)]
pub struct Requests {
    last: Option<(String, Zoned)>,
}

/// For how long the same request is a repeated key press, in seconds.
const REPETITION_SECONDS: i64 = 2;

impl Requests {
    /// The worker has answered something, so that the next request is meant.
    pub fn answered(&mut self) {
        self.last = None;
    }

    /// Whether the same was requested just before, and not answered.
    pub fn is_repeated(&mut self, commands: &[Command], now: &Zoned) -> bool {
        // Secrets are not printed.
        let request = format!("{commands:?}");
        let is_soon = |at: &Zoned| now.timestamp().as_second() - at.timestamp().as_second() < REPETITION_SECONDS;
        let is_repeated = self.last.as_ref().is_some_and(|(before, at)| *before == request && is_soon(at));
        self.last = Some((request, now.clone()));
        is_repeated
    }
}
