//! Prints a preview of changes.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::super::printing::{print_error_line, print_json, print_line};
use super::super::sheet::left_out_json;
use super::super::terminal::{SignedIn, Terminal, problem_json};
use crate::args;
use crate::i18n::{Messages, changed_field, paid_price};
use vitrine_core::edit::FieldChange;
use vitrine_core::edit::plan::{Preview, PreviewOutcome, PreviewRow};
use vitrine_domain::{CreateRules, Currency, Field, FieldValue, Problem, ProblemKind};

/// Prints previews in words or as JSON lines.
pub struct PreviewPrinter<'a> {
    pub terminal: &'a Terminal,
    pub signed_in: &'a SignedIn,
    pub json: bool,
}

impl PreviewPrinter<'_> {
    /// Prints each product with its old and new values, and how many there are of each kind.
    pub fn print_all(&self, preview: &Preview) {
        for row in &preview.rows {
            if self.json {
                self.print_json("planned", row);
            } else if problem_of(row).is_some() {
                self.print_problem(row);
            } else if !row.changes.is_empty() {
                let words = &self.terminal.messages;
                print_line(&change_line(
                    words,
                    self.signed_in,
                    &row.name,
                    row.product.as_ref(),
                    (row.as_shown(), &row.paid),
                ));
            }
        }
        self.print_counts(preview);
    }

    /// Prints what will not be sent, and how many products there are of each kind.
    pub fn print_unsent(&self, preview: &Preview) {
        for row in &preview.rows {
            match (&row.outcome, self.json) {
                (PreviewOutcome::Change | PreviewOutcome::Moved, _) | (PreviewOutcome::Equal, false) => {}
                (_, true) => self.print_json("product", row),
                (_, false) => self.print_problem(row),
            }
        }
        self.print_counts(preview);
    }

    fn print_counts(&self, preview: &Preview) {
        let counts = preview.counts;
        for said in
            preview.sheet.iter().flat_map(|sheet| self.terminal.messages.sheet_questions(sheet).of_changes())
        {
            self.terminal.print_notice(&said);
        }
        if self.json {
            let understood = preview.sheet.as_ref().map(|sheet| &sheet.understood);
            let left_out =
                understood.iter().flat_map(|of| &of.left_out).map(left_out_json).collect::<Vec<_>>();
            return print_json(&json!({
                "event": "preview",
                "to_change": counts.to_change,
                "equal": counts.equal,
                "refused": counts.refused,
                "not_found": counts.not_found,
                "moved": counts.moved,
                "left_out": left_out,
                "worksheets_not_read": preview.sheet.iter().flat_map(|sheet| &sheet.unread).collect::<Vec<_>>(),
                "stray_quotes": understood.map(|of| of.stray_quotes.as_slice()).unwrap_or_default(),
            }));
        }
        let words = &self.terminal.messages;
        let part = |key: &str, count: usize| {
            (count > 0).then(|| words.format(key, args!["count" => count]).into_owned())
        };
        let parts: Vec<String> = [
            part("cli-edit-to-change", counts.to_change),
            part("cli-edit-equal", counts.equal),
            part("cli-edit-refused", counts.refused),
            part("cli-edit-not-found", counts.not_found),
            part("cli-edit-moved", counts.moved),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !parts.is_empty() {
            self.terminal.print_notice(&format!("{}.", parts.join(&words.text("list-separator"))));
        }
    }

    fn print_problem(&self, row: &PreviewRow) {
        let words = &self.terminal.messages;
        if let Some(problem) = problem_of(row) {
            let text = words.product_problem(&problem);
            let line = args!["name" => key(words, row), "problem" => text.title, "cause" => text.cause, "remedy" => text.remedy];
            print_error_line(&words.format("cli-product-problem", line));
        }
    }

    fn print_json(&self, event: &str, row: &PreviewRow) {
        let words = &self.terminal.messages;
        let state = match row.outcome {
            PreviewOutcome::Change => "change",
            PreviewOutcome::Equal => "equal",
            PreviewOutcome::Moved => "moved",
            PreviewOutcome::Refused(_) | PreviewOutcome::NotFound => "failed",
        };
        let change = |change: &FieldChange| change_json(change, json!({}));
        let mut line = json!({
            "event": event,
            "row": row.row,
            "key": row.key,
            "product_id": row.product,
            "name": row.name,
            "state": state,
            "changes": row.changes.iter().map(change).collect::<Vec<Value>>(),
            "problem": problem_of(row).map(|problem| problem_json(words.product_problem(&problem), &problem)),
        });
        if !row.paid.is_empty() {
            line["paid"] = row.paid.iter().map(change).collect();
        }
        print_json(&line);
    }
}

/// Why a row is not sent.
fn problem_of(row: &PreviewRow) -> Option<Problem> {
    match &row.outcome {
        PreviewOutcome::Refused(problem) => Some(problem.clone()),
        PreviewOutcome::NotFound => Some(Problem::new(ProblemKind::NotInShop).with_subject(&row.key)),
        PreviewOutcome::Change | PreviewOutcome::Equal | PreviewOutcome::Moved => None,
    }
}

/// The product as the sheet names it.
fn key(words: &Messages, row: &PreviewRow) -> String {
    match row.row {
        Some(number) => {
            words.format("cli-edit-row", args!["row" => number, "key" => row.key.as_str()]).into_owned()
        }
        None => row.called(),
    }
}

/// A change as a JSON value, with these keys beside. Of a variant, its id and its name are told.
pub fn change_json(change: &FieldChange, mut with: Value) -> Value {
    with["field"] = json!(change.field.name());
    with["old"] = json!(change.base);
    with["new"] = json!(change.new);
    if let Some(variant) = &change.variant {
        with["variant_id"] = json!(variant.id);
        with["variant"] = json!(variant.name);
    }
    with
}

/// A product and its changes in words.
pub fn change_line(
    words: &Messages,
    signed_in: &SignedIn,
    name: &str,
    product: Option<&vitrine_domain::ProductId>,
    (changes, paid): (&[FieldChange], &[FieldChange]),
) -> String {
    let line = |field: Cow<'_, str>, change: &FieldChange| {
        let value = |value: &FieldValue| {
            value_text(words, change.field, value, &signed_in.rules, &signed_in.currency)
        };
        let old = change.base.as_ref().map(value);
        let line = args![
            "field" => field,
            "known" => if old.is_some() { "yes" } else { "no" },
            "old" => old.unwrap_or_default(),
            "new" => value(&change.new),
        ];
        words.format("cli-edit-field", line).into_owned()
    };
    let changes = changes.iter().map(|change| line(changed_field(words, change), change));
    let paid = paid.iter().map(|paid| line(paid_price(words, paid), paid));
    let changes: Vec<String> = changes.chain(paid).collect();
    let id = product.map(ToString::to_string).unwrap_or_default();
    let changes = changes.join(&words.text("list-separator"));
    words.format("cli-edit-change", args!["name" => name, "id" => id, "changes" => changes]).into_owned()
}

/// A value of a field in words.
pub fn value_text(
    words: &Messages,
    field: Field,
    value: &FieldValue,
    rules: &CreateRules,
    currency: &Currency,
) -> String {
    match (field, value) {
        (Field::PrimaryPrice, FieldValue::Price(price)) => words.money_with_equivalent(*price, currency),
        (Field::Status, FieldValue::Number(id)) => rules
            .statuses
            .iter()
            .find(|status| status.id == *id)
            .map_or_else(|| id.to_string(), |status| status.name.clone()),
        (_, value) => words.value(value),
    }
}
