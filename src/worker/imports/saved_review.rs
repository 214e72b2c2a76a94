//! The saved review: kept for its account, so that closing the window loses nothing.

use super::journal_writer::REVIEW;
use super::messages::SavedReview;
use super::state::Imports;
use crate::worker::context::Context;
use crate::worker::messages::Event;

impl Imports {
    pub(super) fn save_review(&mut self, review: Option<Box<SavedReview>>, cx: &Context) {
        // Also while the account's token is being renewed.
        if let Some(account) = cx.session.shown() {
            // A comparison in progress no longer belongs to the saved review and must not delete this one.
            self.runs.iter_mut().flat_map(|run| &mut run.comparing).for_each(|comparison| comparison.from_review = false);
            self.journal.review(account.clone(), review);
        }
    }

    /// Sends the review that an earlier session of this account saved. One that this version cannot read is ignored.
    pub(super) fn send_saved_review(&mut self, cx: &mut Context) {
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
