//! Commands and events of the create form.

use std::path::PathBuf;
use std::sync::Arc;

use crate::domain::{Draft, Edit, FileId, Problem};

/// Commands of the form that creates one product.
#[derive(Debug)]
pub enum FormCommand {
    /// Uploads a photo at once.
    AddPhoto { id: FormPhotoId, source: PhotoSource },
    /// Uploads the photo with these edits instead of the earlier version.
    EditPhoto { id: FormPhotoId, edit: Edit },
    /// Uploads a photo again that failed.
    RetryPhoto(FormPhotoId),
    /// Removes a photo from the form.
    RemovePhoto(FormPhotoId),
    /// Creates the product. `photos` in order, the cover first; all of them are uploaded.
    Send { draft: Draft, photos: Vec<FormPhotoId> },
}

/// The number of a photo in the form; unique within one run of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormPhotoId(pub u64);

/// Where a photo's bytes come from.
#[derive(Clone, Debug)]
pub enum PhotoSource {
    File(PathBuf),
    /// Pasted, or dragged from a program that gives no file.
    Bytes {
        name: String,
        bytes: Arc<[u8]>,
    },
}

/// The progress of uploading one photo.
#[derive(Clone, Debug, PartialEq)]
pub enum FormPhotoState {
    Preparing,
    Sending { sent: u64, total: u64 },
    Uploaded(FileId),
    Failed(Problem),
}
