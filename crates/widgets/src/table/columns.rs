//! The widths of a table's columns.

use std::collections::BTreeMap;

/// A column's width, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column {
    /// A fixed width, reduced in a narrow window if it is large.
    Exact(f32),
    /// A fixed width that is not reduced: of numbers, which cannot be read when they are cut.
    Whole(f32),
    /// A share of the remaining width, in proportion to this number.
    Rest(f32),
    /// What remains, shared evenly with the columns that take a share; at least this many points.
    Free(f32),
}

/// The widths that a person chose, in points, by the columns' keys.
pub type ChosenWidths = BTreeMap<String, u16>;

/// Sets the width of a column, within limits in which it can still be read and grabbed.
pub(super) fn choose(chosen: &mut ChosenWidths, key: &str, width: f32) {
    chosen.insert(key.to_owned(), width.clamp(MIN_CHOSEN_WIDTH, MAX_CHOSEN_WIDTH) as u16);
}

/// Columns up to this width (a picture, a button) are never reduced.
pub(super) const MAX_FIXED_WIDTH: f32 = 64.0;
/// The minimum width of a [`Column::Rest`].
const MIN_REST_WIDTH: f32 = 110.0;
const MIN_CHOSEN_WIDTH: f32 = 56.0;
const MAX_CHOSEN_WIDTH: f32 = 900.0;

/// The columns' widths for the available width: in a narrow window wide columns are reduced, so that all are
/// visible if possible, but not to less than `least` of their width. A width that a person chose is kept.
/// `keys` are the columns' keys, or none if the widths cannot be chosen.
pub(super) fn widths(
    columns: &[Column],
    (keys, chosen): (&[&str], &ChosenWidths),
    available: f32,
    least: f32,
) -> Vec<f32> {
    let chosen: Vec<Option<f32>> = (0..columns.len())
        .map(|column| keys.get(column).and_then(|key| chosen.get(*key)).map(|&width| f32::from(width)))
        .collect();
    let kept: f32 = chosen.iter().flatten().sum();
    let automatic: Vec<Column> = columns
        .iter()
        .zip(&chosen)
        .filter(|(_, chosen)| chosen.is_none())
        .map(|(column, _)| *column)
        .collect();
    let mut automatic = automatic_widths(&automatic, available - kept, least).into_iter();
    let width = |chosen: Option<f32>| chosen.or_else(|| automatic.next()).unwrap_or_default();
    chosen.into_iter().map(width).collect()
}

fn automatic_widths(columns: &[Column], available: f32, least: f32) -> Vec<f32> {
    let scale = scale(columns, available, least);
    let exact = |width: f32| if width > MAX_FIXED_WIDTH { width * scale } else { width };
    let taken: f32 = columns
        .iter()
        .map(|column| match column {
            Column::Exact(width) => exact(*width),
            Column::Whole(width) => *width,
            Column::Rest(_) | Column::Free(_) => 0.0,
        })
        .sum();
    let parts: f32 = columns
        .iter()
        .map(|column| match column {
            Column::Rest(parts) => *parts,
            Column::Free(_) => 1.0,
            Column::Exact(_) | Column::Whole(_) => 0.0,
        })
        .sum();
    let width = |column: &Column| match column {
        Column::Exact(width) => exact(*width),
        Column::Whole(width) => *width,
        Column::Rest(own) => ((available - taken) * own / parts).max(MIN_REST_WIDTH),
        Column::Free(min) => ((available - taken) / parts).max(*min),
    };
    columns.iter().map(width).collect()
}

/// The factor by which wide columns are reduced.
fn scale(columns: &[Column], available: f32, least: f32) -> f32 {
    let (mut narrow, mut wide) = (0.0, 0.0);
    for column in columns {
        match column {
            Column::Exact(width) if *width > MAX_FIXED_WIDTH => wide += width,
            Column::Exact(width) | Column::Whole(width) => narrow += width,
            Column::Rest(_) => narrow += MIN_REST_WIDTH,
            Column::Free(min) => narrow += min,
        }
    }
    ((available - narrow) / wide).clamp(least, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automatic(columns: &[Column], available: f32) -> Vec<f32> {
        widths(columns, (&[], &ChosenWidths::default()), available, 0.5)
    }

    #[test]
    fn wide_columns_shrink_in_a_narrow_window_and_narrow_ones_do_not() {
        let columns = [Column::Exact(64.0), Column::Rest(1.0), Column::Exact(200.0), Column::Exact(300.0)];
        assert_eq!(automatic(&columns, 1000.0), [64.0, 436.0, 200.0, 300.0]);
        let narrow = automatic(&columns, 500.0);
        assert_eq!(narrow[..2], [64.0, MIN_REST_WIDTH]);
        assert!((narrow.iter().sum::<f32>() - 500.0).abs() < 0.01, "{narrow:?}");
        assert_eq!(
            automatic(&columns, 10.0),
            [64.0, MIN_REST_WIDTH, 100.0, 150.0],
            "not below half their width"
        );
        assert_eq!(automatic(&[Column::Rest(1.0)], 300.0), [300.0]);
        assert_eq!(
            automatic(&[Column::Rest(2.0), Column::Exact(100.0), Column::Rest(1.0)], 700.0),
            [400.0, 100.0, 200.0]
        );
    }

    #[test]
    fn a_column_of_numbers_keeps_its_width_in_a_narrow_window() {
        assert_eq!(automatic(&[Column::Whole(128.0), Column::Exact(200.0)], 10.0), [128.0, 100.0]);
    }

    #[test]
    fn a_chosen_width_is_kept_and_the_others_share_the_rest() {
        let (columns, keys) =
            ([Column::Rest(1.0), Column::Exact(100.0), Column::Rest(1.0)], ["name", "price", "source"]);
        let mut chosen = ChosenWidths::default();
        choose(&mut chosen, "name", 300.0);
        assert_eq!(widths(&columns, (&keys, &chosen), 700.0, 0.5), [300.0, 100.0, 300.0]);
        choose(&mut chosen, "price", 1.0);
        assert_eq!(widths(&columns, (&keys, &chosen), 700.0, 0.5), [300.0, MIN_CHOSEN_WIDTH, 344.0]);
    }
}
