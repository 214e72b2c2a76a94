//! The saved review: kept for its account, so that closing the window loses nothing.

use crate::worker::context::Context;
use crate::worker::imports::journal_writer::REVIEW;
use crate::worker::imports::state::Imports;
use vitrine_domain::{AccountKey, Problem};
use vitrine_model::messages::{Event, ImportEvent, SavedReview};

/// The key under which the settings hold what was dropped before anybody signed in.
const DROPPED: &str = "dropped";

impl Imports {
    pub(in crate::worker::imports) fn save_review(
        &mut self,
        review: Option<Box<SavedReview>>,
        cx: &mut Context,
    ) {
        // Also while the account's token is being renewed.
        if let Some(account) = cx.session.shown().cloned() {
            let mut comparing = self.runs.iter_mut().flat_map(|run| &mut run.comparisons);
            match comparing.find_map(|comparison| comparison.review.as_mut()) {
                // The products that were started are not on disk yet: until they are, the earlier review has
                // them.
                Some(started) => (started.rest, started.is_newer) = (review, true),
                None => self.journal.review(account, review),
            }
        } else if review.is_some() {
            return;
        }
        // It has an owner now, or was cleared.
        Self::save_dropped(None, cx);
    }

    /// Saves what was dropped while nobody was signed in. A review that belongs to an account never gets
    /// there.
    pub(in crate::worker::imports) fn keep_dropped(review: &SavedReview, cx: &mut Context) {
        if cx.session.shown().is_none() {
            Self::save_dropped(Some(review), cx);
        }
    }

    fn save_dropped(review: Option<&SavedReview>, cx: &mut Context) {
        let is_same = |kept: &Option<SavedReview>| kept.as_ref() == review;
        let saved = Self::dropped(cx).and_then(|kept| match serde_json::to_string(&review) {
            Ok(json) if !is_same(&kept) => cx.store.set_setting(DROPPED, &json),
            Ok(_) => Ok(()),
            // A path that is not valid Unicode cannot be saved; the review is still on the screen.
            Err(error) => {
                tracing::warn!(%error, "what was dropped is not saved");
                Ok(())
            }
        });
        cx.report_error(saved);
    }

    /// What was dropped before anybody signed in. One that this version cannot read is ignored.
    fn dropped(cx: &Context) -> Result<Option<SavedReview>, Problem> {
        Ok(cx.store.setting(DROPPED)?.and_then(|json| serde_json::from_str(&json).ok()).flatten())
    }

    /// Sends what an earlier session kept for whoever signs in.
    pub fn restore_dropped(cx: &mut Context) {
        match Self::dropped(cx) {
            Ok(review) => review
                .into_iter()
                .for_each(|review| cx.send(Event::Import(ImportEvent::ReviewRestored(Box::new(review))))),
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }

    /// Sends the review that an earlier session of this account saved. One that this version cannot read is
    /// ignored.
    pub(in crate::worker::imports) fn send_saved_review(&mut self, cx: &mut Context) {
        let Some(account) = cx.account() else { return };
        self.drain(cx);
        // While the disk is full, the newest one is only here.
        if let Some(waiting) = self.journal.waiting_review(&account) {
            return waiting
                .cloned()
                .into_iter()
                .for_each(|review| cx.send(Event::Import(ImportEvent::ReviewRestored(Box::new(review)))));
        }
        match cx.store.form(&account, REVIEW) {
            Ok(json) => {
                if let Some(review) = json.and_then(|json| serde_json::from_str(&json).ok()) {
                    cx.send(Event::Import(ImportEvent::ReviewRestored(Box::new(review))));
                }
            }
            Err(problem) => cx.send(Event::Problem(problem)),
        }
    }
}

/// Whether the account has a saved review.
pub fn has_saved_review(account: &AccountKey, cx: &Context) -> bool {
    cx.store.form(account, REVIEW).is_ok_and(|json| json.is_some())
}
