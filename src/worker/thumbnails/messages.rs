//! What pictures are asked for, and what they are.

use std::path::PathBuf;
use std::sync::Arc;

use crate::domain::Edit;
use crate::worker::product_form::FormPhotoId;

/// Pictures to be shown, and where they are kept.
#[derive(Debug)]
pub enum ThumbnailCommand {
    /// Wants a picture as large as its key says; asked again, it is answered again.
    Load {
        key: PictureKey,
    },
    /// The picture scrolled away before it came.
    Forget(PictureKey),
    /// Asks how much the pictures kept on this computer take.
    MeasureCache,
    ClearCache,
}

/// A picture within [`THUMBNAIL_SIDE`](crate::media::THUMBNAIL_SIDE), but for the preview.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureKey {
    Url(String),
    File(PathBuf),
    Form(FormPhotoId),
    /// A photo as it is edited.
    Edited(Box<Self>, Edit),
    /// For the person who edits it: large, and with what is cropped away.
    Preview(Box<Self>, Edit),
}

impl PictureKey {
    /// This photo, edited so.
    #[must_use]
    pub fn edited(self, edit: Edit) -> Self {
        if edit.is_identity() { self } else { Self::Edited(Box::new(self), edit) }
    }

    /// The photo itself.
    pub fn photo(&self) -> &Self {
        match self {
            Self::Edited(photo, _) | Self::Preview(photo, _) => photo,
            photo => photo,
        }
    }

    pub fn edit(&self) -> Edit {
        match self {
            Self::Edited(_, edit) | Self::Preview(_, edit) => *edit,
            Self::Url(_) | Self::File(_) | Self::Form(_) => Edit::default(),
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
