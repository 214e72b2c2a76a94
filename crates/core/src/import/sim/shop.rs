//! The model marketplace: what it does with a request, and what becomes of its response on the network.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::world::{CreationReply, Outage, Paging, PhotoIds, Skus, Source, SourceFault, World, seeded};
use crate::market::{Creation, ProductPage};
use crate::simulation::{Dice, refusal_after};
use vitrine_domain::{
    AnswerForm, Draft, DraftVariant, Field, FileId, PhotoLimit, PhotoUrls, Price, Problem, ProblemKind,
    ProductId, ProductPhoto, Variant, VariantId,
};

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
    Skus {
        skus: Vec<String>,
    },
}

/// Ids of files by their content, where equal photos have equal ones.
const CONTENT_IDS: u64 = 50_000;

/// The id of no product.
const PHANTOM_ID: u64 = 123_456_789;

#[derive(Clone, Debug)]
pub(super) enum Answer {
    File(FileId),
    Product(Creation),
    Page(ProductPage),
}

#[derive(Clone, Debug)]
pub(super) struct Product {
    pub id: u64,
    /// `None` for products that the shop held before.
    pub source: Option<usize>,
    /// The source of which a gateway repeated the creation.
    pub repetition_of: Option<usize>,
    pub title: String,
    pub price: Option<i64>,
    pub stock: Option<i64>,
    pub photos: Vec<FileId>,
    pub sku: Option<String>,
    pub variants: Vec<DraftVariant>,
    /// From when on a person can see it; it is listed later.
    pub from: Duration,
    listed_from: Duration,
    photo_shown: Option<FileId>,
}

pub(super) struct Shop {
    pub products: Vec<Product>,
    /// The content of each uploaded file.
    pub files: HashMap<FileId, u64>,
    next_file: u64,
    next_product: u64,
    level: f64,
    level_at: Duration,
    /// The token is invalid from these times on, until somebody signs in.
    token_ends: Vec<Duration>,
    rng: Dice,
    /// A separate generator for what the wider worlds add.
    wide_dice: Dice,
    /// The drafts' sources that were answered with another product's id.
    misnamed: HashSet<usize>,
    /// A separate generator for failing pages, so that the rest of a world is the same without them.
    page_dice: Dice,
}

/// What a response means for the shop, as the responding shop knows it. The simulation judges the client by
/// this and never by the client's own interpretation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Done,
    /// Not done, and never will be if repeated unchanged.
    Refused,
    /// The same, for a photo that would be accepted if it were smaller.
    TooLarge,
    NobodySignedIn,
    /// Neither done nor finally refused, or the client cannot know.
    Open,
}

/// What the client receives, and when.
#[derive(Debug)]
pub(super) struct Delivery {
    pub at: Duration,
    pub result: Result<Answer, Problem>,
    pub truth: Truth,
    /// When the client stops waiting, if the answer comes later.
    pub overdue: Option<Duration>,
}

impl Delivery {
    fn open(at: Duration, problem: Problem) -> Self {
        Self { at, result: Err(problem), truth: Truth::Open, overdue: None }
    }
}

fn refusal(field: &str, said: &str) -> (Truth, Result<Answer, Problem>) {
    let problem = Problem::new(ProblemKind::Unprocessable).with_field(field).with_quotation(said);
    (Truth::Refused, Err(Problem { status: Some(422), form: AnswerForm::Own, ..problem }))
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
            rng: seeded(seed.wrapping_mul(77)),
            page_dice: seeded(seed.wrapping_mul(79)),
            wide_dice: seeded(seed.wrapping_mul(89)),
            misnamed: HashSet::new(),
        };
        for name in &world.existing {
            // Their photo ids may equal those of our later uploads, but not if the name is equal as well.
            let like_ours = world.sources.iter().any(|source| source.name == *name);
            let photo = FileId::from(5000 + shop.rng.below(8));
            let of_source =
                |source: &Source| FileId::from(CONTENT_IDS + source.photos.first().copied().unwrap_or(0));
            let equal = world
                .oddities
                .ids_by_content
                .then(|| world.sources.get(usize::try_from(shop.rng.below(9)).unwrap_or(0)))
                .flatten()
                .map(of_source);
            let photo = if let Some(equal) = equal.filter(|_| !like_ours) {
                equal
            } else if world.photo_ids == PhotoIds::Same || like_ours {
                FileId::from(shop.rng.within(1..900))
            } else {
                photo
            };
            let id = shop.next_product();
            shop.products.push(Product {
                repetition_of: None,
                id,
                source: None,
                title: name.clone(),
                price: Some(1000 + i64::try_from(shop.rng.below(3)).unwrap_or(0)),
                stock: Some(1),
                photos: Vec::new(),
                sku: (world.skus == Skus::Shared).then(|| format!("sku {}", id % 3)),
                variants: Vec::new(),
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

    /// The client is gone: the marketplace finishes pending work before long.
    pub fn disconnect(&mut self, world: &World, now: Duration) {
        for product in self.products.iter_mut().filter(|product| product.from > now) {
            let soon = now
                + self.rng.millis(0..u64::try_from(world.effect_delay_when_slow.as_millis()).unwrap_or(1));
            // What was lost before does not take longer for it.
            let at = soon.min(product.from);
            product.listed_from = if product.listed_from == Duration::MAX {
                Duration::MAX
            } else {
                product.listed_from - product.from + at
            };
            product.from = at;
        }
    }

    /// Handles a request that was sent at `now`.
    pub fn receive(&mut self, world: &World, now: Duration, request: &Request) -> Delivery {
        let way = self.rng.millis(world.latency.clone());
        let soon = now + way;
        let problem =
            |code, status| Problem { status: Some(status), form: AnswerForm::Own, ..Problem::new(code) };
        if let Some((_, outage)) = world.outages.iter().find(|(when, _)| when.contains(&now)) {
            match outage {
                Outage::Unreachable => {
                    return Delivery::open(
                        now + self.rng.millis(1..3_000),
                        Problem::new(ProblemKind::Unreachable),
                    );
                }
                Outage::TooMany { retry_after } => {
                    self.work_despite_throttling(world, now, request, soon);
                    return Delivery::open(
                        soon,
                        Problem { retry_after: *retry_after, ..problem(ProblemKind::TooManyRequests, 429) },
                    );
                }
                Outage::ServerError { retry_after } => {
                    if self.rng.per_mille(200) {
                        let _ = self.work(world, now, request, soon);
                    }
                    return Delivery::open(
                        soon,
                        Problem { retry_after: *retry_after, ..problem(ProblemKind::ServerError, 503) },
                    );
                }
            }
        }
        if !self.within_rate(world, now) {
            self.work_despite_throttling(world, now, request, soon);
            return Delivery::open(
                soon,
                Problem { retry_after: world.rate_retry_after, ..problem(ProblemKind::TooManyRequests, 429) },
            );
        }
        if self.token_ends.iter().any(|&end| end <= now) {
            return Delivery {
                result: Err(problem(ProblemKind::Unauthorized, 401)),
                truth: Truth::NobodySignedIn,
                ..Delivery::open(soon, Problem::new(ProblemKind::Unauthorized))
            };
        }
        if matches!(request, Request::Page { .. }) && world.oddities.list_ends.is_some_and(|from| from <= now)
        {
            return Delivery::open(soon, problem(ProblemKind::TooManyRequests, 429));
        }
        if let Request::Create { .. } = request
            && let Some(delivery) = self.deceive(world, now, request, soon)
        {
            return delivery;
        }
        if matches!(request, Request::Page { .. }) && self.page_dice.hits(world.conditions.failing_pages) {
            return self.fail_page(now, soon);
        }
        if self.rng.hits(world.conditions.lost_requests) {
            return self.lose(world, now, soon);
        }
        if self.rng.hits(world.conditions.lost_responses) {
            let lost = self.lose(world, now, soon);
            let slow = matches!(&lost.result, Err(problem) if problem.kind == ProblemKind::TimedOut);
            // It may take effect at once, while the client waits, or even after the client gave up.
            let late = if slow { world.effect_delay_when_slow } else { world.effect_delay };
            let at = match self.rng.below(3) {
                0 => soon,
                1 => now + (lost.at - now).mul_f64(0.5),
                _ => lost.at + self.rng.millis(0..u64::try_from(late.as_millis()).unwrap_or(0)),
            };
            let _ = self.work(world, now, request, at);
            return lost;
        }
        let (truth, result) = self.work(world, now, request, now + way / 2);
        Delivery { at: soon, result, truth, overdue: None }
    }

    /// An answer to a creation that does not say what was done.
    fn deceive(
        &mut self,
        world: &World,
        now: Duration,
        request: &Request,
        soon: Duration,
    ) -> Option<Delivery> {
        let conditions = &world.conditions;
        if self.wide_dice.hits(conditions.deceptions.hollow) {
            let answer = match self.wide_dice.below(3) {
                0 => Err(Problem {
                    status: Some(200),
                    form: AnswerForm::Own,
                    ..Problem::new(ProblemKind::UnexpectedAnswer)
                }),
                _ => Ok(Answer::Product(Creation { product_id: None })),
            };
            return Some(Delivery { at: soon, result: answer, truth: Truth::Open, overdue: None });
        }
        if self.wide_dice.hits(conditions.deceptions.refused_after) {
            let (truth, _) = self.work(world, now, request, now);
            if truth != Truth::Done {
                return None;
            }
            return Some(self.refuse_after(soon));
        }
        if self.wide_dice.hits(conditions.deceptions.overdue) {
            let at = now + self.wide_dice.millis(91_000..300_000);
            let effect = now + (at - now).mul_f64(self.wide_dice.below(100) as f64 / 100.0);
            let (truth, result) = self.work(world, now, request, effect);
            return Some(Delivery { at, result, truth, overdue: Some(now + Duration::from_secs(90)) });
        }
        if conditions.deceptions.phantom > 0 && self.wide_dice.hits(conditions.deceptions.phantom) {
            let before: Vec<u64> = self
                .products
                .iter()
                .filter(|product| product.source.is_none())
                .map(|product| product.id)
                .collect();
            let id = if before.is_empty() { PHANTOM_ID } else { *self.wide_dice.pick(&before) };
            let answer = Ok(Answer::Product(Creation { product_id: Some(ProductId::from(id)) }));
            return Some(Delivery { at: soon, result: answer, truth: Truth::Open, overdue: None });
        }
        None
    }

    /// A refusal that comes after the work, and not from whoever did it.
    fn refuse_after(&mut self, at: Duration) -> Delivery {
        let problem =
            refusal_after(&mut self.wide_dice, &[AnswerForm::Page, AnswerForm::Foreign, AnswerForm::Empty]);
        match problem.kind {
            ProblemKind::Unauthorized => {
                Delivery { truth: Truth::NobodySignedIn, ..Delivery::open(at, problem) }
            }
            _ => Delivery::open(at, problem),
        }
    }

    /// Some marketplaces send a 429 and do the work nevertheless.
    fn work_despite_throttling(&mut self, world: &World, now: Duration, request: &Request, at: Duration) {
        if matches!(request, Request::Create { .. })
            && world.throttled_but_done > 0
            && self.rng.per_mille(world.throttled_but_done)
        {
            let _ = self.work(world, now, request, at);
        }
    }

    /// How long a new product stays out of the list.
    fn lag(&mut self, world: &World) -> Duration {
        let (share, longer) = world.stragglers.clone();
        if share > 0 && self.rng.per_mille(share) {
            self.rng.millis(longer)
        } else {
            self.rng.millis(world.lag.clone())
        }
    }

    /// How a lost request or response looks to the client.
    fn lose(&mut self, world: &World, now: Duration, soon: Duration) -> Delivery {
        if self.rng.per_mille(world.timed_out) {
            return Delivery::open(now + Duration::from_secs(90), Problem::new(ProblemKind::TimedOut));
        }
        let bare = |code, status| Problem { status: Some(status), ..Problem::new(code) };
        let problem = match self.rng.below(8) {
            0 => bare(ProblemKind::ServerError, 502),
            1 => bare(ProblemKind::ServerError, 504),
            // Where a product is hidden as well, nobody could tell that this was no refusal.
            2 if world.conditions.deceptions.hidden == 0 => bare(ProblemKind::Refused, 400),
            3 => bare(ProblemKind::UnexpectedAnswer, 200),
            _ => Problem::new(ProblemKind::ConnectionLost),
        };
        Delivery::open(soon, problem)
    }

    /// How a failing page looks to the client.
    fn fail_page(&mut self, now: Duration, soon: Duration) -> Delivery {
        let failed = |status, retry_after| Problem {
            status: Some(status),
            retry_after,
            form: AnswerForm::Own,
            ..Problem::new(ProblemKind::ServerError)
        };
        let problem = match self.page_dice.below(20) {
            0 => return Delivery::open(now + Duration::from_secs(60), Problem::new(ProblemKind::TimedOut)),
            1..=3 => failed(503, Some(Duration::from_secs(self.page_dice.within(1..10)))),
            4..=6 => failed(503, None),
            7..=13 => failed(500, None),
            _ => Problem::new(ProblemKind::ConnectionLost),
        };
        Delivery::open(soon, problem)
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

    /// Does the requested work, which takes effect at `at`, possibly in the future.
    fn work(
        &mut self,
        world: &World,
        now: Duration,
        request: &Request,
        at: Duration,
    ) -> (Truth, Result<Answer, Problem>) {
        let done = |answer| (Truth::Done, Ok(answer));
        match request {
            Request::Upload { source, index, content, bytes } => {
                if let Some((most, tells)) = world.photo_bytes.filter(|(most, _)| bytes > most) {
                    let limit =
                        Some(PhotoLimit::Bytes(tells.then(|| u32::try_from(most).unwrap_or(u32::MAX))));
                    return (
                        Truth::TooLarge,
                        Err(Problem {
                            status: Some(413),
                            limit,
                            ..Problem::new(ProblemKind::PayloadTooLarge)
                        }),
                    );
                }
                if world.sources[*source].fault == SourceFault::PhotoRefused && *index == 0 {
                    return refusal("file", "not this photo");
                }
                // Those that the client has used: it cannot know of others.
                let used = self
                    .products
                    .iter()
                    .flat_map(|product| &product.photos)
                    .filter(|id| self.files.get(id) != Some(content));
                let others: Vec<FileId> = used.cloned().collect();
                if !others.is_empty() && self.wide_dice.hits(world.conditions.deceptions.crossed) {
                    return (Truth::Open, Ok(Answer::File(self.wide_dice.pick(&others).clone())));
                }
                self.next_file += 1;
                let id = FileId::from(if world.oddities.ids_by_content {
                    CONTENT_IDS + content
                } else {
                    self.next_file
                });
                self.files.insert(id.clone(), *content);
                done(Answer::File(id))
            }
            Request::Create { source, fields, photos } => self.create(world, *source, fields, photos, at),
            Request::Page { number }
                if world.list.window.is_some_and(|window| {
                    usize::try_from(*number).unwrap_or(0).saturating_sub(1) * world.page >= window.max(1)
                }) =>
            {
                (
                    Truth::Refused,
                    Err(Problem {
                        status: Some(400),
                        form: AnswerForm::Own,
                        ..Problem::new(ProblemKind::Refused)
                    }),
                )
            }
            Request::Page { number } => done(Answer::Page(self.page(world, now, *number))),
            Request::Skus { .. } if world.skus == Skus::FilterIgnored => {
                done(Answer::Page(self.page(world, now, 1)))
            }
            Request::Skus { skus } => {
                let is_asked = |product: &&Product| {
                    product.from <= now && product.sku.as_ref().is_some_and(|sku| skus.contains(sku))
                };
                let may_show = |product: &&Product| !(world.holds_back && product.source.is_some());
                let products: Vec<_> = self
                    .products
                    .iter()
                    .filter(is_asked)
                    .filter(may_show)
                    .map(|product| product.as_listed(&[]))
                    .collect();
                done(Answer::Page(ProductPage {
                    rows: products.len() as u64,
                    all_readable: true,
                    products,
                    ..ProductPage::default()
                }))
            }
        }
    }

    /// Creates a product, which takes effect at `at`.
    fn create(
        &mut self,
        world: &World,
        source: usize,
        fields: &Draft,
        photos: &[FileId],
        at: Duration,
    ) -> (Truth, Result<Answer, Problem>) {
        let created = |id: Option<u64>| Answer::Product(Creation { product_id: id.map(ProductId::from) });
        let done = |answer| (Truth::Done, Ok(answer));
        if world.sources[source].fault == SourceFault::Refused && fields.brief.is_none() {
            return refusal("brief", "brief is required");
        }
        if world.skus == Skus::Unique
            && self.products.iter().any(|known| known.sku.is_some() && known.sku == fields.sku)
        {
            return refusal("sku", "sku must be unique");
        }
        let of_name = |product: &&Product| product.title == fields.name;
        if world.oddities.unique_names && self.products.iter().any(|product| of_name(&product)) {
            return refusal("name", "name is taken");
        }
        let namesake = self
            .products
            .iter()
            .find(|product| of_name(product) && product.source.is_some())
            .map(|product| product.id);
        if let Some(other) = namesake.filter(|_| world.oddities.one_id && self.misnamed.insert(source)) {
            return (Truth::Open, Ok(created(Some(other))));
        }
        let id = self.next_product();
        let lag = self.lag(world);
        let photo_shown = match world.photo_ids {
            PhotoIds::Same => photos.first().cloned(),
            // Often the id of another photo, but never its own, which could not be distinguished from the
            // same id space.
            PhotoIds::Other => [5000, 5001]
                .map(|base| FileId::from(base + id % 40))
                .into_iter()
                .find(|id| photos.first() != Some(id)),
            PhotoIds::Missing => None,
        };
        let photo_shown = self.changed_cover(world, photo_shown);
        let sold = i64::from(self.wide_dice.hits(world.conditions.deceptions.sold));
        let hidden = self.wide_dice.hits(world.conditions.deceptions.hidden);
        // A list shows the lowest price and the pieces of all variants.
        let variants = fields.variants.iter();
        let price = fields.primary_price.or(variants.clone().filter_map(|one| one.primary_price).min());
        let stock = fields.stock.or(variants.filter_map(|one| one.stock).reduce(|sum, more| sum + more));
        let product = Product {
            id,
            source: Some(source),
            repetition_of: None,
            title: if world.renames { format!("* {}", fields.name) } else { fields.name.clone() },
            price: price.map(|price| price.wire() - 100 * sold),
            stock: stock.map(|stock| stock - sold),
            photos: photos.to_vec(),
            sku: fields.sku.clone(),
            variants: fields.variants.clone(),
            from: at,
            listed_from: if hidden { Duration::MAX } else { at + lag },
            photo_shown,
        };
        if self.wide_dice.hits(world.conditions.deceptions.repeated) {
            if world.oddities.unique_names {
                self.products.push(product);
                let (_, refused) = refusal("name", "name is taken");
                return (Truth::Open, refused);
            }
            // Nobody of this computer made it.
            let id = self.next_product();
            self.products.push(Product {
                id,
                source: None,
                repetition_of: Some(source),
                photos: Vec::new(),
                ..product.clone()
            });
        }
        self.products.push(product);
        match world.creation_reply {
            CreationReply::Id => done(created(Some(id))),
            CreationReply::Nothing => done(created(None)),
            CreationReply::Mixed => match self.rng.below(4) {
                0 => (
                    Truth::Done,
                    Err(Problem {
                        status: Some(200),
                        form: AnswerForm::Own,
                        ..Problem::new(ProblemKind::UnexpectedAnswer)
                    }),
                ),
                1 => done(created(None)),
                _ => done(created(Some(id))),
            },
        }
    }

    /// The photo that lists show, where it may come back as another one.
    fn changed_cover(&mut self, world: &World, shown: Option<FileId>) -> Option<FileId> {
        if !self.wide_dice.hits(world.conditions.deceptions.changed_covers) {
            return shown;
        }
        match self.wide_dice.below(3) {
            0 => None,
            1 => Some(FileId::from(90_000 + self.wide_dice.below(1_000))),
            _ => self.products.last().and_then(|other| other.photo_shown.clone()),
        }
    }

    fn page(&self, world: &World, now: Duration, number: u64) -> ProductPage {
        // A frozen list shows what it held when it froze.
        let shows = world
            .stalls
            .iter()
            .find(|stall| stall.contains(&now))
            .map_or(world.list.shown_at(now), |stall| stall.start);
        let may_show = |product: &&Product| {
            product.listed_from <= shows && !(world.holds_back && product.source.is_some())
        };
        let mut listed: Vec<&Product> = self.products.iter().filter(may_show).collect();
        if world.list.rebuilt.iter().any(|rebuilt| rebuilt.contains(&now)) {
            listed.clear();
        }
        listed.sort_by_key(|product| product.listed_from);
        if world.newest_first {
            listed.reverse();
        }
        let total = if world.total_ahead {
            self.products.iter().filter(|product| product.from <= now).count()
        } else {
            listed.len()
        };
        let total = world.list.window.map_or(total, |window| total.min(window));
        let total = (total as u64).saturating_add_signed(world.total_off);
        if let Paging::Capped(most) = world.paging {
            listed.truncate(most);
        }
        if let Some(window) = world.list.window {
            listed.truncate(window);
        }
        let number = usize::try_from(if world.list.from_zero { number } else { number.saturating_sub(1) })
            .unwrap_or(usize::MAX);
        let skip = if world.paging == Paging::Ignored { 0 } else { number.saturating_mul(world.page) };
        let products: Vec<_> = listed
            .iter()
            .skip(skip)
            .take(world.page)
            .map(|product| product.as_listed(world.list.hidden))
            .collect();
        ProductPage {
            rows: products.len() as u64,
            all_readable: true,
            products,
            total: (!world.list.from_zero).then_some(total),
            total_pages: None,
            per_page: world.says_page_size.then_some(world.page as u64),
            age: world.list.age(now),
        }
    }
}

impl Product {
    /// The product without these fields.
    fn as_listed(&self, hidden: &[Field]) -> vitrine_domain::Product {
        let is_shown = |field| !hidden.contains(&field);
        vitrine_domain::Product {
            title: if is_shown(Field::Name) { self.title.clone() } else { String::new() },
            price: self.price.filter(|_| is_shown(Field::PrimaryPrice)).map(Price::on_wire),
            photo: self
                .photo_shown
                .clone()
                .map(|id| ProductPhoto { id: Some(id), urls: PhotoUrls::default() }),
            inventory: self.stock.filter(|_| is_shown(Field::Stock)),
            sku: self.sku.clone().filter(|_| is_shown(Field::Sku)),
            variants: self.variants.iter().enumerate().map(listed_variant).collect(),
            ..vitrine_domain::Product::with_id(ProductId::from(self.id))
        }
    }
}

fn listed_variant((at, variant): (usize, &DraftVariant)) -> Variant {
    Variant {
        id: VariantId::from(at as u64),
        name: variant.called(),
        properties: Vec::new(),
        sku: variant.sku.clone(),
        primary_price: variant.primary_price,
        stock: variant.stock,
    }
}
