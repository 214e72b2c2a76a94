//! Photos on their way to the marketplace: read from disk, prepared, and sent.

mod budget;
pub mod decode_pool;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;

use crate::client::FileToSend;
use budget::Admitted;
pub use budget::Budget;
use decode_pool::run_in_pool;
use vitrine_core::import::limits::PhotoLimits;
use vitrine_domain::{FileId, PhotoEdit, Problem, ProblemKind};
use vitrine_media::{ContentHash, Limits, Prepared};

/// A photo that is at the marketplace, with what the journal records about it.
#[derive(Clone)]
pub struct UploadedPhoto {
    /// The path of the file, in case it has to be sent again.
    pub path: PathBuf,
    /// The hash of the original file.
    pub hash: ContentHash,
    pub edit: PhotoEdit,
    pub file: FileId,
    /// Limits that refusals revealed before the photo was accepted.
    pub learned: PhotoLimits,
}

/// Reads and prepares the photo that `open` gives for a path. Large photos wait for their share of memory.
///
/// # Errors
/// Those of `open`; when the file cannot be read, is no photo, or cannot be made to fit `limits`.
pub async fn prepare(
    path: PathBuf,
    open: impl FnOnce(&Path) -> Result<io::Result<File>, Problem> + Send + 'static,
    edit: PhotoEdit,
    limits: Limits,
    budget: &Budget,
) -> Result<Prepared, Problem> {
    let name = path.display().to_string();
    let to_read = path.clone();
    let cost = blocking(move || Ok(vitrine_media::cost_of_file(&to_read))).await?;
    // Rotating, straightening and cropping create a second picture.
    let cost = if edit.is_identity() { cost } else { cost.saturating_mul(2) };
    let admitted: Admitted = budget.admit(cost).await;
    run_in_pool(move || {
        let _admitted = admitted;
        let bytes = vitrine_media::read_open_photo(open(&path)?, vitrine_media::MAX_FILE_BYTES)
            .map_err(|problem| problem.with_subject(name.clone()))?;
        vitrine_media::prepare_edited(&name, bytes, &edit, &limits)
    })
    .await
}

/// Runs blocking work on a thread of the runtime's pool.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    #[cfg(test)]
    if super::sim_env::is_on() {
        return super::sim_env::blocking(work).await;
    }
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(Problem::new(ProblemKind::Internal).with_quotation(error.to_string())))
}

/// Shares the prepared bytes with the request body without copying them.
struct SharedBytes(Arc<Prepared>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

/// The upload of a prepared photo, named after the original file with the extension of its new format.
pub fn file_to_send(path: &Path, prepare: &Arc<Prepared>) -> FileToSend {
    let name = path.with_extension(prepare.format.extension());
    let name = name.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    FileToSend {
        name,
        mime: prepare.format.mime().to_owned(),
        bytes: Bytes::from_owner(SharedBytes(Arc::clone(prepare))),
    }
}
