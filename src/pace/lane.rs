//! One kind of request: how many are under way at once, and how many leave in a second.

use std::time::Duration;

use super::rate::Rate;

/// While an answer takes this long, more requests at once would only bring the time-outs nearer.
const SLOW: Duration = Duration::from_secs(15);
/// Answers that take three times as long as the quickest, and this, have been waiting for others.
const QUEUE: Duration = Duration::from_millis(10);
/// After this many answers and no failure the window doubles each round trip, however slowly it grew at first: a limit
/// this low would have been met.
const UNTROUBLED: u32 = 128;
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
const MAX_BACKOFF: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct Lane {
    window: f64,
    first_window: f64,
    most: f64,
    in_flight: usize,
    /// More would have been sent, had the window been wider.
    crowded: bool,
    /// What an answer adds to the window before the first failure: 1 doubles it each round trip.
    growth: f64,
    /// No failure yet.
    fast: bool,
    latency: Duration,
    /// The shortest answers took, forgotten slowly.
    quickest: Duration,
    /// Failures of requests sent before this time have been acted upon.
    cut: Duration,
    answers_since_cut: u32,

    pub rate: Rate,
    throttled_in_a_row: u32,
    held: Duration,
}

pub(super) enum Room {
    Free,
    At(Duration),
    Full,
}

impl Lane {
    pub fn new(window: usize, growth: f64, most: usize, cap: Option<f64>) -> Self {
        let (window, most) = (window.min(most) as f64, most as f64);
        Self {
            window,
            first_window: window,
            most,
            in_flight: 0,
            crowded: false,
            growth,
            fast: true,
            latency: Duration::ZERO,
            quickest: Duration::ZERO,
            cut: Duration::ZERO,
            answers_since_cut: 0,
            rate: Rate::new(cap),
            throttled_in_a_row: 0,
            held: Duration::ZERO,
        }
    }

    pub fn room(&mut self, now: Duration) -> Room {
        let at = self.held.max(self.rate.next());
        if self.in_flight as f64 >= self.window.floor() {
            self.crowded = true;
            Room::Full
        } else if at > now {
            Room::At(at)
        } else {
            Room::Free
        }
    }

    pub fn depart(&mut self, now: Duration) {
        self.rate.depart(now, self.in_flight == 0);
        self.in_flight += 1;
        self.crowded &= self.in_flight as f64 * 2.0 >= self.window;
    }

    pub fn retract(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub fn answered(&mut self, now: Duration, took: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.latency = if self.latency.is_zero() { took } else { (self.latency * 7 + took) / 8 };
        self.answers_since_cut = self.answers_since_cut.saturating_add(1);
        self.rate.answered(now, now.saturating_sub(took));
        self.throttled_in_a_row = 0;
        self.quickest = if self.quickest.is_zero() || took < self.quickest { took } else { self.quickest + (took - self.quickest) / 1000 };
        let queueing = self.growth > 0.0 && self.latency > self.quickest * 3 + QUEUE;
        if self.latency > SLOW {
            self.fast = false;
            self.window = (self.window - 1.0 / self.window).max(2.0_f64.min(self.most));
        } else if queueing {
            // They only wait for each other: at the marketplace, on the line, or in this computer.
            self.window = (self.window - 1.0 / self.window).max(self.window.min(self.first_window));
        } else if self.crowded {
            let growth = if self.answers_since_cut > UNTROUBLED { 1.0 } else { self.growth };
            self.window = (self.window + if self.fast { growth } else { 1.0 / self.window }).min(self.most);
        }
    }

    /// Learns from a "too many". True unless the request left before the last one was heard.
    pub fn throttled(&mut self, now: Duration, sent: Duration, asked: Option<Duration>) -> bool {
        self.in_flight = self.in_flight.saturating_sub(1);
        let blocked = self.rate.blocked();
        let fresh = self.rate.throttled(now, sent, asked.unwrap_or_default());
        if fresh {
            self.throttled_in_a_row += 1;
            // While nothing gets through at all, one tries; as soon as it does, the window is found anew.
            self.fast = blocked && self.throttled_in_a_row > 1;
            if self.fast {
                self.window = 1.0;
            }
        }
        fresh
    }

    /// How long to hold back after "too many" without a word on how long.
    pub fn backoff(&self) -> Duration {
        let doublings = self.throttled_in_a_row.saturating_sub(1).min(6);
        (FIRST_BACKOFF * (1 << doublings)).min(MAX_BACKOFF)
    }

    pub fn hold(&mut self, now: Duration, wait: Duration) {
        self.held = self.held.max(now + wait);
    }

    pub fn failed(&mut self, now: Duration, sent: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        if sent < self.cut {
            return;
        }
        // Never below what just went through: as many as were answered in one round trip.
        let since = now.saturating_sub(self.cut).as_secs_f64().max(0.1);
        let flowing = f64::from(self.answers_since_cut) / since * self.latency.as_secs_f64();
        self.window = (self.window / 2.0).max(flowing).clamp(1.0, self.most).min(self.window);
        self.cut = now;
        self.answers_since_cut = 0;
        self.fast = false;
    }

    /// After a standstill the window is found anew.
    pub fn restart(&mut self) {
        self.window = self.first_window.min(2.0);
        self.fast = true;
    }
}
