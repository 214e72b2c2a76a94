//! The sizes of the photos of listed products (contract 2.5), and those made so far.

use std::collections::VecDeque;
use std::sync::Mutex;

use axum::body::Bytes;
use tokio::sync::Semaphore;

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

    /// The longer side, in pixels; `None` for the photo as it was uploaded.
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

/// Bytes of shrunk photos kept; the one unused for longest goes first.
const KEPT_BYTES: usize = 32 << 20;
/// Photos shrunk at one time.
const AT_ONCE: usize = 2;

pub struct Pictures {
    pub kept: Mutex<Kept>,
    pub turns: Semaphore,
}

#[derive(Default)]
pub struct Kept {
    /// Latest use last.
    pictures: VecDeque<(Key, Bytes)>,
    bytes: usize,
}

pub type Key = (u64, Size);

impl Default for Pictures {
    fn default() -> Self {
        Self { kept: Mutex::default(), turns: Semaphore::new(AT_ONCE) }
    }
}

impl Kept {
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
        while self.bytes > KEPT_BYTES
            && let Some((_, gone)) = self.pictures.pop_front()
        {
            self.bytes -= gone.len();
        }
    }
}
