//! What the person at random does, and how it is generated from a number.

use eframe::egui::{Key, Modifiers};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::sandbox::{Person, Rule};
use crate::worker::sim::world::Conditions;

/// One walk: a marketplace's behaviour, and what the person does there.
#[derive(Clone, Debug)]
pub struct Walk {
    pub seed: u64,
    /// Whether the marketplaces have categories.
    pub categories: bool,
    /// How the marketplaces behave at first.
    pub weather: usize,
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Clicks any thing that can be clicked, of those on the screen.
    Click(u16),
    /// Clicks any thing whose name begins with one of [`NAMES`].
    Named {
        name: usize,
        number: u16,
    },
    /// Starts the import in the review, and does without prices if asked about them.
    Start,
    /// Stops the import.
    Stop,
    /// Signs out any account, in the settings.
    SignOut(u16),
    /// Presses one of [`KEYS`].
    Key(usize),
    /// Replaces the content of any editor by one of [`TEXTS`].
    Type {
        editor: u16,
        text: usize,
    },
    /// Pastes one of [`TEXTS`] wherever the focus is.
    Paste(usize),
    /// Drops one of [`FILES`].
    Drop(usize),
    SignIn {
        market: usize,
        person: Person,
    },
    /// Another program changes the price of a product; only to show that this is noticed.
    Reprice,
    /// The marketplaces behave as in one of [`weather`].
    Weather(usize),
    /// Nothing, for so many milliseconds.
    Wait(u64),
    /// Closes the window and starts the program again.
    Close,
}

/// The names of what leads further, as a person would rather press them than others.
pub const NAMES: [&str; 16] = [
    "Create without a price",
    "Stop import",
    "Pause",
    "Resume",
    "Later",
    "Set price and create",
    "Sign out",
    "Accounts",
    "Save",
    "Retry",
    "New import",
    "Change",
    "Undo",
    "Products",
    "Settings",
    "Open ",
];

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;

pub const KEYS: [(Modifiers, Key); 24] = [
    (CTRL, Key::Enter),
    (NONE, Key::Escape),
    (NONE, Key::Enter),
    (NONE, Key::Tab),
    (Modifiers::SHIFT, Key::Tab),
    (NONE, Key::Space),
    (CTRL, Key::Num1),
    (CTRL, Key::Num2),
    (CTRL, Key::Num3),
    (CTRL, Key::Num4),
    (CTRL, Key::Num5),
    (NONE, Key::F1),
    (NONE, Key::F5),
    (NONE, Key::F6),
    (CTRL, Key::K),
    (CTRL, Key::F),
    (CTRL, Key::Z),
    (CTRL, Key::Y),
    (CTRL, Key::A),
    (CTRL, Key::D),
    (NONE, Key::Delete),
    (NONE, Key::ArrowDown),
    (NONE, Key::ArrowRight),
    (NONE, Key::F2),
];

pub const TEXTS: [&str; 10] =
    ["12000", "۱۵٬۰۰۰", "0.5", "", "A cup\t45000\t3\nA bowl\t46000\t4", "7", "فنجان", "-3", "12x", "a\u{202e}b 🏺 long long long name"];

/// Folders of photos, whose names are those of categories, and spreadsheets in the walk's directory.
pub const FILES: [&str; 8] = ["Modern rug", "Gabbeh", "Kilim", "prices.csv", "bad.csv", "stock.csv", "other.csv", "unreadable.xlsx"];

/// The behaviours of the marketplaces; the first one has no fault.
pub fn weather(number: usize) -> (Conditions, Vec<Rule>) {
    let calm = Conditions { delay_ms: 80, ..Conditions::default() };
    let conditions = match number {
        1 => Conditions { delay_ms: 2000, slow: 150, ..calm },
        2 => Conditions { error_before: 200, lost_responses: 40, ..calm },
        3 => Conditions { unreachable: 600, ..calm },
        4 => Conditions { throttled: 200, per_second: Some(2), ..calm },
        5 => Conditions { refused: 150, unauthorized: 20, ..calm },
        _ => calm,
    };
    let categories = Rule { on: Some(crate::sandbox::Operation::Categories), status: Some(503), ..Rule::default() };
    (conditions, if number == 6 { vec![categories] } else { Vec::new() })
}

fn step() -> impl Strategy<Value = Step> {
    let person = || prop_oneof![3 => Just(Person::Owner), 1 => Just(Person::OtherOwner)];
    prop_oneof![
        26 => any::<u16>().prop_map(Step::Click),
        14 => (0..NAMES.len(), any::<u16>()).prop_map(|(name, number)| Step::Named { name, number }),
        7 => Just(Step::Start),
        3 => Just(Step::Stop),
        2 => any::<u16>().prop_map(Step::SignOut),
        14 => (0..KEYS.len()).prop_map(Step::Key),
        10 => (any::<u16>(), 0..TEXTS.len()).prop_map(|(editor, text)| Step::Type { editor, text }),
        2 => (0..TEXTS.len()).prop_map(Step::Paste),
        8 => (0..3usize).prop_map(Step::Drop),
        4 => (3..FILES.len()).prop_map(Step::Drop),
        3 => (0..2usize, person()).prop_map(|(market, person)| Step::SignIn { market, person }),
        4 => (0..7usize).prop_map(Step::Weather),
        10 => prop_oneof![(1u64..3000), (3000u64..60_000)].prop_map(Step::Wait),
        1 => Just(Step::Close),
    ]
}

pub fn walks(steps: usize) -> impl Strategy<Value = Walk> {
    let weather = prop_oneof![2 => Just(0usize), 1 => Just(1), 1 => Just(6)];
    (any::<u64>(), any::<bool>(), weather, vec(step(), 1..=steps)).prop_map(|(seed, categories, weather, steps)| Walk {
        seed,
        categories,
        weather,
        steps,
    })
}
