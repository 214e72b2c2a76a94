//! A decoded picture for the screen.

use super::Size;

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
