//! Limits of photos that a marketplace's refusals reveal.

use std::collections::{BTreeMap, BTreeSet};

use vitrine_domain::PhotoLimit;
use vitrine_media::{Format, Limits, Prepared};

/// The properties of a photo as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentPhoto {
    /// Length of the file.
    pub bytes: u64,
    /// The longer side, in pixels.
    pub side: u32,
    pub format: Format,
}

impl From<&Prepared> for SentPhoto {
    fn from(photo: &Prepared) -> Self {
        Self { bytes: photo.bytes.len() as u64, side: photo.size.longest_side(), format: photo.format }
    }
}

/// Limits that refusals revealed, in addition to those of the market file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhotoLimits {
    /// Maximum length of the file.
    pub bytes: Option<u64>,
    /// Maximum length of the longer side, in pixels.
    pub side: Option<u32>,
    /// Formats that are not accepted.
    pub refused: BTreeSet<Format>,
}

const MIB: u64 = 1 << 20;

/// Limits to try one after the other if a refusal states no number: common settings of servers.
const USUAL_BYTES: [u64; 10] =
    [10 * MIB, 5 * MIB, 2 * MIB, MIB, MIB / 2, MIB / 4, MIB / 8, MIB / 16, MIB / 32, MIB / 64];
const USUAL_SIDES: [u32; 8] = [4096, 3000, 2000, 1500, 1000, 800, 600, 400];
/// A server's limit may apply to the whole request, so this much is left for what surrounds the photo.
const REQUEST_OVERHEAD: u64 = 4096;

/// Minimum file length: no photo is made worse than this because a marketplace demands it.
const MIN_BYTES: u64 = 8 << 10;
const MIN_SIDE: u32 = 200;

const BYTES: &str = "photo_bytes";
const SIDE: &str = "photo_side";
const REFUSED: &str = "photo_format_refused_";

impl PhotoLimits {
    /// The limits to try next after a photo was refused; `None` if nothing is left to try. `stated` is what
    /// the refusal says.
    #[must_use]
    pub fn tightened(&self, stated: PhotoLimit, sent: SentPhoto) -> Option<Self> {
        let mut next = self.clone();
        match stated {
            PhotoLimit::Bytes(most) => {
                let stated = most
                    .map(u64::from)
                    .filter(|&most| most < sent.bytes)
                    .map(|most| most.saturating_sub(REQUEST_OVERHEAD / 4));
                let usual = || {
                    USUAL_BYTES
                        .into_iter()
                        .map(|most| most - REQUEST_OVERHEAD)
                        .find(|&most| most < sent.bytes)
                };
                next.bytes = Some(stated.or_else(usual).filter(|&most| most >= MIN_BYTES)?);
            }
            PhotoLimit::Side(most) => {
                let stated = most.filter(|&most| most < sent.side);
                let usual = || USUAL_SIDES.into_iter().find(|&most| most < sent.side);
                next.side = Some(stated.or_else(usual).filter(|&most| most >= MIN_SIDE)?);
            }
            // Every marketplace accepts JPEG.
            PhotoLimit::Format if sent.format == Format::Jpeg => return None,
            PhotoLimit::Format => drop(next.refused.insert(sent.format)),
        }
        Some(next)
    }

    /// The stricter of both in each respect.
    #[must_use]
    pub fn combined(&self, other: &Self) -> Self {
        Self {
            bytes: self.bytes.into_iter().chain(other.bytes).min(),
            side: self.side.into_iter().chain(other.side).min(),
            refused: &self.refused | &other.refused,
        }
    }

    /// Whether a photo of these properties is within the limits.
    pub fn allows(&self, sent: &SentPhoto) -> bool {
        self.bytes.is_none_or(|most| sent.bytes <= most)
            && self.side.is_none_or(|most| sent.side <= most)
            && !self.refused.contains(&sent.format)
    }

    /// Without those limits that an accepted photo disproves: an earlier photo was refused for another
    /// reason.
    #[must_use]
    pub fn relaxed_by(mut self, taken: &SentPhoto) -> Self {
        self.bytes = self.bytes.filter(|&most| most >= taken.bytes);
        self.side = self.side.filter(|&most| most >= taken.side);
        self.refused.remove(&taken.format);
        self
    }

    /// Adds these limits to those of the market file.
    #[must_use]
    pub fn apply_to(&self, mut limits: Limits) -> Limits {
        limits.max_bytes = limits.max_bytes.into_iter().chain(self.bytes).min();
        limits.max_side = limits.max_side.into_iter().chain(self.side).min();
        limits.formats.retain(|format| !self.refused.contains(format));
        limits
    }

    /// The limits by the names under which the store saves them.
    pub fn to_named(&self) -> Vec<(String, u64)> {
        let bytes = self.bytes.map(|most| (BYTES.to_owned(), most));
        let side = self.side.map(|most| (SIDE.to_owned(), most.into()));
        let refused = self.refused.iter().map(|format| (format!("{REFUSED}{}", format.extension()), 1));
        bytes.into_iter().chain(side).chain(refused).collect()
    }

    /// Reads limits that [`Self::to_named`] returned; implausible values are ignored.
    pub fn from_named(named: &BTreeMap<String, u64>) -> Self {
        let formats = [Format::Png, Format::WebP, Format::Gif, Format::Bmp];
        Self {
            bytes: named.get(BYTES).copied().filter(|&most| most >= MIN_BYTES),
            side: named.get(SIDE).and_then(|&most| u32::try_from(most).ok()).filter(|&most| most >= MIN_SIDE),
            refused: formats
                .into_iter()
                .filter(|format| named.contains_key(&format!("{REFUSED}{}", format.extension())))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(bytes: u64) -> SentPhoto {
        SentPhoto { bytes, side: 6000, format: Format::Png }
    }

    fn bytes_after(stated: Option<u32>, bytes: u64) -> Option<u64> {
        PhotoLimits::default().tightened(PhotoLimit::Bytes(stated), sent(bytes))?.bytes
    }

    #[test]
    fn a_stated_limit_is_used_and_otherwise_common_limits_are_tried() {
        assert_eq!(bytes_after(Some(3_000_000), 9_000_000), Some(3_000_000 - 1024));
        assert_eq!(bytes_after(None, 9_000_000), Some(5 * MIB - REQUEST_OVERHEAD));
        assert_eq!(bytes_after(None, 5 * MIB), Some(5 * MIB - REQUEST_OVERHEAD));
        assert_eq!(bytes_after(None, 5 * MIB - REQUEST_OVERHEAD), Some(2 * MIB - REQUEST_OVERHEAD));
        assert_eq!(
            bytes_after(Some(9_000_000), 3_000_000),
            Some(2 * MIB - REQUEST_OVERHEAD),
            "the marketplace states 9 MB, but rejects 3 MB"
        );
    }

    #[test]
    fn no_claimed_limit_degrades_a_photo_below_the_minimum() {
        assert_eq!(bytes_after(Some(10), 3_000_000), None);
        assert_eq!(bytes_after(None, 100_000), Some(MIB / 16 - REQUEST_OVERHEAD));
        assert_eq!(bytes_after(None, 12_000), None);
        let side = |stated, side| {
            PhotoLimits::default().tightened(PhotoLimit::Side(stated), SentPhoto { side, ..sent(1) })
        };
        assert_eq!(side(Some(20), 4000), None);
        assert_eq!(side(None, 4000).unwrap().side, Some(3000));
        assert_eq!(side(Some(300), 4000).unwrap().side, Some(300));
        assert_eq!(
            PhotoLimits::default()
                .tightened(PhotoLimit::Format, SentPhoto { format: Format::Jpeg, ..sent(1) }),
            None
        );
    }

    #[test]
    fn an_accepted_photo_disproves_a_smaller_limit() {
        let learned = PhotoLimits { bytes: Some(1000), side: Some(2000), refused: [Format::Png].into() };
        let left = learned.clone().relaxed_by(&SentPhoto { bytes: 1001, side: 2000, format: Format::WebP });
        assert_eq!(left, PhotoLimits { bytes: None, ..learned });
    }

    #[test]
    fn limits_read_back_from_their_names() {
        let learned = PhotoLimits {
            bytes: Some(1_000_000),
            side: Some(2000),
            refused: [Format::WebP, Format::Bmp].into(),
        };
        assert_eq!(PhotoLimits::from_named(&learned.to_named().into_iter().collect()), learned);
        assert_eq!(PhotoLimits::from_named(&BTreeMap::new()), PhotoLimits::default());
    }
}
