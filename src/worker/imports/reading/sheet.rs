//! Reads the spreadsheet of an import: a chosen file, or the one in the dropped folders. Blocking.

use std::io::ErrorKind;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use super::walk::{Dropped, Target};
use crate::domain::{Code, Finding, Position, Problem};
use crate::files;
use crate::import::plan::{self, ImportPlan, NamedPhoto};
use crate::import::sheet::{self, ColumnMapping, RowKind, Sheet, SheetCells};
use crate::worker::messages::{SheetRequest, SheetSource};

/// A larger file is not a sheet that a person made.
const MAX_BYTES: u64 = 64 << 20;

/// A sheet found in a folder is used unasked if so many of its headings are known.
const MIN_HEADINGS: usize = 2;

/// Merges the requested sheets into the plan, one after the other. `found` are the sheets in the dropped folders; `remembered` the columns
/// chosen for earlier sheets, `roots` what was dropped. Sheets that are not used are listed in the plan.
pub fn with_sheets(planned: &mut ImportPlan, request: &SheetRequest, found: Vec<PathBuf>, remembered: &[ColumnMapping], roots: &[PathBuf]) {
    planned.other_sheets = found;
    planned.other_sheets.retain(|other| !request.dropped.contains(other));
    with_chosen(planned, request, remembered, roots);
    for path in &request.dropped {
        match read(path) {
            Ok(cells) => merge(planned, path, &cells, request, remembered, roots),
            // What is there stays; Start is pressed by a person who sees this.
            Err(problem) => planned.problems.insert(0, problem),
        }
    }
    // Photos went to rows, or nothing is planned.
    if !planned.sheets.is_empty() || planned.drafts.is_empty() {
        planned.settle_questions();
    }
}

/// Merges the sheet that was chosen, or the one of the folder.
fn with_chosen(planned: &mut ImportPlan, request: &SheetRequest, remembered: &[ColumnMapping], roots: &[PathBuf]) {
    match &request.source {
        SheetSource::File(path) => {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            planned.other_sheets.retain(|other| *other != path);
            match read(&path) {
                Ok(cells) => merge(planned, &path, &cells, request, remembered, roots),
                Err(problem) => {
                    // Without its sheet the import is not what the user wanted, so nothing is planned.
                    planned.drafts.clear();
                    planned.problems.insert(0, problem);
                }
            }
        }
        SheetSource::Folder => {
            let [path] = planned.other_sheets.as_slice() else { return };
            let path = path.clone();
            let cells = read(&path).ok().filter(|cells| is_known(cells, remembered));
            if let Some(cells) = cells {
                planned.other_sheets.clear();
                planned.ignored = planned.ignored.saturating_sub(1);
                planned.ignored_files.retain(|file| *file != path);
                merge(planned, &path, &cells, request, remembered, roots);
                planned.sheets.iter_mut().for_each(|overview| overview.from_folder = true);
            }
        }
        SheetSource::None => {}
    }
}

/// Whether it is clear what the columns of a sheet are used for: by its headings, or because a person chose it for the same ones.
fn is_known(cells: &SheetCells, remembered: &[ColumnMapping]) -> bool {
    sheet::known_headings(cells) >= MIN_HEADINGS || sheet::Columns::are_chosen(cells, remembered)
}

fn merge(
    planned: &mut ImportPlan,
    path: &Path,
    cells: &SheetCells,
    request: &SheetRequest,
    remembered: &[ColumnMapping],
    roots: &[PathBuf],
) {
    let precedence = request.precedence.iter().find(|(sheet, _)| sheet == path).map(|(_, precedence)| *precedence);
    let chosen: Vec<ColumnMapping> = request.columns.iter().chain(remembered).cloned().collect();
    let stated = sheet::Columns::find(cells, &request.columns).and_then(|columns| columns.price_unit);
    let kept: Vec<RowKind> = request.kept.iter().filter(|(sheet, _)| sheet == path).map(|(_, kind)| *kind).collect();
    let known = sheet::Known {
        chosen: &chosen,
        stated,
        shop_unit: request.shop_unit,
        planned: &planned.drafts,
        market_fields: &request.market_fields,
        kept: &kept,
    };
    let sheet: Sheet = sheet::drafts(cells, &known);
    let merged = plan::merge(planned, sheet, path, precedence);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let within = Dropped::of(&[roots, &[folder]].concat());
    for NamedPhoto { row, path, outside } in merged.elsewhere {
        let position = Position::Row(row);
        let missing = || {
            let problem = Problem::new(Code::FileUnreadable).with_subject(path.display().to_string());
            problem.with_diagnostic(Finding::PhotoNotFound.at(position))
        };
        planned.problems.extend(match outside.map_or_else(|| within.reach(&path), Target::Outside) {
            Target::Inside(_) => None,
            Target::Broken(_) => Some(missing()),
            Target::Outside(target) => Some(plan::outside(&path, &target).with_diagnostic(Finding::NamedBySheet.at(position))),
        });
    }
    planned.sheets.push(sheet::SheetOverview { encoding: cells.encoding, ..merged.overview });
}

/// Reads the cells of a sheet.
///
/// # Errors
/// `Sheet` when the file cannot be read, or is no sheet.
pub fn read(path: &Path) -> Result<SheetCells, Problem> {
    let problem = || Problem::new(Code::Sheet).with_subject(path.display().to_string());
    let bytes = files::read(path, MAX_BYTES).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => problem().with_diagnostic(Finding::SheetTooLarge { limit: MAX_BYTES }),
        _ => problem().with_quotation(error.to_string()),
    })?;
    // A damaged file must not end the program that restores the review with it.
    catch_unwind(|| sheet::read(path, &bytes)).unwrap_or_else(|_| Err(problem()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Grouping;
    use crate::worker::imports::reading::read_progress::ReadProgress;
    use crate::worker::imports::reading::scan::Looks;
    use crate::worker::imports::reading::scan::plan_paths;

    /// A folder with these files: a photo, unless the text of a sheet is given.
    fn folder(files: &[(&str, Option<&str>)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text.map_or(b"\xff\xd8\xff\xe0".as_slice(), str::as_bytes)).unwrap();
        }
        dir
    }

    fn plan(dir: &tempfile::TempDir, source: SheetSource) -> ImportPlan {
        let request = SheetRequest { source, ..SheetRequest::default() };
        plan_paths(
            &[dir.path().to_owned()],
            &Grouping::Auto.into(),
            &request,
            &[],
            &Looks::default(),
            &ReadProgress::new(&std::sync::Arc::new(())),
        )
        .0
    }

    fn prices(plan: &ImportPlan) -> Vec<(&str, Option<i64>)> {
        plan.drafts.iter().map(|planned| (planned.draft.name.as_str(), planned.draft.primary_price)).collect()
    }

    const PRICES: Option<&str> = Some("نام,قیمت\nRug,5000\n");

    #[test]
    fn the_only_sheet_in_a_folder_is_used_and_reported() {
        let dir = folder(&[("Rug/1.jpg", None), ("prices.csv", PRICES), ("notes.txt", Some("buy milk")), (".~lock.prices.csv", Some("x"))]);
        let planned = plan(&dir, SheetSource::Folder);
        assert_eq!((prices(&planned), planned.ignored), (vec![("Rug", Some(5000))], 2), "the notes, and the other program's lock");
        let sheet = &planned.sheets[0];
        assert!(sheet.from_folder && sheet.path.ends_with("prices.csv"));
    }

    #[test]
    fn a_sheet_that_was_declined_or_is_unknown_or_one_of_several_is_only_offered() {
        let one = folder(&[("Rug/1.jpg", None), ("prices.csv", PRICES)]);
        let unknown = folder(&[("Rug/1.jpg", None), ("costs.csv", Some("date,amount paid\n1,2\n"))]);
        let several = folder(&[("Rug/1.jpg", None), ("a.csv", PRICES), ("b.csv", PRICES)]);
        for (dir, source, sheets) in [(&one, SheetSource::None, 1), (&unknown, SheetSource::Folder, 1), (&several, SheetSource::Folder, 2)]
        {
            let planned = plan(dir, source);
            assert_eq!((prices(&planned), planned.sheets.len()), (vec![("Rug", None)], 0));
            assert_eq!(planned.other_sheets.len(), sheets);
        }
        let chosen = plan(&several, SheetSource::File(several.path().join("b.csv")));
        assert_eq!((prices(&chosen), chosen.other_sheets.len()), (vec![("Rug", Some(5000))], 1));
    }

    #[test]
    fn a_folder_whose_photos_all_belong_to_rows_needs_no_answer() {
        let photos: Vec<String> = (1..=20).map(|number| format!("all/bag {number:02}.jpg")).collect();
        let rows: String = (1..=20).map(|number| format!("bag {number:02},Bag no. {number}\n")).collect();
        let complete = format!("code,name\n{rows}");
        for (sheet, is_asked) in [(complete, false), ("name,price\nRug,5000\n".to_owned(), true)] {
            let mut files: Vec<(&str, Option<&str>)> = photos.iter().map(|photo| (photo.as_str(), None)).collect();
            files.push(("prices.csv", Some(&sheet)));
            let planned = plan(&folder(&files), SheetSource::Folder);
            assert_eq!(planned.folders.iter().any(|folder| folder.is_unclear), is_asked, "{sheet}");
        }
    }

    #[test]
    fn a_photo_that_is_nowhere_is_reported_with_its_row() {
        let dir = folder(&[("prices.csv", Some("name,photos\nRug,rug.jpg\nBowl,bowl.jpg\n")), ("rug.jpg", None)]);
        let request = SheetRequest { source: SheetSource::File(dir.path().join("prices.csv")), ..SheetRequest::default() };
        let planned =
            plan_paths(&[], &Grouping::Auto.into(), &request, &[], &Looks::default(), &ReadProgress::new(&std::sync::Arc::new(()))).0;
        let problems: Vec<&str> = planned.problems.iter().filter_map(|problem| problem.said.as_deref()).collect();
        assert_eq!(problems, ["row 3: no such photo"]);
    }

    #[test]
    fn dropped_sheets_add_to_the_one_of_the_folder_and_one_that_cannot_be_read_takes_nothing_away() {
        let dir = folder(&[("Rug/1.jpg", None), ("prices.csv", PRICES)]);
        let others = folder(&[("stock.csv", Some("name,stock\nRug,7\n")), ("damaged.xlsx", Some("PK\u{3}\u{4} nothing"))]);
        let dropped = ["stock.csv", "damaged.xlsx"].map(|name| others.path().join(name)).to_vec();
        let request = SheetRequest { source: SheetSource::Folder, dropped, ..SheetRequest::default() };
        let planned = plan_paths(
            &[dir.path().to_owned()],
            &Grouping::Auto.into(),
            &request,
            &[],
            &Looks::default(),
            &ReadProgress::new(&std::sync::Arc::new(())),
        )
        .0;
        assert_eq!((prices(&planned), planned.drafts[0].draft.stock), (vec![("Rug", Some(5000))], Some(7)));
        assert_eq!((planned.sheets.len(), planned.problems[0].code), (2, Code::Sheet));
    }

    #[test]
    fn an_import_without_its_sheet_plans_nothing() {
        let dir = folder(&[("Rug/1.jpg", None)]);
        let planned = plan(&dir, SheetSource::File(PathBuf::from("/no/such/sheet.csv")));
        assert_eq!(planned.drafts, []);
        assert_eq!(planned.problems[0].code, Code::Sheet);
    }
}
