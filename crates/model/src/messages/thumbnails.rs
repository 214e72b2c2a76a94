//! Commands about pictures, and the pictures.

use std::path::PathBuf;
use std::sync::Arc;

use super::product_form::FormPhotoId;
use vitrine_domain::{PhotoEdit, Problem};
use vitrine_media::{Limits, PhotoChanges, PhotoFingerprint, PhotoInfo};

/// Commands about pictures and their cache.
#[derive(Debug)]
pub enum ThumbnailCommand {
    /// Requests a picture in the size that its key implies. Every request is answered.
    Load { key: PictureKey },
    /// The picture scrolled out of view before it arrived.
    Forget(PictureKey),
    /// Asks for the size of the thumbnail cache.
    MeasureCache,
    /// Empties the thumbnail cache.
    ClearCache,
}

/// Events about pictures, and about the photos that they show.
#[derive(Clone, Debug)]
pub enum PhotoEvent {
    Picture {
        key: PictureKey,
        result: Result<Picture, Problem>,
        /// A quick, provisional picture; the final one follows.
        is_provisional: bool,
    },
    /// Properties of a photo from this computer, sent with its picture.
    Facts { key: PictureKey, facts: PhotoInfo },
    /// The fingerprint by which a photo from this computer is found among others, sent with its picture.
    Fingerprint { key: PictureKey, fingerprint: PhotoFingerprint },
    /// What was done to a photo before it was sent.
    Prepared { key: PictureKey, changes: PhotoChanges },
    /// The marketplace's photo limits, as far as they are known.
    Limits(Limits),
    /// The size of the thumbnail cache on this computer.
    CacheSize { bytes: u64 },
}

/// Identifies a picture. All except the preview are at most [`THUMBNAIL_SIDE`](vitrine_media::THUMBNAIL_SIDE)
/// pixels wide and high.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureKey {
    Url(String),
    File(PathBuf),
    Form(FormPhotoId),
    /// A photo with edits.
    Edited(Box<Self>, PhotoEdit),
    /// For the editor: large, and including the area that is cropped away.
    Preview(Box<Self>, PhotoEdit),
}

impl PictureKey {
    /// The key of this photo with these edits.
    #[must_use]
    pub fn edited(self, edit: PhotoEdit) -> Self {
        if edit.is_identity() { self } else { Self::Edited(Box::new(self), edit) }
    }

    /// The key of the unedited photo.
    pub fn photo(&self) -> &Self {
        match self {
            Self::Edited(photo, _) | Self::Preview(photo, _) => photo,
            photo => photo,
        }
    }

    /// The edits; none for an unedited photo.
    pub fn edit(&self) -> PhotoEdit {
        match self {
            Self::Edited(_, edit) | Self::Preview(_, edit) => *edit,
            Self::Url(_) | Self::File(_) | Self::Form(_) => PhotoEdit::default(),
        }
    }
}

/// Upright pixels: RGBA, not premultiplied, `width * height * 4` bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    pub rgba: Arc<[u8]>,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Picture({}×{})", self.width, self.height)
    }
}
