//! What the person at random does, and how it is generated from a number.

use eframe::egui::{Key, Modifiers};
use proptest::collection::vec;
use proptest::prelude::*;

use vitrine_core::simulation::Conditions;
use vitrine_sandbox::{FaultRule, Operation, Person};

/// One walk: a marketplace's behaviour, and what the person does there.
#[derive(Clone, Debug)]
pub struct Walk {
    pub seed: u64,
    /// The language of the window at first.
    pub persian: bool,
    /// Whether the marketplaces have categories.
    pub categories: bool,
    /// Whether tokens are kept in the keychain, and not only until the window is closed.
    pub kept: bool,
    /// How the marketplaces behave at first.
    pub weather: usize,
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Clicks any thing that can be clicked, of those on the screen.
    Click(u16),
    /// Clicks any thing with the name of one of [`NAMES`].
    Named {
        name: usize,
        number: u16,
    },
    /// Signs in if nobody is, drops one of [`FILES`] and perhaps a spreadsheet, and starts the import.
    Import {
        folder: usize,
        sheet: Option<usize>,
    },
    /// Starts the import in the review, and does without prices if asked about them.
    Start,
    /// Stops the import.
    Stop,
    /// Changes the prices of all products in the shop to one of [`TEXTS`].
    Change(usize),
    /// Takes the last changes back.
    Undo,
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
    /// The disk gets full, or has room again.
    Disk {
        full: bool,
    },
    /// Nothing, for so many milliseconds.
    Wait(u64),
    /// Closes the window and starts the program again. `again`: and signs in again.
    Close {
        again: bool,
    },
    /// Kills the program after this many more writes to the disk, and starts it again.
    Kill {
        writes: u8,
        again: bool,
    },
}

/// The keys of the names of what leads further, as a person would rather press them than others.
pub const NAMES: [&str; 23] = [
    "import-unpriced-create",
    "import-cancel",
    "import-cancel-yes",
    "import-pause",
    "import-continue",
    "import-resume",
    "import-resume-later",
    "import-unpriced-set",
    "import-retry-all",
    "import-new",
    "import-last-failed-show",
    "account-sign-out",
    "sign-out",
    "sign-out-keep",
    "account-menu",
    "account-switch",
    "nav-products",
    "nav-settings",
    "edits-change-selected",
    "edits-undo",
    "edits-send",
    "edits-resume",
    "undo",
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

pub const TEXTS: [&str; 10] = [
    "12000",
    "۱۵٬۰۰۰",
    "0.5",
    "",
    "A cup\t45000\t3\nA bowl\t46000\t4",
    "7",
    "فنجان",
    "-3",
    "12x",
    "a\u{202e}b 🏺 long long long name",
];

/// Folders of photos, whose names are those of categories, and spreadsheets in the walk's directory.
pub const FILES: [&str; 9] = [
    "Modern rug",
    "Gabbeh",
    "Kilim",
    "prices.csv",
    "bad.csv",
    "stock.csv",
    "other.csv",
    "unreadable.xlsx",
    "categories.csv",
];
const SHEETS: std::ops::Range<usize> = 3..FILES.len();

/// The number of behaviours of the marketplaces.
const WEATHERS: usize = 9;

/// The behaviours of the marketplaces; the first one has no fault.
pub fn weather(number: usize) -> (Conditions, Vec<FaultRule>) {
    let calm = Conditions { delay_ms: 80, ..Conditions::default() };
    let conditions = match number {
        1 => Conditions { delay_ms: 2000, slow: 150, ..calm },
        2 => Conditions { error_before: 200, lost_responses: 40, ..calm },
        3 => Conditions { unreachable: 600, ..calm },
        4 => Conditions { throttled: 200, per_second: Some(2), ..calm },
        5 => Conditions { refused: 150, unauthorized: 20, ..calm },
        _ => calm,
    };
    let categories = FaultRule { on: Some(Operation::Categories), ..FaultRule::default() };
    let rules = match number {
        6 => vec![FaultRule { status: Some(503), ..categories }],
        // The tree is read first, then the properties of each category.
        7 => vec![FaultRule { latency_ms: 25_000, from: 2, ..categories }],
        // So is the tree.
        8 => vec![FaultRule { latency_ms: 25_000, ..categories }],
        _ => Vec::new(),
    };
    (conditions, rules)
}

fn import() -> impl Strategy<Value = Step> {
    let sheet = prop_oneof![3 => Just(None), 2 => Just(Some(SHEETS.start)), 1 => SHEETS.prop_map(Some)];
    prop_oneof![
        3 => (0..SHEETS.start, sheet).prop_map(|(folder, sheet)| Step::Import { folder, sheet }),
        // Its products have their categories before these are read.
        1 => Just(Step::Import { folder: 0, sheet: Some(8) }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let person = || prop_oneof![3 => Just(Person::Owner), 1 => Just(Person::OtherOwner)];
    let again = || prop_oneof![3 => Just(true), 1 => Just(false)];
    let person_at_random = prop_oneof![
        26 => any::<u16>().prop_map(Step::Click),
        14 => (0..NAMES.len(), any::<u16>()).prop_map(|(name, number)| Step::Named { name, number }),
        14 => (0..KEYS.len()).prop_map(Step::Key),
        10 => (any::<u16>(), 0..TEXTS.len()).prop_map(|(editor, text)| Step::Type { editor, text }),
        2 => (0..TEXTS.len()).prop_map(Step::Paste),
        7 => (0..SHEETS.start).prop_map(Step::Drop),
        3 => SHEETS.prop_map(Step::Drop),
    ];
    let errands = prop_oneof![
        6 => import(),
        3 => Just(Step::Start),
        4 => Just(Step::Stop),
        4 => (0..TEXTS.len()).prop_map(Step::Change),
        2 => Just(Step::Undo),
        2 => any::<u16>().prop_map(Step::SignOut),
        3 => (0..2usize, person()).prop_map(|(market, person)| Step::SignIn { market, person }),
    ];
    let world = prop_oneof![
        5 => (0..WEATHERS).prop_map(Step::Weather),
        10 => prop_oneof![(1u64..3000), (3000u64..60_000)].prop_map(Step::Wait),
        1 => again().prop_map(|again| Step::Close { again }),
        2 => (0u8..12, again()).prop_map(|(writes, again)| Step::Kill { writes, again }),
        1 => any::<bool>().prop_map(|full| Step::Disk { full }),
    ];
    prop_oneof![76 => person_at_random, 24 => errands, 19 => world]
}

pub fn walks(steps: usize) -> impl Strategy<Value = Walk> {
    let weather =
        prop_oneof![3 => Just(0usize), 1 => Just(1), 1 => Just(2), 1 => Just(6), 1 => Just(7), 2 => Just(8)];
    // Most people come to import something.
    let first = prop_oneof![3 => import(), 1 => step()];
    let world = (any::<u64>(), any::<bool>(), any::<bool>(), any::<bool>(), weather);
    (world, first, vec(step(), steps - 1)).prop_map(
        |((seed, persian, categories, kept, weather), first, rest)| Walk {
            seed,
            persian,
            categories,
            kept,
            weather,
            steps: std::iter::once(first).chain(rest).collect(),
        },
    )
}
