//! The create form: its photos are uploaded as soon as they are added, and its product is created like an
//! imported one.

mod saved;
mod service;
mod upload;

use crate::worker::photos::UploadedPhoto;
use vitrine_domain::PhotoEdit;
use vitrine_media::PhotoChanges;
use vitrine_model::messages::{FormPhotoId, FormPhotoState};

pub use saved::delete as delete_saved;
pub use service::ProductForm;
pub use upload::upload;

/// The result of a task of the create form.
pub enum FormTaskResult {
    Photo { id: FormPhotoId, state: FormPhotoState, uploaded: Option<Box<UploadedPhoto>> },
    Prepared { id: FormPhotoId, edit: PhotoEdit, changes: PhotoChanges },
}
