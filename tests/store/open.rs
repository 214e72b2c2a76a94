//! Opening the data file costs the same however much it holds.
//!
//! `cargo test --release --test store open -- --ignored --nocapture` measures it.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tempfile::TempDir;
use vitrine::domain::{AccountKey, Code, Draft, FileId, ProductId, UserId, VendorId};
use vitrine::import::journal::Record;
use vitrine::import::{PlannedDraft, RunId};
use vitrine::store::Store;

const PAGE: u64 = 4096;

fn shop() -> AccountKey {
    AccountKey { market: "Example market".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) }
}

/// A closed data file whose journal holds this many records.
fn holding(records: usize) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let run = store.new_run().unwrap();
    store.append(&[Record::RunStarted { run, account: shop() }], now).unwrap();
    let drafts = store.new_drafts(records / 3).unwrap();
    for drafts in drafts.chunks(5_000) {
        let records = drafts.iter().flat_map(|&draft| {
            let planned = PlannedDraft {
                draft: Draft { name: format!("گلیم {draft}"), ..Draft::default() },
                source: PathBuf::from(format!("/photos/{draft}")),
                source_name: draft.to_string(),
                photos: vec![PathBuf::from(format!("/photos/{draft}/1.jpg"))],
                edits: vec![],
            };
            [
                Record::DraftAdded { draft, run, planned },
                Record::Intent { draft, attempt: 1, cover: FileId::from(draft.0) },
                Record::Created { draft, product: Some(ProductId::from(draft.0)) },
            ]
        });
        store.append(&records.collect::<Vec<_>>(), now).unwrap();
    }
    drop(store);
    dir
}

fn database(dir: &Path) -> PathBuf {
    dir.join("vitrine.db")
}

#[test]
fn opening_after_a_clean_shutdown_does_not_read_the_journal() {
    let empty = fs::metadata(database(holding(0).path())).unwrap().len();
    let dir = holding(6_000);
    let path = database(dir.path());
    let closed = fs::metadata(&path).unwrap();
    let (whole, changed) = (closed.len(), closed.modified().unwrap());
    assert!(whole > 10 * empty, "{whole} bytes against {empty}");

    // Everything that makes the file larger than an empty one is destroyed, in a way that nobody can see from outside.
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(empty)).unwrap();
    (0..(whole - empty) / PAGE).for_each(|_| file.write_all(&[0xff; PAGE as usize]).unwrap());
    file.set_modified(changed).unwrap();
    drop(file);

    let store = Store::open(dir.path()).unwrap();
    assert!(!store.needs_check());
    assert_eq!(store.run_entries(RunId(1)).unwrap_err().code, Code::StorageDamaged, "what was destroyed is the journal");
    drop(store);
    assert!(Store::open(dir.path()).unwrap().needs_check(), "whoever met damage does not call the file sound");
}

/// The median of the times `Store::open` takes.
fn opening(dir: &Path) -> Duration {
    let mut times: Vec<Duration> = (0..31)
        .map(|_| {
            let began = Instant::now();
            let store = Store::open(dir).unwrap();
            let took = began.elapsed();
            drop(store);
            took
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
#[ignore = "measures time"]
fn a_journal_of_200_000_records_opens_as_fast_as_an_empty_one() {
    let (empty, full) = (holding(0), holding(200_000));
    let (small, large) = (opening(empty.path()), opening(full.path()));
    let began = Instant::now();
    let store = Store::open(full.path()).unwrap();
    store.unfinished_states(&shop()).unwrap();
    println!("empty {small:?}, 200,000 records {large:?}; opened and counted {:?}", began.elapsed());
    println!("{} bytes", File::open(database(full.path())).unwrap().metadata().unwrap().len());
    assert!(large < small.mul_f64(1.3), "{large:?} against {small:?}");
}
