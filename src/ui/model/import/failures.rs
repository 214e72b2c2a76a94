//! Failed products by cause, kept up to date as rows change: a row that changes moves alone.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use crate::domain::{Code, FieldError, Problem};
use crate::import::{DraftId, Row, State};

#[derive(Debug, Default)]
pub(super) struct Failures {
    /// A group that is empty stays, for the next failure of its cause.
    groups: Vec<Group>,
    by_cause: HashMap<Cause, usize>,
    /// The group of each failed row, by the row's place, and whether its draft is here.
    of_row: HashMap<usize, (usize, bool)>,
    /// The groups that are not empty, the commonest first.
    order: Vec<usize>,
    is_order_stale: bool,
    /// Rows put into a group or taken out of one so far.
    moves: u64,
}

#[derive(Debug, Default)]
struct Group {
    /// The places of its rows.
    rows: BTreeSet<usize>,
    /// How many of them can be typed into.
    fixable: usize,
}

/// A problem's file differs from row to row; its cause does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cause {
    code: Code,
    field: Option<String>,
    said: Option<String>,
    detail: Option<FieldError>,
}

impl Cause {
    fn of(problem: &Problem) -> Self {
        Self { code: problem.code, field: problem.field.clone(), said: problem.said.clone(), detail: problem.detail.clone() }
    }
}

/// Failed products with one and the same cause.
#[derive(Clone, Copy)]
pub struct FailureGroup<'a> {
    group: &'a Group,
    rows: &'a [Row],
    pub problem: &'a Problem,
}

impl FailureGroup<'_> {
    /// How many products.
    pub fn count(&self) -> usize {
        self.group.rows.len()
    }

    /// Walks over all of them.
    pub fn drafts(&self) -> Vec<DraftId> {
        self.group.rows.iter().filter_map(|&place| Some(self.rows.get(place)?.id)).collect()
    }

    /// Whether the drafts of all of them are here to be changed.
    pub fn is_fixable(&self) -> bool {
        self.group.fixable == self.group.rows.len()
    }
}

impl Failures {
    /// How many causes there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    pub(super) const fn moves(&self) -> u64 {
        self.moves
    }

    /// The cause at this place, the commonest first.
    pub(super) fn get<'a>(&'a self, index: usize, rows: &'a [Row]) -> Option<FailureGroup<'a>> {
        let group = &self.groups[*self.order.get(index)?];
        let problem = rows.get(*group.rows.first()?)?.problem.as_ref()?;
        Some(FailureGroup { group, rows, problem })
    }

    /// The row at a place is now so. `fixable`: its draft is here.
    pub(super) fn changed(&mut self, place: usize, row: &Row, fixable: bool) {
        self.take_out(place);
        let Some(problem) = row.problem.as_ref().filter(|_| row.state == State::Failed) else { return };
        let next = self.groups.len();
        let index = *self.by_cause.entry(Cause::of(problem)).or_insert(next);
        if index == next {
            self.groups.push(Group::default());
        }
        let group = &mut self.groups[index];
        group.rows.insert(place);
        group.fixable += usize::from(fixable);
        self.of_row.insert(place, (index, fixable));
        self.is_order_stale = true;
        self.moves += 1;
    }

    fn take_out(&mut self, place: usize) {
        let Some((index, fixable)) = self.of_row.remove(&place) else { return };
        let group = &mut self.groups[index];
        group.rows.remove(&place);
        group.fixable -= usize::from(fixable);
        self.is_order_stale = true;
        self.moves += 1;
    }

    /// Call it when all changes of an event are in. Puts causes in order, not rows.
    pub(super) fn put_in_order(&mut self) {
        if !std::mem::take(&mut self.is_order_stale) {
            return;
        }
        let groups = &self.groups;
        self.order.clear();
        self.order.extend((0..groups.len()).filter(|&index| !groups[index].rows.is_empty()));
        self.order.sort_by_key(|&index| (Reverse(groups[index].rows.len()), groups[index].rows.first().copied()));
    }
}
