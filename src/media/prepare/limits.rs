//! What a photo has to fit.

use crate::media::{Format, Size};

/// What a marketplace takes. From the market file, or learned from its refusals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    pub max_bytes: Option<u64>,
    /// Of the longest side, in pixels.
    pub max_side: Option<u32>,
    pub formats: Vec<Format>,
}

impl Default for Limits {
    /// No limit but the formats, which public clients of the marketplace name.
    fn default() -> Self {
        Self { max_bytes: None, max_side: None, formats: vec![Format::Jpeg, Format::Png, Format::WebP, Format::Gif, Format::Bmp] }
    }
}

pub fn fits(bytes: u64, format: Format, size: Size, limits: &Limits) -> bool {
    // Nothing is taken out of these, so they are always written anew.
    let never_sent = matches!(format, Format::Heic | Format::Avif);
    !never_sent
        && limits.formats.contains(&format)
        && limits.max_bytes.is_none_or(|most| bytes <= most)
        && limits.max_side.is_none_or(|most| size.longest_side() <= most)
}
