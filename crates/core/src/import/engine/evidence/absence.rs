//! Unconfirmed creations: how long a product must be absent from the list, and what follows from its absence.
//!
//! This part does not know the engine. An unconfirmed creation is told what a listing showed, and concludes
//! that the product was not created, that the user must be asked, or that it remains open and when to check
//! next.

use std::time::Duration;

use super::lag::{
    ABSENCE_WAIT, ABSENCE_WAIT_UNMEASURED, Fence, HELD_BACK_AFTER, LAG_MARGIN, MAX_STRAGGLE, absence_wait,
};
use super::listed_before::REBUILT_AFTER;
use super::match_listing::MatchResult;
use super::schedule::{FIRST_CHECK_DELAY, MAX_DOUBT, MAX_INCONCLUSIVE_LISTINGS, MAX_REST, MAX_WAIT};
use crate::import::journal::{DraftHistory, Identity, Knowledge};
use vitrine_domain::{AnswerForm, Problem, ProblemKind};

/// How long after its response was lost a creation may still take effect; longer if the response was slow
/// rather than cut off.
pub const MAX_EFFECT_DELAY: Duration = Duration::from_secs(10);
pub const MAX_EFFECT_DELAY_WHEN_SLOW: Duration = Duration::from_secs(30);
/// Minimum time between two listings without a product before its absence counts.
const LISTING_INTERVAL: Duration = Duration::from_secs(5);
/// How many incomplete listings, after earlier complete ones, before the user is asked.
const MAX_CHANGING_LISTINGS: u32 = 12;
/// How long lists that tell nothing are read before the user is asked.
const MIN_INCONCLUSIVE: Duration = Duration::from_secs(50);

/// A creation whose response was lost.
#[derive(Debug)]
pub struct UnconfirmedCreation {
    pub problem: Option<Problem>,
    /// When it was known to be lost, or when an earlier process's loss was read from the journal.
    pub at: Duration,
    /// How long it had been lost by then.
    pub waited: Duration,
    /// Whether an earlier process sent it.
    pub earlier: bool,
    /// An upper bound of how long before `at` it was sent, if the journal tells.
    pub sent_ago: Option<Duration>,
    /// Whether the beginning of the wait is in the journal.
    pub recorded: bool,
    /// It got a 429: it is looked for together with others, and counts neither as lost nor as refused.
    pub throttled: bool,
    /// The marketplace said that it has it: it is never sent again by itself.
    pub accepted: bool,
    /// Its answer may still come.
    pub awaited: bool,
    /// How long the run had been able to send when it was lost, and so to look for it.
    pub active_at: Duration,
    /// When it is looked for next, on the engine's clock.
    pub next_check: Duration,
    /// The check before which it was looked for by its SKU.
    pub looked_up: Option<Duration>,
    /// It was looked for on the newest pages of a large shop.
    pub sought_nearby: bool,
    /// The times of the first and the last complete listing without it.
    pub absent: Option<(Duration, Duration)>,
    /// Listings that were incomplete or inconclusive.
    pub inconclusive_listings: u32,
}

/// What a listing showed.
pub struct ListingView {
    /// When its first page was requested, on the engine's clock.
    pub began: Duration,
    /// Whether it contains the whole shop, as far as its pages prove that.
    pub complete: bool,
    /// Our most recently sent product in it.
    pub fence: Option<Fence>,
    /// How long a created product has been missing from it.
    pub missing: Duration,
    /// It shows none of our products, although some are in the shop: it is empty, or has stood still for
    /// long.
    pub is_blind: bool,
    /// Lists have lacked what earlier ones had: several servers answer, and one of them lags behind.
    pub has_gone_back: bool,
}

/// What else bears on the conclusion.
pub struct EvaluationContext {
    pub now: Duration,
    pub knowledge: Knowledge,
    /// The last listing failed.
    pub failing: bool,
    /// The shop was listed completely at least once.
    pub was_complete: bool,
    pub cancelled: bool,
    /// A product of ours stays out of the list although later ones are in it.
    pub holds_products_back: bool,
}

/// What follows from a listing without the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// Not known yet: check again at `next_check`.
    Open,
    /// The product was not created.
    NotCreated,
    /// Only the user can tell.
    AskUser,
}

impl UnconfirmedCreation {
    /// A creation of this process whose response was lost at `now`.
    pub const fn new(problem: Problem, now: Duration, next_check: Duration, throttled: bool) -> Self {
        let (waited, earlier, sent_ago, recorded) = (Duration::ZERO, false, None, false);
        Self {
            problem: Some(problem),
            at: now,
            waited,
            earlier,
            sent_ago,
            recorded,
            throttled,
            accepted: false,
            awaited: false,
            active_at: Duration::ZERO,
            next_check,
            looked_up: None,
            sought_nearby: false,
            absent: None,
            inconclusive_listings: 0,
        }
    }

    /// A creation sent by an earlier process, which can be checked at once.
    pub fn earlier(known: &DraftHistory, now: Duration) -> Self {
        Self {
            problem: None,
            at: now,
            waited: known.waited.unwrap_or_default(),
            earlier: true,
            sent_ago: known.sent_ago,
            recorded: known.waited.is_some(),
            throttled: false,
            accepted: known.accepted,
            awaited: false,
            active_at: Duration::ZERO,
            next_check: now,
            looked_up: None,
            sought_nearby: false,
            absent: None,
            inconclusive_listings: 0,
        }
    }

    /// The marketplace's own refusal of it, if it was answered with one.
    pub fn refusal(&self) -> Option<&Problem> {
        let is_refusal = |problem: &&Problem| {
            problem.status.is_some_and(|status| (400..500).contains(&status) && status != 408)
                && problem.kind != ProblemKind::ForeignAnswer
                && problem.form != AnswerForm::Page
        };
        self.problem.as_ref().filter(is_refusal)
    }

    /// Evaluates a listing that did not show the product, or not conclusively.
    pub fn evaluate(
        &mut self,
        result: &MatchResult,
        view: &ListingView,
        context: &EvaluationContext,
    ) -> Conclusion {
        // A listing that began before the response was lost says nothing about it.
        let Some(here) = view.began.checked_sub(self.at) else { return Conclusion::Open };
        if *result == MatchResult::Unclear {
            // Only lists without any product that may be it, one after the other, prove absence.
            self.absent = None;
        }
        let conclusion = if *result == MatchResult::Unclear || !view.complete {
            if self.throttled {
                return self.wait_throttled(view, context);
            }
            self.evaluate_inconclusive(here, view, context)
        } else {
            self.evaluate_absent(here, view, context)
        };
        match conclusion {
            Conclusion::NotCreated if self.awaited => {
                self.next_check = context.now + LISTING_INTERVAL * 2;
                Conclusion::Open
            }
            Conclusion::NotCreated if self.accepted => Conclusion::AskUser,
            conclusion => conclusion,
        }
    }

    /// What got a 429 is hardly lost: a list that changes while it is read will be complete again. One that
    /// does not tell makes it count as lost.
    fn wait_throttled(&mut self, view: &ListingView, context: &EvaluationContext) -> Conclusion {
        self.inconclusive_listings += 1;
        self.next_check = context.now + LISTING_INTERVAL * 4;
        let changing = !view.complete
            && context.was_complete
            && !context.failing
            && self.inconclusive_listings < MAX_CHANGING_LISTINGS;
        if self.inconclusive_listings >= MAX_INCONCLUSIVE_LISTINGS && !changing {
            (self.throttled, self.inconclusive_listings) = (false, 0);
        }
        Conclusion::Open
    }

    /// Until when it may be in doubt, on the clock that counts how long the run has been able to look for it:
    /// then a person is asked, whatever lists say. `listings`: how long those take that show its absence.
    pub fn deadline(&self, knowledge: &Knowledge, listings: Duration) -> Duration {
        let wait = self.late()
            + absence_wait(knowledge).max(knowledge.lag.unwrap_or_default() * LAG_MARGIN).max(MAX_STRAGGLE);
        self.active_at + wait.min(MAX_WAIT) + listings + MAX_DOUBT
    }

    /// How much longer the product can wait for the import to have nothing else to do: the marketplace said
    /// that it has it.
    pub fn rests_for(&self, active: Duration) -> Duration {
        if self.accepted {
            MAX_REST.saturating_sub(active.saturating_sub(self.active_at))
        } else {
            Duration::ZERO
        }
    }

    fn evaluate_inconclusive(
        &mut self,
        here: Duration,
        view: &ListingView,
        context: &EvaluationContext,
    ) -> Conclusion {
        // One that was made for another product does not bring the question nearer.
        if view.began < self.next_check {
            return Conclusion::Open;
        }
        self.inconclusive_listings += 1;
        self.next_check = context.now + FIRST_CHECK_DELAY.max(here / 2);
        // A long list rarely stays unchanged while products are being created; it will when they are done.
        let still_to_come = context.was_complete && !context.failing && !context.cancelled;
        let moving = !view.complete && still_to_come && here < MAX_WAIT;
        let most = if moving { MAX_CHANGING_LISTINGS } else { MAX_INCONCLUSIVE_LISTINGS };
        let enough = self.inconclusive_listings >= most && (here >= MIN_INCONCLUSIVE || context.cancelled);
        if enough { Conclusion::AskUser } else { Conclusion::Open }
    }

    /// The product is missing from a complete listing.
    fn evaluate_absent(
        &mut self,
        here: Duration,
        view: &ListingView,
        context: &EvaluationContext,
    ) -> Conclusion {
        let (age, knowledge) = (here + self.waited, &context.knowledge);
        let late = self.late();
        // If the lag was never measured, assume the time that the latest listed product took at most.
        let lag_now = knowledge
            .lag
            .or(view.fence.map(|fence| fence.listed.saturating_sub(fence.sent).min(HELD_BACK_AFTER)))
            .unwrap_or_default();
        let settled = late + (lag_now.max(view.missing) * LAG_MARGIN).max(MAX_STRAGGLE);
        // What was measured at one server says nothing about another. And a list that lacks what is known to
        // be there will show itself how old it is.
        let is_behind = view.has_gone_back || !view.missing.is_zero();
        let standstill = if is_behind { ABSENCE_WAIT_UNMEASURED } else { absence_wait(knowledge) };
        let patience = settled.max(late + standstill);
        let (since, _) = *self.absent.get_or_insert((view.began, view.began));
        self.absent = Some((since, view.began));
        let twice = view.began.saturating_sub(since) >= LISTING_INTERVAL;
        let needed = match view.fence {
            // The list is newer than the last moment at which the creation may have taken effect.
            Some(fence) if fence.sent >= self.at + late => settled,
            // The list changed after the loss, but may have stopped changing just before the creation took
            // effect.
            Some(fence) if fence.sent >= self.at => settled.max(late + ABSENCE_WAIT),
            _ => patience,
        };
        // What the list does not show may be an index that is being rebuilt.
        let is_blind = view.is_blind && !self.accepted;
        let needed = if is_blind { needed.max(REBUILT_AFTER) } else { needed };
        // The clock that measured an earlier process's wait may have been set forward since.
        let here_needed = if self.earlier { late + MAX_STRAGGLE } else { Duration::ZERO };
        let here_enough = here >= here_needed;
        if twice && here_enough && age >= needed {
            // Absence proves nothing in a list that never showed a product of ours, does not show those that
            // are there, or holds some back.
            let never_shown =
                knowledge.identity == Identity::Unproven && view.fence.is_none() && !self.throttled;
            return if never_shown || is_blind || context.holds_products_back {
                Conclusion::AskUser
            } else {
                Conclusion::NotCreated
            };
        }
        if twice && here_enough && age >= MAX_WAIT {
            return Conclusion::AskUser;
        }
        if !twice {
            // A product that appears late is seen soon after it appeared. Otherwise it would be seen only
            // when its absence would be believed, and count as a long lag, which would prolong all other
            // waits threefold.
            self.next_check = since + LISTING_INTERVAL;
            return Conclusion::Open;
        }
        let next = if age < settled {
            settled
        } else {
            (age + LISTING_INTERVAL.max(age / 4)).min(needed.max(age + LISTING_INTERVAL))
        };
        let next = self.at + next.min(MAX_WAIT).saturating_sub(self.waited);
        self.next_check = next.max(self.at + here_needed);
        Conclusion::Open
    }

    /// How long after the loss the creation may still take effect.
    fn late(&self) -> Duration {
        // It is not known how long a request of an earlier process had been in flight.
        let slow = self.problem.as_ref().is_none_or(Problem::is_time_out);
        if slow { MAX_EFFECT_DELAY_WHEN_SLOW } else { MAX_EFFECT_DELAY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_domain::ProblemKind;

    const S: Duration = Duration::from_secs(1);
    const WELL_KNOWN: Knowledge = Knowledge {
        identity: Identity::Cover,
        lag: Some(S),
        measured: 5,
        throttles_late: false,
        goes_back: false,
    };

    fn unconfirmed(code: ProblemKind) -> UnconfirmedCreation {
        UnconfirmedCreation::new(Problem::new(code), 100 * S, 102 * S, false)
    }

    fn evaluation_context(now: Duration, knowledge: Knowledge) -> EvaluationContext {
        EvaluationContext {
            now,
            knowledge,
            failing: false,
            was_complete: true,
            cancelled: false,
            holds_products_back: false,
        }
    }

    /// Lists the shop without the product whenever a check is due. Returns the conclusion and after how many
    /// seconds it came.
    fn settled(
        mut unconfirmed: UnconfirmedCreation,
        knowledge: Knowledge,
        fence: Option<Fence>,
    ) -> (u64, Conclusion) {
        for _ in 0..100 {
            let began = unconfirmed.next_check;
            let view = ListingView {
                began,
                complete: true,
                fence,
                missing: Duration::ZERO,
                is_blind: false,
                has_gone_back: false,
            };
            match unconfirmed.evaluate(&MatchResult::NotListed, &view, &evaluation_context(began, knowledge))
            {
                Conclusion::Open => {}
                conclusion => return ((began - unconfirmed.at).as_secs(), conclusion),
            }
        }
        panic!("it is never settled: {unconfirmed:?}");
    }

    #[test]
    fn a_later_product_of_ours_in_the_list_shortens_the_wait() {
        let later = Some(Fence { sent: 110 * S, listed: 111 * S });
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), WELL_KNOWN, later),
            (20, Conclusion::NotCreated)
        );
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), WELL_KNOWN, None),
            (30, Conclusion::NotCreated)
        );
        let earlier = Some(Fence { sent: 99 * S, listed: 100 * S });
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), WELL_KNOWN, earlier),
            (30, Conclusion::NotCreated),
            "one sent before says nothing"
        );
    }

    #[test]
    fn a_list_that_may_have_stopped_before_the_creation_took_effect_is_waited_for() {
        let rarely = Knowledge { measured: 1, ..WELL_KNOWN };
        let just_after = Some(Fence { sent: 109 * S, listed: 110 * S });
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), rarely, just_after),
            (30, Conclusion::NotCreated)
        );
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), rarely, None),
            (60, Conclusion::NotCreated)
        );
    }

    #[test]
    fn the_user_is_asked_if_the_list_never_showed_a_product_of_ours() {
        let never = Knowledge { identity: Identity::Unproven, lag: None, measured: 0, ..WELL_KNOWN };
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), never, None),
            (180, Conclusion::AskUser)
        );
        let one_shown = Some(Fence { sent: 111 * S, listed: 112 * S });
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), never, one_shown),
            (20, Conclusion::NotCreated)
        );
    }

    #[test]
    fn the_user_is_asked_if_the_list_holds_products_of_ours_back() {
        let mut unconfirmed = unconfirmed(ProblemKind::ConnectionLost);
        let listings = [120, 160].map(|at| {
            let view = ListingView {
                began: at * S,
                complete: true,
                fence: None,
                missing: Duration::ZERO,
                is_blind: false,
                has_gone_back: false,
            };
            unconfirmed.evaluate(
                &MatchResult::NotListed,
                &view,
                &EvaluationContext { holds_products_back: true, ..evaluation_context(at * S, WELL_KNOWN) },
            )
        });
        assert_eq!(listings, [Conclusion::Open, Conclusion::AskUser]);
    }

    #[test]
    fn the_user_is_asked_if_the_list_shows_none_of_our_products_although_some_are_there() {
        let mut unconfirmed = unconfirmed(ProblemKind::ConnectionLost);
        let listings = [120, 700].map(|at| {
            let view = ListingView {
                began: at * S,
                complete: true,
                fence: None,
                missing: Duration::ZERO,
                is_blind: true,
                has_gone_back: false,
            };
            unconfirmed.evaluate(&MatchResult::NotListed, &view, &evaluation_context(at * S, WELL_KNOWN))
        });
        assert_eq!(listings, [Conclusion::Open, Conclusion::AskUser]);
    }

    #[test]
    fn a_slow_creation_may_take_effect_later_than_one_that_was_cut_off() {
        assert_eq!(
            settled(unconfirmed(ProblemKind::TimedOut), WELL_KNOWN, None),
            (50, Conclusion::NotCreated)
        );
    }

    #[test]
    fn absence_must_last_longer_where_the_lag_was_never_measured_or_was_long() {
        for lag in [None, Some(11 * S)] {
            assert_eq!(
                settled(unconfirmed(ProblemKind::ConnectionLost), Knowledge { lag, ..WELL_KNOWN }, None),
                (180, Conclusion::NotCreated)
            );
        }
    }

    #[test]
    fn absence_must_last_as_long_where_lists_lacked_what_earlier_ones_had() {
        let conclude = |fence: Option<Fence>, at: u32| {
            let mut unconfirmed = unconfirmed(ProblemKind::ConnectionLost);
            let lists = [at - 20, at].map(|at| {
                let view = ListingView {
                    began: at * S,
                    complete: true,
                    fence,
                    missing: Duration::ZERO,
                    is_blind: false,
                    has_gone_back: true,
                };
                unconfirmed.evaluate(&MatchResult::NotListed, &view, &evaluation_context(at * S, WELL_KNOWN))
            });
            lists[1]
        };
        assert_eq!(conclude(None, 279), Conclusion::Open, "another server may lag behind");
        assert_eq!(conclude(None, 280), Conclusion::NotCreated);
        let later = Some(Fence { sent: 110 * S, listed: 111 * S });
        assert_eq!(conclude(later, 120), Conclusion::NotCreated, "the list shows itself how young it is");
    }

    #[test]
    fn absence_must_last_as_long_where_a_list_lacks_a_product_that_was_created() {
        let conclude = |missing: Duration, at: u32| {
            let mut unconfirmed = unconfirmed(ProblemKind::ConnectionLost);
            let lists = [at - 20, at].map(|at| {
                let view = ListingView {
                    began: at * S,
                    complete: true,
                    fence: None,
                    missing,
                    is_blind: false,
                    has_gone_back: false,
                };
                unconfirmed.evaluate(&MatchResult::NotListed, &view, &evaluation_context(at * S, WELL_KNOWN))
            });
            lists[1]
        };
        assert_eq!(conclude(Duration::ZERO, 130), Conclusion::NotCreated);
        assert_eq!(conclude(2 * S, 279), Conclusion::Open, "it is known to be behind, and not by how much");
        assert_eq!(conclude(2 * S, 280), Conclusion::NotCreated);
    }

    #[test]
    fn the_user_is_asked_if_the_list_lags_longer_than_the_longest_wait() {
        let slow_list = Knowledge { lag: Some(600 * S), ..WELL_KNOWN };
        assert_eq!(
            settled(unconfirmed(ProblemKind::ConnectionLost), slow_list, None),
            (900, Conclusion::AskUser)
        );
    }
}
