//! What a sequence is made of, drawn and made smaller by `proptest`: two marketplaces, their weather, and what a person does.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::sandbox::{Behaviour, CreationAnswer, Faults, FileIds, Operation, Paging, Person, PhotoIds, RetryAfter, Rule};

/// Folders of photos that lie on the disk. Their products' names are all different.
pub const FOLDERS: [(usize, usize); 4] = [(3, 1), (2, 2), (6, 1), (1, 3)];

#[derive(Clone, Debug)]
pub struct World {
    /// Of everything that is left to chance: what the network does, how long photos take.
    pub seed: u64,
    pub markets: [Temper; 2],
    pub weather: Weather,
    pub steps: Vec<Step>,
}

/// What a marketplace is like all the time.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    pub answer: CreationAnswer,
    pub file_ids: FileIds,
    pub photo_ids: PhotoIds,
    pub paging: Paging,
    pub totals: bool,
    pub rotate_refresh: bool,
    pub page: u64,
}

/// What goes wrong for a while. Chances are of a thousand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weather {
    /// How long requests and answers take on their way, at most.
    pub way_ms: u64,
    /// A request takes up to 20 s on its way.
    pub slow: u16,
    /// The connection breaks before the request is there.
    pub lost_there: u16,
    /// The work is done, and the connection breaks.
    pub lost_back: u16,
    /// The work is done, and the answer comes after minutes.
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
    /// A token is refused after so many requests.
    pub token_requests: Option<u8>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub act: Act,
    pub then: Then,
}

/// How long nothing is pressed.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// What was pressed has not reached the worker when the next thing happens.
    AtOnce,
    /// It has, and nothing else.
    Reached,
    After(Duration),
}

#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// Drops one of [`FOLDERS`].
    Drop(usize),
    /// Drops one, looks it over, and starts it.
    Import {
        folder: usize,
        again: bool,
    },
    /// Types into the review.
    Type(u8),
    /// Drops the review.
    Forget,
    Start {
        again: bool,
    },
    Pause,
    Continue,
    Cancel,
    /// Tries everything again that failed or was cancelled.
    Mend,
    /// Looks in the shop for what is asked about.
    Decide,
    Resume,
    Reopen,
    FormPhoto(usize),
    FormSend,
    SignIn(Who),
    Switch(u8),
    SignOut,
    /// Signs out and gives up what waits.
    GiveUp,
    AddAccount,
    Market(usize),
    Products,
    WhoAmI,
    Close(Who),
    Kill(Who),
    /// Killed when so many more things were written to the disk, in the middle of whatever it does then.
    KillAfter {
        writes: u8,
        who: Who,
    },
    /// A photo of each product of a folder is deleted.
    Delete(usize),
    /// It is another photo now.
    Change(usize),
    /// A second start of the program.
    HandOver,
    Weather(Weather),
    Wait,
}

#[derive(Clone, Copy, Debug)]
pub struct Who {
    pub person: Person,
    /// Has a refresh token; the owner's alone can have.
    pub renewable: bool,
}

fn chance() -> impl Strategy<Value = u16> {
    prop_oneof![12 => Just(0), 3 => Just(40), 2 => Just(150), 1 => Just(500)]
}

fn weather() -> impl Strategy<Value = Weather> {
    let network = (prop_oneof![Just(0u64), Just(80), Just(2000)], chance(), chance(), chance(), chance(), chance());
    let shop = (chance(), chance(), chance(), chance(), chance(), chance(), chance(), chance());
    let rest = (
        prop_oneof![4 => Just(None), 1 => Just(Some(2u8))],
        prop_oneof![3 => Just(0u64), 1 => Just(1500), 1 => Just(9000)],
        prop_oneof![5 => Just(None), 1 => (3u8..40).prop_map(Some)],
    );
    (network, shop, rest).prop_map(
        |(
            (way_ms, slow, lost_there, lost_back, late, unreachable),
            (error_before, error_after, throttled, throttled_after, refused, unauthorized, failing_pages, cut),
            (per_second, lag_ms, token_requests),
        )| Weather {
            way_ms,
            slow,
            lost_there,
            lost_back,
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
        },
    )
}

fn who() -> impl Strategy<Value = Who> {
    prop_oneof![3 => Just(Person::Owner), 1 => Just(Person::OtherOwner)]
        .prop_flat_map(|person| any::<bool>().prop_map(move |renewable| Who { person, renewable }))
}

fn act() -> impl Strategy<Value = Act> {
    let again = || prop_oneof![5 => Just(false), 1 => Just(true)];
    prop_oneof![
        5 => (0..FOLDERS.len()).prop_map(Act::Drop),
        14 => (0..FOLDERS.len(), again()).prop_map(|(folder, again)| Act::Import { folder, again }),
        4 => (0u8..9).prop_map(Act::Type),
        1 => Just(Act::Forget),
        5 => again().prop_map(|again| Act::Start { again }),
        2 => Just(Act::Pause),
        3 => Just(Act::Continue),
        2 => Just(Act::Cancel),
        2 => Just(Act::Mend),
        2 => Just(Act::Decide),
        4 => Just(Act::Resume),
        1 => Just(Act::Reopen),
        3 => (0..FOLDERS.len()).prop_map(Act::FormPhoto),
        3 => Just(Act::FormSend),
        4 => who().prop_map(Act::SignIn),
        4 => (0u8..4).prop_map(Act::Switch),
        1 => Just(Act::SignOut),
        1 => Just(Act::GiveUp),
        1 => Just(Act::AddAccount),
        2 => (0usize..2).prop_map(Act::Market),
        1 => Just(Act::Products),
        1 => Just(Act::WhoAmI),
        2 => who().prop_map(Act::Close),
        3 => who().prop_map(Act::Kill),
        3 => (1u8..12, who()).prop_map(|(writes, who)| Act::KillAfter { writes, who }),
        1 => (0..FOLDERS.len()).prop_map(Act::Delete),
        1 => (0..FOLDERS.len()).prop_map(Act::Change),
        1 => Just(Act::HandOver),
        3 => weather().prop_map(Act::Weather),
        3 => Just(Act::Wait),
    ]
}

fn then() -> impl Strategy<Value = Then> {
    let after = |ms: u64| Then::After(Duration::from_millis(ms));
    prop_oneof![
        3 => Just(Then::AtOnce),
        3 => Just(Then::Reached),
        4 => (1u64..300).prop_map(after),
        4 => (300u64..6000).prop_map(after),
        2 => (6000u64..90_000).prop_map(after),
    ]
}

fn temper() -> impl Strategy<Value = Temper> {
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
        |(answer, text, photo_ids, paging, totals, rotate_refresh, page)| Temper {
            answer,
            file_ids: if text { FileIds::Text } else { FileIds::Integer },
            photo_ids,
            paging,
            totals,
            rotate_refresh,
            page,
        },
    )
}

pub fn worlds() -> impl Strategy<Value = World> {
    let step = (act(), then()).prop_map(|(act, then)| Step { act, then });
    (any::<u64>(), [temper(), temper()], weather(), vec(step, 4..40)).prop_map(|(seed, markets, weather, steps)| World {
        seed,
        markets,
        weather,
        steps,
    })
}

impl Default for Temper {
    fn default() -> Self {
        Self {
            answer: CreationAnswer::default(),
            file_ids: FileIds::default(),
            photo_ids: PhotoIds::default(),
            paging: Paging::default(),
            totals: true,
            rotate_refresh: true,
            page: 5,
        }
    }
}

impl Temper {
    pub fn faults(&self, weather: &Weather, seed: u64) -> Faults {
        let of = |chance: u16, rule: Rule| Rule { probability: f64::from(chance) / 1000.0, ..rule };
        let status = |status| Rule { status: Some(status), ..Rule::default() };
        let after = |rule| Rule { when: crate::sandbox::Moment::After, ..rule };
        let throttled = Rule { retry_after: Some(RetryAfter::Seconds(3)), ..status(429) };
        let rules = [
            of(weather.error_before, status(503)),
            of(weather.error_after, after(status(502))),
            of(weather.throttled, throttled.clone()),
            of(weather.throttled_after, after(throttled)),
            of(weather.refused, Rule { on: Some(Operation::Create), ..status(422) }),
            of(weather.unauthorized, status(401)),
            of(weather.failing_pages, Rule { on: Some(Operation::List), ..status(500) }),
            of(weather.cut, Rule { cut_after: Some(7), ..Rule::default() }),
        ];
        let mut rules: Vec<Rule> = rules.into_iter().filter(|rule| rule.probability > 0.0).collect();
        if let Some(rate) = weather.per_second {
            rules.push(Rule { on: Some(Operation::Create), per_second: Some(f64::from(rate)), ..Rule::default() });
        }
        Faults {
            seed,
            list_lag_ms: weather.lag_ms,
            paging: self.paging,
            per_page_cap: Some(self.page),
            token_requests: weather.token_requests.map(u64::from),
            behaviour: Behaviour {
                creation_answer: self.answer,
                file_ids: self.file_ids,
                photo_ids: self.photo_ids,
                totals: self.totals,
                rotate_refresh: self.rotate_refresh,
                ..Behaviour::default()
            },
            rules,
        }
    }
}
