//! Days off: more days of preparation until a day that is named, and back by itself from then on.

use std::sync::atomic::{AtomicI64, Ordering};

use super::edits::*;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde_json::json;
use vitrine::worker::{EditCommand, EditEvent, Options, Wanted};
use vitrine_core::edit::plan::BulkRule;
use vitrine_core::edit::{EditCounts, EditRun, EditRunId, RowState};
use vitrine_domain::Field;
use vitrine_sandbox::{FaultRule, Faults, Moment, Operation};

use crate::kit::worker::Worker;

/// A separate clock at each use, in days from now: `Options::clock` is a plain function and cannot capture
/// one.
macro_rules! clock {
    () => {{
        static DAYS: AtomicI64 = AtomicI64::new(0);
        fn clock() -> Timestamp {
            Timestamp::now() + (24 * DAYS.load(Ordering::SeqCst)).hours()
        }
        (&DAYS, clock as fn() -> Timestamp)
    }};
}

/// A shop whose products are sent within two days, and a worker with its own clock.
fn desk_at_two_days(faults: Faults, clock: fn() -> Timestamp) -> Desk {
    let desk = desk_of(3, faults, |file| file);
    (1..=3).for_each(|place| desk.change_elsewhere(place, &json!({ "preparation_days": 2 })));
    again(desk, clock)
}

/// The next session of the program.
fn again(desk: Desk, clock: fn() -> Timestamp) -> Desk {
    let Desk { worker, shop, env, previews } = desk;
    drop(worker);
    let options = Options { clock, ..env.worker_options() };
    let worker = Worker::signed_in(options, env.market());
    Desk { worker, shop, env, previews }
}

/// Three more days for these products, for ten days.
fn days_off(places: &[u64]) -> Wanted {
    let today = Timestamp::now().to_zoned(TimeZone::system()).date();
    Wanted::DaysOff {
        products: places.iter().map(|place| id(*place).into()).collect(),
        rules: vec![BulkRule::parse(Field::PreparationDays, "+3", "").unwrap()],
        back_on: today.checked_add(10.days()).unwrap(),
    }
}

fn days(desk: &Desk) -> Vec<Option<i64>> {
    desk.shop.sandbox.products().into_iter().map(|product| product.fields.preparation_days).collect()
}

fn first_runs(desk: &Desk) -> Vec<EditRun> {
    desk.update(|update| if let EditEvent::Runs(runs) = update { Some(runs.clone()) } else { None })
}

#[test]
fn the_old_values_come_back_by_themselves_at_the_first_start_from_that_day_on() {
    let (passed, clock) = clock!();
    let mut desk = desk_at_two_days(Faults::default(), clock);
    desk.preview(days_off(&[1, 2]));
    let (run, _) = desk.start();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!(days(&desk), [Some(5), Some(5), Some(2)]);

    passed.store(9, Ordering::SeqCst);
    let desk = again(desk, clock);
    let runs = first_runs(&desk);
    assert!(runs[0].id == run && runs[0].back_on.is_some(), "it is shown until when: {runs:?}");
    assert_eq!((desk.runs().len(), days(&desk)[0]), (1, Some(5)), "not a day too early");

    passed.store(11, Ordering::SeqCst);
    let desk = again(desk, clock);
    let (back, _) = desk.opened();
    assert_eq!(desk.end().counts, EditCounts { changed: 2, ..EditCounts::default() });
    assert_eq!(days(&desk), [Some(2); 3]);
    let undoes = |run: &EditRun| (run.id, run.undoes);
    assert_eq!(desk.runs().iter().map(undoes).collect::<Vec<_>>(), [(back, Some(run)), (run, None)]);

    passed.store(30, Ordering::SeqCst);
    let desk = again(desk, clock);
    assert_eq!((first_runs(&desk).len(), days(&desk)), (2, vec![Some(2); 3]), "once");
}

#[test]
fn what_somebody_else_changed_meanwhile_waits_for_a_person() {
    let (passed, clock) = clock!();
    let mut desk = desk_at_two_days(Faults::default(), clock);
    desk.preview(days_off(&[1, 2]));
    desk.start();
    desk.end();
    desk.change_elsewhere(1, &json!({ "preparation_days": 9 }));
    passed.store(11, Ordering::SeqCst);
    let desk = again(desk, clock);
    let (back, _) = desk.opened();
    assert_eq!(desk.end().counts, EditCounts { changed: 1, moved: 1, ..EditCounts::default() });
    assert_eq!(days(&desk), [Some(9), Some(2), Some(2)]);
    assert_eq!(desk.show(back)[0].state, RowState::Moved);
    desk.send(EditCommand::Decide { run: back, rows: vec![0], overwrite: true });
    desk.end();
    assert_eq!(days(&desk), [Some(2); 3]);
}

#[test]
fn a_program_that_was_killed_while_it_began_goes_on_and_brings_everything_back() {
    let (passed, clock) = clock!();
    let slow = FaultRule {
        on: Some(Operation::Batch),
        reset: true,
        when: Moment::After,
        latency_ms: 100,
        to: Some(1),
        ..FaultRule::default()
    };
    let mut desk = desk_at_two_days(Faults::of(slow), clock);
    desk.preview(days_off(&[1, 2, 3]));
    desk.start();
    passed.store(11, Ordering::SeqCst);
    let desk = again(desk, clock);
    let runs = first_runs(&desk);
    assert!(runs[0].counts.waiting > 0, "{runs:?}");
    // The unfinished change comes first, whose end brings the old values back.
    desk.send(EditCommand::Resume);
    assert_eq!(desk.end().counts.changed, 3);
    let (_, rows) = desk.opened();
    assert_eq!(rows.len(), 3);
    assert_eq!(desk.end().counts.changed, 3);
    assert_eq!(days(&desk), [Some(2); 3]);
}

/// The products of a later change had no value that the shop told, so that nothing of theirs can come back.
/// It was tried at each start, and nothing else ever was.
#[test]
fn what_can_never_come_back_keeps_nothing_else_from_coming_back() {
    let (passed, clock) = clock!();
    let desk = desk_of(3, Faults::default(), |file| file);
    (1..=2).for_each(|place| desk.change_elsewhere(place, &json!({ "preparation_days": 2 })));
    let mut desk = again(desk, clock);
    desk.preview(days_off(&[1, 2]));
    let (first, _) = desk.start();
    desk.end();
    let Wanted::DaysOff { products, back_on, .. } = days_off(&[3]) else { unreachable!() };
    let rules = vec![BulkRule::parse(Field::PreparationDays, "7", "").unwrap()];
    desk.preview(Wanted::DaysOff { products, rules, back_on });
    desk.start();
    assert_eq!(desk.end().counts.changed, 1);
    assert_eq!(days(&desk), [Some(5), Some(5), Some(7)]);

    passed.store(11, Ordering::SeqCst);
    let desk = again(desk, clock);
    let (back, _) = desk.opened();
    assert_eq!(desk.end().counts.changed, 2);
    assert_eq!(days(&desk), [Some(2), Some(2), Some(7)]);
    let due = |run: &EditRun| (run.id, run.undoes, run.back_on.is_some());
    let runs = desk.runs();
    assert_eq!(due(&runs[0]), (back, Some(first), false), "{runs:?}");
    assert!(runs[1].back_on.is_none(), "nobody is told that it comes back: {runs:?}");
}

#[test]
fn what_is_back_already_is_not_sent_and_is_not_due_any_more() {
    let (passed, clock) = clock!();
    let mut desk = desk_at_two_days(Faults::default(), clock);
    desk.preview(days_off(&[1]));
    desk.start();
    desk.end();
    desk.change_elsewhere(1, &json!({ "preparation_days": 2 }));
    passed.store(11, Ordering::SeqCst);
    let desk = again(desk, clock);
    desk.update(|update| match update {
        EditEvent::Runs(runs) if runs[0].back_on.is_none() => Some(()),
        _ => None,
    });
    let ids: Vec<EditRunId> = desk.runs().into_iter().map(|run| run.id).collect();
    assert_eq!((ids.len(), days(&desk)), (1, vec![Some(2); 3]));
}
