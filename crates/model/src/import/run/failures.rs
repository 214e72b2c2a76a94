//! Failed products grouped by cause. A changed row moves between groups; the others stay.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use vitrine_core::import::{DraftId, Row, State};
use vitrine_domain::{FieldError, Problem, ProblemKind};

/// The failed rows, grouped by cause.
#[derive(Debug, Default)]
pub(super) struct Failures {
    /// Empty groups stay, for the next failure with the same cause.
    groups: Vec<Group>,
    by_cause: HashMap<Cause, usize>,
    /// The group of each failed row, by the row's index, and whether the draft is available.
    of_row: HashMap<usize, (usize, bool)>,
    /// The groups that are not empty, the largest first.
    order: Vec<usize>,
    is_order_stale: bool,
    /// How often a row was added to or removed from a group.
    changes: u64,
}

#[derive(Debug, Default)]
struct Group {
    /// The row_indices of its rows.
    rows: BTreeSet<usize>,
    /// How many of them can be edited.
    fixable: usize,
}

/// The part of a problem that rows share: the file differs from row to row, the cause does not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cause {
    code: ProblemKind,
    field: Option<String>,
    quotation: Option<String>,
    /// What its text names beside the file, such as where a link leads.
    expected: Option<String>,
    detail: Option<FieldError>,
}

impl Cause {
    fn of(problem: &Problem) -> Self {
        let Problem { kind: code, field, quotation, expected, detail, .. } = problem.clone();
        Self { code, field, quotation, expected, detail }
    }
}

/// Failed products with the same cause.
#[derive(Clone, Copy)]
pub struct FailureGroup<'a> {
    group: &'a Group,
    rows: &'a [Row],
    /// The problem of the first of them.
    pub problem: &'a Problem,
}

impl FailureGroup<'_> {
    /// The number of products.
    pub fn count(&self) -> usize {
        self.group.rows.len()
    }

    /// The drafts of all products in the group, in O(n).
    pub fn drafts(&self) -> Vec<DraftId> {
        self.group.rows.iter().filter_map(|&row_index| Some(self.rows.get(row_index)?.id)).collect()
    }

    /// Whether the drafts of all products are available for editing.
    pub fn is_fixable(&self) -> bool {
        self.group.fixable == self.group.rows.len()
    }
}

impl Failures {
    /// The number of causes.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// How often a row was added to or removed from a group.
    pub(super) const fn changes(&self) -> u64 {
        self.changes
    }

    /// The group at `index`; the largest is first.
    pub(super) fn get<'a>(&'a self, index: usize, rows: &'a [Row]) -> Option<FailureGroup<'a>> {
        let group = &self.groups[*self.order.get(index)?];
        let problem = rows.get(*group.rows.first()?)?.problem.as_ref()?;
        Some(FailureGroup { group, rows, problem })
    }

    /// Updates the row at `place`; `fixable` means that its draft is available.
    pub(super) fn update(&mut self, row_index: usize, row: &Row, fixable: bool) {
        self.remove(row_index);
        let Some(problem) = row.problem.as_ref().filter(|_| row.state == State::Failed) else { return };
        let next = self.groups.len();
        let index = *self.by_cause.entry(Cause::of(problem)).or_insert(next);
        if index == next {
            self.groups.push(Group::default());
        }
        let group = &mut self.groups[index];
        group.rows.insert(row_index);
        group.fixable += usize::from(fixable);
        self.of_row.insert(row_index, (index, fixable));
        self.is_order_stale = true;
        self.changes += 1;
    }

    fn remove(&mut self, row_index: usize) {
        let Some((index, fixable)) = self.of_row.remove(&row_index) else { return };
        let group = &mut self.groups[index];
        group.rows.remove(&row_index);
        group.fixable -= usize::from(fixable);
        self.is_order_stale = true;
        self.changes += 1;
    }

    /// Sorts the groups. Call it once after the changes of an event.
    pub(super) fn sort_groups(&mut self) {
        if !std::mem::take(&mut self.is_order_stale) {
            return;
        }
        let groups = &self.groups;
        self.order.clear();
        self.order.extend((0..groups.len()).filter(|&index| !groups[index].rows.is_empty()));
        self.order
            .sort_by_key(|&index| (Reverse(groups[index].rows.len()), groups[index].rows.first().copied()));
    }
}
