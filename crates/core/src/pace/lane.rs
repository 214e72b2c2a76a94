//! Concurrency and rate of one kind of request: how many are in flight at once, and how many leave per
//! second.

use std::time::Duration;

use super::rate::Rate;
use vitrine_domain::Backoff;

/// When responses take this long, more requests in flight would only bring time-outs nearer.
const SLOW_RESPONSE: Duration = Duration::from_secs(15);
/// A response queued behind others if it took longer than three times the fastest one plus this.
const QUEUEING_MARGIN: Duration = Duration::from_millis(10);
/// After this many responses without a failure the window doubles each round trip, however slowly it grew at
/// first: a limit this low would have shown by then.
const RESPONSES_BEFORE_DOUBLING: u32 = 128;
const BACKOFF: Backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(60));

/// The limiter of one kind of request.
#[derive(Debug)]
pub(super) struct Lane {
    window: f64,
    first_window: f64,
    max_window: f64,
    in_flight: usize,
    /// Whether a request was turned away because the window was full.
    window_was_full: bool,
    /// How much a response adds to the window before the first failure: 1 doubles it each round trip.
    growth: f64,
    /// Whether the window is in its fast start: there was no failure yet.
    fast_start: bool,
    latency: Duration,
    /// The shortest response time, forgotten slowly.
    min_latency: Duration,
    /// Failures of requests sent before this time have been taken into account.
    last_cut: Duration,
    responses_since_cut: u32,

    pub rate: Rate,
    throttled_in_a_row: u32,
    held_until: Duration,
}

pub(super) enum Capacity {
    Free,
    At(Duration),
    Full,
}

impl Lane {
    /// `window` is the initial window, `max_window` its maximum; `cap` limits the rate, in requests per
    /// second.
    pub fn new(window: usize, growth: f64, max_window: usize, cap: Option<f64>) -> Self {
        let (window, max_window) = (window.min(max_window) as f64, max_window as f64);
        Self {
            window,
            first_window: window,
            max_window,
            in_flight: 0,
            window_was_full: false,
            growth,
            fast_start: true,
            latency: Duration::ZERO,
            min_latency: Duration::ZERO,
            last_cut: Duration::ZERO,
            responses_since_cut: 0,
            rate: Rate::new(cap),
            throttled_in_a_row: 0,
            held_until: Duration::ZERO,
        }
    }

    /// Whether a request may leave at `now`.
    pub fn capacity(&mut self, now: Duration) -> Capacity {
        let at = self.held_until.max(self.rate.next_departure());
        if self.in_flight as f64 >= self.window.floor() {
            self.window_was_full = true;
            Capacity::Full
        } else if at > now {
            Capacity::At(at)
        } else {
            Capacity::Free
        }
    }

    /// A request leaves.
    pub fn on_sent(&mut self, now: Duration) {
        self.rate.on_sent(now, self.in_flight == 0);
        self.in_flight += 1;
        self.window_was_full &= self.in_flight as f64 * 2.0 >= self.window;
    }

    /// A permitted request was not sent after all.
    pub fn on_not_sent(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    /// A response arrived, `took` after its request left.
    pub fn on_response(&mut self, now: Duration, took: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.latency = if self.latency.is_zero() { took } else { (self.latency * 7 + took) / 8 };
        self.responses_since_cut = self.responses_since_cut.saturating_add(1);
        self.rate.on_response(now, now.saturating_sub(took));
        self.throttled_in_a_row = 0;
        self.min_latency = if self.min_latency.is_zero() || took < self.min_latency {
            took
        } else {
            self.min_latency + (took - self.min_latency) / 1000
        };
        let queueing = self.growth > 0.0 && self.latency > self.min_latency * 3 + QUEUEING_MARGIN;
        if self.latency > SLOW_RESPONSE {
            self.fast_start = false;
            self.window = (self.window - 1.0 / self.window).max(2.0_f64.min(self.max_window));
        } else if queueing {
            // The requests only queue behind each other: at the marketplace, on the network, or in this
            // computer.
            self.window = (self.window - 1.0 / self.window).max(self.window.min(self.first_window));
        } else if self.window_was_full {
            let growth = if self.responses_since_cut > RESPONSES_BEFORE_DOUBLING { 1.0 } else { self.growth };
            self.window =
                (self.window + if self.fast_start { growth } else { 1.0 / self.window }).min(self.max_window);
        }
    }

    /// Takes a 429 response into account. Returns false if the request had left before the last 429 arrived.
    pub fn on_throttled(&mut self, now: Duration, sent: Duration, retry_after: Option<Duration>) -> bool {
        self.in_flight = self.in_flight.saturating_sub(1);
        let blocked = self.rate.blocked();
        let is_news = self.rate.on_throttled(now, sent, retry_after.unwrap_or_default());
        if is_news {
            self.throttled_in_a_row += 1;
            // While nothing gets through at all, a single request probes; as soon as one succeeds, the window
            // grows quickly again.
            self.fast_start = blocked && self.throttled_in_a_row > 1;
            if self.fast_start {
                self.window = 1.0;
            }
        }
        is_news
    }

    /// How long to hold back after a 429 without `Retry-After`.
    pub fn backoff(&self) -> Duration {
        BACKOFF.after(self.throttled_in_a_row.max(1))
    }

    /// Holds requests of this kind back for `wait`.
    pub fn hold(&mut self, now: Duration, wait: Duration) {
        self.held_until = self.held_until.max(now + wait);
    }

    /// A request that left at `sent` failed.
    pub fn on_failure(&mut self, now: Duration, sent: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        if sent < self.last_cut {
            return;
        }
        // Never below what just went through: as many as were answered in one round trip.
        let since = now.saturating_sub(self.last_cut).as_secs_f64().max(0.1);
        let throughput = f64::from(self.responses_since_cut) / since * self.latency.as_secs_f64();
        self.window = (self.window / 2.0).max(throughput).clamp(1.0, self.max_window).min(self.window);
        self.last_cut = now;
        self.responses_since_cut = 0;
        self.fast_start = false;
    }

    /// Starts the window over after a standstill.
    pub fn restart(&mut self) {
        self.window = self.first_window.min(2.0);
        self.fast_start = true;
    }
}
