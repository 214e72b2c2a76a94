//! The covers of products in the shop, to be compared with those of the review.

use std::collections::HashMap;

use crate::messages::PictureKey;
use vitrine_core::import::dedup::SentCover;
use vitrine_media::{ColorCell, PhotoFingerprint};

/// The covers that earlier imports of the account sent, and which photos of the review look like one of them.
#[derive(Debug, Default)]
pub struct SentCovers {
    pub covers: Vec<SentCover>,
    by_color_cell: HashMap<ColorCell, Vec<usize>>,
    /// By photo, the name of the product in the shop.
    pub alike: HashMap<PictureKey, String>,
}

impl SentCovers {
    pub fn new(covers: Vec<SentCover>) -> Self {
        let mut by_color_cell: HashMap<ColorCell, Vec<usize>> = HashMap::new();
        for (index, cover) in covers.iter().enumerate() {
            by_color_cell.entry(cover.look.color_cell()).or_default().push(index);
        }
        Self { covers, by_color_cell, alike: HashMap::new() }
    }

    /// Compares a photo with the covers of similar colours. Returns whether anything has changed.
    pub fn compare(&mut self, photo: &PictureKey, fingerprint: &PhotoFingerprint) -> bool {
        let like = fingerprint.perceptual.and_then(|look| {
            let near = look.neighboring_cells().filter_map(|cell| self.by_color_cell.get(&cell)).flatten();
            near.map(|&index| &self.covers[index]).find(|cover| cover.look.is_similar(&look))
        });
        match like {
            Some(cover) => self.alike.insert(photo.clone(), cover.name.clone()).as_ref() != Some(&cover.name),
            None => self.alike.remove(photo).is_some(),
        }
    }
}
