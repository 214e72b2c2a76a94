//! The rows of an import, with an index by state.

use std::collections::HashMap;

use super::failures::{FailureGroup, Failures};
use vitrine_core::import::{DraftId, Row, State};

/// Which rows are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowFilter {
    /// All rows.
    #[default]
    All,
    /// Still to be sent.
    Waiting,
    /// Sent, without an answer that says whether it is in the shop.
    Unknown,
    /// Waiting for a decision by the user.
    Person,
    /// Created in the shop.
    Created,
    /// Skipped as created by an earlier import.
    Skipped,
    /// Failed.
    Failed,
    /// Cancelled.
    Cancelled,
}

impl RowFilter {
    const BY_STATE: [Self; 7] = [
        Self::Waiting,
        Self::Unknown,
        Self::Person,
        Self::Created,
        Self::Skipped,
        Self::Failed,
        Self::Cancelled,
    ];

    const fn matches(self, state: State) -> bool {
        match self {
            Self::All => true,
            Self::Waiting => !state.is_final() && !state.is_unconfirmed(),
            Self::Unknown => state.is_unconfirmed(),
            Self::Person => matches!(state, State::NeedsPerson),
            Self::Created => matches!(state, State::Created),
            Self::Skipped => matches!(state, State::Skipped),
            Self::Failed => matches!(state, State::Failed),
            Self::Cancelled => matches!(state, State::Cancelled),
        }
    }
}

/// The rows of an import.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Vec<Row>,
    row_indices: HashMap<DraftId, usize>,
    /// The row_indices of the rows that match each filter of [`RowFilter::BY_STATE`], in order.
    matching: [Vec<usize>; RowFilter::BY_STATE.len()],
    failures: Failures,
    /// How often a row began or ended to wait.
    waiting_changes: u64,
}

impl Rows {
    /// All rows, in order of arrival.
    pub(super) fn all(&self) -> &[Row] {
        &self.rows
    }

    /// The row of a draft.
    pub(super) fn get(&self, id: DraftId) -> Option<&Row> {
        self.rows.get(*self.row_indices.get(&id)?)
    }

    /// The row_indices of the rows that match a filter; `None` means all rows.
    fn matching(&self, filter: RowFilter) -> Option<&[usize]> {
        let index = RowFilter::BY_STATE.iter().position(|narrowing| *narrowing == filter)?;
        Some(&self.matching[index])
    }

    /// The number of rows that match a filter.
    pub(super) fn count(&self, filter: RowFilter) -> usize {
        self.matching(filter).map_or(self.rows.len(), <[usize]>::len)
    }

    /// The row at `index` among those that match a filter.
    pub(super) fn nth(&self, filter: RowFilter, index: usize) -> Option<&Row> {
        let row_index = self.matching(filter).map_or(Some(index), |matching| matching.get(index).copied())?;
        self.rows.get(row_index)
    }

    /// The number of different causes of failure.
    pub(super) fn causes(&self) -> usize {
        self.failures.len()
    }

    /// The failed products with one cause; index 0 is the most frequent cause.
    pub(super) fn failures(&self, index: usize) -> Option<FailureGroup<'_>> {
        self.failures.get(index, &self.rows)
    }

    /// Increases with each change of the groups of failures.
    pub(super) const fn failure_changes(&self) -> u64 {
        self.failures.changes()
    }

    /// Increases with each row that begins or ends to wait.
    pub(super) const fn waiting_changes(&self) -> u64 {
        self.waiting_changes
    }

    /// Adds or replaces rows. `fixable` tells whether a draft is available.
    pub(in crate::import) fn update(&mut self, rows: Vec<Row>, fixable: impl Fn(DraftId) -> bool) {
        for row in rows {
            let row_index = *self.row_indices.entry(row.id).or_insert(self.rows.len());
            let before = self.rows.get(row_index).map(|row| row.state);
            let waited = before.is_some_and(|state| RowFilter::Waiting.matches(state));
            self.waiting_changes += u64::from(waited != RowFilter::Waiting.matches(row.state));
            for (filter, matching) in RowFilter::BY_STATE.iter().zip(&mut self.matching) {
                match (before.is_some_and(|state| filter.matches(state)), filter.matches(row.state)) {
                    (false, true) => {
                        let at = matching.partition_point(|&other| other < row_index);
                        matching.insert(at, row_index);
                    }
                    (true, false) => {
                        if let Ok(at) = matching.binary_search(&row_index) {
                            matching.remove(at);
                        }
                    }
                    _ => {}
                }
            }
            self.failures.update(row_index, &row, fixable(row.id));
            match self.rows.get_mut(row_index) {
                Some(known) => *known = row,
                None => self.rows.push(row),
            }
        }
        self.failures.sort_groups();
    }

    /// The drafts of these rows have become available.
    pub(super) fn mark_fixable(&mut self, ids: impl IntoIterator<Item = DraftId>) {
        for id in ids {
            if let Some(&row_index) = self.row_indices.get(&id)
                && self.rows[row_index].state == State::Failed
            {
                self.failures.update(row_index, &self.rows[row_index], true);
            }
        }
        self.failures.sort_groups();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::{Problem, ProblemKind};

    fn row(id: u64, state: State, cause: &str) -> Row {
        Row {
            id: DraftId(id),
            name: format!("Rug {id}"),
            source: "/shop".into(),
            state,
            photos: 1,
            photos_uploaded: 0,
            product_id: None,
            photo_id: None,
            problem: (state == State::Failed).then(|| {
                Problem::new(ProblemKind::Unprocessable)
                    .with_subject(format!("{id}.jpg"))
                    .with_quotation(cause)
            }),
            equal_name: false,
            other_values: Vec::new(),
        }
    }

    fn groups(rows: &Rows) -> Vec<(String, usize)> {
        let groups = (0..rows.causes()).filter_map(|index| rows.failures(index));
        groups.map(|group| (group.problem.quotation.clone().unwrap_or_default(), group.count())).collect()
    }

    #[test]
    fn changed_rows_move_between_filters_and_causes() {
        let mut rows = Rows::default();
        rows.update((0..6).map(|id| row(id, State::Waiting, "")).collect(), |_| true);
        rows.update(
            vec![
                row(4, State::Failed, "price"),
                row(1, State::Failed, "name"),
                row(2, State::Failed, "price"),
            ],
            |_| true,
        );
        assert_eq!(groups(&rows), [("price".to_owned(), 2), ("name".to_owned(), 1)]);
        let ids = |filter| {
            (0..rows.count(filter)).map(|index| rows.nth(filter, index).unwrap().id.0).collect::<Vec<_>>()
        };
        assert_eq!((ids(RowFilter::Failed), ids(RowFilter::Waiting)), (vec![1, 2, 4], vec![0, 3, 5]));
        assert_eq!(rows.failures(0).unwrap().drafts(), [DraftId(2), DraftId(4)]);
        rows.update(
            vec![row(4, State::Created, ""), row(2, State::Failed, "name"), row(3, State::NeedsPerson, "")],
            |_| true,
        );
        assert_eq!(groups(&rows), [("name".to_owned(), 2)]);
        let counts = [RowFilter::Person, RowFilter::Unknown, RowFilter::Waiting, RowFilter::Created]
            .map(|filter| rows.count(filter));
        assert_eq!(counts, [1, 1, 2, 1]);
    }

    #[test]
    fn rows_whose_problems_name_different_things_are_not_said_to_fail_of_the_first() {
        let leads_to = |id, target: &str| {
            let problem = Problem {
                expected: Some(target.to_owned()),
                ..Problem::new(ProblemKind::OutsideDropped).with_subject("/shop/9.jpg")
            };
            Row { problem: Some(problem), ..row(id, State::Failed, "") }
        };
        let mut rows = Rows::default();
        rows.update(vec![leads_to(1, "/a"), leads_to(2, "/b"), leads_to(3, "/a")], |_| true);
        assert_eq!(groups(&rows).iter().map(|(_, count)| *count).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn a_cause_can_be_fixed_together_once_all_its_drafts_are_available() {
        let mut rows = Rows::default();
        rows.update(vec![row(1, State::Failed, "price"), row(2, State::Failed, "price")], |id| {
            id == DraftId(1)
        });
        assert!(!rows.failures(0).unwrap().is_fixable());
        rows.mark_fixable([DraftId(2)]);
        assert!(rows.failures(0).unwrap().is_fixable());
    }

    #[test]
    fn of_5_000_failures_in_300_groups_only_changed_rows_are_grouped_again() {
        let mut rows = Rows::default();
        let failed = |id: u64| row(id, State::Failed, &format!("cause {}", id % 300));
        for page in 0..50 {
            rows.update((100 * page..100 * (page + 1)).map(failed).collect(), |_| true);
        }
        assert_eq!((rows.causes(), rows.failure_changes()), (300, 5_000));
        rows.update(vec![row(7, State::Waiting, ""), row(8, State::Created, "")], |_| true);
        assert_eq!(rows.failure_changes(), 5_002);
    }
}
