//! On which rows the pictures of a worksheet lie: by the heights of the rows, and the places that the file
//! states.

use std::collections::HashMap;

use super::pictures::{Look, Picture, Pictures};
use super::sheet_cells::{MergedCells, Place};

/// No program has more rows or columns.
pub const MAX_INDEX: usize = 1 << 24;

/// A place along the rows, or along the columns. Lengths are in EMU, of which an inch has 914,400.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// So far behind the beginning of a row or a column, but within it.
    In { index: usize, offset: u64 },
    /// So far behind the beginning of the worksheet.
    From(u64),
}

/// How a picture lies along the rows, or along the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub begin: Edge,
    pub end: End,
}

/// Where a picture ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    At(Edge),
    /// So long after its beginning.
    After(u64),
}

impl Span {
    /// A cell's own.
    pub const fn cell(index: usize) -> Self {
        let edge = Edge::In { index, offset: 0 };
        Self { begin: edge, end: End::At(edge) }
    }
}

/// A picture of which it is known how it lies, but not yet on which rows.
#[derive(Clone, Copy, Debug)]
pub struct Anchored {
    pub rows: Span,
    pub columns: Span,
    /// The number of its part; `None` if it is not in the file.
    pub part: Option<usize>,
    pub look: Look,
}

/// The heights of the rows, or the widths of the columns.
#[derive(Debug)]
pub struct Sizes {
    usual: u64,
    /// The first, the last, where the first begins, and the size of each.
    others: Vec<(usize, usize, u64, u64)>,
}

impl Sizes {
    pub const fn new(usual: u64) -> Self {
        Self { usual, others: Vec::new() }
    }

    pub const fn set_usual(&mut self, usual: u64) {
        self.usual = usual;
    }

    pub fn set(&mut self, first: usize, last: usize, size: u64) {
        let first = first.min(MAX_INDEX);
        self.others.push((first, last.clamp(first, MAX_INDEX), 0, size));
    }

    /// Finds out where each begins.
    fn settle(&mut self) {
        self.others.sort_by_key(|(first, ..)| *first);
        let (mut next, mut start) = (0_usize, 0_u64);
        self.others.retain_mut(|(first, last, begin, size)| {
            // One that is described twice is as it was described first.
            *first = (*first).max(next);
            if *first > *last {
                return false;
            }
            *begin = start.saturating_add(length(*first - next, self.usual));
            start = begin.saturating_add(length(*last - *first + 1, *size));
            next = *last + 1;
            true
        });
    }

    /// Where it begins, and its size.
    fn of(&self, index: usize) -> (u64, u64) {
        let before = self.others.partition_point(|(first, ..)| *first <= index);
        match before.checked_sub(1).map(|at| self.others[at]) {
            None => (length(index, self.usual), self.usual),
            Some((first, last, begin, size)) if index <= last => {
                (begin.saturating_add(length(index - first, size)), size)
            }
            Some((first, last, begin, size)) => {
                let end = begin.saturating_add(length(last - first + 1, size));
                (end.saturating_add(length(index - last - 1, self.usual)), self.usual)
            }
        }
    }

    /// What is so far behind the beginning.
    fn at(&self, distance: u64) -> usize {
        let count = |distance: u64, size: u64| {
            usize::try_from(distance.checked_div(size).unwrap_or(0)).unwrap_or(usize::MAX)
        };
        let before = self.others.partition_point(|(_, _, begin, _)| *begin <= distance);
        match before.checked_sub(1).map(|at| self.others[at]) {
            None => count(distance, self.usual),
            Some((first, last, begin, size)) => {
                let end = begin.saturating_add(length(last - first + 1, size));
                if distance < end {
                    first.saturating_add(count(distance - begin, size))
                } else {
                    last.saturating_add(1).saturating_add(count(distance - end, self.usual))
                }
            }
        }
    }

    fn position(&self, edge: Edge) -> u64 {
        match edge {
            Edge::In { index, offset } => {
                let (begin, size) = self.of(index);
                begin.saturating_add(offset.min(size))
            }
            Edge::From(distance) => distance,
        }
    }

    /// The first that a span touches, the one in which its middle is, and the last.
    fn touched(&self, Span { begin, end }: Span) -> [usize; 3] {
        if let (Edge::In { index, .. }, End::At(Edge::In { index: last, .. })) = (begin, end)
            && index >= last
        {
            // It may be hidden, and have no height.
            return [index; 3];
        }
        let from = self.position(begin);
        let to = match end {
            End::At(edge) => self.position(edge),
            End::After(length) => from.saturating_add(length),
        };
        let first = self.at(from);
        [first, self.at(from.midpoint(to.max(from))).max(first), self.at(to.saturating_sub(1)).max(first)]
    }
}

fn length(count: usize, size: u64) -> u64 {
    size.saturating_mul(count as u64)
}

/// Finds the rows of pictures.
pub fn place(
    anchored: Vec<Anchored>,
    rows: &mut Sizes,
    columns: &mut Sizes,
    merged: &[MergedCells],
    pictures: &mut Pictures,
) {
    rows.settle();
    columns.settle();
    let tall: Vec<&MergedCells> = merged.iter().filter(|merged| merged.last.0 > merged.first.0).collect();
    let mut placed: Vec<(u64, Picture)> = Vec::new();
    let begun = begun_in(&anchored, rows, columns);
    for Anchored { rows: of_rows, columns: of_columns, part, look } in anchored {
        let Some(part) = part else {
            pictures.linked += 1;
            continue;
        };
        let ([first, row, last], [_, column, _]) = (rows.touched(of_rows), columns.touched(of_columns));
        let row = if begun.lies_on_others((Begun::first(rows, of_rows), last), column) {
            Begun::first(rows, of_rows)
        } else {
            row
        };
        let all = tall.iter().find(|merged| holds(merged, (row, column)));
        let (first, last) = all.map_or((first, last), |merged| (merged.first.0, merged.last.0));
        placed.push((
            columns.position(of_columns.begin),
            Picture { row, column, first, last, is_of_all: all.is_some(), part, look },
        ));
    }
    placed.sort_by_key(|(left, _)| *left);
    pictures.placed.extend(placed.into_iter().map(|(_, picture)| picture));
    pictures.bound();
}

/// The rows in which the pictures of each column begin, in order, each with the last row that it or one above
/// it touches.
struct Begun(HashMap<usize, Vec<(usize, usize)>>);

fn begun_in(anchored: &[Anchored], rows: &Sizes, columns: &Sizes) -> Begun {
    let mut begun = HashMap::<usize, Vec<(usize, usize)>>::new();
    let here = anchored.iter().filter(|anchored| anchored.part.is_some());
    for Anchored { rows: of_rows, columns: of_columns, .. } in here {
        let column = columns.touched(*of_columns)[1];
        begun.entry(column).or_default().push((Begun::first(rows, *of_rows), rows.touched(*of_rows)[2]));
    }
    for spans in begun.values_mut() {
        spans.sort_unstable();
        let mut furthest = 0;
        for (_, last) in spans {
            furthest = furthest.max(*last);
            *last = furthest;
        }
    }
    Begun(begun)
}

impl Begun {
    /// The row in which a picture begins, but for a corner that is a little above it.
    fn first(rows: &Sizes, of: Span) -> usize {
        let first = rows.touched(of)[0];
        let (begin, size) = rows.of(first);
        let is_above = rows.position(of.begin).saturating_sub(begin) > size / 5 * 4;
        if is_above { rows.touched(of)[1].min(first + 1) } else { first }
    }

    /// Whether a picture is so large that it lies on others: then each is of the row in which it begins.
    fn lies_on_others(&self, (first, last): (usize, usize), column: usize) -> bool {
        let Some(spans) = self.0.get(&column) else { return false };
        let above = spans.partition_point(|(begin, _)| *begin < first);
        let below = spans.partition_point(|(begin, _)| *begin <= first);
        let is_below_one = above.checked_sub(1).is_some_and(|at| spans[at].1 > first);
        last > first + 1 && (is_below_one || spans.get(below).is_some_and(|(begin, _)| *begin <= last))
    }
}

fn holds(merged: &MergedCells, (row, column): Place) -> bool {
    (merged.first.0..=merged.last.0).contains(&row) && (merged.first.1..=merged.last.1).contains(&column)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn at(index: usize, offset: u64) -> Edge {
        Edge::In { index, offset }
    }

    fn rows(of: &[(usize, usize, u64)]) -> Sizes {
        let mut sizes = Sizes::new(100);
        of.iter().for_each(|(first, last, size)| sizes.set(*first, *last, *size));
        sizes.settle();
        sizes
    }

    #[test]
    fn the_middle_of_a_picture_says_its_row() {
        let tall = rows(&[(1, 3, 600), (4, 4, 0)]);
        for (begin, end, touched) in [
            (at(1, 10), End::At(at(1, 590)), [1, 1, 1]),
            // A little above its row, and a little below.
            (at(0, 95), End::At(at(1, 500)), [0, 1, 1]),
            (at(1, 300), End::At(at(3, 200)), [1, 2, 3]),
            (at(2, 50), End::After(500), [2, 2, 2]),
            (at(2, 590), End::After(600), [2, 3, 3]),
            // A row's end is where the next one begins, however far behind it a program says it is.
            (at(0, 9999), End::At(at(1, 400)), [1, 1, 1]),
            (Edge::From(750), End::After(200), [2, 2, 2]),
            // In a hidden row.
            (at(4, 0), End::At(at(4, 0)), [4, 4, 4]),
            (at(5, 0), End::After(150), [5, 5, 6]),
        ] {
            assert_eq!(tall.touched(Span { begin, end }), touched, "{begin:?} {end:?}");
        }
    }

    #[test]
    fn of_pictures_that_lie_on_each_other_each_is_of_the_row_in_which_it_begins() {
        let picture = |begin: Edge| Anchored {
            rows: Span { begin, end: End::After(900) },
            columns: Span::cell(0),
            part: Some(1),
            look: Look::WHOLE,
        };
        for (begin, row) in
            [([at(1, 0), at(2, 0), at(3, 10)], [1, 2, 3]), ([at(0, 95), at(2, 0), at(3, 0)], [1, 2, 3])]
        {
            let mut pictures = Pictures::default();
            let (mut sizes, mut widths) = (rows(&[(1, 5, 300)]), Sizes::new(100));
            place(begin.map(picture).to_vec(), &mut sizes, &mut widths, &[], &mut pictures);
            let found: Vec<usize> = pictures.placed.iter().map(|picture| picture.row).collect();
            assert_eq!(found, row, "{begin:?}");
        }
    }

    proptest! {
        #[test]
        fn each_place_is_in_the_row_that_begins_before_it(
            of in prop::collection::vec((0_usize..40, 0_usize..5, 0_u64..300), 0..8),
            distance in 0_u64..9000,
        ) {
            let sizes = rows(&of.iter().map(|(first, more, size)| (*first, first + more, *size)).collect::<Vec<_>>());
            let (begin, size) = sizes.of(sizes.at(distance));
            prop_assert!(begin <= distance && distance < begin + size);
            prop_assert_eq!((0..60).map(|row| sizes.of(row)).fold((true, 0), |(holds, next), (begin, size)| (holds && begin == next, begin + size)).0, true);
        }
    }
}
