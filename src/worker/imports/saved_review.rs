//! A review as far as it has come: kept for the account it was made in, so that closing the window loses none of it.

use super::journal_writer::REVIEW;
use super::messages::SavedReview;
use super::state::Imports;
use crate::worker::context::Context;
use crate::worker::messages::Event;

impl Imports {
    pub(super) fn keep_review(&mut self, review: Option<Box<SavedReview>>, cx: &Context) {
        // While its token is being renewed, too.
        if let Some(account) = cx.session.shown() {
            // What is being started is not the saved review any longer, and leaves this one alone.
            self.runs.iter_mut().flat_map(|run| &mut run.comparing).for_each(|comparison| comparison.from_review = false);
            self.journal.review(account.clone(), review);
        }
    }

    /// What an earlier session of this account left. What another version wrote and this one cannot read counts as nothing.
    pub(super) fn tell_kept_review(&mut self, cx: &mut Context) {
        let Some(account) = cx.account() else { return };
        self.drain(cx);
        match cx.store.form(&account, REVIEW) {
            Ok(json) => {
                if let Some(review) = json.and_then(|json| serde_json::from_str(&json).ok()) {
                    cx.send(Event::ReviewRestored(Box::new(review)));
                }
            }
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }
}
