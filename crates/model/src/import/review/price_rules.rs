//! Which prices of the review a template's rule gave.

use super::draft_key::{ByDraft, DraftKey, KeyRef};

/// The prices to which a rule was applied, each before and after it.
#[derive(Debug, Default)]
pub struct PriceRules(ByDraft<(i64, i64)>);

impl PriceRules {
    /// The price at which a rule begins: while a product still has the price that a rule gave it, the one before that, so that
    /// no price is raised twice.
    pub fn basis(&self, product: KeyRef<'_>, price: i64) -> i64 {
        self.0.get(&product).filter(|(_, after)| *after == price).map_or(price, |(before, _)| *before)
    }

    /// Notes what a rule did.
    pub fn note(&mut self, product: DraftKey, before: i64, after: i64) {
        self.0.insert(product, (before, after));
    }

    /// Each product with its prices before and after the rule.
    pub fn iter(&self) -> impl Iterator<Item = (&DraftKey, (i64, i64))> {
        self.0.iter().map(|(product, prices)| (product, *prices))
    }
}
