//! Limits the rate of requests to one marketplace. Every request to it passes this one limiter, the products
//! table's included.
//!
//! The limiter is pure: the time is an argument, permits are results. Whoever gets a [`Ticket`] hands it back
//! with the outcome of the request. Four things hold a request back, from the widest to the narrowest:
//!
//! * *the wait*: a `Retry-After` applies to every request;
//! * *the credit*: each failure costs credit, each response restores some. Without credit the marketplace
//!   counts as down, and single requests probe it at growing intervals;
//! * *the window*: how many requests of a kind are in flight, by additive increase and multiplicative
//!   decrease (AIMD);
//! * *the rate*: how many requests of a kind leave per second, learned from each 429 response.

#[cfg(test)]
mod converge;
mod lane;
mod rate;
#[cfg(test)]
mod tests;

use std::time::Duration;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use lane::Lane;
use vitrine_domain::{Problem, ProblemKind, Verdict};

/// What a request does. Each kind has its own window and rate; all share the wait and the credit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Uploads a photo.
    Upload,
    /// Creates a product.
    Create,
    /// Changes nothing: reads a page of the list, or the current user.
    Read,
}

/// Permission to send one request now. Hand it back with [`Pace::done`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a ticket that is not handed back keeps its place for good"]
pub struct Ticket {
    kind: Kind,
    sent: Duration,
    probe: bool,
}

/// The answer to a request for permission to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permit {
    /// Send now.
    Go(Ticket),
    /// Ask again at this time.
    Wait(Duration),
    /// The maximum number of requests is in flight: ask again when one of them has ended.
    Full,
}

/// The outcome of a request, as far as the limiter is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A response arrived, whatever it said.
    Answered,
    /// Rejected for the rate of requests (429).
    Throttled { retry_after: Option<Duration> },
    /// No response, or a failure of the server.
    Failed { retry_after: Option<Duration> },
    /// The request was not sent after all.
    NotSent,
}

impl Outcome {
    /// The outcome that a client call stands for.
    pub fn of<T>(result: &Result<T, Problem>) -> Self {
        let Err(problem) = result else { return Self::Answered };
        let retry_after = problem.retry_after;
        match problem.verdict() {
            Verdict::Throttled => Self::Throttled { retry_after },
            // The marketplace may not be in reach at all.
            _ if is_from_the_way(problem) => Self::Failed { retry_after },
            // A 4xx without a body leaves open whether the work was done, but the marketplace is there and
            // responds.
            Verdict::NotDone | Verdict::Unknown
                if !problem.status.is_some_and(|status| status < 500 && status != 408) =>
            {
                Self::Failed { retry_after }
            }
            _ => Self::Answered,
        }
    }
}

/// Whether something between this computer and the marketplace answered, or sent the request elsewhere: a
/// sign-in page of a Wi-Fi.
pub fn is_from_the_way(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::ForeignAnswer | ProblemKind::RedirectRefused)
}

/// Why no request may be sent at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standstill {
    /// The marketplace asked to wait until this time (`Retry-After`).
    RetryAfter { until: Duration },
    /// There were too many failures: single requests probe whether the marketplace is back, the next one at
    /// this time.
    Down { next_try: Duration },
}

/// The configuration of a [`Pace`].
#[derive(Clone, Debug)]
pub struct Limits {
    /// Products per minute, from the market file; 0 is unlimited.
    pub products_per_minute: u32,
    /// Maximum number of requests in flight, not counting reads.
    pub max_in_flight: usize,
    /// A fixed number of requests in flight instead of a window that adapts. For benchmarks.
    pub fixed: Option<usize>,
    /// Seed of the jitter of waits.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { products_per_minute: 0, max_in_flight: 48, fixed: None, seed: 0 }
    }
}

/// How many failures in a row, offset by responses, a healthy marketplace does not show. If half of all
/// requests are lost the credit neither grows nor shrinks, so an import over such a connection still
/// proceeds.
const FULL_CREDIT: f64 = 10.0;
/// The credit after a standstill has ended. It is low, so that a relapse is noticed soon.
const CREDIT_AFTER_STANDSTILL: f64 = 4.0;
/// Maximum number of reads in flight. Reads do not count towards the other limits, so that the products table
/// loads during an import.
const MAX_READS: usize = 8;
const FIRST_PROBE_INTERVAL: Duration = Duration::from_secs(1);
const MAX_PROBE_INTERVAL: Duration = Duration::from_secs(30);
/// The longest wait that a marketplace can ask for; a longer one is taken for a mistake.
const MAX_WAIT: Duration = Duration::from_secs(24 * 3600);

/// The limiter of one marketplace. Times are durations on any clock that never goes back.
#[derive(Debug)]
pub struct Pace {
    max_in_flight: usize,
    in_flight: usize,
    /// Nothing is sent before this time.
    blocked_until: Duration,
    credit: f64,
    down: Option<Down>,
    /// Whether another user's request goes first: see [`Pace::yield_slots`].
    yields: bool,
    was_throttled: bool,
    lanes: [Lane; 3],
    rng: SplitMix64,
}

#[derive(Clone, Copy, Debug)]
struct Down {
    next_try: Duration,
    interval: Duration,
    /// Whether a probe is in flight.
    probing: bool,
}

impl Pace {
    /// A limiter that has sent nothing yet.
    pub fn new(limits: Limits) -> Self {
        let cap = (limits.products_per_minute > 0).then(|| f64::from(limits.products_per_minute) / 60.0);
        let max_in_flight = limits.fixed.unwrap_or(limits.max_in_flight).max(1);
        Self {
            max_in_flight,
            in_flight: 0,
            blocked_until: Duration::ZERO,
            credit: FULL_CREDIT,
            down: None,
            yields: false,
            was_throttled: false,
            lanes: match limits.fixed {
                Some(_) => [
                    Lane::new(max_in_flight, 0.0, max_in_flight, None),
                    Lane::new(max_in_flight, 0.0, max_in_flight, cap),
                    Lane::new(MAX_READS, 0.0, MAX_READS, None),
                ],
                // Creations are the scarce resource: their limit is approached more slowly, so that few
                // requests exceed it.
                None => {
                    let each = (max_in_flight * 2).div_ceil(3);
                    [
                        Lane::new(8, 1.0, each, None),
                        Lane::new(8, 0.25, max_in_flight, cap),
                        Lane::new(4, 0.5, MAX_READS, None),
                    ]
                }
            },
            rng: SplitMix64::seed_from_u64(limits.seed),
        }
    }

    /// While `yields` is set, permits are refused as if all slots were taken, except for reads.
    pub const fn yield_slots(&mut self, yields: bool) {
        self.yields = yields;
    }

    /// Whether the marketplace ever asked to slow down; otherwise only the market file limits the rate.
    pub const fn was_throttled(&self) -> bool {
        self.was_throttled
    }

    /// Asks for permission to send one request at `now`.
    pub fn permit(&mut self, now: Duration, kind: Kind) -> Permit {
        if now < self.blocked_until {
            self.lanes[kind as usize].rate.on_held_back();
            return Permit::Wait(self.blocked_until);
        }
        if self.yields && kind != Kind::Read {
            return Permit::Full;
        }
        let mut probe = false;
        if let Some(down) = &mut self.down {
            if down.probing {
                return Permit::Full;
            }
            if now < down.next_try {
                return Permit::Wait(down.next_try);
            }
            down.probing = true;
            probe = true;
        } else if kind != Kind::Read && self.in_flight >= self.max_in_flight {
            return Permit::Full;
        } else {
            match self.lanes[kind as usize].capacity(now) {
                lane::Capacity::Free => {}
                lane::Capacity::At(time) => {
                    self.lanes[kind as usize].rate.on_held_back();
                    return Permit::Wait(time);
                }
                lane::Capacity::Full => return Permit::Full,
            }
        }
        self.in_flight += usize::from(kind != Kind::Read);
        self.lanes[kind as usize].on_sent(now);
        Permit::Go(Ticket { kind, sent: now, probe })
    }

    /// Hands a ticket back with the outcome of its request.
    pub fn done(&mut self, now: Duration, ticket: Ticket, outcome: Outcome) {
        self.in_flight = self.in_flight.saturating_sub(usize::from(ticket.kind != Kind::Read));
        let lane = &mut self.lanes[ticket.kind as usize];
        match outcome {
            Outcome::NotSent => {
                lane.on_not_sent();
                if ticket.probe
                    && let Some(down) = &mut self.down
                {
                    down.probing = false;
                }
            }
            Outcome::Answered => {
                lane.on_response(now, now.saturating_sub(ticket.sent));
                self.on_alive();
            }
            Outcome::Throttled { retry_after } => {
                self.was_throttled = true;
                let retry_after = retry_after.filter(|wait| !wait.is_zero());
                let fresh = lane.on_throttled(now, ticket.sent, retry_after);
                match retry_after {
                    Some(wait) => self.hold_for(now, wait),
                    None if fresh => lane.hold(now, jitter(&mut self.rng, lane.backoff())),
                    None => {}
                }
                // A marketplace that is too busy is not down.
                self.on_alive();
            }
            Outcome::Failed { retry_after } => {
                lane.on_failure(now, ticket.sent);
                if let Some(wait) = retry_after {
                    self.hold_for(now, wait);
                }
                self.on_failure(now, ticket.probe);
            }
        }
    }

    /// Why nothing may be sent at `now`; `None` while requests may be sent.
    pub fn standstill(&self, now: Duration) -> Option<Standstill> {
        if now < self.blocked_until {
            return Some(Standstill::RetryAfter { until: self.blocked_until });
        }
        self.down.map(|down| Standstill::Down { next_try: down.next_try })
    }

    /// Until when the marketplace asked to wait; in the past if it did not.
    pub const fn asked_until(&self) -> Duration {
        self.blocked_until
    }

    /// Lets the next request show at once whether the marketplace is back: a person asked for it. A wait that
    /// the marketplace asked for goes on.
    pub fn probe_now(&mut self, now: Duration) {
        if let Some(down) = self.down.as_mut().filter(|down| !down.probing) {
            down.next_try = down.next_try.min(now);
        }
    }

    /// Sends nothing for so long: the marketplace asked for it, perhaps an earlier process.
    pub fn hold_for(&mut self, now: Duration, retry_after: Duration) {
        self.blocked_until = self.blocked_until.max(now + retry_after.min(MAX_WAIT));
    }

    fn on_alive(&mut self) {
        if self.down.take().is_some() {
            self.credit = CREDIT_AFTER_STANDSTILL;
        } else {
            self.credit = (self.credit + 1.0).min(FULL_CREDIT);
        }
    }

    fn on_failure(&mut self, now: Duration, probe: bool) {
        self.credit = (self.credit - 1.0).max(0.0);
        match &mut self.down {
            Some(down) if probe => {
                down.probing = false;
                down.interval = (down.interval * 2).min(MAX_PROBE_INTERVAL);
                down.next_try = now + jitter(&mut self.rng, down.interval);
            }
            // Sent before the standstill began; its failure is no news.
            Some(_) => {}
            None if self.credit > 0.0 => {}
            None => {
                for lane in &mut self.lanes {
                    lane.restart();
                }
                self.down = Some(Down {
                    next_try: now + jitter(&mut self.rng, FIRST_PROBE_INTERVAL),
                    interval: FIRST_PROBE_INTERVAL,
                    probing: false,
                });
            }
        }
    }
}

/// A random duration between three quarters of the wait and all of it, so that no stated maximum is exceeded.
/// The same seed gives the same durations.
fn jitter(rng: &mut SplitMix64, wait: Duration) -> Duration {
    // 24 random bits, scaled to a quarter.
    let quarter = (rng.next_u64() >> 40) as f64 / (1_u64 << 26) as f64;
    wait.mul_f64(0.75 + quarter)
}
