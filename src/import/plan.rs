//! Files and folders → drafts. Pure: the worker looks through the disk and tells what it found.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::state::{Grouping, PlannedDraft};
use crate::domain::text::{digit, folded};
use crate::domain::{Code, Draft, Problem};

/// One thing the look through a dropped path came upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub path: PathBuf,
    pub kind: FoundKind,
    /// Which of the dropped paths it lies in (or is).
    pub root: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// A picture by its content, of a format that can be made fit to send.
    Photo,
    /// Named like a picture, but is none.
    NotAPhoto,
    /// A picture of a format this program cannot read.
    Unsupported,
    /// A picture's name and no bytes.
    Empty,
    /// A picture's name, or a folder, and the system's reason.
    Unreadable(String),
    /// A link back to a folder that holds it.
    FolderLoop,
    /// Some other file; passed over.
    Other,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Planned {
    pub drafts: Vec<PlannedDraft>,
    /// What cannot become (part of) a product, and why.
    pub problems: Vec<Problem>,
    /// Files passed over: neither pictures nor meant to be.
    pub ignored: usize,
}

/// Groups what was found below the dropped paths `roots` into drafts, in natural order.
///
/// A file that should be a photo and cannot be used stays in its draft, which then fails naming it: a product
/// cannot be mended once it is created, so none is made of half its photos. The problem is told here as well,
/// so that the person sees it before pressing Start.
pub fn plan(roots: &[PathBuf], found: &[Found], grouping: Grouping) -> Planned {
    let mut planned = Planned::default();
    let mut seen = HashSet::new();
    let mut photos: Vec<&Found> = Vec::new();
    for one in found.iter().filter(|one| seen.insert(&one.path)) {
        if is_litter(&one.path) {
            continue;
        }
        if let Some(problem) = problem_of(one) {
            planned.problems.push(problem);
        }
        // The journal is text: what cannot be written there cannot be gone on with after a crash.
        if one.path.to_str().is_none() {
            continue;
        }
        match &one.kind {
            FoundKind::Photo | FoundKind::NotAPhoto | FoundKind::Unsupported | FoundKind::Empty => photos.push(one),
            FoundKind::Unreadable(_) if has_photo_name(&one.path) => photos.push(one),
            FoundKind::Other => planned.ignored += 1,
            FoundKind::Unreadable(_) | FoundKind::FolderLoop => {}
        }
    }
    photos.sort_by(|a, b| natural(&a.path, &b.path));
    planned.drafts = match grouping {
        Grouping::Auto => by_folder(&photos, |folder| !is_shared(folder, roots, &photos)),
        Grouping::Folder => by_folder(&photos, |folder| holds_dropped_folder(folder, roots)),
        Grouping::File => photos.iter().map(|one| of_file(&one.path)).collect(),
        Grouping::Name => by_name(&photos),
    };
    planned
}

fn problem_of(found: &Found) -> Option<Problem> {
    let problem = match &found.kind {
        FoundKind::Photo if found.path.to_str().is_none() => Problem::new(Code::FileUnreadable).saying("the name is not Unicode"),
        FoundKind::Photo | FoundKind::Other => return None,
        FoundKind::NotAPhoto => Problem::new(Code::NotAPhoto),
        FoundKind::Unsupported => Problem::new(Code::PhotoFormatUnsupported),
        FoundKind::Empty => Problem::new(Code::FileEmpty),
        FoundKind::Unreadable(reason) => Problem::new(Code::FileUnreadable).saying(reason.as_str()),
        FoundKind::FolderLoop => Problem::new(Code::FolderLoop),
    };
    Some(problem.about(found.path.display().to_string()))
}

/// What systems leave beside people's files.
fn is_litter(path: &Path) -> bool {
    let name = |part: &OsStr| part.to_string_lossy().into_owned();
    let file = path.file_name().map(name).unwrap_or_default();
    file.starts_with('.')
        || matches!(file.to_ascii_lowercase().as_str(), "thumbs.db" | "desktop.ini")
        || path.components().any(|part| name(part.as_os_str()) == "__MACOSX")
}

/// Endings people and cameras give to photos, whether or not this program reads them.
const ENDINGS: [&str; 16] =
    ["jpg", "jpeg", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif", "dng", "cr2", "nef", "arw"];

/// Whether a file of this name is meant to be a photo.
pub fn has_photo_name(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// In `auto`, a folder's photos are products of their own when they were dropped by themselves, or when
/// they lie beside folders of photos.
fn is_shared(folder: &Path, roots: &[PathBuf], photos: &[&Found]) -> bool {
    let dropped_themselves = photos.iter().any(|one| folder_of(&one.path) == folder && roots.get(one.root) == Some(&one.path));
    let beside_folders = photos.iter().any(|one| folder_of(&one.path) != folder && one.path.starts_with(folder));
    dropped_themselves || beside_folders
}

/// In `folder`, only photos dropped by themselves, out of a folder that was not dropped, are products of their own.
fn holds_dropped_folder(folder: &Path, roots: &[PathBuf]) -> bool {
    roots.iter().any(|root| folder.starts_with(root))
}

/// One draft a folder where `is_product` says so, else one a photo; in the order of the photos.
fn by_folder(photos: &[&Found], is_product: impl Fn(&Path) -> bool) -> Vec<PlannedDraft> {
    let mut folders: BTreeMap<&Path, bool> = BTreeMap::new();
    let mut drafts: Vec<PlannedDraft> = Vec::new();
    let mut of_folder: BTreeMap<&Path, usize> = BTreeMap::new();
    for one in photos {
        let folder = folder_of(&one.path);
        if !*folders.entry(folder).or_insert_with(|| is_product(folder)) {
            drafts.push(of_file(&one.path));
            continue;
        }
        let index = *of_folder.entry(folder).or_insert_with(|| {
            drafts.push(draft(folder, shown_name(folder.file_name()), Vec::new()));
            drafts.len() - 1
        });
        drafts[index].photos.push(one.path.clone());
    }
    drafts
}

/// Photos of one folder whose names differ only in a number at the end are one draft.
fn by_name(photos: &[&Found]) -> Vec<PlannedDraft> {
    let mut groups: BTreeMap<(&Path, String), usize> = BTreeMap::new();
    let mut drafts: Vec<PlannedDraft> = Vec::new();
    for one in photos {
        let name = without_number(&shown_name(one.path.file_stem()));
        let index = *groups.entry((folder_of(&one.path), folded(&name))).or_insert_with(|| {
            drafts.push(draft(&one.path, name, Vec::new()));
            drafts.len() - 1
        });
        drafts[index].photos.push(one.path.clone());
    }
    drafts
}

fn of_file(path: &Path) -> PlannedDraft {
    draft(path, shown_name(path.file_stem()), vec![path.to_owned()])
}

fn draft(source: &Path, name: String, photos: Vec<PathBuf>) -> PlannedDraft {
    PlannedDraft { draft: Draft { name: name.clone(), ..Draft::default() }, source: source.to_owned(), source_name: name, photos }
}

/// A file's name as a product's: underscores are spaces there.
fn shown_name(name: Option<&OsStr>) -> String {
    let name = name.map(OsStr::to_string_lossy).unwrap_or_default().replace('_', " ");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `mug-1`, `mug (2)` and `mug 3` without their numbers; a name that is only a number stays.
fn without_number(name: &str) -> String {
    let inner = name.strip_suffix(')').unwrap_or(name).trim_end_matches(|c| digit(c).is_some());
    if inner.len() == name.len() || (name.ends_with(')') && inner.len() + 1 == name.len()) {
        return name.to_owned();
    }
    let rest = inner.trim_end_matches([' ', '-', '_', '(', '.', '–']);
    if rest.is_empty() { name.to_owned() } else { rest.to_owned() }
}

/// Paths as people order them: part by part, numbers by their value, letters without case.
fn natural(a: &Path, b: &Path) -> Ordering {
    let parts = |path: &Path| path.iter().map(|part| part.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let (a_parts, b_parts) = (parts(a), parts(b));
    let by_parts = a_parts.iter().zip(&b_parts).map(|(a, b)| natural_name(a, b)).find(|order| order.is_ne());
    by_parts.unwrap_or_else(|| a_parts.len().cmp(&b_parts.len())).then_with(|| a.cmp(b))
}

fn natural_name(a: &str, b: &str) -> Ordering {
    let (a, b) = (chunks(a), chunks(b));
    a.iter().zip(&b).map(|(a, b)| a.cmp(b)).find(|order| order.is_ne()).unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// A run of digits, or of anything else. Numbers go before words, as in every file list.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Chunk {
    /// Its length without leading zeros, then its digits: by value, however long.
    Number(usize, String),
    Word(String),
}

fn chunks(name: &str) -> Vec<Chunk> {
    let name = folded(name);
    let mut chunks = Vec::new();
    let mut rest = name.as_str();
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (chunk, after) = rest.split_at(end);
        rest = after;
        let digits = chunk.trim_start_matches('0');
        chunks.push(if is_number { Chunk::Number(digits.len(), digits.to_owned()) } else { Chunk::Word(chunk.to_owned()) });
    }
    chunks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(paths: &[&str]) -> Vec<Found> {
        paths.iter().map(|path| Found { path: PathBuf::from(path), kind: FoundKind::Photo, root: 0 }).collect()
    }

    fn planned(roots: &[&str], paths: &[&str], grouping: Grouping) -> Vec<(String, usize)> {
        let roots: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
        let mut found = found(paths);
        for one in &mut found {
            one.root = roots.iter().position(|root| one.path.starts_with(root)).unwrap();
        }
        plan(&roots, &found, grouping).drafts.into_iter().map(|draft| (draft.source_name, draft.photos.len())).collect()
    }

    fn expected(drafts: &[(&str, usize)]) -> Vec<(String, usize)> {
        drafts.iter().map(|(name, photos)| ((*name).to_owned(), *photos)).collect()
    }

    #[test]
    fn a_folder_of_photos_is_one_product_named_after_it() {
        assert_eq!(planned(&["/p/Blue_rug"], &["/p/Blue_rug/1.jpg", "/p/Blue_rug/2.jpg"], Grouping::Auto), expected(&[("Blue rug", 2)]));
    }

    #[test]
    fn photos_beside_folders_of_photos_are_one_product_each() {
        let files = ["/p/bowl.jpg", "/p/Rug/1.jpg", "/p/Rug/2.jpg", "/p/cup.jpg"];
        assert_eq!(planned(&["/p"], &files, Grouping::Auto), expected(&[("bowl", 1), ("cup", 1), ("Rug", 2)]));
    }

    #[test]
    fn photos_dropped_by_themselves_are_one_product_each() {
        let files = ["/p/bowl.jpg", "/p/cup.jpg"];
        assert_eq!(planned(&files, &files, Grouping::Auto), expected(&[("bowl", 1), ("cup", 1)]));
        assert_eq!(planned(&files, &files, Grouping::Folder), expected(&[("bowl", 1), ("cup", 1)]));
    }

    #[test]
    fn every_folder_is_a_product_when_asked_for() {
        let files = ["/p/bowl.jpg", "/p/Rug/1.jpg", "/p/Rug/2.jpg", "/p/cup.jpg"];
        assert_eq!(planned(&["/p"], &files, Grouping::Folder), expected(&[("p", 2), ("Rug", 2)]));
    }

    #[test]
    fn every_photo_is_a_product_when_asked_for() {
        assert_eq!(planned(&["/p"], &["/p/Rug/1.jpg", "/p/Rug/2.jpg"], Grouping::File), expected(&[("1", 1), ("2", 1)]));
    }

    #[test]
    fn names_that_differ_in_a_number_are_one_product_when_asked_for() {
        let files = ["/p/mug-1.jpg", "/p/mug-2.jpg", "/p/mug (3).jpg", "/p/Rug.jpg", "/p/7.jpg", "/p/کاسه ۱.jpg", "/p/کاسه ۲.jpg"];
        assert_eq!(planned(&["/p"], &files, Grouping::Name), expected(&[("7", 1), ("mug", 3), ("Rug", 1), ("کاسه", 2)]));
    }

    #[test]
    fn photos_stand_in_natural_order() {
        let files = found(&["/p/a10.jpg", "/p/a2.jpg", "/p/A1.jpg", "/p/a۳.jpg"]);
        let drafts = plan(&[PathBuf::from("/p")], &files, Grouping::Folder).drafts;
        let names: Vec<_> = drafts[0].photos.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["A1.jpg", "a2.jpg", "a۳.jpg", "a10.jpg"]);
    }

    #[test]
    fn what_was_dropped_twice_is_planned_once() {
        let files = ["/p/Rug/1.jpg", "/p/Rug/1.jpg"];
        assert_eq!(planned(&["/p/Rug"], &files, Grouping::Auto), expected(&[("Rug", 1)]));
    }

    #[test]
    fn a_file_that_is_no_photo_is_told_and_stays_in_its_product() {
        let mut files = found(&["/p/Rug/1.jpg", "/p/Rug/2.jpg", "/p/Rug/note.txt", "/p/Rug/.DS_Store"]);
        files[1].kind = FoundKind::NotAPhoto;
        files[2].kind = FoundKind::Other;
        files[3].kind = FoundKind::Other;
        let planned = plan(&[PathBuf::from("/p/Rug")], &files, Grouping::Auto);
        assert_eq!((planned.drafts[0].photos.len(), planned.ignored), (2, 1));
        assert_eq!(planned.problems[0].code, Code::NotAPhoto);
        assert_eq!(planned.problems[0].subject.as_deref(), Some("/p/Rug/2.jpg"));
    }

    proptest! {
        #[test]
        fn every_photo_lands_in_exactly_one_product(
            paths in prop::collection::hash_set("(/[ab]){0,3}/[a-c۱-۳ _-]{1,4}[0-9]?\\.jpg", 0..30),
            grouping in prop::sample::select(vec![Grouping::Auto, Grouping::File, Grouping::Folder, Grouping::Name]),
        ) {
            let files: Vec<Found> = paths.iter().map(|path| Found { path: format!("/p{path}").into(), kind: FoundKind::Photo, root: 0 }).collect();
            let drafts = plan(&[PathBuf::from("/p")], &files, grouping).drafts;
            let mut planned: Vec<PathBuf> = drafts.into_iter().flat_map(|draft| draft.photos).collect();
            let mut given: Vec<PathBuf> = files.into_iter().map(|one| one.path).collect();
            planned.sort();
            given.sort();
            prop_assert_eq!(planned, given);
        }

        #[test]
        fn the_natural_order_is_an_order(names in prop::collection::vec("[a-bA-B0-2۰-۲ ]{0,5}", 3)) {
            let [a, b, c] = [&names[0], &names[1], &names[2]].map(PathBuf::from);
            prop_assert_eq!(natural(&a, &b), natural(&b, &a).reverse());
            if natural(&a, &b).is_le() && natural(&b, &c).is_le() {
                prop_assert!(natural(&a, &c).is_le());
            }
        }
    }
}
