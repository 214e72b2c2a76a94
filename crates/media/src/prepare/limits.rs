//! The limits that a photo has to fit.

use crate::{Format, Size};

/// What a marketplace accepts: from the market file, or learned from its refusals.
#[derive(Clone, Debug, PartialEq, Eq)]
/// The length of the file.
pub struct Limits {
    pub max_bytes: Option<u64>,
    /// The longest side, in pixels.
    pub max_side: Option<u32>,
    /// The accepted formats.
    pub formats: Vec<Format>,
}

impl Default for Limits {
    /// No limit except the formats that public clients of the marketplace list.
    fn default() -> Self {
        Self { max_bytes: None, max_side: None, formats: vec![Format::Jpeg, Format::Png, Format::WebP, Format::Gif, Format::Bmp] }
    }
}

/// Whether a file may be sent without re-encoding it.
pub fn fits(bytes: u64, format: Format, size: Size, limits: &Limits) -> bool {
    // Metadata are not removed from it, so it is always re-encoded.
    let never_sent = format == Format::Heic;
    !never_sent
        && limits.formats.contains(&format)
        && limits.max_bytes.is_none_or(|most| bytes <= most)
        && limits.max_side.is_none_or(|most| size.longest_side() <= most)
}
