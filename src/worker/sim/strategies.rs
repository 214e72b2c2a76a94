//! Draws worlds, which `proptest` can shrink: two marketplaces, network conditions, and user actions.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::world::*;
use vitrine_core::simulation::{Conditions, Deceptions};
use vitrine_sandbox::{BatchAnswer, CreationAnswer, FileIds, Paging, Person, PhotoIds};

fn chance() -> impl Strategy<Value = u16> {
    prop_oneof![12 => Just(0), 3 => Just(40), 2 => Just(150), 1 => Just(500)]
}

fn conditions() -> impl Strategy<Value = Conditions> {
    let network =
        (prop_oneof![Just(0u64), Just(80), Just(2000)], chance(), chance(), chance(), chance(), chance());
    let shop = (chance(), chance(), chance(), chance(), chance(), chance(), chance(), chance());
    let rest = (
        prop_oneof![4 => Just(None), 1 => Just(Some(2u8))],
        prop_oneof![3 => Just(0u64), 1 => Just(1500), 1 => Just(9000)],
        prop_oneof![5 => Just(None), 1 => (3u8..40).prop_map(Some)],
        prop_oneof![2 => Just(None), 1 => (20u64..200).prop_map(Some)],
        prop_oneof![3 => Just(0u64), 1 => Just(300), 1 => Just(2900)],
        prop_oneof![4 => Just(false), 1 => Just(true)],
    );
    (network, shop, rest).prop_map(
        |(
            (delay_ms, slow, lost_requests, lost_responses, late, unreachable),
            (
                error_before,
                error_after,
                throttled,
                throttled_after,
                refused,
                unauthorized,
                failing_pages,
                cut,
            ),
            (per_second, lag_ms, token_requests, token_seconds, keychain_ms, keychain_refuses),
        )| Conditions {
            deceptions: Deceptions::NONE,
            delay_ms,
            slow,
            stuck: 0,
            lost_requests,
            lost_responses,
            late,
            unreachable,
            error_before,
            error_after,
            throttled,
            throttled_after: throttled_after / 10,
            refused: refused / 10,
            unauthorized: unauthorized / 10,
            failing_pages,
            cut,
            per_second,
            lag_ms,
            token_requests,
            token_seconds,
            keychain_ms,
            keychain_refuses,
        },
    )
}

fn login() -> impl Strategy<Value = Login> {
    prop_oneof![3 => Just(Person::Owner), 1 => Just(Person::OtherOwner)].prop_flat_map(|person| {
        any::<(bool, bool)>().prop_map(move |(renewable, kept)| Login { person, renewable, kept })
    })
}

fn action() -> impl Strategy<Value = Action> {
    let again = || prop_oneof![5 => Just(false), 1 => Just(true)];
    prop_oneof![
        5 => (0..FOLDERS.len()).prop_map(Action::Drop),
        14 => (0..FOLDERS.len(), again()).prop_map(|(folder, again)| Action::Import { folder, again }),
        4 => (0u8..9).prop_map(Action::Type),
        1 => Just(Action::Forget),
        5 => again().prop_map(|again| Action::Start { again }),
        2 => Just(Action::Pause),
        3 => Just(Action::Continue),
        2 => Just(Action::Cancel),
        2 => Just(Action::Retry),
        2 => Just(Action::Decide),
        4 => Just(Action::Resume),
        1 => Just(Action::Reopen),
        3 => (0..FOLDERS.len()).prop_map(Action::FormPhoto),
        3 => Just(Action::FormSend),
        4 => login().prop_map(Action::SignIn),
        4 => (0u8..4).prop_map(Action::Switch),
        1 => Just(Action::SignOut),
        1 => Just(Action::GiveUp),
        1 => Just(Action::AddAccount),
        2 => (0usize..2).prop_map(Action::Market),
        1 => Just(Action::Products),
        1 => Just(Action::WhoAmI),
        2 => login().prop_map(Action::Close),
        3 => login().prop_map(Action::Kill),
        3 => (1u8..12, login()).prop_map(|(writes, login)| Action::KillAfter { writes, login }),
        1 => (0..FOLDERS.len()).prop_map(Action::Delete),
        1 => (0..FOLDERS.len()).prop_map(Action::Change),
        1 => Just(Action::HandOver),
        3 => conditions().prop_map(Action::Conditions),
        3 => Just(Action::Wait),
    ]
}

fn then() -> impl Strategy<Value = Gap> {
    let after = |ms: u64| Gap::After(Duration::from_millis(ms));
    prop_oneof![
        3 => Just(Gap::AtOnce),
        3 => Just(Gap::Reached),
        4 => (1u64..300).prop_map(after),
        4 => (300u64..6000).prop_map(after),
        2 => (6000u64..90_000).prop_map(after),
    ]
}

fn market_traits() -> impl Strategy<Value = MarketTraits> {
    let answer = prop_oneof![
        6 => Just(CreationAnswer::Whole),
        1 => Just(CreationAnswer::IdOnly),
        1 => Just(CreationAnswer::DataId),
        1 => Just(CreationAnswer::Empty),
        1 => Just(CreationAnswer::NoContent204),
        1 => Just(CreationAnswer::Html),
        1 => Just(CreationAnswer::WithoutId),
    ];
    let paging =
        prop_oneof![8 => Just(Paging::Honoured), 1 => Just(Paging::Everything), 1 => Just(Paging::Ignored)];
    let photo_ids = prop_oneof![5 => Just(PhotoIds::Same), 1 => Just(PhotoIds::OtherSpace)];
    let page = prop_oneof![Just(2u64), Just(5), Just(100)];
    (answer, any::<bool>(), photo_ids, paging, any::<bool>(), any::<bool>(), page).prop_map(
        |(answer, text, photo_ids, paging, totals, rotate_refresh, page)| MarketTraits {
            answer,
            file_ids: if text { FileIds::Text } else { FileIds::Integer },
            photo_ids,
            paging,
            totals,
            rotate_refresh,
            page,
            ..MarketTraits::default()
        },
    )
}

fn category_answers() -> impl Strategy<Value = CategoryAnswers> {
    let failing = prop_oneof![Just(0u64), Just(1), Just(2), Just(5)];
    let delay_ms = prop_oneof![1 => Just(0u64), 2 => Just(20_000)];
    (failing, delay_ms).prop_map(|(failing, delay_ms)| CategoryAnswers { failing, delay_ms })
}

/// Adds the pressing of Pause or Cancel soon after some of the imports, each a bit of the mask: what waits
/// for categories does so for a short time only.
fn with_stops(steps: Vec<Step>, stops: u8) -> Vec<Step> {
    let mut imports = 0;
    let with_stop = |step: Step| {
        let is_import = matches!(step.action, Action::Import { .. });
        imports += u32::from(is_import);
        let stop = if imports % 2 == 0 { Action::Pause } else { Action::Cancel };
        let stops = is_import && stops.rotate_right(imports) & 1 == 1;
        let stop = stops.then_some(Step { action: stop, then: Gap::After(Duration::from_secs(40)) });
        [step].into_iter().chain(stop)
    };
    steps.into_iter().flat_map(with_stop).collect()
}

pub fn worlds() -> impl Strategy<Value = World> {
    let step = (action(), then()).prop_map(|(action, then)| Step { action, then });
    // Generated last, so that the sequences of earlier numbers stay the same.
    let disk_full = prop_oneof![4 => Just(0..0), 1 => (0usize..25, 1usize..8).prop_map(|(from, steps)| from..from + steps)];
    let categories = prop_oneof![2 => Just(None), 1 => (category_answers(), any::<u8>()).prop_map(Some)];
    (any::<u64>(), [market_traits(), market_traits()], conditions(), vec(step, 4..40), disk_full, categories)
        .prop_map(|(seed, markets, conditions, steps, disk_full, categories)| World {
            seed,
            markets,
            conditions,
            steps: with_stops(steps, categories.map_or(0, |(_, stops)| stops)),
            disk_full,
            edits: false,
            categories: categories.map(|(answers, _)| answers),
        })
}

fn edit_action() -> impl Strategy<Value = EditAction> {
    prop_oneof![
        4 => (0..2usize, 1u8..).prop_map(|(field, products)| EditAction::Preview { field, products }),
        12 => (0..2usize, 1u8..).prop_map(|(field, products)| EditAction::Change { field, products }),
        3 => Just(EditAction::Undo),
        1 => Just(EditAction::CancelPreview),
        5 => Just(EditAction::Start),
        2 => Just(EditAction::StartLate),
        2 => Just(EditAction::Pause),
        3 => Just(EditAction::Continue),
        2 => Just(EditAction::Cancel),
        3 => Just(EditAction::Resume),
        3 => any::<bool>().prop_map(|overwrite| EditAction::Decide { overwrite }),
        4 => (0..EDITED_PRODUCTS).prop_map(EditAction::Sell),
        4 => (0..EDITED_PRODUCTS).prop_map(EditAction::Reprice),
    ]
}

fn account_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        4 => login().prop_map(Action::SignIn),
        4 => (0u8..4).prop_map(Action::Switch),
        1 => Just(Action::SignOut),
        1 => Just(Action::GiveUp),
        1 => Just(Action::AddAccount),
        3 => (0usize..2).prop_map(Action::Market),
        1 => Just(Action::Products),
        2 => login().prop_map(Action::Close),
        3 => login().prop_map(Action::Kill),
        3 => (1u8..12, login()).prop_map(|(writes, login)| Action::KillAfter { writes, login }),
        4 => conditions().prop_map(Action::Conditions),
        3 => Just(Action::Wait),
    ]
}

fn edited_market() -> impl Strategy<Value = MarketTraits> {
    let answer = prop_oneof![
        4 => Just(BatchAnswer::Whole),
        1 => Just(BatchAnswer::Reordered),
        1 => Just(BatchAnswer::Incomplete),
        1 => Just(BatchAnswer::Empty),
    ];
    let delay = prop_oneof![3 => Just(0u64), 1 => Just(2_000)];
    let id_filter = prop_oneof![5 => Just(true), 1 => Just(false)];
    (market_traits(), answer, delay, id_filter).prop_map(
        |(market, batch_answer, batch_delay_ms, id_filter)| MarketTraits {
            batch_answer,
            batch_delay_ms,
            id_filter,
            ..market
        },
    )
}

/// Worlds in which the products of the shops are changed.
pub fn edit_worlds() -> impl Strategy<Value = World> {
    let action = prop_oneof![3 => edit_action().prop_map(Action::Edit), 1 => account_action()];
    let step = (action, then()).prop_map(|(action, then)| Step { action, then });
    let disk_full = prop_oneof![6 => Just(0..0), 1 => (0usize..25, 1usize..8).prop_map(|(from, steps)| from..from + steps)];
    (any::<u64>(), [edited_market(), edited_market()], conditions(), vec(step, 6..50), disk_full).prop_map(
        |(seed, markets, conditions, steps, disk_full)| {
            // Decided by the seed, so that the other sequences stay what they were.
            let stuck = if seed % 3 == 0 { (seed >> 8) as u16 % 400 } else { 0 };
            let conditions = Conditions { stuck, ..conditions };
            World { seed, markets, conditions, steps, disk_full, edits: true, categories: None }
        },
    )
}
