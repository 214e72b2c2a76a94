//! Scans dropped files and folders: the part of planning that accesses the disk. Blocking.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::UNIX_EPOCH;

use super::likenesses::Likenesses;
use super::messages::SheetRequest;
use super::sheet::with_sheet;
use crate::import::GroupingChoice;
use crate::import::plan::{Clues, FoundFile, FoundKind, ImportPlan, Taken, has_photo_name, plan};
use crate::import::sheet::{ColumnMapping, is_results, is_sheet};
use crate::media::{self, Likeness};

/// Bytes that are enough to detect a file's format.
const HEADER_BYTES: usize = 64;

/// Files are opened by so many threads: on a network drive each one is a wait.
const THREADS: usize = 8;

/// Counts the files that are being read, and knows whether somebody still waits for the plan.
#[derive(Debug)]
pub struct ReadCount {
    found: AtomicUsize,
    read: AtomicUsize,
    wanted: Weak<()>,
}

impl ReadCount {
    /// Reading stops when all others have dropped `waiting`.
    pub fn new(waiting: &Arc<()>) -> Self {
        Self { found: AtomicUsize::new(0), read: AtomicUsize::new(0), wanted: Arc::downgrade(waiting) }
    }

    /// How many files were read, and how many were found so far.
    pub fn get(&self) -> (usize, usize) {
        (self.read.load(Ordering::Relaxed), self.found.load(Ordering::Relaxed))
    }

    fn is_wanted(&self) -> bool {
        self.wanted.strong_count() > 0
    }
}

/// Plans the dropped paths together with the rows of a spreadsheet. `remembered`: the columns of earlier sheets. The plan is
/// empty if nobody waits for it any more. With it come the photos that were to be compared, but have not been looked at.
pub fn plan_paths(
    paths: &[PathBuf],
    grouping: &GroupingChoice,
    sheet: &SheetRequest,
    remembered: &[ColumnMapping],
    likenesses: &Likenesses,
    count: &ReadCount,
) -> (ImportPlan, Vec<PathBuf>) {
    let roots: Vec<PathBuf> = paths.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect();
    let mut entries = Vec::new();
    for (root, path) in roots.iter().enumerate() {
        Walk { root, entries: &mut entries, open_folders: HashSet::new(), count }.visit(path);
    }
    let found = read_all(entries, count);
    if !count.is_wanted() {
        return (ImportPlan::default(), Vec::new());
    }
    let mut clues = DiskClues::new(likenesses);
    let mut planned = plan(&roots, &found, grouping, &mut clues);
    with_sheet(&mut planned, sheet, sheets(&found), remembered);
    (planned.without_settled_questions(), clues.unseen)
}

/// The sheets among the files found, except those that programs hide while they have one open, and results of earlier imports.
fn sheets(found: &[FoundFile]) -> Vec<PathBuf> {
    let is_hidden = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') || name.starts_with("~$") || is_results(path)
    };
    let sheets = found.iter().filter(|file| file.kind == FoundKind::Other && is_sheet(&file.path) && !is_hidden(&file.path));
    let mut sheets: Vec<PathBuf> = sheets.map(|file| file.path.clone()).collect();
    sheets.sort();
    sheets.dedup();
    sheets
}

/// What the walk found: a file that is still to be read, or something whose kind is known.
struct Entry {
    path: PathBuf,
    root: usize,
    kind: Option<FoundKind>,
}

/// Reads the beginning of each file, several at the same time. The order stays.
fn read_all(entries: Vec<Entry>, count: &ReadCount) -> Vec<FoundFile> {
    let next = AtomicUsize::new(0);
    let read_some = || {
        let mut kinds = Vec::new();
        while count.is_wanted()
            && let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(entry) = entries.get(at)
        {
            if entry.kind.is_none() {
                kinds.push((at, kind_of(&entry.path)));
                count.read.fetch_add(1, Ordering::Relaxed);
            }
        }
        kinds
    };
    let mut read: Vec<Option<FoundKind>> = entries.iter().map(|_| None).collect();
    let kinds: Vec<(usize, FoundKind)> = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..THREADS.min(entries.len() / 16)).map(|_| scope.spawn(read_some)).collect();
        let mut kinds = read_some();
        kinds.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten());
        kinds
    });
    for (at, kind) in kinds {
        read[at] = Some(kind);
    }
    let files = entries.into_iter().zip(read);
    files.filter_map(|(Entry { path, root, kind }, read)| Some(FoundFile { path, kind: kind.or(read)?, root })).collect()
}

/// What the files themselves tell.
pub struct DiskClues<'a> {
    likenesses: &'a Likenesses,
    /// The photos of which nobody knows yet what they show.
    unseen: Vec<PathBuf>,
}

impl<'a> DiskClues<'a> {
    pub const fn new(likenesses: &'a Likenesses) -> Self {
        Self { likenesses, unseen: Vec::new() }
    }
}

impl Clues for DiskClues<'_> {
    fn taken(&mut self, path: &Path) -> Taken {
        let modified = fs::metadata(path).and_then(|meta| meta.modified()).ok();
        let seconds = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).and_then(|since| i64::try_from(since.as_secs()).ok());
        Taken { clock: media::read_taken_at(path), modified: seconds }
    }

    fn likeness(&mut self, path: &Path) -> Option<Arc<Likeness>> {
        let likeness = self.likenesses.of(path);
        if likeness.is_none() {
            self.unseen.push(path.to_owned());
        }
        likeness
    }
}

struct Walk<'a> {
    root: usize,
    entries: &'a mut Vec<Entry>,
    /// The real paths of the folders being scanned, to detect a link to one of them.
    open_folders: HashSet<PathBuf>,
    count: &'a ReadCount,
}

impl Walk<'_> {
    fn visit(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => self.visit_folder(path),
            Ok(meta) if meta.is_file() => self.add_file(path),
            // A pipe: opening it would wait for a writer.
            Ok(_) if has_photo_name(path) => self.add(path, FoundKind::Unreadable("not a regular file".to_owned())),
            Ok(_) => self.add(path, FoundKind::Other),
            Err(error) => self.add(path, FoundKind::Unreadable(error.to_string())),
        }
    }

    fn visit_folder(&mut self, folder: &Path) {
        let real = match folder.canonicalize() {
            Ok(real) => real,
            Err(error) => return self.add(folder, FoundKind::Unreadable(error.to_string())),
        };
        if self.open_folders.contains(&real) {
            return self.add(folder, FoundKind::FolderLoop);
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.add(folder, FoundKind::Unreadable(error.to_string())),
        };
        self.open_folders.insert(real.clone());
        let before = self.entries.len();
        for entry in entries {
            if !self.count.is_wanted() {
                return;
            }
            match entry {
                // Known without another look at the disk, unless it is a link.
                Ok(entry) if entry.file_type().is_ok_and(|kind| kind.is_file()) => self.add_file(&entry.path()),
                Ok(entry) => self.visit(&entry.path()),
                Err(error) => self.add(folder, FoundKind::Unreadable(error.to_string())),
            }
        }
        self.open_folders.remove(&real);
        // If it were ignored silently, the user would look for the photo that the name promises.
        if self.entries.len() == before && has_photo_name(folder) {
            self.add(folder, FoundKind::Unreadable("an empty folder".to_owned()));
        }
    }

    /// A regular file, to be read.
    fn add_file(&mut self, path: &Path) {
        self.count.found.fetch_add(1, Ordering::Relaxed);
        self.entries.push(Entry { path: path.to_owned(), root: self.root, kind: None });
    }

    fn add(&mut self, path: &Path, kind: FoundKind) {
        self.entries.push(Entry { path: path.to_owned(), root: self.root, kind: Some(kind) });
    }
}

fn kind_of(path: &Path) -> FoundKind {
    let named_photo = has_photo_name(path);
    let mut head = Vec::with_capacity(HEADER_BYTES);
    match File::open(path).and_then(|file| file.take(HEADER_BYTES as u64).read_to_end(&mut head)) {
        Err(error) if named_photo => FoundKind::Unreadable(error.to_string()),
        Err(_) => FoundKind::Other,
        Ok(0) if named_photo => FoundKind::Empty,
        Ok(0) => FoundKind::Other,
        Ok(_) => match media::sniff(&head) {
            Some(format) if !format.is_readable() => FoundKind::Unsupported,
            Some(_) => FoundKind::Photo,
            None if named_photo => FoundKind::NotAPhoto,
            None => FoundKind::Other,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::import::Grouping;

    /// Ten thousand small photos in a hundred folders.
    fn many() -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        for folder in 0..100 {
            let folder = place.path().join(format!("Product {folder}"));
            fs::create_dir(&folder).unwrap();
            for photo in 0..100 {
                fs::write(folder.join(format!("{photo}.jpg")), b"\xFF\xD8\xFF\xE0 and so on").unwrap();
            }
        }
        place
    }

    fn planned(paths: &[PathBuf], grouping: Grouping, count: &ReadCount) -> ImportPlan {
        plan_paths(paths, &grouping.into(), &SheetRequest::default(), &[], &Likenesses::default(), count).0
    }

    fn timed(work: impl FnOnce()) -> Duration {
        let began = Instant::now();
        work();
        began.elapsed()
    }

    fn walk(folder: &Path, files: &mut usize) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if fs::metadata(&path).unwrap().is_dir() { walk(&path, files) } else { *files += 1 }
        }
    }

    #[test]
    #[ignore = "tells how long planning 10,000 photos takes, compared with walking through the folders"]
    fn planning_ten_thousand_photos_takes_little_longer_than_walking_through_them() {
        let place = many();
        let waiting = Arc::new(());
        for _ in 0..3 {
            let mut files = 0;
            let walking = timed(|| walk(place.path(), &mut files));
            let count = ReadCount::new(&waiting);
            let planning = timed(|| {
                assert_eq!(planned(&[place.path().to_owned()], Grouping::Auto, &count).drafts.len(), 100);
            });
            assert_eq!(count.get(), (files, files));
            println!("walking {walking:.1?}, planning {planning:.1?}: {:.1} times", planning.as_secs_f64() / walking.as_secs_f64());
        }
    }

    #[test]
    fn photos_keep_their_order_however_many_threads_read_them() {
        let place = tempfile::tempdir().unwrap();
        for photo in 0..300 {
            fs::write(place.path().join(format!("{photo}.jpg")), b"\xFF\xD8\xFF").unwrap();
        }
        fs::write(place.path().join("empty.jpg"), b"").unwrap();
        let waiting = Arc::new(());
        let count = ReadCount::new(&waiting);
        let paths: Vec<PathBuf> = (0..300).map(|photo| place.path().join(format!("{photo}.jpg"))).collect();
        let plan = planned(&paths, Grouping::File, &count);
        assert_eq!(plan.drafts.iter().flat_map(|draft| draft.photos.clone()).collect::<Vec<_>>(), paths);
        assert_eq!(count.get(), (300, 300));
        let whole = planned(&[place.path().to_owned()], Grouping::File, &ReadCount::new(&waiting));
        assert_eq!(whole.problems.len(), 1, "the empty file is told");
    }

    #[test]
    fn a_plan_that_nobody_waits_for_reads_no_further() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("a.jpg"), b"\xFF\xD8\xFF").unwrap();
        let count = ReadCount::new(&Arc::new(()));
        let plan = planned(&[place.path().to_owned()], Grouping::Auto, &count);
        assert!(plan.drafts.is_empty());
        assert_eq!(count.get(), (0, 0));
    }
}
