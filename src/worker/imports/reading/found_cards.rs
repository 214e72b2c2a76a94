//! The cards that were found in photos: by these, photos of a camera roll are grouped.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{StreamExt, stream};

use crate::worker::photos::Budget;
use crate::worker::photos::blocking;
use crate::worker::photos::decode_pool::run_in_pool;
use vitrine_core::import::cards::Card;
use vitrine_domain::Problem;
use vitrine_media::{FileStamp, FoundCode};

/// What was found in the photos that were searched since the program started. A changed file is another
/// photo.
#[derive(Clone, Default)]
pub struct FoundCards(Arc<Mutex<HashMap<FileStamp, Option<Card>>>>);

/// Of more photos, all are forgotten.
const MAX_KNOWN: usize = 20_000;

/// So many photos are searched at the same time.
const AT_ONCE: usize = 4;

/// A barcode divides photos only if it takes at least so much of the photo's shorter side: otherwise it is on
/// something that is shown.
const MIN_BARCODE_SHARE: f32 = 0.4;

impl FoundCards {
    /// The card in a photo; `None` if it was not searched.
    pub fn of(&self, photo: &Path) -> Option<Option<Card>> {
        self.lock().get(&FileStamp::of(photo)?).cloned()
    }

    /// Searches the photos that are not known yet. `searched` is told how many are done.
    pub async fn search(&self, photos: Vec<PathBuf>, budget: &Budget, mut searched: impl FnMut(usize)) {
        let all = photos.into_iter().map(|photo| async move {
            let stamp = FileStamp::of(&photo)?;
            if self.lock().contains_key(&stamp) {
                return None;
            }
            let card = find(photo, budget).await.unwrap_or_else(|problem| {
                tracing::info!(%problem, "a photo cannot be searched for a card");
                None
            });
            Some((stamp, card))
        });
        let mut all = std::pin::pin!(stream::iter(all).buffer_unordered(AT_ONCE).enumerate());
        while let Some((done, found)) = all.next().await {
            if let Some((stamp, card)) = found {
                let mut known = self.lock();
                if known.len() >= MAX_KNOWN {
                    known.clear();
                }
                known.insert(stamp, card);
            }
            searched(done + 1);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<FileStamp, Option<Card>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn find(photo: PathBuf, budget: &Budget) -> Result<Option<Card>, Problem> {
    let file = photo.clone();
    let cost = blocking(move || Ok(vitrine_media::cost_of_file(&file))).await?;
    let admitted = budget.admit(cost).await;
    let found = run_in_pool(move || {
        let _admitted = admitted;
        vitrine_media::find_code(&vitrine_media::read_photo(&photo, vitrine_media::MAX_FILE_BYTES)?)
    });
    Ok(found.await?.and_then(|code| match code {
        FoundCode::Qr(text) => Card::from_text(&text),
        FoundCode::Barcode { text, share } => {
            (share >= MIN_BARCODE_SHARE).then(|| Card { barcode: text, ..Card::default() })
        }
    }))
}
