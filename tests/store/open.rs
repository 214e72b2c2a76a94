//! The time to open the data file does not depend on its size.
//!
//! `cargo test --release --test store open -- --ignored --nocapture` measures it.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tempfile::TempDir;
use vitrine::store::{Deliveries, Store};
use vitrine_core::import::journal::Record;
use vitrine_core::import::{PlannedDraft, RunId};
use vitrine_domain::{AccountKey, Draft, FileId, ProblemKind, ProductId, UserId, VendorId};

const PAGE: u64 = 4096;

fn shop() -> AccountKey {
    AccountKey { market: "Example market".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) }
}

/// A closed data file whose journal contains about this many records.
fn data_file_with(records: usize) -> TempDir {
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
                ..PlannedDraft::default()
            };
            [
                Record::DraftAdded { draft, run, planned },
                Record::Intent { draft, attempt: 1, cover: Some(FileId::from(draft.0)) },
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
    let empty = fs::metadata(database(data_file_with(0).path())).unwrap().len();
    let dir = data_file_with(9_000);
    let path = database(dir.path());
    let closed = fs::metadata(&path).unwrap();
    let (whole, changed) = (closed.len(), closed.modified().unwrap());
    assert!(whole > 10 * empty, "{whole} bytes, compared with {empty}");

    // Overwrites everything beyond the size of an empty file. Neither the length nor the time of modification
    // shows it.
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(empty)).unwrap();
    (0..(whole - empty) / PAGE).for_each(|_| file.write_all(&[0xff; PAGE as usize]).unwrap());
    file.set_modified(changed).unwrap();
    drop(file);

    let store = Store::open(dir.path()).unwrap();
    assert!(!store.needs_check());
    assert_eq!(
        store.run_entries(RunId(1)).unwrap_err().kind,
        ProblemKind::StorageDamaged,
        "the overwritten pages contain the journal"
    );
    drop(store);
    assert!(
        Store::open(dir.path()).unwrap().needs_check(),
        "after damage was found, the file is not marked as sound"
    );
}

/// The median time of `Store::open`.
fn median_open_time(dir: &Path) -> Duration {
    let mut times: Vec<Duration> = (0..31)
        .map(|_| {
            let start = Instant::now();
            let store = Store::open(dir).unwrap();
            let took = start.elapsed();
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
    let (empty, full) = (data_file_with(0), data_file_with(200_000));
    let (small, large) = (median_open_time(empty.path()), median_open_time(full.path()));
    let start = Instant::now();
    let store = Store::open(full.path()).unwrap();
    store.unfinished_states(&shop()).unwrap();
    println!("empty {small:?}, 200,000 records {large:?}; opened and counted {:?}", start.elapsed());
    println!("{} bytes", File::open(database(full.path())).unwrap().metadata().unwrap().len());
    assert!(large < small.mul_f64(1.3), "{large:?}, compared with {small:?}");
}

#[test]
#[ignore = "measures time"]
fn a_thousand_imports_are_listed_in_a_tenth_of_a_second() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    for _ in 0..1_000 {
        let run = store.new_run().unwrap();
        let mut records = vec![Record::RunStarted { run, account: shop() }];
        for draft in store.new_drafts(30).unwrap() {
            records.push(Record::DraftAdded { draft, run, planned: PlannedDraft::default() });
            records.push(Record::Created { draft, product: Some(ProductId::from(draft.0)) });
        }
        store.append(&records, now).unwrap();
    }
    let start = Instant::now();
    let runs = store.import_runs(&shop(), 1_000).unwrap();
    let took = start.elapsed();
    println!("1,000 imports of 30 products: {took:?}");
    assert_eq!((runs.len(), runs[0].counts.created), (1_000, 30));
    assert!(took < Duration::from_millis(100), "{took:?}");
}

/// A database would wait for whoever writes into the pipe.
#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_a_file_of_the_data_directory_is_refused() {
    for name in ["vitrine.db", "vitrine.db-wal", "vitrine.db-shm", "vitrine.clean", "deliveries.sqlite"] {
        let dir = data_file_with(3);
        let path = dir.path().join(name);
        let _ = fs::remove_file(&path);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let (told, answer) = std::sync::mpsc::channel();
        let data = dir.path().to_owned();
        std::thread::spawn(move || {
            let store = Store::open(&data).err().map(|problem| problem.kind);
            let deliveries = Deliveries::open(&data, "account").err().map(|problem| problem.kind);
            told.send((store, deliveries))
        });
        let refused = answer.recv_timeout(Duration::from_secs(20)).expect(name);
        let wanted = match name {
            "vitrine.clean" => (None, None),
            "deliveries.sqlite" => (None, Some(ProblemKind::Storage)),
            _ => (Some(ProblemKind::Storage), None),
        };
        assert_eq!(refused, wanted, "{name}");
    }
}
