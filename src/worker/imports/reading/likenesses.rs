//! What photos show, as far as they were looked at: by this, photos of a camera roll are grouped.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use crate::worker::photos::Budget;
use crate::worker::photos::blocking;
use crate::worker::photos::decode_pool::run_in_pool;
use vitrine_domain::Problem;
use vitrine_media::{Cache, FileStamp, Likeness, THUMBNAIL_SIDE};

/// What the photos show that were looked at since the program started. A changed file is another photo.
#[derive(Clone, Default)]
pub struct Likenesses(Arc<Mutex<HashMap<FileStamp, Option<Arc<Likeness>>>>>);

/// Of more photos, all are forgotten. One takes about a kilobyte.
const MAX_KNOWN: usize = 20_000;

/// The longer side of a picture that is made only to be compared.
const SIDE: u32 = 64;

/// What looking at a photo needs.
#[derive(Clone)]
pub struct Viewer {
    pub cache: Cache,
    pub now: SystemTime,
    pub budget: Budget,
}

impl Likenesses {
    /// What a photo shows; `None` if it was not looked at, or could not be.
    pub fn of(&self, photo: &Path) -> Option<Arc<Likeness>> {
        self.lock().get(&FileStamp::of(photo)?).cloned().flatten()
    }

    /// Looks at the photos that are not known yet, one after the other. `looked` is told how many were looked
    /// at.
    pub async fn examine(&self, photos: Vec<PathBuf>, viewer: &Viewer, mut looked: impl FnMut(usize)) {
        for (done, photo) in photos.into_iter().enumerate() {
            let Some(stamp) = FileStamp::of(&photo) else { continue };
            if !self.lock().contains_key(&stamp) {
                let likeness = viewer.likeness(photo).await.ok().flatten().map(Arc::new);
                let mut known = self.lock();
                if known.len() >= MAX_KNOWN {
                    known.clear();
                }
                known.insert(stamp, likeness);
            }
            looked(done + 1);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<FileStamp, Option<Arc<Likeness>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Viewer {
    /// What a photo shows, by its thumbnail, else by the preview that the camera embedded, else by the photo
    /// itself.
    async fn likeness(&self, photo: PathBuf) -> Result<Option<Likeness>, Problem> {
        let (cache, now) = (self.cache.clone(), self.now);
        let quick = photo.clone();
        let (quick, cost) =
            blocking(move || Ok((quick_look(&quick, &cache, now), vitrine_media::cost_of_file(&quick))))
                .await?;
        if quick.is_some() {
            return Ok(quick);
        }
        let admitted = self.budget.admit(cost).await;
        run_in_pool(move || {
            let _admitted = admitted;
            let pixels = vitrine_media::thumbnail(
                &vitrine_media::read_photo(&photo, vitrine_media::MAX_FILE_BYTES)?,
                SIDE,
            )?;
            Ok(Likeness::of(&pixels))
        })
        .await
    }
}

fn quick_look(photo: &Path, cache: &Cache, now: SystemTime) -> Option<Likeness> {
    let known = || cache.thumbnail(&cache.file_info(&FileStamp::of(photo)?, now)?.hash, now);
    let embedded = || vitrine_media::read_preview(vitrine_local::files::open(photo).ok()?, THUMBNAIL_SIDE);
    Likeness::of(&known().or_else(embedded)?)
}
