//! The cells that a sheet of failed products has for photos and their edits.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::import::PlannedDraft;
use vitrine_domain::PhotoEdit;

/// Separates the photos in one cell. File names on Windows cannot contain it.
pub const PHOTO_SEPARATOR: char = '|';

/// The cell for these photos, which reading splits again, unless a name contains [`PHOTO_SEPARATOR`] itself.
pub fn photos_cell(photos: &[PathBuf]) -> String {
    let between = PHOTO_SEPARATOR.to_string();
    let mut cell = photos.iter().map(|photo| photo.display().to_string()).collect::<Vec<_>>().join(&between);
    if cell.contains([';', '؛', ',', '،']) && !cell.contains(PHOTO_SEPARATOR) {
        cell.push(PHOTO_SEPARATOR);
    }
    cell
}

/// The cell for a product's photo edits; empty if there are none.
pub fn edits_cell(planned: &PlannedDraft) -> String {
    let edits = planned
        .photos
        .iter()
        .enumerate()
        .map(|(place, photo)| (photo.display().to_string(), planned.edit(place)));
    let edits: BTreeMap<String, PhotoEdit> = edits.filter(|(_, edit)| !edit.is_identity()).collect();
    // Maps of strings to numbers always have a JSON form.
    if edits.is_empty() { String::new() } else { serde_json::to_string(&edits).unwrap_or_default() }
}
