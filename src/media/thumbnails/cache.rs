//! Thumbnails kept on the disk, so that a photo once looked at is shown at once ever after. Blocking.
//!
//! Two kinds of entries: a thumbnail under the hash of its photo's content, whatever the photo is called; and a note
//! of what a file at a path was last seen to hold, so that it need not be read again. An entry carries its own
//! checksum: one that is not whole is removed and made anew. Names are hashes and pictures are pixels encoded here, so
//! an entry tells nothing of where and by whom a photo was taken, nor what it is called.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use image::{ImageEncoder, RgbaImage};
use serde::{Deserialize, Serialize};

use super::making::thumbnail;
use crate::media::{ContentHash, Facts, Pixels};

/// The longer side of the thumbnails kept.
pub const THUMBNAIL_SIDE: u32 = 256;

/// What the entries may take together, in bytes: some ten thousand photos.
pub const CACHE_BYTES: u64 = 200 << 20;

/// Changes with the format of entries or with how thumbnails are made: older ones are then made anew.
const MARK: &[u8; 8] = b"VTHUMB01";
const CHECKSUM: usize = 32;

/// An entry longer than this is none of ours.
const MAX_ENTRY: u64 = 2 << 20;

/// A use is noted when the last one noted is older: order of use to the hour is enough, and spares a write a look.
const USE_EVERY: Duration = Duration::from_secs(3600);

/// Hardly to be told from the original at this size, and a tenth of its bytes.
const QUALITY: u8 = 92;

/// Thumbnails in a folder of their own. Cheap to clone; several threads may use it at a time.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// What a file held when it was last read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CachedFileInfo {
    pub hash: ContentHash,
    pub facts: Facts,
}

/// A file as it lies at its path: another time of change or length is another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(ContentHash);

impl Stamp {
    /// `None` where there is no such file, or where the disk keeps no times.
    pub fn of(path: &Path) -> Option<Self> {
        let path = std::path::absolute(path).ok()?;
        let found = fs::metadata(&path).ok().filter(Metadata::is_file)?;
        let changed = found.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let mut told = path.as_os_str().as_encoded_bytes().to_vec();
        told.push(0);
        told.extend(found.len().to_le_bytes());
        told.extend(changed.as_nanos().to_le_bytes());
        Some(Self(ContentHash::of(&told)))
    }
}

impl Cache {
    /// Nothing is made on the disk before there is something to keep.
    pub const fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// What the file was last seen to hold.
    pub fn seen(&self, stamp: &Stamp, now: SystemTime) -> Option<CachedFileInfo> {
        let path = self.note(stamp);
        let payload = read(&path, now)?;
        serde_json::from_slice(&payload).inspect_err(|_| remove(&path)).ok()
    }

    /// The thumbnail of a photo.
    pub fn find(&self, hash: &ContentHash, now: SystemTime) -> Option<Pixels> {
        let path = self.picture(hash);
        let payload = read(&path, now)?;
        thumbnail(&payload, THUMBNAIL_SIDE).inspect_err(|_| remove(&path)).ok()
    }

    /// Keeps what a file holds. Gives the bytes this takes.
    pub fn note_seen(&self, stamp: &Stamp, seen: &CachedFileInfo) -> io::Result<u64> {
        self.write(&self.note(stamp), &serde_json::to_vec(seen)?)
    }

    /// Keeps a photo's thumbnail. Gives the bytes this takes.
    pub fn keep(&self, hash: &ContentHash, pixels: &Pixels) -> io::Result<u64> {
        self.write(&self.picture(hash), &encoded(pixels)?)
    }

    /// The bytes all entries take.
    pub fn size(&self) -> u64 {
        self.entries().iter().map(|entry| entry.bytes).sum()
    }

    /// Removes what was not used for longest until `limit` bytes hold, with room for more. Gives the bytes left.
    pub fn tidy(&self, limit: u64) -> u64 {
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

    /// Removes every entry. Gives the bytes left: what could not be removed.
    pub fn clear(&self) -> u64 {
        for entry in self.entries() {
            remove(&entry.path);
        }
        self.size()
    }

    fn note(&self, stamp: &Stamp) -> PathBuf {
        self.folder.join(format!("{}.seen", stamp.0))
    }

    fn picture(&self, hash: &ContentHash) -> PathBuf {
        self.folder.join(format!("{hash}.thumb"))
    }

    fn entries(&self) -> Vec<Entry> {
        let Ok(found) = fs::read_dir(&self.folder) else { return Vec::new() };
        found.filter_map(|found| Entry::of(&found.ok()?)).collect()
    }

    /// Whole or not at all: a thumbnail half written when the computer stops is never read.
    fn write(&self, path: &Path, payload: &[u8]) -> io::Result<u64> {
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new().suffix(".part").tempfile_in(&self.folder)?;
        file.write_all(MARK)?;
        file.write_all(ContentHash::of(payload).as_bytes())?;
        file.write_all(payload)?;
        file.persist(path)?;
        Ok((MARK.len() + CHECKSUM + payload.len()) as u64)
    }
}

struct Entry {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

impl Entry {
    /// `None` for what this cache did not write.
    fn of(found: &fs::DirEntry) -> Option<Self> {
        let path = found.path();
        let ours = matches!(path.extension()?.to_str()?, "seen" | "thumb" | "part");
        let about = found.metadata().ok().filter(|about| ours && about.is_file())?;
        Some(Self { path, bytes: about.len(), used: about.modified().unwrap_or(SystemTime::UNIX_EPOCH) })
    }
}

/// What an entry holds, noting its use. One that is not whole is removed.
fn read(path: &Path, now: SystemTime) -> Option<Vec<u8>> {
    let about = fs::metadata(path).ok()?;
    let whole = || {
        let bytes = (about.len() <= MAX_ENTRY).then(|| fs::read(path).ok()).flatten()?;
        let (checksum, payload) = bytes.strip_prefix(MARK)?.split_at_checked(CHECKSUM)?;
        (ContentHash::of(payload).as_bytes() == checksum).then(|| payload.to_vec())
    };
    let payload = whole();
    match payload {
        None => remove(path),
        Some(_) if about.modified().is_ok_and(|used| now.duration_since(used).is_ok_and(|ago| ago > USE_EVERY)) => {
            let noted = File::options().write(true).open(path).and_then(|file| file.set_modified(now));
            drop(noted);
        }
        Some(_) => {}
    }
    payload
}

/// What cannot be removed stays, and is not used either.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

fn encoded(pixels: &Pixels) -> io::Result<Vec<u8>> {
    let Pixels { width, height, rgba } = pixels;
    let mut bytes = Vec::new();
    if rgba.chunks_exact(4).any(|pixel| pixel[3] != u8::MAX) {
        let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
        encoder.write_image(rgba, *width, *height, image::ExtendedColorType::Rgba8).map_err(io::Error::other)?;
        return Ok(bytes);
    }
    let picture = RgbaImage::from_raw(*width, *height, rgba.clone()).ok_or(io::ErrorKind::InvalidInput)?;
    let rgb = image::DynamicImage::from(picture).into_rgb8();
    // In so few pixels colours are not halved.
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, QUALITY);
    encoder.write_image(&rgb, *width, *height, image::ExtendedColorType::Rgb8).map_err(io::Error::other)?;
    Ok(bytes)
}
