//! The limiter against model marketplaces, on a virtual clock.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::*;

const S: Duration = Duration::from_secs(1);
const MS: Duration = Duration::from_millis(1);

/// A model marketplace: for a request that arrives at a given time, how long the response takes and what it
/// is.
type Server<'a> = dyn FnMut(Duration) -> (Duration, Outcome) + 'a;

struct Run {
    answered: usize,
    throttled: usize,
    sent: Vec<Duration>,
    took: Duration,
}

/// Sends requests as fast as the limiter allows, until `goal` are answered or `end` is reached.
fn run(pace: &mut Pace, kind: Kind, goal: usize, end: Duration, server: &mut Server<'_>) -> Run {
    let mut now = Duration::from_secs(1_000_000); // An arbitrary start.
    let start = now;
    let mut under_way: BinaryHeap<Reverse<(Duration, usize)>> = BinaryHeap::new();
    let mut tickets: Vec<(Ticket, Outcome)> = Vec::new();
    let mut run = Run { answered: 0, throttled: 0, sent: Vec::new(), took: Duration::ZERO };
    while run.answered < goal && now - start < end {
        let wake = loop {
            match pace.permit(now, kind) {
                Permit::Go(ticket) => {
                    let (takes, outcome) = server(now - start);
                    under_way.push(Reverse((now + takes, tickets.len())));
                    tickets.push((ticket, outcome));
                    run.sent.push(now - start);
                }
                Permit::Wait(time) => {
                    assert!(time > now, "a wait must end in the future");
                    break Some(time);
                }
                Permit::Full => break None,
            }
        };
        let back = under_way.peek().map(|Reverse((time, _))| *time);
        now = [wake, back].into_iter().flatten().min().expect("full with nothing under way");
        while let Some(&Reverse((time, index))) = under_way.peek()
            && time <= now
        {
            under_way.pop();
            let (ticket, outcome) = tickets[index];
            run.answered += usize::from(outcome == Outcome::Answered);
            run.throttled += usize::from(matches!(outcome, Outcome::Throttled { .. }));
            pace.done(now, ticket, outcome);
        }
    }
    run.took = now - start;
    run
}

/// A token bucket: `rate` requests per second in the long run, `burst` at once.
fn bucket(
    rate: f64,
    burst: f64,
    retry_after: Option<Duration>,
    latency: Duration,
) -> impl FnMut(Duration) -> (Duration, Outcome) {
    let (mut level, mut last) = (burst, Duration::ZERO);
    move |at| {
        level = (level + (at - last).as_secs_f64() * rate).min(burst);
        last = at;
        if level < 1.0 {
            return (latency, Outcome::Throttled { retry_after });
        }
        level -= 1.0;
        (latency, Outcome::Answered)
    }
}

#[test]
fn throughput_is_within_5_percent_of_the_best_fixed_concurrency_at_any_latency() {
    for latency in [MS / 2, 50 * MS, 200 * MS] {
        // `workers` requests are processed at once, each for a tenth of the latency; the others queue.
        for workers in [1_usize, 4, 64] {
            let work = (latency / 10).max(MS);
            let throughput = |parallel: usize| {
                (parallel as f64 / (latency + work).as_secs_f64()).min(workers as f64 / work.as_secs_f64())
            };
            let best = (1..=32).map(throughput).fold(0.0, f64::max);
            let mut free = vec![Duration::ZERO; workers];
            let goal = (best * 20.0) as usize;
            let run = run(&mut Pace::new(Limits::default()), Kind::Upload, goal, 600 * S, &mut |at| {
                let next = free.iter_mut().min().expect("a worker");
                *next = (*next).max(at + latency / 2) + work;
                (*next + latency / 2 - at, Outcome::Answered)
            });
            let reached = run.answered as f64 / run.took.as_secs_f64();
            assert!(
                reached >= 0.95 * best,
                "{latency:?}, {workers} at once: {reached:.0} of {best:.0} a second"
            );
        }
    }
}

#[test]
fn a_rate_limit_is_learned_within_minutes_with_few_rejected_requests() {
    for (rate, burst) in [(2.0, 2.0), (10.0, 10.0), (10.0, 1.0), (50.0, 50.0), (10.0, 60.0)] {
        for retry_after in [None, Some(S)] {
            for latency in [5 * MS, 50 * MS, 200 * MS] {
                let goal = (rate * 240.0) as usize;
                let case = format!("{rate} a second, bursts of {burst}, {retry_after:?}, {latency:?}");
                let run = run(
                    &mut Pace::new(Limits::default()),
                    Kind::Create,
                    goal,
                    600 * S,
                    &mut bucket(rate, burst, retry_after, latency),
                );
                let wasted = run.throttled as f64 / run.sent.len() as f64;
                let reached = run.answered as f64 / run.took.as_secs_f64();
                assert!(
                    wasted < 0.02 || run.throttled <= 16,
                    "{case}: {} of {} turned away",
                    run.throttled,
                    run.sent.len()
                );
                // Without a burst allowance the first seconds tell the least, and learning takes longest.
                let least = if burst < 2.0 { 0.7 } else { 0.85 };
                assert!(reached > least * rate, "{case}: only {reached:.1} a second");
            }
        }
    }
}

#[test]
fn a_limit_of_20_per_calendar_minute_is_learned() {
    let (mut minute, mut used) = (0, 0);
    let run = run(&mut Pace::new(Limits::default()), Kind::Create, 400, 3600 * S, &mut |at| {
        if at.as_secs() / 60 != minute {
            (minute, used) = (at.as_secs() / 60, 0);
        }
        used += 1;
        let left = Duration::from_secs((minute + 1) * 60) - at;
        (50 * MS, if used > 20 { Outcome::Throttled { retry_after: Some(left) } } else { Outcome::Answered })
    });
    assert!(run.answered >= 400);
    assert!(run.took < 25 * 60 * S, "{:?}", run.took);
    assert!(run.throttled <= 20, "{} of {} turned away", run.throttled, run.sent.len());
}

#[test]
fn retry_after_holds_back_requests_of_every_kind() {
    let mut pace = Pace::new(Limits::default());
    let go = |pace: &mut Pace, kind| match pace.permit(S, kind) {
        Permit::Go(ticket) => ticket,
        other => panic!("{other:?}"),
    };
    let first = go(&mut pace, Kind::Upload);
    let second = go(&mut pace, Kind::Create);
    pace.done(2 * S, first, Outcome::Throttled { retry_after: Some(40 * S) });
    pace.done(3 * S, second, Outcome::Failed { retry_after: Some(5 * S) });
    for kind in [Kind::Upload, Kind::Create, Kind::Read] {
        assert_eq!(pace.permit(41 * S, kind), Permit::Wait(42 * S), "the longer wait counts");
        assert!(matches!(pace.permit(42 * S, kind), Permit::Go(_)));
    }
    assert_eq!(pace.standstill(41 * S), Some(Standstill::RetryAfter { until: 42 * S }));
    assert_eq!(pace.standstill(42 * S), None);
}

#[test]
fn a_marketplace_that_is_down_is_probed_and_found_again_within_30_seconds() {
    let back = 3600 * S;
    let run = run(&mut Pace::new(Limits::default()), Kind::Read, 200, 7200 * S, &mut |at| {
        if at < back {
            (10 * MS, Outcome::Failed { retry_after: None })
        } else {
            (10 * MS, Outcome::Answered)
        }
    });
    let tries = run.sent.iter().filter(|&&at| at < back).count();
    assert!(tries < 220, "{tries} requests to a dead marketplace");
    let first = run.sent.iter().find(|&&at| at >= back).expect("found again");
    assert!(*first <= back + 30 * S);
    assert!(run.answered >= 200);
    assert!(run.took < back + 40 * S);
}

#[test]
fn losing_half_of_all_responses_slows_down_without_stopping() {
    let mut rng = SplitMix64::seed_from_u64(7);
    let run = run(&mut Pace::new(Limits::default()), Kind::Upload, 500, 3600 * S, &mut |_| {
        (
            100 * MS,
            if rng.next_u64().is_multiple_of(2) {
                Outcome::Answered
            } else {
                Outcome::Failed { retry_after: None }
            },
        )
    });
    assert!(run.answered >= 500);
    assert!(run.took < 300 * S, "{:?}", run.took);
}

#[test]
fn one_round_of_failures_halves_the_window_once() {
    let mut pace = Pace::new(Limits::default());
    let tickets: Vec<Ticket> = std::iter::from_fn(|| match pace.permit(S, Kind::Upload) {
        Permit::Go(ticket) => Some(ticket),
        _ => None,
    })
    .collect();
    assert_eq!(tickets.len(), 8);
    for ticket in tickets {
        pace.done(2 * S, ticket, Outcome::Failed { retry_after: None });
    }
    let after =
        std::iter::from_fn(|| matches!(pace.permit(3 * S, Kind::Upload), Permit::Go(_)).then_some(()))
            .count();
    assert_eq!(after, 4);
}

#[test]
fn the_limit_of_the_market_file_is_never_exceeded() {
    let limits = Limits { products_per_minute: 30, ..Limits::default() };
    let run = run(&mut Pace::new(limits), Kind::Create, 100, 3600 * S, &mut |_| (20 * MS, Outcome::Answered));
    for minute in run.sent.windows(31) {
        assert!(minute[30] - minute[0] > 59 * S);
    }
}

#[test]
fn a_refusal_counts_as_a_response_but_a_time_out_or_gateway_error_does_not() {
    let of = |code, status| Outcome::of::<()>(&Err(Problem { status, ..Problem::new(code) }));
    use vitrine_domain::ProblemKind;
    assert_eq!(of(ProblemKind::Refused, Some(400)), Outcome::Answered);
    assert_eq!(of(ProblemKind::Forbidden, Some(403)), Outcome::Answered);
    assert_eq!(of(ProblemKind::ServerError, Some(502)), Outcome::Failed { retry_after: None });
    assert_eq!(of(ProblemKind::TimedOut, Some(408)), Outcome::Failed { retry_after: None });
    assert_eq!(of(ProblemKind::ConnectionLost, None), Outcome::Failed { retry_after: None });
    assert_eq!(of(ProblemKind::Unreachable, None), Outcome::Failed { retry_after: None });
}
