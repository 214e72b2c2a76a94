//! The names by which rows find their photos: a name that is the code of another row is that of one of them
//! only.

use std::collections::{HashMap, HashSet};

use crate::import::sheet::matching::{RowName, is_name, key};
use crate::import::sheet::sheet_draft::SheetDraft;

/// The names of each row, and those that are the name of one row and the code of another while nothing tells
/// which of them names photos. `photos` are the names of the dropped photos and folders.
pub fn row_names<'a>(
    rows: &'a [SheetDraft],
    photos: &HashSet<String>,
) -> (Vec<Vec<RowName<'a>>>, Vec<String>) {
    let own =
        |row: &'a SheetDraft| (RowName::new(&row.draft.name), row.draft.sku.as_deref().map(RowName::new));
    let own: Vec<(RowName<'a>, Option<RowName<'a>>)> = rows.iter().map(own).collect();
    let mut by_code: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, (_, code)) in own.iter().enumerate() {
        if let Some(code) = code.as_ref().filter(|code| !code.key.is_empty()) {
            by_code.entry(&code.key).or_default().push(index);
        }
    }
    let is_of_others = |index: usize, name: &str| {
        by_code.get(name).is_some_and(|rows| rows.iter().any(|row| *row != index) && !rows.contains(&index))
    };
    let crossed: HashSet<String> = own
        .iter()
        .enumerate()
        .filter(|(index, (name, _))| is_of_others(*index, &name.key))
        .map(|(_, (name, _))| name.key.clone())
        .collect();
    let is_photo = |name: &str| photos.contains(name) && !crossed.contains(name);
    let by_names = own.iter().any(|(name, _)| is_photo(&name.key));
    let by_codes = by_code.keys().any(|code| is_photo(code));
    let mut open: Vec<String> = Vec::new();
    if by_names == by_codes {
        for (row, (name, _)) in rows.iter().zip(&own).filter(|(row, (name, _))| {
            crossed.contains(&name.key) && photos.contains(&name.key) && row.photo_name.is_none()
        }) {
            if !open.iter().any(|other| key(other) == name.key) {
                open.push(row.draft.name.clone());
            }
        }
    }
    let takes = |name: &RowName<'a>, names_count: bool| names_count || !crossed.contains(&name.key);
    let of_row = |(row, (name, code)): (&'a SheetDraft, (RowName<'a>, Option<RowName<'a>>))| {
        if !row.photos.is_empty() {
            return Vec::new();
        }
        let name = Some(name).filter(|name| takes(name, by_names && !by_codes));
        let code = code.filter(|code| takes(code, by_codes && !by_names));
        let further = row.draft.barcode.as_deref().into_iter().chain(codes_of_variants(row));
        let names = row.photo_name.as_deref().map(RowName::new).into_iter().chain(name).chain(code);
        names.chain(further.map(RowName::new)).filter(|name| !name.text.trim().is_empty()).collect()
    };
    (rows.iter().zip(own).map(of_row).collect(), open)
}

/// The codes of a row's variants that are long enough to be names of photos.
pub fn codes_of_variants(row: &SheetDraft) -> impl Iterator<Item = &str> {
    let codes = row.draft.variants.iter().filter_map(|variant| variant.sku.as_deref());
    codes.filter(|code| is_name(&key(code)) && key(code).chars().nth(1).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::Draft;

    fn rows(rows: &[(&str, &str)]) -> Vec<SheetDraft> {
        let row = |(name, sku): &(&str, &str)| SheetDraft {
            draft: Draft { name: (*name).to_owned(), sku: Some((*sku).to_owned()), ..Draft::default() },
            ..SheetDraft::default()
        };
        rows.iter().map(row).collect()
    }

    fn photos(names: &[&str]) -> HashSet<String> {
        names.iter().map(|name| key(name)).collect()
    }

    /// The names of each row as they are written, and those that are nobody's.
    fn named<'a>(rows: &'a [SheetDraft], names: &[&str]) -> (Vec<Vec<&'a str>>, Vec<String>) {
        let (names, open) = row_names(rows, &photos(names));
        (names.iter().map(|names| names.iter().map(|name| name.text).collect()).collect(), open)
    }

    #[test]
    fn a_name_that_is_the_code_of_another_row_is_nobodys() {
        let rows = rows(&[("A1", "B1"), ("B1", "A1"), ("Bowl", "C3")]);
        let (names, open) = named(&rows, &["A1", "B1"]);
        assert_eq!((names[0].len(), names[1].len(), names[2].as_slice()), (0, 0, ["Bowl", "C3"].as_slice()));
        assert_eq!(open, ["A1", "B1"]);
    }

    #[test]
    fn the_other_photos_say_whether_names_or_codes_count() {
        let rows = rows(&[("A1", "B1"), ("B1", "A1"), ("Bowl", "C3")]);
        assert_eq!(
            named(&rows, &["A1", "B1", "C3"]),
            (vec![vec!["B1"], vec!["A1"], vec!["Bowl", "C3"]], vec![])
        );
        assert_eq!(
            named(&rows, &["A1", "B1", "bowl"]),
            (vec![vec!["A1"], vec!["B1"], vec!["Bowl", "C3"]], vec![])
        );
    }

    #[test]
    fn a_row_whose_code_is_its_name_has_both() {
        let rows = rows(&[("A1", "A1"), ("B1", "")]);
        assert_eq!(named(&rows, &["A1"]), (vec![vec!["A1", "A1"], vec!["B1"]], vec![]));
    }
}
