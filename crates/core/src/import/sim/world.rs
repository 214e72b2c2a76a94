//! The world of a seed: the photos on disk, the marketplace's behaviour, the network, and the user.

use std::ops::Range;
use std::time::Duration;

use crate::simulation::{Conditions, Dice};
use vitrine_domain::{Draft, DraftVariant, Field, Price};

const S: Duration = Duration::from_secs(1);

/// The dice of a seed.
pub(super) fn seeded(seed: u64) -> Dice {
    Dice::new(seed, 0x5851_f42d_4c95_7f2d)
}

/// What one product is made from. Checks refer to it by its index in [`World::sources`].
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub name: String,
    pub price: i64,
    /// The content of each photo, as a number.
    pub photos: Vec<u64>,
    pub fault: SourceFault,
}

impl Source {
    /// Of three products, one is sold in two sizes.
    pub fn fields(&self) -> Draft {
        let product = Draft { name: self.name.clone(), ..Draft::default() };
        if self.price % 3 != 2 {
            return Draft { primary_price: Some(Price::on_wire(self.price)), stock: Some(1), ..product };
        }
        let size = |(size, more): (&str, i64)| DraftVariant {
            properties: vec![("Size".to_owned(), size.to_owned())],
            primary_price: Some(Price::on_wire(self.price + more)),
            stock: Some(1),
            sku: None,
        };
        Draft { variants: [("S", 0), ("L", 500)].map(size).into(), ..product }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SourceFault {
    None,
    /// Refused for a field until the user corrects it.
    Refused,
    /// Its cover is refused.
    PhotoRefused,
    /// A photo cannot be read from disk.
    Unreadable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhotoIds {
    Same,
    /// Another id space, in which equal ids mean other photos.
    Other,
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paging {
    Honest,
    /// Every page is the first page.
    Ignored,
    /// The list ends after this many products.
    Capped(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CreationReply {
    Id,
    Nothing,
    /// Sometimes one, sometimes the other, sometimes an HTML page.
    Mixed,
}

/// What the marketplace does with SKUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skus {
    /// Products have none, and nothing is looked for by them.
    None,
    /// Each belongs to one product: another with it is refused. Products are found by them at once.
    Unique,
    /// Other products have the same ones, some of them before the import.
    Shared,
    /// The filter is ignored: the first page of the list comes back.
    FilterIgnored,
}

#[derive(Clone, Debug)]
pub(super) enum Outage {
    /// No connection can be made.
    Unreachable,
    /// 500 or 503, before or after the work.
    ServerError {
        retry_after: Option<Duration>,
    },
    TooMany {
        retry_after: Option<Duration>,
    },
}

#[derive(Clone, Debug)]
pub(super) struct World {
    pub sources: Vec<Source>,
    pub photo_ids: PhotoIds,
    pub paging: Paging,
    pub page: usize,
    pub newest_first: bool,
    /// Names come back different from what was sent.
    pub renames: bool,
    /// The total includes products that are not listed yet.
    pub total_ahead: bool,
    /// The error of the total.
    pub total_off: i64,
    /// Pages state their maximum size.
    pub says_page_size: bool,
    /// No product of ours is ever listed.
    pub holds_back: bool,
    pub creation_reply: CreationReply,
    pub latency: Range<u64>,
    /// Lost requests and responses, and pages that fail.
    pub conditions: Conditions,
    /// Per mille of the lost ones that end in a time-out rather than a broken connection.
    pub timed_out: u64,
    /// How long after a loss a creation may still take effect, and after a time-out.
    pub effect_delay: Duration,
    pub effect_delay_when_slow: Duration,
    /// How long a product stays out of the list, in milliseconds; drawn per product, so they appear in any
    /// order.
    pub lag: Range<u64>,
    /// Per mille of products that stay out longer, in milliseconds.
    pub stragglers: (u64, Range<u64>),
    /// Periods in which the whole list is frozen.
    pub stalls: Vec<Range<Duration>>,
    pub outages: Vec<(Range<Duration>, Outage)>,
    /// Requests per second, and the burst size.
    pub rate: Option<(f64, f64)>,
    pub rate_retry_after: Option<Duration>,
    /// Per mille of creations that get a 429 although they are done.
    pub throttled_but_done: u64,
    pub token_ends: Vec<Duration>,
    pub disk_full: Option<Range<Duration>>,
    /// Names of the products that the shop holds already.
    pub existing: Vec<String>,
    /// Steps at which the program crashes.
    pub crashes: Vec<u64>,
    /// By how much the wall clock is set at each crash, in seconds.
    pub clock_jumps: Vec<i64>,
    /// Steps at which the user does something.
    pub user_actions: Vec<(u64, UserAction)>,
    /// How often the same folder is imported again at the end.
    pub repeats: u32,
    pub known_shop: bool,
    pub photos_ahead: usize,
    /// The largest accepted photo in bytes, and whether refusals state it.
    pub photo_bytes: Option<(u64, bool)>,
    /// Whether a failing page is requested again, as the worker does. Otherwise it ends the listing.
    pub retries_pages: bool,
    pub skus: Skus,
    /// A shop with more pages is read as a whole only if something is in doubt.
    pub small_shop_pages: u64,
    pub list: ListFaults,
    pub oddities: Oddities,
}

/// What a list does besides lagging.
#[derive(Clone, Debug, Default)]
pub(super) struct ListFaults {
    /// Periods in which its index is rebuilt: it is empty, and says that it is complete.
    pub rebuilt: Vec<Range<Duration>>,
    /// In every other ten seconds a replica answers that is so far behind.
    pub replica_behind: Duration,
    /// A cache keeps each page for so long, and says how old it is.
    pub cached: Duration,
    /// No more products than these are shown and counted. The page after them is refused.
    pub window: Option<usize>,
    /// Nothing is counted, and the first page has the number 0.
    pub from_zero: bool,
    /// What it does not show of any product.
    pub hidden: &'static [Field],
}

impl ListFaults {
    /// The time whose list is shown at `now`.
    pub fn shown_at(&self, now: Duration) -> Duration {
        let is_behind = (now.as_secs() / 10) % 2 == 1;
        let behind = if is_behind { self.replica_behind } else { Duration::ZERO };
        now.saturating_sub(behind).saturating_sub(self.age(now))
    }

    /// How long a cache has kept what it shows at `now`.
    pub fn age(&self, now: Duration) -> Duration {
        let kept = self.cached.as_millis();
        if kept == 0 {
            Duration::ZERO
        } else {
            Duration::from_millis(u64::try_from(now.as_millis() % kept).unwrap_or(0))
        }
    }
}

/// What the wider worlds add.
#[derive(Clone, Debug, Default)]
pub(super) struct Oddities {
    /// Equal photos get equal file ids.
    pub ids_by_content: bool,
    /// The second product of a name is answered with the id of the first, once.
    pub one_id: bool,
    /// A second product of a name is refused.
    pub unique_names: bool,
    /// From then on every page of the list is answered with a 429.
    pub list_ends: Option<Duration>,
    /// At a crash, what the journal knew of creations is an hour old: a copy of it came back.
    pub old_journals: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UserAction {
    Pause,
    Cancel,
    Retry,
}

impl World {
    /// A usual world in which some products have no photos, which its marketplace takes.
    pub fn with_photoless(seed: u64) -> Self {
        let mut world = Self::new(seed);
        let mut d = seeded(seed.wrapping_mul(83));
        let share = *d.pick(&[200, 600, 1000]);
        world.sources.iter_mut().filter(|_| d.per_mille(share)).for_each(|source| source.photos.clear());
        world
    }

    /// A usual world, with SKUs and more lost responses.
    pub fn with_skus(seed: u64, skus: Skus) -> Self {
        let world = Self::new(seed);
        Self { skus, conditions: Conditions { lost_responses: 150, ..world.conditions }, ..world }
    }

    pub fn new(seed: u64) -> Self {
        let mut d = seeded(seed);
        let d = &mut d;
        let sources = sources(d);
        let (lag, mut effect_delay, effect_delay_when_slow) = lag(d);
        if d.per_mille(300) {
            effect_delay = S / 2;
        }
        let quick = lag.end <= 3_000;
        let photo_ids = match d.below(20) {
            0..=2 => PhotoIds::Other,
            3 => PhotoIds::Missing,
            _ => PhotoIds::Same,
        };
        let paging = match d.below(20) {
            0 => Paging::Ignored,
            1 => Paging::Capped(usize::try_from(d.within(1..8)).unwrap_or(1)),
            _ => Paging::Honest,
        };
        let (lost_requests, lost_responses) = match d.below(4) {
            0 => (0, 0),
            1 => (d.below(250), d.below(250)),
            _ => (d.below(60), d.below(120)),
        };
        let existing = if d.per_mille(500) {
            (0..d.below(7)).map(|n| existing_name(d, &sources, n)).collect()
        } else {
            Vec::new()
        };
        let many = d.per_mille(100);
        // One listing after a 429 is no proof where the list lags.
        let throttled_but_done =
            lag.end <= 1 && photo_ids == PhotoIds::Same && paging == Paging::Honest && d.per_mille(330);
        Self {
            photo_ids,
            paging,
            page: usize::try_from(d.within(2..12)).unwrap_or(2),
            newest_first: d.per_mille(500),
            renames: d.per_mille(30),
            total_ahead: d.per_mille(100),
            total_off: 0,
            says_page_size: false,
            holds_back: false,
            creation_reply: *d.pick(&[
                CreationReply::Id,
                CreationReply::Id,
                CreationReply::Nothing,
                CreationReply::Mixed,
            ]),
            latency: d.pick(&[1..5, 20..80, 50..900]).clone(),
            timed_out: d.below(500),
            effect_delay,
            effect_delay_when_slow,
            stragglers: if quick && !throttled_but_done && d.per_mille(300) {
                (200, 1_000..10_000)
            } else {
                (0, 0..1)
            },
            stalls: if throttled_but_done { Vec::new() } else { stalls(d, effect_delay) },
            throttled_but_done: if throttled_but_done { 150 } else { 0 },
            lag,
            outages: outages(d),
            rate: d.per_mille(200).then(|| (0.5 + d.below(20) as f64, 1.0 + d.below(10) as f64)),
            rate_retry_after: d.per_mille(600).then(|| d.within(1..20) as u32 * S),
            token_ends: if d.per_mille(150) {
                vec![d.millis(100..60_000), d.millis(60_000..200_000)]
            } else {
                Vec::new()
            },
            disk_full: d.per_mille(80).then(|| {
                let at = d.millis(0..20_000);
                at..at + d.millis(1_000..30_000)
            }),
            existing,
            crashes: crashes(d),
            clock_jumps: clock_jumps(d, quick),
            user_actions: user_actions(d),
            repeats: u32::from(d.per_mille(300)) + u32::from(many),
            known_shop: d.per_mille(300) && photo_ids == PhotoIds::Same,
            photos_ahead: usize::try_from(d.within(1..9)).unwrap_or(1),
            photo_bytes: d.per_mille(250).then(|| (d.within(200_000..7_000_000), d.per_mille(500))),
            // Drawn last, so that the rest of a seed's world is as it was before these existed.
            conditions: Conditions {
                lost_requests: lost_requests as u16,
                lost_responses: lost_responses as u16,
                failing_pages: *d.pick(&[0, 0, 30, 200]),
                ..Conditions::default()
            },
            retries_pages: d.per_mille(850),
            skus: Skus::None,
            small_shop_pages: *d.pick(&[1, 2, 5, 100]),
            list: ListFaults::default(),
            oddities: Oddities::default(),
            sources,
        }
    }
}

fn sources(d: &mut Dice) -> Vec<Source> {
    let count = match d.below(20) {
        0 => d.within(15..40),
        1..=4 => 1,
        _ => d.within(2..9),
    };
    let twins = d.per_mille(250);
    let faults = d.per_mille(250);
    (0..count)
        .map(|n| {
            let like = if twins && n > 0 { d.below(n) } else { n };
            // Some products share photos: the same size chart, the same packaging, even the same cover.
            let photos = (0..d.within(1..4))
                .map(|p| if d.per_mille(200) { d.below(4) } else { 100 + n * 10 + p })
                .collect();
            let fault = match d.below(20) {
                0..=4 if faults => SourceFault::Refused,
                5 if faults => SourceFault::PhotoRefused,
                6 if faults => SourceFault::Unreadable,
                _ => SourceFault::None,
            };
            Source {
                name: format!("product {like}"),
                price: 1000 + i64::try_from(like).unwrap_or(0),
                photos,
                fault,
            }
        })
        .collect()
}

fn existing_name(d: &mut Dice, sources: &[Source], n: u64) -> String {
    if d.per_mille(400) { d.pick(sources).name.clone() } else { format!("old {n}") }
}

/// Within the bounds of docs/exactly-once.md, "How long absence must last": lost creations take effect and
/// are listed before the wait ends.
fn lag(d: &mut Dice) -> (Range<u64>, Duration, Duration) {
    match d.below(20) {
        0..=8 => (0..1, 8 * S, 25 * S),
        9..=12 => (200..3_000, 8 * S, 25 * S),
        // In random order: the first one may appear last.
        13..=14 => (0..10_000, 8 * S, 25 * S),
        15..=17 => {
            let base = d.within(2_000..30_000);
            (base..base + base / 2, 6 * S, 15 * S)
        }
        _ => {
            let base = d.within(30_000..130_000);
            (base..base + base / 10, 2 * S, 5 * S)
        }
    }
}

/// Within what is tolerated without a later product in the list; shorter if creations take effect late,
/// because then the list may have changed once more in between.
fn stalls(d: &mut Dice, effect_delay: Duration) -> Vec<Range<Duration>> {
    let count = if d.per_mille(150) { d.within(1..4) } else { 0 };
    let longest = if effect_delay > S { 10_000 } else { 28_000 };
    (0..count)
        .map(|_| {
            let at = d.millis(0..120_000);
            at..at + d.millis(1_000..longest)
        })
        .collect()
}

fn crashes(d: &mut Dice) -> Vec<u64> {
    let count = if d.per_mille(450) { d.within(1..4) } else { 0 };
    // A program that restarts at once often crashes again at once.
    (0..count)
        .flat_map(|_| {
            let step = d.within(1..160);
            [step, step + if d.per_mille(300) { d.within(4..30) } else { 0 }]
        })
        .collect()
}

fn user_actions(d: &mut Dice) -> Vec<(u64, UserAction)> {
    let actions = [UserAction::Pause, UserAction::Pause, UserAction::Cancel, UserAction::Retry];
    let count = if d.per_mille(250) { d.within(1..4) } else { 0 };
    (0..count).map(|_| (d.within(1..200), *d.pick(&actions))).collect()
}

/// Backwards by any amount; forwards only if nothing but an apparently prompt list could be misjudged.
fn clock_jumps(d: &mut Dice, quick: bool) -> Vec<i64> {
    let seconds = |d: &mut Dice| i64::try_from(d.within(1..4_000_000)).unwrap_or(1);
    let jump = |d: &mut Dice| match d.below(4) {
        0 => -seconds(d),
        1 | 2 if quick => seconds(d),
        _ => 0,
    };
    if d.per_mille(300) { (0..4).map(|_| jump(d)).collect() } else { Vec::new() }
}

fn outages(d: &mut Dice) -> Vec<(Range<Duration>, Outage)> {
    let count = if d.per_mille(400) { d.within(1..4) } else { 0 };
    (0..count)
        .map(|_| {
            let at = d.millis(0..60_000);
            let retry_after = d.per_mille(500).then(|| d.within(1..40) as u32 * S);
            let outage = match d.below(3) {
                0 => Outage::Unreachable,
                1 => Outage::ServerError { retry_after },
                _ => Outage::TooMany { retry_after },
            };
            (at..at + d.millis(500..90_000), outage)
        })
        .collect()
}
