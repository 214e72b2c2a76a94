//! Photos on their way to the marketplace: read from the disk, made to fit, and sent.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;

use super::lanes::in_lane;
use crate::domain::{Code, Edit, FileId, Problem};
use crate::import::limits::PhotoLimits;
use crate::market::FileToSend;
use crate::media::{self, Admitted, Budget, ContentHash, Limits, Prepared};

/// A photo that is at the marketplace, and what the journal has to know of it.
#[derive(Clone)]
pub struct UploadedPhoto {
    /// Where its bytes lie, should it have to be sent again.
    pub path: PathBuf,
    /// Of the file as it lies on the disk.
    pub hash: ContentHash,
    pub edit: Edit,
    pub file: FileId,
    /// What refusals taught before it was taken.
    pub learned: PhotoLimits,
}

/// Reads a photo and makes it fit; large ones wait for their share of memory.
pub async fn prepared(path: PathBuf, edit: Edit, limits: Limits, budget: &Budget) -> Result<Prepared, Problem> {
    let name = path.display().to_string();
    let to_read = path.clone();
    let cost = blocking(move || Ok(media::cost_of_file(&to_read))).await?;
    // Turning, straightening and cropping make one picture of another.
    let cost = if edit.is_identity() { cost } else { cost.saturating_mul(2) };
    let admitted: Admitted = budget.admit(cost).await;
    in_lane(move || {
        let _admitted = admitted;
        media::prepare_edited(&name, media::read_photo(&path, media::MAX_FILE_BYTES)?, &edit, &limits)
    })
    .await
}

/// Runs what may block on a thread for that.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
    #[cfg(test)]
    if super::simulated::is_on() {
        return super::simulated::blocking(work).await;
    }
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(Problem::new(Code::Internal).saying(error.to_string())))
}

/// Bytes that are sent while they are kept, without a copy.
struct Kept(Arc<Prepared>);

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

/// Named after the photo, with the ending of what it has become.
pub fn file_to_send(path: &Path, prepared: &Arc<Prepared>) -> FileToSend {
    let name = path.with_extension(prepared.format.extension());
    let name = name.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    FileToSend { name, mime: prepared.format.mime().to_owned(), bytes: Bytes::from_owner(Kept(Arc::clone(prepared))) }
}
