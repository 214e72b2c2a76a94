//! What tasks of the form come to.

use super::messages::{FormPhotoId, FormPhotoState};
use crate::domain::Edit;
use crate::media::PhotoChanges;
use crate::worker::photos::UploadedPhoto;

/// What a task of the form came to.
pub enum TaskResult {
    Photo { id: FormPhotoId, state: FormPhotoState, uploaded: Option<Box<UploadedPhoto>> },
    Treated { id: FormPhotoId, edit: Edit, treatment: PhotoChanges },
}
