//! The state in which the journal leaves each draft, stored in the same transaction as the journal records,
//! so that drafts can be counted without reading the journal.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, params};

use super::{Store, damaged, find_shop};
use vitrine_core::import::journal::{DraftState, Record};
use vitrine_core::import::{Counts, DraftId, ImportRun, RunId, State};
use vitrine_domain::{AccountKey, Problem};

impl Store {
    /// The number of drafts in each state, in the account's runs that have not ended.
    pub fn unfinished_states(&self, account: &AccountKey) -> Result<Vec<(State, usize)>, Problem> {
        self.read(|db| match find_shop(db, account)? {
            Some(shop) => counted(db, &format!("run IN ({UNFINISHED} AND shop = ?1)"), [shop]),
            None => Ok(Vec::new()),
        })
    }

    /// The same for all accounts at a marketplace.
    pub fn unfinished_states_at(&self, market: &str) -> Result<Vec<(State, usize)>, Problem> {
        let condition = format!("run IN ({UNFINISHED} AND shop IN (SELECT id FROM shop WHERE market = ?1))");
        self.read(|db| counted(db, &condition, [market]))
    }

    /// The number of the run's drafts in each state.
    pub fn run_states(&self, run: RunId) -> Result<Vec<(State, usize)>, Problem> {
        self.read(|db| counted(db, "run = ?1", [run.0]))
    }

    /// The run's drafts with their states, in the order of their numbers.
    pub fn drafts_of_run(&self, run: RunId) -> Result<Vec<(DraftId, State)>, Problem> {
        let sql = "SELECT draft, state FROM draft_state WHERE run = ?1 ORDER BY draft";
        self.read(|db| {
            db.prepare(sql)?.query_map([run.0], |row| Ok((DraftId(row.get(0)?), state(row, 1)?)))?.collect()
        })
    }

    /// The account's imports, the latest first, at most `count`.
    pub fn import_runs(&self, account: &AccountKey, count: usize) -> Result<Vec<ImportRun>, Problem> {
        self.read(|db| {
            let Some(shop) = find_shop(db, account)? else { return Ok(Vec::new()) };
            let sql = "SELECT id, (SELECT at FROM journal WHERE run = run.id AND draft IS NULL ORDER BY id LIMIT 1) FROM run
                WHERE shop = ?1 AND EXISTS (SELECT 1 FROM draft_state WHERE draft_state.run = run.id) ORDER BY id DESC LIMIT ?2";
            let mut runs = db.prepare(sql)?;
            let mut states = db.prepare("SELECT state FROM draft_state WHERE run = ?1")?;
            runs.query_map(params![shop, count], |row| {
                let id = row.get(0)?;
                let mut counts = Counts::default();
                states.query_map([id], |row| state(row, 0))?.try_for_each(|state| state.map(|state| counts.add(state)))?;
                let started_at = Timestamp::from_second(row.get(1)?).map_err(|error| damaged(1, error))?;
                Ok(ImportRun { id: RunId(id), started_at, counts })
            })?
            .collect()
        })
    }

    /// Whether a saved form or setting, a started product, or a product of the journal that may still be
    /// created mentions a file.
    pub fn mentions_file(&self, file: &Path) -> Result<bool, Problem> {
        let quoted = self.json(&file)?;
        let sql = "SELECT EXISTS (SELECT 1 FROM form WHERE instr(json, ?1))
            OR EXISTS (SELECT 1 FROM setting WHERE instr(json, ?1))
            OR EXISTS (SELECT 1 FROM started WHERE instr(json, ?1))
            OR EXISTS (SELECT 1 FROM draft_state JOIN journal USING (draft)
                WHERE draft_state.state NOT IN (?2, ?3) AND instr(journal.json, ?1))";
        self.read(|db| {
            db.query_row(sql, params![quoted, text(State::Created)?, text(State::Skipped)?], |row| row.get(0))
        })
    }

    /// The files directly in a folder that are mentioned in one of the places of [`Self::mentions_file`].
    pub fn mentioned_files(&self, folder: &Path) -> Result<HashSet<PathBuf>, Problem> {
        let begin = self.json(&folder.join(""))?;
        let begin = begin.trim_end_matches('"').to_owned();
        let sql = "SELECT json FROM form WHERE instr(json, ?1)
            UNION ALL SELECT json FROM setting WHERE instr(json, ?1)
            UNION ALL SELECT json FROM started WHERE instr(json, ?1)
            UNION ALL SELECT journal.json FROM draft_state JOIN journal USING (draft)
                WHERE draft_state.state NOT IN (?2, ?3) AND instr(journal.json, ?1)";
        self.read(|db| {
            let mut found = HashSet::new();
            let mut statement = db.prepare(sql)?;
            let mut rows = statement.query(params![begin, text(State::Created)?, text(State::Skipped)?])?;
            while let Some(row) = rows.next()? {
                let json: String = row.get(0)?;
                let mentions = json.match_indices(&begin).map(|(at, _)| &json[at..]);
                found.extend(mentions.filter_map(|from| {
                    serde_json::Deserializer::from_str(from).into_iter::<PathBuf>().next()?.ok()
                }));
            }
            Ok(found)
        })
    }

    /// Whether the run creates the product of the create form.
    pub fn is_form_run(&self, run: RunId) -> Result<bool, Problem> {
        let sql = "SELECT form FROM run WHERE id = ?1";
        self.read(|db| db.query_row(sql, [run.0], |row| row.get(0)).optional())
            .map(|form| form.unwrap_or(false))
    }
}

/// Selects the same runs as [`Store::unfinished_runs`].
const UNFINISHED: &str = "SELECT id FROM run WHERE NOT ended AND EXISTS (SELECT 1 FROM import_draft WHERE import_draft.run = run.id)";

fn counted(db: &Connection, condition: &str, params: impl Params) -> rusqlite::Result<Vec<(State, usize)>> {
    let sql = format!("SELECT state, count(*) FROM draft_state WHERE {condition} GROUP BY state");
    db.prepare(&sql)?.query_map(params, |row| Ok((state(row, 0)?, row.get(1)?)))?.collect()
}

/// Updates the state of the record's draft, or the record's run.
pub(super) fn update_draft_state(db: &Transaction<'_>, record: &Record) -> rusqlite::Result<()> {
    if let Record::FromForm { run } = record {
        return db.execute("UPDATE run SET form = 1 WHERE id = ?1", [run.0]).map(drop);
    }
    let Some(draft) = record.draft() else { return Ok(()) };
    if let Some(DraftState { run, state, attempts }) = DraftState::added(record) {
        let sql = "INSERT INTO draft_state (draft, run, state, attempts) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
        return db.execute(sql, params![draft.0, run.0, text(state)?, attempts]).map(drop);
    }
    let known = |row: &Row<'_>| {
        Ok(DraftState { run: RunId(row.get(0)?), state: state(row, 1)?, attempts: row.get(2)? })
    };
    let before = db
        .query_row("SELECT run, state, attempts FROM draft_state WHERE draft = ?1", [draft.0], known)
        .optional()?;
    if let Some(before) = before
        && let Some(after) = before.after(record)
        && after != before
    {
        let sql = "UPDATE draft_state SET run = ?2, state = ?3, attempts = ?4 WHERE draft = ?1";
        db.execute(sql, params![draft.0, after.run.0, text(after.state)?, after.attempts])?;
    }
    Ok(())
}

fn state(row: &Row<'_>, column: usize) -> rusqlite::Result<State> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| damaged(column, error))
}

fn text(state: State) -> rusqlite::Result<String> {
    serde_json::to_string(&state).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jiff::Timestamp;
    use proptest::prelude::*;

    use super::super::journal::rebuild_draft_states;
    use super::*;
    use vitrine_core::import::PlannedDraft;
    use vitrine_core::import::journal::{DraftHistory, JournalReplay};
    use vitrine_domain::{Draft, FileId, PhotoEdit, ProblemKind, UserId, VendorId};
    use vitrine_media::ContentHash;

    const RUNS: u64 = 3;

    fn account() -> AccountKey {
        AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) }
    }

    fn planned() -> PlannedDraft {
        PlannedDraft {
            draft: Draft::default(),
            source: "/p".into(),
            source_name: "p".to_owned(),
            photos: vec![],
            ..PlannedDraft::default()
        }
    }

    /// Any record about one of a few drafts and runs, in an order that no engine would write.
    fn record() -> impl Strategy<Value = Record> {
        (0..14_u8, 1..=4_u64, 1..=RUNS, 0..4_u32).prop_map(|(kind, draft, run, attempt)| {
            let (draft, run) = (DraftId(draft), RunId(run));
            match kind {
                0 => Record::DraftAdded { draft, run, planned: planned() },
                1 => Record::Skipped { draft, run, planned: planned(), product: None, photo: None },
                2 => Record::Adopted { draft, run, planned: planned(), hashes: vec![] },
                3 => Record::PhotoUploaded {
                    draft,
                    index: 0,
                    hash: ContentHash::of(b"x"),
                    edit: PhotoEdit::default(),
                    file: FileId::from(1),
                },
                4 => Record::Intent { draft, attempt, cover: Some(FileId::from(1)) },
                5 => Record::Lost { draft, attempt },
                6 => Record::Undone { draft, attempt },
                7 => Record::Created { draft, product: None },
                8 => Record::Failed { draft, problem: Problem::new(ProblemKind::Unprocessable) },
                9 => Record::Undecided { draft },
                10 => Record::Cancelled { draft },
                11 => Record::Retried { draft, fields: Draft::default(), fresh_photos: false },
                12 => Record::ListedTwice { draft },
                _ => Record::RunEnded { run },
            }
        })
    }

    /// The counts of the store and those of a replay of the journal, for each run.
    fn both(store: &Store) -> [Vec<BTreeMap<String, usize>>; 2] {
        let runs = || (1..=RUNS).map(RunId);
        let told = |(state, count): (State, usize)| (text(state).unwrap(), count);
        let counted = runs().map(|run| store.run_states(run).unwrap().into_iter().map(told).collect());
        let read = runs().map(|run| {
            let mut counts = BTreeMap::new();
            for known in JournalReplay::read(&store.run_entries(run).unwrap(), 0).into_drafts() {
                if known.run == run {
                    *counts.entry(text(known.state).unwrap()).or_default() += 1;
                }
            }
            counts
        });
        [counted.collect(), read.collect()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        #[test]
        fn stored_draft_states_agree_with_a_replay_of_the_journal(records in prop::collection::vec(record(), 1..60)) {
            let dir = tempfile::tempdir().unwrap();
            let store = Store::open(dir.path()).unwrap();
            let begun: Vec<Record> = (1..=RUNS).map(|run| Record::RunStarted { run: RunId(run), account: account() }).collect();
            store.append(&begun, Timestamp::UNIX_EPOCH).unwrap();
            store.append(&records, Timestamp::UNIX_EPOCH).unwrap();
            let [counted, read] = both(&store);
            prop_assert_eq!(&counted, &read);

            // An older file gets its states when it is migrated.
            store.write(|db| db.execute("DELETE FROM draft_state", [])).unwrap();
            store.write(rebuild_draft_states).unwrap();
            prop_assert_eq!(both(&store)[0].clone(), read);

            let mut unfinished = BTreeMap::new();
            for run in store.unfinished_runs(&account()).unwrap() {
                for (state, count) in store.run_states(run).unwrap() {
                    *unfinished.entry(text(state).unwrap()).or_insert(0) += count;
                }
            }
            for run in (1..=RUNS).map(RunId) {
                let of_run = |known: &DraftHistory| (known.run == run).then_some((known.id, known.state));
                let mut read: Vec<_> =
                    JournalReplay::read(&store.run_entries(run).unwrap(), 0).into_drafts().iter().filter_map(of_run).collect();
                read.sort_by_key(|(draft, _)| *draft);
                prop_assert_eq!(store.drafts_of_run(run).unwrap(), read);
            }
            let listed = store.import_runs(&account(), 100).unwrap();
            prop_assert!(listed.windows(2).all(|runs| runs[0].id > runs[1].id));
            for run in (1..=RUNS).map(RunId) {
                let mut counts = Counts::default();
                store.drafts_of_run(run).unwrap().into_iter().for_each(|(_, state)| counts.add(state));
                let is_listed = listed.iter().find(|listed| listed.id == run);
                prop_assert_eq!(is_listed.map(|run| run.counts), (counts != Counts::default()).then_some(counts));
            }
            for states in [store.unfinished_states(&account()).unwrap(), store.unfinished_states_at("m").unwrap()] {
                let states: BTreeMap<String, usize> = states.into_iter().map(|(state, count)| (text(state).unwrap(), count)).collect();
                prop_assert_eq!(&states, &unfinished);
            }
        }
    }

    #[test]
    fn runs_of_the_create_form_are_distinguished() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let begun = |run| Record::RunStarted { run, account: account() };
        store
            .append(
                &[begun(RunId(1)), Record::FromForm { run: RunId(1) }, begun(RunId(2))],
                Timestamp::UNIX_EPOCH,
            )
            .unwrap();
        let of_form = || [1, 2, 3].map(|run| store.is_form_run(RunId(run)).unwrap());
        assert_eq!(of_form(), [true, false, false]);
        store.write(|db| db.execute("UPDATE run SET form = 0", [])).unwrap();
        store.write(rebuild_draft_states).unwrap();
        assert_eq!(of_form(), [true, false, false]);
    }
}
