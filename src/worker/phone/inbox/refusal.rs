//! Why something from a phone is not taken.

use std::io;

/// Why something was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Another part of the photo is expected: it has so many bytes.
    Has(u64),
    /// Another request sends the same photo.
    Busy,
    TooLarge,
    TooMany,
    DiskFull,
    /// Fewer or more bytes came than were announced.
    Incomplete,
    /// The bytes are not those of the hash. They are forgotten.
    WrongContent,
    NotAPhoto,
    Name,
    Price,
    /// A photo of a product that was not sent.
    NoSuchPhoto,
    Disk,
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        tracing::warn!(%error, "a photo from a phone cannot be kept");
        if error.kind() == io::ErrorKind::StorageFull { Self::DiskFull } else { Self::Disk }
    }
}
