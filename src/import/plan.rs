//! Files and folders → drafts. Pure: the worker scans the disk and passes in what it found.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::natural_order::{natural_key, natural_path_key};
use super::sheet::SheetOverview;
use super::state::{Grouping, PlannedDraft};
use crate::domain::text::{digit, folded};
use crate::domain::{Code, Draft, Finding, Problem};

/// A file or folder found while scanning the dropped paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    pub path: PathBuf,
    pub kind: FoundKind,
    /// The index of the dropped path that contains it (or is it).
    pub root: usize,
}

/// What a found file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundKind {
    /// A picture, judged by its content, in a format that can be prepared.
    Photo,
    /// Named like a picture, but not one.
    NotAPhoto,
    /// A picture in a format that this program cannot read.
    Unsupported,
    /// Named like a picture, but empty.
    Empty,
    /// Not readable, with the system's reason.
    Unreadable(String),
    /// A link to a folder that contains it.
    FolderLoop,
    /// Any other file; ignored.
    Other,
}

/// The drafts of an import, before the user reviews them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportPlan {
    pub drafts: Vec<PlannedDraft>,
    /// Files that look as if they should have become products, and why they did not.
    pub problems: Vec<Problem>,
    /// The number of ignored files: neither pictures nor named like ones. System files are not counted.
    pub ignored: usize,
    /// The sheet that was merged into it.
    pub sheet: Option<SheetOverview>,
    /// Sheets in the dropped folders that are not used.
    pub other_sheets: Vec<PathBuf>,
}

/// Extensions of photos, whether or not this program can read them.
const PHOTO_EXTENSIONS: [&str; 16] =
    ["jpg", "jpeg", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif", "dng", "cr2", "nef", "arw"];

/// Whether a file of this name is meant to be a photo.
pub fn has_photo_name(path: &Path) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    extension.is_some_and(|extension| PHOTO_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

/// A longer trailing number belongs to a camera or a catalogue; it does not count the photos of one product.
const MAX_COUNTER_DIGITS: usize = 3;

/// Groups the files found below the dropped paths `roots` into drafts, in natural order. What was dropped twice,
/// directly and inside a folder, is planned once.
///
/// A file that should be a photo but cannot be used stays in its draft, which then fails naming the file: a created
/// product cannot be changed, so none is created with half of its photos. The problem is reported here as well, for the
/// review before Start.
pub fn plan(roots: &[PathBuf], found: &[FoundFile], grouping: Grouping) -> ImportPlan {
    let mut planned = ImportPlan::default();
    let mut photos: Vec<Photo<'_>> = Vec::new();
    for found in deduplicate(roots, found) {
        let problem = |code| Problem::new(code).with_subject(found.path.to_string_lossy());
        let root = roots.get(found.root).map_or(Path::new(""), PathBuf::as_path);
        if is_system_file(root, &found.path) {
            continue;
        }
        let photo = Photo { path: &found.path, dropped_directly: root == found.path };
        let mut unusable = |code| {
            planned.problems.push(problem(code));
            photos.push(photo);
        };
        match &found.kind {
            // The journal is text: a name that cannot be written there could not be resumed after a crash.
            FoundKind::Photo if found.path.to_str().is_none() => {
                planned.problems.push(problem(Code::FileUnreadable).with_diagnostic(Finding::NameNotUnicode));
            }
            FoundKind::Photo => photos.push(photo),
            FoundKind::NotAPhoto => unusable(Code::NotAPhoto),
            FoundKind::Unsupported => unusable(Code::PhotoFormatUnsupported),
            FoundKind::Empty => unusable(Code::FileEmpty),
            FoundKind::Unreadable(reason) => {
                planned.problems.push(problem(Code::FileUnreadable).with_quotation(reason));
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
        planned.problems.push(Problem::new(Code::NothingFound).with_subject(names.join(", ")));
    }
    planned
}

#[derive(Clone, Copy)]
struct Photo<'a> {
    path: &'a Path,
    /// Dropped directly, not inside of a folder.
    dropped_directly: bool,
}

/// Each path once, preferably as part of a dropped folder.
fn deduplicate<'a>(roots: &[PathBuf], found: &'a [FoundFile]) -> Vec<&'a FoundFile> {
    let mut index_by_path: HashMap<&Path, usize> = HashMap::with_capacity(found.len());
    let mut once: Vec<&FoundFile> = Vec::with_capacity(found.len());
    for this in found {
        match index_by_path.get(this.path.as_path()) {
            None => {
                index_by_path.insert(&this.path, once.len());
                once.push(this);
            }
            Some(&index) if roots.get(once[index].root) == Some(&this.path) => once[index] = this,
            Some(_) => {}
        }
    }
    once
}

fn is_system_file(root: &Path, path: &Path) -> bool {
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
    let folders = parents_of_photo_folders(photos);
    let mut groups: BTreeMap<usize, Group<'_>> = BTreeMap::new();
    let mut begun: HashMap<Key<'_>, usize> = HashMap::new();
    for (index, photo) in photos.iter().enumerate() {
        let folder = photo.path.parent().unwrap_or(Path::new(""));
        let key = match grouping {
            Grouping::File => Key::File(photo.path),
            Grouping::Folder => Key::Folder(folder),
            Grouping::Name => Key::Name(folder, folded(strip_counter(&stem(photo.path)))),
            // Photos beside folders of photos, or dropped directly, are one product each.
            Grouping::Auto if photo.dropped_directly || folders.contains(folder) => Key::File(photo.path),
            Grouping::Auto => Key::Folder(folder),
        };
        let first = *begun.entry(key.clone()).or_insert(index);
        groups.entry(first).or_insert_with(|| Group { key, photos: Vec::new() }).photos.push(photo.path);
    }
    // `mug (3)` comes after `mug_2`, whatever is between name and number.
    for group in groups.values_mut().filter(|group| matches!(group.key, Key::Name(..))) {
        group.photos.sort_by_cached_key(|path| counter(&stem(path)));
    }
    let mut drafts: Vec<PlannedDraft> = groups.into_values().map(Group::into_draft).collect();
    drafts.sort_by_cached_key(|draft| (natural_path_key(&draft.source), natural_path_key(&draft.photos[0])));
    drafts
}

/// Folders that contain folders of photos (among those dropped as folders).
fn parents_of_photo_folders<'a>(photos: &[Photo<'a>]) -> HashSet<&'a Path> {
    let holding: HashSet<&Path> = photos.iter().filter(|photo| !photo.dropped_directly).filter_map(|photo| photo.path.parent()).collect();
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
            Key::Folder(folder) => (*folder, file_name(folder)),
            Key::File(path) => (*path, stem(path)),
            // A number alone is no name; the folder's name is used.
            Key::Name(folder, base) if base.is_empty() => (first, file_name(folder)),
            Key::Name(..) => (first, strip_counter(&stem(first)).to_owned()),
        };
        let name = match shop_name(&name) {
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

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A name for the shop: underscores become spaces, and runs of spaces one space.
fn shop_name(name: &str) -> String {
    name.replace('_', " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `mug-1`, `mug (3)`, `mug_02`, `mug3` → `mug`. Digits of any script; a name without a counter stays as it is.
pub fn strip_counter(stem: &str) -> &str {
    let trimmed = stem.trim_end();
    let (inner, bracketed) = match trimmed.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (trimmed, false),
    };
    let base = inner.trim_end_matches(|c| digit(c).is_some());
    let digits = inner[base.len()..].chars().count();
    let base = if bracketed { base.strip_suffix('(') } else { Some(base) };
    match base {
        Some(base) if (1..=MAX_COUNTER_DIGITS).contains(&digits) => base.trim_end_matches(['-', '_', ' ', '.', '–']),
        _ => trimmed,
    }
}

/// The number that [`strip_counter`] removes; 0 if there is none.
fn counter(stem: &str) -> u32 {
    let digits = stem[strip_counter(stem).len()..].chars().filter_map(digit);
    digits.fold(0, |number, digit| number * 10 + u32::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plans photos at `paths`, all below the dropped folder `/shop` unless the path itself is in `dropped_directly`.
    fn planned(grouping: Grouping, paths: &[&str], dropped_directly: &[&str]) -> ImportPlan {
        let mut roots = vec![PathBuf::from("/shop")];
        roots.extend(dropped_directly.iter().map(PathBuf::from));
        let mut found: Vec<FoundFile> = paths.iter().map(|path| photo(path, 0)).collect();
        found.extend(dropped_directly.iter().enumerate().map(|(n, path)| photo(path, n + 1)));
        plan(&roots, &found, grouping)
    }

    fn photo(path: &str, root: usize) -> FoundFile {
        FoundFile { path: path.into(), kind: FoundKind::Photo, root }
    }

    /// Each draft as `name: photo photo`.
    fn shown(planned: &ImportPlan) -> Vec<String> {
        let photo = |path: &PathBuf| file_name(path);
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
    fn a_path_dropped_twice_is_planned_once() {
        let planned = planned(Grouping::Auto, &["/shop/a.jpg", "/shop/b.jpg", "/shop/a.jpg"], &["/shop/b.jpg"]);
        assert_eq!(shown(&planned), ["shop: a.jpg b.jpg"]);
        let roots = [PathBuf::from("/shop/b.jpg"), PathBuf::from("/shop")];
        let file_first = plan(&roots, &[photo("/shop/b.jpg", 0), photo("/shop/a.jpg", 1), photo("/shop/b.jpg", 1)], Grouping::Auto);
        assert_eq!(shown(&file_first), ["shop: a.jpg b.jpg"]);
    }

    #[test]
    fn grouping_by_file_or_folder_is_respected() {
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
    fn a_camera_number_is_not_a_counter() {
        let paths = ["/shop/IMG_1201.jpg", "/shop/IMG_1202.jpg"];
        assert_eq!(shown(&planned(Grouping::Name, &paths, &[])), ["IMG 1201: IMG_1201.jpg", "IMG 1202: IMG_1202.jpg"]);
    }

    #[test]
    fn files_named_by_number_alone_belong_to_the_folder() {
        assert_eq!(shown(&planned(Grouping::Name, &["/shop/rug/2.jpg", "/shop/rug/1.jpg"], &[])), ["rug: 1.jpg 2.jpg"]);
    }

    #[test]
    fn system_files_are_ignored_silently() {
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
    fn an_unusable_file_is_reported_and_stays_in_its_draft() {
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
        assert_eq!(shown(&planned), ["shop: a.jpg b.jpg c.jpg d.heic e.jpg"], "the product keeps all its photos, including unusable ones");
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
    fn an_empty_drop_is_reported() {
        let planned = plan(&["/shop".into()], &[], Grouping::Auto);
        assert_eq!(planned.problems, [Problem::new(Code::NothingFound).with_subject("/shop")]);
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
