//! Runs of changes, as they are found after a restart.

use jiff::Timestamp;
use proptest::prelude::*;
use vitrine::store::Store;
use vitrine_core::edit::engine::RowUpdate;
use vitrine_core::edit::{
    ChangedVariant, EditCounts, EditRunId, FieldChange, RowState, RunPurpose, StoredRow,
};
use vitrine_domain::{AccountKey, Field, FieldValue, Price, Problem, ProblemKind, UserId, VendorId};

fn shop(user: u64) -> AccountKey {
    AccountKey {
        market: "Example market".to_owned(),
        user: UserId::from(user),
        vendor: VendorId::from(user + 100),
    }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).unwrap()
}

fn row(id: u64) -> StoredRow {
    let price = FieldChange::new(
        Field::PrimaryPrice,
        Some(FieldValue::Price(Price::on_wire(1000))),
        FieldValue::Price(Price::on_wire(1080)),
    );
    let name = FieldChange::new(Field::Name, None, FieldValue::Text("Red “rug”".to_owned()));
    StoredRow {
        product: id.into(),
        name: format!("Rug {id}"),
        changes: vec![price, name],
        state: RowState::Waiting,
        sent: false,
        now: Vec::new(),
        problem: None,
    }
}

#[test]
fn a_run_is_there_after_a_restart_with_everything_that_happened_to_its_rows() {
    let dir = tempfile::tempdir().unwrap();
    let mut rows: Vec<StoredRow> = (1..=4).map(row).collect();
    let run = {
        let store = Store::open(dir.path()).unwrap();
        let run = store.begin_edit_run(&shop(1), &rows, None, at(0)).unwrap();
        rows[0].state = RowState::Changed;
        rows[1].state = RowState::Moved;
        rows[1].now = vec![Some(FieldValue::Price(Price::on_wire(990))), None];
        rows[1].changes[1].base = Some(FieldValue::Text("Rug".to_owned()));
        rows[2].state = RowState::Failed;
        rows[2].problem = Some(Problem::new(ProblemKind::NotInShop).with_subject("3"));
        let updates: Vec<RowUpdate> =
            rows.iter().enumerate().map(|(place, row)| RowUpdate::of(place, row)).collect();
        store.update_edit_rows(run, &updates[..3]).unwrap();
        run
    };
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.edit_rows(&shop(1), run).unwrap(), Some(rows));
    assert_eq!(store.unfinished_edit_run(&shop(1)).unwrap(), Some(run));
    let listed = store.edit_runs(&shop(1), 10).unwrap();
    let counts = EditCounts { changed: 1, moved: 1, failed: 1, waiting: 1, ..EditCounts::default() };
    let example = listed[0].example.clone().map(|(_, change)| change.new);
    assert_eq!(example, Some(FieldValue::Price(Price::on_wire(1080))), "of the one that was changed");
    assert_eq!((listed.len(), listed[0].id, listed[0].started_at, listed[0].counts), (1, run, at(0), counts));
}

#[test]
fn runs_belong_to_one_account_and_their_numbers_are_never_given_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let first = store.begin_edit_run(&shop(1), &[row(1)], None, at(0)).unwrap();
    let undo = store.begin_edit_run(&shop(1), &[row(1)], Some(first), at(1)).unwrap();
    assert!(
        undo > first
            && store.edit_rows(&shop(2), first).unwrap().is_none()
            && store.edit_runs(&shop(2), 9).unwrap().is_empty()
    );
    let listed: Vec<_> =
        store.edit_runs(&shop(1), 9).unwrap().into_iter().map(|run| (run.id, run.undoes)).collect();
    assert_eq!(listed, [(undo, Some(first)), (first, None)], "the latest first");
    assert_eq!(store.edit_rows(&shop(1), EditRunId(99)).unwrap(), None);
}

#[test]
fn values_that_come_back_on_a_day_are_due_from_then_on_once_and_in_their_own_shop() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let day = |day: i8| jiff::civil::date(2026, 12, day);
    let changed = StoredRow { state: RowState::Changed, ..row(1) };
    let begin = |purpose: RunPurpose, row: &StoredRow| {
        store.begin_edit_run(&shop(1), std::slice::from_ref(row), purpose, at(0)).unwrap()
    };
    let first = begin(RunPurpose { undoes: None, back_on: Some(day(5)) }, &changed);
    let second = begin(RunPurpose { undoes: None, back_on: Some(day(7)) }, &changed);
    let due = |on| store.due_edit_run(&shop(1), day(on), None).unwrap();
    assert_eq!((due(4), due(5), due(6), due(7)), (None, Some(first), Some(first), Some(second)));
    assert_eq!(store.due_edit_run(&shop(2), day(30), None).unwrap(), None, "another shop gets nothing");
    assert_eq!(store.edit_runs(&shop(1), 9).unwrap()[1].back_on, Some(day(5)));
    begin(Some(second).into(), &changed);
    assert_eq!(due(30), Some(first), "the other one was undone");
    begin(RunPurpose::default(), &row(2));
    assert_eq!(due(30), None, "an unfinished run comes first");
    store.give_up_edits(&shop(1)).unwrap();
    assert_eq!(due(30), Some(first));
    store.is_back(first).unwrap();
    assert_eq!(due(30), None);
}

#[test]
fn what_was_not_sent_is_given_up_and_what_may_have_been_sent_is_not() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let states = [RowState::Waiting, RowState::Moved, RowState::Sent, RowState::Changed];
    let rows: Vec<StoredRow> =
        states.iter().zip(1..).map(|(state, id)| StoredRow { state: *state, ..row(id) }).collect();
    let run = store.begin_edit_run(&shop(1), &rows, None, at(0)).unwrap();
    assert_eq!([1, 2].map(|of| store.count_open_edits(&shop(of)).unwrap()), [3, 0]);
    store.give_up_edits(&shop(2)).unwrap();
    store.give_up_edits(&shop(1)).unwrap();
    assert_eq!(store.count_open_edits(&shop(1)).unwrap(), 1, "it may have been sent");
    let left: Vec<RowState> =
        store.edit_rows(&shop(1), run).unwrap().unwrap().into_iter().map(|row| row.state).collect();
    assert_eq!(left, [RowState::Cancelled, RowState::Cancelled, RowState::Sent, RowState::Changed]);
}

fn value() -> impl Strategy<Value = FieldValue> {
    prop_oneof![any::<i64>().prop_map(FieldValue::Number), ".{0,12}".prop_map(FieldValue::Text)]
}

fn variant() -> impl Strategy<Value = Option<ChangedVariant>> {
    let of = |(id, name): (u64, String)| ChangedVariant { id: id.into(), name };
    proptest::option::of((any::<u64>(), ".{0,12}").prop_map(of))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn any_value_comes_back_as_it_was(
        variant in variant(), base in proptest::option::of(value()), new in value(), now in proptest::option::of(value()),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let stored = StoredRow {
            changes: vec![FieldChange { field: Field::Name, variant, base, new }],
            state: RowState::Moved,
            sent: true,
            now: vec![now],
            ..row(1)
        };
        let run = store.begin_edit_run(&shop(1), std::slice::from_ref(&stored), None, at(0)).unwrap();
        prop_assert_eq!(store.edit_rows(&shop(1), run).unwrap(), Some(vec![stored]));
    }
}
