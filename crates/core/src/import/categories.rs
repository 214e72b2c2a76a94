//! Categories of planned products: from the folders that their photos lie in, and from earlier products.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::file_name::has_photo_name;
use super::sheet::is_sheet;
use super::state::{OpenCategory, PlannedDraft};
use vitrine_domain::CategoryRules;
use vitrine_domain::MarketCategories;
use vitrine_domain::text::folded;

/// What a shop chose about categories earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CategoryChoices {
    /// Categories that a person pinned, in their order.
    pub pinned: Vec<i64>,
    /// Categories of the last products, the latest first.
    pub recent: Vec<i64>,
    /// The categories of folders, by the folded names of a folder and those that contain it, with slashes
    /// between them: `rugs/kilim`. A folder with fewer names is any folder that ends so.
    pub folders: BTreeMap<String, i64>,
    /// The last products: name and category, the latest first.
    pub products: Vec<(String, i64)>,
}

/// Categories that were used recently.
const MAX_RECENT: usize = 12;
/// Products that suggestions are made from.
const MAX_PRODUCTS: usize = 2_000;
/// The share of equal words from which two names count as similar.
const MIN_SIMILARITY: f64 = 0.5;
/// Folders that count for photos that were not dropped with a folder.
const FOLDERS_WITHOUT_ROOT: usize = 3;

/// A category that an earlier product suggests. It is shown with its reason, and never applied without being
/// asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    pub category: i64,
    /// The earlier product's name.
    pub because_of: String,
    /// Whether the names are equal.
    pub is_same_name: bool,
}

impl CategoryChoices {
    /// The key of a folder in [`CategoryChoices::folders`], from names with any separator.
    pub fn folder_key(folder: &str) -> String {
        let names: Vec<String> =
            folder.split(['/', '\\']).map(folded).filter(|name| !name.is_empty()).collect();
        names.join("/")
    }

    /// Remembers the category of a folder, or forgets it.
    pub fn map_folder(&mut self, folder: &str, category: Option<i64>) {
        let key = Self::folder_key(folder);
        match category {
            Some(category) if !key.is_empty() => drop(self.folders.insert(key, category)),
            _ => drop(self.folders.remove(&key)),
        }
    }

    /// Pins a category, or removes the pin.
    pub fn pin(&mut self, category: i64, pinned: bool) {
        self.pinned.retain(|known| *known != category);
        if pinned {
            self.pinned.push(category);
        }
    }

    /// Remembers products with a category, in the order in which they were started.
    pub fn remember(&mut self, products: impl IntoIterator<Item = (String, i64)>) {
        for (name, category) in products {
            self.recent.retain(|known| *known != category);
            self.recent.insert(0, category);
            self.products.insert(0, (name, category));
        }
        self.recent.truncate(MAX_RECENT);
        let mut seen = HashSet::new();
        self.products.retain(|(name, _)| seen.insert(folded(name)));
        self.products.truncate(MAX_PRODUCTS);
    }

    /// Pinned categories, then recent ones: what a picker shows first.
    pub fn preferred(&self) -> Vec<i64> {
        let recent = self.recent.iter().filter(|id| !self.pinned.contains(id));
        self.pinned.iter().chain(recent).copied().collect()
    }

    /// The innermost mapped folder whose category is known: its index, and the category. `folders` are folded
    /// names from the outside in.
    pub fn of_folders(&self, folders: &[String], is_known: impl Fn(i64) -> bool) -> Option<(usize, i64)> {
        let mapped = |start: usize, end: usize| {
            self.folders.get(&folders[start..=end].join("/")).copied().filter(|id| is_known(*id))
        };
        (0..folders.len()).rev().find_map(|end| Some((end, (0..=end).find_map(|start| mapped(start, end))?)))
    }

    /// The category of the earlier product with the same name, else of the one with the most similar name.
    pub fn suggest(&self, name: &str) -> Option<Suggestion> {
        let wanted = folded(name);
        let words: HashSet<&str> = wanted.split(' ').filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return None;
        }
        let suggestion = |(earlier, category): &(String, i64), is_same_name| Suggestion {
            category: *category,
            because_of: earlier.clone(),
            is_same_name,
        };
        if let Some(same) = self.products.iter().find(|(earlier, _)| folded(earlier) == wanted) {
            return Some(suggestion(same, true));
        }
        let similarity = |earlier: &str| {
            let earlier = folded(earlier);
            let other: HashSet<&str> = earlier.split(' ').filter(|word| !word.is_empty()).collect();
            let (common, all) = (words.intersection(&other).count(), words.union(&other).count());
            common as f64 / all.max(1) as f64
        };
        let mut best: Option<(f64, &(String, i64))> = None;
        for product in &self.products {
            let similarity = similarity(&product.0);
            // Of equally similar ones the latest.
            if similarity >= MIN_SIMILARITY && best.is_none_or(|(most, _)| similarity > most) {
                best = Some((similarity, product));
            }
        }
        best.map(|(_, product)| suggestion(product, false))
    }
}

/// Gives a draft without a category the one of its folder ([`category_of_folder`]). Returns whether it did.
pub fn fill_from_folder(
    planned: &mut PlannedDraft,
    roots: &[PathBuf],
    market_categories: &MarketCategories,
    choices: &CategoryChoices,
) -> bool {
    if planned.draft.category_id.is_some() || planned.draft.category.is_some() {
        return false;
    }
    let category = category_of_folder(planned, roots, market_categories, choices);
    planned.draft.category_id = category;
    planned.draft.category = category.and_then(|id| market_categories.tree.as_ref()?.path(id));
    category.is_some()
}

/// The category of a draft's folder: of the innermost folder that was mapped or is named like a category.
/// `roots` are the dropped paths. A folder that contains them counts if it was mapped, so that a folder
/// dropped alone has the category that it had as part of another; what it is named like does not matter.
pub fn category_of_folder(
    planned: &PlannedDraft,
    roots: &[PathBuf],
    market_categories: &MarketCategories,
    choices: &CategoryChoices,
) -> Option<i64> {
    let tree = market_categories.tree.as_ref()?;
    let all = folded_folders(planned);
    let outside = all.len() - folders_of(planned, roots).len();
    let named = tree.of_folders(&all[outside..]).map(|(at, category)| (outside + at, category.id));
    let mapped = choices.of_folders(&all, |id| tree.get(id).is_some());
    // Of the same folder, what a person chose.
    named.into_iter().chain(mapped).max_by_key(|(at, _)| *at).map(|(_, id)| id)
}

/// Notes where the category of a draft without one comes from, until the categories are known. `roots` are
/// the dropped paths, and `folders` those that were given categories, as typed; `default` is for drafts whose
/// folder has none.
pub fn keep_category_open(
    planned: &mut PlannedDraft,
    roots: &[PathBuf],
    folders: &[(String, String)],
    default: Option<i64>,
) {
    if planned.draft.category_id.is_some() || planned.draft.category.is_some() {
        return;
    }
    let root = folder_of(planned).and_then(|folder| root_of(folder, roots)).cloned();
    planned.open_category = Some(Box::new(OpenCategory { root, folders: folders.to_vec(), default }));
}

/// Gives a draft the category that [`keep_category_open`] left open. What was typed for its folder and means
/// no category is the draft's, so that it is reported. Nothing happens before the categories are known.
pub fn find_open_category(
    planned: &mut PlannedDraft,
    rules: &CategoryRules,
    market_categories: &MarketCategories,
    choices: &CategoryChoices,
) {
    let Some(open) = planned.open_category.take_if(|_| market_categories.tree.is_some()) else { return };
    let mut typed = TypedFolders::read(&open.folders, rules, market_categories);
    let folders = folded_folders(planned);
    if let Some((_, place)) = typed.unknown.of_folders(&folders, |_| true) {
        let named = usize::try_from(place).ok().and_then(|place| open.folders.get(place));
        planned.draft.category = named.map(|(_, named)| named.clone());
        return;
    }
    let mut folders = choices.folders.clone();
    folders.append(&mut typed.known.folders);
    let choices = CategoryChoices { folders, ..CategoryChoices::default() };
    let roots: Vec<PathBuf> = open.root.into_iter().collect();
    if !fill_from_folder(planned, &roots, market_categories, &choices) {
        planned.draft.category_id = open.default;
    }
}

/// Folders with the categories that were typed for them.
pub struct TypedFolders {
    pub known: CategoryChoices,
    /// Those for which no category was typed, with their places instead.
    unknown: CategoryChoices,
}

impl TypedFolders {
    /// Finds the categories of folders.
    pub fn read(
        folders: &[(String, String)],
        rules: &CategoryRules,
        market_categories: &MarketCategories,
    ) -> Self {
        let mut read = Self { known: CategoryChoices::default(), unknown: CategoryChoices::default() };
        for (place, (folder, named)) in folders.iter().enumerate() {
            match market_categories.tree.as_ref().map(|tree| tree.resolve(named, rules.leaf_only)) {
                Some(Ok(category)) => read.known.map_folder(folder, Some(category.id)),
                _ => read.unknown.map_folder(folder, i64::try_from(place).ok()),
            }
        }
        read
    }
}

/// The folders that a draft shares with others, from the dropped folder inwards: without the one that is the
/// product itself.
pub fn shared_folders(planned: &PlannedDraft, roots: &[PathBuf]) -> Vec<String> {
    let mut folders = folders_of(planned, roots);
    let is_own = folder_of(planned) == Some(planned.source.as_path());
    if is_own && folders.len() > 1 {
        folders.pop();
    }
    folders
}

/// The folder that a draft with photos comes from. Photos that it was given instead, from other folders,
/// change nothing in that.
fn folder_of(planned: &PlannedDraft) -> Option<&Path> {
    let (source, first) = (planned.source.as_path(), planned.photos.first()?);
    if source.as_os_str().is_empty() {
        return first.parent();
    }
    if has_photo_name(source) || is_sheet(source) {
        return source.parent();
    }
    planned.photos.iter().find(|photo| photo.starts_with(source)).map_or(Some(source), |photo| photo.parent())
}

/// The names of the folders that a draft comes from, from the dropped folder inwards.
fn folders_of(planned: &PlannedDraft, roots: &[PathBuf]) -> Vec<String> {
    let Some(folder) = folder_of(planned) else { return Vec::new() };
    match root_of(folder, roots) {
        // The dropped folder itself counts, but not what contains it.
        Some(root) => names(folder.strip_prefix(root.parent().unwrap_or(root)).unwrap_or(folder)),
        None => {
            let all = names(folder);
            all[all.len().saturating_sub(FOLDERS_WITHOUT_ROOT)..].to_vec()
        }
    }
}

/// The innermost of these paths that contains the folder.
fn root_of<'a>(folder: &Path, roots: &'a [PathBuf]) -> Option<&'a PathBuf> {
    roots.iter().filter(|root| folder.starts_with(root)).max_by_key(|root| root.as_os_str().len())
}

/// The folded names of all folders that a draft comes from, from the outside in.
fn folded_folders(planned: &PlannedDraft) -> Vec<String> {
    folder_of(planned).map(names).unwrap_or_default().iter().map(|name| folded(name)).collect()
}

fn names(path: &Path) -> Vec<String> {
    let normal = path.components().filter_map(|part| match part {
        std::path::Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    normal.collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use vitrine_domain::category::Category;

    fn market_categories() -> MarketCategories {
        let category = |id, title: &str, parent, is_leaf| Category {
            id,
            title: title.to_owned(),
            parent,
            is_leaf,
            unit: None,
            max_preparation_days: None,
        };
        let tree = vec![
            category(11, "Rugs", None, false),
            category(302, "Kilim", Some(0), true),
            category(303, "Gabbeh", Some(0), true),
            category(324, "Mug", None, true),
        ];
        MarketCategories { tree: Some(Arc::new(tree.into())), ..MarketCategories::default() }
    }

    fn planned(photo: &str) -> PlannedDraft {
        PlannedDraft { photos: vec![PathBuf::from(photo)], ..PlannedDraft::default() }
    }

    fn category_of(photo: &str, roots: &[&str], choices: &CategoryChoices) -> Option<i64> {
        let mut planned = planned(photo);
        let roots: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
        fill_from_folder(&mut planned, &roots, &market_categories(), choices);
        planned.draft.category_id
    }

    #[test]
    fn the_innermost_mapped_folder_decides_then_the_innermost_folder_named_like_a_category() {
        let mut choices = CategoryChoices::default();
        assert_eq!(category_of("/home/me/Rugs/kilim/1/a.jpg", &["/home/me/Rugs"], &choices), Some(302));
        assert_eq!(
            category_of("/home/me/Mug/a.jpg", &["/home/me/Mug"], &choices),
            Some(324),
            "the dropped folder itself counts"
        );
        assert_eq!(
            category_of("/home/mug/new/a.jpg", &["/home/mug/new"], &choices),
            None,
            "what contains it does not"
        );
        choices.map_folder("Rugs", Some(303));
        assert_eq!(
            category_of("/r/Rugs/old/a.jpg", &["/r/Rugs"], &choices),
            Some(303),
            "a folder covers those inside"
        );
        choices.map_folder("RUGS / Old", Some(302));
        assert_eq!(
            category_of("/r/Rugs/old/1/a.jpg", &["/r/Rugs"], &choices),
            Some(302),
            "the innermost wins"
        );
        assert_eq!(category_of("/elsewhere/old/a.jpg", &[], &choices), None, "this folder is not in Rugs");
        choices.map_folder("rugs/old", None);
        assert_eq!(category_of("/r/Rugs/old/a.jpg", &["/r/Rugs"], &choices), Some(303));
        choices.map_folder("rugs", Some(9999));
        assert_eq!(category_of("/r/Rugs/old/a.jpg", &["/r/Rugs"], &choices), None, "the category vanished");
    }

    #[test]
    fn a_folder_dropped_alone_has_the_category_that_it_has_as_part_of_another() {
        let mut choices = CategoryChoices::default();
        choices.map_folder("stock/Various", Some(324));
        let dropped_alone = |photo: &str, root: &str| category_of(photo, &[root], &choices);
        assert_eq!(dropped_alone("/home/me/stock/Various/1/a.jpg", "/home/me/stock/Various"), Some(324));
        assert_eq!(
            dropped_alone("/home/me/stock/Various/new/a.jpg", "/home/me/stock/Various/new"),
            Some(324),
            "it covers those inside"
        );
        assert_eq!(
            dropped_alone("/home/me/other/Various/a.jpg", "/home/me/other/Various"),
            None,
            "another folder of this name"
        );
        assert_eq!(
            dropped_alone("/home/me/stock/Various/Kilim/a.jpg", "/home/me/stock/Various/Kilim"),
            Some(302),
            "the innermost wins"
        );
        choices.map_folder("stock/Various/Kilim", Some(303));
        assert_eq!(
            category_of("/home/me/stock/Various/Kilim/a.jpg", &["/home/me/stock/Various/Kilim"], &choices),
            Some(303)
        );
    }

    #[test]
    fn products_share_the_folders_outside_of_their_own() {
        let roots = [PathBuf::from("/r/Rugs")];
        let of_folder =
            PlannedDraft { source: PathBuf::from("/r/Rugs/Kilim/1"), ..planned("/r/Rugs/Kilim/1/a.jpg") };
        assert_eq!(shared_folders(&of_folder, &roots), ["Rugs", "Kilim"]);
        let of_file =
            PlannedDraft { source: PathBuf::from("/r/Rugs/Kilim/a.jpg"), ..planned("/r/Rugs/Kilim/a.jpg") };
        assert_eq!(shared_folders(&of_file, &roots), ["Rugs", "Kilim"]);
        let dropped = PlannedDraft { source: PathBuf::from("/r/Rugs"), ..planned("/r/Rugs/a.jpg") };
        assert_eq!(shared_folders(&dropped, &roots), ["Rugs"], "nothing else is left");
    }

    #[test]
    fn photos_from_elsewhere_leave_a_product_in_its_folder() {
        let roots = [PathBuf::from("/r/Rugs")];
        let category = |source: &str, photos: &[&str]| {
            let planned = PlannedDraft {
                source: PathBuf::from(source),
                photos: photos.iter().map(PathBuf::from).collect(),
                ..PlannedDraft::default()
            };
            category_of_folder(&planned, &roots, &market_categories(), &CategoryChoices::default())
        };
        let tray = "/r/Rugs/Kilim/Tray";
        assert_eq!(category(tray, &["/r/Rugs/Gabbeh/new.jpg", "/r/Rugs/Kilim/Tray/2.jpg"]), Some(302));
        assert_eq!(category(tray, &["/elsewhere/new.jpg"]), Some(302), "all were replaced");
        assert_eq!(category("/r/Rugs/Kilim/a.jpg", &["/r/Rugs/Gabbeh/a.jpg"]), Some(302));
        assert_eq!(category("/r/Rugs/list.csv", &["/r/Rugs/Gabbeh/a.jpg"]), None, "the list lies in Rugs");
        assert_eq!(category(tray, &["/r/Rugs/Kilim/Tray/Gabbeh/1.jpg"]), Some(303), "a folder in its own");
    }

    #[test]
    fn a_category_that_a_person_gave_is_not_replaced() {
        let mut own = planned("/r/Rugs/Kilim/a.jpg");
        own.draft.category = Some("Mug".to_owned());
        assert!(!fill_from_folder(&mut own, &[], &market_categories(), &CategoryChoices::default()));
        assert_eq!((own.draft.category.as_deref(), own.draft.category_id), (Some("Mug"), None));
    }

    #[test]
    fn an_earlier_product_with_the_same_or_a_similar_name_suggests_its_category() {
        let mut choices = CategoryChoices::default();
        choices.remember([
            ("گلیم دستباف کرمان".to_owned(), 302),
            ("Blue mug".to_owned(), 324),
            ("گبه".to_owned(), 303),
        ]);
        let suggested = |name: &str| {
            choices.suggest(name).map(|suggestion| (suggestion.category, suggestion.is_same_name))
        };
        assert_eq!(suggested("گليم دستباف کرمان"), Some((302, true)));
        assert_eq!(suggested("گلیم دستباف یزد"), Some((302, false)));
        assert_eq!(suggested("red MUG blue"), Some((324, false)));
        assert_eq!(suggested("کوسن دستباف سفید بزرگ"), None);
        assert_eq!(suggested(" "), None);
        assert_eq!(choices.recent, [303, 324, 302]);
    }

    #[test]
    fn pinned_categories_come_before_recent_ones() {
        let mut choices = CategoryChoices::default();
        choices.remember([("a".to_owned(), 1), ("b".to_owned(), 2)]);
        choices.pin(1, true);
        choices.pin(7, true);
        assert_eq!(choices.preferred(), [1, 7, 2]);
        choices.pin(1, false);
        assert_eq!(choices.preferred(), [7, 2, 1]);
    }
}
