//! Saving and restoring the review across sessions.

use std::collections::BTreeMap;

use super::{Arrangement, DraftKey, Import, Phase};
use crate::domain::Field;
use crate::worker::{Command, ImportCommand, SavedProduct, SavedReview};

impl Import {
    /// The command that saves the review, if it changed since it was last saved. It belongs to the account signed in.
    pub(in crate::ui::model) fn save_command(&mut self) -> Option<Command> {
        let open = matches!(self.phase, Phase::Planning | Phase::Review) && !self.dropped.is_empty();
        if !open || self.is_saved() {
            return None;
        }
        self.saved_revision = Some(self.revision);
        Some(Command::Import(ImportCommand::SaveReview(Some(Box::new(self.saved_review())))))
    }

    /// The command that keeps what was dropped while nobody is signed in, if it changed since.
    pub(in crate::ui::model) fn keep_command(&mut self) -> Option<Command> {
        let open = matches!(self.phase, Phase::Planning | Phase::Review) && !self.dropped.is_empty();
        if !open || self.kept_revision == Some(self.revision) {
            return None;
        }
        self.kept_revision = Some(self.revision);
        Some(Command::Import(ImportCommand::KeepDropped(Box::new(self.saved_review()))))
    }

    /// Whether the current revision was saved.
    pub(super) fn is_saved(&self) -> bool {
        self.saved_revision == Some(self.revision)
    }

    fn saved_review(&self) -> SavedReview {
        let mut products: BTreeMap<&DraftKey, SavedProduct> = BTreeMap::new();
        let touched = |key: &DraftKey| SavedProduct {
            source: key.source().to_owned(),
            source_name: key.name().to_owned(),
            ..SavedProduct::default()
        };
        for (key, typed) in &self.typed {
            products.entry(key).or_insert_with(|| touched(key)).typed = by_name(typed);
        }
        for (key, prices) in self.price_rules.iter() {
            products.entry(key).or_insert_with(|| touched(key)).price_rule = Some(prices);
        }
        for key in &self.removed {
            products.entry(key).or_insert_with(|| touched(key)).removed = true;
        }
        let mut edits: Vec<_> = self.edits.iter().map(|(photo, edit)| (photo.clone(), *edit)).collect();
        edits.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let (dropped, defaults) = (self.dropped.clone(), by_name(&self.defaults));
        let folders = self.answers.iter().map(|(folder, grouping)| (folder.clone(), *grouping)).collect();
        let (arranged, added_photos) = self.arrangement.to_save();
        SavedReview {
            dropped,
            sheet: Some(self.sheet.choice.clone()),
            grouping: self.grouping,
            folders,
            defaults,
            products: products.into_values().collect(),
            edits,
            arranged,
            added_photos,
        }
    }

    /// Restores the review of an earlier session, with what was dropped and typed in this one. It waits until an import on the screen is
    /// left.
    pub(in crate::ui::model) fn restore_saved(&mut self, review: SavedReview) -> Vec<Command> {
        if matches!(self.phase, Phase::Running | Phase::Ended) {
            self.waiting_review = Some(review);
            return Vec::new();
        }
        if review.dropped.is_empty() {
            return Vec::new();
        }
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
        if let Some(choice) = review.sheet {
            self.replace_choice(choice);
        }
        // Paths dropped in this session come after the saved ones.
        let mut paths = review.dropped;
        paths.append(&mut self.dropped);
        self.phase = Phase::Planning;
        self.reading.is_restored = true;
        self.dropped(paths)
    }
}

fn by_name(typed: &BTreeMap<Field, String>) -> BTreeMap<String, String> {
    typed.iter().map(|(field, text)| (field.name().to_owned(), text.clone())).collect()
}

fn by_field(typed: &BTreeMap<String, String>) -> BTreeMap<Field, String> {
    typed.iter().filter_map(|(name, text)| Some((Field::from_name(name)?, text.clone()))).collect()
}
