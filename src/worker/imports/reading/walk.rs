//! Walks through dropped files and folders. Blocking.
//!
//! What was dropped is the owner's choice, also where it is a link. Of the links inside a dropped folder,
//! only those are followed that stay in what was dropped: anybody may have made the folder, and a link in it
//! to another one would put that into the shop. A folder is visited once, however many links lead to it.

use std::collections::{HashSet, VecDeque};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

use super::read_progress::ReadProgress;
use vitrine_core::import::file_name::has_photo_name;
use vitrine_core::import::foreign_path::{leads_off_this_disk, lies_in, without_steps_up};
use vitrine_core::import::leftovers;
use vitrine_core::import::natural_order::natural_key;
use vitrine_core::import::plan::{FoundKind, outside};
use vitrine_domain::Problem;
use vitrine_local::files;

/// What the walk found: a file that is still to be read, or something whose kind is known.
pub struct WalkEntry {
    pub path: PathBuf,
    /// The index of the dropped path that contains it (or is it).
    pub root: usize,
    pub kind: Option<FoundKind>,
}

/// The entries found so far.
pub struct Walk<'a> {
    entries: Vec<WalkEntry>,
    /// The real paths of the folders that were visited, or are being visited.
    visited: HashSet<PathBuf>,
    dropped: Dropped,
    /// Links to folders inside what was dropped. They are followed last, if no folder led there: it has the
    /// better name.
    links: VecDeque<(PathBuf, usize)>,
    /// The real paths of files that links inside dropped folders led to.
    linked_files: HashSet<PathBuf>,
    progress: &'a ReadProgress,
    /// Told after each folder: the entries so far, and the folder.
    on_folder: &'a mut dyn FnMut(&[WalkEntry], &Path),
}

impl<'a> Walk<'a> {
    pub fn new(progress: &'a ReadProgress, on_folder: &'a mut dyn FnMut(&[WalkEntry], &Path)) -> Self {
        Self {
            entries: Vec::new(),
            visited: HashSet::new(),
            dropped: Dropped::default(),
            links: VecDeque::new(),
            linked_files: HashSet::new(),
            progress,
            on_folder,
        }
    }

    /// The entries of all dropped paths.
    pub fn through(mut self, roots: &[PathBuf]) -> Vec<WalkEntry> {
        self.dropped = Dropped::of(roots);
        for (root, path) in roots.iter().enumerate() {
            match leftovers::placeholder_of(path) {
                Some(photo) => self.add(&photo, root, FoundKind::Elsewhere),
                None => self.visit(path, root),
            }
        }
        while let Some((link, root)) = self.links.pop_front() {
            if self.progress.is_wanted() {
                self.visit_folder(&link, root);
            }
        }
        // A file that was dropped so that a link to it may be followed is in the product of the link.
        let linked = self.linked_files;
        self.entries
            .retain(|entry| roots.get(entry.root) != Some(&entry.path) || !linked.contains(&entry.path));
        self.entries
    }

    fn visit(&mut self, path: &Path, root: usize) {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => self.visit_folder(path, root),
            Ok(meta) if is_placeholder(&meta) => self.add(path, root, FoundKind::Elsewhere),
            // A dropped folder may have any name.
            Ok(meta) if meta.is_file() && leftovers::is_leftover(path) => {
                self.add(path, root, FoundKind::Leftover);
            }
            Ok(meta) if meta.is_file() => self.add_file(path, root),
            Ok(_) if has_photo_name(path) => {
                self.add(path, root, FoundKind::Unreadable("not a regular file".to_owned()));
            }
            Ok(_) => self.add(path, root, FoundKind::Other),
            Err(error) => self.add(path, root, FoundKind::Unreadable(error.to_string())),
        }
    }

    /// Something inside a dropped folder that is a link.
    fn visit_link(&mut self, link: &Path, root: usize) {
        match self.dropped.target_of(link) {
            Target::Inside(real) if real.is_dir() => {
                if link
                    .parent()
                    .and_then(|folder| folder.canonicalize().ok())
                    .is_some_and(|folder| folder.starts_with(&real))
                {
                    self.add(link, root, FoundKind::FolderLoop);
                } else {
                    self.links.push_back((link.to_owned(), root));
                }
            }
            Target::Inside(real) => {
                self.linked_files.insert(real);
                self.visit(link, root);
            }
            Target::Outside(target) => self.add(link, root, FoundKind::LinkOutside(target)),
            Target::Broken(error) => self.add(link, root, FoundKind::Unreadable(error)),
        }
    }

    fn visit_folder(&mut self, folder: &Path, root: usize) {
        let real = match folder.canonicalize() {
            Ok(real) => real,
            Err(error) => return self.add(folder, root, FoundKind::Unreadable(error.to_string())),
        };
        if !self.visited.insert(real) {
            return;
        }
        let inside = match fs::read_dir(folder) {
            Ok(inside) => inside,
            Err(error) => return self.add(folder, root, FoundKind::Unreadable(error.to_string())),
        };
        let before = self.entries.len();
        let mut found = Vec::new();
        for entry in inside {
            match entry {
                // What it is, is known without another look at the disk.
                Ok(entry) => found.push((entry.file_name(), entry.file_type().ok(), is_elsewhere(&entry))),
                Err(error) => self.add(folder, root, FoundKind::Unreadable(error.to_string())),
            }
        }
        // In the plan's order, so that the first entries are the first products.
        found.sort_by_cached_key(|(name, ..)| natural_key(&name.to_string_lossy()));
        for (name, kind, is_elsewhere) in found {
            if !self.progress.is_wanted() {
                return;
            }
            let path = folder.join(&name);
            if let Some(photo) = leftovers::placeholder_of(&path) {
                self.add(&photo, root, FoundKind::Elsewhere);
            } else if leftovers::is_leftover(&path) {
                self.add(&path, root, FoundKind::Leftover);
            } else if is_elsewhere {
                self.add(&path, root, FoundKind::Elsewhere);
            } else if kind.is_some_and(|kind| kind.is_file()) {
                self.add_file(&path, root);
            } else if kind.is_some_and(|kind| kind.is_symlink()) {
                self.visit_link(&path, root);
            } else {
                self.visit(&path, root);
            }
        }
        // If it were ignored silently, the user would look for the photo that the name promises.
        if self.entries.len() == before && has_photo_name(folder) {
            self.add(folder, root, FoundKind::Unreadable("an empty folder".to_owned()));
        }
        (self.on_folder)(&self.entries, folder);
    }

    /// A regular file, to be read.
    fn add_file(&mut self, path: &Path, root: usize) {
        self.progress.found_one();
        self.entries.push(WalkEntry { path: path.to_owned(), root, kind: None });
    }

    fn add(&mut self, path: &Path, root: usize, kind: FoundKind) {
        self.entries.push(WalkEntry { path: path.to_owned(), root, kind: Some(kind) });
    }
}

/// Whether a folder's entry is a file of which this disk has only a placeholder. Where the system says so, it
/// says it with the entry: looking at the file itself would download it.
fn is_elsewhere(entry: &fs::DirEntry) -> bool {
    cfg!(any(windows, target_os = "macos")) && entry.metadata().is_ok_and(|meta| is_placeholder(&meta))
}

/// Whether the system says that a file's content is kept elsewhere: OneDrive and others on Windows.
#[cfg(windows)]
fn is_placeholder(meta: &fs::Metadata) -> bool {
    use std::os::windows::fs::MetadataExt as _;
    const OFFLINE: u32 = 0x1000;
    const RECALL_ON_OPEN: u32 = 0x0004_0000;
    const RECALL_ON_DATA_ACCESS: u32 = 0x0040_0000;
    meta.is_file() && meta.file_attributes() & (OFFLINE | RECALL_ON_OPEN | RECALL_ON_DATA_ACCESS) != 0
}

/// Whether the system says that a file's content is kept elsewhere: iCloud and others on a Mac.
#[cfg(target_os = "macos")]
fn is_placeholder(meta: &fs::Metadata) -> bool {
    use std::os::macos::fs::MetadataExt as _;
    const DATALESS: u32 = 0x4000_0000;
    meta.is_file() && meta.st_flags() & DATALESS != 0
}

/// Other systems do not say so.
#[cfg(not(any(windows, target_os = "macos")))]
const fn is_placeholder(_meta: &fs::Metadata) -> bool {
    false
}

/// Where a file is that was opened at a path, with all links resolved. Linux says it of the open file itself.
/// Elsewhere the path is looked at once more, which a program that swaps links all the time may outwit.
fn place_of(file: &File, path: &Path) -> io::Result<PathBuf> {
    #[cfg(target_os = "linux")]
    {
        use std::os::fd::AsRawFd as _;
        let place = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()));
        if let Some(place) = place.ok().filter(|place| place.is_absolute()) {
            return Ok(place);
        }
    }
    let real = path.canonicalize()?;
    let is_same = Handle::from_file(file.try_clone()?)? == Handle::from_file(files::open(&real)?)?;
    if is_same { Ok(real) } else { Err(io::Error::other("changed while being read")) }
}

/// What was dropped, by which it is decided what lies in it.
#[derive(Clone, Default)]
pub struct Dropped {
    /// As given, and with all links resolved.
    roots: Vec<PathBuf>,
}

/// Where a link, or a path in a file, leads.
pub enum Target {
    /// Into what was dropped; its real path.
    Inside(PathBuf),
    /// Elsewhere. It was not looked at.
    Outside(PathBuf),
    /// Nowhere, with the system's reason.
    Broken(String),
}

impl Dropped {
    pub fn of(roots: &[PathBuf]) -> Self {
        let real = roots.iter().filter_map(|root| root.canonicalize().ok());
        Self { roots: roots.iter().cloned().chain(real).collect() }
    }

    /// Adds what was dropped besides.
    pub fn extend(&mut self, other: Self) {
        let new: Vec<PathBuf> = other.roots.into_iter().filter(|root| !self.roots.contains(root)).collect();
        self.roots.extend(new);
    }

    /// Opens a photo. One that was inside when it was planned has to be inside now, too: whoever may write
    /// into the folder can put a link in its place, or in that of a folder above it, at any moment. So the
    /// file that was opened is looked for inside, rather than its path before.
    ///
    /// # Errors
    /// `OutsideDropped`, with where it leads; the outer error.
    pub fn open(&self, photo: &Path) -> Result<io::Result<File>, Problem> {
        let opened = files::open(photo);
        let (Ok(file), true) = (&opened, self.holds(photo)) else { return Ok(opened) };
        Ok(match place_of(file, photo) {
            Ok(place) if !self.holds(&place) => return Err(outside(photo, &place)),
            Ok(_) => opened,
            Err(error) => Err(error),
        })
    }

    fn holds(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| lies_in(path, root))
    }

    /// Where a link leads. A target elsewhere is not touched: it may be on another computer.
    pub fn target_of(&self, link: &Path) -> Target {
        let folder = link.parent().unwrap_or(Path::new(""));
        match fs::read_link(link) {
            Ok(target) => self.reach(&folder.join(target)),
            Err(error) => Target::Broken(error.to_string()),
        }
    }

    /// What is at a path that somebody wrote: inside only if it is that by its spelling, and on the disk with
    /// all links resolved, too.
    pub fn reach(&self, path: &Path) -> Target {
        let spelled = without_steps_up(path);
        let outside =
            |real: PathBuf| if self.holds(&real) { Target::Inside(real) } else { Target::Outside(real) };
        match () {
            () if leads_off_this_disk(path) && !self.holds(path) => Target::Outside(path.to_owned()),
            () if !self.holds(&spelled) => Target::Outside(spelled),
            () => spelled.canonicalize().map_or_else(|error| Target::Broken(error.to_string()), outside),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read as _;
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use vitrine_domain::ProblemKind;

    #[test]
    fn a_link_that_stands_in_the_place_of_a_photo_for_a_moment_opens_nothing_outside() {
        let [dropped, private] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [photo, secret] = [dropped.path().join("1.jpg"), private.path().join("1.jpg")];
        fs::write(&photo, "photo").unwrap();
        fs::write(&secret, "secret").unwrap();
        let ended = AtomicBool::new(false);
        let swap = || {
            let next = dropped.path().join("next");
            while !ended.load(Ordering::Relaxed) {
                symlink(&secret, &next).and_then(|()| fs::rename(&next, &photo)).unwrap();
                fs::write(&next, "photo").and_then(|()| fs::rename(&next, &photo)).unwrap();
            }
        };
        let within = Dropped::of(&[dropped.path().to_owned()]);
        std::thread::scope(|scope| {
            scope.spawn(swap);
            let (mut opened, mut refused) = (0, 0);
            while opened < 500 || refused < 500 {
                match within.open(&photo) {
                    Ok(Ok(mut file)) => {
                        let mut text = String::new();
                        file.read_to_string(&mut text).unwrap();
                        if text != "photo" {
                            ended.store(true, Ordering::Relaxed);
                            panic!("{text}");
                        }
                        opened += 1;
                    }
                    Ok(Err(_)) => {}
                    Err(problem) => refused += u32::from(problem.kind == ProblemKind::OutsideDropped),
                }
            }
            ended.store(true, Ordering::Relaxed);
        });
    }
}
