//! The tree of categories. It comes from outside, so that nothing about it is assumed: neither its depth nor
//! that ids are unique.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::text::folded;
use crate::{FieldError, parse_integer};

/// One category.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Category {
    pub id: i64,
    pub title: String,
    /// The index of the category that contains it. A category comes after the one that contains it.
    pub parent: Option<usize>,
    /// Whether it contains no others. Most marketplaces take products only in such categories.
    pub is_leaf: bool,
    /// The unit in which its products are sold, as the marketplace states it; possibly not the id that a
    /// creation takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<i64>,
    /// The most preparation days that it allows, where the marketplace says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_preparation_days: Option<i64>,
}

/// All categories of a marketplace, each after the one that contains it. Ids are unique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Category>", into = "Vec<Category>")]
pub struct CategoryTree {
    categories: Vec<Category>,
    by_id: HashMap<i64, usize>,
    /// The indices of the categories with this title, folded.
    by_title: HashMap<String, Vec<usize>>,
}

/// Between the titles of a path.
const SEPARATOR: &str = " / ";

/// What people type between the titles of a path.
const TYPED_SEPARATORS: [char; 6] = ['/', '\\', '>', '›', '»', '←'];

impl From<Vec<Category>> for CategoryTree {
    /// Of categories with the same id, the first one counts. A parent that does not come before its child is
    /// none.
    fn from(all: Vec<Category>) -> Self {
        let mut tree = Self::default();
        // The new index of each given category.
        let mut kept: Vec<Option<usize>> = Vec::with_capacity(all.len());
        for (at, category) in all.into_iter().enumerate() {
            let index = tree.categories.len();
            if tree.by_id.contains_key(&category.id) {
                kept.push(tree.by_id.get(&category.id).copied());
                continue;
            }
            let parent = category.parent.filter(|&parent| parent < at).and_then(|parent| kept[parent]);
            kept.push(Some(index));
            tree.by_id.insert(category.id, index);
            tree.by_title.entry(folded(&category.title)).or_default().push(index);
            tree.categories.push(Category { parent, ..category });
        }
        tree
    }
}

impl From<CategoryTree> for Vec<Category> {
    fn from(tree: CategoryTree) -> Self {
        tree.categories
    }
}

impl CategoryTree {
    pub fn len(&self) -> usize {
        self.categories.len()
    }

    pub fn is_empty(&self) -> bool {
        self.categories.is_empty()
    }

    /// All categories, each after the one that contains it.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// The categories that contain no others.
    pub fn leaves(&self) -> impl Iterator<Item = &Category> {
        self.categories.iter().filter(|category| category.is_leaf)
    }

    /// The category with this id.
    pub fn get(&self, id: i64) -> Option<&Category> {
        self.by_id.get(&id).map(|&index| &self.categories[index])
    }

    /// The category and those that contain it, from the inside out. It ends: parents come before their
    /// children.
    fn ancestors<'a>(&'a self, category: &'a Category) -> impl Iterator<Item = &'a Category> {
        std::iter::successors(Some(category), |category| {
            category.parent.map(|parent| &self.categories[parent])
        })
    }

    /// The ids of this category and of all that it contains, at any depth.
    pub fn within(&self, id: i64) -> Vec<i64> {
        let Some(top) = self.by_id.get(&id) else { return Vec::new() };
        // A category comes after the one that contains it.
        let mut inside = vec![false; self.categories.len()];
        for (at, category) in self.categories.iter().enumerate() {
            inside[at] = at == *top || category.parent.is_some_and(|parent| inside[parent]);
        }
        self.categories
            .iter()
            .zip(inside)
            .filter(|(_, inside)| *inside)
            .map(|(category, _)| category.id)
            .collect()
    }

    /// The titles from the top down to this category: `Home / Rugs / Kilim`. `None` for an unknown id.
    pub fn path(&self, id: i64) -> Option<String> {
        let mut titles: Vec<&str> =
            self.ancestors(self.get(id)?).map(|category| category.title.as_str()).collect();
        titles.reverse();
        Some(titles.join(SEPARATOR))
    }

    /// The titles of the categories that contain it, from the top down; empty at the top.
    pub fn path_above(&self, id: i64) -> String {
        let category =
            self.get(id).and_then(|category| category.parent).map(|parent| self.categories[parent].id);
        category.and_then(|above| self.path(above)).unwrap_or_default()
    }

    /// The category that typed text names: an id, a title, or the end of a path with any of the usual
    /// separators.
    ///
    /// # Errors
    /// `UnknownChoice`, `AmbiguousChoice`; `NotALeaf` with `leaf_only`.
    pub fn resolve(&self, text: &str, leaf_only: bool) -> Result<&Category, FieldError> {
        let text = text.trim();
        let unknown = || FieldError::UnknownChoice { text: text.into() };
        let usable = |category: &&Category| !leaf_only || category.is_leaf;
        let not_a_leaf = || FieldError::NotALeaf { text: text.into() };
        if let Ok(id) = parse_integer(text)
            && let Some(category) = self.get(id)
        {
            return Some(category).filter(usable).ok_or_else(not_a_leaf);
        }
        // A title may contain a separator itself.
        let whole = [folded(text)];
        let parts: Vec<String> =
            text.split(TYPED_SEPARATORS).map(folded).filter(|part| !part.is_empty()).collect();
        let mut found = self.ending_with(&whole);
        if found.is_empty() {
            found = self.ending_with(&parts);
        }
        let named: Vec<&Category> = found.iter().copied().filter(|category| usable(category)).collect();
        match (named.as_slice(), found.is_empty()) {
            ([category], _) => Ok(category),
            ([], true) => Err(unknown()),
            ([], false) => Err(not_a_leaf()),
            _ => Err(FieldError::AmbiguousChoice { text: text.into() }),
        }
    }

    /// The categories whose path ends with these titles, folded. A category may be left out between two of
    /// them.
    fn ending_with(&self, titles: &[String]) -> Vec<&Category> {
        let Some((last, above)) = titles.split_last() else { return Vec::new() };
        let candidates = self.by_title.get(last).map_or(&[][..], Vec::as_slice);
        let is_below = |category: &&Category| {
            let mut ancestors = self.ancestors(category).skip(1);
            above.iter().rev().all(|title| ancestors.any(|ancestor| folded(&ancestor.title) == *title))
        };
        candidates.iter().map(|&index| &self.categories[index]).filter(is_below).collect()
    }

    /// The leaf that a folder names, by the names of the folder and those that contain it, folded, from the
    /// outside in. The innermost folder that is named like a leaf decides; of several such leaves, the one
    /// whose upper categories are named by outer folders. Its index comes with the leaf.
    pub fn of_folders(&self, folders: &[String]) -> Option<(usize, &Category)> {
        folders.iter().enumerate().rev().find_map(|(depth, name)| {
            let candidates = self.by_title.get(name).map_or(&[][..], Vec::as_slice);
            let leaves: Vec<&Category> = candidates
                .iter()
                .map(|&index| &self.categories[index])
                .filter(|category| category.is_leaf)
                .collect();
            let confirmed = |category: &&&Category| {
                let mut above = self.ancestors(category).skip(1);
                above.any(|ancestor| folders[..depth].contains(&folded(&ancestor.title)))
            };
            let leaf = match leaves.as_slice() {
                [] => None,
                [only] => Some(*only),
                several => {
                    let mut confirmed = several.iter().filter(confirmed);
                    confirmed.next().filter(|_| confirmed.next().is_none()).copied()
                }
            };
            leaf.map(|leaf| (depth, leaf))
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub fn category(id: i64, title: &str, parent: Option<usize>, is_leaf: bool) -> Category {
        Category { id, title: title.to_owned(), parent, is_leaf, unit: None, max_preparation_days: None }
    }

    /// Home / Rugs / {Kilim, Gabbeh}; Home / Kitchen / {Mug}; Clothes / {Rugs, Kilim}.
    pub fn tree() -> CategoryTree {
        vec![
            category(1, "Home", None, false),
            category(2, "Rugs", Some(0), false),
            category(302, "Kilim", Some(1), true),
            category(299, "گبه‌های دستباف", Some(1), true),
            category(3, "Kitchen", Some(0), false),
            category(324, "Mug", Some(4), true),
            category(4, "Clothes", None, false),
            category(77, "Rugs", Some(6), true),
            category(78, "Kilim", Some(6), true),
        ]
        .into()
    }

    fn named(text: &str) -> Result<i64, FieldError> {
        tree().resolve(text, true).map(|category| category.id)
    }

    #[test]
    fn a_category_is_named_by_its_id_its_title_or_the_end_of_its_path() {
        for text in ["302", " ۳۰۲ ", "Rugs / Kilim", "rugs/kilim", "Home > Rugs > Kilim", "Home/Kilim"] {
            assert_eq!(named(text), Ok(302), "{text}");
        }
        assert_eq!(named("گبه هاي دستباف"), Err(FieldError::UnknownChoice { text: "گبه هاي دستباف".into() }));
        assert_eq!(named("گبه‌هاي دستباف"), Ok(299), "letters are folded");
        assert_eq!(named("mug"), Ok(324));
    }

    #[test]
    fn a_name_that_several_categories_have_is_never_guessed() {
        assert_eq!(named("Kilim"), Err(FieldError::AmbiguousChoice { text: "Kilim".into() }));
        assert_eq!(named("Kitchen"), Err(FieldError::NotALeaf { text: "Kitchen".into() }));
        assert_eq!(named("3"), Err(FieldError::NotALeaf { text: "3".into() }));
        assert_eq!(named("Home / Carpets"), Err(FieldError::UnknownChoice { text: "Home / Carpets".into() }));
        assert_eq!(named("999"), Err(FieldError::UnknownChoice { text: "999".into() }));
        assert_eq!(tree().resolve("Kitchen", false).map(|category| category.id), Ok(3));
    }

    #[test]
    fn the_innermost_folder_named_like_a_leaf_decides() {
        let of = |folders: &[&str]| {
            let folders: Vec<String> = folders.iter().map(|name| folded(name)).collect();
            tree().of_folders(&folders).map(|(_, category)| category.id)
        };
        assert_eq!(of(&["photos", "Rugs", "Kilim", "Kilim 12"]), Some(302));
        assert_eq!(of(&["photos", "Clothes", "Kilim"]), Some(78));
        assert_eq!(of(&["photos", "Kilim"]), None, "both categories of this name are possible");
        assert_eq!(of(&["Mug", "new"]), Some(324));
        assert_eq!(of(&["Kitchen", "plates"]), None);
    }

    #[test]
    fn equal_ids_and_parents_that_come_later_do_no_harm() {
        let tree: CategoryTree = vec![
            category(1, "A", Some(1), false),
            category(1, "B", Some(0), true),
            category(2, "C", Some(1), true),
        ]
        .into();
        assert_eq!(
            (tree.len(), tree.path(2).as_deref(), tree.path(1).as_deref()),
            (2, Some("A / C"), Some("A"))
        );
    }

    proptest! {
        #[test]
        fn any_tree_can_be_walked(parents in prop::collection::vec((0..40i64, prop::option::of(0..60usize), any::<bool>()), 0..50), text in ".{0,20}") {
            let all: Vec<Category> = parents.into_iter().map(|(id, parent, leaf)| category(id, &format!("t{}", id % 7), parent, leaf)).collect();
            let tree: CategoryTree = all.into();
            for known in tree.categories() {
                prop_assert!(tree.path(known.id).is_some());
            }
            let _ = (tree.resolve(&text, true), tree.resolve("t3 / t4", false), tree.of_folders(&["t1".to_owned(), "t2".to_owned()]));
            let copy: CategoryTree = serde_json::from_str(&serde_json::to_string(&tree).unwrap()).unwrap();
            prop_assert_eq!(copy, tree);
        }
    }
}
