//! Makes one picture. The work blocks, and is given up between its steps when nobody wants the picture any
//! more.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::client::Client;
use crate::worker::photos::Budget;
use crate::worker::photos::blocking;
use vitrine_domain::{PhotoEdit, Problem, ProblemKind};
use vitrine_local::files;
use vitrine_media::{
    Cache, CachedFileInfo, ContentHash, FileStamp, PerceptualHash, PhotoFingerprint, PhotoInfo, Pixels,
    THUMBNAIL_SIDE,
};
use vitrine_model::messages::{Picture, PictureKey};

/// Where a picture comes from.
#[derive(Clone)]
pub enum Source {
    Url(String),
    File(PathBuf),
    Bytes(Arc<[u8]>),
    Missing,
}

/// The result of one stage of making a picture.
pub enum Made {
    /// No quick picture is available.
    Nothing,
    /// The thumbnail that the camera embedded; the final picture is still to be made.
    Embedded(Picture),
    Final {
        result: Result<Picture, Problem>,
        /// Properties of a photo from this computer.
        facts: Option<PhotoInfo>,
        /// Fingerprint of the same photo, to find it among others.
        fingerprint: Option<Box<PhotoFingerprint>>,
        /// Bytes written to the cache.
        cached_bytes: u64,
    },
}

/// How a photo is shown.
#[derive(Clone, Copy)]
pub enum Rendition {
    Small(PhotoEdit),
    /// Large, including the area around the crop.
    Preview(PhotoEdit),
}

impl Rendition {
    /// How the picture of this key is shown.
    pub fn of(key: &PictureKey) -> Self {
        if matches!(key, PictureKey::Preview(..)) {
            Self::Preview(key.edit())
        } else {
            Self::Small(key.edit())
        }
    }
}

/// The unedited photo that was last shown large.
#[derive(Default)]
pub struct PreviewCache(Mutex<Option<(PreviewKey, Arc<Pixels>)>>);

/// Identifies the photo in the [`PreviewCache`].
#[derive(Clone, PartialEq)]
enum PreviewKey {
    File(PathBuf, Option<FileStamp>),
    Bytes(ContentHash),
}

/// The longer side of the picture in the editor, in pixels.
const PREVIEW_SIDE: u32 = 1200;

/// What making a picture needs.
pub struct PictureJob {
    pub source: Source,
    pub look: Rendition,
    pub preview_cache: Arc<PreviewCache>,
    pub cache: Cache,
    pub now: SystemTime,
    pub decoding: Arc<Semaphore>,
    pub budget: Budget,
}

/// A photo of which there may be a cached thumbnail.
struct Photo {
    bytes: Arc<[u8]>,
    info: CachedFileInfo,
    /// The identity of the file, if it did not change while it was read.
    stamp: Option<FileStamp>,
    found: Option<Pixels>,
}

impl PictureJob {
    /// The quick stage. Ends with [`Made::Final`] when the cache has the picture.
    pub async fn quick(self) -> Made {
        let Self { source, look, cache, now, .. } = self;
        let Rendition::Small(edit) = look else { return Made::Nothing };
        let made = blocking(move || {
            Ok(match source {
                Source::File(path) => cached_picture(&path, &edit, &cache, now)
                    .or_else(|| embedded_picture(files::open(&path).ok()?, &edit)),
                Source::Bytes(bytes) => embedded_picture(&*bytes, &edit),
                Source::Url(_) | Source::Missing => None,
            })
        });
        made.await.ok().flatten().unwrap_or(Made::Nothing)
    }

    /// The final stage. `client` fetches remote pictures.
    pub async fn finish(self, client: Option<Client>) -> Made {
        let Self { source, look, preview_cache, cache, now, decoding, budget } = self;
        let made = match (source, look) {
            (Source::Url(url), _) => remote_picture(&url, client, &decoding, &budget).await,
            (Source::File(path), Rendition::Small(edit)) => {
                photo(move || read_file(&path), edit, cache, now, &decoding, &budget).await
            }
            (Source::Bytes(bytes), Rendition::Small(edit)) => {
                photo(move || photo_from_bytes(bytes), edit, cache, now, &decoding, &budget).await
            }
            (source, Rendition::Preview(edit)) => {
                preview(source, edit, preview_cache, &decoding, &budget).await
            }
            (Source::Missing, Rendition::Small(_)) => Err(Problem::new(ProblemKind::Cancelled)),
        };
        made.unwrap_or_else(|problem| Made::Final {
            result: Err(problem),
            facts: None,
            fingerprint: None,
            cached_bytes: 0,
        })
    }
}

/// The cached picture of a file, without opening the file.
fn cached_picture(path: &Path, edit: &PhotoEdit, cache: &Cache, now: SystemTime) -> Option<Made> {
    let CachedFileInfo { hash, facts } = cache.file_info(&FileStamp::of(path)?, now)?;
    let content = hash.edited(edit);
    let pixels = cache.thumbnail(&content, now)?;
    let fingerprint = Some(Box::new(PhotoFingerprint { content, perceptual: PerceptualHash::of(&pixels) }));
    Some(Made::Final { result: Ok(picture(pixels)), facts: Some(facts), fingerprint, cached_bytes: 0 })
}

fn embedded_picture(file: impl Read, edit: &PhotoEdit) -> Option<Made> {
    let pixels = vitrine_media::read_preview(file, THUMBNAIL_SIDE)?;
    let pixels = if edit.is_identity() { pixels } else { vitrine_media::edit_pixels(&pixels, edit, true) };
    Some(Made::Embedded(picture(pixels)))
}

/// A large picture with all edits except the crop. The photo is decoded only for the first one.
async fn preview(
    source: Source,
    edit: PhotoEdit,
    preview_cache: Arc<PreviewCache>,
    decoding: &Arc<Semaphore>,
    budget: &Budget,
) -> Result<Made, Problem> {
    let permit = decode_permit(decoding).await;
    let cache_in_task = Arc::clone(&preview_cache);
    let (found, source, permit) = blocking(move || {
        let preview_key = match &source {
            Source::File(path) => PreviewKey::File(path.clone(), FileStamp::of(path)),
            Source::Bytes(bytes) => PreviewKey::Bytes(ContentHash::of(bytes)),
            Source::Url(_) | Source::Missing => return Err(Problem::new(ProblemKind::Cancelled)),
        };
        Ok(((cache_in_task.find(&preview_key), preview_key), source, permit))
    })
    .await?;
    let (known, preview_key) = found;
    let (whole, permit) = match known {
        Some(whole) => (whole, permit),
        None => {
            let bytes: Arc<[u8]> = match source {
                Source::Bytes(bytes) => bytes,
                Source::File(path) => {
                    blocking(move || {
                        Ok(vitrine_media::read_photo(&path, vitrine_media::MAX_FILE_BYTES)?.into())
                    })
                    .await?
                }
                Source::Url(_) | Source::Missing => return Err(Problem::new(ProblemKind::Cancelled)),
            };
            let whole = Arc::new(
                decoded(bytes, permit, budget, |bytes| vitrine_media::thumbnail(bytes, PREVIEW_SIDE)).await?,
            );
            preview_cache.keep(preview_key, Arc::clone(&whole));
            (whole, None)
        }
    };
    blocking(move || {
        let _held = permit;
        let shown = if edit.is_identity() {
            Pixels::clone(&whole)
        } else {
            vitrine_media::edit_pixels(&whole, &edit, false)
        };
        Ok(Made::Final { result: Ok(picture(shown)), facts: None, fingerprint: None, cached_bytes: 0 })
    })
    .await
}

impl PreviewCache {
    fn find(&self, preview_key: &PreviewKey) -> Option<Arc<Pixels>> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_ref().filter(|(known, _)| known == preview_key).map(|(_, pixels)| Arc::clone(pixels))
    }

    fn keep(&self, preview_key: PreviewKey, pixels: Arc<Pixels>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((preview_key, pixels));
    }
}

/// Pictures of the shop are small; only the window caches them.
async fn remote_picture(
    url: &str,
    client: Option<Client>,
    decoding: &Arc<Semaphore>,
    budget: &Budget,
) -> Result<Made, Problem> {
    let client = client.ok_or_else(|| Problem::new(ProblemKind::SignInNeeded))?;
    let bytes = client.picture(url).await?;
    let pixels = decoded(bytes, decode_permit(decoding).await, budget, |bytes| {
        vitrine_media::thumbnail(bytes, THUMBNAIL_SIDE)
    })
    .await?;
    Ok(Made::Final { result: Ok(picture(pixels)), facts: None, fingerprint: None, cached_bytes: 0 })
}

async fn photo(
    read: impl FnOnce() -> Result<Photo, Problem> + Send + 'static,
    edit: PhotoEdit,
    cache: Cache,
    now: SystemTime,
    decoding: &Arc<Semaphore>,
    budget: &Budget,
) -> Result<Made, Problem> {
    let (cache_in_task, permit) = (cache.clone(), decode_permit(decoding).await);
    let (Photo { bytes, info, stamp, found }, permit) = blocking(move || {
        let photo = read()?;
        Ok((Photo { found: cache_in_task.thumbnail(&photo.info.hash.edited(&edit), now), ..photo }, permit))
    })
    .await?;
    let facts = Some(info.facts);
    let fresh = found.is_none();
    let pixels = match found {
        Some(pixels) => pixels,
        None => {
            decoded(bytes, permit, budget, move |bytes| {
                vitrine_media::edited_thumbnail(bytes, &edit, THUMBNAIL_SIDE)
            })
            .await?
        }
    };
    blocking(move || {
        // A cache that cannot be written only makes things slower.
        let noted = stamp.and_then(|stamp| cache.store_info(&stamp, &info).ok()).unwrap_or(0);
        let content = info.hash.edited(&edit);
        let cached_bytes = if fresh { cache.store_thumbnail(&content, &pixels).unwrap_or(0) } else { 0 };
        let fingerprint =
            Some(Box::new(PhotoFingerprint { content, perceptual: PerceptualHash::of(&pixels) }));
        Ok(Made::Final {
            result: Ok(picture(pixels)),
            facts,
            fingerprint,
            cached_bytes: noted + cached_bytes,
        })
    })
    .await
}

fn read_file(path: &Path) -> Result<Photo, Problem> {
    let before = FileStamp::of(path);
    let bytes = vitrine_media::read_photo(path, vitrine_media::MAX_FILE_BYTES)?;
    let photo = photo_from_bytes(bytes.into())?;
    Ok(Photo { stamp: before.filter(|before| FileStamp::of(path).as_ref() == Some(before)), ..photo })
}

fn photo_from_bytes(bytes: Arc<[u8]>) -> Result<Photo, Problem> {
    let info = CachedFileInfo { hash: ContentHash::of(&bytes), facts: PhotoInfo::of(&bytes)? };
    Ok(Photo { bytes, info, stamp: None, found: None })
}

/// A permit to read and decode, held by the thread until its work ends. The semaphore is never closed, so
/// there is always a permit.
async fn decode_permit(decoding: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    Arc::clone(decoding).acquire_owned().await.ok()
}

/// Decodes once memory is available. A thread cannot be stopped, so work that nobody waits for any more ends
/// before it begins.
async fn decoded(
    bytes: impl AsRef<[u8]> + Send + 'static,
    permit: Option<OwnedSemaphorePermit>,
    budget: &Budget,
    decode: impl FnOnce(&[u8]) -> Result<Pixels, Problem> + Send + 'static,
) -> Result<Pixels, Problem> {
    let admitted = budget.admit(vitrine_media::decoding_cost(bytes.as_ref())).await;
    let waiting = Arc::new(());
    let looked_at: Weak<()> = Arc::downgrade(&waiting);
    let made = blocking(move || {
        let _held = (permit, admitted);
        looked_at.upgrade().ok_or_else(|| Problem::new(ProblemKind::Cancelled))?;
        decode(bytes.as_ref())
    })
    .await;
    drop(waiting);
    made
}

fn picture(pixels: Pixels) -> Picture {
    Picture { width: pixels.width, height: pixels.height, rgba: pixels.rgba.into() }
}
