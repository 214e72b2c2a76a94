//! One kind of request: how many are under way at once, and how many leave in a second.

use std::time::Duration;

/// While an answer takes this long, more requests at once would only bring the time-outs nearer.
const SLOW: Duration = Duration::from_secs(15);
/// Requests held up by a late timer may leave this much closer together afterwards.
const CATCH_UP: Duration = Duration::from_millis(5);
const FIRST_BACKOFF: Duration = Duration::from_secs(1);
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);
/// What is kept of a rate that was too high.
const STEP_BACK: f64 = 0.97;
/// How the rate feels its way up: the n-th answer since the last "too many" raises it by this part. Back at the old
/// limit after some 140 answers, so about one request in a hundred is turned away; a limit that was lifted is felt soon.
fn creep(n: u32) -> f64 {
    let n = f64::from(n);
    2e-6 * n * (1.0 + n / 200.0)
}

/// How a first guess feels its way up: by this part with each answer, until the next "too many".
const SEEK: f64 = 0.08;
/// Fewer answers than this tell little of the rate they came at.
const TELLING: u32 = 8;
/// However often it is told "too many", a request a minute is tried.
const LEAST_RATE: f64 = 1.0 / 60.0;
/// With nothing sent for this long, and nothing held back, there was nothing to send.
const IDLE: Duration = Duration::from_secs(5);

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
    /// Failures of requests sent before this time have been acted upon.
    cut: Duration,
    answers_since_cut: u32,

    rate: Option<f64>,
    /// From the market file: never faster than this.
    cap: Option<f64>,
    /// The rate is a first guess, from a few answers.
    seeking: bool,
    next: Duration,
    /// When it was last told "too many"; the rest of that round was sent before it was heard.
    throttled: Duration,
    /// Since when the answers of this round are counted: idle time left out, time spent held back not.
    counting: Option<Duration>,
    answers_since_throttled: u32,
    departed: Duration,
    held_back: bool,
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
            cut: Duration::ZERO,
            answers_since_cut: 0,
            rate: cap,
            cap,
            seeking: false,
            next: Duration::ZERO,
            throttled: Duration::ZERO,
            counting: None,
            departed: Duration::ZERO,
            held_back: false,
            answers_since_throttled: 0,
            throttled_in_a_row: 0,
            held: Duration::ZERO,
        }
    }

    pub fn room(&mut self, now: Duration) -> Room {
        let at = if self.rate.is_some() { self.held.max(self.next) } else { self.held };
        if self.in_flight as f64 >= self.window.floor() {
            self.crowded = true;
            Room::Full
        } else if at > now {
            Room::At(at)
        } else {
            Room::Free
        }
    }

    /// Somebody wanted to send and was told to wait.
    pub fn hold_back(&mut self) {
        self.held_back = true;
    }

    pub fn depart(&mut self, now: Duration) {
        let counting = *self.counting.get_or_insert(now);
        let gap = now.saturating_sub(self.departed);
        if !std::mem::take(&mut self.held_back) && self.in_flight == 0 && gap > IDLE {
            self.counting = Some((counting + gap).min(now));
        }
        self.departed = now;
        self.in_flight += 1;
        self.crowded &= self.in_flight as f64 * 2.0 >= self.window;
        if let Some(rate) = self.rate {
            self.next = self.next.max(now.saturating_sub(CATCH_UP)) + Duration::from_secs_f64(1.0 / rate);
        }
    }

    pub fn retract(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }

    pub fn answered(&mut self, took: Duration) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.latency = if self.latency.is_zero() { took } else { (self.latency * 7 + took) / 8 };
        self.answers_since_cut = self.answers_since_cut.saturating_add(1);
        self.answers_since_throttled = self.answers_since_throttled.saturating_add(1);
        self.throttled_in_a_row = 0;
        if self.latency > SLOW {
            self.fast = false;
            self.window = (self.window - 1.0 / self.window).max(2.0_f64.min(self.most));
        } else if self.crowded {
            self.window = (self.window + if self.fast { self.growth } else { 1.0 / self.window }).min(self.most);
        }
        if let Some(rate) = &mut self.rate {
            *rate *= 1.0 + if self.seeking { SEEK } else { creep(self.answers_since_throttled) };
            if let Some(cap) = self.cap {
                *rate = rate.min(cap);
            }
        }
    }

    /// Learns from a "too many". True when requests should be held back for a while, should it not have said how long.
    pub fn throttled(&mut self, now: Duration, sent: Duration) -> bool {
        self.in_flight = self.in_flight.saturating_sub(1);
        if sent < self.throttled {
            return false;
        }
        // What got through since the last time, waits included, is what the marketplace takes.
        let answers = self.answers_since_throttled;
        let since = now.saturating_sub(self.counting.unwrap_or(now)).as_secs_f64().max(1.0);
        let seen = f64::from(answers) / since;
        let confirmed = self.rate.is_some_and(|rate| seen > rate * 0.8) && !self.seeking;
        let lower = match self.rate {
            Some(rate) if confirmed => rate,
            Some(rate) if self.seeking => rate / (1.0 + SEEK),
            Some(rate) if answers < TELLING => seen.max(rate * 0.8),
            _ => seen,
        };
        // Nothing got through at all: that is a wait, and says nothing of a rate.
        if answers > 0 {
            self.seeking = self.rate.is_none() && answers < TELLING;
            self.rate = Some((lower * STEP_BACK).max(LEAST_RATE));
        }
        self.throttled = now;
        self.counting = Some(now);
        self.answers_since_throttled = 0;
        self.throttled_in_a_row += 1;
        self.fast = false;
        !confirmed
    }

    /// How long to hold back after "too many" without a word on how long.
    pub fn backoff(&self) -> Duration {
        let doublings = self.throttled_in_a_row.saturating_sub(1).min(6);
        (FIRST_BACKOFF * (1 << doublings)).min(LONGEST_BACKOFF)
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
