//! The categories of the marketplace, as the screens show them.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::messages::{CategoryCommand, CategoryEvent, Command};
use vitrine_core::import::categories::CategoryChoices;
use vitrine_domain::category::CategoryIndex;
use vitrine_domain::{CreateRules, MarketCategories, Problem};

/// What is known of categories.
#[derive(Debug, Default)]
pub struct Categories {
    /// The tree, and the attributes that were loaded.
    pub market_categories: Arc<MarketCategories>,
    /// For finding as one types.
    pub index: CategoryIndex,
    /// Pinned and recent categories, folders, earlier products.
    pub choices: CategoryChoices,
    pub is_loading: bool,
    /// Why the tree could not be read, or not be read again.
    pub problem: Option<Problem>,
    /// The categories whose attributes could not be read, and why.
    pub attributes_problems: BTreeMap<i64, Problem>,
    /// The categories whose attributes were requested.
    requested: HashSet<i64>,
}

impl Categories {
    /// Applies an update of the worker.
    pub fn apply(&mut self, update: CategoryEvent) {
        match update {
            CategoryEvent::Loading => self.is_loading = true,
            CategoryEvent::Loaded { tree, outdated } => {
                if self.market_categories.tree.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &tree)) {
                    self.index = CategoryIndex::new(&tree);
                }
                Arc::make_mut(&mut self.market_categories).tree = Some(tree);
                (self.is_loading, self.problem) = (false, outdated);
            }
            CategoryEvent::Failed(problem) => (self.is_loading, self.problem) = (false, Some(problem)),
            CategoryEvent::Attributes { category, groups } => {
                self.attributes_problems.remove(&category);
                Arc::make_mut(&mut self.market_categories).attributes.insert(category, groups);
            }
            CategoryEvent::AttributesLoading(category) => drop(self.attributes_problems.remove(&category)),
            CategoryEvent::AttributesFailed { category, problem } => {
                drop(self.attributes_problems.insert(category, problem));
            }
            CategoryEvent::Choices(choices) => self.choices = choices,
            // The terminal asks for it.
            CategoryEvent::Preview(_) => {}
        }
    }

    /// Lets products of a category be sent although its attributes could not be read.
    pub(super) fn do_without_attributes(&mut self, category: i64) {
        Arc::make_mut(&mut self.market_categories).unchecked.insert(category);
    }

    /// Requests the attributes of these categories, as far as they were not requested before.
    pub(super) fn request_attributes(
        &mut self,
        rules: &CreateRules,
        wanted: impl Iterator<Item = i64>,
    ) -> Vec<Command> {
        let (Some(of_market), Some(tree)) = (&rules.categories, &self.market_categories.tree) else {
            return Vec::new();
        };
        if !of_market.has_attributes {
            return Vec::new();
        }
        let new = wanted.filter(|category| tree.get(*category).is_some() && self.requested.insert(*category));
        new.map(|category| Command::Category(CategoryCommand::LoadAttributes { category, again: false }))
            .collect()
    }
}
