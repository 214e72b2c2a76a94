//! What a seed makes of the world: the photos on the disk, the marketplace's manners, the line, and the person.

use std::ops::Range;
use std::time::Duration;

use super::dice::Dice;
use crate::domain::Draft;

const S: Duration = Duration::from_secs(1);

/// What one product is made from. Its place in [`World::sources`] is its name for the checks.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub name: String,
    pub price: i64,
    /// The content of each photo, as a number.
    pub photos: Vec<u64>,
    pub fate: Fate,
}

impl Source {
    pub fn fields(&self) -> Draft {
        Draft { name: self.name.clone(), primary_price: Some(self.price), stock: Some(1), ..Draft::default() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Fine,
    /// Refused for a field until a person mends it.
    Refused,
    /// Its cover is refused.
    PhotoRefused,
    /// A photo cannot be read from the disk.
    Unreadable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PhotoIds {
    Same,
    /// Another id space, in which equal numbers mean other photos.
    Other,
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paging {
    Honest,
    /// Every page is the first.
    Ignored,
    /// Nothing after so many products.
    Capped(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Id,
    Nothing,
    /// Sometimes the one, sometimes the other, sometimes a page of HTML.
    Mixed,
}

#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// No connection can be made.
    Unreachable,
    /// 503 or 500, after or before the work.
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
    /// Names come back other than they were sent.
    pub renames: bool,
    /// The total counts products that are not listed yet.
    pub total_ahead: bool,
    /// By how much the total is wrong.
    pub total_off: i64,
    /// Pages say how many products they hold at most.
    pub says_page_size: bool,
    /// No product of ours is ever listed.
    pub holds_back: bool,
    pub says: Says,
    pub latency: Range<u64>,
    /// Per mille of requests lost on the way there, and of answers lost on the way back.
    pub lost_there: u64,
    pub lost_back: u64,
    /// Of the lost: how many end in a time-out rather than a broken connection.
    pub slow: u64,
    /// How long after a loss a creation may still take effect.
    pub late: Duration,
    pub late_when_slow: Duration,
    /// How long a product stays out of the list, in milliseconds; drawn for each, so they come in any order.
    pub lag: Range<u64>,
    /// Per mille of products that stay out longer, in milliseconds.
    pub stragglers: (u64, Range<u64>),
    /// While the whole list stands still.
    pub stalls: Vec<Range<Duration>>,
    pub troubles: Vec<(Range<Duration>, Trouble)>,
    /// Requests a second, and at once.
    pub rate: Option<(f64, f64)>,
    pub rate_retry_after: Option<Duration>,
    /// Per mille of creations answered "too many" that are done all the same.
    pub throttled_done: u64,
    pub token_ends: Vec<Duration>,
    pub disk_full: Option<Range<Duration>>,
    /// Products the shop holds already: names.
    pub old: Vec<String>,
    /// Steps at which the program dies.
    pub crashes: Vec<u64>,
    /// By how much the clock on the wall is set at each crash, in seconds.
    pub clock_jumps: Vec<i64>,
    /// Steps at which the person does something.
    pub whims: Vec<(u64, Whim)>,
    /// How often the same folder is imported again after the end.
    pub again: u32,
    pub known_shop: bool,
    pub photos_ahead: usize,
    /// The largest photo taken, in bytes, and whether a refusal says so.
    pub photo_bytes: Option<(u64, bool)>,
    /// Per mille of pages that fail, beside those lost on the way.
    pub failing_pages: u64,
    /// A page that fails is asked for again, as the worker does. Otherwise it is the end of that listing.
    pub patient: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whim {
    Pause,
    Cancel,
    Retry,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let mut d = Dice::new(seed);
        let d = &mut d;
        let sources = sources(d);
        let (lag, mut late, late_when_slow) = lag(d);
        if d.per_mille(300) {
            late = S / 2;
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
        let (lost_there, lost_back) = match d.below(4) {
            0 => (0, 0),
            1 => (d.below(250), d.below(250)),
            _ => (d.below(60), d.below(120)),
        };
        let old = if d.per_mille(500) { (0..d.below(7)).map(|n| old_name(d, &sources, n)).collect() } else { Vec::new() };
        let many = d.per_mille(100);
        // The one look that follows "too many" is no proof where the list lags.
        let throttled_done = lag.end <= 1 && photo_ids == PhotoIds::Same && paging == Paging::Honest && d.per_mille(330);
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
            says: *d.pick(&[Says::Id, Says::Id, Says::Nothing, Says::Mixed]),
            latency: d.pick(&[1..5, 20..80, 50..900]).clone(),
            lost_there,
            lost_back,
            slow: d.below(500),
            late,
            late_when_slow,
            stragglers: if quick && !throttled_done && d.per_mille(300) { (200, 1_000..10_000) } else { (0, 0..1) },
            stalls: if throttled_done { Vec::new() } else { stalls(d, late) },
            throttled_done: if throttled_done { 150 } else { 0 },
            lag,
            troubles: troubles(d),
            rate: d.per_mille(200).then(|| (0.5 + d.below(20) as f64, 1.0 + d.below(10) as f64)),
            rate_retry_after: d.per_mille(600).then(|| d.within(1..20) as u32 * S),
            token_ends: if d.per_mille(150) { vec![d.millis(100..60_000), d.millis(60_000..200_000)] } else { Vec::new() },
            disk_full: d.per_mille(80).then(|| {
                let at = d.millis(0..20_000);
                at..at + d.millis(1_000..30_000)
            }),
            old,
            crashes: crashes(d),
            clock_jumps: clock_jumps(d, quick),
            whims: if d.per_mille(250) {
                (0..d.within(1..4)).map(|_| (d.within(1..200), *d.pick(&[Whim::Pause, Whim::Pause, Whim::Cancel, Whim::Retry]))).collect()
            } else {
                Vec::new()
            },
            again: u32::from(d.per_mille(300)) + u32::from(many),
            known_shop: d.per_mille(300) && photo_ids == PhotoIds::Same,
            photos_ahead: usize::try_from(d.within(1..9)).unwrap_or(1),
            photo_bytes: d.per_mille(250).then(|| (d.within(200_000..7_000_000), d.per_mille(500))),
            // Drawn last: the rest of a seed's world is as it was before there were these.
            failing_pages: *d.pick(&[0, 0, 30, 200]),
            patient: d.per_mille(850),
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
            // Some photos are in several products: the same size table, the same packaging, even the same cover.
            let photos = (0..d.within(1..4)).map(|p| if d.per_mille(200) { d.below(4) } else { 100 + n * 10 + p }).collect();
            let fate = match d.below(20) {
                0..=4 if faults => Fate::Refused,
                5 if faults => Fate::PhotoRefused,
                6 if faults => Fate::Unreadable,
                _ => Fate::Fine,
            };
            Source { name: format!("product {like}"), price: 1000 + i64::try_from(like).unwrap_or(0), photos, fate }
        })
        .collect()
}

fn old_name(d: &mut Dice, sources: &[Source], n: u64) -> String {
    if d.per_mille(400) { d.pick(sources).name.clone() } else { format!("old {n}") }
}

/// Within the bounds of ARCHITECTURE.md, "How long absence must last": lost creations take effect and are listed before patience ends.
fn lag(d: &mut Dice) -> (Range<u64>, Duration, Duration) {
    match d.below(20) {
        0..=8 => (0..1, 8 * S, 25 * S),
        9..=12 => (200..3_000, 8 * S, 25 * S),
        // In no order at all: the first may be the last to come.
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

/// Within what patience with no later product in sight can bear; shorter where creations take effect late, for then
/// the list may have moved on once more in between.
fn stalls(d: &mut Dice, late: Duration) -> Vec<Range<Duration>> {
    let count = if d.per_mille(150) { d.within(1..4) } else { 0 };
    let longest = if late > S { 10_000 } else { 28_000 };
    (0..count)
        .map(|_| {
            let at = d.millis(0..120_000);
            at..at + d.millis(1_000..longest)
        })
        .collect()
}

fn crashes(d: &mut Dice) -> Vec<u64> {
    let count = if d.per_mille(450) { d.within(1..4) } else { 0 };
    // One that begins again at once often dies again at once.
    (0..count)
        .flat_map(|_| {
            let step = d.within(1..160);
            [step, step + if d.per_mille(300) { d.within(4..30) } else { 0 }]
        })
        .collect()
}

/// Back by anything; forward only where a list that is not believed to lag is all that could be misjudged.
fn clock_jumps(d: &mut Dice, quick: bool) -> Vec<i64> {
    let seconds = |d: &mut Dice| i64::try_from(d.within(1..4_000_000)).unwrap_or(1);
    let jump = |d: &mut Dice| match d.below(4) {
        0 => -seconds(d),
        1 | 2 if quick => seconds(d),
        _ => 0,
    };
    if d.per_mille(300) { (0..4).map(|_| jump(d)).collect() } else { Vec::new() }
}

fn troubles(d: &mut Dice) -> Vec<(Range<Duration>, Trouble)> {
    let count = if d.per_mille(400) { d.within(1..4) } else { 0 };
    (0..count)
        .map(|_| {
            let at = d.millis(0..60_000);
            let retry_after = d.per_mille(500).then(|| d.within(1..40) as u32 * S);
            let trouble = match d.below(3) {
                0 => Trouble::Unreachable,
                1 => Trouble::ServerError { retry_after },
                _ => Trouble::TooMany { retry_after },
            };
            (at..at + d.millis(500..90_000), trouble)
        })
        .collect()
}
