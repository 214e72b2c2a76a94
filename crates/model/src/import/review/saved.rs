//! The review as it is saved and restored across sessions.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::arrangement::Arrangement;
use super::{DraftKey, Review, Touched};
use crate::messages::{SavedProduct, SavedReview};
use vitrine_domain::Field;

impl Review {
    /// The review, if it changed since it was last saved.
    pub(in crate::import) fn take_unsaved(&mut self) -> Option<SavedReview> {
        let before = self.revisions.saved.replace(self.revisions.now);
        (before != self.revisions.saved).then(|| self.saved_review())
    }

    /// The review, if it changed since it was last kept for whoever signs in.
    pub(in crate::import) fn take_unkept(&mut self) -> Option<SavedReview> {
        let before = self.revisions.kept.replace(self.revisions.now);
        (before != self.revisions.kept).then(|| self.saved_review())
    }

    /// Whether the current revision was saved.
    pub(in crate::import) fn is_saved(&self) -> bool {
        self.revisions.saved == Some(self.revisions.now)
    }

    /// The review without these products, which are sent.
    pub(in crate::import) fn without_sent(&self, sent: &BTreeSet<usize>) -> SavedReview {
        let sent: Vec<DraftKey> = sent.iter().filter_map(|&index| self.draft_key(index)).collect();
        self.saved_without(&sent)
    }

    fn saved_review(&self) -> SavedReview {
        self.saved_without(&[])
    }

    fn saved_without(&self, sent: &[DraftKey]) -> SavedReview {
        let mut products: BTreeMap<&DraftKey, SavedProduct> = BTreeMap::new();
        let touched = |key: &DraftKey| SavedProduct {
            source: key.source().to_owned(),
            source_name: key.name().to_owned(),
            ..SavedProduct::default()
        };
        for (key, typed) in &self.content.typed {
            products.entry(key).or_insert_with(|| touched(key)).typed = by_name(typed);
        }
        for (key, prices) in self.content.price_rules.iter() {
            products.entry(key).or_insert_with(|| touched(key)).price_rule = Some(prices);
        }
        for key in self.content.removed.iter().chain(sent) {
            products.entry(key).or_insert_with(|| touched(key)).removed = true;
        }
        let mut edits: Vec<_> = self.content.edits.iter().map(|(photo, edit)| (photo.clone(), *edit)).collect();
        edits.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let (dropped, defaults) = (self.content.dropped.clone(), by_name(&self.content.defaults));
        let folders = self.content.answers.iter().map(|(folder, grouping)| (folder.clone(), *grouping)).collect();
        let (arranged, added_photos) = self.content.arrangement.to_save();
        SavedReview {
            dropped,
            sheet: Some(self.sheet.choice.clone()),
            grouping: self.content.grouping,
            folders,
            defaults,
            products: products.into_values().collect(),
            edits,
            arranged,
            added_photos,
        }
    }

    /// Takes the review of an earlier session, with what was typed in this one. Returns the paths to drop.
    pub(in crate::import) fn restore(&mut self, review: SavedReview) -> Vec<PathBuf> {
        if let Some(choice) = review.sheet {
            self.replace_choice(choice);
        }
        self.change(|content, _| {
            if content.dropped.is_empty() {
                content.grouping = review.grouping;
            }
            let (answers, defaults) = (std::mem::take(&mut content.answers), std::mem::take(&mut content.defaults));
            content.answers = review.folders.into_iter().chain(answers).collect();
            content.defaults = by_field(&review.defaults).into_iter().chain(defaults).collect();
            for product in review.products {
                let key = DraftKey::new(product.source, product.source_name);
                if product.removed {
                    content.removed.insert(key.clone());
                }
                if let Some((before, after)) = product.price_rule {
                    content.price_rules.note(key.clone(), before, after);
                }
                let typed = content.typed.entry(key).or_default();
                let now = std::mem::take(typed);
                *typed = by_field(&product.typed).into_iter().chain(now).collect();
            }
            for (photo, edit) in review.edits {
                content.edits.entry(photo).or_insert(edit);
            }
            if content.arrangement.is_empty() {
                content.arrangement = Arrangement::restored(review.arranged, review.added_photos);
            }
            let paths = review.dropped.into_iter().chain(std::mem::take(&mut content.dropped)).collect();
            (paths, Touched::NextPlan)
        })
    }
}

fn by_name(typed: &BTreeMap<Field, String>) -> BTreeMap<String, String> {
    typed.iter().map(|(field, text)| (field.name().to_owned(), text.clone())).collect()
}

fn by_field(typed: &BTreeMap<String, String>) -> BTreeMap<Field, String> {
    typed.iter().filter_map(|(name, text)| Some((Field::from_name(name)?, text.clone()))).collect()
}
