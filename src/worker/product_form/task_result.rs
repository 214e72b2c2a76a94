//! Results of the create form's tasks.

use crate::domain::Edit;
use crate::media::PhotoChanges;
use crate::worker::messages::{FormPhotoId, FormPhotoState};
use crate::worker::photos::UploadedPhoto;

/// The result of a task of the create form.
pub enum TaskResult {
    Photo { id: FormPhotoId, state: FormPhotoState, uploaded: Option<Box<UploadedPhoto>> },
    Prepared { id: FormPhotoId, edit: Edit, changes: PhotoChanges },
}
