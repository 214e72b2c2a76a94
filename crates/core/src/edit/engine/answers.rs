//! The answers to requests that change products.

use std::collections::HashMap;
use std::time::Duration;

use super::item::{ACCEPTED, BROKEN, Doubt, TIMED_OUT};
use super::state::{Engine, Request, Step};
use crate::pace::Outcome;
use vitrine_domain::{BatchItem, Problem, ProblemKind, ProductId, Verdict, WriteVerdict};

impl Engine {
    pub(super) fn on_sent(
        &mut self,
        step: &mut Step<'_>,
        request: u64,
        result: Result<Vec<BatchItem>, Problem>,
    ) {
        let Some(request) = self.sending.remove(&request) else { return };
        step.pace.done(step.now, request.ticket, Outcome::of(&result));
        match result {
            Ok(items) => self.on_accepted(step, &request, items),
            Err(problem) => self.on_not_accepted(step, &request, problem),
        }
    }

    /// The marketplace said what became of the products, or of some of them.
    fn on_accepted(&mut self, step: &mut Step<'_>, request: &Request, items: Vec<BatchItem>) {
        let mut said: HashMap<ProductId, BatchItem> =
            items.into_iter().map(|item| (item.id.clone(), item)).collect();
        let mut refused = 0;
        for &row in &request.rows {
            let item = said.remove(&self.items[row].row.product);
            if let Some(problem) = item.as_ref().and_then(|item| item.problem.clone()) {
                refused += 1;
                self.refused(step, row, problem);
                continue;
            }
            let in_review = item.as_ref().is_some_and(|item| item.in_review);
            let doubt = Doubt {
                since: request.sent_at,
                accepted: item.is_some(),
                in_review,
                window: ACCEPTED,
                looks: 0,
            };
            self.doubt(step.now, row, doubt);
        }
        if refused < request.rows.len() {
            (self.refusals.last, self.refusals.in_a_row) = (None, 0);
            // One refused product in a batch says nothing about the next one.
            self.refusals.stopped = self.refusals.stopped.take().filter(|_| refused == 0);
        }
    }

    fn on_not_accepted(&mut self, step: &mut Step<'_>, request: &Request, problem: Problem) {
        self.last_failure = Some(problem.clone());
        self.signed_out |= problem.verdict() == Verdict::SignIn;
        match problem.write_verdict() {
            WriteVerdict::NotDone => request.rows.iter().for_each(|&row| self.queue(step, row)),
            // Which of them is wrong is not known, and those before it may be done.
            WriteVerdict::Refused if request.rows.len() > 1 || !request.alone => {
                for &row in &request.rows {
                    self.items[row].sends_alone = true;
                    self.doubt(step.now, row, Doubt::lost(step.now, Duration::ZERO));
                }
            }
            WriteVerdict::Refused => {
                request.rows.iter().for_each(|&row| self.refused(step, row, problem.clone()));
            }
            // Nothing but the shop can tell whether it was done.
            WriteVerdict::Unknown => {
                let window = if problem.is_time_out() { TIMED_OUT } else { BROKEN };
                for &row in &request.rows {
                    self.items[row].lost = Some(problem.clone());
                    self.doubt(step.now, row, Doubt::lost(step.now, window));
                }
            }
        }
    }

    /// The marketplace said that it did not change this product. That is believed once the shop was seen
    /// without the new values.
    fn refused(&mut self, step: &Step<'_>, row: usize, problem: Problem) {
        self.refusals.count(&problem);
        self.items[row].refusal = Some(problem);
        self.doubt(step.now, row, Doubt::lost(step.now, Duration::ZERO));
    }

    pub(super) fn not_in_shop(&self, row: usize) -> Problem {
        Problem::new(ProblemKind::NotInShop).with_subject(self.items[row].row.product.as_str())
    }
}
