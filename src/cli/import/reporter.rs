//! Prints an import's progress and its result.

use std::collections::HashMap;

use serde_json::json;

use super::super::printing::{highlight_error, print_error_line, print_json, print_line};
use super::super::progress::Bar;
use super::super::terminal::{Terminal, problem_json};
use super::in_shop::print_other_values;
use crate::args;
use crate::i18n::Messages;
use crate::worker::{Progress, Waiting};
use vitrine_core::import::{Counts, DraftId, Row, State};
use vitrine_domain::{Exit, ProblemKind};

/// Products that a notice names.
const MAX_NAMED: usize = 10;

/// Prints an import's progress: a bar on a terminal, JSON lines with `--json`, and each product's outcome
/// once.
pub struct ImportReporter<'a> {
    terminal: &'a Terminal,
    json: bool,
    bar: Bar,
    rows: HashMap<DraftId, Row>,
    waiting: Option<Waiting>,
    /// Whether each product had reached its outcome when it was first seen; `None` without any.
    was_done: Option<bool>,
}

impl<'a> ImportReporter<'a> {
    /// A reporter that has printed nothing yet.
    pub fn new(terminal: &'a Terminal, json: bool) -> Self {
        let bar = Bar::new(terminal.shows_progress(json));
        Self { terminal, json, bar, rows: HashMap::new(), waiting: None, was_done: None }
    }

    /// Takes rows that changed, and prints those that have reached their outcome.
    pub fn update_rows(&mut self, rows: Vec<Row>) {
        if !rows.is_empty() {
            let are_done = rows.iter().all(|row| row.state.is_final());
            self.was_done = Some(are_done && self.was_done != Some(false));
        }
        for row in rows {
            let says_the_same =
                |reported: &Row| reported.state == row.state && reported.problem == row.problem;
            let reported = self
                .rows
                .get(&row.id)
                .is_some_and(|reported| says_the_same(reported) && !awaits_product_id(reported));
            if !reported
                && (row.state.is_final() || row.state == State::NeedsPerson)
                && !awaits_product_id(&row)
            {
                self.print_row(&row);
            }
            self.rows.insert(row.id, row);
        }
    }

    /// The products of which a person has to say whether they are in the shop.
    pub fn in_question(&self) -> impl Iterator<Item = &Row> {
        self.rows.values().filter(|row| row.state == State::NeedsPerson)
    }

    fn print_row(&self, row: &Row) {
        let messages = &self.terminal.messages;
        if self.json {
            print_json(&json!({
                "event": "product",
                "draft": row.id,
                "name": row.name,
                "source": row.source,
                "state": row.state,
                "product_id": row.product_id,
                "photo_id": row.photo_id,
                "equal_name": row.equal_name,
                "other_values": !row.other_values.is_empty(),
                "other_fields": row.other_values.iter().map(|field| field.name()).collect::<Vec<_>>(),
                "problem": row.problem.as_ref().map(|problem| problem_json(messages.creation_problem(problem), problem)),
            }));
        } else if let Some(problem) = &row.problem {
            let words = messages.creation_problem(problem);
            let line = args!["name" => row.name.as_str(), "problem" => words.title, "cause" => words.cause, "remedy" => words.remedy];
            self.bar.suspend(|| print_error_line(&messages.format("cli-product-problem", line)));
        }
    }

    /// Updates the bar. Returns the exit status once the import waits for something the terminal cannot ask
    /// for.
    pub fn update_progress(&mut self, progress: &Progress) -> Option<Exit> {
        let messages = &self.terminal.messages;
        let counts = progress.counts;
        let left = progress
            .left
            .map(|left| messages.format("cli-progress-left", args!["left" => messages.duration(left)]))
            .unwrap_or_default();
        let line = args!["done" => counts.done(), "total" => counts.total(), "failed" => counts.failed, "up" => progress.photos_uploaded, "photos" => progress.photos, "left" => left];
        let message = match progress.waiting.as_ref().filter(|waiting| has_countdown(waiting)) {
            Some(waiting) => messages.waiting(waiting).reason,
            None => messages.format("cli-progress", line).into_owned(),
        };
        self.bar.show(counts.done(), counts.total(), &message);
        self.update_waiting(progress.waiting.as_ref())
    }

    fn update_waiting(&mut self, waiting: Option<&Waiting>) -> Option<Exit> {
        let kind = |w: Option<&Waiting>| w.map(std::mem::discriminant);
        if kind(waiting) != kind(self.waiting.as_ref()) {
            if let Some(waiting) = waiting {
                self.print_waiting(waiting);
            }
            self.waiting = waiting.cloned();
        }
        match waiting? {
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

    /// Says what the import waits for, and what to do.
    pub fn print_waiting(&self, waiting: &Waiting) {
        let words = self.terminal.messages.waiting(waiting);
        match (waiting, advice(waiting)) {
            (Waiting::Refusals(problem) | Waiting::Storage(problem), Some(advice)) => {
                self.bar.suspend(|| {
                    self.terminal.report_problem(problem);
                    print_error_line(&format!("  {}", self.terminal.messages.text(advice)));
                });
            }
            (_, Some(advice)) => self.bar.suspend(|| {
                print_error_line(&format!(
                    "{} {}",
                    sentence(&words.reason),
                    self.terminal.messages.text(advice)
                ));
            }),
            // A countdown is shown in the bar, if there is one.
            (_, None) if has_countdown(waiting) && !self.bar.is_hidden() => {}
            (_, None) => self.bar.suspend(|| {
                self.terminal.print_notice(&format!("{} {}", sentence(&words.reason), words.advice));
            }),
        }
    }

    /// Names the products that are in the shop twice now if they are what another of their name is.
    fn print_equal_names(&self) {
        let is_second = |row: &&Row| row.equal_name && row.state == State::Created;
        let mut names: Vec<String> =
            self.rows.values().filter(is_second).map(|row| row.name.clone()).collect();
        names.sort();
        if !names.is_empty() {
            let words = &self.terminal.messages;
            let names = crate::args!["count" => names.len(), "names" => words.first_of(&names, MAX_NAMED)];
            self.terminal.print_notice(&words.format("cli-equal-names", names));
        }
    }

    /// Prints the rows without an outcome, and the summary. `is_resumed`: the import goes on from where it
    /// was, so that what was done before it began is nothing that it did.
    pub fn finish(&self, last: &Progress, is_resumed: bool) {
        self.bar.finish();
        let counts = last.counts;
        let unreported =
            |row: &&Row| awaits_product_id(row) || !row.state.is_final() && row.state != State::NeedsPerson;
        let mut open: Vec<&Row> = self.rows.values().filter(unreported).collect();
        open.sort_by_key(|row| row.id);
        let unseen = open.iter().filter(|row| awaits_product_id(row)).count();
        self.print_equal_names();
        let mut rows: Vec<&Row> = self.rows.values().collect();
        rows.sort_by_key(|row| row.id);
        let others = rows.into_iter().map(|row| (row.name.as_str(), row.other_values.as_slice()));
        print_other_values(self.terminal, others);
        if unseen > 0 {
            let said = self.terminal.messages.format("cli-unseen", crate::args!["count" => unseen]);
            self.terminal.print_notice(&said);
        }
        if self.json {
            for row in open {
                self.print_row(row);
            }
            print_totals(counts, last.uploads);
            return;
        }
        let messages = &self.terminal.messages;
        let has_done_nothing = is_resumed && self.was_done == Some(true);
        print_line(&summary(messages, if has_done_nothing { Counts::default() } else { counts }));
        if counts.failed + counts.cancelled > 0 {
            self.terminal.print_notice(&messages.text("cli-failed-hint"));
        }
        let advised = self.waiting.as_ref().and_then(advice).is_some();
        if counts.waiting > 0 && !advised {
            self.terminal.print_notice(&messages.text("cli-resume-hint"));
        }
    }
}

/// The message that says what to do in a terminal about a waiting import. The window has buttons instead.
const fn advice(waiting: &Waiting) -> Option<&'static str> {
    match waiting {
        Waiting::Paused => Some("cli-waiting-paused"),
        Waiting::SignIn => Some("cli-waiting-sign-in"),
        Waiting::Refusals(problem)
            if matches!(problem.kind, ProblemKind::NotAsSent | ProblemKind::ListedTwice) =>
        {
            Some("cli-waiting-first-differs")
        }
        Waiting::Refusals(_) => Some("cli-waiting-rejections"),
        Waiting::Person => Some("cli-waiting-decision"),
        Waiting::Storage(_) => Some("cli-waiting-storage"),
        Waiting::Pace { .. }
        | Waiting::OwnPace { .. }
        | Waiting::Canary
        | Waiting::Checking { .. }
        | Waiting::Confirming { .. }
        | Waiting::Network { .. } => None,
    }
}

/// The summary line: the counts that are not zero, failures highlighted.
fn summary(messages: &Messages, counts: Counts) -> String {
    let failed = messages.outcomes(Counts { failed: counts.failed, ..Counts::default() });
    let highlighted = |part: String| if failed.contains(&part) { highlight_error(&part) } else { part };
    let parts: Vec<String> = messages.outcomes(counts).into_iter().map(highlighted).collect();
    if parts.is_empty() {
        messages.text("cli-done-nothing").into_owned()
    } else {
        format!("{}.", parts.join(&messages.text("list-separator")))
    }
}

/// Whether the product was created without a known id. Its line waits: the shop's list may reveal the id
/// before the end.
fn awaits_product_id(row: &Row) -> bool {
    row.state == State::Created && row.product_id.is_none()
}

/// Prints the last JSON line of every import.
pub fn print_totals(counts: Counts, uploads: usize) {
    print_json(&json!({
        "event": "done",
        "created": counts.created,
        "skipped": counts.skipped,
        "failed": counts.failed + counts.cancelled,
        "waiting": counts.waiting,
        "cancelled": counts.cancelled,
        "unknown": counts.unknown,
        "left": counts.left(),
        "uploads": uploads,
    }));
}

/// A title as a sentence of a line; a question ends by itself.
fn sentence(title: &str) -> String {
    if title.ends_with(['?', '؟']) { title.to_owned() } else { format!("{title}.") }
}

/// Whether the wait ends automatically, at a known time.
fn has_countdown(waiting: &Waiting) -> bool {
    matches!(
        waiting,
        Waiting::Pace { .. }
            | Waiting::OwnPace { .. }
            | Waiting::Checking { .. }
            | Waiting::Confirming { .. }
            | Waiting::Network { .. }
    )
}
