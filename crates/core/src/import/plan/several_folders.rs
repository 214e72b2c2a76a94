//! Codes by which photos of several folders are called, and folders of one name at several places: which of
//! them are of a row, and where nothing tells that.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::import::PlannedDraft;
use crate::import::file_name::{NameKind, file_name, stem};
use crate::import::sheet::Property;
use crate::import::sheet::matching::{RowName, is_folder, is_name, key, own_name};
use crate::import::sheet::property_of;
use crate::import::sheet::sheet_draft::SheetDraft;

/// Takes the codes out of the names of rows by which photos of several folders are called, unless the folders
/// show views or colors of one product. Returns the rows with these codes.
pub fn withdraw_open_codes(
    rows: &[SheetDraft],
    names: &mut [Vec<RowName<'_>>],
    drafts: &[PlannedDraft],
    named: &HashSet<PathBuf>,
) -> Vec<(usize, String)> {
    let mut folders: HashMap<String, HashSet<&Path>> = HashMap::new();
    for photo in drafts.iter().flat_map(|draft| &draft.photos).filter(|photo| !named.contains(*photo)) {
        if let Some(folder) = photo.parent() {
            folders.entry(key(&stem(photo))).or_default().insert(folder);
        }
    }
    folders.retain(|code, folders| is_name(code) && folders.len() > 1 && !are_of_one(folders));
    let mut open = Vec::new();
    if folders.is_empty() {
        return open;
    }
    for (row, names) in rows.iter().zip(names).filter(|(row, _)| row.photos.is_empty()) {
        let codes = [row.draft.sku.as_deref(), row.draft.barcode.as_deref(), row.photo_name.as_deref()];
        for code in codes.into_iter().flatten() {
            // The folder of the product itself tells it.
            let is_open = folders.get(&key(code)).is_some_and(|folders| {
                let own = [key(&row.draft.name), key(code)];
                !folders.iter().any(|folder| own.contains(&key(&file_name(folder))))
            });
            let before = names.len();
            names.retain(|name| !is_open || name.text != code);
            if names.len() < before {
                open.push((row.row, code.to_owned()));
            }
        }
    }
    open
}

/// Finds the rows of whose folders there are several of one name, each in another folder. That counts which
/// lies in what its row says beside its name: its category, its brand, its group. Where nothing tells, the
/// row loses the name. Returns the folders with their rows, by index, and the rows that lost a name, with it.
pub fn tell_folders_apart(
    rows: &[SheetDraft],
    names: &mut [Vec<RowName<'_>>],
    drafts: &[PlannedDraft],
) -> (HashMap<usize, usize>, Vec<(usize, String)>) {
    let mut folders: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, _) in drafts.iter().enumerate().filter(|(_, planned)| is_folder(planned)) {
        folders.entry(key(&own_name(&drafts[index]))).or_default().push(index);
    }
    let one = |folders: &[usize]| {
        let above: HashSet<&Path> =
            folders.iter().filter_map(|&index| drafts[index].source.parent()).collect();
        above.len() < folders.len() || are_of_one(&above)
    };
    let all: HashSet<String> = folders.keys().cloned().collect();
    folders.retain(|name, of_name| is_name(name) && of_name.len() > 1 && !one(of_name));
    let (mut reserved, mut open) = (HashMap::new(), Vec::new());
    for (at, (row, names)) in rows.iter().zip(names).enumerate().filter(|(_, (row, _))| row.photos.is_empty())
    {
        let Some(name) = names.iter().find(|name| all.contains(&name.key)).cloned() else { continue };
        let Some(of_name) = folders.get(&name.key) else { continue };
        let said: HashSet<String> =
            row.beside.iter().flat_map(|words| words.split(['>', '/', '›', '|'])).map(key).collect();
        let lies_there = |index: &&usize| {
            let mut above = drafts[**index].source.ancestors().skip(1);
            above.any(|folder| said.contains(&key(&file_name(folder))))
        };
        let mut there = of_name.iter().filter(lies_there);
        match (there.next(), there.next()) {
            (Some(only), None) => drop(reserved.insert(*only, at)),
            _ => {
                names.retain(|other| other.key != name.key);
                open.push((row.row, name.text.to_owned()));
            }
        }
    }
    (reserved, open)
}

/// Whether folders hold the photos of one product by views, by colors or by nothing that their names say.
fn are_of_one(folders: &HashSet<&Path>) -> bool {
    let is_part = |folder: &&Path| {
        let name = file_name(folder);
        NameKind::of(&name) != NameKind::Words
            || property_of(&key(&name)).is_some_and(|of| matches!(of, Property::Color | Property::Size))
    };
    folders.iter().filter(|folder| !is_part(folder)).count() < 2
}
