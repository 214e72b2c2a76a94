//! A sequence: two marketplaces, network conditions, and user actions.

use std::ops::Range;
use std::time::Duration;

use vitrine_core::simulation::Conditions;
use vitrine_sandbox::{
    BatchAnswer, CreationAnswer, FaultRule, Faults, FileIds, Operation, Paging, Person, PhotoIds, RetryAfter,
    ShopBehaviour,
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
    /// How many variants each product has that is changed.
    pub const fn variants(&self) -> usize {
        if self.edits && self.seed % 2 == 1 { 2 } else { 0 }
    }

    /// Whether each of them is changed at an address of its own, and not in a batch.
    pub const fn has_variant_addresses(&self) -> bool {
        self.seed % 4 == 3
    }

    /// What was sent is with the marketplaces after this time, and what was pressed is known to the worker.
    pub fn under_way(&self) -> Duration {
        let changed = self.steps.iter().filter_map(|step| {
            if let Action::Conditions(conditions) = step.action { Some(conditions) } else { None }
        });
        let is_slow = changed.chain([self.conditions]).any(|conditions| conditions.slow > 0);
        Duration::from_secs(if is_slow { 30 } else { 10 })
    }
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
        let after = |rule| FaultRule { when: vitrine_sandbox::Moment::After, ..rule };
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
            rules.push(FaultRule {
                on: Some(Operation::Create),
                per_second: Some(f64::from(rate)),
                ..FaultRule::default()
            });
        }
        Faults {
            seed,
            list_lag_ms: conditions.lag_ms,
            value_lag_ms: conditions.lag_ms,
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
