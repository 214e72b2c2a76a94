//! Which row may have a photo or folder by its name: one that is called exactly like a row goes to no other,
//! although names are compared loosely.

use std::collections::{HashMap, HashSet};

use super::names::{RowName, key};
use crate::import::file_name::{counter, counter_style, lettered, strip_counter};
use vitrine_domain::text::folded;

/// A name whose number may count the photos of one product, or tell it from others.
#[derive(Clone)]
pub struct Counted<T> {
    pub of: T,
    pub name: String,
    number: u32,
    style: String,
}

impl<T> Counted<T> {
    pub fn new(of: T, name: &str) -> Self {
        Self { of, name: name.to_owned(), number: counter(name), style: counter_style(name) }
    }

    /// One that a letter counts.
    pub fn lettered(of: T, name: &str, number: u32) -> Self {
        Self { of, name: name.to_owned(), number, style: LETTERS.to_owned() }
    }

    /// One that is of the same thing whatever number its name has.
    pub fn of_base(of: T, name: &str) -> Self {
        Self { of, name: name.to_owned(), number: 0, style: String::new() }
    }
}

/// The style of letters that count.
const LETTERS: &str = "a";

/// The names of rows that differ by a number or a letter only (`Rug`, `Rug 2`; `1001`, `1001a`): so joined,
/// it counts no photos.
#[derive(Default)]
pub struct Numbered(HashSet<(String, String)>);

impl Numbered {
    /// Of all names and codes of the rows.
    pub fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let numbered = |name: &'a str| {
            Some((key(strip_counter(name)), counter_style(name)))
                .filter(|_| strip_counter(name) != name.trim_end())
        };
        let by_letter = |name: &'a str| Some((key(lettered(name)?.0), LETTERS.to_owned()));
        Self(names.flat_map(|name| [numbered(name), by_letter(name)]).flatten().collect())
    }

    /// Those that are photos of the product of this name: their numbers begin where one counts from, and do
    /// not tell products apart. A number in brackets is that of a copy.
    pub fn of_one_product<T>(&self, base: &RowName<'_>, mut found: Vec<Counted<T>>) -> Vec<T> {
        let is_copy = |style: &str| style.ends_with("()");
        found.retain(|counted| !self.0.contains(&(base.key.clone(), counted.style.clone())));
        let first = found.iter().map(|counted| counted.number).min();
        let is_counted = first.is_some_and(|first| first <= 2);
        found
            .into_iter()
            .filter(|counted| is_counted || is_copy(&counted.style))
            .map(|counted| counted.of)
            .collect()
    }
}

/// The names and codes of rows, as they are written. The rows of each are in their order.
#[derive(Default)]
pub struct Claims<'a> {
    pub numbered: Numbered,
    written: HashMap<&'a str, Vec<usize>>,
    folded: HashMap<String, Vec<usize>>,
    /// What the dropped photos and folders are called, folded.
    files: HashSet<String>,
}

impl<'a> Claims<'a> {
    /// Of the names and codes of each row, by its index, and the names of the dropped photos and folders.
    pub fn of(
        names: impl Iterator<Item = (usize, &'a str)>,
        numbered: Numbered,
        files: HashSet<String>,
    ) -> Self {
        let mut claims = Self { numbered, files, ..Self::default() };
        for (row, name) in names.filter(|(_, name)| !name.trim().is_empty()) {
            claims.written.entry(name.trim()).or_default().push(row);
            claims.folded.entry(folded(name)).or_default().push(row);
        }
        claims
    }

    /// The rows that are called so.
    fn rows(&self, name: &str) -> Option<&[usize]> {
        self.written.get(name.trim()).or_else(|| self.folded.get(&folded(name))).map(Vec::as_slice)
    }

    /// Whether a row may have what has these names, if it was found by the name `by` of the row.
    pub fn allow(&self, row: usize, by: &RowName<'_>, names: &[&str]) -> bool {
        if let Some(rows) = names.iter().find_map(|name| self.rows(name)) {
            return rows.binary_search(&row).is_ok();
        }
        names.iter().all(|name| {
            let base = strip_counter(name);
            let counts_for_others = base != name.trim_end()
                && self.rows(base).is_some_and(|rows| rows.binary_search(&row).is_err());
            // `BAG-1` is a photo of `BAG` and not of `BAG1`, but `BAG_1` may be that of `BAG 1` where none is
            // called so exactly.
            let is_said = by.key == key(name)
                && (counter_style(name).is_empty() || !counter_style(by.text).is_empty())
                && !self.files.contains(&folded(by.text));
            !counts_for_others || is_said
        })
    }
}

/// How much a name is spelled otherwise than another that is the same when compared loosely.
pub fn distance(one: &str, other: &str) -> u8 {
    match () {
        () if one.trim() == other.trim() => 0,
        () if folded(one) == folded(other) => 1,
        () => 2,
    }
}
