//! The model marketplace: what it does with a request, and what the line makes of its answer.

use std::collections::HashMap;
use std::time::Duration;

use super::dice::Dice;
use super::world::{Fate, Paging, PhotoIds, Says, Trouble, World};
use crate::domain::{Code, Draft, FileId, PhotoLimit, PhotoUrls, Problem, ProductId, ProductPhoto};
use crate::market::{Creation, ProductPage};

#[derive(Clone, Debug)]
pub(super) enum Request {
    Upload {
        source: usize,
        index: usize,
        content: u64,
        bytes: u64,
    },
    Create {
        source: usize,
        fields: Draft,
        photos: Vec<FileId>,
    },
    /// Counted from one.
    Page {
        number: u64,
    },
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    File(FileId),
    Product(Creation),
    Page(ProductPage),
}

#[derive(Clone, Debug)]
pub(super) struct Product {
    pub id: u64,
    /// `None` for those the shop held before.
    pub source: Option<usize>,
    pub title: String,
    pub price: Option<i64>,
    pub stock: Option<i64>,
    pub photos: Vec<FileId>,
    /// When it is there for a person to see; it is listed later.
    pub from: Duration,
    listed_from: Duration,
    photo_shown: Option<FileId>,
}

pub(super) struct Shop {
    pub products: Vec<Product>,
    /// What each uploaded file holds.
    pub files: HashMap<FileId, u64>,
    next_file: u64,
    next_product: u64,
    level: f64,
    level_at: Duration,
    /// The token is no good from this time on, until somebody signs in.
    token_ends: Vec<Duration>,
    dice: Dice,
    /// For pages that fail by themselves, so that the rest of a world is the same without them.
    page_dice: Dice,
}

/// What an answer means, as the shop knows that answers. Whoever hears it has to find out: that is judged by this, never by
/// what the client makes of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Done,
    /// Not done, nor ever, as it is.
    Refused,
    /// The same, for a photo that would be taken if it were smaller.
    TooLarge,
    NobodySignedIn,
    /// Neither done nor refused for good, or nobody can know from what is heard.
    Open,
}

/// What the client's side hears, and when.
#[derive(Debug)]
pub(super) struct Heard {
    pub at: Duration,
    pub result: Result<Answer, Problem>,
    pub truth: Truth,
}

impl Heard {
    fn open(at: Duration, problem: Problem) -> Self {
        Self { at, result: Err(problem), truth: Truth::Open }
    }
}

impl Shop {
    pub fn new(world: &World, seed: u64) -> Self {
        let mut shop = Self {
            products: Vec::new(),
            files: HashMap::new(),
            next_file: 5000,
            next_product: 100,
            level: world.rate.map_or(0.0, |(_, burst)| burst),
            level_at: Duration::ZERO,
            token_ends: world.token_ends.clone(),
            dice: Dice::new(seed.wrapping_mul(77)),
            page_dice: Dice::new(seed.wrapping_mul(79)),
        };
        for name in &world.old {
            // Their photos' ids may happen to equal those our uploads are going to get; not with the same name as well.
            let like_ours = world.sources.iter().any(|source| source.name == *name);
            let photo = FileId::from(5000 + shop.dice.below(8));
            let photo = if world.photo_ids == PhotoIds::Same || like_ours { FileId::from(shop.dice.within(1..900)) } else { photo };
            let id = shop.next_product();
            shop.products.push(Product {
                id,
                source: None,
                title: name.clone(),
                price: Some(1000 + i64::try_from(shop.dice.below(3)).unwrap_or(0)),
                stock: Some(1),
                photos: Vec::new(),
                from: Duration::ZERO,
                listed_from: Duration::ZERO,
                photo_shown: Some(photo),
            });
        }
        shop
    }

    fn next_product(&mut self) -> u64 {
        self.next_product += 1;
        self.next_product
    }

    pub fn sign_in(&mut self, now: Duration) {
        self.token_ends.retain(|&end| end > now);
    }

    /// The client is gone: what the marketplace is still at, it finishes before long.
    pub fn hang_up(&mut self, world: &World, now: Duration) {
        for product in self.products.iter_mut().filter(|product| product.from > now) {
            let at = now + self.dice.millis(0..u64::try_from(world.late_when_slow.as_millis()).unwrap_or(1));
            product.listed_from = product.listed_from - product.from + at;
            product.from = at;
        }
    }

    /// A request that left at `now`.
    pub fn take(&mut self, world: &World, now: Duration, request: &Request) -> Heard {
        let way = self.dice.millis(world.latency.clone());
        let soon = now + way;
        let problem = |code, status| Problem { status: Some(status), has_body: true, ..Problem::new(code) };
        if let Some((_, trouble)) = world.troubles.iter().find(|(when, _)| when.contains(&now)) {
            match trouble {
                Trouble::Unreachable => return Heard::open(now + self.dice.millis(1..3_000), Problem::new(Code::Unreachable)),
                Trouble::TooMany { retry_after } => {
                    self.work_all_the_same(world, now, request, soon);
                    return Heard::open(soon, Problem { retry_after: *retry_after, ..problem(Code::TooManyRequests, 429) });
                }
                Trouble::ServerError { retry_after } => {
                    if self.dice.per_mille(200) {
                        let _ = self.work(world, now, request, soon);
                    }
                    return Heard::open(soon, Problem { retry_after: *retry_after, ..problem(Code::ServerError, 503) });
                }
            }
        }
        if !self.within_rate(world, now) {
            self.work_all_the_same(world, now, request, soon);
            return Heard::open(soon, Problem { retry_after: world.rate_retry_after, ..problem(Code::TooManyRequests, 429) });
        }
        if self.token_ends.iter().any(|&end| end <= now) {
            return Heard { at: soon, result: Err(problem(Code::Unauthorized, 401)), truth: Truth::NobodySignedIn };
        }
        if matches!(request, Request::Page { .. }) && self.page_dice.per_mille(world.failing_pages) {
            return self.fail_page(now, soon);
        }
        if self.dice.per_mille(world.lost_there) {
            return self.lose(world, now, soon);
        }
        if self.dice.per_mille(world.lost_back) {
            let lost = self.lose(world, now, soon);
            let slow = matches!(&lost.result, Err(problem) if problem.code == Code::TimedOut);
            // It may be done at once, while the client waits, or even after the client gave up.
            let late = if slow { world.late_when_slow } else { world.late };
            let at = match self.dice.below(3) {
                0 => soon,
                1 => now + (lost.at - now).mul_f64(0.5),
                _ => lost.at + self.dice.millis(0..u64::try_from(late.as_millis()).unwrap_or(0)),
            };
            let _ = self.work(world, now, request, at);
            return lost;
        }
        let (truth, result) = self.work(world, now, request, now + way / 2);
        Heard { at: soon, result, truth }
    }

    /// Some say "too many" and do it nevertheless.
    fn work_all_the_same(&mut self, world: &World, now: Duration, request: &Request, at: Duration) {
        if matches!(request, Request::Create { .. }) && world.throttled_done > 0 && self.dice.per_mille(world.throttled_done) {
            let _ = self.work(world, now, request, at);
        }
    }

    /// How long a new product stays out of the list.
    fn lag(&mut self, world: &World) -> Duration {
        let (share, longer) = world.stragglers.clone();
        if share > 0 && self.dice.per_mille(share) { self.dice.millis(longer) } else { self.dice.millis(world.lag.clone()) }
    }

    /// How a lost request or answer looks from the client's side.
    fn lose(&mut self, world: &World, now: Duration, soon: Duration) -> Heard {
        if self.dice.per_mille(world.slow) {
            return Heard::open(now + Duration::from_secs(90), Problem::new(Code::TimedOut));
        }
        let bare = |code, status| Problem { status: Some(status), ..Problem::new(code) };
        let problem = match self.dice.below(8) {
            0 => bare(Code::ServerError, 502),
            1 => bare(Code::ServerError, 504),
            2 => bare(Code::Refused, 400),
            3 => bare(Code::UnexpectedAnswer, 200),
            _ => Problem::new(Code::ConnectionLost),
        };
        Heard::open(soon, problem)
    }

    /// How a page that fails looks from the client's side.
    fn fail_page(&mut self, now: Duration, soon: Duration) -> Heard {
        let failed = |status, retry_after| Problem { status: Some(status), retry_after, has_body: true, ..Problem::new(Code::ServerError) };
        let problem = match self.page_dice.below(20) {
            0 => return Heard::open(now + Duration::from_secs(60), Problem::new(Code::TimedOut)),
            1..=3 => failed(503, Some(Duration::from_secs(self.page_dice.within(1..10)))),
            4..=6 => failed(503, None),
            7..=13 => failed(500, None),
            _ => Problem::new(Code::ConnectionLost),
        };
        Heard::open(soon, problem)
    }

    fn within_rate(&mut self, world: &World, now: Duration) -> bool {
        let Some((rate, burst)) = world.rate else { return true };
        self.level = (self.level + (now - self.level_at).as_secs_f64() * rate).min(burst);
        self.level_at = now;
        if self.level < 1.0 {
            return false;
        }
        self.level -= 1.0;
        true
    }

    /// Does what is asked, taking effect at a time that may be still to come.
    fn work(&mut self, world: &World, now: Duration, request: &Request, at: Duration) -> (Truth, Result<Answer, Problem>) {
        let refusal = |field: &str, said: &str| {
            let problem = Problem::new(Code::Unprocessable).in_field(field).saying(said);
            (Truth::Refused, Err(Problem { status: Some(422), has_body: true, ..problem }))
        };
        let created = |id: Option<u64>| Answer::Product(Creation { product_id: id.map(ProductId::from) });
        let done = |answer| (Truth::Done, Ok(answer));
        match request {
            Request::Upload { source, index, content, bytes } => {
                if let Some((most, tells)) = world.photo_bytes.filter(|(most, _)| bytes > most) {
                    let limit = Some(PhotoLimit::Bytes(tells.then(|| u32::try_from(most).unwrap_or(u32::MAX))));
                    return (Truth::TooLarge, Err(Problem { status: Some(413), limit, ..Problem::new(Code::PayloadTooLarge) }));
                }
                if world.sources[*source].fate == Fate::PhotoRefused && *index == 0 {
                    return refusal("file", "not this photo");
                }
                self.next_file += 1;
                let id = FileId::from(self.next_file);
                self.files.insert(id.clone(), *content);
                done(Answer::File(id))
            }
            Request::Create { source, fields, photos } => {
                if world.sources[*source].fate == Fate::Refused && fields.brief.is_none() {
                    return refusal("brief", "brief is required");
                }
                let id = self.next_product();
                let lag = self.lag(world);
                let photo_shown = match world.photo_ids {
                    PhotoIds::Same => photos.first().cloned(),
                    // Often another's number, and by no chance its own: that could not be told from the same id space.
                    PhotoIds::Other => {
                        [5000, 5001].map(|base| FileId::from(base + id % 40)).into_iter().find(|id| photos.first() != Some(id))
                    }
                    PhotoIds::Missing => None,
                };
                self.products.push(Product {
                    id,
                    source: Some(*source),
                    title: if world.renames { format!("* {}", fields.name) } else { fields.name.clone() },
                    price: fields.primary_price,
                    stock: fields.stock,
                    photos: photos.clone(),
                    from: at,
                    listed_from: at + lag,
                    photo_shown,
                });
                match world.says {
                    Says::Id => done(created(Some(id))),
                    Says::Nothing => done(created(None)),
                    Says::Mixed => match self.dice.below(4) {
                        0 => (Truth::Done, Err(Problem { status: Some(200), has_body: true, ..Problem::new(Code::UnexpectedAnswer) })),
                        1 => done(created(None)),
                        _ => done(created(Some(id))),
                    },
                }
            }
            Request::Page { number } => done(Answer::Page(self.page(world, now, *number))),
        }
    }

    fn page(&self, world: &World, now: Duration, number: u64) -> ProductPage {
        // A list that stands still shows what it held when that began.
        let shows = world.stalls.iter().find(|stall| stall.contains(&now)).map_or(now, |stall| stall.start);
        let may_show = |product: &&Product| product.listed_from <= shows && !(world.holds_back && product.source.is_some());
        let mut listed: Vec<&Product> = self.products.iter().filter(may_show).collect();
        listed.sort_by_key(|product| product.listed_from);
        if world.newest_first {
            listed.reverse();
        }
        let total = if world.total_ahead { self.products.iter().filter(|product| product.from <= now).count() } else { listed.len() };
        let total = (total as u64).saturating_add_signed(world.total_off);
        if let Paging::Capped(most) = world.paging {
            listed.truncate(most);
        }
        let number = usize::try_from(number - 1).unwrap_or(usize::MAX);
        let skip = if world.paging == Paging::Ignored { 0 } else { number.saturating_mul(world.page) };
        let products: Vec<_> = listed.iter().skip(skip).take(world.page).map(|product| product.as_listed()).collect();
        ProductPage {
            rows: products.len() as u64,
            all_readable: true,
            products,
            total: Some(total),
            total_pages: None,
            per_page: world.says_page_size.then_some(world.page as u64),
        }
    }
}

impl Product {
    fn as_listed(&self) -> crate::domain::Product {
        crate::domain::Product {
            id: ProductId::from(self.id),
            title: self.title.clone(),
            price: self.price,
            photo: self.photo_shown.clone().map(|id| ProductPhoto { id: Some(id), urls: PhotoUrls::default() }),
            status: None,
            inventory: self.stock,
            is_wholesale: None,
            sku: None,
        }
    }
}
