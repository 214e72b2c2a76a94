//! What a person made of what was dropped.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Deref;
use std::path::PathBuf;

use super::arrangement::Arrangement;
use super::defaults::Defaults;
use super::draft_key::{ByDraft, DraftKey, DraftKeys, KeyRef, TypedTexts};
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::{PhotoEdit, Price};

/// What was dropped, and what a person changed of it and typed.
#[derive(Debug, Default)]
pub struct Content {
    /// All paths dropped for the current plan.
    pub dropped: Vec<PathBuf>,
    /// How photos are grouped into products.
    pub grouping: Grouping,
    /// How the photos of single folders are grouped, as the person answered.
    pub answers: BTreeMap<PathBuf, Grouping>,
    /// Which photos belong to which product, where the person changed that.
    pub arrangement: Arrangement,
    /// The products that the person took out.
    pub removed: DraftKeys,
    /// Keyed by photo, so that edits survive a change of grouping.
    pub edits: HashMap<PathBuf, PhotoEdit>,
    pub typed: TypedTexts,
    /// What was typed into products of an earlier plan, and is in these now.
    pub carried: TypedTexts,
    /// The default values for all products, as typed.
    pub defaults: Defaults,
    pub price_rules: PriceRules,
}

/// The content of a review, to be read. It changes by `Review::change` alone, which derives what follows.
#[derive(Debug, Default)]
pub struct ReadContent(Content);

impl Deref for ReadContent {
    type Target = Content;

    fn deref(&self) -> &Content {
        &self.0
    }
}

/// What a change of the content means for the products.
#[must_use]
pub enum Touched {
    /// Nothing before the next plan.
    NextPlan,
    /// The values of these products.
    Values(Vec<usize>),
    /// The values of each product. They are checked one after the other.
    EachValue,
    /// How photos are edited.
    Edits,
    /// These products are taken out.
    Out(BTreeSet<usize>),
    /// These products are put back at their places.
    Back(Vec<(usize, PlannedDraft)>),
    /// Which products there are, and of which photos.
    Products,
}

impl ReadContent {
    /// Changes the content. What that means for the products is to be derived.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Content) -> (T, Touched)) -> (T, Touched) {
        change(&mut self.0)
    }
}

/// The prices to which a rule was applied, each before and after it.
#[derive(Debug, Default)]
pub struct PriceRules(ByDraft<(Price, Price)>);

impl PriceRules {
    /// The price at which a rule begins: while a product still has the price that a rule gave it, the one
    /// before that, so that no price is raised twice.
    pub fn basis(&self, product: KeyRef<'_>, price: Price) -> Price {
        self.0.get(&product).filter(|(_, after)| *after == price).map_or(price, |(before, _)| *before)
    }

    /// Notes what a rule did.
    pub fn note(&mut self, product: DraftKey, before: Price, after: Price) {
        self.0.insert(product, (before, after));
    }

    /// Each product with its prices before and after the rule.
    pub fn iter(&self) -> impl Iterator<Item = (&DraftKey, (Price, Price))> {
        self.0.iter().map(|(product, prices)| (product, *prices))
    }
}
