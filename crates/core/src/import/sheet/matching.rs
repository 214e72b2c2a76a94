//! Which planned products a row without photos describes: those whose folder, file or card has the row's name or SKU. Else the
//! photos with that name, wherever they are.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::import::PlannedDraft;
use crate::import::file_name::strip_counter;
use vitrine_domain::text::{bare, folded};

/// A name as it is compared: `Blue_mug` is `blue mug`. Words in Persian are one with a half-space, a space or nothing between their parts, and
/// with or without the sign that links them to the next word.
pub fn key(name: &str) -> String {
    let plain = name.replace(['_', '-', '–', '.'], " ");
    if plain.is_ascii() {
        return folded(&plain).trim_end().to_owned();
    }
    let linked = plain.replace(['\u{654}', '\u{650}'], "").replace('ۀ', "ه");
    let linked = ["ه\u{200c}ی ", "ه ی "].into_iter().fold(format!("{linked} "), |text, link| text.replace(link, "ه "));
    let bare = bare(&linked);
    let is_persian = |c: char| matches!(c, '\u{620}'..='\u{6ff}') && c.is_alphabetic();
    let mut out = String::with_capacity(bare.len());
    let mut letters = bare.trim_end().chars().peekable();
    while let Some(c) = letters.next() {
        let before = out.chars().next_back().unwrap_or(' ');
        let after = letters.peek().copied().unwrap_or(' ');
        let joins = (is_persian(before) && (is_persian(after) || after.is_ascii_digit())) || (before.is_ascii_digit() && is_persian(after));
        if c != ' ' || !joins {
            out.push(c);
        }
    }
    out
}

/// The names by which a row can find planned photos: of products, and of photos with and without their counter.
pub fn photo_keys(drafts: &[PlannedDraft]) -> HashSet<String> {
    let of_product = |planned: &PlannedDraft| {
        let own = if is_folder(planned) { planned.source.file_name() } else { planned.source.file_stem() };
        [key(&planned.source_name), key(&own.unwrap_or_default().to_string_lossy())]
    };
    let of_photo = |photo: &PathBuf| {
        let stem = photo.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        [key(&stem), key(strip_counter(&stem))]
    };
    let mut keys: HashSet<String> = drafts.iter().flat_map(of_product).collect();
    keys.extend(drafts.iter().flat_map(|planned| &planned.photos).flat_map(of_photo));
    keys
}

/// The planned products by name. Each is given to one row only.
pub struct Products {
    /// By the whole name.
    exact: HashMap<String, Vec<usize>>,
    /// Single photos by their name without a counter: `mug-1.jpg`, `mug-2.jpg`.
    counted: HashMap<String, Vec<usize>>,
    /// Folders, likewise.
    counted_folders: HashMap<String, Vec<usize>>,
    taken: HashSet<usize>,
}

impl Products {
    /// `described`: the products that rows of earlier sheets describe. They are not given to other rows.
    pub fn new(drafts: &[PlannedDraft], described: &HashSet<usize>) -> Self {
        let (mut exact, mut counted, mut counted_folders) = (HashMap::new(), HashMap::new(), HashMap::new());
        for (index, planned) in drafts.iter().enumerate() {
            let is_folder = is_folder(planned);
            let own = if is_folder { planned.source.file_name() } else { planned.source.file_stem() };
            let own = own.unwrap_or_default().to_string_lossy();
            for name in [planned.source_name.as_str(), &own] {
                add(&mut exact, key(name), index);
                let without = strip_counter(name);
                if without != name.trim_end() && !described.contains(&index) {
                    add(if is_folder { &mut counted_folders } else { &mut counted }, key(without), index);
                }
            }
            // What a card or the phone said of it: the SKU alone where there is one, because names repeat.
            let said = planned.draft.sku.as_deref().filter(|sku| !sku.is_empty()).unwrap_or(&planned.draft.name);
            if !said.is_empty() && said != planned.source_name {
                add(&mut exact, key(said), index);
            }
        }
        Self { exact, counted, counted_folders, taken: described.clone() }
    }

    /// The products that rows of earlier sheets describe, by their own name and SKU, too.
    pub fn described(drafts: &[PlannedDraft], described: &HashSet<usize>) -> Self {
        let mut exact = HashMap::new();
        for (index, planned) in drafts.iter().enumerate().filter(|(index, _)| described.contains(index)) {
            let own = if is_folder(planned) { planned.source.file_name() } else { planned.source.file_stem() };
            let own = own.unwrap_or_default().to_string_lossy();
            let sku = planned.draft.sku.as_deref().unwrap_or_default();
            for name in [planned.draft.name.as_str(), sku, planned.source_name.as_str(), &own].into_iter().filter(|name| !name.is_empty()) {
                add(&mut exact, key(name), index);
            }
        }
        Self { exact, counted: HashMap::new(), counted_folders: HashMap::new(), taken: HashSet::new() }
    }

    /// The product at this index belongs to a row.
    pub fn mark_taken(&mut self, index: usize) {
        self.taken.insert(index);
    }

    /// The first free product with one of these names.
    pub fn take_exact(&mut self, names: &[&str]) -> Option<usize> {
        let candidates = names.iter().filter_map(|name| self.exact.get(&key(name))).flatten().copied();
        let found = candidates.into_iter().find(|index| !self.taken.contains(index))?;
        self.taken.insert(found);
        Some(found)
    }

    /// The free single photos that have one of these names and a counter.
    pub fn take_counted(&mut self, names: &[&str]) -> Vec<usize> {
        let candidates = names.iter().filter_map(|name| self.counted.get(&key(name))).flatten().copied();
        let mut found: Vec<usize> = candidates.filter(|index| !self.taken.contains(index)).collect();
        found.sort_unstable();
        found.dedup();
        self.taken.extend(&found);
        found
    }

    /// The only free folder that has one of these names and a counter.
    pub fn take_counted_folder(&mut self, names: &[&str]) -> Option<usize> {
        let candidates = names.iter().filter_map(|name| self.counted_folders.get(&key(name))).flatten().copied();
        let mut free: Vec<usize> = candidates.filter(|index| !self.taken.contains(index)).collect();
        free.dedup();
        let [found] = free.as_slice() else { return None };
        self.taken.insert(*found);
        Some(*found)
    }

    /// The folder of this name. It stays free, because a cell may name the folder of another row's photos.
    pub fn folder(&self, drafts: &[PlannedDraft], name: &Path) -> Option<usize> {
        let name = name.file_name()?.to_string_lossy();
        self.exact.get(&key(&name))?.iter().copied().find(|&index| drafts.get(index).is_some_and(is_folder))
    }

    /// Whether a row has this product.
    pub fn is_taken(&self, index: usize) -> bool {
        self.taken.contains(&index)
    }
}

/// The photos of products that no row describes, by name: a folder may hold the photos of many rows.
pub struct Photos<'a> {
    exact: HashMap<String, Vec<&'a Path>>,
    counted: HashMap<String, Vec<&'a Path>>,
    taken: HashSet<&'a Path>,
}

impl<'a> Photos<'a> {
    /// Indexes the photos of free products, except `named` ones, which belong to a row already.
    pub fn new(drafts: &'a [PlannedDraft], products: &Products, named: &HashSet<PathBuf>) -> Self {
        let (mut exact, mut counted) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let free = drafts.iter().enumerate().filter(|(index, _)| !products.is_taken(*index));
        for photo in free.flat_map(|(_, planned)| &planned.photos).filter(|photo| !named.contains(*photo)) {
            let stem = photo.file_stem().unwrap_or_default().to_string_lossy();
            exact.entry(key(&stem)).or_default().push(photo.as_path());
            let without = strip_counter(&stem);
            if without != stem.trim_end() {
                counted.entry(key(without)).or_default().push(photo.as_path());
            }
        }
        Self { exact, counted, taken: HashSet::new() }
    }

    /// The free photos that have one of these names.
    pub fn take_exact(&mut self, names: &[&str]) -> Vec<&'a Path> {
        take_photos(&self.exact, &mut self.taken, names)
    }

    /// The free photos that have one of these names and a counter.
    pub fn take_counted(&mut self, names: &[&str]) -> Vec<&'a Path> {
        take_photos(&self.counted, &mut self.taken, names)
    }
}

fn take_photos<'a>(photos: &HashMap<String, Vec<&'a Path>>, taken: &mut HashSet<&'a Path>, names: &[&str]) -> Vec<&'a Path> {
    // A photo `1.jpg` is the first one of its product, not the one of SKU 1.
    let is_name = |key: &String| key.chars().any(|c| !c.is_ascii_digit()) || key.len() > 2;
    let keys = names.iter().map(|name| key(name)).filter(is_name);
    let found = keys.filter_map(|key| photos.get(&key)).flatten().copied();
    found.filter(|photo| taken.insert(*photo)).collect()
}

fn is_folder(planned: &PlannedDraft) -> bool {
    !planned.photos.contains(&planned.source)
}

fn add(index: &mut HashMap<String, Vec<usize>>, key: String, draft: usize) {
    let drafts = index.entry(key).or_default();
    if drafts.last() != Some(&draft) {
        drafts.push(draft);
    }
}
