//! What one seed means: the products, the changes, and what goes wrong.

use std::ops::Range;
use std::time::Duration;

use crate::simulation::{Conditions, Deceptions, Dice};
use vitrine_domain::{Field, FieldKey, FieldValue, Price, VariantId};

/// The dice of a seed.
pub fn seeded(seed: u64) -> Dice {
    Dice::new(seed, 0x2545_f491_4f6c_dd1d)
}

/// The fields of a product that are to change, with their old and new values.
pub type Wanted = Vec<(FieldKey, FieldValue, FieldValue)>;

/// What is peculiar about a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peculiarity {
    None,
    /// Its change is refused.
    Refused,
    /// Its change is accepted, and never applied.
    Ignored,
    Gone,
    /// It was not known that it has variants.
    Variants,
    /// From a time on, one of its variants is gone.
    VariantGone,
    /// From a time on, every reading of it fails.
    Unreadable,
}

/// Somebody else gives a field another value.
#[derive(Clone, Debug)]
pub struct Move {
    pub at: Duration,
    pub product: usize,
    pub field: FieldKey,
    pub value: FieldValue,
}

#[derive(Clone, Debug)]
pub struct World {
    pub seed: u64,
    pub products: Vec<(Peculiarity, Wanted)>,
    pub batch: Option<usize>,
    /// Whether a batch changes variants, too. Otherwise each is changed by a request of its own.
    pub batch_variants: bool,
    pub read_items: usize,
    pub latency: Range<u64>,
    /// Lost, throttled and stuck requests.
    pub conditions: Conditions,
    /// How long a request whose response was lost, or a batch that was accepted, may take until it is
    /// applied, in milliseconds.
    pub effect_delay: Range<u64>,
    /// Per mille of items that an answer leaves out.
    pub left_out: u64,
    pub reordered: bool,
    pub review: bool,
    pub moves: Vec<Move>,
    /// After so many steps the program dies.
    pub crashes: Vec<u64>,
    /// The list ignores the ids that it is asked for.
    pub ignores_ids: bool,
    /// Everything is refused.
    pub refuses_all: bool,
    /// From when on the token is refused, until somebody signs in.
    pub token_end: Option<Duration>,
    pub disk_full: Option<Range<Duration>>,
    /// When the person stops the run.
    pub cancel_at: Option<Duration>,
    /// From when on some products cannot be read, and whether they spoil the readings of others.
    pub unreadable_from: Duration,
    pub spoils_readings: bool,
    /// Requests that change products, per minute; 0: no limit of our own.
    pub per_minute: u32,
    /// A batch that has a refused product is refused as a whole, after those before it were changed.
    pub stops_batches: bool,
    /// How old the values are that a list shows. One product alone is always shown as it is.
    pub list_age: Duration,
    /// The marketplace writes values in its own way: it rounds prices and trims names.
    pub spells: bool,
    /// From when on every reading fails for good, and how.
    pub reads_end: Option<(Duration, ReadEnd)>,
}

/// How readings fail for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadEnd {
    ServerError,
    TooMany,
    Hangs,
}

impl World {
    pub fn new(seed: u64) -> Self {
        let mut dice = seeded(seed);
        let count = dice.within(1..40);
        let mut products =
            (0..count).map(|_| (peculiarity(&mut dice), random_changes(&mut dice))).collect::<Vec<_>>();
        divide(&mut products, seed);
        let moves = (0..dice.within(0..8)).map(|_| a_move(&mut dice, &products)).collect();
        // Dice of their own, so that the other worlds stay what they were.
        let mut more = seeded(seed ^ 0x51_0b);
        let lossy = dice.per_mille(600);
        // So have the words that came later.
        let mut later = seeded(seed ^ 0x2a_1177);
        let is_hit = |dice: &mut Dice, chance| dice.per_mille(chance);
        Self {
            seed,
            batch: if dice.per_mille(700) { Some(dice.within(1..11) as usize) } else { None },
            batch_variants: seeded(seed ^ 0x3b_a7c4).per_mille(700),
            read_items: dice.within(1..20) as usize,
            latency: if dice.per_mille(500) { 5..60 } else { 20..900 },
            conditions: Conditions {
                lost_requests: if lossy { dice.within(0..200) as u16 } else { 0 },
                lost_responses: if lossy { dice.within(0..300) as u16 } else { 0 },
                throttled: if is_hit(&mut dice, 300) { dice.within(0..150) as u16 } else { 0 },
                stuck: if more.per_mille(300) { more.within(50..500) as u16 } else { 0 },
                deceptions: Deceptions {
                    refused_after: if later.per_mille(300) { later.within(20..300) as u16 } else { 0 },
                    ..Deceptions::NONE
                },
                ..Conditions::default()
            },
            effect_delay: if is_hit(&mut dice, 400) { 0..dice.within(1..9_000) } else { 0..1 },
            left_out: if is_hit(&mut dice, 300) { dice.within(0..400) } else { 0 },
            reordered: dice.per_mille(400),
            review: dice.per_mille(300),
            crashes: (0..dice.within(0..4)).map(|_| dice.within(2..150)).collect(),
            ignores_ids: dice.per_mille(150),
            refuses_all: dice.per_mille(60),
            token_end: dice.per_mille(150).then(|| dice.millis(10..4_000)),
            disk_full: dice.per_mille(150).then(|| {
                let from = dice.millis(0..3_000);
                from..from + dice.millis(1..9_000)
            }),
            per_minute: if dice.per_mille(300) { dice.within(3..60) as u32 } else { 0 },
            cancel_at: more.per_mille(250).then(|| more.millis(10..40_000)),
            unreadable_from: if more.per_mille(500) { Duration::ZERO } else { more.millis(1..5_000) },
            spoils_readings: more.per_mille(500),
            stops_batches: later.per_mille(300),
            list_age: if later.per_mille(250) { later.millis(200..9_000) } else { Duration::ZERO },
            spells: later.per_mille(200),
            reads_end: later.per_mille(60).then(|| {
                let end = *later.pick(&[ReadEnd::ServerError, ReadEnd::TooMany, ReadEnd::Hangs]);
                (later.millis(500..60_000), end)
            }),
            products,
            moves,
        }
    }
}

impl World {
    /// The same products in the shop of somebody who changes them from another computer at the same time: it
    /// reads, waits a little, and sets values of its own.
    pub fn with_another_computer(seed: u64) -> Self {
        let (mut world, mut dice) = (Self::new(seed), seeded(seed ^ 0x00c0_ffee));
        world.cancel_at = None;
        for (product, (_, fields)) in world.products.iter().enumerate() {
            for (field, old, _) in fields {
                let Some(old) = old.integer() else { continue };
                let at = dice.millis(0..6_000);
                let value = FieldValue::of_number(field.field, old + 1_000 + dice.within(0..50) as i64);
                world.moves.push(Move { at, product, field: field.clone(), value });
            }
        }
        world
    }
}

fn peculiarity(dice: &mut Dice) -> Peculiarity {
    match dice.within(0..40) {
        0 | 1 => Peculiarity::Refused,
        2 => Peculiarity::Ignored,
        3 => Peculiarity::Gone,
        4 => Peculiarity::Variants,
        5 => Peculiarity::Unreadable,
        _ => Peculiarity::None,
    }
}

/// Divides some of the products into variants, whose prices and stocks change instead. Dice of their own, so
/// that the other products stay what they were.
fn divide(products: &mut [(Peculiarity, Wanted)], seed: u64) {
    let mut dice = seeded(seed ^ 0x7a_21a7);
    for (peculiarity, wanted) in products {
        let is_divided = *peculiarity != Peculiarity::Variants && dice.per_mille(250);
        if !is_divided {
            continue;
        }
        if *peculiarity == Peculiarity::None && dice.per_mille(100) {
            *peculiarity = Peculiarity::VariantGone;
        }
        let is_shared = |key: &FieldKey| !matches!(key.field, Field::PrimaryPrice | Field::Stock);
        let mut divided: Wanted = wanted.iter().filter(|(key, ..)| is_shared(key)).cloned().collect();
        for variant in 1..=dice.within(1..4) {
            let number = |number: u64| FieldValue::Number(number as i64);
            let of_price = |number: u64| FieldValue::Price(Price::on_wire(number as i64));
            let key = |field| FieldKey { field, variant: Some(VariantId::from(variant)) };
            let (price, stock) = (dice.within(1_000..9_000), dice.within(5..50));
            divided.push((key(Field::PrimaryPrice), of_price(price), of_price(price + dice.within(1..900))));
            if dice.per_mille(300) {
                divided.push((key(Field::Stock), number(stock), number(stock + 100)));
            }
        }
        *wanted = divided;
    }
}

fn random_changes(dice: &mut Dice) -> Wanted {
    let number = |n: u64| FieldValue::Number(n as i64);
    let of_price = |n: u64| FieldValue::Price(Price::on_wire(n as i64));
    let mut fields = Vec::new();
    let (price, stock) = (dice.within(1_000..9_000), dice.within(5..50));
    if dice.per_mille(600) {
        fields.push((Field::PrimaryPrice.into(), of_price(price), of_price(price + dice.within(1..900))));
    }
    if dice.per_mille(500) {
        fields.push((Field::Stock.into(), number(stock), number(stock + 100 + dice.within(0..50))));
    }
    if dice.per_mille(200) {
        fields.push((Field::PreparationDays.into(), number(2), number(3)));
    }
    if dice.per_mille(200) || fields.is_empty() {
        fields.push((
            Field::Name.into(),
            FieldValue::Text("Rug".to_owned()),
            FieldValue::Text(" Kilim, گليم".to_owned()),
        ));
    }
    fields
}

fn a_move(dice: &mut Dice, products: &[(Peculiarity, Wanted)]) -> Move {
    let product = dice.within(0..products.len() as u64) as usize;
    let fields = &products[product].1;
    let (field, old, new) = &fields[dice.within(0..fields.len() as u64) as usize];
    let value = match old {
        // Mostly another value, sometimes the new one.
        FieldValue::Number(_) | FieldValue::Price(_) if dice.per_mille(100) => new.clone(),
        FieldValue::Decimal(_) => new.clone(),
        FieldValue::Number(old) => FieldValue::Number(old - dice.within(1..5) as i64),
        FieldValue::Price(old) => FieldValue::Price(Price::on_wire(old.wire() - dice.within(1..5) as i64)),
        FieldValue::Flag(_) | FieldValue::Text(_) | FieldValue::Album(_) | FieldValue::Discount(_) => {
            FieldValue::Text("Carpet".to_owned())
        }
    };
    Move { at: dice.millis(0..20_000), product, field: field.clone(), value }
}
