//! What was done from this computer: imports and changes.

use vitrine_core::edit::EditRun;
use vitrine_core::import::ImportRun;

/// The imports of the account, for the list in which they stand with its runs of changes.
#[derive(Debug, Default)]
pub struct Activity {
    /// Whether the list is shown.
    pub open: bool,
    /// The latest first.
    pub imports: Vec<ImportRun>,
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActivityLine<'a> {
    Import(&'a ImportRun),
    Change(&'a EditRun),
}

impl Activity {
    /// The imports and these runs of changes, the latest first.
    pub fn lines<'a>(&'a self, changes: &'a [EditRun]) -> Vec<ActivityLine<'a>> {
        let imports = self.imports.iter().map(|run| (run.started_at, ActivityLine::Import(run)));
        let changes = changes.iter().map(|run| (run.started_at, ActivityLine::Change(run)));
        let mut lines: Vec<_> = imports.chain(changes).collect();
        lines.sort_by_key(|(started_at, _)| std::cmp::Reverse(*started_at));
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;
    use vitrine_core::edit::{EditCounts, EditRunId};
    use vitrine_core::import::{Counts, RunId};

    #[test]
    fn imports_and_changes_stand_in_one_order() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let import =
            |id, second| ImportRun { id: RunId(id), started_at: at(second), counts: Counts::default() };
        let change = |id, second| EditRun {
            id: EditRunId(id),
            started_at: at(second),
            undoes: None,
            back_on: None,
            counts: EditCounts::default(),
            example: None,
        };
        let activity = Activity { open: true, imports: vec![import(2, 30), import(1, 10)] };
        let changes = [change(2, 40), change(1, 20)];
        let lines = activity.lines(&changes);
        let numbers = lines.iter().map(|line| match line {
            ActivityLine::Import(run) => ("import", run.id.0),
            ActivityLine::Change(run) => ("change", run.id.0),
        });
        assert_eq!(numbers.collect::<Vec<_>>(), [("change", 2), ("import", 2), ("change", 1), ("import", 1)]);
    }
}
