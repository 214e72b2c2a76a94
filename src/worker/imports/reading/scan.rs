//! Scans dropped files and folders: the part of planning that accesses the disk. Blocking.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::UNIX_EPOCH;

use super::found_cards::FoundCards;
use super::likenesses::Likenesses;
use super::read_progress::ReadProgress;
use super::sheet::{SheetReading, with_sheets};
use super::slow_sheets::SlowSheets;
use super::walk::{Walk, WalkEntry};
use crate::worker::phone::{RECEIVED_FILE, ReceivedProduct, received_product};
use crate::worker::sheet_pictures::SheetPictures;
use crate::worker::sheet_reader::ReadSheet;
use vitrine_core::import::cards::Card;
use vitrine_core::import::file_name::{has_photo_name, has_raw_name};
use vitrine_core::import::leftovers::is_archive;
use vitrine_core::import::plan::{Clues, FoundFile, FoundKind, ImportPlan, Taken, plan};
use vitrine_core::import::sheet::{ColumnMapping, is_results, is_sheet};
use vitrine_core::import::{Grouping, GroupingChoice, PlannedDraft};
use vitrine_local::files;
use vitrine_media::{Format, Likeness};
use vitrine_model::messages::SheetRequest;

/// Bytes that are enough to detect a file's format.
const HEADER_BYTES: usize = 64;

/// Files are opened by so many threads: on a network drive each one is a wait.
const THREADS: usize = 8;

/// The first products are told as soon as some folders with at least so many files are known.
const FIRST_FILES: usize = 16;

/// In folders with more files, the first products take as long as all.
const MAX_FIRST_FILES: usize = 400;

/// More would not fit on a screen.
const FIRST_PRODUCTS: usize = 12;

/// Plans the dropped paths together with the rows of a spreadsheet. `remembered`: the columns of earlier
/// sheets. The plan is empty if nobody waits for it any more. With it come the photos that have to be looked
/// at first.
pub fn plan_paths(
    paths: &[PathBuf],
    grouping: &GroupingChoice,
    sheet: &SheetRequest,
    remembered: &[ColumnMapping],
    looks: &KnownPhotos,
    progress: &ReadProgress,
    read_sheet: ReadSheet,
) -> (ImportPlan, Unseen) {
    let roots = absolute(paths);
    let mut are_told = false;
    let mut on_folder = |entries: &[WalkEntry], folder: &Path| {
        if !are_told && entries.len() >= FIRST_FILES {
            are_told = true;
            progress.set_first(first_products(&roots, entries, folder, grouping, looks));
        }
    };
    let entries = Walk::new(progress, &mut on_folder).through(&roots);
    let mut found = read_all(entries, progress);
    if !progress.is_wanted() {
        return (ImportPlan::default(), Unseen::default());
    }
    let mut clues = DiskClues::new(looks);
    let received = received_products(&looks.inbox, &found);
    let is_record = |file: &Path| {
        file.file_name().is_some_and(|name| name == RECEIVED_FILE)
            && file.parent().is_some_and(|folder| received.contains_key(folder))
    };
    found.retain(|file| !is_record(&file.path));
    let grouping = with_received(grouping, &received);
    let mut planned = plan(&roots, &found, &grouping, &mut clues);
    fill_received(&mut planned, &received);
    let reading = SheetReading {
        request: sheet,
        remembered,
        roots: &roots,
        read: read_sheet,
        pictures: looks.pictures.as_ref(),
        slow: &looks.slow,
    };
    with_sheets(&mut planned, &reading, sheets(&found));
    planned.withhold_outside();
    (planned, clues.unseen)
}

fn absolute(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone())).collect()
}

/// The dropped paths, and the folders of the sheets among them: their photos lie there.
pub fn with_folders_of_sheets(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut roots = absolute(paths);
    let folders = roots.iter().filter(|path| is_sheet(path)).filter_map(|path| path.parent());
    roots.extend(folders.map(Path::to_owned).collect::<Vec<_>>());
    roots
}

/// What phones said about the folders of photos that came from them.
fn received_products(inbox: &Path, found: &[FoundFile]) -> BTreeMap<PathBuf, ReceivedProduct> {
    let folders: BTreeSet<&Path> = found.iter().filter_map(|file| file.path.parent()).collect();
    folders
        .into_iter()
        .filter_map(|folder| Some((folder.to_owned(), received_product(inbox, folder)?)))
        .collect()
}

/// A product that was sent as one stays one, and a roll is divided by the cards in it, unless the user
/// chooses otherwise.
fn with_received(grouping: &GroupingChoice, received: &BTreeMap<PathBuf, ReceivedProduct>) -> GroupingChoice {
    let mut grouping = grouping.clone();
    for (folder, product) in received {
        let usual = if product.is_roll { Grouping::Cards } else { Grouping::Folder };
        grouping.folders.entry(folder.clone()).or_insert(usual);
    }
    grouping
}

fn fill_received(planned: &mut ImportPlan, received: &BTreeMap<PathBuf, ReceivedProduct>) {
    for draft in &mut planned.drafts {
        if let Some(product) = received.get(&draft.source).filter(|product| !product.is_roll) {
            product.fill(draft);
        }
    }
}

/// The first products, as long as the rest is unknown: those of the folders that are completely known, after
/// `folder` was walked through.
fn first_products(
    roots: &[PathBuf],
    entries: &[WalkEntry],
    folder: &Path,
    grouping: &GroupingChoice,
    looks: &KnownPhotos,
) -> Vec<PlannedDraft> {
    let is_open = |parent: Option<&Path>| folder.ancestors().skip(1).any(|open| Some(open) == parent);
    let known: Vec<&WalkEntry> = entries.iter().filter(|entry| !is_open(entry.path.parent())).collect();
    if known.len() > MAX_FIRST_FILES {
        return Vec::new();
    }
    let found = |entry: &&WalkEntry| {
        let kind = entry.kind.clone().unwrap_or_else(|| kind_of(&entry.path));
        FoundFile { path: entry.path.clone(), kind, root: entry.root }
    };
    let found: Vec<FoundFile> = known.iter().map(found).collect();
    let mut drafts = plan(roots, &found, grouping, &mut DiskClues::new(looks)).drafts;
    drafts.truncate(FIRST_PRODUCTS);
    drafts
}

/// The sheets among the files found, except those that programs hide while they have one open, and results of
/// earlier imports.
fn sheets(found: &[FoundFile]) -> Vec<PathBuf> {
    let is_hidden = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // A name that is no text is told of by the plan.
        name.starts_with('.') || name.starts_with("~$") || is_results(path) || path.to_str().is_none()
    };
    let sheets = found
        .iter()
        .filter(|file| file.kind == FoundKind::Other && is_sheet(&file.path) && !is_hidden(&file.path));
    let mut sheets: Vec<PathBuf> = sheets.map(|file| file.path.clone()).collect();
    sheets.sort();
    sheets.dedup();
    sheets
}

/// Reads the beginning of each file, several at the same time. The order stays.
fn read_all(entries: Vec<WalkEntry>, progress: &ReadProgress) -> Vec<FoundFile> {
    let next = AtomicUsize::new(0);
    let read_some = || {
        let mut kinds = Vec::new();
        while progress.is_wanted()
            && let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(entry) = entries.get(at)
        {
            if entry.kind.is_none() {
                kinds.push((at, kind_of(&entry.path)));
                progress.read_one();
            }
        }
        kinds
    };
    let mut read: Vec<Option<FoundKind>> = entries.iter().map(|_| None).collect();
    let kinds: Vec<(usize, FoundKind)> = thread::scope(|scope| {
        // A system without further threads reads with fewer.
        let helper = |_| thread::Builder::new().spawn_scoped(scope, read_some).ok();
        let helpers: Vec<_> = (1..THREADS.min(entries.len() / 16)).filter_map(helper).collect();
        let mut kinds = read_some();
        kinds.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten());
        kinds
    });
    for (at, kind) in kinds {
        read[at] = Some(kind);
    }
    let files = entries.into_iter().zip(read);
    files
        .filter_map(|(WalkEntry { path, root, kind }, read)| {
            Some(FoundFile { path, kind: kind.or(read)?, root })
        })
        .collect()
}

/// What is known beside the files themselves: what photos show, as far as they were looked at, and what came
/// from phones.
#[derive(Clone, Default)]
pub struct KnownPhotos {
    pub likenesses: Likenesses,
    pub cards: FoundCards,
    /// The folder of photos from phones, with what was said about them.
    pub inbox: PathBuf,
    /// Takes pictures out of sheets.
    pub pictures: Option<SheetPictures>,
    pub slow: SlowSheets,
}

/// Photos that have to be looked at.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// To be compared.
    pub likenesses: Vec<PathBuf>,
    /// To be searched for cards.
    pub cards: Vec<PathBuf>,
}

impl Unseen {
    pub const fn is_empty(&self) -> bool {
        self.likenesses.is_empty() && self.cards.is_empty()
    }
}

/// What the files themselves tell.
pub struct DiskClues<'a> {
    looks: &'a KnownPhotos,
    unseen: Unseen,
}

impl<'a> DiskClues<'a> {
    pub const fn new(looks: &'a KnownPhotos) -> Self {
        Self { looks, unseen: Unseen { likenesses: Vec::new(), cards: Vec::new() } }
    }
}

impl Clues for DiskClues<'_> {
    fn taken(&mut self, path: &Path) -> Taken {
        let modified = fs::metadata(path).and_then(|meta| meta.modified()).ok();
        let seconds = modified
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
            .and_then(|since| i64::try_from(since.as_secs()).ok());
        Taken { clock: vitrine_media::read_taken_at(path), modified: seconds }
    }

    fn likeness(&mut self, path: &Path) -> Option<Arc<Likeness>> {
        let likeness = self.looks.likenesses.of(path);
        if likeness.is_none() {
            self.unseen.likenesses.push(path.to_owned());
        }
        likeness
    }

    fn card(&mut self, path: &Path) -> Option<Card> {
        let card = self.looks.cards.of(path);
        if card.is_none() {
            self.unseen.cards.push(path.to_owned());
        }
        card.flatten()
    }

    fn has_size(&mut self, path: &Path, size: (u32, u32)) -> bool {
        vitrine_media::read_size(path).is_some_and(|read| (read.width, read.height) == size)
    }

    fn has_shown_card(&self, path: &Path) -> bool {
        matches!(self.looks.cards.of(path), Some(Some(_)))
    }
}

fn kind_of(path: &Path) -> FoundKind {
    let named_photo = has_photo_name(path);
    let mut head = Vec::with_capacity(HEADER_BYTES);
    match files::open(path).and_then(|file| file.take(HEADER_BYTES as u64).read_to_end(&mut head)) {
        Err(error) if named_photo => FoundKind::Unreadable(error.to_string()),
        Err(_) => FoundKind::Other,
        Ok(0) if named_photo => FoundKind::Empty,
        Ok(_) if is_archive(path) => FoundKind::Archive,
        Ok(0) => FoundKind::Other,
        Ok(_) => match vitrine_media::sniff(&head) {
            // Of most, the first picture is a small preview.
            Some(Format::Tiff) | None if has_raw_name(path) => FoundKind::Raw,
            Some(format) if !format.is_readable() => FoundKind::Unsupported,
            Some(_) => FoundKind::Photo,
            // Space was made for a file that has not come yet.
            None if named_photo && head.iter().all(|byte| *byte == 0) => FoundKind::Elsewhere,
            None if named_photo => FoundKind::NotAPhoto,
            None => FoundKind::Other,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

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

    fn planned(paths: &[PathBuf], grouping: Grouping, progress: &ReadProgress) -> ImportPlan {
        plan_paths(
            paths,
            &grouping.into(),
            &SheetRequest::default(),
            &[],
            &KnownPhotos::default(),
            progress,
            vitrine_core::import::sheet::open_named,
        )
        .0
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
            let count = ReadProgress::new(&waiting);
            let planning = timed(|| {
                assert_eq!(planned(&[place.path().to_owned()], Grouping::Auto, &count).drafts.len(), 100);
            });
            assert_eq!(count.counts(), (files, files));
            println!(
                "walking {walking:.1?}, planning {planning:.1?}: {:.1} times",
                planning.as_secs_f64() / walking.as_secs_f64()
            );
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
        let count = ReadProgress::new(&waiting);
        let paths: Vec<PathBuf> = (0..300).map(|photo| place.path().join(format!("{photo}.jpg"))).collect();
        let plan = planned(&paths, Grouping::File, &count);
        assert_eq!(plan.drafts.iter().flat_map(|draft| draft.photos.clone()).collect::<Vec<_>>(), paths);
        assert_eq!(count.counts(), (300, 300));
        let whole = planned(&[place.path().to_owned()], Grouping::File, &ReadProgress::new(&waiting));
        assert_eq!(whole.problems.len(), 1, "the empty file is told");
    }

    #[test]
    fn the_first_products_are_known_before_the_rest_and_stay_the_first() {
        let place = tempfile::tempdir().unwrap();
        for product in 0..100 {
            let folder = place.path().join(format!("Rug {product}"));
            fs::create_dir(&folder).unwrap();
            for photo in 0..4 {
                fs::write(folder.join(format!("{photo}.jpg")), b"\xFF\xD8\xFF").unwrap();
            }
        }
        fs::write(place.path().join("loose.jpg"), b"\xFF\xD8\xFF").unwrap();
        let waiting = Arc::new(());
        let progress = ReadProgress::new(&waiting);
        let plan = planned(&[place.path().to_owned()], Grouping::Auto, &progress);
        let first = progress.take_first();
        assert_eq!(first.len(), 4, "the folders with the first 16 files");
        let rugs: Vec<&PlannedDraft> =
            plan.drafts.iter().filter(|draft| draft.photos.len() == 4).take(4).collect();
        assert_eq!(first.iter().collect::<Vec<_>>(), rugs);
        assert!(progress.take_first().is_empty(), "told once");
    }

    #[test]
    fn what_a_phone_said_is_not_told_as_a_file_that_was_left_out() {
        let inbox = tempfile::tempdir().unwrap();
        let (received, other) = (inbox.path().join("00001"), inbox.path().join("Other"));
        for folder in [&received, &other] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("001.jpg"), b"\xFF\xD8\xFF").unwrap();
            ReceivedProduct { name: "Rug".to_owned(), ..ReceivedProduct::default() }.save(folder).unwrap();
        }
        let looks = KnownPhotos { inbox: inbox.path().to_owned(), ..KnownPhotos::default() };
        let (grouping, request) = (Grouping::Auto.into(), SheetRequest::default());
        let waiting = Arc::new(());
        let progress = ReadProgress::new(&waiting);
        let read = vitrine_core::import::sheet::open_named;
        let plan = |folder: &Path| {
            plan_paths(&[folder.to_owned()], &grouping, &request, &[], &looks, &progress, read).0
        };
        assert_eq!((plan(&received).drafts[0].draft.name.as_str(), plan(&received).ignored), ("Rug", 0));
        assert_eq!(plan(&other).ignored, 1, "a stranger's file of that name");
    }

    #[test]
    fn a_plan_that_nobody_waits_for_reads_no_further() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("a.jpg"), b"\xFF\xD8\xFF").unwrap();
        let count = ReadProgress::new(&Arc::new(()));
        let plan = planned(&[place.path().to_owned()], Grouping::Auto, &count);
        assert!(plan.drafts.is_empty());
        assert_eq!(count.counts(), (0, 0));
    }
}
