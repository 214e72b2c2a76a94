//! The hashes of photos that were read to compare the review with earlier imports.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use vitrine_core::import::PlannedDraft;
use vitrine_media::ContentHash;

/// The hashes of photos that were read for an earlier comparison of the review, so that a change of the plan
/// does not read all of them again. A file of another length or modification time is read again.
#[derive(Clone, Default)]
pub struct PhotoHashes(Arc<Mutex<HashMap<PathBuf, (FileStamp, ContentHash)>>>);

/// The length of a file in bytes, and when it was last changed.
type FileStamp = (u64, Option<SystemTime>);

impl PhotoHashes {
    /// The hash of a photo; `None` if it cannot be read. Blocking.
    pub fn of(&self, photo: &Path) -> Option<ContentHash> {
        let metadata = std::fs::metadata(photo).ok()?;
        let stamp = (metadata.len(), metadata.modified().ok());
        let known = self.lock().get(photo).filter(|(known, _)| *known == stamp).map(|(_, hash)| *hash);
        if known.is_some() {
            return known;
        }
        let hash = ContentHash::of(&vitrine_media::read_photo(photo, vitrine_media::MAX_FILE_BYTES).ok()?);
        self.lock().insert(photo.to_owned(), (stamp, hash));
        Some(hash)
    }

    /// Forgets the photos that are in none of the drafts.
    pub fn keep_only(&self, planned: &[PlannedDraft]) {
        let photos: HashSet<&Path> =
            planned.iter().flat_map(|planned| &planned.photos).map(PathBuf::as_path).collect();
        self.lock().retain(|photo, _| photos.contains(photo.as_path()));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, (FileStamp, ContentHash)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
