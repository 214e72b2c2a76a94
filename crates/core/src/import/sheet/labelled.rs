//! Products that a worksheet describes by a label and a value in each row, one product below the other: a
//! card for each.

use std::collections::HashMap;

use super::column_use::ColumnUse;
use super::formats::sheet_cells::{Place, SheetCells};
use super::headings::{meaning, normalized};
use vitrine_domain::Field;

/// Cards with more rows are tables.
const MAX_LABELS: usize = 30;

/// Longer texts are no labels.
const MAX_LABEL: usize = 40;

/// Makes a table of cards: the labels in the place of the first one, and the values of each card in its
/// second row, so that each stands where its owner finds it. The cells of other worksheets stay as they are.
pub fn unfold(cells: &mut SheetCells) {
    let Some(Cards { labels, cards, label_column }) = Cards::of(cells) else { return };
    let width = labels.len();
    let mut moved: HashMap<Place, Place> = HashMap::new();
    let mut rows = vec![Vec::new(); cells.rows.len()];
    let begin = cards[0][0].0;
    rows[..begin].clone_from_slice(&cells.rows[..begin]);
    rows[begin] = labels.iter().map(|(written, _)| written.clone()).collect();
    for card in &cards {
        let product = card[0].0 + 1;
        let mut row = vec![String::new(); width];
        for (from, label) in card {
            row[*label] = cells.rows[*from].get(label_column + 1).cloned().unwrap_or_default();
            moved.insert((*from, label_column + 1), (product, *label));
        }
        rows[product] = row;
    }
    cells.rows = rows;
    let place = |of: Place| moved.get(&of).copied();
    cells.shown = remapped(&mut cells.shown, place);
    cells.errors = remapped(&mut cells.errors, place);
    cells.unseen = remapped(&mut cells.unseen, place);
    cells.links = remapped(&mut cells.links, place);
    cells.dates = cells.dates.iter().filter_map(|of| place(*of)).collect();
    cells.struck = cells.struck.iter().filter_map(|of| place(*of)).collect();
    let product_of = |row: usize| {
        let card = cards.iter().rev().find(|card| card[0].0 <= row)?;
        Some(card[0].0 + 1)
    };
    for picture in &mut cells.pictures.placed {
        if let Some(product) = product_of(picture.row) {
            (picture.row, picture.first, picture.last) = (product, product, product);
        }
    }
    cells.merged.clear();
    cells.hidden_rows.clear();
    cells.hidden_columns.clear();
}

fn remapped<T>(texts: &mut HashMap<Place, T>, place: impl Fn(Place) -> Option<Place>) -> HashMap<Place, T> {
    let texts = std::mem::take(texts).into_iter();
    texts.filter_map(|(of, text)| Some((place(of)?, text))).collect()
}

/// A label as it is written first, and as it is compared.
type Label = (String, String);

/// The rows of a card, with the places of their labels.
type Card = Vec<(usize, usize)>;

/// The cards of a worksheet.
struct Cards {
    labels: Vec<Label>,
    cards: Vec<Card>,
    label_column: usize,
}

impl Cards {
    /// The cards, if all filled rows are a label and its value, and the first label begins each card.
    fn of(cells: &SheetCells) -> Option<Self> {
        if !cells.hidden_rows.is_empty() || !cells.hidden_columns.is_empty() {
            return None;
        }
        let filled = |row: &[String]| -> Vec<usize> {
            (0..row.len()).filter(|at| !row[*at].trim().is_empty()).collect()
        };
        let begins =
            |row: &Vec<String>| filled(row).first().copied().filter(|first| meaning(&row[*first]).is_some());
        let (begin, label_column) =
            cells.rows.iter().enumerate().find_map(|(at, row)| Some((at, begins(row)?)))?;
        let (mut labels, mut cards): (Vec<Label>, Vec<Card>) = (Vec::new(), Vec::new());
        for (index, row) in cells.rows.iter().enumerate().skip(begin) {
            let places = filled(row);
            match places.as_slice() {
                [] => continue,
                [label] | [label, _] if *label == label_column => {}
                _ => return None,
            }
            if places.get(1).is_some_and(|value| *value != label_column + 1) {
                return None;
            }
            let written = row[label_column].trim();
            let said = normalized(written);
            if written.chars().count() > MAX_LABEL || written.contains(char::is_numeric) {
                return None;
            }
            let label = labels.iter().position(|(_, known)| *known == said).unwrap_or_else(|| {
                labels.push((written.trim_end_matches([':', '：', ' ']).to_owned(), said));
                labels.len() - 1
            });
            if label == 0 {
                cards.push(Vec::new());
            }
            let card = cards.last_mut()?;
            if card.iter().any(|(_, other)| *other == label) || labels.len() > MAX_LABELS {
                return None;
            }
            card.push((index, label));
        }
        let is = |of: &[Field]| {
            let fits = |label: &str| {
                meaning(label)
                    .is_some_and(|meaning| of.iter().any(|of| meaning.used_for == ColumnUse::Field(*of)))
            };
            labels.iter().any(|(written, _)| fits(written))
        };
        let known = labels.iter().filter(|(written, _)| meaning(written).is_some()).count();
        // Headings in two languages are none.
        let value = |(row, _): &(usize, usize)| cells.rows[*row].get(label_column + 1);
        let names_fields =
            cards.iter().flatten().filter_map(value).filter(|text| meaning(text).is_some()).count() > 1;
        let is_name = |(_, label): &&(usize, usize)| {
            meaning(&labels[*label].0).is_some_and(|of| of.used_for == ColumnUse::Field(Field::Name))
        };
        let names = cards.iter().flatten().filter(is_name).filter_map(value);
        let names_fields = names_fields || names.into_iter().any(|name| meaning(name).is_some());
        let are_cards = labels.len() > 2
            && 2 * known >= labels.len()
            && is(&[Field::Name])
            && is(&[Field::PrimaryPrice, Field::Stock])
            && cards.iter().all(|card| card.len() > 1)
            && !names_fields;
        are_cards.then_some(Self { labels, cards, label_column })
    }
}
