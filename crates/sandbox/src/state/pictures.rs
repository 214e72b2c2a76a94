//! The sizes of product photos (contract 2.5), and a cache of resized ones.

use std::collections::VecDeque;
use std::sync::Mutex;

use axum::body::Bytes;
use tokio::sync::Semaphore;

/// A size of a product photo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Original,
    Xs,
    Sm,
    Md,
    Lg,
}

impl Size {
    pub const ALL: [Self; 5] = [Self::Original, Self::Xs, Self::Sm, Self::Md, Self::Lg];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Xs => "xs",
            Self::Sm => "sm",
            Self::Md => "md",
            Self::Lg => "lg",
        }
    }

    /// The longer side in pixels; `None` for the original.
    pub const fn side(self) -> Option<u32> {
        match self {
            Self::Original => None,
            Self::Xs => Some(96),
            Self::Sm => Some(256),
            Self::Md => Some(512),
            Self::Lg => Some(1024),
        }
    }
}

/// The size of the cache in bytes; the least recently used entry is dropped first.
const CACHE_BYTES: usize = 32 << 20;
/// The maximum number of photos resized concurrently.
const MAX_CONCURRENT_RESIZES: usize = 2;

/// Limits and caches resizing.
pub struct Pictures {
    pub cache: Mutex<PictureCache>,
    pub resize_permits: Semaphore,
}

/// A cache of resized photos.
#[derive(Default)]
pub struct PictureCache {
    /// In order of use, most recent last.
    pictures: VecDeque<(Key, Bytes)>,
    bytes: usize,
}

pub type Key = (u64, Size);

impl Default for Pictures {
    fn default() -> Self {
        Self { cache: Mutex::default(), resize_permits: Semaphore::new(MAX_CONCURRENT_RESIZES) }
    }
}

impl PictureCache {
    pub fn get(&mut self, key: Key) -> Option<Bytes> {
        let at = self.pictures.iter().position(|(other, _)| *other == key)?;
        let picture = self.pictures.remove(at)?;
        let bytes = picture.1.clone();
        self.pictures.push_back(picture);
        Some(bytes)
    }

    pub fn put(&mut self, key: Key, bytes: Bytes) {
        self.bytes += bytes.len();
        self.pictures.push_back((key, bytes));
        while self.bytes > CACHE_BYTES
            && let Some((_, gone)) = self.pictures.pop_front()
        {
            self.bytes -= gone.len();
        }
    }
}
