//! What the worker said of the planned products and their photos.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::draft_key::ByDraft;
use crate::messages::PhotoPlaces;
use crate::messages::PictureKey;
use vitrine_core::import::dedup::SentCover;
use vitrine_domain::{AccountKey, ProblemKind, ProductId};
use vitrine_media::{ColorCell, PhotoFingerprint};

/// The products of the plan that an earlier import of the account created, or that look like it.
#[derive(Debug, Default)]
pub struct KnownProducts {
    /// The account and the plan that were last sent to be compared.
    pub compared: Option<(AccountKey, u64)>,
    /// Keyed by what identifies a planned product, so that the marks stay right while a changed plan is
    /// compared. A product's id is `None` if the marketplace did not return it.
    pub in_shop: ByDraft<Option<ProductId>>,
    /// How many of them were created with other values than the files have now.
    pub changed: usize,
    /// How many products of the plan an unfinished import of the account has already.
    pub unfinished: usize,
    /// The new products that have a photo of a product in the shop, with that product's name.
    pub sharing: ByDraft<String>,
    /// Whether products that an earlier import created are created again.
    pub again: bool,
}

impl KnownProducts {
    /// The number of planned products that an earlier import created, also if they are created again.
    pub fn count_in_shop(&self) -> usize {
        self.in_shop.len()
    }

    /// How many new products have a photo of a product in the shop.
    pub fn count_sharing_photos(&self) -> usize {
        self.sharing.len()
    }
}

/// What is known of how the photos look: beside each other, and beside those in the shop.
#[derive(Debug, Default)]
pub struct PhotoLooks {
    /// The files of products that cannot be used, as far as that is known: from the plan, and from making
    /// their pictures.
    pub unusable: HashMap<PathBuf, ProblemKind>,
    /// The photos that a product has twice, in the plan of this revision.
    pub copies: Option<(u64, PhotoPlaces)>,
    /// Increases when the worker has compared the photos of a plan.
    pub copies_revision: u64,
    pub photo_comparison: Option<PhotoComparison>,
    pub sent_covers: SentCovers,
    /// Increases when another photo turns out to look like a cover in the shop.
    pub covers_revision: u64,
}

impl PhotoLooks {
    /// Takes the covers that were sent before. `known` are the photos whose fingerprints are known by now.
    pub(crate) fn covers_sent<'a>(
        &mut self,
        covers: Vec<SentCover>,
        known: impl Iterator<Item = (&'a PictureKey, &'a PhotoFingerprint)>,
    ) {
        if self.sent_covers.covers == covers {
            return;
        }
        self.sent_covers = SentCovers::new(covers);
        for (photo, fingerprint) in known {
            self.sent_covers.compare(photo, fingerprint);
        }
        self.covers_revision += 1;
    }

    /// Forgets the covers that were sent before: another account sent them.
    pub(super) fn forget_covers(&mut self) {
        self.sent_covers = SentCovers::default();
        self.covers_revision += 1;
    }

    /// Takes the fingerprint of a photo.
    pub(crate) fn fingerprint_made(&mut self, photo: &PictureKey, fingerprint: &PhotoFingerprint) {
        self.covers_revision += u64::from(self.sent_covers.compare(photo, fingerprint));
    }

    /// Takes the worker's search for photos that a product has twice. One in an earlier plan is ignored.
    pub(crate) fn copies_found(&mut self, plan: u64, copies: PhotoPlaces) {
        self.copies = Some((plan, copies));
        self.copies_revision += 1;
    }

    /// The photos that their product has already, as far as the worker has compared those of this plan.
    pub(super) fn copies_in(&self, plan: u64) -> &[(usize, BTreeSet<usize>)] {
        match &self.copies {
            Some((of, copies)) if *of == plan => copies,
            _ => &[],
        }
    }

    /// Whether the photos of this folder are being compared.
    pub(super) fn is_comparing(&self, folder: &Path) -> bool {
        self.photo_comparison
            .as_ref()
            .is_some_and(|compared| !compared.is_answered && compared.folder == folder)
    }
}

/// The folder whose photos the worker was asked to compare last.
#[derive(Debug)]
pub struct PhotoComparison {
    /// The number of the plan.
    pub plan: u64,
    pub folder: PathBuf,
    pub is_answered: bool,
}

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
