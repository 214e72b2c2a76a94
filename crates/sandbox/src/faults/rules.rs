//! Decides which faults affect which request. Without I/O: it counts, uses a seeded generator, and receives
//! the time.

use std::time::Duration;

use jiff::Timestamp;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::Deserialize;

use super::behaviour::ShopBehaviour;
use crate::operation::Operation;

/// All faults, as configured by a faults file (TOML) or a test. The default is no faults.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Faults {
    /// Seeds the random draws of `probability` and `jitter_ms`.
    pub seed: u64,
    /// The delay before a created product appears in listings.
    pub list_lag_ms: u64,
    /// The delay before a change of a product appears in listings. A product that is read by itself shows it
    /// at once.
    pub value_lag_ms: u64,
    pub paging: Paging,
    /// The maximum page size, whatever is requested; 100 by default.
    pub per_page_cap: Option<u64>,
    /// The number of requests after which an access token is refused.
    pub token_requests: Option<u64>,
    pub behaviour: ShopBehaviour,
    /// Each rule applies independently to its requests; their effects add up.
    #[serde(rename = "rule")]
    pub rules: Vec<FaultRule>,
}

/// How listings treat `page` and `per_page`, which the contract does not define.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paging {
    #[default]
    Honoured,
    /// Always returns the first ten products.
    Ignored,
    /// Always returns all products as one page.
    Everything,
}

/// One kind of fault, and the requests it affects.
///
/// It is large because it has a field for each key of a rule.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FaultRule {
    /// The operation; all requests that arrive if absent.
    pub on: Option<Operation>,
    /// The first and the last affected request, counted from 1 among those of the operation.
    pub from: u64,
    pub to: Option<u64>,
    /// Of these, every nth, beginning with the first.
    pub every: u64,
    /// Of these, the share that is affected, by the seeded generator.
    pub probability: f64,

    /// A delay before processing, plus a random part of up to `jitter_ms`.
    pub latency_ms: u64,
    pub jitter_ms: u64,
    /// Answers 429 to requests above this rate (token bucket with the capacity of one second, at least 1).
    pub per_second: Option<f64>,
    /// Answers with this status instead of the real one.
    pub status: Option<u16>,
    /// What the answer with this status is written in.
    pub form: FaultForm,
    /// The header sent with a 429 or with `status`. By default `per_second` states the wait until the next
    /// allowed request.
    pub retry_after: Option<RetryAfter>,
    /// Omits `Retry-After`.
    pub silent: bool,
    /// Resets the TCP connection instead of answering.
    pub reset: bool,
    /// Whether `status` and `reset` apply before or after processing.
    pub when: Moment,
    /// Processes the request twice, as a gateway does that repeats it. The answer is that of the second time.
    pub repeat: bool,
    /// Resets the connection after this many bytes of the answer's body.
    pub cut_after: Option<usize>,
    /// The transfer rate of bodies in both directions.
    pub bytes_per_second: Option<u64>,
}

/// Who speaks in an answer with another status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultForm {
    /// The marketplace, in JSON.
    #[default]
    Own,
    /// A gateway, with a web page.
    Page,
    /// Nobody: the body is empty.
    Empty,
}

/// The two forms of the `Retry-After` header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum RetryAfter {
    Seconds(u64),
    Date(DateIn),
}

/// An HTTP date this many seconds ahead: `{ date_in = 5 }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DateIn {
    /// In seconds.
    pub date_in: u64,
}

/// When a fault applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// Before processing: nothing is done.
    #[default]
    Before,
    /// After processing: only the answer is lost.
    After,
}

impl Default for FaultRule {
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
            form: FaultForm::Own,
            retry_after: None,
            silent: false,
            reset: false,
            when: Moment::Before,
            repeat: false,
            cut_after: None,
            bytes_per_second: None,
        }
    }
}

impl Faults {
    /// Parses a faults file. The error names the line and the allowed keys.
    pub fn from_toml(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// No faults except one rule.
    pub fn of(rule: FaultRule) -> Self {
        Self { rules: vec![rule], ..Self::default() }
    }
}

/// The faults of one request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The delay before processing.
    pub latency: Duration,
    pub before: Option<End>,
    pub after: Option<End>,
    /// Whether it is processed twice.
    pub repeat: bool,
    pub cut_after: Option<usize>,
    pub bytes_per_second: Option<u64>,
}

/// How a request ends instead of with its real answer.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Reset,
    Answer { status: u16, form: FaultForm, retry_after: Option<String> },
}

/// The configured faults, and the counts since they were set.
pub struct FaultInjector {
    pub faults: Faults,
    state: Vec<RuleState>,
    /// The same seed gives the same faults.
    rng: SplitMix64,
}

#[derive(Clone, Default)]
struct RuleState {
    requests: u64,
    /// The tokens left in the bucket, and when.
    bucket: Option<(f64, Timestamp)>,
}

impl FaultInjector {
    pub fn new(faults: Faults) -> Self {
        Self {
            state: vec![RuleState::default(); faults.rules.len()],
            rng: SplitMix64::seed_from_u64(faults.seed),
            faults,
        }
    }

    /// Decides the faults of the next request.
    pub fn plan(&mut self, operation: Option<Operation>, now: Timestamp) -> Plan {
        let mut plan = Plan::default();
        for (rule, state) in self.faults.rules.iter().zip(&mut self.state) {
            // A rule about all requests is about those that arrive.
            let is_sent = operation == Some(Operation::Delivery);
            if rule.on != operation && (rule.on.is_some() || is_sent) {
                continue;
            }
            state.requests += 1;
            if applies(rule, state.requests) && draw(&mut self.rng) < rule.probability {
                apply_rule(&mut plan, rule, state, &mut self.rng, now);
            }
        }
        plan
    }
}

/// Uniformly distributed over 0 ≤ x < 1.
fn draw(rng: &mut SplitMix64) -> f64 {
    // 53 bits, the precision of an f64.
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

fn applies(rule: &FaultRule, request: u64) -> bool {
    request >= rule.from
        && rule.to.is_none_or(|last| request <= last)
        && (request - rule.from).is_multiple_of(rule.every.max(1))
}

fn apply_rule(
    plan: &mut Plan,
    rule: &FaultRule,
    state: &mut RuleState,
    rng: &mut SplitMix64,
    now: Timestamp,
) {
    plan.latency +=
        Duration::from_millis(rule.latency_ms) + Duration::from_millis(rule.jitter_ms).mul_f64(draw(rng));
    plan.cut_after = rule.cut_after.or(plan.cut_after);
    plan.repeat |= rule.repeat;
    plan.bytes_per_second = rule.bytes_per_second.or(plan.bytes_per_second);

    let retry_after_header = |retry_after_header: Option<RetryAfter>| {
        retry_after_header.filter(|_| !rule.silent).map(|retry_after_header| header(retry_after_header, now))
    };
    let wait = rule.per_second.and_then(|rate| take_token(state, rate, now));
    if let Some(wait) = wait {
        let retry_after = retry_after_header(rule.retry_after.or(Some(RetryAfter::Seconds(wait))));
        plan.before.get_or_insert(End::Answer { status: 429, form: FaultForm::Own, retry_after });
    }
    let end = match (rule.reset, rule.status) {
        (true, _) => End::Reset,
        (false, Some(status)) => {
            End::Answer { status, form: rule.form, retry_after: retry_after_header(rule.retry_after) }
        }
        (false, None) => return,
    };
    match rule.when {
        Moment::Before => plan.before.get_or_insert(end),
        Moment::After => plan.after.get_or_insert(end),
    };
}

/// Takes one token from the bucket of a rule; if it is empty, returns the seconds until the next one.
fn take_token(state: &mut RuleState, per_second: f64, now: Timestamp) -> Option<u64> {
    let rate = per_second.max(0.001);
    let size = rate.max(1.0);
    let (left, since) = state.bucket.unwrap_or((size, now));
    let filled = (left + rate * now.duration_since(since).as_secs_f64().max(0.0)).min(size);
    let allowed = filled >= 1.0;
    state.bucket = Some((if allowed { filled - 1.0 } else { filled }, now));
    // At most 1000 s because of the lower bound of the rate.
    (!allowed).then(|| ((1.0 - filled) / rate).ceil().max(1.0) as u64)
}

fn header(retry_after: RetryAfter, now: Timestamp) -> String {
    match retry_after {
        RetryAfter::Seconds(seconds) => seconds.to_string(),
        RetryAfter::Date(DateIn { date_in }) => {
            let then = now.checked_add(Duration::from_secs(date_in)).unwrap_or(now);
            jiff::fmt::rfc2822::DateTimePrinter::new()
                .timestamp_to_rfc9110_string(&then)
                .unwrap_or_else(|_| date_in.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn outcomes(faults: Faults, requests: usize) -> Vec<Option<End>> {
        let mut fault_injector = FaultInjector::new(faults);
        (0..requests).map(|_| fault_injector.plan(Some(Operation::Create), NOW).before).collect()
    }

    #[test]
    fn a_rule_affects_exactly_the_requests_it_selects() {
        let rule = FaultRule {
            on: Some(Operation::Create),
            from: 2,
            to: Some(6),
            every: 2,
            reset: true,
            ..FaultRule::default()
        };
        let hit: Vec<bool> = outcomes(Faults::of(rule.clone()), 8).iter().map(Option::is_some).collect();
        assert_eq!(hit, [false, true, false, true, false, true, false, false]);
        let mut fault_injector = FaultInjector::new(Faults::of(FaultRule { from: 1, ..rule }));
        assert_eq!(fault_injector.plan(Some(Operation::List), NOW).before, None);
        assert_eq!(fault_injector.plan(None, NOW).before, None);
        assert_eq!(
            fault_injector.plan(Some(Operation::Create), NOW).before,
            Some(End::Reset),
            "requests of other operations are not counted"
        );
    }

    #[test]
    fn the_same_seed_gives_the_same_faults() {
        let faults_of = |seed| {
            outcomes(
                Faults {
                    seed,
                    ..Faults::of(FaultRule { probability: 0.3, reset: true, ..FaultRule::default() })
                },
                200,
            )
        };
        assert_eq!(faults_of(7), faults_of(7));
        assert_ne!(faults_of(7), faults_of(8));
        let share = faults_of(7).iter().flatten().count();
        assert!((30..90).contains(&share), "{share} of 200 at 30 %");
    }

    #[test]
    fn a_rate_limit_admits_its_rate_and_states_the_wait() {
        let mut fault_injector =
            FaultInjector::new(Faults::of(FaultRule { per_second: Some(2.0), ..FaultRule::default() }));
        let mut at = |ms: i64| fault_injector.plan(None, Timestamp::from_millisecond(ms).unwrap()).before;
        assert_eq!((at(0), at(0)), (None, None));
        assert_eq!(
            at(100),
            Some(End::Answer { status: 429, form: FaultForm::Own, retry_after: Some("1".into()) })
        );
        assert_eq!(at(600), None);
        assert!(at(700).is_some());
    }

    #[test]
    fn retry_after_is_written_in_both_forms() {
        assert_eq!(header(RetryAfter::Seconds(3), NOW), "3");
        assert_eq!(header(RetryAfter::Date(DateIn { date_in: 5 }), NOW), "Thu, 01 Jan 1970 00:00:05 GMT");
    }

    #[test]
    fn a_faults_file_is_read_and_a_misspelling_is_reported_with_its_line() {
        let text = "seed = 4\nlist_lag_ms = 1500\npaging = \"ignored\"\n[behaviour]\ncreation_answer = \"empty\"\n\
                    [[rule]]\non = \"upload\"\nstatus = 503\nretry_after = { date_in = 2 }\n\
                    [[rule]]\non = \"create\"\nfrom = 3\nto = 5\nreset = true\nwhen = \"after\"\n";
        let faults = Faults::from_toml(text).unwrap();
        assert_eq!((faults.seed, faults.list_lag_ms, faults.paging), (4, 1500, Paging::Ignored));
        assert_eq!(faults.rules[0].retry_after, Some(RetryAfter::Date(DateIn { date_in: 2 })));
        assert_eq!(
            (faults.rules[1].from, faults.rules[1].to, faults.rules[1].when),
            (3, Some(5), Moment::After)
        );
        let error = Faults::from_toml("seed = 1\nlag = 3\n").unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("list_lag_ms"), "{error}");
    }
}
