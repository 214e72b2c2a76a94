//! The names by which rows find their photos: a name that is the code of another row is that of one of them
//! only.

use std::collections::{HashMap, HashSet};

use crate::import::sheet::matching::{is_name, key};
use crate::import::sheet::sheet_draft::SheetDraft;

/// The names of each row, and those that are the name of one row and the code of another while nothing tells
/// which of them names photos. `photos` are the names of the dropped photos and folders.
pub fn row_names<'a>(rows: &'a [SheetDraft], photos: &HashSet<String>) -> (Vec<Vec<&'a str>>, Vec<String>) {
    let codes =
        rows.iter().enumerate().filter_map(|(index, row)| Some((index, key(row.draft.sku.as_deref()?))));
    let mut by_code: HashMap<String, Vec<usize>> = HashMap::new();
    codes
        .filter(|(_, code)| !code.is_empty())
        .for_each(|(index, code)| by_code.entry(code).or_default().push(index));
    let is_of_others = |index: usize, name: &str| {
        by_code.get(name).is_some_and(|rows| rows.iter().any(|row| *row != index) && !rows.contains(&index))
    };
    let named: Vec<String> = rows.iter().map(|row| key(&row.draft.name)).collect();
    let crossed: HashSet<&str> = named
        .iter()
        .enumerate()
        .filter(|(index, name)| is_of_others(*index, name))
        .map(|(_, name)| name.as_str())
        .collect();
    let is_photo = |name: &String| photos.contains(name) && !crossed.contains(name.as_str());
    let by_names = named.iter().any(is_photo);
    let by_codes = by_code.keys().any(is_photo);
    let takes = |name: &str, names_count: bool| !crossed.contains(key(name).as_str()) || names_count;
    let of_row = |row: &'a SheetDraft| {
        let name = Some(row.draft.name.as_str()).filter(|name| takes(name, by_names && !by_codes));
        let code = row.draft.sku.as_deref().filter(|code| takes(code, by_codes && !by_names));
        let names = [row.photo_name.as_deref(), name, code, row.draft.barcode.as_deref()];
        let names = names.into_iter().flatten().chain(codes_of_variants(row));
        names.filter(|name| row.photos.is_empty() && !name.trim().is_empty()).collect::<Vec<_>>()
    };
    let names = rows.iter().map(of_row).collect();
    let mut open: Vec<String> = Vec::new();
    if by_names == by_codes {
        for (row, name) in rows.iter().zip(&named).filter(|(row, name)| {
            crossed.contains(name.as_str()) && photos.contains(*name) && row.photo_name.is_none()
        }) {
            if !open.iter().any(|other| key(other) == *name) {
                open.push(row.draft.name.clone());
            }
        }
    }
    (names, open)
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

    #[test]
    fn a_name_that_is_the_code_of_another_row_is_nobodys() {
        let rows = rows(&[("A1", "B1"), ("B1", "A1"), ("Bowl", "C3")]);
        let (names, open) = row_names(&rows, &photos(&["A1", "B1"]));
        assert_eq!((names[0].len(), names[1].len(), names[2].as_slice()), (0, 0, ["Bowl", "C3"].as_slice()));
        assert_eq!(open, ["A1", "B1"]);
    }

    #[test]
    fn the_other_photos_say_whether_names_or_codes_count() {
        let rows = rows(&[("A1", "B1"), ("B1", "A1"), ("Bowl", "C3")]);
        assert_eq!(
            row_names(&rows, &photos(&["A1", "B1", "C3"])),
            (vec![vec!["B1"], vec!["A1"], vec!["Bowl", "C3"]], vec![])
        );
        assert_eq!(
            row_names(&rows, &photos(&["A1", "B1", "bowl"])),
            (vec![vec!["A1"], vec!["B1"], vec!["Bowl", "C3"]], vec![])
        );
    }

    #[test]
    fn a_row_whose_code_is_its_name_has_both() {
        let rows = rows(&[("A1", "A1"), ("B1", "")]);
        assert_eq!(row_names(&rows, &photos(&["A1"])), (vec![vec!["A1", "A1"], vec!["B1"]], vec![]));
    }
}
