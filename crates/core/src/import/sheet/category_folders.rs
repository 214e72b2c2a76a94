//! Folders of photos that hold those of several rows: a row of such a name that says nothing else is the
//! title of a group.

use std::collections::HashSet;

use super::column_use::ColumnUse;
use super::columns::Columns;
use super::matching::{is_folder, is_name, key, own_name};
use crate::import::PlannedDraft;
use crate::import::file_name::strip_counter;
use vitrine_domain::Field;

/// The names of the folders with photos that are called like rows with values.
pub fn category_folders(
    planned: &[PlannedDraft],
    rows: &[(usize, &[String])],
    columns: &Columns,
) -> HashSet<String> {
    if !planned.iter().any(is_folder) {
        return HashSet::new();
    }
    let places: Vec<usize> =
        [ColumnUse::Field(Field::Name), ColumnUse::Field(Field::Sku), ColumnUse::Field(Field::Barcode)]
            .into_iter()
            .filter_map(|used_for| columns.position(used_for))
            .collect();
    let has_values = |row: &[String]| {
        let mut filled = row.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
        filled.next().is_some_and(|first| filled.any(|cell| cell != first))
    };
    let cells = rows.iter().filter(|(_, row)| has_values(row));
    let called: HashSet<String> = cells
        .flat_map(|(_, row)| places.iter().filter_map(|place| row.get(*place)))
        .map(|cell| key(cell))
        .filter(|name| is_name(name))
        .collect();
    let of_folder = |planned: &PlannedDraft| {
        let own = key(&own_name(planned));
        let is_of_row =
            |name: &str| Some(key(name)).is_some_and(|name| name != own && called.contains(&name));
        let names_row = planned.photos.iter().any(|photo| {
            let stem = photo.file_stem().unwrap_or_default().to_string_lossy();
            is_of_row(&stem) || is_of_row(strip_counter(&stem))
        });
        (is_folder(planned) && names_row).then_some(own)
    };
    planned.iter().filter_map(of_folder).collect()
}
