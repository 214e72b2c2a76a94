//! How many requests of one kind leave in a second, learned from each "too many".
//!
//! What a marketplace took between two refusals, waits included, is what it takes: whether it counts in a bucket
//! that fills by itself or anew each second. Just below that the next requests leave, then slowly faster, so that
//! a refusal is rare, and a limit that was lifted is found.

use std::time::Duration;

/// Requests held up by a late timer may leave this much closer together afterwards.
const LATE: Duration = Duration::from_millis(5);
/// What was not sent during a wait may be made up for afterwards: at first this much of it, at twice the rate.
const ARREARS: Duration = Duration::from_millis(800);
/// What is kept of a rate that was too high.
const STEP_BACK: f64 = 0.985;
/// Back at the old limit after this many answers, so that fewer than one request in a hundred is turned away, and
/// after this many times the wait that the refusal brought, so that little time is spent waiting.
const SLOWLY: (f64, f64) = (140.0, 50.0);
/// The same while the limit is a first guess.
const SOON: (f64, f64) = (20.0, 1.5);
/// That much of a rate got through: it was about right.
const SURE: f64 = 0.9;
/// How fast it grows beyond the old limit.
const BEYOND: f64 = 0.08;
/// Fewer answers than this tell little of the rate they came at.
const TELLING: u32 = 8;
/// The first guess feels its way up when it comes from fewer than this.
const ENOUGH_FOR_A_GUESS: f64 = 4.0;
/// How such a guess feels its way up: by this part with each answer, in the first attempt and the second.
const SEEK: [f64; 2] = [0.3, 0.06];
/// What is kept of a limit that was met sooner than it explains, the first time, the second, and from then on.
const SOONER: [f64; 3] = [0.97, 0.92, 0.8];
/// Two numbers this close tell of the same stock, used up twice.
const ALIKE: f64 = 0.7;
/// However often it is told "too many", a request a minute is tried.
const LEAST: f64 = 1.0 / 60.0;
/// Beyond this, in a second, the window alone decides.
const MOST: f64 = 1000.0;
/// With nothing sent for this long, and nothing held back, there was nothing to send.
const IDLE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(super) struct Rate {
    per_second: Option<f64>,
    /// From the market file: never faster than this.
    cap: Option<f64>,
    /// What the marketplace took when it last said "too many".
    limit: f64,
    /// The limit is a guess: which attempt at a better one this is.
    seeking: Option<usize>,
    /// The limit was met at about this rate before.
    sure: bool,
    /// How often in a row it was refused sooner than the limit explains.
    soon: usize,
    /// When the next one is due at this rate; it may be in arrears.
    due: Duration,
    /// As much as may be made up for; none once that was refused.
    arrears: Duration,
    /// Something was made up for since the last "too many".
    made_up: bool,
    departed: Duration,
    /// Somebody wanted to send and was told to wait.
    held_back: bool,

    /// When it was last told "too many"; the rest of that round was sent before it was heard.
    throttled: Duration,
    waited: Duration,
    /// Since when answers are counted: idle time left out, time spent held back not.
    counting: Option<Duration>,
    answers: u32,
    /// What that came to the time before, with what was taken then and answered later.
    before: f64,
    /// How long was counted before the first "too many", while that is all there is to guess from.
    guessing: Option<f64>,
    /// Departures since then that the rate had held back.
    pressed: u32,
}

impl Rate {
    pub fn new(cap: Option<f64>) -> Self {
        Self {
            per_second: cap,
            cap,
            limit: cap.unwrap_or_default(),
            seeking: None,
            soon: 0,
            sure: cap.is_some(),
            due: Duration::ZERO,
            arrears: if cap.is_some() { Duration::ZERO } else { ARREARS },
            made_up: false,
            departed: Duration::ZERO,
            held_back: false,
            throttled: Duration::ZERO,
            waited: Duration::ZERO,
            counting: None,
            answers: 0,
            before: 0.0,
            guessing: None,
            pressed: 0,
        }
    }

    /// When the next request may leave.
    pub fn next(&self) -> Duration {
        match self.per_second {
            Some(rate) => self.due.max(self.departed.saturating_sub(LATE) + gap(rate * 2.0)),
            None => Duration::ZERO,
        }
    }

    pub fn hold_back(&mut self) {
        self.held_back = true;
    }

    /// `alone`: no other request of this kind is under way.
    pub fn depart(&mut self, now: Duration, alone: bool) {
        let counting = *self.counting.get_or_insert(now);
        let idle = now.saturating_sub(self.departed);
        let pressed = std::mem::take(&mut self.held_back);
        self.pressed = self.pressed.saturating_add(u32::from(pressed));
        if !pressed && alone && idle > IDLE {
            self.counting = Some((counting + idle).min(now));
        }
        self.departed = now;
        if let Some(rate) = self.per_second {
            let arrears = if self.seeking.is_some() { Duration::ZERO } else { self.arrears };
            let in_time = self.due + LATE >= now;
            self.made_up |= !in_time && !arrears.is_zero();
            self.due = if in_time { self.due } else { self.due.max(now.saturating_sub(arrears)) } + gap(rate);
        }
    }

    pub fn answered(&mut self, now: Duration, sent: Duration) {
        if sent < self.throttled {
            self.before += 1.0;
            return self.guess();
        }
        self.answers = self.answers.saturating_add(1);
        let Some(rate) = self.per_second else { return };
        let faster = match self.seeking {
            Some(attempt) => rate * (1.0 + SEEK[attempt]),
            None => rate.max(self.limit * self.crept(now)),
        };
        self.per_second = Some(faster.min(self.cap.unwrap_or(MOST)));
    }

    /// How much of the limit is tried by now.
    fn crept(&self, now: Duration) -> f64 {
        let (answers, waits) = if self.sure { SLOWLY } else { SOON };
        let waited = self.waited.max(Duration::from_secs(1)).as_secs_f64();
        let way = (f64::from(self.pressed) / answers).min(now.saturating_sub(self.throttled).as_secs_f64() / waited / waits);
        STEP_BACK + (1.0 - STEP_BACK) * way.min(1.0) + BEYOND * (way - 1.0).max(0.0).powi(2)
    }

    /// Nothing was answered since the last "too many".
    pub fn blocked(&self) -> bool {
        self.answers == 0
    }

    /// Learns from a "too many". True unless the request left before the last one was heard.
    pub fn throttled(&mut self, now: Duration, sent: Duration, waited: Duration) -> bool {
        if sent < self.throttled {
            self.waited = self.waited.max(waited);
            return false;
        }
        let counted = now.saturating_sub(self.counting.unwrap_or(now)).as_secs_f64();
        let first = self.per_second.is_none();
        // Nothing got through at all: that is a wait, and says nothing of a rate.
        if self.answers > 0
            && let Some(rate) = self.per_second
        {
            self.learn(now, counted, rate);
        }
        (self.throttled, self.waited, self.counting) = (now, waited, Some(now));
        self.before = f64::from(self.answers);
        self.guessing = first.then_some(counted);
        self.guess();
        (self.answers, self.pressed, self.made_up) = (0, 0, false);
        true
    }

    /// From what was taken before the first "too many", as if a second's worth had been saved up: what is taken at first
    /// is often more than from then on.
    fn guess(&mut self) {
        let Some(counted) = self.guessing.filter(|_| self.before > 0.0) else { return };
        self.seeking = (self.before < ENOUGH_FOR_A_GUESS).then_some(0);
        self.settle(self.before / (counted + 1.0));
    }

    fn learn(&mut self, now: Duration, counted: f64, rate: f64) {
        let answers = f64::from(self.answers);
        // Without savings, the wait itself brought nothing.
        let flowed = if self.arrears.is_zero() { counted - self.waited.as_secs_f64() } else { counted };
        let seen = answers / flowed.max(0.1);
        let made_up = self.made_up && now.saturating_sub(self.throttled) < self.waited + self.arrears * 3;
        match self.seeking {
            // As many as before: what was saved up ran out twice.
            Some(_) if alike(seen, self.limit) || (answers > 2.0 && alike(answers, self.before)) => {
                self.seeking = None;
                self.settle(self.limit.min(seen * 1.1).max(seen));
            }
            Some(attempt) => {
                self.seeking = (attempt + 1 < SEEK.len()).then_some(attempt + 1);
                // Between what got through and what was too fast.
                self.settle((seen * rate).sqrt() / (1.0 + SEEK[attempt]));
            }
            None if seen < rate * 0.4 && self.answers >= TELLING => self.settle(seen),
            None if made_up => (self.arrears, self.sure) = (Duration::ZERO, false),
            // Where nothing is saved up, a refusal is the answer to the rate of that moment.
            None if self.answers >= TELLING && (rate > self.limit || !self.arrears.is_zero()) => {
                let met = if self.arrears.is_zero() { rate } else { rate.min(seen) };
                (self.sure, self.soon) = (met > self.limit * SURE && met * SURE < self.limit, 0);
                self.settle(met);
            }
            None => {
                if f64::from(self.answers) > SOON.0 {
                    self.soon = 0;
                }
                let floor = if self.arrears.is_zero() { 0.0 } else { seen };
                self.settle(floor.max(rate * SOONER[self.soon]));
                self.soon = (self.soon + 1).min(SOONER.len() - 1);
            }
        }
    }

    fn settle(&mut self, limit: f64) {
        self.limit = limit.clamp(LEAST, self.cap.unwrap_or(MOST).max(LEAST));
        self.per_second = Some((self.limit * STEP_BACK).max(LEAST));
    }
}

fn alike(one: f64, other: f64) -> bool {
    one > other * ALIKE && one * ALIKE < other
}

fn gap(rate: f64) -> Duration {
    Duration::from_secs_f64(1.0 / rate)
}
