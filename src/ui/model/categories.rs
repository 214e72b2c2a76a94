//! The categories of the marketplace, as the screens show them.

use std::sync::Arc;

use crate::domain::Problem;
use crate::domain::category::{Catalogue, CategoryIndex};
use crate::import::categories::CategoryChoices;
use crate::worker::CategoriesUpdate;

/// What is known of categories.
#[derive(Debug, Default)]
pub struct Categories {
    /// The tree, and the attributes that were loaded.
    pub catalogue: Catalogue,
    /// For finding as one types.
    pub index: CategoryIndex,
    /// Pinned and recent categories, folders, earlier products.
    pub choices: CategoryChoices,
    pub is_loading: bool,
    /// Why the tree could not be read, or not be read again.
    pub problem: Option<Problem>,
    /// The last category whose attributes could not be read, and why.
    pub attributes_problem: Option<(i64, Problem)>,
}

impl Categories {
    /// Applies an update of the worker.
    pub fn apply(&mut self, update: CategoriesUpdate) {
        match update {
            CategoriesUpdate::Loading => self.is_loading = true,
            CategoriesUpdate::Loaded { tree, outdated } => {
                if self.catalogue.tree.as_ref().is_none_or(|known| !Arc::ptr_eq(known, &tree)) {
                    self.index = CategoryIndex::new(&tree);
                }
                self.catalogue.tree = Some(tree);
                (self.is_loading, self.problem) = (false, outdated);
            }
            CategoriesUpdate::Failed(problem) => (self.is_loading, self.problem) = (false, Some(problem)),
            CategoriesUpdate::Attributes { category, groups } => {
                self.attributes_problem.take_if(|(failed, _)| *failed == category);
                self.catalogue.attributes.insert(category, groups);
            }
            CategoriesUpdate::AttributesFailed { category, problem } => self.attributes_problem = Some((category, problem)),
            CategoriesUpdate::Choices(choices) => self.choices = choices,
            // The terminal asks for it.
            CategoriesUpdate::Preview(_) => {}
        }
    }
}
