//! The pictures of a sheet → the products of its rows.

use std::collections::BTreeMap;
use std::ops::Range;

use super::formats::archive::Archive;
use super::formats::pictures::Picture;
use super::formats::sheet_cells::SheetCells;
use super::sheet_draft::SheetDraft;

/// So many pictures of a file are taken at most.
pub const MAX_TAKEN: usize = 5000;
/// The most bytes of a picture.
pub const MAX_PICTURE: u64 = 64 << 20;
/// The most bytes of all pictures of a file.
pub const MAX_PICTURES: u64 = 1 << 30;

/// What became of the pictures of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureCounts {
    /// Those that are photos of their rows' products.
    pub taken: usize,
    /// Those that lie beside the products, such as a logo.
    pub beside: usize,
    /// Those of products that have photos of their own.
    pub spare: usize,
    /// Those that are no photos: drawings, icons and damaged ones.
    pub unusable: usize,
    /// Those that are not in the file.
    pub linked: usize,
    /// Those that are joined with others to one drawing.
    pub grouped: usize,
    /// Those that are the same on most rows, as a logo is.
    pub repeated: usize,
    /// Those of an old file, in which they are not looked for.
    pub unread: usize,
    /// Those beyond the bounds.
    pub too_many: usize,
}

impl PictureCounts {
    /// How many were not taken.
    pub const fn left_out(&self) -> usize {
        let Self { taken: _, beside, spare, unusable, linked, grouped, repeated, unread, too_many } = *self;
        beside + spare + unusable + linked + grouped + repeated + unread + too_many
    }
}

/// Gives each product the pictures of its row, by their places in `cells.pictures`: those whose middle is in
/// it. One in an empty row is of the only product over whose row it lies. Returns how many are of none.
///
/// Of tables beside each other, each has the pictures over its own `columns`.
pub fn give(cells: &SheetCells, header: usize, columns: &Range<usize>, drafts: &mut [SheetDraft]) -> usize {
    let is_empty =
        |row: usize| cells.rows.get(row).is_none_or(|row| row.iter().all(|cell| cell.trim().is_empty()));
    let mut by_row: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, draft) in drafts.iter().enumerate() {
        by_row.entry(draft.row).or_default().push(at);
    }
    let mut beside = 0;
    for (index, picture) in
        cells.pictures.placed.iter().enumerate().filter(|(_, picture)| columns.contains(&picture.column))
    {
        let Picture { row, first, last, is_of_all, .. } = *picture;
        // Rows of drafts are counted from 1.
        let (from, to) = (first.max(header).saturating_add(1), last.saturating_add(1));
        let touched = || by_row.range(from..=to.max(from)).map(|(_, of)| of);
        let of: Vec<&Vec<usize>> = match by_row.get(&row.saturating_add(1)) {
            _ if from > to => Vec::new(),
            _ if is_of_all => touched().collect(),
            Some(of) => vec![of],
            None if is_empty(row) && row > header && touched().count() == 1 => touched().collect(),
            None => Vec::new(),
        };
        beside += usize::from(of.is_empty());
        for &at in of.into_iter().flatten() {
            drafts[at].pictures.push(index);
        }
    }
    beside
}

/// Unpacks pictures of a file, one after the other, by the numbers of their parts; `None` for one that cannot
/// be had.
pub fn unpack<E>(
    bytes: &[u8],
    parts: &[usize],
    mut each: impl FnMut(Option<Vec<u8>>) -> Result<(), E>,
) -> Result<(), E> {
    let mut archive = Archive::open(bytes).ok();
    let mut left = MAX_PICTURES;
    for part in parts.iter().take(MAX_TAKEN) {
        let picture = archive.as_mut().and_then(|archive| archive.unpack(*part, left.min(MAX_PICTURE)));
        left -= picture.as_ref().map_or(0, |picture| picture.len() as u64);
        each(picture)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::formats::pictures::{Look, Pictures};
    use super::*;

    fn picture(row: usize, first: usize, last: usize, is_of_all: bool) -> Picture {
        Picture { row, column: 1, first, last, is_of_all, part: 0, look: Look::WHOLE }
    }

    #[test]
    fn a_picture_is_of_the_product_in_whose_row_its_middle_is() {
        let rows = ["Our shop", "name", "Rug", "", "", "Bowl", "Vase", "", "Total"];
        let cells = |placed: Vec<Picture>| SheetCells {
            rows: rows.map(|name| vec![name.to_owned()]).to_vec(),
            pictures: Pictures { placed, ..Pictures::default() },
            ..SheetCells::default()
        };
        for (of, products) in [
            (picture(2, 1, 2, false), vec![3]),
            // A logo, one over the headings, and one beside the sum.
            (picture(0, 0, 2, false), vec![]),
            (picture(1, 0, 2, false), vec![]),
            (picture(8, 6, 8, false), vec![]),
            // Below the only text of its product; and between two products.
            (picture(4, 2, 4, false), vec![3]),
            (picture(4, 2, 5, false), vec![]),
            (picture(7, 7, 7, false), vec![]),
            // In merged cells.
            (picture(6, 5, 6, true), vec![6, 7]),
            (picture(usize::MAX, usize::MAX, usize::MAX, false), vec![]),
            (picture(2, 9, 1, true), vec![]),
        ] {
            let mut drafts: Vec<SheetDraft> =
                [3, 6, 7].map(|row| SheetDraft { row, ..SheetDraft::default() }).into();
            let beside = give(&cells(vec![of]), 1, &(0..2), &mut drafts);
            assert_eq!(give(&cells(vec![of]), 1, &(2..9), &mut drafts.clone()), 0, "over another table");
            let found: Vec<usize> =
                drafts.iter().filter(|draft| !draft.pictures.is_empty()).map(|draft| draft.row).collect();
            assert_eq!((&found, beside), (&products, usize::from(products.is_empty())), "{of:?}");
        }
    }
}
