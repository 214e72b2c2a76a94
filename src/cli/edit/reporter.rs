//! Prints the progress of changes and their result.

use serde_json::{Value, json};

use super::super::printing::{highlight_error, print_error_line, print_json, print_line};
use super::super::progress::Bar;
use super::super::terminal::{SignedIn, Terminal, problem_json};
use super::preview::{change_json, value_text};
use crate::args;
use crate::i18n::changed_field;
use crate::worker::{EditProgress, Waiting};
use vitrine_core::edit::plan::Preview;
use vitrine_core::edit::{EditCounts, EditRunId, RowState, StoredRow};
use vitrine_domain::{Exit, FieldValue};

/// Prints a run's progress: a bar on a terminal, JSON lines with `--json`, and each product's outcome once.
pub struct EditReporter<'a> {
    terminal: &'a Terminal,
    signed_in: &'a SignedIn,
    json: bool,
    bar: Bar,
    /// The rows as last reported, by their places.
    rows: Vec<StoredRow>,
    waiting: Option<Waiting>,
}

impl<'a> EditReporter<'a> {
    /// A reporter that has printed nothing yet.
    pub fn new(terminal: &'a Terminal, signed_in: &'a SignedIn, json: bool) -> Self {
        let bar = Bar::new(terminal.shows_progress(json));
        Self { terminal, signed_in, json, bar, rows: Vec::new(), waiting: None }
    }

    /// Takes the rows of the run. Those with an outcome got it in an earlier session, which may have been
    /// killed before it printed them: a script gets the line of each product.
    pub fn open(&mut self, rows: Vec<StoredRow>) {
        if self.json {
            self.print_rows(&rows, |row| row.state.is_final());
        }
        self.rows = rows;
    }

    /// Takes rows that changed, and prints those that have reached their outcome.
    pub fn update_rows(&mut self, rows: Vec<(usize, StoredRow)>) {
        for (place, row) in rows {
            if row.state.is_final() && self.rows.get(place).is_none_or(|known| known.state != row.state) {
                self.print_row(&row);
            }
            if let Some(known) = self.rows.get_mut(place) {
                *known = row;
            }
        }
    }

    /// The places of the rows that wait for a decision.
    pub fn moved(&self) -> Vec<usize> {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, row)| row.state == RowState::Moved).map(|(place, _)| place).collect()
    }

    /// Prints these rows of an earlier session.
    pub fn print_rows(&self, rows: &[StoredRow], which: impl Fn(&StoredRow) -> bool) {
        rows.iter().filter(|row| which(row)).for_each(|row| self.print_row(row));
    }

    fn print_row(&self, row: &StoredRow) {
        let words = &self.terminal.messages;
        if self.json {
            let changes = row.changes.iter().enumerate().map(|(place, change)| {
                let now = row.now.get(place).filter(|_| row.state == RowState::Moved || row.is_spelled());
                change_json(change, json!({ "now": now }))
            });
            print_json(&json!({
                "event": "product",
                "product_id": row.product,
                "name": row.name,
                "state": row.state.name(),
                "changes": changes.collect::<Vec<Value>>(),
                "problem": row.problem.as_ref().map(|problem| problem_json(words.product_problem(problem), problem)),
            }));
        } else if let Some(problem) = &row.problem {
            let text = words.product_problem(problem);
            let line = args!["name" => row.name.as_str(), "problem" => text.title, "cause" => text.cause, "remedy" => text.remedy];
            self.bar.suspend(|| print_error_line(&words.format("cli-product-problem", line)));
        } else if row.state == RowState::Moved {
            self.bar.suspend(|| self.print_values(row, "cli-edit-row-moved"));
        } else if row.is_spelled() {
            self.bar.suspend(|| self.print_values(row, "cli-edit-row-spelled"));
        }
    }

    /// The three values of each field that has another one than it should have.
    fn print_values(&self, row: &StoredRow, message: &str) {
        let words = &self.terminal.messages;
        for (place, change) in row.changes.iter().enumerate() {
            let text = |value: Option<&FieldValue>| {
                value
                    .map(|value| {
                        value_text(
                            words,
                            change.field,
                            value,
                            &self.signed_in.rules,
                            &self.signed_in.currency,
                        )
                    })
                    .unwrap_or_default()
            };
            let now = row.now.get(place).and_then(Option::as_ref);
            if now != change.base.as_ref() && now != Some(&change.new) {
                let line = args![
                    "name" => row.name.as_str(),
                    "field" => changed_field(words, change),
                    "old" => text(change.base.as_ref()),
                    "now" => text(now),
                    "new" => text(Some(&change.new)),
                ];
                print_error_line(&words.format(message, line));
            }
        }
    }

    /// Updates the bar. Returns the exit status once the run waits for something the terminal cannot ask for.
    pub fn update_progress(&mut self, progress: &EditProgress) -> Option<Exit> {
        let words = &self.terminal.messages;
        let counts = progress.counts;
        let done = counts.total() - counts.waiting;
        let left = progress
            .left
            .map(|left| words.format("cli-progress-left", args!["left" => words.duration(left)]))
            .unwrap_or_default();
        let message = match &progress.waiting {
            Some(waiting @ (Waiting::Pace { .. } | Waiting::Network { .. })) => words.waiting(waiting).reason,
            _ => words
                .format("cli-edit-progress", args!["done" => done, "total" => counts.total(), "left" => left])
                .into_owned(),
        };
        self.bar.show(done, counts.total(), &message);
        let kind = |waiting: Option<&Waiting>| waiting.map(std::mem::discriminant);
        if kind(progress.waiting.as_ref()) != kind(self.waiting.as_ref()) {
            progress.waiting.iter().for_each(|waiting| self.print_waiting(waiting));
            self.waiting.clone_from(&progress.waiting);
        }
        match progress.waiting.as_ref()? {
            Waiting::SignIn => Some(Exit::SignIn),
            Waiting::Paused | Waiting::Person | Waiting::Refusals(_) | Waiting::Storage(_) => {
                Some(Exit::Stopped)
            }
            Waiting::Pace { .. }
            | Waiting::OwnPace { .. }
            | Waiting::Canary
            | Waiting::Checking { .. }
            | Waiting::Confirming { .. }
            | Waiting::Network { .. } => None,
        }
    }

    fn print_waiting(&self, waiting: &Waiting) {
        let words = self.terminal.messages.waiting(waiting);
        let text = |key| self.terminal.messages.text(key);
        match waiting {
            Waiting::SignIn => {
                print_error_line(&format!("{}. {}", words.reason, text("cli-edit-waiting-sign-in")));
            }
            Waiting::Refusals(problem) | Waiting::Storage(problem) => {
                self.bar.suspend(|| self.terminal.report_problem(problem));
            }
            Waiting::Network { .. } | Waiting::Pace { .. } if self.bar.is_hidden() => {
                self.terminal.print_notice(&format!("{}.", words.reason));
            }
            _ => {}
        }
    }

    /// Prints the rows without an outcome.
    pub fn finish(&self) {
        self.bar.finish();
        if self.json {
            self.print_rows(&self.rows, |row| !row.state.is_final());
        }
    }
}

/// What became of all products that were named.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    counts: EditCounts,
    /// Not sent: a check found them wrong, or they were not found.
    refused: usize,
}

impl Totals {
    /// What a preview leaves out of the run.
    pub fn of_preview(preview: &Preview) -> Self {
        let counts = EditCounts { equal: preview.counts.equal, ..EditCounts::default() };
        Self { counts, refused: preview.counts.refused + preview.counts.not_found }
    }

    /// Adds the products of a run.
    pub const fn add(&mut self, run: EditCounts) {
        let counts = &mut self.counts;
        counts.changed += run.changed;
        counts.in_review += run.in_review;
        counts.equal += run.equal;
        counts.moved += run.moved;
        counts.failed += run.failed;
        counts.cancelled += run.cancelled;
        counts.waiting += run.waiting;
    }

    const fn failed(&self) -> usize {
        self.counts.failed + self.counts.cancelled + self.refused
    }

    /// The exit status of a run that has ended.
    pub const fn exit(&self) -> Exit {
        match self.counts {
            EditCounts { waiting: 1.., .. } => Exit::Stopped,
            EditCounts { moved: 1.., .. } => Exit::SomeNotCreated,
            _ if self.failed() > 0 => Exit::SomeNotCreated,
            _ => Exit::AllDone,
        }
    }

    /// Prints the summary, and what to do next.
    pub fn finish(&self, terminal: &Terminal, json: bool, run: Option<EditRunId>) {
        if json {
            return self.print_json(run);
        }
        let words = &terminal.messages;
        let counts = self.counts;
        let part = |key: &str, count: usize| {
            (count > 0).then(|| words.format(key, args!["count" => count]).into_owned())
        };
        let parts = [
            part("cli-edit-changed", counts.changed),
            part("cli-edit-in-review", counts.in_review),
            part("cli-edit-equal", counts.equal),
            part("cli-edit-moved", counts.moved),
            part("cli-edit-failed", self.failed()).map(|failed| highlight_error(&failed)),
            part("outcome-left", counts.waiting),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            print_line(&words.text("cli-edit-nothing"));
        } else {
            print_line(&format!("{}.", parts.join(&words.text("list-separator"))));
        }
        if counts.waiting > 0 {
            terminal.print_notice(&words.text("cli-edit-resume-hint"));
        }
        if counts.moved > 0 {
            terminal.print_notice(&words.text("cli-edit-moved-hint"));
        }
        if let (Some(run), 1..) = (run, counts.changed) {
            terminal.print_notice(&words.format("cli-edit-undo-hint", args!["run" => run.to_string()]));
        }
    }

    /// Prints the last JSON line. What moved waits, too.
    pub fn print_json(&self, run: Option<EditRunId>) {
        let counts = self.counts;
        print_json(&json!({
            "event": "done",
            "run": run.map(|run| run.0),
            "created": 0,
            "changed": counts.changed,
            "in_review": counts.in_review,
            "skipped": counts.equal,
            "failed": self.failed(),
            "moved": counts.moved,
            "waiting": counts.waiting + counts.moved,
            "uploads": 0,
        }));
    }
}
