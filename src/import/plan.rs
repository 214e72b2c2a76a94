//! Files and folders → drafts. Pure: the worker looks through the disk and tells what it found.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::order::{natural_key, natural_path_key};
use super::state::{Grouping, PlannedDraft};
use crate::domain::text::{digit, folded};
use crate::domain::{Code, Draft, Problem};

/// One thing the look through a dropped path came upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
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
    /// The system's reason.
    Unreadable(String),
    /// A link back to a folder that holds it.
    FolderLoop,
    /// Some other file; passed over.
    Other,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportPlan {
    pub drafts: Vec<PlannedDraft>,
    /// Files that look as if they should have become products, and why they did not.
    pub problems: Vec<Problem>,
    /// Files passed over: neither pictures nor meant to be. What systems leave in folders is not counted.
    pub ignored: usize,
}

/// Endings people and cameras give to photos, whether or not this program reads them.
const ENDINGS: [&str; 16] =
    ["jpg", "jpeg", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif", "dng", "cr2", "nef", "arw"];

/// Whether a file of this name is meant to be a photo.
pub fn has_photo_name(path: &Path) -> bool {
    let ending = path.extension().and_then(std::ffi::OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)))
}

/// A trailing number longer than this is a camera's or a catalogue's, not a count of one product's photos.
const MAX_COUNT_DIGITS: usize = 3;

/// Groups what was found below the dropped paths `roots` into drafts, in natural order. What was dropped twice, by itself
/// and inside a folder, is planned once.
///
/// A file that should be a photo and cannot be used stays in its draft, which then fails naming it: a product cannot be
/// mended once it is created, so none is made of half its photos. The problem is told here as well, for whoever looks
/// the drafts over before pressing Start.
pub fn plan(roots: &[PathBuf], found: &[FoundFile], grouping: Grouping) -> ImportPlan {
    let mut planned = ImportPlan::default();
    let mut photos: Vec<Photo<'_>> = Vec::new();
    for found in once_each(roots, found) {
        let problem = |code| Problem::new(code).about(found.path.to_string_lossy());
        let root = roots.get(found.root).map_or(Path::new(""), PathBuf::as_path);
        if is_left_by_system(root, &found.path) {
            continue;
        }
        let photo = Photo { path: &found.path, alone: root == found.path };
        let mut unusable = |code| {
            planned.problems.push(problem(code));
            photos.push(photo);
        };
        match &found.kind {
            // The journal is text: what cannot be written there cannot be gone on with after a crash.
            FoundKind::Photo if found.path.to_str().is_none() => {
                planned.problems.push(problem(Code::FileUnreadable).saying("the name is not valid Unicode"));
            }
            FoundKind::Photo => photos.push(photo),
            FoundKind::NotAPhoto => unusable(Code::NotAPhoto),
            FoundKind::Unsupported => unusable(Code::PhotoFormatUnsupported),
            FoundKind::Empty => unusable(Code::FileEmpty),
            FoundKind::Unreadable(reason) => {
                planned.problems.push(problem(Code::FileUnreadable).saying(reason));
                if has_photo_name(&found.path) {
                    photos.push(photo);
                }
            }
            FoundKind::FolderLoop => planned.problems.push(problem(Code::FolderLoop)),
            FoundKind::Other => planned.ignored += 1,
        }
    }
    photos.sort_by_cached_key(|photo| natural_path_key(photo.path));
    planned.drafts = group(&photos, grouping);
    planned.problems.sort_by_cached_key(|problem| natural_key(problem.subject.as_deref().unwrap_or_default()));
    if planned.drafts.is_empty() && planned.problems.is_empty() {
        let names: Vec<_> = roots.iter().map(|root| root.to_string_lossy()).collect();
        planned.problems.push(Problem::new(Code::NothingFound).about(names.join(", ")));
    }
    planned
}

#[derive(Clone, Copy)]
struct Photo<'a> {
    path: &'a Path,
    /// Dropped by itself, not in a folder.
    alone: bool,
}

/// Each path once; as part of a dropped folder rather than by itself.
fn once_each<'a>(roots: &[PathBuf], found: &'a [FoundFile]) -> Vec<&'a FoundFile> {
    let mut places: HashMap<&Path, usize> = HashMap::with_capacity(found.len());
    let mut once: Vec<&FoundFile> = Vec::with_capacity(found.len());
    for this in found {
        match places.get(this.path.as_path()) {
            None => {
                places.insert(&this.path, once.len());
                once.push(this);
            }
            Some(&place) if roots.get(once[place].root) == Some(&this.path) => once[place] = this,
            Some(_) => {}
        }
    }
    once
}

fn is_left_by_system(root: &Path, path: &Path) -> bool {
    let below = match path.strip_prefix(root) {
        Ok(below) if below != Path::new("") => below,
        _ => Path::new(path.file_name().unwrap_or_default()),
    };
    below.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        name.starts_with('.') || ["__macosx", "thumbs.db", "desktop.ini"].contains(&name.to_lowercase().as_str())
    })
}

fn group(photos: &[Photo<'_>], grouping: Grouping) -> Vec<PlannedDraft> {
    let folders = folders_above(photos);
    let mut groups: BTreeMap<usize, Group<'_>> = BTreeMap::new();
    let mut begun: HashMap<Key<'_>, usize> = HashMap::new();
    for (place, photo) in photos.iter().enumerate() {
        let folder = photo.path.parent().unwrap_or(Path::new(""));
        let key = match grouping {
            Grouping::File => Key::File(photo.path),
            Grouping::Folder => Key::Folder(folder),
            Grouping::Name => Key::Name(folder, folded(without_count(&stem(photo.path)))),
            // Photos lying beside folders of photos, or dropped by themselves, stand for themselves.
            Grouping::Auto if photo.alone || folders.contains(folder) => Key::File(photo.path),
            Grouping::Auto => Key::Folder(folder),
        };
        let first = *begun.entry(key.clone()).or_insert(place);
        groups.entry(first).or_insert_with(|| Group { key, photos: Vec::new() }).photos.push(photo.path);
    }
    // `mug (3)` comes after `mug_2`, whatever stands between name and number.
    for group in groups.values_mut().filter(|group| matches!(group.key, Key::Name(..))) {
        group.photos.sort_by_cached_key(|path| count_of(&stem(path)));
    }
    let mut drafts: Vec<PlannedDraft> = groups.into_values().map(Group::into_draft).collect();
    drafts.sort_by_cached_key(|draft| (natural_path_key(&draft.source), natural_path_key(&draft.photos[0])));
    drafts
}

/// Folders that hold folders that hold photos (of those dropped as folders).
fn folders_above<'a>(photos: &[Photo<'a>]) -> HashSet<&'a Path> {
    let holding: HashSet<&Path> = photos.iter().filter(|photo| !photo.alone).filter_map(|photo| photo.path.parent()).collect();
    holding.iter().flat_map(|folder| folder.ancestors().skip(1)).collect()
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key<'a> {
    File(&'a Path),
    Folder(&'a Path),
    Name(&'a Path, String),
}

struct Group<'a> {
    key: Key<'a>,
    photos: Vec<&'a Path>,
}

impl Group<'_> {
    fn into_draft(self) -> PlannedDraft {
        let first = self.photos[0];
        let (source, name) = match &self.key {
            Key::Folder(folder) => (*folder, last_part(folder)),
            Key::File(path) => (*path, stem(path)),
            // Numbers alone say nothing: the folder's name does.
            Key::Name(folder, base) if base.is_empty() => (first, last_part(folder)),
            Key::Name(..) => (first, without_count(&stem(first)).to_owned()),
        };
        let name = match presentable(&name) {
            name if name.is_empty() => stem(first),
            name => name,
        };
        PlannedDraft {
            draft: Draft { name: name.clone(), ..Draft::default() },
            source: source.to_owned(),
            source_name: name,
            photos: self.photos.iter().map(|&photo| photo.to_owned()).collect(),
            edits: Vec::new(),
        }
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn last_part(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A name as a shop shows it: underscores are spaces, and spaces are single.
fn presentable(name: &str) -> String {
    name.replace('_', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `mug-1`, `mug (3)`, `mug_02`, `mug3` → `mug`. Digits of any script; a name without a count stays as it is.
fn without_count(stem: &str) -> &str {
    let trimmed = stem.trim_end();
    let (inner, bracketed) = match trimmed.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (trimmed, false),
    };
    let base = inner.trim_end_matches(|c| digit(c).is_some());
    let digits = inner[base.len()..].chars().count();
    let base = if bracketed { base.strip_suffix('(') } else { Some(base) };
    match base {
        Some(base) if (1..=MAX_COUNT_DIGITS).contains(&digits) => base.trim_end_matches(['-', '_', ' ', '.', '–']),
        _ => trimmed,
    }
}

/// The number [`without_count`] takes away; none comes before the first.
fn count_of(stem: &str) -> u32 {
    let digits = stem[without_count(stem).len()..].chars().filter_map(digit);
    digits.fold(0, |number, digit| number * 10 + u32::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plans photos at `paths`, all below the dropped folder `/shop` unless the path itself is in `alone`.
    fn planned(grouping: Grouping, paths: &[&str], alone: &[&str]) -> ImportPlan {
        let mut roots = vec![PathBuf::from("/shop")];
        roots.extend(alone.iter().map(PathBuf::from));
        let mut found: Vec<FoundFile> = paths.iter().map(|path| photo(path, 0)).collect();
        found.extend(alone.iter().enumerate().map(|(n, path)| photo(path, n + 1)));
        plan(&roots, &found, grouping)
    }

    fn photo(path: &str, root: usize) -> FoundFile {
        FoundFile { path: path.into(), kind: FoundKind::Photo, root }
    }

    /// Each draft as `name: photo photo`.
    fn shown(planned: &ImportPlan) -> Vec<String> {
        let photo = |path: &PathBuf| last_part(path);
        planned
            .drafts
            .iter()
            .map(|draft| format!("{}: {}", draft.draft.name, draft.photos.iter().map(photo).collect::<Vec<_>>().join(" ")))
            .collect()
    }

    #[test]
    fn a_folder_of_photos_is_one_product_in_natural_order() {
        let planned = planned(Grouping::Auto, &["/shop/a10.jpg", "/shop/a2.jpg", "/shop/A1.jpg", "/shop/a۳.jpg"], &[]);
        assert_eq!(shown(&planned), ["shop: A1.jpg a2.jpg a۳.jpg a10.jpg"]);
    }

    #[test]
    fn photos_beside_folders_of_photos_are_one_product_each() {
        let paths = ["/shop/blue_mug.jpg", "/shop/rug/1.jpg", "/shop/rug/2.jpg", "/shop/more/deep/vase/x.jpg", "/shop/plate.png"];
        let planned = planned(Grouping::Auto, &paths, &[]);
        assert_eq!(shown(&planned), ["blue mug: blue_mug.jpg", "vase: x.jpg", "plate: plate.png", "rug: 1.jpg 2.jpg"]);
    }

    #[test]
    fn photos_dropped_by_themselves_are_one_product_each() {
        assert_eq!(shown(&planned(Grouping::Auto, &[], &["/home/b.jpg", "/home/a.jpg"])), ["a: a.jpg", "b: b.jpg"]);
    }

    #[test]
    fn what_is_dropped_twice_is_planned_once() {
        let planned = planned(Grouping::Auto, &["/shop/a.jpg", "/shop/b.jpg", "/shop/a.jpg"], &["/shop/b.jpg"]);
        assert_eq!(shown(&planned), ["shop: a.jpg b.jpg"]);
        let roots = [PathBuf::from("/shop/b.jpg"), PathBuf::from("/shop")];
        let file_first = plan(&roots, &[photo("/shop/b.jpg", 0), photo("/shop/a.jpg", 1), photo("/shop/b.jpg", 1)], Grouping::Auto);
        assert_eq!(shown(&file_first), ["shop: a.jpg b.jpg"]);
    }

    #[test]
    fn grouping_by_file_or_folder_is_kept_to() {
        let paths = ["/shop/a.jpg", "/shop/rug/1.jpg", "/shop/rug/2.jpg"];
        assert_eq!(shown(&planned(Grouping::File, &paths, &[])), ["a: a.jpg", "1: 1.jpg", "2: 2.jpg"]);
        assert_eq!(shown(&planned(Grouping::Folder, &paths, &[])), ["shop: a.jpg", "rug: 1.jpg 2.jpg"]);
    }

    #[test]
    fn photos_that_differ_in_a_trailing_number_are_one_product() {
        let paths = ["/shop/mug-1.jpg", "/shop/mug-10.jpg", "/shop/Mug_2.png", "/shop/mug (3).jpg", "/shop/گلیم ۱.jpg", "/shop/گلیم ۲.jpg"];
        assert_eq!(
            shown(&planned(Grouping::Name, &paths, &[])),
            ["mug: mug-1.jpg Mug_2.png mug (3).jpg mug-10.jpg", "گلیم: گلیم ۱.jpg گلیم ۲.jpg"]
        );
    }

    #[test]
    fn a_cameras_number_is_no_count() {
        let paths = ["/shop/IMG_1201.jpg", "/shop/IMG_1202.jpg"];
        assert_eq!(shown(&planned(Grouping::Name, &paths, &[])), ["IMG 1201: IMG_1201.jpg", "IMG 1202: IMG_1202.jpg"]);
    }

    #[test]
    fn numbers_alone_are_photos_of_the_folder() {
        assert_eq!(shown(&planned(Grouping::Name, &["/shop/rug/2.jpg", "/shop/rug/1.jpg"], &[])), ["rug: 1.jpg 2.jpg"]);
    }

    #[test]
    fn what_systems_leave_behind_is_passed_over_in_silence() {
        let paths = ["/shop/.hidden.jpg", "/shop/__MACOSX/a.jpg", "/shop/._a.jpg", "/shop/.git/b.png", "/shop/Thumbs.db", "/shop/a.jpg"];
        let planned = planned(Grouping::Auto, &paths, &[]);
        assert_eq!(shown(&planned), ["shop: a.jpg"]);
        assert_eq!((planned.problems.len(), planned.ignored), (0, 0));
    }

    #[test]
    fn a_dropped_folder_may_itself_be_hidden() {
        let planned = plan(&["/home/.photos".into()], &[photo("/home/.photos/a.jpg", 0)], Grouping::Auto);
        assert_eq!(shown(&planned), [".photos: a.jpg"]);
    }

    #[test]
    fn a_bad_file_is_named_and_stays_in_its_product() {
        let kinds = [
            ("/shop/a.jpg", FoundKind::Photo),
            ("/shop/b.jpg", FoundKind::NotAPhoto),
            ("/shop/c.jpg", FoundKind::Empty),
            ("/shop/d.heic", FoundKind::Unsupported),
            ("/shop/e.jpg", FoundKind::Unreadable("permission denied".to_owned())),
            ("/shop/f", FoundKind::FolderLoop),
            ("/shop/prices.txt", FoundKind::Other),
        ];
        let found: Vec<FoundFile> = kinds.into_iter().map(|(path, kind)| FoundFile { path: path.into(), kind, root: 0 }).collect();
        let planned = plan(&["/shop".into()], &found, Grouping::Auto);
        assert_eq!(shown(&planned), ["shop: a.jpg b.jpg c.jpg d.heic e.jpg"], "made of all its photos or not at all");
        let problems: Vec<(Code, &str)> = planned.problems.iter().map(|p| (p.code, p.subject.as_deref().unwrap())).collect();
        let expected = [
            (Code::NotAPhoto, "/shop/b.jpg"),
            (Code::FileEmpty, "/shop/c.jpg"),
            (Code::PhotoFormatUnsupported, "/shop/d.heic"),
            (Code::FileUnreadable, "/shop/e.jpg"),
            (Code::FolderLoop, "/shop/f"),
        ];
        assert_eq!(problems, expected);
        assert_eq!(planned.ignored, 1);
    }

    #[test]
    fn an_empty_drop_says_so() {
        let planned = plan(&["/shop".into()], &[], Grouping::Auto);
        assert_eq!(planned.problems, [Problem::new(Code::NothingFound).about("/shop")]);
    }

    proptest::proptest! {
        #[test]
        fn every_photo_is_in_exactly_one_draft(names in proptest::collection::hash_set("[a-c]{1,2}(/[a-c]{1,2}){0,2}[0-9]{0,2}", 1..20)) {
            let paths: Vec<String> = names.iter().map(|name| format!("/shop/{name}.jpg")).collect();
            for grouping in [Grouping::Auto, Grouping::File, Grouping::Folder, Grouping::Name] {
                let planned = planned(grouping, &paths.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
                let mut all: Vec<String> = planned.drafts.iter().flat_map(|d| &d.photos).map(|p| p.to_string_lossy().into_owned()).collect();
                let mut wanted = paths.clone();
                all.sort();
                wanted.sort();
                proptest::prop_assert_eq!(all, wanted);
            }
        }
    }
}
