//! Replays of short journals.

use super::*;
use crate::import::State;
use vitrine_domain::{PhotoEdit, ProblemKind, UserId, VendorId};

const DRAFT: DraftId = DraftId(7);
const RUN: RunId = RunId(1);

fn planned(name: &str) -> PlannedDraft {
    let draft = Draft { name: name.to_owned(), ..Draft::default() };
    PlannedDraft {
        draft,
        source: "/p".into(),
        source_name: name.to_owned(),
        photos: vec!["/p/1.jpg".into(), "/p/2.jpg".into()],
        ..PlannedDraft::default()
    }
}

fn uploaded(index: usize, content: &[u8], file: u64) -> Record {
    Record::PhotoUploaded {
        draft: DRAFT,
        index,
        hash: ContentHash::of(content),
        edit: PhotoEdit::default(),
        file: FileId::from(file),
    }
}

fn intent(attempt: u32) -> Record {
    Record::Intent { draft: DRAFT, attempt, cover: Some(FileId::from(1)) }
}

fn undone(attempt: u32) -> Record {
    Record::Undone { draft: DRAFT, attempt }
}

/// The draft after being added and then these records.
fn after(records: &[Record]) -> DraftHistory {
    let added = Record::DraftAdded { draft: DRAFT, run: RUN, planned: planned("Rug") };
    let entries: Vec<Entry> = std::iter::once(&added)
        .chain(records)
        .map(|record| Entry { at: 0, record: record.clone() })
        .collect();
    JournalReplay::read(&entries, 0).drafts()[0].clone()
}

#[test]
fn an_intent_without_an_outcome_must_be_checked() {
    assert_eq!(after(&[uploaded(0, b"1", 1), intent(1)]).state, State::Checking);
    assert_eq!(after(&[intent(1), undone(1)]).state, State::Waiting);
    assert_eq!(after(&[intent(1), undone(1), intent(2)]).state, State::Checking);
}

#[test]
fn replaying_a_record_twice_changes_nothing() {
    let records = [
        intent(1),
        undone(1),
        intent(2),
        Record::Created { draft: DRAFT, product: Some(ProductId::from(9)) },
    ];
    let twice = [records.clone(), records.clone()].concat();
    assert_eq!(after(&twice), after(&records));
}

#[test]
fn a_product_id_recorded_later_is_kept() {
    let created = |product| Record::Created { draft: DRAFT, product };
    let known = after(&[intent(1), created(None), created(Some(ProductId::from(9))), created(None)]);
    assert_eq!((known.state, known.product), (State::Created, Some(ProductId::from(9))));
}

#[test]
fn a_retry_applies_edited_fields_and_drops_refused_photos() {
    let failed = Record::Failed { draft: DRAFT, problem: Problem::new(ProblemKind::Unprocessable) };
    let retried = Record::Retried { draft: DRAFT, fields: planned("Big rug").draft, fresh_photos: true };
    let known = after(&[uploaded(0, b"1", 1), failed, retried]);
    assert_eq!(
        (known.state, known.planned.draft.name.as_str(), known.uploads.len()),
        (State::Waiting, "Big rug", 0)
    );
}

#[test]
fn a_continued_draft_keeps_its_cover_and_finds_other_photos_by_content() {
    let mut known = after(&[uploaded(0, b"cover", 1), uploaded(1, b"side", 2)]);
    let hashes = [b"cover".as_slice(), b"new", b"side"].map(ContentHash::of);
    known.adopt(RunId(2), &planned("Rug"), &hashes);
    let files: Vec<_> = known.uploads.iter().map(|(&index, upload)| (index, upload.file.clone())).collect();
    assert_eq!(files, [(0, FileId::from(1)), (2, FileId::from(2))]);
    // An album photo may be another draft's upload, so it cannot become a cover.
    known.adopt(RunId(3), &planned("Rug"), &[ContentHash::of(b"side")]);
    assert!(known.uploads.is_empty());
}

#[test]
fn a_continued_draft_that_may_be_in_the_shop_keeps_the_fields_it_was_sent_with() {
    let mut known = after(&[uploaded(0, b"1", 1), intent(1)]);
    known.adopt(RunId(2), &planned("Other"), &[]);
    assert_eq!(
        (known.state, known.planned.draft.name.as_str(), known.sent_before),
        (State::Checking, "Rug", true)
    );
}

#[test]
fn an_old_upload_is_known_but_not_used() {
    let entries =
        [Record::DraftAdded { draft: DRAFT, run: RUN, planned: planned("Rug") }, uploaded(0, b"1", 1)];
    let entries = entries.map(|record| Entry { at: 1_000, record });
    let stale = |unix_now| JournalReplay::read(&entries, unix_now).drafts()[0].uploads[&0].stale;
    assert!(!stale(1_000 + UPLOAD_LIFETIME_SECONDS));
    assert!(stale(1_001 + UPLOAD_LIFETIME_SECONDS));
}

/// For how long the creation counts as lost at `unix_now`, given records and their times.
fn waited(records: &[(i64, Record)], unix_now: i64) -> Option<u64> {
    let added = (0, Record::DraftAdded { draft: DRAFT, run: RUN, planned: planned("Rug") });
    let entries: Vec<Entry> = std::iter::once(&added)
        .chain(records)
        .map(|(at, record)| Entry { at: *at, record: record.clone() })
        .collect();
    JournalReplay::read(&entries, unix_now).drafts()[0].waited.map(|waited| waited.as_secs())
}

#[test]
fn a_wait_continues_after_a_restart_and_is_never_overestimated() {
    let lost = |at, attempt| (at, Record::Lost { draft: DRAFT, attempt });
    assert_eq!(waited(&[(100, intent(1))], 200), None, "the loss is not in the journal");
    assert_eq!(waited(&[(100, intent(1)), lost(110, 1)], 171), Some(60));
    assert_eq!(
        waited(&[(100, intent(1)), lost(110, 1), (150, undone(1)), (151, intent(2))], 171),
        None,
        "another creation"
    );
    assert_eq!(waited(&[(100, intent(1)), lost(110, 1)], 110), Some(0));
}

#[test]
fn a_clock_that_was_set_back_restarts_every_wait() {
    let lost = (5_000, Record::Lost { draft: DRAFT, attempt: 1 });
    assert_eq!(
        waited(&[(4_999, intent(1)), lost.clone()], 4_000),
        None,
        "the clock was set back after the last record"
    );
    assert_eq!(
        waited(&[(4_999, intent(1)), lost, (4_000, uploaded(1, b"x", 4))], 9_000),
        None,
        "the clock was set forward again"
    );
}

#[test]
fn a_product_belongs_to_the_draft_that_was_last_said_to_have_it() {
    let other = DraftId(DRAFT.0 + 1);
    let product = Some(ProductId::from(3));
    let records = [
        Record::DraftAdded { draft: DRAFT, run: RUN, planned: planned("Rug") },
        Record::DraftAdded { draft: other, run: RUN, planned: planned("Rug") },
        Record::Created { draft: DRAFT, product: product.clone() },
        Record::Accepted { draft: DRAFT, attempt: 0 },
        Record::Created { draft: other, product: product.clone() },
        Record::Created { draft: DRAFT, product: None },
    ];
    let entries: Vec<Entry> = records.into_iter().map(|record| Entry { at: 0, record }).collect();
    let products: Vec<_> =
        JournalReplay::read(&entries, 0).into_drafts().into_iter().map(|known| known.product).collect();
    assert_eq!(products, [None, product]);
}

#[test]
fn what_a_draft_was_answered_with_is_not_its_product_once_a_person_said_so() {
    let created = Record::Created { draft: DRAFT, product: Some(ProductId::from(3)) };
    let known =
        after(&[intent(1), created, Record::Accepted { draft: DRAFT, attempt: 1 }, undone(1), intent(2)]);
    assert_eq!((known.state, known.product), (State::Checking, None));
}

#[test]
fn every_kind_of_record_reads_back_equal() {
    let account = AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) };
    let problem = Problem {
        retry_after: Some(Duration::from_millis(1500)),
        ..Problem::new(ProblemKind::Unprocessable).with_field("name")
    };
    let lag = Some(Duration::from_millis(250));
    let knowledge =
        Knowledge { identity: Identity::Fields, lag, measured: 7, throttles_late: true, goes_back: true };
    let (draft, run, product) = (DRAFT, RUN, Some(ProductId::from(3)));
    let records = [
        Record::RunStarted { run, account: account.clone() },
        Record::FromForm { run },
        Record::DraftAdded { draft, run, planned: planned("گلیم") },
        Record::Adopted { draft, run, planned: planned("a"), hashes: vec![ContentHash::of(b"a")] },
        uploaded(1, b"x", 4),
        intent(2),
        Record::Lost { draft, attempt: 2 },
        undone(2),
        Record::Created { draft, product: product.clone() },
        Record::Skipped { draft, run, planned: planned("b"), product, photo: Some(FileId::from(5)) },
        Record::ListedTwice { draft },
        Record::Failed { draft, problem },
        Record::Undecided { draft },
        Record::Cancelled { draft },
        Record::Retried { draft, fields: Draft::default(), fresh_photos: false },
        Record::Baseline { run, products: Some(vec![ProductId::from(1)]) },
        Record::Knowledge { account, knowledge },
        Record::RunCancelled { run },
        Record::RunEnded { run },
    ];
    for record in records {
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record, "{json}");
    }
}

#[test]
fn knowledge_recorded_by_an_earlier_version_is_read() {
    let json = r#"{"kind":"knowledge","account":{"market":"m","user":1,"vendor":2},"knowledge":{"identity":"cover","lag":{"secs":2,"nanos":0}}}"#;
    let Record::Knowledge { knowledge, .. } = serde_json::from_str(json).unwrap() else { panic!("{json}") };
    assert_eq!(
        knowledge,
        Knowledge { identity: Identity::Cover, lag: Some(Duration::from_secs(2)), ..Knowledge::default() }
    );
}

#[test]
fn the_stored_names_of_identities_do_not_change() {
    let names = [Identity::Unproven, Identity::Cover, Identity::Fields, Identity::Nothing]
        .map(|it| serde_json::to_string(&it).unwrap());
    assert_eq!(names, ["\"unproven\"", "\"cover\"", "\"likeness\"", "\"nothing\""]);
}

#[test]
fn a_draft_that_waits_is_corrected_and_keeps_its_photos() {
    let corrected = Record::Retried { draft: DRAFT, fields: planned("Big rug").draft, fresh_photos: false };
    let known = after(&[uploaded(0, b"1", 1), corrected.clone()]);
    assert_eq!(
        (known.state, known.planned.draft.name.as_str(), known.uploads.len()),
        (State::Waiting, "Big rug", 1)
    );
    let known = after(&[intent(1), corrected]);
    assert_eq!(
        (known.state, known.planned.draft.name.as_str()),
        (State::Checking, "Rug"),
        "it was sent as it was"
    );
}
