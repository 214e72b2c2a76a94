//! Hand-written sequences, each with several random seeds.

use std::ops::Range;
use std::time::Duration;

use super::play;
use super::world::{Action, CategoryAnswers, Gap, Login, MarketTraits, Step, World};
use vitrine_core::simulation::Conditions;
use vitrine_sandbox::Person;

pub(super) const OWNER: Login = Login { person: Person::Owner, renewable: false, kept: false };
const RENEWABLE: Login = Login { person: Person::Owner, renewable: true, kept: false };
pub(super) const OTHER: Login = Login { person: Person::OtherOwner, renewable: false, kept: false };

pub(super) const fn after(ms: u64) -> Gap {
    Gap::After(Duration::from_millis(ms))
}

pub(super) fn import(folder: usize) -> Action {
    Action::Import { folder, again: false }
}

/// Plays the steps; [`Driver`](super::driver::Driver) opens the program first and brings everything to its
/// end afterwards.
fn assert_exactly_once(steps: &[(Action, Gap)]) {
    assert_exactly_once_with_full_disk(steps, 0..0);
}

/// The same, with the disk full during some of the steps.
pub(super) fn assert_exactly_once_with_full_disk(steps: &[(Action, Gap)], disk_full: Range<usize>) {
    assert_exactly_once_in(&World { disk_full, ..calm_world() }, steps);
}

fn calm_world() -> World {
    World {
        seed: 0,
        markets: [MarketTraits::default(); 2],
        conditions: Conditions::default(),
        steps: Vec::new(),
        disk_full: 0..0,
        edits: false,
        categories: None,
    }
}

fn assert_exactly_once_in(world: &World, steps: &[(Action, Gap)]) {
    for seed in 0..6 {
        let steps = steps.iter().map(|&(action, then)| Step { action, then }).collect();
        let world = World { seed, steps, ..world.clone() };
        if let Err(violation) = play(&world, false) {
            let _ = std::env::var_os("VITRINE_LOUD").map(|_| play(&world, true));
            panic!("seed {seed}: {violation}");
        }
    }
}

#[test]
fn a_token_refused_right_after_start_loses_nothing() {
    let refused = Action::Conditions(Conditions { unauthorized: 1000, ..Conditions::default() });
    let calm = Action::Conditions(Conditions::default());
    for login in [OWNER, RENEWABLE] {
        for then in [Gap::AtOnce, Gap::Reached, after(50), after(3000)] {
            assert_exactly_once(&[
                (Action::SignIn(login), after(2000)),
                (refused, Gap::Reached),
                (import(0), then),
                (Action::Kill(login), after(500)),
                (calm, after(9000)),
            ]);
        }
    }
}

#[test]
fn the_forms_product_is_created_once_despite_a_lost_response_and_an_exit() {
    let bad = Action::Conditions(Conditions { delay_ms: 2000, lost_responses: 700, ..Conditions::default() });
    for leave in
        [Action::AddAccount, Action::Close(OWNER), Action::Kill(OWNER), Action::Market(1), Action::SignOut]
    {
        for then in [Gap::Reached, after(900), after(4000)] {
            assert_exactly_once(&[
                (Action::FormPhoto(0), after(8000)),
                (bad, Gap::Reached),
                (Action::FormSend, then),
                (leave, after(3000)),
            ]);
        }
    }
}

#[test]
fn photos_deleted_or_changed_before_start_and_during_uploads() {
    for spoil in [Action::Delete, Action::Change] {
        for folder in [0, 1, 3] {
            let start = Action::Start { again: false };
            assert_exactly_once(&[
                (Action::Drop(folder), after(8000)),
                (spoil(folder), Gap::AtOnce),
                (start, after(60_000)),
                (import(folder), after(9000)),
            ]);
            assert_exactly_once(&[
                (import(folder), after(40)),
                (spoil(folder), after(900)),
                (Action::Kill(OWNER), after(9000)),
                (Action::Resume, after(9000)),
            ]);
        }
    }
}

#[test]
fn switching_between_two_accounts_with_running_imports_through_faults() {
    let gone = Action::Conditions(Conditions { unreachable: 1000, ..Conditions::default() });
    let short_tokens =
        Action::Conditions(Conditions { delay_ms: 500, token_requests: Some(9), ..Conditions::default() });
    let calm = Action::Conditions(Conditions { delay_ms: 500, lost_responses: 100, ..Conditions::default() });
    assert_exactly_once(&[
        (calm, Gap::Reached),
        (import(2), after(700)),
        (Action::AddAccount, after(15_000)),
        (Action::SignIn(OTHER), after(4000)),
        (Action::Wait, after(4000)),
        (import(0), after(500)),
        (Action::Switch(1), after(4000)),
        (Action::Resume, after(600)),
        (gone, after(20_000)),
        (Action::Switch(1), after(3000)),
        (short_tokens, Gap::Reached),
        (Action::Switch(1), after(3000)),
        (Action::Resume, after(2000)),
        (Action::Kill(OTHER), after(9000)),
        (Action::Resume, after(1000)),
        (Action::SignIn(OWNER), after(3000)),
        (calm, after(1000)),
    ]);
}

#[test]
fn an_import_started_just_before_exit_is_not_lost() {
    for then in [Gap::AtOnce, Gap::Reached, after(10)] {
        assert_exactly_once(&[(import(0), then), (Action::Close(OWNER), Gap::AtOnce)]);
    }
}

#[test]
fn a_second_start_hands_over_paths_during_a_run_a_review_and_a_sign_in() {
    assert_exactly_once(&[
        (import(2), after(300)),
        (Action::HandOver, after(300)),
        (Action::Drop(0), Gap::Reached),
        (Action::HandOver, after(9000)),
        (Action::SignIn(OTHER), Gap::Reached),
        (Action::HandOver, after(5000)),
    ]);
}

#[test]
fn typed_text_is_kept_while_the_token_is_refused() {
    let refused = Action::Conditions(Conditions { unauthorized: 1000, ..Conditions::default() });
    let calm = Action::Conditions(Conditions::default());
    assert_exactly_once(&[
        (Action::SignIn(RENEWABLE), after(2000)),
        (Action::Drop(0), after(8000)),
        (refused, Gap::Reached),
        (Action::Products, after(50)),
        (Action::Type(1), after(50)),
        (Action::Kill(OWNER), after(9000)),
        (calm, after(9000)),
        (Action::SignIn(OWNER), after(9000)),
        (Action::Wait, after(9000)),
    ]);
}

#[test]
fn start_and_resume_together_continue_nothing_twice() {
    let lossy =
        Action::Conditions(Conditions { lost_requests: 700, lost_responses: 200, ..Conditions::default() });
    let calm = Action::Conditions(Conditions::default());
    let start = (Action::Start { again: false }, Gap::AtOnce);
    let resume = (Action::Resume, Gap::AtOnce);
    for expectations in [[start, resume], [resume, start]] {
        let mut steps = vec![
            (import(0), after(2000)),
            (lossy, after(4000)),
            (Action::Kill(OWNER), after(3000)),
            (calm, Gap::Reached),
        ];
        steps.extend([(Action::Drop(0), after(8000))]);
        steps.extend(expectations);
        steps.push((Action::Wait, after(9000)));
        assert_exactly_once(&steps);
    }
}

#[test]
fn cancel_reaches_an_import_started_with_a_refused_token() {
    let refused = Action::Conditions(Conditions { unauthorized: 1000, ..Conditions::default() });
    let calm = Action::Conditions(Conditions::default());
    for then in [Gap::AtOnce, Gap::Reached, after(50), after(3000)] {
        assert_exactly_once(&[
            (import(2), after(100)),
            (refused, after(5000)),
            (import(0), then),
            (Action::Cancel, after(9000)),
            (calm, Gap::Reached),
            (Action::SignIn(OWNER), after(3000)),
            (Action::Resume, after(9000)),
        ]);
    }
}

/// The token is refused and renewed for a while, beside the creations that were sent before.
#[test]
fn a_paused_import_stays_so_and_a_sign_out_holds_while_a_refused_token_is_renewed() {
    let slow = Action::Conditions(Conditions { delay_ms: 2500, ..Conditions::default() });
    let refused =
        Action::Conditions(Conditions { delay_ms: 4000, token_requests: Some(1), ..Conditions::default() });
    for (begun, then) in
        [500, 2500, 4500, 6500].into_iter().flat_map(|begun| [100, 1200].map(|then| (begun, then)))
    {
        for last in [Action::SignOut, Action::Wait] {
            let steps = [
                (Action::SignIn(RENEWABLE), after(3000)),
                (slow, Gap::Reached),
                (import(2), after(begun)),
                (refused, after(then)),
                (Action::WhoAmI, after(4500)),
                (Action::Pause, after(98)),
                (last, after(76_000)),
            ];
            assert_exactly_once(&steps);
        }
    }
}

#[test]
fn an_import_stays_cancelled_if_the_account_is_left_at_once() {
    for leave in [Action::AddAccount, Action::SignOut, Action::Switch(0), Action::Close(OWNER)] {
        for then in [Gap::AtOnce, Gap::Reached, after(40)] {
            assert_exactly_once(&[
                (import(2), then),
                (Action::Cancel, then),
                (leave, after(3000)),
                (Action::Resume, after(3000)),
            ]);
        }
    }
}

#[test]
fn drafts_cancelled_during_comparison_are_compared_before_a_retry() {
    for then in [Gap::AtOnce, Gap::Reached, after(20)] {
        assert_exactly_once(&[
            (import(1), after(9000)),
            (import(1), then),
            (Action::Cancel, after(5000)),
            (Action::Retry, after(9000)),
        ]);
    }
}

#[test]
fn cancel_and_pause_hold_for_products_that_wait_for_categories() {
    for failing in [0, 1] {
        let world = World { categories: Some(CategoryAnswers { failing, delay_ms: 20_000 }), ..calm_world() };
        for stop in [Action::Cancel, Action::Pause] {
            for then in [Gap::AtOnce, Gap::Reached, after(900)] {
                let go_on = if matches!(stop, Action::Cancel) { Action::Retry } else { Action::Continue };
                let leave = Action::Close(OWNER);
                for next in [Action::Wait, go_on, leave, Action::AddAccount] {
                    assert_exactly_once_in(
                        &world,
                        &[(import(2), then), (stop, after(90_000)), (next, after(60_000))],
                    );
                    assert_exactly_once_in(&world, &[(import(2), then), (stop, then), (next, after(60_000))]);
                }
            }
        }
    }
}

#[test]
fn a_pause_holds_for_products_that_wait_though_the_import_beside_them_has_ended() {
    let categories = Some(CategoryAnswers { failing: 0, delay_ms: 20_000 });
    let world = World {
        categories,
        conditions: Conditions { delay_ms: 2000, ..Conditions::default() },
        ..calm_world()
    };
    // The last product of the other import is being sent at some of these moments.
    for pause in (5000..13_000).step_by(500) {
        assert_exactly_once_in(
            &world,
            &[
                (Action::Wait, after(6000)),
                (import(2), Gap::Reached),
                (Action::Close(OWNER), after(9000)),
                (Action::Wait, after(40_000)),
                (import(1), after(1300)),
                (Action::Resume, after(pause)),
                (Action::Pause, after(60_000)),
            ],
        );
    }
}

#[test]
fn the_same_folder_started_twice_in_quick_succession_is_created_once() {
    for then in [Gap::AtOnce, Gap::Reached, after(100)] {
        assert_exactly_once(&[
            (Action::Drop(3), after(6000)),
            (Action::Start { again: false }, Gap::AtOnce),
            (Action::Drop(3), after(130)),
            (Action::Start { again: false }, then),
            (Action::Wait, after(9000)),
        ]);
    }
}

#[test]
fn imports_are_compared_in_the_order_in_which_they_were_started() {
    for again in [[true, false], [false, true]] {
        for then in [50, 150, 254, 400] {
            assert_exactly_once(&[
                (Action::SignIn(OWNER), after(2000)),
                (Action::Drop(2), after(6000)),
                (Action::Start { again: again[0] }, after(then)),
                (Action::Drop(2), after(244)),
                (Action::Start { again: again[1] }, after(9000)),
            ]);
        }
    }
}

#[test]
fn a_start_that_waited_to_be_resumed_does_not_repeat_what_was_started_after_it() {
    let again = Action::Import { folder: 1, again: true };
    for then in [Gap::AtOnce, Gap::Reached, after(50)] {
        assert_exactly_once(&[
            (again, Gap::AtOnce),
            (Action::SignOut, after(168)),
            (Action::SignIn(OWNER), after(3000)),
            (import(1), then),
            (Action::Resume, after(60_000)),
        ]);
    }
}

#[test]
fn the_same_folder_started_again_while_the_disk_is_full_is_created_once() {
    let slow = World { conditions: Conditions { delay_ms: 2000, ..Conditions::default() }, ..calm_world() };
    for then in [Gap::AtOnce, after(55), after(900)] {
        let steps = [
            (import(0), Gap::AtOnce),
            (import(1), Gap::AtOnce),
            (Action::Type(0), Gap::AtOnce),
            (Action::Drop(0), Gap::AtOnce),
            (Action::Type(0), then),
            (import(1), Gap::AtOnce),
        ];
        for disk_full in [4..6, 5..6] {
            assert_exactly_once_in(&World { disk_full, ..slow.clone() }, &steps);
        }
    }
}

#[test]
fn what_was_cancelled_in_doubt_stays_cancelled_though_another_folder_is_imported_meanwhile() {
    let throttled =
        Action::Conditions(Conditions { throttled: 500, lost_responses: 200, ..Conditions::default() });
    for then in [after(300), after(2000), after(8000), after(40_000)] {
        assert_exactly_once(&[
            (Action::SignIn(OWNER), after(2000)),
            (throttled, Gap::Reached),
            (import(2), then),
            (Action::Cancel, after(1000)),
            (import(1), after(40_000)),
        ]);
    }
}

#[test]
fn a_data_directory_that_is_full_for_a_while_loses_nothing_and_makes_nothing_twice() {
    let lossy =
        Action::Conditions(Conditions { delay_ms: 500, lost_responses: 300, ..Conditions::default() });
    for then in [Gap::AtOnce, after(50), after(3000)] {
        for end in [Action::Wait, Action::Kill(OWNER), Action::Close(OWNER), Action::Cancel, Action::SignOut]
        {
            let steps = [
                (lossy, Gap::Reached),
                (import(2), then),
                (Action::Type(1), then),
                (import(0), then),
                (end, after(4000)),
                (Action::Resume, after(4000)),
            ];
            for disk_full in [0..5, 3..6] {
                assert_exactly_once_with_full_disk(&steps, disk_full);
            }
        }
    }
    for then in [Gap::Reached, after(900)] {
        let steps = [
            (Action::FormPhoto(0), after(8000)),
            (Action::FormSend, then),
            (Action::SignIn(RENEWABLE), then),
            (Action::Market(1), after(3000)),
        ];
        for disk_full in [1..2, 1..4, 2..3] {
            assert_exactly_once_with_full_disk(&steps, disk_full);
        }
    }
}

/// What was typed while the disk is full is there again when the account is back.
#[test]
fn a_review_that_could_not_be_saved_is_there_when_its_account_is_back() {
    let steps = [
        (Action::SignIn(OTHER), after(5000)),
        (Action::SignIn(OWNER), after(5000)),
        (Action::Drop(2), after(2000)),
        (Action::Type(2), after(2000)),
        (Action::Switch(1), after(5000)),
        (Action::Switch(1), after(5000)),
        (Action::Wait, after(5000)),
    ];
    for full in [2..7, 3..6, 3..5] {
        assert_exactly_once_with_full_disk(&steps, full);
    }
}
