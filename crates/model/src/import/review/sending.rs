//! The products of the review as Start sends them.

use std::collections::{BTreeMap, BTreeSet};

use super::defaults::PreviousDefaults;
use super::{Review, Unpriced, UnpricedQuestion, key};
use crate::messages::Settings;
use vitrine_core::import::categories::keep_category_open;
use vitrine_core::import::{DefaultValues, PlannedDraft};
use vitrine_domain::{
    AccountKey, CreateRules, Draft, Field, FieldError, PhotoEdit, ProblemKind, TypedProduct,
};

impl Review {
    /// A planned product with what was typed and the defaults, as far as they are valid.
    pub fn with_defaults(&self, index: usize) -> Draft {
        self.filled(index).map(|typed| typed.draft).unwrap_or_default()
    }

    /// A planned product as it would be sent, and what is wrong with it. Nothing is wrong with one that Start
    /// would skip.
    pub fn evaluated(&self, index: usize, rules: &CreateRules) -> (Draft, BTreeMap<Field, FieldError>) {
        let Some((planned, typed)) = self.derived.drafts.get(index).zip(self.filled(index)) else {
            return Default::default();
        };
        if self.is_skipped(index) {
            return (typed.draft, BTreeMap::new());
        }
        let TypedProduct { draft, mut errors } =
            typed.evaluate(planned.photos.len(), rules, &self.categories.market_categories);
        // It would not be created without that photo.
        if let Some(code) = planned.photos.iter().find_map(|photo| self.looks.unusable.get(photo)) {
            let unusable = FieldError::UnusablePhoto { is_damaged: *code == ProblemKind::PhotoDamaged };
            errors.entry(Field::Photos).or_insert(unusable);
        }
        (draft, errors)
    }

    /// A planned product with what was typed and the defaults, and which of them are invalid.
    fn filled(&self, index: usize) -> Option<TypedProduct> {
        let planned = self.derived.drafts.get(index)?;
        let mut product = planned.typed();
        let typed = self.content.typed.get(&key(planned));
        typed.into_iter().flatten().for_each(|(&field, text)| product.set(field, text));
        let TypedProduct { draft, errors } = &mut product;
        if draft.value(Field::CategoryId).is_none() {
            draft.category_id = self.categories.of_folder(key(planned));
        }
        let mut defaults = self.content.defaults.valid().values_for(draft);
        // What was typed into a cell, even if it means nothing, is not replaced.
        for field in errors.keys().filter(|field| draft.value(**field).is_none()) {
            let _ = defaults.set(*field, "");
        }
        draft.fill(&defaults);
        // An invalid default is reported at its own field; a product that lacks the value is not sent without
        // it.
        for (field, error) in self.content.defaults.invalid() {
            if draft.value(field).is_none() {
                errors.entry(field).or_insert(error);
            }
        }
        Some(product)
    }

    /// The products that stay in the review when the others are sent: those that are not ready, and where it
    /// was chosen those without a price. As long as that is to be asked, the question. Where all have a price
    /// and some a stock, it is about the others, whose stock may have been forgotten.
    pub(in crate::import) fn staying(
        &self,
        again: bool,
        unpriced: Unpriced,
        rules: &CreateRules,
    ) -> Result<BTreeSet<usize>, UnpricedQuestion> {
        let mut staying = BTreeSet::new();
        let (mut without_price, mut without_stock) = (BTreeSet::new(), BTreeSet::new());
        let (mut priced, mut stocked) = (0, 0);
        for index in (0..self.derived.drafts.len()).filter(|&index| !self.is_skipped(index)) {
            let (draft, errors) = self.evaluated(index, rules);
            match () {
                () if !errors.is_empty() => drop(staying.insert(index)),
                () if draft.lacks(Field::PrimaryPrice) => drop(without_price.insert(index)),
                () => priced += 1,
            }
            match () {
                () if !errors.is_empty() => {}
                () if draft.lacks(Field::Stock) => drop(without_stock.insert(index)),
                () => stocked += 1,
            }
        }
        let is_about_stock = without_price.is_empty();
        let is_open = !is_about_stock || (stocked > 0 && !without_stock.is_empty());
        match unpriced {
            Unpriced::Ask if is_open => Err(UnpricedQuestion {
                again,
                without_price: without_price.into_iter().collect(),
                without_stock: without_stock.into_iter().collect(),
                complete: if is_about_stock { stocked } else { priced },
            }),
            Unpriced::LeaveOut => {
                let left_out = if is_about_stock { without_stock } else { without_price };
                Ok(staying.union(&left_out).copied().collect())
            }
            Unpriced::Ask | Unpriced::Create => Ok(staying),
        }
    }

    /// These products, each with what was typed, the default values and the edits of its photos.
    pub(in crate::import) fn to_send(
        &self,
        products: &BTreeSet<usize>,
        rules: &CreateRules,
    ) -> Vec<PlannedDraft> {
        products.iter().map(|&index| self.sent(index, rules)).collect()
    }

    fn sent(&self, index: usize, rules: &CreateRules) -> PlannedDraft {
        let planned = self.derived.drafts[index].clone();
        let edits: Vec<PhotoEdit> = planned.photos.iter().map(|photo| self.edit(photo)).collect();
        let typed = self.content.typed.get(&key(&planned));
        let is_typed = |name: &str| {
            Field::from_name(name).is_some_and(|field| typed.is_some_and(|typed| typed.contains_key(&field)))
        };
        let mut planned = PlannedDraft { draft: self.evaluated(index, rules).0, ..planned }.edited(edits);
        // What was typed into a cell, even if it is nothing, takes the place of what the sheet said.
        planned.unusable.retain(|problem| !problem.field.as_deref().is_some_and(is_typed));
        if rules.categories.is_some() && self.categories.market_categories.tree.is_none() {
            keep_category_open(&mut planned, &self.content.dropped, &[], None);
        }
        planned
    }

    /// Keeps the valid default values, if there are any, to be offered to the next import of the shop.
    pub(in crate::import) fn keep_defaults(&mut self, settings: &mut Settings) {
        let (valid, shop) = (self.content.defaults.valid(), self.previous_defaults.shop.clone());
        if valid != DefaultValues::default() {
            self.previous_defaults.texts = valid.texts().collect();
            settings.defaults.keep(shop, valid);
        }
    }

    /// Offers the default values of the last import of a shop.
    pub(in crate::import) fn offer_defaults(&mut self, settings: &Settings, shop: Option<AccountKey>) {
        let last = settings.defaults.of(shop.as_ref());
        let texts = last.into_iter().flat_map(DefaultValues::texts).collect();
        self.previous_defaults = PreviousDefaults { shop, texts };
    }
}
