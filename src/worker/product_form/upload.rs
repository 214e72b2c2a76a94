//! Uploads one photo of the form, prepared again whenever a refusal reveals a limit.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::worker::photos::Budget;
use crate::worker::photos::{UploadedPhoto, blocking, file_to_send, prepare};
use crate::worker::session::AuthenticatedSession;
use vitrine_core::import::limits::{PhotoLimits, SentPhoto};
use vitrine_core::pace::Kind;
use vitrine_domain::{PhotoEdit, Problem, ProblemKind};
use vitrine_local::files;
use vitrine_local::private;
use vitrine_media::{ContentHash, Limits, PhotoChanges};
use vitrine_model::messages::{FormPhotoState, PhotoSource};

/// How often a photo is prepared before it is given up.
const MAX_TRIES: usize = 9;

/// Prepares and uploads a photo. Reports the changes made to it and its progress.
///
/// # Errors
/// The problem of preparing it, or the marketplace's final refusal.
pub async fn upload(
    session: &AuthenticatedSession,
    source: PhotoSource,
    edit: PhotoEdit,
    pasted_dir: PathBuf,
    (limits, budget): (Limits, &Budget),
    on_changes: impl Fn(PhotoChanges) + Send,
    report: impl Fn(FormPhotoState) + Send + Sync + 'static,
) -> Result<UploadedPhoto, Problem> {
    let path = blocking(move || save_if_pasted(source, &pasted_dir)).await?;
    let report = Arc::new(report);
    let mut learned = PhotoLimits::default();
    for _ in 0..MAX_TRIES {
        let prepared = Arc::new(
            prepare(
                path.clone(),
                |photo| Ok(files::open(photo)),
                edit,
                learned.apply_to(limits.clone()),
                budget,
            )
            .await?,
        );
        on_changes(PhotoChanges::from(&*prepared));
        let total = prepared.bytes.len() as u64;
        let file = file_to_send(&path, &prepared);
        report(FormPhotoState::Sending { sent: 0, total });
        let report = Arc::clone(&report);
        let on_sent = move |sent| report(FormPhotoState::Sending { sent, total });
        match session.ask(Kind::Upload, |client, token| client.upload(token, file, on_sent)).await {
            Ok(uploaded) => {
                return Ok(UploadedPhoto {
                    path,
                    hash: prepared.source_hash,
                    edit,
                    file: uploaded.id,
                    learned,
                });
            }
            Err(problem) => {
                match problem.limit.and_then(|limit| learned.tightened(limit, SentPhoto::from(&*prepared))) {
                    Some(next) => learned = next,
                    None => return Err(problem),
                }
            }
        }
    }
    Err(Problem::new(ProblemKind::PayloadTooLarge).with_subject(path.display().to_string()))
}

/// A path from which the photo can be read even after a crash: pasted photos are saved in the data directory.
fn save_if_pasted(source: PhotoSource, pasted_dir: &Path) -> Result<PathBuf, Problem> {
    let (name, bytes) = match source {
        PhotoSource::File(path) => return Ok(path),
        PhotoSource::Bytes { name, bytes } => (name, bytes),
    };
    let path = pasted_path(&name, &bytes, pasted_dir);
    let saved = private::make_dir(pasted_dir).and_then(|()| private::write(&path, &bytes));
    saved.map_err(|error| {
        Problem::new(ProblemKind::Storage)
            .with_subject(path.display().to_string())
            .with_quotation(error.to_string())
    })?;
    Ok(path)
}

/// Where a pasted photo is saved.
pub fn pasted_path(name: &str, bytes: &[u8], pasted_dir: &Path) -> PathBuf {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or("png");
    pasted_dir.join(ContentHash::of(bytes).to_string()).with_extension(ending)
}
