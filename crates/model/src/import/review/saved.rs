//! The review as it is saved and restored across sessions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::arrangement::Arrangement;
use super::content::Content;
use super::{DraftKey, Review, Touched};
use crate::messages::{SavedProduct, SavedReview};
use vitrine_domain::Field;

impl Review {
    /// The review, if it changed since it was last saved.
    pub(in crate::import) fn take_unsaved(&mut self) -> Option<SavedReview> {
        let before = self.revisions.saved.replace(self.revisions.now);
        (before != self.revisions.saved).then(|| to_save(self, &[]))
    }

    /// The review, if it changed since it was last kept for whoever signs in.
    pub(in crate::import) fn take_unkept(&mut self) -> Option<SavedReview> {
        let before = self.revisions.kept.replace(self.revisions.now);
        (before != self.revisions.kept).then(|| to_save(self, &[]))
    }

    /// Whether the current revision was saved.
    pub(in crate::import) fn is_saved(&self) -> bool {
        self.revisions.saved == Some(self.revisions.now)
    }

    /// The review without these products, which are sent.
    pub(in crate::import) fn without_sent(&self, sent: &BTreeSet<usize>) -> SavedReview {
        let sent: Vec<DraftKey> = sent.iter().filter_map(|&index| self.draft_key(index)).collect();
        to_save(self, &sent)
    }

    /// Takes the review of an earlier session, with what was typed in this one. Returns the paths to drop.
    pub(in crate::import) fn restore(&mut self, review: SavedReview) -> Vec<PathBuf> {
        if let Some(choice) = review.sheet.clone() {
            self.sheet.replace_choice(choice);
        }
        self.plan.digests = review.planned.clone();
        self.change(|content, _| (content.restore(review), Touched::NextPlan))
    }
}

/// The review to be saved, without these products.
fn to_save(review: &Review, sent: &[DraftKey]) -> SavedReview {
    SavedReview {
        sheet: Some(review.sheet.choice.clone()),
        planned: review.plan.digests.clone(),
        ..review.content.to_save(sent)
    }
}

impl Content {
    /// What is saved of it, without these products.
    fn to_save(&self, sent: &[DraftKey]) -> SavedReview {
        let mut products: BTreeMap<&DraftKey, SavedProduct> = BTreeMap::new();
        let touched = |key: &DraftKey| SavedProduct {
            source: key.source().to_owned(),
            source_name: key.name().to_owned(),
            ..SavedProduct::default()
        };
        for (key, typed) in &self.typed {
            products.entry(key).or_insert_with(|| touched(key)).typed =
                by_name(typed.iter().map(|(&field, text)| (field, text.as_str())));
        }
        for (key, prices) in self.price_rules.iter() {
            products.entry(key).or_insert_with(|| touched(key)).price_rule = Some(prices);
        }
        for key in self.removed.iter().chain(sent) {
            products.entry(key).or_insert_with(|| touched(key)).removed = true;
        }
        let mut edits: Vec<_> = self.edits.iter().map(|(photo, edit)| (photo.clone(), *edit)).collect();
        edits.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let (dropped, defaults) = (self.dropped.clone(), by_name(self.defaults.texts()));
        let folders = self.answers.iter().map(|(folder, grouping)| (folder.clone(), *grouping)).collect();
        let (arranged, added_photos) = self.arrangement.to_save();
        SavedReview {
            dropped,
            grouping: self.grouping,
            folders,
            defaults,
            products: products.into_values().collect(),
            edits,
            arranged,
            added_photos,
            ..SavedReview::default()
        }
    }

    /// Takes the review of an earlier session, with what was typed in this one. Returns the paths to drop.
    fn restore(&mut self, review: SavedReview) -> Vec<PathBuf> {
        if self.dropped.is_empty() {
            self.grouping = review.grouping;
        }
        let (answers, defaults) = (std::mem::take(&mut self.answers), std::mem::take(&mut self.defaults));
        self.answers = review.folders.into_iter().chain(answers).collect();
        self.defaults = by_field(&review.defaults).into_iter().chain(defaults).collect();
        for product in review.products {
            let key = DraftKey::new(product.source, product.source_name);
            if product.removed {
                self.removed.insert(key.clone());
            }
            if let Some((before, after)) = product.price_rule {
                self.price_rules.note(key.clone(), before, after);
            }
            let typed = self.typed.entry(key).or_default();
            let now = std::mem::take(typed);
            *typed = by_field(&product.typed).into_iter().chain(now).collect();
        }
        for (photo, edit) in review.edits {
            self.edits.entry(photo).or_insert(edit);
        }
        if self.arrangement.is_empty() {
            self.arrangement = Arrangement::restored(review.arranged, review.added_photos);
        }
        review.dropped.into_iter().chain(std::mem::take(&mut self.dropped)).collect()
    }
}

fn by_name<'a>(typed: impl Iterator<Item = (Field, &'a str)>) -> BTreeMap<String, String> {
    typed.map(|(field, text)| (field.name().to_owned(), text.to_owned())).collect()
}

fn by_field(typed: &BTreeMap<String, String>) -> BTreeMap<Field, String> {
    typed.iter().filter_map(|(name, text)| Some((Field::from_name(name)?, text.clone()))).collect()
}
