//! Commands and events of the create form.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use vitrine_domain::{Draft, FileId, PhotoEdit, Problem, ProductId};

/// Commands of the form that creates one product.
#[derive(Debug)]
pub enum FormCommand {
    /// Uploads a photo at once.
    AddPhoto { id: FormPhotoId, source: PhotoSource },
    /// Uploads the photo with these edits instead of the earlier version.
    EditPhoto { id: FormPhotoId, edit: PhotoEdit },
    /// Uploads a photo again that failed.
    RetryPhoto(FormPhotoId),
    /// Removes a photo from the form.
    RemovePhoto(FormPhotoId),
    /// Creates the product. `photos` in order, the cover first; all of them are uploaded.
    Send { draft: Draft, photos: Vec<FormPhotoId> },
    /// Saves what is in the form for the current account, with its photos in order; `None`: nothing is in it.
    Save { contents: Option<FormContents>, photos: Vec<FormPhotoId> },
}

/// Events of the form that creates one product.
#[derive(Clone, Debug)]
pub enum FormEvent {
    /// The state of a photo changed.
    Photo { id: FormPhotoId, state: FormPhotoState },
    /// The answer to the creation was lost and the shop is being checked; a result follows.
    Checking,
    /// The product was created, or not.
    Result(Result<Option<ProductId>, Problem>),
    /// The form as an earlier session of the account left it.
    Restored(Box<RestoredForm>),
}

/// What was typed into the form. Fields are named as in the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FormContents {
    pub texts: BTreeMap<String, String>,
    /// By the attributes' ids.
    pub attributes: BTreeMap<i64, String>,
    pub is_wholesale: bool,
}

/// The form as an earlier session left it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestoredForm {
    pub contents: FormContents,
    /// The photos in order, with their edits.
    pub photos: Vec<(PathBuf, PhotoEdit)>,
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
