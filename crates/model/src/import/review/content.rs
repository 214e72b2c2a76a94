//! What a person made of what was dropped. Nothing changes it but [`Review::change`], which derives what follows from it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::Review;
use super::arrangement::Arrangement;
use super::draft_key::{DraftKeys, TypedTexts, key};
use super::price_rules::PriceRules;
use vitrine_core::import::{Grouping, PlannedDraft};
use vitrine_domain::{Edit, Field};

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
    pub edits: HashMap<PathBuf, Edit>,
    pub typed: TypedTexts,
    /// What was typed into products of an earlier plan, and is in these now.
    pub carried: TypedTexts,
    /// The default values for all products, as typed.
    pub defaults: BTreeMap<Field, String>,
    pub price_rules: PriceRules,
}

/// The content of a review, to be read.
#[derive(Debug, Default)]
pub struct ReadContent(Content);

impl Deref for ReadContent {
    type Target = Content;

    fn deref(&self) -> &Content {
        &self.0
    }
}

/// What a change of the content means for the products.
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

impl Review {
    /// Changes the content. `change` is given the products, and says what the change means for them.
    pub(in crate::import) fn change<T>(&mut self, change: impl FnOnce(&mut Content, &[PlannedDraft]) -> (T, Touched)) -> T {
        let (result, touched) = change(&mut self.content.0, &self.derived.drafts);
        self.revisions.now += 1;
        self.derive(touched);
        result
    }

    fn derive(&mut self, touched: Touched) {
        let checks = &mut self.derived.checks;
        match touched {
            Touched::NextPlan => {}
            Touched::Values(products) => products.into_iter().for_each(|product| checks.touch(product)),
            Touched::EachValue => (0..self.derived.drafts.len()).for_each(|product| checks.touch(product)),
            Touched::Edits => self.revisions.plan += 1,
            Touched::Out(products) => {
                checks.remove(&products);
                let mut index = 0..;
                self.derived.drafts.retain(|_| index.next().is_some_and(|index| !products.contains(&index)));
                self.revisions.plan += 1;
            }
            Touched::Back(drafts) => {
                for (index, draft) in drafts {
                    self.derived.drafts.insert(index.min(self.derived.drafts.len()), draft);
                }
                self.products_changed();
            }
            Touched::Products => {
                self.rebuild_drafts();
                self.products_changed();
            }
        }
    }

    fn products_changed(&mut self) {
        self.find_folders();
        self.revisions.plan += 1;
        self.derived.checks.touch_all();
    }

    /// Derives the products from the plan and the person's changes.
    fn rebuild_drafts(&mut self) {
        let Content { arrangement, removed, .. } = &*self.content;
        let mut drafts = arrangement.apply(&self.plan.drafts);
        drafts.retain(|draft| !removed.contains(&key(draft)));
        let mut problems = self.plan.problems.clone();
        let taken_out: HashSet<&Path> = arrangement.removed().collect();
        if !taken_out.is_empty() {
            // A file that was taken out of its product is no problem any more.
            let held: HashSet<&Path> = drafts.iter().flat_map(|draft| &draft.photos).map(PathBuf::as_path).collect();
            let is_out = |file: &Path| taken_out.contains(file) && !held.contains(file);
            problems.retain(|problem| !problem.subject.as_deref().is_some_and(|file| is_out(Path::new(file))));
        }
        (self.derived.drafts, self.derived.problems) = (drafts, problems);
    }
}
