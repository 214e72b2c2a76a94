//! Which planned products a row without photos describes: those whose folder, file or card has the row's name
//! or SKU. Else the photos with that name, wherever they are.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use super::claims::{Claims, Counted, distance};
pub use super::names::{RowName, key};
use crate::import::PlannedDraft;
use crate::import::file_name::{NameKind, base_of, lettered, strip_counter, without_price};
use vitrine_domain::text::{digit, folded, with_latin_digits};

/// The names by which a row can find planned photos: of products, and of photos with and without their
/// counter.
pub fn photo_keys(drafts: &[PlannedDraft]) -> HashSet<String> {
    let of_product = |planned: &PlannedDraft| [key(&planned.source_name), key(&own_name(planned))];
    let of_photo = |photo: &PathBuf| {
        let stem = photo.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        [key(&stem), key(strip_counter(&stem))]
    };
    let mut keys: HashSet<String> = drafts.iter().flat_map(of_product).collect();
    keys.extend(drafts.iter().flat_map(|planned| &planned.photos).flat_map(of_photo));
    keys
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
    /// By the name of the folder in which they lie.
    inside: HashMap<String, Vec<usize>>,
    /// The names of each product.
    names: Vec<Vec<String>>,
    taken: BTreeSet<usize>,
    /// Folders of one name at several places, each with the row whose it is.
    reserved: HashMap<usize, usize>,
}

impl Products {
    /// `described`: the products that rows of earlier sheets describe. They are not given to other rows.
    pub fn new(drafts: &[PlannedDraft], described: &BTreeSet<usize>) -> Self {
        let (mut exact, mut counted, mut counted_folders) =
            (HashMap::new(), HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let mut inside = HashMap::<_, Vec<_>>::new();
        for (index, planned) in drafts.iter().enumerate() {
            let (is_folder, own) = (is_folder(planned), own_name(planned));
            if let Some(above) = planned.source.parent().and_then(Path::file_name) {
                inside.entry(key(&above.to_string_lossy())).or_default().push(index);
            }
            if let Some(code) = said_code(&own) {
                add(&mut exact, key(code), index);
            }
            if let Some(base) = base_of(&own).filter(|_| !is_folder && !described.contains(&index)) {
                counted.entry(key(&base)).or_default().push(Counted::of_base(index, &own));
            }
            if let Some(plain) = without_brackets(&own) {
                add(&mut exact, key(&plain), index);
            }
            if without_price(&own) != own {
                add(&mut exact, key(without_price(&own)), index);
            }
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
        let names = drafts.iter().map(|planned| vec![own_name(planned), planned.source_name.clone()]);
        let (names, taken) = (names.collect(), described.clone());
        Self { exact, counted, counted_folders, inside, names, taken, reserved: HashMap::new() }
    }

    /// The products that rows of earlier sheets describe, by their own name and SKU, too.
    pub fn described(drafts: &[PlannedDraft], described: &BTreeSet<usize>) -> Self {
        let mut exact = HashMap::new();
        let names = |planned: &PlannedDraft| {
            let sku = planned.draft.sku.clone().unwrap_or_default();
            vec![planned.draft.name.clone(), sku, planned.source_name.clone(), own_name(planned)]
        };
        let names: Vec<Vec<String>> = drafts.iter().map(names).collect();
        for (index, names) in names.iter().enumerate().filter(|(index, _)| described.contains(index)) {
            for name in names.iter().filter(|name| !name.is_empty()) {
                add(&mut exact, key(name), index);
            }
        }
        let (counted, counted_folders, inside) = (HashMap::new(), HashMap::new(), HashMap::new());
        let (taken, reserved) = (BTreeSet::new(), HashMap::new());
        Self { exact, counted, counted_folders, inside, names, taken, reserved }
    }

    /// Of folders of one name, each is given to its row only.
    pub fn reserve(&mut self, folders: HashMap<usize, usize>) {
        self.reserved = folders;
    }

    /// The product at this index belongs to a row.
    pub fn mark_taken(&mut self, index: usize) {
        self.taken.insert(index);
    }

    /// The free product with the first of these names of a row, that which is spelled most like it.
    pub fn take_exact(&mut self, row: usize, names: &[RowName<'_>], claims: &Claims<'_>) -> Option<usize> {
        let of_name = |name: &RowName<'_>| {
            let own = |index: usize| self.names[index].iter().map(String::as_str).collect::<Vec<_>>();
            let free = self.exact.get(&name.key).into_iter().flatten().copied().filter(|&index| {
                let of_other = self.reserved.get(&index).is_some_and(|of| *of != row);
                !self.taken.contains(&index) && !of_other && claims.allow(row, name, &own(index))
            });
            let is_other = |index: usize| !self.reserved.contains_key(&index);
            free.min_by_key(|&index| {
                (is_other(index), own(index).into_iter().map(|own| distance(own, name.text)).min())
            })
        };
        let found = names.iter().find_map(of_name)?;
        self.taken.insert(found);
        Some(found)
    }

    /// The free photos that have one of these names of a row exactly beside what it took first; folders only
    /// by the codes of its variants.
    pub fn take_more_exact(
        &mut self,
        row: usize,
        (names, of_variants): (&[RowName<'_>], &[&str]),
        first: usize,
        drafts: &[PlannedDraft],
        claims: &Claims<'_>,
    ) -> Vec<usize> {
        let own = |index: usize| self.names[index].iter().map(String::as_str).collect::<Vec<_>>();
        let has_photo = |name: &RowName<'_>| {
            !is_folder(&drafts[first]) && own(first).into_iter().any(|own| key(own) == name.key)
        };
        let of_name = |name: &RowName<'_>| {
            let free = self.exact.get(&name.key).into_iter().flatten().copied().filter(|&index| {
                let is_kind = !is_folder(&drafts[index]) || of_variants.contains(&name.text);
                !self.taken.contains(&index) && is_kind && claims.allow(row, name, &own(index))
            });
            free.min_by_key(|&index| own(index).into_iter().map(|own| distance(own, name.text)).min())
        };
        let is_searched = |name: &&RowName<'_>| is_name(&name.key) && !has_photo(name);
        let mut found: Vec<usize> = Vec::new();
        for index in names.iter().filter(is_searched).filter_map(of_name) {
            if !found.contains(&index) {
                found.push(index);
            }
        }
        self.taken.extend(&found);
        found
    }

    /// The product at this index is no row's after all.
    pub fn release(&mut self, index: usize) {
        self.taken.remove(&index);
    }

    /// The free products that have this code of digits as their name.
    pub fn take_codes(&mut self, codes: &Codes, drafts: &[PlannedDraft]) -> Vec<(usize, usize)> {
        let mut found: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, planned) in drafts.iter().enumerate().filter(|(index, _)| !self.taken.contains(index)) {
            let name = planned.source_name.as_str();
            if let Some(row) = codes.row(said_code(name).unwrap_or(name)) {
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

    /// The free single photos that have one of these names of a row and a counter.
    pub fn take_counted(&mut self, row: usize, names: &[RowName<'_>], claims: &Claims<'_>) -> Vec<usize> {
        let mut found = self.free_counted(&self.counted, row, names, claims);
        found.sort_unstable();
        found.dedup();
        self.taken.extend(&found);
        found
    }

    /// The only free folder that has one of these names of a row and a counter.
    pub fn take_counted_folder(
        &mut self,
        row: usize,
        names: &[RowName<'_>],
        claims: &Claims<'_>,
    ) -> Option<usize> {
        let mut free = self.free_counted(&self.counted_folders, row, names, claims);
        free.dedup();
        let [found] = free.as_slice() else { return None };
        self.taken.insert(*found);
        Some(*found)
    }

    /// What lies in the only folder of one of these names and is of its product: the free folders that are
    /// called like `values`, which tell its variants apart, and the free photos whose names say nothing.
    pub fn take_inside(
        &mut self,
        names: &[RowName<'_>],
        values: &HashSet<String>,
        drafts: &[PlannedDraft],
    ) -> Vec<usize> {
        let is_part = |&index: &usize| {
            let own = own_name(&drafts[index]);
            !self.taken.contains(&index)
                && if is_folder(&drafts[index]) {
                    values.contains(&key(&own)) || all_digits(&own).is_some_and(|own| own.len() < 3)
                } else {
                    drafts[index].photos.len() == 1 && NameKind::of(&own) != NameKind::Words
                }
        };
        let inside = names.iter().filter_map(|name| self.inside.get(&name.key)).flatten().copied();
        let mut found: Vec<usize> = inside.filter(is_part).collect();
        found.sort_unstable();
        found.dedup();
        let above: HashSet<Option<&Path>> =
            found.iter().map(|&index| drafts[index].source.parent()).collect();
        if above.len() > 1 {
            return Vec::new();
        }
        self.taken.extend(&found);
        found
    }

    fn free_counted(
        &self,
        counted: &HashMap<String, Vec<Counted<usize>>>,
        row: usize,
        names: &[RowName<'_>],
        claims: &Claims<'_>,
    ) -> Vec<usize> {
        let of_name = |name: &RowName<'_>| {
            let free = counted
                .get(&name.key)?
                .iter()
                .filter(|of| !self.taken.contains(&of.of) && claims.allow(row, name, &[&of.name]));
            Some(claims.numbered.of_one_product(name, free.cloned().collect()))
        };
        names.iter().filter_map(of_name).flatten().collect()
    }

    /// The folders of this name, those that most parts of it lead to. They stay free, because a cell may
    /// name the folder of another row's photos.
    pub fn folders(&self, drafts: &[PlannedDraft], name: &Path) -> Vec<usize> {
        let Some(last) = name.file_name().map(|last| last.to_string_lossy()) else { return Vec::new() };
        let indices = self.exact.get(&key(&last)).into_iter().flatten().copied();
        let mut found: Vec<usize> =
            indices.filter(|&index| drafts.get(index).is_some_and(is_folder)).collect();
        if found.len() > 1 {
            let agreeing = |index: usize, is_same: &dyn Fn(&str, &str) -> bool| {
                let parts = drafts[index].source.components().rev().zip(name.components().rev());
                let text = |part: Component<'_>| part.as_os_str().to_string_lossy().into_owned();
                parts.take_while(|(own, named)| is_same(&text(*own), &text(*named))).count()
            };
            let rank =
                |index: usize| (agreeing(index, &|a, b| key(a) == key(b)), agreeing(index, &|a, b| a == b));
            let best = found.iter().map(|&index| rank(index)).max();
            found.retain(|&index| Some(rank(index)) == best);
        }
        found
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
    begun: HashMap<String, Vec<(String, &'a Path)>>,
    taken: HashSet<&'a Path>,
}

impl<'a> Photos<'a> {
    /// Indexes the photos of free products, and those in the folders of rows that are `of_others`, except
    /// `named` ones, which belong to a row already.
    pub fn new(
        drafts: &'a [PlannedDraft],
        products: &Products,
        named: &HashSet<PathBuf>,
        of_others: &HashSet<PathBuf>,
    ) -> Self {
        let (mut exact, mut counted) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let (mut numbers, mut mixed) = (HashMap::<_, Vec<_>>::new(), HashSet::new());
        let mut begun = HashMap::<_, Vec<_>>::new();
        let all = drafts.iter().enumerate().flat_map(|(index, planned)| {
            planned.photos.iter().map(move |photo| (products.is_taken(index), planned, photo))
        });
        let free = all
            .filter(|(is_taken, _, photo)| !*is_taken || of_others.contains(*photo))
            .map(|(_, planned, photo)| (planned, photo));
        for (planned, photo) in free.clone() {
            let stem = photo.file_stem().unwrap_or_default().to_string_lossy();
            let of_folder =
                is_folder(planned).then(|| leading_codes(&planned.source_name)).into_iter().flatten();
            for code in of_folder.chain(leading_codes(&stem)).filter(|_| !named.contains(photo)) {
                begun.entry(key(&code)).or_default().push((code, photo.as_path()));
            }
        }
        for photo in free.map(|(_, photo)| photo).filter(|photo| !named.contains(*photo)) {
            let stem = photo.file_stem().unwrap_or_default().to_string_lossy();
            for name in [Some(&*stem), said_code(&stem)].into_iter().flatten() {
                exact.entry(key(name)).or_default().push(photo.as_path());
            }
            if let Some(base) = base_of(&stem) {
                counted.entry(key(&base)).or_default().push(Counted::of_base(photo.as_path(), &stem));
            }
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
            if let Some((code, number)) = lettered(&stem) {
                let of_code = Counted::lettered(photo.as_path(), &stem, number);
                counted.entry(key(code)).or_default().push(of_code);
            }
        }
        Self { exact, counted, numbers, mixed, begun, taken: HashSet::new() }
    }

    /// The free photos that have one of these names of a row.
    pub fn take_exact(&mut self, row: usize, names: &[RowName<'_>], claims: &Claims<'_>) -> Vec<&'a Path> {
        let of_name = |name: &RowName<'_>| {
            let photos = self.exact.get(&name.key).filter(|_| is_name(&name.key)).into_iter().flatten();
            let free = photos.copied().filter(|photo| claims.allow(row, name, &[&file_stem(photo)]));
            free.collect::<Vec<_>>()
        };
        let found: Vec<&'a Path> = names.iter().flat_map(of_name).collect();
        found.into_iter().filter(|photo| self.taken.insert(photo)).collect()
    }

    /// The free photos that have one of these names of a row and a counter.
    pub fn take_counted(&mut self, row: usize, names: &[RowName<'_>], claims: &Claims<'_>) -> Vec<&'a Path> {
        let of_name = |name: &RowName<'_>| {
            let free = self.counted.get(&name.key)?.iter();
            let free = free.filter(|of| claims.allow(row, name, &[&of.name])).cloned().collect();
            Some(claims.numbered.of_one_product(name, free))
        };
        // A photo `1.jpg` is the first one of its product, not the one of SKU 1.
        let found: Vec<&'a Path> =
            names.iter().filter(|name| !name.key.is_empty()).filter_map(of_name).flatten().collect();
        found.into_iter().filter(|photo| self.taken.insert(photo)).collect()
    }

    /// The free photos whose name, or whose folder's, begins with the code of a row, each with that row; the
    /// longest code counts. That must go for half of the rows at least, so that no number in a name passes
    /// for a code.
    pub fn take_begun(
        &mut self,
        mut codes: Vec<(usize, &str)>,
        claims: &Claims<'_>,
    ) -> Vec<(usize, &'a Path)> {
        let searching: HashSet<usize> = codes.iter().map(|(row, _)| *row).collect();
        codes.retain(|(_, code)| self.begun.contains_key(&key(code)));
        codes.sort_by_key(|(_, code)| std::cmp::Reverse(code.len()));
        let begun: HashSet<usize> = codes.iter().map(|(row, _)| *row).collect();
        if 2 * begun.len() < searching.len() {
            return Vec::new();
        }
        let mut found: Vec<(usize, &'a Path)> = Vec::new();
        for (row, code) in codes.into_iter().map(|(row, code)| (row, RowName::new(code))) {
            let begun = self.begun.get(&code.key).into_iter().flatten();
            let photos = begun.filter(|(written, _)| claims.allow(row, &code, &[written]));
            let photos = photos.map(|(_, photo)| *photo);
            found.extend(photos.filter(|photo| self.taken.insert(*photo)).map(|photo| (row, photo)));
        }
        found.sort_by_key(|(_, photo)| !is_front(photo));
        found
    }

    /// The photos whose names are codes of digits, each with the row of its code, if that is the only such
    /// photo. Those of a folder that are numbered from 1 may count the photos of one product: then the folder
    /// has nothing else, and nearly all codes.
    pub fn take_codes(&mut self, codes: &Codes) -> Vec<(usize, &'a Path)> {
        let mut found: Vec<(usize, &'a Path)> = Vec::new();
        for (folder, photos) in &self.numbers {
            let of_row = |photo: &&'a Path| {
                Some((codes.row(&file_stem(photo))?, *photo)).filter(|_| !self.taken.contains(photo))
            };
            let of_rows: Vec<(usize, &'a Path)> = photos.iter().filter_map(of_row).collect();
            let numbers: HashSet<u64> =
                photos.iter().filter_map(|photo| all_digits(&file_stem(photo))?.parse().ok()).collect();
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

/// Whether a name, as it is compared, is more than a small number: a photo `1.jpg` is the first one of its
/// product, not the one of SKU 1.
pub fn is_name(key: &str) -> bool {
    key.chars().any(|c| !c.is_ascii_digit()) || key.len() > 2
}

/// The code in a name that calls it one: `#104`, «کد ۱۰۱».
fn said_code(name: &str) -> Option<&str> {
    let name = name.trim();
    let (word, code) = match name.strip_prefix('#') {
        Some(code) => ("#", code),
        None => name.split_once([' ', '_', ':'])?,
    };
    let is_word = matches!(folded(word).as_str(), "#" | "کد" | "code" | "sku");
    Some(code.trim_matches([' ', '_', ':'])).filter(|code| is_word && code.contains(|c| digit(c).is_some()))
}

/// The codes with which a name may begin, before words or a size: `R-1` of `R-1_front`, `1001` of
/// `1001 rug`. A short number may be a measure or a count.
pub fn leading_codes(name: &str) -> Vec<String> {
    let is_between = |c: char| c.is_whitespace() || "_-–.()@".contains(c);
    let is_code = |text: &&str| {
        let length = text.chars().count();
        let has_digit = text.chars().any(|c| digit(c).is_some());
        has_digit
            && !text.contains(char::is_whitespace)
            && length
                >= match () {
                    () if all_digits(text).is_some() => 3,
                    () if text.starts_with(char::is_alphabetic) => 2,
                    () => 3,
                }
    };
    let before_words = name.char_indices().filter(|(_, c)| is_between(*c)).filter_map(|(at, _)| {
        let (code, words) = name.split_at(at);
        let words = words.trim_start_matches(is_between);
        let is_measured = all_digits(code).is_some_and(|code| code.len() < 4) && begins_with_unit(words);
        ((words.starts_with(char::is_alphabetic) && !is_measured) || is_size(words)).then_some(code)
    });
    before_words.filter(is_code).map(str::to_owned).collect()
}

/// A name with a code in brackets as one without them: `Rug (A1)`, `[A2] Cup`. A number in brackets is that
/// of a copy.
fn without_brackets(name: &str) -> Option<String> {
    let (from, to) = (name.find(['(', '['])?, name.rfind([')', ']'])?);
    let inner = name.get(from + 1..to)?.trim();
    let is_code = inner.contains(|c| digit(c).is_some())
        && (inner.contains(char::is_alphabetic) || inner.chars().count() > 2)
        && !inner.contains(char::is_whitespace);
    is_code.then(|| name.replace(['(', ')', '[', ']'], " "))
}

/// Whether a text begins with what a number before it counts: `500 گرم`, `250 ml`, `200 هزار`.
fn begins_with_unit(words: &str) -> bool {
    #[rustfmt::skip]
    const UNITS: [&str; 32] = [
        "گرم", "گرمی", "کیلو", "کیلویی", "میل", "میلی", "سی", "سانت", "سانتی", "متر", "متری", "لیتر", "لیتری", "عدد",
        "عددی", "تایی", "تکه", "پارچه", "نفره", "هزار", "تومان", "ریال", "g", "gr", "kg", "ml", "cc", "cm", "mm", "m",
        "pcs", "pieces",
    ];
    let first = words.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    UNITS.contains(&folded(first).as_str())
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

pub fn file_stem(photo: &Path) -> String {
    photo.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name of its folder, or that of its file without its extension.
pub fn own_name(planned: &PlannedDraft) -> String {
    let own = if is_folder(planned) { planned.source.file_name() } else { planned.source.file_stem() };
    own.unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a product was planned from a folder, not from one file.
pub fn is_folder(planned: &PlannedDraft) -> bool {
    !planned.photos.contains(&planned.source)
}

fn add(index: &mut HashMap<String, Vec<usize>>, key: String, draft: usize) {
    let drafts = index.entry(key).or_default();
    if drafts.last() != Some(&draft) {
        drafts.push(draft);
    }
}
