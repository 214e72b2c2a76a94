//! What a marketplace's refusals teach about the photos it takes.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::PhotoLimit;
use crate::media::{Format, Limits, Prepared};

/// A photo as it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentPhoto {
    pub bytes: u64,
    /// The longest side, in pixels.
    pub side: u32,
    pub format: Format,
}

impl From<&Prepared> for SentPhoto {
    fn from(photo: &Prepared) -> Self {
        Self { bytes: photo.bytes.len() as u64, side: photo.size.longest_side(), format: photo.format }
    }
}

/// Limits that no market file stated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PhotoLimits {
    pub bytes: Option<u64>,
    /// Of the longest side, in pixels.
    pub side: Option<u32>,
    pub refused: BTreeSet<Format>,
}

const MIB: u64 = 1 << 20;

/// Tried one after the other where a refusal names no number: what servers are usually set to.
const USUAL_BYTES: [u64; 10] = [10 * MIB, 5 * MIB, 2 * MIB, MIB, MIB / 2, MIB / 4, MIB / 8, MIB / 16, MIB / 32, MIB / 64];
const USUAL_SIDES: [u32; 8] = [4096, 3000, 2000, 1500, 1000, 800, 600, 400];
/// A usual limit may be for the whole request, with what surrounds the photo.
const AROUND: u64 = 4096;

/// No photo is made worse than this because a marketplace says so.
const FEWEST_BYTES: u64 = 8 << 10;
const SHORTEST_SIDE: u32 = 200;

const BYTES: &str = "photo_bytes";
const SIDE: &str = "photo_side";
const REFUSED: &str = "photo_format_refused_";

impl PhotoLimits {
    /// What to try a refused photo with; `None` where nothing is left to try.
    #[must_use]
    pub fn after(&self, told: PhotoLimit, sent: SentPhoto) -> Option<Self> {
        let mut next = self.clone();
        match told {
            PhotoLimit::Bytes(most) => {
                let told = most.map(u64::from).filter(|&most| most < sent.bytes).map(|most| most.saturating_sub(AROUND / 4));
                let usual = || USUAL_BYTES.into_iter().map(|most| most - AROUND).find(|&most| most < sent.bytes);
                next.bytes = Some(told.or_else(usual).filter(|&most| most >= FEWEST_BYTES)?);
            }
            PhotoLimit::Side(most) => {
                let told = most.filter(|&most| most < sent.side);
                let usual = || USUAL_SIDES.into_iter().find(|&most| most < sent.side);
                next.side = Some(told.or_else(usual).filter(|&most| most >= SHORTEST_SIDE)?);
            }
            // Every marketplace takes JPEG.
            PhotoLimit::Format if sent.format == Format::Jpeg => return None,
            PhotoLimit::Format => drop(next.refused.insert(sent.format)),
        }
        Some(next)
    }

    /// Both hold.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self {
            bytes: self.bytes.into_iter().chain(other.bytes).min(),
            side: self.side.into_iter().chain(other.side).min(),
            refused: &self.refused | &other.refused,
        }
    }

    /// Would a photo that was made ready before pass?
    pub fn admit(&self, sent: &SentPhoto) -> bool {
        self.bytes.is_none_or(|most| sent.bytes <= most)
            && self.side.is_none_or(|most| sent.side <= most)
            && !self.refused.contains(&sent.format)
    }

    /// Without what a photo that was taken disproves: that one was refused for something of its own.
    #[must_use]
    pub fn unless_disproved(mut self, taken: &SentPhoto) -> Self {
        self.bytes = self.bytes.filter(|&most| most >= taken.bytes);
        self.side = self.side.filter(|&most| most >= taken.side);
        self.refused.remove(&taken.format);
        self
    }

    /// These on top of what the market file says.
    #[must_use]
    pub fn on(&self, mut limits: Limits) -> Limits {
        limits.max_bytes = limits.max_bytes.into_iter().chain(self.bytes).min();
        limits.max_side = limits.max_side.into_iter().chain(self.side).min();
        limits.formats.retain(|format| !self.refused.contains(format));
        limits
    }

    /// By the names the store keeps them under.
    pub fn named(&self) -> Vec<(String, u64)> {
        let bytes = self.bytes.map(|most| (BYTES.to_owned(), most));
        let side = self.side.map(|most| (SIDE.to_owned(), most.into()));
        let refused = self.refused.iter().map(|format| (format!("{REFUSED}{}", format.extension()), 1));
        bytes.into_iter().chain(side).chain(refused).collect()
    }

    pub fn from_named(named: &BTreeMap<String, u64>) -> Self {
        let formats = [Format::Png, Format::WebP, Format::Gif, Format::Bmp];
        Self {
            bytes: named.get(BYTES).copied().filter(|&most| most >= FEWEST_BYTES),
            side: named.get(SIDE).and_then(|&most| u32::try_from(most).ok()).filter(|&most| most >= SHORTEST_SIDE),
            refused: formats.into_iter().filter(|format| named.contains_key(&format!("{REFUSED}{}", format.extension()))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(bytes: u64) -> SentPhoto {
        SentPhoto { bytes, side: 6000, format: Format::Png }
    }

    fn bytes_after(told: Option<u32>, bytes: u64) -> Option<u64> {
        PhotoLimits::default().after(PhotoLimit::Bytes(told), sent(bytes))?.bytes
    }

    #[test]
    fn a_number_that_is_told_is_kept_and_else_the_usual_ones_are_tried() {
        assert_eq!(bytes_after(Some(3_000_000), 9_000_000), Some(3_000_000 - 1024));
        assert_eq!(bytes_after(None, 9_000_000), Some(5 * MIB - AROUND));
        assert_eq!(bytes_after(None, 5 * MIB), Some(5 * MIB - AROUND));
        assert_eq!(bytes_after(None, 5 * MIB - AROUND), Some(2 * MIB - AROUND));
        assert_eq!(bytes_after(Some(9_000_000), 3_000_000), Some(2 * MIB - AROUND), "it says nine and refuses three");
    }

    #[test]
    fn no_lie_makes_a_photo_worthless() {
        assert_eq!(bytes_after(Some(10), 3_000_000), None);
        assert_eq!(bytes_after(None, 100_000), Some(MIB / 16 - AROUND));
        assert_eq!(bytes_after(None, 12_000), None);
        let side = |told, side| PhotoLimits::default().after(PhotoLimit::Side(told), SentPhoto { side, ..sent(1) });
        assert_eq!(side(Some(20), 4000), None);
        assert_eq!(side(None, 4000).unwrap().side, Some(3000));
        assert_eq!(side(Some(300), 4000).unwrap().side, Some(300));
        assert_eq!(PhotoLimits::default().after(PhotoLimit::Format, SentPhoto { format: Format::Jpeg, ..sent(1) }), None);
    }

    #[test]
    fn what_was_taken_disproves_a_smaller_limit() {
        let learned = PhotoLimits { bytes: Some(1000), side: Some(2000), refused: [Format::Png].into() };
        let left = learned.clone().unless_disproved(&SentPhoto { bytes: 1001, side: 2000, format: Format::WebP });
        assert_eq!(left, PhotoLimits { bytes: None, ..learned });
    }

    #[test]
    fn limits_are_kept_by_name_and_come_back() {
        let learned = PhotoLimits { bytes: Some(1_000_000), side: Some(2000), refused: [Format::WebP, Format::Bmp].into() };
        assert_eq!(PhotoLimits::from_named(&learned.named().into_iter().collect()), learned);
        assert_eq!(PhotoLimits::from_named(&BTreeMap::new()), PhotoLimits::default());
    }
}
