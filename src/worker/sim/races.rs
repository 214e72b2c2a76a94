//! Sequences that a person thought of, each with several turns of chance.

use std::time::Duration;

use super::play;
use super::world::{Act, Step, Temper, Then, Weather, Who, World};
use crate::sandbox::Person;

const OWNER: Who = Who { person: Person::Owner, renewable: false };
const RENEWABLE: Who = Who { person: Person::Owner, renewable: true };
const OTHER: Who = Who { person: Person::OtherOwner, renewable: false };

const fn after(ms: u64) -> Then {
    Then::After(Duration::from_millis(ms))
}

fn import(folder: usize) -> Act {
    Act::Import { folder, again: false }
}

/// Plays the steps; [`Desk`](super::desk::Desk) opens the program before them and looks after everything in the end.
fn holds(steps: &[(Act, Then)]) {
    for seed in 0..6 {
        let steps = steps.iter().map(|&(act, then)| Step { act, then }).collect();
        let world = World { seed, markets: [Temper::default(); 2], weather: Weather::default(), steps };
        if let Err(violation) = play(&world, false) {
            let _ = std::env::var_os("VITRINE_LOUD").map(|_| play(&world, true));
            panic!("seed {seed}: {violation}");
        }
    }
}

#[test]
fn a_token_refused_right_after_start_loses_nothing() {
    let refused = Act::Weather(Weather { unauthorized: 1000, ..Weather::default() });
    let calm = Act::Weather(Weather::default());
    for who in [OWNER, RENEWABLE] {
        for then in [Then::AtOnce, Then::Reached, after(50), after(3000)] {
            holds(&[
                (Act::SignIn(who), after(2000)),
                (refused, Then::Reached),
                (import(0), then),
                (Act::Kill(who), after(500)),
                (calm, after(9000)),
            ]);
        }
    }
}

#[test]
fn the_forms_product_is_there_once_though_its_answer_is_lost_the_screen_left_and_the_program_closed() {
    let bad = Act::Weather(Weather { way_ms: 2000, lost_back: 700, ..Weather::default() });
    for leave in [Act::AddAccount, Act::Close(OWNER), Act::Kill(OWNER), Act::Market(1), Act::SignOut] {
        for then in [Then::Reached, after(900), after(4000)] {
            holds(&[(Act::FormPhoto(0), after(8000)), (bad, Then::Reached), (Act::FormSend, then), (leave, after(3000))]);
        }
    }
}

#[test]
fn photos_deleted_or_changed_between_review_and_start_and_while_they_are_sent() {
    for spoil in [Act::Delete, Act::Change] {
        for folder in [0, 1, 3] {
            let start = Act::Start { again: false };
            holds(&[
                (Act::Drop(folder), after(8000)),
                (spoil(folder), Then::AtOnce),
                (start, after(60_000)),
                (import(folder), after(9000)),
            ]);
            holds(&[(import(folder), after(40)), (spoil(folder), after(900)), (Act::Kill(OWNER), after(9000)), (Act::Resume, after(9000))]);
        }
    }
}

#[test]
fn two_accounts_with_imports_under_way_are_switched_to_and_fro_through_everything() {
    let gone = Act::Weather(Weather { unreachable: 1000, ..Weather::default() });
    let short_tokens = Act::Weather(Weather { way_ms: 500, token_requests: Some(9), ..Weather::default() });
    let calm = Act::Weather(Weather { way_ms: 500, lost_back: 100, ..Weather::default() });
    holds(&[
        (calm, Then::Reached),
        (import(2), after(700)),
        (Act::AddAccount, after(15_000)),
        (Act::SignIn(OTHER), after(4000)),
        (Act::Wait, after(4000)),
        (import(0), after(500)),
        (Act::Switch(1), after(4000)),
        (Act::Resume, after(600)),
        (gone, after(20_000)),
        (Act::Switch(1), after(3000)),
        (short_tokens, Then::Reached),
        (Act::Switch(1), after(3000)),
        (Act::Resume, after(2000)),
        (Act::Kill(OTHER), after(9000)),
        (Act::Resume, after(1000)),
        (Act::SignIn(OWNER), after(3000)),
        (calm, after(1000)),
    ]);
}

#[test]
fn what_was_started_just_before_the_program_closes_is_not_lost() {
    for then in [Then::AtOnce, Then::Reached, after(10)] {
        holds(&[(import(0), then), (Act::Close(OWNER), Then::AtOnce)]);
    }
}

#[test]
fn a_second_start_hands_over_in_a_run_a_review_and_a_sign_in() {
    holds(&[
        (import(2), after(300)),
        (Act::HandOver, after(300)),
        (Act::Drop(0), Then::Reached),
        (Act::HandOver, after(9000)),
        (Act::SignIn(OTHER), Then::Reached),
        (Act::HandOver, after(5000)),
    ]);
}

#[test]
fn what_is_typed_while_the_token_turns_out_to_be_refused_is_kept() {
    let refused = Act::Weather(Weather { unauthorized: 1000, ..Weather::default() });
    let calm = Act::Weather(Weather::default());
    holds(&[
        (Act::SignIn(RENEWABLE), after(2000)),
        (Act::Drop(0), after(8000)),
        (refused, Then::Reached),
        (Act::Products, after(50)),
        (Act::Type(1), after(50)),
        (Act::Kill(OWNER), after(9000)),
        (calm, after(9000)),
        (Act::SignIn(OWNER), after(9000)),
        (Act::Wait, after(9000)),
    ]);
}

#[test]
fn start_and_resume_pressed_together_take_nothing_up_twice() {
    let lossy = Act::Weather(Weather { lost_there: 700, lost_back: 200, ..Weather::default() });
    let calm = Act::Weather(Weather::default());
    let start = (Act::Start { again: false }, Then::AtOnce);
    let resume = (Act::Resume, Then::AtOnce);
    for pressed in [[start, resume], [resume, start]] {
        let mut steps = vec![(import(0), after(2000)), (lossy, after(4000)), (Act::Kill(OWNER), after(3000)), (calm, Then::Reached)];
        steps.extend([(Act::Drop(0), after(8000))]);
        steps.extend(pressed);
        steps.push((Act::Wait, after(9000)));
        holds(&steps);
    }
}

#[test]
fn cancel_reaches_what_was_started_with_a_refused_token() {
    let refused = Act::Weather(Weather { unauthorized: 1000, ..Weather::default() });
    let calm = Act::Weather(Weather::default());
    for then in [Then::AtOnce, Then::Reached, after(50), after(3000)] {
        holds(&[
            (import(2), after(100)),
            (refused, after(5000)),
            (import(0), then),
            (Act::Cancel, after(9000)),
            (calm, Then::Reached),
            (Act::SignIn(OWNER), after(3000)),
            (Act::Resume, after(9000)),
        ]);
    }
}

#[test]
fn cancel_and_the_account_left_at_once_stay_cancelled() {
    for leave in [Act::AddAccount, Act::SignOut, Act::Switch(0), Act::Close(OWNER)] {
        for then in [Then::AtOnce, Then::Reached, after(40)] {
            holds(&[(import(2), then), (Act::Cancel, then), (leave, after(3000)), (Act::Resume, after(3000))]);
        }
    }
}

#[test]
fn what_was_cancelled_while_it_was_compared_is_compared_before_it_is_sent_again() {
    for then in [Then::AtOnce, Then::Reached, after(20)] {
        holds(&[(import(1), after(9000)), (import(1), then), (Act::Cancel, after(5000)), (Act::Mend, after(9000))]);
    }
}

#[test]
fn the_same_folder_started_twice_in_a_moment_is_made_once() {
    for then in [Then::AtOnce, Then::Reached, after(100)] {
        holds(&[
            (Act::Drop(3), after(6000)),
            (Act::Start { again: false }, Then::AtOnce),
            (Act::Drop(3), after(130)),
            (Act::Start { again: false }, then),
            (Act::Wait, after(9000)),
        ]);
    }
}
