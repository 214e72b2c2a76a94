//! Results of the create form's tasks.

use crate::worker::photos::UploadedPhoto;
use vitrine_domain::Edit;
use vitrine_media::PhotoChanges;
use vitrine_model::messages::{FormPhotoId, FormPhotoState};

/// The result of a task of the create form.
pub enum TaskResult {
    Photo { id: FormPhotoId, state: FormPhotoState, uploaded: Option<Box<UploadedPhoto>> },
    Prepared { id: FormPhotoId, edit: Edit, changes: PhotoChanges },
}
