//! Reads the spreadsheet of an import: a chosen file, or the one in the dropped folders. Blocking.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use url::Url;

use super::slow_sheets::SlowSheets;
use super::walk::{Dropped, Target};
use crate::worker::sheet_pictures::SheetPictures;
use crate::worker::sheet_reader::{MAX_BYTES, MAX_TEXT_BYTES, ReadSheet};
use vitrine_core::import::plan::{self, ImportPlan, NamedPhoto, TakenPictures};
use vitrine_core::import::sheet::{self, ColumnMapping, PictureCounts, Pictures, RowKind, Sheet, SheetCells};
use vitrine_domain::{Finding, Position, Problem, ProblemKind};
use vitrine_local::files;
use vitrine_model::messages::{SheetRequest, SheetSource};

/// A sheet found in a folder is used unasked if so many of its headings are known.
const MIN_HEADINGS: usize = 2;

/// Rows that one problem names; of more it says that there are.
const MAX_ROWS_NAMED: usize = 12;

/// How the sheets of an import are read.
pub struct SheetReading<'a> {
    pub request: &'a SheetRequest,
    /// The columns that were chosen for earlier sheets.
    pub remembered: &'a [ColumnMapping],
    /// What was dropped.
    pub roots: &'a [PathBuf],
    pub read: ReadSheet,
    pub pictures: Option<&'a SheetPictures>,
    pub slow: &'a SlowSheets,
}

impl SheetReading<'_> {
    /// Reads a file, unless that took too long before. Where nobody looks, somebody has asked for it anew.
    fn open(&self, path: &Path) -> Result<Opened, Problem> {
        match self.slow.problem(path).filter(|_| !self.request.is_required) {
            Some(finding) => Err(Problem::new(ProblemKind::Sheet)
                .with_subject(path.display().to_string())
                .with_diagnostic(finding)),
            None => open(path, self.read),
        }
    }
}

/// The worksheets of a file, and the file itself, in which pictures are.
#[derive(Default)]
struct Opened {
    bytes: Vec<u8>,
    sheets: Vec<SheetCells>,
}

/// Merges the requested sheets into the plan, one after the other. `found` are the sheets in the dropped
/// folders. Sheets that are not used are listed in the plan.
pub fn with_sheets(planned: &mut ImportPlan, reading: &SheetReading<'_>, found: Vec<PathBuf>) {
    let dropped = &reading.request.dropped;
    planned.other_sheets = found;
    planned.other_sheets.retain(|other| !dropped.contains(other));
    with_chosen(planned, reading);
    for path in dropped {
        match reading.open(path) {
            Ok(opened) => merge_all(planned, path, opened, reading),
            // What is there stays; Start is pressed by a person who sees this.
            Err(problem) => planned.problems.insert(0, problem),
        }
    }
    // Photos went to rows, or nothing is planned.
    if !planned.sheets.is_empty() || planned.drafts.is_empty() {
        planned.settle_questions();
    }
}

/// Merges the sheet that was chosen, and of each other folder that was dropped the only one: each adds to
/// what is there.
fn with_chosen(planned: &mut ImportPlan, reading: &SheetReading<'_>) {
    let SheetReading { request, roots, .. } = reading;
    let chosen = match &request.source {
        SheetSource::None => return,
        SheetSource::Folder => None,
        SheetSource::File(path) => Some(std::path::absolute(path).unwrap_or_else(|_| path.clone())),
    };
    if let Some(path) = &chosen {
        with_file(planned, path, reading);
        if request.is_required {
            return;
        }
    }
    let is_chosen_in = |root: &&PathBuf| chosen.as_ref().is_some_and(|path| path.starts_with(root));
    for root in roots.iter().filter(|root| !is_chosen_in(root)) {
        let mut below = planned.other_sheets.iter().filter(|path| path.starts_with(root));
        if let (Some(path), None) = (below.next().cloned(), below.next()) {
            with_sheet_of_folder(planned, &path, reading);
        }
    }
}

/// Merges the sheet that a person chose.
fn with_file(planned: &mut ImportPlan, path: &PathBuf, reading: &SheetReading<'_>) {
    if planned.other_sheets.contains(path) {
        use_found(planned, path);
    }
    planned.other_sheets.retain(|other| other != path);
    match reading.open(path) {
        Ok(opened) => merge_all(planned, path, opened, reading),
        Err(problem) => {
            // Without its sheet the import is not what the user wanted. In the window Start is pressed by a
            // person who sees this, and a saved review is worth more than its sheet.
            if reading.request.is_required {
                planned.drafts.clear();
            }
            planned.problems.insert(0, problem);
        }
    }
}

/// Merges the only sheet of a folder, if it is known what its columns are.
fn with_sheet_of_folder(planned: &mut ImportPlan, path: &PathBuf, reading: &SheetReading<'_>) {
    let opened = reading.open(path).unwrap_or_default();
    if opened.sheets.iter().any(|cells| is_known(cells, reading.remembered)) {
        planned.other_sheets.retain(|other| other != path);
        use_found(planned, path);
        let before = planned.sheets.len();
        merge_all(planned, path, opened, reading);
        planned.sheets.iter_mut().skip(before).for_each(|overview| overview.from_folder = true);
    }
}

/// A sheet among the dropped files is none of those that are not used.
fn use_found(planned: &mut ImportPlan, path: &Path) {
    planned.ignored = planned.ignored.saturating_sub(1);
    planned.ignored_files.retain(|file| *file != path);
}

/// Whether it is clear what the columns of a sheet are used for: by its headings, or because a person chose
/// it for the same ones.
fn is_known(cells: &SheetCells, remembered: &[ColumnMapping]) -> bool {
    sheet::known_headings(cells) >= MIN_HEADINGS || sheet::Columns::are_chosen(cells, remembered)
}

/// Merges the worksheets of a file that have products, one after the other; where that is known of none, the
/// best one. Hidden ones and those that the person left out are not read, and named.
fn merge_all(
    planned: &mut ImportPlan,
    path: &Path,
    Opened { bytes, sheets }: Opened,
    reading: &SheetReading<'_>,
) {
    let SheetReading { request, remembered, .. } = *reading;
    let names: Vec<String> = sheets.iter().filter_map(|cells| cells.worksheet.clone()).collect();
    let chosen: Vec<ColumnMapping> = request.columns.iter().chain(remembered).cloned().collect();
    let is_left_out = |cells: &SheetCells| {
        request.left_out.iter().any(|(of, name)| of == path && Some(name) == cells.worksheet.as_ref())
    };
    let wanted: Vec<SheetCells> = sheets.into_iter().filter(|cells| !is_left_out(cells)).collect();
    let of_goods = |cells: &SheetCells| sheet::Columns::are_of_goods(cells, &chosen);
    let (mut used, others): (Vec<_>, Vec<_>) =
        wanted.into_iter().partition(|cells| !cells.is_hidden && is_known(cells, &chosen));
    if used.iter().any(of_goods) {
        used.retain(of_goods);
    }
    if used.is_empty() && !others.is_empty() {
        used.push(sheet::best(others));
    }
    let mut unread: Vec<String> = names
        .iter()
        .filter(|name| used.iter().all(|cells| cells.worksheet.as_ref() != Some(*name)))
        .cloned()
        .collect();
    let set_aside = sheet::are_set_aside(used.iter());
    for (cells, is_set_aside) in used.into_iter().zip(set_aside) {
        let worksheet = cells.worksheet.clone().filter(|_| names.len() > 1);
        if !merge(planned, path, &bytes, (&cells, is_set_aside), reading) {
            return;
        }
        if let Some(overview) = planned.sheets.last_mut() {
            (overview.worksheet, overview.unread) = (worksheet, std::mem::take(&mut unread));
        }
    }
    let nothing_found = planned.problems.iter_mut().find(|problem| problem.kind == ProblemKind::NothingFound);
    if let Some(nothing_found) =
        nothing_found.filter(|_| planned.sheets.iter().all(|sheet| sheet.rows.is_empty()))
    {
        *nothing_found = Problem::new(ProblemKind::Sheet)
            .with_subject(path.display().to_string())
            .with_diagnostic(Finding::NoRows);
    }
}

/// Merges a worksheet, which may be one of what is no longer sold. Returns whether the import goes on:
/// without its pictures it does only where somebody sees that.
fn merge(
    planned: &mut ImportPlan,
    path: &Path,
    bytes: &[u8],
    (cells, is_set_aside): (&SheetCells, bool),
    reading: &SheetReading<'_>,
) -> bool {
    let SheetReading { request, remembered, roots, .. } = *reading;
    let precedence =
        request.precedence.iter().find(|(sheet, _)| sheet == path).map(|(_, precedence)| *precedence);
    let chosen: Vec<ColumnMapping> = request.columns.iter().chain(remembered).cloned().collect();
    let stated = sheet::Columns::find(cells, &request.columns).and_then(|columns| columns.price_unit);
    let kept: Vec<RowKind> =
        request.kept.iter().filter(|(sheet, _)| sheet == path).map(|(_, kind)| *kind).collect();
    let known = sheet::Known {
        chosen: &chosen,
        stated,
        shop_units: request.shop_units,
        planned: &planned.drafts,
        market_fields: &request.market_fields,
        statuses: &request.statuses,
        kept: &kept,
        file_name: path.file_stem().and_then(OsStr::to_str),
        is_set_aside,
        ..sheet::Known::default()
    };
    let sheet: Sheet = sheet::drafts(cells, &known);
    let (pictures, mut counts, problem) = take_pictures(bytes, &cells.pictures, &sheet, reading.pictures);
    let is_given_up = problem.is_some() && request.is_required;
    if let Some(problem) = problem {
        planned.problems.insert(0, problem.with_subject(path.display().to_string()));
    }
    if is_given_up {
        planned.drafts.clear();
        return false;
    }
    let merged = plan::merge(planned, sheet, path, precedence, &pictures);
    counts.taken = merged.pictures.len();
    counts.spare = pictures.len() - counts.taken;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let within = Dropped::of(&[roots, &[folder]].concat());
    for NamedPhoto { row, path, outside } in merged.elsewhere {
        let position = Position::Row(row);
        let missing = || {
            let problem = Problem::new(ProblemKind::FileUnreadable).with_subject(path.display().to_string());
            problem.with_diagnostic(Finding::PhotoNotFound.at(position))
        };
        planned.problems.extend(match outside.map_or_else(|| within.reach(&path), Target::Outside) {
            Target::Inside(_) => None,
            Target::Broken(_) => Some(missing()),
            Target::Outside(target) => {
                Some(plan::outside(&path, &target).with_diagnostic(Finding::NamedBySheet.at(position)))
            }
        });
    }
    planned.problems.extend(named_in_rows(ProblemKind::PhotoOnWeb, &merged.on_web, Url::to_string));
    planned.problems.extend(named_in_rows(
        ProblemKind::PhotoOnOtherComputer,
        &merged.on_other_computer,
        |path| path.display().to_string(),
    ));
    planned.sheets.push(sheet::SheetOverview {
        encoding: cells.encoding,
        pictures: counts,
        ..merged.overview
    });
    true
}

/// One problem for all the rows whose photos are somewhere else.
fn named_in_rows<T>(
    kind: ProblemKind,
    rows: &[(usize, T)],
    written: impl FnOnce(&T) -> String,
) -> Option<Problem> {
    let (_, example) = rows.first()?;
    let mut numbers: Vec<usize> = rows.iter().map(|(row, _)| *row).collect();
    numbers.dedup();
    let shown: Vec<String> = numbers.iter().take(MAX_ROWS_NAMED).map(ToString::to_string).collect();
    let more = if numbers.len() > shown.len() { ", …" } else { "" };
    let problem = Problem::new(kind).with_subject(format!("{}{more}", shown.join(", ")));
    Some(Problem { expected: Some(written(example)), ..problem })
}

/// Takes the pictures of products out of the file. Returns where they are, by their places among those of the
/// worksheet, with how the sheet shows them. With a problem there are none: nobody wants a product with a
/// part of its photos.
fn take_pictures(
    bytes: &[u8],
    pictures: &Pictures,
    sheet: &Sheet,
    taker: Option<&SheetPictures>,
) -> (TakenPictures, PictureCounts, Option<Problem>) {
    let Pictures { placed, linked, grouped, unread, too_many, remarks: _, instructions: _ } = pictures;
    let (beside, mut found) = (sheet.pictures_beside, TakenPictures::new());
    let mut counts = PictureCounts {
        beside,
        linked: *linked,
        grouped: *grouped,
        unread: *unread,
        too_many: *too_many,
        ..PictureCounts::default()
    };
    let wanted: BTreeSet<usize> =
        sheet.drafts.iter().flat_map(|draft| draft.pictures.iter().copied()).collect();
    let parts: BTreeSet<usize> = wanted.iter().filter_map(|index| Some(placed.get(*index)?.part)).collect();
    let parts: Vec<usize> = parts.into_iter().take(sheet::MAX_TAKEN).collect();
    let Some(taker) = taker.filter(|_| !parts.is_empty()) else { return (found, counts, None) };
    let files = match taker.of(bytes, &parts) {
        Ok(files) => parts.into_iter().zip(files).collect::<HashMap<usize, Option<PathBuf>>>(),
        Err(problem) => return (found, PictureCounts { unusable: wanted.len(), ..counts }, Some(problem)),
    };
    for index in wanted {
        match placed.get(index).and_then(|picture| Some((files.get(&picture.part)?, picture.look))) {
            Some((Some(file), look)) => drop(found.insert(index, (file.clone(), look.edit()))),
            Some((None, _)) => counts.unusable += 1,
            None => counts.too_many += 1,
        }
    }
    let repeated = repeated(sheet, pictures, &found);
    counts.repeated = repeated.len();
    found.retain(|index, _| !repeated.contains(index));
    (found, counts, None)
}

/// A picture that lies on so many rows, and on most of those that have one, shows none of their products.
const MANY_ROWS: usize = 3;

/// The pictures that are the same on most rows: a logo, an empty frame. One in merged cells is of all its
/// rows.
fn repeated(sheet: &Sheet, pictures: &Pictures, found: &TakenPictures) -> HashSet<usize> {
    let own = |index: &&usize| pictures.placed.get(**index).is_some_and(|picture| !picture.is_of_all);
    let mut products: HashMap<&Path, HashSet<usize>> = HashMap::new();
    let mut with_pictures = 0;
    for draft in &sheet.drafts {
        let files = || draft.pictures.iter().filter(own).filter_map(|index| Some(&found.get(index)?.0));
        for file in files() {
            products.entry(file).or_default().insert(draft.row);
        }
        with_pictures += usize::from(files().next().is_some());
    }
    let is_repeated = |file: &Path| {
        products.get(file).is_some_and(|of| of.len() >= MANY_ROWS && 2 * of.len() > with_pictures)
    };
    found.iter().filter(|(_, (file, _))| is_repeated(file)).map(|(index, _)| *index).collect()
}

/// Reads the worksheets of a file.
///
/// # Errors
/// `Sheet` when the file cannot be read, is no sheet, or has its products beside each other.
fn open(path: &Path, read: ReadSheet) -> Result<Opened, Problem> {
    let problem = || Problem::new(ProblemKind::Sheet).with_subject(path.display().to_string());
    let too_large = |limit| problem().with_diagnostic(Finding::SheetTooLarge { limit });
    let bytes = files::read(path, MAX_BYTES).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => too_large(MAX_BYTES),
        _ => problem().with_quotation(error.to_string()),
    })?;
    if bytes.len() as u64 > MAX_TEXT_BYTES && !sheet::may_have_pictures(&bytes) {
        return Err(too_large(MAX_TEXT_BYTES));
    }
    let sheets = read(path, &bytes)?;
    for (is, finding) in [
        (sheet::is_transposed as fn(&SheetCells) -> bool, Finding::TableTurned),
        (sheet::is_summary, Finding::PivotTable),
    ] {
        let mut shown = sheets.iter().filter(|cells| !cells.is_hidden).peekable();
        if shown.peek().is_some() && shown.all(is) {
            return Err(problem().with_diagnostic(finding));
        }
    }
    Ok(Opened { bytes, sheets })
}

/// Reads the cells of the worksheet of this name, else of the one with the most known headings.
///
/// # Errors
/// `Sheet` when the file cannot be read, or is no sheet.
pub fn read_worksheet(path: &Path, name: Option<&str>, read: ReadSheet) -> Result<SheetCells, Problem> {
    let mut sheets = read_worksheets(path, read)?;
    let named = sheets.iter().position(|cells| name.is_some() && cells.worksheet.as_deref() == name);
    Ok(match named {
        Some(at) => sheets.swap_remove(at),
        None => sheet::best(sheets),
    })
}

/// Reads the cells of all worksheets.
///
/// # Errors
/// `Sheet` when the file cannot be read, or is no sheet.
pub fn read_worksheets(path: &Path, read: ReadSheet) -> Result<Vec<SheetCells>, Problem> {
    open(path, read).map(|opened| opened.sheets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::imports::reading::read_progress::ReadProgress;
    use crate::worker::imports::reading::scan::KnownPhotos;
    use crate::worker::imports::reading::scan::plan_paths;
    use vitrine_core::import::Grouping;

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

    fn plan_with(roots: &[PathBuf], request: &SheetRequest, read: ReadSheet) -> ImportPlan {
        let waiting = std::sync::Arc::new(());
        let progress = ReadProgress::new(&waiting);
        plan_paths(roots, &Grouping::Auto.into(), request, &[], &KnownPhotos::default(), &progress, read).0
    }

    fn plan(dir: &tempfile::TempDir, source: SheetSource) -> ImportPlan {
        plan_with(
            &[dir.path().to_owned()],
            &SheetRequest { source, ..SheetRequest::default() },
            sheet::open_named,
        )
    }

    fn prices(plan: &ImportPlan) -> Vec<(&str, Option<i64>)> {
        let price = |draft: &vitrine_domain::Draft| draft.primary_price.map(vitrine_domain::Price::wire);
        plan.drafts.iter().map(|planned| (planned.draft.name.as_str(), price(&planned.draft))).collect()
    }

    const PRICES: Option<&str> = Some("نام,قیمت\nRug,5000\n");

    #[test]
    fn the_only_sheet_in_a_folder_is_used_and_reported() {
        let dir = folder(&[
            ("Rug/1.jpg", None),
            ("prices.csv", PRICES),
            ("notes.txt", Some("buy milk")),
            (".~lock.prices.csv", Some("x")),
        ]);
        let planned = plan(&dir, SheetSource::Folder);
        assert_eq!(
            (prices(&planned), planned.ignored),
            (vec![("Rug", Some(5000))], 2),
            "the notes, and the other program's lock"
        );
        let sheet = &planned.sheets[0];
        assert!(sheet.from_folder && sheet.path.ends_with("prices.csv"));
    }

    #[test]
    fn a_sheet_that_was_declined_or_is_unknown_or_one_of_several_is_only_offered() {
        let one = folder(&[("Rug/1.jpg", None), ("prices.csv", PRICES)]);
        let unknown = folder(&[("Rug/1.jpg", None), ("costs.csv", Some("date,amount paid\n1,2\n"))]);
        let several = folder(&[("Rug/1.jpg", None), ("a.csv", PRICES), ("b.csv", PRICES)]);
        for (dir, source, sheets) in [
            (&one, SheetSource::None, 1),
            (&unknown, SheetSource::Folder, 1),
            (&several, SheetSource::Folder, 2),
        ] {
            let planned = plan(dir, source);
            assert_eq!((prices(&planned), planned.sheets.len()), (vec![("Rug", None)], 0));
            assert_eq!(planned.other_sheets.len(), sheets);
        }
        let chosen = plan(&several, SheetSource::File(several.path().join("b.csv")));
        assert_eq!((prices(&chosen), chosen.other_sheets.len()), (vec![("Rug", Some(5000))], 1));
    }

    #[test]
    fn each_folder_that_is_dropped_has_its_own_sheet_and_takes_none_from_the_others() {
        let goods = [("Rug", PRICES), ("Bowl", Some("نام,قیمت\nBowl,800\n"))];
        let [first, second] =
            goods.map(|(name, list)| folder(&[(&format!("{name}/1.jpg"), None), ("list.csv", list)]));
        let roots = [&first, &second].map(|folder| folder.path().to_owned());
        let plan = |source| {
            plan_with(&roots, &SheetRequest { source, ..SheetRequest::default() }, sheet::open_named)
        };
        let both = vec![("Rug", Some(5000)), ("Bowl", Some(800))];
        for source in [SheetSource::Folder, SheetSource::File(first.path().join("list.csv"))] {
            let planned = plan(source);
            assert_eq!((prices(&planned), planned.other_sheets.len()), (both.clone(), 0));
        }
        assert_eq!(plan(SheetSource::None).other_sheets.len(), 2);
    }

    #[test]
    fn a_folder_whose_photos_all_belong_to_rows_needs_no_answer() {
        let photos: Vec<String> = (1..=20).map(|number| format!("all/bag {number:02}.jpg")).collect();
        let rows: String = (1..=20).map(|number| format!("bag {number:02},Bag no. {number}\n")).collect();
        let complete = format!("code,name\n{rows}");
        for (sheet, is_asked) in [(complete, false), ("name,price\nRug,5000\n".to_owned(), true)] {
            let mut files: Vec<(&str, Option<&str>)> =
                photos.iter().map(|photo| (photo.as_str(), None)).collect();
            files.push(("prices.csv", Some(&sheet)));
            let planned = plan(&folder(&files), SheetSource::Folder);
            assert_eq!(planned.folders.iter().any(|folder| folder.is_unclear), is_asked, "{sheet}");
        }
    }

    #[test]
    fn all_worksheets_with_products_are_read_and_one_can_be_left_out() {
        let dir = folder(&[("prices.xlsx", Some(""))]);
        let path = dir.path().join("prices.xlsx");
        let worksheets: ReadSheet = |_, _| {
            let sheet = |name: &str, rows: &[[&str; 2]], is_hidden: bool| SheetCells {
                worksheet: Some(name.to_owned()),
                rows: rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect(),
                is_hidden,
                ..SheetCells::default()
            };
            Ok(vec![
                sheet("Suppliers", &[["name", "code"], ["Wool supplier", "S-1"]], false),
                sheet("Rugs", &[["name", "price"], ["Rug", "5000"]], false),
                sheet("Bowls", &[["name", "price"], ["Bowl", "800"]], false),
                sheet("Old", &[["name", "price"], ["Rug", "4000"]], true),
            ])
        };
        let plan = |left_out: &[&str]| {
            let left_out = left_out.iter().map(|name| (path.clone(), (*name).to_owned())).collect();
            let request =
                SheetRequest { source: SheetSource::File(path.clone()), left_out, ..SheetRequest::default() };
            plan_with(&[], &request, worksheets)
        };
        let all = plan(&[]);
        assert_eq!(prices(&all), [("Rug", Some(5000)), ("Bowl", Some(800))]);
        let read: Vec<Option<&str>> = all.sheets.iter().map(|sheet| sheet.worksheet.as_deref()).collect();
        assert_eq!(
            (read, all.sheets[0].unread.join(",")),
            (vec![Some("Rugs"), Some("Bowls")], "Suppliers,Old".to_owned())
        );
        let one = plan(&["Rugs"]);
        assert_eq!(
            (prices(&one), one.sheets[0].unread.join(",")),
            (vec![("Bowl", Some(800))], "Suppliers,Rugs,Old".to_owned())
        );
    }

    #[test]
    fn pictures_that_cannot_be_taken_are_said_and_nothing_is_planned_that_nobody_looks_at() {
        let dir = folder(&[("prices.xlsx", Some(""))]);
        let path = dir.path().join("prices.xlsx");
        let with_picture: ReadSheet = |_, _| {
            let picture = sheet::Picture {
                row: 1,
                column: 0,
                first: 1,
                last: 1,
                is_of_all: false,
                part: 7,
                look: sheet::Look::WHOLE,
            };
            Ok(vec![SheetCells {
                rows: vec![
                    vec!["name".to_owned(), "price".to_owned()],
                    vec!["Rug".to_owned(), "5000".to_owned()],
                ],
                pictures: Pictures { placed: vec![picture], ..Pictures::default() },
                ..SheetCells::default()
            }])
        };
        let pictures = SheetPictures {
            folder: dir.path().join("pictures"),
            take: |_, _, _| Err(Finding::ReaderEnded),
            free_space: |_| None,
        };
        let looks = KnownPhotos { pictures: Some(pictures), ..KnownPhotos::default() };
        for (is_required, products) in [(false, 1), (true, 0)] {
            let request = SheetRequest {
                source: SheetSource::File(path.clone()),
                is_required,
                ..SheetRequest::default()
            };
            let waiting = std::sync::Arc::new(());
            let progress = ReadProgress::new(&waiting);
            let planned =
                plan_paths(&[], &Grouping::Auto.into(), &request, &[], &looks, &progress, with_picture).0;
            let problem = &planned.problems[0];
            assert_eq!((problem.kind, problem.subject.as_deref()), (ProblemKind::Sheet, path.to_str()));
            assert_eq!(
                (planned.drafts.len(), planned.drafts.iter().all(|draft| draft.photos.is_empty())),
                (products, true)
            );
        }
    }

    #[test]
    fn a_photo_that_is_nowhere_is_reported_with_its_row() {
        let dir =
            folder(&[("prices.csv", Some("name,photos\nRug,rug.jpg\nBowl,bowl.jpg\n")), ("rug.jpg", None)]);
        let request = SheetRequest {
            source: SheetSource::File(dir.path().join("prices.csv")),
            ..SheetRequest::default()
        };
        let planned = plan_with(&[], &request, sheet::open_named);
        let problems: Vec<&str> =
            planned.problems.iter().filter_map(|problem| problem.quotation.as_deref()).collect();
        assert_eq!(problems, ["row 3: no such photo"]);
    }

    #[test]
    fn dropped_sheets_add_to_the_one_of_the_folder_and_one_that_cannot_be_read_takes_nothing_away() {
        let dir = folder(&[("Rug/1.jpg", None), ("prices.csv", PRICES)]);
        let others = folder(&[
            ("stock.csv", Some("name,stock\nRug,7\n")),
            ("damaged.xlsx", Some("PK\u{3}\u{4} nothing")),
        ]);
        let dropped = ["stock.csv", "damaged.xlsx"].map(|name| others.path().join(name)).to_vec();
        let request = SheetRequest { source: SheetSource::Folder, dropped, ..SheetRequest::default() };
        let planned = plan_with(&[dir.path().to_owned()], &request, sheet::open_named);
        assert_eq!((prices(&planned), planned.drafts[0].draft.stock), (vec![("Rug", Some(5000))], Some(7)));
        assert_eq!((planned.sheets.len(), planned.problems[0].kind), (2, ProblemKind::Sheet));
    }

    #[test]
    fn a_review_is_shown_without_a_sheet_that_ends_its_reader() {
        let dir = folder(&[("Rug/1.jpg", None), ("prices.csv", PRICES)]);
        let source = SheetSource::File(dir.path().join("prices.csv"));
        let request = SheetRequest { source, ..SheetRequest::default() };
        let ended: ReadSheet =
            |_, _| Err(Problem::new(ProblemKind::Sheet).with_diagnostic(Finding::ReaderEnded));
        let planned = plan_with(&[dir.path().to_owned()], &request, ended);
        assert_eq!(prices(&planned), [("Rug", None)]);
        assert_eq!(
            planned.problems[0].diagnostic.as_ref().map(|of| &of.finding),
            Some(&Finding::ReaderEnded)
        );
    }

    #[test]
    fn a_sheet_that_took_too_long_is_read_again_only_when_it_was_saved_again() {
        let dir = folder(&[("prices.csv", PRICES)]);
        let path = dir.path().join("prices.csv");
        let store = crate::store::Store::open(dir.path()).unwrap();
        let slow: ReadSheet = |path, _| {
            let problem = Problem::new(ProblemKind::Sheet).with_subject(path.display().to_string());
            Err(problem.with_diagnostic(Finding::ReaderTooSlow { seconds: 20 }))
        };
        let request = SheetRequest { source: SheetSource::File(path.clone()), ..SheetRequest::default() };
        let first = plan_with(&[], &request, slow);
        SlowSheets::note(&first.problems, &store).unwrap();
        let plan = |request: &SheetRequest| {
            let looks = KnownPhotos { slow: SlowSheets::load(&store), ..KnownPhotos::default() };
            let waiting = std::sync::Arc::new(());
            let progress = ReadProgress::new(&waiting);
            let read = sheet::open_named;
            plan_paths(&[], &Grouping::Auto.into(), request, &[], &looks, &progress, read).0
        };
        assert_eq!(plan(&request).problems, first.problems, "it is not read");
        let asked = SheetRequest { is_required: true, ..request.clone() };
        assert_eq!(prices(&plan(&asked)), [("Rug", Some(5000))], "somebody asks for it anew");
        std::fs::write(&path, "name,price\nRug,60000\n").unwrap();
        assert_eq!(prices(&plan(&request)), [("Rug", Some(60_000))]);
    }

    #[test]
    fn an_import_that_nobody_looks_at_plans_nothing_without_its_sheet() {
        let dir = folder(&[("Rug/1.jpg", None)]);
        let source = SheetSource::File(PathBuf::from("/no/such/sheet.csv"));
        let request = SheetRequest { source, is_required: true, ..SheetRequest::default() };
        let planned = plan_with(&[dir.path().to_owned()], &request, sheet::open_named);
        assert_eq!(planned.drafts, []);
        assert_eq!(planned.problems[0].kind, ProblemKind::Sheet);
    }
}
