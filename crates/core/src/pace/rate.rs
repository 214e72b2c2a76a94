//! How many requests of one kind leave per second, learned from each 429 response.
//!
//! What a marketplace accepted between two 429 responses, waits included, is what it accepts, whether it uses
//! a token bucket or counts per second. The next requests leave at just below that rate, which then rises
//! slowly, so that 429 responses are rare and a limit that was lifted is noticed.

use std::time::Duration;

/// Requests delayed by a late timer may leave this much closer together afterwards.
const TIMER_SLACK: Duration = Duration::from_millis(5);
/// How much of the time lost in a wait may be caught up afterwards, at twice the rate. This is the initial
/// amount.
const INITIAL_ARREARS: Duration = Duration::from_millis(800);
/// Fraction of a rate that was too high with which to continue.
const BACKOFF_FACTOR: f64 = 0.985;
/// The rate returns to the known limit after this many responses, so that fewer than one request in a hundred
/// gets a 429, and after this many times the wait that the 429 brought, so that little time is spent waiting.
const RETURN_WHEN_SURE: (f64, f64) = (140.0, 50.0);
/// The same while the limit is only a first guess.
const RETURN_WHEN_UNSURE: (f64, f64) = (20.0, 1.5);
/// If this fraction of the rate got through, the rate was about right.
const CONFIRMED_FRACTION: f64 = 0.9;
/// How fast the rate grows beyond the known limit.
const GROWTH_BEYOND_LIMIT: f64 = 0.08;
/// With fewer responses than this, the observed rate is unreliable.
const MIN_RELIABLE_RESPONSES: u32 = 8;
/// A first guess from fewer responses than this is refined by probing upwards.
const MIN_RESPONSES_FOR_GUESS: f64 = 4.0;
/// Growth per response while probing upwards, in the first attempt and the second.
const PROBE_GROWTH: [f64; 2] = [0.3, 0.06];
/// Fraction of the limit that is kept after a 429 came sooner than the limit explains: the first time, the
/// second time, and later.
const EARLY_REFUSAL_FACTORS: [f64; 3] = [0.97, 0.92, 0.8];
/// Two numbers within this ratio of each other count as the same token bucket, emptied twice.
const SIMILAR_RATIO: f64 = 0.7;
/// The minimum rate: one request per minute is tried, however many 429 responses arrive.
const MIN_RATE: f64 = 1.0 / 60.0;
/// Above this rate per second only the window limits.
const MAX_RATE: f64 = 1000.0;
/// If nothing was sent and nothing held back for this long, there was nothing to send.
const IDLE: Duration = Duration::from_secs(5);

/// The learned rate of one kind of request.
///
/// It is large because a rate is learned from answers, refusals and waits together.
#[derive(Debug)]
pub(super) struct Rate {
    per_second: Option<f64>,
    /// From the market file: an upper bound.
    cap: Option<f64>,
    /// What the marketplace accepted per second when it last sent a 429.
    limit: f64,
    /// The limit is a guess: the number of the attempt to find a better one.
    probing: Option<usize>,
    /// The limit was confirmed at about this rate.
    confirmed: bool,
    /// How often in a row a 429 came sooner than the limit explains.
    early_refusals: usize,
    /// When the next request is due at this rate; possibly in the past.
    due: Duration,
    /// How much lost time may be caught up; none after that led to a 429.
    arrears: Duration,
    /// Whether lost time was caught up since the last 429.
    caught_up: bool,
    last_sent: Duration,
    /// Whether a request had to wait.
    held_back: bool,

    /// When the last 429 arrived; the requests already in flight had been sent before.
    last_throttled: Duration,
    last_wait: Duration,
    /// Since when responses are counted. Idle time is left out, time spent held back is not.
    counting_since: Option<Duration>,
    responses: u32,
    /// The previous count, with requests that were accepted then and answered later.
    responses_before: f64,
    /// How long responses were counted before the first 429, while that is all there is to guess from.
    guess_span: Option<f64>,
    /// Requests sent since then that the rate had held back.
    held_back_sends: u32,
}

impl Rate {
    /// `cap`: maximum number of requests per second.
    pub fn new(cap: Option<f64>) -> Self {
        Self {
            per_second: cap,
            cap,
            limit: cap.unwrap_or_default(),
            probing: None,
            early_refusals: 0,
            confirmed: cap.is_some(),
            due: Duration::ZERO,
            arrears: if cap.is_some() { Duration::ZERO } else { INITIAL_ARREARS },
            caught_up: false,
            last_sent: Duration::ZERO,
            held_back: false,
            last_throttled: Duration::ZERO,
            last_wait: Duration::ZERO,
            counting_since: None,
            responses: 0,
            responses_before: 0.0,
            guess_span: None,
            held_back_sends: 0,
        }
    }

    /// When the next request may leave.
    pub fn next_departure(&self) -> Duration {
        match self.per_second {
            Some(rate) => self.due.max(self.last_sent.saturating_sub(TIMER_SLACK) + interval(rate * 2.0)),
            None => Duration::ZERO,
        }
    }

    /// A request had to wait for the rate.
    pub fn on_held_back(&mut self) {
        self.held_back = true;
    }

    /// `alone`: no other request of this kind is in flight.
    pub fn on_sent(&mut self, now: Duration, alone: bool) {
        let counting_since = *self.counting_since.get_or_insert(now);
        let idle = now.saturating_sub(self.last_sent);
        let was_held_back = std::mem::take(&mut self.held_back);
        self.held_back_sends = self.held_back_sends.saturating_add(u32::from(was_held_back));
        if !was_held_back && alone && idle > IDLE {
            self.counting_since = Some((counting_since + idle).min(now));
        }
        self.last_sent = now;
        if let Some(rate) = self.per_second {
            let arrears = if self.probing.is_some() { Duration::ZERO } else { self.arrears };
            let in_time = self.due + TIMER_SLACK >= now;
            self.caught_up |= !in_time && !arrears.is_zero();
            self.due =
                if in_time { self.due } else { self.due.max(now.saturating_sub(arrears)) } + interval(rate);
        }
    }

    /// A response arrived to a request that left at `sent`.
    pub fn on_response(&mut self, now: Duration, sent: Duration) {
        if sent < self.last_throttled {
            self.responses_before += 1.0;
            return self.guess();
        }
        self.responses = self.responses.saturating_add(1);
        let Some(rate) = self.per_second else { return };
        let faster = match self.probing {
            Some(attempt) => rate * (1.0 + PROBE_GROWTH[attempt]),
            None => rate.max(self.limit * self.tried_fraction(now)),
        };
        self.per_second = Some(faster.min(self.cap.unwrap_or(MAX_RATE)));
    }

    /// The fraction of the limit that is tried at `now`.
    fn tried_fraction(&self, now: Duration) -> f64 {
        let (responses, waits) = if self.confirmed { RETURN_WHEN_SURE } else { RETURN_WHEN_UNSURE };
        let last_wait = self.last_wait.max(Duration::from_secs(1)).as_secs_f64();
        let progress = (f64::from(self.held_back_sends) / responses)
            .min(now.saturating_sub(self.last_throttled).as_secs_f64() / last_wait / waits);
        BACKOFF_FACTOR
            + (1.0 - BACKOFF_FACTOR) * progress.min(1.0)
            + GROWTH_BEYOND_LIMIT * (progress - 1.0).max(0.0).powi(2)
    }

    /// Whether no response arrived since the last 429.
    pub fn blocked(&self) -> bool {
        self.responses == 0
    }

    /// Takes a 429 response into account. Returns false if the request had left before the last 429 arrived.
    pub fn on_throttled(&mut self, now: Duration, sent: Duration, last_wait: Duration) -> bool {
        if sent < self.last_throttled {
            self.last_wait = self.last_wait.max(last_wait);
            return false;
        }
        let counted = now.saturating_sub(self.counting_since.unwrap_or(now)).as_secs_f64();
        let first = self.per_second.is_none();
        // If nothing got through at all, the 429 requested a wait and says nothing about the rate.
        if self.responses > 0
            && let Some(rate) = self.per_second
        {
            self.learn(now, counted, rate);
        }
        (self.last_throttled, self.last_wait, self.counting_since) = (now, last_wait, Some(now));
        self.responses_before = f64::from(self.responses);
        self.guess_span = first.then_some(counted);
        self.guess();
        (self.responses, self.held_back_sends, self.caught_up) = (0, 0, false);
        true
    }

    /// Guesses the limit from what was accepted before the first 429, as if one second's worth had been saved
    /// up in a bucket: at first a marketplace often accepts more than later.
    fn guess(&mut self) {
        let Some(counted) = self.guess_span.filter(|_| self.responses_before > 0.0) else { return };
        self.probing = (self.responses_before < MIN_RESPONSES_FOR_GUESS).then_some(0);
        self.set_limit(self.responses_before / (counted + 1.0));
    }

    fn learn(&mut self, now: Duration, counted: f64, rate: f64) {
        let responses = f64::from(self.responses);
        // Without a bucket, nothing was accepted during the wait itself.
        let span = if self.arrears.is_zero() { counted - self.last_wait.as_secs_f64() } else { counted };
        let observed = responses / span.max(0.1);
        let caught_up =
            self.caught_up && now.saturating_sub(self.last_throttled) < self.last_wait + self.arrears * 3;
        match self.probing {
            // As many as before: the same bucket was emptied twice.
            Some(_)
                if is_similar(observed, self.limit)
                    || (responses > 2.0 && is_similar(responses, self.responses_before)) =>
            {
                self.probing = None;
                self.set_limit(self.limit.min(observed * 1.1).max(observed));
            }
            Some(attempt) => {
                self.probing = (attempt + 1 < PROBE_GROWTH.len()).then_some(attempt + 1);
                // Between the rate that got through and the one that was too high.
                self.set_limit((observed * rate).sqrt() / (1.0 + PROBE_GROWTH[attempt]));
            }
            None if observed < rate * 0.4 && self.responses >= MIN_RELIABLE_RESPONSES => {
                self.set_limit(observed);
            }
            None if caught_up => (self.arrears, self.confirmed) = (Duration::ZERO, false),
            // Without a bucket, a 429 is the answer to the current rate.
            None if self.responses >= MIN_RELIABLE_RESPONSES
                && (rate > self.limit || !self.arrears.is_zero()) =>
            {
                let found = if self.arrears.is_zero() { rate } else { rate.min(observed) };
                (self.confirmed, self.early_refusals) =
                    (found > self.limit * CONFIRMED_FRACTION && found * CONFIRMED_FRACTION < self.limit, 0);
                self.set_limit(found);
            }
            None => {
                if f64::from(self.responses) > RETURN_WHEN_UNSURE.0 {
                    self.early_refusals = 0;
                }
                let floor = if self.arrears.is_zero() { 0.0 } else { observed };
                self.set_limit(floor.max(rate * EARLY_REFUSAL_FACTORS[self.early_refusals]));
                self.early_refusals = (self.early_refusals + 1).min(EARLY_REFUSAL_FACTORS.len() - 1);
            }
        }
    }

    fn set_limit(&mut self, limit: f64) {
        self.limit = limit.clamp(MIN_RATE, self.cap.unwrap_or(MAX_RATE).max(MIN_RATE));
        self.per_second = Some((self.limit * BACKOFF_FACTOR).max(MIN_RATE));
    }
}

fn is_similar(one: f64, other: f64) -> bool {
    one > other * SIMILAR_RATIO && one * SIMILAR_RATIO < other
}

fn interval(rate: f64) -> Duration {
    Duration::from_secs_f64(1.0 / rate)
}
