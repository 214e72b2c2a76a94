//! Folders that are parts of a product's folder: its details, its photos in several sizes, its colors.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::import::PlannedDraft;
use crate::import::file_name::{NameKind, file_name, shop_name, stem};
use crate::import::sheet::matching::key;
use vitrine_domain::text::{digit, folded};

/// What programs and people call the folders of the same photos in several sizes, the largest first. The
/// words that name products, too, count beside others only.
const SIZES: [(&[&str], &[&str]); 4] = [
    (&["original", "originals", "اورجینال"], &["full", "hires", "اصلی"]),
    (&[], &["large", "big", "بزرگ"]),
    (&["web", "وب"], &["medium", "سایت", "متوسط"]),
    (&["thumb", "thumbs", "thumbnail", "thumbnails", "بندانگشتی"], &["small", "کوچک"]),
];

/// Colors as people call folders.
#[rustfmt::skip]
const COLORS: &[&str] = &[
    "red", "blue", "green", "yellow", "black", "white", "pink", "purple", "orange", "brown", "gray", "grey",
    "cream", "beige", "navy", "gold", "silver", "turquoise", "قرمز", "آبی", "سبز", "زرد", "مشکی", "سیاه", "سفید",
    "صورتی", "بنفش", "نارنجی", "قهوه‌ای", "طوسی", "خاکستری", "کرم", "بژ", "سرمه‌ای", "زرشکی", "طلایی", "نقره‌ای",
    "فیروزه‌ای", "یاسی", "گلبهی", "نسکافه‌ای", "شکلاتی", "زیتونی", "لیمویی", "یشمی", "عنابی",
];

/// What people call a folder that holds the photos of the product in the folder above.
#[rustfmt::skip]
const PHOTOS: &[&str] = &[
    "photo", "photos", "pic", "pics", "picture", "pictures", "image", "images", "img", "imgs", "عکس", "عکسها",
    "عکس ها", "عکس\u{200c}ها", "تصویر", "تصاویر",
];

/// The folders whose photos are of the product of the folder above.
#[derive(Default)]
pub struct ProductFolders<'a> {
    above: HashMap<&'a Path, &'a Path>,
    /// Photos that lie in another folder of the product in a larger size.
    pub copies: HashSet<&'a Path>,
}

impl<'a> ProductFolders<'a> {
    /// Of photos that were dropped with their folders. `is_dropped` is whether a folder is among these.
    pub fn of(photos: &[&'a Path], is_dropped: impl Fn(&Path) -> bool) -> Self {
        let mut by_folder: HashMap<&Path, Vec<&Path>> = HashMap::new();
        for photo in photos {
            by_folder.entry(photo.parent().unwrap_or(Path::new(""))).or_default().push(photo);
        }
        // The folders with photos, also those in deeper folders, by the folder above.
        let mut children: HashMap<&Path, HashSet<&Path>> = HashMap::new();
        for folder in by_folder.keys() {
            for (child, above) in folder.ancestors().zip(folder.ancestors().skip(1)) {
                children.entry(above).or_default().insert(child);
            }
        }
        let mut folders = Self::default();
        for (above, children) in children.iter().filter(|(above, _)| is_dropped(above)) {
            let direct = by_folder.get(above).map_or(&[][..], Vec::as_slice);
            let mut inside: Vec<(&Path, &[&Path])> = Vec::new();
            for child in children {
                inside.extend(by_folder.get(child).map(|photos| (*child, photos.as_slice())));
            }
            if inside.len() == children.len()
                && (folders.take_sizes(&inside, direct)
                    || are_details(&inside, above, direct)
                    || (above.parent().is_some_and(&is_dropped) && are_photos(&inside, above)))
            {
                folders.above.extend(children.iter().map(|child| (*child, *above)));
            }
        }
        folders
    }

    /// The folder of the product to which the photos of a folder belong.
    pub fn product(&self, mut folder: &'a Path) -> &'a Path {
        while let Some(above) = self.above.get(folder) {
            folder = above;
        }
        folder
    }

    /// Whether all these folders have the same photos in several sizes. Of each photo, the largest is used.
    fn take_sizes(&mut self, inside: &[(&'a Path, &[&'a Path])], direct: &[&'a Path]) -> bool {
        let ranked: Option<Vec<(usize, bool, &[&Path])>> = inside
            .iter()
            .map(|(folder, photos)| size_rank(folder).map(|(rank, is_certain)| (rank, is_certain, *photos)))
            .collect();
        let Some(mut ranked) = ranked.filter(|ranked| ranked.iter().any(|(_, is_certain, _)| *is_certain))
        else {
            return false;
        };
        ranked.sort_by_key(|(rank, ..)| *rank);
        let mut known: HashSet<String> = HashSet::new();
        for photos in [direct].into_iter().chain(ranked.iter().map(|(.., photos)| *photos)) {
            let names: Vec<String> = photos.iter().map(|photo| folded(&stem(photo))).collect();
            self.copies.extend(
                photos.iter().zip(&names).filter(|(_, name)| known.contains(*name)).map(|(photo, _)| photo),
            );
            known.extend(names);
        }
        true
    }
}

fn size_rank(folder: &Path) -> Option<(usize, bool)> {
    let name = folded(&file_name(folder));
    let rank = SIZES
        .iter()
        .position(|(own, shared)| own.contains(&name.as_str()) || shared.contains(&name.as_str()))?;
    Some((rank, SIZES[rank].0.contains(&name.as_str())))
}

/// Whether the folders show views of the thing in the folder above, which has its photos, or several of them.
fn are_details(inside: &[(&Path, &[&Path])], above: &Path, direct: &[&Path]) -> bool {
    let product = Some(file_name(above)).filter(|name| NameKind::of(name) == NameKind::Words);
    let says_nothing = |photo: &&Path| {
        let name = stem(photo);
        NameKind::of(&name) != NameKind::Words
            || product.as_ref().is_some_and(|product| key(&name).starts_with(&key(product)))
    };
    inside.iter().all(|(folder, _)| NameKind::of(&file_name(folder)) == NameKind::View)
        && inside.len() + direct.len() > 1
        && direct.iter().all(says_nothing)
}

/// Whether the folders are called by nothing but words for photos, or show views, in a folder that is called
/// like a thing.
fn are_photos(inside: &[(&Path, &[&Path])], above: &Path) -> bool {
    let names: Vec<String> = inside.iter().map(|(folder, _)| folded(&file_name(folder))).collect();
    let is_photos = |name: &String| PHOTOS.contains(&name.as_str());
    names.iter().any(is_photos)
        && names.iter().all(|name| is_photos(name) || NameKind::of(name) == NameKind::View)
        && NameKind::of(&file_name(above)) == NameKind::Words
}

/// Names products of folders: without the number that orders these, and after the folder above, too, where
/// the name is only a color or a number.
pub fn name_by_folders(drafts: &mut [PlannedDraft], is_dropped: impl Fn(&Path) -> bool) {
    let mut ordered: HashMap<PathBuf, HashSet<String>> = HashMap::new();
    for draft in drafts.iter().filter(|draft| is_of_folder(draft)) {
        if let Some((number, _)) = place_in_order(&draft.source_name) {
            ordered.entry(above(draft)).or_default().insert(number.to_owned());
        }
    }
    let colors: HashSet<String> = COLORS.iter().map(|color| key(color)).collect();
    for draft in drafts.iter_mut().filter(|draft| is_of_folder(draft)) {
        let above = above(draft);
        let mut own = draft.source_name.clone();
        if ordered.get(&above).is_some_and(|numbers| numbers.len() > 1)
            && let Some((_, name)) = place_in_order(&draft.source_name)
        {
            own = name.to_owned();
        }
        let name = file_name(&above);
        // A number is a name among others in a dropped folder, but not in that of a product.
        let is_part =
            colors.contains(&key(&own)) || (is_number(&own) && above.parent().is_some_and(&is_dropped));
        if is_dropped(&above) && is_part && NameKind::of(&name) == NameKind::Words {
            own = shop_name(&format!("{name} {own}"));
        }
        // What it is recognized by at the next import stays: the folder may be dropped alone then.
        if draft.draft.name == draft.source_name {
            draft.draft.name = own;
        }
    }
}

/// Whether a name is a small number alone; a longer one may be a code.
fn is_number(name: &str) -> bool {
    (1..=2).contains(&name.chars().count()) && name.chars().all(|c| digit(c).is_some())
}

fn is_of_folder(draft: &PlannedDraft) -> bool {
    !draft.photos.contains(&draft.source)
}

fn above(draft: &PlannedDraft) -> PathBuf {
    draft.source.parent().map(Path::to_owned).unwrap_or_default()
}

/// The number of a folder among others, and its name: `01 - Frame`, `3. Cup`. A longer number may be a code.
fn place_in_order(name: &str) -> Option<(&str, &str)> {
    let rest = name.trim_start_matches(|c| digit(c).is_some());
    let number = &name[..name.len() - rest.len()];
    let words = [". ", " - ", "- ", " – ", ") "].iter().find_map(|sign| rest.strip_prefix(sign))?.trim();
    ((1..=2).contains(&number.chars().count()) && words.starts_with(char::is_alphabetic))
        .then_some((number, words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::Draft;

    #[test]
    fn a_folder_that_is_dropped_alone_later_is_recognized_by_its_own_name() {
        let of = |folder: &str, name: &str| PlannedDraft {
            draft: Draft { name: name.to_owned(), ..Draft::default() },
            source: Path::new(folder).join(name),
            source_name: name.to_owned(),
            photos: vec![Path::new(folder).join(name).join("1.jpg")],
            ..PlannedDraft::default()
        };
        let mut drafts =
            [of("/shop/Coat", "red"), of("/shop/Frames", "01 - Oak"), of("/shop/Frames", "02 - Ash")];
        name_by_folders(&mut drafts, |_| true);
        let names = drafts.each_ref().map(|draft| (draft.draft.name.as_str(), draft.source_name.as_str()));
        assert_eq!(names, [("Coat red", "red"), ("Oak", "01 - Oak"), ("Ash", "02 - Ash")]);
    }
}
