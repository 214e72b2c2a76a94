//! Sending one photo of the form, made to fit as often as refusals teach how.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::messages::{FormPhotoState, PhotoSource};
use crate::domain::{Code, Edit, Problem};
use crate::import::limits::{PhotoLimits, SentPhoto};
use crate::media::{Budget, ContentHash, Limits, PhotoChanges};
use crate::pace::Kind;
use crate::worker::accounts::AuthenticatedSession;
use crate::worker::photos::{UploadedPhoto, blocking, file_to_send, prepared};

/// Times a photo is made to fit what a refusal teaches.
const MAX_TRIES: usize = 9;

pub async fn upload(
    live: &AuthenticatedSession,
    source: PhotoSource,
    edit: Edit,
    place: PathBuf,
    (limits, budget): (Limits, &Budget),
    treated: impl Fn(PhotoChanges) + Send,
    tell: impl Fn(FormPhotoState) + Send + Sync + 'static,
) -> Result<UploadedPhoto, Problem> {
    let path = blocking(move || located(source, &place)).await?;
    let tell = Arc::new(tell);
    let mut learned = PhotoLimits::default();
    for _ in 0..MAX_TRIES {
        let prepared = Arc::new(prepared(path.clone(), edit, learned.on(limits.clone()), budget).await?);
        treated(PhotoChanges::from(&*prepared));
        let total = prepared.bytes.len() as u64;
        let file = file_to_send(&path, &prepared);
        tell(FormPhotoState::Sending { sent: 0, total });
        let told = Arc::clone(&tell);
        let on_sent = move |sent| told(FormPhotoState::Sending { sent, total });
        match live.asked(live.gate.pass(Kind::Upload, live.client.upload(&live.token, file, on_sent)).await) {
            Ok(uploaded) => return Ok(UploadedPhoto { path, hash: prepared.source_hash, edit, file: uploaded.id, learned }),
            Err(problem) => match problem.limit.and_then(|told| learned.after(told, SentPhoto::from(&*prepared))) {
                Some(next) => learned = next,
                None => return Err(problem),
            },
        }
    }
    Err(Problem::new(Code::PayloadTooLarge).about(path.display().to_string()))
}

/// A path the photo can be read from, after a crash too: what was pasted is kept in the data directory.
fn located(source: PhotoSource, place: &Path) -> Result<PathBuf, Problem> {
    let (name, bytes) = match source {
        PhotoSource::File(path) => return Ok(path),
        PhotoSource::Bytes { name, bytes } => (name, bytes),
    };
    let ending = Path::new(&name).extension().and_then(|ending| ending.to_str()).unwrap_or("png");
    let path = place.join(ContentHash::of(&bytes).to_string()).with_extension(ending);
    let kept = std::fs::create_dir_all(place).and_then(|()| std::fs::write(&path, &bytes));
    kept.map_err(|error| Problem::new(Code::Storage).about(path.display().to_string()).saying(error.to_string()))?;
    Ok(path)
}
