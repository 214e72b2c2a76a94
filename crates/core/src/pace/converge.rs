//! Whole imports against model marketplaces on a virtual clock: how close the limiter comes to the optimum.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::*;

const S: Duration = Duration::from_secs(1);
const MS: Duration = Duration::from_millis(1);

/// A model marketplace: for a request of a kind sent at a given time, how long the response takes and what it
/// is.
type Server<'a> = dyn FnMut(Kind, Duration) -> (Duration, Outcome) + 'a;

#[derive(Default)]
struct Import {
    took: Duration,
    sent: Vec<Duration>,
    turned_away: usize,
    /// When each product was created.
    created: Vec<Duration>,
}

impl Import {
    fn wasted(&self) -> f64 {
        self.turned_away as f64 / self.sent.len() as f64
    }

    /// Products created per second between two times.
    fn speed(&self, from: Duration, to: Duration) -> f64 {
        self.created.iter().filter(|&&at| from <= at && at < to).count() as f64 / (to - from).as_secs_f64()
    }
}

/// Runs an import; each product is an upload followed by a creation.
fn import(limits: Limits, products: usize, server: &mut Server<'_>) -> Import {
    import_proven(limits, products, Duration::ZERO, server)
}

/// The same into a new shop: nothing is created until `proven`, as while the first product is being looked
/// for.
fn import_proven(limits: Limits, products: usize, proven: Duration, server: &mut Server<'_>) -> Import {
    let start = Duration::from_secs(1_000_000); // An arbitrary time.
    let (mut now, mut pace, mut run) = (start, Pace::new(limits), Import::default());
    let (mut to_upload, mut to_create) = (products, 0);
    let mut tickets: Vec<(Ticket, Outcome)> = Vec::new();
    let mut under_way: BinaryHeap<Reverse<(Duration, usize)>> = BinaryHeap::new();
    while run.created.len() < products && now - start < 7200 * S {
        let mut next = None;
        for (kind, left) in [(Kind::Create, &mut to_create), (Kind::Upload, &mut to_upload)] {
            if kind == Kind::Create && now - start < proven {
                next = Some(start + proven);
                continue;
            }
            while *left > 0 {
                match pace.permit(now, kind) {
                    Permit::Go(ticket) => {
                        let (takes, outcome) = server(kind, now - start);
                        under_way.push(Reverse((now + takes, tickets.len())));
                        tickets.push((ticket, outcome));
                        run.sent.push(now - start);
                        *left -= 1;
                    }
                    Permit::Wait(at) => {
                        assert!(at > now, "a wait must end in the future");
                        next = Some(next.map_or(at, |next: Duration| next.min(at)));
                        break;
                    }
                    Permit::Full => break,
                }
            }
        }
        let back = under_way.peek().map(|Reverse((at, _))| *at);
        now = [next, back].into_iter().flatten().min().expect("something to wait for");
        while let Some(&Reverse((at, index))) = under_way.peek()
            && at <= now
        {
            under_way.pop();
            let (ticket, outcome) = tickets[index];
            match (outcome, ticket.kind) {
                (Outcome::Answered, Kind::Upload) => to_create += 1,
                (Outcome::Answered, _) => run.created.push(now - start),
                (_, Kind::Upload) => to_upload += 1,
                _ => to_create += 1,
            }
            run.turned_away += usize::from(matches!(outcome, Outcome::Throttled { .. }));
            pace.done(now, ticket, outcome);
        }
    }
    run.took = now - start;
    run
}

/// A marketplace that processes `count` requests at once, each for about `work`; the others queue.
fn workers(
    count: usize,
    latency: Duration,
    work: Duration,
) -> impl FnMut(Kind, Duration) -> (Duration, Outcome) {
    let mut free = vec![Duration::ZERO; count];
    let mut rng = SplitMix64::seed_from_u64(5);
    move |_, at| {
        let next = free.iter_mut().min().expect("a worker");
        *next = (*next).max(at + latency / 2) + jitter(&mut rng, work);
        (*next + latency / 2 - at, Outcome::Answered)
    }
}

/// A marketplace that limits creations by a token bucket that holds one second's worth.
fn bucket(
    rate: f64,
    latency: Duration,
    retry_after: Option<Duration>,
) -> impl FnMut(Kind, Duration) -> (Duration, Outcome) {
    let (mut left, mut last) = (rate, Duration::ZERO);
    move |kind, at| {
        if kind == Kind::Create {
            left = (left + (at - last).as_secs_f64() * rate).min(rate);
            last = at;
            if left < 1.0 {
                return (latency, Outcome::Throttled { retry_after });
            }
            left -= 1.0;
        }
        (latency, Outcome::Answered)
    }
}

/// A marketplace that counts creations per calendar second.
fn counter(
    rate: usize,
    latency: Duration,
    retry_after: Option<Duration>,
) -> impl FnMut(Kind, Duration) -> (Duration, Outcome) {
    let (mut second, mut used) = (0, 0);
    move |kind, at| {
        if kind == Kind::Create {
            let this = (at + 300 * MS).as_secs();
            used = if this == second { used + 1 } else { 1 };
            second = this;
            if used > rate {
                return (latency, Outcome::Throttled { retry_after });
            }
        }
        (latency, Outcome::Answered)
    }
}

#[test]
fn an_import_takes_at_most_5_percent_longer_than_with_the_best_fixed_concurrency() {
    for latency in [MS / 2, 50 * MS, 200 * MS] {
        for count in [1, 2, 4, 16, 1000] {
            let took = |limits| {
                import(limits, 300, &mut workers(count, latency, (latency / 10).max(MS))).took.as_secs_f64()
            };
            let fixed =
                [1, 2, 4, 8, 16, 32].map(|fixed| took(Limits { fixed: Some(fixed), ..Limits::default() }));
            let best = fixed.into_iter().fold(f64::MAX, f64::min);
            let found = took(Limits::default());
            assert!(best / found >= 0.95, "{latency:?}, {count} at once: {found:.2} s, at best {best:.2} s");
        }
    }
}

#[test]
fn an_import_into_a_new_shop_takes_at_most_5_percent_longer_than_with_the_best_fixed_concurrency() {
    for latency in [MS / 2, 50 * MS, 200 * MS] {
        for count in [1, 2, 4, 16, 1000] {
            let took = |limits| {
                let mut server = workers(count, latency, (latency / 10).max(MS));
                import_proven(limits, 600, S, &mut server).took.as_secs_f64()
            };
            let fixed =
                [1, 2, 4, 8, 16, 32].map(|fixed| took(Limits { fixed: Some(fixed), ..Limits::default() }));
            let best = fixed.into_iter().fold(f64::MAX, f64::min);
            let found = took(Limits::default());
            assert!(best / found >= 0.95, "{latency:?}, {count} at once: {found:.2} s, at best {best:.2} s");
        }
    }
}

#[test]
fn a_rate_limit_is_used_to_95_percent_with_under_1_percent_of_requests_rejected() {
    for rate in [2.0, 5.0, 20.0, 50.0_f64] {
        for latency in [MS / 2, 50 * MS, 200 * MS] {
            for retry_after in [None, Some(S)] {
                let run = import(Limits::default(), 3000, &mut bucket(rate, latency, retry_after));
                // Allowing for the first second's worth, and for the round trip of the first requests.
                let reached =
                    ((3000.0 - rate) / rate + latency.as_secs_f64() * 10.0) / run.took.as_secs_f64();
                let case = format!("{rate} a second, {latency:?}, {retry_after:?}");
                assert!(reached >= 0.95, "{case}: {:.1} % of the rate", reached * 100.0);
                assert!(run.wasted() < 0.01, "{case}: {:.2} % turned away", run.wasted() * 100.0);
            }
        }
    }
}

#[test]
fn small_imports_waste_few_requests_while_the_rate_is_learned() {
    for rate in [5.0, 10.0, 20.0] {
        for latency in [MS / 2, 50 * MS, 200 * MS] {
            let run = import(Limits::default(), 300, &mut bucket(rate, latency, Some(S)));
            let reached = (300.0 - rate) / rate / run.took.as_secs_f64();
            let case = format!("{rate} a second, {latency:?}");
            assert!(reached >= 0.9, "{case}: {:.1} % of the rate", reached * 100.0);
            assert!(run.wasted() < 0.02, "{case}: {:.2} % turned away", run.wasted() * 100.0);
        }
    }
}

#[test]
fn reordering_on_the_network_wastes_few_requests() {
    for rate in [5.0, 10.0, 20.0] {
        let runs = (0..20).map(|seed| {
            let (mut server, mut rng, mut last) =
                (bucket(rate, 50 * MS, Some(S)), SplitMix64::seed_from_u64(seed), Duration::ZERO);
            import(Limits { seed, ..Limits::default() }, 300, &mut |kind, at| {
                // Up to 60 ms of extra delay.
                let late = jitter(&mut rng, 240 * MS).saturating_sub(180 * MS);
                last = last.max(at + late);
                let (takes, outcome) = server(kind, last);
                (takes + late, outcome)
            })
        });
        let (mut wasted, mut reached) = (0.0, 0.0);
        for run in runs {
            wasted += run.wasted() / 20.0;
            reached += (300.0 - rate) / rate / run.took.as_secs_f64() / 20.0;
        }
        assert!(wasted < 0.02, "{rate} a second: {:.2} % turned away", wasted * 100.0);
        assert!(reached >= 0.9, "{rate} a second: {:.1} % of the rate", reached * 100.0);
    }
}

#[test]
fn a_limit_per_calendar_second_is_learned_despite_overlong_retry_after() {
    for rate in [5, 20, 50] {
        for latency in [MS / 2, 50 * MS, 200 * MS] {
            let run = import(Limits::default(), 3000, &mut counter(rate, latency, Some(S)));
            let reached = 3000.0 / rate as f64 / run.took.as_secs_f64();
            let case = format!("{rate} each second, {latency:?}");
            assert!(reached >= 0.75, "{case}: {:.1} % of the rate", reached * 100.0);
            assert!(run.wasted() < 0.02, "{case}: {:.2} % turned away", run.wasted() * 100.0);
        }
    }
}

#[test]
fn a_lifted_limit_is_noticed_within_minutes() {
    let (mut tight, mut wide) = (bucket(5.0, 50 * MS, Some(S)), bucket(50.0, 50 * MS, Some(S)));
    let lifted = 120 * S;
    let run = import(Limits::default(), 6000, &mut |kind, at| {
        if at < lifted { tight(kind, at) } else { wide(kind, at) }
    });
    // At the old limit it would take twenty minutes.
    assert!(run.took < 600 * S, "{:?}", run.took);
}

#[test]
fn after_a_burst_of_failures_the_speed_recovers_within_a_minute() {
    let storm = 60 * S..120 * S;
    for fate in [
        Outcome::Failed { retry_after: None },
        Outcome::Throttled { retry_after: None },
        Outcome::Failed { retry_after: Some(20 * S) },
    ] {
        let mut calm = workers(1000, 50 * MS, 10 * MS);
        let run = import(Limits::default(), 60_000, &mut |kind, at| {
            if storm.contains(&at) { (50 * MS, fate) } else { calm(kind, at) }
        });
        let stormy = run.sent.iter().filter(|at| storm.contains(at)).count();
        assert!(stormy < 180, "{fate:?}: {stormy} requests into the storm");
        let (before, after) = (run.speed(40 * S, 60 * S), run.speed(180 * S, 200 * S));
        assert!(after > before * 0.95, "{fate:?}: {before:.0} a second before, {after:.0} after");
    }
}

#[test]
fn a_ten_minute_network_outage_is_probed_and_ended_automatically() {
    let gone = 20 * S..620 * S;
    let mut there = workers(1000, 50 * MS, 10 * MS);
    let run = import(Limits::default(), 20_000, &mut |kind, at| {
        if gone.contains(&at) { (MS, Outcome::Failed { retry_after: None }) } else { there(kind, at) }
    });
    let tries = run.sent.iter().filter(|at| gone.contains(at)).count();
    assert!(tries < 80, "{tries} requests into nothing");
    let first = run.created.iter().find(|&&at| at > gone.end).expect("it goes on");
    assert!(*first < gone.end + 35 * S, "{first:?}");
    assert_eq!(run.created.len(), 20_000);
}

#[test]
fn many_uploads_do_not_starve_creations_and_reads() {
    let (latency, rate) = (200 * MS, 20.0);
    let mut server = bucket(rate, latency, Some(S));
    let run = import(Limits::default(), 8000, &mut server);
    // The uploads end after about a minute; until then creations reach their rate beside them.
    let speed = run.speed(10 * S, 50 * S);
    assert!(speed > 0.9 * rate, "{speed:.1} creations a second beside the uploads");

    let mut pace = Pace::new(Limits::default());
    let mut kept = Vec::new();
    for kind in [Kind::Upload, Kind::Create] {
        while let Permit::Go(ticket) = pace.permit(S, kind) {
            kept.push(ticket);
        }
    }
    assert!(
        matches!(pace.permit(S, Kind::Read), Permit::Go(_)),
        "a table loads although {} requests are under way",
        kept.len()
    );
}

#[test]
fn an_absurdly_long_retry_after_is_capped_at_one_day() {
    let mut pace = Pace::new(Limits::default());
    let Permit::Go(ticket) = pace.permit(S, Kind::Read) else { panic!("not free") };
    pace.done(S, ticket, Outcome::Throttled { retry_after: Some(Duration::MAX) });
    assert_eq!(pace.permit(S, Kind::Create), Permit::Wait(S + 24 * 3600 * S));
}
