//! Misfortune on request: which fault befalls which request. No I/O: it counts, draws from a seeded
//! generator, and is told the time.

use std::time::Duration;

use jiff::Timestamp;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::Deserialize;

use super::behaviour::Behaviour;
use crate::sandbox::operation::Operation;

/// Everything that can go wrong, as a faults file (TOML) or a test asks for it. The default is a good day.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Faults {
    /// Seeds the draws of `probability` and `jitter_ms`.
    pub seed: u64,
    /// How long after its creation a product appears in listings.
    pub list_lag_ms: u64,
    pub paging: Paging,
    /// Largest page this marketplace gives, whatever is asked; 100 when absent.
    pub per_page_cap: Option<u64>,
    /// An access token is refused after serving this many requests.
    pub token_requests: Option<u64>,
    pub behaviour: Behaviour,
    /// Each rule is looked at for each request it is aimed at; what several do adds up.
    #[serde(rename = "rule")]
    pub rules: Vec<Rule>,
}

/// What a listing makes of `page` and `per_page`, which the contract does not describe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paging {
    #[default]
    Honoured,
    /// Always the first ten products.
    Ignored,
    /// Always every product, as one page.
    Everything,
}

/// One kind of fault and the requests it befalls.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rule {
    /// The operation it is aimed at; every request when absent.
    pub on: Option<Operation>,
    /// The first and the last request it befalls, counted from 1 among those it is aimed at.
    pub from: u64,
    pub to: Option<u64>,
    /// Of these, every nth, beginning with the first.
    pub every: u64,
    /// Of these, this share, drawn from the seeded generator.
    pub probability: f64,

    /// Waits before the work, plus a random part of up to `jitter_ms`.
    pub latency_ms: u64,
    pub jitter_ms: u64,
    /// Answers 429 to what exceeds this rate (a bucket that holds one second's worth, at least 1).
    pub per_second: Option<f64>,
    /// Answers with this status instead of the true one.
    pub status: Option<u16>,
    /// Sent with a 429 or `status`. Without it `per_second` names the wait until the next request is allowed.
    pub retry_after: Option<RetryAfter>,
    /// Sends no `Retry-After` with either.
    pub silent: bool,
    /// Breaks the TCP connection instead of answering.
    pub reset: bool,
    /// Whether `status` and `reset` come before the work, or after it is done.
    pub when: Moment,
    /// Breaks the connection after this many bytes of the answer's body.
    pub cut_after: Option<usize>,
    /// How fast bodies travel, both ways.
    pub bytes_per_second: Option<u64>,
}

/// The two forms of the Retry-After header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum RetryAfter {
    Seconds(u64),
    Date(DateIn),
}

/// Written as an HTTP date that lies this many seconds ahead: `{ date_in = 5 }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DateIn {
    pub date_in: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Nothing was done.
    #[default]
    Before,
    /// The work is done and the answer lost.
    After,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            on: None,
            from: 1,
            to: None,
            every: 1,
            probability: 1.0,
            latency_ms: 0,
            jitter_ms: 0,
            per_second: None,
            status: None,
            retry_after: None,
            silent: false,
            reset: false,
            when: Moment::Before,
            cut_after: None,
            bytes_per_second: None,
        }
    }
}

impl Faults {
    /// Reads a faults file. The error names the line and what is allowed there.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// A good day but for one rule.
    pub fn of(rule: Rule) -> Self {
        Self { rules: vec![rule], ..Self::default() }
    }
}

/// What one request goes through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    pub latency: Duration,
    pub before: Option<End>,
    pub after: Option<End>,
    pub cut_after: Option<usize>,
    pub bytes_per_second: Option<u64>,
}

/// How a request ends otherwise than it should.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Reset,
    Answer { status: u16, retry_after: Option<String> },
}

/// The faults in force, and what has been seen since they came into force.
pub struct Judge {
    pub faults: Faults,
    seen: Vec<Seen>,
    /// The same seed gives the same bad day.
    dice: SplitMix64,
}

#[derive(Clone, Default)]
struct Seen {
    requests: u64,
    /// Requests the bucket still allows, and when that was true.
    bucket: Option<(f64, Timestamp)>,
}

impl Judge {
    pub fn new(faults: Faults) -> Self {
        Self { seen: vec![Seen::default(); faults.rules.len()], dice: SplitMix64::seed_from_u64(faults.seed), faults }
    }

    /// Decides the fate of the next request.
    pub fn judge(&mut self, operation: Option<Operation>, now: Timestamp) -> Plan {
        let mut plan = Plan::default();
        for (rule, seen) in self.faults.rules.iter().zip(&mut self.seen) {
            if rule.on.is_some() && rule.on != operation {
                continue;
            }
            seen.requests += 1;
            if befalls(rule, seen.requests) && draw(&mut self.dice) < rule.probability {
                add(&mut plan, rule, seen, &mut self.dice, now);
            }
        }
        plan
    }
}

/// Evenly spread over 0 ≤ x < 1.
fn draw(dice: &mut SplitMix64) -> f64 {
    // 53 bits, as many as an f64 holds exactly.
    (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

fn befalls(rule: &Rule, request: u64) -> bool {
    request >= rule.from && rule.to.is_none_or(|last| request <= last) && (request - rule.from).is_multiple_of(rule.every.max(1))
}

fn add(plan: &mut Plan, rule: &Rule, seen: &mut Seen, dice: &mut SplitMix64, now: Timestamp) {
    plan.latency += Duration::from_millis(rule.latency_ms) + Duration::from_millis(rule.jitter_ms).mul_f64(draw(dice));
    plan.cut_after = rule.cut_after.or(plan.cut_after);
    plan.bytes_per_second = rule.bytes_per_second.or(plan.bytes_per_second);

    let named = |named: Option<RetryAfter>| named.filter(|_| !rule.silent).map(|named| header(named, now));
    let wait = rule.per_second.and_then(|rate| take(seen, rate, now));
    if let Some(wait) = wait {
        let retry_after = named(rule.retry_after.or(Some(RetryAfter::Seconds(wait))));
        plan.before.get_or_insert(End::Answer { status: 429, retry_after });
    }
    let end = match (rule.reset, rule.status) {
        (true, _) => End::Reset,
        (false, Some(status)) => End::Answer { status, retry_after: named(rule.retry_after) },
        (false, None) => return,
    };
    match rule.when {
        Moment::Before => plan.before.get_or_insert(end),
        Moment::After => plan.after.get_or_insert(end),
    };
}

/// Takes one request out of the rule's bucket; when it is empty, says after how many seconds it will not be.
fn take(seen: &mut Seen, per_second: f64, now: Timestamp) -> Option<u64> {
    let rate = per_second.max(0.001);
    let size = rate.max(1.0);
    let (left, since) = seen.bucket.unwrap_or((size, now));
    let filled = (left + rate * now.duration_since(since).as_secs_f64().max(0.0)).min(size);
    let allowed = filled >= 1.0;
    seen.bucket = Some((if allowed { filled - 1.0 } else { filled }, now));
    // At most 1000 s by the lower bound of the rate.
    (!allowed).then(|| ((1.0 - filled) / rate).ceil().max(1.0) as u64)
}

fn header(retry_after: RetryAfter, now: Timestamp) -> String {
    match retry_after {
        RetryAfter::Seconds(seconds) => seconds.to_string(),
        RetryAfter::Date(DateIn { date_in }) => {
            let then = now.checked_add(Duration::from_secs(date_in)).unwrap_or(now);
            jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&then).unwrap_or_else(|_| date_in.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn fates(faults: Faults, requests: usize) -> Vec<Option<End>> {
        let mut judge = Judge::new(faults);
        (0..requests).map(|_| judge.judge(Some(Operation::Create), NOW).before).collect()
    }

    #[test]
    fn a_rule_befalls_the_requests_it_names_and_no_other() {
        let rule = Rule { on: Some(Operation::Create), from: 2, to: Some(6), every: 2, reset: true, ..Rule::default() };
        let hit: Vec<bool> = fates(Faults::of(rule.clone()), 8).iter().map(Option::is_some).collect();
        assert_eq!(hit, [false, true, false, true, false, true, false, false]);
        let mut judge = Judge::new(Faults::of(Rule { from: 1, ..rule }));
        assert_eq!(judge.judge(Some(Operation::List), NOW).before, None);
        assert_eq!(judge.judge(None, NOW).before, None);
        assert_eq!(judge.judge(Some(Operation::Create), NOW).before, Some(End::Reset), "other operations do not count");
    }

    #[test]
    fn the_same_seed_gives_the_same_bad_day() {
        let day = |seed| fates(Faults { seed, ..Faults::of(Rule { probability: 0.3, reset: true, ..Rule::default() }) }, 200);
        assert_eq!(day(7), day(7));
        assert_ne!(day(7), day(8));
        let share = day(7).iter().flatten().count();
        assert!((30..90).contains(&share), "{share} of 200 at 30 %");
    }

    #[test]
    fn a_rate_limit_lets_the_rate_through_and_says_how_long_to_wait() {
        let mut judge = Judge::new(Faults::of(Rule { per_second: Some(2.0), ..Rule::default() }));
        let mut at = |ms: i64| judge.judge(None, Timestamp::from_millisecond(ms).unwrap()).before;
        assert_eq!((at(0), at(0)), (None, None));
        assert_eq!(at(100), Some(End::Answer { status: 429, retry_after: Some("1".into()) }));
        assert_eq!(at(600), None);
        assert!(at(700).is_some());
    }

    #[test]
    fn retry_after_is_written_in_either_form() {
        assert_eq!(header(RetryAfter::Seconds(3), NOW), "3");
        assert_eq!(header(RetryAfter::Date(DateIn { date_in: 5 }), NOW), "Thu, 01 Jan 1970 00:00:05 GMT");
    }

    #[test]
    fn a_faults_file_is_read_and_a_misspelling_is_named_with_its_line() {
        let text = "seed = 4\nlist_lag_ms = 1500\npaging = \"ignored\"\n[behaviour]\ncreation_answer = \"empty\"\n\
                    [[rule]]\non = \"upload\"\nstatus = 503\nretry_after = { date_in = 2 }\n\
                    [[rule]]\non = \"create\"\nfrom = 3\nto = 5\nreset = true\nwhen = \"after\"\n";
        let faults = Faults::from_toml(text).unwrap();
        assert_eq!((faults.seed, faults.list_lag_ms, faults.paging), (4, 1500, Paging::Ignored));
        assert_eq!(faults.rules[0].retry_after, Some(RetryAfter::Date(DateIn { date_in: 2 })));
        assert_eq!((faults.rules[1].from, faults.rules[1].to, faults.rules[1].when), (3, Some(5), Moment::After));
        let error = Faults::from_toml("seed = 1\nlag = 3\n").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("list_lag_ms"), "{error}");
    }
}
