//! Looks for new photos in a folder, every few seconds: network drives announce nothing.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::PlatformTaskResult;
use crate::worker::photos::blocking;
use crate::worker::tasks::Reporter;
use vitrine_core::import::file_name::has_photo_name;

/// The time between two looks.
const INTERVAL: Duration = Duration::from_secs(5);

/// Reports what is added to a folder. Never ends by itself.
pub async fn watch(folder: PathBuf, reporter: Reporter) -> PlatformTaskResult {
    let mut watched = Watched { folder, known: None, growing: HashMap::new() };
    let mut was_missing = false;
    loop {
        let looked = blocking(move || {
            let found = watched.look();
            Ok((watched, found))
        });
        let Ok((returned, found)) = looked.await else { return PlatformTaskResult::FolderMissing(true) };
        watched = returned;
        let missing = found.is_err();
        if std::mem::replace(&mut was_missing, missing) != missing {
            reporter.report(PlatformTaskResult::FolderMissing(missing));
        }
        if let Ok(found) = found
            && !found.is_empty()
        {
            reporter.report(PlatformTaskResult::FoundInFolder(found));
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

struct Watched {
    folder: PathBuf,
    /// What was there at the first look, or was reported. `None` before the first look that succeeds.
    known: Option<HashSet<PathBuf>>,
    /// What may still be being written, as it was at the last look.
    growing: HashMap<PathBuf, Extent>,
}

/// By this it is seen whether a file, or a folder with all in it, is still being written.
#[derive(Clone, Copy, PartialEq)]
struct Extent {
    files: u64,
    bytes: u64,
    changed: Option<SystemTime>,
}

impl Watched {
    /// Lists the folder. Returns what is new and did not change since the previous look: photos, and folders.
    fn look(&mut self) -> io::Result<Vec<PathBuf>> {
        let listed: Vec<PathBuf> =
            fs::read_dir(&self.folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        let Some(known) = &mut self.known else {
            self.known = Some(listed.into_iter().collect());
            return Ok(Vec::new());
        };
        let mut growing = HashMap::new();
        let mut complete = Vec::new();
        for path in listed.iter().filter(|path| !known.contains(*path) && !is_hidden(path)) {
            let Some(extent) = extent(path).filter(|extent| extent.bytes > 0) else { continue };
            if self.growing.get(path) == Some(&extent) {
                complete.push(path.clone());
            } else {
                growing.insert(path.clone(), extent);
            }
        }
        // What was taken away and comes back is new.
        let listed: HashSet<PathBuf> = listed.into_iter().collect();
        known.retain(|path| listed.contains(path));
        known.extend(complete.iter().cloned());
        self.growing = growing;
        complete.sort_unstable();
        Ok(complete)
    }
}

/// Programs write under such names what is not complete.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// `None` for what is neither a photo by its name nor a folder. A link is neither, wherever it leads: nobody
/// chose it, and what is reported here counts as dropped by the owner.
fn extent(path: &Path) -> Option<Extent> {
    let meta = fs::symlink_metadata(path).ok()?;
    if meta.is_dir() {
        return Some(extent_of_folder(path, 4));
    }
    (meta.is_file() && has_photo_name(path)).then(|| Extent {
        files: 1,
        bytes: meta.len(),
        changed: meta.modified().ok(),
    })
}

/// Down to some depth. Links are followed by the plan, if at all.
fn extent_of_folder(folder: &Path, depth: usize) -> Extent {
    let mut sum = Extent { files: 0, bytes: 0, changed: None };
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let Ok(meta) = fs::symlink_metadata(&path) else { continue };
        let one = match depth.checked_sub(1) {
            Some(depth) if meta.is_dir() => extent_of_folder(&path, depth),
            _ => Extent { files: 1, bytes: meta.len(), changed: meta.modified().ok() },
        };
        sum = Extent {
            files: sum.files + one.files,
            bytes: sum.bytes + one.bytes,
            changed: sum.changed.max(one.changed),
        };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched() -> (tempfile::TempDir, Watched) {
        let place = tempfile::tempdir().unwrap();
        let watched = Watched { folder: place.path().to_owned(), known: None, growing: HashMap::new() };
        (place, watched)
    }

    #[test]
    fn a_photo_is_found_once_it_is_no_longer_being_written() {
        let (place, mut watched) = watched();
        let [old, new] = ["old.jpg", "new.jpg"].map(|name| place.path().join(name));
        fs::write(&old, "was there").unwrap();
        assert!(watched.look().unwrap().is_empty(), "what was there before is not new");
        fs::write(&new, "beg").unwrap();
        assert!(watched.look().unwrap().is_empty());
        fs::write(&new, "beginning").unwrap();
        assert!(watched.look().unwrap().is_empty(), "it has grown");
        assert_eq!(watched.look().unwrap(), [new]);
        assert!(watched.look().unwrap().is_empty(), "each is found once");
    }

    #[test]
    fn a_folder_of_photos_is_found_when_it_is_complete() {
        let (place, mut watched) = watched();
        watched.look().unwrap();
        let product = place.path().join("Blue carpet");
        fs::create_dir(&product).unwrap();
        assert!(watched.look().unwrap().is_empty());
        assert!(watched.look().unwrap().is_empty(), "there is nothing in it");
        fs::write(product.join("1.jpg"), "one").unwrap();
        assert!(watched.look().unwrap().is_empty());
        fs::write(product.join("2.jpg"), "two").unwrap();
        assert!(watched.look().unwrap().is_empty(), "another was added");
        assert_eq!(watched.look().unwrap(), [product]);
    }

    #[test]
    fn texts_and_unfinished_downloads_are_no_photos() {
        let (place, mut watched) = watched();
        watched.look().unwrap();
        for name in ["notes.txt", "rug.jpg.part", ".rug.jpg", "empty.jpg"] {
            fs::write(place.path().join(name), if name == "empty.jpg" { "" } else { "text" }).unwrap();
        }
        assert!((0..3).all(|_| watched.look().unwrap().is_empty()));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_not_followed_wherever_it_leads() {
        use std::os::unix::fs::symlink;
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("passport.jpg"), "private").unwrap();
        let (place, mut watched) = watched();
        watched.look().unwrap();
        let rug = place.path().join("Rug");
        fs::create_dir(&rug).unwrap();
        fs::write(rug.join("1.jpg"), "one").unwrap();
        symlink(elsewhere.path(), rug.join("more")).unwrap();
        symlink(elsewhere.path().join("passport.jpg"), place.path().join("new.jpg")).unwrap();
        symlink(elsewhere.path(), place.path().join("Folder")).unwrap();
        assert!(watched.look().unwrap().is_empty());
        fs::write(elsewhere.path().join("passport.jpg"), "it grows").unwrap();
        assert_eq!(watched.look().unwrap(), [rug], "what a link leads to is not even looked at");
        assert!(watched.look().unwrap().is_empty());
    }

    #[test]
    fn a_folder_that_is_away_for_a_while_brings_only_what_is_new() {
        let (place, mut watched) = watched();
        let [folder, aside] = ["share", "aside"].map(|name| place.path().join(name));
        watched.folder = folder.clone();
        assert!(watched.look().is_err());
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("a.jpg"), "a").unwrap();
        watched.look().unwrap();
        fs::rename(&folder, &aside).unwrap();
        assert!(watched.look().is_err());
        fs::rename(&aside, &folder).unwrap();
        fs::write(folder.join("b.jpg"), "b").unwrap();
        watched.look().unwrap();
        assert_eq!(watched.look().unwrap(), [folder.join("b.jpg")]);
    }
}
