//! Codes by which photos of several folders are called: nothing tells which of them are of the row.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::import::PlannedDraft;
use crate::import::file_name::{NameKind, file_name, stem};
use crate::import::sheet::Property;
use crate::import::sheet::matching::{is_name, key};
use crate::import::sheet::property_of;
use crate::import::sheet::sheet_draft::SheetDraft;

/// Takes the codes out of the names of rows by which photos of several folders are called, unless the folders
/// show views or colors of one product. Returns the rows with these codes.
pub fn withdraw_open_codes(
    rows: &[SheetDraft],
    names: &mut [Vec<&str>],
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
    for (row, names) in rows.iter().zip(names).filter(|(row, _)| row.photos.is_empty()) {
        let codes = [row.draft.sku.as_deref(), row.draft.barcode.as_deref(), row.photo_name.as_deref()];
        for code in codes.into_iter().flatten() {
            // The folder of the product itself tells it.
            let is_open = folders.get(&key(code)).is_some_and(|folders| {
                let own = [key(&row.draft.name), key(code)];
                !folders.iter().any(|folder| own.contains(&key(&file_name(folder))))
            });
            let before = names.len();
            names.retain(|name| !is_open || *name != code);
            if names.len() < before {
                open.push((row.row, code.to_owned()));
            }
        }
    }
    open
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
