//! Creations of which nobody knows what came: how long their absence from the list must last, and what follows from it.
//!
//! A clockwork without the engine: a lost creation is told what a listing showed, and says whether it is known to be
//! undone, a person has to be asked, or it stays open and when to look next.

use std::time::Duration;

use super::lag::{Fence, HIDDEN, LAG_MARGIN, PATIENCE, PATIENCE_RARELY_MEASURED, patience};
use super::schedule::{FIRST_LOOK, VAIN_LOOKS};
use super::settle::Answer;
use crate::domain::{Code, Problem};
use crate::import::journal::{DraftHistory, Identity, Knowledge};

/// How late a creation may take effect after its answer was lost; longer when it was slow, not cut off.
pub const LATE: Duration = Duration::from_secs(10);
pub const LATE_WHEN_SLOW: Duration = Duration::from_secs(30);
/// One product may come into the list this much later than others, whatever was measured.
pub const STRAGGLING: Duration = Duration::from_secs(10);
/// Between two listings without a product before its absence is believed.
const LOOKS_APART: Duration = Duration::from_secs(5);
/// After this a person is asked.
const MAX_PATIENCE: Duration = Duration::from_secs(15 * 60);
/// Listings that are not complete, though earlier ones were, before a person is asked.
const MOVING_LOOKS: u32 = 12;

/// A creation whose answer was lost.
#[derive(Debug)]
pub struct UnconfirmedCreation {
    pub problem: Option<Problem>,
    /// When it was known to be lost, or an earlier process's loss was read from the journal.
    pub at: Duration,
    /// How long it had been lost by then.
    pub waited: Duration,
    /// An earlier process sent it.
    pub earlier: bool,
    /// At most so long before `at`, where the journal tells.
    pub sent_ago: Option<Duration>,
    /// The beginning of the wait is in the journal.
    pub noted: bool,
    /// It was turned away for pace: hardly lost, but looked for all the same before it is sent again.
    pub throttled: bool,
    pub next_check: Duration,
    /// The first and the last complete listing without it.
    pub absent: Option<(Duration, Duration)>,
    /// Looks at listings that were not complete, or could not tell.
    pub vain_looks: u32,
}

/// What there was to see.
pub struct View {
    pub began: Duration,
    pub complete: bool,
    /// The latest of our products in it.
    pub fence: Option<Fence>,
    /// How long a created product has been missing from it.
    pub missing: Duration,
}

/// What else bears on it.
pub struct Around {
    pub now: Duration,
    pub knowledge: Knowledge,
    /// The last listing failed.
    pub failing: bool,
    /// The shop was once listed whole.
    pub was_complete: bool,
    pub cancelled: bool,
    /// How long after "too many" the list would hold a product that was made all the same.
    pub after_throttle: Duration,
    /// A product of ours stays out of the list, though later ones are in it.
    pub holds_back: bool,
    // Rules the simulator runs without.
    pub trust_list: bool,
    pub look_twice: bool,
    pub need_fence: bool,
    pub late_fence: bool,
    pub wait_here: bool,
}

/// What a listing without the product leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nobody knows yet: look again at `next_check`.
    Open,
    Undone,
    AskPerson,
}

impl UnconfirmedCreation {
    pub const fn new(problem: Problem, now: Duration, next_check: Duration, throttled: bool) -> Self {
        let (waited, earlier, sent_ago, noted) = (Duration::ZERO, false, None, false);
        Self { problem: Some(problem), at: now, waited, earlier, sent_ago, noted, throttled, next_check, absent: None, vain_looks: 0 }
    }

    /// SentPhoto by an earlier process: it can be looked for at once.
    pub fn earlier(known: &DraftHistory, now: Duration) -> Self {
        Self {
            problem: None,
            at: now,
            waited: known.waited.unwrap_or_default(),
            earlier: true,
            sent_ago: known.sent_ago,
            noted: known.waited.is_some(),
            throttled: false,
            next_check: now,
            absent: None,
            vain_looks: 0,
        }
    }

    /// A listing did not show the product, or not for certain.
    pub fn judge(&mut self, answer: &Answer, view: &View, around: &Around) -> Finding {
        // A listing begun before the answer was lost says nothing of it.
        let Some(here) = view.began.checked_sub(self.at) else { return Finding::Open };
        if self.throttled {
            self.judge_throttled(here, answer, view, around)
        } else if *answer == Answer::Unclear || !view.complete {
            self.cannot_tell(here, view, around)
        } else {
            self.judge_absent(here, view, around)
        }
    }

    fn judge_throttled(&mut self, here: Duration, answer: &Answer, view: &View, around: &Around) -> Finding {
        self.vain_looks += 1;
        self.next_check = around.now + around.after_throttle;
        let vain = self.vain_looks >= VAIN_LOOKS;
        // Where it is not known yet how products come back, one that nothing explains may be this one, done all the same.
        let may_be_done = *answer == Answer::Unclear && view.complete && around.knowledge.identity == Identity::Unproven;
        // Not to be listed for so long that something is amiss: from now on it counts as lost.
        self.throttled = !(vain && (around.failing || may_be_done));
        // Where the list can never tell, "too many" is taken at its word. One that was complete before only moves while
        // it is read, and will be again.
        let tells = match view.complete {
            true => *answer == Answer::NotHere || (vain && !may_be_done),
            false => !around.was_complete || self.vain_looks >= MOVING_LOOKS,
        };
        if !around.failing && here >= around.after_throttle && tells { Finding::Undone } else { Finding::Open }
    }

    fn cannot_tell(&mut self, here: Duration, view: &View, around: &Around) -> Finding {
        self.vain_looks += 1;
        self.next_check = around.now + FIRST_LOOK.max(here / 2);
        // A long list is seldom still while more products are created; it will be when they are.
        let still_to_come = around.was_complete && !around.failing && !around.cancelled;
        let moving = !view.complete && still_to_come && here < MAX_PATIENCE;
        let most = if moving { MOVING_LOOKS } else { VAIN_LOOKS };
        let enough = self.vain_looks >= most && (here >= PATIENCE_RARELY_MEASURED || around.cancelled);
        if enough { Finding::AskPerson } else { Finding::Open }
    }

    /// Missing from a complete listing.
    fn judge_absent(&mut self, here: Duration, view: &View, around: &Around) -> Finding {
        let (age, knowledge) = (here + self.waited, &around.knowledge);
        let late = self.late();
        // Never measured, it may be as long as the latest product took that is here at most.
        let lag_now = knowledge.lag.or(view.fence.map(|fence| fence.listed.saturating_sub(fence.sent).min(HIDDEN))).unwrap_or_default();
        let settled = late + (lag_now.max(view.missing) * LAG_MARGIN).max(STRAGGLING);
        let patience = settled.max(late + patience(knowledge));
        let (since, _) = *self.absent.get_or_insert((view.began, view.began));
        self.absent = Some((since, view.began));
        let twice = view.began - since >= LOOKS_APART;
        let needed = match view.fence {
            _ if !around.need_fence => settled,
            // The list is past the last moment at which the creation may have taken effect.
            Some(fence) if fence.sent >= self.at + if around.late_fence { late } else { Duration::ZERO } => settled,
            // It moved after the loss. It may have stopped since, just before the creation took effect.
            Some(fence) if fence.sent >= self.at => settled.max(late + PATIENCE),
            _ => patience,
        };
        // The clock that measured an earlier process's wait may have been set forward since.
        let here_needed = if self.earlier && around.wait_here { late + STRAGGLING } else { Duration::ZERO };
        let here_enough = here >= here_needed;
        if !around.look_twice || (twice && here_enough && age >= needed) {
            // Absence from a list that was never seen to show a product of ours, or is seen to hold some back, proves nothing.
            let never_shown = knowledge.identity == Identity::Unproven && view.fence.is_none();
            let proves = around.trust_list || !(never_shown || around.holds_back);
            return if proves { Finding::Undone } else { Finding::AskPerson };
        }
        if twice && here_enough && age >= MAX_PATIENCE {
            return Finding::AskPerson;
        }
        if !twice {
            // One that comes late is seen soon after it came: seen only when absence would be believed, it would be taken
            // for a list that lags so long, and whatever else was lost would be waited for three times as long.
            self.next_check = since + LOOKS_APART;
            return Finding::Open;
        }
        let next = if age < settled { settled } else { (age + LOOKS_APART.max(age / 4)).min(needed.max(age + LOOKS_APART)) };
        let next = self.at + next.min(MAX_PATIENCE).saturating_sub(self.waited);
        self.next_check = next.max(self.at + here_needed);
        Finding::Open
    }

    /// How late it may take effect.
    fn late(&self) -> Duration {
        // Of what an earlier process sent it is not known how long it had been under way.
        let slow = self.problem.as_ref().is_none_or(|problem| problem.code == Code::TimedOut || problem.status == Some(504));
        if slow { LATE_WHEN_SLOW } else { LATE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const S: Duration = Duration::from_secs(1);
    const WELL_KNOWN: Knowledge = Knowledge { identity: Identity::Cover, lag: Some(S), measured: 5, throttles_late: false };

    fn lost(code: Code) -> UnconfirmedCreation {
        UnconfirmedCreation::new(Problem::new(code), 100 * S, 102 * S, false)
    }

    fn around(now: Duration, knowledge: Knowledge) -> Around {
        Around {
            now,
            knowledge,
            failing: false,
            was_complete: true,
            cancelled: false,
            after_throttle: FIRST_LOOK,
            holds_back: false,
            trust_list: false,
            look_twice: true,
            need_fence: true,
            late_fence: true,
            wait_here: true,
        }
    }

    /// Listed without it whenever it asks for a look: after how many seconds it knows, and what.
    fn settled(mut lost: UnconfirmedCreation, knowledge: Knowledge, fence: Option<Fence>) -> (u64, Finding) {
        for _ in 0..100 {
            let began = lost.next_check;
            let view = View { began, complete: true, fence, missing: Duration::ZERO };
            match lost.judge(&Answer::NotHere, &view, &around(began, knowledge)) {
                Finding::Open => {}
                finding => return ((began - lost.at).as_secs(), finding),
            }
        }
        panic!("it is never settled: {lost:?}");
    }

    #[test]
    fn a_later_product_of_ours_in_the_list_shortens_the_wait() {
        let later = Some(Fence { sent: 110 * S, listed: 111 * S });
        assert_eq!(settled(lost(Code::ConnectionLost), WELL_KNOWN, later), (20, Finding::Undone));
        assert_eq!(settled(lost(Code::ConnectionLost), WELL_KNOWN, None), (30, Finding::Undone));
        let earlier = Some(Fence { sent: 99 * S, listed: 100 * S });
        assert_eq!(settled(lost(Code::ConnectionLost), WELL_KNOWN, earlier), (30, Finding::Undone), "one sent before says nothing");
    }

    #[test]
    fn a_list_that_may_have_stopped_before_the_creation_took_effect_is_waited_for() {
        let rarely = Knowledge { measured: 1, ..WELL_KNOWN };
        let just_after = Some(Fence { sent: 109 * S, listed: 110 * S });
        assert_eq!(settled(lost(Code::ConnectionLost), rarely, just_after), (30, Finding::Undone));
        assert_eq!(settled(lost(Code::ConnectionLost), rarely, None), (60, Finding::Undone));
    }

    #[test]
    fn absence_from_a_list_that_never_showed_a_product_of_ours_is_left_to_a_person() {
        let never = Knowledge { identity: Identity::Unproven, lag: None, measured: 0, throttles_late: false };
        assert_eq!(settled(lost(Code::ConnectionLost), never, None), (180, Finding::AskPerson));
        let one_shown = Some(Fence { sent: 111 * S, listed: 112 * S });
        assert_eq!(settled(lost(Code::ConnectionLost), never, one_shown), (20, Finding::Undone));
    }

    #[test]
    fn absence_from_a_list_that_holds_products_of_ours_back_is_left_to_a_person() {
        let mut lost = lost(Code::ConnectionLost);
        let looks = [120, 160].map(|at| {
            let view = View { began: at * S, complete: true, fence: None, missing: Duration::ZERO };
            lost.judge(&Answer::NotHere, &view, &Around { holds_back: true, ..around(at * S, WELL_KNOWN) })
        });
        assert_eq!(looks, [Finding::Open, Finding::AskPerson]);
    }

    #[test]
    fn what_was_slow_may_take_effect_later_than_what_was_cut_off() {
        assert_eq!(settled(lost(Code::TimedOut), WELL_KNOWN, None), (50, Finding::Undone));
    }

    #[test]
    fn in_a_shop_whose_lag_was_never_measured_absence_lasts_long() {
        assert_eq!(settled(lost(Code::ConnectionLost), Knowledge { lag: None, ..WELL_KNOWN }, None), (180, Finding::Undone));
    }

    #[test]
    fn where_the_list_lags_longer_than_anybody_waits_a_person_is_asked() {
        let slow_list = Knowledge { lag: Some(600 * S), ..WELL_KNOWN };
        assert_eq!(settled(lost(Code::ConnectionLost), slow_list, None), (900, Finding::AskPerson));
    }
}
