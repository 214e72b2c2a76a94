//! Which planned products a row without photos describes: those whose folder, file or card has the row's name
//! or SKU. Else the photos with that name, wherever they are.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::import::PlannedDraft;
use crate::import::file_name::{counter, counter_style, strip_counter};
use vitrine_domain::text::{bare, digit, folded, with_latin_digits};

/// Signs that no name of a file has on some systems: people write others in their place.
const OF_NO_FILE: [char; 8] = ['/', '\\', ':', '?', '"', '<', '>', '|'];

/// A name as it is compared: `Blue_mug` is `blue mug`, `60/90` is `60-90`, and `EF 14` is `EF14`. Words in
/// Persian are one with a half-space, a space or nothing between their parts, and with or without the sign
/// that links them to the next word.
pub fn key(name: &str) -> String {
    let plain = name.replace(['_', '-', '–', '.'], " ").replace(OF_NO_FILE, " ");
    let bare = if plain.is_ascii() {
        folded(&plain)
    } else {
        let linked = plain.replace(['\u{653}', '\u{654}', '\u{650}'], "").replace('ۀ', "ه");
        let linked = linked.replace(['ي', 'ى'], "ی").replace('آ', "ا");
        let links = ["ه\u{200c}ی ", "ه ی "].into_iter();
        bare(&links.fold(format!("{linked} "), |text, link| text.replace(link, "ه ")))
    };
    let is_persian = |c: char| matches!(c, '\u{620}'..='\u{6ff}') && c.is_alphabetic();
    let is_letter = |c: char| is_persian(c) || c.is_ascii_alphabetic();
    let mut out = String::with_capacity(bare.len());
    let mut letters = bare.trim().chars().peekable();
    while let Some(c) = letters.next() {
        let before = out.chars().next_back().unwrap_or(' ');
        let after = letters.peek().copied().unwrap_or(' ');
        let joins = (is_persian(before) && is_persian(after))
            || (is_letter(before) && after.is_ascii_digit())
            || (before.is_ascii_digit() && is_letter(after));
        if c != ' ' || !joins {
            out.push(c);
        }
    }
    out
}

/// The names by which a row can find planned photos: of products, and of photos with and without their
/// counter.
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

/// A name whose number may count the photos of one product, or tell it from others.
#[derive(Clone)]
struct Counted<T> {
    of: T,
    number: u32,
    style: String,
}

impl<T> Counted<T> {
    fn new(of: T, name: &str) -> Self {
        Self { of, number: counter(name), style: counter_style(name) }
    }
}

/// The names of rows that differ by a number only (`Rug`, `Rug 2`): so joined, a number counts no photos.
#[derive(Default)]
pub struct Numbered(HashSet<(String, String)>);

impl Numbered {
    /// Of all names and codes of the rows.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let numbered = |name: &'a str| {
            Some((key(strip_counter(name)), counter_style(name)))
                .filter(|_| strip_counter(name) != name.trim_end())
        };
        Self(names.filter_map(numbered).collect())
    }

    /// Those that are photos of the product of this name: their numbers begin where one counts from, and do
    /// not tell products apart. A number in brackets is that of a copy.
    fn of_one_product<T>(&self, base: &str, mut found: Vec<Counted<T>>) -> Vec<T> {
        let (base, is_copy) = (key(base), |style: &str| style.ends_with("()"));
        found.retain(|counted| !self.0.contains(&(base.clone(), counted.style.clone())));
        let first = found.iter().map(|counted| counted.number).min();
        let is_counted = first.is_some_and(|first| first <= 2);
        found
            .into_iter()
            .filter(|counted| is_counted || is_copy(&counted.style))
            .map(|counted| counted.of)
            .collect()
    }
}

/// The digits of a code that has nothing else.
pub fn all_digits(code: &str) -> Option<String> {
    let code = code.trim();
    (!code.is_empty() && code.chars().all(|c| digit(c).is_some())).then(|| with_latin_digits(code))
}

/// Codes of digits, each with the row that alone has it: `7` is written as it is, or with zeros before it.
pub struct Codes {
    written: HashMap<String, usize>,
    numbers: HashMap<String, usize>,
}

impl Codes {
    /// Of codes and their rows. One that two rows have is nobody's.
    pub fn of<'a>(codes: impl Iterator<Item = (usize, &'a str)>) -> Self {
        let (mut written, mut numbers) =
            (HashMap::<String, Option<usize>>::new(), HashMap::<String, Option<usize>>::new());
        for (row, code) in codes.filter_map(|(row, code)| Some((row, all_digits(code)?))) {
            for (index, code) in
                [(&mut numbers, code.trim_start_matches('0').to_owned()), (&mut written, code)]
            {
                index.entry(code).and_modify(|of| *of = of.filter(|of| *of == row)).or_insert(Some(row));
            }
        }
        let alone = |index: HashMap<String, Option<usize>>| {
            index.into_iter().filter_map(|(code, row)| Some((code, row?))).collect()
        };
        Self { written: alone(written), numbers: alone(numbers) }
    }

    /// The row with the code of a file's name.
    pub fn row(&self, name: &str) -> Option<usize> {
        let digits = all_digits(name)?;
        self.written.get(&digits).or_else(|| self.numbers.get(digits.trim_start_matches('0'))).copied()
    }

    /// Only those of some rows.
    pub fn keep(&mut self, is_kept: impl Fn(usize) -> bool) {
        self.written.retain(|_, row| is_kept(*row));
        self.numbers.retain(|_, row| is_kept(*row));
    }

    fn len(&self) -> usize {
        self.written.len()
    }
}

/// The planned products by name. Each is given to one row only.
pub struct Products {
    /// By the whole name.
    exact: HashMap<String, Vec<usize>>,
    /// Single photos by their name without a counter: `mug-1.jpg`, `mug-2.jpg`.
    counted: HashMap<String, Vec<Counted<usize>>>,
    /// Folders, likewise.
    counted_folders: HashMap<String, Vec<Counted<usize>>>,
    taken: HashSet<usize>,
}

impl Products {
    /// `described`: the products that rows of earlier sheets describe. They are not given to other rows.
    pub fn new(drafts: &[PlannedDraft], described: &HashSet<usize>) -> Self {
        let (mut exact, mut counted, mut counted_folders) =
            (HashMap::new(), HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (index, planned) in drafts.iter().enumerate() {
            let is_folder = is_folder(planned);
            let own = if is_folder { planned.source.file_name() } else { planned.source.file_stem() };
            let own = own.unwrap_or_default().to_string_lossy();
            for name in [planned.source_name.as_str(), &own] {
                add(&mut exact, key(name), index);
                let without = strip_counter(name);
                if without != name.trim_end() && !described.contains(&index) {
                    let names = if is_folder { &mut counted_folders } else { &mut counted };
                    let names = names.entry(key(without)).or_default();
                    if names.last().is_none_or(|last: &Counted<usize>| last.of != index) {
                        names.push(Counted::new(index, name));
                    }
                }
            }
            // What a card or the phone said of it: the SKU alone where there is one, because names repeat.
            let said =
                planned.draft.sku.as_deref().filter(|sku| !sku.is_empty()).unwrap_or(&planned.draft.name);
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
            let own =
                if is_folder(planned) { planned.source.file_name() } else { planned.source.file_stem() };
            let own = own.unwrap_or_default().to_string_lossy();
            let sku = planned.draft.sku.as_deref().unwrap_or_default();
            for name in [planned.draft.name.as_str(), sku, planned.source_name.as_str(), &own]
                .into_iter()
                .filter(|name| !name.is_empty())
            {
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

    /// The free products that have this code of digits as their name.
    pub fn take_codes(&mut self, codes: &Codes, drafts: &[PlannedDraft]) -> Vec<(usize, usize)> {
        let mut found: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, planned) in drafts.iter().enumerate().filter(|(index, _)| !self.taken.contains(index)) {
            if let Some(row) = codes.row(&planned.source_name) {
                found.entry(row).or_default().push(index);
            }
        }
        let only = |(row, products): (usize, Vec<usize>)| {
            if let [only] = products.as_slice() { Some((row, *only)) } else { None }
        };
        let alone: Vec<(usize, usize)> = found.into_iter().filter_map(only).collect();
        self.taken.extend(alone.iter().map(|(_, index)| *index));
        alone
    }

    /// The free single photos that have one of these names and a counter.
    pub fn take_counted(&mut self, names: &[&str], numbered: &Numbered) -> Vec<usize> {
        let free =
            |of: &Vec<Counted<usize>>| of.iter().filter(|of| !self.taken.contains(&of.of)).cloned().collect();
        let candidates =
            |name: &&str| self.counted.get(&key(name)).map(|of| numbered.of_one_product(name, free(of)));
        let mut found: Vec<usize> = names.iter().filter_map(candidates).flatten().collect();
        found.sort_unstable();
        found.dedup();
        self.taken.extend(&found);
        found
    }

    /// The only free folder that has one of these names and a counter.
    pub fn take_counted_folder(&mut self, names: &[&str], numbered: &Numbered) -> Option<usize> {
        let free =
            |of: &Vec<Counted<usize>>| of.iter().filter(|of| !self.taken.contains(&of.of)).cloned().collect();
        let candidates = |name: &&str| {
            self.counted_folders.get(&key(name)).map(|of| numbered.of_one_product(name, free(of)))
        };
        let mut free: Vec<usize> = names.iter().filter_map(candidates).flatten().collect();
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
    counted: HashMap<String, Vec<Counted<&'a Path>>>,
    /// Those whose name is a number, by their folders.
    numbers: HashMap<&'a Path, Vec<&'a Path>>,
    /// The folders with photos of other names.
    mixed: HashSet<&'a Path>,
    /// Those whose name, or whose folder's, is a code and further words.
    begun: HashMap<String, Vec<&'a Path>>,
    taken: HashSet<&'a Path>,
}

impl<'a> Photos<'a> {
    /// Indexes the photos of free products, except `named` ones, which belong to a row already.
    pub fn new(drafts: &'a [PlannedDraft], products: &Products, named: &HashSet<PathBuf>) -> Self {
        let (mut exact, mut counted) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let (mut numbers, mut mixed) = (HashMap::<_, Vec<_>>::new(), HashSet::new());
        let mut begun = HashMap::<_, Vec<_>>::new();
        let free = drafts.iter().enumerate().filter(|(index, _)| !products.is_taken(*index));
        for (planned, photo) in
            free.clone().flat_map(|(_, planned)| planned.photos.iter().map(move |photo| (planned, photo)))
        {
            let stem = photo.file_stem().unwrap_or_default().to_string_lossy();
            let of_folder =
                is_folder(planned).then(|| leading_codes(&planned.source_name)).into_iter().flatten();
            for code in of_folder.chain(leading_codes(&stem)).filter(|_| !named.contains(photo)) {
                begun.entry(code).or_default().push(photo.as_path());
            }
        }
        for photo in free.flat_map(|(_, planned)| &planned.photos).filter(|photo| !named.contains(*photo)) {
            let stem = photo.file_stem().unwrap_or_default().to_string_lossy();
            exact.entry(key(&stem)).or_default().push(photo.as_path());
            let without = strip_counter(&stem);
            let folder = photo.parent().unwrap_or(Path::new(""));
            if all_digits(&stem).is_some() {
                numbers.entry(folder).or_default().push(photo.as_path());
            } else {
                mixed.insert(folder);
            }
            if without != stem.trim_end() {
                counted.entry(key(without)).or_default().push(Counted::new(photo.as_path(), &stem));
            }
        }
        Self { exact, counted, numbers, mixed, begun, taken: HashSet::new() }
    }

    /// The free photos that have one of these names.
    pub fn take_exact(&mut self, names: &[&str]) -> Vec<&'a Path> {
        take_photos(&self.exact, &mut self.taken, names)
    }

    /// The free photos that have one of these names and a counter.
    pub fn take_counted(&mut self, names: &[&str], numbered: &Numbered) -> Vec<&'a Path> {
        let of =
            |name: &&str| self.counted.get(&key(name)).map(|of| numbered.of_one_product(name, of.clone()));
        // A photo `1.jpg` is the first one of its product, not the one of SKU 1.
        let found: Vec<&'a Path> =
            names.iter().filter(|name| !key(name).is_empty()).filter_map(of).flatten().collect();
        found.into_iter().filter(|photo| self.taken.insert(photo)).collect()
    }

    /// The free photos whose name, or whose folder's, begins with the code of a row, each with that row; the
    /// longest code counts. That must go for half of the rows at least, so that no number in a name passes
    /// for a code.
    pub fn take_begun(&mut self, mut codes: Vec<(usize, &str)>) -> Vec<(usize, &'a Path)> {
        let searching: HashSet<usize> = codes.iter().map(|(row, _)| *row).collect();
        codes.retain(|(_, code)| self.begun.contains_key(&key(code)));
        codes.sort_by_key(|(_, code)| std::cmp::Reverse(code.len()));
        let begun: HashSet<usize> = codes.iter().map(|(row, _)| *row).collect();
        if 2 * begun.len() < searching.len() {
            return Vec::new();
        }
        let mut found: Vec<(usize, &'a Path)> = Vec::new();
        for (row, code) in codes {
            let photos = self.begun.get(&key(code)).into_iter().flatten().copied();
            found.extend(photos.filter(|photo| self.taken.insert(*photo)).map(|photo| (row, photo)));
        }
        found.sort_by_key(|(_, photo)| !is_front(photo));
        found
    }

    /// The photos whose names are codes of digits, each with the row of its code, if that is the only such
    /// photo. Those of a folder that are numbered from 1 may count the photos of one product: then the folder
    /// has nothing else, and nearly all codes.
    pub fn take_codes(&mut self, codes: &Codes) -> Vec<(usize, &'a Path)> {
        let stem = |photo: &Path| photo.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut found: Vec<(usize, &'a Path)> = Vec::new();
        for (folder, photos) in &self.numbers {
            let of_row = |photo: &&'a Path| {
                Some((codes.row(&stem(photo))?, *photo)).filter(|_| !self.taken.contains(photo))
            };
            let of_rows: Vec<(usize, &'a Path)> = photos.iter().filter_map(of_row).collect();
            let numbers: HashSet<u64> =
                photos.iter().filter_map(|photo| all_digits(&stem(photo))?.parse().ok()).collect();
            let may_count = (1..=photos.len() as u64).all(|number| numbers.contains(&number));
            let has_nothing_else = !self.mixed.contains(folder) && of_rows.len() == photos.len();
            let are_codes =
                !may_count || (has_nothing_else && photos.len() > 2 && 10 * photos.len() >= 8 * codes.len());
            found.extend(of_rows.into_iter().filter(|_| are_codes && 2 * codes.len() >= photos.len()));
        }
        let mut photos_of: HashMap<usize, usize> = HashMap::new();
        found.iter().for_each(|(row, _)| *photos_of.entry(*row).or_default() += 1);
        found.retain(|(row, _)| photos_of[row] == 1);
        self.taken.extend(found.iter().map(|(_, photo)| *photo));
        found
    }
}

/// The codes with which a name may begin, before words or a size: `R-1` of `R-1_front`, `1001` of
/// `1001 rug`. A short number may be a measure or a count.
fn leading_codes(name: &str) -> Vec<String> {
    let is_between = |c: char| c.is_whitespace() || "_-–.()@".contains(c);
    let is_code = |text: &&str| {
        let length = text.chars().count();
        let has_digit = text.chars().any(|c| digit(c).is_some());
        has_digit
            && !text.contains(char::is_whitespace)
            && length >= if all_digits(text).is_some() { 4 } else { 3 }
    };
    let before_words = name.char_indices().filter(|(_, c)| is_between(*c)).filter_map(|(at, _)| {
        let (code, words) = name.split_at(at);
        let words = words.trim_start_matches(is_between);
        (words.starts_with(char::is_alphabetic) || is_size(words)).then_some(code)
    });
    before_words.filter(is_code).map(key).collect()
}

/// Whether a text is the size of a picture, as programs add it to a name: `600x600`, `2x`, `800px`.
fn is_size(text: &str) -> bool {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_size = behind == "px"
        || behind.strip_prefix('x').is_some_and(|height| height.bytes().all(|c| c.is_ascii_digit()));
    is_size && behind.len() < text.len()
}

/// A photo that is said to be the first one of its product.
fn is_front(photo: &Path) -> bool {
    let name = folded(&photo.file_stem().unwrap_or_default().to_string_lossy());
    ["front", "main", "cover", "جلو", "اصلی"].into_iter().any(|word| name.ends_with(word))
}

fn take_photos<'a>(
    photos: &HashMap<String, Vec<&'a Path>>,
    taken: &mut HashSet<&'a Path>,
    names: &[&str],
) -> Vec<&'a Path> {
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
