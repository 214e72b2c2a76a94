//! What leaves for the model marketplace, and what is heard of it: the requests, and the pages of a listing.

use super::host::{Broken, Happening, Host, Listed, Origin};
use super::shop::{Answer, Heard, Request, Truth};
use crate::domain::{Code, Problem};
use crate::import::DraftId;
use crate::import::engine::{Input, Listing, PhotoRef};
use crate::pace::{Kind, Outcome, Permit};

impl Host<'_> {
    /// Something that brings a product nearer wants to leave.
    pub(super) fn may_make(&self, what: &str) -> Result<(), String> {
        if self.person.paused {
            return Err(format!("{what} in a pause"));
        }
        if self.watch.cancelled {
            return Err(format!("{what} after a cancel"));
        }
        if self.watch.stopped {
            return Err(format!("{what} after three equal refusals"));
        }
        Ok(())
    }

    pub(super) fn depart(&mut self, request: Request, origin: Origin) -> Result<(), String> {
        if self.now < self.watch.wait_until {
            return Err(format!("a request inside a wait: {request:?}"));
        }
        if self.watch.signed_out {
            return Err(format!("a request with nobody signed in: {request:?}"));
        }
        if self.watch.stranger {
            return Err(format!("a request for another account: {request:?}"));
        }
        self.in_flight += 1;
        // The program is about to die: the request may not get out any more.
        if self.world.crashes.contains(&(self.step_total + 1)) && self.dice.per_mille(500) {
            return Ok(());
        }
        let heard = self.shop.take(self.world, self.now, &request);
        self.at(heard.at, Happening::Hear(self.epoch, heard, origin));
        Ok(())
    }

    pub(super) fn hear(&mut self, heard: Heard, origin: Origin) -> Result<(), String> {
        let Heard { mut result, truth, .. } = heard;
        if let Err(problem) = &mut result {
            if let Some(wait) = problem.retry_after {
                self.watch.wait_until = self.watch.wait_until.max(self.now + wait);
            }
            if self.broken == Broken::Misjudged && problem.status == Some(502) {
                *problem = Problem::new(Code::Unreachable);
            }
        }
        self.watch.signed_out |= truth == Truth::NobodySignedIn;
        match origin {
            Origin::Photo(photo) => {
                match truth {
                    Truth::TooLarge => self.note_too_large(photo),
                    _ => self.note_refusal(truth, &result, None),
                }
                let result = result.map(|answer| match answer {
                    Answer::File(id) => id,
                    other => unreachable!("{other:?}"),
                });
                self.give(Input::Uploaded { photo, result })
            }
            Origin::Draft(draft) => {
                self.note_refusal(truth, &result, Some(draft));
                let result = result.map(|answer| match answer {
                    Answer::Product(creation) => creation,
                    other => unreachable!("{other:?}"),
                });
                self.give(Input::created(draft, result))
            }
            Origin::Page(ticket) => {
                self.pace.done(self.now, ticket, Outcome::of(&result));
                self.hear_page(result)
            }
        }
    }

    /// It is made smaller: no refusal to count.
    fn note_too_large(&mut self, photo: PhotoRef) {
        let size = self.watch.sizes[&photo];
        self.watch.too_large.insert(photo, size);
    }

    fn note_refusal(&mut self, truth: Truth, result: &Result<Answer, Problem>, created: Option<DraftId>) {
        let watch = &mut self.watch;
        match result {
            Err(problem) if truth == Truth::Refused => {
                watch.refused.extend(created);
                let (last, count) = &mut watch.equal_refusals;
                *count = if last.as_ref() == Some(problem) { *count + 1 } else { 1 };
                *last = Some(problem.clone());
                watch.stopped |= *count >= 3;
            }
            // A bare refusal may turn out to be one; then the count starts anew.
            Err(problem) if problem.status.is_some_and(|status| status < 500) => watch.equal_refusals = (None, 0),
            Ok(_) if created.is_some() => watch.equal_refusals = (None, 0),
            _ => {}
        }
    }

    pub(super) fn ask_page(&mut self) -> Result<(), String> {
        let Some(listed) = &mut self.listed else { return Ok(()) };
        if listed.asking {
            return Ok(());
        }
        // A look goes on with the token it began with, and that is refused now, whoever signed in since.
        if self.watch.signed_out || self.watch.stranger {
            self.listed = None;
            return self.give(Input::Listed(Err(Problem::new(Code::SignInNeeded))));
        }
        let Some(page) = listed.listing.next() else { return self.have_listed() };
        if self.now < listed.not_before {
            let time = listed.not_before;
            self.at(time, Happening::TryPage(self.epoch));
            return Ok(());
        }
        match self.pace.permit(self.now, Kind::Read) {
            Permit::Go(ticket) => {
                listed.asking = true;
                return self.depart(Request::Page { number: page.number }, Origin::Page(ticket));
            }
            Permit::Wait(time) => self.at(time, Happening::TryPage(self.epoch)),
            Permit::Full => {}
        }
        Ok(())
    }

    fn hear_page(&mut self, result: Result<Answer, Problem>) -> Result<(), String> {
        let Some(listed) = &mut self.listed else { return Ok(()) };
        listed.asking = false;
        let given_up = match result {
            Ok(Answer::Page(page)) => {
                listed.listing.accept(page);
                listed.came.resize(listed.listing.products().len(), self.now);
                None
            }
            Ok(other) => unreachable!("{other:?}"),
            Err(problem) if !self.world.patient => Some(problem),
            Err(problem) => match listed.listing.fail(problem) {
                Ok(wait) => {
                    listed.not_before = self.now + wait;
                    None
                }
                Err(problem) => Some(problem),
            },
        };
        match given_up {
            Some(problem) => {
                self.listed = None;
                self.give(Input::Listed(Err(problem)))
            }
            None => self.ask_page(),
        }
    }

    fn have_listed(&mut self) -> Result<(), String> {
        let Some(Listed { listing, came, .. }) = self.listed.take() else { return Ok(()) };
        let complete = listing.is_complete();
        self.give(Input::Listed(Ok(Listing::new(complete, listing.into_products(), came))))
    }
}
