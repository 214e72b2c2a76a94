//! Names by a pattern, for products whose files and folders have none.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::file_name::{NameKind, file_name, shop_name, stem};
use super::state::PlannedDraft;
use vitrine_domain::text::folded;

/// Whether a name says nothing about the product: a number, or a device's name for a photo.
pub fn says_nothing(name: &str) -> bool {
    NameKind::of(name) != NameKind::Words
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// Counts the products of the same name.
    Number,
    /// The name of the folder that the cover lies in.
    Folder,
    /// The name of the cover's file, without its ending.
    File,
}

/// The words in braces that stand for a part, in every language of the window.
static PLACEHOLDERS: [(&str, Part); 6] = [
    ("number", Part::Number),
    ("شماره", Part::Number),
    ("folder", Part::Folder),
    ("پوشه", Part::Folder),
    ("file", Part::File),
    ("فایل", Part::File),
];

/// A pattern such as `Rug {number}`. Braces around other words are text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    parts: Vec<Part>,
}

impl NamePattern {
    /// Reads a pattern; `None` if it is blank.
    pub fn new(pattern: &str) -> Option<Self> {
        if pattern.trim().is_empty() {
            return None;
        }
        let mut parts = Vec::new();
        let mut rest = pattern.trim();
        while !rest.is_empty() {
            let placeholder =
                PLACEHOLDERS.iter().find_map(|(word, part)| Some((part, placeholder(rest, word)?)));
            match placeholder {
                Some((part, after)) => {
                    parts.push(part.clone());
                    rest = after;
                }
                None => {
                    let end =
                        rest.char_indices().skip(1).find(|(_, c)| *c == '{').map_or(rest.len(), |(at, _)| at);
                    parts.push(Part::Text(rest[..end].to_owned()));
                    rest = &rest[end..];
                }
            }
        }
        Some(Self { parts })
    }

    /// The names of products, in their order, none of which is in `taken` or occurs twice. Where the pattern
    /// would give the same name again, the products are counted, from one; `digits` writes a number in the
    /// language's digits.
    pub fn names<'a>(
        &self,
        products: impl IntoIterator<Item = &'a PlannedDraft>,
        taken: impl IntoIterator<Item = &'a str>,
        digits: impl Fn(usize) -> String,
    ) -> Vec<String> {
        let products: Vec<&PlannedDraft> = products.into_iter().collect();
        let mut used: HashSet<String> = taken.into_iter().map(folded).collect();
        let counted = if self.parts.contains(&Part::Number) { self.clone() } else { self.with_number() };
        // A pattern without a number counts only if there are several of a name.
        let is_distinct = !self.parts.contains(&Part::Number) && {
            let mut names = used.clone();
            products.iter().all(|product| names.insert(folded(&self.name(product, ""))))
        };
        let mut last: HashMap<String, usize> = HashMap::new();
        let name = |product: &PlannedDraft| {
            if is_distinct {
                return self.name(product, "");
            }
            let number = last.entry(counted.name(product, "\u{0}")).or_default();
            loop {
                *number += 1;
                let name = counted.name(product, &digits(*number));
                if used.insert(folded(&name)) {
                    return name;
                }
            }
        };
        products.into_iter().map(name).collect()
    }

    fn with_number(&self) -> Self {
        let number = [Part::Text(" ".to_owned()), Part::Number];
        Self { parts: self.parts.iter().cloned().chain(number).collect() }
    }

    fn name(&self, product: &PlannedDraft, number: &str) -> String {
        let cover = product.photos.first().map_or(product.source.as_path(), |photo| photo.as_path());
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Number => number.to_owned(),
            Part::Folder => shop_name(&file_name(cover.parent().unwrap_or(Path::new("")))),
            Part::File => shop_name(&stem(cover)),
        };
        self.parts.iter().map(part).collect()
    }
}

/// What follows `{word}` at the beginning of a text.
fn placeholder<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (inside, after) = text.strip_prefix('{')?.split_once('}')?;
    (folded(inside) == folded(word)).then_some(after)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn product(photo: &str) -> PlannedDraft {
        PlannedDraft { photos: vec![PathBuf::from(photo)], ..PlannedDraft::default() }
    }

    fn names(pattern: &str, photos: &[&str], taken: &[&str]) -> Vec<String> {
        let products: Vec<PlannedDraft> = photos.iter().map(|photo| product(photo)).collect();
        let pattern = NamePattern::new(pattern).unwrap();
        pattern.names(&products, taken.iter().copied(), |number| number.to_string())
    }

    const ROLL: [&str; 3] = ["/rugs/IMG_1.jpg", "/rugs/IMG_2.jpg", "/bowls/IMG_3.jpg"];

    #[test]
    fn a_pattern_counts_the_products() {
        assert_eq!(names("Kilim {number}", &ROLL, &[]), ["Kilim 1", "Kilim 2", "Kilim 3"]);
        assert_eq!(names("گلیم {شماره}", &ROLL[..1], &[]), ["گلیم 1"]);
        assert_eq!(
            names("No. {number} ({Folder})", &ROLL, &[]),
            ["No. 1 (rugs)", "No. 2 (rugs)", "No. 1 (bowls)"]
        );
    }

    #[test]
    fn several_products_of_one_name_are_counted_without_being_asked() {
        assert_eq!(names("Kilim", &ROLL, &[]), ["Kilim 1", "Kilim 2", "Kilim 3"]);
        assert_eq!(names("Kilim", &ROLL[..1], &[]), ["Kilim"]);
        assert_eq!(names("{file} {x}", &ROLL[..2], &[]), ["IMG 1 {x}", "IMG 2 {x}"]);
    }

    #[test]
    fn a_name_that_another_product_has_is_not_given_again() {
        assert_eq!(names("Kilim {number}", &ROLL[..2], &["kilim ۱", "Bowl"]), ["Kilim 2", "Kilim 3"]);
    }

    #[test]
    fn a_blank_pattern_names_nothing() {
        assert_eq!(NamePattern::new("  "), None);
    }

    #[test]
    fn numbers_and_names_of_cameras_say_nothing() {
        for name in ["1", "IMG 1234", "DSC01234", "۳", "عکس ۲"] {
            assert!(says_nothing(name), "{name}");
        }
        for name in ["Kilim 3", "K-1203", "گلیم"] {
            assert!(!says_nothing(name), "{name}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_name_is_given_twice(pattern in "[a-c{} ]{0,4}(\\{number\\}|\\{folder\\}|\\{file\\}|)[a-c{}]{0,3}", folders in proptest::collection::vec("[a-c]", 1..12)) {
            let photos: Vec<String> = folders.iter().enumerate().map(|(index, folder)| format!("/{folder}/{}.jpg", index / 2)).collect();
            if !pattern.trim().is_empty() {
                let taken = ["a", "a 1", "b1"];
                let names = names(&pattern, &photos.iter().map(String::as_str).collect::<Vec<_>>(), &taken);
                let all: HashSet<String> = names.iter().map(String::as_str).chain(taken).map(folded).collect();
                proptest::prop_assert_eq!(all.len(), photos.len() + taken.len());
            }
        }
    }
}
