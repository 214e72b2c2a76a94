//! Making one picture: blocking work, given up between its steps when nobody looks any more.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::messages::{Picture, PictureKey};
use crate::domain::{Code, Edit, Problem};
use crate::market::Client;
use crate::media::{
    self, Budget, Cache, CachedFileInfo, ContentHash, FileStamp, PerceptualHash, PhotoFingerprint, PhotoInfo, Pixels, THUMBNAIL_SIDE,
};
use crate::worker::photos::blocking;

#[derive(Clone)]
pub enum Source {
    Address(String),
    File(PathBuf),
    Bytes(Arc<[u8]>),
    Gone,
}

/// What a stage came to.
pub enum Made {
    /// Nothing could be had quickly.
    Nothing,
    /// The camera's own small picture; the right one is still to be made.
    First(Picture),
    Right {
        result: Result<Picture, Problem>,
        /// Of a photo from this computer.
        facts: Option<PhotoInfo>,
        /// Of the same, to find it again among others.
        likeness: Option<Box<PhotoFingerprint>>,
        /// Bytes written to the cache.
        kept: u64,
    },
}

/// How a photo is shown.
#[derive(Clone, Copy)]
pub enum Look {
    Small(Edit),
    /// Large, all around the crop.
    Preview(Edit),
}

impl Look {
    pub fn of(key: &PictureKey) -> Self {
        if matches!(key, PictureKey::Preview(..)) { Self::Preview(key.edit()) } else { Self::Small(key.edit()) }
    }
}

/// The photo that was last shown large, unedited.
#[derive(Default)]
pub struct Opened(Mutex<Option<(Opening, Arc<Pixels>)>>);

/// By what it is known again.
#[derive(Clone, PartialEq)]
enum Opening {
    File(PathBuf, Option<FileStamp>),
    Bytes(ContentHash),
}

/// The longer side of the picture a person edits.
const PREVIEW_SIDE: u32 = 1200;

/// What making a picture needs.
pub struct Maker {
    pub source: Source,
    pub look: Look,
    pub opened: Arc<Opened>,
    pub cache: Cache,
    pub now: SystemTime,
    pub decoding: Arc<Semaphore>,
    pub budget: Budget,
}

/// A photo of which there may be a thumbnail already.
struct Photo {
    bytes: Arc<[u8]>,
    seen: CachedFileInfo,
    /// The file these are the bytes of, when it did not change meanwhile.
    stamp: Option<FileStamp>,
    found: Option<Pixels>,
}

impl Maker {
    /// Ends with [`Made::Right`] when the cache knows the photo.
    pub async fn first(self) -> Made {
        let Self { source, look, cache, now, .. } = self;
        let Look::Small(edit) = look else { return Made::Nothing };
        let made = blocking(move || {
            Ok(match source {
                Source::File(path) => kept(&path, &edit, &cache, now).or_else(|| first_of(File::open(path).ok()?, &edit)),
                Source::Bytes(bytes) => first_of(&*bytes, &edit),
                Source::Address(_) | Source::Gone => None,
            })
        });
        made.await.ok().flatten().unwrap_or(Made::Nothing)
    }

    pub async fn right(self, client: Option<Client>) -> Made {
        let Self { source, look, opened, cache, now, decoding, budget } = self;
        let made = match (source, look) {
            (Source::Address(url), _) => shop_picture(&url, client, &decoding, &budget).await,
            (Source::File(path), Look::Small(edit)) => photo(move || read_file(&path), edit, cache, now, &decoding, &budget).await,
            (Source::Bytes(bytes), Look::Small(edit)) => photo(move || of_bytes(bytes), edit, cache, now, &decoding, &budget).await,
            (source, Look::Preview(edit)) => preview(source, edit, opened, &decoding, &budget).await,
            (Source::Gone, Look::Small(_)) => Err(Problem::new(Code::Cancelled)),
        };
        made.unwrap_or_else(|problem| Made::Right { result: Err(problem), facts: None, likeness: None, kept: 0 })
    }
}

/// What the cache has of a file, without opening it.
fn kept(path: &Path, edit: &Edit, cache: &Cache, now: SystemTime) -> Option<Made> {
    let CachedFileInfo { hash, facts } = cache.file_info(&FileStamp::of(path)?, now)?;
    let content = hash.edited(edit);
    let pixels = cache.thumbnail(&content, now)?;
    let likeness = Some(Box::new(PhotoFingerprint { content, perceptual: PerceptualHash::of(&pixels) }));
    Some(Made::Right { result: Ok(picture(pixels)), facts: Some(facts), likeness, kept: 0 })
}

fn first_of(file: impl Read, edit: &Edit) -> Option<Made> {
    let pixels = media::read_preview(file, THUMBNAIL_SIDE)?;
    let pixels = if edit.is_identity() { pixels } else { media::edit_pixels(&pixels, edit, true) };
    Some(Made::First(picture(pixels)))
}

/// A photo large, with what is done to it but for the crop. It is decoded for the first look only.
async fn preview(source: Source, edit: Edit, opened: Arc<Opened>, decoding: &Arc<Semaphore>, budget: &Budget) -> Result<Made, Problem> {
    let turn = turn(decoding).await;
    let looked_in = Arc::clone(&opened);
    let (found, source, turn) = blocking(move || {
        let opening = match &source {
            Source::File(path) => Opening::File(path.clone(), FileStamp::of(path)),
            Source::Bytes(bytes) => Opening::Bytes(ContentHash::of(bytes)),
            Source::Address(_) | Source::Gone => return Err(Problem::new(Code::Cancelled)),
        };
        Ok(((looked_in.find(&opening), opening), source, turn))
    })
    .await?;
    let (known, opening) = found;
    let (whole, turn) = match known {
        Some(whole) => (whole, turn),
        None => {
            let bytes: Arc<[u8]> = match source {
                Source::Bytes(bytes) => bytes,
                Source::File(path) => blocking(move || Ok(media::read_photo(&path, media::MAX_FILE_BYTES)?.into())).await?,
                Source::Address(_) | Source::Gone => return Err(Problem::new(Code::Cancelled)),
            };
            let whole = Arc::new(decoded(bytes, turn, budget, |bytes| media::thumbnail(bytes, PREVIEW_SIDE)).await?);
            opened.keep(opening, Arc::clone(&whole));
            (whole, None)
        }
    };
    blocking(move || {
        let _held = turn;
        let shown = if edit.is_identity() { Pixels::clone(&whole) } else { media::edit_pixels(&whole, &edit, false) };
        Ok(Made::Right { result: Ok(picture(shown)), facts: None, likeness: None, kept: 0 })
    })
    .await
}

impl Opened {
    fn find(&self, opening: &Opening) -> Option<Arc<Pixels>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_ref().filter(|(known, _)| known == opening).map(|(_, pixels)| Arc::clone(pixels))
    }

    fn keep(&self, opening: Opening, pixels: Arc<Pixels>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((opening, pixels));
    }
}

/// Pictures of the shop are small, and kept by nobody but the window.
async fn shop_picture(url: &str, client: Option<Client>, decoding: &Arc<Semaphore>, budget: &Budget) -> Result<Made, Problem> {
    let client = client.ok_or_else(|| Problem::new(Code::SignInNeeded))?;
    let bytes = client.picture(url).await?;
    let pixels = decoded(bytes, turn(decoding).await, budget, |bytes| media::thumbnail(bytes, THUMBNAIL_SIDE)).await?;
    Ok(Made::Right { result: Ok(picture(pixels)), facts: None, likeness: None, kept: 0 })
}

async fn photo(
    read: impl FnOnce() -> Result<Photo, Problem> + Send + 'static,
    edit: Edit,
    cache: Cache,
    now: SystemTime,
    decoding: &Arc<Semaphore>,
    budget: &Budget,
) -> Result<Made, Problem> {
    let (looked_in, turn) = (cache.clone(), turn(decoding).await);
    let (Photo { bytes, seen, stamp, found }, turn) = blocking(move || {
        let photo = read()?;
        Ok((Photo { found: looked_in.thumbnail(&photo.seen.hash.edited(&edit), now), ..photo }, turn))
    })
    .await?;
    let facts = Some(seen.facts);
    let fresh = found.is_none();
    let pixels = match found {
        Some(pixels) => pixels,
        None => decoded(bytes, turn, budget, move |bytes| media::edited_thumbnail(bytes, &edit, THUMBNAIL_SIDE)).await?,
    };
    blocking(move || {
        // A cache that cannot be written is only slower.
        let noted = stamp.and_then(|stamp| cache.store_info(&stamp, &seen).ok()).unwrap_or(0);
        let content = seen.hash.edited(&edit);
        let kept = if fresh { cache.store_thumbnail(&content, &pixels).unwrap_or(0) } else { 0 };
        let likeness = Some(Box::new(PhotoFingerprint { content, perceptual: PerceptualHash::of(&pixels) }));
        Ok(Made::Right { result: Ok(picture(pixels)), facts, likeness, kept: noted + kept })
    })
    .await
}

fn read_file(path: &Path) -> Result<Photo, Problem> {
    let before = FileStamp::of(path);
    let bytes = media::read_photo(path, media::MAX_FILE_BYTES)?;
    let photo = of_bytes(bytes.into())?;
    Ok(Photo { stamp: before.filter(|before| FileStamp::of(path).as_ref() == Some(before)), ..photo })
}

fn of_bytes(bytes: Arc<[u8]>) -> Result<Photo, Problem> {
    let seen = CachedFileInfo { hash: ContentHash::of(&bytes), facts: PhotoInfo::of(&bytes)? };
    Ok(Photo { bytes, seen, stamp: None, found: None })
}

/// Leave to read and decode, kept by the thread that does until it ends. The semaphore is never closed: it is always some.
async fn turn(decoding: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    Arc::clone(decoding).acquire_owned().await.ok()
}

/// Waits for its share of memory. A thread cannot be stopped: what nobody waits for any more ends before it begins.
async fn decoded(
    bytes: impl AsRef<[u8]> + Send + 'static,
    turn: Option<OwnedSemaphorePermit>,
    budget: &Budget,
    decode: impl FnOnce(&[u8]) -> Result<Pixels, Problem> + Send + 'static,
) -> Result<Pixels, Problem> {
    let admitted = budget.admit(media::decoding_cost(bytes.as_ref())).await;
    let waiting = Arc::new(());
    let looked_at: Weak<()> = Arc::downgrade(&waiting);
    let made = blocking(move || {
        let _held = (turn, admitted);
        looked_at.upgrade().ok_or_else(|| Problem::new(Code::Cancelled))?;
        decode(bytes.as_ref())
    })
    .await;
    drop(waiting);
    made
}

fn picture(pixels: Pixels) -> Picture {
    Picture { width: pixels.width, height: pixels.height, rgba: pixels.rgba.into() }
}
