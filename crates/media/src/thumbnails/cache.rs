//! A disk cache of thumbnails, so that a photo seen once is shown without delay later. Blocking.
//!
//! There are two kinds of entries: a thumbnail under the hash of its photo's content, whatever the file name;
//! and the information about a file at a path, so that the file need not be read again. Each entry carries a
//! checksum; a damaged one is removed and rebuilt. Entry names are hashes and pictures are re-encoded pixels,
//! so an entry reveals neither file names nor metadata.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use image::{ImageEncoder, RgbaImage};
use serde::{Deserialize, Serialize};

use super::render;
use crate::{ContentHash, PhotoInfo, Pixels};
use vitrine_local::files;
use vitrine_local::private;

/// The longer side of cached thumbnails, in pixels.
pub const THUMBNAIL_SIDE: u32 = 256;

/// The maximum size of all entries together, in bytes: enough for some ten thousand photos.
pub const CACHE_BYTES: u64 = 200 << 20;

/// The free space that the cache leaves to everything else, in bytes: the journal of an import needs it more.
pub const MIN_FREE_BYTES: u64 = 500 << 20;

/// Tells how many bytes are free on the disk of a folder; `None` where the system does not say.
pub type FreeSpace = fn(&Path) -> Option<u64>;

/// How many bytes this person may still write to the disk of a folder.
pub fn free_space(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

/// Identifies the format version. Change it with the format of entries or the way thumbnails are made; older
/// entries are then rebuilt.
const MAGIC: &[u8; 8] = b"VTHUMB01";
const CHECKSUM_BYTES: usize = 32;

/// A longer entry was not written by this program.
const MAX_ENTRY_BYTES: u64 = 2 << 20;

/// The time of last use is updated when it is older than this: precision to the hour suffices and saves
/// writes.
const TOUCH_INTERVAL: Duration = Duration::from_secs(3600);

/// Hardly distinguishable from the original at this size, at a tenth of its bytes.
const QUALITY: u8 = 92;

/// A cache in a folder of its own. Cheap to clone; several threads may use it at once. It takes at most a
/// tenth of what would be free on the disk without it, and gives way where less than [`MIN_FREE_BYTES`] are.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    free_space: FreeSpace,
}

/// What a file contained when it was last read. Serialized in the cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedFileInfo {
    pub hash: ContentHash,
    pub facts: PhotoInfo,
}

/// Identifies a version of a file by its path, modification time and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileStamp(ContentHash);

impl FileStamp {
    /// `None` if there is no such file, or if the file system stores no modification times.
    pub fn of(path: &Path) -> Option<Self> {
        let path = std::path::absolute(path).ok()?;
        let found = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        let changed = found.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let mut identity = path.as_os_str().as_encoded_bytes().to_vec();
        identity.push(0);
        identity.extend(found.len().to_le_bytes());
        identity.extend(changed.as_nanos().to_le_bytes());
        Some(Self(ContentHash::of(&identity)))
    }
}

impl Cache {
    /// A cache in `folder`, which is created with the first entry.
    pub const fn at(folder: PathBuf, free_space: FreeSpace) -> Self {
        Self { folder, free_space }
    }

    /// The stored information about a file.
    pub fn file_info(&self, stamp: &FileStamp, now: SystemTime) -> Option<CachedFileInfo> {
        let path = self.info_path(stamp);
        let payload = read(&path, now)?;
        serde_json::from_slice(&payload).inspect_err(|_| remove(&path)).ok()
    }

    /// The stored thumbnail of a photo.
    pub fn thumbnail(&self, hash: &ContentHash, now: SystemTime) -> Option<Pixels> {
        let path = self.thumbnail_path(hash);
        let payload = read(&path, now)?;
        render::thumbnail(&payload, THUMBNAIL_SIDE).inspect_err(|_| remove(&path)).ok()
    }

    /// Stores the information about a file. Returns the bytes written.
    pub fn store_info(&self, stamp: &FileStamp, seen: &CachedFileInfo) -> io::Result<u64> {
        self.write(&self.info_path(stamp), &serde_json::to_vec(seen)?)
    }

    /// Stores a thumbnail. Returns the bytes written.
    pub fn store_thumbnail(&self, hash: &ContentHash, pixels: &Pixels) -> io::Result<u64> {
        self.write(&self.thumbnail_path(hash), &encoded(pixels)?)
    }

    /// The total size of all entries in bytes.
    pub fn size(&self) -> u64 {
        self.entries().iter().map(|entry| entry.bytes).sum()
    }

    /// The maximum size of all entries together while they have so many bytes.
    pub fn limit(&self, size: u64) -> u64 {
        let Some(free) = self.free() else { return CACHE_BYTES };
        let without = free.saturating_add(size);
        CACHE_BYTES.min(without / 10).min(without.saturating_sub(MIN_FREE_BYTES))
    }

    /// Removes the least recently used entries if there are more than the [`limit`](Self::limit). Returns the
    /// remaining bytes.
    pub fn shrink(&self) -> u64 {
        self.evict(self.limit(self.size()))
    }

    /// What is free on its disk. The folder may be missing yet.
    fn free(&self) -> Option<u64> {
        (self.free_space)(self.folder.ancestors().find(|folder| folder.exists())?)
    }

    /// Removes the least recently used entries if the size exceeds `limit` bytes, with some room to spare.
    /// Returns the remaining bytes.
    pub fn evict(&self, limit: u64) -> u64 {
        let mut entries = self.entries();
        let mut size: u64 = entries.iter().map(|entry| entry.bytes).sum();
        if size <= limit {
            return size;
        }
        entries.sort_by_key(|entry| entry.used);
        for entry in entries {
            if size <= limit / 10 * 9 {
                break;
            }
            if fs::remove_file(&entry.path).is_ok() {
                size -= entry.bytes;
            }
        }
        size
    }

    /// Removes every entry. Returns the remaining bytes: entries that could not be removed.
    pub fn clear(&self) -> u64 {
        for entry in self.entries() {
            remove(&entry.path);
        }
        self.size()
    }

    fn info_path(&self, stamp: &FileStamp) -> PathBuf {
        self.folder.join(format!("{}.seen", stamp.0))
    }

    fn thumbnail_path(&self, hash: &ContentHash) -> PathBuf {
        self.folder.join(format!("{hash}.thumb"))
    }

    fn entries(&self) -> Vec<Entry> {
        let Ok(found) = fs::read_dir(&self.folder) else { return Vec::new() };
        found.filter_map(|found| Entry::of(&found.ok()?)).collect()
    }

    /// Writes atomically: an entry half written when the computer stops is never read.
    fn write(&self, path: &Path, payload: &[u8]) -> io::Result<u64> {
        if self.free().is_some_and(|free| free < MIN_FREE_BYTES) {
            self.shrink();
            return Err(io::ErrorKind::StorageFull.into());
        }
        private::make_dir(&self.folder)?;
        let mut file = tempfile::Builder::new().suffix(".part").tempfile_in(&self.folder)?;
        file.write_all(MAGIC)?;
        file.write_all(ContentHash::of(payload).as_bytes())?;
        file.write_all(payload)?;
        file.persist(path)?;
        Ok((MAGIC.len() + CHECKSUM_BYTES + payload.len()) as u64)
    }
}

struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Entry {
    /// `None` for files that this cache did not write.
    fn of(found: &fs::DirEntry) -> Option<Self> {
        let path = found.path();
        let ours = matches!(path.extension()?.to_str()?, "seen" | "thumb" | "part");
        let about = found.metadata().ok().filter(|about| ours && about.is_file())?;
        Some(Self { path, bytes: about.len(), used: about.modified().unwrap_or(SystemTime::UNIX_EPOCH) })
    }
}

/// Reads the payload of an entry and updates its time of last use. Removes a damaged entry.
fn read(path: &Path, now: SystemTime) -> Option<Vec<u8>> {
    let about = fs::metadata(path).ok()?;
    let whole = || {
        let bytes = files::read(path, MAX_ENTRY_BYTES).ok()?;
        let (checksum, payload) = bytes.strip_prefix(MAGIC)?.split_at_checked(CHECKSUM_BYTES)?;
        (ContentHash::of(payload).as_bytes() == checksum).then(|| payload.to_vec())
    };
    let payload = whole();
    match payload {
        None => remove(path),
        Some(_)
            if about
                .modified()
                .is_ok_and(|used| now.duration_since(used).is_ok_and(|ago| ago > TOUCH_INTERVAL)) =>
        {
            let noted = File::options().write(true).open(path).and_then(|file| file.set_modified(now));
            drop(noted);
        }
        Some(_) => {}
    }
    payload
}

/// Ignores errors: an entry that cannot be removed stays, but is not used.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

fn encoded(pixels: &Pixels) -> io::Result<Vec<u8>> {
    let Pixels { width, height, rgba } = pixels;
    let mut bytes = Vec::new();
    if rgba.chunks_exact(4).any(|pixel| pixel[3] != u8::MAX) {
        let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
        encoder
            .write_image(rgba, *width, *height, image::ExtendedColorType::Rgba8)
            .map_err(io::Error::other)?;
        return Ok(bytes);
    }
    let picture = RgbaImage::from_raw(*width, *height, rgba.clone()).ok_or(io::ErrorKind::InvalidInput)?;
    let rgb = image::DynamicImage::from(picture).into_rgb8();
    // At such a small size chroma is not subsampled.
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    encoder.write_image(&rgb, *width, *height, image::ExtendedColorType::Rgb8).map_err(io::Error::other)?;
    Ok(bytes)
}
