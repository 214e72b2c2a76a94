//! How fast one marketplace is asked. One limiter for every request to it, the products table's included.
//!
//! Pure: the time comes in, permits come out. Whoever gets a [`Ticket`] hands it back with what came of the
//! request. Four things hold a request back, the widest first:
//!
//! * *the wait*: a `Retry-After` counts for every request;
//! * *the credit*: each failure costs, each answer pays back. With none left the marketplace counts as
//!   down, and single requests try it at growing intervals;
//! * *the window*: how many requests of a kind are under way, found by additive increase, multiplicative decrease;
//! * *the rate*: how many of a kind leave in a second, learned when the marketplace says "too many".

#[cfg(test)]
mod converge;
mod lane;
mod rate;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::domain::{Problem, Verdict};
use lane::Lane;

/// What a request does: each has its own window and rate, all share the wait and the credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Upload,
    Create,
    /// Anything that changes nothing: a page of the list, the current user.
    Read,
}

/// Leave to send one request now. Hand it back with [`Pace::done`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a ticket that is not handed back keeps its place for good"]
pub struct Ticket {
    kind: Kind,
    sent: Duration,
    probe: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Answered, whatever the marketplace thought of it.
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
        let Err(problem) = result else { return Self::Answered };
        let retry_after = problem.retry_after;
        match problem.verdict() {
            Verdict::Throttled => Self::Throttled { retry_after },
            // A bare 4xx may leave the work in doubt, but somebody is there and answers.
            Verdict::NotDone | Verdict::Unknown if !problem.status.is_some_and(|status| status < 500 && status != 408) => {
                Self::Failed { retry_after }
            }
            _ => Self::Answered,
        }
    }
}

/// Why nothing may be sent just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standstill {
    /// The marketplace asked to wait until this time.
    RetryAfter { until: Duration },
    /// Too many failures: single requests try whether it is back, the next at this time.
    Down { next_try: Duration },
}

#[derive(Clone, Debug)]
pub struct Limits {
    /// From the market file; 0 is no cap.
    pub products_per_minute: u32,
    /// Requests under way at once, at most; readings are not among them.
    pub max_in_flight: usize,
    /// So many at once, instead of finding out how many do good: to measure against.
    pub fixed: Option<usize>,
    /// For the jitter of waits; any number.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { products_per_minute: 0, max_in_flight: 48, fixed: None, seed: 0 }
    }
}

/// Failures in a row, counted against answers, that a healthy marketplace does not show. At half of all
/// requests lost the credit neither grows nor shrinks, so an import on such a line still moves.
const CREDIT: f64 = 10.0;
/// What an answer after a standstill is worth: a relapse is noticed soon.
const CREDIT_ON_RETURN: f64 = 4.0;
/// Readings under way at once, at most. They do not count among the others, so that a table loads during an import.
const READS: usize = 8;
const FIRST_TRY: Duration = Duration::from_secs(1);
const TRY_AT_LEAST_EVERY: Duration = Duration::from_secs(30);
/// The longest wait a marketplace can ask for; more is taken for a mistake.
const MAX_WAIT: Duration = Duration::from_secs(24 * 3600);

#[derive(Debug)]
pub struct Pace {
    max_in_flight: usize,
    in_flight: usize,
    /// Nothing is sent before this time.
    gate: Duration,
    credit: f64,
    down: Option<Down>,
    /// Somebody else's request comes first.
    yields: bool,
    lanes: [Lane; 3],
    dice: SplitMix64,
    /// The simulator's check on itself: waits that were asked for are not heard.
    #[cfg(test)]
    pub(crate) deaf: bool,
}

#[derive(Clone, Copy, Debug)]
struct Down {
    next_try: Duration,
    interval: Duration,
    /// A request is under way to see whether the marketplace is back.
    trying: bool,
}

impl Pace {
    pub fn new(limits: Limits) -> Self {
        let cap = (limits.products_per_minute > 0).then(|| f64::from(limits.products_per_minute) / 60.0);
        let max_in_flight = limits.fixed.unwrap_or(limits.max_in_flight).max(1);
        Self {
            max_in_flight,
            in_flight: 0,
            gate: Duration::ZERO,
            credit: CREDIT,
            down: None,
            yields: false,
            // Creations are the scarce ones: their limit is approached more slowly, so that little is sent beyond it.
            lanes: match limits.fixed {
                Some(_) => [
                    Lane::new(max_in_flight, 0.0, max_in_flight, None),
                    Lane::new(max_in_flight, 0.0, max_in_flight, cap),
                    Lane::new(READS, 0.0, READS, None),
                ],
                // Creations are the scarce ones: their limit is approached more slowly, so that little is sent beyond it.
                None => {
                    let each = (max_in_flight * 2).div_ceil(3);
                    [Lane::new(8, 1.0, each, None), Lane::new(8, 0.25, max_in_flight, cap), Lane::new(4, 0.5, READS, None)]
                }
            },
            dice: SplitMix64::seed_from_u64(limits.seed),
            #[cfg(test)]
            deaf: false,
        }
    }

    /// While it yields, no place is given to whoever asks, but for readings.
    pub const fn yield_slots(&mut self, yields: bool) {
        self.yields = yields;
    }

    /// Asks to send one request at `now`.
    pub fn permit(&mut self, now: Duration, kind: Kind) -> Permit {
        if now < self.gate {
            self.lanes[kind as usize].rate.hold_back();
            return Permit::Wait(self.gate);
        }
        if self.yields && kind != Kind::Read {
            return Permit::Full;
        }
        let mut probe = false;
        if let Some(down) = &mut self.down {
            if down.trying {
                return Permit::Full;
            }
            if now < down.next_try {
                return Permit::Wait(down.next_try);
            }
            down.trying = true;
            probe = true;
        } else if kind != Kind::Read && self.in_flight >= self.max_in_flight {
            return Permit::Full;
        } else {
            match self.lanes[kind as usize].room(now) {
                lane::Room::Free => {}
                lane::Room::At(time) => {
                    self.lanes[kind as usize].rate.hold_back();
                    return Permit::Wait(time);
                }
                lane::Room::Full => return Permit::Full,
            }
        }
        self.in_flight += usize::from(kind != Kind::Read);
        self.lanes[kind as usize].depart(now);
        Permit::Go(Ticket { kind, sent: now, probe })
    }

    /// Hands a ticket back, with what came of the request.
    pub fn done(&mut self, now: Duration, ticket: Ticket, outcome: Outcome) {
        self.in_flight = self.in_flight.saturating_sub(usize::from(ticket.kind != Kind::Read));
        let lane = &mut self.lanes[ticket.kind as usize];
        match outcome {
            Outcome::NotSent => {
                lane.retract();
                if ticket.probe
                    && let Some(down) = &mut self.down
                {
                    down.trying = false;
                }
            }
            Outcome::Answered => {
                lane.answered(now, now.saturating_sub(ticket.sent));
                self.alive();
            }
            Outcome::Throttled { retry_after } => {
                let asked = retry_after.filter(|wait| !wait.is_zero());
                let fresh = lane.throttled(now, ticket.sent, asked);
                match asked {
                    Some(wait) => self.wait(now, wait),
                    None if fresh => lane.hold(now, spread(&mut self.dice, lane.backoff())),
                    None => {}
                }
                // Too busy is not dead.
                self.alive();
            }
            Outcome::Failed { retry_after } => {
                lane.failed(now, ticket.sent);
                if let Some(wait) = retry_after {
                    self.wait(now, wait);
                }
                self.failed(now, ticket.probe);
            }
        }
    }

    /// `None` while requests may be sent.
    pub fn standstill(&self, now: Duration) -> Option<Standstill> {
        if now < self.gate {
            return Some(Standstill::RetryAfter { until: self.gate });
        }
        self.down.map(|down| Standstill::Down { next_try: down.next_try })
    }

    fn wait(&mut self, now: Duration, asked: Duration) {
        #[cfg(test)]
        if self.deaf {
            return;
        }
        self.gate = self.gate.max(now + asked.min(MAX_WAIT));
    }

    fn alive(&mut self) {
        if self.down.take().is_some() {
            self.credit = CREDIT_ON_RETURN;
        } else {
            self.credit = (self.credit + 1.0).min(CREDIT);
        }
    }

    fn failed(&mut self, now: Duration, probe: bool) {
        self.credit = (self.credit - 1.0).max(0.0);
        match &mut self.down {
            Some(down) if probe => {
                down.trying = false;
                down.interval = (down.interval * 2).min(TRY_AT_LEAST_EVERY);
                down.next_try = now + spread(&mut self.dice, down.interval);
            }
            // Sent before the standstill; its failure says nothing new.
            Some(_) => {}
            None if self.credit > 0.0 => {}
            None => {
                for lane in &mut self.lanes {
                    lane.restart();
                }
                self.down = Some(Down { next_try: now + spread(&mut self.dice, FIRST_TRY), interval: FIRST_TRY, trying: false });
            }
        }
    }
}

/// Between three quarters of the wait and all of it, so that no stated maximum is passed. The same seed gives the same waits.
fn spread(dice: &mut SplitMix64, wait: Duration) -> Duration {
    // 24 bits: a quarter in steps too small to matter.
    let quarter = (dice.next_u64() >> 40) as f64 / (1_u64 << 26) as f64;
    wait.mul_f64(0.75 + quarter)
}
