//! The journal after a kill, on a full or read-only disk, and in a damaged file.
//!
//! `VITRINE_TEST_STEP=1` tries every byte instead of a sample.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jiff::Timestamp;
use tempfile::TempDir;
use vitrine::store::Store;
use vitrine_core::import::journal::{Entry, Record};
use vitrine_core::import::{DraftId, PlannedDraft, RunId};
use vitrine_domain::{AccountKey, Draft, FileId, ProblemKind, UserId, VendorId};

use crate::kit::timeout::{TIMEOUT, Watchdog};

const DB: &str = "vitrine.db";
const WAL: &str = "vitrine.db-wal";
const SHM: &str = "vitrine.db-shm";

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

fn shop() -> AccountKey {
    AccountKey { market: "Example market".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) }
}

fn start_run(store: &Store) -> (RunId, DraftId) {
    let (run, draft) = (store.new_run().unwrap(), store.new_drafts(1).unwrap()[0]);
    let planned = PlannedDraft {
        draft: Draft { name: "گلیم".to_owned(), ..Draft::default() },
        source: PathBuf::from("/photos/rug"),
        source_name: "rug".to_owned(),
        photos: vec![PathBuf::from("/photos/rug/1.jpg")],
        ..PlannedDraft::default()
    };
    store
        .append(
            &[Record::RunStarted { run, account: shop() }, Record::DraftAdded { draft, run, planned }],
            now(),
        )
        .unwrap();
    (run, draft)
}

fn append_intent(store: &Store, draft: DraftId, attempt: u32) {
    store.append(&[Record::Intent { draft, attempt, cover: Some(FileId::from(42)) }], now()).unwrap();
}

fn attempts(store: &Store, run: RunId) -> Vec<u32> {
    let attempt =
        |entry: Entry| if let Record::Intent { attempt, .. } = entry.record { Some(attempt) } else { None };
    store.run_entries(run).unwrap().into_iter().filter_map(attempt).collect()
}

/// A closed data file with one run of forty intents.
fn closed_file() -> (TempDir, RunId) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (run, draft) = start_run(&store);
    (0..40).for_each(|attempt| append_intent(&store, draft, attempt));
    drop(store);
    assert!(!dir.path().join(WAL).exists());
    (dir, run)
}

/// The files as a kill leaves them: with a write-ahead log that was not checkpointed.
fn files_after_kill() -> (TempDir, RunId) {
    let (dir, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = Store::open(dir.path()).unwrap();
    let (run, draft) = start_run(&store);
    (0..10).for_each(|attempt| append_intent(&store, draft, attempt));
    for file in [DB, WAL, SHM] {
        fs::copy(dir.path().join(file), copy.path().join(file)).unwrap();
    }
    (copy, run)
}

fn step_or(default: usize) -> usize {
    std::env::var("VITRINE_TEST_STEP").ok().and_then(|step| step.parse().ok()).unwrap_or(default)
}

/// Opens a directory with these files, which has no mark of a clean shutdown. Checks that a refusal leaves
/// the files unchanged.
fn open_with(files: &[(&str, &[u8])]) -> (TempDir, Result<Store, ProblemKind>) {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    let opened = Store::open(dir.path()).map_err(|problem| {
        for (name, bytes) in files {
            assert!(
                fs::read(dir.path().join(name)).unwrap() == *bytes,
                "{name} was refused, but changed: {problem}"
            );
        }
        assert!(problem.subject.is_some() && problem.quotation.is_some(), "{problem:?}");
        problem.kind
    });
    (dir, opened)
}

#[test]
fn files_copied_at_any_moment_contain_all_acknowledged_records() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (run, draft) = start_run(&store);
    // Long enough for several checkpoints, after which SQLite restarts the log and overwrites its old frames.
    for attempt in 0..900 {
        append_intent(&store, draft, attempt);
        if attempt < 20 || attempt % 23 == 0 {
            let [db, wal] = [DB, WAL].map(|file| fs::read(dir.path().join(file)).unwrap());
            let (_copy, opened) = open_with(&[(DB, &db), (WAL, &wal)]);
            assert_eq!(attempts(&opened.unwrap(), run), (0..=attempt).collect::<Vec<_>>());
        }
    }
}

#[test]
fn kill_9_loses_no_acknowledged_record() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (run, draft) = start_run(&store);
    drop(store);
    for round in 0..12_u32 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "damage::append_until_killed", "--ignored", "--nocapture"])
            .env("VITRINE_TEST_DIR", dir.path())
            .env("VITRINE_TEST_DRAFT", draft.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let _watchdog = Watchdog::start(TIMEOUT, &child);
        let acknowledged = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok)
            .filter_map(|line| line.strip_prefix("acknowledged ")?.parse().ok())
            .nth(usize::try_from(round * 7 % 40).unwrap());
        child.kill().unwrap();
        child.wait().unwrap();
        let (journaled, acknowledged): (Vec<u32>, u32) =
            (attempts(&Store::open(dir.path()).unwrap(), run), acknowledged.unwrap());
        assert_eq!(
            journaled,
            (0..u32::try_from(journaled.len()).unwrap()).collect::<Vec<_>>(),
            "a record is missing or repeated"
        );
        assert!(
            journaled.last() >= Some(&acknowledged),
            "{acknowledged} was acknowledged, but {:?} is the last one in the journal",
            journaled.last()
        );
    }
}

#[test]
#[ignore = "run, and killed, by kill_9_loses_no_acknowledged_record"]
fn append_until_killed() {
    let Some(dir) = std::env::var_os("VITRINE_TEST_DIR") else { return };
    let draft = DraftId(std::env::var("VITRINE_TEST_DRAFT").unwrap().parse().unwrap());
    let store = Store::open(Path::new(&dir)).unwrap();
    let [run, ..] = store.unfinished_runs(&shop()).unwrap()[..] else { panic!("no run") };
    for attempt in u32::try_from(attempts(&store, run).len()).unwrap().. {
        append_intent(&store, draft, attempt);
        #[expect(clippy::disallowed_methods, reason = "the parent process reads it")]
        let mut out = std::io::stdout();
        writeln!(out, "acknowledged {attempt}").unwrap();
    }
}

#[test]
fn a_truncated_file_is_refused_and_kept() {
    let (dir, _) = closed_file();
    let whole = fs::read(dir.path().join(DB)).unwrap();
    for length in
        (0..whole.len()).step_by(step_or(1531)).chain([4095, 4096, whole.len() - 4096, whole.len() - 1])
    {
        let (_dir, opened) = open_with(&[(DB, &whole[..length])]);
        assert_eq!(opened.map(drop), Err(ProblemKind::StorageDamaged), "truncated to {length} bytes");
    }
}

#[test]
fn a_flipped_bit_never_changes_the_journal_unnoticed() {
    let (dir, run) = closed_file();
    let whole = fs::read(dir.path().join(DB)).unwrap();
    let read_all = |store: &Store| {
        Ok::<_, vitrine_domain::Problem>((
            store.run_entries(run)?,
            store.unfinished_runs(&shop())?,
            store.earlier_entries(&shop(), ["rug"], [], &[])?,
        ))
    };
    let intact = read_all(&Store::open(dir.path()).unwrap()).unwrap();
    let mut unnoticed: Vec<usize> = Vec::new();
    for at in (0..whole.len()).step_by(step_or(331)) {
        let mut corrupt = whole.clone();
        corrupt[at] ^= 1 << (at % 8);
        let (_dir, opened) = open_with(&[(DB, &corrupt)]);
        let found = opened.as_ref().ok().and_then(|store| store.path().check().err());
        match opened.map(|store| read_all(&store)) {
            // A check in the background finds damage deep in the file, so that opening does not have to read
            // all of it.
            Ok(Ok(read)) => unnoticed.extend(Some(at).filter(|_| read != intact && found.is_none())),
            Ok(Err(problem)) => {
                assert_eq!(problem.kind, ProblemKind::StorageDamaged, "bit at {at}: {problem}");
            }
            Err(code) => assert_eq!(code, ProblemKind::StorageDamaged, "bit at {at}"),
        }
    }
    assert_eq!(unnoticed, [0; 0], "flipped bits that changed the journal without being detected");
}

#[test]
fn a_damaged_file_with_a_log_is_refused_without_a_checkpoint() {
    let (dir, run) = files_after_kill();
    let [db, log] = [DB, WAL].map(|file| fs::read(dir.path().join(file)).unwrap());
    let mut refused = 0;
    for at in (0..db.len()).step_by(step_or(331)) {
        let mut corrupt = db.clone();
        corrupt[at] ^= 1 << (at % 8);
        let (dir, opened) = open_with(&[(DB, &corrupt), (WAL, &log)]);
        match opened {
            Ok(store) => match store.path().check() {
                // The log contains a newer version of the page.
                Ok(()) => assert_eq!(attempts(&store, run), (0..10).collect::<Vec<_>>(), "bit at {at}"),
                // The background check finds it, because opening does not read all of the file.
                Err(problem) => {
                    assert_eq!(problem.kind, ProblemKind::StorageDamaged, "bit at {at}");
                    drop(store);
                    let [db_after, log_after] =
                        [DB, WAL].map(|file| fs::read(dir.path().join(file)).unwrap());
                    assert!(
                        db_after == corrupt && log_after == log,
                        "the log was checkpointed into a file that is damaged at {at}"
                    );
                    refused += 1;
                }
            },
            Err(code) => {
                assert_eq!(code, ProblemKind::StorageDamaged, "bit at {at}");
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_truncated_log_yields_all_commits_before_the_truncation() {
    let (dir, run) = files_after_kill();
    let [db, log] = [DB, WAL].map(|file| fs::read(dir.path().join(file)).unwrap());
    let mut before = 0;
    for length in (0..log.len()).step_by(step_or(977)).chain([log.len()]) {
        let (_dir, opened) = open_with(&[(DB, &db), (WAL, &log[..length])]);
        let read = attempts(&opened.unwrap(), run);
        assert!(read.len() >= before, "a longer log yields fewer commits");
        before = read.len();
        assert_eq!(read, (0..u32::try_from(before).unwrap()).collect::<Vec<_>>());
    }
    assert_eq!(before, 10);
}

#[test]
fn a_damaged_log_loses_at_most_its_last_commit_or_is_refused() {
    let (dir, run) = files_after_kill();
    let [db, log] = [DB, WAL].map(|file| fs::read(dir.path().join(file)).unwrap());
    let mut refused = 0;
    for at in (0..log.len()).step_by(step_or(331)) {
        let mut corrupt = log.clone();
        corrupt[at] ^= 1 << (at % 8);
        let (_dir, opened) = open_with(&[(DB, &db), (WAL, &corrupt)]);
        match opened {
            Ok(store) => {
                assert!(
                    attempts(&store, run).len() >= 9,
                    "the flipped bit at {at} lost more than one commit"
                );
            }
            Err(code) => {
                assert_eq!(code, ProblemKind::StorageDamaged);
                refused += 1;
            }
        }
    }
    assert!(refused > 0);
}

/// SQLite rebuilds the index of the log when the first connection opens it, so its content is irrelevant.
#[test]
fn a_damaged_index_of_the_log_changes_nothing() {
    let (dir, run) = files_after_kill();
    let [db, log] = [DB, WAL].map(|file| fs::read(dir.path().join(file)).unwrap());
    let index = fs::read(dir.path().join(SHM)).unwrap();
    let corrupted = (0..index.len()).step_by(step_or(997)).map(|at| {
        let mut corrupt = index.clone();
        corrupt[at] ^= 1 << (at % 8);
        corrupt
    });
    let truncated = (0..index.len()).step_by(step_or(1531)).map(|length| index[..length].to_vec());
    for index in corrupted.chain(truncated).chain([vec![0xff; 32_768], b"not an index".to_vec()]) {
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in [(DB, &db), (WAL, &log), (SHM, &index)] {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        let store = Store::open(dir.path()).unwrap();
        assert_eq!(attempts(&store, run), (0..10).collect::<Vec<_>>());
    }
}

/// Flips a bit in a page of the journal, which opening does not read.
fn corrupt_journal_page(dir: &Path) {
    let path = dir.join(DB);
    let mut bytes = fs::read(&path).unwrap();
    let intent = br#""kind":"intent""#;
    let at = bytes.windows(intent.len()).position(|window| window == intent).unwrap();
    bytes[at / 4096 * 4096] ^= 0x40;
    fs::write(&path, bytes).unwrap();
}

#[test]
fn the_whole_file_is_checked_only_after_an_unclean_shutdown() {
    let (dir, _) = closed_file();
    assert!(!Store::open(dir.path()).unwrap().needs_check(), "the file was closed cleanly");
    assert!(!Store::open(dir.path()).unwrap().needs_check(), "opening and closing it again keeps it so");

    let (killed, run) = files_after_kill();
    let store = Store::open(killed.path()).unwrap();
    assert!(store.needs_check(), "the process was killed");
    drop(store);
    let store = Store::open(killed.path()).unwrap();
    assert!(store.needs_check(), "the file was closed before the check");
    store.path().check().unwrap();
    assert!(!store.needs_check());
    drop(store);
    let store = Store::open(killed.path()).unwrap();
    assert!(!store.needs_check(), "the file was checked and closed");
    assert_eq!(attempts(&store, run).len(), 10);
}

#[test]
fn a_shutdown_is_clean_once_the_last_connection_is_closed() {
    let (dir, _) = closed_file();
    let store = Store::open(dir.path()).unwrap();
    let (path, writer) = (store.path(), store.path().connect().unwrap());
    writer.set_setting("ui", "{}").unwrap();
    drop((store, path));
    assert!(Store::open(dir.path()).unwrap().needs_check(), "a connection was still open");
    drop(writer);
    assert!(!dir.path().join(WAL).exists());
}

#[test]
fn a_file_replaced_after_closing_is_checked() {
    let (dir, _) = closed_file();
    let (other, _) = closed_file();
    fs::copy(other.path().join(DB), dir.path().join(DB)).unwrap();
    assert!(Store::open(dir.path()).unwrap().needs_check());
}

#[test]
fn nothing_is_written_after_damage_was_found_and_the_next_start_checks_again() {
    let (dir, run) = closed_file();
    corrupt_journal_page(dir.path());
    let store = Store::open(dir.path()).unwrap();
    let writer = store.path().connect().unwrap();
    let found = store.path().check().unwrap_err();
    assert_eq!(found.kind, ProblemKind::StorageDamaged);
    assert!(found.subject.is_some() && found.quotation.is_some(), "{found:?}");
    for store in [&store, &writer, &store.path().connect().unwrap()] {
        assert_eq!(store.append(&[Record::RunEnded { run }], now()), Err(found.clone()));
    }
    drop((store, writer));
    assert!(Store::open(dir.path()).unwrap().needs_check());
}

#[test]
fn foreign_files_are_refused_and_kept() {
    let (dir, _) = closed_file();
    let ours = fs::read(dir.path().join(DB)).unwrap();
    let altered = |at: usize, bytes: &[u8]| {
        let mut file = ours.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    // The header's fields at 60 and 68 are user_version and application_id.
    let cases = [
        ("an empty file", Vec::new()),
        ("text", b"not a database, despite its name".to_vec()),
        ("a version below zero", altered(60, &(-1_i32).to_be_bytes())),
        ("another program's database", altered(68, &7_u32.to_be_bytes())),
    ];
    for (what, file) in cases {
        let (_dir, opened) = open_with(&[(DB, &file)]);
        assert_eq!(opened.map(drop), Err(ProblemKind::StorageDamaged), "{what}");
    }
    let (_dir, opened) = open_with(&[(WAL, b"a log without its database")]);
    assert_eq!(opened.map(drop), Err(ProblemKind::StorageDamaged));
}

#[test]
fn a_file_of_a_newer_version_is_kept_and_says_what_to_install() {
    let (dir, _) = closed_file();
    let path = dir.path().join(DB);
    let newer = rusqlite::Connection::open(&path).unwrap();
    newer
        .execute_batch(
            "PRAGMA user_version = 1000; UPDATE setting SET json = '\"9.1.0\"' WHERE key = 'program_version'",
        )
        .unwrap();
    drop(newer);
    let before = fs::read(&path).unwrap();
    let problem = Store::open(dir.path()).unwrap_err();
    assert_eq!((problem.kind, problem.expected.as_deref()), (ProblemKind::StorageNewer, Some("9.1.0")));
    assert_eq!(problem.subject, Some(path.display().to_string()));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn an_interrupted_first_start_is_repeated() {
    let (_dir, opened) = open_with(&[("vitrine.db-new", b"half a file")]);
    opened.unwrap().set_setting("ui", "{}").unwrap();
}

#[test]
fn a_data_directory_that_cannot_be_created_is_a_storage_problem() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    for path in ["file", "file/below"] {
        assert_eq!(Store::open(&dir.path().join(path)).unwrap_err().kind, ProblemKind::Storage, "{path}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use super::*;

    #[test]
    fn only_the_owner_can_read_the_data_files() {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("data");
        let store = Store::open(&dir).unwrap();
        store.set_setting("ui", "{}").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!(mode(&dir), 0o700);
        for file in fs::read_dir(&dir).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    }

    #[test]
    fn a_read_only_directory_is_reported_immediately() {
        let (dir, _) = closed_file();
        let is_root = fs::metadata(dir.path()).unwrap().uid() == 0;
        fs::set_permissions(dir.path().join(DB), fs::Permissions::from_mode(0o444)).unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o555)).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap());
        child
            .args(["--exact", "damage::unix::open_read_only", "--ignored", "--nocapture"])
            .env("VITRINE_TEST_DIR", dir.path());
        if is_root {
            // Permissions do not apply to root, so the process runs as the user nobody.
            child.uid(65_534);
        }
        let status = child.status();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
        assert!(status.unwrap().success());
    }

    #[test]
    #[ignore = "run by a_read_only_directory_is_reported_immediately"]
    fn open_read_only() {
        let Some(dir) = std::env::var_os("VITRINE_TEST_DIR") else { return };
        let problem = Store::open(Path::new(&dir)).unwrap_err();
        assert_eq!(problem.kind, ProblemKind::Storage, "{problem}");
    }

    /// A file system of 400 kB. `mount` returns `None` if this user may not mount one.
    struct SmallDisk(TempDir);

    impl SmallDisk {
        fn mount() -> Option<Self> {
            let dir = tempfile::tempdir().unwrap();
            let mounted = Command::new("mount")
                .args(["-t", "tmpfs", "-o", "size=400k", "tmpfs"])
                .arg(dir.path())
                .stderr(Stdio::null())
                .status();
            mounted.is_ok_and(|status| status.success()).then_some(Self(dir))
        }
    }

    impl Drop for SmallDisk {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg(self.0.path()).status();
        }
    }

    #[test]
    fn a_full_disk_refuses_appends_until_there_is_room() {
        let Some(disk) = SmallDisk::mount() else {
            eprintln!("skipped: mounting needs root");
            return;
        };
        let dir = disk.0.path().join("data");
        let store = Store::open(&dir).unwrap();
        let (run, draft) = start_run(&store);
        let filler = disk.0.path().join("filler");
        let mut file = fs::File::create(&filler).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
        drop(file);

        let intent = |attempt| [Record::Intent { draft, attempt, cover: Some(FileId::from(42)) }];
        let mut acknowledged = Vec::new();
        let problem = loop {
            let attempt = u32::try_from(acknowledged.len()).unwrap();
            match store.append(&intent(attempt), now()) {
                Ok(()) => acknowledged.push(attempt),
                Err(problem) => break problem,
            }
        };
        assert_eq!(problem.kind, ProblemKind::Storage, "{problem}");
        assert!(problem.quotation.is_some() && problem.subject.is_some());
        assert_eq!(attempts(&store, run), acknowledged, "no refused record is partly written");

        fs::remove_file(&filler).unwrap();
        store.append(&intent(99), now()).unwrap();
        drop(store);
        acknowledged.push(99);
        assert_eq!(attempts(&Store::open(&dir).unwrap(), run), acknowledged);
    }
}
