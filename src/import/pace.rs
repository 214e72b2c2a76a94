//! How fast one marketplace is asked. One limiter for every request to it, the products table's included.
//!
//! Pure: the time comes in, permits come out. Whoever gets a [`Ticket`] hands it back with what came of the request.

use std::time::Duration;

use crate::domain::{Problem, Verdict};

/// What a request does: each has its own rate and latency, all share the window, the waits and the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Upload,
    Create,
    /// Anything that changes nothing: a page of the list, the current user.
    Read,
}

/// Leave to send one request now.
#[derive(Debug)]
#[must_use = "a ticket that is not handed back keeps its place for good"]
pub struct Ticket {
    kind: Kind,
    sent: Duration,
}

#[derive(Debug)]
pub enum Permit {
    Go(Ticket),
    /// Ask again at this time.
    Wait(Duration),
    /// As many requests are under way as do good: ask again when one has come back.
    Full,
}

/// What came of a request, as far as the pace is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Answered, with whatever the marketplace thought of it.
    Answered,
    /// Turned away for pace.
    Throttled { retry_after: Option<Duration> },
    /// No answer, or a server's failure.
    Failed { retry_after: Option<Duration> },
    /// Never sent after all.
    NotSent,
}

impl Outcome {
    pub fn of<T>(result: &Result<T, Problem>) -> Self {
        match result {
            Ok(_) => Self::Answered,
            Err(problem) => match problem.verdict() {
                Verdict::Throttled => Self::Throttled { retry_after: problem.retry_after },
                Verdict::NotDone | Verdict::Unknown if !problem.has_body || problem.status.is_none_or(|status| status >= 500) => {
                    Self::Failed { retry_after: problem.retry_after }
                }
                _ => Self::Answered,
            },
        }
    }
}

/// Why nothing may be sent just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standstill {
    /// The marketplace asked to wait until this time.
    Asked { until: Duration },
    /// Too many failures in a row: one request at a time is tried, the next at this time.
    Down { next_try: Duration },
}

#[derive(Clone, Debug)]
pub struct Limits {
    /// From the market file; 0 is no cap.
    pub products_per_minute: u32,
    /// Requests under way at once, at most.
    pub most: usize,
    /// For the jitter of waits; any number.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { products_per_minute: 0, most: 32, seed: 0 }
    }
}

#[derive(Debug)]
pub struct Pace {
    limits: Limits,
}

impl Pace {
    pub fn new(limits: Limits) -> Self {
        Self { limits }
    }

    /// Asks to send one request at `now`.
    pub fn permit(&mut self, now: Duration, kind: Kind) -> Permit {
        let _ = &self.limits;
        Permit::Go(Ticket { kind, sent: now })
    }

    /// Hands a ticket back.
    pub fn done(&mut self, now: Duration, ticket: Ticket, outcome: Outcome) {
        let _ = (now, ticket.kind, ticket.sent, outcome);
    }

    pub fn standstill(&self, now: Duration) -> Option<Standstill> {
        let _ = now;
        None
    }
}
