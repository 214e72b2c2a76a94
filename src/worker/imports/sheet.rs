//! Merges a spreadsheet with the dropped photos: its rows name products, give their fields, and say which photos belong
//! to them. Blocking.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::domain::{Code, Draft, Edit, Problem, text::folded};
use crate::import::PlannedDraft;
use crate::import::plan::ImportPlan;
use crate::import::sheet::{self, Origin};

/// A larger file is not a sheet that a person made.
const MAX_BYTES: u64 = 64 << 20;

/// Merges the sheet into the planned drafts.
///
/// A row with photos is a product of those photos, whatever they were planned as. A row without photos describes the
/// planned draft of its name. Planned drafts without a row stay as they are.
pub fn with_sheet(mut planned: ImportPlan, path: &Path) -> ImportPlan {
    let cells = match read(path) {
        Ok(rows) => rows,
        Err(problem) => {
            // Without its sheet the import is not what the user wanted, so nothing is planned.
            planned.drafts.clear();
            planned.problems.insert(0, problem);
            return planned;
        }
    };
    let dropped: Vec<PathBuf> = planned.drafts.iter().flat_map(|draft| draft.photos.iter().cloned()).collect();
    let mut finder = PhotoFinder::of(path, &dropped);
    let by_name = by_name(&planned.drafts);
    let (mut rows, mut taken) = (Vec::new(), HashSet::new());
    for row in sheet::drafts(&cells).drafts {
        let photos: Vec<PathBuf> = row.photos.iter().map(|photo| finder.find(photo)).collect();
        let edits: Vec<Edit> = row.edits_in_order().collect();
        taken.extend(photos.iter().cloned());
        let named = if photos.is_empty() { by_name.get(&folded(&row.draft.name)).copied() } else { None };
        let named = named.and_then(|index| planned.drafts.get_mut(index));
        match (row.problem, named) {
            // No product is made from the photos alone: it would lack what the row was meant to say.
            (Some(problem), named) => {
                planned.problems.push(problem.with_subject(path.display().to_string()));
                taken.extend(named.into_iter().flat_map(|draft| draft.photos.iter().cloned()));
            }
            (None, Some(named)) => overlay(named, row.draft),
            (None, None) => rows.push(draft_of_row(path, row.draft, row.origin, photos).edited(edits)),
        }
    }
    for draft in &mut planned.drafts {
        draft.photos.retain(|photo| !taken.contains(photo));
    }
    planned.drafts.retain(|draft| !draft.photos.is_empty());
    planned.drafts.extend(rows);
    if !planned.drafts.is_empty() {
        // The photos are elsewhere, where the sheet says.
        planned.problems.retain(|problem| problem.code != Code::NothingFound);
    }
    planned
}

fn read(path: &Path) -> Result<Vec<Vec<String>>, Problem> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes))
        .map_err(|error| Problem::new(Code::Sheet).with_subject(path.display().to_string()).with_quotation(error.to_string()))?;
    sheet::read(path, &bytes)
}

/// The row's fields take precedence over those derived from the file's name.
fn overlay(planned: &mut PlannedDraft, row: Draft) {
    let found = std::mem::replace(&mut planned.draft, row);
    planned.draft.fill(&found);
}

fn draft_of_row(sheet: &Path, draft: Draft, origin: Option<Origin>, photos: Vec<PathBuf>) -> PlannedDraft {
    let own = || Origin { source: photos.first().map_or(sheet, PathBuf::as_path).to_owned(), name: draft.name.clone() };
    let Origin { source, name } = origin.unwrap_or_else(own);
    PlannedDraft { source_name: name, draft, source, photos, edits: Vec::new() }
}

/// The index of the first planned draft of each folded name.
fn by_name(drafts: &[PlannedDraft]) -> HashMap<String, usize> {
    let mut by_name = HashMap::with_capacity(drafts.len());
    for (index, draft) in drafts.iter().enumerate() {
        by_name.entry(folded(&draft.source_name)).or_insert(index);
    }
    by_name
}

/// Finds the photos that a sheet names.
struct PhotoFinder<'a> {
    folder: PathBuf,
    dropped: &'a [PathBuf],
    /// The dropped photos by their last path components, for each number of components that occurs in the sheet.
    by_suffix: HashMap<usize, HashMap<&'a Path, &'a Path>>,
}

impl<'a> PhotoFinder<'a> {
    fn of(sheet: &Path, dropped: &'a [PathBuf]) -> Self {
        let sheet = std::path::absolute(sheet).unwrap_or_else(|_| sheet.to_owned());
        Self { folder: sheet.parent().map(Path::to_owned).unwrap_or_default(), dropped, by_suffix: HashMap::new() }
    }

    /// Looks among the dropped photos (the first one if several match), else beside the sheet. A photo that is nowhere
    /// keeps its name, so that the problem can mention it.
    fn find(&mut self, named: &Path) -> PathBuf {
        let components = named.components().count();
        let suffixes = self.by_suffix.entry(components).or_insert_with(|| suffixes(self.dropped, components));
        suffixes.get(named).map_or_else(|| self.folder.join(named), |path| (*path).to_owned())
    }
}

/// Paths by their last `components`; of several with the same ending, the first one.
fn suffixes(paths: &[PathBuf], components: usize) -> HashMap<&Path, &Path> {
    let mut suffixes = HashMap::with_capacity(paths.len());
    for path in paths {
        let Some(above) = path.components().count().checked_sub(components) else { continue };
        let mut end = path.components();
        end.by_ref().take(above).for_each(drop);
        suffixes.entry(end.as_path()).or_insert(path.as_path());
    }
    suffixes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(names: &[&str]) -> ImportPlan {
        let draft = |name: &&str| PlannedDraft {
            draft: Draft { name: (*name).to_owned(), ..Draft::default() },
            source: PathBuf::from(format!("/photos/{name}.jpg")),
            source_name: (*name).to_owned(),
            photos: vec![PathBuf::from(format!("/photos/{name}.jpg"))],
            edits: vec![],
        };
        ImportPlan { drafts: names.iter().map(draft).collect(), ..ImportPlan::default() }
    }

    fn with_rows(planned: ImportPlan, csv: &str) -> ImportPlan {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("sheet.csv");
        std::fs::write(&path, csv).unwrap();
        with_sheet(planned, &path)
    }

    #[test]
    fn a_row_sets_the_fields_of_the_draft_with_its_name() {
        let merged = with_rows(planned(&["Rug", "Bowl"]), "name,primary_price\nrug,۱۲٬۰۰۰\n");
        let prices: Vec<Option<i64>> = merged.drafts.iter().map(|draft| draft.draft.primary_price).collect();
        assert_eq!(prices, [Some(12_000), None]);
    }

    #[test]
    fn a_row_with_photos_takes_them_from_the_planned_drafts() {
        let merged = with_rows(planned(&["Rug", "Bowl"]), "name;photos\nA set;Rug.jpg|Bowl.jpg\n");
        assert_eq!(merged.drafts.len(), 1);
        assert_eq!(merged.drafts[0].photos, [PathBuf::from("/photos/Rug.jpg"), PathBuf::from("/photos/Bowl.jpg")]);
    }

    #[test]
    fn a_row_of_a_failed_product_restores_its_photo_edits() {
        let turned = Edit::default().rotated_right().with_brightness(20);
        let failed = PlannedDraft {
            edits: vec![Edit::default(), turned],
            ..draft_of_row(Path::new("/x"), Draft::default(), None, ["/a;b.jpg", "/c.jpg"].map(PathBuf::from).to_vec())
        };
        let cells =
            [sheet::photos_cell(&failed.photos), sheet::edits_cell(&failed)].map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
        let merged = with_rows(planned(&[]), &format!("name,photos,photo_edits\nRug,{}\n", cells.join(",")));
        assert_eq!((&merged.drafts[0].photos, &merged.drafts[0].edits), (&failed.photos, &failed.edits));
    }

    #[test]
    fn a_row_with_damaged_photo_edits_creates_no_product() {
        let merged = with_rows(planned(&[]), "name,photos,photo_edits\nRug,/a.jpg,turned\nBowl,/b.jpg,\n");
        let names: Vec<&str> = merged.drafts.iter().map(|draft| draft.source_name.as_str()).collect();
        assert_eq!(names, ["Bowl"]);
        assert_eq!(merged.problems[0].field.as_deref(), Some("photo_edits"));
    }

    #[test]
    fn an_unreadable_row_creates_no_product_from_its_photo() {
        let merged = with_rows(planned(&["Rug", "Bowl"]), "name,price\nRug,cheap\n");
        let names: Vec<&str> = merged.drafts.iter().map(|draft| draft.source_name.as_str()).collect();
        assert_eq!(names, ["Bowl"]);
        assert_eq!(merged.problems[0].field.as_deref(), Some("primary_price"));
    }

    #[test]
    fn a_photo_is_found_by_the_last_components_of_its_path() {
        let dropped = ["/x/rug/1.jpg", "/x/bowl/1.jpg", "/x/rug/2.jpg"].map(PathBuf::from);
        let mut finder = PhotoFinder::of(Path::new("/sheets/a.csv"), &dropped);
        for (named, found) in [
            ("1.jpg", "/x/rug/1.jpg"),
            ("bowl/1.jpg", "/x/bowl/1.jpg"),
            ("/x/rug/2.jpg", "/x/rug/2.jpg"),
            ("owl/1.jpg", "/sheets/owl/1.jpg"),
            ("/rug/2.jpg", "/rug/2.jpg"),
            ("a/b/c/d/e.jpg", "/sheets/a/b/c/d/e.jpg"),
        ] {
            assert_eq!(finder.find(Path::new(named)), Path::new(found), "{named}");
        }
    }

    #[test]
    fn finding_5_000_rows_among_20_000_photos_indexes_each_photo_once() {
        let dropped: Vec<PathBuf> = (0..20_000).map(|n| PathBuf::from(format!("/photos/product {}/{}.jpg", n / 4, n % 4))).collect();
        let mut finder = PhotoFinder::of(Path::new("/sheet.csv"), &dropped);
        for row in 0..5_000 {
            let named = PathBuf::from(format!("product {row}/3.jpg"));
            assert_eq!(finder.find(&named), Path::new("/photos").join(named));
        }
        let indexed: usize = finder.by_suffix.values().map(HashMap::len).sum();
        assert_eq!(indexed, dropped.len(), "all rows use the same index");
    }

    #[test]
    fn an_import_without_its_sheet_plans_nothing() {
        let merged = with_sheet(planned(&["Rug"]), Path::new("/no/such/sheet.csv"));
        assert_eq!(merged.drafts, []);
        assert_eq!(merged.problems[0].code, Code::Sheet);
    }
}
