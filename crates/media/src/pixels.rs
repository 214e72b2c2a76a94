//! A decoded picture for the screen, and the size of one.

use serde::{Deserialize, Serialize};

/// Upright sRGB pixels: RGBA, not premultiplied, `width * height * 4` bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

impl std::fmt::Debug for Pixels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pixels({})", Size::new(self.width, self.height))
    }
}

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    /// A size in pixels.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// The longer of width and height.
    pub fn longest_side(self) -> u32 {
        self.width.max(self.height)
    }

    /// The number of pixels.
    pub const fn pixels(self) -> u64 {
        self.width as u64 * self.height as u64
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} × {}", self.width, self.height)
    }
}
