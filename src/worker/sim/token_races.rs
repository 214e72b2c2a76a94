//! Hand-written sequences in which tokens are renewed and saved while something else happens.

use super::play;
use super::races::{OTHER, OWNER, after, assert_exactly_once_with_full_disk, import};
use super::world::{Action, Gap, Login, MarketTraits, Step, World};
use vitrine_core::simulation::{Conditions, Deceptions};
use vitrine_sandbox::Person;

/// Tokens that are renewed every few minutes, and a network on which that takes a while.
const SHORT_TOKENS: Conditions =
    Conditions { token_seconds: Some(100), token_requests: Some(8), delay_ms: 9000, ..CALM };
const CALM: Conditions = Conditions {
    deceptions: Deceptions::NONE,
    delay_ms: 0,
    slow: 0,
    lost_requests: 0,
    lost_responses: 0,
    late: 0,
    unreachable: 0,
    error_before: 0,
    error_after: 0,
    throttled: 0,
    throttled_after: 0,
    refused: 0,
    unauthorized: 0,
    failing_pages: 0,
    cut: 0,
    stuck: 0,
    per_second: None,
    lag_ms: 0,
    token_requests: None,
    token_seconds: None,
    keychain_ms: 0,
    keychain_refuses: false,
};
const KEPT: Login = Login { person: Person::Owner, renewable: true, kept: true };

/// The steps with each of these waits before the last one, so that it comes at any moment of a renewal.
fn during_renewals(end: &[(Action, Gap)]) -> Vec<Vec<(Action, Gap)>> {
    let begin = [
        (Action::Conditions(SHORT_TOKENS), Gap::Reached),
        (Action::SignIn(KEPT), after(40_000)),
        (Action::Wait, after(40_000)),
        (import(2), after(90_000)),
    ];
    let waits = (0u64..10).map(|number| (Action::Wait, after(number * 11_000)));
    waits.map(|wait| begin.into_iter().chain([wait]).chain(end.iter().copied()).collect()).collect()
}

/// The first violation of one of the sequences.
fn violation(sequences: &[Vec<(Action, Gap)>]) -> Option<String> {
    sequences.iter().find_map(|steps| {
        (0..3).find_map(|seed| {
            let steps = steps.iter().map(|&(action, then)| Step { action, then }).collect();
            let markets = [MarketTraits::default(); 2];
            let world = World {
                seed,
                markets,
                conditions: Conditions::default(),
                steps,
                disk_full: 0..0,
                edits: false,
                categories: None,
            };
            play(&world, false).err()
        })
    })
}

#[test]
fn a_renewal_that_outlives_its_session_touches_no_other() {
    let ends: [&[(Action, Gap)]; 3] = [
        &[(Action::SignIn(OTHER), after(30_000)), (Action::Wait, after(30_000)), (import(0), after(60_000))],
        &[(Action::SignIn(KEPT), after(30_000)), (Action::Wait, after(60_000))],
        &[(Action::SignOut, after(60_000))],
    ];
    for end in ends {
        assert_eq!(violation(&during_renewals(end)), None);
    }
}

#[test]
fn a_token_saved_while_the_disk_is_full_is_neither_lost_nor_left_behind() {
    let kept = Login { kept: true, ..OWNER };
    for end in [Action::SignOut, Action::SignIn(OTHER), Action::Close(OTHER), Action::AddAccount] {
        assert_exactly_once_with_full_disk(
            &[(Action::SignIn(OWNER), after(3000)), (Action::SignIn(kept), after(9000)), (end, after(9000))],
            1..2,
        );
        assert_exactly_once_with_full_disk(
            &[(Action::SignIn(OWNER), after(3000)), (Action::SignIn(kept), after(9000)), (end, after(9000))],
            1..3,
        );
    }
}

#[test]
fn who_signs_in_again_while_the_disk_is_full_is_listed_as_signed_in() {
    let kept = Login { kept: true, ..OWNER };
    // Where to keep the tokens is answered in the step after each sign-in.
    let steps = [
        Action::SignIn(kept),
        Action::Wait,
        Action::SignOut,
        Action::SignIn(kept),
        Action::Wait,
        Action::Wait,
    ];
    let steps = steps.map(|action| (action, after(3000)));
    for disk_full in [4..5, 4..6] {
        assert_exactly_once_with_full_disk(&steps, disk_full);
    }
}

#[test]
fn a_token_saved_while_the_disk_is_full_belongs_to_a_listed_account_after_a_kill() {
    let kept = Login { kept: true, ..OWNER };
    let other = Login { kept: true, ..OTHER };
    // Known and signed out, or not known at all.
    for first in [Action::SignIn(kept), Action::SignIn(other)] {
        let steps = [
            first,
            Action::Wait,
            Action::SignOut,
            Action::SignIn(kept),
            Action::Wait,
            Action::Kill(other),
            Action::Wait,
        ];
        let steps = steps.map(|action| (action, after(3000)));
        for disk_full in [3..6, 4..5, 4..6] {
            assert_exactly_once_with_full_disk(&steps, disk_full);
        }
    }
}

#[test]
fn a_renewed_token_survives_a_keychain_that_fails_and_a_window_that_closes() {
    let failing = Action::Conditions(Conditions { keychain_refuses: true, ..SHORT_TOKENS });
    let ends: [&[(Action, Gap)]; 2] = [
        &[
            (failing, after(60_000)),
            (Action::Conditions(SHORT_TOKENS), after(30_000)),
            (Action::Close(OTHER), after(30_000)),
        ],
        &[
            (Action::Conditions(Conditions { keychain_ms: 2000, ..SHORT_TOKENS }), after(60_000)),
            (Action::Close(OTHER), after(30_000)),
        ],
    ];
    let sequences: Vec<_> = ends.into_iter().flat_map(during_renewals).collect();
    assert_eq!(violation(&sequences), None);
}
