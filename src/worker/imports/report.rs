//! Reports of imports, read from the journal, and the files they are written to.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::reading::sheet::read_worksheet;
use super::running::run::Purpose;
use super::state::{ImportTaskResult, Imports};
use crate::card_sheet;
use crate::store::Store;
use crate::worker::context::Context;
use crate::worker::market_files;
use crate::worker::photos::blocking;
use crate::worker::platform::dialogs;
use crate::worker::session::AuthenticatedSession;
use crate::worker::sheet_reader::ReadSheet;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::import::RunId;
use vitrine_core::import::cards::CardSheet;
use vitrine_core::import::journal::Record;
use vitrine_core::import::report::{ReportKind, ReportRow, rows};
use vitrine_core::import::sheet::{ImportedSheet, SheetResults};
use vitrine_core::import::table::{Table, TableFormat};
use vitrine_domain::{AccountKey, Problem, ProblemKind};
use vitrine_model::messages::{Event, ImportEvent, SaveTo};

/// The key under which the store holds the sheet of an account's last import.
const IMPORTED_SHEET: &str = "imported_sheet";

/// So many imports are listed.
const LISTED_RUNS: usize = 1_000;

impl Imports {
    /// Sends the account's imports, with what they have recorded up to now.
    pub(super) fn send_runs(&mut self, cx: &mut Context) {
        self.drain(cx);
        let Some(Ok(account)) = cx.authenticated().map(AuthenticatedSession::key) else { return };
        let store = cx.store.path();
        cx.tasks.spawn(Lifetime::Account, Slot::ImportRuns, async move {
            ImportTaskResult::Runs(
                blocking(move || store.connect()?.import_runs(&account, LISTED_RUNS)).await,
            )
        });
    }

    pub(super) fn report(&mut self, run: Option<RunId>, kind: ReportKind, cx: &mut Context) {
        self.drain(cx);
        let (store, runs) = (cx.store.path(), run.map_or_else(|| self.shown_runs(), |run| vec![run]));
        // The journal of a long import takes a while to read.
        cx.tasks.spawn(Lifetime::Program, None, async move {
            ImportTaskResult::Reported {
                kind,
                read: blocking(move || read(&store.connect()?, runs, run, kind)).await,
            }
        });
    }

    pub(super) fn on_reported(
        kind: ReportKind,
        read: Result<(Vec<ReportRow>, String), Problem>,
        cx: &mut Context,
    ) {
        cx.send(match read {
            Ok((rows, market)) => Event::Import(ImportEvent::Report {
                kind,
                rows,
                currency: market_files::currency_of(&market, cx),
            }),
            Err(problem) => Event::Problem(problem),
        });
    }

    /// Keeps the sheet of the import that is started next, instead of an earlier one.
    pub(super) fn keep_sheet(sheet: Option<&ImportedSheet>, cx: &mut Context) {
        let Some(account) = cx.session.shown().cloned() else { return };
        let kept = match sheet.and_then(|sheet| serde_json::to_string(sheet).ok()) {
            Some(json) => cx.store.save_form(&account, IMPORTED_SHEET, &json),
            None => cx.store.delete_form(&account, IMPORTED_SHEET),
        };
        cx.report_error(kept);
    }

    /// Sends the sheet of the account's last import, if it had one. What this version cannot read is ignored.
    pub(super) fn send_kept_sheet(account: &AccountKey, cx: &mut Context) {
        match cx.store.form(account, IMPORTED_SHEET) {
            Ok(json) => {
                if let Some(sheet) = json.and_then(|json| serde_json::from_str(&json).ok()) {
                    cx.send(Event::Import(ImportEvent::Sheet(Box::new(sheet))));
                }
            }
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }

    /// Reads a sheet again, and from the journal what became of its rows.
    pub(super) fn sheet_results(&mut self, sheet: ImportedSheet, cx: &mut Context) {
        self.drain(cx);
        let (store, runs, reader) = (cx.store.path(), self.shown_runs(), cx.options.read_sheet);
        let read = move || {
            let (found, _) = read(&store.connect()?, runs, None, ReportKind::Whole)?;
            let product = |row: ReportRow| {
                ((row.draft.planned.source.clone(), row.draft.planned.source_name.clone()), row)
            };
            let products: HashMap<(PathBuf, String), ReportRow> = found.into_iter().map(product).collect();
            results(sheet, &products, reader).map(Box::new)
        };
        cx.tasks.spawn(Lifetime::Program, None, async move {
            ImportTaskResult::SheetResults(blocking(read).await)
        });
    }

    /// The runs on the screen, in progress or ended, oldest first.
    fn shown_runs(&self) -> Vec<RunId> {
        let mut runs: Vec<RunId> = self.runs_of(Purpose::Import).map(|run| run.id).collect();
        runs.sort_unstable();
        runs
    }

    /// Writes cards to be printed.
    pub(super) fn save_cards(sheet: CardSheet, to: SaveTo, cx: &mut Context) {
        let language = cx.language();
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let path = match to {
                SaveTo::File(path) => Ok(Some(path)),
                SaveTo::New(path) => Ok(Some(free_name(path))),
                SaveTo::Ask(proposed) => dialogs::save_pdf(&proposed, language)
                    .await
                    .map(|path| path.map(|path| path.with_extension("pdf"))),
            };
            ImportTaskResult::TableSaved(match path {
                Ok(Some(path)) => {
                    blocking(move || write_file(&path, &card_sheet::to_pdf(&sheet)).map(|()| Some(path)))
                        .await
                }
                nowhere => nowhere,
            })
        });
    }

    pub(super) fn save_table(table: Table, to: SaveTo, cx: &mut Context) {
        let language = cx.language();
        cx.tasks.spawn(Lifetime::Program, None, async move {
            let path = match to {
                SaveTo::File(path) => Ok(Some(path)),
                SaveTo::New(path) => Ok(Some(free_name(path))),
                SaveTo::Ask(proposed) => {
                    dialogs::save_table(&proposed, language).await.map(|path| path.map(with_extension))
                }
            };
            ImportTaskResult::TableSaved(match path {
                Ok(Some(path)) => blocking(move || write(&table, &path).map(|()| Some(path))).await,
                nowhere => nowhere,
            })
        });
    }
}

/// The rows of these runs, else of the last one, and the name of their marketplace.
fn read(
    store: &Store,
    mut runs: Vec<RunId>,
    asked_for: Option<RunId>,
    kind: ReportKind,
) -> Result<(Vec<ReportRow>, String), Problem> {
    if runs.is_empty() {
        runs.extend(store.last_run()?);
    }
    let (mut found, mut last) = (Vec::new(), None);
    for run in runs {
        let entries = store.run_entries(run)?;
        // Where drafts of an earlier run continue, what that run recorded of them comes first.
        let market = entries.iter().find_map(|entry| match &entry.record {
            Record::RunStarted { account, .. } => Some(account.market.clone()),
            _ => None,
        });
        last = market.or(last);
        found.extend(rows(&entries, run, kind));
    }
    let none = || {
        asked_for.map_or_else(
            || Problem::new(ProblemKind::NoImport),
            |run| Problem::new(ProblemKind::NoImport).with_subject(run.0.to_string()),
        )
    };
    Ok((found, last.ok_or_else(none)?))
}

/// The first of `name.xlsx`, `name (2).xlsx`, … that does not exist. A link that leads nowhere is there, too.
fn free_name(path: PathBuf) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = (2..).map(|number| path.with_file_name(format!("{stem} ({number}).{extension}")));
    std::iter::once(path.clone())
        .chain(numbered)
        .find(|path| path.symlink_metadata().is_err())
        .unwrap_or(path)
}

fn format_of(path: &Path) -> Option<TableFormat> {
    path.extension().and_then(OsStr::to_str).and_then(TableFormat::from_extension)
}

/// The file name that the user typed, with an extension that tells the format.
fn with_extension(path: PathBuf) -> PathBuf {
    if format_of(&path).is_some() {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(TableFormat::Xlsx.extension());
    name.into()
}

fn write(table: &Table, path: &Path) -> Result<(), Problem> {
    let failed = |said: String| {
        Problem::new(ProblemKind::Storage).with_subject(path.display().to_string()).with_quotation(said)
    };
    let bytes = table.to_bytes(format_of(path).unwrap_or(TableFormat::Xlsx)).map_err(failed)?;
    write_file(path, &bytes)
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let failed = |error: std::io::Error| {
        Problem::new(ProblemKind::Storage)
            .with_subject(path.display().to_string())
            .with_quotation(error.to_string())
    };
    vitrine_local::files::replace(path, bytes).map_err(failed)
}

/// What became of the rows of a sheet and of the further worksheets of its file. `products`: by their
/// `source` and `source_name`.
fn results(
    sheet: ImportedSheet,
    products: &HashMap<(PathBuf, String), ReportRow>,
    reader: ReadSheet,
) -> Result<SheetResults, Problem> {
    let ImportedSheet { path, worksheet, header, rows, repeated, more } = sheet;
    let cells = read_worksheet(&path, worksheet.as_deref(), reader)?;
    let rows = rows.into_iter().filter_map(|(row, key)| Some((row, products.get(&key)?.clone()))).collect();
    let more: Result<_, _> = more.into_iter().map(|sheet| results(sheet, products, reader)).collect();
    Ok(SheetResults { path, cells, header, rows, repeated, more: more? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::import::{DraftId, PlannedDraft};

    #[test]
    fn a_run_in_which_drafts_of_an_earlier_one_continue_has_a_report() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        let account = AccountKey { market: "bazaar".to_owned(), user: 1.into(), vendor: 1.into() };
        let planned = PlannedDraft::default();
        let [first, second] = [1, 2].map(RunId);
        let records = [
            Record::RunStarted { run: first, account: account.clone() },
            Record::DraftAdded { draft: DraftId(1), run: first, planned: planned.clone() },
            Record::RunStarted { run: second, account },
            Record::Adopted { draft: DraftId(1), run: second, planned, hashes: Vec::new() },
        ];
        store.append(&records, jiff::Timestamp::UNIX_EPOCH).unwrap();
        let (rows, market) = read(&store, Vec::new(), None, ReportKind::Whole).unwrap();
        assert_eq!((rows.len(), market.as_str()), (1, "bazaar"));
    }

    #[test]
    fn a_file_name_without_an_extension_gets_one() {
        assert_eq!(with_extension(PathBuf::from("/r/report")), PathBuf::from("/r/report.xlsx"));
        assert_eq!(with_extension(PathBuf::from("/r/v1.2")), PathBuf::from("/r/v1.2.xlsx"));
        assert_eq!(with_extension(PathBuf::from("/r/report.CSV")), PathBuf::from("/r/report.CSV"));
    }

    #[test]
    fn a_new_file_replaces_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("prices – results.xlsx");
        assert_eq!(free_name(path.clone()), path);
        std::fs::write(&path, b"").unwrap();
        std::fs::write(dir.path().join("prices – results (2).xlsx"), b"").unwrap();
        assert_eq!(free_name(path), dir.path().join("prices – results (3).xlsx"));
    }

    #[cfg(unix)]
    #[test]
    fn a_report_that_takes_the_place_of_a_link_leaves_alone_what_the_link_leads_to() {
        let dir = tempfile::tempdir().unwrap();
        let [precious, link] = ["precious", "report.csv"].map(|name| dir.path().join(name));
        std::fs::write(&precious, "precious").unwrap();
        std::os::unix::fs::symlink(&precious, &link).unwrap();
        write(&Table::default(), &link).unwrap();
        assert_eq!(std::fs::read(&precious).unwrap(), b"precious");
        assert!(link.symlink_metadata().unwrap().is_file());
    }

    #[test]
    fn an_unwritable_file_is_named_in_the_problem() {
        let problem = write(&Table::default(), Path::new("/no/such/folder/report.csv")).unwrap_err();
        assert_eq!(
            (problem.kind, problem.subject.as_deref()),
            (ProblemKind::Storage, Some("/no/such/folder/report.csv"))
        );
    }
}
