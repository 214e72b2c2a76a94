//! Making one picture: blocking work, given up between its steps when nobody looks any more.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::SystemTime;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::domain::{Code, Problem};
use crate::market::Client;
use crate::media::{self, Budget, Cache, ContentHash, Facts, Likeness, Looks, Pixels, Seen, Stamp, THUMBNAIL_SIDE};
use crate::worker::Picture;
use crate::worker::run::blocking;

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
        facts: Option<Facts>,
        /// Of the same, to find it again among others.
        likeness: Option<Likeness>,
        /// Bytes written to the cache.
        kept: u64,
    },
}

/// What making a picture needs.
pub struct Maker {
    pub source: Source,
    pub cache: Cache,
    pub now: SystemTime,
    pub decoding: Arc<Semaphore>,
    pub budget: Budget,
}

/// A photo of which there may be a thumbnail already.
struct Photo {
    bytes: Arc<[u8]>,
    seen: Seen,
    /// The file these are the bytes of, when it did not change meanwhile.
    stamp: Option<Stamp>,
    found: Option<Pixels>,
}

impl Maker {
    /// Ends with [`Made::Right`] when the cache knows the photo.
    pub async fn first(self) -> Made {
        let Self { source, cache, now, .. } = self;
        let made = blocking(move || {
            Ok(match source {
                Source::File(path) => kept(&path, &cache, now).or_else(|| first_of(File::open(path).ok()?)),
                Source::Bytes(bytes) => first_of(&*bytes),
                Source::Address(_) | Source::Gone => None,
            })
        });
        made.await.ok().flatten().unwrap_or(Made::Nothing)
    }

    pub async fn right(self, client: Option<Client>) -> Made {
        let Self { source, cache, now, decoding, budget } = self;
        let made = match source {
            Source::Address(url) => shop_picture(&url, client, &decoding, &budget).await,
            Source::File(path) => photo(move || read_file(&path), cache, now, &decoding, &budget).await,
            Source::Bytes(bytes) => photo(move || of_bytes(bytes), cache, now, &decoding, &budget).await,
            Source::Gone => Err(Problem::new(Code::Cancelled)),
        };
        made.unwrap_or_else(|problem| Made::Right { result: Err(problem), facts: None, likeness: None, kept: 0 })
    }
}

/// What the cache has of a file, without opening it.
fn kept(path: &Path, cache: &Cache, now: SystemTime) -> Option<Made> {
    let Seen { hash, facts } = cache.seen(&Stamp::of(path)?, now)?;
    let pixels = cache.find(&hash, now)?;
    let likeness = Some(Likeness { content: hash, looks: Looks::of(&pixels) });
    Some(Made::Right { result: Ok(picture(pixels)), facts: Some(facts), likeness, kept: 0 })
}

fn first_of(file: impl Read) -> Option<Made> {
    media::first_picture(file, THUMBNAIL_SIDE).map(|pixels| Made::First(picture(pixels)))
}

/// Pictures of the shop are small, and kept by nobody but the window.
async fn shop_picture(url: &str, client: Option<Client>, decoding: &Arc<Semaphore>, budget: &Budget) -> Result<Made, Problem> {
    let client = client.ok_or_else(|| Problem::new(Code::SignInNeeded))?;
    let bytes = client.picture(url).await?;
    let pixels = decoded(bytes, turn(decoding).await, budget).await?;
    Ok(Made::Right { result: Ok(picture(pixels)), facts: None, likeness: None, kept: 0 })
}

async fn photo(
    read: impl FnOnce() -> Result<Photo, Problem> + Send + 'static,
    cache: Cache,
    now: SystemTime,
    decoding: &Arc<Semaphore>,
    budget: &Budget,
) -> Result<Made, Problem> {
    let (looked_in, turn) = (cache.clone(), turn(decoding).await);
    let (Photo { bytes, seen, stamp, found }, turn) = blocking(move || {
        let photo = read()?;
        Ok((Photo { found: looked_in.find(&photo.seen.hash, now), ..photo }, turn))
    })
    .await?;
    let facts = Some(seen.facts);
    let fresh = found.is_none();
    let pixels = match found {
        Some(pixels) => pixels,
        None => decoded(bytes, turn, budget).await?,
    };
    blocking(move || {
        // A cache that cannot be written is only slower.
        let noted = stamp.and_then(|stamp| cache.note_seen(&stamp, &seen).ok()).unwrap_or(0);
        let kept = if fresh { cache.keep(&seen.hash, &pixels).unwrap_or(0) } else { 0 };
        let likeness = Some(Likeness { content: seen.hash, looks: Looks::of(&pixels) });
        Ok(Made::Right { result: Ok(picture(pixels)), facts, likeness, kept: noted + kept })
    })
    .await
}

fn read_file(path: &Path) -> Result<Photo, Problem> {
    let before = Stamp::of(path);
    let bytes = media::read_photo(path, media::MAX_FILE_BYTES)?;
    let photo = of_bytes(bytes.into())?;
    Ok(Photo { stamp: before.filter(|before| Stamp::of(path).as_ref() == Some(before)), ..photo })
}

fn of_bytes(bytes: Arc<[u8]>) -> Result<Photo, Problem> {
    let seen = Seen { hash: ContentHash::of(&bytes), facts: Facts::of(&bytes)? };
    Ok(Photo { bytes, seen, stamp: None, found: None })
}

/// Leave to read and decode, kept by the thread that does until it ends. The semaphore is never closed: it is always some.
async fn turn(decoding: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    Arc::clone(decoding).acquire_owned().await.ok()
}

/// Waits for its share of memory. A thread cannot be stopped: what nobody waits for any more ends before it begins.
async fn decoded(bytes: impl AsRef<[u8]> + Send + 'static, turn: Option<OwnedSemaphorePermit>, budget: &Budget) -> Result<Pixels, Problem> {
    let admitted = budget.admit(media::decoding_cost(bytes.as_ref())).await;
    let waiting = Arc::new(());
    let looked_at: Weak<()> = Arc::downgrade(&waiting);
    let made = blocking(move || {
        let _held = (turn, admitted);
        looked_at.upgrade().ok_or_else(|| Problem::new(Code::Cancelled))?;
        media::thumbnail(bytes.as_ref(), THUMBNAIL_SIDE)
    })
    .await;
    drop(waiting);
    made
}

fn picture(pixels: Pixels) -> Picture {
    Picture { width: pixels.width, height: pixels.height, rgba: pixels.rgba.into() }
}
