//! The network between client and model marketplace: requests, responses, and the pages of a listing.

use super::shop::{Answer, Delivery, Request, Truth};
use super::simulation::{Listed, Origin, SimEvent, Simulation};
use crate::import::engine::{Input, ListedProducts, PhotoRef};
use crate::pace::{Kind, Outcome, Permit};
use vitrine_domain::{Problem, ProblemKind};

impl Simulation<'_> {
    /// Fails if something that advances a product may not be sent now.
    pub(super) fn check_may_progress(&self, what: &str) -> Result<(), String> {
        if self.user.paused && !self.observed.cancelled {
            return Err(format!("{what} in a pause"));
        }
        if self.observed.cancelled {
            return Err(format!("{what} after a cancel"));
        }
        if self.observed.stopped {
            return Err(format!("{what} after three equal refusals"));
        }
        Ok(())
    }

    pub(super) fn send_request(&mut self, request: Request, origin: Origin) -> Result<(), String> {
        if self.now < self.observed.wait_until {
            return Err(format!("a request inside a wait: {request:?}"));
        }
        if self.observed.signed_out {
            return Err(format!("a request with nobody signed in: {request:?}"));
        }
        if self.observed.stranger {
            return Err(format!("a request for another account: {request:?}"));
        }
        self.in_flight += 1;
        // The program is about to crash: the request may not get out any more.
        if self.world.crashes.contains(&(self.step_total + 1)) && self.rng.per_mille(500) {
            return Ok(());
        }
        let delivery = self.shop.receive(self.world, self.now, &request);
        if let (Some(overdue), Origin::Draft(draft)) = (delivery.overdue, origin) {
            self.in_flight += 1;
            self.at(overdue, SimEvent::Input(self.epoch, Input::Overdue { draft }));
        }
        self.at(delivery.at, SimEvent::Receive(self.epoch, delivery, origin));
        Ok(())
    }

    pub(super) fn receive(&mut self, delivery: Delivery, origin: Origin) -> Result<(), String> {
        let Delivery { result, truth, .. } = delivery;
        if let Some(wait) = result.as_ref().err().and_then(|problem| problem.retry_after) {
            self.observed.wait_until = self.observed.wait_until.max(self.now + wait);
        }
        self.observed.signed_out |= truth == Truth::NobodySignedIn;
        match origin {
            Origin::Photo(photo) => {
                match truth {
                    Truth::TooLarge => self.note_too_large(photo),
                    _ => self.note_refusal(truth, &result, origin),
                }
                let result = result.map(|answer| match answer {
                    Answer::File(id) => id,
                    other => unreachable!("{other:?}"),
                });
                self.feed(Input::Uploaded { photo, result })
            }
            Origin::Draft(draft) => {
                self.note_refusal(truth, &result, origin);
                let result = result.map(|answer| match answer {
                    Answer::Product(creation) => creation,
                    other => unreachable!("{other:?}"),
                });
                self.feed(Input::created(draft, result))
            }
            Origin::Skus(ticket) => {
                self.pace.done(self.now, ticket, Outcome::of(&result));
                let found = result.map(|answer| match answer {
                    Answer::Page(page) => {
                        let came = vec![self.now; page.products.len()];
                        ListedProducts::of_some(page.products, came)
                    }
                    other => unreachable!("{other:?}"),
                });
                self.feed(Input::LookedUp(found))
            }
            Origin::Page(ticket) => {
                self.pace.done(self.now, ticket, Outcome::of(&result));
                self.receive_page(result)
            }
        }
    }

    /// It will be made smaller: not counted as a refusal.
    fn note_too_large(&mut self, photo: PhotoRef) {
        let size = self.observed.sizes[&photo];
        self.observed.too_large.insert(photo, size);
    }

    fn note_refusal(&mut self, truth: Truth, result: &Result<Answer, Problem>, origin: Origin) {
        let observed = &mut self.observed;
        let (Err(problem), Truth::Refused) = (result, truth) else { return };
        observed.stopped |= match origin {
            Origin::Draft(draft) => {
                observed.refused.insert(draft);
                observed.creations.refuse(draft, problem)
            }
            Origin::Photo(photo) => observed.photos.refuse(photo.draft, problem),
            Origin::Page(_) | Origin::Skus(_) => false,
        };
    }

    pub(super) fn request_page(&mut self) -> Result<(), String> {
        // What waits for a permit goes before the next page.
        if self.looking_up.is_some() {
            self.try_lookup()?;
        }
        let Some(listed) = &mut self.listed else { return Ok(()) };
        if listed.asking {
            return Ok(());
        }
        // A listing continues with the token it began with, which is refused by now, whoever signed in since.
        if self.observed.signed_out || self.observed.stranger {
            self.listed = None;
            return self.feed(Input::Listed(Err(Problem::new(ProblemKind::SignInNeeded))));
        }
        let Some(page) = listed.listing.next() else { return self.finish_listing() };
        if self.now < listed.not_before {
            let time = listed.not_before;
            self.at(time, SimEvent::TryPage(self.epoch));
            return Ok(());
        }
        match self.pace.permit(self.now, Kind::Read) {
            Permit::Go(ticket) => {
                listed.asking = true;
                return self.send_request(Request::Page { number: page.number }, Origin::Page(ticket));
            }
            Permit::Wait(time) => self.at(time, SimEvent::TryPage(self.epoch)),
            Permit::Full => {}
        }
        Ok(())
    }

    /// Looks for products by SKU, as soon as there is a permit.
    pub(super) fn try_lookup(&mut self) -> Result<(), String> {
        let Some(skus) = self.looking_up.take() else { return Ok(()) };
        if self.observed.signed_out || self.observed.stranger {
            return self.feed(Input::LookedUp(Err(Problem::new(ProblemKind::SignInNeeded))));
        }
        match self.pace.permit(self.now, Kind::Read) {
            Permit::Go(ticket) => return self.send_request(Request::Skus { skus }, Origin::Skus(ticket)),
            Permit::Wait(time) => self.at(time, SimEvent::TryLookUp(self.epoch)),
            Permit::Full => {}
        }
        self.looking_up = Some(skus);
        Ok(())
    }

    fn receive_page(&mut self, result: Result<Answer, Problem>) -> Result<(), String> {
        let Some(listed) = &mut self.listed else { return Ok(()) };
        listed.asking = false;
        let mut aged = None;
        let given_up = match result {
            Ok(Answer::Page(page)) => {
                listed.listing.accept(page);
                listed.came.resize(listed.listing.products().len(), self.now);
                aged = Some(listed.listing.age()).filter(|age| !age.is_zero());
                None
            }
            Ok(other) => unreachable!("{other:?}"),
            Err(problem) if !self.world.retries_pages => Some(problem),
            Err(problem) => match listed.listing.fail(problem) {
                Ok(wait) => {
                    listed.not_before = self.now + wait;
                    None
                }
                Err(problem) => Some(problem),
            },
        };
        if let Some(age) = aged {
            self.feed(Input::ListingAged { age })?;
        }
        match given_up {
            Some(problem) => {
                self.listed = None;
                self.feed(Input::Listed(Err(problem)))
            }
            None => self.request_page(),
        }
    }

    fn finish_listing(&mut self) -> Result<(), String> {
        let Some(Listed { listing, began, came, .. }) = self.listed.take() else { return Ok(()) };
        self.user.longest_listing = self.user.longest_listing.max(self.now - began);
        self.feed(Input::Listed(Ok(ListedProducts::of(listing, came))))
    }
}
