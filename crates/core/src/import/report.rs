//! What an import did with each draft, from its journal. `i18n` puts it into words.

use std::collections::{HashMap, HashSet};

use super::journal::{DraftHistory, Entry, JournalReplay, Record};
use super::state::{DraftId, RunId, State};
use vitrine_domain::FileId;

/// Which of an import's drafts a report contains, and for what purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportKind {
    /// All of them, to read.
    Whole,
    /// The failed ones, as a spreadsheet that can be corrected and imported again.
    Failed,
}

/// One draft as it was when the import ended, or as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportRow {
    pub draft: DraftHistory,
    /// When it was added to the import, in seconds since 1970.
    pub added_at: i64,
    /// When it reached its end, in seconds since 1970. `None` while it has not.
    pub finished_at: Option<i64>,
}

impl ReportRow {
    /// The ids of its uploaded photos, the cover first. For a skipped product only the cover is known.
    pub fn photo_ids(&self) -> Vec<&FileId> {
        let DraftHistory { cover, uploads, .. } = &self.draft;
        let cover = cover.as_ref().or_else(|| uploads.get(&0).map(|upload| &upload.file));
        cover.into_iter().chain(uploads.range(1..).map(|(_, upload)| &upload.file)).collect()
    }
}

/// The drafts of `run` that `kind` selects, in the order in which they were added.
///
/// A draft that a later import continued is reported as this import left it.
pub fn rows(entries: &[Entry], run: RunId, kind: ReportKind) -> Vec<ReportRow> {
    let entries = entries_of_run(entries, run);
    let (mut added, mut finished) = (HashMap::new(), HashMap::<DraftId, (State, i64)>::new());
    for Entry { at, record } in entries.iter().copied() {
        let Some(draft) = record.draft() else { continue };
        if record.run() == Some(run) {
            added.entry(draft).or_insert(*at);
        }
        match final_state(record) {
            // A record with the product's id may come later; the time of creation stays.
            Some(state) if finished.get(&draft).is_none_or(|(known, _)| *known != state) => {
                finished.insert(draft, (state, *at));
            }
            Some(_) => {}
            None => drop(restarts(record).then(|| finished.remove(&draft))),
        }
    }
    // Whether an upload is too old to be used again does not matter here, so any time will do.
    let drafts = JournalReplay::read(entries, 0).into_drafts().into_iter().filter(|known| known.run == run);
    let wanted = drafts.filter(|known| kind == ReportKind::Whole || known.state == State::Failed);
    wanted
        .map(|known| {
            let finished =
                finished.get(&known.id).filter(|(state, _)| *state == known.state).map(|(_, at)| *at);
            let was_there = known.state == State::Created && known.sent_before;
            let known = if was_there { DraftHistory { state: State::Skipped, ..known } } else { known };
            ReportRow {
                added_at: added.get(&known.id).copied().unwrap_or_default(),
                finished_at: finished,
                draft: known,
            }
        })
        .collect()
}

/// The entries without those of a draft after it moved to a later run.
fn entries_of_run(entries: &[Entry], run: RunId) -> Vec<&Entry> {
    let (mut inside, mut left) = (HashSet::new(), HashSet::new());
    let still_here = |entry: &&Entry| {
        let Some(draft) = entry.record.draft() else { return true };
        match entry.record.run() {
            Some(into) if into == run => drop(inside.insert(draft)),
            Some(_) if inside.contains(&draft) => drop(left.insert(draft)),
            _ => {}
        }
        !left.contains(&draft)
    };
    entries.iter().filter(still_here).collect()
}

const fn final_state(record: &Record) -> Option<State> {
    match record {
        Record::Created { .. } => Some(State::Created),
        Record::Skipped { .. } => Some(State::Skipped),
        Record::Failed { .. } => Some(State::Failed),
        Record::Cancelled { .. } => Some(State::Cancelled),
        _ => None,
    }
}

const fn restarts(record: &Record) -> bool {
    matches!(record, Record::Retried { .. } | Record::Adopted { .. })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::import::PlannedDraft;
    use vitrine_domain::{AccountKey, Draft, PhotoEdit, Problem, ProblemKind, ProductId, UserId, VendorId};
    use vitrine_media::ContentHash;

    const FIRST: RunId = RunId(1);
    const SECOND: RunId = RunId(2);

    fn planned(name: &str) -> PlannedDraft {
        let draft = Draft { name: name.to_owned(), ..Draft::default() };
        PlannedDraft {
            draft,
            source: PathBuf::from(name),
            source_name: name.to_owned(),
            photos: vec![PathBuf::from("/p.jpg")],
            ..PlannedDraft::default()
        }
    }

    fn journal(records: Vec<(i64, Record)>) -> Vec<Entry> {
        records.into_iter().map(|(at, record)| Entry { at, record }).collect()
    }

    fn started(run: RunId) -> Record {
        let account = AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) };
        Record::RunStarted { run, account }
    }

    fn added(draft: u64, name: &str) -> Record {
        Record::DraftAdded { draft: DraftId(draft), run: FIRST, planned: planned(name) }
    }

    fn failed(draft: u64) -> Record {
        Record::Failed { draft: DraftId(draft), problem: Problem::new(ProblemKind::Unprocessable) }
    }

    fn created(draft: u64, product: Option<u64>) -> Record {
        Record::Created { draft: DraftId(draft), product: product.map(ProductId::from) }
    }

    fn adopted(draft: u64) -> Record {
        Record::Adopted { draft: DraftId(draft), run: SECOND, planned: planned("Mended"), hashes: Vec::new() }
    }

    fn summary(entries: &[Entry], run: RunId) -> Vec<(String, State, i64, Option<i64>)> {
        let rows = rows(entries, run, ReportKind::Whole);
        rows.into_iter()
            .map(|row| (row.draft.planned.draft.name, row.draft.state, row.added_at, row.finished_at))
            .collect()
    }

    #[test]
    fn each_draft_is_reported_with_its_times() {
        let entries = journal(vec![
            (0, started(FIRST)),
            (1, added(1, "Rug")),
            (1, added(2, "Bowl")),
            (5, created(1, None)),
            (9, created(1, Some(7))),
        ]);
        let expected =
            [("Rug".to_owned(), State::Created, 1, Some(5)), ("Bowl".to_owned(), State::Waiting, 1, None)];
        assert_eq!(
            summary(&entries, FIRST),
            expected,
            "the creation time counts, although the ID was learned later"
        );
    }

    #[test]
    fn a_retried_draft_is_reported_with_its_last_outcome() {
        let retried =
            Record::Retried { draft: DraftId(1), fields: planned("Rug").draft, fresh_photos: false };
        let entries = journal(vec![
            (0, started(FIRST)),
            (1, added(1, "Rug")),
            (5, failed(1)),
            (6, retried),
            (8, failed(1)),
        ]);
        assert_eq!(summary(&entries, FIRST), [("Rug".to_owned(), State::Failed, 1, Some(8))]);
    }

    #[test]
    fn a_draft_continued_by_a_later_import_is_reported_by_each_as_it_left_it() {
        let entries = journal(vec![
            (0, started(FIRST)),
            (1, added(1, "Rug")),
            (5, failed(1)),
            (10, started(SECOND)),
            (11, adopted(1)),
            (15, created(1, Some(7))),
        ]);
        assert_eq!(summary(&entries, FIRST), [("Rug".to_owned(), State::Failed, 1, Some(5))]);
        assert_eq!(summary(&entries, SECOND), [("Mended".to_owned(), State::Created, 11, Some(15))]);
    }

    #[test]
    fn what_an_earlier_import_sent_is_reported_as_unconfirmed_there_and_as_found_by_the_one_that_found_it() {
        let intent = Record::Intent { draft: DraftId(1), attempt: 1, cover: Some(FileId::from(10)) };
        let entries = journal(vec![
            (0, started(FIRST)),
            (1, added(1, "Rug")),
            (1, added(2, "Bowl")),
            (1, added(3, "Mug")),
            (2, intent),
            (3, Record::Cancelled { draft: DraftId(2) }),
            (10, started(SECOND)),
            (11, adopted(1)),
            (15, created(1, Some(7))),
        ]);
        let states = |run| {
            rows(&entries, run, ReportKind::Whole).into_iter().map(|row| row.draft.state).collect::<Vec<_>>()
        };
        assert_eq!(
            states(FIRST),
            [State::Checking, State::Cancelled, State::Waiting],
            "unconfirmed, canceled, and left"
        );
        assert_eq!(states(SECOND), [State::Skipped], "it was in the shop already");
        assert_eq!(rows(&entries, SECOND, ReportKind::Whole)[0].finished_at, Some(15));
    }

    #[test]
    fn the_report_of_failures_contains_failed_drafts_only() {
        let entries = journal(vec![
            (0, started(FIRST)),
            (1, added(1, "Rug")),
            (1, added(2, "Bowl")),
            (5, failed(2)),
            (6, created(1, None)),
        ]);
        let names: Vec<String> = rows(&entries, FIRST, ReportKind::Failed)
            .into_iter()
            .map(|row| row.draft.planned.draft.name)
            .collect();
        assert_eq!(names, ["Bowl"]);
    }

    #[test]
    fn the_cover_of_the_creation_is_reported_first() {
        let photo = |index, file| Record::PhotoUploaded {
            draft: DraftId(1),
            index,
            hash: ContentHash::of(&[index as u8]),
            edit: PhotoEdit::default(),
            file: FileId::from(file),
        };
        let intent = Record::Intent { draft: DraftId(1), attempt: 1, cover: Some(FileId::from(10)) };
        let entries = journal(vec![
            (0, started(FIRST)),
            (1, added(1, "Rug")),
            (2, photo(1, 11)),
            (2, photo(0, 10)),
            (3, photo(2, 12)),
            (4, intent),
            (5, created(1, None)),
        ]);
        let rows = rows(&entries, FIRST, ReportKind::Whole);
        assert_eq!(rows[0].photo_ids(), [&FileId::from(10), &FileId::from(11), &FileId::from(12)]);
    }
}
