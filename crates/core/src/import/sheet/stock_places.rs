//! A row for each place where a product lies: the product once, with the pieces of all places.

use std::collections::HashMap;

use super::columns::Columns;
use super::headings::normalized;
use super::row_kinds::{LeftOut, RowKind};
use super::sheet_draft::SheetDraft;
use vitrine_domain::{Draft, Field, Signs, parse_whole};

/// Headings over the names of places.
const PLACES: [&str; 12] = [
    "location",
    "location name",
    "stock location",
    "warehouse",
    "warehouse name",
    "source code",
    "انبار",
    "نام انبار",
    "شعبه",
    "نام شعبه",
    "محل نگهداری",
    "فروشگاه",
];

/// Headings over what a place calls its shelf.
const SHELVES: [&str; 4] = ["bin", "bin name", "shelf", "قفسه"];

/// What Shopify writes where a product is never kept.
pub fn is_not_kept(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case("not stocked")
}

/// Puts together the rows that differ in their place and their pieces alone. A row whose pieces cannot be
/// read stays.
pub fn join_places<'r>(
    rows: Vec<(SheetDraft, &'r [String])>,
    columns: &Columns,
) -> (Vec<(SheetDraft, &'r [String])>, Vec<LeftOut>) {
    let is_one_of = |of: &[&str], at: usize| of.contains(&normalized(&columns.headings[at]).as_str());
    let is_free = |at: &usize| columns.uses.get(*at).copied().flatten().is_none();
    let Some(place) = (0..columns.headings.len()).filter(is_free).find(|at| is_one_of(&PLACES, *at)) else {
        return (rows, Vec::new());
    };
    let is_said = |(at, cell): &(usize, &String)| {
        *at != place
            && !cell.trim().is_empty()
            && !is_not_kept(cell)
            && parse_whole(cell, &[], Signs::default()).is_err()
            && columns.headings.get(*at).is_none_or(|_| !is_one_of(&SHELVES, *at))
    };
    let mut first: HashMap<Vec<(usize, &'r str)>, Vec<usize>> = HashMap::new();
    let (mut joined, mut left_out): (Vec<(SheetDraft, &'r [String])>, Vec<LeftOut>) =
        (Vec::new(), Vec::new());
    for (draft, row) in rows {
        let said = row.iter().enumerate().filter(is_said).map(|(at, cell)| (at, cell.trim())).collect();
        let of_same = first.entry(said).or_default();
        let is_same = |of: &&usize| {
            let (other, of_other) = &joined[**of];
            let plain = |draft: &SheetDraft| Draft { stock: None, ..draft.draft.clone() };
            draft.problem(Field::Stock).is_none()
                && other.problem(Field::Stock).is_none()
                && row.get(place) != of_other.get(place)
                && plain(&draft) == plain(other)
        };
        match of_same.iter().find(is_same).copied() {
            Some(of) => {
                let stock = &mut joined[of].0.draft.stock;
                *stock = match (*stock, draft.draft.stock) {
                    (Some(one), Some(other)) => Some(one.saturating_add(other)),
                    (one, other) => one.or(other),
                };
                let text = row[place].trim().to_owned();
                left_out.push(LeftOut { row: draft.row, kind: RowKind::Continued, text });
            }
            None => {
                of_same.push(joined.len());
                joined.push((draft, row));
            }
        }
    }
    (joined, left_out)
}
