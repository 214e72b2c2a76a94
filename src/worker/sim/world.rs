//! Generates sequences, which `proptest` can shrink: two marketplaces, network conditions, and user actions.

use std::ops::Range;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::sandbox::{
    BatchAnswer, CreationAnswer, FaultRule, Faults, FileIds, Operation, Paging, Person, PhotoIds, RetryAfter, ShopBehaviour,
};

/// Folders of photos on disk, as numbers of products and of photos per product. All product names differ.
pub const FOLDERS: [(usize, usize); 4] = [(3, 1), (2, 2), (6, 1), (1, 3)];

#[derive(Clone, Debug)]
pub struct World {
    /// Seed of everything random: the network, the time that photos take.
    pub seed: u64,
    pub markets: [MarketTraits; 2],
    pub conditions: Conditions,
    pub steps: Vec<Step>,
    /// The disk is full from one step to another.
    pub disk_full: Range<usize>,
    /// Whether products that are in the shops already are changed, and none is imported.
    pub edits: bool,
    /// How the marketplaces answer about their categories; `None` if they have none.
    pub categories: Option<CategoryAnswers>,
}

/// How the marketplaces answer about their categories while there are faults.
#[derive(Clone, Copy, Debug)]
pub struct CategoryAnswers {
    /// So many requests fail before one succeeds.
    pub failing: u64,
    pub delay_ms: u64,
}

/// The category of the products that are imported where there are categories.
pub const CATEGORY: i64 = 302;

/// The products that are in each shop from the beginning, where products are changed.
pub const EDITED_PRODUCTS: u64 = 8;
/// The id of the first one.
pub const FIRST_EDITED: u64 = 3_001;

/// The constant behaviour of a marketplace.
#[derive(Clone, Copy, Debug)]
pub struct MarketTraits {
    pub answer: CreationAnswer,
    pub file_ids: FileIds,
    pub photo_ids: PhotoIds,
    pub paging: Paging,
    pub totals: bool,
    pub rotate_refresh: bool,
    pub page: u64,
    pub batch_answer: BatchAnswer,
    /// How long after its answer a batch is applied, in milliseconds.
    pub batch_delay_ms: u64,
    pub id_filter: bool,
}

/// Temporary faults. Probabilities are per mille.
#[derive(Clone, Copy, Debug, Default)]
pub struct Conditions {
    /// Maximum delay of requests and responses, in milliseconds.
    pub delay_ms: u64,
    /// A request is delayed by up to 20 s.
    pub slow: u16,
    /// A change arrives so late that the sender has just stopped waiting.
    pub stuck: u16,
    /// The connection breaks before the request arrives.
    pub lost_requests: u16,
    /// The work is done, then the connection breaks.
    pub lost_responses: u16,
    /// The work is done, and the response arrives after minutes.
    pub late: u16,
    pub unreachable: u16,
    pub error_before: u16,
    pub error_after: u16,
    pub throttled: u16,
    pub throttled_after: u16,
    pub refused: u16,
    pub unauthorized: u16,
    pub failing_pages: u16,
    pub cut: u16,
    pub per_second: Option<u8>,
    pub lag_ms: u64,
    /// A token is refused after this many requests.
    pub token_requests: Option<u8>,
    /// The lifetime of issued tokens in seconds, where it is short.
    pub token_seconds: Option<u64>,
    /// How long the keychain takes, in milliseconds, and whether it refuses then.
    pub keychain_ms: u64,
    pub keychain_refuses: bool,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub action: Action,
    pub then: Gap,
}

/// How long nothing is pressed after an action.
#[derive(Clone, Copy, Debug)]
pub enum Gap {
    /// The action has not reached the worker when the next one follows.
    AtOnce,
    /// It has, and nothing more.
    Reached,
    After(Duration),
}

#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// Drops one of [`FOLDERS`].
    Drop(usize),
    /// Drops a folder, waits for its plan, and starts it.
    Import {
        folder: usize,
        again: bool,
    },
    /// Types into the review.
    Type(u8),
    /// Discards the review.
    Forget,
    Start {
        again: bool,
    },
    Pause,
    Continue,
    Cancel,
    /// Retries everything that failed or was cancelled.
    Retry,
    /// Looks in the shop for what is asked about.
    Decide,
    Resume,
    Reopen,
    FormPhoto(usize),
    FormSend,
    SignIn(Login),
    Switch(u8),
    SignOut,
    /// Signs out and gives up unfinished imports.
    GiveUp,
    AddAccount,
    Market(usize),
    Products,
    WhoAmI,
    Close(Login),
    Kill(Login),
    /// Kills the program after this many more writes to disk, in the middle of what it does then.
    KillAfter {
        writes: u8,
        login: Login,
    },
    /// Deletes a photo of each product of a folder.
    Delete(usize),
    /// Replaces a photo of each product of a folder.
    Change(usize),
    /// Starts the program a second time.
    HandOver,
    Conditions(Conditions),
    Edit(EditAction),
    Wait,
}

/// What a person does to change products, and what others do to them meanwhile.
#[derive(Clone, Copy, Debug)]
pub enum EditAction {
    /// Asks for a new value of a field of some products, each a bit of the mask.
    Preview {
        field: usize,
        products: u8,
    },
    /// The same, and starts it when it is ready.
    Change {
        field: usize,
        products: u8,
    },
    /// Asks for the earlier values of the run on the screen.
    Undo,
    CancelPreview,
    /// Starts the preview on the screen.
    Start,
    /// A click on Start arrives late: there is a newer preview.
    StartLate,
    Pause,
    Continue,
    Cancel,
    Resume,
    /// Decides about all rows that moved.
    Decide {
        overwrite: bool,
    },
    /// A buyer takes one item.
    Sell(u64),
    /// Another program sets the price.
    Reprice(u64),
}

#[derive(Clone, Copy, Debug)]
pub struct Login {
    pub person: Person,
    /// Whether there is a refresh token; only the owner can have one.
    pub renewable: bool,
    /// Whether the tokens are kept in the keychain.
    pub kept: bool,
}

impl World {
    /// What was sent is with the marketplaces after this time, and what was pressed is known to the worker.
    pub fn under_way(&self) -> Duration {
        let changed =
            self.steps.iter().filter_map(|step| if let Action::Conditions(conditions) = step.action { Some(conditions) } else { None });
        let is_slow = changed.chain([self.conditions]).any(|conditions| conditions.slow > 0);
        Duration::from_secs(if is_slow { 30 } else { 10 })
    }
}

fn chance() -> impl Strategy<Value = u16> {
    prop_oneof![12 => Just(0), 3 => Just(40), 2 => Just(150), 1 => Just(500)]
}

fn conditions() -> impl Strategy<Value = Conditions> {
    let network = (prop_oneof![Just(0u64), Just(80), Just(2000)], chance(), chance(), chance(), chance(), chance());
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
            (error_before, error_after, throttled, throttled_after, refused, unauthorized, failing_pages, cut),
            (per_second, lag_ms, token_requests, token_seconds, keychain_ms, keychain_refuses),
        )| Conditions {
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
    prop_oneof![3 => Just(Person::Owner), 1 => Just(Person::OtherOwner)]
        .prop_flat_map(|person| any::<(bool, bool)>().prop_map(move |(renewable, kept)| Login { person, renewable, kept }))
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
    let paging = prop_oneof![8 => Just(Paging::Honoured), 1 => Just(Paging::Everything), 1 => Just(Paging::Ignored)];
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

/// Adds the pressing of Pause or Cancel soon after some of the imports, each a bit of the mask: what waits for categories does so for
/// a short time only.
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
    (any::<u64>(), [market_traits(), market_traits()], conditions(), vec(step, 4..40), disk_full, categories).prop_map(
        |(seed, markets, conditions, steps, disk_full, categories)| World {
            seed,
            markets,
            conditions,
            steps: with_stops(steps, categories.map_or(0, |(_, stops)| stops)),
            disk_full,
            edits: false,
            categories: categories.map(|(answers, _)| answers),
        },
    )
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
    (market_traits(), answer, delay, id_filter).prop_map(|(market, batch_answer, batch_delay_ms, id_filter)| MarketTraits {
        batch_answer,
        batch_delay_ms,
        id_filter,
        ..market
    })
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

impl Default for MarketTraits {
    fn default() -> Self {
        Self {
            answer: CreationAnswer::default(),
            file_ids: FileIds::default(),
            photo_ids: PhotoIds::default(),
            paging: Paging::default(),
            totals: true,
            rotate_refresh: true,
            page: 5,
            batch_answer: BatchAnswer::default(),
            batch_delay_ms: 0,
            id_filter: true,
        }
    }
}

impl MarketTraits {
    pub fn faults(&self, conditions: &Conditions, seed: u64) -> Faults {
        let of = |chance: u16, rule: FaultRule| FaultRule { probability: f64::from(chance) / 1000.0, ..rule };
        let status = |status| FaultRule { status: Some(status), ..FaultRule::default() };
        let after = |rule| FaultRule { when: crate::sandbox::Moment::After, ..rule };
        let throttled = FaultRule { retry_after: Some(RetryAfter::Seconds(3)), ..status(429) };
        let rules = [
            of(conditions.error_before, status(503)),
            of(conditions.error_after, after(status(502))),
            of(conditions.throttled, throttled.clone()),
            of(conditions.throttled_after, after(throttled)),
            of(conditions.refused, FaultRule { on: Some(Operation::Create), ..status(422) }),
            of(conditions.refused, FaultRule { on: Some(Operation::Batch), ..status(422) }),
            of(conditions.refused, FaultRule { on: Some(Operation::Change), ..status(422) }),
            of(conditions.unauthorized, status(401)),
            of(conditions.failing_pages, FaultRule { on: Some(Operation::List), ..status(500) }),
            of(conditions.cut, FaultRule { cut_after: Some(7), ..FaultRule::default() }),
        ];
        let mut rules: Vec<FaultRule> = rules.into_iter().filter(|rule| rule.probability > 0.0).collect();
        if let Some(rate) = conditions.per_second {
            rules.push(FaultRule { on: Some(Operation::Create), per_second: Some(f64::from(rate)), ..FaultRule::default() });
        }
        Faults {
            seed,
            list_lag_ms: conditions.lag_ms,
            paging: self.paging,
            per_page_cap: Some(self.page),
            token_requests: conditions.token_requests.map(u64::from),
            behaviour: ShopBehaviour {
                creation_answer: self.answer,
                file_ids: self.file_ids,
                photo_ids: self.photo_ids,
                totals: self.totals,
                rotate_refresh: self.rotate_refresh,
                token_seconds: conditions.token_seconds.unwrap_or(ShopBehaviour::default().token_seconds),
                batch_answer: self.batch_answer,
                batch_delay_ms: self.batch_delay_ms,
                id_filter: self.id_filter,
                ..ShopBehaviour::default()
            },
            rules,
        }
    }
}
