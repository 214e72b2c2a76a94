//! What is asked of the create form, and what it tells.

use std::path::PathBuf;
use std::sync::Arc;

use crate::domain::{Draft, Edit, FileId, Problem};

/// The form that creates one product.
#[derive(Debug)]
pub enum FormCommand {
    /// Uploads a photo of the create form at once.
    AddPhoto {
        id: FormPhotoId,
        source: PhotoSource,
    },
    /// Sends the photo as it is edited now instead of as it was.
    EditPhoto {
        id: FormPhotoId,
        edit: Edit,
    },
    RetryPhoto(FormPhotoId),
    RemovePhoto(FormPhotoId),
    /// Creates the product of the form. `photos` in order, the cover first; all of them uploaded.
    Send {
        draft: Draft,
        photos: Vec<FormPhotoId>,
    },
}

/// Chosen by the form; never used twice in one run of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormPhotoId(pub u64);

#[derive(Clone, Debug)]
pub enum PhotoSource {
    File(PathBuf),
    /// Pasted or dragged from a program that gives no file.
    Bytes {
        name: String,
        bytes: Arc<[u8]>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum FormPhotoState {
    Preparing,
    Sending { sent: u64, total: u64 },
    Uploaded(FileId),
    Failed(Problem),
}
