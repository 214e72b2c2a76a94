//! The categories of planned products: from their folders, and what is still missing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Review;
use super::draft_key::key;
use super::history::Step;
use super::known_categories::{Gap, KnownCategories};
use crate::Categories;
use crate::messages::{CategoryCommand, Command};
use vitrine_core::import::categories::{CategoryChoices, category_of_folder, shared_folders};
use vitrine_domain::category::{Attribute, AttributeGroup, AttributeValue};
use vitrine_domain::{CreateRules, Draft, Field, FieldError};

impl Review {
    /// Takes what is known of categories.
    pub(crate) fn categories_changed(&mut self, known: &Categories) {
        let folders_changed = self.categories.choices.folders != known.choices.folders
            || self.categories.market_categories.tree != known.market_categories.tree;
        if !folders_changed && Arc::ptr_eq(&self.categories.market_categories, &known.market_categories) {
            return;
        }
        self.categories.market_categories = Arc::clone(&known.market_categories);
        if folders_changed {
            self.categories.choices = known.choices.clone();
            self.categories.find_folders(&self.derived.drafts, &self.content.dropped);
        }
        self.derived.checks.touch_all();
        self.revisions.now += 1;
    }

    /// The category that a product has because of its folder.
    pub fn category_of_folder(&self, index: usize) -> Option<i64> {
        self.categories.of_folder(key(self.derived.drafts.get(index)?))
    }

    /// The path of a product's category, or what was typed for it.
    pub fn category_path(&self, index: usize) -> Option<String> {
        let draft = self.with_defaults(index);
        let tree = self.categories.market_categories.tree.as_ref();
        draft.category_id.and_then(|id| tree?.path(id)).or(draft.category)
    }

    /// The folders that a product shares with others, from the dropped folder inwards.
    pub fn shared_folders(&self, index: usize) -> Vec<String> {
        self.derived
            .drafts
            .get(index)
            .map(|planned| shared_folders(planned, &self.content.dropped))
            .unwrap_or_default()
    }

    /// What a product's category lacks.
    pub(in crate::import) fn gap(
        &self,
        index: usize,
        draft: &Draft,
        errors: &BTreeMap<Field, FieldError>,
    ) -> Option<Gap> {
        match (errors.get(&Field::CategoryId), errors.get(&Field::ProductAttribute), draft.category_id) {
            (Some(FieldError::Missing), ..) => {
                Some(Gap::Category { folder: self.shared_folders(index).join("/") })
            }
            (None, Some(FieldError::MissingAttribute { title }), Some(category)) => {
                Some(Gap::Attribute { category, title: title.clone().into() })
            }
            (None, Some(FieldError::AttributesUnknown), Some(category)) => {
                Some(Gap::UnknownAttributes { category })
            }
            _ => None,
        }
    }

    /// The category that these products have, if they have the same one.
    pub fn common_category(&self, products: &[usize], rules: &CreateRules) -> Option<i64> {
        let mut categories = products.iter().map(|&product| self.evaluated(product, rules).0.category_id);
        let first = categories.next().flatten()?;
        categories.all(|category| category == Some(first)).then_some(first)
    }

    /// Gives a folder a category, and the products in it that have their own. Products of the folder follow
    /// it.
    pub(in crate::import) fn categorise_folder(
        &mut self,
        folder: &str,
        category: i64,
        products: &[usize],
    ) -> Vec<Command> {
        let (before, commands) = self.map_folder(CategoryChoices::folder_key(folder), Some(category));
        let has_own =
            |product: &&usize| self.own_category(**product).is_some_and(|own| own != category.to_string());
        let cell = |&product: &usize| (product, Field::CategoryId, category.to_string());
        let cells: Vec<_> = products.iter().filter(has_own).map(cell).collect();
        let step = if cells.is_empty() {
            before
        } else {
            Step::Several(vec![self.change(|content, drafts| content.type_texts(drafts, cells)), before])
        };
        self.history.record(step, None);
        self.revisions.now += 1;
        commands
    }

    /// How many products get the category that this folder is given: those in it and in its sub-folders that
    /// follow no other folder and have none of their own, and of these `products`, which get it in any case.
    pub fn reached_by_folder(&self, folder: &[String], products: &[usize]) -> usize {
        let KnownCategories { market_categories, choices, .. } = &self.categories;
        let Some(any) = market_categories.tree.as_ref().and_then(|tree| tree.leaves().next()) else {
            return products.len();
        };
        let mut choices = choices.clone();
        choices.map_folder(&folder.join("/"), Some(any.id));
        let follows = |index: &usize| {
            let planned = &self.derived.drafts[*index];
            self.own_category(*index).is_none()
                && shared_folders(planned, &self.content.dropped).starts_with(folder)
                && category_of_folder(planned, &self.content.dropped, market_categories, &choices)
                    == Some(any.id)
        };
        let reached: BTreeSet<usize> =
            (0..self.derived.drafts.len()).filter(follows).chain(products.iter().copied()).collect();
        reached.len()
    }

    /// Gives a folder a category, or none. Returns what takes it back.
    pub(in crate::import) fn map_folder(
        &mut self,
        folder: String,
        category: Option<i64>,
    ) -> (Step, Vec<Command>) {
        let before = self.categories.choices.folders.get(&folder).copied();
        self.categories.choices.map_folder(&folder, category);
        self.categories.find_folders(&self.derived.drafts, &self.content.dropped);
        self.derived.checks.touch_all();
        let command = CategoryCommand::MapFolder { folder: folder.clone(), category };
        (Step::FolderCategory(folder, before), vec![Command::Category(command)])
    }

    /// The category that a product has itself, as typed or from its sheet.
    fn own_category(&self, product: usize) -> Option<String> {
        let planned = self.derived.drafts.get(product)?;
        let mut draft = planned.draft.clone();
        if let Some(typed) = self.typed(product, Field::CategoryId) {
            let _ = draft.set(Field::CategoryId, typed);
        }
        draft.category_id.map(|id| id.to_string()).or(draft.category)
    }

    /// A product's category as text that means the same category when it is pasted: its path, its id where
    /// several have this path, or what was typed.
    pub fn category_text(&self, product: usize) -> String {
        let draft = self.with_defaults(product);
        let tree = self.categories.market_categories.tree.as_ref();
        let path = |id| {
            tree?.path(id).filter(|path| {
                tree.is_some_and(|tree| tree.resolve(path, false).is_ok_and(|found| found.id == id))
            })
        };
        draft
            .category_id
            .map(|id| path(id).unwrap_or_else(|| id.to_string()))
            .or(draft.category)
            .unwrap_or_default()
    }

    /// The cells that give products values for attributes, by the attributes' ids. Other values of a product
    /// stay, except those that its category does not have.
    pub fn attribute_cells(
        &self,
        products: &[usize],
        groups: &[AttributeGroup],
        changed: &BTreeMap<i64, String>,
        rules: &CreateRules,
    ) -> Vec<(usize, Field, String)> {
        let cell = |&product: &usize| {
            let mut texts = attribute_texts(&self.evaluated(product, rules).0, groups);
            texts.extend(changed.clone());
            let all = groups.iter().flat_map(|group| &group.attributes);
            let values = all.filter_map(|attribute| {
                let text = texts.remove(&attribute.id).filter(|text| !text.trim().is_empty())?;
                Some(AttributeValue {
                    name: name_of(attribute, groups),
                    text,
                    sent: None,
                    where_taken: false,
                })
            });
            let written = Draft { product_attribute: values.collect(), ..Draft::default() };
            (product, Field::ProductAttribute, written.text(Field::ProductAttribute))
        };
        products.iter().map(cell).collect()
    }
}

/// The name by which an attribute is found again: its title, unless another one has it, too.
fn name_of(attribute: &Attribute, groups: &[AttributeGroup]) -> String {
    let is_found = Attribute::find(groups, &attribute.title).is_some_and(|found| found.id == attribute.id);
    if is_found { attribute.title.clone() } else { attribute.id.to_string() }
}

/// The texts of a draft's values for attributes, by the attributes' ids.
pub fn attribute_texts(draft: &Draft, groups: &[AttributeGroup]) -> BTreeMap<i64, String> {
    let known = |name: &str| Attribute::find(groups, name).map(|attribute| attribute.id);
    draft
        .product_attribute
        .iter()
        .filter_map(|value| Some((known(&value.name)?, value.text.clone())))
        .collect()
}
