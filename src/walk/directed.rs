//! Walks that found a fault, as short as they are.

use super::play;
use super::steps::{NAMES, Step, Walk};
use super::tally::Tally;
use vitrine_sandbox::Person;

fn walk(categories: bool, weather: usize, steps: Vec<Step>) -> Result<Tally, String> {
    let walk = Walk { seed: 1, persian: false, categories, kept: false, weather, steps };
    play(&walk, std::env::var_os("VITRINE_WALK").is_some())
}

const CUPS: Step = Step::Drop(0);
const PRICES: Step = Step::Drop(3);
const BAD_PRICES: Step = Step::Drop(4);
const STOCK: Step = Step::Drop(5);
const LOOK: Step = Step::Wait(5_000);

#[test]
fn a_bad_price_cell_leaves_its_product_in_the_review() {
    walk(false, 0, vec![CUPS, LOOK, BAD_PRICES, LOOK]).unwrap();
}

#[test]
fn a_second_spreadsheet_leaves_what_the_first_one_filled() {
    walk(false, 0, vec![CUPS, LOOK, PRICES, LOOK, STOCK, LOOK]).unwrap();
}

#[test]
fn an_unreadable_spreadsheet_leaves_what_the_first_one_filled() {
    walk(false, 0, vec![CUPS, LOOK, PRICES, LOOK, Step::Drop(7), LOOK]).unwrap();
}

#[test]
fn signing_out_another_account_during_an_import_leads_back() {
    let second = Step::SignIn { market: 1, person: Person::Owner };
    for (other, begun) in
        [0, 1].into_iter().flat_map(|other| [2_000, 4_000, 6_000, 9_000].map(|begun| (other, begun)))
    {
        let start = [second, LOOK, CUPS, LOOK, Step::Weather(1), Step::Start, Step::Wait(begun)];
        let tally = walk(false, 0, start.into_iter().chain([Step::SignOut(other), LOOK]).collect()).unwrap();
        assert_eq!((tally.imports, tally.sign_outs), (1, 1), "nothing was started, or nobody signed out");
    }
}

#[test]
fn a_price_that_nobody_confirmed_is_noticed() {
    let violation = walk(false, 0, vec![LOOK, Step::Reprice, LOOK]).unwrap_err();
    assert!(violation.contains("was never confirmed"), "{violation}");
}

/// The program is killed right after Start, and goes on with the import while the categories are not read
/// yet: its products wait for them when the import is stopped.
fn stop_while_categories_are_awaited(writes: u8) -> Result<Tally, String> {
    let resume = NAMES.iter().position(|name| *name == "import-resume").unwrap();
    let until_killed =
        [CUPS, LOOK, Step::Drop(8), LOOK, Step::Kill { writes, again: true }, Step::Start, Step::Wait(1_000)];
    let resumed = [Step::Named { name: resume, number: 0 }, Step::Stop, Step::Wait(60_000), LOOK];
    walk(true, 8, until_killed.into_iter().chain(resumed).collect())
}

#[test]
fn what_is_stopped_while_it_waits_for_categories_is_not_created() {
    for writes in 6..9 {
        stop_while_categories_are_awaited(writes).unwrap();
    }
}
