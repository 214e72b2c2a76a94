//! Planned products whose cover looks like that of a product in the shop.

use super::Review;

impl Review {
    /// The name of a product in the shop whose cover looks like that of a planned product, which is new.
    pub fn looks_like_sent(&self, index: usize) -> Option<&str> {
        if self.looks.sent_covers.alike.is_empty()
            || self.in_shop(index).is_some()
            || self.shares_photo_with(index).is_some()
        {
            return None;
        }
        let cover = self.picture(self.derived.drafts.get(index)?.photos.first()?);
        self.looks.sent_covers.alike.get(&cover).map(String::as_str)
    }

    /// The indices of the new products whose cover looks like one in the shop.
    pub fn looking_like_sent(&self) -> Vec<usize> {
        (0..self.derived.drafts.len()).filter(|&index| self.looks_like_sent(index).is_some()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use crate::import::Import;
    use crate::import::tests::planned;
    use crate::messages::PictureKey;
    use vitrine_core::import::PlannedDraft;
    use vitrine_core::import::dedup::SentCover;
    use vitrine_media::{ContentHash, PerceptualHash, PhotoFingerprint, Pixels};

    /// A bright spot on a blue ground.
    fn look(spot: usize) -> PerceptualHash {
        let bright = |x: usize, y: usize| x.abs_diff(10 + 12 * spot) + y.abs_diff(20 + 7 * spot) < 14;
        let pixel = |x, y| if bright(x, y) { [250, 250, 250, 255] } else { [30, 60, 90, 255] };
        let rgba = (0..64).flat_map(|y| (0..64).flat_map(move |x| pixel(x, y))).collect();
        PerceptualHash::of(&Pixels { width: 64, height: 64, rgba }).unwrap()
    }

    fn fingerprint(spot: usize) -> PhotoFingerprint {
        PhotoFingerprint { content: ContentHash::of(&[spot as u8]), perceptual: Some(look(spot)) }
    }

    fn review() -> Import {
        let mut import = Import::default();
        import.dropped(vec![PathBuf::from("/shop")]);
        let with_photo =
            |name: &str| PlannedDraft { photos: vec![format!("/shop/{name}.jpg").into()], ..planned(name) };
        import.planned(vec![with_photo("Rug"), with_photo("Bowl")], Vec::new(), 0, Vec::new());
        import
    }

    fn photo(name: &str) -> PictureKey {
        PictureKey::File(format!("/shop/{name}.jpg").into())
    }

    #[test]
    fn a_cover_like_one_in_the_shop_is_told_whichever_is_known_first() {
        let sent = || vec![SentCover { name: "Kilim".to_owned(), look: look(3) }];
        let mut import = review();
        import.review.looks.covers_sent(sent(), std::iter::empty());
        import.review.looks.fingerprint_made(&photo("Rug"), &fingerprint(0));
        import.review.looks.fingerprint_made(&photo("Bowl"), &fingerprint(3));
        assert_eq!(
            (import.review.looks_like_sent(0), import.review.looks_like_sent(1)),
            (None, Some("Kilim"))
        );
        let mut import = review();
        let known = [(photo("Rug"), fingerprint(3)), (photo("Bowl"), fingerprint(0))];
        import.review.looks.covers_sent(sent(), known.iter().map(|(key, fingerprint)| (key, fingerprint)));
        assert_eq!(import.review.looking_like_sent(), [0]);
        import.review.looks.covers_sent(Vec::new(), std::iter::empty());
        assert_eq!(import.review.looking_like_sent(), [0; 0], "another account");
    }
}
