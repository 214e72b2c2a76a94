//! Adds the rows of a further sheet to the products that earlier sheets describe, cell by cell.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::ImportPlan;
use crate::import::PlannedDraft;
use crate::import::sheet::ColumnUse;
use crate::import::sheet::claims::Claims;
use crate::import::sheet::matching::{Products, RowName, key};
use crate::import::sheet::overview::{CellConflict, Precedence, SheetOverview};
use crate::import::sheet::sheet_draft::{Origin, SheetDraft};
use vitrine_domain::{Draft, Field, FieldKind, Problem};

/// What earlier sheets said.
pub struct Earlier {
    /// The products that their rows describe, by index.
    pub described: BTreeSet<usize>,
    /// Whether one of them has a column of names.
    pub has_names: bool,
}

impl Earlier {
    pub fn of(planned: &ImportPlan) -> Self {
        let of_rows: HashSet<(&Path, &str)> =
            planned.sheets.iter().flat_map(SheetOverview::products).collect();
        let is_described =
            |draft: &PlannedDraft| of_rows.contains(&(draft.source.as_path(), draft.source_name.as_str()));
        let described = planned
            .drafts
            .iter()
            .enumerate()
            .filter(|(_, draft)| is_described(draft))
            .map(|(index, _)| index)
            .collect();
        let names = |sheet: &SheetOverview| {
            sheet.columns.iter().any(|column| column.used_for == Some(ColumnUse::Field(Field::Name)))
        };
        Self { described, has_names: planned.sheets.iter().any(names) }
    }

    /// The described product that each row adds to: by its origin, its name or SKU; a row without
    /// any as the one that has all of its photos.
    pub fn matches(
        &self,
        rows: &[SheetDraft],
        found: &[Vec<PathBuf>],
        drafts: &[PlannedDraft],
    ) -> Vec<Option<usize>> {
        if self.described.is_empty() {
            return vec![None; rows.len()];
        }
        let mut products = Products::described(drafts, &self.described);
        let mut by_photo: HashMap<&Path, usize> = HashMap::new();
        for &index in &self.described {
            by_photo.extend(drafts[index].photos.iter().map(|photo| (photo.as_path(), index)));
        }
        let by_origin = |origin: &Origin| {
            let is_it = |&index: &usize| {
                drafts[index].source == origin.source && drafts[index].source_name == origin.name
            };
            self.described.iter().copied().find(is_it)
        };
        let mut found_by = |row: &SheetDraft, photos: &[PathBuf]| {
            let of_photos = |products: &Products| {
                let holder = *by_photo.get(photos.first()?.as_path())?;
                let is_free = !products.is_taken(holder)
                    && photos.iter().all(|photo| by_photo.get(photo.as_path()) == Some(&holder));
                is_free.then_some(holder)
            };
            let names = [row.photo_name.as_deref(), Some(row.draft.name.as_str()), row.draft.sku.as_deref()];
            let names = names.into_iter().flatten().filter(|name| !name.trim().is_empty());
            let names: Vec<RowName<'_>> = names.map(RowName::new).collect();
            let mut of_names = || products.take_exact(row.row, &names, &Claims::default());
            let by_name = row.origin.as_ref().and_then(by_origin).or_else(&mut of_names);
            let of_row = by_name.or_else(|| names.is_empty().then(|| of_photos(&products))?)?;
            products.mark_taken(of_row);
            Some(of_row)
        };
        rows.iter().zip(found).map(|(row, photos)| found_by(row, photos)).collect()
    }
}

/// Adds photos to a product that has them not yet.
pub fn add_photos(product: &mut PlannedDraft, photos: Vec<PathBuf>) {
    let held: HashSet<PathBuf> = product.photos.iter().cloned().collect();
    product.photos.extend(photos.into_iter().filter(|photo| !held.contains(photo)));
}

/// Fills the product's empty cells from the row. Where both say something else, `precedence` decides; without
/// it what is there stays. Returns these cells. `has_name`: an earlier sheet named the product.
pub fn combine(
    product: &mut PlannedDraft,
    row: Draft,
    unusable: Vec<Problem>,
    has_name: bool,
    precedence: Option<Precedence>,
) -> Vec<CellConflict> {
    if !has_name && !row.name.is_empty() {
        product.draft.name.clone_from(&row.name);
    }
    let conflicts = conflicts(product, &row, &unusable);
    if precedence == Some(Precedence::Later) {
        let earlier = std::mem::replace(&mut product.unusable, unusable);
        let stays = |problem: &Problem| {
            field(problem).is_some_and(|field| said(&row, &product.unusable, field).is_none())
        };
        let staying: Vec<Problem> = earlier.into_iter().filter(stays).collect();
        let before = std::mem::replace(&mut product.draft, row);
        product.draft.fill(&before);
        product.unusable.extend(staying);
    } else {
        let is_new = |problem: &Problem| {
            field(problem).is_some_and(|field| said(&product.draft, &product.unusable, field).is_none())
        };
        let new: Vec<Problem> = unusable.into_iter().filter(is_new).collect();
        product.draft.fill(&row);
        product.unusable.extend(new);
    }
    // A cell that means nothing is not filled with what the other sheet says.
    for field in product.unusable.iter().filter_map(field) {
        drop(product.draft.set(field, ""));
    }
    conflicts
}

fn conflicts(product: &PlannedDraft, row: &Draft, unusable: &[Problem]) -> Vec<CellConflict> {
    let differs = |field: Field, earlier: &str, later: &str| match field {
        // The row was found by its name, in this or another spelling.
        Field::Name => key(earlier) != key(later),
        _ => earlier != later,
    };
    let conflict = |field: Field| {
        let (earlier, later) = (said(&product.draft, &product.unusable, field)?, said(row, unusable, field)?);
        let name = product.draft.name.clone();
        differs(field, &earlier, &later).then_some(CellConflict { name, field, earlier, later })
    };
    Field::ALL.into_iter().filter(|field| field.kind() != FieldKind::Photos).filter_map(conflict).collect()
}

fn field(problem: &Problem) -> Option<Field> {
    Field::from_name(problem.field.as_deref()?)
}

/// What a cell says, even if it means nothing; `None` if it is empty.
fn said(draft: &Draft, unusable: &[Problem], of: Field) -> Option<String> {
    let wrong = unusable.iter().find(|problem| field(problem) == Some(of));
    let text = match wrong {
        Some(problem) => problem.cell_text().unwrap_or_default().to_owned(),
        None => draft.text(of),
    };
    (wrong.is_some() || !text.is_empty()).then_some(text)
}
