//! The photos of rows that are left out: they are no products of their own.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use super::ImportPlan;
use crate::import::file_name::{stem, strip_counter};
use crate::import::sheet::matching::{Products, is_folder, is_name, key, own_name};
use crate::import::sheet::overview::SheetOverview;

/// The names and codes of rows that are left out, which no other row has.
pub struct SetAside(HashSet<String>);

impl SetAside {
    /// Of what these rows say, and the rows that are read.
    pub fn of(left_out: &[String], read: &SheetOverview) -> Self {
        if left_out.is_empty() {
            return Self(HashSet::new());
        }
        let read: HashSet<String> = read.rows.iter().map(|row| key(&row.name)).collect();
        let keys = left_out.iter().map(|name| key(name));
        Self(keys.filter(|name| is_name(name) && !read.contains(name)).collect())
    }

    /// Takes their photos out of products that no row describes. Returns how many there are.
    pub fn remove(
        &self,
        planned: &mut ImportPlan,
        products: &Products,
        described: &BTreeSet<usize>,
        taken: &HashSet<PathBuf>,
    ) -> usize {
        let (mut removed, mut gone) = (Vec::new(), HashSet::new());
        for (index, draft) in planned.drafts.iter_mut().enumerate().filter(|_| !self.0.is_empty()) {
            if described.contains(&index) || products.is_taken(index) {
                continue;
            }
            let names = [own_name(draft), draft.source_name.clone()];
            let is_whole = is_folder(draft) && names.iter().any(|name| self.0.contains(&key(name)));
            let is_aside = |photo: &Path| {
                let name = stem(photo);
                is_whole
                    || [name.as_str(), strip_counter(&name)].iter().any(|name| self.0.contains(&key(name)))
            };
            let before = draft.photos.len();
            draft.photos.retain(|photo| {
                let stays = taken.contains(photo) || !is_aside(photo);
                if !stays {
                    removed.push(photo.clone());
                }
                stays
            });
            draft.is_left_by_rows |= draft.photos.len() < before;
            if draft.photos.is_empty() && before > 0 {
                gone.insert(draft.draft.name.clone());
            }
        }
        // An earlier worksheet has said that no row describes them.
        for sheet in &mut planned.sheets {
            sheet.without_row.retain(|name| !gone.contains(name));
        }
        let count = removed.len();
        planned.ignored_files.extend(removed);
        count
    }
}
