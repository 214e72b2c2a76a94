//! Photo bytes made fit to send, and small pictures of them to show.
//!
//! [`read_photo`] takes a file from the disk; [`prepare`] makes its bytes fit a marketplace's [`Limits`]:
//! untouched where they fit, but for what they tell about place, camera and owner; decoded, turned and
//! shrunk where they do not, and changed as a person edited them; [`Facts`] say so beforehand. [`thumbnail`] and [`first_picture`] give upright
//! pixels for the screen, and a [`Cache`] keeps them.
//! All of it blocks and computes: call it from a blocking thread, after [`Budget::admit`].

mod budget;
mod cache;
mod clean;
mod color;
mod decode;
mod edit;
mod encode;
mod exif;
mod facts;
mod fit;
mod format;
mod hash;
#[cfg(feature = "heif")]
mod heif;
mod jpeg;
mod looks;
mod prepare;
mod read;
mod scale;
mod thumbnail;
mod white;

pub use budget::{Admitted, Budget, cost_of_file, decoding_cost};
pub use cache::{CACHE_BYTES, Cache, Seen, Stamp, THUMBNAIL_SIDE};
pub use edit::edit_pixels;
pub use facts::{Facts, Length, Treatment};
pub use format::{Format, sniff};
pub use hash::ContentHash;
pub use looks::{Likeness, Looks, Twin};
pub use prepare::{Change, Limits, Prepared, cleaned, prepare, prepare_edited};
pub use read::{MAX_FILE_BYTES, read_photo};
pub use thumbnail::{Pixels, QUICK_THUMBNAIL_BYTES, edited_thumbnail, first_picture, quick_thumbnail, thumbnail};

use serde::{Deserialize, Serialize};

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    pub fn longest_side(self) -> u32 {
        self.width.max(self.height)
    }

    pub const fn pixels(self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} × {}", self.width, self.height)
    }
}
